//! Positions that are set up by hand, and what is wrong with those that cannot be played.

use super::end::Change;
use super::facts;
use super::kind::Kind;
use super::owner::Owner;
use super::rules::{Action, ByPlayer, EffectKind, PieceDef, Player, Rules, StateId};
use super::state::{MAX_DIRECTIONS, MAX_HEIGHT, Outcome, Piece, State, UNLIMITED};
use super::{Game, Position};
use crate::board::CellId;

/// The greatest state of a piece or cell.
const MOST_STATE: u8 = StateId::MAX.number();

/// A piece to be put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its type, by its place in [`Rules::pieces`].
    pub kind: usize,
    /// Its owner.
    pub owner: Owner,
    /// Its state.
    pub state: u8,
    /// Its flags.
    pub flags: u8,
    /// Its own facing as a direction of the board, or `None` for its owner's.
    pub facing: Option<usize>,
}

/// What is to be set up.
///
/// ```
/// use ludogen::game::{AnyGame, ByPlayer, Outcome, Owner, Placed, Player, SetUp, SetUpError};
/// use ludogen::language::parse;
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let stone = Placed { kind: 0, owner: Owner::White, state: 0, flags: 0, facing: None };
/// let mut wanted =
///     SetUp { cells: vec![Vec::new(); 9], states: Vec::new(), hands: ByPlayer::default(), mover: Player::White };
/// wanted.cells[0] = vec![stone];
/// wanted.cells[1] = vec![stone];
/// with_game!(&game, game => {
///     let mut position = game.set_up(&wanted).unwrap();
///     position.apply(game, game.read_move(&position, "c1").unwrap());
///     assert_eq!(position.outcome(), Some(Outcome::Win(Player::White)));
///
///     wanted.cells[2] = vec![stone];
///     assert!(matches!(game.set_up(&wanted), Err(SetUpError::Over(_))));
/// });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// By cell: the pieces from the bottom up.
    pub cells: Vec<Vec<Placed>>,
    /// By cell: its own state; empty where all are 0.
    pub states: Vec<u8>,
    /// By player and type: the pieces in hand; types that are missing have as many as at the start. Those that never run out stay so.
    pub hands: ByPlayer<Vec<(usize, u8)>>,
    /// Whose turn it is.
    pub mover: Player,
}

/// Why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetUpError {
    /// Another number of cells.
    #[error("the board has {wanted} cells, not {found}")]
    Cells {
        /// How many there are.
        wanted: usize,
        /// How many were given.
        found: usize,
    },
    /// A type that there is not.
    #[error("{0}: there is no such piece")]
    NoPiece(String),
    /// An owner who cannot have such a piece.
    #[error("{cell}: {owner} cannot have a {piece} here")]
    Owner {
        /// Where.
        cell: String,
        /// Who.
        owner: String,
        /// What.
        piece: String,
    },
    /// More than one piece where pieces do not stack, or a stack that is too high.
    #[error("{cell}: at most {most} on one cell in this game")]
    Stack {
        /// Where.
        cell: String,
        /// How many pieces there may be.
        most: String,
    },
    /// A state, flag or facing that pieces or cells of this game do not have.
    #[error("{0}: pieces and cells of this game have no such state, flags or facing")]
    State(String),
    /// More in hand than can be.
    #[error("a hand holds at most {most} {piece}")]
    Hand {
        /// What.
        piece: String,
        /// How many.
        most: u8,
    },
    /// More pieces than the game has, and no move makes new ones.
    #[error("the game has {most} {piece} in all, and {found} are on the board and in hand")]
    Many {
        /// What.
        piece: String,
        /// How many there are.
        most: usize,
        /// How many were given.
        found: usize,
    },
    /// Something holds that no move may lead to.
    #[error("{0} cannot have moved to here: the rules forbid moves that lead to this")]
    Never(String),
    /// The game is over.
    #[error("the game would be over here: {0}")]
    Over(String),
}

/// Whether some move changes the owners of pieces.
fn converts(rules: &Rules) -> bool {
    let owners = |action: &Action| matches!(action, Action::Push { owner: Some(_), .. });
    facts::moves(rules).any(|(_, m)| {
        m.actions.iter().any(owners) || m.post.iter().any(|e| matches!(e.kind, EffectKind::Convert { .. }))
    })
}

/// Whether no move makes new pieces of a type: each puts down what it took before.
fn is_fixed(piece: &PieceDef) -> bool {
    piece.moves.iter().all(|m| {
        let mut held = false;
        m.actions.iter().all(|action| match action {
            Action::Pass => true,
            Action::Pop(..) => {
                held = true;
                true
            }
            Action::Push { trail, .. } => std::mem::take(&mut held) && !trail,
        })
    })
}

/// Whether some move turns other pieces into pieces of a type.
fn is_made(rules: &Rules, kind: usize) -> bool {
    let makes = |effect: &EffectKind| match effect {
        EffectKind::Convert { pieces: Some(pieces), .. } => pieces.kind.is_none_or(|made| made == kind),
        _ => false,
    };
    facts::moves(rules).any(|(_, m)| m.post.iter().any(|e| makes(&e.kind)))
}

impl<const W: usize> Game<W> {
    fn told(&self, cell: CellId) -> String {
        self.board.label(cell).to_lowercase()
    }

    /// A position set up by hand, as if nothing had come before it.
    ///
    /// # Errors
    /// If it is none of this game, or one in which there is nothing left to play.
    pub fn set_up(&self, wanted: &SetUp) -> Result<Position<W>, SetUpError> {
        let cells = self.board.len();
        let states = if wanted.states.is_empty() { cells } else { wanted.states.len() };
        if let Some(found) = [wanted.cells.len(), states].into_iter().find(|&found| found != cells) {
            return Err(SetUpError::Cells { wanted: cells, found });
        }
        let mut state = State {
            owned: super::ByOwner::default(),
            hash: 0,
            extra: self.layout.empty::<W>(),
            mover: wanted.mover,
            // What only happens at the very beginning does not happen any more.
            move_number: 2,
            moved: ByPlayer([true; 2]),
            outcome: None,
            ..self.start.clone()
        };
        for (cell, pieces) in (0..).zip(&wanted.cells) {
            self.fill(&mut state, cell, pieces)?;
        }
        for (cell, &value) in (0..).zip(&wanted.states) {
            if value > MOST_STATE || value != 0 && !self.layout.cell_states {
                return Err(SetUpError::State(self.told(cell)));
            }
            if value != 0 {
                self.layout.set_cell_state(&mut state, cell, StateId::from_byte(value));
            }
        }
        self.hand_out(&mut state, wanted)?;
        self.count(&state)?;
        state.hash = self.hash_from_scratch(&state);
        self.begun(state)
    }

    /// Whether a piece of that type and owner is there at the start.
    fn begins_with(&self, placed: &Placed) -> bool {
        self.board.cells().any(|cell| {
            (0..self.height(&self.start, cell)).any(|h| {
                let piece = self.piece_at(&self.start, cell, h);
                piece.kind().index() == placed.kind && piece.owner() == placed.owner
            })
        })
    }

    fn fill(&self, state: &mut State<W>, cell: CellId, pieces: &[Placed]) -> Result<(), SetUpError> {
        let most = if self.layout.stacks() { MAX_HEIGHT } else { 1 };
        if pieces.len() > most {
            let most = if most == 1 { "one piece".into() } else { format!("{most} pieces") };
            return Err(SetUpError::Stack { cell: self.told(cell), most });
        }
        for placed in pieces {
            let Some(def) = self.rules.pieces.get(placed.kind) else {
                return Err(SetUpError::NoPiece(self.told(cell)));
            };
            let turned = placed.owner != Owner::Nobody && converts(&self.rules);
            if !facts::may_own(def, placed.owner) && !turned && !self.begins_with(placed) {
                let owner = match placed.owner {
                    Owner::White => self.rules.players[0].name.clone(),
                    Owner::Black => self.rules.players[1].name.clone(),
                    Owner::Nobody => "nobody".into(),
                };
                return Err(SetUpError::Owner { cell: self.told(cell), owner, piece: def.name.clone() });
            }
            let flags = 1u16.checked_shl(self.rules.flags.len() as u32).unwrap_or(0).wrapping_sub(1);
            let directions = self.board.directions().min(MAX_DIRECTIONS - 1);
            if placed.state > MOST_STATE
                || u16::from(placed.flags) & !flags != 0
                || placed.facing.is_some_and(|d| d >= directions)
            {
                return Err(SetUpError::State(self.told(cell)));
            }
            let kind = Kind::new(placed.kind);
            let piece = Piece::new(kind, placed.owner, StateId::from_byte(placed.state), placed.flags)
                .with_facing(placed.facing);
            if self.layout.plain && piece != self.layout.plain_piece[placed.owner] {
                return Err(SetUpError::State(self.told(cell)));
            }
            self.layout.put(state, cell, piece);
        }
        Ok(())
    }

    fn hand_out(&self, state: &mut State<W>, wanted: &SetUp) -> Result<(), SetUpError> {
        for player in Player::BOTH {
            for &(kind, count) in &wanted.hands[player] {
                let def = self.rules.pieces.get(kind);
                let def = def.ok_or_else(|| SetUpError::NoPiece(self.rules.players[player.index()].name.clone()))?;
                let hand = &mut state.hands[player].0[kind];
                if *hand == UNLIMITED {
                    continue;
                }
                if count == UNLIMITED {
                    return Err(SetUpError::Hand { piece: def.name.clone(), most: UNLIMITED - 1 });
                }
                *hand = count;
            }
        }
        Ok(())
    }

    /// Refuses more pieces of a type than there are in all.
    fn count(&self, state: &State<W>) -> Result<(), SetUpError> {
        let all = |state: &State<W>, kind: usize| -> Option<usize> {
            let hands = Player::BOTH.map(|player| state.hands[player].0[kind]);
            if hands.contains(&UNLIMITED) {
                return None;
            }
            let on = |cell| {
                (0..self.height(state, cell)).filter(move |&h| self.piece_at(state, cell, h).kind().index() == kind)
            };
            let placed = self.board.cells().map(|cell| on(cell).count()).sum::<usize>();
            Some(placed + hands.iter().map(|&n| usize::from(n)).sum::<usize>())
        };
        for (kind, def) in self.rules.pieces.iter().enumerate() {
            if !is_fixed(def) || is_made(&self.rules, kind) {
                continue;
            }
            let (Some(most), Some(found)) = (all(&self.start, kind), all(state, kind)) else { continue };
            if found > most {
                return Err(SetUpError::Many { piece: def.name.clone(), most, found });
            }
        }
        Ok(())
    }

    /// The position with that state, if it can be gone on from.
    fn begun(&self, mut state: State<W>) -> Result<Position<W>, SetUpError> {
        let before = state.mover.opponent();
        let past = vec![self.key(&state)];
        if let Some((atoms, tree)) = &self.sides[before].never
            && tree.holds(&mut |i| self.holds_now(&atoms[i].test, &state, &[], before, &mut Some(true)))
        {
            return Err(SetUpError::Never(self.rules.players[before.index()].name.clone()));
        }
        state.outcome = self.decide(&state, &past, Change::anything(before), &mut None);
        if state.outcome.is_none() {
            self.settle(&mut state, &past);
        }
        match state.outcome {
            Some(Outcome::Win(player)) => {
                Err(SetUpError::Over(format!("{} has won", self.rules.players[player.index()].name)))
            }
            Some(Outcome::Draw) => Err(SetUpError::Over("it is a draw".into())),
            None => Ok(Position::after(state, past)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::AnyGame;
    use super::*;
    use crate::language::parse;
    use crate::streams;
    use crate::with_game;
    use rand::RngExt;

    /// What a position looks like, as somebody would set it up.
    fn copied<const W: usize>(game: &Game<W>, state: &State<W>) -> SetUp {
        let placed = |piece: Piece| Placed {
            kind: piece.kind().index(),
            owner: piece.owner(),
            state: piece.state().number(),
            flags: piece.flags(),
            facing: piece.facing(),
        };
        let stack = |c: CellId| (0..game.height(state, c)).map(|h| placed(game.piece_at(state, c, h))).collect();
        let hand = |player: Player| {
            (0..game.rules().pieces.len())
                .map(|k| (k, state.hands[player].0[k]))
                .filter(|&(_, n)| n != UNLIMITED)
                .collect()
        };
        SetUp {
            cells: game.board().cells().map(stack).collect(),
            states: game.board().cells().map(|c| game.cell_state(state, c).number()).collect(),
            hands: ByPlayer(Player::BOTH.map(hand)),
            mover: state.mover,
        }
    }

    /// Positions of random games are set up again as they are; returns how many.
    fn again<const W: usize>(game: &Game<W>, seed: u64) -> usize {
        let mut position = Position::new(game, Player::White);
        let mut random = streams::generator(seed);
        let (mut legal, mut count) = (Vec::new(), 0);
        for _ in 0..60 {
            if position.outcome().is_some() {
                break;
            }
            let state = position.state();
            if !state.continuing && state.move_number > 1 {
                match game.set_up(&copied(game, state)) {
                    Ok(same) => {
                        assert_eq!(game.fault(same.state()), None, "{}", game.rules().name);
                        if same.state().scores == state.scores {
                            assert_eq!(game.full_key(same.state()), game.full_key(state), "{}", game.rules().name);
                        }
                        count += 1;
                    }
                    // What the last move was is not set up, and some rules end the game by it.
                    Err(SetUpError::Over(_)) => {}
                    Err(error) => panic!("{}: {error}", game.rules().name),
                }
            }
            position.legal(game, &mut legal);
            position.apply(game, legal[random.random_range(0..legal.len())]);
        }
        count
    }

    #[test]
    fn positions_of_random_games_of_every_seed_game_are_set_up_as_they_are() {
        let (mut seen, mut positions) = (0, 0);
        for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/seed-games")).expect("seed games") {
            let path = file.expect("a file").path();
            if path.extension().is_none_or(|e| e != "ludi") {
                continue;
            }
            let tree = parse(&std::fs::read_to_string(&path).expect("rules")).expect("a game");
            let game = AnyGame::of(&tree).expect("a game");
            positions += with_game!(&game, g => again(g, seen));
            seen += 1;
        }
        assert!(seen >= 200 && positions > 40 * seen as usize / 2, "{positions} positions of {seen} games");
    }

    fn game(rules: &str) -> Game<1> {
        let AnyGame::W1(game) = AnyGame::of(&parse(rules).expect("rules")).expect("a game") else {
            panic!("a small board")
        };
        game
    }

    #[test]
    fn what_no_game_can_come_to_is_refused_with_a_reason() {
        let three = game("(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))");
        let stone = |owner| Placed { kind: 0, owner, state: 0, flags: 0, facing: None };
        let empty =
            SetUp { cells: vec![Vec::new(); 9], states: Vec::new(), hands: ByPlayer::default(), mover: Player::Black };
        let with = |changes: &[(usize, Placed)]| {
            let mut wanted = empty.clone();
            changes.iter().for_each(|&(cell, piece)| wanted.cells[cell].push(piece));
            three.set_up(&wanted).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(with(&[(0, stone(Owner::White)), (4, stone(Owner::Black))]), Ok(()));
        let twice = [(4, stone(Owner::White)), (4, stone(Owner::Black))];
        assert_eq!(with(&twice), Err("b2: at most one piece on one cell in this game".into()));
        let row = [0, 1, 2].map(|cell| (cell, stone(Owner::White)));
        assert_eq!(with(&row), Err("the game would be over here: White has won".into()));
        let full = (0..9)
            .map(|c| (c, stone([Owner::White, Owner::White, Owner::Black, Owner::Black][c % 4])))
            .collect::<Vec<_>>();
        assert!(with(&full).unwrap_err().starts_with("the game would be over here"), "{:?}", with(&full));
        assert!(with(&[(4, stone(Owner::Nobody))]).unwrap_err().contains("nobody cannot have a"));
        assert_eq!(with(&[(4, Placed { kind: 3, ..stone(Owner::White) })]), Err("b2: there is no such piece".into()));
        for odd in [
            Placed { state: 7, ..stone(Owner::White) },
            Placed { flags: 1, ..stone(Owner::White) },
            Placed { facing: Some(99), ..stone(Owner::White) },
        ] {
            assert_eq!(
                with(&[(4, odd)]),
                Err("b2: pieces and cells of this game have no such state, flags or facing".into())
            );
        }
        let short = SetUp { cells: vec![Vec::new(); 8], ..empty };
        assert_eq!(three.set_up(&short).unwrap_err().to_string(), "the board has 9 cells, not 8");
    }

    #[test]
    fn chess_wants_its_kings_and_nobody_in_check_who_does_not_move() {
        let text = include_str!("../../seed-games/gardner-minichess.ludi");
        let chess = game(text);
        let start = copied(&chess, Position::new(&chess, Player::White).state());
        assert!(chess.set_up(&start).is_ok());
        let king = chess.rules().pieces.iter().position(|p| p.name == "King").expect("a king");
        let rook = chess.rules().pieces.iter().position(|p| p.name == "Rook").expect("a rook");
        let piece = |kind: usize, owner| {
            let def = &chess.rules().pieces[kind];
            Placed { kind, owner, state: def.state.number(), flags: def.flags, facing: None }
        };
        let mut wanted = SetUp { cells: vec![Vec::new(); 25], ..start };
        wanted.cells[0] = vec![piece(king, Owner::White)];
        wanted.cells[24] = vec![piece(king, Owner::Black)];
        assert!(chess.set_up(&wanted).is_ok(), "{:?}", chess.set_up(&wanted).map(|_| ()));
        // White's rook threatens Black's king, and it is White's turn.
        wanted.cells[22] = vec![piece(rook, Owner::White)];
        wanted.mover = Player::White;
        let error = chess.set_up(&wanted).map(|_| ()).unwrap_err();
        assert_eq!(error, SetUpError::Never("Black".into()));
        wanted.mover = Player::Black;
        assert!(chess.set_up(&wanted).is_ok());
        wanted.cells[12] = vec![piece(king, Owner::White)];
        let error = chess.set_up(&wanted).map(|_| ()).unwrap_err();
        assert!(matches!(error, SetUpError::Many { most: 2, found: 3, .. }), "{error}");
    }
}
