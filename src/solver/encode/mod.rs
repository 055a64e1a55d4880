//! From rules to sets: any game whose moves look at few characters of a position, as a [`Problem`].
//!
//! A position is written as one character for the contents of each cell, in an order in which moves change characters close
//! together, then one for each number that the rules keep beside the board: pieces in hand, captives, moves made, passes, the last cell. Whose turn it
//! is, is not written; a turn of several moves is one change.
//!
//! Moves are found by asking. Each move (a definition with its cells) is evaluated on a position of which nothing is known. The
//! evaluation names the character that it must see; every symbol is then tried there, and so on until it is known whether the
//! move is legal and what it changes. So a move becomes a few changes, each with exactly the conditions that it depends
//! on, whatever ludemes these come from; what would have to see too much of the board is refused. Conditions that end a game
//! become automata directly.
//!
//! What cannot be compiled is named by ludeme; the explicit solver takes such games.

mod alphabet;
mod assemble;
mod changes;
mod counts;
mod end;
mod eval;
mod extras;
mod groups;
mod order;
mod turn;
mod view;

use super::dfa::{self, Event, Shape};
use super::symbolic::Problem;
use super::symbolic::layered::Ply;
use crate::game::rules::{Player, Repetition};
use crate::game::{Game, NOWHERE, State, UNLIMITED};
use crate::language::{Span, Tree};
use alphabet::{Alphabet, Content, Man};
use changes::Compiler;
use order::Order;
use view::{Extra, Setting};

/// Why a game is not compiled.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It uses something that no automaton here keeps.
    #[error("{what}{} cannot be compiled to sets of positions", in_move(.of))]
    Ludeme {
        /// The ludeme, in backquotes where it is a keyword, with what stands around it.
        what: String,
        /// The piece in a move of which it stands, and which of the piece's moves that is, the first being 1.
        of: Option<(String, usize)>,
    },
    /// Some set or relation grows too large.
    #[error(transparent)]
    Size(#[from] dfa::Error),
}

impl Refusal {
    /// Where the ludeme stands in the source of the rules, if it is a ludeme and was read from a source.
    pub fn span(&self, rules: &Tree) -> Option<Span> {
        let Refusal::Ludeme { what, of } = self else { return None };
        let of = of.as_ref().and_then(|(piece, number)| {
            let piece = rules.child("pieces")?.child(piece)?;
            Some(piece.child("moves").and_then(|moves| moves.args().get(number - 1)).unwrap_or(piece))
        });
        let keywords = what.split('`').skip(1).step_by(2);
        let heads = keywords.filter_map(|keyword| keyword.trim_matches(['(', ')']).split(' ').next());
        // In a turn of several moves it may stand in a later one than that named.
        let found = |head| of.and_then(|of| first(of, head)).or_else(|| first(rules, head));
        let found = heads.into_iter().find_map(found).or(of)?;
        (found.span != Span::default()).then_some(found.span)
    }
}

/// The first element or word with this head.
fn first<'t>(tree: &'t Tree, head: &str) -> Option<&'t Tree> {
    if tree.is(head) { Some(tree) } else { tree.items().iter().skip(1).find_map(|item| first(item, head)) }
}

/// Says in which move of which piece something stands.
fn in_move(of: &Option<(String, usize)>) -> String {
    of.as_ref().map_or(String::new(), |(piece, number)| format!(", in move {number} of `{piece}`,"))
}

fn refuse<T>(what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Ludeme { what: what.into(), of: None })
}

/// A game as sets and relations of strings.
pub struct Encoding {
    /// The game; side 0 is White, who moves first.
    pub problem: Problem,
    /// A position may come again, and a rule forbids it: draws are not certain.
    pub forbids_repetition: bool,
    alphabet: Alphabet,
    extras: Vec<(Extra, u8)>,
    order: Order,
}

/// Compiles a game.
///
/// # Errors
/// If it cannot be done, with the ludeme that stands in the way.
pub fn encode<const W: usize>(game: &Game<W>) -> Result<Encoding, Refusal> {
    encode_with(game, FEW)
}

/// Compiles a game. Where it ends becomes sets if making them visits no more than `few` states, or patterns cannot tell it.
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
    let unlimited = &[0, 1].map(|p: usize| (0..rules.pieces.len()).map(|k| start.hands[p][k] == UNLIMITED).collect());
    let mut alphabet = Alphabet::new();
    for content in &contents {
        if alphabet.insert(content).is_none() {
            return refuse("so many different contents of a cell");
        }
    }
    let board = game.board();
    let facing = [0, 1].map(|p: usize| board.compass(rules.players[p].facing));
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
    let Some(problem) = assemble::assemble(&setting, &shape, &string, drafts)? else { return Ok(None) };
    Ok(Some(Encoding { problem, forbids_repetition, alphabet, extras, order }))
}

impl Encoding {
    /// Whether values found backwards from all ends hold although a rule forbids repetition: positions that the rule takes for
    /// the same are one string.
    pub fn repeats_as_strings(&self) -> bool {
        self.move_layer().is_none()
    }

    /// Whether a position may come again in a game whose plies are these, each string at most once on any way.
    ///
    /// # Errors
    /// As [`dfa::Set::change`].
    pub fn recurs(&self, plies: &[Ply]) -> Result<bool, dfa::Error> {
        let Some((layer, most)) = self.move_layer() else { return Ok(false) };
        // Strings differ in the number of moves while that is told; the rule does not look at it.
        for (i, early) in plies.iter().enumerate().take(most as usize) {
            for (j, late) in plies.iter().enumerate().skip(i + 2).step_by(2) {
                let later = (j as u32).min(most.into()) as u8;
                let again = early.reached.change(&[(layer, i as u8, later)])?;
                if !again.intersection(&late.reached)?.is_empty() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The layer of the number of moves, if there is one, and the greatest number told apart.
    fn move_layer(&self) -> Option<(usize, u8)> {
        self.extras.iter().position(|e| e.0 == Extra::Moves).map(|i| (self.cells() + i, self.extras[i].1))
    }

    /// Cells of the board, whose contents are the first characters of a string.
    pub fn cells(&self) -> usize {
        self.problem.shape().len() - self.extras.len()
    }

    /// A state as a string, if nothing in it is unknown. Whose turn it is is not part of it.
    pub fn string<const W: usize>(&self, game: &Game<W>, state: &State<W>) -> Option<Vec<u8>> {
        string(&self.alphabet, &self.extras, &self.order, &contents(game, state), state)
    }
}

/// What stands on each cell.
fn contents<const W: usize>(game: &Game<W>, state: &State<W>) -> Vec<Content> {
    let men = |c| (0..game.height(state, c)).map(|level| Man::from(game.piece_at(state, c, level))).collect();
    game.board().cells().map(|c| Content { men: men(c), state: game.cell_state(state, c) }).collect()
}

fn string<const W: usize>(
    alphabet: &Alphabet,
    extras: &[(Extra, u8)],
    order: &Order,
    contents: &[Content],
    state: &State<W>,
) -> Option<Vec<u8>> {
    let cells = order.cells().iter().map(|&cell| alphabet.find(&contents[cell as usize]));
    let mut string = cells.collect::<Option<Vec<u8>>>()?;
    for &(extra, most) in extras {
        let value = match extra {
            Extra::Hand(player, kind) => state.hands[player][kind].into(),
            Extra::Captured(player, kind) => u32::from(state.captured[player][kind]).min(most.into()),
            Extra::Moves => state.move_number.min(most.into()),
            Extra::Moved(player) => state.moved[player].into(),
            Extra::Last => {
                if state.last_to == NOWHERE {
                    0
                } else {
                    u32::from(state.last_to) + 1
                }
            }
            Extra::Passes => u32::from(state.passes).min(most.into()),
        };
        string.push(u8::try_from(value).ok().filter(|&v| v <= most)?);
    }
    Some(string)
}
