//! Values from 0 to 1 treated as chances: how near something is, and how several combine.

/// The worth of a line or shape that lacks so many pieces: ¼ to that power. Shares of the pieces present would add up to certainty
/// where many windows overlap; powers keep one line nearly complete above several just begun.
pub(super) fn nearness(missing: usize) -> f64 {
    0.25f64.powi(missing as i32)
}

/// Keeps the two best of a series.
pub(super) fn keep_best(best: &mut [f64; 2], worth: f64) {
    if worth > best[0] {
        *best = [worth, best[0]];
    } else if worth > best[1] {
        best[1] = worth;
    }
}

/// The union of two independent chances.
pub(super) fn either([a, b]: [f64; 2]) -> f64 {
    1.0 - (1.0 - a) * (1.0 - b)
}

/// A number as a chance: ½ at 0.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
