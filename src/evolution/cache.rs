//! Measurements of known games, kept between runs: a game that was measured in the same way before is not played again.
//!
//! What is kept lies under a digest of everything that the measurement depends on: the program itself, the rules, the profile and the settings of
//! the recipe that the first evaluation reads. So nothing is ever stale, and a run with the cache is the run without.

use crate::files;
use crate::order;
use crate::packed::{self, hex};
use crate::store::ChildRecord;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How many programs' measurements are kept: those used last.
const PROGRAMS: usize = 3;

/// No record is larger than that, packed or not.
const LARGEST: u64 = 64 << 20;

/// A folder of measurements.
///
/// ```
/// use ludogen::evolution::Cache;
///
/// let folder = tempfile::tempdir().unwrap();
/// let cache = Cache::open(folder.path()).unwrap();
/// let key = cache.key(&["rules", "settings"]);
/// assert_ne!(key, cache.key(&["rulesset", "tings"]));
/// assert!(cache.get(&key).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    program: String,
}

impl Cache {
    /// The cache in a folder, which is made if need be. What older programs left there goes, but for the last few.
    ///
    /// # Errors
    /// If the program cannot be read or the folder not be made.
    pub fn open(folder: &Path) -> io::Result<Cache> {
        // Another build of one version may measure otherwise, so the program is known by what is in its file.
        let mut digest = Sha256::new();
        io::copy(&mut fs::File::open(std::env::current_exe()?)?, &mut digest)?;
        let program = hex(&digest.finalize()[..12]);
        let own = folder.join(&program);
        fs::create_dir_all(&own)?;
        // Its time of change tells when a program was used last.
        fs::write(own.join("used"), [])?;
        forget_older(folder, &own);
        Ok(Cache { folder: own, program })
    }

    /// The cache that is used where nobody says otherwise: `ludogen` in the user's folder of caches. `None` where it cannot be had.
    pub fn usual() -> Option<Cache> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let caches = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
        Cache::open(&caches?.join("ludogen")).ok()
    }

    /// The key of what depends on these parts, and on the program.
    pub fn key(&self, parts: &[&str]) -> String {
        packed::digest([self.program.as_str()].iter().chain(parts).map(|part| part.as_bytes()), packed::SUM)
    }

    /// What is kept under a key. A file that is damaged is as good as none.
    pub fn get(&self, key: &str) -> Option<ChildRecord> {
        let mut packed = Vec::new();
        fs::File::open(self.file(key)).ok()?.take(LARGEST).read_to_end(&mut packed).ok()?;
        packed::unpack(&packed, LARGEST).ok()
    }

    /// Keeps a record under a key, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&self, key: &str, record: &ChildRecord) -> io::Result<()> {
        files::replace(&self.file(key), &packed::pack(record)?)
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder.join(key)
    }
}

/// Removes what programs have kept, but for the ones used last and `own`. Only folders of the names that a cache gives are touched.
fn forget_older(folder: &Path, own: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let named = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.len() == 24 && name.bytes().all(|b| b.is_ascii_hexdigit())
    };
    let mut others: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path != own && named(path))
        .filter_map(|path| Some((fs::metadata(path.join("used")).ok()?.modified().ok()?, path)))
        .collect();
    order::sort(&mut others);
    let surplus = (others.len() + 1).saturating_sub(PROGRAMS);
    for (_, path) in others.into_iter().take(surplus) {
        // Another process may have removed it already.
        let _ = fs::remove_dir_all(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::criticism::Score;
    use crate::store::Measurement;

    fn record() -> ChildRecord {
        let mut record = ChildRecord::new("Hex", "(game Hex)");
        record.score = Some(Score { value: 0.1 + 0.2, low: 1.0 / 3.0, high: 2.0f64.sqrt() });
        record.measurements = (0..200)
            .map(|i| Measurement { criterion: i as u8, value: f64::from(i).sin(), standard_error: 0.5, samples: 3 })
            .collect();
        record
    }

    #[test]
    fn what_is_kept_comes_back_to_the_last_bit_and_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let key = cache.key(&["a"]);
        cache.put(&key, &record()).unwrap();
        assert_eq!(cache.get(&key), Some(record()));
        assert_eq!(Cache::open(folder.path()).unwrap().get(&key), Some(record()));
        let whole = fs::read(cache.file(&key)).unwrap();
        for at in [0, 31, 32, whole.len() / 2, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            fs::write(cache.file(&key), damaged).unwrap();
            assert_eq!(cache.get(&key), None);
        }
        for length in [0, 10, 32, whole.len() - 1] {
            fs::write(cache.file(&key), &whole[..length]).unwrap();
            assert_eq!(cache.get(&key), None);
        }
    }

    #[test]
    fn only_the_programs_used_last_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        for i in 0..5u64 {
            let other = folder.path().join(format!("{i:024x}"));
            fs::create_dir(&other).unwrap();
            let used = fs::File::create(other.join("used")).unwrap();
            used.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000 + i)).unwrap();
        }
        fs::create_dir(folder.path().join("something-else")).unwrap();
        Cache::open(folder.path()).unwrap();
        let left = |i: u64| folder.path().join(format!("{i:024x}")).exists();
        assert_eq!([0, 1, 2, 3, 4].map(left), [false, false, false, true, true]);
        assert!(folder.path().join("something-else").exists());
    }
}
