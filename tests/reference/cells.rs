//! Players, directions, lines and sets of cells.

use super::{Piece, Position, Referee};
use ludogen::board::{CellId, Compass};
use ludogen::game::rules::*;
use std::collections::BTreeSet;

/// Cells in board order.
pub type CellList = BTreeSet<CellId>;

impl Referee<'_> {
    /// All cells of the board.
    pub fn all_cells(&self) -> CellList {
        (0..self.board.len() as CellId).collect()
    }

    /// The direction that a player's pieces face; `None` if it is not one of the tiling.
    pub fn player_facing(&self, player: Player) -> Option<usize> {
        self.board.compass(self.rules.players[player.index()].facing)
    }

    /// "A facing (default: its owner's)." A neutral piece faces as the mover's pieces do.
    pub fn facing(&self, piece: &Piece, mover: Player) -> Option<usize> {
        piece.facing.or_else(|| self.player_facing(piece.owner.unwrap_or(mover)))
    }

    /// Turns a piece; facing as its owner does is the same as never having been turned.
    pub fn face(&self, piece: &mut Piece, direction: usize) {
        let default = piece.owner.and_then(|p| self.player_facing(p));
        piece.facing = (default != Some(direction)).then_some(direction);
    }

    /// Gives a piece to another owner; it then faces as that owner does.
    pub fn give(&self, piece: &mut Piece, owner: Option<Player>) {
        if piece.owner != owner {
            piece.owner = owner;
            piece.facing = None;
        }
    }

    /// "L and R are one direct turn. If the facing is not a direction of the tiling, F is nothing."
    pub fn turtle(&self, turtle: Turtle, heading: Option<usize>) -> Option<usize> {
        let d = heading?;
        Some(match turtle {
            Turtle::F => d,
            Turtle::B => self.board.opposite(d),
            Turtle::L => self.board.turn(d, -1),
            Turtle::R => self.board.turn(d, 1),
            Turtle::Fl => self.board.beside(d, false),
            Turtle::Fr => self.board.beside(d, true),
            Turtle::Bl => self.board.opposite(self.board.beside(d, true)),
            Turtle::Br => self.board.opposite(self.board.beside(d, false)),
        })
    }

    /// The directions meant, seen by someone heading that way.
    pub fn directions(&self, dir: &Dir, heading: Option<usize>) -> BTreeSet<usize> {
        match *dir {
            Dir::Compass(c) => self.board.compass(c).into_iter().collect(),
            Dir::Up | Dir::Down => {
                let name = if *dir == Dir::Up { "u" } else { "d" };
                (0..self.board.directions()).filter(|&d| self.board.direction_name(d) == name).collect()
            }
            Dir::Turtle(t) => self.turtle(t, heading).into_iter().collect(),
            Dir::Direct => (0..self.board.directions()).filter(|&d| self.board.is_direct(d)).collect(),
            Dir::Diagonal => (0..self.board.directions()).filter(|&d| !self.board.is_direct(d)).collect(),
            Dir::All => self.board.adjacent_directions().iter().copied().collect(),
        }
    }

    /// The cells beyond a cell in a direction, nearest first, to the edge of the board.
    pub fn ray(&self, from: CellId, direction: usize) -> Vec<CellId> {
        let mut ray = Vec::new();
        let mut at = from;
        while let Some(next) = self.board.neighbour(at, direction) {
            ray.push(next);
            at = next;
        }
        ray
    }

    /// The direction of the line from one cell to another, over all directions of the board; where several lead there (only
    /// on triangles), the first direct one.
    pub fn line(&self, from: CellId, to: CellId) -> Option<usize> {
        let direct = (0..self.board.directions()).filter(|&d| self.board.is_direct(d));
        let indirect = (0..self.board.directions()).filter(|&d| !self.board.is_direct(d));
        direct.chain(indirect).find(|&d| self.ray(from, d).contains(&to))
    }

    /// The cells strictly between two cells on their line; none if there is no line.
    pub fn between(&self, from: CellId, to: CellId) -> Option<Vec<CellId>> {
        let direction = self.line(from, to)?;
        Some(self.ray(from, direction).into_iter().take_while(|&c| c != to).collect())
    }

    /// The cell reached by steps: "each `f` moves one cell in the direction, `b` against it, `fl fr bl br` one step beside it,
    /// `l r` turn by one direct direction; the path must stay on the board." All cells on the way, the first included.
    pub fn path(&self, from: CellId, heading: usize, steps: &[Turtle]) -> Option<Vec<CellId>> {
        let (mut at, mut heading) = (from, heading);
        let mut cells = vec![at];
        for &step in steps {
            let way = self.turtle(step, Some(heading))?;
            if matches!(step, Turtle::L | Turtle::R) {
                heading = way;
            } else {
                at = self.board.neighbour(at, way)?;
                cells.push(at);
            }
        }
        Some(cells)
    }

    /// The group of a cell: the cells that can be reached from it over `near`, all of them `inside`.
    pub fn spread(
        &self,
        start: CellId,
        near: impl Fn(CellId) -> Vec<CellId>,
        inside: impl Fn(CellId) -> bool,
    ) -> CellList {
        let mut found = CellList::new();
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if inside(cell) && found.insert(cell) {
                open.extend(near(cell));
            }
        }
        found
    }

    /// The cells around a cell that are adjacent under the tiling's flags.
    pub fn adjacent(&self, cell: CellId) -> Vec<CellId> {
        self.board.adjacent(cell).to_vec()
    }

    /// The group (by adjacency) of the owner of the cell; nothing if it is empty.
    pub fn group(&self, p: &Position, cell: CellId) -> CellList {
        match p.top(cell).map(|t| t.owner) {
            None => CellList::new(),
            Some(owner) => self.spread(cell, |c| self.adjacent(c), |c| p.top(c).is_some_and(|t| t.owner == owner)),
        }
    }

    /// The empty cells adjacent to a group.
    pub fn liberties(&self, p: &Position, group: &CellList) -> CellList {
        group.iter().flat_map(|&c| self.adjacent(c)).filter(|&c| p.is_empty(c)).collect()
    }

    /// Whether the piece is one that the record means, seen from `mover`.
    pub fn matches(&self, piece: &Piece, record: &PieceRecord, mover: Player) -> bool {
        record.kind.is_none_or(|k| k == piece.kind)
            && record.owner.is_none_or(|w| w.means(piece.owner, mover))
            && record.state.is_none_or(|s| s.number() == piece.state)
            && piece.flags & record.flags == record.flags
    }

    /// The players meant.
    pub fn players(&self, who: Who, mover: Player) -> Vec<Player> {
        Player::BOTH.into_iter().filter(|&p| who.means(Some(p), mover)).collect()
    }

    /// The owner meant by the owner of a push or a conversion; `None` if that leaves things as they are.
    pub fn new_owner(&self, who: Who, mover: Player) -> Option<Option<Player>> {
        match who {
            Who::All => None,
            Who::Neutral | Who::Nobody => Some(None),
            _ => Some(who.player(mover)),
        }
    }

    /// Whether players own pieces of the type, and not nobody.
    pub fn is_neutral(&self, kind: usize) -> bool {
        self.rules.pieces[kind].owner == Who::Neutral
    }

    /// "A piece type that the mover may own (owner `All`, the mover …)."
    pub fn may_own(&self, kind: usize, player: Player) -> bool {
        match self.rules.pieces[kind].owner {
            Who::Player(p) => p == player,
            Who::All | Who::Mover | Who::Opponent => true,
            Who::Neutral | Who::Nobody => false,
        }
    }

    /// "The union of the sets named, in board order, filtered by every `(phase k)` among them; phases alone filter the whole
    /// board."
    pub fn union(&self, sets: &[Cells], player: Player) -> CellList {
        self.union_within(sets, player, self.rules.regions.len())
    }

    fn union_within(&self, sets: &[Cells], player: Player, depth: usize) -> CellList {
        let phases: Vec<u8> =
            sets.iter().filter_map(|s| if let Cells::Phase(k) = s { Some(*k) } else { None }).collect();
        let named: Vec<&Cells> = sets.iter().filter(|s| !matches!(s, Cells::Phase(_))).collect();
        let mut cells: CellList = named.iter().flat_map(|s| self.sets_within(s, player, depth)).flatten().collect();
        if named.is_empty() && !phases.is_empty() {
            cells = self.all_cells();
        }
        cells.retain(|&c| phases.iter().all(|&k| self.board.phase(c) == k));
        cells
    }

    /// "Regions are: each declared or named set; `all-sides`: each side of the board; `own-regions`: those the player owns, or
    /// if no regions are declared the default sides of the shape."
    pub fn sets(&self, set: &Cells, player: Player) -> Vec<CellList> {
        self.sets_within(set, player, self.rules.regions.len())
    }

    /// `depth` is how many regions may still be looked into: one that names itself has no cells of its own.
    fn sets_within(&self, set: &Cells, player: Player, depth: usize) -> Vec<CellList> {
        let board = self.board;
        let facing = |p: Player| self.rules.players[p.index()].facing;
        let one = |cells: Vec<CellId>| vec![cells.into_iter().collect::<CellList>()];
        let every = |keep: &dyn Fn(CellId) -> bool| one(self.all_cells().into_iter().filter(|&c| keep(c)).collect());
        match set {
            Cells::Label(label) => one(board.cell(label).into_iter().collect()),
            Cells::Home(k) => one(board.home(facing(player), *k)),
            Cells::Away(k) => one(board.home(facing(player.opponent()), *k)),
            Cells::Side(side) => one(board.side(*side).map(<[CellId]>::to_vec).unwrap_or_default()),
            Cells::Edge => one(board.edge()),
            Cells::AllSides => board.sides().iter().map(|s| s.cells.iter().copied().collect()).collect(),
            Cells::OppositeSides => {
                let faces = |c: Compass| board.sides().iter().any(|s| s.name == c.opposite());
                let sides = board.sides().iter().filter(|s| faces(s.name));
                sides.map(|s| s.cells.iter().copied().collect()).collect()
            }
            Cells::Corners => one(board.corners().to_vec()),
            Cells::Centre => one(board.centre().to_vec()),
            Cells::Phase(k) => every(&|c| board.phase(c) == *k),
            Cells::Region(k) => match (*k as usize).checked_sub(1).and_then(|i| self.rules.regions.get(i)) {
                Some(region) => vec![self.region(region, player, depth)],
                None => vec![CellList::new()],
            },
            Cells::Row(k) => every(&|c| board.row(c) + 1 == *k),
            Cells::Col(k) => every(&|c| board.col(c) + 1 == *k),
            Cells::All => vec![self.all_cells()],
            Cells::OwnRegions => self.owned_regions(player, depth),
            Cells::EnemyRegions => self.owned_regions(player.opponent(), depth),
        }
    }

    fn owned_regions(&self, player: Player, depth: usize) -> Vec<CellList> {
        if self.rules.regions.is_empty() {
            let sides = self.board.own_sides(player.index()).unwrap_or_default();
            return sides.into_iter().map(|s| s.into_iter().collect()).collect();
        }
        let owned = self.rules.regions.iter().filter(|r| r.owner.is_none_or(|o| o == player));
        owned.map(|r| self.region(r, player, depth)).collect()
    }

    /// A region is seen from its owner, or from the player in question if both own it.
    fn region(&self, region: &Region, player: Player, depth: usize) -> CellList {
        match depth {
            0 => CellList::new(),
            _ => self.union_within(&region.cells, region.owner.unwrap_or(player), depth - 1),
        }
    }
}
