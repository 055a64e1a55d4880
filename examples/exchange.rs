//! Writes each game of a folder in the language of Ludii, and says of each that cannot be said there why not.
//!
//! `cargo run --release --example exchange seed-games OUT` writes `OUT/NAME.lud` and prints a line a game: the name, and what is not said.

use ludogen::export::to_ludii;
use ludogen::language::parse;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out] = arguments.as_slice() else { return Err("give a folder of games and one to write to".into()) };
    let mut files: Vec<_> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "ludi"));
    files.sort();
    for path in files {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
        let tree = parse(&std::fs::read_to_string(&path)?).map_err(|e| format!("{stem}: {e:?}"))?;
        let (text, note) = match to_ludii(&tree, false) {
            Ok(text) => (Ok(text), String::new()),
            Err(e) => {
                let loose = to_ludii(&tree, true);
                let note = if loose.is_ok() { format!("{} left out", e.ludeme) } else { String::new() };
                (loose, note)
            }
        };
        match text {
            Ok(text) => {
                std::fs::write(Path::new(out).join(format!("{stem}.lud")), text)?;
                println!("{stem},yes,{note}");
            }
            Err(e) => println!("{stem},no,{}", e.ludeme),
        }
    }
    Ok(())
}
