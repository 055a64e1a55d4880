//! The search for the smallest rules: normal forms and edits in turn, until nothing more can go.

use super::account::{Evidence, Removal, place};
use super::algebra;
use super::by_sets;
use super::corpus::{Along, Corpus, Used};
use super::edits::{EditKind, edits};
use super::ground::Ground;
use super::product::{self, Proof};
use super::step::{Step, text_at};
use crate::board::Shape;
use crate::game::rules::{Effect, EffectKind, Rules, Turtle};
use crate::game::{AnyGame, Game, Kind, Player, facts, lower, shape};
use crate::language::print::one_line;
use crate::language::resolve::{self, Names};
use crate::language::schema::{About, Category, Id, word};
use crate::language::{Problem, Tree, canonical, check};
use crate::with_game;
use std::collections::HashSet;

/// What evidence suffices to remove something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// That it is certain: algebra, the board, or all reachable positions. What games alone show is listed and stays: rules that matter once
    /// in a thousand games are rules.
    #[default]
    Proof,
    /// That no difference is seen in three hundred games, or in as many as are compared at all. What fewer games show is listed and stays.
    Games,
}

/// What reduction may take. All amounts are numbers of positions or games, so that results do not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Compare smaller rules over so many positions of games at most (default 60,000).
    pub positions: u64,
    /// Compare them over so many games at most (default 2,000).
    pub games: u64,
    /// Compare all positions of games that have no more than so many (default 15,000).
    pub proof: u64,
    /// Compare sets of positions where each step of that visits no more than so many states of automata (default 100,000).
    pub sets: u64,
    /// The seed of the games.
    pub seed: u64,
    /// What evidence suffices (default [`Trust::Proof`]).
    pub trust: Trust,
}

impl Default for Options {
    fn default() -> Self {
        Options { positions: 60_000, games: 2_000, proof: 15_000, sets: 100_000, seed: 1, trust: Trust::Proof }
    }
}

impl Options {
    /// How many games must show no difference before what only games show is taken away.
    fn enough(self) -> u64 {
        ENOUGH_GAMES.min(self.games)
    }

    /// Whether something may be taken away on this evidence. A few long games show little: rules by which one in fifty is decided are rules.
    fn suffices(self, evidence: Evidence) -> bool {
        match evidence {
            Evidence::Games { games, .. } => self.trust == Trust::Games && games >= self.enough(),
            _ => true,
        }
    }

    /// The most positions that a whole reduction looks at.
    fn total(self) -> u64 {
        self.positions.saturating_add(self.proof).saturating_mul(100)
    }
}

/// Rules that no game can be played by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotPlayable(pub String);

/// Reduced rules, and what they lack.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The rules in canonical form.
    pub tree: Tree,
    /// What was removed, in the order in which it was.
    pub removed: Vec<Removal>,
    /// What made no difference in games and stays, as that does not suffice: one by one, not all at once, and of what could go whole no parts.
    pub suspects: Vec<Removal>,
    /// The nodes of the rules before and after.
    pub size: [usize; 2],
    /// Nothing more can go; false if the budget ran out before that was known.
    pub complete: bool,
    /// Positions looked at.
    pub positions: u64,
}

impl Reduced {
    /// How sure it is that the reduced rules play the same as those given: the weakest of all evidence.
    pub fn evidence(&self) -> Evidence {
        let rank = |e: &Evidence| match *e {
            Evidence::Algebra => (0, 0),
            Evidence::Board => (0, 1),
            Evidence::Proved { .. } | Evidence::Sets => (1, 0),
            Evidence::Games { games, .. } => (2, u64::MAX - games),
        };
        self.removed.iter().map(|r| r.evidence).max_by_key(rank).unwrap_or(Evidence::Algebra)
    }
}

/// Games that are compared before anything else is done: most attempts fail in the first.
const FIRST_GAMES: u64 = 12;

/// So many games must show no difference before what only games show is taken away: then under 1 % of games differ, at 95 % confidence.
const ENOUGH_GAMES: u64 = 300;

/// So many times the usual positions are looked at to come to [`ENOUGH_GAMES`].
const LONGER: u64 = 3;

/// So many states of automata visited count as a position.
const STATES_A_POSITION: u64 = 20;

/// Games along which normal forms are played, as a check of the algebra.
const CHECKED_GAMES: u64 = 40;

/// Rounds of normal forms and edits at most.
const MOST_ROUNDS: usize = 12;

/// Reduces rules to the simplest that play the same.
///
/// The result is never larger, the same for the same rules, options and seed, and reduces to itself.
///
/// ```
/// use ludogen::language::{parse, print};
/// use ludogen::reduction::{Options, reduce};
///
/// let rules = "(game Row (board (tiling square i-nbors) (size 3 3))
///     (end (All win (in-a-row 3)) (All win (and (in-a-row 3) (full))) (All lose (in-a-row 9))))";
/// let reduced = reduce(&parse(rules).unwrap(), &Options::default()).unwrap();
/// assert_eq!(
///     print(&reduced.tree),
///     "(game Row\n  (board (tiling square i-nbors) (size 3 3))\n  (end (All win (in-a-row 3))))\n"
/// );
/// assert_eq!(reduced.removed[0].why, "another clause with the same result holds wherever it does");
/// ```
///
/// # Errors
/// If the rules cannot be played.
pub fn reduce(tree: &Tree, options: &Options) -> Result<Reduced, NotPlayable> {
    let tree = canonical(tree);
    let before = tree.size();
    // What is compared of long rules takes longer, so that less of it is compared.
    let weight = 1 + before as u64 / LONG;
    let options = &Options {
        positions: (options.positions / weight).max(1),
        proof: options.proof / weight,
        games: (options.games / weight).max(1),
        ..*options
    };
    let mut work = Work { options: *options, spent: 0, read: 0, removed: Vec::new(), suspects: Vec::new() };
    let mut subject = Subject::of(tree)?;
    let mut complete = false;
    for _ in 0..MOST_ROUNDS {
        let known = work.removed.len();
        subject = work.normalise(subject);
        let Some(smaller) = work.shrink(&subject)? else { break };
        let settled = work.removed.len() == known;
        subject = smaller;
        if settled {
            complete = true;
            break;
        }
    }
    outermost(&mut work.suspects);
    let size = [before, subject.tree.size()];
    Ok(Reduced {
        tree: subject.tree,
        removed: work.removed,
        suspects: work.suspects,
        size,
        complete,
        positions: work.spent,
    })
}

/// Rules that can be played.
struct Subject {
    tree: Tree,
    game: AnyGame,
    /// What the rules mean, as text.
    meaning: String,
    warnings: usize,
}

impl Subject {
    fn of(tree: Tree) -> Result<Subject, NotPlayable> {
        let problems = check(&tree);
        if let Some(problem) = problems.iter().find(|p| Problem::is_error(p)) {
            return Err(NotPlayable(problem.message.clone()));
        }
        let rules = lower(&tree).map_err(|e| NotPlayable(e.message))?;
        let meaning = format!("{rules:?}");
        let game = AnyGame::new(rules).map_err(|e| NotPlayable(e.message))?;
        Ok(Subject { tree, game, meaning, warnings: problems.len() })
    }
}

/// So many nodes of rules looked at, or checked and compiled, count as a position.
const NODES_A_POSITION: u64 = 5;

/// Rules of so many nodes are half as many again as the longest that are known: of longer ones, each position counts several times.
const LONG: u64 = 6_000;

/// A reduction under way.
struct Work {
    options: Options,
    /// Positions looked at.
    spent: u64,
    /// Nodes of rules looked at, or checked and compiled.
    read: u64,
    removed: Vec<Removal>,
    suspects: Vec<Removal>,
}

impl Work {
    /// Whether the budget of the whole reduction has been used up, with so many positions more.
    fn is_over(&self, more: u64) -> bool {
        self.spent + more + self.read / NODES_A_POSITION > self.options.total()
    }

    /// The most plies of a game that are compared.
    fn plies(game: &AnyGame) -> usize {
        (4 * game.board().len()).clamp(120, 600)
    }

    /// Takes all steps that are true by algebra. Should play show that one is not, none is taken.
    fn normalise(&mut self, subject: Subject) -> Subject {
        let mut tree = subject.tree.clone();
        let mut log = Vec::new();
        // Every step makes the tree smaller.
        while self.read / NODES_A_POSITION <= self.options.total() {
            let Some((step, after, evidence)) = next_step(&tree, &mut self.read) else { break };
            log.push(Removal {
                place: place(&tree, &step.path),
                span: tree.at(&step.path).map_or(Default::default(), |node| node.span),
                before: text_at(&tree, &step.path),
                after: step.put.as_ref().map(one_line).unwrap_or_default(),
                why: step.why,
                evidence,
            });
            tree = after;
        }
        if log.is_empty() {
            return subject;
        }
        let Ok(normal) = Subject::of(tree) else { return subject };
        let mut corpus = Corpus::new(&subject.game, self.options.seed, Self::plies(&subject.game));
        let along = corpus.compare(&normal.game, CHECKED_GAMES.min(self.options.games), self.options.positions);
        self.spent += along.work + corpus.work;
        if !along.same {
            return subject;
        }
        self.removed.extend(log);
        normal
    }

    /// Tries every edit, and again until none succeeds. `None` if the budget runs out.
    fn shrink(&mut self, base: &Subject) -> Result<Option<Subject>, NotPlayable> {
        let mut corpus = Corpus::new(&base.game, self.options.seed, Self::plies(&base.game));
        let mut trial = Trial { base, small: None, in_sets: None, unused: None, tried: HashSet::new() };
        let mut tree = base.tree.clone();
        let mut meaning = base.meaning.clone();
        self.suspects.clear();
        loop {
            let before = self.removed.len();
            let mut next = 0;
            let mut list = edits(&tree);
            while let Some(edit) = list.get(next) {
                next += 1;
                if self.read / NODES_A_POSITION > self.options.total() {
                    return Ok(None);
                }
                self.read += tree.size() as u64;
                let Some(smaller) = edit.applied(&tree).map(|t| canonical(&t)) else { continue };
                if smaller.size() >= tree.size() || !trial.tried.insert(algebra_key(&smaller)) {
                    continue;
                }
                let Ok(other) = Subject::of(smaller) else { continue };
                // What says what holds anyway is a matter of style.
                if other.meaning == meaning || other.warnings > base.warnings {
                    continue;
                }
                let evidence = trial.judge(&other, &mut corpus, &self.options, &mut self.spent, (&tree, &edit.path));
                if let Some(evidence) = evidence {
                    let removal = Removal {
                        place: place(&tree, &edit.path),
                        span: tree.at(&edit.path).map_or(Default::default(), |node| node.span),
                        before: text_at(&tree, &edit.path),
                        after: match &edit.kind {
                            EditKind::Delete => String::new(),
                            EditKind::Hoist(inner) => one_line(inner),
                            EditKind::Constant(n) => n.to_string(),
                        },
                        why: "without it the game plays the same",
                        evidence,
                    };
                    if !self.options.suffices(evidence) {
                        self.suspects.push(removal);
                        continue;
                    }
                    self.removed.push(removal);
                    (tree, meaning) = (other.tree, other.meaning);
                    list = edits(&tree);
                    // What stood before this place has been tried.
                    next = next.saturating_sub(1);
                }
                if self.is_over(corpus.work) {
                    return Ok(None);
                }
            }
            if self.removed.len() == before {
                break;
            }
        }
        self.spent += corpus.work;
        Subject::of(tree).map(Some)
    }
}

/// Leaves out of a list what lies within something that could go whole, and what could be put otherwise there.
fn outermost(list: &mut Vec<Removal>) {
    let whole: Vec<String> = list.iter().filter(|r| r.after.is_empty()).map(|r| r.place.clone()).collect();
    let within = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with(" > "));
    list.retain(|removal| {
        let goes =
            |place: &String| within(&removal.place, place) || removal.place == *place && !removal.after.is_empty();
        !whole.iter().any(goes)
    });
}

/// A step of algebra that leaves a game, what it leaves, and on what grounds: on every board if there is one, else on this. What the search took,
/// in nodes, is added to `read`.
fn next_step(tree: &Tree, read: &mut u64) -> Option<(Step, Tree, Evidence)> {
    let mut first = |ground: Option<&Ground>, evidence| {
        let mut tried = 0;
        let mut steps = algebra::steps(tree, ground, read);
        let found = steps.find_map(|step| {
            tried += tree.size() as u64;
            let after = canonical(&step.applied(tree)?);
            (after.size() < tree.size() && Subject::of(after.clone()).is_ok()).then_some((step, after, evidence))
        });
        drop(steps);
        *read += tried;
        found
    };
    if let Some(found) = first(None, Evidence::Algebra) {
        return Some(found);
    }
    let subject = Subject::of(tree.clone()).ok()?;
    if let Some(found) = first(Some(&Ground::of(tree, &subject.game)), Evidence::Board) {
        return Some(found);
    }
    let start = tree.child("start").map_or(0, |start| start.size() as u64);
    *read += (1 + start) * tree.size() as u64;
    idle_start(&subject).or_else(|| shorter_pattern(&subject))
}

/// A pattern that is told by a shorter path over the same cells.
fn shorter_pattern(subject: &Subject) -> Option<(Step, Tree, Evidence)> {
    let tree = &subject.tree;
    let end = tree.items().iter().position(|section| section.is("end"))?;
    let mut below = vec![vec![end]];
    while let Some(path) = below.pop() {
        let node = tree.at(&path)?;
        below.extend((0..node.items().len()).map(|i| [path.as_slice(), &[i]].concat()));
        if !node.is("pattern") {
            continue;
        }
        // What stands among the steps says of which pieces.
        let (steps, others): (Vec<&Tree>, Vec<&Tree>) = node.args().iter().partition(|arg| turtle_of(arg).is_some());
        let told: Vec<Turtle> = steps.into_iter().filter_map(turtle_of).collect();
        let Some(shorter) = shape::shorter(subject.game.board(), &told) else { continue };
        let words = shorter.into_iter().map(|step| Tree::word(step.word()));
        let args = words.chain(others.into_iter().cloned());
        let put = Some(Tree::element("pattern", args));
        let step = Step { path, put, why: "a shorter path covers the same cells" };
        let after = Subject::of(canonical(&step.applied(tree)?)).ok();
        if let Some(after) = after.filter(|after| after.tree.size() < tree.size()) {
            return Some((step, after.tree, Evidence::Board));
        }
    }
    None
}

fn turtle_of(tree: &Tree) -> Option<Turtle> {
    tree.as_word().and_then(Turtle::of)
}

/// A part of the start that changes nothing: pieces on cells that are taken already, and in hands from which they cannot be placed, or not all of them.
fn idle_start(subject: &Subject) -> Option<(Step, Tree, Evidence)> {
    let tree = &subject.tree;
    let (place, start) = tree.items().iter().enumerate().find(|(_, section)| section.is("start"))?;
    let rules = || tree.args().iter().filter(|section| !section.is("start"));
    let hands_count = rules().any(|section| resolve::speaks_of(section, About::Hands));
    let simpler = |step: Step| {
        let after = Subject::of(canonical(&step.applied(tree)?)).ok()?;
        let alike = after.tree.size() < tree.size() && begin_alike(&subject.game, &after.game);
        alike.then_some((step, after.tree, Evidence::Board))
    };
    let whole = (1..start.items().len()).find_map(|i| {
        let path = if start.items().len() == 2 { vec![place] } else { vec![place, i] };
        let item = &start.items()[i];
        let hand = item.is("in-hand");
        // Where the pieces of one player alone are placed, the other's stand likewise.
        let told = || (1..start.items().len()).any(|j| j != i && owner(&start.items()[j]) == owner(item));
        let stays = if hand { hands_count } else { !matches!(owner(item), Some("neutral" | "All")) && !told() };
        if stays {
            return None;
        }
        let why =
            if hand { "as many of these as there are can never be placed" } else { "the cells are taken already" };
        simpler(Step { path, put: None, why })
    });
    whole.or_else(|| parts_of_start(start, place, &Names::of(tree)).find_map(simpler))
}

/// What may be simpler within the start, which is the section of that number: pieces of a kind that are placed twice are placed at once, and cells that are
/// taken already, or that the board has not, are not named.
fn parts_of_start(start: &Tree, section: usize, names: &Names) -> impl Iterator<Item = Step> {
    let items = start.items();
    let places = move || items.iter().enumerate().skip(1).filter(|(_, item)| item.is("place") && item.args().len() > 1);
    let at_once = places().flat_map(move |(i, first)| {
        let alike = places().filter(move |(j, other)| *j > i && other.args()[0] == first.args()[0]);
        alike.map(move |(j, other)| {
            let more = other.args()[1..].iter().filter(|cell| !first.args().contains(cell));
            let mut joined = items.to_vec();
            joined[i] = Tree::element("place", first.args().iter().chain(more).cloned());
            joined.remove(j);
            let put = Some(Tree::element("start", joined.into_iter().skip(1)));
            Step { path: vec![section], put, why: "pieces of a kind are placed at once" }
        })
    });
    // A filter that changes nothing is how people describe a pattern.
    let names_cells = |tree: &Tree| {
        let ludeme = resolve::ludeme(tree, Category::Cells, names);
        ludeme.is_some_and(|ludeme| ludeme.id != Id::Cells(word::Cells::Phase))
    };
    let taken = places().filter(|(_, item)| item.args().len() > 2).flat_map(move |(i, item)| {
        let cells = (2..item.items().len()).filter(move |&cell| names_cells(&item.items()[cell]));
        cells.map(move |cell| Step {
            path: vec![section, i, cell],
            put: None,
            why: "the cells are taken already, or there are none",
        })
    });
    at_once.chain(taken)
}

/// Whose pieces a part of the start is about.
fn owner(part: &Tree) -> Option<&str> {
    part.args().first()?.args().first()?.head()
}

/// Whether two games of the same pieces on the same board begin with the same position, but for pieces in hand that cannot be placed, and for how many these are
/// where a player has as many as there are cells, and each that is placed takes one.
fn begin_alike(a: &AnyGame, b: &AnyGame) -> bool {
    let (cells, stays) = (a.board().len(), stays_where_it_is(a.rules()));
    let hands = [a, b].map(|game| facts::hands(game.rules()));
    let enough = |kind| {
        let held = hands.iter().flat_map(|hands| Player::BOTH.map(|player| hands[player][kind]));
        stays && held.map(usize::from).min() >= Some(cells)
    };
    let pieces = Kind::first(a.rules().pieces.len()).zip(&a.rules().pieces);
    let idle: Vec<bool> = pieces.map(|(kind, piece)| !facts::enters(piece) || enough(kind)).collect();
    with_alike!((a, b) => Player::BOTH.into_iter().all(|first| same_start(a, b, first, &idle)), else false)
}

/// Whether every cell that a move takes stays taken: pieces are placed one on a cell, and none moves or is captured.
fn stays_where_it_is(rules: &Rules) -> bool {
    let stays =
        |effect: &Effect| matches!(effect.kind, EffectKind::Convert { .. } | EffectKind::Repeat | EffectKind::Score(_));
    rules.board.shape != Shape::Boardless
        && !facts::may_stack(rules)
        && facts::moves(rules).all(|(_, def)| !def.pops() && def.post.iter().all(stays))
}

fn same_start<const W: usize>(a: &Game<W>, b: &Game<W>, first: Player, idle: &[bool]) -> bool {
    let [mut x, y] = [a, b].map(|game| game.initial(first));
    for player in Player::BOTH {
        let kinds = Kind::first(idle.len()).zip(idle).filter(|(_, idle)| **idle);
        kinds.for_each(|(kind, _)| x.hands[player][kind] = y.hands[player][kind]);
    }
    x == y
}

/// A number that is equal for equal trees.
fn algebra_key(tree: &Tree) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    BuildHasherDefault::<DefaultHasher>::default().hash_one(tree)
}

/// What is known of the rules that others are compared with.
struct Trial<'b> {
    base: &'b Subject,
    /// Whether all positions can be looked at, once that has been asked.
    small: Option<bool>,
    /// Whether sets of positions can be compared, once that has been asked.
    in_sets: Option<bool>,
    /// What was never in use in the games, once that has been asked.
    unused: Option<Unused>,
    tried: HashSet<u64>,
}

/// Parts of rules that no game has shown.
struct Unused {
    /// Piece types that were never on the board and could not have entered.
    pieces: Vec<String>,
    /// Actions and effects of moves that were never made, by piece type.
    moves: Vec<(String, String)>,
}

impl Trial<'_> {
    /// How it is known that other rules play the same; `None` if they do not or it is not known.
    fn judge(
        &mut self,
        other: &Subject,
        corpus: &mut Corpus,
        options: &Options,
        spent: &mut u64,
        (tree, path): (&Tree, &[usize]),
    ) -> Option<Evidence> {
        let along = corpus.compare(&other.game, FIRST_GAMES.min(options.games), options.positions);
        *spent += along.work;
        if !along.same {
            return None;
        }
        let small = *self.small.get_or_insert_with(|| {
            *spent += options.proof;
            product::is_small(&self.base.game, corpus.names(), options.proof)
        });
        if small {
            // The other rules may tell more positions apart, though not without end.
            match product::compare(&self.base.game, &other.game, corpus.names(), options.proof.saturating_mul(4)) {
                Proof::Same(positions) => {
                    *spent += positions;
                    return Some(Evidence::Proved { positions });
                }
                Proof::Different => return None,
                Proof::Open => *spent += options.proof,
            }
        }
        let in_sets = *self.in_sets.get_or_insert_with(|| {
            *spent += options.sets / STATES_A_POSITION;
            by_sets::are_the_same(&self.base.game, &self.base.game, options.sets)
        });
        if in_sets {
            *spent += options.sets / STATES_A_POSITION;
            if by_sets::are_the_same(&self.base.game, &other.game, options.sets) {
                return Some(Evidence::Sets);
            }
        }
        // What only makes the list need not be as sure.
        let share = if options.trust == Trust::Games { 1 } else { 4 };
        let mut along = corpus.compare(&other.game, options.games.div_ceil(share), options.positions.div_ceil(share));
        *spent += along.work;
        let enough = options.enough();
        let within_reach = along.games < enough && along.games * LONGER >= enough;
        if along.same && options.trust == Trust::Games && within_reach {
            along = corpus.compare(&other.game, enough, options.positions.saturating_mul(LONGER));
            *spent += along.work;
        }
        if !along.same {
            return None;
        }
        let unused = self.unused.get_or_insert_with(|| Unused::of(self.base, corpus, along));
        let shown = !unused.hides(tree, path);
        shown.then_some(Evidence::Games { games: along.games, positions: along.positions })
    }
}

impl Unused {
    fn of(base: &Subject, corpus: &mut Corpus, along: Along) -> Unused {
        let used = corpus.used(along.games);
        let rules = base.game.rules();
        let hands = facts::hands(rules);
        let enters = |i: usize| {
            facts::enters(&rules.pieces[i])
                && Player::BOTH.iter().any(|&p| hands[p].iter().nth(i).is_some_and(|(_, &count)| count > 0))
        };
        let names: Vec<&String> = rules.pieces.iter().map(|p| &p.name).collect();
        let hidden = (0..names.len()).filter(|&i| !used.contains(&Used::Piece(i as u16)) && !enters(i));
        let pieces = hidden.map(|i| names[i].clone()).collect();
        let (mut made, mut all) = (HashSet::new(), Vec::new());
        for section in base.tree.args().iter().filter(|s| s.is("pieces")) {
            for piece in section.args() {
                let Some(i) = piece.head().and_then(|name| names.iter().position(|n| *n == name)) else { continue };
                let moves = piece.args().iter().filter(|item| item.is("moves")).flat_map(|m| m.args());
                for (number, definition) in moves.enumerate() {
                    let key = (names[i].clone(), doing(definition));
                    if used.contains(&Used::Move(i as u16, number as u16)) {
                        made.insert(key.clone());
                    }
                    all.push(key);
                }
            }
        }
        all.retain(|key| !made.contains(key));
        // A pass of the rules has no class of its own to be seen by.
        all.retain(|(_, doing)| !doing.contains("(action pass)"));
        debug_assert!(with_game!(&base.game, g => g.classes().len()) < usize::from(u16::MAX));
        Unused { pieces, moves: all }
    }

    /// Whether a node is part of what was never in use.
    fn hides(&self, tree: &Tree, path: &[usize]) -> bool {
        let at = |n: usize| path.get(..n).and_then(|p| tree.at(p));
        if at(1).is_none_or(|section| !section.is("pieces")) || path.len() < 2 {
            return false;
        }
        let name = at(2).and_then(Tree::head).unwrap_or_default();
        if self.pieces.iter().any(|p| p == name) {
            return true;
        }
        // pieces > Stone > moves > move > post > …
        let (Some(definition), Some(part)) = (at(4), at(5)) else { return false };
        (part.is("post") || part.is("action")) && self.moves.contains(&(name.to_string(), doing(definition)))
    }
}

/// What a move does, as text.
fn doing(definition: &Tree) -> String {
    let parts = ["action", "post"].map(|word| definition.child(word).map(one_line).unwrap_or_default());
    parts.join(" ")
}
