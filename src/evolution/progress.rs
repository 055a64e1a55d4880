//! A run on a terminal: one bar, one line of news.

use super::events::{Event, Stop};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows events on standard error, when that is a terminal; else keeps silent but for warnings.
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
                // The template is ours, so it is well-formed; were it not, the default would do.
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
                    Stop::Children => "that was the last child asked for",
                    Stop::Hours => "the time is up",
                    Stop::Viable => "enough candidates",
                    Stop::Interrupted => "stopped; the same command goes on from here",
                };
                self.say(&format!("{why}: {children} children, {admitted} admitted, {candidates} candidates"));
            }
        }
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }
}
