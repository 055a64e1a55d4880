//! Flags and reasons: what speaks against a game, in words.

use super::forced::Opening;
use super::habits::Habits;
use super::knowledge::Variant;
use super::oddity::{Oddity, OddityKind};
use crate::criticism::{Requirement, wilson};
use crate::solver::Value;
use crate::solver::flaws::{self, Check};
use crate::synthesis::{Standing, Surprise};
use crate::trials::{Rung, Skill};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The kinds of signs that a game is not one that people would play. A score counts less for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// The rules say what nobody would write.
    Lint,
    /// The play is like that of no known game.
    Play,
    /// Much of it is decided within a few plies of the start.
    Openings,
    /// Better players do not play it better.
    Ladder,
    /// The rules are surprising throughout.
    Surprise,
}

impl Sign {
    /// Its word in every output.
    pub fn word(self) -> &'static str {
        match self {
            Sign::Lint => "lint",
            Sign::Play => "play",
            Sign::Openings => "openings",
            Sign::Ladder => "ladder",
            Sign::Surprise => "surprise",
        }
    }
}

/// A sign that was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flag {
    /// Its kind.
    pub sign: Sign,
    /// What was seen, in words.
    pub text: String,
}

impl Flag {
    pub(super) fn new(sign: Sign, text: impl Into<String>) -> Flag {
        Flag { sign, text: text.into() }
    }
}

/// Games shorter than so many turns are over before they begin.
const SHORT: f64 = 7.5;
/// Lengths that vary more than so much, as a share of the mean, have no measure.
const UNEVEN: f64 = 0.8;
/// More turns than this share on one and the same cell are play on that cell alone.
const SAME_CELL: f64 = 0.07;
/// More moves than this share that their mover has just made are play back and forth.
const REPEATED: f64 = 0.25;

/// What the trials show.
pub(super) fn of_play(habits: &Habits) -> Vec<Flag> {
    let percent = |share: f64| (100.0 * share).round();
    let mut flags = Vec::new();
    let mut flag = |text: String| flags.push(Flag::new(Sign::Play, text));
    if habits.turns < SHORT {
        flag(format!("a game takes {:.1} turns on average", habits.turns));
    }
    if habits.variation > UNEVEN {
        flag(format!("lengths vary by {} % of their mean", percent(habits.variation)));
    }
    if habits.same_cell > SAME_CELL {
        flag(format!("{} % of moves go where the two moves before them went", percent(habits.same_cell)));
    }
    if habits.repeated > REPEATED {
        flag(format!("{} % of moves are the same as their mover's last but one", percent(habits.repeated)));
    }
    flags
}

/// What a viable game must keep to, where trials fail it and are too few to be certain.
pub(super) fn of_viability(borderline: &[Requirement]) -> Vec<Flag> {
    let flag = |requirement: &Requirement| Flag::new(Sign::Play, format!("{requirement}, as far as the trials tell"));
    borderline.iter().map(flag).collect()
}

/// What the search from the start shows, short of what is fatal.
pub(super) fn of_openings(opening: &Opening) -> Option<Flag> {
    let many = opening.quick > 0 && 4 * opening.quick >= opening.openings;
    many.then(|| {
        let (quick, all, few) = (opening.quick, opening.openings, super::forced::FEW_PLIES);
        Flag::new(
            Sign::Openings,
            format!("{quick} of {all} openings of two plies are decided in fewer than {few} plies"),
        )
    })
}

/// What a ladder tells in sum.
struct Climb {
    skill: Skill,
    /// The games that whoever began has won, and those that were won at all.
    first: u64,
    won: u64,
}

impl Climb {
    /// That of all rungs together, the last match included; `None` if there is one rung or none.
    fn of(rungs: &[Rung]) -> Option<Climb> {
        let skill = Skill::of(rungs).filter(|_| rungs.len() > 1)?;
        let mut climb = Climb { skill, first: 0, won: 0 };
        for rung in rungs {
            climb.first += u64::from(rung.first_wins);
            climb.won += u64::from(rung.result.games.saturating_sub(rung.result.draws));
        }
        Some(climb)
    }

    /// Whether the stronger side has certainly little of being stronger.
    fn has_little_skill(&self) -> bool {
        self.skill.elo + ONE_SIDED_95 * self.skill.error < LITTLE_SKILL
    }

    /// Who certainly wins most of the games that are won: whoever begins, or the other.
    fn favours(&self) -> Option<&'static str> {
        let (low, high) = wilson(self.first, self.won, 0.95);
        if low > ONE_SIDED { Some("begins") } else { (high < 1.0 - ONE_SIDED).then_some("does not begin") }
    }
}

/// How many kinds of signs take from what is expected of a game. That players hardly get better by thinking does not: readers rate 36 bred games of which nothing else was told
/// as the others of their nights (−0.02, standard error 0.18: `reports/readings`), and good games of chains are among them, which the players play poorly.
pub(super) fn weighing(kinds: &BTreeSet<Sign>, rungs: &[Rung]) -> usize {
    let favours = || Climb::of(rungs).is_some_and(|climb| climb.favours().is_some());
    kinds.iter().filter(|&&kind| kind != Sign::Ladder || favours()).count()
}

/// Whether rules with these oddities are beyond what people write: one is a mistake, or they are odd in two ways. No known game is so odd.
pub(super) fn are_fatal(oddities: &[Oddity]) -> bool {
    let kinds: BTreeSet<OddityKind> = oddities.iter().map(|oddity| oddity.kind).collect();
    kinds.len() > 1 || kinds.iter().any(|kind| kind.is_mistake())
}

/// What the ladder shows: strength should tell, and neither player be lost from the start.
pub(super) fn of_ladder(rungs: &[Rung]) -> Vec<Flag> {
    let Some(climb) = Climb::of(rungs) else { return Vec::new() };
    let mut flags = Vec::new();
    if climb.has_little_skill() {
        let Skill { elo, error } = climb.skill;
        flags.push(Flag::new(
            Sign::Ladder,
            format!("players hardly get better by thinking: twice the work is worth {elo:.0} ± {error:.0} Elo points"),
        ));
    }
    if let Some(who) = climb.favours() {
        let share = if who == "begins" { climb.first } else { climb.won - climb.first };
        let share = (100.0 * share as f64 / climb.won as f64).round();
        flags.push(Flag::new(
            Sign::Ladder,
            format!("of the games that are won between players of all strengths {share} % are won by who {who}"),
        ));
    }
    flags
}

/// What the ladder and the trials show together: nothing that a player does decides the game. In a match with sides changed an advantage of one side decides nothing.
pub(super) fn fatal_ladder(rungs: &[Rung], habits: &Habits, sides_change: bool) -> Option<String> {
    let climb = Climb::of(rungs).filter(Climb::has_little_skill)?;
    if let Some(who) = climb.favours().filter(|_| !sides_change) {
        return Some(format!("from random openings who {who} wins, whoever is stronger"));
    }
    let fixed = habits.turns > 0.0 && habits.variation < SAME_LENGTH;
    fixed.then(|| "all games have the same length, and who wins them has nothing to do with strength".into())
}

/// What the n-gram model of the known games shows. A sign and no more: known games that people like, Havannah and Pentago among them, are as
/// surprising as the strangest junk of a night that a person labelled (`reports/naturalness`).
pub(super) fn of_surprise(surprise: &Surprise, standing: &Standing) -> Option<Flag> {
    let worst = surprise.worst.first().map_or(String::new(), |p| format!(", above all by {} in {}", p.text, p.place));
    let share = |share: f64| format!("{} %", (100.0 * share).floor());
    let text = if standing.mean > SURPRISING {
        let (known, bits) = (share(standing.mean), surprise.mean);
        format!("its rules are more surprising than those of {known} of the known games: {bits:.1} bits a node{worst}")
    } else if standing.excess > SURPRISING {
        let known = share(standing.excess);
        format!("its rules surprise more often than those of {known} of the known games of about its length{worst}")
    } else {
        return None;
    };
    Some(Flag::new(Sign::Surprise, text))
}

/// Rules more surprising than this share of the known games are a sign.
const SURPRISING: f64 = 0.95;

/// Where twice the work is certainly worth fewer Elo points than that, there is nothing to be better at. With our players it is worth 63 in Tzaar, 49 in Connect
/// Four, 41 in Santorini and 19 in Y; of the dozen games that people like which were measured, Lines of
/// Action alone lies certainly below, where they play poorly.
const LITTLE_SKILL: f64 = 30.0;
/// Standard errors beyond which a normal figure lies in one case of twenty.
const ONE_SIDED_95: f64 = 1.645;
/// Where a side certainly wins a greater share than that, the other may as well not play.
const ONE_SIDED: f64 = 0.68;
/// Lengths that vary less than that, as a share of the mean, are one length.
const SAME_LENGTH: f64 = 0.01;

/// A win or draw that is known from the start, or lies about after three quarters of the openings: no game is left to play. Openings are drawn at
/// random and blunder often: in King's Valley half of them are decided soon after.
pub(super) fn fatal_opening(opening: &Opening) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(forced) = &opening.start {
        let line = if forced.line.is_empty() { String::new() } else { format!(": {}", forced.line.join(" ")) };
        let plies = forced.plies.map_or(String::new(), |n| format!(" in {n} {}", if n == 1 { "ply" } else { "plies" }));
        reasons.push(match forced.value {
            Value::First => format!("whoever begins wins{plies}{line}"),
            Value::Second => format!("whoever begins loses{plies}{line}"),
            Value::Draw => "both sides can force a draw".into(),
        });
    }
    if opening.quick > 0 && 4 * opening.quick >= 3 * opening.openings {
        let example = opening
            .example
            .as_ref()
            .map_or(String::new(), |(line, forced)| format!(", such as {}: {}", line.join(" "), forced.line.join(" ")));
        let (quick, all, few) = (opening.quick, opening.openings, super::forced::FEW_PLIES);
        reasons.push(format!("{quick} of {all} openings of two plies are decided in fewer than {few} plies{example}"));
    }
    reasons
}

/// The fatal flaws that the solver proved, or could not refute, but for those that the search from the start has told already.
pub(super) fn fatal_flaws(checks: &[Check], opening: &Opening) -> Vec<String> {
    use flaws::Flaw::{ForcedDraw, Mirror, QuickWin, SimpleRule};
    let known = opening.start.is_some();
    let copies = checks.iter().filter(|check| check.check == Mirror).find_map(|check| check.evidence.get("unrefuted"));
    let copies = copies.map(|strategy| {
        let games = &strategy["games"];
        format!("one side copies the other, and never fails in {games} games against random moves")
    });
    let fatal = checks.iter().filter(|check| check.fatal);
    let words = fatal.filter_map(|check| match check.check {
        QuickWin | ForcedDraw if known => None,
        QuickWin => Some("somebody wins by force within a few moves"),
        ForcedDraw => Some("both sides can force a draw"),
        Mirror => Some("one side never loses by copying the other"),
        SimpleRule => Some("a short rule tells who wins"),
        _ => Some("solved"),
    });
    words.map(String::from).chain(copies).collect()
}

/// What a game is to the known games that it is closest to, in words: `on another board is Hex, 488-Hex`.
pub(super) fn kinship(variants: &[Variant]) -> Option<String> {
    let closest = variants.iter().map(|v| v.relation).min()?;
    let games: Vec<&str> = variants.iter().filter(|v| v.relation == closest).map(|v| v.game.as_str()).collect();
    Some(format!("{} {}", closest.words(), games.join(", ")))
}

/// Play that stays on one cell leaves no game.
pub(super) fn fatal_habits(habits: &Habits) -> Option<String> {
    (habits.same_cell > ONE_CELL).then(|| {
        format!(
            "play stays on one cell: {} % of moves go where the two moves before them went",
            (100.0 * habits.same_cell).round()
        )
    })
}

/// No game is left where more moves than this share go on and on to one cell; in a game of five cells a quarter does.
const ONE_CELL: f64 = 0.35;

#[cfg(test)]
mod tests {
    use super::super::forced::Forced;
    use super::super::lint::lint;
    use super::*;
    use crate::game::{AnyGame, lower};
    use crate::language::{Tree, canonical};
    use crate::synthesis::TreeModel;
    use crate::synthesis::reader::known_games;
    use crate::trials::MatchRecord;

    #[test]
    fn what_is_decided_at_the_start_is_fatal_and_what_often_is_soon_after_is_a_sign() {
        let opening = |quick, start| Opening { start, openings: 24, quick, ..Opening::default() };
        let win = Forced { value: Value::Second, plies: Some(2), line: vec!["a1".into(), "b1".into()] };
        assert_eq!(fatal_opening(&opening(0, Some(win))), ["whoever begins loses in 2 plies: a1 b1"]);
        assert!(fatal_opening(&opening(17, None)).is_empty() && fatal_opening(&opening(18, None)).len() == 1);
        assert!(of_openings(&opening(5, None)).is_none() && of_openings(&opening(6, None)).is_some());
        assert!(of_openings(&Opening::default()).is_none() && fatal_opening(&Opening::default()).is_empty());
    }

    #[test]
    fn mistakes_and_two_kinds_of_oddities_are_fatal() {
        use OddityKind::{DoesTwice, IdleStacks, SaysTwice};
        let fatal = |kinds: &[OddityKind]| {
            are_fatal(&kinds.iter().map(|&kind| Oddity::new(kind, format!("{kind:?}"))).collect::<Vec<_>>())
        };
        assert!(!fatal(&[]) && !fatal(&[SaysTwice, SaysTwice]) && !fatal(&[IdleStacks]));
        assert!(fatal(&[SaysTwice, IdleStacks]) && fatal(&[DoesTwice]));
    }

    #[test]
    fn strength_must_tell_and_neither_side_be_lost() {
        let rung = |wins, first_wins| Rung {
            weaker: 1,
            stronger: 2,
            result: MatchRecord { wins, draws: 0, games: 75 },
            first_wins,
        };
        let ladder = |wins, first| [rung(wins, first), rung(wins, first)];
        let varied = Habits { turns: 20.0, variation: 0.3, ..Habits::default() };
        let fixed = Habits { variation: 0.0, ..varied };
        // 70 of 150 are at most 24 points in 95 of 100 cases, 72 of 150 at most 33; 114 of 150 at least 0.686 (Wilson, 95 %), 112 at least 0.671.
        let flags = |wins, first| of_ladder(&ladder(wins, first)).len();
        assert_eq!(
            [flags(35, 40), flags(36, 40), flags(36, 57), flags(36, 56), flags(35, 57), flags(36, 18)],
            [1, 0, 1, 0, 2, 1]
        );
        // That better players play no better is told and takes nothing; that a side is favoured does.
        let weighing = |wins, first| {
            let rungs = ladder(wins, first);
            let kinds = of_ladder(&rungs).iter().map(|flag| flag.sign).chain([Sign::Lint]).collect();
            super::weighing(&kinds, &rungs)
        };
        assert_eq!((weighing(35, 40), weighing(35, 57), weighing(60, 40)), (1, 2, 1));
        assert!(of_ladder(&[rung(10, 10)]).is_empty() && of_ladder(&[]).is_empty());
        assert_eq!(fatal_ladder(&ladder(35, 40), &varied, false), None);
        assert!(fatal_ladder(&ladder(35, 40), &fixed, false).unwrap().contains("same length"));
        assert_eq!(
            fatal_ladder(&ladder(35, 57), &varied, false).unwrap(),
            "from random openings who begins wins, whoever is stronger"
        );
        assert_eq!(
            fatal_ladder(&ladder(35, 18), &fixed, false).unwrap(),
            "from random openings who does not begin wins, whoever is stronger"
        );
        assert_eq!(fatal_ladder(&ladder(60, 57), &fixed, false), None);
        // Of unequal sides one may win most: whoever plays both is as good as the other.
        assert_eq!(fatal_ladder(&ladder(35, 57), &varied, true), None);
    }

    #[test]
    fn what_trials_leave_open_is_a_sign() {
        let flags = of_viability(&[Requirement::Advantage]);
        assert_eq!(flags.len(), 1);
        assert_eq!(flags[0].text, "the first or the second mover wins too often, as far as the trials tell");
        assert!(flags[0].sign == Sign::Play && of_viability(&[]).is_empty());
    }

    #[test]
    fn hardly_a_known_game_has_both_signs_in_its_rules() {
        let trees: Vec<Tree> = known_games().iter().map(|(_, tree)| canonical(tree)).collect();
        let model = TreeModel::fit(&trees);
        let (mut flagged, mut odd) = (0, Vec::new());
        for (i, tree) in trees.iter().enumerate() {
            let surprise = model.surprise(tree, &[i]);
            if of_surprise(&surprise, &model.standing(&surprise, &[i]).unwrap()).is_some() {
                flagged += 1;
                if !lint(tree, &AnyGame::new(lower(tree).unwrap()).unwrap()).is_empty() {
                    odd.extend(tree.args()[0].as_word());
                }
            }
        }
        odd.sort_unstable();
        assert_eq!(odd, ["Billabong", "Chomp", "Zola"]);
        // Beyond 95 % by one figure or the other.
        assert!((trees.len() / 50..trees.len() / 10).contains(&flagged), "{flagged} of {}", trees.len());
    }

    #[test]
    fn rules_like_those_of_known_games_are_no_sign() {
        let surprise = Surprise { mean: 3.25, ..Surprise::default() };
        let flag = |mean, excess| of_surprise(&surprise, &Standing { mean, excess });
        assert!(flag(0.95, 0.95).is_none());
        assert!(flag(0.96, 0.0).is_some_and(|f| f.text.contains("96 % of the known games: 3.2 bits")));
        assert!(flag(0.5, 1.0).is_some_and(|f| f.text.contains("100 % of the known games of about its length")));
    }

    #[test]
    fn ordinary_play_has_no_sign() {
        let chess = Habits { turns: 80.0, variation: 0.4, same_cell: 0.03, repeated: 0.05 };
        assert!(of_play(&chess).is_empty());
        assert_eq!(of_play(&Habits { turns: 3.0, variation: 0.9, same_cell: 0.5, repeated: 0.5 }).len(), 4);
    }
}
