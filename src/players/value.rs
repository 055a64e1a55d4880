//! The scale of search values: wins and losses with their distance, evaluations in between, 0 for a draw.

/// The value of a position already won; a win *n* plies away is worth `WIN - n`.
pub const WIN: i32 = 1_000_000_000;

/// Values of at least this size, either sign, are wins and losses; evaluations stay below.
pub const WIN_BOUND: i32 = WIN - 1_000_000;

/// How many plies away the win or loss is that the value stands for; `None` for evaluations and draws.
pub fn plies_to_end(value: i32) -> Option<u32> {
    (value.abs() >= WIN_BOUND).then(|| (WIN - value.abs()).unsigned_abs())
}

/// The value seen from a node `ply` plies below the root of what is `value` at the root: distances count from the node.
pub(super) fn from_root(value: i32, ply: u32) -> i32 {
    match value {
        v if v >= WIN_BOUND => v + ply as i32,
        v if v <= -WIN_BOUND => v - ply as i32,
        v => v,
    }
}

/// The inverse of [`from_root`].
pub(super) fn to_root(value: i32, ply: u32) -> i32 {
    match value {
        v if v >= WIN_BOUND => v - ply as i32,
        v if v <= -WIN_BOUND => v + ply as i32,
        v => v,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_node_and_come_back() {
        assert_eq!(plies_to_end(WIN - 3), Some(3));
        assert_eq!(plies_to_end(-WIN + 7), Some(7));
        assert_eq!(plies_to_end(12), None);
        // A win nine plies below the root is five plies below a node at ply four.
        assert_eq!(from_root(WIN - 9, 4), WIN - 5);
        assert_eq!(from_root(-WIN + 9, 4), -WIN + 5);
        for value in [0, 5, -5, WIN - 9, -WIN + 9, WIN_BOUND - 1] {
            assert_eq!(to_root(from_root(value, 4), 4), value);
        }
    }
}
