//! Why a game is worth a look, in a sentence: what it is near to, and what is strong about it beside the known games.

use super::model::{Candidate, Model};
use super::words::things;
use crate::criticism::Criterion;
use crate::judgement::Judgement;
use crate::language::syntax::capital;
use crate::order;
use crate::store::GameId;
use crate::trials::Skill;
use std::fmt::Write;

/// What is said of a game of which a criterion is higher than of most known games, or lower where that is what attracts.
const PRAISE: [(Criterion, bool, &str); 11] = [
    (Criterion::LeadChange, true, "the lead changes often"),
    (Criterion::DramaAverage, true, "players come back from far behind"),
    (Criterion::UncertaintyLate, true, "it stays open until late"),
    (Criterion::KillerMoves, true, "one strong move can turn the game"),
    (Criterion::Control, true, "threats leave few good answers"),
    (Criterion::PuzzleFrequency, true, "hidden winning moves turn up often"),
    (Criterion::DepthDiscernment, true, "the best move lies deep"),
    (Criterion::FoulUp, true, "a hasty move costs dearly"),
    (Criterion::InteractionMobility, true, "each move changes what the other player can do"),
    (Criterion::InteractionContact, true, "the sides are at close quarters throughout"),
    (Criterion::ClarityNarrowness, false, "it is clear which moves matter"),
];

/// As many strengths are told.
const TOLD: usize = 2;
/// Games are compared with so many known games at least.
const LEAST: usize = 5;
/// A strength is beyond this share of the known games; the best one only beyond the half of them.
const STRONG: f64 = 0.6;

/// A game this near to a known one is close to it, and one so far from all of them is like none: shares of the way to having nothing in common.
const CLOSE: f64 = 0.1;
const FAR: f64 = 0.25;

/// Thinking pays where twice the work is worth so many Elo points, and certainly something.
const PAYS: f64 = 30.0;

/// Why the game is worth a look; then how it was measured and what speaks against it.
pub(super) fn why(model: &Model, candidate: &Candidate) -> String {
    let Some(judgement) = &candidate.judgement else { return String::new() };
    let mut text = sentence(judgement, &strengths(&standings(model, candidate.row.id)));
    if let Some((_, times)) = candidate.heat {
        let times = if times == 2 { "twice".into() } else { format!("{times} times") };
        let _ = write!(text, " Measured again with {times} the work.");
    }
    for flag in &judgement.flags {
        let _ = write!(text, " A doubt: {}.", flag.text);
    }
    text
}

/// What the figures say for a game, what it is near to first.
fn sentence(judgement: &Judgement, strengths: &[&str]) -> String {
    let near = judgement.nearest.rules.first().map(|(name, distance)| match *distance {
        near if near <= CLOSE => format!("close to {name}"),
        far if far > FAR => format!("unlike the known games, of which {name} is the nearest"),
        _ => format!("related to {name}"),
    });
    let mut parts: Vec<String> = near.into_iter().collect();
    parts.extend(strengths.iter().map(|strength| strength.to_string()));
    let pays = |skill: &Skill| skill.elo >= PAYS && skill.elo > 2.0 * skill.error;
    parts.extend(Skill::of(&judgement.ladder).filter(pays).map(|_| "deeper thinking pays".to_owned()));
    let turns = judgement.habits.turns.round().max(0.0) as usize;
    parts.push(format!("a game takes about {}", things(turns, "turn", "turns")));
    format!("{}.", capital(&parts.join("; ")))
}

/// For each praise the share of the known games that the game is beyond, ties counting half; what was not measured is left out.
fn standings(model: &Model, game: GameId) -> Vec<(f64, &'static str)> {
    let value = |game: GameId, name: &str| {
        let of = |number: u8| model.run.criteria.get(usize::from(number)).is_some_and(|own| own == name);
        model.measurements.get(&game)?.iter().find(|m| of(m.criterion)).map(|m| m.value)
    };
    let standing = |&(criterion, high, text): &(Criterion, bool, &'static str)| {
        let own = value(game, criterion.name())?;
        let known = model.games.seed_games().filter(|seed| seed.viable == Some(true));
        let known: Vec<f64> = known.filter_map(|seed| value(seed.id, criterion.name())).collect();
        (known.len() >= LEAST).then(|| (beyond(own, &known, high), text))
    };
    PRAISE.iter().filter_map(standing).collect()
}

/// The share of values that one is above, or below, ties counting half.
fn beyond(own: f64, values: &[f64], above: bool) -> f64 {
    let points = values.iter().map(|value| match own.total_cmp(value) as i8 {
        0 => 0.5,
        order => f64::from(u8::from((order > 0) == above)),
    });
    points.sum::<f64>() / values.len().max(1) as f64
}

/// The strongest of the standings, the strongest first.
fn strengths(standings: &[(f64, &'static str)]) -> Vec<&'static str> {
    let mut sorted = standings.to_vec();
    order::sort_by(&mut sorted, |a, b| b.0.total_cmp(&a.0));
    let enough = |(n, (share, _)): &(usize, (f64, &str))| *share > if *n == 0 { 0.5 } else { STRONG };
    sorted.into_iter().enumerate().take(TOLD).filter(enough).map(|(_, (_, text))| text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(near: f64, points: u32, turns: f64) -> Judgement {
        let rung = |weaker: u32| {
            let result = serde_json::json!({"wins": points, "draws": 0, "games": 100});
            serde_json::json!({"weaker": weaker, "stronger": 2 * weaker, "result": result, "first_wins": 50})
        };
        let judgement = serde_json::json!({
            "game": "G", "shelf": "candidate", "viable": true, "reasons": [], "score": 4.0, "score_low": 3.9, "score_high": 4.1,
            "doubted": 4.0, "reduced": "(game G)", "removed": [], "evidence": "", "variant_of": [],
            "nearest": {"rules": [["Yavalath", near]], "play": []}, "surprise": 2.0, "flags": [], "flaws": [],
            "ladder": [rung(1), rung(2), rung(4)], "words": 9,
            "opening": {"start": null, "openings": 0, "quick": 0, "example": null, "nodes": 0},
            "habits": {"turns": turns, "variation": 0.2, "same_cell": 0.0, "repeated": 0.0},
        });
        serde_json::from_value(judgement).unwrap()
    }

    #[test]
    fn the_sentence_says_what_attracts() {
        let strengths = ["the lead changes often"];
        assert_eq!(
            sentence(&judgement(0.02, 70, 59.0), &strengths),
            "Close to Yavalath; the lead changes often; deeper thinking pays; a game takes about 59 turns."
        );
        assert_eq!(sentence(&judgement(0.17, 50, 1.0), &[]), "Related to Yavalath; a game takes about 1 turn.");
        let far = sentence(&judgement(0.4, 50, 8.0), &[]);
        assert_eq!(far, "Unlike the known games, of which Yavalath is the nearest; a game takes about 8 turns.");
    }

    #[test]
    fn the_strongest_are_told_and_nothing_weak() {
        assert_eq!(strengths(&[(0.7, "a"), (0.9, "b"), (0.8, "c")]), ["b", "c"]);
        assert_eq!(strengths(&[(0.55, "a"), (0.55, "b"), (0.2, "c")]), ["a"], "one that is better than half of them");
        assert_eq!(strengths(&[(0.5, "a"), (0.1, "b")]), [""; 0]);
        assert_eq!(strengths(&[]), [""; 0]);
        assert_eq!(beyond(2.0, &[1.0, 2.0, 3.0, 0.0], true), 0.625);
        assert_eq!(beyond(2.0, &[1.0, 2.0, 3.0, 0.0], false), 0.375);
    }
}
