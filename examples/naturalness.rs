//! How well the tree n-gram model tells rules that people wrote from others: `reports/naturalness/README.md` says what comes out.
//!
//! `cargo run --release --example naturalness -- seed-games [LABELLED…]` prints a row of CSV for each game to standard output and a table of
//! areas under the ROC curve to standard error. A labelled folder has rule files and `labels.csv` with the columns `game` and `label`.

use ludogen::language::{self, Tree, canonical};
use ludogen::streams::{Purpose, stream};
use ludogen::synthesis::{Genome, Standing, Surprise, TreeModel, distance, regrown, repair};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

/// The seed of the regrown games.
const SEED: u64 = 1;
/// How many games are made of each known one.
const REGROWN: u64 = 3;
/// Known games no further apart than this are kin: the same game with another number, board or goal.
const KIN: f64 = 0.15;

/// Where a game comes from, what it is called, and how surprising it is.
struct Row {
    group: String,
    game: String,
    surprise: Surprise,
    standing: Standing,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut folders = std::env::args().skip(1);
    let known = read(Path::new(&folders.next().unwrap_or_else(|| "seed-games".into())))?;
    let trees: Vec<Tree> = known.iter().map(|(_, tree)| tree.clone()).collect();
    let model = TreeModel::fit(&trees);
    let genomes: Vec<Genome> = trees.iter().map(Genome::new).collect();
    let mut rows = Vec::new();
    let mut row = |group: &str, game: &str, tree: &Tree, without: &[usize]| {
        let surprise = model.surprise(tree, without);
        let Some(standing) = model.standing(&surprise, without) else { return };
        rows.push(Row { group: group.into(), game: game.into(), surprise, standing });
    };
    for (i, (name, tree)) in known.iter().enumerate() {
        let kin: Vec<usize> = (0..genomes.len()).filter(|&j| distance(&genomes[i], &genomes[j]) <= KIN).collect();
        row("known", name, tree, &[i]);
        row("known-without-kin", name, tree, &kin);
        for k in 0..REGROWN {
            let mut rng = stream(SEED, Purpose::Child, i as u64 * REGROWN + k);
            let Some(other) = regrown(tree, &mut rng) else { continue };
            let other = canonical(&repair(other).0);
            row("regrown", name, &other, &[i]);
            row("regrown-without-kin", name, &other, &kin);
        }
    }
    for folder in folders {
        let mut labels = BTreeMap::new();
        let mut table = csv::Reader::from_path(Path::new(&folder).join("labels.csv"))?;
        for record in table.deserialize() {
            let record: BTreeMap<String, String> = record?;
            labels.insert(record["game"].clone(), record["label"].clone());
        }
        for (name, tree) in read(Path::new(&folder))? {
            if let Some(label) = labels.get(&name) {
                row(label, &name, &tree, &[]);
            }
        }
    }
    print(&rows);
    areas(&rows);
    Ok(())
}

/// The rule files of a folder by name, in the order of their names.
fn read(folder: &Path) -> Result<Vec<(String, Tree)>, Box<dyn Error>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.map(|e| Ok(e?.path())).collect::<std::io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|e| e == "ludi"));
    paths.sort();
    let game = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path)?;
        let tree = language::parse(&text).map_err(|p| format!("{}: {}", path.display(), p[0].message))?;
        Ok((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), canonical(&tree)))
    };
    paths.iter().map(game).collect()
}

fn print(rows: &[Row]) {
    println!("group,game,nodes,bits,bits_a_node,excess,mean_share,excess_share,worst_bits,worst");
    for Row { group, game, surprise: s, standing } in rows {
        let (bits, text) = s.worst.first().map_or((0.0, ""), |p| (p.bits, p.text.as_str()));
        let text = text.replace('"', "'");
        let (mean, excess) = (standing.mean, standing.excess);
        println!(
            "{group},{game},{},{:.2},{:.3},{:.2},{mean:.3},{excess:.3},{bits:.2},\"{text}\"",
            s.nodes, s.total, s.mean, s.excess
        );
    }
}

/// How often a game of the first groups is more surprising than one of the second, ties counting half, by each figure.
fn areas(rows: &[Row]) {
    type Figure = (&'static str, fn(&Row) -> f64);
    let figures: [Figure; 6] = [
        ("bits", |r| r.surprise.total),
        ("bits a node", |r| r.surprise.mean),
        ("excess", |r| r.surprise.excess),
        ("excess by length", |r| r.standing.excess),
        ("worst", |r| r.surprise.worst.first().map_or(0.0, |p| p.bits)),
        ("flag", |r| f64::from(u8::from(r.standing.mean > 0.95 || r.standing.excess > 0.95))),
    ];
    let pairs: [(&[&str], &[&str]); 6] = [
        (&["regrown"], &["known"]),
        (&["regrown-without-kin"], &["known-without-kin"]),
        (&["junk"], &["known"]),
        (&["junk"], &["plain", "worth", "variant"]),
        (&["junk"], &["plain", "worth"]),
        (&["plain", "worth", "variant"], &["known"]),
    ];
    for (first, second) in pairs {
        let of = |groups: &[&str], by: fn(&Row) -> f64| -> Vec<f64> {
            rows.iter().filter(|r| groups.contains(&r.group.as_str())).map(by).collect()
        };
        let told = figures.map(|(name, by)| format!("{name} {:.2}", area(&of(first, by), &of(second, by))));
        eprintln!("{} : {}   {}", first.join("+"), second.join("+"), told.join("  "));
    }
}

fn area(first: &[f64], second: &[f64]) -> f64 {
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    let points: f64 = pairs.map(|(a, b)| if a > b { 1.0 } else { f64::from(u8::from(a == b)) / 2.0 }).sum();
    points / (first.len() * second.len()).max(1) as f64
}
