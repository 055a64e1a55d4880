//! Lists the files of the studio's pages and the known games, so that the program carries them.

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
    fs::write(out.join("carried.rs"), text)
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
