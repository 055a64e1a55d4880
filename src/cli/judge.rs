//! `ludogen judge`

use super::exit::Exit;
use super::options::{ChanceOptions, OutputOptions, RuleOptions, ThreadOptions};
use super::{inputs, load, output};
use crate::criticism::Profile;
use crate::describe::describe;
use crate::judgement::{Gist, JudgeSettings, Judgement, Knowledge, Shelf, judge};
use crate::language::parse;
use crate::language::syntax::capital;
use crate::report::{Finding, SMALLER, about, findings, things};
use crate::solver::Value;
use crate::trials::{Rung, Skill, TrialSettings};
use anyhow::anyhow;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// Judge games: is it fair, deep, new, broken?
///
/// Reduces the rules to the simplest that play the same, compares them with the known games, searches for wins that can be forced from the start
/// or soon after, plays the game against itself, measures the criteria, lets a player with more and more work meet itself, and has the solver
/// look for flaws. The shelf says where the game belongs: candidate, variant (of a known game), unscored, or flawed, with the reasons.
/// A game of the folder of known games is compared with the others.
#[derive(Debug, Args)]
#[command(after_help = "Example: ludogen judge my-variant.ludi seed-games/yavalath.ludi")]
pub struct Judge {
    /// Rule files; `-` is standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Folder of known games
    #[arg(long, value_name = "DIR", default_value = "seed-games")]
    games: PathBuf,
    /// Profile that turns criteria into the score: a file (RON), `readers-2026`, `human-2026`, `human-2024` or `ludi` [default: readers-2026]
    #[arg(long, value_name = "RON")]
    profile: Option<PathBuf>,
    /// Self-play trials
    #[arg(long, value_name = "G", default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    trials: u32,
    /// Strength of the players: the work that a move may take, in nodes of the cheapest games
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    work: u64,
    /// Measure the slow criteria too
    #[arg(long)]
    slow: bool,
    /// Print a line of JSON for each game: game, shelf, viable, reasons, score, score_low, score_high, reduced, removed, variant_of, nearest, surprise,
    /// flags, flaws, ladder, words and more
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleOptions,
    #[command(flatten)]
    chance: ChanceOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

impl Judge {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let profile = inputs::profile(self.profile.as_deref(), Profile::of_new_games)?;
        let play = TrialSettings { work: self.work, ..TrialSettings::default() };
        let settings = JudgeSettings { trials: self.trials, slow: self.slow, play, ..JudgeSettings::default() };
        let games: Vec<_> = self.files.iter().map(|f| load::game(f, &self.rules)).collect::<anyhow::Result<_>>()?;
        let known: Vec<String> = inputs::seed_games(&self.games)?.into_iter().map(|game| game.text).collect();
        let bar = output::progress("judging", None);
        let pool = self.threads.pool()?;
        let knowledge = pool.install(|| Knowledge::of(&known));
        for (number, (file, loaded)) in self.files.iter().zip(&games).enumerate() {
            let judgement = pool.install(|| judge(&loaded.tree, &knowledge, &profile, &settings, self.chance.seed));
            let judgement = judgement.map_err(|e| anyhow!("{file}: {e}"))?;
            if self.json {
                output::json(out, &judgement)?;
            } else {
                if number > 0 {
                    writeln!(out)?;
                }
                tell(out, &judgement, &profile)?;
            }
            out.flush()?;
        }
        bar.finish_and_clear();
        Ok(Exit::Done)
    }
}

/// A page of plain text.
fn tell(out: &mut dyn Write, j: &Judgement, profile: &Profile) -> io::Result<()> {
    writeln!(out, "{}: {}", j.game, j.shelf.word())?;
    for reason in &j.reasons {
        writeln!(out, "  - {reason}")?;
    }
    let tree = parse(&j.reduced).ok();
    if let Some(english) = tree.and_then(|tree| describe(&tree).ok()) {
        writeln!(out, "\nRules ({} words)", j.words)?;
        for line in english.lines() {
            writeln!(out, "  {line}")?;
        }
    }
    reduction(out, j)?;
    play(out, j, profile)?;
    kin(out, j)?;
    solver(out, j)
}

fn reduction(out: &mut dyn Write, j: &Judgement) -> io::Result<()> {
    if j.removed.is_empty() {
        return writeln!(out, "\nNothing can be left out of the rules.");
    }
    writeln!(out, "\nLeft out as dead ({})", j.evidence)?;
    for removed in &j.removed {
        let after = if removed.after.is_empty() { String::new() } else { format!(" -> {}", removed.after) };
        writeln!(out, "  {}{after}: {}", removed.before, removed.why)?;
    }
    Ok(())
}

fn play(out: &mut dyn Write, j: &Judgement, profile: &Profile) -> io::Result<()> {
    writeln!(out, "\nPlay")?;
    if let (Some(score), Some(low), Some(high), Some(doubted)) = (j.score, j.score_low, j.score_high, j.doubted) {
        write!(out, "  score {score:.2} by {} (95 % interval {low:.2} to {high:.2})", profile.name)?;
        let aimless = profile.words.is_none() && !Gist::of(&j.reduced).has_goal();
        let signs = j.weighing_signs() > 0 || j.shelf == Shelf::Flawed;
        let against = [
            (profile.words.is_some(), "what its words are worth to readers"),
            (signs, "the signs against it"),
            (aimless, "the want of a goal to win by"),
        ];
        let against: Vec<&str> = against.into_iter().filter(|(so, _)| *so).map(|(_, what)| what).collect();
        match &against[..] {
            [] => writeln!(out)?,
            against => writeln!(out, ", {doubted:.2} with {}", against.join(" and "))?,
        }
    }
    writeln!(out, "  {}", if j.viable { "viable" } else { "not viable" })?;
    let percent = |share: f64| (100.0 * share).round();
    let turns = things(j.habits.turns.round().max(0.0) as usize, "turn", "turns");
    writeln!(out, "  {turns} on average, varying by {} %", percent(j.habits.variation))?;
    // Of one rung alone there is no match over the whole ladder.
    let (rungs, span) = match &j.ladder[..] {
        [rungs @ .., span] if !rungs.is_empty() => (rungs, Some(span)),
        rungs => (rungs, None),
    };
    if let [lowest, ..] = rungs {
        let share = |r: &Rung| percent(r.result.score().unwrap_or(0.5)).to_string();
        let shares: Vec<String> = rungs.iter().map(share).collect();
        writeln!(
            out,
            "  with twice the work a player gets {} % of the points, from a work of {} up",
            shares.join(", "),
            lowest.weaker
        )?;
        if let Some(span) = span {
            let times = span.stronger / span.weaker.max(1);
            let (first, all) = (span.first_wins, span.result.games);
            writeln!(
                out,
                "  with {times} times the work {} %; there whoever begins wins {first} of {all}",
                share(span)
            )?;
        }
        if let Some(Skill { elo, error }) = Skill::of(&j.ladder) {
            writeln!(out, "  twice the work is worth {elo:.0} ± {error:.0} Elo points")?;
        }
    }
    writeln!(out, "  {}", perfect_play(j))?;
    for flag in &j.flags {
        writeln!(out, "  a doubt about {}: {}", about(flag.sign), flag.text)?;
    }
    Ok(())
}

/// What search from the start and from openings tells of perfect play.
fn perfect_play(j: &Judgement) -> String {
    let Some(forced) = &j.opening.start else {
        let searched = things(j.opening.nodes as usize, "position", "positions");
        return format!(
            "who wins with perfect play is not known: a search of {searched} from the start and from openings does not tell"
        );
    };
    let who = match forced.value {
        Value::First => "whoever begins wins",
        Value::Second => "whoever does not begin wins",
        Value::Draw => return "with perfect play nobody wins".into(),
    };
    let plies = forced.plies.map(|plies| format!(" in {}", things(plies as usize, "move", "moves")));
    let line = if forced.line.is_empty() { String::new() } else { format!(": {}", forced.line.join(" ")) };
    format!("with perfect play {who}{}{line}", plies.unwrap_or_default())
}

fn kin(out: &mut dyn Write, j: &Judgement) -> io::Result<()> {
    writeln!(out, "\nKin")?;
    for variant in &j.variant_of {
        writeln!(out, "  {} {}", variant.relation.words(), variant.game)?;
    }
    for (title, list) in [("rules", &j.nearest.rules), ("play", &j.nearest.play)] {
        let list: Vec<String> = list.iter().map(|(name, distance)| format!("{name} {distance:.2}")).collect();
        writeln!(out, "  nearest in {title}: {}", list.join(", "))?;
    }
    if let Some(bits) = j.surprise {
        writeln!(out, "  how unusual the rules are: {bits:.2} bits an element, beside how known games are written")?;
    }
    Ok(())
}

fn solver(out: &mut dyn Write, j: &Judgement) -> io::Result<()> {
    writeln!(out, "\nFlaws")?;
    let all: Vec<Finding> = j.flaws.iter().map(Finding::from).collect();
    let (told, smaller) = findings(&all);
    for (asked, found) in told {
        writeln!(out, "  {}: {found}", capital(&asked))?;
    }
    if smaller { writeln!(out, "  {SMALLER}") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_perfect_play_is_told_in_words() {
        let judgement = |start: serde_json::Value| -> Judgement {
            let judgement = serde_json::json!({
                "game": "G", "shelf": "candidate", "viable": true, "reasons": [], "score": 4.0, "score_low": 3.9, "score_high": 4.1,
                "doubted": 4.0, "reduced": "(game G)", "removed": [], "evidence": "", "variant_of": [],
                "nearest": {"rules": [], "play": []}, "surprise": 2.0, "flags": [], "ladder": [], "words": 9,
                "flaws": [{"flaw": "quick-win", "verdict": "flawed", "board": [3, 3], "fatal": false, "evidence": {"winner": "first", "plies": 1}},
                    {"flaw": "mirror", "verdict": "sound", "board": [5, 5], "fatal": false, "evidence": {"strategies": 3}}],
                "opening": {"start": start, "openings": 0, "quick": 0, "example": null, "nodes": 1},
                "habits": {"turns": 1.0, "variation": 0.2, "same_cell": 0.0, "repeated": 0.0},
            });
            serde_json::from_value(judgement).unwrap()
        };
        let win = judgement(serde_json::json!({"value": "first", "plies": 1, "line": ["a1"]}));
        assert_eq!(perfect_play(&win), "with perfect play whoever begins wins in 1 move: a1");
        let open = judgement(serde_json::Value::Null);
        assert!(perfect_play(&open).contains("a search of 1 position from"));
        let mut page = Vec::new();
        tell(&mut page, &win, &Profile::of_new_games()).unwrap();
        let page = String::from_utf8(page).unwrap();
        let small = "A forced win in a few moves: found on 3 by 3, the largest smaller board that was searched completely: whoever begins wins in 1 move; \
                     not known on its own board";
        for part in [small, SMALLER, "  1 turn on average"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        for word in ["quick-win", "flawed (", "(size", "sign ("] {
            assert!(!page.contains(word), "{word}: {page}");
        }
    }
}
