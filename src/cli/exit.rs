//! Exit codes, and the errors that decide them.

use std::io::{self, Write};
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command succeeded.
    Done = 0,
    /// The work failed, and the user has been told.
    Failed = 1,
    /// The call was wrong.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// A wrong call that the definitions of clap cannot express.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// A rule file with errors: the problems, rendered with carets, to be printed as they are.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadRules(pub String);

/// Reports an error on standard error, and returns the exit code for it. A broken pipe is a normal end.
pub fn report(error: &anyhow::Error) -> Exit {
    let is_broken_pipe = |e: &(dyn std::error::Error + 'static)| {
        e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_broken_pipe) {
        return Exit::Done;
    }
    // An error of standard error itself cannot be reported anywhere.
    let mut stderr = io::stderr().lock();
    if let Some(BadRules(text)) = error.downcast_ref() {
        let _ = write!(stderr, "{text}");
        return Exit::Failed;
    }
    let _ = writeln!(stderr, "error: {error:#}");
    if error.is::<UsageError>() { Exit::Usage } else { Exit::Failed }
}
