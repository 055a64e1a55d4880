//! A line of the text.

/// A line of the text, and the moves that it is about, each by the number of its piece and its own.
pub(super) struct Line {
    pub text: String,
    pub moves: Vec<(usize, usize)>,
}

impl Line {
    /// A line that is about no move.
    pub fn plain(text: String) -> Self {
        Line { text, moves: Vec::new() }
    }
}
