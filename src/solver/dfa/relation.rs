//! Relations between strings.

use std::collections::HashMap;
use std::hash::Hasher;
use std::sync::Arc;

use super::{Error, Event, Shape, Symbol, limit};

/// The node that leaves the rest of the string unchanged.
pub(super) const IDENTITY: u32 = 0;
/// Bits of a node's number.
pub(super) const NODE_BITS: u32 = 24;

/// A relation between strings before and after: a union of [`Event`]s. Immutable, cheap to clone.
///
/// It is kept as a layered diagram whose nodes read a pair of characters. Events are merged where they share what is left of them, and
/// made deterministic among those that begin at the same cell; a node may still have two ways to go on with one pair, which costs an
/// image an extra item but keeps the diagram small where many events ask for overlapping patterns.
///
/// ```
/// use ludogen::solver::dfa::{Event, Relation, Set, Shape, image};
///
/// // Some character goes up by one.
/// let shape = Shape::uniform(3, 3).unwrap();
/// let up: Vec<Event> = (0..3).map(|cell| Event::new().with(cell, &[(0, 1), (1, 2)])).collect();
/// let up = Relation::new(&shape, &up).unwrap();
///
/// let here = Set::single(&shape, &[0, 0, 2]).unwrap();
/// assert!(image(&[(&here, &up)]).unwrap().iter().eq([[0, 1, 2], [1, 0, 2]]));
/// assert!(image(&[(&here, &up.inverse())]).unwrap().iter().eq([[0, 0, 1]]));
/// ```
#[derive(Clone, Debug)]
pub struct Relation {
    shape: Shape,
    root: u32,
    layers: Arc<[Layer]>,
}

/// One way on from a node: the character after the change, the one before it, and the node below.
pub(super) type Step = (Symbol, Symbol, u32);

/// The arcs of a node, in order.
type Arcs = Vec<Step>;

/// The arcs of the nodes of one layer. Node 0 is [`IDENTITY`].
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    symbols: usize,
    /// Where the arcs of a node start, and where those of the last end.
    starts: Vec<u32>,
    arcs: Arcs,
    /// The most arcs that one node has.
    degree: usize,
}

impl Relation {
    /// The union of some events.
    ///
    /// # Errors
    /// [`Error::Cell`] or [`Error::Symbol`] if an event does not fit the shape, [`Error::TooLarge`] beyond 2²⁴ nodes in a layer,
    /// [`Error::Memory`] or [`Error::States`] beyond the limit of [`super::with_limit`].
    pub fn new(shape: &Shape, events: &[Event]) -> Result<Self, Error> {
        events.iter().try_for_each(|event| event.check(shape))?;
        let events: Vec<_> = events.iter().filter(|event| !event.is_impossible()).map(Event::cells).collect();
        let mut builder =
            Builder { shape, groups: HashMap::new(), layers: vec![HashMap::new(); shape.len()], bytes: 0 };
        let starts: Vec<_> = events.iter().map(|&event| event.first().map_or(shape.len(), |&(cell, _)| cell)).collect();
        // The spine: nodes of events that have not begun, from the last layer up. An event without cells never begins.
        let mut spine = starts.contains(&shape.len()).then_some(IDENTITY);
        for layer in (0..shape.len()).rev() {
            let mut arcs = Vec::new();
            if let Some(below) = spine {
                arcs.extend((0..shape.symbols(layer)).map(|c| (c as Symbol, c as Symbol, below)));
            }
            let group = events.iter().zip(&starts).filter(|&(_, &start)| start == layer).map(|(&event, _)| event);
            builder.group_arcs(layer, &group.collect::<Vec<_>>(), &mut arcs)?;
            if !arcs.is_empty() {
                spine = Some(builder.node(layer, arcs)?);
            }
        }
        let layers = builder.layers.into_iter().enumerate();
        let layers = layers.map(|(layer, nodes)| Layer::new(shape.symbols(layer), nodes)).collect();
        Ok(Self { shape: shape.clone(), root: spine.unwrap_or(u32::MAX), layers })
    }

    /// The relation of each string with itself.
    pub fn identity(shape: &Shape) -> Self {
        Self {
            shape: shape.clone(),
            root: IDENTITY,
            layers: (0..shape.len()).map(|layer| Layer::new(shape.symbols(layer), HashMap::new())).collect(),
        }
    }

    /// The relation with before and after exchanged.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let layers = self.layers.iter().map(|layer| {
            let nodes = (1..layer.nodes()).map(|node| {
                let arcs = layer.arcs(node).iter().map(|&(after, before, below)| (before, after, below));
                (sorted(arcs.collect()), node)
            });
            Layer::new(layer.symbols, nodes.collect())
        });
        Self { shape: self.shape.clone(), root: self.root, layers: layers.collect() }
    }

    /// The shape of its strings.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Feeds all that makes the diagram to a hasher.
    pub fn digest(&self, hasher: &mut impl Hasher) {
        hasher.write_usize(self.shape.len());
        hasher.write_u32(self.root);
        for layer in &*self.layers {
            hasher.write_usize(layer.symbols);
            layer.starts.iter().for_each(|&start| hasher.write_u32(start));
            for &(after, before, below) in &layer.arcs {
                hasher.write_u8(after);
                hasher.write_u8(before);
                hasher.write_u32(below);
            }
        }
    }

    /// Nodes of the diagram, the identity not counted.
    pub fn nodes(&self) -> usize {
        self.layers.iter().map(|layer| layer.nodes() as usize - 1).sum()
    }

    /// Arcs of the diagram, those of the identity not counted.
    pub fn arc_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.arcs.len()).sum()
    }

    /// Whether no string is related to any.
    pub fn is_empty(&self) -> bool {
        self.root == u32::MAX
    }

    /// The node of layer 0 that reading starts from; meaningless if the relation is empty.
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The arcs of a node other than [`IDENTITY`], in order of the character after the change.
    #[inline]
    pub(super) fn arcs(&self, layer: usize, node: u32) -> &[Step] {
        self.layers[layer].arcs(node)
    }

    /// Nodes of a layer, the identity included.
    pub(super) fn nodes_in(&self, layer: usize) -> u32 {
        self.layers[layer].nodes()
    }

    /// The most arcs that a node of a layer has.
    pub(super) fn degree(&self, layer: usize) -> usize {
        self.layers[layer].degree
    }
}

impl Layer {
    fn new(symbols: usize, nodes: HashMap<Arcs, u32>) -> Self {
        let mut in_order: Vec<_> = nodes.into_iter().collect();
        in_order.sort_unstable_by_key(|&(_, node)| node);
        let mut layer = Self { symbols, starts: vec![0, 0], arcs: Vec::new(), degree: symbols };
        for (arcs, _) in in_order {
            layer.degree = layer.degree.max(arcs.len());
            layer.arcs.extend(arcs);
            layer.starts.push(layer.arcs.len() as u32);
        }
        layer
    }

    fn nodes(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    #[inline]
    fn arcs(&self, node: u32) -> &[Step] {
        &self.arcs[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

/// What is left of an event: its cells from some layer on.
type Rest<'a> = &'a [(usize, Vec<(Symbol, Symbol)>)];

struct Builder<'a> {
    shape: &'a Shape,
    /// Nodes of groups of events that have begun, by layer and what is left of them.
    groups: HashMap<(usize, Vec<Rest<'a>>), u32>,
    layers: Vec<HashMap<Arcs, u32>>,
    /// About how much memory the groups take.
    bytes: usize,
}

impl<'a> Builder<'a> {
    /// The arcs of a group of events, all possible, with something left in each.
    fn group_arcs(&mut self, layer: usize, group: &[Rest<'a>], arcs: &mut Arcs) -> Result<(), Error> {
        let symbols = self.shape.symbols(layer);
        for before in 0..symbols as u16 {
            for after in 0..symbols as u16 {
                let pair = (before as Symbol, after as Symbol);
                let left = group.iter().filter_map(|&rest| match rest {
                    [(cell, pairs), rest @ ..] if *cell == layer => pairs.binary_search(&pair).is_ok().then_some(rest),
                    _ => (before == after).then_some(rest),
                });
                let (done, mut left): (Vec<_>, Vec<_>) = left.partition(|rest| rest.is_empty());
                if !done.is_empty() {
                    arcs.push((pair.1, pair.0, IDENTITY));
                }
                left.sort_unstable();
                left.dedup();
                if !left.is_empty() {
                    let below = self.group(layer + 1, left)?;
                    arcs.push((pair.1, pair.0, below));
                }
            }
        }
        Ok(())
    }

    /// The node of a group of events that have begun above `layer`.
    fn group(&mut self, layer: usize, group: Vec<Rest<'a>>) -> Result<u32, Error> {
        if let Some(&node) = self.groups.get(&(layer, group.clone())) {
            return Ok(node);
        }
        limit::add_work(group.len());
        self.bytes += size_of_val(&group[..]) + size_of::<(usize, Vec<Rest>, u32)>();
        limit::check_with(self.bytes)?;
        let mut arcs = Vec::new();
        self.group_arcs(layer, &group, &mut arcs)?;
        let node = self.node(layer, arcs)?;
        self.groups.insert((layer, group), node);
        Ok(node)
    }

    /// The node with these arcs.
    fn node(&mut self, layer: usize, arcs: Arcs) -> Result<u32, Error> {
        let arcs = sorted(arcs);
        let symbols = self.shape.symbols(layer);
        let is_identity = arcs.len() == symbols
            && arcs.iter().enumerate().all(|(c, &arc)| arc == (c as Symbol, c as Symbol, IDENTITY));
        if is_identity {
            return Ok(IDENTITY);
        }
        let nodes = &mut self.layers[layer];
        let next = nodes.len() as u32 + 1;
        if next >= 1 << NODE_BITS {
            return Err(Error::TooLarge { layer });
        }
        Ok(*nodes.entry(arcs).or_insert(next))
    }
}

/// Arcs in order, each once.
fn sorted(mut arcs: Arcs) -> Arcs {
    arcs.sort_unstable();
    arcs.dedup();
    arcs
}
