//! Tic-tac-toe by hand. Shared with the benches.

use arrayvec::ArrayVec;
use ludogen::players::{Arena, Evaluate, Outcome};

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];
const FULL: u16 = 0o777;

/// The game; cells are bits 0 to 8, row by row.
pub struct TicTacToe;

/// The cells of each player and the cells played in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Board {
    pub cells: [u16; 2],
    pub played: ArrayVec<u8, 9>,
}

impl Arena for TicTacToe {
    type Position = Board;
    type Move = u8;

    fn mover(&self, board: &Board) -> usize {
        board.played.len() % 2
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let last = 1 - self.mover(board);
        if LINES.iter().any(|&line| board.cells[last] & line == line) {
            return Some(Outcome::Win(last));
        }
        (board.cells[0] | board.cells[1] == FULL).then_some(Outcome::Draw)
    }

    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let taken = board.cells[0] | board.cells[1];
        out.extend((0..9).filter(|cell| taken >> cell & 1 == 0));
    }

    fn apply(&self, board: &mut Board, cell: u8) {
        board.cells[self.mover(board)] |= 1 << cell;
        board.played.push(cell);
    }

    fn undo(&self, board: &mut Board) {
        if let Some(cell) = board.played.pop() {
            board.cells[self.mover(board)] &= !(1 << cell);
        }
    }

    fn hash(&self, board: &Board) -> u64 {
        u64::from(board.cells[0]) << 9 | u64::from(board.cells[1])
    }

    fn path_dependent(&self) -> bool {
        false
    }

    fn move_key(&self, cell: u8) -> usize {
        cell.into()
    }

    fn move_keys(&self) -> usize {
        9
    }
}

/// Open lines: one's own less the opponent's.
pub struct OpenLines;

impl Evaluate<TicTacToe> for OpenLines {
    fn evaluate(&self, arena: &TicTacToe, board: &Board) -> i32 {
        let mover = arena.mover(board);
        let open = |enemy: usize| LINES.iter().filter(|&&line| board.cells[enemy] & line == 0).count() as i32;
        open(1 - mover) - open(mover)
    }
}
