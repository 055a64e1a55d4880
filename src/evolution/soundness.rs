//! Guards around a child's life: panics become rejections, and records with numbers that are not finite are not stored.

use crate::game::TooDear;
use crate::order;
use crate::store::{CandidateRecord, ChildRecord, Fate, Measurement, Step};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The beginning of the reason of a rejection that is due to a fault of the program.
pub(super) const INTERNAL: &str = "internal error";

/// Runs a part of a life; a panic becomes a reason for rejection.
pub(super) fn catch<T>(part: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(part)).map_err(|panic| {
        if let Some(dear) = panic.downcast_ref::<TooDear>() {
            return dear.to_string();
        }
        let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        format!("{INTERNAL}: {}", message.unwrap_or("panicked"))
    })
}

fn are_sound(measurements: &mut [Measurement]) -> bool {
    order::sort_by_key(measurements, |m| m.criterion);
    measurements.is_sorted_by(|a, b| a.criterion < b.criterion)
        && measurements.iter().all(|m| m.value.is_finite() && m.standard_error.is_finite())
}

fn is_policy(policy: &[(String, f64)]) -> bool {
    policy.iter().all(|(_, weight)| weight.is_finite())
}

/// Rejects a record with a number that is not finite: a member needs a sound score, policy and measurements.
pub(super) fn sound(mut record: ChildRecord) -> ChildRecord {
    let leads = record.trials.iter().flat_map(|trial| &trial.leads).all(|lead| lead.is_finite());
    let measured = are_sound(&mut record.measurements) && is_policy(&record.policy) && leads;
    let scored = record.score.map_or(!record.fate.is_member(), |score| score.is_sound());
    let distances = record.parent_distances.into_iter().flatten().chain(record.nearest.map(|n| n.distance));
    if !measured || !scored || !distances.into_iter().all(f64::is_finite) {
        record.policy.retain(|(_, weight)| weight.is_finite());
        record.parent_distances = None;
        record.nearest = None;
        record.reject(Step::Measurement, format!("{INTERNAL}: a measurement is missing or not a number"));
    }
    record.costs.retain(|cost| cost.milliseconds.is_finite());
    record
}

pub(super) fn sound_child(mut record: ChildRecord) -> ChildRecord {
    if record.fate == Fate::Seed {
        record.fate = Fate::Admitted;
    }
    sound(record)
}

pub(super) fn sound_candidate(mut look: CandidateRecord) -> Result<CandidateRecord, String> {
    let leads = look.trials.iter().flat_map(|trial| &trial.leads).all(|lead| lead.is_finite());
    look.costs.retain(|cost| cost.milliseconds.is_finite());
    if are_sound(&mut look.measurements) && is_policy(&look.policy) && leads && look.score.is_sound() {
        Ok(look)
    } else {
        Err(format!("{INTERNAL}: a measurement of the closer look is not a number"))
    }
}
