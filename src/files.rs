//! Files that are whole or not there; and words to standard error, which may be a file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Says something to whoever looks at standard error. If that cannot be written, because it is a file on a full disk or closed, nobody is told, and the
/// work goes on.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// What the system says of a file, with the name of the file.
pub fn named(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Replaces a file atomically: a reader sees the old contents or the new ones, whoever else is writing.
///
/// # Errors
/// If it cannot be written; the old file is then as it was.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(format!(".{}.partial", std::process::id()));
    let write = || -> io::Result<()> {
        {
            let mut file = fs::File::create(&partial)?;
            file.write_all(contents)?;
            // Or a power cut may leave the new name with nothing behind it.
            file.sync_all()?;
        }
        fs::rename(&partial, path)
    };
    write().inspect_err(|_| {
        // The partial file is removed where possible; the error is that of writing in any case.
        let _ = fs::remove_file(&partial);
    })
}
