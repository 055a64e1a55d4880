//! Ctrl-C as a flag.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the first Ctrl-C (or termination signal) raises; the second ends the process at once.
///
/// Hand it to [`evolve`](super::evolve) as [`EvolveOptions::stop`](super::EvolveOptions::stop).
///
/// ```
/// use std::sync::atomic::Ordering;
///
/// let flag = ludogen::evolution::on_ctrl_c().unwrap();
/// assert!(!flag.load(Ordering::Relaxed));
/// signal_hook::low_level::raise(signal_hook::consts::SIGTERM).unwrap();
/// assert!(flag.load(Ordering::Relaxed));
/// ```
pub fn on_ctrl_c() -> io::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the second signal finds the flag raised by the first.
        signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
