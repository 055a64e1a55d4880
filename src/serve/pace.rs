//! How often may be written.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How often may be written: so many at once, and so many a second.
#[derive(Debug)]
pub struct Pace(Mutex<(f64, Instant)>);

impl Default for Pace {
    fn default() -> Self {
        Pace(Mutex::new((Pace::AT_ONCE, Instant::now())))
    }
}

impl Pace {
    const AT_ONCE: f64 = 60.0;
    const A_SECOND: f64 = 20.0;

    /// Whether one more may be written now.
    pub fn allows(&self, now: Instant) -> bool {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let gained = now.saturating_duration_since(held.1).as_secs_f64() * Pace::A_SECOND;
        *held = ((held.0 + gained).min(Pace::AT_ONCE), held.1.max(now));
        if held.0 < 1.0 {
            return false;
        }
        held.0 -= 1.0;
        true
    }
}
