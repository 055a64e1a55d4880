//! Advisors 1 to 11: how near one condition of the end is to being met, for one player.

use super::cycle::Shapes;
use super::evaluator::Look;
use super::lines::Lines;
use super::network::Network;
use crate::board::CellSet;
use crate::game::Game;
use crate::game::end::{Near, Selector, Test};
use crate::game::predicate::{Filter, Num, Place};
use crate::game::rules::{Cmp, Player, ReachCount};
use crate::game::{MAX_KINDS, State, UNLIMITED};

/// The most that an unmet condition is worth, where a formula might say 1.
const ALMOST: f64 = 0.99;
/// What threats of capture are worth, in captures.
const THREAT: f64 = 0.1;
/// How many pieces of a group are tried as its middle.
const MIDDLES: usize = 16;

/// The worth of a line or shape that lacks so many pieces, ¼ each. Shares of the pieces present would add up to certainty where
/// many windows overlap; powers keep one line nearly complete above several just begun.
pub(super) fn nearness(missing: usize) -> f64 {
    0.25f64.powi(missing as i32)
}

/// Keeps the two best of a series.
pub(super) fn keep_best(best: &mut [f64; 2], worth: f64) {
    if worth > best[0] {
        *best = [worth, best[0]];
    } else if worth > best[1] {
        best[1] = worth;
    }
}

/// The union of two chances.
pub(super) fn either([a, b]: [f64; 2]) -> f64 {
    1.0 - (1.0 - a) * (1.0 - b)
}

/// A number as a chance: ½ at 0.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A condition made ready for judging.
pub(super) enum Gauge<const W: usize> {
    Network { network: Network<W>, pieces: Selector, near: Near },
    Lines { lines: Lines<W>, pieces: Selector, exact: Option<Test<W>> },
    Shapes { shapes: Shapes<W>, pieces: Selector },
    Group { size: Option<u32>, pieces: Selector, near: Near, diameter: u32 },
    Reach { layers: Vec<(CellSet<W>, f64)>, count: ReachCount, pieces: Selector },
    Capture { count: u32, kinds: u16 },
    Eliminate { players: u8, filter: Filter, initial: u32 },
    Score(Option<i32>),
    Stack { height: u32, filter: Filter, own_only: bool },
    CellState { state: u8, cell: Place },
    PieceState { state: u8, filter: Filter },
    Compare { cmp: Cmp, a: Num, b: Num, scale: f64 },
    Block { losing: bool },
}

impl<const W: usize> Gauge<W> {
    /// The gauge of a condition; `None` for those that nobody works towards.
    pub fn new(game: &Game<W>, player: Player, test: &Test<W>, losing: bool) -> Option<Gauge<W>> {
        Some(match test {
            // Nothing connects no regions.
            Test::Connect { regions, .. } if regions.is_empty() => return None,
            Test::Connect { regions, pieces, near } => Gauge::network(game, &[regions], *pieces, *near),
            Test::InARow { length, exactly, pieces, axes } => Gauge::Lines {
                lines: Lines::new(game, *length, *exactly, axes),
                pieces: *pieces,
                exact: exactly.then(|| test.clone()),
            },
            Test::Pattern { embeddings, pieces } => {
                let shapes = Shapes::new(embeddings.iter().flatten().filter_map(|cells| *cells));
                Gauge::Shapes { shapes, pieces: *pieces }
            }
            Test::Cycle { pieces } => Gauge::Shapes { shapes: Shapes::rings(game), pieces: *pieces },
            Test::Group { size, pieces, near, .. } => {
                let diameter = game.board().diameter().max(1);
                Gauge::Group { size: *size, pieces: *pieces, near: *near, diameter }
            }
            Test::Reach { goal, count, pieces } => {
                Gauge::Reach { layers: layers(game, player, *goal, &pieces.filter), count: *count, pieces: *pieces }
            }
            Test::Capture { count, kinds } => Gauge::Capture { count: *count, kinds: *kinds },
            Test::Eliminate { filter } => {
                let players = filter.owners & 3;
                let initial = remaining(game, &game.initial(Player::White), players, filter);
                Gauge::Eliminate { players, filter: *filter, initial }
            }
            Test::Score(target) => Gauge::Score(*target),
            Test::Stack { height, filter, own_only, .. } => {
                Gauge::Stack { height: *height, filter: *filter, own_only: *own_only }
            }
            Test::CellState { state, cell } => Gauge::CellState { state: *state, cell: cell.clone() },
            Test::PieceState { state, filter } => {
                let filter = Filter { state: None, by_owner: false, ..*filter };
                Gauge::PieceState { state: *state, filter }
            }
            Test::Compare(cmp, a, b) => {
                let scale = (game.board().len() as f64).sqrt();
                Gauge::Compare { cmp: *cmp, a: a.clone(), b: b.clone(), scale }
            }
            Test::NoMove => Gauge::Block { losing },
            Test::AllPassed | Test::Full | Test::Threatened { .. } | Test::Path { .. } => return None,
        })
    }

    /// The gauge of several connections of the same kind, one of which is enough.
    pub fn network(game: &Game<W>, goals: &[&[CellSet<W>]], pieces: Selector, near: Near) -> Gauge<W> {
        Gauge::Network { network: Network::new(&game.topology, near.masks(game), goals), pieces, near }
    }

    /// How near the condition is, from 0 to 1.
    pub fn worth(&self, look: &Look<W>, player: Player) -> f64 {
        let (game, state) = (look.game, look.state);
        let own = |pieces: &Selector| game.selected(state, pieces);
        match self {
            Gauge::Network { network, pieces, near } => {
                let free = game.topology.all.minus(&state.occupied());
                network.worth(game, near.masks(game), own(pieces), free)
            }
            Gauge::Lines { lines, pieces, exact } => {
                let own = own(pieces);
                match exact {
                    Some(test) if game.met(test, state, player) => 1.0,
                    _ => lines.worth(game, own, state.occupied().minus(&own)),
                }
            }
            Gauge::Shapes { shapes, pieces } => {
                let own = own(pieces);
                shapes.worth(own, state.occupied().minus(&own))
            }
            Gauge::Group { size, pieces, near, diameter } => {
                group(game, own(pieces), *size, near.masks(game), *diameter)
            }
            Gauge::Reach { layers, count, pieces } => reach(layers, own(pieces), *count),
            Gauge::Capture { count, kinds } => {
                let taken = state.captured[player.index()].iter().enumerate();
                let taken: u32 = taken.filter(|(k, _)| kinds >> k & 1 != 0).map(|(_, &n)| n as u32).sum();
                if taken >= *count {
                    return 1.0;
                }
                let threats = if look.threats_are_quick { look.threatened(player).len() } else { 0 };
                ((taken as f64 + THREAT * threats as f64) / *count as f64).min(ALMOST)
            }
            Gauge::Eliminate { players, filter, initial } => {
                let left = remaining(game, state, *players, filter) as f64;
                if *initial > 0 {
                    return (1.0 - left / *initial as f64).max(0.0);
                }
                // Where pieces are entered during the game, their share.
                let all = (state.occupied().len() as f64).max(1.0);
                (1.0 - left / all).clamp(0.0, 1.0)
            }
            Gauge::Score(target) => {
                let lead = state.scores[player.index()] - state.scores[player.opponent().index()];
                let scale = target.map_or(4.0, |n| (n as f64 / 4.0).abs()).max(1.0);
                match target {
                    Some(n) if state.scores[player.index()] >= *n => 1.0,
                    _ => logistic(lead as f64 / scale),
                }
            }
            Gauge::Stack { height, filter, own_only } => {
                let counted = |cell: u16| {
                    let stack = 0..game.height(state, cell);
                    stack.filter(|&i| !own_only || game.piece_at(state, cell, i).owner() == player.index()).count()
                };
                let best = game.matching(state, filter).iter().map(counted).max().unwrap_or(0);
                (best as f64 / (*height).max(1) as f64).min(1.0)
            }
            Gauge::CellState { state: wanted, cell } => {
                game.state_of(cell, state, player).map_or(0.0, |found| alike(found, *wanted))
            }
            Gauge::PieceState { state: wanted, filter } => {
                game.tops(state, filter).map(|piece| alike(piece.state(), *wanted)).fold(0.0, f64::max)
            }
            Gauge::Compare { cmp, a, b, scale } => {
                let (a, b) = (game.number(a, state, player) as f64, game.number(b, state, player) as f64);
                let margin = match cmp {
                    Cmp::Eq => -(a - b).abs(),
                    Cmp::Ne => (a - b).abs() - 1.0,
                    Cmp::Lt => b - a - 1.0,
                    Cmp::Le => b - a,
                    Cmp::Gt => a - b - 1.0,
                    Cmp::Ge => a - b,
                };
                logistic((margin + 0.5) / scale)
            }
            Gauge::Block { losing } => {
                let [mine, theirs] = [player, player.opponent()].map(|p| look.mobility(p));
                match (losing, mine == 0.0) {
                    (_, true) => 1.0,
                    (true, _) => theirs / (mine + theirs),
                    (false, _) => 1.0 / (1.0 + mine),
                }
            }
        }
    }
}

/// How alike two states are.
fn alike(found: u8, wanted: u8) -> f64 {
    (1.0 - found.abs_diff(wanted) as f64 / wanted.max(1) as f64).max(0.0)
}

/// Matching pieces of some players that are left, in limited hands too.
fn remaining<const W: usize>(game: &Game<W>, state: &State<W>, players: u8, filter: &Filter) -> u32 {
    let of = |o: usize| {
        let on_board = game.matching(state, &Filter { owners: 1 << o, ..*filter }).len();
        let hand = (0..MAX_KINDS).filter(|k| filter.kinds >> k & 1 != 0).map(|k| state.hands[o][k]);
        on_board + hand.filter(|&n| n != UNLIMITED).map(u32::from).sum::<u32>()
    };
    (0..2).filter(|o| players >> o & 1 != 0).map(of).sum()
}

/// The share of the pieces (or of those needed) in the largest group, and how close together all pieces are.
fn group<const W: usize>(
    game: &Game<W>,
    own: CellSet<W>,
    size: Option<u32>,
    masks: &[CellSet<W>],
    diameter: u32,
) -> f64 {
    let count = own.len();
    let Some(first) = own.lowest() else { return 0.0 };
    let needed = size.unwrap_or(count).max(1);
    let (mut best, mut rest) = (0, own);
    let mut seed = Some(first);
    while let Some(cell) = seed {
        let group = game.topology.flood(masks, CellSet::of(cell), rest);
        best = best.max(group.len());
        rest = rest.minus(&group);
        seed = rest.lowest();
    }
    if best >= needed && (size.is_some() || count >= 2) {
        return 1.0;
    }
    let board = game.board();
    let total = |middle: u16| -> u32 { own.iter().map(|c| board.distance(middle, c).unwrap_or(diameter)).sum() };
    let middles = own.iter().step_by((count as usize).div_ceil(MIDDLES));
    let mean = middles.map(total).min().unwrap_or(0) as f64 / count as f64;
    let together = 1.0 - mean / diameter as f64;
    (0.7 * (best as f64 / needed as f64).min(1.0) + 0.3 * together).min(ALMOST)
}

/// The mean nearness of the nearest pieces needed.
fn reach<const W: usize>(layers: &[(CellSet<W>, f64)], own: CellSet<W>, count: ReachCount) -> f64 {
    let needed = match count {
        ReachCount::Count(n) => n,
        ReachCount::AllPieces => own.len(),
        ReachCount::Fill => layers.first().map_or(0, |(goal, _)| goal.len()),
    };
    if needed == 0 {
        return if matches!(count, ReachCount::Count(_)) { 1.0 } else { 0.0 };
    }
    let (mut sum, mut left) = (0.0, needed);
    for (cells, nearness) in layers {
        let here = (own & *cells).len().min(left);
        sum += nearness * here as f64;
        left -= here;
        if left == 0 {
            break;
        }
    }
    sum / needed as f64
}

/// The cells by their distance to a goal, each layer with its worth: 1 in the goal, 0 farthest away.
///
/// The distance is in moves that a lone piece could make, where there are such moves; else in steps over the board. Pieces that only
/// ever are placed are in the goal or are not.
fn layers<const W: usize>(game: &Game<W>, player: Player, goal: CellSet<W>, pieces: &Filter) -> Vec<(CellSet<W>, f64)> {
    let rules = game.rules();
    let kinds = (0..rules.pieces.len()).filter(|k| pieces.kinds >> k & 1 != 0);
    let movable: Vec<usize> = kinds.filter(|&k| rules.pieces[k].moves.iter().any(|m| m.pops() && m.pushes())).collect();
    let mut found = vec![goal];
    if !movable.is_empty() {
        let by_moves: Vec<CellSet<W>> = (0..game.board().len() as u16)
            .map(|c| movable.iter().fold(CellSet::EMPTY, |all, &k| all | game.lone_steps(player, k, c)))
            .collect();
        found = approach(goal, &by_moves);
        if found.len() == 1 {
            found = approach(goal, &game.topology.adjacent);
        }
    }
    let farthest = (found.len() - 1).max(1) as f64;
    found.into_iter().enumerate().map(|(d, cells)| (cells, 1.0 - d as f64 / farthest)).collect()
}

/// The cells by the least number of steps to the goal.
fn approach<const W: usize>(goal: CellSet<W>, steps: &[CellSet<W>]) -> Vec<CellSet<W>> {
    let mut layers = vec![goal];
    let mut reached = goal;
    loop {
        let leads = |c: &u16| !reached.contains(*c) && steps[*c as usize].meets(&reached);
        let next: CellSet<W> = (0..steps.len() as u16).filter(leads).collect();
        if next.is_empty() {
            return layers;
        }
        reached |= next;
        layers.push(next);
    }
}
