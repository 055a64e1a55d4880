//! From rules to sets: any game whose moves look at few characters of a position, as a [`Problem`].
//!
//! A position is written as one character for the contents of each cell, in board order, then one for each number that the rules
//! keep beside the board: pieces in hand, captives, moves made, passes, the last cell. Whose turn it is, is not written;
//! a turn of several moves is one change.
//!
//! Moves are found by asking. Each move (a definition with its cells) is evaluated on a position of which nothing is known. The
//! evaluation names the character that it must see; every symbol is then tried there, and so on until it is known whether the
//! move is legal and what it changes. So a move becomes a few changes, each with exactly the conditions that it depends
//! on, whatever ludemes these come from; what would have to see too much of the board is refused. Conditions that end a game
//! become automata directly ([`end`]).
//!
//! What cannot be compiled is named by ludeme; the explicit solver takes such games.

mod alphabet;
mod end;
mod eval;
mod turn;
mod view;

use super::code::moves_compared;
use super::dfa::{self, Event, Relation, Set, Shape};
use super::symbolic::{Moves, Outcome, Problem, Region, Side};
use crate::board::CellId;
use crate::game::rules::{Condition, EffectKind, Player, Repetition, Rules};
use crate::game::{Game, MAX_KINDS, State, UNLIMITED};
use alphabet::{Alphabet, Content, Man};
use std::collections::BTreeMap;
use turn::{Step, steps};
use view::{Asked, Extra, Partial, Setting, Stop};

/// Positions tried for one move, and for all.
const MOST_OF_A_MOVE: u64 = 40_000;
const MOST: u64 = 4_000_000;
/// Moves of one turn.
const MOST_MOVES_OF_A_TURN: usize = 3;
/// Captives are counted so far at most.
const MOST_CAPTIVES: u32 = 60;

/// Why a game is not compiled.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It uses something that no automaton here keeps.
    #[error("{what} cannot be compiled to sets of positions")]
    Ludeme {
        /// The ludeme, in backquotes where it is a keyword, with what stands around it.
        what: String,
    },
    /// Some set or relation grows too large.
    #[error(transparent)]
    Size(#[from] dfa::Error),
}

fn refuse<T>(what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Ludeme { what: what.into() })
}

/// A game as sets and relations of strings.
pub struct Encoding {
    /// The game; side 0 is White, who moves first.
    pub problem: Problem,
    /// A position may come again, and a rule forbids it: draws are not certain.
    pub forbids_repetition: bool,
    alphabet: Alphabet,
    extras: Vec<(Extra, u8)>,
}

/// Compiles a game.
///
/// # Errors
/// If it cannot be done, with the ludeme that stands in the way.
pub fn encode<const W: usize>(game: &Game<W>) -> Result<Encoding, Refusal> {
    let start = game.initial(Player::White);
    let contents = contents(game, &start);
    let rules = game.rules();
    if rules.swap {
        return refuse("the swap of sides (`swap`)");
    }
    if rules.never.is_some() {
        return refuse("what must `never` be after a move");
    }
    if rules.longest {
        return refuse("turns that must be the `longest`");
    }
    if rules.board.shape == crate::board::Shape::Boardless {
        return refuse("a board without edges (`boardless`)");
    }
    let forbids = matches!(rules.repetition, Repetition::Forbid | Repetition::Positional);
    let forbids_repetition = forbids && game.tracks_repetition();
    let mut extras = extras(game, &start)?;
    if rules.repetition == Repetition::Positional && forbids_repetition {
        return refuse("`(repetition positional)`");
    }
    let unlimited = [0, 1].map(|p: usize| (0..rules.pieces.len()).map(|k| start.hands[p][k] == UNLIMITED).collect());
    let mut alphabet = Alphabet::new();
    for content in &contents {
        if alphabet.insert(content).is_none() {
            return refuse("so many different contents of a cell");
        }
    }
    let facing = [0, 1].map(|p: usize| game.board().compass(rules.players[p].facing));
    let draft = loop {
        let setting =
            Setting { rules, board: game.board(), facing, alphabet: &alphabet, extras: &extras, unlimited: &unlimited };
        let mut compiler =
            Compiler { setting: &setting, met: Vec::new(), tried: 0, looked: vec![false; setting.layers()] };
        let sides = [compiler.side(Player::White)?, compiler.side(Player::Black)?];
        let (met, looked) = (compiler.met, compiler.looked);
        if met.is_empty() {
            // A last cell that nobody looks at between turns need not be kept.
            let last = extras.iter().position(|e| e.0 == Extra::Last);
            match last.filter(|&i| !looked[game.board().len() + i]) {
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
    if forbids_repetition && !extras.is_empty() && extras.iter().any(|e| !matches!(e.0, Extra::Hand(..))) {
        return refuse("`(repetition forbid)` with a memory of more than the board");
    }
    let setting =
        Setting { rules, board: game.board(), facing, alphabet: &alphabet, extras: &extras, unlimited: &unlimited };
    let shape = Shape::new(&(0..setting.layers()).map(|l| setting.symbols(l)).collect::<Vec<_>>())?;
    let string = string(&alphabet, &extras, &contents, &start);
    let Some(string) = string else { return refuse("the start") };
    let problem = assemble(&setting, &shape, &string, draft)?;
    Ok(Encoding { problem, forbids_repetition, alphabet, extras })
}

impl Encoding {
    /// A state as a string, if nothing in it is unknown. Whose turn it is is not part of it.
    pub fn string<const W: usize>(&self, game: &Game<W>, state: &State<W>) -> Option<Vec<u8>> {
        string(&self.alphabet, &self.extras, &contents(game, state), state)
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
    contents: &[Content],
    state: &State<W>,
) -> Option<Vec<u8>> {
    let mut string = contents.iter().map(|c| alphabet.find(c)).collect::<Option<Vec<u8>>>()?;
    for &(extra, most) in extras {
        let value = match extra {
            Extra::Hand(player, kind) => state.hands[player][kind].into(),
            Extra::Captured(player, kind) => u32::from(state.captured[player][kind]).min(most.into()),
            Extra::Moves => state.move_number.min(most.into()),
            Extra::Moved(player) => state.moved[player].into(),
            Extra::Last => {
                if state.last_to == crate::game::NOWHERE {
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

/// The numbers that a position must keep, each with the greatest value told apart.
fn extras<const W: usize>(game: &Game<W>, start: &State<W>) -> Result<Vec<(Extra, u8)>, Refusal> {
    let rules = game.rules();
    let memory = game.memory();
    let mut extras = Vec::new();
    let kinds = rules.pieces.len().min(MAX_KINDS);
    let effects = || rules.pieces.iter().flat_map(|p| &p.moves).flat_map(|m| &m.post);
    let recycles = effects().any(|e| matches!(e.kind, EffectKind::Capture { recycle: true, .. }));
    for (player, kind) in (0..2).flat_map(|p| (0..kinds).map(move |k| (p, k))) {
        let held = start.hands[player][kind];
        if held == UNLIMITED || (held == 0 && !recycles) {
            continue;
        }
        // No more pieces than there are can come back.
        let on_board = start.occupied().len();
        let all: u32 = start.hands.iter().flatten().filter(|&&n| n != UNLIMITED).map(|&n| u32::from(n)).sum();
        let most = if recycles { u32::from(held) + on_board + all } else { u32::from(held) };
        let Some(most) = u8::try_from(most).ok().filter(|&n| n < UNLIMITED - 1) else {
            return refuse("so many pieces in hand (`in-hand`)");
        };
        extras.push((Extra::Hand(player, kind), most));
    }
    if memory.captured {
        let most = rules.end.iter().map(|c| captives(&c.condition)).max().unwrap_or(0);
        if most == 0 || most > MOST_CAPTIVES {
            return refuse("`num-captured`, or so many captives (`capture`)");
        }
        extras.extend((0..2).flat_map(|p| (0..kinds).map(move |k| (Extra::Captured(p, k), most as u8))));
    }
    match moves_compared(rules) {
        0 => {}
        n @ 1..=200 => extras.push((Extra::Moves, n as u8)),
        _ => return refuse("a number computed from the number of moves (`move-number`)"),
    }
    if memory.moved {
        extras.extend([(Extra::Moved(0), 1), (Extra::Moved(1), 1)]);
    }
    if memory.last {
        let Ok(cells) = u8::try_from(game.board().len()) else {
            return refuse("the last cell (`last`) of a large board");
        };
        extras.push((Extra::Last, cells));
    }
    let passing = rules.pieces.iter().flat_map(|p| &p.moves).any(|m| m.passes());
    if rules.can_pass || passing || rules.end.iter().any(|c| speaks_of_all_passed(&c.condition)) {
        extras.push((Extra::Passes, 2));
    }
    Ok(extras)
}

/// The greatest number of captives that a condition asks for.
fn captives(condition: &Condition) -> u32 {
    match condition {
        Condition::And(cs) | Condition::Or(cs) => cs.iter().map(captives).max().unwrap_or(0),
        Condition::Not(c) => captives(c),
        Condition::Capture { count, .. } => *count,
        _ => 0,
    }
}

fn speaks_of_all_passed(condition: &Condition) -> bool {
    match condition {
        Condition::And(cs) | Condition::Or(cs) => cs.iter().any(speaks_of_all_passed),
        Condition::Not(c) => speaks_of_all_passed(c),
        Condition::AllPassed => true,
        _ => false,
    }
}

/// The changes that turns of a player make, by the urgency of the first move.
type Draft = Vec<(u16, Vec<Event>)>;

/// A change on the way: what is known of characters, and what is written to characters not looked at yet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    pairs: BTreeMap<usize, Vec<(u8, u8)>>,
    writes: BTreeMap<usize, u8>,
}

struct Compiler<'a> {
    setting: &'a Setting<'a>,
    /// Contents of cells that have no symbol yet.
    met: Vec<Content>,
    tried: u64,
    /// By layer: whether a condition depends on it.
    looked: Vec<bool>,
}

/// How a turn ends that is being tried.
enum Fate {
    Illegal,
    Done(Written),
    GoesOn,
}

/// What a turn writes: contents of cells, and numbers by layer.
type Written = (BTreeMap<CellId, Content>, BTreeMap<usize, u8>);

impl<'a> Compiler<'a> {
    fn side(&mut self, mover: Player) -> Result<Draft, Refusal> {
        let all = steps(self.setting, mover);
        let mut draft: Draft = Vec::new();
        for step in &all {
            let mut changes = Vec::new();
            self.turn(mover, &all, &mut vec![*step], &mut changes)
                .map_err(|what| at(self.setting.rules, step, what))?;
            let events = changes.into_iter().map(|c| self.event(c));
            match draft.last_mut().filter(|d| d.0 == step.urgency) {
                Some((_, of)) => of.extend(events),
                None => draft.push((step.urgency, events.collect())),
            }
        }
        draft.retain(|(_, events)| !events.is_empty());
        Ok(draft)
    }

    /// The changes of all turns that begin with these steps.
    fn turn(
        &mut self,
        mover: Player,
        all: &[Step<'a>],
        begun: &mut Vec<Step<'a>>,
        changes: &mut Vec<Change>,
    ) -> Result<(), String> {
        let setting = self.setting;
        let mut goes_on = false;
        let made = begun.clone();
        let before = self.tried;
        let found = self.explore(&mut vec![None; setting.layers()], before, &mut |known| match play(
            setting, known, mover, all, &made,
        )? {
            Fate::Illegal => Ok(None),
            Fate::Done(written) => Ok(Some(written)),
            Fate::GoesOn => {
                goes_on = true;
                Ok(None)
            }
        })?;
        changes.extend(found);
        if !goes_on {
            return Ok(());
        }
        if begun.len() >= MOST_MOVES_OF_A_TURN {
            return Err("a turn of many moves (`repeat`)".into());
        }
        // The turn ends here where no further move can be made.
        let found = self.explore(&mut vec![None; setting.layers()], before, &mut |known| {
            ended(setting, known, mover, all, &made)
        })?;
        changes.extend(found);
        for step in all {
            begun.push(*step);
            self.turn(mover, all, begun, changes)?;
            begun.pop();
        }
        Ok(())
    }

    /// All ways in which a partly known position can turn out, tried until the outcome of `run` is known.
    fn explore(
        &mut self,
        known: &mut Vec<Option<u8>>,
        before: u64,
        run: &mut dyn FnMut(&[Option<u8>]) -> Asked<Option<Written>>,
    ) -> Result<Vec<Change>, String> {
        self.tried += 1;
        if self.tried - before > MOST_OF_A_MOVE || self.tried > MOST {
            return Err("a move that depends on so much of the board".into());
        }
        let layer = match run(known) {
            Ok(None) => return Ok(Vec::new()),
            Ok(Some((cells, numbers))) => {
                let mut writes = numbers;
                for (cell, content) in cells {
                    match self.setting.alphabet.find(&content) {
                        Some(symbol) => _ = writes.insert(cell as usize, symbol),
                        None => {
                            if !self.met.contains(&content) {
                                self.met.push(content);
                            }
                        }
                    }
                }
                return Ok(vec![Change { pairs: BTreeMap::new(), writes }]);
            }
            Err(Stop::Beyond(what)) => return Err(what),
            Err(Stop::Need(layer)) => layer,
        };
        self.looked[layer] = true;
        // Symbols after which everything else is alike go together.
        let mut alike: BTreeMap<Change, Vec<(u8, u8)>> = BTreeMap::new();
        for symbol in 0..self.setting.symbols(layer) as u16 {
            let symbol = symbol as u8;
            known[layer] = Some(symbol);
            for mut change in self.explore(known, before, run)? {
                let after = change.writes.remove(&layer).unwrap_or(symbol);
                alike.entry(change).or_default().push((symbol, after));
            }
        }
        known[layer] = None;
        let joined = |(mut change, pairs): (Change, _)| {
            change.pairs.insert(layer, pairs);
            change
        };
        Ok(alike.into_iter().map(joined).collect())
    }

    /// A change as an event.
    fn event(&self, change: Change) -> Event {
        let mut event = Event::new();
        for (layer, pairs) in change.pairs {
            let symbols = self.setting.symbols(layer);
            if pairs.len() < symbols || pairs.iter().any(|(a, b)| a != b) {
                event = event.with(layer, &pairs);
            }
        }
        for (layer, after) in change.writes {
            let pairs: Vec<(u8, u8)> = (0..self.setting.symbols(layer) as u16).map(|s| (s as u8, after)).collect();
            event = event.with(layer, &pairs);
        }
        event
    }
}

/// Plays the steps of a turn.
fn play(setting: &Setting, known: &[Option<u8>], mover: Player, all: &[Step], made: &[Step]) -> Asked<Fate> {
    let mut p = Partial::new(setting, known, mover);
    for (i, step) in made.iter().enumerate() {
        if i > 0 && !p.continuing {
            return Ok(Fate::Illegal);
        }
        if !p.is_possible(step)? {
            return Ok(Fate::Illegal);
        }
        // Whether something more urgent can be done at the start of a turn is settled for all positions at once.
        let urgent = all.partition_point(|s| s.urgency < step.urgency);
        if i > 0 && p.any_possible(&all[..urgent])? {
            return Ok(Fate::Illegal);
        }
        p.make(step)?;
    }
    Ok(if p.continuing { Fate::GoesOn } else { Fate::Done((p.cells, p.numbers)) })
}

/// The position after steps that should go on, where they cannot.
fn ended(
    setting: &Setting,
    known: &[Option<u8>],
    mover: Player,
    all: &[Step],
    made: &[Step],
) -> Asked<Option<Written>> {
    let mut p = Partial::new(setting, known, mover);
    for step in made {
        if !p.is_possible(step)? {
            return Ok(None);
        }
        p.make(step)?;
        if !p.continuing {
            return Ok(None);
        }
    }
    Ok((!p.any_possible(all)?).then_some((p.cells, p.numbers)))
}

/// Names the place in the rules that stands in the way.
fn at(rules: &Rules, step: &Step, what: String) -> Refusal {
    let piece = &rules.pieces[step.doing.kind];
    let number = piece.moves.iter().position(|m| std::ptr::eq(m, step.doing.def)).map_or(0, |i| i + 1);
    Refusal::Ludeme { what: format!("{what}, in move {number} of `{}`,", piece.name) }
}

/// Puts the parts together.
fn assemble(setting: &Setting, shape: &Shape, start: &[u8], drafts: [Draft; 2]) -> Result<Problem, Refusal> {
    let full = Set::full(shape);
    let mut relations: [Vec<Relation>; 2] = Default::default();
    let mut movable = Vec::new();
    for (relations, draft) in relations.iter_mut().zip(&drafts) {
        let mut can = Set::empty(shape);
        for (_, events) in draft {
            let relation = Relation::new(shape, events)?;
            can = can.union(&dfa::image(&[(&full, &relation.inverse())])?)?;
            relations.push(relation);
        }
        movable.push(if setting.rules.can_pass { full.clone() } else { can });
    }
    let stuck: Vec<Set> = movable.iter().map(Set::complement).collect();
    let ends = end::Ends::new(setting, shape, [&stuck[0], &stuck[1]])?;
    let mut sides = Vec::new();
    for player in Player::BOTH {
        let s = player.index();
        let end::Outcomes { won, lost, drawn } = ends.of(player)?;
        let mut moves = Vec::new();
        let mut can = Set::empty(shape);
        for relation in std::mem::take(&mut relations[s]) {
            // A move is legal only where no more urgent one is.
            let here = dfa::image(&[(&full, &relation.inverse())])?;
            let rest = can.complement();
            can = can.union(&here)?;
            let of = Moves::new(relation);
            moves.push(if rest.is_full() { of } else { of.only_from(rest) });
        }
        let pass = Relation::new(shape, &passes(setting, player)?)?;
        if setting.rules.can_pass {
            moves.push(Moves::new(pass));
        } else {
            let forced = stuck[s].difference(&won)?.difference(&lost)?.difference(&drawn)?;
            if !forced.is_empty() {
                moves.push(Moves::new(pass).only_from(forced));
            }
        }
        if [&won, &lost, &drawn].iter().any(|set| set.contains(start)) && s == 0 {
            return refuse("a start at which the game would be over");
        }
        let [won, lost, drawn] = [won, lost, drawn].map(region);
        sides.push(Side { moves, won, lost, drawn, no_move: Outcome::Draw });
    }
    let sides: [Side; 2] = sides.try_into().map_err(|_| Refusal::Ludeme { what: "a game of other than two".into() })?;
    end::check_start(setting, shape, start, &sides[0], &ends)?;
    Ok(Problem::new(shape, start, sides)?)
}

fn region(set: Set) -> Region {
    if set.is_empty() { Region::Nothing } else { Region::Set(set) }
}

/// What a pass that no piece makes changes.
fn passes(setting: &Setting, mover: Player) -> Result<Vec<Event>, Refusal> {
    let mut compiler = Compiler { setting, met: Vec::new(), tried: 0, looked: vec![false; setting.layers()] };
    let found = compiler.explore(&mut vec![None; setting.layers()], 0, &mut |known| {
        let mut p = Partial::new(setting, known, mover);
        p.pass().map(|()| Some((p.cells, p.numbers)))
    });
    let changes = found.map_err(|what| Refusal::Ludeme { what })?;
    Ok(changes.into_iter().map(|c| compiler.event(c)).collect())
}
