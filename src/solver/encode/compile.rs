//! Compiling a game.

use super::alphabet::Alphabet;
use super::assemble::assemble;
use super::changes::Compiler;
use super::encoding::{Encoding, contents, string};
use super::extras;
use super::order::Order;
use super::refusal::{Refusal, refuse};
use super::view::{Extra, Setting};
use crate::game::rules::{ByPlayer, Player, Repetition};
use crate::game::{Game, Kind, UNLIMITED};
use crate::solver::dfa::{Event, Shape};

/// Compiles a game.
///
/// ```
/// use ludogen::game::{AnyGame, Player};
/// use ludogen::language::parse;
/// use ludogen::solver::dfa::{Root, Session};
/// use ludogen::solver::encode::encode;
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// with_game!(&game, game => {
///     let encoding = encode(game).unwrap();
///     let string = encoding.string(game, &game.initial(Player::White)).unwrap();
///     let problem = &encoding.problem;
///     assert!(encoding.cells() == 9 && problem.start().contains(&string));
///
///     // All first moves at once.
///     let mut session = Session::new(problem.shape()).unwrap();
///     let start = session.load(problem.start()).unwrap();
///     let after = problem.side(Player::White).after(&mut session, start, Root::ALL).unwrap();
///     assert_eq!(session.extract(after).count().unwrap(), 9);
/// });
/// ```
///
/// # Errors
/// If it cannot be done, with the ludeme that stands in the way.
pub fn encode<const W: usize>(game: &Game<W>) -> Result<Encoding, Refusal> {
    encode_with(game, FEW)
}

/// Compiles a game. Where it ends becomes sets if making them visits no more than `few` states, or patterns cannot tell it.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::game::rules::Player;
/// use ludogen::language::parse;
/// use ludogen::solver::dfa::{Root, Session};
/// use ludogen::solver::encode::encode_with;
/// use ludogen::with_game;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// for few in [0, 1 << 16] {
///     let problem = with_game!(&game, game => encode_with(game, few)).unwrap().problem;
///     let mut session = Session::new(problem.shape()).unwrap();
///     let start = session.load(problem.start()).unwrap();
///     let after = problem.side(Player::White).after(&mut session, start, Root::ALL).unwrap();
///     assert_eq!(session.extract(after).count().unwrap(), 9);
/// }
/// ```
///
/// # Errors
/// As [`encode`].
pub fn encode_with<const W: usize>(game: &Game<W>, few: u64) -> Result<Encoding, Refusal> {
    // The end is not tested at the start, and nobody is eliminated before the second move. Only where that matters are the first
    // moves counted.
    for counted in [0, 2] {
        if let Some(encoding) = counting(game, counted, few)? {
            return Ok(encoding);
        }
    }
    refuse("the start")
}

/// The states visited to tell where a game ends up to which that becomes sets: loaded ply by ply, larger ones cost more than patterns do.
const FEW: u64 = 1 << 16;

/// Compiles a game, telling so many numbers of moves apart at least; `None` if these are too few.
fn counting<const W: usize>(game: &Game<W>, counted: u8, few: u64) -> Result<Option<Encoding>, Refusal> {
    let start = game.initial(Player::White);
    let contents = contents(game, &start);
    let rules = game.rules();
    if rules.swap {
        return refuse("the swap of sides (`swap`)");
    }
    if rules.never.is_some() {
        return refuse("what a move must never lead to (`never`)");
    }
    if rules.longest {
        return refuse("turns as long as can be (`longest`)");
    }
    if rules.board.shape == crate::board::Shape::Boardless {
        return refuse("a board without edges (`boardless`)");
    }
    let forbids = matches!(rules.repetition, Repetition::Forbid | Repetition::Positional);
    let forbids_repetition = forbids && game.tracks_repetition();
    let mut extras = extras::extras(game, &start, counted)?;
    if rules.repetition == Repetition::Positional && forbids_repetition {
        return refuse("`(repetition positional)`");
    }
    let is_unlimited = |player: Player, kind: usize| start.hands[player][Kind::new(kind)] == UNLIMITED;
    let unlimited = &ByPlayer::of(|player| (0..rules.pieces.len()).map(|kind| is_unlimited(player, kind)).collect());
    let mut alphabet = Alphabet::new();
    for content in &contents {
        if alphabet.insert(content).is_none() {
            return refuse("so many different contents of a cell");
        }
    }
    let board = game.board();
    let facing = ByPlayer::of(|player| board.compass(rules.players[player.index()].facing));
    let by_rows = Order::of_board(board);
    let drafts = loop {
        let order = &by_rows;
        let setting = Setting { rules, board, facing, alphabet: &alphabet, extras: &extras, unlimited, order, few };
        let mut compiler = Compiler::new(&setting);
        let sides = [compiler.side(Player::White)?, compiler.side(Player::Black)?];
        let (met, read) = (compiler.met, compiler.read);
        if met.is_empty() {
            // A last cell that is never read between turns need not be kept.
            let last = extras.iter().position(|e| e.0 == Extra::Last);
            match last.filter(|&i| !read[board.len() + i]) {
                Some(i) => _ = extras.remove(i),
                None => break sides,
            }
            continue;
        }
        for content in &met {
            if alphabet.insert(content).is_none() {
                return refuse("so many different contents of a cell");
            }
        }
    };
    if forbids_repetition && extras.iter().any(|e| !matches!(e.0, Extra::Hand(..) | Extra::Moves)) {
        return refuse("`(repetition forbid)` with a memory of more than the board");
    }
    let order = Order::for_changes(board, &drafts);
    let drafts = drafts.map(|draft| {
        let renumbered = |event: Event| event.renumbered(|layer| order.renumbered(layer));
        draft.into_iter().map(|(urgency, events)| (urgency, events.into_iter().map(renumbered).collect())).collect()
    });
    let setting = Setting { rules, board, facing, alphabet: &alphabet, extras: &extras, unlimited, order: &order, few };
    let shape = Shape::new(&(0..setting.layers()).map(|l| setting.symbols(l)).collect::<Vec<_>>())?;
    let string = string(&alphabet, &extras, &order, &contents, &start);
    let Some(string) = string else { return refuse("the start") };
    let Some(problem) = assemble(&setting, &shape, &string, drafts)? else { return Ok(None) };
    Ok(Some(Encoding { problem, forbids_repetition, alphabet, extras, order }))
}
