//! Compiling a game.

use super::alphabet::{Alphabet, Content};
use super::assemble::assemble;
use super::changes::{Compiler, MOST_TRIED};
use super::counts::no_more_than_at_the_start;
use super::draft::Draft;
use super::encoding::{Encoding, contents, string};
use super::extras;
use super::order::Order;
use super::refusal::{Refusal, refuse};
use super::view::{Extra, Setting};
use crate::game::rules::{ByPlayer, Player, Repetition};
use crate::game::{Game, Kind, State, UNLIMITED};
use crate::solver::dfa::{Event, Shape};
use crate::solver::symbolic::Problem;

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
    let rules = game.rules();
    if rules.swap {
        return refuse("the swap of sides (`swap`)");
    }
    if rules.never.is_some() {
        return refuse("what a move must never lead to (`never`)");
    }
    let limits = Limits { few, tried: MOST_TRIED };
    // The end is not tested at the start, and nobody is eliminated before the second move. Only where that matters are the first
    // moves counted.
    for counted in [0, 2] {
        let drafted = drafted([game], counted, limits)?;
        let [source] = &drafted.sources;
        let setting = drafted.setting(source);
        let [draft] = &drafted.drafts;
        let Drafted { shape, start, .. } = &drafted;
        let Some(sides) = assemble(&setting, shape, start, draft)? else { continue };
        let problem = Problem::new(shape, start, sides)?;
        let problem = match no_more_than_at_the_start(&setting, shape, start, draft)? {
            Some(set) => problem.within(set),
            None => problem,
        };
        let Drafted { forbids_repetition, alphabet, extras, order, .. } = drafted;
        return Ok(Encoding { problem, forbids_repetition, alphabet, extras, order });
    }
    refuse("the start")
}

/// What compiling may take.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The states visited to tell where a game ends up to which that becomes sets.
    pub few: u64,
    /// The positions tried for the moves of a game.
    pub tried: u64,
}

/// The states visited to tell where a game ends up to which that becomes sets: loaded ply by ply, larger ones cost more than patterns do.
const FEW: u64 = 1 << 16;

/// A game to be compiled.
pub(super) struct Source<'g, const W: usize> {
    pub game: &'g Game<W>,
    /// As it begins.
    start: State<W>,
    contents: Vec<Content>,
    facing: ByPlayer<Option<usize>>,
    /// Pieces that never run out, by player and type.
    unlimited: ByPlayer<Vec<bool>>,
    forbids_repetition: bool,
}

impl<'g, const W: usize> Source<'g, W> {
    fn of(game: &'g Game<W>) -> Result<Self, Refusal> {
        let rules = game.rules();
        if rules.longest {
            return refuse("turns as long as can be (`longest`)");
        }
        if rules.board.shape == crate::board::Shape::Boardless {
            return refuse("a board without edges (`boardless`)");
        }
        let forbids = matches!(rules.repetition, Repetition::Forbid | Repetition::Positional);
        let forbids_repetition = forbids && game.tracks_repetition();
        if rules.repetition == Repetition::Positional && forbids_repetition {
            return refuse("`(repetition positional)`");
        }
        let start = game.initial(Player::White);
        let is_unlimited = |player: Player, kind: usize| start.hands[player][Kind::new(kind)] == UNLIMITED;
        let unlimited = ByPlayer::of(|player| (0..rules.pieces.len()).map(|kind| is_unlimited(player, kind)).collect());
        let facing = ByPlayer::of(|player| game.board().compass(rules.players[player.index()].facing));
        Ok(Source { contents: contents(game, &start), game, start, facing, unlimited, forbids_repetition })
    }

    /// The rules read against symbols, numbers and an order of the cells.
    fn setting<'a>(
        &'a self,
        alphabet: &'a Alphabet,
        extras: &'a [(Extra, u8)],
        order: &'a Order,
        few: u64,
    ) -> Setting<'a> {
        let Source { game, facing, unlimited, .. } = self;
        Setting { rules: game.rules(), board: game.board(), facing: *facing, alphabet, extras, unlimited, order, few }
    }
}

/// Games whose moves are known as changes of strings that mean the same in all of them.
pub(super) struct Drafted<'g, const W: usize, const N: usize> {
    pub sources: [Source<'g, W>; N],
    pub drafts: [[Draft; 2]; N],
    pub shape: Shape,
    /// The position that all begin with.
    pub start: Vec<u8>,
    forbids_repetition: bool,
    alphabet: Alphabet,
    extras: Vec<(Extra, u8)>,
    order: Order,
    few: u64,
}

impl<'g, const W: usize, const N: usize> Drafted<'g, W, N> {
    /// Whether a number is part of a position.
    pub fn keeps(&self, number: Extra) -> bool {
        self.extras.iter().any(|kept| kept.0 == number)
    }

    /// What the rules of one of the games are read against.
    pub fn setting<'a>(&'a self, source: &'a Source<'g, W>) -> Setting<'a> {
        source.setting(&self.alphabet, &self.extras, &self.order, self.few)
    }
}

/// Finds the changes that the moves of games make, telling so many numbers of moves apart at least.
pub(super) fn drafted<'g, const W: usize, const N: usize>(
    games: [&'g Game<W>; N],
    counted: u8,
    limits: Limits,
) -> Result<Drafted<'g, W, N>, Refusal> {
    let sources = games.into_iter().map(Source::of).collect::<Result<Vec<_>, _>>()?;
    let board = sources[0].game.board();
    let mut extras: Vec<(Extra, u8)> = Vec::new();
    let mut alphabet = Alphabet::new();
    for source in &sources {
        for (extra, most) in extras::extras(source.game, &source.start, counted)? {
            match extras.iter_mut().find(|known| known.0 == extra) {
                Some(known) => known.1 = known.1.max(most),
                None => extras.push((extra, most)),
            }
        }
        insert(&mut alphabet, &source.contents)?;
    }
    let by_rows = Order::of_board(board);
    let drafts = loop {
        let mut drafts: Vec<[Draft; 2]> = Vec::new();
        let mut met = Vec::new();
        let mut last_is_read = false;
        let last = extras.iter().position(|e| e.0 == Extra::Last);
        for source in &sources {
            let setting = source.setting(&alphabet, &extras, &by_rows, limits.few);
            let mut compiler = Compiler::new(&setting, limits.tried);
            drafts.push([compiler.side(Player::White)?, compiler.side(Player::Black)?]);
            met.append(&mut compiler.met);
            last_is_read |= last.is_some_and(|i| compiler.read[board.len() + i]);
        }
        if !met.is_empty() {
            insert(&mut alphabet, &met)?;
            continue;
        }
        // A last cell that is never read between turns need not be kept.
        match last.filter(|_| !last_is_read) {
            Some(i) => _ = extras.remove(i),
            None => break drafts,
        }
    };
    let forbids_repetition = sources.iter().any(|source| source.forbids_repetition);
    if forbids_repetition && extras.iter().any(|e| !matches!(e.0, Extra::Hand(..) | Extra::Moves)) {
        return refuse("`(repetition forbid)` with a memory of more than the board");
    }
    let order = Order::for_changes(board, &drafts[0]);
    let renumbered = |event: Event| event.renumbered(|layer| order.renumbered(layer));
    let in_order = |draft: Draft| -> Draft {
        draft.into_iter().map(|(urgency, events)| (urgency, events.into_iter().map(renumbered).collect())).collect()
    };
    let drafts: Vec<[Draft; 2]> = drafts.into_iter().map(|drafts| drafts.map(in_order)).collect();
    let setting = sources[0].setting(&alphabet, &extras, &order, limits.few);
    let shape = Shape::new(&(0..setting.layers()).map(|l| setting.symbols(l)).collect::<Vec<_>>())?;
    let starts = sources.iter().map(|source| string(&alphabet, &extras, &order, &source.contents, &source.start));
    let start = starts.reduce(|a, b| if a == b { a } else { None }).flatten();
    let (Some(start), Ok(sources), Ok(drafts)) = (start, sources.try_into(), drafts.try_into()) else {
        return refuse("the start");
    };
    Ok(Drafted { sources, drafts, shape, start, forbids_repetition, alphabet, extras, order, few: limits.few })
}

/// Gives contents that have none a symbol.
fn insert(alphabet: &mut Alphabet, contents: &[Content]) -> Result<(), Refusal> {
    match contents.iter().all(|content| alphabet.insert(content).is_some()) {
        true => Ok(()),
        false => refuse("so many different contents of a cell"),
    }
}
