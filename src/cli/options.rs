//! Options that several commands share.

use super::exit::{Exit, UsageError};
use crate::evolution::Cache;
use crate::game::{Game, Player, Position};
#[cfg(feature = "queue")]
use crate::queue::nats::BrokerOptions;
use anyhow::Context;
use clap::Args;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::{Path, PathBuf};

/// The most sizes a board takes.
const MAX_SIZES: usize = 3;

/// Changes to the rules before they are used.
#[derive(Clone, Debug, Default, Args)]
pub struct RuleOptions {
    /// Play on a board of another size: `--size 8 8`, or `--size 5` for boards with one
    #[arg(long, value_name = "N", value_delimiter = ',', num_args = 1..=MAX_SIZES, value_parser = clap::value_parser!(u32).range(1..=25))]
    pub size: Option<Vec<u32>>,
}

/// The seed of random numbers.
#[derive(Clone, Debug, Args)]
pub struct ChanceOptions {
    /// Seed of all random numbers
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
}

/// The number of threads.
#[derive(Clone, Debug, Args)]
pub struct ThreadOptions {
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl ThreadOptions {
    /// Their number; 0 for one for each processor.
    pub fn count(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }

    /// A pool of so many threads.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.count()).build()?)
    }

    /// Has the process work with so many threads wherever no other pool is named; once in its life.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn everywhere(&self) -> anyhow::Result<()> {
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.count()).build_global()?)
    }
}

/// Whether the output is for programs.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct JsonOptions {
    /// Print lines of JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Where measurements of known games are kept.
#[derive(Clone, Debug, Default, Args)]
pub struct CacheOptions {
    /// Folder in which measurements of known games are kept between runs [default: `ludogen` in the user's folder of caches]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Measure the known games again; the result is the same
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
}

impl CacheOptions {
    /// The cache that is asked for. The usual one is left alone where it cannot be had.
    ///
    /// # Errors
    /// If the folder that is named cannot be used.
    pub fn open(&self) -> anyhow::Result<Option<Cache>> {
        match &self.cache {
            Some(folder) => {
                let opened = Cache::open(folder);
                opened.map(Some).with_context(|| format!("cannot keep measurements in {}", folder.display()))
            }
            None if self.no_cache => Ok(None),
            None => Ok(Cache::usual()),
        }
    }
}

/// Who we are to a broker of work.
#[cfg(feature = "queue")]
#[derive(Clone, Debug, Default, Args)]
pub struct BrokerArgs {
    /// Credentials file of the broker's account
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// Certificates (PEM) that vouch for the broker, besides those of the system; TLS alone will do
    #[arg(long, value_name = "PEM")]
    tls_ca: Option<PathBuf>,
    /// Our certificate (PEM), if the broker asks for one
    #[arg(long, value_name = "PEM", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The key of our certificate (PEM)
    #[arg(long, value_name = "PEM", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

#[cfg(feature = "queue")]
impl BrokerArgs {
    /// The broker at an address.
    ///
    /// # Errors
    /// If a file cannot be read: said now, not when the broker refuses us.
    pub fn broker(&self, url: &str) -> anyhow::Result<BrokerOptions> {
        let files = [&self.creds, &self.tls_ca, &self.tls_cert, &self.tls_key];
        for path in files.into_iter().flatten() {
            File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        }
        Ok(BrokerOptions {
            url: url.into(),
            credentials: self.creds.clone(),
            authority: self.tls_ca.clone(),
            certificate: self.tls_cert.clone().zip(self.tls_key.clone()),
        })
    }
}

/// Where the output goes.
#[derive(Clone, Debug, Default, Args)]
pub struct OutputOptions {
    /// Write the output to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl OutputOptions {
    /// Does the work with standard output, or with the file if one is named; `-` is standard output too.
    ///
    /// # Errors
    /// If the file cannot be written, or those of the work.
    pub fn redirect(
        &self,
        out: &mut dyn Write,
        work: impl FnOnce(&mut dyn Write) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        let Some(path) = self.output.as_deref().filter(|path| *path != Path::new("-")) else { return work(out) };
        let cannot = || format!("cannot write {}", path.display());
        // Line by line, so that a long table that is cut short has the rows that were finished.
        let mut file = LineWriter::new(Replacing::open(path).with_context(cannot)?);
        match work(&mut file) {
            Ok(exit) => {
                file.flush().and_then(|()| file.get_mut().begin()).with_context(cannot)?;
                Ok(exit)
            }
            Err(error) => {
                let _ = file.flush();
                file.get_mut().abandon(path);
                Err(error)
            }
        }
    }
}

/// A file whose old contents stay until there are new ones: it may be what the work reads, or the last good output of work that fails.
struct Replacing {
    file: File,
    is_new: bool,
    begun: bool,
}

impl Replacing {
    /// Opens it for writing, so that what cannot be written is known before the work.
    fn open(path: &Path) -> io::Result<Replacing> {
        let is_new = !path.exists();
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        Ok(Replacing { file, is_new, begun: false })
    }

    /// Drops the old contents, once. What is no plain file has none.
    fn begin(&mut self) -> io::Result<()> {
        if !self.begun && self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.begun = true;
        Ok(())
    }

    /// Leaves nothing behind where nothing was and nothing was written.
    fn abandon(&self, path: &Path) {
        if self.is_new && !self.begun {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Write for Replacing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begin()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// An amount of memory: `64MiB`, `16GB`, or a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteSize(pub u64);

impl std::str::FromStr for ByteSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "kb" => 1000,
            "mb" => 1000_u64.pow(2),
            "gb" => 1000_u64.pow(3),
            "k" | "kib" => 1 << 10,
            "m" | "mib" => 1 << 20,
            "g" | "gib" => 1 << 30,
            _ => return Err(format!("`{unit}` is no unit of memory: B, KB, MB, GB, KiB, MiB or GiB")),
        };
        let bytes = number.parse::<u64>().ok().and_then(|n| n.checked_mul(factor));
        bytes.filter(|&n| n > 0).map(ByteSize).ok_or_else(|| "a number of bytes from 1, as in 16GiB".to_string())
    }
}

/// Which position of the game.
#[derive(Clone, Debug, Default, Args)]
pub struct MoveOptions {
    /// The moves made so far, in notation, separated by blanks or commas: `--moves "c3 b2-b3"`
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
}

impl MoveOptions {
    /// The position after the moves.
    ///
    /// # Errors
    /// A [`UsageError`] that names the first move that is not legal.
    pub fn position<const W: usize>(&self, game: &Game<W>) -> Result<Position<W>, UsageError> {
        let mut position = Position::new(game, Player::White);
        let separator = |c: char| c.is_whitespace() || c == ',';
        for (i, text) in self.moves.split(separator).filter(|text| !text.is_empty()).enumerate() {
            let wrong = |reason: String| UsageError(format!("move {}: {reason}", i + 1));
            if position.outcome().is_some() {
                return Err(wrong(format!("`{text}` comes too late: {}", game.status(position.state()))));
            }
            let m = game.read_move(&position, text).map_err(|e| wrong(e.to_string()))?;
            position.apply(game, m);
        }
        Ok(position)
    }
}

/// Writes `--size 8 8` as `--size=8,8`, so that a file may follow: clap would take its name for another number.
pub fn join_sizes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args = args.into_iter().peekable();
    let mut joined = Vec::new();
    let mut only_files = false;
    while let Some(arg) = args.next() {
        only_files |= arg == "--";
        let mut sizes = Vec::new();
        if arg == "--size" && !only_files {
            let number = |a: &OsString| {
                a.to_str().is_some_and(|s| s.starts_with(|c: char| c.is_ascii_digit()) && s.parse::<u32>().is_ok())
            };
            while sizes.len() < MAX_SIZES
                && let Some(size) = args.next_if(number)
            {
                sizes.extend(size.into_string());
            }
        }
        joined.push(if sizes.is_empty() { arg } else { format!("--size={}", sizes.join(",")).into() });
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_comes_in_units() {
        let read = |text: &str| text.parse::<ByteSize>().map(|m| m.0).ok();
        assert_eq!(read("16GiB"), Some(16 << 30));
        assert_eq!(read("5 mb"), Some(5_000_000));
        assert_eq!(read("77"), Some(77));
        for wrong in ["", "0", "GiB", "3 parsecs", "-1", "99999999999GiB", "1.5GiB"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_file_may_follow_the_size() {
        let join = |text: &str| -> Vec<String> {
            let args = join_sizes(text.split(' ').map(OsString::from));
            args.into_iter().map(|a| a.into_string().expect("text")).collect()
        };
        assert_eq!(join("perft --size 8 8 a.ludi --depth 3"), ["perft", "--size=8,8", "a.ludi", "--depth", "3"]);
        assert_eq!(join("perft --size 5 -"), ["perft", "--size=5", "-"]);
        assert_eq!(join("perft --size 3 3 3 3"), ["perft", "--size=3,3,3", "3"]);
        assert_eq!(join("perft --size x"), ["perft", "--size", "x"]);
        assert_eq!(join("perft --size"), ["perft", "--size"]);
        assert_eq!(join("perft --size=2,4 a --depth 3"), ["perft", "--size=2,4", "a", "--depth", "3"]);
        assert_eq!(join("check -- --size 3"), ["check", "--", "--size", "3"]);
    }
}
