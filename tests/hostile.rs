//! Hostile rule files: whatever is in them, every command that reads rules ends within its budget of time, memory and output, with an answer or
//! with a message that says what is wrong.
#![cfg(target_os = "linux")]

#[path = "hostile/mod.rs"]
mod files;

use files::{KINDS, rules};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a call may take: processor seconds, megabytes, and bytes written.
#[derive(Clone, Copy)]
struct Budget {
    seconds: f64,
    megabytes: u64,
    bytes: u64,
}

/// For commands that look at rules and play nothing, or next to nothing.
const READING: Budget = Budget { seconds: 10.0, megabytes: 300, bytes: 32 << 20 };
/// For commands that play, asked for little.
const PLAYING: Budget = Budget { seconds: 60.0, megabytes: 600, bytes: 32 << 20 };
/// For the studio's judgement, which cannot be asked for little.
const JUDGING: Budget = Budget { seconds: 240.0, megabytes: 600, bytes: 32 << 20 };

/// A development build takes several times as long; a program that is named is none.
fn slower() -> f64 {
    if cfg!(debug_assertions) && std::env::var_os("LUDOGEN").is_none() { 4.0 } else { 1.0 }
}

/// Every command that reads rules, asked for as little as it can be asked for; F is the file, O and P files to write, D a folder with the file in it, K one
/// without, R a recipe, B the first batch of a run, S a solution. How many files pass between two that it is tried with in a long run.
const COMMANDS: [(&str, Budget, u64); 34] = [
    ("check F", READING, 1),
    ("check F --json", READING, 1),
    ("describe F", READING, 1),
    ("export F --to json", READING, 1),
    ("export F --to ludii --loose", READING, 1),
    ("show F", READING, 1),
    ("show F --svg", READING, 1),
    ("distance F seed-games/chess.ludi", READING, 1),
    ("perft F --depth 1", READING, 1),
    ("playout F --games 1 --max-plies 40", PLAYING, 16),
    ("search F --nodes 200", PLAYING, 16),
    ("search F --player uct --nodes 20", PLAYING, 16),
    ("play F --side both --no-book", PLAYING, 16),
    ("play F --nodes 100 --no-book", PLAYING, 16),
    ("match F --games 1 --nodes 50 --max-plies 10", PLAYING, 16),
    ("measure F --trials 1 --work 50 --player policy", PLAYING, 64),
    ("reduce F --budget 100 --games 5 -o O", PLAYING, 16),
    ("flaws F --positions 300 --nodes 100", PLAYING, 16),
    ("reach F --plies 1 --memory 200MiB --states 2000", PLAYING, 16),
    ("solve F --memory 200MiB --states 2000 --positions 2000", PLAYING, 16),
    ("tune F --iterations 1 --games 2 --nodes 50", PLAYING, 16),
    ("book F --games 1 --plies 2 --nodes 50 -o O", PLAYING, 16),
    ("share F -o O --engine W", READING, 16),
    ("like F --games K --budget 100", PLAYING, 16),
    ("judge F --games K --trials 2 --work 50", PLAYING, 64),
    ("evolve --games D --population O --children 1 --no-cache --threads 1 --recipe R", PLAYING, 64),
    (BATCH, PLAYING, 16),
    ("evaluate B O --threads 1 --no-cache", PLAYING, 64),
    ("serve judge", JUDGING, 64),
    ("serve breed", PLAYING, 16),
    ("report P -o Q", PLAYING, 64),
    ("doctor P", PLAYING, 64),
    ("serve look", PLAYING, 64),
    ("query S", PLAYING, 16),
];

/// What makes the files that a command reads beside the rules.
fn maker(command: &str) -> Option<&'static str> {
    match command.split(' ').next()? {
        "evaluate" => Some(BATCH),
        "report" | "doctor" => Some(BRED),
        "serve" if command == "serve look" => Some(BRED),
        "query" => Some("solve F --memory 200MiB --states 2000 --positions 2000 --save S"),
        _ => None,
    }
}

/// Writes what `evaluate` does, as every worker does with what a broker sends.
const BATCH: &str = "evolve --games D --population P --children 1 --no-cache --recipe R --batch B";
/// A population with the rules in it.
const BRED: &str = "evolve --games D --population P --children 1 --no-cache --threads 1 --recipe R";
/// The studio, which is asked for a piece of work, or for all that it shows of the games of a population.
const SERVE: &str = "serve P --port 0 --games K --engine W --threads 1";

/// What is typed into `play`.
const TYPED: &[u8] = b"help\nmoves\nrules\nhint\nboard\n1\nA1\nundo\nwhy A1\nplay 99999999999999999999\n\xff\xfe\n(\n1\nsave /nowhere/at/all\nquit\n";

/// What a call took and came to.
#[derive(Clone, Default)]
struct Found {
    seconds: f64,
    megabytes: u64,
    bytes: u64,
    /// What is wrong with it.
    fault: Option<String>,
}

/// A folder for a rule file and what is written.
struct Desk {
    folder: tempfile::TempDir,
    program: String,
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        // Two games that can be bred from, beside the hostile one, and to compare with: all the known games take seconds to read, which says nothing
        // of the file.
        for folder in ["games", "known"] {
            fs::create_dir(at(folder)).unwrap();
            for seed in ["tic-tac-toe", "clobber"] {
                fs::copy(format!("seed-games/{seed}.ludi"), at(folder).join(format!("{seed}.ludi"))).unwrap();
            }
        }
        fs::write(at("recipe"), "(safety: (playouts: 2, plies: 40), speed: (depth: 1, positions: 1), policy: (games: 1, depth: 1, plies: 20), trials: (games: 2, depth: 1), viability: (depth: 1, trials: 2), candidates: (trials: 2, most_trials: 2, tuning: 0, slow: false, flaw_positions: 50), judgement: (on: false), last_round: (games: 0))").unwrap();
        // What a page carries, were it to be opened.
        fs::write(at("engine"), b"\0asm\x01\0\0\0").unwrap();
        let program = std::env::var("LUDOGEN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_ludogen").into());
        Desk { folder, program }
    }

    fn put(&self, bytes: &[u8]) {
        for name in ["file.ludi", "games/hostile.ludi"] {
            fs::write(self.folder.path().join(name), bytes).unwrap();
        }
    }

    fn call(&self, command: &str, budget: Budget) -> Found {
        let at = |name: &str| self.folder.path().join(name);
        for name in ["written", "population", "batch", "solution"] {
            for end in ["", "-wal", "-shm", "-lock"] {
                let _ = fs::remove_file(at(&format!("{name}{end}")));
            }
        }
        let _ = fs::remove_dir_all(at("pages"));
        if let Some(maker) = maker(command) {
            let found = self.run(maker, budget);
            // There is nothing to read, and that was said.
            let made = ["population", "batch", "solution"].iter().any(|name| at(name).exists());
            if found.fault.is_some() || !made {
                return found;
            }
        }
        self.run(command, budget)
    }

    fn run(&self, command: &str, budget: Budget) -> Found {
        let at = |name: &str| self.folder.path().join(name).display().to_string();
        let asked = command.strip_prefix("serve ");
        let word = |word: &str| match word {
            "F" => at("file.ludi"),
            "O" => at("written"),
            "P" => at("population"),
            "Q" => at("pages"),
            "S" => at("solution"),
            "B" => at("batch"),
            "D" => at("games"),
            "K" => at("known"),
            "R" => at("recipe"),
            "W" => at("engine"),
            _ => word.into(),
        };
        // Beyond the budget the system ends the call. The addresses that a process asks for are more than the memory it uses.
        let seconds = budget.seconds * slower();
        let limits = format!("ulimit -t {}; ulimit -v 6000000; exec \"$0\" \"$@\"", seconds.ceil() + 1.0);
        let files = ["out", "err"].map(|name| fs::File::create(at(name)).unwrap());
        let [out, err] = files;
        let mut child = Command::new("sh")
            .args(["-c", &limits, &self.program])
            .args(asked.map_or(command, |_| SERVE).split(' ').map(word))
            .stdin(Stdio::piped())
            .stdout(if asked.is_some() { Stdio::piped() } else { out.into() })
            .stderr(err)
            .spawn()
            .unwrap();
        let mut found = Found::default();
        if let Some(work) = asked {
            let text = fs::read(at("file.ludi")).unwrap();
            // The studio goes on until it is ended; if it was ended for its time, or crashed, its status says so.
            let answered = done(&mut child, work, &String::from_utf8_lossy(&text));
            let signal = if answered.is_some() { "-INT" } else { "-KILL" };
            if let Some(false) = answered {
                fs::write(at("err"), "error: the studio refuses the rules").unwrap();
            }
            look(&child, &mut found);
            let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
        }
        // It need not read what is typed.
        let _ = child.stdin.take().unwrap().write_all(if command.starts_with("play ") { TYPED } else { b"" });
        watch(&child, &mut found);
        let status = child.wait().unwrap();
        let size = |name: &str| fs::metadata(at(name)).map_or(0, |data| data.len());
        found.bytes = size("out") + size("err") + size("written");
        let said = String::from_utf8_lossy(&fs::read(at("err")).unwrap()).into_owned();
        found.fault = match status.code() {
            Some(0) => None,
            Some(1 | 2) if !said.trim().is_empty() || size("out") > 0 => None,
            Some(code) => Some(format!("ends with {code}: {}", said.chars().take(400).collect::<String>())),
            None => Some(format!("{status}: {}", said.chars().take(400).collect::<String>())),
        };
        if found.fault.is_none() {
            let over = found.seconds > seconds || found.megabytes > budget.megabytes || found.bytes > budget.bytes;
            found.fault = over.then(|| "beyond its budget".into());
        }
        found
    }
}

/// Asks the studio to do something with a text, or to show all that it shows of the games it has. Whether it did, having found rules in the text; `None` if it
/// did not answer, or something went wrong.
fn done(server: &mut Child, work: &str, text: &str) -> Option<bool> {
    let mut first = String::new();
    BufReader::new(server.stdout.take()?).read_line(&mut first).ok()?;
    let (address, _) = first.strip_prefix("http://")?.split_once('/')?;
    let ask = |head: &str, body: &str| -> Option<(u32, String)> {
        let mut stream = TcpStream::connect(address).ok()?;
        // Only its own pages may ask it to do something.
        let about = format!(
            "Host: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close",
            body.len()
        );
        write!(stream, "{head} HTTP/1.1\r\n{about}\r\n\r\n{body}").ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        Some((answer.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?, answer))
    };
    if work == "look" {
        let (200, games) = ask("GET /api/games", "")? else { return None };
        for game in 1..=games.matches("\"id\":").count() {
            for part in ["", "/board.svg", "/english", "/export/json", "/trials", "/leads"] {
                if ask(&format!("GET /api/games/{game}{part}"), "")?.0 >= 500 {
                    return None;
                }
            }
        }
        return Some(true);
    }
    let wanted = serde_json::json!({ "what": work, "text": text, "seed": 1 });
    match ask("POST /api/jobs", &wanted.to_string())?.0 {
        200 => {}
        422 | 413 => return Some(false),
        _ => return None,
    }
    loop {
        std::thread::sleep(Duration::from_millis(20));
        let (200, answer) = ask("GET /api/jobs/1", "")? else { return None };
        if answer.contains("\"done\":true") {
            return (!answer.contains("internal error")).then_some(true);
        }
    }
}

/// Waits for the end of a process; notes its processor time and the most memory it had.
fn watch(child: &Child, found: &mut Found) {
    let begun = Instant::now();
    while look(child, found) {
        // Of a long call the end need not be seen at once; its time is still told then.
        std::thread::sleep((begun.elapsed() / 20).clamp(Duration::from_millis(2), Duration::from_millis(100)));
    }
}

/// Notes what a process has taken up to now, and whether it goes on.
fn look(child: &Child, found: &mut Found) -> bool {
    let about = |what: &str| fs::read_to_string(format!("/proc/{}/{what}", child.id())).unwrap_or_default();
    let status = about("status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().split(' ').next()?.parse().ok());
    found.megabytes = found.megabytes.max(peak.unwrap_or(0u64) / 1024);
    let stat = about("stat");
    // After the name, which may hold anything: the state, and ten fields later the time.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    found.seconds = found.seconds.max((ticks(11) + ticks(12)) / 100.0);
    fields.first().is_some_and(|state| *state != "Z")
}

/// Whether a file is given to a command that is tried with one in so many: files of a kind are sixteen apart, and each kind comes to each command.
fn is_tried(number: u64, command: usize, every: u64) -> bool {
    (number + number / KINDS.len() as u64 + command as u64).is_multiple_of(every)
}

fn same(number: u64) -> String {
    format!("{} (file {number})", rules(number).0)
}

#[test]
fn every_command_does_its_work_for_rules_that_are_no_trap() {
    let desk = Desk::new();
    desk.put(&fs::read("seed-games/elrostir.ludi").unwrap());
    for (command, budget, _) in COMMANDS {
        let found = desk.call(command, budget);
        let said = fs::read_to_string(desk.folder.path().join("err")).unwrap();
        // A small budget may run out; the call must have begun.
        let refused =
            said.contains("error:") && !["not done within", "not solved within"].iter().any(|w| said.contains(w));
        assert!(found.fault.is_none() && !refused, "{command}: {:?} {said}", found.fault);
    }
}

#[test]
fn hostile_rules_end_within_budgets_for_every_command() {
    let desk = Desk::new();
    // One of each kind; the commands that play with the kinds that a long run gives them.
    let mut faults = String::new();
    for number in 0..KINDS.len() as u64 {
        desk.put(&rules(number).1);
        for (i, (command, budget, every)) in COMMANDS.into_iter().enumerate() {
            if is_tried(number, i, every) {
                let found = desk.call(command, budget);
                if let Some(fault) = found.fault {
                    writeln!(faults, "{command}: {}: {fault}", same(number)).unwrap();
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Files of the long run that once took minutes or gigabytes, with the calls that did: effects on every cell by the dozen, turns that go on, answers to all answers,
/// stacks of which a state takes kilobytes.
#[test]
fn files_that_were_too_much_end_within_budgets() {
    let desk = Desk::new();
    let mut faults = String::new();
    for (number, word) in [(27, "tune"), (152, "reduce"), (5194, "book"), (5267, "judge")] {
        desk.put(&rules(number).1);
        for (command, budget, _) in COMMANDS.into_iter().filter(|(command, ..)| command.starts_with(word)) {
            if let Some(fault) = desk.call(command, budget).fault {
                writeln!(faults, "{command}: {}: {fault}", same(number)).unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// A file of the last kind, of those that may be played, and two by hand: every answer to every move is tried.
#[test]
fn attacks_on_giant_boards_end_within_budgets_for_every_command_that_plays() {
    let far = |tiling: &str, size: u32| {
        format!(
            "(game Far (board (tiling {tiling}) (shape square) (size {size} {size})) (pieces (Man All (moves (move (pre (and (empty to) \
            (not (attacked to)))) (action (push)) (post (capture surround (if (not (attacked to)))))) \
            (move (dirn all) (pre (and (connected) (not (friend to)) (not (attacked to)))) (action (pop) (push)) (post (capture approach any)))))) \
            (play (never (threatened))) (end (All win (in-a-row 5)) (All lose (and (threatened) (no-move)))))"
        )
        .into_bytes()
    };
    let desk = Desk::new();
    let mut faults = String::new();
    for (name, bytes) in
        [("14x14 triangles", far("tri", 14)), ("25x25 squares", far("square", 25)), ("file 84", rules(84).1)]
    {
        desk.put(&bytes);
        for (command, budget, _) in COMMANDS {
            let found = desk.call(command, budget);
            if let Some(fault) = found.fault {
                writeln!(faults, "{command}: {name}: {fault}").unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn hostile_rules_are_the_same_for_the_same_number_and_many_can_be_played() {
    let mut playable = 0;
    for number in 0..170 {
        let (_, bytes) = rules(number);
        assert!(bytes == rules(number).1);
        let tree = std::str::from_utf8(&bytes).ok().and_then(|text| ludogen::language::parse(text).ok());
        playable += u32::from(tree.is_some_and(|tree| ludogen::game::AnyGame::of(&tree).is_ok()));
    }
    // Rules that are all refused at once would test little.
    assert!((80..170).contains(&playable), "{playable} of 170");
}

/// The long run of `reports/faults/hostile`: so many files (LUDOGEN_HOSTILE) from one on (LUDOGEN_FIRST), with all calls or those that look or play alone
/// (LUDOGEN_CALLS), several at a time (LUDOGEN_JOBS), and a table of the worst of each command (LUDOGEN_TABLE).
#[test]
#[ignore = "takes hours: reports/faults/hostile"]
fn ten_thousand_hostile_rule_files() {
    let number = |name: &str, otherwise: u64| std::env::var(name).map_or(otherwise, |value| value.parse().unwrap());
    let (first, files, jobs) =
        (number("LUDOGEN_FIRST", 0), number("LUDOGEN_HOSTILE", 10_000), number("LUDOGEN_JOBS", 1));
    let calls = std::env::var("LUDOGEN_CALLS").unwrap_or_else(|_| "all".into());
    let is_asked = |every: u64| match &*calls {
        "looking" => every == 1,
        "playing" => every > 1,
        _ => true,
    };
    let kept = std::env::var("LUDOGEN_TABLE").ok().map(|path| (table(&path), path));
    let next = AtomicU64::new(first);
    let worst: Mutex<Vec<Worst>> = Mutex::new(vec![Worst::default(); COMMANDS.len()]);
    let work = || {
        let desk = Desk::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= first + files {
                return;
            }
            desk.put(&rules(number).1);
            for (i, (command, budget, every)) in COMMANDS.into_iter().enumerate() {
                if !is_asked(every) || !is_tried(number, i, every) {
                    continue;
                }
                let found = desk.call(command, budget);
                if let Some(fault) = &found.fault {
                    let (seconds, megabytes, bytes) = (found.seconds, found.megabytes, found.bytes);
                    eprintln!("{command}: {}: {seconds:.1} s, {megabytes} MB, {bytes} bytes: {fault}", same(number));
                }
                worst.lock().unwrap()[i].add(&found, number);
            }
            if number % 16 == 15 {
                eprintln!("file {number}");
            }
        }
    };
    std::thread::scope(|scope| (0..jobs.max(1)).for_each(|_| drop(scope.spawn(work))));
    let worst = worst.into_inner().unwrap();
    let faults: u64 = worst.iter().map(|worst| worst.faults).sum();
    match kept {
        Some((kept, path)) => fs::write(path, merged(kept, &worst, first, files)).unwrap(),
        None => print!("{}", merged(Vec::new(), &worst, first, files)),
    }
    assert_eq!(faults, 0);
}

/// The worst of the calls of a command, and the files that it was with.
#[derive(Clone, Default)]
struct Worst {
    calls: u64,
    faults: u64,
    most: Found,
    whose: [u64; 3],
}

impl Worst {
    fn add(&mut self, found: &Found, number: u64) {
        self.calls += 1;
        self.faults += u64::from(found.fault.is_some());
        if found.seconds > self.most.seconds {
            (self.most.seconds, self.whose[0]) = (found.seconds, number);
        }
        if found.megabytes > self.most.megabytes {
            (self.most.megabytes, self.whose[1]) = (found.megabytes, number);
        }
        if found.bytes > self.most.bytes {
            (self.most.bytes, self.whose[2]) = (found.bytes, number);
        }
    }
}

const HEAD: &str = "command,calls,of the first files,faults,most seconds,of kind,most MB,of kind,most bytes,of kind,budget seconds,budget MB,budget bytes";

/// The rows of the table as it is.
fn table(path: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect()
}

/// The table with the calls of this run: rows of commands that were not called stay, a run that goes on where a row ends adds to it, and any other begins
/// the row anew.
fn merged(kept: Vec<Vec<String>>, worst: &[Worst], first: u64, files: u64) -> String {
    let mut text = format!("{HEAD}\n");
    for ((command, budget, _), worst) in COMMANDS.iter().zip(worst) {
        let row = kept.iter().find(|row| row[0] == *command);
        if worst.calls == 0 {
            if let Some(row) = row {
                writeln!(text, "{}", row.join(",")).unwrap();
            }
            continue;
        }
        let before = row.filter(|row| row[2] == first.to_string());
        let count = |at: usize| before.map_or(0, |row| row[at].parse::<u64>().unwrap());
        let most = |at: usize, value: String, whose: u64| {
            let more = before.filter(|row| row[at].parse::<f64>().unwrap() >= value.parse().unwrap());
            more.map_or_else(
                || format!("{value},{}", rules(whose).0.replace(',', ";")),
                |row| row[at..at + 2].join(","),
            )
        };
        let [slow, large, long] = worst.whose;
        writeln!(
            text,
            "{command},{},{},{},{},{},{},{},{},{}",
            count(1) + worst.calls,
            first + files,
            count(3) + worst.faults,
            most(4, format!("{:.2}", worst.most.seconds), slow),
            most(6, worst.most.megabytes.to_string(), large),
            most(8, worst.most.bytes.to_string(), long),
            budget.seconds,
            budget.megabytes,
            budget.bytes
        )
        .unwrap();
    }
    text
}

#[test]
fn the_table_of_a_long_run_can_be_made_in_parts() {
    let found = |seconds: f64| Found { seconds, megabytes: 5, bytes: 7, fault: (seconds > 8.0).then(String::new) };
    let run = |first: u64, times: &[f64]| {
        let mut worst = vec![Worst::default(); COMMANDS.len()];
        times.iter().zip(first..).for_each(|(&seconds, number)| worst[1].add(&found(seconds), number));
        worst
    };
    let rows =
        |text: &str| text.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect::<Vec<_>>();
    let whole = merged(Vec::new(), &run(0, &[1.0, 9.0, 2.0, 3.0]), 0, 4);
    let half = merged(Vec::new(), &run(0, &[1.0, 9.0]), 0, 2);
    let parts = merged(rows(&half), &run(2, &[2.0, 3.0]), 2, 2);
    assert_eq!(parts, whole);
    assert_eq!(merged(rows(&whole), &run(0, &[]), 0, 4), whole, "what was not called stays");
    assert_eq!(merged(rows(&whole), &run(0, &[1.0, 9.0]), 0, 2), half, "a run from the start begins anew");
}
