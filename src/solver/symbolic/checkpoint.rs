//! Checkpoints: sets put aside, in memory as far as it goes, and in files if there is a folder for them, from which a run that was stopped
//! goes on.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use crate::files;
use crate::solver::dfa::{Error, Set};

/// Where sets are kept under names until they are asked for.
#[derive(Debug)]
pub(super) struct Checkpoint {
    folder: Option<PathBuf>,
    /// Bytes that sets may take in memory.
    memory: usize,
    used: usize,
    in_memory: BTreeMap<String, Set>,
    /// Names of what is in memory, the oldest first.
    order: VecDeque<String>,
}

impl Checkpoint {
    /// A checkpoint that keeps sets in so many bytes of memory. With a folder, all are also written there, and those of an earlier run of the same
    /// work, known by its fingerprint, are found again.
    ///
    /// # Errors
    /// [`Error::File`] if the folder holds sets of other work; [`Error::Io`].
    pub fn new(folder: Option<&Path>, memory: usize, fingerprint: u64) -> Result<Self, Error> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(files::named(folder))?;
            let (mark, name) = (format!("{fingerprint:016x}\n"), folder.join("fingerprint"));
            match fs::read_to_string(&name) {
                Ok(found) if found == mark => {}
                Ok(_) => return Err(Error::File("the folder holds the sets of another problem")),
                // Whole or not at all: half a fingerprint would be that of another problem.
                Err(_) => files::replace(&name, mark.as_bytes()).map_err(files::named(&name))?,
            }
        }
        let folder = folder.map(Path::to_path_buf);
        Ok(Self { folder, memory, used: 0, in_memory: BTreeMap::new(), order: VecDeque::new() })
    }

    /// Bytes of the sets in memory.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Puts a set aside.
    ///
    /// # Errors
    /// [`Error::Memory`] if memory is full and there is no folder; [`Error::Io`].
    pub fn put(&mut self, name: String, set: &Set) -> Result<(), Error> {
        // What is there already is of an earlier run, and the same.
        if let Some(path) = self.folder.as_deref().map(|folder| path(folder, &name)).filter(|path| !path.exists()) {
            set.save(&path).map_err(|error| of_file(&path, error))?;
        }
        self.used += set.bytes();
        self.in_memory.insert(name.clone(), set.clone());
        self.order.push_back(name);
        while self.used > self.memory {
            if self.folder.is_none() {
                return Err(Error::Memory { used: self.used, limit: self.memory });
            }
            let Some(oldest) = self.order.pop_front() else { break };
            self.forget(&oldest);
        }
        Ok(())
    }

    /// A set put aside in this run or, with a folder, an earlier one.
    ///
    /// # Errors
    /// [`Error::File`] if the file is damaged; [`Error::Io`].
    pub fn get(&self, name: &str) -> Result<Option<Set>, Error> {
        if let Some(set) = self.in_memory.get(name) {
            return Ok(Some(set.clone()));
        }
        match self.folder.as_deref().map(|folder| path(folder, name)) {
            Some(path) if path.exists() => Set::load(&path).map(Some).map_err(|error| of_file(&path, error)),
            _ => Ok(None),
        }
    }

    /// Takes a set out of memory.
    pub fn forget(&mut self, name: &str) {
        if let Some(set) = self.in_memory.remove(name) {
            self.used -= set.bytes();
        }
    }
}

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(name).with_extension("set")
}

/// An error of the system with the name of the file.
fn of_file(path: &Path, error: Error) -> Error {
    match error {
        Error::Io(error) => Error::Io(files::named(path)(error)),
        other => other,
    }
}
