//! Why a report could not be written.

use crate::store::StoreError;
use std::path::PathBuf;

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The population cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The population has no run in it.
    #[error("{0}: nothing has been stored here yet")]
    Empty(PathBuf),
    /// A game asked for is not in the population.
    #[error("{path}: there is no game `{game}` here")]
    Unknown {
        /// The database.
        path: PathBuf,
        /// What was asked for.
        game: String,
    },
    /// A file of the report cannot be written.
    #[error("{path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}
