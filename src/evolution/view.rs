//! Snapshots of the population: what a child is made from.

use crate::language::parse;
use crate::store::{Fate, GameId, MemberRow};
use crate::synthesis::parsimony::{length, length_at};
use crate::synthesis::{Breeding, Selection, select_parents};
use rand::{Rng, RngExt};
use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// A game that may become a parent.
pub struct Member {
    /// Its number.
    pub id: GameId,
    /// Its name.
    pub name: String,
    /// Its rules as printed.
    pub text: String,
    /// The hash of its rules, names aside.
    pub fingerprint: u64,
    /// Its generation.
    pub generation: u32,
    /// What orders the population.
    pub score: f64,
    /// Half the width of the score's 95 % interval.
    pub spread: f64,
    /// The nodes of its rules; 0 if they cannot be read.
    pub length: usize,
    /// Its cell of the archive; empty when it has none.
    pub niche: String,
    /// Whether it is a known game that is viable, or a candidate. Others, which are not viable, flawed or variants, stand for their niche only where there are none of these, as in
    /// constrained optimisation (Deb 2000), and are parents less often.
    pub feasible: bool,
    /// The policy it was measured with: advisor and weight; then who played (see [`ChildRecord::policy`](crate::store::ChildRecord::policy)).
    pub policy: Vec<(String, f64)>,
    derived: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Member {
    /// The member of that row.
    pub(crate) fn new(row: MemberRow) -> Self {
        Member {
            id: row.id,
            name: row.name,
            length: parse(&row.text).map_or(0, |tree| length(&tree)),
            text: row.text,
            fingerprint: row.fingerprint,
            generation: row.generation,
            score: row.score,
            spread: row.spread,
            niche: row.niche,
            feasible: row.feasible,
            policy: row.policy,
            derived: OnceLock::new(),
        }
    }

    /// Whether it is preferred to the best of its niche so far: viable known games and candidates come before what is not viable, flawed or a variant; then by the score; or, if
    /// ties go by length, by that where neither score lies outside the other's interval.
    fn is_preferred_to(&self, elite: &Member, ties: bool) -> bool {
        if self.feasible != elite.feasible {
            return self.feasible;
        }
        let tied = (self.score - elite.score).abs() <= self.spread.min(elite.spread);
        if ties && tied && self.length != elite.length {
            return self.length < elite.length;
        }
        self.score > elite.score
    }

    /// Something worked out from the member's rules, worked out once and kept: a parsed tree, say.
    ///
    /// `make` must depend on the member alone, and all callers must ask for the same type; one that asks for another type
    /// than the first gets `None`.
    pub fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce(&Member) -> T) -> Option<&T> {
        self.derived.get_or_init(|| Box::new(make(self))).downcast_ref()
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Member({} {} {})", self.id, self.name, self.score)
    }
}

/// So many members lie side by side at most.
const MOST_OF_A_BLOCK: usize = 1_024;

/// Members by rank, in blocks of a thousand: one more is put in its place without copying the others, which views have in common.
#[derive(Clone, Debug, Default)]
struct Ranked {
    blocks: Arc<Vec<Arc<Vec<Arc<Member>>>>>,
    len: usize,
}

impl Ranked {
    fn get(&self, mut rank: usize) -> Option<&Arc<Member>> {
        for block in self.blocks.iter() {
            match rank.checked_sub(block.len()) {
                Some(rest) => rank = rest,
                None => return block.get(rank),
            }
        }
        None
    }

    fn iter(&self) -> impl Iterator<Item = &Arc<Member>> {
        self.blocks.iter().flat_map(|block| block.iter())
    }

    /// Puts a member behind those of a higher score or the same.
    fn insert(&mut self, member: Arc<Member>) {
        self.len += 1;
        let before = |other: &Arc<Member>| other.score.total_cmp(&member.score).is_ge();
        let blocks = Arc::make_mut(&mut self.blocks);
        // The last block that begins with a member before it.
        let at = blocks.partition_point(|block| block.first().is_some_and(before)).saturating_sub(1);
        let Some(block) = blocks.get_mut(at) else {
            blocks.push(Arc::new(vec![member]));
            return;
        };
        let block = Arc::make_mut(block);
        block.insert(block.partition_point(before), member);
        if block.len() > MOST_OF_A_BLOCK {
            let rest = block.split_off(block.len() / 2);
            blocks.insert(at + 1, Arc::new(rest));
        }
    }
}

/// The names of all games, members or not, with the number of the game that has it. Shared by all views of a run.
type Names = Arc<RwLock<HashMap<String, GameId>>>;

/// A game as the population knows it.
#[derive(Clone, Debug)]
pub enum Known {
    /// One that may become a parent.
    Member(Arc<Member>),
    /// A rejected one, of which the name is taken.
    Named(Arc<str>),
}

/// All games, in the order of their making. Shared by all views of a run.
type Log = Arc<RwLock<Vec<Known>>>;

/// What is worked out from a population. Shared by all views of a run.
type Shared = Arc<OnceLock<Box<dyn Any + Send + Sync>>>;

/// The population as it stood after a certain game: a snapshot that never changes, cheap to clone.
#[derive(Clone, Debug)]
pub struct View {
    ranked: Ranked,
    shared: Shared,
    elites: Arc<BTreeMap<String, Arc<Member>>>,
    /// The viable known games.
    known: Arc<Vec<Arc<Member>>>,
    names: Names,
    log: Log,
    last: GameId,
    /// The median length of the known games.
    median: usize,
}

impl View {
    /// How many members there are.
    pub fn len(&self) -> usize {
        self.ranked.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ranked.len == 0
    }

    /// The member of that rank, the best being 0.
    pub fn by_rank(&self, rank: usize) -> Option<&Arc<Member>> {
        self.ranked.get(rank)
    }

    /// The members, the best first; equal scores in the order of their making.
    pub fn members(&self) -> impl Iterator<Item = &Arc<Member>> {
        self.ranked.iter()
    }

    /// The archive: the best member of every niche, by the niche's name; the older one where scores are equal, and the shorter one of two with
    /// scores that cannot be told apart, if the recipe says so. Where many came after the best and fell short of it, the best of these
    /// stands in its place, if the recipe says so.
    pub fn elites(&self) -> impl ExactSizeIterator<Item = &Arc<Member>> {
        self.elites.values()
    }

    /// Two parents, either of which may be the template; `None` with fewer than two members.
    ///
    /// Both are drawn uniformly from the archive, whatever their scores; with the chance [`known`](Breeding::known) the template is drawn from the viable known games instead. With
    /// fewer than two games in the archive both are drawn by rank. A pair is drawn again with a chance that grows with the length of its rules
    /// ([`parsimony`](crate::synthesis::Parsimony::parenthood)), and with one that the settings give for each infeasible game in it.
    pub fn parents(&self, breeding: &Breeding, rng: &mut impl Rng) -> Option<[&Arc<Member>; 2]> {
        let mut pair = self.pair(breeding, rng)?;
        // Long before that many draws a pair is taken, unless all are as good as impossible.
        for _ in 0..1_000 {
            let chance: f64 = pair.iter().map(|member| self.parenthood(member, breeding)).product();
            if chance >= 1.0 || rng.random_bool(chance.max(0.0)) {
                break;
            }
            pair = self.pair(breeding, rng)?;
        }
        Some(pair)
    }

    fn parenthood(&self, member: &Member, breeding: &Breeding) -> f64 {
        let left = if member.feasible { 1.0 } else { breeding.infeasible };
        breeding.parsimony.parenthood(member.length, self.median) * left
    }

    /// Two parents, whatever their length.
    fn pair(&self, breeding: &Breeding, rng: &mut impl Rng) -> Option<[&Arc<Member>; 2]> {
        if self.len() < 2 {
            return None;
        }
        let elites = self.elites.len();
        if breeding.selection == Selection::Archive && elites >= 2 {
            let first = rng.random_range(0..elites as u32) as usize;
            let other = rng.random_range(0..elites as u32 - 1) as usize;
            let second = other + usize::from(other >= first);
            let (mut template, donor) = (self.elites().nth(first)?, self.elites().nth(second)?);
            if !self.known.is_empty() && breeding.known > 0.0 && rng.random_bool(breeding.known.min(1.0)) {
                let drawn = self.known.get(rng.random_range(0..self.known.len() as u32) as usize);
                template = drawn.filter(|drawn| drawn.id != donor.id).unwrap_or(template);
            }
            return Some([template, donor]);
        }
        let (a, b) = select_parents(self.len(), breeding.pressure, rng);
        Some([self.by_rank(a)?, self.by_rank(b)?])
    }

    /// The length that this share of the known games does not exceed, in nodes.
    pub fn known_length(&self, share: f64) -> usize {
        let known = self.ranked.iter().filter(|member| member.generation == 0);
        length_at(&known.map(|member| member.length).collect::<Vec<_>>(), share)
    }

    /// The member of that number.
    pub fn get(&self, id: GameId) -> Option<Arc<Member>> {
        let log = self.log.read().unwrap_or_else(PoisonError::into_inner);
        match log.get((id.0 as usize).checked_sub(1)?)? {
            Known::Member(member) if id <= self.last => Some(Arc::clone(member)),
            _ => None,
        }
    }

    /// Something that is made once for all views of a run, and kept.
    ///
    /// All callers must ask for the same type; one that asks for another type than the first gets `None`.
    pub fn shared<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        self.shared.get_or_init(|| Box::new(make())).downcast_ref()
    }

    /// Whether a game of that name, member or rejected, had been made by then.
    pub fn is_taken(&self, name: &str) -> bool {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        // Later games may have come in since; they are not part of this view.
        names.get(name).is_some_and(|&id| id <= self.last)
    }

    /// The games made by then, in the order of their making, but for the first `skip` of them.
    ///
    /// A population is told by them: added one by one to another, they give the same views.
    pub fn games(&self, skip: u64) -> Vec<Known> {
        let log = self.log.read().unwrap_or_else(PoisonError::into_inner);
        let games = log.get(..self.last.0 as usize).unwrap_or(&log);
        games.iter().skip(skip as usize).cloned().collect()
    }

    /// The number of the last game made by then, 0 before the first.
    pub fn last(&self) -> GameId {
        self.last
    }
}

/// The growing population, from which views are taken.
#[derive(Debug, Default)]
pub(crate) struct Growing {
    ranked: Ranked,
    shared: Shared,
    elites: Arc<BTreeMap<String, Arc<Member>>>,
    /// How many members came after the elite of each niche and fell short of it, and the best of them.
    short: HashMap<String, (u32, Arc<Member>)>,
    /// The viable known games.
    known: Arc<Vec<Arc<Member>>>,
    names: Names,
    log: Log,
    last: GameId,
    /// The lengths of the known games, and their median.
    lengths: Vec<usize>,
    median: usize,
    /// Whether scores that cannot be told apart go by length.
    ties: bool,
    /// How many may fall short of an elite before it gives up its place; 0: any number.
    patience: u32,
}

impl Growing {
    pub(crate) fn new(breeding: &Breeding) -> Self {
        Growing { ties: breeding.parsimony.ties, patience: breeding.patience, ..Growing::default() }
    }

    /// Adds the next game; only members are ranked, but every name is kept. Returns the member.
    pub(crate) fn add(&mut self, row: MemberRow) -> Option<Arc<Member>> {
        self.admit(match row.fate {
            Fate::Rejected(_) => Known::Named(row.name.into()),
            _ => Known::Member(Arc::new(Member::new(row))),
        })
    }

    /// Adds the next game as another population knows it.
    pub(crate) fn admit(&mut self, game: Known) -> Option<Arc<Member>> {
        self.last = GameId(self.last.0 + 1);
        let name = match &game {
            Known::Member(member) => member.name.clone(),
            Known::Named(name) => name.to_string(),
        };
        self.names.write().unwrap_or_else(PoisonError::into_inner).insert(name, self.last);
        self.log.write().unwrap_or_else(PoisonError::into_inner).push(game.clone());
        let Known::Member(member) = game else { return None };
        self.ranked.insert(Arc::clone(&member));
        if member.generation == 0 {
            self.lengths.push(member.length);
            self.median = length_at(&self.lengths, 0.5);
            if member.feasible {
                Arc::make_mut(&mut self.known).push(Arc::clone(&member));
            }
        }
        if !member.niche.is_empty() {
            self.compete(&member);
        }
        Some(member)
    }

    /// Gives a member the place of its niche's elite if it is better, or if it is the best of many that came after it.
    fn compete(&mut self, member: &Arc<Member>) {
        let ties = self.ties;
        let better = |elite: &Arc<Member>| member.is_preferred_to(elite, ties);
        let niche = &member.niche;
        let winner = if self.elites.get(niche).is_none_or(better) {
            Arc::clone(member)
        } else {
            let (count, best) = self.short.entry(niche.clone()).or_insert_with(|| (0, Arc::clone(member)));
            *count += 1;
            if better(best) {
                *best = Arc::clone(member);
            }
            let gives_way = best.feasible || self.elites.get(niche).is_none_or(|elite| !elite.feasible);
            if self.patience == 0 || *count < self.patience || !gives_way {
                return;
            }
            Arc::clone(best)
        };
        self.short.remove(niche);
        Arc::make_mut(&mut self.elites).insert(niche.clone(), winner);
    }

    /// The population as it is now.
    pub(crate) fn view(&self) -> View {
        View {
            ranked: self.ranked.clone(),
            shared: Arc::clone(&self.shared),
            elites: Arc::clone(&self.elites),
            known: Arc::clone(&self.known),
            names: Arc::clone(&self.names),
            log: Arc::clone(&self.log),
            last: self.last,
            median: self.median,
        }
    }

    /// `name`, or when a game has it already, the first of `name-2`, `name-3`, … that is free.
    pub(crate) fn free_name(&self, name: &str) -> String {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        if !names.contains_key(name) {
            return name.to_owned();
        }
        let mut number = 2u64;
        loop {
            let candidate = format!("{name}-{number}");
            if !names.contains_key(&candidate) {
                return candidate;
            }
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests;
