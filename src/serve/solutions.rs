//! Solutions of games that pages can have: files of `ludogen solve --save` in a folder, found by their rules.

use crate::language::{parse, print};
use crate::solver::solution::Saved;
use crate::web::MAX_SOLUTION;
use axum::body::Bytes;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The files, by the rules that they are of.
#[derive(Clone, Debug, Default)]
pub struct Solutions(HashMap<String, PathBuf>);

/// A file that is not used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped(pub PathBuf, pub String);

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.display(), self.1)
    }
}

impl Solutions {
    /// The files of a folder whose names end in `.solution`; and those of them that no page can have.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn of_folder(folder: &Path) -> io::Result<(Solutions, Vec<Skipped>)> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "solution") && path.is_file() {
                files.push(path);
            }
        }
        files.sort();
        let (mut solutions, mut skipped) = (Solutions::default(), Vec::new());
        for path in files {
            match rules(&path) {
                Ok(rules) => drop(solutions.0.insert(rules, path)),
                Err(words) => skipped.push(Skipped(path, words)),
            }
        }
        Ok((solutions, skipped))
    }

    /// Whether there is one of the game with these rules.
    pub fn has(&self, text: &str) -> bool {
        self.file(text).is_some()
    }

    /// The solution of the game with these rules, as a file.
    pub fn of(&self, text: &str) -> Option<Bytes> {
        let file = self.file(text)?;
        if std::fs::metadata(file).ok()?.len() > MAX_SOLUTION as u64 {
            return None;
        }
        std::fs::read(file).ok().map(Bytes::from)
    }

    fn file(&self, text: &str) -> Option<&PathBuf> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&print(&parse(text).ok()?))
    }
}

/// The rules that a file is of.
fn rules(path: &Path) -> Result<String, String> {
    let length = std::fs::metadata(path).map_err(|e| e.to_string())?.len();
    if length > MAX_SOLUTION as u64 {
        return Err(format!("a page takes solutions of {} MiB at most", MAX_SOLUTION >> 20));
    }
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    Saved::read(&mut bytes.as_slice()).map(|saved| saved.printed()).map_err(|e| e.to_string())
}
