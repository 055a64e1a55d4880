//! Files from elsewhere, cut short or garbled: an error that names what is wrong, or something sound; never a panic.
//!
//! Rule files have their like in `language.rs`, databases in `store.rs`.

use ludogen::criticism::Profile;
use ludogen::evolution::Recipe;
use ludogen::report::{Renderers, report};
use ludogen::strategy::{Advisor, Policy, Weights};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::time::{Duration, Instant};

mod synthetic;

/// Pieces of text that readers stumble over.
const STUMBLES: [&str; 16] = [
    "(",
    ")",
    "{",
    "}",
    "\"",
    "'",
    ",",
    ":",
    "-1",
    "1e999",
    "NaN",
    "-inf",
    "18446744073709551616",
    "None",
    "r#\"",
    "/*",
];

/// The text with something cut, changed, doubled, put in or put elsewhere.
fn mutilate(text: &str, rng: &mut Pcg64Mcg) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        if chars.is_empty() {
            break;
        }
        let at = rng.random_range(0..chars.len());
        let end = (at + rng.random_range(1..40)).min(chars.len());
        match rng.random_range(0..7) {
            0 => chars.truncate(at),
            1 => drop(chars.drain(at..end)),
            2 => chars[at] = char::from_u32(rng.random_range(0..0x3000)).unwrap_or('\u{fffd}'),
            3 => {
                let again = chars[at..end].to_vec();
                chars.splice(at..at, again);
            }
            4 => drop(chars.splice(at..at, STUMBLES[rng.random_range(0..STUMBLES.len())].chars())),
            5 => {
                let part: Vec<char> = chars.drain(at..end).collect();
                let to = rng.random_range(0..=chars.len());
                chars.splice(to..to, part);
            }
            _ => {
                // A number becomes another.
                if let Some(digit) = chars[at..].iter().position(char::is_ascii_digit) {
                    let number = ["0", "99999999999", "1e300", "-7", "0.5"][rng.random_range(0..5)];
                    chars.splice(at + digit..=at + digit, number.chars());
                }
            }
        }
    }
    chars.into_iter().collect()
}

/// Reads `count` mutilations of a text. `read` returns whether it was accepted, and what the error said if it was not.
fn survive(text: &str, count: u64, read: impl Fn(&str) -> Result<(), String>) {
    assert_eq!(read(text), Ok(()), "the text itself is sound");
    let begun = Instant::now();
    let mut refused = 0;
    for seed in 0..count {
        let broken = mutilate(text, &mut Pcg64Mcg::seed_from_u64(seed));
        if let Err(message) = read(&broken) {
            assert!(!message.is_empty());
            refused += 1;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{broken}");
    }
    assert!(refused > count / 4, "{refused} of {count}");
}

#[test]
fn four_thousand_recipes() {
    survive(&Recipe::default().print(), 4_000, |text| {
        let recipe = Recipe::parse(text, "broken.ron").map_err(|e| e.to_string());
        if let Err(message) = &recipe {
            assert!(message.starts_with("broken.ron:"), "{message}");
        }
        recipe.map(|recipe| assert!(Recipe::parse(&recipe.print(), "again").is_ok()))
    });
}

#[test]
fn three_thousand_profiles() {
    survive(&Profile::default().print().unwrap(), 3_000, |text| {
        let profile = Profile::parse(text).map_err(|e| e.to_string())?;
        assert!(profile.bias.is_finite() && profile.terms.iter().all(|t| t.weight.is_finite() && t.scale > 0.0));
        Ok(())
    });
}

#[test]
fn two_thousand_policies() {
    let mut weights = Weights::default();
    Advisor::ALL.into_iter().enumerate().for_each(|(i, advisor)| weights.set(advisor, i as f64 / 7.0 - 1.0));
    survive(&ron::to_string(&Policy::both(weights)).unwrap(), 2_000, |text| {
        let policy: Policy = ron::from_str(text).map_err(|e| e.to_string())?;
        policy.validate().map_err(|e| e.to_string())?;
        assert!(policy.white.iter().all(|(_, weight)| weight.is_finite()));
        Ok(())
    });
}

#[test]
fn two_hundred_tables_of_an_earlier_report() {
    let folder = tempfile::tempdir().unwrap();
    let (population, out) = (folder.path().join("a.db"), folder.path().join("out"));
    ludogen::evolution::evolve(&synthetic::options(&population, 2, 60), &synthetic::Synthetic::default(), &mut |_| {})
        .unwrap();
    report(&population, &out, &Renderers::default()).unwrap();
    let wanted = synthetic::contents(&out);
    let table = out.join("candidates.csv");
    let sound = std::fs::read_to_string(&table).unwrap();
    std::fs::write(folder.path().join("precious.ludi"), "(game Precious)").unwrap();
    for seed in 0..200 {
        let mut broken = mutilate(&sound, &mut Pcg64Mcg::seed_from_u64(seed));
        if seed % 3 == 0 {
            broken.push_str("\nP,../../precious.ludi,rules/../../precious.ludi,rules/../precious.ludi\n");
        }
        std::fs::write(&table, broken).unwrap();
        report(&population, &out, &Renderers::default()).unwrap();
        assert!(synthetic::contents(&out) == wanted, "seed {seed}");
    }
    assert!(folder.path().join("precious.ludi").exists());
}
