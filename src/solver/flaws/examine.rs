//! All checks of a game.

use super::ablation;
use super::board::Study;
use super::growth;
use super::limits::Limits;
use super::mirror;
use super::sizes::{larger, resized, smaller};
use super::verdict::{FEW_PLIES, Flaw, Verdict};
use crate::game::{AnyGame, Rules, lower};
use crate::language::Tree;
use crate::order;
use crate::solver::{SolveError, Value};
use crate::with_game;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// What it looked for.
    pub check: Flaw,
    /// What came of it.
    pub verdict: Verdict,
    /// Whether the game is not worth playing: it has a fatal flaw, and on its own board.
    pub fatal: bool,
    /// The sizes of the board examined.
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
/// ```
/// use ludogen::language::parse;
/// use ludogen::solver::flaws::{Limits, examine};
///
/// // Whoever begins has two in a row with the second stone.
/// let rules = "(game Two (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 2))))";
/// let checks = examine(&parse(rules).unwrap(), &Limits::default()).unwrap();
/// assert!(checks.iter().any(|check| check.fatal));
/// ```
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
    order::sort_by_key(&mut checks, |c| c.check);
    Ok(checks)
}

/// The largest board that can be enumerated: the game's own or one that is less in every direction, and then of those that are one more in one direction
/// the first that can be, too.
fn study(rules: &Rules, limits: &Limits) -> Result<(Vec<u32>, Study), SolveError> {
    let attempt = |sizes: &[u32]| {
        let game = resized(rules, sizes)?;
        Some(with_game!(&game, game => Study::of(game, limits)))
    };
    let mut failed = None;
    for sizes in smaller(&rules.board) {
        match attempt(&sizes) {
            // A board on which the game is over before it begins tells nothing.
            Some(Ok(study)) if study.positions > 1 => {
                let more = larger(&sizes, &rules.board.sizes);
                let found = more.into_iter().find_map(|sizes| match attempt(&sizes) {
                    Some(Ok(study)) if study.positions > 1 => Some((sizes, study)),
                    _ => None,
                });
                return Ok(found.unwrap_or((sizes, study)));
            }
            Some(Ok(_)) => {
                failed.get_or_insert(SolveError::Limit("the game is over before it begins".into()));
            }
            Some(Err(error)) => {
                failed.get_or_insert(error);
            }
            None => {}
        }
    }
    Err(failed.unwrap_or_else(|| SolveError::Limit("no board of this shape can be enumerated".into())))
}
