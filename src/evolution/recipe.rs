//! The recipe of a run: every number that decides how children are made and judged.
//!
//! A recipe is a RON file in which every field may be left out. Two runs with the same recipe, seed, profile and seed games
//! end in the same population. Where the paper (Browne & Maire, sections IV–VI) gives a number it is the default.

use crate::criticism::Limits;
use crate::judgement::ForcedSettings;
use crate::synthesis::Breeding;
use crate::trials::{ChoiceSettings, LadderSettings};
use serde::{Deserialize, Serialize};

/// Everything about a run but its seed, its profile and the games it begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// Child *k* chooses its parents from the population as it stood after child *k − lag* was admitted (1 to 4096, default
    /// 64). So many children can be in the making at once without the outcome depending on who finishes first; a larger
    /// lag feeds more threads, a smaller one lets good children become parents sooner.
    pub lag: u32,
    /// Parents, crossover, mutation and names.
    pub breeding: Breeding,
    /// The random playouts that every child must survive.
    pub safety: Safety,
    /// How many nodes a move may take.
    pub speed: Speed,
    /// When a child is too close to a member.
    pub inbreeding: Inbreeding,
    /// The round robin of policies.
    pub policy: PolicyChoice,
    /// The choice of the player that measures a game.
    pub player: ChoiceSettings,
    /// The self-play trials behind the fast criteria.
    pub trials: Trials,
    /// When a game is viable.
    pub viability: Viability,
    /// The second evaluation, of viable children.
    pub candidates: Candidates,
    /// The judgement of viable children.
    pub judgement: Judging,
    /// The last round, in which the best candidates are measured again.
    pub last_round: LastRound,
}

impl Default for Recipe {
    fn default() -> Self {
        Recipe {
            lag: 64,
            breeding: Breeding::default(),
            safety: Safety::default(),
            speed: Speed::default(),
            inbreeding: Inbreeding::default(),
            policy: PolicyChoice::default(),
            player: ChoiceSettings::default(),
            trials: Trials::default(),
            viability: Viability::default(),
            candidates: Candidates::default(),
            judgement: Judging::default(),
            last_round: LastRound::default(),
        }
    }
}

/// The last round, played when a run ends: the best candidates measured again with more work, by halving. Without judgement there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LastRound {
    /// How many candidates go into the first heat, 0 to 10,000, default 40; each later heat has half as many. With 0 there is none.
    pub games: u32,
    /// The heats: their work for a move, and for every search, as multiples of that of the run, each 1 to 1,000, default 2, 5 and 10.
    pub times: Vec<u32>,
    /// The fresh trials of a game in each heat, 2 to 100,000, default 60.
    pub trials: u32,
}

impl Default for LastRound {
    fn default() -> Self {
        LastRound { games: 40, times: vec![2, 5, 10], trials: 60 }
    }
}

/// The judgement of viable children: which shelf they belong on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Judging {
    /// Whether they are judged at all (default true). Without, every viable child is a candidate, with its rules as they were bred.
    pub on: bool,
    /// Positions of games that the reduction of the rules may look at, 1,000 to 10⁹, default 20,000.
    pub positions: u64,
    /// The search for wins by force from the start and soon after.
    pub forced: ForcedSettings,
    /// The ladder of skill.
    pub ladder: LadderSettings,
}

impl Default for Judging {
    fn default() -> Self {
        Judging { on: true, positions: 20_000, forced: ForcedSettings::default(), ladder: LadderSettings::default() }
    }
}

/// The random playouts that every child must survive with every internal invariant on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Safety {
    /// How many, 1 to 10,000, default 100.
    pub playouts: u32,
    /// The plies after which a playout is broken off, 1 to 100,000, default 500.
    pub plies: u32,
}

impl Default for Safety {
    fn default() -> Self {
        Safety { playouts: 100, plies: 500 }
    }
}

/// How many nodes a move may take. Nodes, unlike seconds, are the same on every machine; moves that the rules make to test legality
/// count too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Speed {
    /// The deepest search tried, in plies, 1 to 10, default 4 (the paper's).
    pub depth: u32,
    /// How many sampled positions are searched at each depth, 1 to 1,000, default 2.
    pub positions: u32,
    /// What a move may take on the reference machine, in seconds, above 0 to 3,600, default 15 (the paper's).
    pub seconds: f64,
    /// The nodes that the reference machine searches in a second in the cheapest class of games, 1,000 to 10¹⁰, default
    /// 20,000: about what a desktop machine of the paper's time managed.
    pub nodes_per_second: u64,
    /// A search is stopped by the clock at this multiple of `seconds`, 1 to 100, default 4. That is recorded, because on another
    /// machine the search might have finished.
    pub guard: f64,
}

impl Default for Speed {
    fn default() -> Self {
        Speed { depth: 4, positions: 2, seconds: 15.0, nodes_per_second: 20_000, guard: 4.0 }
    }
}

impl Speed {
    /// The nodes that planning one move may take, at the cost of the cheapest class of games.
    pub fn budget(&self) -> u64 {
        (self.seconds * self.nodes_per_second as f64) as u64
    }
}

/// When a child is too close to a member.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Inbreeding {
    /// A child is dropped when its distance to a member is below this share of the pair's total weight, 0 to 1, default
    /// 0.02. With 0 only exact duplicates are dropped.
    pub threshold: f64,
    /// Whether a child is dropped that has the rules of a known game or of a candidate on another board, or those of a known game with winning and losing exchanged,
    /// default true. Other boards are for variations of candidates ([`Polish`](crate::synthesis::polish::Polish)).
    pub boards: bool,
}

impl Default for Inbreeding {
    fn default() -> Self {
        Inbreeding { threshold: 0.02, boards: true }
    }
}

/// The round robin between the policies of child, parents and their means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PolicyChoice {
    /// How many games each pair plays, 1 to 1,000, default 2.
    pub games: u32,
    /// The deepest search, in plies, 1 to 255, default 40: no bound in practice.
    pub depth: u32,
    /// The work that one move may take, in nodes of the cheapest games, 10 to 10⁹, default 600: enough for two plies where there are
    /// 25 moves to choose from.
    pub nodes: u64,
    /// The plies after which a match game overruns, 1 to 10,000, default 120.
    pub plies: u32,
    /// The share of match games that must have a winner, 0 to 1, default 0.5.
    pub decided: f64,
}

impl Default for PolicyChoice {
    fn default() -> Self {
        PolicyChoice { games: 2, depth: 40, nodes: 600, plies: 120, decided: 0.5 }
    }
}

/// The self-play trials behind the fast criteria.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Trials {
    /// How many a game, 2 to 100,000, default 100. The first mover alternates.
    pub games: u32,
    /// How many random plies open each, 0 to 100, default 4.
    pub opening: u32,
    /// How strong the players are: the work that a move may take, in nodes of the cheapest games, 1 to 10¹², default 3,000. Wide and
    /// narrow positions, dear and cheap rules get the same.
    pub work: u64,
    /// The deepest search, in plies, 1 to 255, default 40: no bound in practice. The paper's players look two or three plies ahead
    /// whatever that takes.
    pub depth: u32,
    /// The preferred length of a game in turns, 1 to 5,000, default 60 (the paper's). A trial is abandoned after twice that and twice as
    /// many turns as the board has cells.
    pub preferred_length: u32,
    /// The work after which a game gets no further trials, 1,000 to 10¹², default 6,000,000: games that take long are known less
    /// exactly.
    pub total: u64,
    /// The trials that a game gets even if they take up to four times that work, 1 to 100,000 but never more than `games`, default 20.
    pub least: u32,
}

impl Default for Trials {
    fn default() -> Self {
        Trials { games: 100, opening: 4, work: 3_000, depth: 40, preferred_length: 60, total: 6_000_000, least: 20 }
    }
}

/// When a game is viable. Each limit is judged by an interval, and judged again with more trials while undecided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Viability {
    /// What it must keep to.
    pub limits: Limits,
    /// The greater playing strength at which the game must be viable too: the work that a move may take, as in [`Trials::work`], 1 to
    /// 10¹², default 9,000. A game that looks fair to weak players may be lost to stronger ones.
    pub work: u64,
    /// The deepest search at that strength, in plies, 1 to 255, default 40.
    pub depth: u32,
    /// The most trials spent on a verdict at that strength, 2 to 1,000,000, default 400. What is undecided then is settled by its
    /// counts.
    pub trials: u32,
    /// The work after which there are no further trials at that strength, 1,000 to 10¹², default 12,000,000.
    pub total: u64,
    /// The trials at that strength that a game gets even if they take up to four times the work of `total`, 1 to 1,000,000 but never
    /// more than `trials`, default 40.
    pub least: u32,
}

impl Default for Viability {
    fn default() -> Self {
        Viability { limits: Limits::default(), work: 9_000, depth: 40, trials: 400, total: 12_000_000, least: 40 }
    }
}

/// The second evaluation, of viable children.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Candidates {
    /// How many fresh trials stand behind the final score, 2 to 100,000, default 400. Fresh, because the best of many noisy
    /// scores is overrated.
    pub trials: u32,
    /// More trials are added until the score's interval is no wider than this, above 0, default 0.1.
    pub interval: f64,
    /// The most trials, at least `trials` and at most 1,000,000, default 1,600.
    pub most_trials: u32,
    /// The work after which there are no further trials, 1,000 to 10¹², default 20,000,000.
    pub total: u64,
    /// The trials that a candidate gets even if they take up to four times that work, 1 to 100,000 but never more than `most_trials`, default 100.
    pub least: u32,
    /// The steps of policy tuning by (1+1)-ES, 0 to 10,000, default 12.
    pub tuning: u32,
    /// The games a tuned policy plays against the one it would replace, 2 to 10,000, default 10.
    pub tuning_games: u32,
    /// Whether the slow criteria are measured, default true.
    pub slow: bool,
    /// Positions of one board that are enumerated to see whether the game is trivially solved, 0 to 100,000,000, default 8,000;
    /// with 0 nothing is examined.
    pub flaw_positions: u64,
    /// Nodes of one search for the value of a position there, 1 to 10¹², default 500.
    pub flaw_nodes: u64,
}

impl Default for Candidates {
    fn default() -> Self {
        Candidates {
            trials: 400,
            interval: 0.1,
            most_trials: 1_600,
            total: 20_000_000,
            least: 100,
            tuning: 12,
            tuning_games: 10,
            slow: true,
            flaw_positions: 8_000,
            flaw_nodes: 500,
        }
    }
}

/// The largest budget of nodes.
const NODES: u64 = 1_000_000_000_000;

/// What is wrong with a recipe.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RecipeError {
    /// It cannot be read.
    #[error("{file}:{line}:{column}: {message}")]
    Syntax {
        /// The file, as the caller names it.
        file: String,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// A number lies outside its range.
    #[error("{file}: `{field}` is {value}, but must be {range}")]
    Range {
        /// The file, as the caller names it.
        file: String,
        /// The field with its section, as in `breeding.pressure`.
        field: &'static str,
        /// What it says.
        value: String,
        /// What it may say.
        range: String,
    },
}

impl Recipe {
    /// Reads a recipe; `file` is the name used in errors.
    /// ```
    /// use ludogen::evolution::Recipe;
    ///
    /// let recipe = Recipe::default();
    /// assert_eq!(Recipe::parse(&recipe.print(), "recipe.ron").unwrap(), recipe);
    /// assert!(Recipe::parse("(no_such_field: 1)", "recipe.ron").is_err());
    /// ```
    pub fn parse(text: &str, file: &str) -> Result<Recipe, RecipeError> {
        let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let recipe: Recipe = options.from_str(text).map_err(|e| RecipeError::Syntax {
            file: file.into(),
            line: e.span.start.line,
            column: e.span.start.col,
            message: e.code.to_string(),
        })?;
        recipe.validate(file)?;
        Ok(recipe)
    }

    /// The recipe as RON with every field spelled out: the form that is stored and compared.
    pub fn print(&self) -> String {
        // The recipe holds numbers and switches only, which RON can always write.
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default().new_line("\n"))
            .unwrap_or_else(|_| format!("{self:?}"))
    }

    /// Checks every number against its range; `file` is the name used in errors.
    pub fn validate(&self, file: &str) -> Result<(), RecipeError> {
        let ranges = Ranges { file };
        let whole = |field, value, low, high| ranges.whole(field, value, low, high);
        let real = |field, value, low, high| ranges.real(field, value, low, high);
        whole("lag", self.lag.into(), 1, 4_096)?;

        let b = &self.breeding;
        real("breeding.pressure", b.pressure, 1.0, 2.0)?;
        real("breeding.crossover", b.crossover, 0.0, 1.0)?;
        real("breeding.mutation", b.mutation, 0.0, 1.0)?;
        real("breeding.changes", b.changes, 0.1, 1_000.0)?;
        whole("breeding.attempts", b.attempts.into(), 1, 100)?;
        real("breeding.steering.free", b.steering.free, 0.0, 1.0)?;
        real("breeding.steering.tolerance", b.steering.tolerance, 0.1, 1_000.0)?;
        real("breeding.parsimony.share", b.parsimony.share, 0.0, 1.0)?;
        real("breeding.parsimony.strictness", b.parsimony.strictness, 0.0, 10.0)?;
        real("breeding.parsimony.brevity", b.parsimony.brevity, 0.0, 10.0)?;
        real("breeding.polish.share", b.polish.share, 0.0, 1.0)?;
        real("breeding.infeasible", b.infeasible, 0.001, 1.0)?;
        real("breeding.known", b.known, 0.0, 1.0)?;
        whole("breeding.room", b.room.into(), 0, 400)?;
        whole("breeding.patience", b.patience.into(), 0, 1_000_000)?;

        whole("safety.playouts", self.safety.playouts.into(), 1, 10_000)?;
        whole("safety.plies", self.safety.plies.into(), 1, 100_000)?;

        let s = &self.speed;
        whole("speed.depth", s.depth.into(), 1, 10)?;
        whole("speed.positions", s.positions.into(), 1, 1_000)?;
        real("speed.seconds", s.seconds, 1e-6, 3_600.0)?;
        whole("speed.nodes_per_second", s.nodes_per_second, 1_000, 10_000_000_000)?;
        real("speed.guard", s.guard, 1.0, 100.0)?;

        real("inbreeding.threshold", self.inbreeding.threshold, 0.0, 1.0)?;

        let p = &self.policy;
        whole("policy.games", p.games.into(), 1, 1_000)?;
        whole("policy.depth", p.depth.into(), 1, 255)?;
        whole("policy.nodes", p.nodes, 10, 1_000_000_000)?;
        whole("policy.plies", p.plies.into(), 1, 10_000)?;
        real("policy.decided", p.decided, 0.0, 1.0)?;

        ranges.player(&self.player)?;

        let t = &self.trials;
        whole("trials.games", t.games.into(), 2, 100_000)?;
        whole("trials.opening", t.opening.into(), 0, 100)?;
        whole("trials.work", t.work, 1, NODES)?;
        whole("trials.depth", t.depth.into(), 1, 255)?;
        whole("trials.preferred_length", t.preferred_length.into(), 1, 5_000)?;
        whole("trials.total", t.total, 1_000, NODES)?;
        whole("trials.least", t.least.into(), 1, 100_000)?;

        let v = &self.viability;
        let l = &v.limits;
        real("viability.limits.completion", l.completion, 0.0, 1.0)?;
        real("viability.limits.balance", l.balance, 0.0, 1.0)?;
        real("viability.limits.advantage", l.advantage, 0.0, 1.0)?;
        real("viability.limits.timeouts", l.timeouts, 0.0, 1.0)?;
        real("viability.limits.unequal", l.unequal, 0.0, 1.0)?;
        real("viability.limits.per_cell", l.per_cell, 0.0, 1_000.0)?;
        real("viability.limits.shortest", l.shortest, 0.0, 10_000.0)?;
        real("viability.limits.longest", l.longest, l.shortest, 10_000.0)?;
        real("viability.limits.confidence", l.confidence, 0.5, 0.9999)?;
        whole("viability.work", v.work, 1, NODES)?;
        whole("viability.depth", v.depth.into(), 1, 255)?;
        whole("viability.trials", v.trials.into(), 2, 1_000_000)?;
        whole("viability.total", v.total, 1_000, NODES)?;
        whole("viability.least", v.least.into(), 1, 1_000_000)?;

        let c = &self.candidates;
        whole("candidates.trials", c.trials.into(), 2, 100_000)?;
        real("candidates.interval", c.interval, 1e-6, 1e6)?;
        whole("candidates.most_trials", c.most_trials.into(), c.trials.into(), 1_000_000)?;
        whole("candidates.total", c.total, 1_000, NODES)?;
        whole("candidates.least", c.least.into(), 1, 100_000)?;
        whole("candidates.tuning", c.tuning.into(), 0, 10_000)?;
        whole("candidates.flaw_positions", c.flaw_positions, 0, 100_000_000)?;
        whole("candidates.flaw_nodes", c.flaw_nodes, 1, NODES)?;
        whole("candidates.tuning_games", c.tuning_games.into(), 2, 10_000)?;

        let (j, forced, ladder) = (&self.judgement, &self.judgement.forced, &self.judgement.ladder);
        whole("judgement.positions", j.positions, 1_000, 1_000_000_000)?;
        whole("judgement.forced.start", forced.start, 1, NODES)?;
        whole("judgement.forced.opening", forced.opening, 1, NODES)?;
        whole("judgement.forced.openings", forced.openings.into(), 0, 10_000)?;
        whole("judgement.ladder.work", ladder.work, 1, 1_000_000)?;
        whole("judgement.ladder.rungs", ladder.rungs.into(), 0, 20)?;
        whole("judgement.ladder.games", ladder.games.into(), 2, 10_000)?;
        whole("judgement.ladder.total", ladder.total, 1_000, NODES)?;
        whole("judgement.ladder.opening", ladder.opening.into(), 0, 100)?;
        whole("judgement.ladder.plies", ladder.plies.into(), 1, 10_000)?;

        let l = &self.last_round;
        whole("last_round.games", l.games.into(), 0, 10_000)?;
        whole("last_round.times", l.times.len() as u64, 0, 20)?;
        l.times.iter().try_for_each(|&times| whole("last_round.times", times.into(), 1, 1_000))?;
        whole("last_round.trials", l.trials.into(), 2, 100_000)
    }
}

/// What numbers of a recipe are compared with their ranges by.
struct Ranges<'a> {
    /// The name used in errors.
    file: &'a str,
}

impl Ranges<'_> {
    fn whole(&self, field: &'static str, value: u64, low: u64, high: u64) -> Result<(), RecipeError> {
        if (low..=high).contains(&value) {
            return Ok(());
        }
        let range = format!("a whole number from {low} to {high}");
        Err(RecipeError::Range { file: self.file.into(), field, value: value.to_string(), range })
    }

    fn real(&self, field: &'static str, value: f64, low: f64, high: f64) -> Result<(), RecipeError> {
        if (low..=high).contains(&value) {
            return Ok(());
        }
        let range = format!("a number from {low} to {high}");
        Err(RecipeError::Range { file: self.file.into(), field, value: value.to_string(), range })
    }

    fn player(&self, p: &ChoiceSettings) -> Result<(), RecipeError> {
        let whole = |field, value, low, high| self.whole(field, value, low, high);
        whole("player.games", p.games.into(), 2, 10_000)?;
        whole("player.least", p.least.into(), 2, p.games.into())?;
        whole("player.lead", p.lead.into(), 1, p.games.into())?;
        whole("player.work", p.work, 1, NODES)?;
        whole("player.total", p.total, 1_000, NODES)?;
        whole("player.opening", p.opening.into(), 0, 100)?;
        whole("player.plies", p.plies.into(), 1, 10_000)?;
        let l = &p.learning;
        whole("player.learning.games", l.games.into(), 1, 10_000)?;
        whole("player.learning.work", l.work, 1, NODES)?;
        whole("player.learning.total", l.total, 1_000, NODES)?;
        whole("player.learning.opening", l.opening.into(), 0, 100)?;
        self.real("player.learning.random", l.random, 0.0, 1.0)?;
        whole("player.learning.plies", l.plies.into(), 1, 10_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn defaults_are_the_papers_and_survive_printing() {
        let recipe = Recipe::parse("()", "empty").unwrap();
        assert_eq!(recipe, Recipe::default());
        assert_eq!(Recipe::parse(&recipe.print(), "printed").unwrap(), recipe);
        assert_eq!((recipe.breeding.crossover, recipe.breeding.mutation), (0.1, 0.1));
        assert_eq!(recipe.speed.budget(), 300_000);
    }

    #[test]
    fn a_recipe_from_before_a_section_has_its_defaults() {
        let printed = Recipe::default().print();
        let (start, end) = (printed.find("    player: (").unwrap(), printed.find("    trials: (").unwrap());
        let older = format!("{}{}", &printed[..start], &printed[end..]);
        assert_eq!(Recipe::parse(&older, "older.ron").unwrap(), Recipe::default());
        let off = Recipe::parse("(player: (on: false))", "off.ron").unwrap();
        assert_eq!((off.player.on, off.player.games), (false, 16));
    }

    #[test]
    fn a_recipe_may_say_only_what_differs() {
        let text = "// a quick look\n(\n    lag: 8,\n    trials: (games: 20),\n    candidates: (slow: false),\n)";
        let recipe = Recipe::parse(text, "quick.ron").unwrap();
        assert_eq!(
            (recipe.lag, recipe.trials.games, recipe.trials.work, recipe.candidates.slow),
            (8, 20, 3_000, false)
        );
    }

    #[test]
    fn errors_name_the_place_and_what_would_do() {
        let error = Recipe::parse("(\n    lagg: 8,\n)", "a.ron").unwrap_err().to_string();
        assert!(error.starts_with("a.ron:2:") && error.contains("`lagg`") && error.contains("`lag`"), "{error}");
        let error = Recipe::parse("(\n    trials: (\n        games: many)\n)", "a.ron").unwrap_err().to_string();
        assert!(error.starts_with("a.ron:3:"), "{error}");
        let error = Recipe::parse("(breeding: (pressure: 3))", "a.ron").unwrap_err().to_string();
        assert_eq!(error, "a.ron: `breeding.pressure` is 3, but must be a number from 1 to 2");
        let error = Recipe::parse("(breeding: (mutation: NaN))", "a.ron").unwrap_err().to_string();
        assert!(error.contains("breeding.mutation"), "{error}");
        let error = Recipe::parse("(breeding: (steering: (free: 2)))", "a.ron").unwrap_err().to_string();
        assert_eq!(error, "a.ron: `breeding.steering.free` is 2, but must be a number from 0 to 1");
        let error =
            Recipe::parse("(viability: (limits: (shortest: 50, longest: 10)))", "a.ron").unwrap_err().to_string();
        assert!(error.contains("from 50 to 10000"), "{error}");
        let error = Recipe::parse("(player: (games: 4))", "a.ron").unwrap_err().to_string();
        assert_eq!(error, "a.ron: `player.least` is 6, but must be a whole number from 2 to 4");
        let error = Recipe::parse("(player: (learning: (random: 2)))", "a.ron").unwrap_err().to_string();
        assert!(error.contains("player.learning.random"), "{error}");
        let error = Recipe::parse("(lag: -1)", "a.ron").unwrap_err().to_string();
        assert!(error.starts_with("a.ron:1:"), "{error}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn mutilated_recipes_are_errors_or_recipes(at in 0usize..2_000, what in any::<char>(), cut in any::<bool>()) {
            let mut text: Vec<char> = Recipe::default().print().chars().collect();
            let at = at % text.len();
            if cut { text.truncate(at) } else { text[at] = what }
            let text: String = text.into_iter().collect();
            if let Ok(recipe) = Recipe::parse(&text, "mutilated") {
                prop_assert!(recipe.validate("again").is_ok());
            }
        }

        #[test]
        fn deep_nesting_is_an_error(depth in 1usize..5_000) {
            let text = "(lag:".repeat(depth);
            prop_assert!(Recipe::parse(&text, "deep").is_err());
        }
    }
}
