//! How far apart two rule sets are (Browne & Maire, II.D).
//!
//! The distance is the weight of the cheapest way to turn one rule tree into the other from the top down: ludemes that
//! correspond keep their place below ludemes that correspond; one that is added, removed or replaced costs `1/(level + 1)`
//! (a section has level 0), a number a tenth of that in proportion to how far it moved in its range. Order-free
//! arguments are paired off at the least cost. Divided by the weight of both trees this lies between 0 (the same rules) and
//! 1 (nothing in common). The weight before division is a metric; after it the triangle inequality may fail, as it does for
//! any distance relative to size.

use super::genome::{Genome, Node, Renaming, UNIT, full_weight, renamings};
use crate::language::Tree;

/// The distance between two games, from 0 to 1.
///
/// Pieces and flags correspond in the way that makes the distance least; with more than five piece types or four flags in a
/// game, in order of declaration.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::synthesis::{Genome, distance};
///
/// let row = |n: u32| {
///     let rules = format!("(game Row (board (tiling square i-nbors) (size 6 6)) (end (All win (in-a-row {n}))))");
///     Genome::new(&parse(&rules).unwrap())
/// };
/// assert_eq!(distance(&row(4), &row(4)), 0.0);
/// assert!(distance(&row(4), &row(5)) <= distance(&row(4), &row(6)));
/// ```
pub fn distance(a: &Genome, b: &Genome) -> f64 {
    distance_below(a, b, f64::INFINITY).unwrap_or(1.0)
}

/// The weight of the cheapest edit, in ludemes of top level, before it is divided by the weight of both games. A metric.
pub fn edit_weight(a: &Genome, b: &Genome) -> f64 {
    least_edit(a, b) as f64 / UNIT as f64
}

/// The distance if it is less than `threshold`, and `None`, mostly much faster, if it is not.
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::synthesis::{Genome, distance, distance_below};
///
/// let row = |n: u32| {
///     let rules = format!("(game Row (board (tiling square i-nbors) (size 6 6)) (end (All win (in-a-row {n}))))");
///     Genome::new(&parse(&rules).unwrap())
/// };
/// let far = distance(&row(3), &row(6));
/// assert_eq!(distance_below(&row(3), &row(6), 1.0), Some(far));
/// assert_eq!(distance_below(&row(3), &row(6), far), None);
/// ```
pub fn distance_below(a: &Genome, b: &Genome, threshold: f64) -> Option<f64> {
    let both = a.total() + b.total();
    if both == 0 {
        return (0.0 < threshold).then_some(0.0);
    }
    let limit = threshold * both as f64;
    if a.total().abs_diff(b.total()) as f64 >= limit || census_bound(a, b) as f64 >= limit {
        return None;
    }
    let distance = least_edit(a, b) as f64 / both as f64;
    (distance < threshold).then_some(distance)
}

/// The fingerprint of a game; see [`Genome::fingerprint`].
///
/// ```
/// use ludogen::language::parse;
/// use ludogen::synthesis::fingerprint;
///
/// let row = |name: &str, n: u32| {
///     let rules = format!("(game {name} (board (tiling hex) (size 4)) (end (All win (in-a-row {n}))))");
///     fingerprint(&parse(&rules).unwrap())
/// };
/// assert_eq!(row("Row", 4), row("Line", 4));
/// assert_ne!(row("Row", 4), row("Row", 3));
/// ```
pub fn fingerprint(tree: &Tree) -> u128 {
    Genome::new(tree).fingerprint()
}

/// How many kinds of ludemes are told apart on each level of a [`Sketch`]: several share a number.
const KINDS: [usize; 6] = [8, 16, 24, 24, 16, 8];
const ALL_KINDS: usize = 96;

/// What bounds distances to a game from below and takes little room: the weight of its rules, and how many ludemes it has on each level, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sketch {
    total: u64,
    levels: [u8; KINDS.len()],
    counts: [u8; ALL_KINDS],
    /// Some number is larger than there is room for.
    overfull: bool,
}

impl Sketch {
    /// That of a game.
    pub fn of(genome: &Genome) -> Sketch {
        let mut sketch =
            Sketch { total: genome.total(), levels: [0; KINDS.len()], counts: [0; ALL_KINDS], overfull: false };
        for &((depth, label), count) in &genome.census {
            let depth = depth as usize;
            let Some(&kinds) = KINDS.get(depth) else { continue };
            let kind = KINDS[..depth].iter().sum::<usize>() + (label % kinds as u64) as usize;
            for place in [&mut sketch.counts[kind], &mut sketch.levels[depth]] {
                let sum = u32::from(*place) + count;
                sketch.overfull |= sum > u8::MAX.into();
                *place = sum.min(u8::MAX.into()) as u8;
            }
        }
        sketch
    }

    /// The two games are no closer than that.
    pub fn least_distance(&self, other: &Sketch) -> f64 {
        let both = self.total + other.total;
        if both == 0 {
            return 0.0;
        }
        let mut edit = 0;
        if !self.overfull && !other.overfull {
            let mut from = 0;
            for (depth, kinds) in KINDS.into_iter().enumerate() {
                let pairs = self.counts[from..from + kinds].iter().zip(&other.counts[from..from + kinds]);
                let common: u16 = pairs.map(|(&a, &b)| u16::from(a.min(b))).sum();
                let more = u16::from(self.levels[depth].max(other.levels[depth]));
                edit += u64::from(more.saturating_sub(common)) * full_weight(depth as u32);
                from += kinds;
            }
        }
        edit.max(self.total.abs_diff(other.total)) as f64 / both as f64
    }
}

/// No edit is cheaper: on each level, ludemes correspond level by level, and only equal ones for nothing.
fn census_bound(a: &Genome, b: &Genome) -> u64 {
    let mut common = vec![0u32; a.levels.len().max(b.levels.len())];
    let (mut i, mut j) = (0, 0);
    while let (Some((x, n)), Some((y, m))) = (a.census.get(i), b.census.get(j)) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common[x.0 as usize] += n.min(m);
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    let level = |g: &Genome, d: usize| g.levels.get(d).copied().unwrap_or(0);
    (0..common.len()).map(|d| u64::from(level(a, d).max(level(b, d)) - common[d]) * full_weight(d as u32)).sum()
}

fn least_edit(a: &Genome, b: &Genome) -> u64 {
    if a.fingerprint() == b.fingerprint() {
        return 0;
    }
    if a.nodes.is_empty() || b.nodes.is_empty() {
        return a.total() + b.total();
    }
    let mut least = u64::MAX;
    for renaming in renamings(a.pieces.max(b.pieces), a.flags.max(b.flags)) {
        let hashes = if least == u64::MAX { None } else { Some(b.hashes_with(&renaming)) };
        let edit = Edit { a, b, renaming: &renaming, b_hashes: hashes.as_deref().unwrap_or(&b.hashes) };
        least = least.min(edit.cost(0, 0));
    }
    least
}

struct Edit<'a> {
    a: &'a Genome,
    b: &'a Genome,
    renaming: &'a Renaming,
    b_hashes: &'a [u128],
}

impl Edit<'_> {
    /// The cost when node `i` of the one corresponds to node `j` of the other.
    fn cost(&self, i: usize, j: usize) -> u64 {
        if self.a.hashes[i] == self.b_hashes[j] {
            return 0;
        }
        let (x, y) = (&self.a.nodes[i], &self.b.nodes[j]);
        let mut cost = self.replacing(x, y);
        if x.signature == y.signature {
            for (s, t) in x.slots.iter().zip(&y.slots) {
                cost += if s.order_free {
                    self.pair_off(s.children.clone(), t.children.clone())
                } else {
                    self.align(s.children.clone(), t.children.clone())
                };
            }
            cost
        } else {
            cost + (x.total - x.weight) + (y.total - y.weight)
        }
    }

    /// The cost of the one ludeme or number for the other, without what is below.
    fn replacing(&self, x: &Node, y: &Node) -> u64 {
        match (x.number, y.number) {
            (Some((m, width)), Some((n, other))) => {
                let width = width.max(other) as u64;
                let moved = m.abs_diff(n).min(width);
                (u128::from(x.weight.max(y.weight)) * u128::from(moved)).div_ceil(width.into()) as u64
            }
            _ => {
                let same_name = match (x.reference, y.reference) {
                    (Some(r), Some(s)) => r.0 == s.0 && r.1 == self.renaming.of(s),
                    (None, None) => true,
                    _ => false,
                };
                match x.label == y.label && same_name {
                    true => 0,
                    // A section is not replaced by another kind of section: the one goes, the other comes.
                    false if x.depth == 0 => x.weight + y.weight,
                    false => x.weight.max(y.weight),
                }
            }
        }
    }

    /// The least cost when arguments correspond in order.
    fn align(&self, s: std::ops::Range<usize>, t: std::ops::Range<usize>) -> u64 {
        let mut row = vec![0; t.len() + 1];
        for (k, j) in t.clone().enumerate() {
            row[k + 1] = row[k] + self.b.nodes[j].total;
        }
        for i in s {
            let gone = self.a.nodes[i].total;
            let mut diagonal = row[0];
            row[0] += gone;
            for (k, j) in t.clone().enumerate() {
                let both = diagonal + self.cost(i, j);
                diagonal = row[k + 1];
                row[k + 1] = both.min(row[k + 1] + gone).min(row[k] + self.b.nodes[j].total);
            }
        }
        row[t.len()]
    }

    /// The least cost when arguments correspond in any order.
    fn pair_off(&self, s: std::ops::Range<usize>, t: std::ops::Range<usize>) -> u64 {
        // Equal ones are paired first: by the triangle inequality nothing is gained by parting them.
        let mut left: Vec<usize> = s.collect();
        let mut right: Vec<usize> = t.collect();
        left.retain(|&i| match right.iter().position(|&j| self.a.hashes[i] == self.b_hashes[j]) {
            Some(at) => {
                right.swap_remove(at);
                false
            }
            None => true,
        });
        let (n, m) = (left.len(), right.len());
        let total = |g: &Genome, of: &[usize]| of.iter().map(|&i| g.nodes[i].total).sum::<u64>();
        if n == 0 || m == 0 {
            return total(self.a, &left) + total(self.b, &right);
        }
        if n == 1 && m == 1 {
            return self.cost(left[0], right[0]);
        }
        // To correspond is never dearer than to go and to come, so as many correspond as can.
        let size = n.max(m);
        let mut costs = vec![0u64; size * size];
        for i in 0..size {
            for j in 0..size {
                costs[i * size + j] = match (left.get(i), right.get(j)) {
                    (Some(&x), Some(&y)) => self.cost(x, y),
                    (Some(&x), None) => self.a.nodes[x].total,
                    (None, Some(&y)) => self.b.nodes[y].total,
                    (None, None) => 0,
                };
            }
        }
        assignment(&costs, size)
    }
}

/// The least sum of `n` entries of a square table, one from each row and column: the Hungarian method in O(n³).
fn assignment(costs: &[u64], n: usize) -> u64 {
    // Rows and columns from 1; 0 is the row being assigned. Potentials u, v; column j belongs to row of[j].
    let cost = |i: usize, j: usize| costs[(i - 1) * n + j - 1] as i64;
    let (mut u, mut v) = (vec![0i64; n + 1], vec![0i64; n + 1]);
    let mut of = vec![0usize; n + 1];
    for row in 1..=n {
        of[0] = row;
        let mut column = 0;
        let mut slack = vec![i64::MAX; n + 1];
        let mut before = vec![0usize; n + 1];
        let mut done = vec![false; n + 1];
        while of[column] != 0 {
            done[column] = true;
            let current = of[column];
            let (mut delta, mut next) = (i64::MAX, 0);
            for j in 1..=n {
                if done[j] {
                    continue;
                }
                let reduced = cost(current, j) - u[current] - v[j];
                if reduced < slack[j] {
                    slack[j] = reduced;
                    before[j] = column;
                }
                if slack[j] < delta {
                    delta = slack[j];
                    next = j;
                }
            }
            for j in 0..=n {
                if done[j] {
                    u[of[j]] += delta;
                    v[j] -= delta;
                } else if j > 0 {
                    slack[j] -= delta;
                }
            }
            column = next;
        }
        while column != 0 {
            of[column] = of[before[column]];
            column = before[column];
        }
    }
    (1..=n).map(|j| cost(of[j], j) as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::schema::{LUDEMES, Name};
    use crate::synthesis::reader::{games, read};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn between(a: &str, b: &str) -> f64 {
        distance(&Genome::new(&read(a)), &Genome::new(&read(b)))
    }

    #[test]
    fn the_assignment_is_the_least_of_all_permutations() {
        fn slow(costs: &[u64], n: usize, row: usize, used: &mut Vec<bool>) -> u64 {
            if row == n {
                return 0;
            }
            let mut least = u64::MAX;
            for j in 0..n {
                if !used[j] {
                    used[j] = true;
                    least = least.min(costs[row * n + j] + slow(costs, n, row + 1, used));
                    used[j] = false;
                }
            }
            least
        }
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for n in 1..7 {
            for _ in 0..100 {
                let costs: Vec<u64> = (0..n * n).map(|_| rng.random_range(0..20)).collect();
                assert_eq!(assignment(&costs, n), slow(&costs, n, 0, &mut vec![false; n]));
            }
        }
    }

    #[test]
    fn a_distance_by_hand() {
        // Levels: section 0; tiling, size, clause 1; square, numbers, result, condition 2; the length of the line 3.
        // Weights: board 1 + tiling 1/2 + square 1/3 + size 1/2 + two numbers of 1/30;
        // end 1 + clause 1/2 + result 1/3 + condition 1/3 + number 1/40.
        let a = "(game A (board (tiling square) (size 3 3)) (end (All win (in-a-row 3))))";
        let weight = 1.0 + 0.5 + 1.0 / 3.0 + 0.5 + 2.0 / 30.0 + 1.0 + 0.5 + 2.0 / 3.0 + 1.0 / 40.0;
        assert!((Genome::new(&read(a)).weight() - weight).abs() < 1e-9);
        // Each size moves by one of 24.
        let bigger = a.replace("3 3", "4 4");
        assert!((between(a, &bigger) - 2.0 / 30.0 / 24.0 / (2.0 * weight)).abs() < 1e-9);
        // One word on level 2.
        let lose = a.replace("win", "lose");
        assert!((between(a, &lose) - 1.0 / 3.0 / (2.0 * weight)).abs() < 1e-9);
        // A section more, with one word in it.
        let pass = a.replace("(end", "(play can-pass) (end");
        assert!((between(a, &pass) - 1.5 / (2.0 * weight + 1.5)).abs() < 1e-9);
        // A condition replaced: a ludeme for another on level 2, and the number of level 3 is gone.
        let full = a.replace("(in-a-row 3)", "(full)");
        let other = weight - 1.0 / 40.0;
        assert!((between(a, &full) - (1.0 / 3.0 + 1.0 / 40.0) / (weight + other)).abs() < 1e-9);
    }

    /// Populations hold fingerprints, so a change of these is a change of what old populations are compared by. Whoever means it
    /// changes these values, and what is stored.
    #[test]
    fn fingerprints_are_those_that_populations_hold() {
        let games = [
            "(game Hex (board (tiling hex) (shape rhombus) (size 11 11)) (win (connect own-regions)))",
            "(game Tic-Tac-Toe (board (tiling square i-nbors) (size 3 3)) (win (in-a-row 3)))",
            "(game Breakthrough (board (tiling square i-nbors) (size 8 8))
              (pieces (Pawn All (moves (move (dirn f) (pre (and (connected) (empty to))) (action (pop) (push)))
                (move (dirn fl fr) (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture))))))
              (start (place (Pawn White) home (home 2)) (place (Pawn Black) home (home 2)))
              (end (All win (or (reach away) (eliminate)))))",
        ];
        let stored = games.map(|game| format!("{:016x}", fingerprint(&read(game)) as u64));
        assert_eq!(stored, ["78d08159e04f7bfa", "c83564260252eae6", "f07e97c09da5256d"]);
        let mut tags: Vec<&str> = LUDEMES.iter().map(|l| l.category.tag()).collect();
        tags.dedup();
        let pinned = "Game Section Player BoardItem Tiling TilingFlag Shape Node Line Stop Region Cells Piece PieceItem Move MoveItem Action Bool \
            Int Coord Target PlayerType PieceRecord RecordItem Effect CaptureType EffectFlag Direction Turtle StartItem PlaceFlag PlayItem \
            Repetition Clause Result EndFlag Condition Adjacency Goal ConditionFlag Support";
        assert_eq!(tags.join(" "), pinned);
        assert_eq!(
            [Name::Game, Name::Player, Name::Piece, Name::Flag].map(Name::tag),
            ["Game", "Player", "Piece", "Flag"]
        );
    }

    #[test]
    fn what_does_not_matter_does_not_count() {
        let same = [
            ["(game A (board (tiling square) (size 3)) (win (in-a-row 3)))",
             "(ludeme B (players (Red n) (Blue s)) (end (all win (in-a-row 3 any)) mover-wins) (play (repetition forbid))
                (pieces (Disc All (label \"o\") (moves (move (pre (empty to)) (action (push)))))) (board phase (size 3 3) (shape square) (tiling square))
                (description \"x\") (support (score 3)))"],
            ["(game A (board (tiling square) (size 4)) (pieces (Man All (flags X Y) (moves (move (pre (and (empty) (> (height from) 2) (= (height) 1))) (action (pop) (push)) (post (add-flags X) (convert King)))))
                (King All (value 2) (moves (move (pre (flagged Y)) (action (push)))))) (end (All win (or (full) (eliminate (Man All))))))",
             "(game B (players Up Down) (board (size 4 4) (tiling square)) (end (All win (or (eliminate enemy (P1 All)) (full))))
                (pieces (P2 All (moves (move (action (push to 1)) (pre (flagged from F2)))) (value 2)) (P1 All (moves (move (pre (and (= 1 (height to)) (empty to) (< 2 (height from)))) (action (pop from 1) (push)) (post (add-flags to F1) (convert current P2)))) (flags F1 F2))))"],
        ];
        for [a, b] in same {
            let (x, y) = (Genome::new(&read(a)), Genome::new(&read(b)));
            assert_eq!(x.fingerprint(), y.fingerprint(), "{a}\n{b}");
            assert_eq!(distance(&x, &y), 0.0);
        }
    }

    #[test]
    fn what_matters_counts() {
        let a = "(game A (board (tiling square) (size 4 5)) (pieces (Man All (moves (move (pre (and (connected) (steps f l f))) (action (pop) (push)))))
            (King White (moves))) (start (place (Man All) A1) (place (King White) B1)) (end (White win (- 1 2)) (Black win (= 1 2))))";
        for (from, to) in [
            ("4 5", "5 4"),
            ("f l f", "l f f"),
            ("(connected)", "(connected to)"),
            ("A1", "A2"),
            ("King White (m", "King Black (m"),
            ("(place (Man All) A1)", "(place (King All) A1)"),
            ("(pop) (push)", "(push) (pop)"),
            ("White win", "All win"),
            ("(King White (moves))", "(King White (value 1) (moves))"),
        ] {
            let b = a.replace(from, to);
            assert_ne!(a, b);
            assert!(between(a, &b) > 0.0, "{from} {to}");
            assert_ne!(fingerprint(&read(a)), fingerprint(&read(&b)), "{from} {to}");
        }
    }

    #[test]
    fn a_bigger_board_is_inbreeding_and_another_end_is_not() {
        // The calibration of the inbreeding threshold, with its default in the recipe.
        for game in games() {
            let a = Genome::new(&game);
            let mut bigger = game.clone();
            crate::synthesis::lineage::each(&mut bigger, &mut |node| {
                if node.is("size") && !node.items().is_empty() {
                    for size in crate::synthesis::site::items_mut(node).unwrap().iter_mut().skip(1) {
                        *size = Tree::int(size.as_int().unwrap() + 1);
                    }
                }
            });
            let size = distance(&a, &Genome::new(&bigger));
            assert!(size > 0.0 && size < 0.02, "{size}");
            let mut other = game.clone();
            let items = crate::synthesis::site::items_mut(&mut other).unwrap();
            items.retain(|s| !matches!(s.head(), Some("end" | "win" | "lose")));
            items.push(read("(end (Black draw (cycle)))"));
            assert!(distance(&a, &Genome::new(&other)) > 0.02);
        }
    }

    #[test]
    fn a_sketch_bounds_every_distance_from_below_and_often_closely() {
        let genomes: Vec<Genome> = games().iter().map(Genome::new).collect();
        let sketches: Vec<Sketch> = genomes.iter().map(Sketch::of).collect();
        let (mut bounds, mut distances) = (0.0, 0.0);
        for (i, a) in genomes.iter().enumerate() {
            for (j, b) in genomes.iter().enumerate().skip(i) {
                let (least, exact) = (sketches[i].least_distance(&sketches[j]), distance(a, b));
                assert!(least <= exact, "{least} {exact}");
                bounds += least;
                distances += exact;
            }
        }
        assert!(bounds > 0.5 * distances, "{bounds} {distances}");
        // More ludemes of a kind than there is room for.
        let lines = |n: usize| {
            let text = format!(
                "(game A (board (tiling hex)) (end {}))",
                "(All win (or (full) (full) (full) (full) (full)))".repeat(n)
            );
            Genome::new(&read(&text))
        };
        let (few, many) = (lines(3), lines(60));
        assert!(Sketch::of(&many).overfull && !Sketch::of(&few).overfull);
        let least = Sketch::of(&few).least_distance(&Sketch::of(&many));
        assert!(least > 0.0 && least <= distance(&few, &many));
    }

    #[test]
    fn games_with_nothing_in_common_are_at_distance_one() {
        assert!((between("(game A (board (tiling hex)))", "(game B (end (All win (full))))") - 1.0).abs() < 1e-9);
        assert_eq!(between("(game A)", "(game B)"), 0.0);
        assert_eq!(between("word", "(game B)"), 0.0);
    }
}
