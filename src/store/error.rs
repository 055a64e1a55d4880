//! Errors of a population database, in words a user can act on.

use rusqlite::{ErrorCode, ffi};
use std::path::{Path, PathBuf};

/// Why a population could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no file at the path.
    #[error("{path}: there is no population here")]
    Missing {
        /// The database.
        path: PathBuf,
    },
    /// Another process is breeding this population.
    #[error("{path}: another process{} is working on this population; wait for it, or stop it, and run this command again", holder.map(|p| format!(" ({p})")).unwrap_or_default())]
    InUse {
        /// The database.
        path: PathBuf,
        /// The other process, where known.
        holder: Option<u32>,
    },
    /// Another program keeps the database locked.
    #[error("{path}: the database is locked by another program; close it and run this command again")]
    Busy {
        /// The database.
        path: PathBuf,
    },
    /// A file of another program.
    #[error("{path}: not a ludogen population: {why}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What was found instead.
        why: String,
    },
    /// Made by a later version of the program.
    #[error("{path}: made by a newer ludogen (format {found}, this one reads up to {known})")]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format this program knows.
        known: i64,
    },
    /// Made by an earlier version, and opened for reading only.
    #[error(
        "{path}: made by an older ludogen (format {found} of {known}); `ludogen evolve` on it brings it up to date"
    )]
    Older {
        /// The database.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The format this program reads.
        known: i64,
    },
    /// The contents are inconsistent.
    #[error("{path}: damaged: {why}")]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// No room left.
    #[error(
        "{path}: the disk is full; everything up to the last child is stored, make room and run the same command again"
    )]
    Full {
        /// The database.
        path: PathBuf,
    },
    /// The system does not let the file grow, for another reason than a full disk.
    #[error(
        "{path}: the disk refuses to store more ({why}): a quota, a limit on the size of files, or a fault; everything up to the last child is stored"
    )]
    Refused {
        /// The database.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// The file or its folder cannot be written.
    #[error("{path}: cannot be written: {why}")]
    ReadOnly {
        /// The database.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
    /// Any other trouble with the file.
    #[error("{path}: {why}")]
    Io {
        /// The database.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
}

impl StoreError {
    /// The error for one of SQLite.
    pub(crate) fn sql(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_path_buf();
        let why = error.to_string();
        if let rusqlite::Error::SqliteFailure(ffi::Error { extended_code, .. }, _) = &error {
            use ffi::{SQLITE_IOERR_FSYNC, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE};
            if [SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_SHMSIZE]
                .contains(extended_code)
            {
                return StoreError::Refused { path, why };
            }
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
                StoreError::Busy { path }
            }
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path, why: "not an SQLite database".into() },
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly { path, why },
            Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure | ErrorCode::OutOfMemory) => {
                StoreError::Io { path, why }
            }
            _ => StoreError::Damaged { path, why },
        }
    }

    /// The error for one of the operating system.
    pub(crate) fn io(path: &Path, error: std::io::Error) -> Self {
        use std::io::ErrorKind::*;
        let path = path.to_path_buf();
        match error.kind() {
            PermissionDenied | ReadOnlyFilesystem => StoreError::ReadOnly { path, why: error.to_string() },
            StorageFull | QuotaExceeded | FileTooLarge => StoreError::Full { path },
            _ => StoreError::Io { path, why: error.to_string() },
        }
    }

    /// The contents are inconsistent.
    pub(crate) fn damaged(path: &Path, why: impl Into<String>) -> Self {
        StoreError::Damaged { path: path.to_path_buf(), why: why.into() }
    }
}
