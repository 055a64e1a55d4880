//! Profiles: how much each criterion weighs.
//!
//! A profile is a RON file with its name, source and date, for each criterion a weight and the centre and scale by which values are
//! standardised, a bias, and figures such as the correlations it was chosen by. Some ship with the program: [`Profile::default`] scores games
//! where none is asked for, [`Profile::of_new_games`] those that are bred or judged.
//!
//! A criterion may have a best value: with a `bend` the score follows a parabola, w z + b (z² − 1) for the standardised value z, and with a
//! `limit` no value counts as further from the centre than so many units, so that no game is judged by an end of the curve where none was seen.
//! Profiles in which some criterion has either are of format 2. Those that name another profile for known games (`known`) are of format 3, those with trees of words
//! ([`Wording`]) of format 4, and the others of format 1, which earlier versions of this program read.

use super::criterion::{Criterion, UnknownCriterion};
use super::wording::{Wording, WordingError};
use crate::language::Tree;
use crate::order;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The latest version of the file format.
const FORMAT: u32 = 4;

/// The first version that may name a profile for known games.
const KNOWN: u32 = 3;

/// The first version in which criteria may have bends and limits.
const BENT: u32 = 2;

/// The version of profiles that are straight lines throughout.
const STRAIGHT: u32 = 1;

/// Weights for the criteria, with the standardisation they belong to.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// What it is called in every output.
    pub name: String,
    /// Where the weights come from.
    pub source: String,
    /// When they were found, as text.
    pub date: String,
    /// Reasons for caution.
    pub description: String,
    /// The constant of the score, w_c of the paper's eq. 6.
    pub bias: f64,
    /// Figures worth keeping with the weights, by name.
    pub figures: BTreeMap<String, f64>,
    /// What fits without them predict of the games that the weights are fitted to, by name: their scores where they stand beside others.
    pub left_out: BTreeMap<String, f64>,
    /// The shipped profile that places known games beside new ones, where this one is fitted to new games alone; empty where this one places them.
    pub known: String,
    /// What readers say of the words of rules, if the profile is fitted to these too.
    pub words: Option<Arc<Wording>>,
    /// The criteria in number order, each at most once; the others weigh nothing.
    pub terms: Vec<Term>,
}

/// What a profile says of one criterion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Term {
    /// The criterion.
    pub criterion: Criterion,
    /// What one standardised unit adds to the score.
    pub weight: f64,
    /// The value that adds nothing.
    pub centre: f64,
    /// How much of the value is one standardised unit; greater than 0.
    pub scale: f64,
    /// What the square of the standardised value, less 1, adds to the score; 0 for a straight line. Below 0 there is a best value.
    #[serde(skip_serializing_if = "is_straight")]
    pub bend: f64,
    /// How many standardised units from the centre a value may count as, at most; greater than 0, and without a bound for a straight line.
    #[serde(skip_serializing_if = "is_unbounded")]
    pub limit: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_straight(bend: &f64) -> bool {
    *bend == 0.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_unbounded(limit: &f64) -> bool {
    *limit == f64::INFINITY
}

fn unbounded() -> f64 {
    f64::INFINITY
}

/// Why a profile cannot be used.
#[derive(Debug, Error)]
pub enum ProfileError {
    /// The file cannot be read.
    #[error("cannot read the profile {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write the profile {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Something is wrong with the file of this name.
    #[error("in the profile {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Box<ProfileError>,
    },
    /// The text is not the RON of a profile; the message has the line and column.
    #[error("not a profile: {0}")]
    Syntax(Box<ron::error::SpannedError>),
    /// The profile cannot be written as RON.
    #[error("cannot print the profile: {0}")]
    Print(#[from] ron::Error),
    /// A later version of this program wrote it.
    #[error("the profile has format {0}; this program reads formats up to {FORMAT}")]
    Format(u32),
    /// A bend or limit in a profile whose format has none.
    #[error("{0} has a bend or a limit, which profiles have from format {BENT} on")]
    Bent(Criterion),
    /// A profile for known games in one whose format has none.
    #[error("`known` names a profile, which profiles do from format {KNOWN} on")]
    Early,
    /// Trees of words in a profile whose format has none.
    #[error("`words` has trees, which profiles have from format {FORMAT} on")]
    Wordy,
    /// Something is wrong with the trees of words.
    #[error("in `words`: {0}")]
    Words(#[from] WordingError),
    /// No profile of that name ships.
    #[error("`known` is `{name}`; it must be empty or one of {}", Profile::names().collect::<Vec<_>>().join(", "))]
    Unknown {
        /// What it is.
        name: String,
    },
    /// A limit that leaves no values.
    #[error("the limit of {criterion} is {limit}; it must be greater than 0")]
    Limit {
        /// The criterion.
        criterion: Criterion,
        /// What it is.
        limit: f64,
    },
    /// There is no such criterion.
    #[error(transparent)]
    Criterion(#[from] UnknownCriterion),
    /// A criterion is listed more than once.
    #[error("{0} is listed twice")]
    Duplicate(Criterion),
    /// A number that must be finite is not.
    #[error("the {field} of {owner} is {value}, not a finite number")]
    NotFinite {
        /// The criterion, figure or `the profile`.
        owner: String,
        /// Which of its numbers.
        field: &'static str,
        /// What it is.
        value: f64,
    },
    /// A scale that values cannot be divided by.
    #[error("the scale of {criterion} is {scale}; it must be greater than 0")]
    Scale {
        /// The criterion.
        criterion: Criterion,
        /// What it is.
        scale: f64,
    },
}

/// The most bytes a profile may have; one that weighs every criterion has about ten thousand.
const LARGEST: u64 = 1 << 20;

/// The text of a file of at most [`LARGEST`] bytes.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    if File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)? as u64 > LARGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "larger than a megabyte"));
    }
    Ok(text)
}

/// The file as it is written; names are checked after reading so that the error can suggest the right one.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Profile", deny_unknown_fields)]
struct ProfileFile<T> {
    format: u32,
    name: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    date: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    bias: f64,
    #[serde(default)]
    figures: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    left_out: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    known: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
    criteria: Vec<T>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileTerm {
    criterion: String,
    weight: f64,
    centre: f64,
    scale: f64,
    #[serde(default)]
    bend: f64,
    #[serde(default = "unbounded")]
    limit: f64,
}

impl Term {
    /// A straight line.
    pub fn straight(criterion: Criterion, weight: f64, centre: f64, scale: f64) -> Self {
        Term { criterion, weight, centre, scale, bend: 0.0, limit: f64::INFINITY }
    }

    /// Whether the criterion weighs something.
    pub fn weighs(&self) -> bool {
        self.weight != 0.0 || self.bend != 0.0
    }

    /// A term with a standardisation by the criterion's range alone: from the middle, in units of the standard deviation of values
    /// spread evenly over the range. No criterion then dominates by its units.
    pub fn by_range(criterion: Criterion, weight: f64) -> Self {
        let (low, high) = criterion.info().range;
        Term::straight(criterion, weight, (low + high) / 2.0, (high - low) / 12f64.sqrt())
    }

    /// What a value of the criterion adds to the score.
    pub fn part(&self, value: f64) -> f64 {
        if self.is_line() {
            return self.weight * (value - self.centre) / self.scale;
        }
        let z = self.standardised(value);
        self.weight * z + self.bend * (z * z - 1.0)
    }

    /// What a small change of the value adds to the score, as a multiple of the change; 0 beyond the limit.
    pub fn slope(&self, value: f64) -> f64 {
        let free = ((value - self.centre) / self.scale).abs() <= self.limit;
        if free { (self.weight + 2.0 * self.bend * self.standardised(value)) / self.scale } else { 0.0 }
    }

    /// How many scales the value lies above the centre, as far as the limit lets it.
    fn standardised(&self, value: f64) -> f64 {
        ((value - self.centre) / self.scale).clamp(-self.limit, self.limit)
    }

    fn is_line(&self) -> bool {
        self.bend == 0.0 && self.limit == f64::INFINITY
    }
}

impl Profile {
    /// The term of a criterion, if the profile has one.
    pub fn term(&self, criterion: Criterion) -> Option<&Term> {
        self.terms.iter().find(|t| t.criterion == criterion)
    }

    /// The criteria with a weight or bend other than 0. The others need not be measured for the score.
    pub fn weighed(&self) -> impl Iterator<Item = Criterion> + '_ {
        self.terms.iter().filter(|t| t.weighs()).map(|t| t.criterion)
    }

    /// How far its predictions of games that it has not seen are off, as a standard deviation: the figure `nested_error` of a fit, or 1 without one.
    pub fn error(&self) -> f64 {
        self.figures.get("nested_error").copied().filter(|error| error.is_finite() && *error > 0.0).unwrap_or(1.0)
    }

    /// What the words of these reduced rules say, if the profile knows that.
    pub fn rating(&self, rules: &Tree) -> Option<f64> {
        self.words.as_ref().map(|words| words.rating(rules))
    }

    /// What is expected of a game that has such a score: the mean of the score and of the [`rating`](Profile::rating) of its rules, if there is one.
    pub fn expected(score: f64, rating: Option<f64>) -> f64 {
        rating.map_or(score, |rating| f64::midpoint(score, rating))
    }

    /// Reads a profile.
    ///
    /// # Errors
    /// The text is not RON of the right shape and format, names an unknown criterion or one twice, or has a number that is not
    /// finite or a scale that is not positive.
    ///
    /// ```
    /// use ludogen::criticism::Profile;
    ///
    /// let profile = Profile::default();
    /// assert_eq!(Profile::parse(&profile.print().unwrap()).unwrap(), profile);
    /// ```
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let file: ProfileFile<FileTerm> = ron::from_str(text).map_err(|e| ProfileError::Syntax(Box::new(e)))?;
        if !(STRAIGHT..=FORMAT).contains(&file.format) {
            return Err(ProfileError::Format(file.format));
        }
        let term = |t: FileTerm| {
            let criterion = Criterion::from_name(&t.criterion)?;
            let FileTerm { weight, centre, scale, bend, limit, .. } = t;
            let term = Term { criterion, weight, centre, scale, bend, limit };
            if file.format == STRAIGHT && !term.is_line() { Err(ProfileError::Bent(criterion)) } else { Ok(term) }
        };
        let mut profile = Profile {
            name: file.name,
            source: file.source,
            date: file.date,
            description: file.description,
            bias: file.bias,
            figures: file.figures,
            left_out: file.left_out,
            known: file.known,
            words: if file.words.is_empty() { None } else { Some(Arc::new(Wording::parse(&file.words)?)) },
            terms: file.criteria.into_iter().map(term).collect::<Result<_, ProfileError>>()?,
        };
        if file.format < KNOWN && !profile.known.is_empty() {
            return Err(ProfileError::Early);
        }
        if file.format < FORMAT && profile.words.is_some() {
            return Err(ProfileError::Wordy);
        }
        order::sort_by_key(&mut profile.terms, |t| t.criterion);
        profile.check()?;
        Ok(profile)
    }

    /// Prints a profile as [`parse`](Self::parse) reads it.
    ///
    /// # Errors
    /// The profile is not a sound one; see [`parse`](Self::parse).
    pub fn print(&self) -> Result<String, ProfileError> {
        self.check()?;
        let file = ProfileFile {
            format: if self.words.is_some() {
                FORMAT
            } else if !self.known.is_empty() {
                KNOWN
            } else if self.terms.iter().all(Term::is_line) {
                STRAIGHT
            } else {
                BENT
            },
            name: self.name.clone(),
            source: self.source.clone(),
            date: self.date.clone(),
            description: self.description.clone(),
            bias: self.bias,
            figures: self.figures.clone(),
            left_out: self.left_out.clone(),
            known: self.known.clone(),
            words: self.words.as_ref().map(|words| words.print()).unwrap_or_default(),
            criteria: self.terms.clone(),
        };
        // Deeper, every term would be broken over several lines.
        let pretty = ron::ser::PrettyConfig::new().depth_limit(2).struct_names(false);
        Ok(ron::ser::to_string_pretty(&file, pretty)? + "\n")
    }

    /// Reads a profile from a file.
    ///
    /// # Errors
    /// The file cannot be read, has more than a megabyte, or is no sound profile; see [`parse`](Self::parse).
    pub fn load(path: &Path) -> Result<Self, ProfileError> {
        let text = read(path).map_err(|source| ProfileError::Read { path: path.into(), source })?;
        Profile::parse(&text).map_err(|e| ProfileError::File { path: path.into(), source: Box::new(e) })
    }

    /// Writes the profile to a file.
    ///
    /// # Errors
    /// The file cannot be written, or the profile is not a sound one.
    pub fn save(&self, path: &Path) -> Result<(), ProfileError> {
        let text = self.print()?;
        std::fs::write(path, text).map_err(|source| ProfileError::Write { path: path.into(), source })
    }

    /// Tells whether the profile is sound: each criterion once and in order, numbers finite, scales positive.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), ProfileError> {
        let finite = |owner: &dyn std::fmt::Display, field, value: f64| {
            if value.is_finite() {
                Ok(())
            } else {
                Err(ProfileError::NotFinite { owner: owner.to_string(), field, value })
            }
        };
        finite(&"the profile", "bias", self.bias)?;
        for (name, &value) in self.figures.iter().chain(&self.left_out) {
            finite(name, "value", value)?;
        }
        if !self.known.is_empty() && !Profile::names().any(|name| name == self.known) {
            return Err(ProfileError::Unknown { name: self.known.clone() });
        }
        let mut seen = [false; Criterion::COUNT];
        for term in &self.terms {
            let criterion = term.criterion;
            if std::mem::replace(&mut seen[criterion.number()], true) {
                return Err(ProfileError::Duplicate(criterion));
            }
            finite(&criterion, "weight", term.weight)?;
            finite(&criterion, "centre", term.centre)?;
            finite(&criterion, "scale", term.scale)?;
            finite(&criterion, "bend", term.bend)?;
            if term.limit.is_nan() || term.limit <= 0.0 {
                return Err(ProfileError::Limit { criterion, limit: term.limit });
            }
            if term.scale <= 0.0 {
                return Err(ProfileError::Scale { criterion, scale: term.scale });
            }
        }
        Ok(())
    }
}

/// The profiles that ship with the program, by name.
const SHIPPED: [(&str, &str); 4] = [
    ("readers-2026", include_str!("profiles/readers-2026.ron")),
    ("human-2026", include_str!("profiles/human-2026.ron")),
    ("human-2024", include_str!("profiles/human-2024.ron")),
    ("ludi", include_str!("profiles/ludi.ron")),
];

/// The name of the one that games are scored by where none is asked for.
const DEFAULT: &str = "human-2026";

/// The name of the one that new games are scored by where none is asked for.
const OF_NEW_GAMES: &str = "readers-2026";

impl Profile {
    /// The names of the profiles that ship with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// The profile of that name that ships with the program: `readers-2026`, fitted to how language models as readers rate bred games; `human-2026`, fitted to
    /// ratings and to expected fun; `human-2024`, fitted to ratings of fewer games; or `ludi`, the known weights of Ludi's best seventeen criteria.
    pub fn shipped(name: &str) -> Option<Self> {
        let (_, text) = SHIPPED.iter().find(|(shipped, _)| *shipped == name)?;
        Some(Profile::parse(text).expect("the tests read the profiles that are compiled in"))
    }

    /// The profile that new games are scored by where none is asked for. A fit to known games has never seen what breeding makes of them, and of
    /// bred games it tells little.
    pub fn of_new_games() -> Self {
        Profile::shipped(OF_NEW_GAMES).expect("it is one of those that ship")
    }

    /// The profile by which known games are placed beside games that this one scores; `None` if this one places them.
    pub fn of_known_games(&self) -> Option<Self> {
        Profile::shipped(&self.known)
    }
}

impl Default for Profile {
    /// The profile that games are scored by where none is asked for.
    fn default() -> Self {
        Profile::shipped(DEFAULT).expect("the default is one of those that ship")
    }
}

#[cfg(test)]
mod tests;
