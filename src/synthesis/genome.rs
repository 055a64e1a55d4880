//! Rules in canonical form: what is left of a game when names, metadata, drawing, written-out defaults and the order of
//! order-free arguments are taken away.

use std::collections::HashSet;
use std::ops::Range;

use super::site;
use crate::language::resolve::{self, Names};
use crate::language::schema::{self, Accepts, Category, Count, Head, Idle, Ludeme, Name, Param};
use crate::language::tree::{Kind, Tree};

/// Weights are whole numbers in this unit, so that sums do not depend on their order.
pub(super) const UNIT: u64 = 1 << 40;

/// A name by its number: which name space, and which name of it.
type Reference = (Name, u8);

#[derive(Clone, Debug)]
pub(super) struct Node {
    /// What the ludeme is, without names.
    pub label: u64,
    /// Which ludemes have parameters that correspond to its own; 0 for a number.
    pub signature: u64,
    /// The value of a number and the width of its range.
    pub number: Option<(i64, i64)>,
    /// The piece or flag it declares or refers to.
    pub reference: Option<Reference>,
    /// Levels below the section, which has level 0; the game itself has none and weighs nothing.
    pub depth: u32,
    /// Its own weight.
    pub weight: u64,
    /// Its weight with everything below.
    pub total: u64,
    /// Its arguments by parameter.
    pub slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub order_free: bool,
    pub children: Range<usize>,
}

/// A game prepared for comparison: flat, canonical, with the sums and counts that bound distances.
#[derive(Clone, Debug)]
pub struct Genome {
    /// Children come after their parents; the arguments of one parameter lie side by side.
    pub(super) nodes: Vec<Node>,
    /// For every level and label that occurs, how often, in order.
    pub(super) census: Vec<((u32, u64), u32)>,
    /// How many ludemes each level has.
    pub(super) levels: Vec<u32>,
    pub(super) pieces: usize,
    pub(super) flags: usize,
    /// Hashes of all subtrees with names numbered in order of declaration.
    pub(super) hashes: Vec<u128>,
    fingerprint: u128,
}

/// A node before it is laid out.
struct Draft {
    node: Node,
    slots: Vec<(bool, Vec<Draft>)>,
}

const MULTIPLIER: u128 = 0xda94_2042_e4dd_58b5_2360_ed05_1fc6_5da5;

/// Mixes a value into a hash; not commutative.
pub(super) fn mix(hash: u128, value: u128) -> u128 {
    let product = (hash ^ value).wrapping_mul(MULTIPLIER);
    (product ^ (product >> 67)).wrapping_mul(MULTIPLIER).rotate_left(29)
}

fn hash_text(text: &str) -> u64 {
    text.bytes().fold(mix(0, 1), |h, b| mix(h, b.into())) as u64
}

fn label_of(category: Category, word: &str) -> u64 {
    hash_text(&format!("{}/{word}", category.tag()))
}

/// What a parameter accepts and how often, as a number: the same on every machine and in every version.
fn form_of(param: &Param) -> u64 {
    let accepts = param.accepts.iter().map(|accepts| match *accepts {
        Accepts::Of(category) => hash_text(&format!("of/{}", category.tag())),
        Accepts::Only(category, words) => hash_text(&format!("only/{}/{}", category.tag(), words.join("/"))),
        Accepts::Range(low, high) => hash_text(&format!("range/{low}/{high}")),
        Accepts::Number => hash_text("number"),
        Accepts::Text => hash_text("text"),
        Accepts::Declares(name) => hash_text(&format!("declares/{}", name.tag())),
        Accepts::Uses(name) => hash_text(&format!("uses/{}", name.tag())),
        Accepts::Anything => hash_text("anything"),
    });
    let count = match param.count {
        Count::One => 0,
        Count::Optional => 1,
        Count::Any => 2,
        Count::Some => 3,
    };
    accepts.fold(mix(count, u128::from(param.ordered)), |hash, a| mix(hash, a.into())) as u64
}

/// Whether an argument says what holds anyway.
pub(crate) fn is_default(ludeme: &Ludeme, param: &Param, arg: &Tree, names: &Names) -> bool {
    if ludeme.facts.bare_differs {
        return false;
    }
    let plain = arg.args().is_empty();
    let word = if plain { arg.head().map(String::from).or_else(|| arg.as_int().map(|i| i.to_string())) } else { None };
    if !param.default.is_empty() && word.as_deref() == Some(param.default) {
        return true;
    }
    match resolve::choose(arg, param.accepts, names) {
        Some(Accepts::Of(category) | Accepts::Only(category, _)) => is_idle(arg, category, names),
        _ => false,
    }
}

/// Whether an element says what holds without it.
fn is_idle(tree: &Tree, category: Category, names: &Names) -> bool {
    let Some(element) = resolve::resolve(tree, category, names) else { return false };
    let says = |word: &str| {
        tree.args().first().is_some_and(|a| a.is(word) || a.as_int().is_some_and(|i| i.to_string() == word))
    };
    let facts = &element.ludeme.facts;
    facts.cosmetic
        || match facts.idle {
            Idle::Never => false,
            Idle::Always => true,
            Idle::With(word) => says(word),
            Idle::Empty => {
                let slots = || element.ludeme.params.iter().zip(&element.slots);
                slots().all(|(param, slot)| slot.iter().all(|arg| is_default(element.ludeme, param, arg, names)))
            }
        }
}

/// The facing of a player when none is given.
pub(super) fn default_facing(number: usize) -> &'static str {
    if number == 0 { "n" } else { "s" }
}

/// The game with its shorthands written out and its cosmetic and default sections left out.
fn plain(tree: &Tree) -> Tree {
    let mut sections = Vec::new();
    let mut endings = Vec::new();
    for section in tree.args().iter().skip(1) {
        match section.head() {
            Some("win" | "lose") if section.args().len() == 1 => {
                let result = Tree::word(section.head().unwrap_or_default());
                endings.push(Tree::element("All", [result, section.args()[0].clone()]));
            }
            Some("end") => endings.extend(section.args().iter().cloned()),
            Some("players") => {
                let faced: Vec<Tree> = section
                    .args()
                    .iter()
                    .enumerate()
                    .map(|(i, p)| {
                        let facing = p.args().first().cloned().unwrap_or_else(|| Tree::word(default_facing(i)));
                        Tree::element(p.head().unwrap_or_default(), [facing])
                    })
                    .collect();
                let usual =
                    faced.len() == 2 && faced.iter().enumerate().all(|(i, p)| p.args()[0].is(default_facing(i)));
                if !usual {
                    sections.push(Tree::element("players", faced));
                }
            }
            Some("pieces") if is_default_piece(section) => {}
            Some("board") => sections.push(with_both_sizes(section)),
            _ => sections.push(section.clone()),
        }
    }
    if !endings.is_empty() {
        sections.push(Tree::element("end", endings));
    }
    Tree::element("game", std::iter::once(Tree::word("G")).chain(sections))
}

/// One size stands for two where the shape has two.
fn with_both_sizes(board: &Tree) -> Tree {
    let mut board = board.clone();
    let word = |what: &str| board.child(what).and_then(|t| t.args().first()).and_then(Tree::as_word).map(String::from);
    let (tiling, shape) = (word("tiling").unwrap_or_default(), word("shape").unwrap_or_else(|| "square".into()));
    if super::outline::is_squared(&tiling, &shape)
        && let Some(size) = site::child_mut(&mut board, "size")
        && size.args().len() == 1
    {
        let only = size.args()[0].clone();
        site::push_arg(size, only);
    }
    board
}

/// Whether the section only says what holds without it: one piece, placed on an empty cell.
pub(crate) fn is_default_piece(section: &Tree) -> bool {
    let one = |t: &Tree, head: &str| {
        let args: Vec<Tree> = t.args().iter().filter(|a| !a.is("label")).cloned().collect();
        if t.is(head) && args.len() == 1 { Some(args[0].clone()) } else { None }
    };
    let found = || -> Option<bool> {
        let pieces: Vec<&Tree> = section.args().iter().filter(|a| matches!(a.kind, Kind::List(_))).collect();
        let [piece] = pieces[..] else { return None };
        let items: Vec<&Tree> = piece.args().iter().filter(|t| !t.is("label")).collect();
        let [owner, moves] = items[..] else { return None };
        let mv = one(moves, "moves")?;
        let parts: Vec<&Tree> =
            mv.args().iter().filter(|t| !(t.is("label") || t.is("post") && t.args().is_empty())).collect();
        let [x, y] = parts[..] else { return None };
        let (pre, action) = if x.is("pre") { (x, y) } else { (y, x) };
        let (condition, push) = (one(pre, "pre")?, one(action, "action")?);
        let to = |t: &Tree| t.args().is_empty() || t.args().len() == 1 && t.args()[0].is("to");
        Some(
            matches!(owner.as_word(), Some("All" | "all"))
                && condition.is("empty")
                && to(&condition)
                && push.is("push")
                && to(&push),
        )
    };
    found() == Some(true)
}

impl Genome {
    /// Prepares a game. Of a malformed tree, what resolves is compared.
    pub fn new(tree: &Tree) -> Self {
        let tree = &crate::language::definitions::plain(tree);
        let names = Names::of(tree);
        let plain = plain(tree);
        let draft = draft(&plain, Category::Game, None, &names);
        let mut nodes = Vec::new();
        if let Some(draft) = draft {
            nodes.push(draft.node);
            lay(0, draft.slots, &mut nodes);
        }
        for i in (0..nodes.len()).rev() {
            let below: u64 = nodes[i].slots.iter().flat_map(|s| s.children.clone()).map(|c| nodes[c].total).sum();
            nodes[i].total = nodes[i].weight + below;
        }
        let ludemes = || nodes.iter().filter(|n| n.weight == full_weight(n.depth) && n.weight > 0);
        let mut keys: Vec<(u32, u64)> = ludemes().map(|n| (n.depth, n.label)).collect();
        keys.sort_unstable();
        let mut census: Vec<((u32, u64), u32)> = Vec::new();
        for key in keys {
            match census.last_mut() {
                Some((last, count)) if *last == key => *count += 1,
                _ => census.push((key, 1)),
            }
        }
        let mut levels = vec![0; nodes.iter().map(|n| n.depth as usize + 1).max().unwrap_or(0)];
        ludemes().for_each(|n| levels[n.depth as usize] += 1);
        let used = |space: Name| {
            let numbers: HashSet<u8> =
                nodes.iter().filter_map(|n| n.reference).filter(|r| r.0 == space).map(|r| r.1).collect();
            numbers.into_iter().max().map_or(0, |m| usize::from(m) + 1)
        };
        let (pieces, flags) = (used(Name::Piece), used(Name::Flag));
        let mut genome = Genome { nodes, census, levels, pieces, flags, hashes: Vec::new(), fingerprint: 0 };
        genome.hashes = genome.hashes_with(&Renaming::identity());
        genome.fingerprint = genome.least_hash();
        genome
    }

    /// The weight of all its rules, in ludemes of top level.
    pub fn weight(&self) -> f64 {
        self.total() as f64 / UNIT as f64
    }

    pub(super) fn total(&self) -> u64 {
        self.nodes.first().map_or(0, |n| n.total)
    }

    /// A number that is equal for games equal up to the names of players, pieces and flags, the order of order-free
    /// arguments, drawing, metadata and written-out defaults; and, for all practical purposes, only for those.
    ///
    /// In games of more than five piece types or four flags, pieces and flags must come in the same order.
    pub fn fingerprint(&self) -> u128 {
        self.fingerprint
    }

    fn least_hash(&self) -> u128 {
        let root = |r: &Renaming| self.hashes_with(r).first().copied().unwrap_or(0);
        renamings(self.pieces, self.flags).iter().map(root).min().unwrap_or(0)
    }

    /// The hash of every subtree when names are numbered anew.
    pub(super) fn hashes_with(&self, renaming: &Renaming) -> Vec<u128> {
        let mut hashes = vec![0; self.nodes.len()];
        let mut sorted = Vec::new();
        for (i, node) in self.nodes.iter().enumerate().rev() {
            let mut hash = mix(u128::from(node.label), 3);
            if let Some((value, _)) = node.number {
                hash = mix(hash, value as u64 as u128);
            }
            if let Some(reference) = node.reference {
                hash = mix(hash, 1000 + u128::from(renaming.of(reference)));
            }
            for slot in &node.slots {
                hash = mix(hash, 7);
                sorted.clear();
                sorted.extend_from_slice(&hashes[slot.children.clone()]);
                if slot.order_free {
                    sorted.sort_unstable();
                }
                hash = sorted.iter().fold(hash, |h, &c| mix(h, c));
            }
            hashes[i] = hash;
        }
        hashes
    }
}

/// New numbers for pieces and flags; what is not listed keeps its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Renaming {
    pieces: Vec<u8>,
    flags: Vec<u8>,
}

impl Renaming {
    pub fn identity() -> Self {
        Renaming { pieces: Vec::new(), flags: Vec::new() }
    }

    pub fn of(&self, (space, number): Reference) -> u8 {
        let table = if space == Name::Piece { &self.pieces } else { &self.flags };
        table.get(usize::from(number)).copied().unwrap_or(number)
    }
}

/// All ways to number so many pieces and flags, the identity first; only the identity when there are too many to try.
pub(super) fn renamings(pieces: usize, flags: usize) -> Vec<Renaming> {
    let pieces = permutations(if pieces <= 5 { pieces } else { 0 });
    let flags = permutations(if flags <= 4 { flags } else { 0 });
    let pairs = pieces.iter().flat_map(|p| flags.iter().map(move |f| (p, f)));
    pairs.map(|(p, f)| Renaming { pieces: p.clone(), flags: f.clone() }).collect()
}

fn permutations(n: usize) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for at in (0..n).rev() {
            let mut longer = shorter.clone();
            longer.insert(at, (n - 1) as u8);
            all.push(longer);
        }
    }
    all
}

/// The weight of a ludeme on a level.
pub(super) fn full_weight(depth: u32) -> u64 {
    UNIT / (u64::from(depth) + 1)
}

/// Lays the arguments of node `at` out behind all others.
fn lay(at: usize, slots: Vec<(bool, Vec<Draft>)>, nodes: &mut Vec<Node>) {
    let mut below = Vec::new();
    for (order_free, drafts) in slots {
        let start = nodes.len();
        for draft in drafts {
            below.push((nodes.len(), draft.slots));
            nodes.push(draft.node);
        }
        let children = start..nodes.len();
        nodes[at].slots.push(Slot { order_free, children });
    }
    for (at, slots) in below {
        lay(at, slots, nodes);
    }
}

fn leaf(label: u64, depth: u32, weight: u64) -> Draft {
    let node =
        Node { label, signature: 1, number: None, reference: None, depth, weight, total: weight, slots: Vec::new() };
    Draft { node, slots: Vec::new() }
}

/// The word under which all spellings of a meaning are compared.
fn canonical_word(ludeme: &Ludeme) -> &'static str {
    ludeme.facts.spelling.map_or(ludeme.word, |s| s.of)
}

/// The canonical form of an element; `depth` is `None` for the game itself.
fn draft(tree: &Tree, category: Category, depth: Option<u32>, names: &Names) -> Option<Draft> {
    if let (Category::Int, Some(value)) = (category, tree.as_int()) {
        return Some(number(value, 99, depth.unwrap_or(0)));
    }
    let element = resolve::resolve(tree, category, names)?;
    let ludeme = element.ludeme;
    let head = tree.head()?;
    let number_of =
        |space: Name, name: &str| site::space_of(names, space).iter().position(|n| n == name).map(|i| i.min(255) as u8);

    let mut reference = None;
    let mut weight = depth.map_or(0, full_weight);
    let label = match ludeme.head {
        // Different spellings of one meaning have one label.
        Head::Word => label_of(category, canonical_word(ludeme)),
        Head::PlayerType | Head::Uses(Name::Player) => match number_of(Name::Player, head) {
            Some(i) => label_of(category, &format!("#{i}")),
            None => label_of(category, schema::find(head, Category::PlayerType).map_or(head, |l| canonical_word(l))),
        },
        Head::Declares(space) | Head::Uses(space) => {
            reference = number_of(space, head).map(|i| (space, i)).filter(|_| space != Name::Player);
            label_of(category, ludeme.word)
        }
        Head::Label => {
            weight /= 10;
            label_of(category, &head.to_ascii_uppercase())
        }
    };

    let below = depth.map_or(0, |d| d + 1);
    let commutative = ludeme.facts.commutative;
    let mut signature = mix(hash_text(category.tag()).into(), u128::from(commutative));
    let mut slots: Vec<(bool, Vec<Draft>)> = Vec::new();
    for (param, args) in ludeme.params.iter().zip(&element.slots) {
        signature = mix(signature, form_of(param).into());
        let children = args
            .iter()
            .filter(|a| !is_default(ludeme, param, a, names))
            .filter_map(|a| argument(a, param, below, names));
        let children: Vec<Draft> = children.collect();
        match slots.last_mut() {
            Some((_, first)) if commutative => first.extend(children),
            _ => slots.push((!param.ordered, children)),
        }
    }
    if ludeme.facts.spelling.is_some_and(|s| s.swapped) {
        slots.reverse();
    }
    let node = Node {
        label,
        signature: signature as u64 | 2,
        number: None,
        reference,
        depth: depth.unwrap_or(0),
        weight,
        total: 0,
        slots: Vec::new(),
    };
    Some(Draft { node, slots })
}

fn number(value: i64, width: i64, depth: u32) -> Draft {
    let mut draft = leaf(hash_text("number"), depth, full_weight(depth) / 10);
    draft.node.signature = 0;
    draft.node.number = Some((value, width.max(1)));
    draft
}

fn argument(arg: &Tree, param: &Param, depth: u32, names: &Names) -> Option<Draft> {
    match resolve::choose(arg, param.accepts, names)? {
        Accepts::Of(category) | Accepts::Only(category, _) => draft(arg, category, Some(depth), names),
        Accepts::Range(low, high) => Some(number(arg.as_int()?, high - low, depth)),
        Accepts::Uses(space) | Accepts::Declares(space) => {
            if space == Name::Game {
                return None;
            }
            let position = site::space_of(names, space).iter().position(|n| arg.is(n))?;
            let mut draft = leaf(hash_text(space.tag()), depth, full_weight(depth));
            draft.node.reference = Some((space, position.min(255) as u8));
            Some(draft)
        }
        // Texts and metadata have no effect on play.
        Accepts::Number | Accepts::Text | Accepts::Anything => None,
    }
}
