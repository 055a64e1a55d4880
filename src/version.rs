//! Which program this is: its version and a digest of its sources. Neither a clock nor whoever builds it has a part in it, so the same sources
//! give the same version.

/// The version of the program, as in `0.1.0 (sources 0123456789abcdef)`: what runs and reports name, and what workers have in common.
///
/// The digest is of `src` and `Cargo.lock`: two programs that agree in it play and measure alike.
pub const VERSION: &str = env!("LUDOGEN_VERSION");

/// The same with the commit, where it was known when the program was built: `0.1.0 (commit 0123456789ab, sources 0123456789abcdef)`.
pub const VERSION_AND_COMMIT: &str = env!("LUDOGEN_VERSION_AND_COMMIT");
