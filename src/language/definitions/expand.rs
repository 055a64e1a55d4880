//! From a game with definitions to the game written in full.

use super::super::diagnostic::Problem;
use super::super::reader::{MAX_DEPTH, MAX_NODES};
use super::super::tree::{Kind, Span, Tree};
use super::choices::write_out;
use super::collect::{Definition, definitions_of, free_name};
use super::marks::{Mark, Marks, Role, Use};
use super::shared::used;
use super::{EACH, is_cosmetic, is_definition};

/// The most nodes that writing a game in full makes, those that only go on into others included.
pub const MAX_EXPANDED: usize = MAX_NODES;
/// How many definitions and loops stand within each other at most.
const MAX_LEVELS: usize = 48;

/// A game written in full.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The game without definitions and loops. The span of a node that a definition put there is no place in the source;
    /// `Expansion::explained` finds that.
    pub tree: Tree,
    /// The definitions of the game.
    pub definitions: Vec<Definition>,
    pub(super) marks: Marks,
}

impl Expansion {
    /// The game in full, each node with the place where it was written.
    pub fn into_plain(mut self) -> Tree {
        let mut tree = std::mem::replace(&mut self.tree, Tree::word(""));
        self.settle(&mut tree);
        tree
    }

    /// Gives the nodes of a tree, made of those of the game in full, the places where they were written.
    pub(crate) fn settle(&self, tree: &mut Tree) {
        tree.span = self.marks.written(tree.span);
        if let Kind::List(items) = &mut tree.kind {
            items.iter_mut().for_each(|item| self.settle(item));
        }
    }

    /// The definitions of the game that nothing uses.
    pub(crate) fn unused(&self) -> impl Iterator<Item = &Definition> {
        let used = |k: usize| self.marks.uses.iter().any(|u| u.definition == Some(k));
        self.definitions.iter().enumerate().filter(move |(k, d)| !used(*k) && d.is_written()).map(|(_, d)| d)
    }

    /// The place of a node for those who read the source: where it was written, or where the definition is used in which it was
    /// written; then also the definition, and its place there, which a shared one does not have.
    pub fn place(&self, span: Span) -> (Span, Option<(Option<Span>, &Definition)>) {
        let at = self.marks.written(span);
        let Some(mark) = self.marks.get(span) else { return (span, None) };
        if let Some(definition) = self.shared_origin(span) {
            return (self.marks.outermost(mark), Some((None, definition)));
        }
        let within = |d: &&Definition| d.span.start <= at.start && at.end <= d.span.end && d.span.start < d.span.end;
        match self.definitions.iter().find(within) {
            Some(definition) => (self.marks.outermost(mark), Some((Some(at), definition))),
            None => (at, None),
        }
    }

    /// The shared definition in which a node was written.
    fn shared_origin(&self, span: Span) -> Option<&Definition> {
        // The first mark that a node got is of what it was written in.
        let first = self.marks.chain(span).last().filter(|mark| !matches!(mark.role, Role::Argument(_)))?;
        let definition = &self.definitions[self.marks.uses.get(first.of)?.definition?];
        (!definition.is_written()).then_some(definition)
    }

    /// A problem of the game in full as one of its source.
    pub(crate) fn explained(&self, mut problem: Problem) -> Problem {
        let (span, inside) = self.place(problem.span);
        problem.span = span;
        for (span, _) in &mut problem.secondary {
            *span = self.marks.written(*span);
        }
        match inside {
            Some((Some(at), definition)) => {
                problem.secondary(at, format!("in the definition of `{}`", definition.name))
            }
            Some((None, definition)) => {
                let meaning = format!("`{}` stands for `{}` in every game", definition.name, definition.text());
                let help = problem.help.take().map_or_else(|| meaning.clone(), |help| format!("{meaning}; {help}"));
                problem.help(help)
            }
            None => problem,
        }
    }

    /// The definition with a phrase that a node is, whole, and its use.
    pub(crate) fn phrased(&self, node: &Tree) -> Option<Phrased<'_>> {
        let mut roots = self.marks.chain(node.span).filter(|mark| mark.role == Role::Root);
        roots.find_map(|mark| {
            let found = self.marks.uses.get(mark.of)?;
            let definition = self.definitions.get(found.definition?)?;
            let written = definition.phrase.as_deref().filter(|_| definition.body.len() == 1)?;
            let phrase = written.strip_suffix('.').unwrap_or(written);
            let args = found.args.iter().enumerate();
            let args = args.map(|(k, arg)| self.given(node, mark.of, k).unwrap_or(arg).clone()).collect();
            Some(Phrased { definition, phrase, says_all: phrase.len() < written.len(), args, of: mark.of })
        })
    }

    /// What stands in a node for the parameter of that number of a use.
    fn given<'t>(&self, node: &'t Tree, of: usize, number: usize) -> Option<&'t Tree> {
        let is_it = |mark: &Mark| mark.of == of && mark.role == Role::Argument(number);
        match self.marks.chain(node.span).any(is_it) {
            true => Some(node),
            false => node.items().iter().find_map(|item| self.given(item, of, number)),
        }
    }
}

/// A use of a definition that reads as a phrase.
pub(crate) struct Phrased<'a> {
    /// The definition.
    pub definition: &'a Definition,
    /// How it reads.
    pub phrase: &'a str,
    /// Whether the phrase says all that there is to say.
    pub says_all: bool,
    /// What was given for its parameters, as it stands there now.
    pub args: Vec<Tree>,
    /// The number of the use.
    pub(super) of: usize,
}

/// Writes the game `tree` in full. Time and memory are bounded by [`MAX_EXPANDED`], whatever the definitions say.
///
/// ```
/// use ludogen::language::{definitions::expand, parse};
///
/// let named = "(game Row (define Line () (in-a-row 4)) (board (tiling hex) (size 4)) (end (All win (Line))))";
/// let plain = "(game Row (board (tiling hex) (size 4)) (end (All win (in-a-row 4))))";
/// let expansion = expand(&parse(named).unwrap()).unwrap();
/// assert_eq!(expansion.definitions[0].name, "Line");
/// assert_eq!(expansion.into_plain(), parse(plain).unwrap());
/// ```
///
/// # Errors
/// What is wrong with the definitions: their form, a use with too few or too many elements, a definition that uses itself, too many nodes.
pub fn expand(tree: &Tree) -> Result<Expansion, Problem> {
    let mut definitions = definitions_of(tree)?;
    definitions.extend(used(tree).into_iter().cloned());
    let mut expander = Expander {
        definitions: &definitions,
        marks: Marks::default(),
        open: Vec::new(),
        level: 0,
        left: MAX_EXPANDED,
        top: tree.span,
    };
    let mut items = Vec::new();
    for (i, item) in tree.items().iter().enumerate() {
        // The head and the name are no uses, and neither is what has no effect on play.
        match item {
            _ if is_definition(item) => {}
            _ if is_cosmetic(item) => items.push(item.clone()),
            _ if i == 0 || i == 1 && item.as_word().is_some() => items.push(item.clone()),
            _ => expander.node(item, &Scope::default(), 1, &mut items)?,
        }
    }
    let mut tree = Tree { kind: Kind::List(items), span: tree.span };
    write_out(&mut tree, &mut |nodes, at| {
        expander.top = expander.marks.written(at.span);
        expander.spend(nodes)
    })?;
    let marks = expander.marks;
    Ok(Expansion { tree, definitions, marks })
}

/// What the words of a definition or loop stand for, and the use that is being written out.
#[derive(Clone, Default)]
struct Scope {
    bound: Vec<(String, Tree)>,
    of: Option<usize>,
}

impl Scope {
    /// What a word stands for here, if it is a parameter or the name of a loop.
    fn given(&self, word: &str) -> Option<&Tree> {
        self.bound.iter().rev().find(|(name, _)| name == word).map(|(_, given)| given)
    }
}

type Done = Result<(), Problem>;

struct Expander<'a> {
    definitions: &'a [Definition],
    marks: Marks,
    /// The definitions that are being written out.
    open: Vec<usize>,
    level: usize,
    /// How many nodes may still be made.
    left: usize,
    /// The use outside of all definitions that is being written out.
    top: Span,
}

impl Expander<'_> {
    fn spend(&mut self, nodes: usize) -> Done {
        if nodes > self.left {
            let message = format!("written in full, the game has too many words and brackets: at most {MAX_EXPANDED}");
            return Err(Problem::error(message, self.top).label("what this stands for is too long"));
        }
        self.left -= nodes;
        Ok(())
    }

    /// The span of a copy of `tree`.
    fn span(&mut self, span: Span, scope: &Scope, role: Role) -> Span {
        match scope.of {
            Some(of) => self.marks.add(Mark { span, of, role }),
            None => span,
        }
    }

    /// Where a node is, for a problem: it may be in a definition.
    fn problem(&self, message: String, tree: &Tree, label: &str) -> Problem {
        let problem = Problem::error(message, tree.span).label(label);
        match self.level {
            0 => problem,
            _ => problem.secondary(self.top, "this is what uses it"),
        }
    }

    fn node(&mut self, tree: &Tree, scope: &Scope, depth: usize, out: &mut Vec<Tree>) -> Done {
        self.spend(1)?;
        if depth > MAX_DEPTH {
            let message = format!("written in full, brackets are nested too deeply: at most {MAX_DEPTH} levels");
            return Err(Problem::error(message, self.top).label("what this stands for is nested too deeply"));
        }
        let head = tree.head().unwrap_or_default();
        if let Some(bound) = tree.as_word().and_then(|word| scope.given(word)) {
            self.spend(bound.size())?;
            out.push(bound.clone());
            return Ok(());
        }
        let is_bound = scope.given(head).is_some();
        if !is_bound {
            if let Some(found) = self.definitions.iter().position(|d| d.name == head) {
                return self.used(tree, found, scope, depth, out);
            }
            if head == EACH && matches!(tree.kind, Kind::List(_)) {
                return self.loops(tree, scope, depth, out);
            }
        }
        let kind = match &tree.kind {
            Kind::List(items) => {
                let mut inner = Vec::with_capacity(items.len());
                for item in items {
                    self.node(item, scope, depth + 1, &mut inner)?;
                }
                if is_bound && inner.first().is_some_and(|head| head.as_word().is_none()) {
                    let message = format!("`{head}` stands before its arguments, so one word must be given for it");
                    return Err(self.problem(message, tree, "no word was given"));
                }
                Kind::List(inner)
            }
            other => other.clone(),
        };
        let span = self.span(tree.span, scope, Role::Inner);
        out.push(Tree { kind, span });
        Ok(())
    }

    /// One element, where several have no room.
    fn single(&mut self, tree: &Tree, scope: &Scope, depth: usize) -> Result<Tree, Problem> {
        let mut found = Vec::new();
        self.node(tree, scope, depth + 1, &mut found)?;
        match found.len() {
            1 => Ok(found.swap_remove(0)),
            n => {
                Err(self.problem(format!("this stands for {n} elements where one is needed"), tree, "not one element"))
            }
        }
    }

    fn used(&mut self, tree: &Tree, number: usize, scope: &Scope, depth: usize, out: &mut Vec<Tree>) -> Done {
        let definition = &self.definitions[number];
        if self.level == 0 {
            self.top = tree.span;
        }
        let (needs, given) = (definition.params.len(), tree.args().len());
        if needs != given {
            let (s, are) = (if given == 1 { "" } else { "s" }, if needs == 1 { "is" } else { "are" });
            let message = format!("`{}` has {given} element{s} after it where {needs} {are} needed", definition.name);
            let help = format!("write `{}`", definition.usage());
            let problem = self.problem(message, tree, "not as it is defined").help(help);
            return Err(match definition.is_written() {
                true => problem.secondary(definition.span, "the definition"),
                false => problem,
            });
        }
        if let Some(at) = self.open.iter().position(|&k| k == number) {
            let names: Vec<&str> = self.open[at..].iter().map(|&k| &*self.definitions[k].name).collect();
            let message = format!("the definition of `{}` uses itself", definition.name);
            let label = match names.len() {
                1 => "here it is used within itself".to_string(),
                _ => {
                    format!("by way of {}", names[1..].iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", "))
                }
            };
            return Err(Problem::error(message, tree.span).label(label).secondary(definition.span, "the definition"));
        }
        let mut args = Vec::with_capacity(given);
        for arg in tree.args() {
            args.push(self.single(arg, scope, depth)?);
        }
        let span = self.span(tree.span, scope, Role::Inner);
        self.spend(args.iter().map(Tree::size).sum())?;
        let bound = definition.params.iter().cloned().zip(args.iter().cloned()).collect();
        let found = Use { definition: Some(number), span, within: scope.of, args };
        self.open.push(number);
        self.round(found, bound, &definition.body, depth, out)?;
        self.open.pop();
        Ok(())
    }

    fn loops(&mut self, tree: &Tree, scope: &Scope, depth: usize, out: &mut Vec<Tree>) -> Done {
        if self.level == 0 {
            self.top = tree.span;
        }
        let example = "for example `(each way (n e s w) (empty (step to way)))`";
        let [name, values, body @ ..] = tree.args() else {
            return Err(self
                .problem("`each` needs a name, values and elements".into(), tree, "incomplete")
                .help(example));
        };
        // What a definition is given may be the values.
        let given = values.as_word().and_then(|word| scope.given(word));
        let Kind::List(listed) = &given.unwrap_or(values).kind else {
            return Err(self.problem("the values of `each` stand in brackets".into(), values, "no list").help(example));
        };
        free_name(name, "a loop")?;
        let word = name.as_word().unwrap_or_default();
        if scope.given(word).is_some() {
            let message = format!(
                "`{word}` stands for something here already: a parameter, or the value of a loop around this one"
            );
            return Err(self.problem(message, name, "choose another name"));
        }
        if listed.is_empty() || body.is_empty() || !body.iter().any(|t| t.mentions(word)) {
            let message = format!("`each` needs values, and elements in which `{word}` stands");
            return Err(self.problem(message, tree, "says nothing").help(example));
        }
        let mut each = Vec::with_capacity(listed.len());
        for value in listed {
            if given.is_some() {
                each.push(value.clone());
            } else {
                // A definition may stand for several values.
                self.node(value, scope, depth + 1, &mut each)?;
            }
        }
        for value in each {
            self.spend(value.size())?;
            let span = self.span(tree.span, scope, Role::Inner);
            let round = Use { definition: None, span, within: scope.of, args: vec![value.clone()] };
            let mut bound = scope.bound.clone();
            bound.push((word.into(), value));
            self.round(round, bound, body, depth, out)?;
        }
        Ok(())
    }

    /// Writes out the elements of a definition or loop with what its words stand for.
    fn round(
        &mut self,
        found: Use,
        mut bound: Vec<(String, Tree)>,
        body: &[Tree],
        depth: usize,
        out: &mut Vec<Tree>,
    ) -> Done {
        if self.level == MAX_LEVELS {
            let message = format!("definitions and loops stand within each other more than {MAX_LEVELS} deep");
            return Err(Problem::error(message, self.top).label("too many within each other"));
        }
        let of = self.marks.uses.len();
        let first = bound.len() - found.args.len();
        self.marks.uses.push(found);
        for (k, (_, arg)) in bound[first..].iter_mut().enumerate() {
            arg.span = self.marks.add(Mark { span: arg.span, of, role: Role::Argument(k) });
        }
        let scope = Scope { bound, of: Some(of) };
        self.level += 1;
        for element in body {
            let from = out.len();
            self.node(element, &scope, depth, out)?;
            for root in &mut out[from..] {
                root.span = self.marks.add(Mark { span: root.span, of, role: Role::Root });
            }
        }
        self.level -= 1;
        Ok(())
    }
}
