//! What can be wrong with tables of comparisons, ratings and criteria.

use std::path::PathBuf;
use thiserror::Error;

/// Why there is no ranking or no fit.
#[derive(Debug, Error)]
pub enum RankingError {
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Something is wrong in a line.
    #[error("{file}, line {line}: {message}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong, and what would be accepted.
        message: String,
    },
    /// Something is wrong with a file as a whole.
    #[error("{file}: {message}")]
    File {
        /// The file.
        file: String,
        /// What is wrong, and what would be accepted.
        message: String,
    },
    /// The data are sound, but not enough for what is asked of them.
    #[error("{0}")]
    TooLittle(String),
}
