//! The engine of pages: this library as a WebAssembly module.
//!
//! It takes a minute or two to build, which the program's own build does not wait for. A program built with the feature `carried` and
//! `LUDOGEN_ENGINE=FILE` in the environment carries the module in that file; any other has cargo build it from the program's sources when a page is first
//! written, and asks cargo each time after, which does nothing where nothing changed.

use crate::files;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What cargo is asked to build.
pub const TARGET: &str = "wasm32-unknown-unknown";

#[cfg(feature = "carried")]
const CARRIED: Option<&[u8]> = Some(include_bytes!(env!("LUDOGEN_ENGINE")));
#[cfg(not(feature = "carried"))]
const CARRIED: Option<&[u8]> = None;

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The sources are elsewhere or gone.
    #[error(
        "the engine of pages is not built, and the sources of ludogen are not at {0} to build it from; \
         run this command where ludogen was built, or give --engine FILE"
    )]
    NoSources(PathBuf),
    /// Cargo cannot be run.
    #[error("cannot run cargo to build the engine of pages: {0}")]
    Cargo(#[source] std::io::Error),
    /// Cargo failed; it has said why.
    #[error("cargo could not build the engine of pages (with a network, `rustup target add {TARGET}` adds the target)")]
    Build,
    /// The module cannot be read.
    #[error("cannot read {0}")]
    Read(PathBuf, #[source] std::io::Error),
    /// A file that is no module.
    #[error("{0} is not a WebAssembly module")]
    NotWasm(PathBuf),
}

/// The module: the one carried, or built from the sources.
///
/// # Errors
/// If cargo or the sources are missing, or the build fails.
pub fn module() -> Result<Cow<'static, [u8]>, EngineError> {
    match CARRIED {
        Some(bytes) => Ok(Cow::Borrowed(bytes)),
        None => read(&build()?).map(Cow::Owned),
    }
}

/// The module in a file.
///
/// # Errors
/// If it cannot be read or is none.
pub fn read(file: &Path) -> Result<Vec<u8>, EngineError> {
    let bytes = std::fs::read(file).map_err(|e| EngineError::Read(file.into(), e))?;
    if bytes.starts_with(b"\0asm") { Ok(bytes) } else { Err(EngineError::NotWasm(file.into())) }
}

/// Has cargo build the module; returns its file. Cargo shows its progress on standard error.
///
/// # Errors
/// If cargo or the sources are missing, or the build fails.
pub fn build() -> Result<PathBuf, EngineError> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !sources.join("Cargo.toml").is_file() {
        return Err(EngineError::NoSources(sources.into()));
    }
    // Beside the program's own target folder, and not in it: cargo locks that while it runs tests of the program.
    let target = match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => sources.join(dir).join("page"),
        None => sources.join("target").join("page"),
    };
    let module = target.join(TARGET).join("page").join("ludogen.wasm");
    if !module.exists() {
        files::say("Building the engine of pages with cargo, which takes a minute or two the first time.");
    }
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(sources)
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    cargo.args(["rustc", "--quiet", "--locked", "--lib", "--crate-type", "cdylib", "--profile", "page"]);
    cargo.args(["--no-default-features", "--features", "core", "--target", TARGET]);
    let status = cargo.stdin(Stdio::null()).stdout(Stdio::null()).status().map_err(EngineError::Cargo)?;
    if !status.success() {
        return Err(EngineError::Build);
    }
    Ok(module)
}
