//! Which program this is: its version, with the commit where it is known and a digest of its sources. No clock has a part in it, so the same sources
//! give the same version.

/// The version of the program, as in `0.1.0 (sources 0123456789abcdef)` or `0.1.0 (commit 0123456789ab, sources 0123456789abcdef)`.
///
/// The digest is of `src` and `Cargo.lock`: two programs that agree in it play and measure alike.
pub const VERSION: &str = env!("LUDOGEN_VERSION");
