//! The origin of every element of a candidate's rules, and which of them are vestigial.

use super::games::Games;
use crate::evolution::Recipe;
use crate::language::tree::Span;
use crate::language::{Tree, parse};
use crate::store::{GameId, Reader, RunInfo, StoreError};
use crate::synthesis::{MUTATION, Origin};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The origin of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A seed game.
    Seed(GameId),
    /// A mutation of this game, in words.
    Mutation(GameId, String),
    /// Repair in this game.
    Repair(GameId),
    /// This game; its lineage does not reach further.
    Unknown(GameId),
}

impl Source {
    /// The game that it came in with.
    pub(super) fn game(&self) -> GameId {
        match self {
            Source::Seed(game) | Source::Mutation(game, _) | Source::Repair(game) | Source::Unknown(game) => *game,
        }
    }

    /// What happened there, as tables name it.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Source::Seed(_) => "seed",
            Source::Mutation(..) => "mutation",
            Source::Repair(_) => "repair",
            Source::Unknown(_) => "unknown",
        }
    }

    /// In words.
    pub(super) fn words(&self, games: &Games) -> String {
        let name = games.name(self.game());
        match self {
            Source::Seed(_) => name.to_owned(),
            Source::Mutation(_, words) => format!("mutation in {name}: {words}"),
            Source::Repair(_) => format!("repair in {name}"),
            Source::Unknown(_) => format!("not told by {name}"),
        }
    }
}

/// An element or argument of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// Its number among the nodes in pre-order, from 0.
    pub(super) node: u32,
    /// How deep it is nested; the game itself is 0.
    pub(super) depth: u32,
    /// Its place in the printed rules.
    pub(super) span: Span,
    /// Its word; of a bracketed element, its head.
    pub(super) word: String,
    /// Its origin, by index of the sources.
    pub(super) source: usize,
    /// Whether the game is the same without it, or without something it is part of; `None` when it was not examined.
    pub(super) vestigial: Option<bool>,
}

/// The elements of a game in pre-order, with their origins in the order of their appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ancestry {
    pub(super) sources: Vec<Source>,
    pub(super) elements: Vec<Element>,
}

impl Ancestry {
    /// That of a game with these rules; empty if they cannot be read. `run` says whether its parents were reduced.
    pub(super) fn of(
        games: &Games,
        reader: &Reader,
        run: &RunInfo,
        game: GameId,
        text: &str,
    ) -> Result<Ancestry, StoreError> {
        let Ok(tree) = parse(text) else { return Ok(Ancestry::default()) };
        let mut nodes = Vec::new();
        flatten(&tree, 0, &mut nodes);
        let vestigial = reader.vestigial(game)?;
        let mut ancestry = Ancestry::default();
        let recipe = Recipe::parse(&run.recipe, "the recipe of the run");
        let reduced = recipe.is_ok_and(|recipe| recipe.breeding.reduced);
        let mut walk = Walk { games, reader, lineages: BTreeMap::new(), reduced: reduced.then(BTreeMap::new) };
        // The end of the vestigial element that the walk is in.
        let mut vestigial_until = 0;
        for (number, node) in nodes.iter().enumerate() {
            // A head goes with its brackets, and the name is the game's own.
            if node.is_head || number == NAME {
                continue;
            }
            if vestigial.as_ref().is_some_and(|nodes| nodes.contains(&(number as u32))) {
                vestigial_until = vestigial_until.max(number + node.tree.size());
            }
            let origin_of = if node.tree.items().is_empty() { number } else { number + 1 };
            let source = walk.source(game, origin_of)?;
            let known = ancestry.sources.iter().position(|s| *s == source);
            ancestry.elements.push(Element {
                node: number as u32,
                depth: node.depth,
                span: node.tree.span,
                word: text.get(word_of(node.tree)).unwrap_or_default().to_owned(),
                source: known.unwrap_or(ancestry.sources.len()),
                vestigial: vestigial.is_some().then_some(number < vestigial_until),
            });
            if known.is_none() {
                ancestry.sources.push(source);
            }
        }
        Ok(ancestry)
    }

    /// The source of most elements.
    pub(super) fn main(&self) -> Option<usize> {
        let count = |source: usize| self.elements.iter().filter(|e| e.source == source).count();
        (0..self.sources.len()).max_by_key(|&source| (count(source), std::cmp::Reverse(source)))
    }
}

/// The node that is the name of the game.
const NAME: usize = 2;

struct Node<'t> {
    tree: &'t Tree,
    depth: u32,
    is_head: bool,
}

fn flatten<'t>(tree: &'t Tree, depth: u32, out: &mut Vec<Node<'t>>) {
    out.push(Node { tree, depth, is_head: false });
    for (i, item) in tree.items().iter().enumerate() {
        let at = out.len();
        flatten(item, depth + 1, out);
        out[at].is_head = i == 0 && item.items().is_empty();
    }
}

/// The place of an element's word in the text.
fn word_of(tree: &Tree) -> std::ops::Range<usize> {
    let span = tree.items().first().map_or(tree.span, |head| head.span);
    span.start as usize..span.end as usize
}

/// The way from children to parents.
struct Walk<'a> {
    games: &'a Games,
    reader: &'a Reader,
    lineages: BTreeMap<GameId, Vec<Origin>>,
    /// Whether games were other parents than they were bred, where parents were reduced.
    reduced: Option<BTreeMap<GameId, bool>>,
}

impl Walk<'_> {
    /// Follows a node from child to parent until it was new.
    fn source(&mut self, game: GameId, node: usize) -> Result<Source, StoreError> {
        let (mut game, mut node) = (game, node);
        loop {
            let Some(parents) = self.games.game(game).and_then(|row| row.parents) else {
                return Ok(Source::Seed(game));
            };
            let lineage = match self.lineages.entry(game) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(free) => free.insert(self.reader.lineage(game)?),
            };
            let (parent, place) = match lineage.get(node) {
                Some(Origin::Template(place)) => (parents[0], *place),
                Some(Origin::Donor(place)) => (parents[1], *place),
                Some(Origin::Mutation(number)) => {
                    let log = self.reader.log(game)?;
                    let mut words = log.iter().filter_map(|line| line.strip_prefix(MUTATION));
                    return Ok(Source::Mutation(game, words.nth(*number as usize).unwrap_or_default().to_owned()));
                }
                Some(Origin::Repair) => return Ok(Source::Repair(game)),
                None => return Ok(Source::Unknown(game)),
            };
            // Parents have lower numbers than their children; a damaged lineage must not make the walk endless.
            if parent >= game {
                return Ok(Source::Unknown(game));
            }
            if self.was_shortened(parent)? {
                return Ok(Source::Unknown(parent));
            }
            (game, node) = (parent, place as usize);
        }
    }

    /// Whether a parent was reduced to other rules than it was bred with, whose elements its lineage counts.
    fn was_shortened(&mut self, parent: GameId) -> Result<bool, StoreError> {
        let Some(known) = &mut self.reduced else { return Ok(false) };
        let bred = self.games.game(parent).is_some_and(|row| row.parents.is_some());
        Ok(match known.entry(parent) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) if bred => {
                let judgement = self.reader.judgement(parent)?;
                let text = self.reader.text(parent)?;
                *free.insert(judgement.is_some_and(|judgement| judgement.reduced.trim_end() != text.trim_end()))
            }
            Entry::Vacant(free) => *free.insert(false),
        })
    }
}
