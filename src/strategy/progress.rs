//! Goal progress, the first eleven advisors: how near one condition of the end is to being met, for one player.

use super::chance::logistic;
use super::context::EvaluationContext;
use super::lines::Lines;
use super::network::Network;
use super::search_memory::SearchParts;
use super::shape_sums::ShapeSums;
use super::shapes::Shapes;
use crate::board::{CellId, CellSet};
use crate::game::StateId;
use crate::game::end::{Near, Selector, Test};
use crate::game::predicate::{CellExpr, Filter, Num};
use crate::game::rules::{Bool, Cells, Cmp, Coord, Effect, EffectKind, Int, Player, ReachCount, Who};
use crate::game::{Game, Kind, Owner, State, UNLIMITED};

/// The most that an unmet condition is worth, where a formula might say 1.
const ALMOST: f64 = 0.99;
/// What threats of capture are worth, in captures.
const THREAT: f64 = 0.1;
/// How many pieces of a group are tried as its centre.
const MAX_CENTRES: usize = 16;

/// A condition prepared for measuring how near it is.
pub(super) enum GoalProgress<const W: usize> {
    Network {
        network: Network<W>,
        pieces: Selector,
        near: Near,
        slot: usize,
    },
    Lines {
        lines: Lines<W>,
        pieces: Selector,
        exact: Option<Test<W>>,
        slot: Option<usize>,
    },
    Shapes {
        shapes: Shapes<W>,
        pieces: Selector,
        quick: Option<(ShapeSums, usize)>,
    },
    Group {
        size: Option<u32>,
        pieces: Selector,
        near: Near,
        diameter: u32,
    },
    Reach {
        layers: Vec<(CellSet<W>, f64)>,
        count: ReachCount,
        pieces: Selector,
    },
    Capture {
        count: u32,
        kinds: u16,
    },
    Eliminate {
        players: u8,
        filter: Filter,
        initial: u32,
    },
    Score(Option<i32>),
    Stack {
        height: u32,
        filter: Filter,
        own_only: bool,
    },
    CellState {
        state: StateId,
        cell: CellExpr,
    },
    /// The state of a cell that pieces set on the way; how near they are to where they do so.
    Signal {
        state: StateId,
        cell: CellId,
        layers: Vec<(CellSet<W>, f64)>,
        pieces: Filter,
    },
    PieceState {
        state: StateId,
        filter: Filter,
    },
    Compare {
        cmp: Cmp,
        a: Num,
        b: Num,
        scale: f64,
    },
    Block {
        losing: bool,
    },
}

impl<const W: usize> GoalProgress<W> {
    /// The progress of a condition; `None` for those that play does not work towards, or is not known to.
    pub fn new(game: &Game<W>, player: Player, test: &Test<W>, losing: bool) -> Option<GoalProgress<W>> {
        Some(match test {
            // No pieces connect an empty set of regions.
            Test::Connect { regions, .. } if regions.is_empty() => return None,
            Test::Connect { regions, pieces, near } => GoalProgress::network(game, &[regions], *pieces, *near),
            Test::InARow { length, exactly, pieces, axes } => GoalProgress::Lines {
                lines: Lines::new(game, *length, *exactly, axes),
                pieces: *pieces,
                exact: exactly.then(|| test.clone()),
                slot: None,
            },
            Test::Pattern { embeddings, pieces } => {
                let shapes = Shapes::new(embeddings.iter().flatten().filter_map(|cells| *cells));
                GoalProgress::Shapes { shapes, pieces: *pieces, quick: None }
            }
            Test::Cycle { pieces } => {
                GoalProgress::Shapes { shapes: Shapes::rings(game), pieces: *pieces, quick: None }
            }
            Test::Group { size, pieces, near, .. } => {
                let diameter = game.board().diameter().max(1);
                GoalProgress::Group { size: *size, pieces: *pieces, near: *near, diameter }
            }
            Test::Reach { goal, count, pieces } => GoalProgress::Reach {
                layers: layers(game, player, *goal, &pieces.filter),
                count: *count,
                pieces: *pieces,
            },
            Test::Capture { count, kinds } => GoalProgress::Capture { count: *count, kinds: *kinds },
            Test::Eliminate { filter } => {
                let players = filter.owners & 3;
                let initial = remaining(game, &game.initial(Player::White), players, filter);
                GoalProgress::Eliminate { players, filter: *filter, initial }
            }
            Test::Score(target) => GoalProgress::Score(*target),
            Test::Stack { height, filter, own_only, .. } => {
                GoalProgress::Stack { height: *height, filter: *filter, own_only: *own_only }
            }
            Test::CellState { state, cell: CellExpr::Fixed(cell) }
                if let Some((goal, pieces)) = signal(game, player, *cell, *state) =>
            {
                GoalProgress::Signal { state: *state, cell: *cell, layers: layers(game, player, goal, &pieces), pieces }
            }
            Test::CellState { state, cell } => GoalProgress::CellState { state: *state, cell: cell.clone() },
            Test::PieceState { state, filter } => {
                let filter = Filter { state: None, by_owner: false, ..*filter };
                GoalProgress::PieceState { state: *state, filter }
            }
            Test::Compare(cmp, a, b) => {
                let scale = (game.board().len() as f64).sqrt();
                GoalProgress::Compare { cmp: *cmp, a: a.clone(), b: b.clone(), scale }
            }
            Test::NoMove => GoalProgress::Block { losing },
            _ => return None,
        })
    }

    /// The progress of several connections of the same kind, one of which is enough.
    pub fn network(game: &Game<W>, goals: &[&[CellSet<W>]], pieces: Selector, near: Near) -> GoalProgress<W> {
        let network = Network::new(&game.topology, near.masks(&game.topology), goals);
        GoalProgress::Network { network, pieces, near, slot: 0 }
    }

    /// Prepares the condition for searches, where positions differ little from each other.
    pub fn prepare(&mut self, game: &Game<W>, parts: &mut SearchParts<W>) {
        match self {
            GoalProgress::Lines { lines, pieces, slot, .. } => {
                *slot = parts.lines.slot(&game.topology, lines, *pieces);
            }
            GoalProgress::Network { slot, .. } => *slot = parts.add_network(),
            GoalProgress::Shapes { shapes, quick, .. } => {
                *quick = ShapeSums::new(game.topology.cells, shapes).map(|sums| (sums, parts.add_shapes()));
            }
            _ => {}
        }
    }

    /// How near the condition is, from 0 to 1.
    pub fn worth(&self, context: &EvaluationContext<W>, player: Player) -> f64 {
        let (game, state) = (context.game, context.state);
        let own = |pieces: &Selector| game.selected(state, pieces);
        match self {
            GoalProgress::Network { network, pieces, near, slot } => {
                let (own, free) = (own(pieces), game.topology.all.minus(&state.occupied()));
                let masks = near.masks(&game.topology);
                match context.quick.map(|known| &known.networks[*slot]) {
                    Some(known) => known.borrow_mut().worth(network, (game, masks), (own, free), state.last_to),
                    None => network.worth(game, masks, own, free),
                }
            }
            GoalProgress::Lines { lines, pieces, exact, slot } => {
                if let Some(worth) = slot.and_then(|slot| context.quick?.line_worths().get(slot)) {
                    return *worth;
                }
                let own = own(pieces);
                match exact {
                    Some(test) if game.met(test, state, player) => 1.0,
                    _ => lines.worth(game, own, state.occupied().minus(&own)),
                }
            }
            GoalProgress::Shapes { shapes, pieces, quick } => {
                let own = own(pieces);
                let others = state.occupied().minus(&own);
                match (quick, context.quick) {
                    (Some((sums, slot)), Some(known)) => {
                        sums.worth(&mut known.shapes[*slot].borrow_mut(), own, others, state.last_to)
                    }
                    _ => shapes.worth(own, others),
                }
            }
            GoalProgress::Group { size, pieces, near, diameter } => {
                group(game, own(pieces), *size, near.masks(&game.topology), *diameter)
            }
            GoalProgress::Reach { layers, count, pieces } => reach(layers, own(pieces), *count),
            GoalProgress::Capture { count, kinds } => capture(context, player, *count, *kinds),
            GoalProgress::Eliminate { players, filter, initial } => eliminate(context, *players, filter, *initial),
            GoalProgress::Score(target) => score(state, player, *target),
            GoalProgress::Stack { height, filter, own_only } => {
                let counted = |cell: u16| {
                    let stack = 0..game.height(state, cell);
                    stack.filter(|&i| !own_only || game.piece_at(state, cell, i).owner() == player).count()
                };
                let best = game.matching(state, filter).iter().map(counted).max().unwrap_or(0);
                (best as f64 / (*height).max(1) as f64).min(1.0)
            }
            GoalProgress::Signal { state: wanted, cell, layers, pieces } => {
                if game.state_of(&CellExpr::Fixed(*cell), state, player) == Some(*wanted) {
                    return 1.0;
                }
                ALMOST * reach(layers, game.matching(state, pieces), ReachCount::Count(1))
            }
            GoalProgress::CellState { state: wanted, cell } => {
                game.state_of(cell, state, player).map_or(0.0, |found| alike(found, *wanted))
            }
            GoalProgress::PieceState { state: wanted, filter } => {
                game.tops(state, filter).map(|piece| alike(piece.state(), *wanted)).fold(0.0, f64::max)
            }
            GoalProgress::Compare { cmp, a, b, scale } => {
                let (a, b) = (context.number(a, player) as f64, context.number(b, player) as f64);
                logistic((margin(*cmp, a, b) + 0.5) / scale)
            }
            GoalProgress::Block { losing } => {
                let each = |p| context.mobility(p);
                let [mine, theirs] = [each(player), each(player.opponent())];
                match (losing, mine == 0.0) {
                    (_, true) => 1.0,
                    (true, _) => theirs / (mine + theirs),
                    (false, _) => 1.0 / (1.0 + mine),
                }
            }
        }
    }
}

/// The share of the captures wanted; threats count a little where they are quickly found.
fn capture<const W: usize>(context: &EvaluationContext<W>, player: Player, count: u32, kinds: u16) -> f64 {
    let taken = context.state.captured[player].iter();
    let taken: u32 = taken.filter(|(kind, _)| kinds & kind.bit() != 0).map(|(_, &n)| n as u32).sum();
    if taken >= count {
        return 1.0;
    }
    let threats = if context.threats_are_quick { context.threatened(player).len() } else { 0 };
    ((taken as f64 + THREAT * threats as f64) / count as f64).min(ALMOST)
}

/// The share of the initial pieces that are gone; without initial pieces, 1 less the share of all pieces on the board. The last one counts as
/// good as gone where it can be taken at once.
fn eliminate<const W: usize>(context: &EvaluationContext<W>, players: u8, filter: &Filter, initial: u32) -> f64 {
    let (game, state) = (context.game, context.state);
    let left = remaining(game, state, players, filter);
    if left == 1 && context.threats_are_quick {
        let last = game.matching(state, &Filter { owners: players, ..*filter });
        let taker = state.mover;
        if players == taker.opponent().bit() && context.threatened(taker).meets(&last) {
            return ALMOST;
        }
    }
    let left = f64::from(left);
    if initial > 0 {
        return (1.0 - left / f64::from(initial)).max(0.0);
    }
    // Where pieces are entered during the game, their share.
    let all = (state.occupied().len() as f64).max(1.0);
    (1.0 - left / all).clamp(0.0, 1.0)
}

/// 1 at the target score; else the logistic function of the lead.
fn score<const W: usize>(state: &State<W>, player: Player, target: Option<i32>) -> f64 {
    let own = state.scores[player];
    match target {
        Some(n) if own >= n => 1.0,
        _ => {
            let lead = own - state.scores[player.opponent()];
            let scale = target.map_or(4.0, |n| (n as f64 / 4.0).abs()).max(1.0);
            logistic(lead as f64 / scale)
        }
    }
}

/// By how much a comparison holds, or, if negative, fails.
fn margin(cmp: Cmp, a: f64, b: f64) -> f64 {
    match cmp {
        Cmp::Eq => -(a - b).abs(),
        Cmp::Ne => (a - b).abs() - 1.0,
        Cmp::Lt => b - a - 1.0,
        Cmp::Le => b - a,
        Cmp::Gt => a - b - 1.0,
        Cmp::Ge => a - b,
    }
}

/// Where pieces must go to set the state of a cell, and which pieces; `None` if the rules do not say it so plainly.
fn signal<const W: usize>(
    game: &Game<W>,
    player: Player,
    cell: CellId,
    state: StateId,
) -> Option<(CellSet<W>, Filter)> {
    let rules = game.rules();
    let cells = |cells: &[Cells]| -> CellSet<W> { rules.cells_of(game.board(), cells, player).into_iter().collect() };
    let sets = |effect: &Effect| match (&effect.kind, &effect.guard) {
        (EffectKind::SetCellState(Coord::Label(label), Int::Const(n)), Bool::InRegion(Coord::To, goal)) => {
            let here = cells(&[Cells::Label(label.clone())]) == CellSet::of(cell);
            (here && *n == i32::from(state.number())).then(|| cells(goal))
        }
        _ => None,
    };
    let (mut goal, mut kinds, mut owners) = (CellSet::EMPTY, 0, 0);
    for (kind, piece) in rules.pieces.iter().enumerate() {
        for found in piece.moves.iter().flat_map(|m| &m.post).filter_map(sets) {
            goal |= found;
            kinds |= 1 << kind;
            owners |= if piece.owner == Who::Neutral { Owner::Nobody.bit() } else { player.bit() };
        }
    }
    (!goal.is_empty()).then_some((goal, Filter { kinds, owners, state: None, flags: 0, by_owner: false }))
}

/// How alike two states are.
fn alike(found: StateId, wanted: StateId) -> f64 {
    let [found, wanted] = [found, wanted].map(StateId::number);
    (1.0 - found.abs_diff(wanted) as f64 / wanted.max(1) as f64).max(0.0)
}

/// Matching pieces of some players that are left, in limited hands too.
fn remaining<const W: usize>(game: &Game<W>, state: &State<W>, players: u8, filter: &Filter) -> u32 {
    let of = |player: Player| {
        let on_board = game.matching(state, &Filter { owners: player.bit(), ..*filter }).len();
        let hand = state.hands[player].iter().filter(|(kind, _)| filter.kinds & kind.bit() != 0).map(|(_, &n)| n);
        on_board + hand.filter(|&n| n != UNLIMITED).map(u32::from).sum::<u32>()
    };
    Player::among(players).map(of).sum()
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
    let total = |centre: u16| -> u32 { own.iter().map(|c| board.distance(centre, c).unwrap_or(diameter)).sum() };
    let centres = own.iter().step_by((count as usize).div_ceil(MAX_CENTRES));
    let mean = centres.map(total).min().unwrap_or(0) as f64 / count as f64;
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
            .map(|c| movable.iter().fold(CellSet::EMPTY, |all, &k| all | game.lone_steps(player, Kind::new(k), c)))
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
