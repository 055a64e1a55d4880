//! How many English words of Play and End each known game takes, and the words of its longest sentence that is no list.
//!
//! `cargo run --release --example english [FOLDER…]` prints a line a game, fewest words first, and the median of them and of the games
//! that people have rated; `--texts` prints the texts, too.

use ludogen::describe::describe;
use ludogen::language::parse;
use std::path::Path;

/// The text of Play and End, without their titles.
fn play_and_end(text: &str) -> String {
    let lines = text.lines().skip_while(|line| *line != "Play");
    lines.filter(|line| !matches!(*line, "Play" | "End")).collect::<Vec<_>>().join("\n")
}

/// The words of the longest sentence that is no list.
fn longest_sentence(text: &str) -> usize {
    let sentences = text.lines().flat_map(|line| line.split_inclusive(". "));
    let plain = sentences.filter(|s| !s.contains(": ") && s.matches(", ").count() < 3);
    plain.map(|s| s.split_whitespace().count()).max().unwrap_or(0)
}

fn median(sorted: &[usize]) -> usize {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (options, mut folders): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|a| a == "--texts");
    if folders.is_empty() {
        folders.extend(["seed-games".to_string(), "seed-games/long".into()]);
    }
    let table = std::fs::read_to_string("reports/human-ratings/games.csv").unwrap_or_default();
    let rated: Vec<&str> = table.lines().filter_map(|line| line.split(',').nth(1)).collect();
    let mut rows = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(Path::new(&folder))? {
            let path = entry?.path();
            if path.extension().is_none_or(|e| e != "ludi") {
                continue;
            }
            let tree = parse(&std::fs::read_to_string(&path)?).map_err(|e| format!("{}: {e:?}", path.display()))?;
            let text = play_and_end(&describe(&tree)?);
            let name = path.display().to_string();
            if !options.is_empty() {
                println!("######## {name}\n{text}");
            }
            let is_rated = rated.contains(&name.as_str());
            rows.push((text.split_whitespace().count(), longest_sentence(&text), is_rated, name));
        }
    }
    rows.sort();
    for (words, longest, is_rated, name) in &rows {
        println!("{words:5} {longest:4} {} {name}", if *is_rated { "rated" } else { "     " });
    }
    let all: Vec<usize> = rows.iter().map(|r| r.0).collect();
    let of_rated: Vec<usize> = rows.iter().filter(|r| r.2).map(|r| r.0).collect();
    println!(
        "{} games: median {} words; {} rated games: median {}, {} of them above 350",
        all.len(),
        median(&all),
        of_rated.len(),
        median(&of_rated),
        of_rated.iter().filter(|&&n| n > 350).count()
    );
    Ok(())
}
