//! One writer at a time: an advisory lock on a small file beside the database.
//!
//! The lock is the operating system's, so it vanishes with its holder however that ends; the file stays and means nothing
//! by itself. It is not put on the database itself, because readers must get at that, and some systems enforce file locks.

use super::error::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Holds the population for as long as it lives.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

impl Drop for Lock {
    /// Unlocks, besides closing: a process started meanwhile holds a copy of the open file until it becomes another
    /// program, and the lock would last as long as that copy.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl Lock {
    /// Takes the lock of the database at `path`, which need not exist yet.
    ///
    /// # Errors
    /// [`StoreError::InUse`], with the holder's process number where it can be read; or if the lock file cannot be written.
    pub fn take(path: &Path) -> Result<Lock, StoreError> {
        let beside = beside(path)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&beside)
            .map_err(|e| StoreError::io(path, e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // The holder is told where it can be read; some systems forbid reading a locked file.
                let _ = file.take(32).read_to_string(&mut holder);
                return Err(StoreError::InUse { path: path.to_path_buf(), holder: holder.trim().parse().ok() });
            }
            Err(TryLockError::Error(e)) => return Err(StoreError::io(path, e)),
        }
        let note = |file: &mut File| -> std::io::Result<()> {
            file.set_len(0)?;
            file.rewind()?;
            writeln!(file, "{}", std::process::id())
        };
        note(&mut file).map_err(|e| StoreError::io(path, e))?;
        Ok(Lock { file })
    }
}

/// The lock's file. Links are followed first, so that two names of one database share one lock.
fn beside(path: &Path) -> Result<PathBuf, StoreError> {
    let real = match path.canonicalize() {
        Ok(real) => real,
        Err(_) => {
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = folder.canonicalize().map_err(|e| StoreError::io(path, e))?;
            folder.join(path.file_name().ok_or_else(|| StoreError::Missing { path: path.to_path_buf() })?)
        }
    };
    let mut name = real.into_os_string();
    name.push("-lock");
    Ok(name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let lock = Lock::take(&path).unwrap();
        match Lock::take(&folder.path().join(".").join("a.db")) {
            Err(StoreError::InUse { holder, .. }) => assert_eq!(holder, Some(std::process::id())),
            other => panic!("{other:?}"),
        }
        drop(lock);
        Lock::take(&path).unwrap();
    }

    #[test]
    fn copies_of_the_open_file_do_not_keep_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let lock = Lock::take(&path).unwrap();
        let copy = lock.file.try_clone().unwrap();
        drop(lock);
        Lock::take(&path).unwrap();
        drop(copy);
    }
}
