//! What the checks of the solver asked and found, in words: for the page of a game and for `ludogen judge`.

use super::words::things;
use crate::judgement::Checked;
use crate::solver::Value;
use crate::solver::flaws::Flaw;
use crate::store::VerdictRow;
use serde_json::Value as Json;

/// What a check found, whoever kept it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The flaw, by name.
    pub flaw: String,
    /// `flawed`, `fatal`, `sound`, or whatever says that it is not known.
    pub verdict: String,
    /// The sizes of the board that was searched.
    pub board: Vec<u32>,
    /// What a person can replay.
    pub found: Json,
}

impl From<&Checked> for Finding {
    fn from(check: &Checked) -> Finding {
        let verdict = if check.fatal { VerdictRow::FATAL } else { &check.verdict };
        Finding {
            flaw: check.flaw.clone(),
            verdict: verdict.into(),
            board: check.board.clone(),
            found: check.evidence.clone(),
        }
    }
}

impl From<&VerdictRow> for Finding {
    fn from(row: &VerdictRow) -> Finding {
        let mut evidence: Json = serde_json::from_str(&row.evidence).unwrap_or_default();
        let board = sizes(&evidence["board"]);
        let found = evidence.get_mut("found").map(Json::take).unwrap_or_default();
        Finding { flaw: row.flaw.clone(), verdict: row.verdict.clone(), board, found }
    }
}

/// What a check asks, in words; `None` of a check that nobody knows.
///
/// ```
/// use ludogen::report::asked;
///
/// assert_eq!(asked("quick-win"), Some("a forced win in a few moves"));
/// assert_eq!(asked("quick"), None);
/// ```
pub fn asked(flaw: &str) -> Option<&'static str> {
    let flaw = Flaw::ALL.into_iter().find(|known| known.name() == flaw)?;
    Some(match flaw {
        Flaw::Value => "who wins with perfect play",
        Flaw::QuickWin => "a forced win in a few moves",
        Flaw::Mirror => "a way never to lose by copying every move",
        Flaw::SimpleRule => "a short rule that tells who wins, as in Nim",
        Flaw::ForcedDraw => "a draw that both sides can force",
        Flaw::Zugzwang => "positions in which passing would be better",
        Flaw::DecidedEarly => "a result that is settled early",
        Flaw::DeadRule => "a part of the rules that makes no difference",
    })
}

/// What is to be said beside findings on smaller boards.
pub const SMALLER: &str = "What holds on a smaller board need not hold on the game's own.";

/// What each check asked and what it found, in words; and whether some of them looked at a smaller board.
///
/// ```
/// use ludogen::report::{Finding, findings};
///
/// let finding = |flaw: &str, board: &[u32], found| Finding {
///     flaw: flaw.into(),
///     verdict: "sound".into(),
///     board: board.to_vec(),
///     found,
/// };
/// // Ways of mirroring are tried on the game's own board.
/// let mirror = finding("mirror", &[5, 5], serde_json::json!({ "strategies": 9 }));
/// let (told, smaller) = findings(&[finding("quick-win", &[3, 3], serde_json::json!({ "winner": "draw" })), mirror]);
/// assert_eq!(told[0].0, "a forced win in a few moves");
/// assert_eq!(told[0].1, "not found on 3 by 3, the largest smaller board that was searched completely");
/// assert!(smaller);
/// ```
pub fn findings(all: &[Finding]) -> (Vec<(String, String)>, bool) {
    // Ways of mirroring are tried on the game's own board, whichever was searched completely.
    let own = all.iter().find(|finding| finding.flaw == Flaw::Mirror.name()).map(|finding| &finding.board[..]);
    let told = |finding: &Finding| {
        let known = asked(&finding.flaw);
        let question = known.map_or_else(|| finding.flaw.replace('-', " "), str::to_owned);
        let answer = if known.is_some() { finding.told(own) } else { finding.verdict.clone() };
        (question, answer)
    };
    (all.iter().map(told).collect(), all.iter().any(|finding| finding.is_smaller(own)))
}

/// How many moves of a line are told.
const LINE: usize = 12;
/// How many parts of the rules are told.
const PARTS: usize = 3;

fn sizes(json: &Json) -> Vec<u32> {
    let sizes = json.as_array().into_iter().flatten();
    sizes.filter_map(|size| u32::try_from(size.as_u64()?).ok()).collect()
}

fn board(sizes: &[u32]) -> String {
    match sizes {
        [one] => format!("size {one}"),
        _ => sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(" by "),
    }
}

/// The moves of a line, as far as they are told, in brackets behind what they show.
fn line(json: &Json) -> String {
    let moves: Vec<&str> = json.as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    match moves.len() {
        0 => String::new(),
        n if n > LINE => format!(" ({} …)", moves[..LINE].join(" ")),
        _ => format!(" ({})", moves.join(" ")),
    }
}

impl Finding {
    fn is_smaller(&self, own: Option<&[u32]>) -> bool {
        !self.board.is_empty() && own.is_some_and(|own| own != self.board)
    }

    fn number(&self, key: &str) -> usize {
        self.found[key].as_u64().unwrap_or(0) as usize
    }

    /// Where it was looked for.
    fn place(&self, own: Option<&[u32]>) -> String {
        match (&self.board[..], own) {
            ([], _) => String::new(),
            (own_board, Some(own)) if own_board == own => " on its own board".into(),
            (smaller, Some(_)) => {
                format!(" on {}, the largest smaller board that was searched completely", board(smaller))
            }
            (sizes, None) => format!(" on {}", board(sizes)),
        }
    }

    /// What was found, in words.
    fn told(&self, own: Option<&[u32]>) -> String {
        let Some(flaw) = Flaw::ALL.into_iter().find(|flaw| flaw.name() == self.flaw) else { return String::new() };
        let place = self.place(own);
        let (known, flawed) = match self.verdict.as_str() {
            VerdictRow::FATAL | "flawed" => (true, true),
            "sound" => (true, false),
            _ => (false, false),
        };
        if !known {
            return self.unknown(flaw);
        }
        let mut text = match flaw {
            Flaw::Value => format!("{}{place}{}", self.winner("value"), line(&self.found["line"])),
            Flaw::QuickWin if flawed => format!("found{place}: {}{}", self.winner("winner"), line(&self.found["line"])),
            Flaw::ForcedDraw if flawed => format!("found{place}{}", line(&self.found["line"])),
            Flaw::QuickWin | Flaw::ForcedDraw => format!("not found{place}"),
            Flaw::Zugzwang => self.passes(&place, flawed),
            Flaw::DecidedEarly => self.settled(&place, flawed),
            Flaw::DeadRule => self.parts(&place, flawed),
            Flaw::Mirror if flawed => format!("found: {}", copied(&self.found)),
            Flaw::Mirror => match self.number("strategies") {
                0 => "not found: nothing can be copied".into(),
                1 => "not found: the one way of copying fails".into(),
                n => format!("not found: each of {n} ways of copying fails"),
            },
            Flaw::SimpleRule => self.rule(flawed),
        };
        if self.is_smaller(own) && (flawed || flaw == Flaw::Value) {
            text.push_str("; not known on its own board");
        }
        if self.verdict == VerdictRow::FATAL {
            text.push_str(" – which makes it not worth playing");
        }
        text
    }

    /// Who wins, and in how many moves of both.
    fn winner(&self, key: &str) -> String {
        let who = match self.found[key].as_str() {
            Some(word) if word == Value::First.word() => "whoever begins wins",
            Some(word) if word == Value::Second.word() => "whoever does not begin wins",
            _ => return "nobody can force a win".into(),
        };
        match self.found["plies"].as_u64() {
            Some(plies) => format!("{who} in {}", things(plies as usize, "move", "moves")),
            None => who.into(),
        }
    }

    fn passes(&self, place: &str, flawed: bool) -> String {
        let tried = self.number("positions").saturating_sub(self.number("unknown"));
        let tried = things(tried, "position that was tried", "positions that were tried");
        let most = if flawed { ", which is most of them" } else { "" };
        format!("{} of {tried}{most},{place}", self.number("better_to_pass")).trim_end_matches(',').to_owned()
    }

    fn settled(&self, place: &str, flawed: bool) -> String {
        let (settled, last) = (self.number("settled_at_ply"), things(self.number("last_ply"), "move", "moves"));
        if flawed && settled == 0 {
            format!("found{place}: nothing can change the result from the start")
        } else if flawed {
            format!("found{place}: of {last} of perfect play the result is mostly settled after {settled}")
        } else {
            format!("not found{place}: of {last} of perfect play the result is mostly open for {settled}")
        }
    }

    fn parts(&self, place: &str, flawed: bool) -> String {
        if flawed {
            let dead = self.found["dead"].as_array().into_iter().flatten();
            let dead: Vec<&str> = dead.filter_map(|part| part["ludeme"].as_str()).collect();
            let more = if dead.len() > PARTS { " and more" } else { "" };
            let dead = dead[..dead.len().min(PARTS)].join(", ");
            return format!("found{place}: the game is the same without {dead}{more}");
        }
        let tried = match self.number("tried") {
            0 => "there was none to leave out".into(),
            1 => "the one that was left out is missed".into(),
            n => format!("each of {n} that were left out is missed"),
        };
        format!("not found{place}: {tried}")
    }

    /// Whether lost positions follow a rule, which is asked of boards that grow.
    fn rule(&self, flawed: bool) -> String {
        let families = self.found["families"].as_array().into_iter().flatten();
        let families = families.filter(|family| !flawed || family["simple"].as_bool() == Some(true));
        let boards = families.flat_map(|family| family["boards"].as_array().into_iter().flatten());
        let largest = boards.max_by_key(|point| point["cells"].as_u64()).map(|point| sizes(&point["sizes"]));
        let place = largest.map_or_else(String::new, |sizes| format!(" on boards that grow up to {}", board(&sizes)));
        let found = if flawed { "found" } else { "not found" };
        format!("{found}{place}")
    }

    /// Why it is not known.
    fn unknown(&self, flaw: Flaw) -> String {
        let why = match (flaw, self.found["reason"].as_str()) {
            (_, Some(reason)) if reason.contains("positions that came before") => {
                "who wins depends on the positions that came before".into()
            }
            (_, Some(_)) => "no board of this shape could be searched completely".into(),
            (Flaw::Mirror, None) => {
                let (open, all) = (self.number("beyond_the_budget"), self.number("strategies"));
                let mut text = format!(
                    "of {} {open} could not be followed to the end",
                    things(all, "way of copying", "ways of copying")
                );
                if let Some(games) = self.found["unrefuted"]["games"].as_u64() {
                    let games = things(games as usize, "game", "games");
                    text.push_str(&format!("; one of them did not lose in {games} against random moves"));
                }
                text
            }
            (Flaw::SimpleRule, None) => "too few boards could be searched completely".into(),
            (Flaw::DeadRule, None) => "there are too many parts to leave out each".into(),
            (_, None) => "the search was broken off".into(),
        };
        format!("not known; {why}")
    }
}

/// How one side copies the other.
fn copied(found: &Json) -> String {
    match found["first_move"].as_str() {
        Some(first) => format!("whoever begins with {first} and then copies each move across the board never loses"),
        None => "whoever does not begin and copies each move across the board never loses".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn finding(flaw: &str, verdict: &str, board: &[u32], found: Json) -> Finding {
        Finding { flaw: flaw.into(), verdict: verdict.into(), board: board.to_vec(), found }
    }

    /// What is told of one check of a game on five by five.
    fn told(flaw: &str, verdict: &str, board: &[u32], found: Json) -> String {
        let own = finding("mirror", "sound", &[5, 5], json!({"strategies": 3}));
        findings(&[finding(flaw, verdict, board, found), own]).0[0].1.clone()
    }

    #[test]
    fn what_is_found_on_a_smaller_board_is_no_verdict_on_the_game() {
        let small = "on 3 by 3, the largest smaller board that was searched completely";
        let win = json!({"winner": "first", "plies": 3, "line": ["a1", "b1", "a2"]});
        assert_eq!(
            told("quick-win", "flawed", &[3, 3], win.clone()),
            format!("found {small}: whoever begins wins in 3 moves (a1 b1 a2); not known on its own board")
        );
        assert_eq!(
            told("quick-win", "fatal", &[5, 5], win),
            "found on its own board: whoever begins wins in 3 moves (a1 b1 a2) – which makes it not worth playing"
        );
        let value = json!({"value": "draw", "plies": null, "line": []});
        assert_eq!(
            told("value", "sound", &[3, 3], value),
            format!("nobody can force a win {small}; not known on its own board")
        );
        assert_eq!(told("forced-draw", "sound", &[3, 3], json!({})), format!("not found {small}"));
        let one = json!({"value": "second", "plies": 1, "line": ["a1"]});
        assert_eq!(told("value", "sound", &[5, 5], one), "whoever does not begin wins in 1 move on its own board (a1)");
    }

    #[test]
    fn every_check_says_what_it_found() {
        let own = [5, 5];
        let pass = json!({"positions": 117, "better_to_pass": 3, "unknown": 17});
        assert_eq!(told("zugzwang", "sound", &own, pass), "3 of 100 positions that were tried, on its own board");
        let early = json!({"settled_at_ply": 2, "last_ply": 9});
        assert_eq!(
            told("decided-early", "flawed", &own, early),
            "found on its own board: of 9 moves of perfect play the result is mostly settled after 2"
        );
        let dead = json!({"dead": [{"ludeme": "(size 3)", "within": "(board)"}], "tried": 4});
        assert_eq!(
            told("dead-rule", "flawed", &own, dead),
            "found on its own board: the game is the same without (size 3)"
        );
        let none = json!({"dead": [], "tried": 1});
        assert_eq!(
            told("dead-rule", "sound", &own, none),
            "not found on its own board: the one that was left out is missed"
        );
        let rule = json!({"families": [{"simple": false, "boards": [{"cells": 6, "sizes": [3, 2]}, {"cells": 8, "sizes": [4, 2]}]}]});
        assert_eq!(told("simple-rule", "sound", &own, rule), "not found on boards that grow up to 4 by 2");
        let copy = json!({"player": "first", "first_move": "c3", "map": {}});
        assert_eq!(
            told("mirror", "flawed", &own, copy),
            "found: whoever begins with c3 and then copies each move across the board never loses"
        );
        let open = json!({"strategies": 4, "beyond_the_budget": 1, "unrefuted": {"games": 200}});
        assert_eq!(
            told("mirror", "open", &own, open),
            "not known; of 4 ways of copying 1 could not be followed to the end; one of them did not lose in 200 games against random moves"
        );
        let reason = json!({"reason": "not solved within 8000 positions"});
        assert_eq!(
            told("value", "not known", &own, reason),
            "not known; no board of this shape could be searched completely"
        );
    }

    #[test]
    fn no_words_of_the_program_are_left() {
        for flaw in Flaw::ALL {
            for verdict in ["sound", "flawed", "fatal", "open", "not known"] {
                let (told, _) = findings(&[finding(flaw.name(), verdict, &[4], json!({}))]);
                for word in ["sound", "flawed", "fatal", "zugzwang", "ply", "plies", "{", "\""] {
                    assert!(!told[0].0.contains(word) && !told[0].1.contains(word), "{told:?}");
                }
            }
        }
    }

    #[test]
    fn rows_of_the_database_are_read_whatever_they_hold() {
        let row = |flaw: &str, evidence: &str| VerdictRow {
            flaw: flaw.into(),
            verdict: "sound".into(),
            evidence: evidence.into(),
            budget: String::new(),
        };
        let read = Finding::from(&row("quick-win", "{\"board\":[4],\"found\":{\"plies\":1}}"));
        assert_eq!(read, finding("quick-win", "sound", &[4], json!({"plies": 1})));
        assert_eq!(findings(&[read]).0[0].1, "not found on size 4");
        let odd = Finding::from(&row("no-such", "</script>"));
        assert_eq!(findings(&[odd]).0, [("no such".to_string(), "sound".to_string())]);
    }
}
