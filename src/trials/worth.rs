//! What searched values stand for: shares of the point, and leads.

use crate::players::value::WIN_BOUND;
use crate::strategy::SCALE;

/// The lead for the mover that a searched value stands for, in [−1, 1].
///
/// ```
/// use ludogen::players::value::WIN;
/// use ludogen::trials::lead_of;
///
/// assert_eq!((lead_of(0, 1.0), lead_of(WIN - 3, 1.0), lead_of(3 - WIN, 1.0)), (0.0, 1.0, -1.0));
/// assert!((lead_of(70_000, 1.0) + lead_of(-70_000, 1.0)).abs() < 1e-12);
/// ```
pub fn lead_of(value: i32, kappa: f64) -> f64 {
    2.0 * worth(value, kappa) - 1.0
}

/// The squash of criteria: a searched value for the mover by the logistic function, in [0, 1]; won and lost positions are 1 and 0.
///
/// ```
/// use ludogen::{players::value::WIN, strategy::SCALE, trials::worth};
///
/// assert_eq!((worth(0, 1.0), worth(WIN - 3, 1.0)), (0.5, 1.0));
/// // 1/(1 + 1/e).
/// assert!((worth(SCALE as i32, 1.0) - 0.731_058_579).abs() < 1e-9);
/// ```
pub fn worth(value: i32, kappa: f64) -> f64 {
    match value {
        v if v >= WIN_BOUND => 1.0,
        v if v <= -WIN_BOUND => 0.0,
        v => 1.0 / (1.0 + (-(v as f64) / SCALE / kappa).exp()),
    }
}
