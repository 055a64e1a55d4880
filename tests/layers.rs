//! The graph of imports between the files of the library: which way it goes, and that it has no circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order of the table in ARCHITECTURE.md: each imports only from those before it.
fn layers() -> Vec<String> {
    let text = fs::read_to_string("ARCHITECTURE.md").unwrap();
    let table =
        text.lines().skip_while(|line| *line != "## Layers").skip(1).take_while(|line| !line.starts_with("## "));
    let names = table.filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    names.map(String::from).collect()
}

/// The source files below a folder.
fn sources(folder: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { collect(&path, out) } else { out.push(path) }
        }
    }
    let mut files = Vec::new();
    collect(Path::new(folder), &mut files);
    files.retain(|file| file.extension().is_some_and(|e| e == "rs"));
    files
}

/// All source files by the path of their module, without the parts that only tests compile.
fn modules() -> BTreeMap<Vec<String>, String> {
    let mut modules = BTreeMap::new();
    for file in sources("src") {
        let inside = file.strip_prefix("src").unwrap().with_extension("");
        let mut path: Vec<String> = inside.iter().map(|part| part.to_str().unwrap().into()).collect();
        match path.last().map(String::as_str) {
            Some("tests" | "main" | "new_ludeme") => continue,
            Some("mod" | "lib") => drop(path.pop()),
            _ => {}
        }
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        modules.insert(path, code.collect::<Vec<_>>().join("\n"));
    }
    modules
}

/// The paths that a file names from `crate` or `super`, groups in braces taken apart.
fn named(text: &str, here: &[String]) -> BTreeSet<Vec<String>> {
    let mut out = BTreeSet::new();
    for (root, up) in [("crate::", false), ("super::", true)] {
        for (at, _) in text.match_indices(root) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut path: Vec<String> = if up { here.to_vec() } else { Vec::new() };
            let mut rest = &text[at..];
            while let Some(further) = rest.strip_prefix("super::") {
                path.pop();
                rest = further;
            }
            paths(rest.strip_prefix("crate::").unwrap_or(rest), &path, &mut out);
        }
    }
    out
}

/// The paths of one use tree; returns what stands behind it.
fn paths<'t>(mut rest: &'t str, prefix: &[String], out: &mut BTreeSet<Vec<String>>) -> &'t str {
    let mut path = prefix.to_vec();
    loop {
        rest = rest.trim_start();
        if let Some(mut inner) = rest.strip_prefix('{') {
            loop {
                inner = paths(inner, &path, out).trim_start();
                match inner.strip_prefix(',') {
                    Some(next) if !next.trim_start().starts_with('}') => inner = next,
                    Some(next) => inner = next.trim_start(),
                    None => return inner.strip_prefix('}').unwrap_or(inner),
                }
                if let Some(behind) = inner.strip_prefix('}') {
                    return behind;
                }
            }
        }
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        path.push(rest[..end].into());
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(next) => rest = next,
            None => break,
        }
    }
    out.insert(path);
    rest
}

/// Whether the `use` at a place in a text is public.
fn is_public(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap().trim();
    line == "pub" || line.starts_with("pub(") && line.ends_with(')')
}

/// What the file of a module passes on (`pub use cellset::{CellSet, Cells};`): the paths within it by the names under which others find them.
fn passed_on(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut out = BTreeMap::new();
    for (at, _) in text.match_indices("use ").filter(|(at, _)| is_public(text, *at)) {
        let statement = text[at + 4..].split(';').next().unwrap();
        let mut found = BTreeSet::new();
        paths(statement, &[], &mut found);
        for path in found.into_iter().filter(|path| path.len() > 1 && path[0] != "crate" && path[0] != "super") {
            out.insert(path.last().unwrap().clone(), path);
        }
    }
    out
}

/// The paths that the file of a module names from the modules inside it, but for those that it passes on.
fn inside(text: &str, here: &[String], modules: &BTreeMap<Vec<String>, String>) -> BTreeSet<Vec<String>> {
    fn before_passing_on(statement: &str) -> &str {
        let passing_on = statement.match_indices("use ").find(|(at, _)| is_public(statement, *at));
        passing_on.map_or(statement, |(at, _)| &statement[..at])
    }
    let text: String = text.split_inclusive(';').map(before_passing_on).collect();
    let mut out = BTreeSet::new();
    let children = modules.keys().filter_map(|path| path.split_last()).filter(|(_, above)| *above == here);
    for start in children.map(|(child, _)| format!("{child}::")) {
        for (at, _) in text.match_indices(&start) {
            let before = text[..at].chars().next_back();
            if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                paths(&text[at..], here, &mut out);
            }
        }
    }
    out
}

/// For each file the files whose items it names; what a module passes on is the file's that declares it. What the file of a module takes from the
/// files inside that module counts like any other import: a module either declares what the files inside it share or is put together from them.
fn graph(modules: &BTreeMap<Vec<String>, String>) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let passed: BTreeMap<&Vec<String>, BTreeMap<String, Vec<String>>> =
        modules.iter().map(|(path, text)| (path, passed_on(text))).collect();
    let file =
        |path: &[String]| (1..=path.len()).rev().map(|n| path[..n].to_vec()).find(|start| modules.contains_key(start));
    let target = |path: &[String]| {
        let mut path = path.to_vec();
        loop {
            let found = file(&path)?;
            let Some(inside) = path.get(found.len()).and_then(|name| passed[&found].get(name)) else {
                return Some(found);
            };
            path = found.into_iter().chain(inside.iter().cloned()).collect();
        }
    };
    let edges = |(here, text): (&Vec<String>, &String)| {
        let mut paths = named(text, here);
        paths.append(&mut inside(text, here, modules));
        let to = paths.iter().filter_map(|path| target(path)).filter(|to| to != here).collect();
        (here.clone(), to)
    };
    modules.iter().map(edges).collect()
}

#[test]
fn the_table_of_layers_is_complete() {
    let named: BTreeSet<String> = layers().into_iter().collect();
    let there: BTreeSet<String> =
        modules().into_keys().filter(|path| path.len() == 1).map(|path| path[0].clone()).collect();
    assert_eq!(named, there);
}

#[test]
fn imports_go_one_way_between_the_modules() {
    let order = layers();
    let place = |path: &[String]| order.iter().position(|name| *name == path[0]).unwrap();
    let mut upward = Vec::new();
    for (from, to) in graph(&modules()) {
        if from.is_empty() {
            continue;
        }
        for to in to.iter().filter(|to| place(to) > place(&from)) {
            upward.push(format!("{} imports {}", from.join("/"), to.join("/")));
        }
    }
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let graph = graph(&modules());
    // What can be reached from each file.
    let reached = |from: &Vec<String>| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            for to in graph.get(next).into_iter().flatten() {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen
    };
    let circles: Vec<String> =
        graph.keys().filter(|from| reached(from).contains(from)).map(|path| path.join("/")).collect();
    assert!(circles.is_empty(), "{circles:#?}");
}

/// The texts in quotes that a text begins with, up to what is none of `"`, `|` and blanks.
fn quoted(mut rest: &str) -> (Vec<&str>, &str) {
    let mut texts = Vec::new();
    while let Some((text, behind)) = rest.strip_prefix('"').and_then(|inner| inner.split_once('"')) {
        // An empty text is no word.
        texts.extend((!text.is_empty()).then_some(text));
        rest = behind.trim_start_matches([' ', '|', '\n']);
    }
    (texts, rest)
}

/// Elements are looked for by their words, `tree.is("pre")`, and told apart by them, `Some("capture" | "convert") =>`. No compiler knows whether there are such words.
#[test]
fn words_in_the_code_are_words_of_the_language() {
    let words: BTreeSet<&str> = ludogen::language::schema::LUDEMES.iter().map(|ludeme| ludeme.word).collect();
    // Names, in examples and of the default piece; and what heads a policy.
    let names = ["G", "Stone", "white", "black", "player", "uct", "alpha-beta"];
    let about_rules = [
        "language",
        "game",
        "describe",
        "strategy",
        "reduction",
        "synthesis",
        "judgement",
        "criticism",
        "evolution",
        "export",
    ];
    let (mut asked, mut unknown) = (0, Vec::new());
    for (path, text) in modules() {
        // Advice names what other languages have; arbitrary trees are of arbitrary words.
        let of_others = path.last().is_some_and(|name| name == "suggest" || name == "arbitrary");
        if of_others || !path.first().is_some_and(|module| about_rules.contains(&module.as_str())) {
            continue;
        }
        let mut ask = |found: &[&str]| {
            asked += found.len();
            let strange = found.iter().filter(|word| !words.contains(*word) && !names.contains(*word));
            unknown.extend(strange.map(|word| format!("{}: {word}", path.join("/"))));
        };
        for call in [".is(", ".child(", ".mentions(", "Tree::element(", "Tree::word("] {
            text.match_indices(call).for_each(|(at, _)| ask(&quoted(&text[at + call.len()..]).0));
        }
        for (at, _) in text.match_indices("Some(\"") {
            let (found, behind) = quoted(&text[at + 5..]);
            let head =
                [".head(), ", ".as_word(), ", ".head() == ", ".as_word() == "].iter().any(|h| text[..at].ends_with(h));
            if head || behind.starts_with(") =>") && !found.iter().any(|text| text.contains(' ')) {
                ask(&found);
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(asked > 400, "{asked}");
}

#[test]
fn no_file_is_longer_than_a_head_can_hold() {
    let mut files: Vec<PathBuf> = ["src", "tests", "benches", "examples"].into_iter().flat_map(sources).collect();
    files.retain(|file| fs::read_to_string(file).unwrap().lines().count() > 800);
    assert_eq!(files, Vec::<PathBuf>::new());
}
