//! Draws criteria over board sizes, from what `ludogen measure --size` prints with two columns more in front, `file,size`.
//!
//! `cargo run --release --example curves -- reports/strength/results.csv reports/strength`

use ludogen::report::plot::{Drawn, Series, scatter};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

/// What used to jump where a position had more than forty moves, and what should not.
const DRAWN: [&str; 6] =
    ["killer_moves", "lead_change", "permanence", "uncertainty_overall", "drama_average", "duration"];

/// The colours of five curves in the palette of plots.
const COLOURS: [&str; 5] = ["first", "second", "third", "fourth", "muted"];

/// The points of one curve: cells of the board and the criterion's value.
type Curve = Vec<(f64, f64)>;

/// Draws one picture a criterion into a folder.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(table), Some(folder)) = (arguments.next(), arguments.next().map(PathBuf::from)) else {
        println!("usage: curves RESULTS.csv FOLDER");
        return Ok(());
    };
    let mut rows = csv::Reader::from_path(table)?;
    let heads = rows.headers()?.clone();
    let rows: Vec<csv::StringRecord> = rows.records().collect::<Result<_, _>>()?;
    for criterion in DRAWN {
        let column = heads.iter().position(|head| head == criterion).ok_or(format!("no column {criterion}"))?;
        let mut curves: BTreeMap<&str, Curve> = BTreeMap::new();
        for row in &rows {
            let sizes: Vec<f64> = row[1].split(' ').map(str::parse).collect::<Result<_, _>>()?;
            // A hexagon of side n has 3n(n − 1) + 1 cells.
            let cells = match sizes[..] {
                [side] => 3.0 * side * (side - 1.0) + 1.0,
                _ => sizes.iter().product(),
            };
            curves.entry(&row[0]).or_default().push((cells, row[column].parse()?));
        }
        let line = |((name, points), colour): ((&str, Curve), _)| Series {
            name: name.into(),
            colour,
            drawn: Drawn::Line,
            points,
        };
        let series: Vec<Series> = curves.into_iter().zip(COLOURS).map(line).collect();
        let picture = scatter(&criterion.replace('_', " "), "cells", "value", &series);
        std::fs::write(folder.join(format!("{criterion}.svg")), picture.standalone())?;
    }
    Ok(())
}
