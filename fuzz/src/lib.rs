//! What is fuzzed: one function for each kind of input from elsewhere, which must neither panic nor hang nor take memory out of
//! proportion to the input, whatever the bytes. Each returns whether it accepted them.
//!
//! The fuzz targets call these functions, and so does `tests/fuzz.rs`, which needs no nightly compiler: there is nothing else to a target.

use ludogen::criticism::Profile;
use ludogen::evolution::Recipe;
use ludogen::game::{AnyGame, Game, Player, Position, lower, within_means};
use ludogen::players::Rote;
use ludogen::queue::{self as worker, Batch, Done, Piece, Results, Run, Stretch, pack, unpack};
use ludogen::ranking::ratings::Ratings;
use ludogen::ranking::sample::Sources;
use ludogen::ranking::{Comparisons, Sample};
use ludogen::serve::{ServeOptions, Server, known_games};
use ludogen::solver::dfa::{Packed, Set};
use ludogen::solver::solution::{Oracle, Saved};
use ludogen::store::{Reader, Stage, examine};
use ludogen::strategy::{Book, Policy};
use ludogen::version::VERSION;
use ludogen::web::Desk;
use ludogen::{language, with_game};
use sha2::{Digest, Sha256};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::str::from_utf8;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A kind of input.
pub struct Entry {
    /// Its name: that of the fuzz target, and of the folder of its seeds.
    pub name: &'static str,
    /// Reads an input; whether it was accepted.
    pub run: fn(&[u8]) -> bool,
}

/// All kinds of input.
pub const ENTRIES: [Entry; 16] = [
    Entry { name: "rules", run: rules },
    Entry { name: "recipe", run: recipe },
    Entry { name: "profile", run: profile },
    Entry { name: "set", run: set },
    Entry { name: "solution", run: solution },
    Entry { name: "rote", run: rote },
    Entry { name: "book", run: book },
    Entry { name: "comparisons", run: comparisons },
    Entry { name: "criteria", run: criteria },
    Entry { name: "ratings", run: ratings },
    Entry { name: "requests", run: requests },
    Entry { name: "pieces", run: pieces },
    Entry { name: "packed", run: packed },
    Entry { name: "population", run: population },
    Entry { name: "policy", run: policy },
    Entry { name: "studio", run: studio },
];

/// What is sent or written packed, as bytes: pieces and outcomes, and batches of them. Accepted if it is one of these.
pub fn packed(data: &[u8]) -> bool {
    const LIMIT: u64 = 4 << 20;
    let batch = unpack::<Batch>(data, LIMIT).is_ok_and(|batch| {
        // What a job would do with it: take the run and the population.
        let desk = worker::Desk::new(&Run { program: VERSION.into(), ..batch.run }, None);
        desk.is_ok_and(|desk| desk.tell(batch.population).is_ok() || desk.games() == 0)
    });
    batch
        | unpack::<Results>(data, LIMIT).is_ok()
        | unpack::<Piece>(data, LIMIT).is_ok()
        | unpack::<Done>(data, LIMIT).is_ok()
}

/// A population: examined, and read as far as it can be. Accepted if nothing is wrong with it.
pub fn population(data: &[u8]) -> bool {
    thread_local! {
        static PLACE: PathBuf = {
            static NUMBER: AtomicU64 = AtomicU64::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            std::env::temp_dir().join(format!("ludogen-fuzzed-{}-{number}.db", std::process::id()))
        };
    }
    PLACE.with(|path| {
        let beside = |suffix: &str| PathBuf::from(format!("{}{suffix}", path.display()));
        std::fs::write(path, data).expect("a file in the folder for passing files");
        let sound = examine(path).is_ok_and(|found| found.faults.is_empty());
        if let Ok(reader) = Reader::open(path) {
            let games = reader.games().unwrap_or_default();
            for game in games.iter().take(20) {
                let _ = (reader.record(game.id), reader.trials(game.id, Stage::Candidate), reader.judgement(game.id));
            }
            let _ = (reader.run(), reader.seeds(), reader.costs(), reader.comparisons());
        }
        for suffix in ["", "-wal", "-shm", "-journal", "-lock"] {
            let _ = std::fs::remove_file(beside(suffix));
        }
        sound
    })
}

/// A policy.
pub fn policy(data: &[u8]) -> bool {
    let read = |text: &str| -> Option<Policy> {
        let policy: Policy = ron::from_str(text).ok()?;
        policy.validate().ok()?;
        Some(policy)
    };
    from_utf8(data).ok().and_then(read).is_some_and(|policy| {
        let printed = ron::to_string(&policy).expect("a policy can be printed");
        read(&printed) == Some(policy)
    })
}

/// What a browser, or somebody else, sends to the studio, which has a population; it is one studio for all inputs. Accepted if
/// it is answered with what it asks for; that anything is answered, or nothing said, and the studio then still answers, is what is tested.
pub fn studio(data: &[u8]) -> bool {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    let address = ADDRESS.get_or_init(|| {
        let population = std::env::temp_dir().join(format!("ludogen-fuzzed-studio-{}.db", std::process::id()));
        std::fs::write(&population, include_bytes!("../seeds/population/bred.db")).expect("a file for passing files");
        let mut options = ServeOptions::new(population, known_games());
        options.patience = Duration::from_millis(250);
        // A file, lest cargo is asked for the engine of pages.
        let engine = std::env::temp_dir().join("ludogen-no-engine.wasm");
        std::fs::write(&engine, b"\0asm\x01\0\0\0").expect("a file in the folder for passing files");
        options.engine = Some(engine);
        let server = Server::bind(options).expect("an address");
        let address = server.address().expect("the address");
        std::thread::spawn(|| server.run());
        address
    });
    let ask = |bytes: &[u8]| -> Vec<u8> {
        let mut stream = TcpStream::connect(address).expect("the studio listens");
        // It may have answered, and closed, before everything is sent.
        let _ = stream.write_all(bytes);
        let (mut answer, mut part) = (Vec::new(), [0; 4096]);
        // The first word may take a while on a busy machine; a connection that is kept open is left.
        for wait in std::iter::once(5_000).chain(std::iter::repeat_n(200, 256)) {
            stream.set_read_timeout(Some(Duration::from_millis(wait))).expect("a time");
            match stream.read(&mut part) {
                Ok(length) if length > 0 => answer.extend_from_slice(&part[..length]),
                _ => break,
            }
        }
        answer
    };
    // Events go on until somebody leaves, and what begins work is not for a fuzzer.
    let text = String::from_utf8_lossy(data);
    if ["events", "night", "jobs", "rank", "engine"].iter().any(|word| text.contains(word)) {
        return false;
    }
    let answer = ask(data);
    let well = ask(b"GET /api/words HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(well.starts_with(b"HTTP/1.1 200"), "the studio does not answer any more");
    assert!(!answer.starts_with(b"HTTP/1.1 500"), "{}", String::from_utf8_lossy(&answer));
    answer.starts_with(b"HTTP/1.1 200")
}

/// What goes between a coordinator and a worker: as packed bytes; and as lines of JSON, behind which no checksum stands: a run, games, a piece and its
/// outcome. Accepted if the outcome answers the piece.
pub fn pieces(data: &[u8]) -> bool {
    const LIMIT: u64 = 4 << 20;
    let packed = unpack::<Piece>(data, LIMIT).is_ok() | unpack::<Done>(data, LIMIT).is_ok();
    let mut lines = from_utf8(data).unwrap_or_default().lines();
    let mut line = || lines.next().unwrap_or_default();
    let Ok(run) = serde_json::from_str::<Run>(line()) else { return packed };
    let Ok(desk) = worker::Desk::new(&Run { program: VERSION.into(), ..run }, None) else { return packed };
    let Ok(stretch) = serde_json::from_str::<Stretch>(line()) else { return packed };
    let (told, games) = (desk.tell(stretch.clone()).is_ok(), stretch.rows.len() as u64);
    assert_eq!(desk.games(), if told { games } else { 0 });
    let Ok(piece) = serde_json::from_str::<Piece>(line()) else { return packed };
    let piece = Piece { run: desk.run().into(), ..piece };
    let Ok(task) = desk.task(&piece) else { return packed };
    let Ok(done) = serde_json::from_str::<Done>(line()) else { return packed };
    let Some(outcome) = done.outcome.sound(&task, 57) else { return packed };
    // What is admitted can be sent on, and comes back as it is.
    let again = Done { piece: done.piece, outcome };
    let bytes = pack(&again).expect("sound numbers");
    assert_eq!(unpack::<Done>(&bytes, 64 << 20).expect("as it was packed"), again);
    true
}

/// What a page asks: a request in each line, with small budgets. Accepted if the last is met.
pub fn requests(data: &[u8]) -> bool {
    let Ok(text) = from_utf8(data) else { return false };
    let mut desk = Desk::default();
    let mut met = false;
    for line in text.lines().take(40) {
        let mut request: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        if let Some(nodes) = request.get_mut("nodes") {
            *nodes = nodes.as_u64().map_or(nodes.take(), |n| n.min(300).into());
        }
        let line = if request.is_null() { line.to_string() } else { request.to_string() };
        let answer: serde_json::Value = serde_json::from_str(&desk.ask(&line)).expect("an answer is JSON");
        met = answer.is_object() && answer.get("error").is_none();
    }
    met
}

/// A rule file: read, checked, printed and read again, compiled, and played for two plies.
pub fn rules(data: &[u8]) -> bool {
    let Ok(text) = from_utf8(data) else { return false };
    let tree = match language::parse_with_warnings(text) {
        Ok((tree, _)) => tree,
        Err(problems) => {
            assert!(!language::diagnostic::render(&problems, "fuzzed", text, false).is_empty());
            return false;
        }
    };
    let printed = language::print(&tree);
    assert_eq!(language::parse(&printed).map(|again| language::print(&again)), Ok(printed));
    let Ok(rules) = lower(&tree) else { return false };
    let Ok(game) = AnyGame::new(rules) else { return false };
    within_means(|| with_game!(&game, game => play(game))).is_ok()
}

fn play<const W: usize>(game: &Game<W>) {
    let mut position = Position::new(game, Player::White);
    let mut legal = Vec::new();
    for _ in 0..2 {
        if position.outcome().is_some() {
            return;
        }
        position.legal(game, &mut legal);
        let Some(&m) = legal.last() else { return };
        let written = game.notation(position.state(), m, &legal);
        assert_eq!(game.read_move(&position, &written), Ok(m), "{written}");
        position.apply(game, m);
    }
}

/// A recipe.
pub fn recipe(data: &[u8]) -> bool {
    from_utf8(data).is_ok_and(|text| match Recipe::parse(text, "fuzzed") {
        Ok(recipe) => {
            assert!(Recipe::parse(&recipe.print(), "printed").is_ok_and(|again| again == recipe));
            true
        }
        Err(error) => error.to_string().is_empty(),
    })
}

/// A profile.
pub fn profile(data: &[u8]) -> bool {
    from_utf8(data).is_ok_and(|text| match Profile::parse(text) {
        Ok(profile) => {
            assert!(profile.print().is_ok_and(|printed| Profile::parse(&printed).is_ok()));
            true
        }
        Err(error) => error.to_string().is_empty(),
    })
}

/// A set of strings in a file, asked where it lies and loaded.
pub fn set(data: &[u8]) -> bool {
    let packed = Packed::new(data.to_vec().into(), 0..data.len());
    let loaded = Set::read(data);
    assert_eq!(packed.is_ok(), loaded.is_ok());
    let (Ok(packed), Ok(loaded)) = (packed, loaded) else { return false };
    let string = vec![0; packed.shape().len()];
    assert_eq!(packed.contains(&string), loaded.contains(&string));
    assert_eq!(packed.is_empty(), loaded.is_empty());
    true
}

/// A solution, asked for the value of each first move.
pub fn solution(data: &[u8]) -> bool {
    let Ok(saved) = Saved::read(&mut &data[..]) else { return false };
    let Ok(tree) = language::parse(&saved.rules) else { return false };
    let Ok(rules) = lower(&tree) else { return false };
    let Ok(game) = AnyGame::new(rules) else { return false };
    with_game!(&game, game => match Oracle::of(game, &saved) {
        Ok(mut oracle) => {
            oracle.moves(&Position::new(game, Player::White));
            true
        }
        Err(_) => false,
    })
}

/// The rules and the policy of the positions learnt by heart that are among the seeds.
pub const ROTE: [&str; 2] = ["(game)", "(policy)"];

/// Positions learnt by heart, with room for fewer than there may be.
pub fn rote(data: &[u8]) -> bool {
    Rote::read(&mut &data[..], ROTE[0], ROTE[1], 4).is_ok_and(|memory| memory.len() <= 4)
}

const TIC_TAC_TOE: &str = "(game T (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";

/// An opening book of tic-tac-toe.
pub fn book(data: &[u8]) -> bool {
    let rules = language::parse(TIC_TAC_TOE).ok().and_then(|tree| lower(&tree).ok());
    let Some(Ok(game)) = rules.map(AnyGame::new) else { return false };
    with_game!(&game, game => match Book::read(game, &mut &data[..]) {
        Ok(book) => {
            let mut written = Vec::new();
            assert!(book.write(game, &mut written).is_ok());
            assert!(Book::read(game, &mut &written[..]).is_ok_and(|again| again.positions() == book.positions()));
            true
        }
        Err(error) => error.to_string().is_empty(),
    })
}

/// A table of paired comparisons.
pub fn comparisons(data: &[u8]) -> bool {
    from_utf8(data).is_ok_and(|text| match Comparisons::parse("fuzzed", text) {
        Ok(comparisons) => {
            comparisons.components();
            comparisons.notes();
            true
        }
        Err(error) => error.to_string().is_empty(),
    })
}

const RATINGS: &str = "game,average,num_ratings\n\
    a,3,10\n\
    b,3.5,17\n\
    c,4,24\n\
    d,4.5,31\n\
    e,5,38\n\
    f,5.5,45\n\
    g,6,52\n\
    h,6.5,59\n\
    i,7,66\n\
    j,7.5,73\n\
    k,8,80\n\
    l,8.5,87\n";

/// A table of criteria, with ratings of games a to l.
pub fn criteria(data: &[u8]) -> bool {
    from_utf8(data).is_ok_and(|text| {
        let sources = Sources {
            criteria: ("fuzzed", text),
            rankings: ("ratings", RATINGS),
            names: None,
            controls: &[],
            vote_deviation: 2.0,
        };
        Sample::parse(&sources).is_ok_and(|sample| sample.strengths.len() == sample.games.len())
    })
}

/// A table of ratings.
pub fn ratings(data: &[u8]) -> bool {
    from_utf8(data).is_ok_and(|text| match Ratings::parse("fuzzed", text) {
        Ok(ratings) => ratings.means(2.0).means.iter().all(|mean| mean.is_finite()),
        Err(error) => error.to_string().is_empty(),
    })
}

/// Makes the checksum of bytes right, where their kind of input ends with one, so that a fuzzer gets past it.
pub fn seal(name: &str, data: &mut [u8]) {
    match name {
        "solution" | "rote" => {
            if let Some((body, sum)) = data.split_last_chunk_mut::<4>() {
                *sum = crc32fast::hash(body).to_le_bytes();
            }
        }
        "set" => seal_blocks(data),
        "packed" => {
            // Eight bytes that say what it is, the checksum, and what it is of.
            if let Some((sum, body)) = data.get_mut(8..).and_then(|rest| rest.split_at_mut_checked(32)) {
                sum.copy_from_slice(&Sha256::digest(body));
            }
        }
        "studio" => seal_request(data),
        _ => (),
    }
}

/// Makes a request say how long its body is, in as many digits as it has for that.
fn seal_request(data: &mut [u8]) {
    const LENGTH: &[u8] = b"Content-Length: ";
    let find = |what: &[u8]| data.windows(what.len()).position(|window| window == what).map(|at| at + what.len());
    let (Some(from), Some(body)) = (find(LENGTH), find(b"\r\n\r\n")) else { return };
    let mut length = data.len() - body;
    let digits = data[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    for digit in data[from..from + digits].iter_mut().rev() {
        *digit = b'0' + (length % 10) as u8;
        length /= 10;
    }
}

/// Makes the checksums of a set's blocks right: each is of all bytes before it but the checksums.
fn seal_blocks(mut data: &mut [u8]) {
    let mut hash: u64 = 0x6c75_646f_6765_6e31;
    let mut add = |bytes: &[u8]| {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 32;
        }
        hash
    };
    while let Some((length, rest)) = data.split_first_chunk_mut::<8>() {
        add(length);
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let Some((block, rest)) = rest.split_at_mut_checked(length) else { return };
        let sum = add(block).to_le_bytes();
        let Some((old, rest)) = rest.split_first_chunk_mut::<8>() else { return };
        *old = sum;
        data = rest;
    }
}
