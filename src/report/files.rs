//! The report's folder.

use super::error::ReportError;
use crate::files;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The folder a report is written into.
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes the folder with these folders in it, as far as they are not there.
    pub(super) fn open(path: &Path, parts: &[&str]) -> Result<Folder, ReportError> {
        for path in std::iter::once(path.to_path_buf()).chain(parts.iter().map(|part| path.join(part))) {
            std::fs::create_dir_all(&path).map_err(|error| ReportError::Write { path, error })?;
        }
        Ok(Folder { path: path.to_path_buf() })
    }

    /// Replaces a file atomically: a reader sees the old contents or the new ones.
    pub(super) fn write(&self, name: &str, contents: &[u8]) -> Result<(), ReportError> {
        let path = self.path.join(name);
        files::replace(&path, contents).map_err(|error| ReportError::Write { path, error })
    }

    /// The rule files that the table of an earlier report lists, without folder and ending.
    pub(super) fn listed_rules(&self, table: &str) -> Vec<String> {
        let Ok(mut table) = csv::ReaderBuilder::new().flexible(true).from_path(self.path.join(table)) else {
            return Vec::new();
        };
        let column = table.headers().ok().and_then(|headers| headers.iter().position(|h| h == "rules"));
        let Some(column) = column else { return Vec::new() };
        let stem = |record: csv::StringRecord| {
            let stem = record.get(column)?.strip_prefix("rules/")?.strip_suffix(".ludi")?.to_owned();
            // The table may have been altered: only names that a report writes are accepted.
            (!stem.is_empty() && stem.chars().all(is_plain)).then_some(stem)
        };
        table.records().filter_map(Result::ok).filter_map(stem).collect()
    }

    /// Removes rule files, where they can be removed.
    pub(super) fn remove<'a>(&self, stems: impl Iterator<Item = &'a String>) {
        for stem in stems {
            for ending in ["ludi", "txt", "json", "lud"] {
                let _ = std::fs::remove_file(self.path.join("rules").join(format!("{stem}.{ending}")));
            }
        }
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// File names made of game names: plain letters only, and different from each other even where case does not count.
#[derive(Default)]
pub(super) struct Stems(HashSet<String>);

impl Stems {
    /// A name for the files of game number `id`.
    pub(super) fn of(&mut self, name: &str, id: u64) -> String {
        let mut stem: String = name.chars().take(60).map(|c| if is_plain(c) { c } else { '_' }).collect();
        // Some systems have devices with names like these.
        let device = ["con", "prn", "aux", "nul", "com", "lpt"].iter().any(|d| {
            let rest = stem.to_ascii_lowercase().strip_prefix(d).map(str::to_owned);
            rest.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
        });
        if stem != name || stem.is_empty() || device || !self.0.insert(stem.to_ascii_lowercase()) {
            // Underscore, because names that were taken end in a hyphen and a number.
            stem = format!("{stem}_{id}");
            self.0.insert(stem.to_ascii_lowercase());
        }
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let mut stems = Stems::default();
        let names = ["Oroth", "oroth", "../../etc/passwd", "", "a b", "a_b", "CON", "com1", "Connor", "Größe"];
        let made: Vec<String> = names.iter().zip(1..).map(|(name, id)| stems.of(name, id)).collect();
        let expected =
            ["Oroth", "oroth_2", "______etc_passwd_3", "_4", "a_b_5", "a_b", "CON_7", "com1_8", "Connor", "Gr__e_10"];
        assert_eq!(made, expected);
    }

    #[test]
    fn only_our_own_stale_rules_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let out = Folder::open(&folder.path().join("out"), &["rules"]).unwrap();
        std::fs::write(folder.path().join("precious.ludi"), "x").unwrap();
        out.write("rules/Old.ludi", b"x").unwrap();
        out.write("rules/mine.ludi", b"x").unwrap();
        out.write("candidates.csv", b"game,rules\nOld,rules/Old.ludi\nP,rules/../../precious.ludi\nshort\n").unwrap();
        let stale = out.listed_rules("candidates.csv");
        assert_eq!(stale, ["Old"]);
        out.remove(stale.iter());
        assert!(!folder.path().join("out/rules/Old.ludi").exists());
        assert!(folder.path().join("out/rules/mine.ludi").exists() && folder.path().join("precious.ludi").exists());
    }
}
