//! What searched values stand for: shares of the point, and leads.

use crate::players::value::WIN_BOUND;
use crate::strategy::SCALE;

/// The lead for the mover that a searched value stands for, in [−1, 1].
pub fn lead_of(value: i32, kappa: f64) -> f64 {
    2.0 * worth(value, kappa) - 1.0
}

/// The squash of criteria: a searched value for the mover by the logistic function, in [0, 1]; won and lost positions are 1 and 0.
pub fn worth(value: i32, kappa: f64) -> f64 {
    match value {
        v if v >= WIN_BOUND => 1.0,
        v if v <= -WIN_BOUND => 0.0,
        v => 1.0 / (1.0 + (-(v as f64) / SCALE / kappa).exp()),
    }
}
