//! Recombination: elements of a donor replace elements of the same category in a template (Browne & Maire, V.A).

use rand::{Rng, RngExt};

use super::grow::{draw, pick, pick_weighted};
use super::in_full::{self, is_label};
use super::lineage::{self, Origin};
use super::naturalness::{Spot, Symbol};
use super::reference;
use super::site::{self, Site};
use super::steering::{Course, probability};
use crate::language::resolve::{self, Names};
use crate::language::schema::Category;
use crate::language::tree::{Kind, Tree};

/// Most nodes of a child. Crossover and mutation do nothing that would exceed it.
pub const MOST_NODES: usize = 2000;
/// Deepest nesting of a child.
pub(super) const MOST_LEVELS: usize = 60;

/// Crosses `template` with `donor`: in pre-order, each element of the template is replaced with probability `rate` by a random
/// element of the same category from the donor, unless it lies in one replaced already. If nothing changed by that, one
/// element is replaced nevertheless, provided that any compatible pair exists.
///
/// The donor's players, pieces and flags are first called as the template's; references that are left without a
/// declaration point to a declared name of the same kind. Metadata, names and labels stay the template's. With the child
/// come the origins of its nodes in pre-order. It is written in full; [`breed`](super::breed()) keeps definitions. Both parents should be valid games; of any other, less is crossed.
///
/// ```
/// use ludogen::language::{parse, print};
/// use ludogen::streams;
/// use ludogen::synthesis::{Origin, cross};
///
/// let row = parse("(game Row (board (tiling square) (size 5 5)) (end (All win (in-a-row 4))))").unwrap();
/// let hex = parse("(game Hex (board (tiling hex) (shape rhombus) (size 7 7)) (end (All win (connect own-regions))))");
/// let hex = hex.unwrap();
/// let (child, origins) = cross(&row, &hex, 0.2, &mut streams::generator(1));
/// assert!(child != row && print(&child).starts_with("(game Row"));
/// assert_eq!(origins.len(), child.size());
/// assert!(origins.iter().any(|origin| matches!(origin, Origin::Donor(_))));
/// ```
pub fn cross<R: Rng + ?Sized>(template: &Tree, donor: &Tree, rate: f64, rng: &mut R) -> (Tree, Vec<Origin>) {
    let marked = |tree: &Tree, origin: fn(u32) -> Origin, host: Option<&Names>| {
        let mut tree = tree.clone();
        lineage::mark(&mut tree, origin);
        in_full::taken(&tree, host).0
    };
    let mut child = marked(template, Origin::Template, None);
    let donor = marked(donor, Origin::Donor, Some(&Names::of(&child)));
    cross_marked(&mut child, &donor, rate, None, rng);
    let origins = lineage::take(&mut child);
    (child, origins)
}

/// [`cross`] for games in full whose nodes carry their origin, the donor's names being those of the template. On a course, elements are preferred that people would write there. Returns what crossed
/// over, in words.
pub(super) fn cross_marked<R: Rng + ?Sized>(
    child: &mut Tree,
    donor: &Tree,
    rate: f64,
    course: Option<Course<'_>>,
    rng: &mut R,
) -> Vec<String> {
    let rate = probability(rate);
    let own = Names::of(child);
    let known = reference::union(&own, &Names::of(donor));

    let places = site::sites(child, &own);
    let offers = site::sites(donor, &Names::of(donor));
    let mut cross = Crossing { child, donor, known: &known, size: 0, log: Vec::new() };
    cross.size = cross.child.size();

    let mut changed = false;
    let mut replaced: Option<&[usize]> = None;
    for place in &places {
        if replaced.is_some_and(|r| place.path.starts_with(r)) || place.category().is_none() || !rng.random_bool(rate) {
            continue;
        }
        let partners: Vec<&Site> = offers.iter().filter(|o| cross.compatible(place, o)).collect();
        let chosen = match course.filter(|course| course.is_followed(rng)) {
            Some(course) => pick_weighted(&partners, &cross.scores(&course, place, &partners), rng),
            None => pick(&partners, rng),
        };
        if let Some(partner) = chosen
            && let Some(differs) = cross.replace(place, partner)
        {
            changed |= differs;
            replaced = Some(&place.path);
        }
    }
    if !changed {
        let course = course.filter(|course| course.is_followed(rng));
        let mut pairs: Vec<(&Site, &Site)> = Vec::new();
        let mut scores = Vec::new();
        for place in &places {
            let partners: Vec<&Site> = offers.iter().filter(|o| cross.compatible(place, o)).collect();
            if let Some(course) = &course {
                scores.extend(cross.scores(course, place, &partners));
            }
            pairs.extend(partners.into_iter().map(|o| (place, o)));
        }
        while !pairs.is_empty() {
            let chosen = if course.is_some() { draw(&scores, rng) } else { Some(rng.random_range(0..pairs.len())) };
            let Some(chosen) = chosen else { break };
            let (place, partner) = pairs.swap_remove(chosen);
            if course.is_some() {
                scores.swap_remove(chosen);
            }
            // An earlier replacement by an equal element may have taken the place away; equal means it is still the same.
            if cross.replace(place, partner) == Some(true) {
                break;
            }
        }
    }
    let mut log = std::mem::take(&mut cross.log);
    log.extend(reference::rehome(child, &known));
    log
}

struct Crossing<'a> {
    child: &'a mut Tree,
    donor: &'a Tree,
    known: &'a Names,
    size: usize,
    log: Vec<String>,
}

impl Crossing<'_> {
    /// Whether the donor's element may stand in the place, by kind.
    fn compatible(&self, place: &Site, offer: &Site) -> bool {
        let (Some(category), Some(other)) = (place.category(), offer.category()) else { return false };
        if category != other {
            return false;
        }
        let word = |s: &Site| s.ludeme.map(|l| l.word);
        match category {
            Category::Section => {
                let ends = |s| matches!(word(s), Some("end" | "win" | "lose"));
                word(place) == word(offer) || ends(place) && ends(offer)
            }
            // These have parts that must be there exactly once.
            Category::BoardItem | Category::PieceItem | Category::MoveItem | Category::PlayItem => {
                word(place) == word(offer)
            }
            _ => true,
        }
    }

    /// How likely people would write each of the donor's elements in the place.
    fn scores(&self, course: &Course<'_>, place: &Site, partners: &[&Site]) -> Vec<f64> {
        let Some(spot) = Spot::at(self.child, &place.path, self.known) else { return vec![0.0; partners.len()] };
        let score = |partner: &&Site| {
            let node = self.donor.at(&partner.path)?;
            let symbol = match partner.ludeme {
                Some(ludeme) => Symbol::of_element(node, ludeme, self.known),
                None => Symbol::number(node.as_int()?),
            };
            Some(course.model.score(&spot, symbol))
        };
        partners.iter().map(|partner| score(partner).unwrap_or(0.0)).collect()
    }

    /// Replaces the element; says whether that changed anything, or `None` if it cannot be done.
    fn replace(&mut self, place: &Site, offer: &Site) -> Option<bool> {
        let old = self.child.at(&place.path)?.clone();
        let mut new = self.donor.at(&offer.path)?.clone();
        keep_names(&mut new, &old, place.category()?);
        let size = self.size + new.size() - old.size();
        if size > MOST_NODES || place.path.len() + site::height(&new) > MOST_LEVELS {
            return None;
        }
        if new == old {
            // Equal rules, but they come from the donor now only by chance: leave them the template's.
            return Some(false);
        }
        if !site::sensible_at(&new, place, self.known) {
            return None;
        }
        let words = format!("crossover: {} for {}", site::brief(&new), site::brief(&old));
        *self.child.at_mut(&place.path)? = new;
        if !stands(self.child, place, self.known) {
            *self.child.at_mut(&place.path)? = old;
            return None;
        }
        self.size = size;
        self.log.push(words);
        Some(true)
    }
}

/// Whether the element around a changed site is valid, does not say a thing twice, and still takes the argument as meant.
pub(super) fn stands(tree: &Tree, place: &Site, names: &Names) -> bool {
    let Some((&index, above)) = place.path.split_last() else { return false };
    let Some(parent) = tree.at(above) else { return false };
    let role = site::roles(parent, place.parent, names).get(index - 1).copied().flatten();
    role.is_some_and(|(param, accepts)| param.name == place.param.name && accepts == place.accepts)
        && site::valid(parent, place.parent.category, names)
        && !clashes(parent, names, place.parent.category)
}

/// Whether two arguments of an element contradict or repeat each other.
pub(super) fn clashes(tree: &Tree, names: &Names, category: Category) -> bool {
    use Category as C;
    let Some(element) = resolve::resolve(tree, category, names) else { return true };
    element.ludeme.params.iter().zip(&element.slots).any(|(param, slot)| {
        let accepts = |c| param.accepts.contains(&crate::language::schema::Accepts::Of(c));
        let once = [
            C::BoardItem,
            C::PieceItem,
            C::MoveItem,
            C::PlayItem,
            C::EndFlag,
            C::EffectFlag,
            C::ConditionFlag,
            C::PlaceFlag,
            C::RecordItem,
            C::TilingFlag,
        ];
        let simultaneous =
            |t: &Tree| accepts(C::EndFlag) && matches!(t.head(), Some("mover-wins" | "mover-loses" | "draw"));
        let same = |a: &Tree, b: &Tree| a.head() == b.head() || simultaneous(a) && simultaneous(b);
        once.into_iter().any(accepts) && (1..slot.len()).any(|i| slot[..i].iter().any(|other| same(other, slot[i])))
    })
}

/// A piece, or each piece of a section, keeps the name and label of the one it replaces.
fn keep_names(new: &mut Tree, old: &Tree, category: Category) {
    let label = |piece: &mut Tree, old: &Tree| {
        if let Some(label) = old.args().iter().find(|t| is_label(t)) {
            site::push_arg(piece, label.clone());
        }
    };
    match category {
        Category::Piece => {
            if let Some(name) = old.head() {
                site::set_head(new, name);
            }
            label(new, old);
        }
        Category::Section if new.is("pieces") => {
            for piece in site::items_mut(new).into_iter().flatten().skip(1) {
                let named = old.args().iter().find(|p| p.head() == piece.head() && matches!(p.kind, Kind::List(_)));
                if let Some(old) = named.filter(|_| matches!(piece.kind, Kind::List(_))) {
                    label(piece, old);
                }
            }
        }
        Category::Move => label(new, old),
        _ => {}
    }
}
