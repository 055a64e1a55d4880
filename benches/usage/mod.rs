//! What a measurement has used.

/// Processor seconds and peak bytes of this process, as Linux tells; zeros elsewhere.
pub fn usage() -> (f64, u64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Fields after the name in brackets; user and system time are the 12th and 13th, in hundredths of a second.
    let fields: Vec<u64> =
        stat.rsplit(')').next().unwrap_or("").split_whitespace().map(|f| f.parse().unwrap_or(0)).collect();
    let ticks = fields.get(11).unwrap_or(&0) + fields.get(12).unwrap_or(&0);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.trim().parse().ok());
    (ticks as f64 / 100.0, peak.unwrap_or(0) * 1024)
}
