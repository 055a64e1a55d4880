//! The regions of a graph, found from where its points lie.
//!
//! Its outline is the smallest convex one around all points: the corners are where it turns, the edge is what lies on it. The sides are the points
//! that lie farthest to the north, east, south and west.

use super::{Board, CellId, Compass, Side};

impl Board {
    /// A point of a graph in thousandths.
    fn spot(&self, c: CellId) -> (i64, i64) {
        let [x, y, _] = self.sites[c as usize].point;
        (x.into(), y.into())
    }

    /// How far forward a point of a graph lies for a player who faces that way.
    pub(super) fn spot_depth(&self, c: CellId, facing: Compass) -> i32 {
        use Compass::*;
        let [x, y, _] = self.sites[c as usize].point;
        match facing {
            N => y,
            S => -y,
            E => x,
            W => -x,
            Ne => x + y,
            Sw => -x - y,
            Se => x - y,
            Nw => y - x,
        }
    }

    /// The point nearest to where `c` comes to lie when the board is mirrored from top to bottom.
    pub(super) fn mirrored_spot(&self, c: CellId) -> CellId {
        let ys = || self.cells().map(|c| self.spot(c).1);
        let sum = ys().min().unwrap_or(0) + ys().max().unwrap_or(0);
        let (x, y) = self.spot(c);
        let off = |&other: &CellId| {
            let (ox, oy) = self.spot(other);
            (ox - x).pow(2) + (oy - (sum - y)).pow(2)
        };
        self.cells().min_by_key(off).unwrap_or(c)
    }

    /// The point where `c` comes to lie when the board is turned by 180°; none if the points do not look the same then.
    pub(super) fn turned_spot(&self, c: CellId) -> Option<CellId> {
        let map = self.symmetries().iter().find(|map| {
            let (first, last) = (self.spot(0), self.spot(map[0]));
            self.cells().all(|c| {
                let ((x, y), (tx, ty)) = (self.spot(c), self.spot(map[c as usize]));
                ((x + tx) - (first.0 + last.0)).abs() <= 20 && ((y + ty) - (first.1 + last.1)).abs() <= 20
            })
        });
        map.map(|map| map[c as usize])
    }
}

/// The points farthest out each way.
pub(super) fn sides(board: &Board) -> Vec<Side> {
    let side = |name: Compass| {
        let depth = |c: CellId| board.spot_depth(c, name);
        let most = board.cells().map(depth).max().unwrap_or(0);
        Side { name, cells: board.cells().filter(|&c| depth(c) == most).collect() }
    };
    [Compass::N, Compass::E, Compass::S, Compass::W].map(side).into()
}

/// The points at which the outline turns, anticlockwise: Andrew's monotone chain.
fn hull(board: &Board) -> Vec<CellId> {
    let mut cells: Vec<CellId> = board.cells().collect();
    cells.sort_by_key(|&c| board.spot(c));
    let half = |backwards: bool| {
        let mut chain: Vec<CellId> = Vec::new();
        let mut each: Box<dyn Iterator<Item = &CellId>> =
            if backwards { Box::new(cells.iter().rev()) } else { Box::new(cells.iter()) };
        for &c in &mut each {
            while chain.len() > 1 && turn(board, chain[chain.len() - 2], chain[chain.len() - 1], c) <= 0 {
                chain.pop();
            }
            chain.push(c);
        }
        chain.pop();
        chain
    };
    let (lower, upper) = (half(false), half(true));
    let mut hull = [lower, upper].concat();
    if hull.is_empty() {
        hull = cells;
    }
    hull
}

/// Twice the area of a triangle, positive if its corners run anticlockwise.
fn turn(board: &Board, a: CellId, b: CellId, c: CellId) -> i64 {
    let ((ax, ay), (bx, by), (cx, cy)) = (board.spot(a), board.spot(b), board.spot(c));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/// The points at which the outline turns.
pub(super) fn corners(board: &Board) -> Vec<CellId> {
    super::cells::sorted(hull(board))
}

/// The points on the outline.
pub(super) fn edge(board: &Board) -> Vec<CellId> {
    let hull = hull(board);
    let on = |c: CellId| {
        hull.iter().enumerate().any(|(i, &a)| {
            let b = hull[(i + 1) % hull.len()];
            let ((x, y), (ax, ay), (bx, by)) = (board.spot(c), board.spot(a), board.spot(b));
            let within = x >= ax.min(bx) && x <= ax.max(bx) && y >= ay.min(by) && y <= ay.max(by);
            within && turn(board, a, b, c) == 0
        })
    };
    board.cells().filter(|&c| on(c)).collect()
}

/// Two colours by turns along all lines, the first point's being 0; where some way around has an odd number of steps, by row and file.
pub(super) fn phases(board: &Board) -> Vec<u8> {
    let mut colours: Vec<Option<u8>> = vec![None; board.len()];
    colours[0] = Some(0);
    let mut queue = vec![0];
    while let Some(c) = queue.pop() {
        let next = colours[c as usize].map(|colour| 1 - colour);
        for &to in board.direct(c) {
            match colours[to as usize] {
                None => {
                    colours[to as usize] = next;
                    queue.push(to);
                }
                colour if colour != next => {
                    return board.cells().map(|c| ((board.row(c) + board.col(c)) % 2) as u8).collect();
                }
                _ => {}
            }
        }
    }
    colours.into_iter().map(|colour| colour.unwrap_or(0)).collect()
}
