//! What of the start changes nothing.

use super::account::Evidence;
use super::step::Step;
use super::subject::Subject;
use crate::board::Shape;
use crate::game::rules::{Effect, EffectKind, Rules};
use crate::game::{AnyGame, Game, Kind, Player, facts};
use crate::language::resolve::{self, Names};
use crate::language::schema::{About, Category, Id, word};
use crate::language::{Tree, canonical};

/// A part of the start that changes nothing: pieces on cells that are taken already, and in hands from which they cannot be placed, or not all of them.
pub(super) fn idle_start(subject: &Subject) -> Option<(Step, Tree, Evidence)> {
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
