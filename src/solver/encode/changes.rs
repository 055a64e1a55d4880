//! Moves as changes of characters, found by asking.

use super::alphabet::Content;
use super::draft::Draft;
use super::refusal::Refusal;
use super::turn::{Step, steps};
use super::view::{Lookup, Partial, Setting, Stop};
use crate::board::CellId;
use crate::game::rules::{Player, Rules};
use crate::solver::dfa::Event;
use std::collections::BTreeMap;

/// Positions tried for one move.
const MOST_OF_A_MOVE: u64 = 40_000;
/// Positions tried for all moves of a game.
pub(super) const MOST_TRIED: u64 = 4_000_000;
/// Moves of one turn.
const MOST_MOVES_OF_A_TURN: usize = 3;

/// Tries a move on a partly known position: what it writes, or what it asks for.
type Run<'r> = dyn FnMut(&[Option<u8>]) -> Lookup<Option<Written>> + 'r;

/// A change on the way: what is known of characters, and what is written to characters not read yet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    pairs: BTreeMap<usize, Vec<(u8, u8)>>,
    writes: BTreeMap<usize, u8>,
}

/// Finds the changes that moves make.
pub(super) struct Compiler<'a> {
    setting: &'a Setting<'a>,
    /// Contents of cells that have no symbol yet.
    pub met: Vec<Content>,
    tried: u64,
    /// How many positions may be tried.
    most: u64,
    /// By layer: whether a condition depends on it.
    pub read: Vec<bool>,
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
    /// One that tries no more than so many positions.
    pub fn new(setting: &'a Setting<'a>, most: u64) -> Self {
        Compiler { setting, met: Vec::new(), tried: 0, most, read: vec![false; setting.layers()] }
    }

    /// The changes of all turns of a player.
    pub fn side(&mut self, mover: Player) -> Result<Draft, Refusal> {
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

    /// What a pass that no piece makes changes.
    pub fn passes(&mut self, mover: Player) -> Result<Vec<Event>, Refusal> {
        let setting = self.setting;
        let found = self.explore(&mut vec![None; setting.layers()], 0, &mut |known| {
            let mut p = Partial::new(setting, known, mover);
            p.pass().map(|()| Some((p.cells, p.numbers)))
        });
        let changes = found.map_err(|what| Refusal::Ludeme { what, of: None })?;
        Ok(changes.into_iter().map(|c| self.event(c)).collect())
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
    fn explore(&mut self, known: &mut Vec<Option<u8>>, before: u64, run: &mut Run) -> Result<Vec<Change>, String> {
        self.tried += 1;
        if self.tried - before > MOST_OF_A_MOVE || self.tried > self.most {
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
            Err(Stop::Unsupported(what)) => return Err(what),
            Err(Stop::Need(layer)) => layer,
        };
        self.read[layer] = true;
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

    /// A change, found in board order, as an event of strings.
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
        event.renumbered(|layer| self.setting.order.renumbered(layer))
    }
}

/// Plays the steps of a turn.
fn play(setting: &Setting, known: &[Option<u8>], mover: Player, all: &[Step], made: &[Step]) -> Lookup<Fate> {
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
) -> Lookup<Option<Written>> {
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
    let piece = &rules.pieces[step.instance.kind];
    let number = piece.moves.iter().position(|m| std::ptr::eq(m, step.instance.def)).map_or(1, |i| i + 1);
    Refusal::Ludeme { what, of: Some((piece.name.clone(), number)) }
}
