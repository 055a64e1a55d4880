//! Standard output and progress.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// Standard output, buffered unless it is a terminal.
pub fn stdout() -> Box<dyn Write> {
    let stdout = io::stdout();
    if stdout.is_terminal() { Box::new(stdout.lock()) } else { Box::new(io::BufWriter::new(stdout.lock())) }
}

/// One value as a line of JSON.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(value)?)
}

/// Rows as CSV with a header.
pub fn csv<T: Serialize>(out: &mut dyn Write, rows: &[T]) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for row in rows {
        writer.serialize(row).map_err(io::Error::from)?;
    }
    Ok(writer.flush()?)
}

/// Progress on standard error: a bar if the length is known, else a spinner. Nothing if standard error is not a terminal.
pub fn progress(what: &'static str, length: Option<u64>) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(length, target);
    let template = match length {
        Some(_) => "{msg} {wide_bar} {human_pos}/{human_len} {eta}",
        None => "{spinner} {msg} {elapsed}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(what);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}
