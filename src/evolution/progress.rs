//! The progress of a run: one bar with one message on a terminal, a line now and then in a file.

use super::events::{Event, Stop};
use crate::files;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// How far a run is, in words: known games while they are measured, then children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many known games there are.
    pub known: u64,
    /// How many of them are measured.
    pub measured: u64,
    /// How many were measured when this session began.
    measured_before: u64,
    /// How many children there are.
    pub children: u64,
    /// How many there were when this session began to make children.
    children_before: u64,
    /// How many children were admitted in this session.
    pub admitted: u64,
    /// How many candidates there are.
    pub candidates: u64,
    /// The best candidate of this session, and its score.
    pub best: Option<(String, f64)>,
    /// The heat of the last round that is being played, and the games that it has still to measure.
    pub again: Option<(u32, usize)>,
}

impl Tally {
    /// Takes note of an event. Returns whether another stage begins: the known games, or the children.
    pub fn count(&mut self, event: &Event) -> bool {
        match event {
            Event::Started { seed_games, seed_games_left, children, candidates, .. } => {
                let known = *seed_games as u64;
                let measured = known.saturating_sub(*seed_games_left as u64);
                *self = Tally {
                    known,
                    measured,
                    measured_before: measured,
                    children: *children,
                    children_before: *children,
                    candidates: *candidates,
                    ..Tally::default()
                };
                true
            }
            Event::SeedGame { .. } => {
                self.measured += 1;
                self.measured == self.known
            }
            Event::Child { child, game, fate, score, candidate, .. } => {
                self.children = *child;
                self.admitted += u64::from(*fate == "admitted");
                if let (true, Some(score)) = (*candidate, *score) {
                    self.candidates += 1;
                    if self.best.as_ref().is_none_or(|(_, best)| score > *best) {
                        self.best = Some((game.clone(), score));
                    }
                }
                false
            }
            Event::Again { heat, left, .. } => {
                let begins = self.again.is_none();
                self.again = Some((*heat, *left));
                begins
            }
            Event::Batch { .. } | Event::Warning { .. } | Event::Stopped { .. } => false,
        }
    }

    /// Whether known games are still being measured.
    pub fn measuring(&self) -> bool {
        self.measured < self.known
    }

    /// When the known games will be measured if the rest take as long as those of this session did; `None` before the first.
    pub fn left(&self, elapsed: Duration) -> Option<Duration> {
        let done = self.measured - self.measured_before;
        let rest = self.known - self.measured;
        (done > 0).then(|| elapsed.mul_f64(rest as f64 / done as f64))
    }

    /// How many children this session makes an hour; `None` before the first.
    pub fn hourly(&self, elapsed: Duration) -> Option<f64> {
        let made = self.children - self.children_before;
        (made > 0 && !elapsed.is_zero()).then(|| made as f64 / elapsed.as_secs_f64() * 3600.0)
    }

    /// One line: what is done, and what it comes to, so long after this stage began.
    pub fn line(&self, elapsed: Duration) -> String {
        if self.measuring() {
            let mut line = format!("{} of {} known games measured", self.measured, self.known);
            if let Some(left) = self.left(elapsed) {
                line.push_str(&format!(", done in about {}", about(left)));
            }
            return line;
        }
        if let Some((heat, left)) = self.again {
            let games = if left == 1 { "game" } else { "games" };
            return format!("last round: heat {heat}, {left} {games} left");
        }
        let mut line = String::new();
        if let Some(rate) = self.hourly(elapsed) {
            line.push_str(&format!("{rate:.0} an hour, "));
        }
        line.push_str(&format!("{} admitted, {} candidates", self.admitted, self.candidates));
        if let Some((name, score)) = &self.best {
            line.push_str(&format!(", best {name} {score:.3}"));
        }
        line
    }

    /// The line of a log, where no bar counts the children.
    pub fn entry(&self, elapsed: Duration) -> String {
        let line = self.line(elapsed);
        if self.measuring() || self.again.is_some() { line } else { format!("{} children, {line}", self.children) }
    }
}

/// A length of time in words, rounded to what matters.
fn about(time: Duration) -> String {
    match time.as_secs() {
        s @ 0..90 => format!("{s} s"),
        s @ 90..5400 => format!("{} min", (s + 30) / 60),
        s => format!("{:.1} h", s as f64 / 3600.0),
    }
}

/// How long nothing is said in a log while nothing new begins.
const SILENCE: Duration = Duration::from_secs(300);

/// Shows events on standard error: a bar on a terminal; otherwise, for a log, a line for each stage that begins and one every five minutes, and always warnings and the summary.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    tally: Tally,
    /// When the stage at hand began.
    since: Instant,
    limit: Option<u64>,
    /// When a line was last printed for a log.
    printed: Instant,
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

impl Progress {
    /// A bar that has not begun.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
        let now = Instant::now();
        Progress { bar, tally: Tally::default(), since: now, limit: None, printed: now }
    }

    /// Takes note of an event.
    pub fn show(&mut self, event: &Event) {
        if let Event::Started { limit, .. } = event {
            self.limit = *limit;
        }
        let begins = self.tally.count(event);
        if begins {
            self.since = Instant::now();
            self.stage();
        }
        match event {
            Event::SeedGame { game, reason, .. } if !reason.is_empty() => {
                self.say(&format!("warning: {game} cannot be used: {reason}"));
            }
            Event::Warning { message } => self.say(&format!("warning: {message}")),
            Event::Stopped { why, children, admitted, candidates } => {
                self.bar.finish_and_clear();
                let why = match why {
                    Stop::Children => "the number of children is reached",
                    Stop::Hours => "the time is up",
                    Stop::Viable => "the number of candidates is reached",
                    Stop::Interrupted => "interrupted; the same command continues the run",
                };
                self.say(&format!("{why}: {children} children, {admitted} admitted, {candidates} candidates"));
                return;
            }
            _ => {}
        }
        self.bar.set_position(if self.tally.measuring() { self.tally.measured } else { self.tally.children });
        self.bar.set_message(self.tally.line(self.since.elapsed()));
        self.bar.tick();
        if self.bar.is_hidden() && (begins || self.printed.elapsed() >= SILENCE) {
            self.printed = Instant::now();
            self.say(&self.tally.entry(self.since.elapsed()));
        }
    }

    /// Gives the bar the shape of the stage.
    fn stage(&self) {
        let (shape, length) = match (self.tally.measuring(), self.limit) {
            _ if self.tally.again.is_some() => ("[{elapsed_precise}] {spinner} {msg}", None),
            (true, _) => ("[{elapsed_precise}] {bar:30} {msg}", Some(self.tally.known)),
            (false, Some(limit)) => {
                ("[{elapsed_precise}] {bar:30} {pos}/{len} children (eta {eta}), {msg}", Some(limit))
            }
            (false, None) => ("[{elapsed_precise}] {spinner} {pos} children, {msg}", None),
        };
        // The templates are constants and well-formed; the default style serves otherwise.
        if let Ok(style) = ProgressStyle::with_template(shape) {
            self.bar.set_style(style);
        }
        match length {
            Some(length) => self.bar.set_length(length),
            None => self.bar.unset_length(),
        }
        self.bar.reset_eta();
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| files::say(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(known: usize, left: usize, children: u64) -> Event {
        Event::Started {
            population: "a.db".into(),
            seed: 1,
            seed_games: known,
            seed_games_left: left,
            children,
            candidates: 2,
            profile: "p".into(),
            limit: None,
        }
    }

    fn child(child: u64, candidate: bool, score: f64) -> Event {
        Event::Child {
            child,
            game: format!("G{child}"),
            parents: Vec::new(),
            fate: "admitted",
            step: None,
            reason: String::new(),
            score: Some(score),
            viable: Some(candidate),
            candidate,
        }
    }

    #[test]
    fn while_known_games_are_measured_the_line_says_how_many_and_how_long() {
        let mut tally = Tally::default();
        assert!(tally.count(&started(170, 150, 0)));
        assert_eq!(tally.line(Duration::from_secs(3)), "20 of 170 known games measured");
        for _ in 0..10 {
            let game = Event::SeedGame { game: "Hex".into(), score: None, viable: None, reason: String::new() };
            assert!(!tally.count(&game));
        }
        // Ten took a minute, so 140 take fourteen.
        let line = tally.line(Duration::from_secs(60));
        assert_eq!(line, "30 of 170 known games measured, done in about 14 min");
    }

    #[test]
    fn then_the_line_says_children_an_hour_and_the_best_so_far() {
        let mut tally = Tally::default();
        tally.count(&started(2, 0, 100));
        assert_eq!(tally.line(Duration::ZERO), "0 admitted, 2 candidates");
        assert_eq!(tally.entry(Duration::ZERO), "100 children, 0 admitted, 2 candidates");
        for (k, score) in [(101, 0.4), (102, 0.6), (103, 0.5)] {
            tally.count(&child(k, true, score));
        }
        // Three in a minute and a half.
        assert_eq!(tally.line(Duration::from_secs(90)), "120 an hour, 3 admitted, 5 candidates, best G102 0.600");
    }

    #[test]
    fn the_last_known_game_begins_the_stage_of_children() {
        let mut tally = Tally::default();
        tally.count(&started(2, 1, 0));
        let game = Event::SeedGame { game: "Hex".into(), score: None, viable: None, reason: String::new() };
        assert!(tally.measuring() && tally.count(&game) && !tally.measuring());
    }

    #[test]
    fn times_are_rounded_to_what_matters() {
        let said = [5, 89, 100, 3600, 9000].map(|s| about(Duration::from_secs(s)));
        assert_eq!(said, ["5 s", "89 s", "2 min", "60 min", "2.5 h"]);
    }
}
