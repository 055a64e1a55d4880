//! The typed places of a rule tree: what stands where, in which role, and what else would be sensible there.
//!
//! The schema says what *form* an argument has, which words of that form a place refuses, and what an element needs to be known
//! where it stands; [`sensible`] puts these together, so that breeding does not make elements that no rule means.

use crate::language::resolve::{self, Names};
use crate::language::schema::{self, Accepts, Category, Count, Head, Ludeme, Name, Param, Scope};
use crate::language::tree::{Kind, Tree};

/// An argument of an element somewhere in a tree.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Indices into [`Tree::items`], from the root.
    pub path: Vec<usize>,
    /// The element it is an argument of.
    pub parent: &'static Ludeme,
    /// The parameter it fills.
    pub param: &'static Param,
    /// The alternative of the parameter that it matches.
    pub accepts: Accepts,
    /// What it is, if it is an element and not a number or name.
    pub ludeme: Option<&'static Ludeme>,
    /// When it is looked at.
    pub scope: Scope,
}

impl Site {
    /// The category of the element, if it is one that any other of its category may replace.
    pub fn category(&self) -> Option<Category> {
        match self.accepts {
            Accepts::Of(category) => Some(category),
            _ => None,
        }
    }

    /// Whether the parameter takes more than one argument.
    pub fn repeats(&self) -> bool {
        matches!(self.param.count, Count::Any | Count::Some)
    }
}

/// Whether nothing below or including this element may be bred: names, drawing and metadata.
pub(crate) fn frozen(ludeme: &Ludeme) -> bool {
    ludeme.facts.fixed || ludeme.facts.cosmetic
}

/// What is known below the element, where `outer` is known around it.
pub(crate) fn scope_of(ludeme: &Ludeme, outer: Scope) -> Scope {
    ludeme.facts.scope.unwrap_or(outer)
}

/// For every argument of `tree`, in order, the parameter it fills and the alternative it matches; `None` for a surplus one.
pub(crate) fn roles(tree: &Tree, ludeme: &'static Ludeme, names: &Names) -> Vec<Option<(&'static Param, Accepts)>> {
    let Some(element) = resolve::resolve(tree, ludeme.category, names) else { return Vec::new() };
    let role = |arg: &Tree| {
        let slot = element.slots.iter().position(|s| s.iter().any(|t| std::ptr::eq(*t, arg)))?;
        let param = &element.ludeme.params[slot];
        Some((param, resolve::choose(arg, param.accepts, names)?))
    };
    tree.args().iter().map(role).collect()
}

/// All arguments of the game `tree` that breeding may touch, parents before children.
pub(crate) fn sites(tree: &Tree, names: &Names) -> Vec<Site> {
    let mut sites = Vec::new();
    if let Some(game) = resolve::ludeme(tree, Category::Game, names) {
        collect(tree, game, Scope::Setup, names, &mut Vec::new(), &mut sites);
    }
    sites
}

/// All arguments below an element of `category`, for looking inside a subtree.
pub(crate) fn sites_below(tree: &Tree, category: Category, scope: Scope, names: &Names) -> Vec<Site> {
    let mut sites = Vec::new();
    if let Some(ludeme) = resolve::ludeme(tree, category, names) {
        collect(tree, ludeme, scope_of(ludeme, scope), names, &mut Vec::new(), &mut sites);
    }
    sites
}

fn collect(
    tree: &Tree,
    ludeme: &'static Ludeme,
    scope: Scope,
    names: &Names,
    path: &mut Vec<usize>,
    out: &mut Vec<Site>,
) {
    for (i, role) in roles(tree, ludeme, names).into_iter().enumerate() {
        let Some((param, accepts)) = role else { continue };
        let arg = &tree.args()[i];
        let below = match accepts {
            Accepts::Of(category) | Accepts::Only(category, _) => resolve::ludeme(arg, category, names),
            Accepts::Declares(_) | Accepts::Text | Accepts::Anything | Accepts::Number => continue,
            _ => None,
        };
        if below.is_some_and(frozen) {
            continue;
        }
        let scope = below.map_or(scope, |l| scope_of(l, scope));
        path.push(i + 1);
        out.push(Site { path: path.clone(), parent: ludeme, param, accepts, ludeme: below, scope });
        if let Some(below) = below {
            collect(arg, below, scope, names, path, out);
        }
        path.pop();
    }
}

/// Whether `tree` is a complete element of `category`: nothing surplus, nothing missing, every number in its range.
pub(crate) fn valid(tree: &Tree, category: Category, names: &Names) -> bool {
    if category == Category::Int && tree.as_int().is_some() {
        return true;
    }
    let Some(element) = resolve::resolve(tree, category, names) else { return false };
    if !element.surplus.is_empty() || element.missing().next().is_some() {
        return false;
    }
    element.ludeme.params.iter().zip(&element.slots).all(|(param, slot)| {
        slot.iter().all(|arg| match resolve::choose(arg, param.accepts, names) {
            Some(Accepts::Of(category) | Accepts::Only(category, _)) => valid(arg, category, names),
            Some(Accepts::Range(low, high)) => arg.as_int().is_some_and(|i| (low..=high).contains(&i)),
            other => other.is_some(),
        })
    })
}

/// Whether an element of `category` headed by `head` means something as the argument `param`: the parameter takes it, and
/// what it needs is known in the scope.
pub(crate) fn sensible(param: &Param, scope: Scope, category: Category, head: &str) -> bool {
    let mut forms = param.accepts.iter().filter_map(|accepts| match *accepts {
        Accepts::Of(c) if c == category => Some(true),
        Accepts::Only(c, words) if c == category => Some(words.contains(&head)),
        _ => None,
    });
    // The head of a clause is a player, though the parameter takes clauses.
    let taken = forms.next().is_none_or(|first| first || forms.any(|other| other));
    let known = schema::find(head, category).is_none_or(|ludeme| ludeme.facts.needs.met_in(scope));
    taken && known && !param.refuses.contains(&head)
}

/// Whether `tree`, put at `site`, is sensible there and everywhere below.
pub(crate) fn sensible_at(tree: &Tree, site: &Site, names: &Names) -> bool {
    let Some(category) = site.category() else { return true };
    let Some(head) = tree.head() else { return true };
    let scope = resolve::ludeme(tree, category, names).map_or(site.scope, |l| scope_of(l, site.scope));
    sensible(site.param, scope, category, head)
        && sites_below(tree, category, scope, names).iter().all(|s| {
            let head = tree.at(&s.path).and_then(Tree::head);
            s.category().zip(head).is_none_or(|(c, h)| sensible(s.param, s.scope, c, h))
        })
}

/// The items of a bracketed element, to be changed.
pub(crate) fn items_mut(tree: &mut Tree) -> Option<&mut Vec<Tree>> {
    match &mut tree.kind {
        Kind::List(items) => Some(items),
        _ => None,
    }
}

/// Changes the word, or the head of the bracketed element, keeping its arguments.
pub(crate) fn set_head(tree: &mut Tree, head: &str) {
    match &mut tree.kind {
        Kind::Word(word) => *word = head.into(),
        Kind::List(items) => {
            if let Some(first) = items.first_mut() {
                *first = Tree { kind: Kind::Word(head.into()), span: first.span };
            }
        }
        _ => {}
    }
}

/// A loss for a win and the other way round; `None` for what is neither.
pub(crate) fn opposite(result: &str) -> Option<&'static str> {
    match result {
        "win" => Some("lose"),
        "lose" => Some("win"),
        _ => None,
    }
}

/// The first argument headed by `word`, to be changed.
pub(crate) fn child_mut<'a>(tree: &'a mut Tree, word: &str) -> Option<&'a mut Tree> {
    items_mut(tree)?.iter_mut().skip(1).find(|t| t.is(word))
}

/// Appends an argument. A bare word becomes a bracketed element.
pub(crate) fn push_arg(tree: &mut Tree, arg: Tree) {
    if let Kind::Word(word) = &tree.kind {
        let head = Tree { kind: Kind::Word(word.clone()), span: tree.span };
        tree.kind = Kind::List(vec![head]);
    }
    if let Some(items) = items_mut(tree) {
        items.push(arg);
    }
}

/// Levels of nesting below the node.
pub(crate) fn height(tree: &Tree) -> usize {
    tree.items().iter().map(|t| 1 + height(t)).max().unwrap_or(0)
}

/// The space and spelling of the name that the node at a site refers to, if it does.
pub(crate) fn reference<'a>(
    tree: &'a Tree,
    ludeme: Option<&Ludeme>,
    accepts: Accepts,
    names: &Names,
) -> Option<(Name, &'a str)> {
    let head = tree.head()?;
    match ludeme.map(|l| l.head) {
        Some(Head::Uses(space)) => Some((space, head)),
        Some(Head::PlayerType) if names.has(Name::Player, head) => Some((Name::Player, head)),
        Some(_) => None,
        None => match accepts {
            Accepts::Uses(space) => Some((space, head)),
            _ => None,
        },
    }
}

/// The names of one name space.
pub(crate) fn space_of(names: &Names, space: Name) -> &[String] {
    match space {
        Name::Game => &[],
        Name::Player => &names.players,
        Name::Piece => &names.pieces,
        Name::Flag => &names.flags,
    }
}

/// Names for pieces beside others, as people would call them.
const NOUNS: [&str; 6] = ["Guard", "Runner", "Scout", "Keeper", "Captain", "Herald"];

/// The name of a piece, or if it is among `taken` that of another.
pub(crate) fn fresh_piece(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let noun = NOUNS.into_iter().find(|noun| taken(name) && !taken(noun));
    noun.map_or_else(|| fresh(name, taken), String::from)
}

/// `stem`, or `stem` and the least number from 2, that is no keyword and not among `taken`.
pub(crate) fn fresh(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut name = stem.to_string();
    let mut number = 2u32;
    // A short stem and a number would read as a cell label.
    while name.is_empty() || taken(&name) || resolve::is_keyword(&name) || resolve::is_label(&name) {
        name = if stem.len() < 3 { format!("Piece{number}") } else { format!("{stem}{number}") };
        number += 1;
    }
    name
}

/// The node on one line, cut after some 60 characters: for the words of a log.
pub(crate) fn brief(tree: &Tree) -> String {
    fn write(tree: &Tree, out: &mut String) {
        if out.len() > 60 {
            return;
        }
        match &tree.kind {
            Kind::Word(w) => out.push_str(w),
            Kind::Int(i) => out.push_str(&i.to_string()),
            Kind::Real(r) => out.push_str(&r.to_string()),
            Kind::Text(t) => out.push_str(&format!("{t:?}")),
            Kind::List(items) => {
                out.push('(');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(' ');
                    }
                    write(item, out);
                }
                out.push(')');
            }
        }
    }
    let mut text = String::new();
    write(tree, &mut text);
    if text.len() > 60 {
        let cut = (0..=60).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        text.truncate(cut);
        text.push('…');
    }
    text
}
