//! Inputs of several commands besides rule files: profiles, folders of games, numbers.

use super::exit::{BadRules, UsageError};
use super::load;
use super::options::RuleOptions;
use crate::criticism::Profile;
use crate::language::print;
use crate::order;
use crate::serve::known_games;
use crate::store::SeedGame;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// The profile that is asked for ([`named`]), or the usual one.
///
/// # Errors
/// If there is no such file or profile, or the file holds none.
pub fn profile(path: Option<&Path>, usual: fn() -> Profile) -> anyhow::Result<Profile> {
    path.map_or_else(|| Ok(usual()), named)
}

/// The profile in a file, or the shipped one of that name. A file goes before a shipped profile of its name.
///
/// # Errors
/// If there is no such file or profile, or the file holds none.
pub fn named(path: &Path) -> anyhow::Result<Profile> {
    let shipped = path.to_str().filter(|_| !path.exists()).and_then(Profile::shipped);
    Ok(match shipped {
        Some(profile) => profile,
        None => Profile::load(path).with_context(|| {
            let names: Vec<&str> = Profile::names().collect();
            format!("--profile takes a file or one of {}", names.join(", "))
        })?,
    })
}

/// The folder of known games where nobody names another.
const KNOWN: &str = "seed-games";

/// The games of a folder, in the order of their file names. Where there is no folder `seed-games`, its games are those that the program brings.
///
/// # Errors
/// If the folder or a file cannot be read, a file holds no game, two games have one name, or there are fewer than two.
pub fn seed_games(folder: &Path) -> anyhow::Result<Vec<SeedGame>> {
    if folder == Path::new(KNOWN) && !folder.exists() {
        return Ok(known_games());
    }
    let files = rule_files(folder)?;
    if files.len() < 2 {
        bail!("{} holds {} rule files (*.ludi); breeding takes two at least", folder.display(), files.len());
    }
    let mut games: Vec<SeedGame> = Vec::new();
    let mut bad = Vec::new();
    for path in files {
        match load::tree(&path.display().to_string(), &RuleOptions::default()) {
            Ok(tree) => {
                let name = tree.args().first().and_then(|t| t.as_word()).unwrap_or("Game").to_string();
                if games.iter().any(|game| game.name == name) {
                    return Err(UsageError(format!("two games of {} are called {name}", folder.display())).into());
                }
                games.push(SeedGame { name, text: print(&tree) });
            }
            Err(e) => bad.push(format!("{e:#}")),
        }
    }
    if !bad.is_empty() {
        return Err(BadRules(bad.join("\n")).into());
    }
    Ok(games)
}

/// The rule files of a folder, sorted.
fn rule_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {} of known games (see --games)", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "ludi") {
            files.push(path);
        }
    }
    order::sort(&mut files);
    Ok(files)
}

/// A number above 0.
///
/// # Errors
/// If the text is something else.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x.is_finite() && x > 0.0 => Ok(x),
        _ => Err("a number above 0".into()),
    }
}
