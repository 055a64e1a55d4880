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
mod tests {
    use super::*;
    use crate::store::Step;
    use crate::streams;
    use crate::synthesis::Parsimony;
    use proptest::prelude::*;

    fn row(id: u64, score: f64, fate: Fate) -> MemberRow {
        MemberRow {
            id: GameId(id),
            child: None,
            name: format!("g{id}"),
            fate,
            text: format!("(game g{id})"),
            fingerprint: id,
            generation: 0,
            score,
            spread: 0.0,
            feasible: true,
            niche: ["", "a", "b", "c"][id as usize % 4].into(),
            policy: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn views_stay_as_they_were(lives in prop::collection::vec((0u8..4, any::<bool>()), 0..60)) {
            let mut growing = Growing::default();
            let mut views = vec![growing.view()];
            for (i, &(score, member)) in lives.iter().enumerate() {
                let fate = if member { Fate::Admitted } else { Fate::Rejected(Step::Safety) };
                growing.add(row(i as u64 + 1, f64::from(score), fate));
                views.push(growing.view());
            }
            for (n, view) in views.iter().enumerate() {
                // The reference: sort what had been admitted by then.
                let mut expected: Vec<(u8, u64)> = lives[..n]
                    .iter()
                    .enumerate()
                    .filter(|(_, (_, member))| *member)
                    .map(|(i, &(score, _))| (score, i as u64 + 1))
                    .collect();
                expected.sort_by_key(|&(score, id)| (std::cmp::Reverse(score), id));
                let ranked: Vec<(u8, u64)> = view.members().map(|m| (m.score as u8, m.id.0)).collect();
                prop_assert_eq!(&ranked, &expected);
                // The first of each niche in that order is its elite.
                let elites: Vec<u64> = view.elites().map(|m| m.id.0).collect();
                let first = |niche: u64| expected.iter().map(|e| e.1).find(|id| id % 4 == niche);
                prop_assert_eq!(elites, [1, 2, 3].into_iter().filter_map(first).collect::<Vec<_>>());
                for i in 1..=lives.len() {
                    prop_assert_eq!(view.is_taken(&format!("g{i}")), i <= n);
                }
            }
        }
    }

    #[test]
    fn the_archive_gives_every_pair_of_elites_alike() {
        let mut growing = Growing::default();
        let mut rng = streams::generator(5);
        let breeding = Breeding { selection: Selection::Archive, known: 0.0, ..Breeding::default() };
        assert!(growing.view().parents(&breeding, &mut rng).is_none());
        // Games 4 and 8 have no niche; 5, 6 and 7 are better than 1, 2 and 3.
        for id in 1..=8 {
            growing.add(row(id, id as f64, Fate::Admitted));
        }
        let view = growing.view();
        let mut drawn = BTreeMap::new();
        for _ in 0..6_000 {
            let pair = view.parents(&breeding, &mut rng).unwrap().map(|m| m.id.0);
            *drawn.entry(pair).or_insert(0) += 1;
        }
        let pairs: Vec<_> = drawn.keys().copied().collect();
        assert_eq!(pairs, [[5, 6], [5, 7], [6, 5], [6, 7], [7, 5], [7, 6]]);
        // 1,000 each, with a standard deviation of 29.
        assert!(drawn.values().all(|count| (850..1_150).contains(count)), "{drawn:?}");
        let ranked = view.parents(&Breeding { selection: Selection::Rank, ..breeding }, &mut rng).unwrap();
        assert_ne!(ranked[0].id, ranked[1].id);
    }

    /// A row of a game with so many clauses of the same niche, whose score has an interval.
    fn long(id: u64, score: f64, spread: f64, clauses: usize) -> MemberRow {
        let text =
            format!("(game g{id} (board (tiling square) (size 3 3)) (end{}))", " (All win (full))".repeat(clauses));
        let row = row(id, score, Fate::Admitted);
        MemberRow { text, spread, niche: "a".into(), generation: u32::from(id > 1), feasible: true, ..row }
    }

    #[test]
    fn the_shorter_of_two_games_whose_scores_are_tied_stands_for_the_niche() {
        let elite = |ties: bool, rows: &[MemberRow]| {
            let parsimony = Parsimony { ties, ..Parsimony::default() };
            let mut growing = Growing::new(&Breeding { parsimony, patience: 0, ..Breeding::default() });
            rows.iter().for_each(|row| drop(growing.add(row.clone())));
            growing.view().elites().next().unwrap().id.0
        };
        let first = long(1, 6.0, 0.2, 3);
        // Tied and shorter; tied and longer; shorter, but its own interval or the other's excludes the score.
        assert_eq!(elite(true, &[first.clone(), long(2, 5.9, 0.2, 2)]), 2);
        assert_eq!(elite(true, &[first.clone(), long(2, 6.1, 0.2, 4)]), 1);
        assert_eq!(elite(true, &[first.clone(), long(2, 5.9, 0.05, 2)]), 1);
        assert_eq!(elite(true, &[first.clone(), long(2, 5.7, 0.9, 2)]), 1);
        // Better without a tie, longer or not; as long, and better within a tie; the older one of equals.
        assert_eq!(elite(true, &[first.clone(), long(2, 6.3, 0.2, 4)]), 2);
        assert_eq!(elite(true, &[first.clone(), long(2, 6.1, 0.2, 3)]), 2);
        assert_eq!(elite(true, &[first.clone(), long(2, 6.0, 0.2, 3)]), 1);
        assert_eq!(elite(false, &[first, long(2, 5.9, 0.2, 2)]), 1);
    }

    #[test]
    fn what_is_no_candidate_stands_for_a_niche_until_one_comes() {
        let mut growing = Growing::new(&Breeding { patience: 2, ..Breeding::default() });
        let mut add = |id: u64, score: f64, feasible: bool| {
            growing.add(MemberRow { generation: 1, feasible, ..row(4 * id + 1, score, Fate::Admitted) });
            growing.view().elites().next().unwrap().id.0 / 4
        };
        let of = [add(0, 6.0, false), add(1, 7.0, false), add(2, 5.0, true), add(3, 8.0, false), add(4, 8.0, false)];
        assert_eq!(of, [0, 1, 2, 2, 2]);
        assert_eq!([add(5, 4.0, true), add(6, 5.5, true)], [5, 6], "candidates may give their places to each other");
    }

    #[test]
    fn children_that_are_no_candidates_are_parents_less_often() {
        let mut growing = Growing::default();
        for (id, generation) in [(1, 0), (2, 0), (3, 1)] {
            let row = row(id, 5.0, Fate::Admitted);
            growing.add(MemberRow { generation, feasible: id < 3, niche: format!("n{id}"), ..row });
        }
        let view = growing.view();
        let drawn = |infeasible: f64| {
            let parsimony = Parsimony { brevity: 0.0, ..Parsimony::default() };
            let breeding = Breeding { parsimony, infeasible, known: 0.0, ..Breeding::default() };
            let mut rng = streams::generator(7);
            (0..6_000).filter(|_| view.parents(&breeding, &mut rng).unwrap().iter().any(|m| m.id.0 == 3)).count()
        };
        // Two of three pairs; with a quarter of the chance, 0.5 of 1.5. A standard deviation is 37.
        assert!((3_850..4_150).contains(&drawn(1.0)), "{}", drawn(1.0));
        assert!((1_850..2_150).contains(&drawn(0.25)), "{}", drawn(0.25));
    }

    #[test]
    fn templates_are_viable_known_games_as_often_as_the_settings_say() {
        let mut growing = Growing::default();
        // Two known games, of which one is viable, share a niche with a better candidate; another candidate has one of its own.
        for (id, generation, feasible, score) in
            [(1, 0, true, 4.0), (2, 0, false, 4.0), (3, 1, true, 5.0), (4, 1, true, 5.0)]
        {
            let niche = if id < 4 { "a" } else { "b" }.into();
            growing.add(MemberRow { generation, feasible, niche, ..row(id, score, Fate::Admitted) });
        }
        let view = growing.view();
        let parsimony = Parsimony { brevity: 0.0, ..Parsimony::default() };
        let breeding = |known: f64| Breeding { parsimony: parsimony.clone(), known, ..Breeding::default() };
        let mut rng = streams::generator(5);
        let mut drawn = |known: f64| {
            let mut ids = || view.parents(&breeding(known), &mut rng).unwrap().map(|member| member.id.0);
            let pairs: Vec<[u64; 2]> = (0..4_000).map(|_| ids()).collect();
            assert!(
                pairs.iter().all(|[template, donor]| template != donor && *donor > 2),
                "donors come from the archive"
            );
            pairs.iter().filter(|[template, _]| *template == 1).count()
        };
        assert_eq!((drawn(0.0), drawn(1.0)), (0, 4_000));
        // A standard deviation is 29.
        assert!((1_070..1_330).contains(&drawn(0.3)));
    }

    #[test]
    fn an_elite_that_many_fall_short_of_gives_its_place_to_the_best_of_these() {
        let elites = |patience: u32, scores: &[f64]| {
            let mut growing = Growing::new(&Breeding { patience, ..Breeding::default() });
            let mut elites = Vec::new();
            for (i, &score) in scores.iter().enumerate() {
                let row = row(4 * i as u64 + 1, score, Fate::Admitted);
                growing.add(row);
                elites.push(growing.view().elites().next().unwrap().score);
            }
            elites
        };
        let scores = [5.0, 3.0, 4.0, 2.0, 1.0, 6.0, 5.0];
        assert_eq!(elites(0, &scores), [5.0, 5.0, 5.0, 5.0, 5.0, 6.0, 6.0]);
        // Three fall short; the best of them, 4, takes the place; then 2 and 1 do not count any more.
        assert_eq!(elites(3, &scores), [5.0, 5.0, 5.0, 4.0, 4.0, 6.0, 6.0]);
        assert_eq!(elites(1, &scores), [5.0, 3.0, 4.0, 2.0, 1.0, 6.0, 5.0]);
    }

    #[test]
    fn games_of_long_rules_are_parents_less_often() {
        let mut growing = Growing::default();
        // Known games of 1 and 15 clauses, and a candidate of 15, in niches of their own.
        for (id, clauses, generation) in [(1, 1, 0), (2, 15, 0), (3, 15, 1)] {
            let row = long(id, 5.0, 0.1, clauses);
            growing.add(MemberRow { generation, niche: format!("n{id}"), ..row });
        }
        let view = growing.view();
        let share = |brevity: f64| {
            let parsimony = Parsimony { brevity, ..Parsimony::default() };
            let breeding = Breeding { parsimony, known: 0.0, ..Breeding::default() };
            let mut rng = streams::generator(6);
            let mut drawn = [0u32; 4];
            for _ in 0..6_000 {
                view.parents(&breeding, &mut rng).unwrap().iter().for_each(|m| drawn[m.id.0 as usize] += 1);
            }
            drawn
        };
        let even = share(0.0);
        assert!(even[1..].iter().all(|n| (3_800..4_200).contains(n)), "{even:?}");
        // Each comes as often as the chances of its pairs say.
        let median = view.known_length(0.5);
        let usual = Parsimony { brevity: 1.0, ..Parsimony::default() };
        let [a, b, c] = [1, 2, 3].map(|id| usual.parenthood(view.get(GameId(id)).unwrap().length, median));
        let (pairs, brief) = ([a * b, a * c, b * c], share(1.0));
        let sum: f64 = pairs.iter().sum();
        let expected = [(pairs[0] + pairs[1]) / sum, (pairs[0] + pairs[2]) / sum, (pairs[1] + pairs[2]) / sum];
        for (n, share) in brief[1..].iter().zip(expected) {
            assert!((f64::from(*n) - 6_000.0 * share).abs() < 200.0, "{brief:?} {expected:?}");
        }
        assert!(brief[2] < brief[1] && brief[3] < brief[1]);
    }

    #[test]
    fn taken_names_get_the_first_free_number() {
        let mut growing = Growing::default();
        growing.add(row(1, 0.0, Fate::Seed));
        assert_eq!(growing.free_name("g2"), "g2");
        assert_eq!(growing.free_name("g1"), "g1-2");
        growing.add(MemberRow { name: "g1-2".into(), ..row(2, 0.0, Fate::Seed) });
        assert_eq!(growing.free_name("g1"), "g1-3");
    }

    #[test]
    fn what_is_derived_is_derived_once() {
        let mut growing = Growing::default();
        let member = growing.add(row(1, 0.0, Fate::Seed)).unwrap();
        assert_eq!(member.derived(|m| m.text.len()), Some(&9));
        assert_eq!(member.derived(|_| unreachable!() as usize), Some(&9));
        assert_eq!(member.derived(|_| String::new()), None);
    }
}
