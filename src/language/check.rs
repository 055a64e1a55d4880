//! The checker: whether a rule tree says a game, and if not, everything that is wrong with it.
//!
//! It compares the tree with the [schema]. What needs a board (whether a cell exists, whether a line fits) is
//! checked where boards are known.

use super::definitions::{self, Definition};
use super::diagnostic::Problem;
use super::reader::{self, MAX_DEPTH, MAX_PROBLEMS};
use super::resolve::{Element, Names, choose, is_label, ludeme, resolve};
use super::schema::{self, Accepts, Category, Count, Id, Name, Param, word};
use super::short;
use super::suggest;
use super::syntax::{self, shown};
use super::tree::{Kind, Span, Tree};
use crate::order;

/// The most arguments of one kind in one element: pieces, moves of a piece, clauses, conditions…
pub const MAX_REPEATS: usize = 64;
/// The most cells listed in one element.
pub const MAX_CELLS: usize = 999;
/// The most points and lines of a board that is a graph, and points of a line.
pub const MAX_POINTS: usize = 1024;
/// The most types of pieces of a game.
pub const MAX_PIECES: usize = 8;
/// What is said of the directions of a move that nothing asks about.
pub const IDLE_DIRECTIONS: &str = "nothing in this move reads its directions";
/// The largest whole number in the rules, either sign.
pub const MAX_NUMBER: i64 = 999_999;

/// Reads and checks the one game of `source`.
///
/// ```
/// let source = "(game Tic-Tac-Toe (board (tiling square) (size 3 3)) (win (in-a-row 3)))";
/// let tree = ludogen::language::parse(source).expect("a game");
/// assert_eq!(
///     ludogen::language::print(&tree),
///     "(game Tic-Tac-Toe\n  (board (square 3 3))\n  (win (in-a-row 3)))\n"
/// );
/// ```
///
/// # Errors
/// All problems of the text, in the order of the text; at least one of them is an error.
pub fn parse(source: &str) -> Result<Tree, Vec<Problem>> {
    parse_with_warnings(source).map(|(tree, _)| tree)
}

/// As [`parse`], and returns the warnings of a game that is otherwise good.
///
/// ```
/// let source = "(game Row (define Idle () (full)) (board (tiling hex) (size 4)) (end (All win (in-a-row 4))))";
/// let (tree, warnings) = ludogen::language::parse_with_warnings(source).expect("a game");
/// assert_eq!(ludogen::language::parse(source), Ok(tree));
/// let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
/// assert_eq!(messages, ["`Idle` is defined and not used"]);
/// ```
///
/// # Errors
/// All problems of the text, in the order of the text; at least one of them is an error.
pub fn parse_with_warnings(source: &str) -> Result<(Tree, Vec<Problem>), Vec<Problem>> {
    let (trees, mut problems, sound) = reader::read_loosely(source);
    if !sound {
        // With brackets in the wrong places everything further would be guesswork.
        return Err(problems);
    }
    let mut trees = trees.into_iter();
    let Some(tree) = trees.next().map(|tree| short::lengthen(&tree)) else {
        let problem = Problem::error("the file holds no game", Span::new(source.len(), source.len()))
            .help(format!("a small game is `{}`", syntax::example(schema::game())));
        return Err(vec![problem]);
    };
    problems.extend(check(&tree));
    if let Some(second) = trees.next() {
        problems.push(
            Problem::error("there is something after the end of the game", second.span)
                .label("the game has ended before this")
                .help("a file holds one game; perhaps a bracket above closes too early")
                .secondary(Span { start: tree.span.end.saturating_sub(1), end: tree.span.end }, "the game ends here"),
        );
    }
    order::sort_by_key(&mut problems, |p| p.span.start);
    problems.truncate(MAX_PROBLEMS);
    if problems.iter().any(Problem::is_error) { Err(problems) } else { Ok((tree, problems)) }
}

/// Everything that is wrong with `tree` as a game, in the order of the text; at most [`MAX_PROBLEMS`].
///
/// A game with definitions is written in full first. What is wrong in one of them is told where it is used.
///
/// ```
/// use ludogen::language::{check, reader};
///
/// let source = "(game Three (board (tiling sqare) (size 3 3)) (end (All win (in-a-row 3))))";
/// let (trees, _) = reader::read(source);
/// let problems = check(&trees[0]);
/// let span = problems[0].span;
/// assert_eq!(&source[span.start as usize..span.end as usize], "sqare");
/// assert!(problems[0].is_error() && problems[0].help.as_ref().unwrap().contains("`square`"));
/// ```
pub fn check(tree: &Tree) -> Vec<Problem> {
    if definitions::is_plain(tree) {
        return check_plain(tree).into_iter().map(|problem| named(problem, &[])).collect();
    }
    let expansion = match definitions::expand(tree) {
        Ok(expansion) => expansion,
        Err(problem) => return vec![problem],
    };
    let explained = |problem| named(expansion.explained(problem), &expansion.definitions);
    let problems = check_plain(&expansion.tree).into_iter().map(explained);
    let unused = expansion.unused().map(|definition| {
        Problem::warning(format!("`{}` is defined and not used", definition.name), definition.span)
            .label("nothing uses it")
            .help("take the definition away")
    });
    let mut problems: Vec<Problem> = problems.chain(unused).collect();
    order::sort_by_key(&mut problems, |p| (p.span.start, p.span.end));
    problems.dedup();
    problems
}

/// The problem with the name of a definition of the game, or of all games, if it is about an unknown word that is spelt nearly like it.
fn named(problem: Problem, definitions: &[Definition]) -> Problem {
    let unknown = problem.message.strip_prefix("unknown word `").and_then(|rest| rest.split('`').next());
    let Some(word) = unknown.filter(|word| word.len() > 3) else { return problem };
    let help = match nearest(word, definitions.iter().filter(|d| !d.is_shared())) {
        Some(name) => format!("did you mean `{name}`, which is defined above?"),
        // Words that begin otherwise have their own help, and so has a shared name that the game gives to something else.
        None => match nearest(word, definitions::shared().iter()) {
            Some(name) if name != word && name.chars().next() == word.chars().next() => {
                format!("did you mean `{name}`, which all games know?")
            }
            _ => return problem,
        },
    };
    problem.help(help)
}

/// The name of the definition that is spelt nearly like a word.
fn nearest<'d>(word: &str, definitions: impl Iterator<Item = &'d Definition>) -> Option<&'d str> {
    let far = |definition: &&Definition| suggest::distance(&word.to_lowercase(), &definition.name.to_lowercase());
    let nearest = definitions.min_by_key(far)?;
    (far(&nearest) <= 2).then_some(nearest.name.as_str())
}

/// [`check`] for a game without definitions.
fn check_plain(tree: &Tree) -> Vec<Problem> {
    let names = Names::of(tree);
    let regions = tree.child("board").and_then(|b| b.child("regions")).map_or(0, |r| r.args().len());
    let mut checker = Checker { names, regions, is_graph: is_graph(tree), problems: Vec::new() };
    checker.game(tree);
    checker.depth(tree);
    let mut problems = checker.problems;
    order::sort_by_key(&mut problems, |p| (p.span.start, p.span.end));
    problems.dedup();
    problems.truncate(MAX_PROBLEMS);
    problems
}

/// What is wrong with `tree` as an element of `category`, the names being declared elsewhere.
#[cfg(test)]
pub(crate) fn check_element(tree: &Tree, category: Category, names: &Names) -> Vec<Problem> {
    let mut checker = Checker { names: names.clone(), regions: 99, is_graph: false, problems: Vec::new() };
    if ludeme(tree, category, names).is_none() {
        checker.push(Problem::error("not of this category", tree.span));
    }
    checker.element(tree, category);
    checker.problems
}

struct Checker {
    names: Names,
    regions: usize,
    /// The board is points and lines, all of whose directions are direct.
    is_graph: bool,
    problems: Vec<Problem>,
}

/// Whether the board of a game is a graph: a family, or points and lines that the file lists.
fn is_graph(tree: &Tree) -> bool {
    let Some(board) = tree.child("board") else { return false };
    let tiling = board.child("tiling").and_then(|tiling| tiling.args().first()).and_then(Tree::as_word);
    match tiling.and_then(|word| schema::find(word, Category::Tiling)).map(|ludeme| ludeme.id) {
        Some(Id::Tiling(word::Tiling::Tri | word::Tiling::Square | word::Tiling::Hex | word::Tiling::TruncSquare)) => {
            false
        }
        Some(_) => true,
        None => board.child("nodes").is_some(),
    }
}

/// A size that suits the tiling and the shape of a board.
fn size_example(board: &Tree) -> &'static str {
    let word = |item: &str| board.child(item).and_then(|item| item.args().first()).and_then(Tree::as_word);
    match (word("tiling"), word("shape")) {
        (Some("morris"), _) => "(size 3)",
        (Some("star"), _) | (_, Some("hex" | "tri")) => "(size 5)",
        (Some("wheel"), _) => "(size 8 1)",
        (Some("rings"), _) => "(size 3 8)",
        (Some("pits"), _) => "(size 6 2)",
        _ => "(size 3 3)",
    }
}

/// The head word's span, or the node's own.
fn head_span(tree: &Tree) -> Span {
    tree.items().first().map_or(tree.span, |head| head.span)
}

/// How many brackets deep the tree is.
fn depth(tree: &Tree) -> usize {
    match &tree.kind {
        Kind::List(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

impl Checker {
    /// Whether enough has been found: a margin over the limit, since the list is sorted before it is cut.
    fn is_full(&self) -> bool {
        self.problems.len() >= 3 * MAX_PROBLEMS
    }

    fn push(&mut self, problem: Problem) {
        if !self.is_full() {
            self.problems.push(problem);
        }
    }

    fn game(&mut self, tree: &Tree) {
        let is_game = matches!(tree.kind, Kind::List(_)) && matches!(tree.head(), Some("game" | "ludeme"));
        if !is_game {
            let problem = Problem::error("a rule file begins with `(game Name …)`", head_span(tree));
            return self.push(suggest::explain_root(problem, tree));
        }
        self.element(tree, Category::Game);
        let has = |word: &str| tree.args().iter().any(|t| t.is(word));
        if !has("board") {
            let problem = Problem::error("the game has no board", head_span(tree))
                .label("a `(board …)` is missing")
                .help("for example `(board (tiling square) (size 3 3))`");
            self.push(problem);
        }
        if !["end", "win", "lose"].iter().any(|w| has(w)) {
            let problem = Problem::error("the game has no end", head_span(tree))
                .label("an `(end …)` is missing")
                .help("for example `(end (All win (in-a-row 3)))`, or `(win (in-a-row 3))` for short");
            self.push(problem);
        }
        self.names_are_distinct(tree);
    }

    /// The canonical form may nest a little deeper than what was written, and has to be readable too.
    fn depth(&mut self, tree: &Tree) {
        if depth(tree) + 3 > MAX_DEPTH && depth(&super::print::normal(tree)) > MAX_DEPTH {
            let message = format!("brackets are nested too deeply: at most {MAX_DEPTH} levels");
            let problem = Problem::error(message, head_span(tree))
                .label("written in full, the game has more")
                .help("`(win …)` and words without brackets take a level more than is seen");
            self.push(problem);
        }
    }

    fn names_are_distinct(&mut self, tree: &Tree) {
        let mut seen: Vec<(&str, &'static str, Span)> = Vec::new();
        for (section, what) in [("players", "player"), ("pieces", "piece")] {
            for section in tree.args().iter().filter(|t| t.is(section)) {
                for item in section.args().iter().take(4 * MAX_REPEATS) {
                    if what == "piece" && !matches!(item.kind, Kind::List(_)) {
                        continue;
                    }
                    let Some(name) = item.head() else { continue };
                    let span = head_span(item);
                    if let Some(&(_, other, first)) = seen.iter().find(|(n, _, _)| *n == name) {
                        let problem = Problem::error(format!("the name `{name}` is used twice"), span)
                            .label(format!("this {what} needs a name of its own"))
                            .secondary(first, format!("this {other} has the name already"));
                        self.push(problem);
                    } else {
                        seen.push((name, what, span));
                    }
                }
            }
        }
    }

    fn element(&mut self, tree: &Tree, category: Category) {
        let Some(element) = resolve(tree, category, &self.names) else { return };
        for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
            let limit = match param.accepts {
                [Accepts::Of(Category::Cells), ..] => MAX_CELLS,
                [Accepts::Of(Category::Node | Category::Line | Category::Stop)] => MAX_POINTS,
                [Accepts::Of(Category::Piece)] => MAX_PIECES,
                [Accepts::Anything] | [Accepts::Number, Accepts::Anything] => usize::MAX,
                _ => MAX_REPEATS,
            };
            if slot.len() > limit {
                let message =
                    format!("`{}` has too many {}s: at most {limit}", shown(tree), param.name.trim_end_matches('s'));
                let problem = Problem::error(message, slot[limit].span).label("one too many");
                self.push(problem);
                continue;
            }
            for arg in slot {
                self.argument(arg, param, &element);
            }
            if let [Accepts::Of(category) | Accepts::Only(category, _)] = param.accepts
                && category.is_record()
            {
                self.no_repeats(slot, *category);
            }
        }
        // Advice costs more than anything else here, so it is given to a few only.
        for arg in element.surplus.iter().take(MAX_PROBLEMS) {
            if self.is_full() {
                return;
            }
            if suggest::is_right_in_a_choice(arg, &element, &self.names) {
                continue;
            }
            let problem = suggest::explain(arg, &element, &self.names);
            self.push(problem);
        }
        // An argument that nothing takes is most likely the missing one misspelt.
        if element.surplus.is_empty() {
            for param in element.missing() {
                let problem = missing(&element, param);
                self.push(problem);
            }
        }
        self.particulars(&element);
    }

    fn argument(&mut self, arg: &Tree, param: &Param, element: &Element<'_>) {
        let Some(accepts) = choose(arg, param.accepts, &self.names) else { return };
        match accepts {
            Accepts::Of(Category::Int) if arg.as_int().is_some() => {
                self.range(arg, -MAX_NUMBER, MAX_NUMBER, element, param);
            }
            Accepts::Of(category) | Accepts::Only(category, _) => self.element(arg, category),
            Accepts::Range(low, high) => self.range(arg, low, high, element, param),
            Accepts::Declares(space) => self.declared(arg, space),
            Accepts::Number | Accepts::Text | Accepts::Uses(_) | Accepts::Anything => {}
        }
    }

    fn range(&mut self, arg: &Tree, low: i64, high: i64, element: &Element<'_>, param: &Param) {
        let Some(value) = arg.as_int() else { return };
        if (low..=high).contains(&value) {
            return;
        }
        let message = format!("{value} is out of range for `{}`", shown(element.tree));
        let problem = Problem::error(message, arg.span)
            .label(format!("the {} goes from {low} to {high}", param.name.trim_end_matches('s')))
            .help(format!("write a number from {low} to {high}"));
        self.push(problem);
    }

    /// A name that is declared here must be readable as a name everywhere else.
    fn declared(&mut self, tree: &Tree, space: Name) {
        let Some(name) = tree.head() else { return };
        let span = head_span(tree);
        if !reader::is_word(name) {
            return self.push(Problem::error(format!("`{name}` cannot be a name"), span).label("not one word"));
        }
        if space == Name::Game {
            return;
        }
        let what = space.noun();
        if schema::LUDEMES.iter().any(|l| l.head == schema::Head::Word && l.word == name) {
            let problem = Problem::error(format!("`{name}` is a word of the language and cannot be {what}"), span)
                .label("choose another name")
                .help("names begin with a capital letter by custom, as in `Stone`");
            self.push(problem);
        } else if is_label(name) {
            let problem = Problem::error(format!("`{name}` would be taken for a cell and cannot be {what}"), span)
                .label("choose another name");
            self.push(problem);
        }
    }

    /// Each kind of item in a record occurs at most once.
    fn no_repeats(&mut self, slot: &[&Tree], category: Category) {
        for (i, item) in slot.iter().enumerate() {
            let kind = ludeme(item, category, &self.names).map(schema::index);
            let first = slot[..i].iter().find(|t| ludeme(t, category, &self.names).map(schema::index) == kind);
            if let Some(first) = first {
                let problem = Problem::error(format!("`{}` is given twice", shown(item)), head_span(item))
                    .label("the second time")
                    .help(match category {
                        Category::Section if item.is("win") || item.is("lose") => {
                            "combine the conditions with `(or …)`, or write several clauses in `(end …)`".to_string()
                        }
                        _ => "keep one of them".to_string(),
                    })
                    .secondary(head_span(first), "the first time");
                self.push(problem);
            }
        }
    }

    /// What single ludemes ask beyond their parameters.
    fn particulars(&mut self, element: &Element<'_>) {
        let tree = element.tree;
        match element.ludeme.id {
            Id::Section(word::Section::Players) => self.players(element),
            Id::Section(word::Section::Board) if tree.child("nodes").is_some() || tree.child("lines").is_some() => {
                self.graph(element);
            }
            Id::Section(word::Section::Board) => {
                for (word, example) in [("tiling", "(tiling square)"), ("size", size_example(tree))] {
                    // A misspelt one has been reported already.
                    if tree.child(word).is_none() && element.surplus.is_empty() {
                        let problem = Problem::error(format!("the board has no {word}"), head_span(tree))
                            .label(format!("`({word} …)` is missing"))
                            .help(format!("for example `{example}`"));
                        self.push(problem);
                    }
                }
            }
            Id::BoardItem(word::BoardItem::Size) => {
                if let Some(fourth) = element.all("sizes").get(3) {
                    let problem = Problem::error("a board has at most three dimensions", fourth.span)
                        .label("one too many")
                        .help("for example `(size 5 5)`");
                    self.push(problem);
                }
            }
            Id::Section(word::Section::End) => self.end_flags(element),
            Id::Piece(_) => self.piece(element),
            Id::Move(word::Move::Move) => {
                let has_action = element.all("items").iter().any(|t| t.is("action"));
                if !has_action && element.surplus.is_empty() {
                    let problem = Problem::error("this move does nothing", head_span(tree))
                        .label("an `(action …)` is missing")
                        .help("`(action (push))` places a piece, `(action (pop) (push))` moves one");
                    self.push(problem);
                }
                self.directions_are_read(tree);
            }
            Id::Direction(word::Direction::Diagonal) | Id::Adjacency(word::Adjacency::INbors) if self.is_graph => {
                let problem = Problem::warning("no direction of this board is diagonal", tree.span)
                    .label("this is never so")
                    .help("on boards of points and lines all lines are `direct`: name directions, `(dirn ne nw se sw)`, or leave it out");
                self.push(problem);
            }
            Id::MoveItem(word::MoveItem::Action) => {
                let actions = element.all("actions");
                if let Some(pass) = actions.iter().find(|t| t.is("pass"))
                    && actions.len() > 1
                {
                    let problem = Problem::error("a pass goes with no other action", pass.span)
                        .label("passing is doing nothing")
                        .help("make it a move of its own: `(move (action pass))`");
                    self.push(problem);
                }
            }
            Id::Cells(word::Cells::Region) => {
                let number = element.get("number");
                if let Some(value) = number.and_then(Tree::as_int)
                    && value > self.regions as i64
                    && value <= 99
                {
                    let problem = Problem::error(
                        format!("there is no region {value}"),
                        number.map_or(tree.span, |n| n.span),
                    )
                    .label(match self.regions {
                        0 => "the board declares no regions".to_string(),
                        1 => "the board declares one region".to_string(),
                        n => format!("the board declares {n} regions"),
                    })
                    .help(
                        "regions are declared in the board, as in `(regions (region White home))`, and numbered from 1",
                    );
                    self.push(problem);
                }
            }
            Id::Bool(word::Bool::Line) | Id::Int(word::Int::NumBetween | word::Int::Distance) => {
                if let Some(third) = element.all("cells").get(2) {
                    let problem = Problem::error(format!("`{}` is about two cells", shown(tree)), third.span)
                        .label("one too many")
                        .help(format!("for example `{}`", syntax::example(element.ludeme)));
                    self.push(problem);
                }
            }
            Id::Player(_) => self.declared(tree, Name::Player),
            _ => {}
        }
    }

    /// A board of points and lines has both, and nothing that makes it another.
    fn graph(&mut self, element: &Element<'_>) {
        let tree = element.tree;
        for (word, example) in [("nodes", "(nodes (A1 0 0) (B1 1 0))"), ("lines", "(lines (A1 B1))")] {
            if tree.child(word).is_none() && element.surplus.is_empty() {
                let problem = Problem::error(format!("the board has no {word}"), head_span(tree))
                    .label(format!("`({word} …)` is missing"))
                    .help(format!("for example `{example}`"));
                self.push(problem);
            }
        }
        for word in ["tiling", "shape", "size"] {
            if let Some(item) = tree.child(word) {
                let problem = Problem::error(format!("a board of points and lines has no {word}"), item.span)
                    .label("the points say where they are")
                    .help("take it away, or `nodes` and `lines`");
                self.push(problem);
            }
        }
    }

    fn players(&mut self, element: &Element<'_>) {
        let players = element.all("players");
        if players.len() != 2 && element.surplus.is_empty() && !players.is_empty() {
            let problem = Problem::error("a game has two players", head_span(element.tree))
                .label(match players.len() {
                    1 => "only one is named".to_string(),
                    n => format!("{n} are named"),
                })
                .help("for example `(players White Black)`");
            self.push(problem);
        }
    }

    fn end_flags(&mut self, element: &Element<'_>) {
        let ties: Vec<_> = element
            .all("flags")
            .iter()
            .filter(|t| matches!(t.head(), Some("mover-wins" | "mover-loses" | "draw")))
            .collect();
        if let [first, second, ..] = ties[..]
            && first.head() != second.head()
        {
            let message = format!("`{}` and `{}` contradict each other", shown(first), shown(second));
            let problem = Problem::error(message, second.span)
                .label("only one of them can hold")
                .secondary(first.span, "the other one");
            self.push(problem);
        }
    }

    /// Directions that nothing in their move asks about do nothing.
    fn directions_are_read(&mut self, tree: &Tree) {
        let asks = ["connected", "line", "steps"].iter().any(|word| tree.mentions(word));
        if let (Some(dirn), false) = (tree.child("dirn"), asks) {
            let problem = Problem::warning(IDLE_DIRECTIONS, head_span(dirn))
                .label("so it goes anywhere")
                .help("`(connected)` asks for a step in one of them, `(line)` for a straight way: `(pre (and (enemy to) (connected)))`");
            self.push(problem);
        }
    }

    fn piece(&mut self, element: &Element<'_>) {
        self.declared(element.tree, Name::Piece);
        let items = element.all("items");
        let moves = items.iter().filter(|t| t.is("moves")).map(|t| t.args().len()).sum::<usize>();
        let inert = element.get("owner").is_some_and(|o| matches!(o.head(), Some("neutral" | "none")));
        if moves == 0 && !inert && element.surplus.is_empty() {
            let problem = Problem::warning(format!("`{}` has no moves", shown(element.tree)), head_span(element.tree))
                .label("it can neither enter nor move by itself")
                .help("for example `(moves (move (pre (empty to)) (action (push))))`");
            self.push(problem);
        }
    }
}

fn missing(element: &Element<'_>, param: &Param) -> Problem {
    let what = syntax::parameter(param);
    let more = if param.count == Count::Some { " (one or more)" } else { "" };
    let tree = element.tree;
    let span = if tree.args().is_empty() { tree.span } else { head_span(tree) };
    Problem::error(format!("`{}` needs {what}", shown(tree)), span)
        .label(format!("the {} is missing{more}", param.name.trim_end_matches('s')))
        .help(format!("for example `{}`", syntax::example(element.ludeme)))
}

#[cfg(test)]
mod tests;
