//! The documents that go between a coordinator and its workers.

use super::population::{Mark, Stretch};
use super::wire::{WireError, digest};
use crate::criticism::Profile;
use crate::evolution::{Finalist, Outcome, Recipe, Task};
use crate::store::GameId;
use crate::version::VERSION;
use serde::{Deserialize, Serialize};

/// What defines a run: whoever has the same may work for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The version of the program, with the digest of its sources.
    pub program: String,
    /// The recipe (RON).
    pub recipe: String,
    /// The profile (RON).
    pub profile: String,
    /// The run's seed.
    pub seed: u64,
    /// What tells it from other runs: the digest of its known games.
    pub games: String,
}

impl Run {
    /// The run of a recipe, a profile, a seed and known games (name and rules), by this program.
    ///
    /// # Errors
    /// If recipe or profile do not come back as they are when they are written and read.
    pub fn new<'g>(
        recipe: &Recipe,
        profile: &Profile,
        seed: u64,
        games: impl IntoIterator<Item = (&'g str, &'g str)>,
    ) -> Result<Run, WireError> {
        let malformed = |e: String| WireError::Malformed(e);
        let parts: Vec<&[u8]> = games.into_iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]).collect();
        let run = Run {
            program: VERSION.into(),
            recipe: recipe.print(),
            profile: profile.print().map_err(|e| malformed(e.to_string()))?,
            seed,
            games: digest(&parts),
        };
        let (recipe_again, profile_again) = run.settings()?;
        if recipe_again != *recipe || profile_again != *profile {
            return Err(malformed("the recipe or the profile cannot be written without loss".into()));
        }
        Ok(run)
    }

    /// Its name in subjects and files: a digest of all of it.
    pub fn id(&self) -> String {
        let Run { program, recipe, profile, seed, games } = self;
        let seed = seed.to_string();
        digest(&[program, recipe, profile, &seed, games].map(|part| part.as_bytes()))
    }

    /// Its recipe and profile.
    ///
    /// # Errors
    /// If they are no sound ones.
    pub fn settings(&self) -> Result<(Recipe, Profile), WireError> {
        let recipe =
            Recipe::parse(&self.recipe, "the run's recipe").map_err(|e| WireError::Malformed(e.to_string()))?;
        let profile = Profile::parse(&self.profile);
        let profile = profile.map_err(|e| WireError::Malformed(format!("the run's profile: {e}")))?;
        Ok((recipe, profile))
    }

    /// Whether this program may work for it.
    ///
    /// # Errors
    /// The versions of both, if they differ: another version may judge otherwise.
    pub fn is_ours(&self) -> Result<(), WireError> {
        same("the program", &self.program, VERSION)
    }

    /// Whether this is the run `ours`.
    ///
    /// # Errors
    /// The first thing that differs.
    pub fn is(&self, ours: &Run) -> Result<(), WireError> {
        same("the program", &self.program, &ours.program)?;
        let lines = |text: &str| text.lines().map(|line| line.trim().to_string()).collect::<Vec<_>>();
        for (what, theirs, ours) in
            [("the recipe", &self.recipe, &ours.recipe), ("the profile", &self.profile, &ours.profile)]
        {
            // The first line that differs says more than the whole.
            let (theirs, ours) = (lines(theirs), lines(ours));
            if let Some((theirs, ours)) = theirs.iter().zip(&ours).find(|(a, b)| a != b) {
                same(what, &format!("`{theirs}`"), &format!("`{ours}`"))?;
            }
            same(what, &format!("{} lines", theirs.len()), &format!("{} lines", ours.len()))?;
        }
        same("the seed", &self.seed.to_string(), &ours.seed.to_string())?;
        same("the digest of the known games", &self.games, &ours.games)
    }
}

fn same(what: &'static str, theirs: &str, ours: &str) -> Result<(), WireError> {
    if theirs == ours {
        return Ok(());
    }
    Err(WireError::OtherRun { what, theirs: theirs.into(), ours: ours.into() })
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Work {
    /// A known game is measured.
    Seed {
        /// Its name.
        name: String,
        /// Its rules.
        text: String,
    },
    /// The child of that number lives.
    Child(u64),
    /// A candidate goes through a heat.
    Again {
        /// The number of the child.
        child: u64,
        /// What is known of it.
        finalist: Finalist,
    },
}

/// A piece of work as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The run, by its [id](Run::id).
    pub run: String,
    /// What is to be done.
    pub work: Work,
    /// The population that it is done with; none is needed to measure a known game.
    pub mark: Option<Mark>,
    /// Games at the end of that population, for whoever has those before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tail: Option<Stretch>,
}

impl Piece {
    /// A task of a run; `mark` is that of its view.
    pub fn new(run: &str, task: &Task, mark: Option<Mark>) -> Piece {
        let work = match task {
            Task::Seed { name, text } => Work::Seed { name: name.clone(), text: text.clone() },
            Task::Child { child, .. } => Work::Child(*child),
            Task::Again { child, finalist, .. } => Work::Again { child: *child, finalist: finalist.clone() },
        };
        Piece { run: run.into(), work, mark, tail: None }
    }

    /// A name for messages and people: `seed Hex`, `child 17`, `heat 2 of game 230`.
    pub fn name(&self) -> String {
        match &self.work {
            Work::Seed { name, .. } => format!("seed {name}"),
            Work::Child(child) => format!("child {child}"),
            Work::Again { finalist, .. } => format!("heat {} of game {}", finalist.heat, finalist.game),
        }
    }

    /// What tells it from every other piece of every run: a digest of the run, the work and the population.
    pub fn id(&self) -> String {
        let work = serde_json::to_vec(&self.work).unwrap_or_default();
        let mark = self.mark.as_ref().map_or(String::new(), |mark| mark.hash.clone());
        digest(&[self.run.as_bytes(), &work, mark.as_bytes()])
    }
}

/// The outcome of a piece, as it is sent back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The piece, by its [id](Piece::id).
    pub piece: String,
    /// Its outcome.
    pub outcome: Outcome,
}

/// Whether a number is that of a game.
pub(super) fn is_game(id: GameId) -> bool {
    (1..=i64::MAX as u64).contains(&id.0)
}
