//! The start section on a board.

use super::super::facts;
use super::super::kind::Kind;
use super::super::layout::Layout;
use super::super::owner::{ByOwner, Owner};
use super::super::rules::{ByPlayer, Cells, Place, Player, Region, Rules};
use super::super::state::{NOWHERE, Piece, State};
use crate::board::{Board, CellId, Compass, Side};

impl Place {
    /// The cell that the opponent gets for one of these; `None` if the board has none there.
    pub(crate) fn opposite(&self, board: &Board, cell: CellId) -> Option<CellId> {
        let mirrored = if self.mirror { board.mirrored(cell) } else { cell };
        if self.rotate { board.half_turn(mirrored) } else { Some(mirrored) }
    }
}

impl Rules {
    /// The cells of a union of sets, seen by a player, filtered by the phases among them; in board order.
    pub(crate) fn cells_of(&self, board: &Board, cells: &[Cells], player: Player) -> Vec<CellId> {
        Setup { rules: self, board }.union(cells, player, 0)
    }

    /// The regions that a `connect` is about, each seen by a player, and how many of them suffice. Where they are counted, corners and sides are
    /// each a region of their own, and no corner is part of a side.
    pub(crate) fn to_connect(
        &self,
        board: &Board,
        count: Option<u32>,
        cells: &[Cells],
        player: Player,
    ) -> (Vec<Vec<CellId>>, usize) {
        let Some(count) = count else {
            let regions = self.regions_of(board, cells, player);
            let all = regions.len();
            return (regions, all);
        };
        let mut regions = Vec::new();
        for one in cells {
            match one {
                Cells::Corners => regions.extend(board.corners().iter().map(|&corner| vec![corner])),
                Cells::Edge => {
                    let inner = |c: &&CellId| !board.corners().contains(c);
                    regions.extend(board.sides().iter().map(|side| side.cells.iter().filter(inner).copied().collect()));
                }
                _ => regions.extend(self.regions_of(board, std::slice::from_ref(one), player)),
            }
        }
        (regions, count as usize)
    }

    /// The sets of regions of which a `connect` wants one connected; of opposite sides, any two will do.
    pub(crate) fn connections(
        &self,
        board: &Board,
        count: Option<u32>,
        cells: &[Cells],
        player: Player,
    ) -> Vec<Vec<Vec<CellId>>> {
        if count.is_none() && cells.contains(&Cells::OppositeSides) {
            let others: Vec<Cells> = cells.iter().filter(|c| **c != Cells::OppositeSides).cloned().collect();
            let others = self.regions_of(board, &others, player);
            let with =
                |pair: [&Side; 2]| pair.map(|side| side.cells.clone()).into_iter().chain(others.clone()).collect();
            return board.opposite_sides().into_iter().map(with).collect();
        }
        let (regions, least) = self.to_connect(board, count, cells, player);
        let chosen = choices(regions.len(), least).into_iter();
        chosen.map(|chosen| chosen.into_iter().map(|i| regions[i].clone()).collect()).collect()
    }

    /// Each set as a region of its own, seen by a player.
    pub(crate) fn regions_of(&self, board: &Board, cells: &[Cells], player: Player) -> Vec<Vec<CellId>> {
        let start = Setup { rules: self, board };
        let own = |player: Player| -> Vec<Vec<CellId>> {
            if self.regions.is_empty() {
                return board.own_sides(player.index()).unwrap_or_default();
            }
            let owned = self.regions.iter().filter(|r| r.owner.is_none_or(|o| o == player));
            owned.map(|r| start.region(r, player, 1)).collect()
        };
        let mut regions = Vec::new();
        for c in cells {
            match c {
                Cells::OwnRegions => regions.extend(own(player)),
                Cells::EnemyRegions => regions.extend(own(player.opponent())),
                Cells::AllSides => regions.extend(board.sides().iter().map(|s| s.cells.to_vec())),
                Cells::OppositeSides => regions.extend(opposite(board).map(<[CellId]>::to_vec)),
                _ => regions.push(start.union(std::slice::from_ref(c), player, 0)),
            }
        }
        regions
    }
}

/// The cells of each side that faces another.
fn opposite(board: &Board) -> impl Iterator<Item = &[CellId]> {
    board.opposite_sides().into_iter().flatten().map(|side| &*side.cells)
}

/// All choices of `k` of the first `n` numbers, in order.
fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
    if k > n {
        return Vec::new();
    }
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for chosen in 0..k {
        // The last ones must leave room for those to come.
        let more = |c: Vec<usize>| {
            let from = c.last().map_or(0, |&last| last + 1);
            (from..=n + chosen - k).map(move |next| c.iter().copied().chain([next]).collect()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all
}

/// In how many ways `k` of `n` can be chosen; more than a thousand count as a thousand.
pub(super) fn ways(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1, |ways, i| (ways * (n - i) / (i + 1)).min(1000))
}

/// The start section on a board.
pub(super) struct Setup<'a> {
    pub rules: &'a Rules,
    pub board: &'a Board,
}

impl Setup<'_> {
    /// The state before White's first move; a cell named twice keeps what comes first.
    pub fn state<const W: usize>(&self, layout: &Layout) -> State<W> {
        let mut state = State {
            owned: ByOwner::default(),
            hash: 0,
            hands: facts::hands(self.rules),
            captured: ByPlayer::default(),
            scores: ByPlayer::default(),
            move_number: 0,
            since: 0,
            last_from: NOWHERE,
            last_to: NOWHERE,
            mover: Player::White,
            passes: 0,
            continuing: false,
            swapped: false,
            supposed: false,
            moved: ByPlayer::default(),
            outcome: None,
            extra: layout.empty::<W>(),
        };
        for (cell, piece) in self.placed() {
            if state.owner_of(cell).is_none() {
                layout.put(&mut state, cell, piece);
            }
        }
        state
    }

    /// Cells of a union of sets in board order, filtered by every phase among them.
    pub fn union(&self, cells: &[Cells], player: Player, depth: usize) -> Vec<CellId> {
        let mut chosen = vec![false; self.board.len()];
        let mut phases = Vec::new();
        let mut named = false;
        for c in cells {
            if let Cells::Phase(k) = c {
                phases.push(*k);
                continue;
            }
            named = true;
            for cell in self.one(c, player, depth) {
                chosen[cell as usize] = true;
            }
        }
        if !named && phases.is_empty() {
            return Vec::new();
        }
        let kept = |c: &CellId| (!named || chosen[*c as usize]) && phases.iter().all(|&k| self.board.phase(*c) == k);
        (0..self.board.len() as CellId).filter(kept).collect()
    }

    /// A region, seen from its owner, or from the player if both own it; one that names itself adds nothing.
    fn region(&self, region: &Region, player: Player, depth: usize) -> Vec<CellId> {
        if depth > self.rules.regions.len() {
            return Vec::new();
        }
        self.union(&region.cells, region.owner.unwrap_or(player), depth)
    }

    fn one(&self, cells: &Cells, player: Player, depth: usize) -> Vec<CellId> {
        let facing = |p: Player| self.rules.players[p.index()].facing;
        let all = || 0..self.board.len() as CellId;
        match cells {
            Cells::Label(label) => self.board.cell(label).into_iter().collect(),
            Cells::Home(k) => self.board.home(facing(player), *k),
            Cells::Away(k) => self.board.home(facing(player.opponent()), *k),
            Cells::Side(c) => self.side(*c),
            Cells::Edge => self.board.edge(),
            Cells::AllSides => self.board.sides().iter().flat_map(|s| s.cells.iter().copied()).collect(),
            Cells::OppositeSides => opposite(self.board).flatten().copied().collect(),
            Cells::Corners => self.board.corners().to_vec(),
            Cells::Centre => self.board.centre().to_vec(),
            Cells::Phase(k) => all().filter(|&c| self.board.phase(c) == *k).collect(),
            Cells::Row(k) => all().filter(|&c| self.board.row(c) + 1 == *k).collect(),
            Cells::Col(k) => all().filter(|&c| self.board.col(c) + 1 == *k).collect(),
            Cells::All => all().collect(),
            Cells::Region(k) => match (*k as usize).checked_sub(1).and_then(|i| self.rules.regions.get(i)) {
                Some(r) => self.region(r, player, depth + 1),
                None => Vec::new(),
            },
            Cells::OwnRegions | Cells::EnemyRegions => {
                let whose = if *cells == Cells::OwnRegions { player } else { player.opponent() };
                if self.rules.regions.is_empty() {
                    return self.board.own_sides(whose.index()).unwrap_or_default().into_iter().flatten().collect();
                }
                let owned = self.rules.regions.iter().filter(|r| r.owner.is_none_or(|o| o == whose));
                owned.flat_map(|r| self.region(r, whose, depth + 1)).collect()
            }
        }
    }

    fn side(&self, c: Compass) -> Vec<CellId> {
        self.board.side(c).map(<[CellId]>::to_vec).unwrap_or_default()
    }

    /// The pieces on the board at the start, in order.
    fn placed(&self) -> Vec<(CellId, Piece)> {
        let mut placed = Vec::new();
        for place in &self.rules.places {
            for kind in facts::kinds_of(self.rules, &place.piece) {
                self.place(place, kind, &mut placed);
            }
        }
        placed
    }

    fn place(&self, place: &Place, kind: usize, placed: &mut Vec<(CellId, Piece)>) {
        let def = &self.rules.pieces[kind];
        let piece = |owner: Owner| {
            Piece::new(Kind::new(kind), owner, place.piece.state.unwrap_or(def.state), def.flags | place.piece.flags)
        };
        let cells = |owner: Owner| {
            let mut cells = match place.cells.is_empty() {
                true => (0..self.board.len() as CellId).collect(),
                false => self.union(&place.cells, owner.player().unwrap_or(Player::White), 0),
            };
            cells.truncate(place.count.unwrap_or(u32::MAX) as usize);
            cells
        };
        let owners = facts::owners_of(&self.rules.pieces[kind], &place.piece);
        let first = owners.first().and_then(|owner| owner.player());
        if let (Some(player), true) = (first, place.mirror || place.rotate) {
            let (owner, other) = (Owner::from(player), Owner::from(player.opponent()));
            let first = cells(owner);
            placed.extend(first.iter().map(|&c| (c, piece(owner))));
            if facts::may_own(&self.rules.pieces[kind], other) {
                let images = first.into_iter().filter_map(|c| place.opposite(self.board, c));
                placed.extend(images.map(|c| (c, piece(other))));
            }
            return;
        }
        for &owner in &owners {
            placed.extend(cells(owner).into_iter().map(|c| (c, piece(owner))));
        }
        if let ([owner], true) = (&owners[..], facts::counts_for_both(self.rules, place, kind)) {
            let other = owner.opponent();
            placed.extend(cells(other).into_iter().map(|c| (c, piece(other))));
        }
    }
}
