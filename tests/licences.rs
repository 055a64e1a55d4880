//! Every crate that the program is made of may be used under a permissive licence: one that `deny.toml` allows.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The licences that `deny.toml` allows.
fn allowed() -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).unwrap();
    let list = text.lines().find_map(|line| line.strip_prefix("allow = ")).expect("a list of licences");
    serde_json::from_str(list).expect("strings in brackets")
}

/// The parts of an expression between a word that stands outside of all parentheses.
fn parts<'e>(expression: &'e str, word: &str) -> Vec<&'e str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in expression.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && at >= start && expression[at..].starts_with(word) => {
                parts.push(&expression[start..at]);
                start = at + word.len();
            }
            _ => (),
        }
    }
    parts.push(&expression[start..]);
    parts
}

/// Whether an SPDX expression, in which OR is weaker than AND, offers a way with allowed licences alone. An exception adds permissions.
fn permits(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.trim();
    for (word, all) in [(" OR ", false), ("/", false), (" AND ", true)] {
        let parts = parts(expression, word);
        if parts.len() > 1 {
            let mut permitted = parts.iter().map(|part| permits(part, allowed));
            return if all { permitted.all(|p| p) } else { permitted.any(|p| p) };
        }
    }
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => permits(inner, allowed),
        None => allowed.iter().any(|a| a == expression.split(" WITH ").next().unwrap_or_default()),
    }
}

#[test]
fn an_expression_permits_what_one_of_its_ways_permits() {
    let allowed = ["MIT", "Zlib"].map(String::from);
    for good in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/Apache-2.0",
        "MIT AND Zlib",
        "Zlib OR MIT AND GPL-3.0",
        "(GPL-3.0 OR MIT) AND Zlib",
    ] {
        assert!(permits(good, &allowed), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR GPL-3.0) AND GPL-3.0", "MITX"] {
        assert!(!permits(bad, &allowed), "{bad}");
    }
}

#[test]
fn all_dependencies_are_under_permissive_licences() {
    // What only other systems need is not on this machine.
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", &target])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 50, "{} packages", packages.len());
    let allowed = allowed();
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(|licence| permits(licence, &allowed)))
        .map(|package| format!("{}: {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:#?}");
}
