//! Lists the files of the studio's pages and the known games, so that the program carries them, and says which version this is.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    let mut text = String::new();
    for (name, about, folder) in [("WEB", "The files of the pages", "web"), ("KNOWN", "The known games", "seed-games")]
    {
        println!("cargo::rerun-if-changed={folder}");
        let top = root.join(folder);
        let mut files = Vec::new();
        collect(&top, &mut files)?;
        files.sort();
        let _ = writeln!(text, "/// {about}, by name.\nstatic {name}: &[(&str, &[u8])] = &[");
        for file in files {
            let inside = file.strip_prefix(&top).expect("it was found there");
            let inside = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
            let _ = writeln!(text, "    ({inside:?}, include_bytes!({file:?})),");
        }
        text.push_str("];\n");
    }
    fs::write(out.join("carried.rs"), text)?;
    version(&root)
}

/// The version with a digest of the sources, and the same with the commit where it is known: nothing of the clock or the machine.
fn version(root: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rerun-if-env-changed=LUDOGEN_COMMIT");
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files)?;
    files.sort();
    files.push(root.join("Cargo.lock"));
    let mut digest = Fnv(0xcbf2_9ce4_8422_2325);
    for file in files {
        let inside = file.strip_prefix(root).expect("it was found there");
        let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        // An unpacked package may be without a lock file.
        let contents = fs::read(&file).unwrap_or_default();
        for part in [name.as_bytes(), &contents] {
            digest.add(&(part.len() as u64).to_le_bytes());
            digest.add(part);
        }
    }
    let package = env::var("CARGO_PKG_VERSION").expect("cargo names the version");
    let sources = format!("sources {:016x}", digest.0);
    let commit = commit(root).map_or(String::new(), |commit| format!("commit {commit}, "));
    println!("cargo::rustc-env=LUDOGEN_VERSION={package} ({sources})");
    println!("cargo::rustc-env=LUDOGEN_VERSION_AND_COMMIT={package} ({commit}{sources})");
    Ok(())
}

/// The commit, if whoever builds says it, or a package has it from when it was made. The repository is not asked: every commit would build
/// everything anew.
fn commit(root: &Path) -> Option<String> {
    let info = || fs::read_to_string(root.join(".cargo_vcs_info.json")).ok();
    let packed = || info()?.split("\"sha1\":").nth(1)?.split('"').nth(1).map(String::from);
    let commit = env::var("LUDOGEN_COMMIT").ok().filter(|commit| !commit.is_empty()).or_else(packed)?;
    let digits: String = commit.chars().take_while(char::is_ascii_hexdigit).take(12).collect();
    (!digits.is_empty()).then_some(digits)
}

/// The hash of Fowler, Noll and Vo, 64 bits, variant 1a: to tell versions apart, not to keep anybody from anything.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The files of a folder and of those within, but for hidden ones.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => collect(&entry.path(), files)?,
            false => files.push(entry.path()),
        }
    }
    Ok(())
}
