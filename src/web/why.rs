//! Why a move is not legal, in words.

use crate::board::CellId;
use crate::describe::{Refusal, Refusals};
use crate::game::facts;
use crate::game::{Game, Move, NOWHERE, Player, Position, State};
use crate::order;

/// The most moves that are explained for one click.
const MOST: usize = 4;

/// A click that is no move, and what is known of it.
pub(super) struct Click<'a, const W: usize> {
    pub game: &'a Game<W>,
    pub position: &'a Position<W>,
    pub refusals: &'a Refusals,
    pub from: Option<CellId>,
    pub to: CellId,
}

/// A move of a piece that is meant, and which parts of its condition hold.
struct Meant<'a> {
    piece: usize,
    definition: usize,
    told: &'a Refusal,
    met: Vec<bool>,
}

impl<const W: usize> Click<'_, W> {
    /// Why this is no move: sentences, the moves that come closest first.
    pub fn why(&self) -> Vec<String> {
        let (game, state) = (self.game, self.position.state());
        if state.outcome.is_some() {
            return vec!["The game is over.".into()];
        }
        let mut legal = Vec::new();
        self.position.legal(game, &mut legal);
        let ways: Vec<&Move> = legal.iter().filter(|m| m.to == self.to).collect();
        if ways.iter().any(|m| m.from == self.from.unwrap_or(NOWHERE)) {
            return vec!["This move is legal.".into()];
        }
        let name = |player: Player| &game.rules().players[player.index()].name;
        let label = |c: CellId| game.board().label(c).to_lowercase();
        let mut lines = Vec::new();
        let at = self.from.unwrap_or(self.to);
        match self.owner(state, at) {
            Some(owner) if owner != state.mover => {
                lines.push(format!("The piece on {} is {}’s.", label(at), name(owner)))
            }
            Some(_) if self.from.is_none() && !legal.iter().any(|m| m.from == at) => {
                lines.push(format!("The {} on {} has no legal move now.", self.noun(state, at), label(at)));
            }
            None if self.from.is_some() && game.height(state, at) == 0 => {
                lines.push(format!("{} is empty.", label(at)))
            }
            _ => {}
        }
        let mut meant = self.meant(state);
        let fails = |m: &Meant| m.met.iter().filter(|met| !**met).count();
        order::sort_by_key(&mut meant, fails);
        for one in &meant {
            let unmet = one.met.iter().zip(&one.told.parts).filter(|(met, _)| !**met);
            let unmet: Vec<&str> = unmet.map(|(_, told)| told.as_str()).collect();
            match unmet.as_slice() {
                [] => lines.push(self.held_back(one, &legal)),
                told => lines.push(format!("Not “{}”: {}.", one.told.r#move, told.join("; "))),
            }
        }
        lines.dedup();
        lines.truncate(MOST);
        if lines.is_empty() && !ways.is_empty() {
            lines.push(format!("Select the piece that is to go to {} first.", label(self.to)));
        }
        if lines.is_empty() {
            lines.push("No piece can be put here: select one, then where it is to go.".into());
        }
        lines
    }

    fn owner(&self, state: &State<W>, c: CellId) -> Option<Player> {
        if self.game.height(state, c) == 0 {
            return None;
        }
        let owner = self.game.top(state, c).owner() as usize;
        Player::BOTH.into_iter().find(|p| p.index() == owner)
    }

    fn noun(&self, state: &State<W>, c: CellId) -> String {
        self.game.rules().pieces[self.game.top(state, c).kind().index()].name.to_lowercase()
    }

    /// The moves that the click could mean: of the piece selected; or, with none, of pieces in hand, and those that take off what is there.
    fn meant(&self, state: &State<W>) -> Vec<Meant<'_>> {
        let (game, rules) = (self.game, self.game.rules());
        let top = |c: CellId| (game.height(state, c) > 0).then(|| game.top(state, c).kind().index());
        let mut meant = Vec::new();
        for (piece, def) in rules.pieces.iter().enumerate() {
            for (definition, m) in def.moves.iter().enumerate() {
                if m.passes() || !facts::may_make(def, m, state.mover) {
                    continue;
                }
                let takes_off = m.pops() && !m.pushes();
                let from = match self.from {
                    Some(from) if m.pops() && top(from) == Some(piece) && (!takes_off || from == self.to) => Some(from),
                    None if takes_off && top(self.to) == Some(piece) => Some(self.to),
                    None if !m.pops() && state.hands[state.mover].0[piece] > 0 => None,
                    _ => continue,
                };
                let Some(told) = self.refusals.moves.get(piece).and_then(|moves| moves.get(definition)) else {
                    continue;
                };
                let met = game.parts_met(state, piece, definition, from, self.to);
                let mine = |c| self.owner(state, c) == Some(state.mover);
                if from.is_some_and(|from| !mine(from)) && facts::takes_own_only(def, m) {
                    continue;
                }
                meant.push(Meant { piece, definition, told, met });
            }
        }
        meant
    }

    /// Why a move whose condition holds is not legal all the same.
    fn held_back(&self, one: &Meant, legal: &[Move]) -> String {
        let rules = self.game.rules();
        let urgency = |piece: usize, definition: usize| rules.pieces[piece].moves[definition].priority;
        let mine = urgency(one.piece, one.definition);
        let other = legal.iter().find(|m| {
            let class = self.game.classes().get(m.class as usize);
            class.is_some_and(|class| urgency(class.piece, class.definition) != mine)
        });
        let how = &one.told.r#move;
        if let Some(&m) = other {
            let example = self.game.notation(self.position.state(), m, legal);
            return format!("Not now “{how}”: a move that comes first is possible, such as {example}.");
        }
        match self.refusals.constraints.as_slice() {
            [] => format!("Not “{how}”: there is nothing that could be done so."),
            lines => format!("Not “{how}”: this holds for all moves: {}", lines.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::describe::refusals;
    use crate::game::AnyGame;
    use crate::language::parse;
    use crate::streams;
    use crate::with_game;
    use rand::RngExt;

    /// Every legal move of a random game has a definition all of whose parts hold; every other way from cell to cell has something said of it.
    fn explained<const W: usize>(game: &Game<W>, refusals: &Refusals, seed: u64) {
        let rules = game.rules();
        for (piece, told) in rules.pieces.iter().zip(&refusals.moves) {
            assert_eq!(piece.moves.len(), told.len(), "{}: {}", rules.name, piece.name);
        }
        let mut position = Position::new(game, Player::White);
        let mut random = streams::generator(seed);
        let mut legal = Vec::new();
        for _ in 0..30 {
            if position.outcome().is_some() {
                return;
            }
            position.legal(game, &mut legal);
            let state = position.state();
            for m in &legal {
                let Some(class) = game.classes().get(m.class as usize) else { continue };
                let from = (m.from != crate::game::NOWHERE).then_some(m.from);
                if m.to == crate::game::NOWHERE {
                    continue;
                }
                let moves = &rules.pieces[class.piece].moves;
                let holds = |d: usize| {
                    let met = game.parts_met(state, class.piece, d, from, m.to);
                    let told = refusals.moves[class.piece][d].parts.len();
                    assert!(
                        told == met.len() || told == 0 && met == [true],
                        "{}: {told} of {} parts are told",
                        rules.name,
                        met.len()
                    );
                    met.iter().all(|met| *met)
                };
                assert!((0..moves.len()).any(holds), "{}: a condition of {m:?} is said not to hold", rules.name);
            }
            for _ in 0..4 {
                let cells = game.board().len();
                let from = random.random_bool(0.5).then(|| random.random_range(0..cells) as CellId);
                let to = random.random_range(0..cells) as CellId;
                let lines = Click { game, position: &position, refusals, from, to }.why();
                assert!(!lines.is_empty() && lines.iter().all(|line| line.ends_with('.')), "{}: {lines:?}", rules.name);
            }
            let m = legal[random.random_range(0..legal.len())];
            position.apply(game, m);
        }
    }

    #[test]
    fn legal_moves_meet_their_conditions_and_others_are_explained_in_every_seed_game() {
        let mut seen = 0;
        for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/seed-games")).expect("seed games") {
            let path = file.expect("a file").path();
            if path.extension().is_none_or(|e| e != "ludi") {
                continue;
            }
            let tree = parse(&std::fs::read_to_string(&path).expect("rules")).expect("a game");
            let refusals = refusals(&tree).expect("English");
            let game = AnyGame::of(&tree).expect("a game");
            with_game!(&game, g => explained(g, &refusals, seen));
            seen += 1;
        }
        assert!(seen >= 200);
    }
}
