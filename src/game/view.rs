//! What an evaluation wants to know of a position beyond what a player sees: conditions as numbers, threats, ways to go.

use super::Game;
use super::batch::Batch;
use super::capture::{self, Scene};
use super::context::Context;
use super::definition::Kernel;
use super::end::{Clauses, Test};
use super::kind::Kind;
use super::owner::ByOwner;
use super::predicate::{CellExpr, Filter, Num};
use super::rules::StateId;
use super::rules::{ByPlayer, CaptureType, EffectKind, Player};
use super::state::{NOWHERE, Piece, State};
use crate::board::{CellId, CellSet};
use std::ops::ControlFlow;

/// What an effect captures or converts: how, in groups or rows of which sizes, and what of it stands on the board.
#[derive(Clone, Copy)]
struct Taking<const W: usize> {
    how: CaptureType,
    size: Option<(u32, u32)>,
    victims: CellSet<W>,
}

impl<const W: usize> Game<W> {
    /// Whether cells may hold more than one piece.
    pub(crate) fn has_stacks(&self) -> bool {
        self.layout.stacks()
    }

    /// The end clauses of a player.
    pub(crate) fn clauses(&self, player: Player) -> &Clauses<W> {
        &self.sides[player].clauses
    }

    /// Whether a condition holds for a player, the repetition rule aside.
    pub(crate) fn met(&self, test: &Test<W>, state: &State<W>, player: Player) -> bool {
        self.within_account(|| self.holds_now(test, state, &[], player, &mut None))
    }

    /// A number of an end condition, for the player being tested.
    pub(crate) fn number(&self, number: &Num, state: &State<W>, player: Player) -> i32 {
        Context::at_the_end(self, state, player).int(number)
    }

    /// The state of the cell that an end condition means, if there is such a cell.
    pub(crate) fn state_of(&self, place: &CellExpr, state: &State<W>, player: Player) -> Option<StateId> {
        match Context::at_the_end(self, state, player).cell(place) {
            NOWHERE => None,
            cell => Some(self.cell_state(state, cell)),
        }
    }

    /// The top pieces that match a filter, ownership included.
    pub(crate) fn tops<'a>(&'a self, state: &'a State<W>, filter: &Filter) -> impl Iterator<Item = Piece> + 'a {
        let filter = *filter;
        let all = state.occupied().iter().map(|c| self.top(state, c));
        all.filter(move |p| filter.matches(*p))
    }

    /// How many moves a player would have, were it that player's turn, as [`mobility`](Game::mobility) without a past; and the
    /// enemy cells that these moves could capture (or convert). Guards of effects and the repetition rule are not looked at.
    pub(crate) fn outlook(&self, state: &State<W>, player: Player) -> (u32, CellSet<W>) {
        state.in_turn_of(player, |state| self.outlook_of_mover(state))
    }

    fn outlook_of_mover(&self, state: &State<W>) -> (u32, CellSet<W>) {
        let enemies = state.owned[state.mover.opponent()];
        let mut moves = (self.rules.can_pass && !state.continuing) as u32;
        let mut threatened = CellSet::EMPTY;
        let _ = self.each_batch(state, |batch| {
            moves += batch.size;
            if !enemies.is_empty() {
                threatened |= self.threatened_by(state, &batch, enemies);
            }
            ControlFlow::Continue(())
        });
        (moves, threatened)
    }

    /// The enemies that the moves of a batch could capture or convert.
    fn threatened_by(&self, state: &State<W>, batch: &Batch<W>, enemies: CellSet<W>) -> CellSet<W> {
        let mut threatened = CellSet::EMPTY;
        for effect in &batch.def.post {
            let (how, size) = match &effect.kind {
                EffectKind::Capture { how, size, .. } | EffectKind::Convert { how: Some(how), size, .. } => {
                    (how, *size)
                }
                _ => continue,
            };
            let victims = self.matching(state, &effect.lowered.filter) & enemies;
            if *how == CaptureType::Replace {
                threatened |= batch.targets() & victims;
                continue;
            }
            let taking = Taking { how: *how, size, victims };
            let together = self.taken_by_drops(state, batch, taking);
            threatened |= together.unwrap_or_else(|| self.taken_one_by_one(state, batch, taking));
        }
        threatened
    }

    /// The victims that some move of a batch would capture.
    fn taken_one_by_one(&self, state: &State<W>, batch: &Batch<W>, taking: Taking<W>) -> CellSet<W> {
        let Taking { how, size, victims } = taking;
        let (player, owners) = (state.mover, state.mover.opponent().bit());
        let mut taken = CellSet::EMPTY;
        for cell in batch.set {
            let m = batch.get(cell, 0);
            let mut scene = Scene { from: m.from, to: m.to, victims, owners, mover: player, owned: state.owned };
            if m.from != NOWHERE && m.from != m.to {
                scene.owned.iter_mut().for_each(|set| set.remove(m.from));
            }
            scene.victims.remove(m.to);
            scene.owned.iter_mut().for_each(|set| set.remove(m.to));
            scene.owned[player].insert(m.to);
            taken |= scene.captured(&self.topology, how, size) & victims;
        }
        taken
    }

    /// The victims that some drop of a batch would capture along a line or by surrounding them, where that is found for all drops at
    /// once.
    fn taken_by_drops(&self, state: &State<W>, batch: &Batch<W>, taking: Taking<W>) -> Option<CellSet<W>> {
        let Taking { how, size, victims } = taking;
        let drops = matches!(batch.def.kernel, Kernel::Drop(_)) && batch.def.lands;
        if !drops || batch.set.meets(&state.occupied()) {
            return None;
        }
        match how {
            CaptureType::Line if self.topology.has_simple_rays() => {
                let own = state.owned[state.mover];
                Some(capture::taken_along_lines(&self.topology, own, victims, batch.set, size))
            }
            CaptureType::Surround => {
                Some(victims & self.surrounded_by_drops(state, state.mover.opponent(), batch.set, size))
            }
            _ => None,
        }
    }

    /// Where a lone piece of a player could go from a cell in one move, on an otherwise empty board.
    pub(crate) fn lone_steps(&self, player: Player, kind: Kind, cell: CellId) -> CellSet<W> {
        let mut state = self.start.clone();
        state.owned = ByOwner::default();
        state.extra.iter_mut().for_each(|word| *word = 0);
        let lone = Lone { cell, state: self.rules.pieces[kind.index()].state, continuing: false };
        if !self.place_alone(&mut state, player, kind, lone) {
            return CellSet::EMPTY;
        }
        let mut batches = Vec::new();
        self.batches(&state, &mut batches);
        batches.iter().filter(|b| b.def.pops).fold(CellSet::EMPTY, |all, b| all | b.targets())
    }

    /// What becomes of a lone piece of a player in one move, neutral pieces standing as they do at the start: where it stands
    /// then, or `None` if it leaves the board.
    pub(crate) fn lone_moves(&self, player: Player, kind: Kind, lone: Lone) -> Vec<Option<Lone>> {
        let mut state = self.start.clone();
        for cell in state.owned[Player::White] | state.owned[Player::Black] {
            while !self.layout.take(&mut state, cell).is_none() {}
        }
        if !self.place_alone(&mut state, player, kind, lone) {
            return Vec::new();
        }
        let mut batches = Vec::new();
        self.batches(&state, &mut batches);
        let mut after = state.clone();
        let mut moves = Vec::new();
        for batch in batches.iter().filter(|b| b.def.pops) {
            moves.extend((0..batch.size).map(|k| {
                after.clone_from(&state);
                self.change(&mut after, batch.nth(k));
                let cell = after.owned[player].lowest()?;
                Some(Lone { cell, state: self.top(&after, cell).state(), continuing: after.continuing })
            }));
        }
        moves
    }

    /// Puts a piece of a player on a board that has no others of the players, and gives that player the move; false if it cannot
    /// stand there.
    fn place_alone(&self, state: &mut State<W>, player: Player, kind: Kind, lone: Lone) -> bool {
        state.mover = player;
        state.moved = ByPlayer([true; 2]);
        if lone.continuing {
            state.continuing = true;
            state.last_to = lone.cell;
        }
        let piece = Piece::new(kind, player.into(), lone.state, self.rules.pieces[kind.index()].flags);
        let plays_it = !self.layout.plain || self.layout.plain_piece[player].kind() == kind;
        plays_it && state.owner_of(lone.cell).is_none() && self.layout.put(state, lone.cell, piece)
    }
}

/// A piece that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lone {
    /// Where.
    pub cell: CellId,
    /// Its state.
    pub state: StateId,
    /// Whether its turn goes on.
    pub continuing: bool,
}

impl<const W: usize> Batch<'_, W> {
    /// The cells that the moves end on.
    fn targets(&self) -> CellSet<W> {
        match (self.way, &self.def.kernel) {
            (Some(way), _) => way.shifts.image(self.set),
            (None, Kernel::Remove { .. } | Kernel::Pass(_)) => CellSet::EMPTY,
            _ => self.set,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{AnyGame, Position, lower};
    use crate::language::{Tree, parse};
    use crate::{synthesis, with_game};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    /// Along a random game: what drops would capture, found for all at once, is what each captures.
    fn compare<const W: usize>(game: &Game<W>, seed: u64, plies: usize) -> usize {
        let mut compared = 0;
        let hows = [CaptureType::Line, CaptureType::Surround];
        Position::along(game, seed, plies, |position| {
            let state = position.state();
            let victims = state.owned[state.mover.opponent()];
            let mut batches = Vec::new();
            game.batches(state, &mut batches);
            for (batch, how) in batches.iter().flat_map(|batch| hows.map(|how| (batch, how))) {
                for size in [None, Some((1, 1)), Some((2, 2)), Some((2, 9))] {
                    let taking = Taking { how, size, victims };
                    if let Some(taken) = game.taken_by_drops(state, batch, taking) {
                        assert_eq!(taken, game.taken_one_by_one(state, batch, taking), "{}", game.rules().name);
                        compared += 1;
                    }
                }
            }
        });
        compared
    }

    fn compare_tree(tree: &Tree, seed: u64) -> usize {
        let Some(game) = lower(tree).ok().and_then(|rules| AnyGame::new(rules).ok()) else { return 0 };
        with_game!(&game, game => compare(game, seed, 40))
    }

    #[test]
    fn drops_together_threaten_what_each_threatens() {
        for name in ["go", "pente", "atari-go", "hex", "gomoku"] {
            let path = format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"));
            let tree = parse(&std::fs::read_to_string(path).expect("a seed game")).expect("a game");
            assert!(compare_tree(&tree, 1) > 0, "{name}");
        }
        let of = |seed| compare_tree(&synthesis::random_game(&mut Pcg64Mcg::seed_from_u64(seed)), seed);
        let compared: usize = (0..200).map(of).sum();
        assert!(compared > 500, "{compared} batches of generated games");
    }
}
