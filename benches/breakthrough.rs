//! Breakthrough on every board of Table 3 of "Compressed Game Solving" (2024), and on larger ones if asked:
//!
//! `cargo bench --bench breakthrough -- [--seconds N] [--gigabytes N] [--method M] [--folder DIR] [BOARD…]`, with boards such as
//! `4x6` (width by height).
//!
//! Each board is solved by the two methods in turn, in processes of their own, with more and more states allowed, until one of them is
//! done or has no processor seconds or memory left; or at once by the method named, which may keep finished plies in a folder. What comes of it replaces the board's rows of `reports/solver/breakthrough.csv` and
//! `breakthrough-plies.csv`, from which the plots beside them are drawn anew.

mod arguments;
#[path = "../tests/solver_games/breakthrough.rs"]
mod solver_games;
mod usage;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use arguments::option;
use ludogen::report::plot::{Drawn, Series, scatter};
use ludogen::solver::Wdl;
use ludogen::solver::dfa::{self, Limit, Set};
use ludogen::solver::symbolic::layered::{self, Event, Options};
use ludogen::solver::symbolic::{self, retrograde};

/// The boards of the table (width, height).
const TABLE: [(usize, usize); 22] = [
    (2, 4),
    (2, 5),
    (2, 6),
    (2, 7),
    (2, 8),
    (3, 4),
    (3, 5),
    (3, 6),
    (3, 7),
    (3, 8),
    (4, 4),
    (4, 5),
    (4, 6),
    (4, 7),
    (5, 4),
    (5, 5),
    (5, 6),
    (6, 4),
    (6, 5),
    (7, 4),
    (8, 4),
    (6, 6),
];
/// States that a method is first allowed, and how many times more in each round.
const FIRST_ROUND: u64 = 1 << 22;
const FACTOR: u64 = 16;
const FOLDER: &str = "reports/solver";
const BOARDS: [&str; 11] = [
    "width",
    "height",
    "value",
    "method",
    "elapsed_s",
    "cpu_s",
    "peak_mb",
    "peak_states",
    "states",
    "reachable_positions",
    "reached",
];
const PLIES: [&str; 7] = ["width", "height", "ply", "positions", "states", "won_states", "lost_states"];

type Board = (usize, usize);
type Table = BTreeMap<Board, Vec<Vec<String>>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let bench = arguments.iter().any(|argument| argument == "--bench");
    arguments.retain(|argument| argument != "--bench");
    if let [flag, board, method, seconds, bytes, folder, states] = &arguments[..]
        && flag == "--measure"
    {
        let folder = Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty());
        let means = Means { seconds: seconds.parse()?, bytes: bytes.parse()?, method: None, folder };
        return measure(board_of(board)?, method, means, states.parse()?);
    }
    let mut option = |name| option(&mut arguments, name);
    let number = |given: Option<String>, default| given.map_or(Ok(default), |given| given.parse::<u64>());
    let means = Means {
        seconds: number(option("--seconds")?, 600)?,
        bytes: number(option("--gigabytes")?, 6)? << 30,
        method: option("--method")?,
        folder: option("--folder")?.map(PathBuf::from),
    };
    let boards = arguments.iter().map(|board| board_of(board)).collect::<Result<Vec<_>, _>>()?;
    if !bench {
        // `cargo test` runs benches too, without the flag: then a glance is enough.
        let solved = solve((2, 4), &means)?;
        assert_eq!(solved.row.get("value").map(String::as_str), Some("P2"));
        return Ok(());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    std::fs::create_dir_all(&folder)?;
    for board in if boards.is_empty() { TABLE.to_vec() } else { boards } {
        let Solved { mut row, plies } = solve(board, &means)?;
        row.insert("width".into(), board.0.to_string());
        row.insert("height".into(), board.1.to_string());
        let row: Vec<String> = BOARDS.iter().map(|&name| row.get(name).cloned().unwrap_or_default()).collect();
        println!("{}", row.join(","));
        replace(&folder.join("breakthrough.csv"), &BOARDS, board, vec![row])?;
        let all = replace(&folder.join("breakthrough-plies.csv"), &PLIES, board, plies)?;
        draw(&folder, &all)?;
    }
    Ok(())
}

fn board_of(text: &str) -> Result<Board, Box<dyn Error>> {
    let (width, height) = text.split_once('x').ok_or("a board is given as in 4x6")?;
    Ok((width.parse()?, height.parse()?))
}

/// What is known of a board.
#[derive(Default)]
struct Solved {
    row: BTreeMap<String, String>,
    plies: Vec<Vec<String>>,
}

/// What a board may take.
struct Means {
    seconds: u64,
    bytes: u64,
    /// The only method.
    method: Option<String>,
    /// Where finished plies are kept.
    folder: Option<PathBuf>,
}

/// Solves a board by the method that needs fewer states.
fn solve(board: Board, means: &Means) -> Result<Solved, Box<dyn Error>> {
    let (mut open, mut states) = match &means.method {
        None => (vec!["layered", "retrograde"], FIRST_ROUND),
        Some(method) => (vec![method.as_str()], u64::MAX),
    };
    let mut solved = Solved::default();
    let mut value = None;
    while value.is_none() && !open.is_empty() {
        for method in open.clone() {
            let found = run(board, method, means, states)?;
            if found.row.contains_key("value") {
                value = Some(found);
                break;
            }
            if found.row.get("stopped").is_none_or(|reason| reason != "states") {
                open.retain(|&other| other != method);
            }
            let reached = solved.row.entry("reached".into()).or_default();
            let stopped = found.row.get("reached").cloned().unwrap_or_else(|| "nothing".into());
            if method == "layered" {
                *reached = format!("layered: {stopped}");
            } else {
                *reached = format!("{}; retrograde: {stopped}", reached.split(';').next().unwrap_or(""));
            }
            if found.plies.len() >= solved.plies.len() {
                solved.plies = found.plies;
            }
        }
        states = states.saturating_mul(FACTOR);
    }
    if let Some(found) = value {
        // The number of positions, if they can be counted too.
        let through = if found.row.get("method").is_some_and(|method| method == "layered") {
            found.plies.clone()
        } else {
            let counted = run(board, "count", means, u64::MAX)?;
            if counted.row.contains_key("reachable_positions") {
                solved.row.extend(counted.row);
            }
            counted.plies
        };
        solved.row.retain(|name, _| name == "reachable_positions");
        solved.row.extend(found.row);
        solved.plies = through;
    }
    Ok(solved)
}

/// Runs a method in a process of its own and reads what it tells.
fn run(board: Board, method: &str, means: &Means, states: u64) -> Result<Solved, Box<dyn Error>> {
    let board_name = format!("{}x{}", board.0, board.1);
    let mut child = Command::new(std::env::current_exe()?)
        .args(["--measure", &board_name, method, &means.seconds.to_string(), &means.bytes.to_string()])
        .args([means.folder.as_ref().map(|folder| folder.join(&board_name)).unwrap_or_default().as_os_str()])
        .arg(states.to_string())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut solved = Solved::default();
    let mut plies: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for line in BufReader::new(child.stdout.take().ok_or("no output")?).lines() {
        let line = line?;
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["ply", ply, positions, states] => {
                let row = [&board.0.to_string(), &board.1.to_string(), ply, positions, states, "", ""];
                plies.insert(ply.parse()?, row.map(str::to_owned).into());
            }
            ["solved", ply, won, lost] => {
                if let Some(row) = plies.get_mut(&ply.parse()?) {
                    row.splice(5.., [won.to_owned(), lost.to_owned()]);
                }
            }
            [name, ..] => _ = solved.row.insert(name.into(), line[name.len()..].trim().into()),
            [] => {}
        }
    }
    child.wait()?;
    solved.plies = plies.into_values().collect();
    Ok(solved)
}

/// States seen so far.
#[derive(Default)]
struct Tally {
    peak: usize,
    all: usize,
}

impl Tally {
    fn add(&mut self, set: &Set) {
        self.peak = self.peak.max(set.states());
        self.all += set.states();
    }
}

/// Solves a board in this process and tells what comes of it, one fact a line.
fn measure((width, height): Board, method: &str, means: Means, states: u64) -> Result<(), Box<dyn Error>> {
    let Means { seconds, bytes, folder, .. } = means;
    let limit = Limit { bytes: bytes as usize, states };
    let begun = Instant::now();
    let problem = solver_games::breakthrough(width, height, |column, row| row * width + column)?;
    let mut tally = Tally::default();
    let mut reached = String::from("nothing");
    let in_time = |reached: &str| {
        if usage::usage().0 >= seconds as f64 {
            println!("reached {reached} in {seconds} processor seconds");
            println!("stopped time");
            std::process::exit(0);
        }
    };
    let value = if method == "retrograde" {
        retrograde::solve(&problem, limit, folder.as_deref(), |ply, decided| {
            decided.iter().for_each(|decided| [&decided.won, &decided.lost].into_iter().for_each(|set| tally.add(set)));
            reached = format!("ply {ply}");
            in_time(&reached);
        })
        .map(|solved| solved.value)
    } else {
        let mut positions = 0;
        layered::solve(&problem, &Options { limit, folder, ..Options::default() }, |event| {
            match event {
                Event::Reached(ply, set) => {
                    let count = set.count().unwrap_or(u128::MAX);
                    positions += count;
                    tally.add(set);
                    println!("ply {ply} {count} {}", set.states());
                    reached = format!("ply {ply} forward");
                }
                Event::Solved(ply, solved) => {
                    if !reached.ends_with("backward") {
                        println!("reachable_positions {positions}");
                        if method == "count" {
                            std::process::exit(0);
                        }
                    }
                    [&solved.won, &solved.lost, &solved.drawn].into_iter().for_each(|set| tally.add(set));
                    println!("solved {ply} {} {}", solved.won.states(), solved.lost.states());
                    reached = format!("ply {ply} backward");
                }
            }
            in_time(&reached);
        })
        .map(|solved| solved.value)
    };
    match value {
        Ok(value) => {
            let (cpu, memory) = usage::usage();
            println!("value {}", if value == Wdl::Win { "P1" } else { "P2" });
            println!("method {method}");
            println!("elapsed_s {:.2}", begun.elapsed().as_secs_f64());
            println!("cpu_s {cpu:.2}");
            println!("peak_mb {:.1}", memory as f64 / 1e6);
            println!("peak_states {}", tally.peak);
            println!("states {}", tally.all);
        }
        Err(error @ symbolic::Error::Sets(dfa::Error::States { .. })) => {
            println!("stopped states\nreached {reached}: {error}")
        }
        Err(error) => println!("stopped memory\nreached {reached}: {error}"),
    }
    Ok(())
}

/// Replaces the rows of a board in a table that begins with width and height; returns all of it.
fn replace(path: &Path, heading: &[&str], board: Board, rows: Vec<Vec<String>>) -> Result<Table, Box<dyn Error>> {
    let mut all = Table::new();
    if path.exists() {
        for record in csv::Reader::from_path(path)?.records() {
            let row: Vec<String> = record?.iter().map(str::to_owned).collect();
            all.entry((row[0].parse()?, row[1].parse()?)).or_default().push(row);
        }
    }
    all.insert(board, rows);
    let mut writer = csv::Writer::from_path(path)?;
    writer.write_record(heading)?;
    all.values().flatten().try_for_each(|row| writer.write_record(row))?;
    writer.flush()?;
    Ok(all)
}

/// The plots of the boards with the most positions, on a scale of powers of ten.
fn draw(folder: &Path, all: &Table) -> Result<(), Box<dyn Error>> {
    let number = |row: &[String], column: usize| row[column].parse::<f64>().ok();
    let total = |rows: &[Vec<String>]| rows.iter().filter_map(|row| number(row, 3)).sum::<f64>();
    let mut largest: Vec<_> = all.iter().filter(|(_, rows)| !rows.is_empty()).collect();
    largest.sort_by(|a, b| total(b.1).total_cmp(&total(a.1)));
    let colours = ["first", "second", "third", "fourth"];
    // The legend names each board once; the title says what lines and marks are.
    let series = |columns: [(usize, Drawn); 2], need: usize| {
        let boards = largest.iter().filter(|(_, rows)| rows.iter().all(|row| number(row, need).is_some()));
        let mut series = Vec::new();
        for (((width, height), rows), colour) in boards.zip(colours) {
            for ((column, drawn), name) in columns.into_iter().zip([format!("{width}×{height}"), String::new()]) {
                let point = |row: &Vec<String>| Some((number(row, 2)?, number(row, column)?.max(1.0).log10()));
                series.push(Series { name, colour, drawn, points: rows.iter().filter_map(point).collect() });
            }
        }
        series
    };
    let reached = series([(3, Drawn::Line), (4, Drawn::Marks)], 3);
    let title = "Breakthrough: what can be reached (line: positions, marks: states)";
    let plot = scatter(title, "plies", "powers of ten", &reached);
    std::fs::write(folder.join("breakthrough-reached.svg"), plot.standalone())?;
    let solved = series([(5, Drawn::Line), (6, Drawn::Marks)], 5);
    let title = "Breakthrough: states of what is won (line) and lost (marks)";
    let plot = scatter(title, "plies", "powers of ten", &solved);
    std::fs::write(folder.join("breakthrough-solved.svg"), plot.standalone())?;
    Ok(())
}
