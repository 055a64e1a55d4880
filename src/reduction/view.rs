//! What a player sees of a game, so that two sets of rules can be compared: whose pieces stand where, which moves are legal, how it ends.
//!
//! States of pieces and cells, what lies under the top piece, hands and scores are seen by what they lead to: by legal moves and results.

use crate::board::CellId;
use crate::game::{Game, Move, Outcome, Owner, Position, State};
use crate::streams::mix;

/// A move as far as a player tells it from others: the type that moves, from where, to where.
pub(super) type Action = (u16, u16, u16);

/// The types of passes and of the swap of sides; no piece has them.
const SPECIAL: u16 = u16::MAX - 8;

/// The eyes that look at one game: its piece types by their numbers in the game it is compared with.
#[derive(Clone, Debug)]
pub(super) struct View {
    kinds: Vec<u16>,
    /// Whether types are told apart at all.
    several: bool,
}

impl View {
    /// A look at a game whose piece types are known by these names elsewhere; `None` if it has a type of another name.
    pub fn of<const W: usize>(game: &Game<W>, names: &[String]) -> Option<View> {
        let number = |name: &String| names.iter().position(|n| n == name).map(|i| i as u16);
        let kinds: Option<Vec<u16>> = game.rules().pieces.iter().map(|piece| number(&piece.name)).collect();
        Some(View { kinds: kinds?, several: names.len() > 1 })
    }

    /// A number that stands for what is seen of a position: tops by owner and type, whose turn it is, the result.
    pub fn observe<const W: usize>(&self, game: &Game<W>, state: &State<W>) -> u64 {
        let mut hash = match state.outcome {
            Some(Outcome::Draw) => 3,
            Some(Outcome::Win(player)) => 1 + player as u64,
            None => 4 + state.mover as u64,
        } | u64::from(state.swapped) << 8;
        for owner in Owner::ALL {
            for &word in &state.owned[owner].0 {
                hash = mix(hash ^ word).wrapping_add(1);
            }
        }
        if self.several {
            for cell in state.occupied().iter() {
                let kind = self.kinds[game.top(state, cell).kind().index()];
                hash = mix(hash ^ (u64::from(cell) << 16 | u64::from(kind)));
            }
        }
        hash
    }

    /// The number of the type on top of a cell that holds a piece; `None` where types are not told apart.
    pub fn kind<const W: usize>(&self, game: &Game<W>, state: &State<W>, cell: CellId) -> Option<usize> {
        self.several.then(|| usize::from(self.kinds[game.top(state, cell).kind().index()]))
    }

    /// How many types there are.
    pub fn types(&self) -> usize {
        self.kinds.iter().map(|&k| usize::from(k) + 1).max().unwrap_or(0)
    }

    /// What a player calls a move.
    pub fn action<const W: usize>(&self, game: &Game<W>, m: Move) -> Action {
        let kind = match game.classes().get(usize::from(m.class)) {
            Some(class) => self.kinds[class.piece],
            None => SPECIAL + (u16::MAX - m.class).min(7),
        };
        (kind, m.from, m.to)
    }
}

/// The legal moves of a position, those that a player calls the same side by side.
#[derive(Default)]
pub(super) struct Legal {
    moves: Vec<Move>,
    /// Actions with the places of their moves, sorted.
    sorted: Vec<(Action, u8, u32)>,
    /// Where each action begins in `sorted`, and the end.
    starts: Vec<u32>,
}

impl Legal {
    /// Lists the legal moves of a position.
    pub fn list<const W: usize>(&mut self, view: &View, game: &Game<W>, position: &Position<W>) {
        position.legal(game, &mut self.moves);
        self.group(view, game);
    }

    /// Lists the moves of a state as if nothing had come before it.
    pub fn list_state<const W: usize>(&mut self, view: &View, game: &Game<W>, state: &State<W>) {
        game.moves(state, &[], &mut self.moves);
        self.group(view, game);
    }

    fn group<const W: usize>(&mut self, view: &View, game: &Game<W>) {
        let Legal { moves, sorted, starts } = self;
        sorted.clear();
        sorted.extend(moves.iter().zip(0..).map(|(&m, i)| (view.action(game, m), m.choice, i)));
        sorted.sort_unstable();
        starts.clear();
        for (i, entry) in sorted.iter().enumerate() {
            if i == 0 || sorted[i - 1].0 != entry.0 {
                starts.push(i as u32);
            }
        }
        starts.push(sorted.len() as u32);
    }

    /// How many different actions there are.
    pub fn actions(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether some action can be carried out in several ways.
    pub fn has_variants(&self) -> bool {
        self.actions() < self.sorted.len()
    }

    /// The action of that number.
    pub fn action(&self, number: usize) -> Action {
        self.sorted[self.starts[number] as usize].0
    }

    /// The number of an action, if it is legal.
    pub fn find(&self, action: Action) -> Option<usize> {
        let first = |&start: &u32| self.sorted[start as usize].0;
        self.starts[..self.actions()].binary_search_by_key(&action, first).ok()
    }

    /// The ways to carry an action out.
    pub fn variants(&self, number: usize) -> impl ExactSizeIterator<Item = Move> + '_ {
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        self.sorted[range].iter().map(|&(_, _, i)| self.moves[i as usize])
    }

    /// A number that stands for the set of actions.
    pub fn hash(&self) -> u64 {
        self.starts[..self.actions()].iter().fold(1, |hash, &start| {
            let (kind, from, to) = self.sorted[start as usize].0;
            mix(hash ^ (u64::from(kind) << 32 | u64::from(from) << 16 | u64::from(to)))
        })
    }

    /// All moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{AnyGame, Player, lower};
    use crate::language::parse;

    fn game(source: &str) -> AnyGame {
        AnyGame::new(lower(&parse(source).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn stacks_and_states_are_not_seen_and_owners_and_types_are() {
        let first = |rules: &str, label: &str| {
            let AnyGame::W1(game) = game(rules) else { panic!() };
            let view = View::of(&game, &["Stone".into(), "King".into()]).unwrap();
            let mut position = Position::new(&game, Player::White);
            let m = game.read_move(&position, label).unwrap();
            position.apply(&game, m);
            view.observe(&game, position.state())
        };
        let rules = |piece: &str| {
            format!("(game A (board (tiling square) (size 3 3)) (pieces {piece}) (end (All win (in-a-row 3))))")
        };
        let plain = rules("(Stone All (moves (move (pre (empty to)) (action (push)))))");
        let doubled = rules("(Stone All (state 4) (moves (move (pre (empty to)) (action (push) (push)))))");
        let king = rules("(King All (moves (move (pre (empty to)) (action (push)))))");
        assert_eq!(first(&plain, "b2"), first(&doubled, "b2"));
        assert_ne!(first(&plain, "b2"), first(&plain, "b3"));
        assert_ne!(first(&plain, "b2"), first(&king, "b2"));
        let AnyGame::W1(other) = game(&rules("(Queen All (moves (move (pre (empty to)) (action (push)))))")) else {
            panic!()
        };
        assert!(View::of(&other, &["Stone".into()]).is_none());
    }
}
