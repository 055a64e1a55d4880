//! Is a game trivially solved?
//!
//! Each [`Check`] looks for one flaw, on the game's own board if it can be enumerated within the budget, else on the largest
//! smaller board of the same shape that can. Its evidence is something a person can replay: a line of play, a map of the
//! board, a ludeme. "Not found within the budget" is a verdict too. Budgets are positions and nodes, so verdicts do not
//! depend on the machine.

mod ablation;
mod board;
mod growth;
mod mirror;

use super::{Budget, SolveError, Value};
use crate::board::BoardSpec;
use crate::game::{AnyGame, Rules, lower};
use crate::language::Tree;
use crate::with_game;
use board::Study;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// A forced win in so many moves or fewer is a flaw: the winner needs three moves of its own at most.
pub const FEW_PLIES: u32 = 5;

/// What a check looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// Who wins; never a flaw by itself.
    Value,
    /// Somebody wins by force within [`FEW_PLIES`] moves.
    QuickWin,
    /// One player never loses by answering with the image of the opponent's move under a symmetry of the board.
    Mirror,
    /// The lost positions follow a short rule: the states of their minimal automaton grow no faster than the board.
    SimpleRule,
    /// Both players can avoid losing.
    ForcedDraw,
    /// In most positions the player to move would rather pass.
    Zugzwang,
    /// Under best play the result is inevitable before the game is half over.
    DecidedEarly,
    /// A rule could be left out and nothing would change.
    DeadRule,
}

impl Flaw {
    /// All of them, in order.
    pub const ALL: [Flaw; 8] = [
        Flaw::Value,
        Flaw::QuickWin,
        Flaw::Mirror,
        Flaw::SimpleRule,
        Flaw::ForcedDraw,
        Flaw::Zugzwang,
        Flaw::DecidedEarly,
        Flaw::DeadRule,
    ];

    /// Its name in every output.
    pub fn name(self) -> &'static str {
        match self {
            Flaw::Value => "value",
            Flaw::QuickWin => "quick-win",
            Flaw::Mirror => "mirror",
            Flaw::SimpleRule => "simple-rule",
            Flaw::ForcedDraw => "forced-draw",
            Flaw::Zugzwang => "zugzwang",
            Flaw::DecidedEarly => "decided-early",
            Flaw::DeadRule => "dead-rule",
        }
    }

    /// Whether a game with the flaw is not worth playing.
    pub fn is_fatal(self) -> bool {
        matches!(self, Flaw::QuickWin | Flaw::Mirror | Flaw::SimpleRule | Flaw::ForcedDraw)
    }
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The game has the flaw.
    Flawed,
    /// It has not, on the board looked at.
    Sound,
    /// The budget did not suffice to tell.
    Open,
}

impl Verdict {
    /// Its word in every output.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Flawed => "flawed",
            Verdict::Sound => "sound",
            Verdict::Open => "open",
        }
    }

    fn flawed_if(condition: bool) -> Verdict {
        if condition { Verdict::Flawed } else { Verdict::Sound }
    }
}

/// What the checks of a game may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Positions enumerated for one board or one strategy.
    pub positions: u64,
    /// Nodes of one proof search.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { positions: 200_000, nodes: 20_000 }
    }
}

impl Limits {
    fn budget(&self) -> Budget {
        // A position with its successors rarely takes more than a few hundred bytes.
        Budget { positions: self.positions, bytes: self.positions.saturating_mul(4096).max(64 << 20) }
    }
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// What it looked for.
    pub check: Flaw,
    /// What came of it.
    pub verdict: Verdict,
    /// Whether the game is not worth playing: it has a fatal flaw, and on its own board.
    pub fatal: bool,
    /// The sizes of the board looked at.
    pub board: Vec<u32>,
    /// What a person can replay.
    pub evidence: Json,
    /// What it was reached under.
    pub budget: Limits,
}

/// Rules that cannot be examined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unplayable(pub String);

/// Looks for every flaw in a game.
///
/// # Errors
/// If the tree is no game that can be played.
pub fn examine(tree: &Tree, limits: &Limits) -> Result<Vec<Check>, Unplayable> {
    let rules = lower(tree).map_err(|e| Unplayable(e.to_string()))?;
    let own = rules.board.sizes.clone();
    let game = AnyGame::new(rules.clone()).map_err(|e| Unplayable(e.to_string()))?;
    let mut checks = Vec::new();
    let mut report = |check: Flaw, verdict: Verdict, board: &[u32], evidence: Json| {
        let fatal = verdict == Verdict::Flawed && check.is_fatal() && board == own;
        checks.push(Check { check, verdict, fatal, board: board.to_vec(), evidence, budget: *limits });
    };
    match study(&rules, limits) {
        Ok((board, study)) => {
            let Study { value, plies, line, openings, .. } = &study;
            report(
                Flaw::Value,
                Verdict::Sound,
                &board,
                json!({"value": value, "plies": plies, "line": line, "positions": study.positions}),
            );
            let quick = plies.is_some_and(|n| n <= FEW_PLIES);
            let winning = openings.iter().filter(|o| Some(o.value) == Some(*value) && o.value == Value::First);
            let winning: Vec<&str> = winning.map(|o| o.notation.as_str()).collect();
            let evidence =
                json!({"winner": value, "plies": plies, "line": line, "openings": openings.len(), "winning": winning});
            report(Flaw::QuickWin, Verdict::flawed_if(quick), &board, evidence);
            let evidence = json!({"value": value, "line": line});
            report(Flaw::ForcedDraw, Verdict::flawed_if(*value == Value::Draw), &board, evidence);
            let (verdict, evidence) = study.zugzwang();
            report(Flaw::Zugzwang, verdict, &board, evidence);
            let (verdict, evidence) = study.decided();
            report(Flaw::DecidedEarly, verdict, &board, evidence);
            let (verdict, evidence) = ablation::dead_rules(tree, &board, &study, limits);
            report(Flaw::DeadRule, verdict, &board, evidence);
            let (verdict, evidence) = growth::simple_rule(&rules, &board, limits);
            // Growth is about all boards of the family, so it tells of the game's own whichever were enumerated.
            report(Flaw::SimpleRule, verdict, &own, evidence);
        }
        Err(reason) => {
            for check in Flaw::ALL.into_iter().filter(|c| *c != Flaw::Mirror) {
                report(check, Verdict::Open, &own, json!({"reason": reason.to_string()}));
            }
        }
    }
    let (verdict, evidence) = with_game!(&game, game => mirror::strategy(game, limits));
    report(Flaw::Mirror, verdict, &own, evidence);
    checks.sort_by_key(|c| c.check);
    Ok(checks)
}

/// The largest board that can be enumerated, from the game's own downwards.
fn study(rules: &Rules, limits: &Limits) -> Result<(Vec<u32>, Study), SolveError> {
    let mut first = None;
    for sizes in smaller(&rules.board) {
        let Some(game) = resized(rules, &sizes) else { continue };
        match with_game!(&game, game => Study::of(game, limits)) {
            // A board on which the game is over before it begins tells nothing.
            Ok(study) if study.positions > 1 => return Ok((sizes, study)),
            Ok(_) => {}
            Err(error) => _ = first.get_or_insert(error),
        }
    }
    Err(first.unwrap_or_else(|| SolveError::Limit("no board of this shape can be enumerated".into())))
}

/// The sizes of a board and of smaller ones, each one less in every direction.
fn smaller(board: &BoardSpec) -> impl Iterator<Item = Vec<u32>> {
    let sizes = board.sizes.clone();
    let least = sizes.iter().copied().min().unwrap_or(1);
    // Nothing is to be learnt from boards one cell across that are not meant to be.
    let steps = least.saturating_sub(1).max(1);
    (0..steps).map(move |less| sizes.iter().map(|n| n - less).collect())
}

/// The rules on a board of other sizes, if they can be played there.
fn resized(rules: &Rules, sizes: &[u32]) -> Option<AnyGame> {
    let mut rules = rules.clone();
    rules.board.sizes = sizes.to_vec();
    AnyGame::new(rules).ok()
}
