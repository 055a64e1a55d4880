//! Whether positions can come again.

use super::super::definition::{ActionStep, Def, EffectStep, Kernel, Side};
use super::super::facts;
use super::super::mask::CellCondition;
use super::super::owner::Owner;
use super::super::predicate::{CellExpr, Pred, Variable};
use super::super::rules::{ByPlayer, EffectKind, Player, Rules};
use super::super::state::{NOWHERE, UNLIMITED};
use super::super::topology::Topology;
use crate::board::{CellId, Shape};

/// On larger boards it is not looked into whether every move goes forwards: positions may come again.
const MAX_CELLS: usize = 400;

/// The moves of both players, to be asked whether they lead anywhere but forwards.
pub(super) struct Progress<'a, const W: usize> {
    pub rules: &'a Rules,
    pub topology: &'a Topology<W>,
    pub sides: &'a ByPlayer<Side<W>>,
    /// Whether cells may hold more than one piece.
    pub stacks: bool,
}

impl<const W: usize> Progress<'_, W> {
    fn any(&self, is: &dyn Fn(&Def<W>) -> bool) -> bool {
        self.sides.iter().any(|side| side.defs.iter().any(is))
    }

    /// Whether no move adds pieces to the board, or none removes any, where cells hold one piece: a position with another
    /// number of pieces than those before is none of them, nor will any be that comes after.
    pub fn never_adds_and_removes(&self) -> bool {
        let pushes = |d: &Def<W>| d.actions.iter().any(|a| matches!(a, ActionStep::Push { .. }));
        let removes = |d: &Def<W>| {
            let captures = d.post.iter().any(|e| matches!(e.kind, EffectKind::Capture { .. }));
            captures || d.pops && !pushes(d) || d.replace_first
        };
        let moves_many = |d: &Def<W>| d.post.iter().any(|e| e.kind.consequences().moves_many);
        !(self.stacks || self.any(&moves_many) || self.any(&|d| gains(d)) && self.any(&removes))
    }

    /// Whether a position can come again: not if every move or every turn adds a piece, or every move takes a piece or goes forwards.
    pub fn may_repeat(&self) -> bool {
        let removes = |e: &EffectStep<W>| e.kind.consequences().removes;
        let adds =
            |d: &Def<W>| !d.pops && if d.actions.is_empty() { d.post.is_empty() } else { !d.post.iter().any(removes) };
        if !self.any(&|d| !adds(d)) || self.each_turn_adds() {
            return false;
        }
        if self.topology.cells > MAX_CELLS {
            return true;
        }
        let progresses =
            |p: Player| self.sides[p].defs.iter().all(|d| self.takes(p, d) || self.removes(d) || self.goes(d));
        !(Player::BOTH.into_iter().all(progresses) && Owner::ALL.into_iter().all(|owner| self.goes_one_way(owner)))
    }

    /// Whether no move takes a piece away and every turn that is not passed adds one: with its first move, or with one that always follows.
    fn each_turn_adds(&self) -> bool {
        let unbounded = self.rules.board.shape == Shape::Boardless;
        if self.stacks || unbounded || self.rules.never.is_some() || self.any(&|d| !keeps(d)) {
            return false;
        }
        Player::BOTH.into_iter().all(|player| {
            let defs = &self.sides[player].defs;
            let begins = |d: &&Def<W>| usable(d, false) && !(d.actions.is_empty() && d.post.is_empty());
            let first = defs.iter().filter(begins).all(gains);
            let leads = || defs.iter().filter(begins).all(|d| gains(d) || self.leads_to_gain(player, d));
            // Where a turn has added something it must come to an end, and where it has not it must add something.
            let follows = |d: &Def<W>| !usable(d, true) || gains(d) || first && !d.repeats;
            (first || leads()) && defs.iter().all(follows)
        })
    }

    /// Whether a move that carries a piece is always followed by one of the same turn that puts a new piece down: at least where
    /// the piece has come from.
    fn leads_to_gain(&self, player: Player, d: &Def<W>) -> bool {
        let goes_on = |e: &EffectStep<W>| {
            matches!(e.kind, EffectKind::Repeat) && matches!(e.guard, Pred::True) && e.optional.is_none()
        };
        if !carries(d) || !matches!(d.post.as_slice(), [effect] if goes_on(effect)) {
            return false;
        }
        let endless = |next: &Def<W>| facts::hands(self.rules)[player][next.kind] == UNLIMITED;
        self.sides[player].defs.iter().filter(|next| gains(next) && endless(next)).any(|next| {
            let (Kernel::Drop(on_to), [ActionStep::Push { cell: CellExpr::To, count: 1, .. }]) =
                (&next.kernel, next.actions.as_slice())
            else {
                return false;
            };
            let on_to = CellCondition::new(on_to.pred.in_turn(true), Variable::To, self.topology);
            let (None, None, Some((mask, back))) = (&on_to.gate, &on_to.beyond, &on_to.mask) else { return false };
            let returns = match (back, &d.kernel) {
                (None, _) => true,
                (Some(back), Kernel::FromTo { slide: Some(slide), .. }) => back.leads_back(slide, self.topology),
                _ => false,
            };
            mask.is_empty_cell() && returns
        })
    }

    /// Whether all that a move does is that a piece goes from `from` to `to` and others leave the board.
    fn goes(&self, d: &Def<W>) -> bool {
        let goes = matches!(
            d.actions.as_slice(),
            [
                ActionStep::Pop(CellExpr::From, 1..),
                ActionStep::Push { cell: CellExpr::To, owner: None, trail: false, .. }
            ]
        );
        goes && d.post.iter().all(only_takes) && !self.stacks
    }

    /// Whether a move always takes a piece: it replaces an enemy or jumps over what it captures.
    fn takes(&self, player: Player, d: &Def<W>) -> bool {
        if d.jumps {
            return self.goes(d);
        }
        let enemy = |p: &Pred<W>| matches!(p, Pred::Owned(CellExpr::To, o) if *o == player.opponent().bit());
        let on_enemies = |p: &Pred<W>| p.conjuncts().iter().any(enemy);
        let onto = match &d.kernel {
            Kernel::Paths(groups) => groups.iter().all(|g| on_enemies(&g.on_to.pred)),
            Kernel::FromTo { on_to, .. } => on_enemies(&on_to.pred),
            Kernel::Pass(_) | Kernel::Drop(_) | Kernel::Remove { .. } => false,
        };
        onto && d.replace_first && self.goes(d)
    }

    /// Whether all that a move does is to take pieces off, at least one, or to pass.
    fn removes(&self, d: &Def<W>) -> bool {
        let pops = |action: &ActionStep| matches!(action, ActionStep::Pop(..));
        match d.actions.as_slice() {
            [] => d.post.is_empty(),
            [ActionStep::Pop(CellExpr::From, 1..), others @ ..] => {
                others.iter().all(pops) && d.post.iter().all(only_takes) && !self.stacks
            }
            _ => false,
        }
    }

    /// Whether all moves that carry a piece of this owner, whoever makes them, go one way, but for those that take an enemy.
    fn goes_one_way(&self, owner: Owner) -> bool {
        let mut ways = (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| Way { rows, columns }));
        let carriers = |p: Player| {
            let of = move |d: &&Def<W>| carried(d) & owner.bit() != 0 && !self.removes(d) && !self.takes(p, d);
            self.sides[p].defs.iter().filter(of)
        };
        ways.any(|way| Player::BOTH.into_iter().flat_map(carriers).all(|d| self.leads(d, way)))
    }

    /// Whether a move only goes that way.
    fn leads(&self, d: &Def<W>, way: Way) -> bool {
        let progress = |c: CellId| {
            way.rows * self.topology.row[c as usize] as i32 + way.columns * self.topology.col[c as usize] as i32
        };
        match &d.kernel {
            Kernel::Paths(groups) => groups
                .iter()
                .flat_map(|g| &g.ways)
                .all(|path| (0..).zip(&path.map).all(|(c, &t)| t == NOWHERE || progress(t) > progress(c))),
            Kernel::FromTo { slide: Some(slide), .. } => slide.directions().all(|d| {
                let next = |c: CellId| self.topology.ray(c, d).next();
                (0..self.topology.cells as CellId).all(|c| next(c).is_none_or(|t| progress(t) > progress(c)))
            }),
            _ => false,
        }
    }
}

/// Whether an effect changes nothing of a position but what stands no more.
fn only_takes<const W: usize>(e: &EffectStep<W>) -> bool {
    matches!(e.kind, EffectKind::Score(_) | EffectKind::Repeat | EffectKind::Capture { .. })
}

/// A direction on the board: how much a row and a column further count.
#[derive(Clone, Copy)]
struct Way {
    rows: i32,
    columns: i32,
}

/// Whose pieces a move may carry from `from`, as bits.
fn carried<const W: usize>(d: &Def<W>) -> u8 {
    let of = |pred: &Pred<W>| {
        let owners = |p: &Pred<W>| match p {
            Pred::Owned(CellExpr::From, owners) => *owners,
            _ => 7,
        };
        pred.conjuncts().iter().map(owners).fold(7, |all, owners| all & owners)
    };
    match &d.kernel {
        Kernel::Paths(groups) => groups.iter().fold(0, |all, g| all | of(&g.on_from.pred)),
        Kernel::FromTo { on_from, .. } => of(&on_from.pred),
        _ => 7,
    }
}

/// Whether a move takes no piece off the board: it passes, puts new pieces down or carries one to another cell.
fn keeps<const W: usize>(d: &Def<W>) -> bool {
    let plain = d.actions.is_empty() || gains(d) || carries(d);
    plain && !d.replace_first && !d.post.iter().any(|e| e.kind.consequences().removes)
}

/// Whether a move puts new pieces down.
fn gains<const W: usize>(d: &Def<W>) -> bool {
    !d.pops && d.actions.iter().any(|a| matches!(a, ActionStep::Push { count: 1.., .. }))
}

/// Whether a move carries one piece from `from` to `to`.
fn carries<const W: usize>(d: &Def<W>) -> bool {
    matches!(
        d.actions.as_slice(),
        [ActionStep::Pop(CellExpr::From, 1), ActionStep::Push { cell: CellExpr::To, trail: false, .. }]
    )
}

/// Whether a definition may be used in turns of one sort: those that go on or those that begin.
fn usable<const W: usize>(d: &Def<W>, continuing: bool) -> bool {
    let never = |pred: &Pred<W>| matches!(pred.in_turn(continuing), Pred::False);
    match &d.kernel {
        Kernel::Pass(pred) => !never(pred),
        Kernel::Drop(on_to) => !never(&on_to.pred),
        Kernel::Paths(groups) => groups.iter().any(|g| !never(&g.on_from.pred) && !never(&g.on_to.pred)),
        Kernel::FromTo { on_from, on_to, on_both, .. } => {
            !never(&on_from.pred) && !never(&on_to.pred) && !never(on_both)
        }
        Kernel::Remove { gate, on_cell, .. } => !never(gate) && !never(on_cell),
    }
}
