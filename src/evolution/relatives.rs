//! Which members of a population a game is too close to, and which is nearest to it: an index, so that a population may have a million games.
//!
//! Of every member a sketch is kept ([`Sketch`]), which bounds distances from below. A question goes through the sketches in one row of memory and
//! compares rules only where the bound does not settle it, so that the answer is the one that comparing all of them gives. The table grows with the
//! population and serves all views of a run; a view sees the members up to its last game.

use super::view::{Known, Member, View};
use crate::language::{Tree, parse};
use crate::parallel;
use crate::reduction::{board_form, board_forms};
use crate::store::{GameId, Relative};
use crate::synthesis::distance::Sketch;
use crate::synthesis::{Genome, distance_below, symmetric_fingerprint};
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

/// How many games' rules are kept ready for comparison.
const MOST_READY: usize = 4_096;

/// A game as it is compared with members.
pub(super) struct Own {
    pub(super) genome: Genome,
    sketch: Sketch,
    likeness: u128,
    form: u128,
    /// That with winning and losing exchanged.
    misere: Option<u128>,
}

/// How close a game may be to a member.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Games nearer than this distance are too close.
    pub(super) distance: f64,
    /// Whether known games and candidates on other boards are too close, and known games with winning and losing exchanged.
    pub(super) boards: bool,
}

impl Own {
    /// That of rules.
    pub(super) fn new(tree: &Tree, genome: Genome) -> Own {
        let (form, misere) = board_forms(tree);
        Own { sketch: Sketch::of(&genome), likeness: symmetric_fingerprint(tree), form, misere, genome }
    }

    /// Why the game is too close to a member, if it is.
    pub(super) fn too_close_to(&self, member: &Member, bounds: Bounds) -> Option<String> {
        self.closeness(member, trace(member)?, bounds, || Some(Arc::new(read(&member.text)?.1)))
    }

    fn closeness(
        &self,
        member: &Member,
        trace: &Trace,
        Bounds { distance, boards }: Bounds,
        genome: impl FnOnce() -> Option<Arc<Genome>>,
    ) -> Option<String> {
        if self.likeness == trace.likeness {
            return Some(format!("the same game as {}", member.name));
        }
        if boards && trace.form == Some(self.form) {
            return Some(format!("on another board the same game as {}", member.name));
        }
        if boards && member.generation == 0 && trace.form.is_some() && trace.form == self.misere {
            return Some(format!("with winning and losing exchanged the same game as {}", member.name));
        }
        if self.sketch.least_distance(&trace.sketch) >= distance {
            return None;
        }
        let d = distance_below(&self.genome, &*genome()?, distance)?;
        Some(format!("distance {d:.4} to {}, below {distance}", member.name))
    }
}

/// The rules of a text as a tree and ready for comparison; `None` if they cannot be read.
pub(super) fn read(text: &str) -> Option<(Tree, Genome)> {
    let tree = parse(text).ok()?;
    let genome = Genome::new(&tree);
    Some((tree, genome))
}

/// What of a member is kept for comparison.
#[derive(Clone, Copy)]
struct Trace {
    sketch: Sketch,
    likeness: u128,
    /// That of a known game or a candidate; others may be improved by another board.
    form: Option<u128>,
}

/// That of a member, worked out once; `None` if its rules cannot be read.
fn trace(member: &Member) -> Option<&Trace> {
    let made = member.derived(|member| {
        let (tree, genome) = read(&member.text)?;
        let form = (member.generation == 0 || member.feasible).then(|| board_form(&tree));
        Some(Trace { sketch: Sketch::of(&genome), likeness: symmetric_fingerprint(&tree), form })
    });
    made?.as_ref()
}

/// The members of a growing population, for comparison.
#[derive(Default)]
pub(super) struct Relatives {
    table: RwLock<Table>,
    ready: Mutex<HashMap<GameId, Arc<Genome>>>,
}

#[derive(Default)]
struct Table {
    /// How many games have been gone through.
    games: u64,
    /// The members that can be read, in the order of their numbers.
    rows: Vec<(GameId, Trace)>,
    /// Of every fingerprint the first member that has it.
    fingerprints: HashMap<u64, GameId>,
}

impl Table {
    /// The rows that a view sees.
    fn seen_by(&self, view: &View) -> &[(GameId, Trace)] {
        &self.rows[..self.rows.partition_point(|(id, _)| *id <= view.last())]
    }
}

impl Relatives {
    /// Those of the run that a view belongs to.
    pub(super) fn of(view: &View) -> Option<&Relatives> {
        view.shared(Relatives::default)
    }

    /// The table, with all games that the view has.
    fn up_to(&self, view: &View) -> RwLockReadGuard<'_, Table> {
        let read = || self.table.read().unwrap_or_else(PoisonError::into_inner);
        let known = read().games;
        if known < view.last().0 {
            let games = view.games(known);
            // What takes time is done without the lock, since other work may come to this thread meanwhile.
            parallel::for_each(0..games.len() as u32, &|i| {
                if let Known::Member(member) = &games[i as usize] {
                    trace(member);
                }
            });
            let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
            let done = (table.games - known) as usize;
            for game in games.iter().skip(done) {
                table.games += 1;
                let Known::Member(member) = game else { continue };
                table.fingerprints.entry(member.fingerprint).or_insert(member.id);
                if let Some(trace) = trace(member) {
                    table.rows.push((member.id, *trace));
                }
            }
        }
        read()
    }

    /// Whether a member of the view has that fingerprint.
    pub(super) fn has(&self, fingerprint: u64, view: &View) -> bool {
        self.up_to(view).fingerprints.get(&fingerprint).is_some_and(|&id| id <= view.last())
    }

    /// The rules of a member, ready for comparison.
    fn genome(&self, member: &Member) -> Option<Arc<Genome>> {
        let ready = || self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(genome) = ready().get(&member.id) {
            return Some(Arc::clone(genome));
        }
        let genome = Arc::new(read(&member.text)?.1);
        let mut ready = ready();
        if ready.len() >= MOST_READY {
            ready.clear();
        }
        ready.insert(member.id, Arc::clone(&genome));
        Some(genome)
    }

    /// Why a game is too close to some member of a view, if it is: the first that it is too close to, by rank.
    pub(super) fn too_close(&self, own: &Own, view: &View, bounds: Bounds) -> Option<String> {
        let may_be = |t: &Trace| {
            t.likeness == own.likeness
                || bounds.boards && t.form.is_some_and(|form| form == own.form || Some(form) == own.misere)
                || own.sketch.least_distance(&t.sketch) < bounds.distance
        };
        let near: Vec<(GameId, Trace)> =
            self.up_to(view).seen_by(view).iter().filter(|(_, trace)| may_be(trace)).copied().collect();
        let mut near: Vec<(Arc<Member>, Trace)> =
            near.into_iter().filter_map(|(id, trace)| Some((view.get(id)?, trace))).collect();
        near.sort_by(|(a, _), (b, _)| by_rank(a, b));
        near.iter().find_map(|(member, trace)| own.closeness(member, trace, bounds, || self.genome(member)))
    }

    /// The member of a view that is nearest to a game; of several the first by rank. `within` is a distance that some member is known to have.
    pub(super) fn nearest(&self, own: &Own, view: &View, within: f64) -> Option<Relative> {
        // The bits of numbers that are not negative are in the order of the numbers.
        let bounds: Vec<Reverse<(u64, GameId)>> = self
            .up_to(view)
            .seen_by(view)
            .iter()
            .map(|(id, trace)| (own.sketch.least_distance(&trace.sketch), *id))
            .filter(|(least, _)| *least <= within)
            .map(|(least, id)| Reverse((least.to_bits(), id)))
            .collect();
        let mut bounds = BinaryHeap::from(bounds);
        let mut best: Option<(f64, Arc<Member>)> = None;
        while let Some(Reverse((least, id))) = bounds.pop() {
            let most = best.as_ref().map_or(1.0 + f64::EPSILON, |(d, _)| d.next_up());
            if f64::from_bits(least) >= most {
                break;
            }
            let Some(member) = view.get(id) else { continue };
            let Some(other) = self.genome(&member) else { continue };
            let Some(d) = distance_below(&own.genome, &other, most) else { continue };
            if best.as_ref().is_none_or(|(b, first)| d < *b || by_rank(&member, first).is_lt()) {
                best = Some((d, member));
            }
        }
        best.map(|(distance, member)| Relative { game: member.id, distance })
    }
}

/// The order of the members of a population.
fn by_rank(a: &Member, b: &Member) -> Ordering {
    b.score.total_cmp(&a.score).then(a.id.cmp(&b.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::Growing;
    use crate::language::print;
    use crate::store::{Fate, MemberRow};
    use crate::streams;
    use crate::synthesis::reader::games;
    use crate::synthesis::{Breeding, breed, distance, named};
    use rand::RngExt;

    /// A population of known games and children of theirs, some rejected, some with rules that cannot be read, with scores that are often equal.
    fn population(children: u64) -> (Growing, Vec<View>) {
        let mut growing = Growing::default();
        let mut views = vec![growing.view()];
        let mut rng = streams::generator(3);
        let known = games();
        let mut texts: Vec<String> = known.iter().take(30).map(print).collect();
        for number in 0..children {
            let pick = |rng: &mut streams::Generator| &known[rng.random_range(0..known.len() as u32) as usize];
            let (a, b) = (pick(&mut rng).clone(), pick(&mut rng));
            let child = breed(&a, b, &Breeding::default(), &mut rng).tree;
            texts.push(print(&named(child, &format!("Child{number}"))));
            if number % 9 == 0 {
                texts.push(texts[number as usize / 2].clone());
            }
        }
        texts.push("no game".into());
        for (i, text) in texts.into_iter().enumerate() {
            let id = GameId(i as u64 + 1);
            let fingerprint = read(&text).map_or(0, |(_, genome)| genome.fingerprint() as u64);
            let fate = if i % 7 == 6 { Fate::Rejected(crate::store::Step::Speed) } else { Fate::Admitted };
            growing.add(MemberRow {
                id,
                child: None,
                name: format!("g{i}"),
                fate,
                text,
                fingerprint,
                generation: 0,
                score: (i % 5) as f64,
                spread: 0.0,
                feasible: false,
                niche: String::new(),
                policy: Vec::new(),
            });
            views.push(growing.view());
        }
        (growing, views)
    }

    #[test]
    fn known_games_on_other_boards_are_too_close_where_boards_are_asked_for() {
        let mut growing = Growing::default();
        let hex = std::fs::read_to_string("seed-games/hex.ludi").expect("Hex");
        // A child that is no candidate may be what its rules are not on another board.
        for (generation, text) in [hex.clone(), hex.replace("(All win", "(All lose")].into_iter().enumerate() {
            growing.add(MemberRow {
                id: GameId(generation as u64 + 1),
                child: None,
                name: format!("Hex{generation}"),
                fate: Fate::Admitted,
                fingerprint: read(&text).expect("rules").1.fingerprint() as u64,
                text,
                generation: generation as u32,
                score: 0.0,
                spread: 0.0,
                feasible: false,
                niche: String::new(),
                policy: Vec::new(),
            });
        }
        let view = growing.view();
        let relatives = Relatives::of(&view).expect("relatives");
        let why = |rules: &str, boards: bool| {
            let (tree, genome) = read(rules).expect("rules");
            relatives.too_close(&Own::new(&tree, genome), &view, Bounds { distance: 0.0, boards })
        };
        let elsewhere = "(game Own (board (tiling square i-nbors) (size 9 9)) (end (All win (connect own-regions))))";
        assert_eq!(why(elsewhere, true).as_deref(), Some("on another board the same game as Hex0"));
        assert_eq!(why(elsewhere, false), None);
        let misere = elsewhere.replace("win", "lose");
        assert_eq!(why(&misere, true).as_deref(), Some("with winning and losing exchanged the same game as Hex0"));
        assert_eq!(why(&misere, false), None);
    }

    #[test]
    fn the_index_says_what_comparing_all_members_says() {
        let (_growing, views) = population(60);
        let last = views.last().unwrap();
        let relatives = Relatives::of(last).unwrap();
        let mut close = 0;
        for (i, tree) in games().iter().cycle().take(60).enumerate() {
            // Views in any order, the empty one too.
            let view = &views[i * 37 % views.len()];
            let own = Own::new(tree, Genome::new(tree));
            let bounds = Bounds { distance: [0.02, 0.3, 0.0][i % 3], boards: i % 2 == 0 };
            let (mut expected, mut nearest): (Option<String>, Option<Relative>) = (None, None);
            for member in view.members() {
                let Some((_, genome)) = read(&member.text) else { continue };
                if expected.is_none() {
                    expected = own.too_close_to(member, bounds);
                }
                let d = distance(&own.genome, &genome);
                if nearest.is_none_or(|n| d < n.distance) {
                    nearest = Some(Relative { game: member.id, distance: d });
                }
            }
            assert_eq!(relatives.too_close(&own, view, bounds), expected);
            close += u32::from(expected.is_some());
            for within in [1.0, nearest.map_or(0.0, |n| n.distance)] {
                assert_eq!(relatives.nearest(&own, view, within), nearest);
            }
            let fingerprint = own.genome.fingerprint() as u64;
            let held = view.members().any(|member| member.fingerprint == fingerprint);
            assert_eq!(relatives.has(fingerprint, view), held);
        }
        assert!(close > 5, "{close}");
    }
}
