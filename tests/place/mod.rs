//! A folder for a small run of the real program on real games, and what is compared of it.
#![allow(dead_code, reason = "each test file uses a part")]

use ludogen::store::SeedGame;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Small boards and few trials, so that a run takes seconds.
pub const RECIPE: &str = "(
    lag: 4,
    safety: (playouts: 10, plies: 120),
    speed: (depth: 2, positions: 1),
    policy: (games: 2, depth: 1, plies: 60),
    trials: (games: 20, depth: 1),
    viability: (depth: 2, trials: 20),
    candidates: (trials: 20, most_trials: 20, tuning: 1, tuning_games: 2, slow: false, flaw_positions: 300),
    judgement: (positions: 4000, forced: (start: 20000, opening: 2000, openings: 4), ladder: (rungs: 2, games: 4, total: 50000)),
    last_round: (games: 4, times: [2, 3], trials: 8),
)";

/// The seed of the runs.
pub const SEED: u64 = 8;

pub struct Place {
    pub folder: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        fs::create_dir(&games).unwrap();
        for game in ["tic-tac-toe", "elrostir", "clobber", "tic-tac-toe-misere", "valion", "four-in-a-row"] {
            let file = format!("{game}.ludi");
            let known = Path::new("seed-games").join(&file);
            if known.exists() {
                fs::copy(known, games.join(&file)).unwrap();
            }
        }
        fs::write(folder.path().join("recipe.ron"), RECIPE).unwrap();
        Place { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A run that measures the known games itself.
    pub fn evolve(&self, population: &str, children: u32, threads: u32) -> Command {
        let mut command = self.run(population, children, threads);
        command.arg("--no-cache");
        command
    }

    pub fn run(&self, population: &str, children: u32, threads: u32) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludogen"));
        command.args(["evolve", "--seed", &SEED.to_string(), "--games"]).arg(self.path("games"));
        command.arg("--population").arg(self.path(population)).arg("--recipe").arg(self.path("recipe.ron"));
        command.args(["--children", &children.to_string(), "--threads", &threads.to_string(), "--json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The known games, as `evolve` reads them.
    pub fn games(&self) -> Vec<SeedGame> {
        let mut files: Vec<PathBuf> =
            fs::read_dir(self.path("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let read = |file: &PathBuf| {
            let tree = ludogen::language::parse(&fs::read_to_string(file).unwrap()).unwrap();
            let name = tree.args()[0].as_word().unwrap().to_string();
            SeedGame { name, text: ludogen::language::print(&tree) }
        };
        files.iter().map(read).collect()
    }

    /// Every file of the report on a population, by name.
    pub fn report(&self, population: &str) -> Vec<(String, Vec<u8>)> {
        let out = self.path(&format!("{population}-report"));
        let status = Command::new(env!("CARGO_BIN_EXE_ludogen"))
            .arg("report")
            .arg(self.path(population))
            .arg("-o")
            .arg(&out)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        let mut files = Vec::new();
        let mut folders = vec![out.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(&out).unwrap().display().to_string();
                    files.push((name, fs::read(&path).unwrap()));
                }
            }
        }
        files.sort();
        files
    }
}
