//! The run: started, stopped, continued.

use super::answer::{answer, wrong};
use super::studio::Studio;
use crate::criticism::Profile;
use crate::evolution::{self, Breeder, EvolveOptions, Limits, Recipe};
use crate::store::SeedGame;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

/// The most populations that are begun beside one.
const BESIDE: u32 = 999;

/// When to stop, and how many threads to use.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bounds {
    /// Stop when the population has had that many children.
    children: Option<u64>,
    /// Begin no more children after that many hours.
    hours: Option<f64>,
    /// Stop at that many candidates.
    viable: Option<u64>,
    /// How many children are made at once; 0 for as many as the server has threads.
    threads: u16,
}

impl Bounds {
    fn check(&self) -> Result<Limits, String> {
        if self.hours.is_some_and(|h| !h.is_finite() || h <= 0.0) {
            return Err("the hours are a number above 0".into());
        }
        if self.threads > 1024 {
            return Err("the threads are 1024 at most, or 0 for those of the server".into());
        }
        Ok(Limits { children: self.children, hours: self.hours, viable: self.viable })
    }
}

/// A new run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The fields that differ from the defaults.
    #[serde(default)]
    recipe: Value,
    /// The seed.
    seed: u64,
    /// The name of a profile.
    profile: String,
    /// When to stop.
    #[serde(default)]
    bounds: Bounds,
}

/// A run that goes on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoOn {
    /// When to stop.
    #[serde(default)]
    bounds: Bounds,
}

/// Begins a new run: in the population that is shown if nothing has begun there, else in another beside it.
pub async fn start(State(studio): State<Arc<Studio>>, Json(begin): Json<Begin>) -> Response {
    answer(move || {
        let recipe = match begin.recipe {
            Value::Null => Recipe::default(),
            fields => serde_json::from_value(fields).map_err(|e| format!("the recipe: {e}"))?,
        };
        recipe.validate("the recipe").map_err(|e| e.to_string())?;
        let path = studio.population();
        let profile = profile(&path, &begin.profile)?;
        let path = match evolution::stored_run(&path) {
            Ok(None) => path,
            Ok(Some(_)) => free(&path)?,
            Err(error) => return Err(error.to_string()),
        };
        run(&studio, path, studio.known.clone(), recipe, begin.seed, profile, &begin.bounds)
    })
    .await
}

/// Continues the run of the population that is shown.
pub async fn go_on(State(studio): State<Arc<Studio>>, Json(go): Json<GoOn>) -> Response {
    answer(move || {
        let path = studio.population();
        let stored = match evolution::stored_run(&path) {
            Ok(Some(stored)) => stored,
            Ok(None) => return Err("there is no run to continue".into()),
            Err(error) => return Err(error.to_string()),
        };
        let recipe = Recipe::parse(&stored.recipe, "the recipe of the run").map_err(|e| e.to_string())?;
        let profile = profile(&path, &stored.profile)?;
        run(&studio, path, Vec::new(), recipe, stored.seed, profile, &go.bounds)
    })
    .await
}

/// Asks the run to stop. It ends what it is at, and can be continued.
pub async fn stop(State(studio): State<Arc<Studio>>) -> Response {
    let night = studio.night();
    if !night.running() {
        return wrong(StatusCode::CONFLICT, "no run of this studio is going on");
    }
    night.stop();
    Json(json!({ "stopping": true })).into_response()
}

fn run(
    studio: &Studio,
    path: PathBuf,
    seeds: Vec<SeedGame>,
    recipe: Recipe,
    seed: u64,
    profile: Profile,
    bounds: &Bounds,
) -> Result<Value, String> {
    let limits = bounds.check()?;
    let mut night = studio.night();
    if night.running() {
        return Err("a run is going on already; stop it first".into());
    }
    let options = EvolveOptions {
        population: path.clone(),
        seeds,
        recipe_source: String::new(),
        recipe,
        seed,
        profile: profile.name.clone(),
        profile_version: profile.date.clone(),
        limits,
        threads: if bounds.threads == 0 { studio.threads } else { bounds.threads.into() },
        stop: Arc::default(),
    };
    let breeder = Breeder::new(options.recipe.clone(), profile).with_cache(studio.cache.clone());
    night.begin(options, breeder).map_err(|e| format!("the run cannot be started: {e}"))?;
    drop(night);
    *studio.path.write().unwrap_or_else(PoisonError::into_inner) = path.clone();
    Ok(json!({ "population": path.display().to_string() }))
}

/// The profile of that name: one that the program brings, or one that was fitted to answers and lies beside the population.
fn profile(population: &Path, name: &str) -> Result<Profile, String> {
    if let Some(profile) = Profile::shipped(name) {
        return Ok(profile);
    }
    let file = fitted(population, name).filter(|file| file.is_file());
    let Some(file) = file else { return Err(format!("there is no profile `{name}`")) };
    Profile::load(&file).map_err(|e| e.to_string())
}

/// The file of a fitted profile beside the population; `None` if that is no name of one.
pub fn fitted(population: &Path, name: &str) -> Option<PathBuf> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let good = !name.is_empty() && name.len() <= 60 && name.chars().all(plain);
    good.then(|| population.with_file_name(format!("{name}.profile.ron")))
}

/// A path beside a population at which there is nothing yet: `night-2.db` beside `night.db`.
fn free(path: &Path) -> Result<PathBuf, String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // night-2 is followed by night-3.
    let base = match stem.rsplit_once('-') {
        Some((base, number)) if !base.is_empty() && number.parse::<u32>().is_ok() => base,
        _ => &stem,
    };
    let beside = (2..=BESIDE).map(|n| path.with_file_name(format!("{base}-{n}.db")));
    let mut free = beside.filter(|path| !path.exists());
    free.next().ok_or_else(|| format!("there are {BESIDE} populations beside {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_run_takes_the_next_free_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert_eq!(free(&at("night.db")).unwrap(), at("night-2.db"));
        std::fs::write(at("night-2.db"), "taken by something else").unwrap();
        assert_eq!(free(&at("night.db")).unwrap(), at("night-3.db"));
        assert_eq!(free(&at("night-2.db")).unwrap(), at("night-3.db"));
    }

    #[test]
    fn a_fitted_profile_lies_beside_its_population_and_nowhere_else() {
        let path = Path::new("populations/night.db");
        assert_eq!(fitted(path, "mine-1"), Some("populations/mine-1.profile.ron".into()));
        for name in ["", "../mine", "a/b", "a b", "a.b", &"x".repeat(61)] {
            assert_eq!(fitted(path, name), None, "{name}");
        }
    }
}
