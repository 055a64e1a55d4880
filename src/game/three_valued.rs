//! Logic with a third value: `None` where it is not known whether a condition holds.

/// Whether all conditions hold, as far as is known of each.
pub(super) fn all_hold(values: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(true);
    for value in values {
        match value {
            Some(true) => {}
            Some(false) => return Some(false),
            None => known = None,
        }
    }
    known
}

/// Whether some condition holds, as far as is known of each.
pub(super) fn some_holds(values: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    all_hold(values.into_iter().map(|v| v.map(|holds| !holds))).map(|none| !none)
}
