//! End conditions: compiled once a player, tested after every move.
//!
//! A condition that could not have been true before the move needs a look only where the move changed the board. Which
//! conditions these are follows from the clauses: an atom is *fresh* if, whenever it holds, some clause ends the game; so while
//! the game goes on it was false. Fresh atoms that only grow with the player's own cells are tested around the last cell alone.

use super::Game;
use super::context::Context;
use super::predicate::{Filter, Num};
use super::rules::{Both, Cmp, Player, ReachCount, Verdict};
use super::state::{NOWHERE, Outcome, State, UNLIMITED};
use super::topology::Topology;
use crate::board::{CellId, CellSet};

/// Which neighbours a condition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Near {
    Direct,
    Indirect,
    All,
    Adjacent,
}

impl Near {
    pub(crate) fn masks<const W: usize>(self, game: &Game<W>) -> &[CellSet<W>] {
        let t = &game.topology;
        match self {
            Near::Direct => &t.direct,
            Near::Indirect => &t.indirect,
            Near::Adjacent => &t.adjacent,
            Near::All => &t.around,
        }
    }
}

/// Which cells a condition looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Selector {
    pub filter: Filter,
    /// Pieces at any height of a stack count.
    pub buried: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test<const W: usize> {
    Compare(Cmp, Num, Num),
    Connect {
        regions: Vec<CellSet<W>>,
        pieces: Selector,
        near: Near,
    },
    Cycle {
        pieces: Selector,
    },
    Group {
        size: Option<u32>,
        exactly: bool,
        pieces: Selector,
        near: Near,
    },
    InARow {
        length: u32,
        exactly: bool,
        pieces: Selector,
        axes: Vec<usize>,
    },
    /// Cell maps of each embedding: the cells of the pattern by first cell.
    Pattern {
        embeddings: Vec<Vec<Option<CellSet<W>>>>,
        pieces: Selector,
    },
    Reach {
        goal: CellSet<W>,
        count: ReachCount,
        pieces: Selector,
    },
    Capture {
        count: u32,
        kinds: u16,
    },
    Threatened {
        kinds: u16,
    },
    Path {
        goal: CellSet<W>,
        pieces: Selector,
    },
    Eliminate {
        filter: Filter,
    },
    Score(Option<i32>),
    Stack {
        height: u32,
        exactly: bool,
        filter: Filter,
        own_only: bool,
    },
    CellState {
        state: u8,
        cell: super::predicate::CellExpr,
    },
    PieceState {
        state: u8,
        filter: Filter,
    },
    NoMove,
    AllPassed,
    Full,
}

impl<const W: usize> Test<W> {
    /// Whether the condition is about who cannot move or passed: false after a move, while the other player has one too.
    pub(super) fn is_about_moving(&self) -> bool {
        matches!(self, Test::NoMove | Test::AllPassed)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Tree {
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
    Atom(usize),
}

impl Tree {
    /// The atoms of the leaves, from left to right.
    pub(crate) fn atoms(&self) -> Vec<usize> {
        match self {
            Tree::And(ts) | Tree::Or(ts) => ts.iter().flat_map(Tree::atoms).collect(),
            Tree::Not(t) => t.atoms(),
            Tree::Atom(i) => vec![*i],
        }
    }

    /// Whether some leaf for which `wanted` holds is under a negation.
    pub(crate) fn denies(&self, wanted: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Tree::And(ts) | Tree::Or(ts) => ts.iter().any(|t| t.denies(wanted)),
            Tree::Not(t) => t.atoms().into_iter().any(wanted),
            Tree::Atom(_) => false,
        }
    }

    /// Whether it cannot hold unless a leaf does for which `wanted` holds.
    fn needs(&self, wanted: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Tree::And(ts) => ts.iter().any(|t| t.needs(wanted)),
            Tree::Or(ts) => ts.iter().all(|t| t.needs(wanted)),
            Tree::Not(_) => false,
            Tree::Atom(i) => wanted(*i),
        }
    }

    pub(super) fn holds(&self, atom: &mut impl FnMut(usize) -> bool) -> bool {
        match self {
            Tree::And(ts) => ts.iter().all(|t| t.holds(atom)),
            Tree::Or(ts) => ts.iter().any(|t| t.holds(atom)),
            Tree::Not(t) => !t.holds(atom),
            Tree::Atom(i) => atom(*i),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Atom<const W: usize> {
    pub test: Test<W>,
    /// False as long as the game goes on.
    pub fresh: bool,
    /// Can become true only through a cell that the player gained.
    pub local: bool,
}

/// The clauses of one player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses<const W: usize> {
    pub atoms: Vec<Atom<W>>,
    pub clauses: Vec<(Verdict, Tree)>,
    /// Whether some atom is `no-move`.
    pub uses_no_move: bool,
    /// Whether some atom is `all-passed`.
    pub uses_all_passed: bool,
    /// Whether a plain move of the opponent can change nothing here.
    pub only_own_moves: bool,
    /// Whether nothing holds before both players have passed.
    pub after_passes: bool,
}

impl<const W: usize> Clauses<W> {
    /// Marks the fresh atoms: those whose truth always ends the game. The end is not tested at the start, so what was `held`
    /// there, given by atom, is not fresh.
    pub fn mark_fresh(&mut self, opp_turn: bool, held: &[bool]) {
        let n = self.atoms.len();
        if !opp_turn && n <= 10 {
            for a in 0..n {
                self.atoms[a].fresh = !held[a]
                    && (0u32..1 << n)
                        .filter(|world| world >> a & 1 != 0)
                        .all(|world| self.clauses.iter().any(|(_, t)| t.holds(&mut |i| world >> i & 1 != 0)));
            }
        }
        self.refresh();
    }

    /// Whether some clause asks that there be a move.
    pub fn denies_no_move(&self) -> bool {
        let no_move = |i: usize| matches!(self.atoms[i].test, Test::NoMove);
        self.clauses.iter().any(|(_, tree)| tree.denies(&no_move))
    }

    /// Recomputes what follows from the marks.
    fn refresh(&mut self) {
        // A clause that holds when no atom does is met by the first move of either player.
        let idle = self.clauses.iter().any(|(_, t)| t.holds(&mut |_| false));
        self.only_own_moves = !idle && self.atoms.iter().all(|a| a.fresh && a.local);
        let passed = |i: usize| matches!(self.atoms[i].test, Test::AllPassed);
        self.after_passes = self.clauses.iter().all(|(_, tree)| tree.needs(&passed));
    }
}

/// What a move changed, as far as end conditions care.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// Who moved.
    pub by: Player,
    /// The cell the mover gained, if that and a loss of pieces is all that happened to ownership.
    pub gained: Option<CellId>,
}

impl Change {
    /// One that may have touched anything.
    pub fn anything(by: Player) -> Change {
        Change { by, gained: None }
    }
}

impl<const W: usize> Game<W> {
    /// The outcome after a move, if a clause decides. `mobile` says whether the player to move has one, for a caller who knows.
    #[inline]
    pub(super) fn decide(
        &self,
        state: &State<W>,
        past: &[u64],
        change: Change,
        mobile: &mut Option<bool>,
    ) -> Option<Outcome> {
        if let Some(fast) = &self.fast
            && let Some(outcome) = fast.decided(self, state, change)
        {
            return outcome;
        }
        let mut verdicts = [None; 2];
        for player in Player::BOTH {
            let clauses = &self.sides[player.index()].clauses;
            if clauses.clauses.is_empty()
                || (player != change.by && change.gained.is_some() && clauses.only_own_moves)
                || (clauses.after_passes && state.passes < 2)
            {
                continue;
            }
            verdicts[player.index()] = self.verdict(clauses, state, past, player, change, mobile);
        }
        let [white, black] = verdicts;
        self.weighed(white, black, change.by)
    }

    /// The outcome that the verdicts of both players' clauses come to, after a move of `by`.
    #[inline]
    pub(super) fn weighed(&self, white: Option<Verdict>, black: Option<Verdict>, by: Player) -> Option<Outcome> {
        let win = |p: Player| Some(Outcome::Win(p));
        match (white, black) {
            (None, None) => None,
            (Some(Verdict::Win), Some(Verdict::Win)) | (Some(Verdict::Lose), Some(Verdict::Lose)) => {
                match self.rules.both {
                    Both::MoverWins => win(by),
                    Both::MoverLoses => win(by.opponent()),
                    Both::Draw => Some(Outcome::Draw),
                }
            }
            (Some(Verdict::Win), _) | (_, Some(Verdict::Lose)) => win(Player::White),
            (_, Some(Verdict::Win)) | (Some(Verdict::Lose), _) => win(Player::Black),
            _ => Some(Outcome::Draw),
        }
    }

    /// The verdict of a player's clauses, given the truth of their conditions as bits.
    pub(super) fn verdict_of(&self, clauses: &Clauses<W>, truth: u64) -> Option<Verdict> {
        let (mut wins, mut loses, mut draws) = (false, false, false);
        for (verdict, tree) in &clauses.clauses {
            let holds = tree.holds(&mut |i| truth >> i & 1 != 0);
            match verdict {
                Verdict::Win => wins |= holds,
                Verdict::Lose => loses |= holds,
                Verdict::Draw => draws |= holds,
            }
        }
        self.strongest(wins, loses, draws)
    }

    #[inline]
    fn strongest(&self, wins: bool, loses: bool, draws: bool) -> Option<Verdict> {
        match (wins, loses) {
            (true, true) => Some(if self.rules.win_first { Verdict::Win } else { Verdict::Lose }),
            (true, false) => Some(Verdict::Win),
            (false, true) => Some(Verdict::Lose),
            (false, false) => draws.then_some(Verdict::Draw),
        }
    }

    fn verdict(
        &self,
        clauses: &Clauses<W>,
        state: &State<W>,
        past: &[u64],
        player: Player,
        change: Change,
        mobile: &mut Option<bool>,
    ) -> Option<Verdict> {
        // Most games end one way.
        if let ([(verdict, Tree::Atom(0))], [atom], Some(cell)) = (&*clauses.clauses, &*clauses.atoms, change.gained)
            && atom.fresh
            && atom.local
        {
            let holds = player == change.by && self.holds_around(&atom.test, state, player, cell, &mut None);
            return holds.then_some(*verdict);
        }
        let mut known = 0u64;
        let mut truth = 0u64;
        let mut runs = None;
        let (mut wins, mut loses, mut draws) = (false, false, false);
        for (verdict, tree) in &clauses.clauses {
            if *verdict == Verdict::Win && self.rules.opp_turn && player == change.by {
                continue;
            }
            let holds = tree.holds(&mut |i| {
                // What is beyond the bits of a word is worked out every time.
                let bit = 1u64.checked_shl(i as u32).unwrap_or(0);
                if known & bit != 0 {
                    return truth & bit != 0;
                }
                let atom = &clauses.atoms[i];
                let value = match change.gained {
                    Some(cell) if atom.fresh && atom.local => {
                        player == change.by && self.holds_around(&atom.test, state, player, cell, &mut runs)
                    }
                    _ => self.holds_now(&atom.test, state, past, player, mobile),
                };
                known |= bit;
                truth |= if value { bit } else { 0 };
                value
            });
            match verdict {
                Verdict::Win => wins |= holds,
                Verdict::Lose => loses |= holds,
                Verdict::Draw => draws |= holds,
            }
        }
        self.strongest(wins, loses, draws)
    }

    pub(crate) fn selected(&self, state: &State<W>, selector: &Selector) -> CellSet<W> {
        if !selector.buried {
            return self.matching(state, &selector.filter);
        }
        let any =
            |c: &CellId| (0..self.height(state, *c)).any(|i| selector.filter.matches(self.piece_at(state, *c, i)));
        state.occupied().iter().filter(any).collect()
    }

    /// Whether a fresh, local condition holds, given that it can only through `cell`.
    #[inline]
    pub(super) fn holds_around(
        &self,
        test: &Test<W>,
        state: &State<W>,
        player: Player,
        cell: CellId,
        runs: &mut Option<u32>,
    ) -> bool {
        match test {
            // In a single word all lines of the board are found sooner than those through a cell.
            Test::InARow { length, exactly: false, pieces, axes } if W == 1 && self.topology.regular => {
                let own = self.selected(state, pieces);
                let lines = |all, &d: &usize| all | self.topology.shifts[d].runs(own, *length);
                !axes.iter().fold(CellSet::EMPTY, lines).is_empty()
            }
            _ => self.looks_around(test, state, player, cell, runs),
        }
    }

    /// As [`holds_around`](Game::holds_around), looking at what is near the cell.
    fn looks_around(
        &self,
        test: &Test<W>,
        state: &State<W>,
        player: Player,
        cell: CellId,
        runs: &mut Option<u32>,
    ) -> bool {
        let topology = &self.topology;
        match test {
            Test::InARow { length, exactly, pieces, axes } => {
                // Conditions on lines of several lengths share one look at the lines through the cell.
                let shared = match runs {
                    Some(found) if self.same_lines => *found,
                    _ => {
                        let own = self.selected(state, pieces);
                        let found = if own.contains(cell) { runs_through(topology, &own, cell, axes) } else { 0 };
                        *runs = Some(found);
                        found
                    }
                };
                let length = (*length).min(31);
                if *exactly { shared >> length & 1 != 0 } else { shared >> length != 0 }
            }
            Test::Connect { regions, pieces, near } => {
                let own = self.selected(state, pieces);
                if !own.contains(cell) {
                    return false;
                }
                let masks = near.masks(self);
                let beside = own & masks[cell as usize];
                let touches = regions.iter().filter(|r| r.contains(cell)).count();
                if touches == regions.len() {
                    // Nothing connects no regions.
                    return touches > 0;
                }
                if touches == 0 {
                    // Nothing new is joined unless the neighbours fall into two chains or more.
                    let Some(first) = beside.lowest() else { return false };
                    if beside.len() < 2 || topology.flood(masks, CellSet::of(first), beside) == beside {
                        return false;
                    }
                }
                touches_all(topology, masks, cell, &own, regions)
            }
            Test::Group { size: Some(size), exactly, pieces, near } => {
                let own = self.selected(state, pieces);
                let group = || topology.flood(near.masks(self), CellSet::of(cell), own);
                own.contains(cell) && reaches(group().len(), *size, *exactly)
            }
            Test::Cycle { pieces } => {
                let own = self.selected(state, pieces);
                // Whatever counts as adjacent, the cells of a ring touch at least at their corners.
                own.contains(cell) && (own & topology.around[cell as usize]).len() >= 2 && self.encloses(own)
            }
            _ => self.holds_now(test, state, &[], player, &mut None),
        }
    }

    /// Where paths begin, and the cells that they may go through.
    pub(super) fn field(&self, state: &State<W>, pieces: &Selector) -> (CellSet<W>, CellSet<W>) {
        let own = self.selected(state, pieces);
        (own, self.topology.all.minus(&state.owned[2]) | own)
    }

    /// Whether a condition holds for a player, looking at the whole board.
    pub(super) fn holds_now(
        &self,
        test: &Test<W>,
        state: &State<W>,
        past: &[u64],
        player: Player,
        mobile: &mut Option<bool>,
    ) -> bool {
        let topology = &self.topology;
        match test {
            Test::Compare(cmp, a, b) => {
                let context = Context::at_the_end(self, state, player);
                cmp.holds(context.int(a), context.int(b))
            }
            Test::Connect { regions, pieces, near } => {
                let own = self.selected(state, pieces);
                let masks = near.masks(self);
                let Some(first) = regions.first() else { return false };
                let mut seeds = own & *first;
                while let Some(seed) = seeds.lowest() {
                    let group = topology.flood(masks, CellSet::of(seed), own);
                    if regions.iter().all(|r| r.meets(&group)) {
                        return true;
                    }
                    seeds = seeds.minus(&group);
                }
                false
            }
            Test::Cycle { pieces } => self.encloses(self.selected(state, pieces)),
            Test::Group { size, exactly, pieces, near } => {
                let own = self.selected(state, pieces);
                let masks = near.masks(self);
                match size {
                    None => {
                        own.len() >= 2
                            && own.lowest().is_some_and(|c| topology.flood(masks, CellSet::of(c), own) == own)
                    }
                    Some(size) => {
                        let mut rest = own;
                        while rest.len() >= *size {
                            let Some(c) = rest.lowest() else { break };
                            let group = topology.flood(masks, CellSet::of(c), rest);
                            if reaches(group.len(), *size, *exactly) {
                                return true;
                            }
                            rest = rest.minus(&group);
                        }
                        false
                    }
                }
            }
            Test::InARow { length, exactly, pieces, axes } => {
                let own = self.selected(state, pieces);
                axes.iter().any(|&d| {
                    let shifts = &topology.shifts[d];
                    let mut run = own;
                    if run.is_empty() {
                        return false;
                    }
                    for _ in 1..*length {
                        run = own & shifts.preimage(run);
                        if run.is_empty() {
                            return false;
                        }
                    }
                    if !exactly {
                        return true;
                    }
                    let starts = run.minus(&shifts.image(own));
                    !starts.minus(&shifts.preimage(run)).is_empty()
                })
            }
            Test::Pattern { embeddings, pieces } => {
                let own = self.selected(state, pieces);
                embeddings
                    .iter()
                    .any(|by_cell| own.iter().any(|c| by_cell[c as usize].is_some_and(|cells| cells.is_subset(&own))))
            }
            Test::Reach { goal, count, pieces } => {
                let own = self.selected(state, pieces);
                match count {
                    ReachCount::Count(n) => (own & *goal).len() >= *n,
                    ReachCount::AllPieces => !own.is_empty() && own.is_subset(goal),
                    ReachCount::Fill => !goal.is_empty() && goal.is_subset(&own),
                }
            }
            Test::Capture { count, kinds } => {
                let taken = &state.captured[player.index()];
                let total: u32 =
                    taken.iter().enumerate().filter(|(k, _)| kinds >> k & 1 != 0).map(|(_, &n)| n as u32).sum();
                total >= *count
            }
            Test::Threatened { kinds } => self.threatened(state, player, *kinds),
            Test::Path { goal, pieces } => {
                let (own, open) = self.field(state, pieces);
                topology.flood(&topology.adjacent, own, open).meets(goal)
            }
            Test::Eliminate { filter } => {
                let none_in_hand = |o: usize| {
                    (0..self.rules.pieces.len())
                        .all(|k| filter.kinds >> k & 1 == 0 || matches!(state.hands[o][k], 0 | UNLIMITED))
                };
                state.move_number >= 2
                    && self.matching(state, filter).is_empty()
                    && (0..2).filter(|o| filter.owners >> o & 1 != 0).all(none_in_hand)
            }
            Test::Score(target) => {
                let [own, other] = [state.scores[player.index()], state.scores[player.opponent().index()]];
                match target {
                    Some(n) => own >= *n,
                    None => own > other,
                }
            }
            Test::Stack { height, exactly, filter, own_only } => self.matching(state, filter).iter().any(|c| {
                let stack = 0..self.height(state, c);
                let owner = self.top(state, c).owner();
                let counted = stack.filter(|&i| !own_only || self.piece_at(state, c, i).owner() == owner);
                reaches(counted.count() as u32, *height, *exactly)
            }),
            Test::CellState { state: wanted, cell } => {
                let context = Context::at_the_end(self, state, player);
                match context.cell(cell) {
                    NOWHERE => false,
                    c => self.cell_state(state, c) == *wanted,
                }
            }
            Test::PieceState { state: wanted, filter } => {
                let stands = |c: CellId| self.top(state, c).state() == *wanted;
                self.matching(state, filter).iter().any(stands)
            }
            Test::NoMove => {
                player == state.mover && !state.continuing && !*mobile.get_or_insert_with(|| self.has_move(state, past))
            }
            Test::AllPassed => state.passes >= 2,
            Test::Full => state.occupied() == topology.all,
        }
    }

    /// Whether `own` encloses a cell: one that is not own, or is own with all its neighbours, cut off from the edge.
    fn encloses(&self, own: CellSet<W>) -> bool {
        let topology = &self.topology;
        let inner: CellSet<W> =
            own.iter().filter(|&c| !topology.edge.contains(c) && topology.direct[c as usize].is_subset(&own)).collect();
        if !inner.is_empty() {
            return true;
        }
        let open = topology.all.minus(&own);
        topology.flood(&topology.direct, open & topology.edge, open) != open
    }
}

/// Whether a number is at least another, or just that.
fn reaches(number: u32, least: u32, exactly: bool) -> bool {
    if exactly { number == least } else { number >= least }
}

/// The lengths of the lines of `own` through a cell, as bits; lengths of 31 and more share the last bit.
fn runs_through<const W: usize>(topology: &Topology<W>, own: &CellSet<W>, cell: CellId, axes: &[usize]) -> u32 {
    if !own.meets(&topology.around[cell as usize]) {
        return 1 << 1;
    }
    // Runs are short: a step or two is less than what it takes to find their ends at once.
    let count = |d: usize| {
        let mut n = 0;
        let mut c = topology.next(cell, d);
        while c != NOWHERE && own.contains(c) {
            n += 1;
            c = topology.next(c, d);
        }
        n
    };
    axes.iter().fold(0, |bits, &d| bits | 1 << (1 + count(d) + count(topology.opposite[d])).min(31))
}

fn touches_all<const W: usize>(
    topology: &Topology<W>,
    masks: &[CellSet<W>],
    cell: CellId,
    own: &CellSet<W>,
    regions: &[CellSet<W>],
) -> bool {
    let group = topology.flood(masks, CellSet::of(cell), *own);
    regions.iter().all(|r| r.meets(&group))
}
