//! The search for the smallest rules: normal forms and edits in turn, until nothing more can go.

use super::account::{Evidence, Removal, place};
use super::algebra;
use super::corpus::Corpus;
use super::edits::{EditKind, edits};
use super::ground::Ground;
use super::options::Options;
use super::start::idle_start;
use super::step::{Step, text_at};
use super::subject::{NotPlayable, Subject};
use super::trial::Trial;
use crate::game::rules::Turtle;
use crate::game::{AnyGame, shape};
use crate::language::print::one_line;
use crate::language::{Tree, canonical};

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
///     "(game Row\n  (board (square 3 3 i-nbors))\n  (win (in-a-row 3)))\n"
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
        let mut trial = Trial::new(base);
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
                if smaller.size() >= tree.size() || !trial.is_first(&smaller) {
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
