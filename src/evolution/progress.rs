//! The progress of a run on a terminal: one bar with one message.

use super::events::{Event, Stop};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows events on standard error, when that is a terminal; otherwise prints warnings and the summary alone.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    admitted: u64,
    candidates: u64,
    best: Option<(String, f64)>,
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
        Progress { bar, admitted: 0, candidates: 0, best: None }
    }

    /// Takes note of an event.
    pub fn show(&mut self, event: &Event) {
        match event {
            Event::Started { seed_games_left, children, candidates, limit, .. } => {
                let (shape, length) = match limit {
                    Some(limit) => {
                        ("[{elapsed_precise}] {bar:30} {pos}/{len} children (eta {eta}) {msg}", Some(*limit))
                    }
                    None => ("[{elapsed_precise}] {spinner} {pos} children {msg}", None),
                };
                // The templates are constants and well-formed; the default style serves otherwise.
                if let Ok(style) = ProgressStyle::with_template(shape) {
                    self.bar.set_style(style);
                }
                if let Some(length) = length {
                    self.bar.set_length(length);
                }
                self.bar.set_position(*children);
                self.bar.reset_eta();
                self.candidates = *candidates;
                if *seed_games_left > 0 {
                    self.bar.set_message(format!("measuring {seed_games_left} seed games"));
                }
            }
            Event::SeedGame { game, reason, .. } if reason.is_empty() => {
                self.bar.set_message(format!("measured {game}"));
                self.bar.tick();
            }
            Event::SeedGame { game, reason, .. } => self.say(&format!("warning: {game} cannot be used: {reason}")),
            Event::Child { child, game, fate, score, candidate, .. } => {
                self.bar.set_position(*child);
                self.admitted += u64::from(*fate == "admitted");
                if let (true, Some(score)) = (*candidate, *score) {
                    self.candidates += 1;
                    if self.best.as_ref().is_none_or(|(_, best)| score > *best) {
                        self.best = Some((game.clone(), score));
                    }
                }
                let mut message = format!("{} admitted, {} candidates", self.admitted, self.candidates);
                if let Some((name, score)) = &self.best {
                    message.push_str(&format!(", best {name} {score:.3}"));
                }
                self.bar.set_message(message);
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
            }
        }
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }
}
