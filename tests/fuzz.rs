//! What comes from elsewhere, mutated: the functions that the fuzz targets call, without a fuzzer.

mod allocation;
#[path = "../fuzz/src/lib.rs"]
mod entries;

use allocation::peaked;
use entries::{ENTRIES, Entry, seal};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::Path;
use std::time::{Duration, Instant};

/// Bytes that any input may take: a board has 1024 cells at most, and what is worked out about each pair of them takes some.
const MOST_BYTES: i64 = 256 << 20;
/// How long any input may take, on a machine that has other work too.
const MOST_TIME: Duration = Duration::from_secs(20);

/// The seeds of an entry, by file name.
fn seeds(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut seeds: Vec<(String, Vec<u8>)> = files
        .map(|file| file.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
        .collect();
    seeds.sort();
    assert!(!seeds.is_empty(), "{name} has no seeds");
    seeds
}

/// Bytes that differ from a seed in a few places, or join it to another.
fn mutate(seed: &[u8], other: &[u8], rng: &mut Pcg64Mcg) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..rng.random_range(1..5) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.random_range(0..bytes.len());
        let end = (at + rng.random_range(1..24)).min(bytes.len());
        match rng.random_range(0..9) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes[at] ^= 1 << rng.random_range(0..8),
            3 => bytes[at] = rng.random(),
            4 => bytes[at..end].fill([0, 0xff, b'9', b' '][rng.random_range(0..4)]),
            5 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            6 => {
                let part: Vec<u8> = bytes.drain(at..end).collect();
                let to = rng.random_range(0..=bytes.len());
                bytes.splice(to..to, part);
            }
            7 => {
                // A digit becomes a number that few expect.
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                    let number =
                        ["0", "-1", "65536", "4294967296", "1e308", "99999999999999999999"][rng.random_range(0..6)];
                    bytes.splice(at + digit..=at + digit, number.bytes());
                }
            }
            _ => {
                let from = rng.random_range(0..=other.len());
                let to = rng.random_range(from..=other.len().min(from + 200));
                bytes.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    bytes
}

/// Where a bracketed part of a text begins and ends, drawn by chance: of `(a (b c))` it is `(a (b c))` or `(b c)`.
fn part(text: &[u8], rng: &mut Pcg64Mcg) -> Option<std::ops::Range<usize>> {
    let opened: Vec<usize> = (0..text.len()).filter(|&at| text[at] == b'(').collect();
    let from = *opened.get(rng.random_range(0..opened.len().max(1)))?;
    let mut depth = 0;
    let ends = |byte: &u8| {
        depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
        depth == 0
    };
    let length = text[from..].iter().position(ends)?;
    Some(from..from + length + 1)
}

/// Bytes that follow the grammar of a seed: parts of it are left out, doubled, wrapped, exchanged, or replaced with parts of another.
fn graft(seed: &[u8], other: &[u8], rng: &mut Pcg64Mcg) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..rng.random_range(1..4) {
        let Some(at) = part(&bytes, rng) else { break };
        match rng.random_range(0..6) {
            0 => drop(bytes.drain(at)),
            1 => {
                let again = bytes[at.clone()].to_vec();
                bytes.splice(at.start..at.start, again);
            }
            2 => {
                let wrapped = [b"(not ", &bytes[at.clone()], b")"].concat();
                bytes.splice(at, wrapped);
            }
            3 => {
                let Some(to) = part(&bytes, rng) else { break };
                let put = bytes[to].to_vec();
                bytes.splice(at, put);
            }
            _ => {
                let Some(from) = part(other, rng) else { break };
                bytes.splice(at, other[from].iter().copied());
            }
        }
    }
    bytes
}

/// Runs one entry on its seeds, which it accepts unless their names say that they are `refused`, and on mutations of them, every other one with a checksum made right.
fn survive(name: &str, mutations: u64) {
    mutated(name, mutations, mutate);
}

/// As `survive`, by a way of mutation: of bytes, or of bracketed parts.
fn mutated(name: &str, mutations: u64, change: fn(&[u8], &[u8], &mut Pcg64Mcg) -> Vec<u8>) {
    let Entry { run, .. } = ENTRIES.iter().find(|entry| entry.name == name).expect("an entry of this name");
    let seeds = seeds(name);
    for (file, seed) in &seeds {
        // On a busy machine a request may take longer to arrive than the studio of this test waits for it.
        let accepted = run(seed) || (name == "studio" && (0..5).any(|_| run(seed)));
        assert_eq!(accepted, !file.starts_with("refused"), "{name}: the seed {file}");
    }
    // `LUDOGEN_FUZZ_TIMES=24` makes it a million in all.
    let times = std::env::var("LUDOGEN_FUZZ_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let mutations = mutations * times;
    let mut accepted = 0;
    for number in 0..mutations {
        let mut rng = Pcg64Mcg::seed_from_u64(number);
        let pick = |rng: &mut Pcg64Mcg| &seeds[rng.random_range(0..seeds.len())].1;
        let (seed, other) = (pick(&mut rng), pick(&mut rng));
        let mut bytes = change(seed, other, &mut rng);
        if number % 2 == 1 {
            seal(name, &mut bytes);
        }
        let begun = Instant::now();
        let (sound, peak) = peaked(|| run(&bytes));
        accepted += u64::from(sound);
        let what = || format!("{name}, mutation {number}: {:?}", String::from_utf8_lossy(&bytes));
        assert!(begun.elapsed() < MOST_TIME, "{:?} for {}", begun.elapsed(), what());
        assert!(peak < MOST_BYTES, "{peak} bytes for {}", what());
    }
    println!("{name}: {mutations} inputs, {accepted} accepted");
    // Mutations that are all refused at once would test little.
    assert!(accepted > 0 && accepted < mutations, "{name}: {accepted} of {mutations} accepted");
}

#[test]
fn every_entry_has_a_target_and_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap();
    let tests = std::fs::read_to_string(root.join("tests/fuzz.rs")).unwrap();
    for Entry { name, .. } in ENTRIES {
        assert!(root.join(format!("fuzz/fuzz_targets/{name}.rs")).exists(), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        assert!(tests.contains(&format!("survive(\"{name}\"")), "{name}");
    }
}

#[test]
fn a_set_whose_header_names_four_billion_states_is_refused() {
    let (_, mut bytes) = seeds("set").into_iter().find(|(file, _)| file == "reached-00003.set").expect("the seed");
    // A block's length, the name and version of the format, the root, the first layer's symbols and states, the second's symbols.
    let states = 8 + 16 + 4 + 8 + 4;
    bytes[states..states + 4].fill(0xff);
    seal("set", &mut bytes);
    assert!(!entries::set(&bytes));
}

#[test]
fn mutated_rules_are_refused_or_played() {
    survive("rules", 1_500);
}

#[test]
fn rules_made_of_parts_of_others_are_refused_or_played() {
    mutated("rules", 1_500, graft);
}

#[test]
fn requests_with_parts_of_others_are_refused_or_met() {
    mutated("requests", 1_000, graft);
}

#[test]
fn mutated_recipes_are_refused_or_sound() {
    survive("recipe", 3_000);
}

#[test]
fn mutated_profiles_are_refused_or_sound() {
    survive("profile", 3_000);
}

#[test]
fn mutated_sets_are_refused_or_asked() {
    survive("set", 10_000);
}

#[test]
fn mutated_solutions_are_refused_or_asked() {
    survive("solution", 2_000);
}

#[test]
fn mutated_memories_are_refused_or_sound() {
    survive("rote", 10_000);
}

#[test]
fn mutated_books_are_refused_or_read_again_as_written() {
    survive("book", 2_000);
}

#[test]
fn mutated_comparisons_are_refused_or_sound() {
    survive("comparisons", 3_000);
}

#[test]
fn mutated_criteria_are_refused_or_a_sample() {
    survive("criteria", 3_000);
}

#[test]
fn mutated_ratings_are_refused_or_averaged() {
    survive("ratings", 3_000);
}

#[test]
fn mutated_requests_of_pages_are_refused_or_met() {
    survive("requests", 1_000);
}

#[test]
fn mutated_pieces_of_work_are_refused_or_sound() {
    survive("pieces", 3_000);
}

#[test]
fn mutated_documents_are_refused_or_sound() {
    survive("packed", 3_000);
}

#[test]
fn mutated_populations_are_refused_or_read() {
    survive("population", 500);
}

#[test]
fn mutated_policies_are_refused_or_sound() {
    survive("policy", 2_000);
}

#[test]
fn mutated_requests_to_the_studio_are_refused_or_answered() {
    survive("studio", 600);
}
