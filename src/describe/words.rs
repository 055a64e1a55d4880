//! English words: numbers, plurals, lists, articles.

use crate::language::Tree;
use crate::language::syntax::capital;
use std::collections::BTreeSet;

/// The number in words up to twelve, in digits beyond.
pub(super) fn number(value: i64) -> String {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(value).ok().and_then(|i| WORDS.get(i)).map_or_else(|| value.to_string(), |w| w.to_string())
}

pub(super) fn ordinal(value: i64) -> String {
    const WORDS: [&str; 10] =
        ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    if let Some(word) = usize::try_from(value).ok().and_then(|i| WORDS.get(i)) {
        return word.to_string();
    }
    let ending = match (value % 10, value % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{value}{ending}")
}

/// A piece's name as a common noun: `Stone` reads “stone”, `DVONN` stays.
pub(super) fn noun(name: &str) -> String {
    if name.chars().count() > 1 && name.chars().all(|c| !c.is_lowercase()) { name.into() } else { name.to_lowercase() }
}

/// Whether a name is that of many, as “Attackers” and “Geese” are.
pub(super) fn is_many(name: &str) -> bool {
    const MANY: [&str; 12] =
        ["geese", "mice", "lice", "oxen", "men", "children", "people", "folk", "cattle", "police", "emus", "gnus"];
    let name = name.to_lowercase();
    let last = name.rsplit(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or_default();
    let ends = |endings: &[&str]| endings.iter().any(|e| last.ends_with(e));
    // “Cross”, “Zeus”, “Isis” and “Chaos” are one each.
    MANY.contains(&last) || ends(&["smen", "women", "emen"]) || ends(&["s"]) && !ends(&["ss", "us", "is", "aos"])
}

/// Whether a text speaks of a piece of that name, or of several.
pub(crate) fn speaks_of(text: &str, name: &str) -> bool {
    let noun = name.to_lowercase();
    let many = plural(&noun);
    text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == noun || word == many)
}

/// The verb for a subject of that name, of the two forms of it: for one and for many.
pub(super) fn verb<'v>(name: &str, one: &'v str, many: &'v str) -> &'v str {
    if is_many(name) { many } else { one }
}

/// The plural of an English noun.
pub(super) fn plural(noun: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|e| noun.ends_with(e));
    let stem = |n: usize| noun.chars().take(noun.chars().count().saturating_sub(n)).collect::<String>();
    match noun {
        "mouse" | "louse" => format!("{}ice", stem(4)),
        "goose" => "geese".into(),
        "ox" => "oxen".into(),
        "child" => "children".into(),
        "wolf" | "half" | "calf" | "leaf" | "loaf" | "shelf" | "elf" | "dwarf" | "thief" => format!("{}ves", stem(1)),
        "knife" | "wife" | "life" => format!("{}ves", stem(2)),
        "buffalo" | "hero" | "potato" | "tomato" | "domino" | "torpedo" => format!("{noun}es"),
        "sheep" | "fish" | "deer" | "bison" => noun.into(),
        "human" | "shaman" | "caiman" | "talisman" => format!("{noun}s"),
        _ if ends(&["man"]) => format!("{}en", stem(2)),
        _ if ends(&["ay", "ey", "oy", "uy", "-y"]) => format!("{noun}s"),
        _ if ends(&["y"]) => format!("{}ies", stem(1)),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// The text with another word for cells.
pub(super) fn in_words(text: &str, word: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("cell").into_iter().chain(rest.find("Cell")).min() {
        let (before, found) = rest.split_at(at);
        let after = &found[4..];
        let whole = !before.ends_with(char::is_alphanumeric)
            && !after.strip_prefix('s').unwrap_or(after).starts_with(|c: char| c.is_alphanumeric() || c == '-');
        out.push_str(before);
        match (whole, found.starts_with('C')) {
            (true, false) => out.push_str(word),
            (true, true) => out.push_str(&capital(word)),
            (false, _) => out.push_str(&found[..4]),
        }
        rest = after;
    }
    out + rest
}

/// Joins parts as a list: `a, b and c`. Rows next to each other may be told as one set of cells, “the bottom two rows”, and cells that are all meant as a run,
/// “A1 to H1”.
pub(super) fn list(parts: &[String], last: &str) -> String {
    join(&grouped(parts, last, true), last)
}

/// Joins parts as a list in which each stays a set of cells of its own.
pub(super) fn list_apart(parts: &[String], last: &str) -> String {
    join(&grouped(parts, last, false), last)
}

/// Parts of one kind that follow each other as one part: “the north and south sides”, “regions 1 to 3”.
fn grouped(parts: &[String], last: &str, as_one: bool) -> Vec<String> {
    let mut told = Vec::new();
    let mut rest = parts;
    while let [first, others @ ..] = rest {
        let straight = if as_one && matches!(last, "and" | "or") { straight(rest) } else { 0 };
        // One of a single run would read as all of it.
        if straight > 2 && (last == "and" || straight < parts.len()) {
            told.push(format!("{first} to {}", rest[straight - 1]));
            rest = &rest[straight..];
            continue;
        }
        let kind = kind_of(first).map(|(kind, _)| kind);
        let same = others.iter().take_while(|p| kind.is_some() && kind_of(p).map(|(k, _)| k) == kind).count();
        let (run, further) = rest.split_at(same + 1);
        match (run.len() > 1).then(|| shared(run, last, as_one)).flatten() {
            Some(text) => told.push(text),
            None => told.extend_from_slice(run),
        }
        rest = further;
    }
    told
}

/// How many labels of cells at the beginning follow each other along a row or a column.
fn straight(parts: &[String]) -> usize {
    let place = |label: &String| {
        let (column, row) = label.split_at(label.find(|c: char| c.is_ascii_digit())?);
        let column = <[u8; 1]>::try_from(column.as_bytes()).ok()?[0];
        column.is_ascii_uppercase().then_some((i64::from(column), row.parse::<i64>().ok()?))
    };
    let places: Vec<(i64, i64)> = parts.iter().map_while(place).collect();
    let steps: Vec<(i64, i64)> = places.windows(2).map(|w| (w[1].0 - w[0].0, w[1].1 - w[0].1)).collect();
    match steps.first() {
        Some((1, 0) | (0, 1)) => 1 + steps.iter().take_while(|&step| *step == steps[0]).count(),
        _ => places.len().min(1),
    }
}

/// Kinds of places that are told together.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Side,
    Region,
    Row,
    Column,
    FromHome,
    FromFar,
}

/// Of which kind a part is, and which one of the kind.
fn kind_of(part: &str) -> Option<(Kind, String)> {
    let whole = |middle: &&str| !middle.is_empty() && !middle.contains(' ');
    let within =
        |before: &str, after: &str| part.strip_prefix(before)?.strip_suffix(after).filter(whole).map(String::from);
    let ranked = |after: &str| {
        let word = within("the ", after)?;
        (1..100).find(|&n| ordinal(n) == word).map(|n| n.to_string())
    };
    let first = |name: &str| (part == name).then(|| "1".to_string());
    let numbered = |kind, found: Option<String>| found.map(|middle| (kind, middle));
    numbered(Kind::Side, within("the ", " side"))
        .or_else(|| numbered(Kind::Region, within("region ", "")))
        .or_else(|| numbered(Kind::Row, first("the bottom row").or_else(|| within("row ", " from the bottom"))))
        .or_else(|| numbered(Kind::Column, within("column ", " from the left")))
        .or_else(|| numbered(Kind::FromHome, first("the home row").or_else(|| ranked(" row from home"))))
        .or_else(|| numbered(Kind::FromFar, first("the far row").or_else(|| ranked(" row from the far edge"))))
}

/// Which of “row” and “column” all are among sets of cells, on a board of so many columns and rows, and the other sets.
pub(super) fn all_lines(sets: &[String], [columns, rows]: [i64; 2]) -> (Vec<&'static str>, Vec<String>) {
    let mut others = sets.to_vec();
    let mut whole = Vec::new();
    for (word, kind, count) in [("row", Kind::Row, rows), ("column", Kind::Column, columns)] {
        let number = |set: &String| kind_of(set).filter(|(of, _)| *of == kind).and_then(|(_, n)| n.parse::<i64>().ok());
        let found: BTreeSet<i64> = others.iter().filter_map(number).collect();
        if (1..=count).all(|n| found.contains(&n)) {
            others.retain(|set| number(set).is_none());
            whole.push(word);
        }
    }
    (whole, others)
}

/// Two parts or more of one kind together, as one set of cells if that is meant.
fn shared(parts: &[String], last: &str, as_one: bool) -> Option<String> {
    let (kinds, middles): (Vec<Kind>, Vec<String>) = parts.iter().filter_map(|p| kind_of(p)).unzip();
    let numbers: Option<Vec<i64>> = middles.iter().map(|m| m.parse().ok()).collect();
    let run = numbers.filter(|n| n.windows(2).all(|w| w[0] + 1 == w[1]));
    let edge = run.as_ref().filter(|run| as_one && run[0] == 1).map(|run| number(run.len() as i64));
    let told = match run.filter(|run| run.len() > 2) {
        Some(run) => format!("{} to {}", run[0], run[run.len() - 1]),
        None => join(&middles, last),
    };
    Some(match (kinds.first()?, edge) {
        (Kind::Side, _) => format!("the {told} sides"),
        (Kind::Region, _) => format!("regions {told}"),
        (Kind::Row, Some(n)) => format!("the bottom {n} rows"),
        (Kind::Row, None) => format!("rows {told} from the bottom"),
        (Kind::Column, _) => format!("columns {told} from the left"),
        (Kind::FromHome, Some(n)) => format!("the {n} rows nearest home"),
        (Kind::FromFar, Some(n)) => format!("the {n} rows nearest the far edge"),
        // The first of them has a name of its own.
        (Kind::FromHome | Kind::FromFar, None) if middles.iter().any(|m| m == "1") => return None,
        (kind, None) => {
            let ordinals: Vec<String> = middles.iter().filter_map(|m| m.parse().ok()).map(ordinal).collect();
            let edge = if *kind == Kind::FromHome { "home" } else { "the far edge" };
            format!("the {} rows from {edge}", join(&ordinals, last))
        }
    })
}

/// Joins parts as they are.
pub(super) fn join(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// A player's name as an adjective, if it is a colour.
pub(super) fn colour(player: &str) -> Option<String> {
    const COLOURS: [&str; 12] =
        ["white", "black", "red", "blue", "green", "yellow", "orange", "grey", "gray", "purple", "brown", "silver"];
    let lower = player.to_lowercase();
    COLOURS.contains(&lower.as_str()).then_some(lower)
}

/// Writes “an” for “a” before a vowel sound, and starts the text with a capital.
pub(super) fn polish(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        // Elsewhere it is the name of a column.
        let begins = out.is_empty() || out.ends_with([' ', '\n']) && out.trim_end().ends_with(['.', '-', ':']);
        out.push_str(word);
        if let Some(next) = words.peek() {
            if (word == "a" || word == "A" && begins || word.ends_with("(a")) && vowel_sound(next) {
                out.push('n');
            }
            out.push(' ');
        }
    }
    capital(&out)
}

fn vowel_sound(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '“', '"']).to_lowercase();
    let consonant = ["one", "uni", "use", "eu"].iter().any(|w| word.starts_with(w));
    let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
    if !digits.is_empty() {
        return digits.starts_with('8') || digits == "11" || digits == "18";
    }
    !consonant && (word.starts_with(['a', 'e', 'i', 'o', 'u']) || word.starts_with("hour"))
}

/// “they have a piece and have captured two” for “they have a piece and they have captured two”.
pub(super) fn elided(mut parts: Vec<String>) -> Vec<String> {
    let shared = shared_start(&parts).unwrap_or(0);
    for part in parts.iter_mut().skip(1) {
        part.drain(..shared);
    }
    parts
}

/// “they have three in a row but not five”, which no “or” around it can tear apart.
pub(super) fn contrast(parts: &[String]) -> Option<String> {
    let [have, have_not] = parts else { return None };
    let lacked = have_not.strip_prefix("they do not have ")?;
    let had = have.strip_prefix("they have ").filter(|had| !had.starts_with("captured"))?;
    // “three but not four in a row”
    let rows = [had, lacked].map(|text| text.strip_suffix(" or more in a row").filter(|count| !count.contains(' ')));
    Some(match rows {
        [Some(fewer), Some(more)] => format!("they have {fewer} but not {more} in a row"),
        _ => format!("{have} but not {lacked}"),
    })
}

/// How much of the start of sentences is the same subject, and the same “have” or “there are” of what is counted.
fn shared_start(parts: &[String]) -> Option<usize> {
    const VERBS: [&str; 8] = ["is", "are", "has", "have", "holds", "hold", "does", "do"];
    let first = parts.first()?;
    let all_start = |start: &str| parts.iter().all(|p| p.starts_with(start));
    if all_start("they ") && !all_start("they have ") {
        return Some("they ".len());
    }
    let verb = first.split(' ').position(|word| VERBS.contains(&word))?;
    let to = |n: usize| first.split_inclusive(' ').take(n).map(str::len).sum::<usize>();
    let (subject, whole) = (&first[..to(verb)], &first[..to(verb + 1)]);
    // One and the same: a cell, a number, a player.
    let definite = matches!(subject.split(' ').next(), Some("the" | "that" | "its" | "it" | "they"));
    let plain = !subject.contains([',', '(']) && !subject.split(' ').any(|word| matches!(word, "and" | "or" | "not"));
    let counted = |p: &String| {
        let next = p[whole.len()..].split(' ').next();
        matches!(next, Some("a" | "an" | "at" | "exactly" | "no"))
    };
    match () {
        _ if all_start(whole) && matches!(whole, "there are ") => Some(whole.len()),
        _ if !definite || !plain || !all_start(subject) => None,
        _ if all_start(whole)
            && matches!(first[subject.len()..whole.len()].trim_end(), "has" | "have" | "holds" | "hold")
            && parts.iter().all(counted) =>
        {
            Some(whole.len())
        }
        _ => {
            let goes_on = |p: &String| VERBS.contains(&p[subject.len()..].split(' ').next().unwrap_or_default());
            parts.iter().all(goes_on).then_some(subject.len())
        }
    }
}

/// A direction as seen from a cell.
pub(super) fn way(tree: &Tree, text: String) -> String {
    match tree.head() {
        Some("f") => "ahead of".into(),
        Some("b") => "behind".into(),
        Some("u") => "above".into(),
        Some("d") => "below".into(),
        Some("l") => "to the left of".into(),
        Some("r") => "to the right of".into(),
        _ => format!("{text} of"),
    }
}

/// “its state” for “the state of it”, wherever that stands.
pub(super) fn with_its_state(text: String) -> String {
    text.replace(" the state of it ", " its state ")
}

/// “its state” for “the state of it”.
pub(super) fn possessive(text: String) -> String {
    let of = |rest: &str| {
        let (noun, end) = rest.split_once(" of it")?;
        // The mark of a cell is not that of the piece.
        let plain = !noun.contains(' ') && noun != "mark" && matches!(end, "" | "s cell");
        plain.then(|| format!("its {noun}"))
    };
    text.strip_prefix("the ").and_then(of).unwrap_or(text)
}

/// Alternatives of which some are two conditions that both have to hold, where commas keep them apart.
pub(super) fn choice_of_pairs(parts: &[String]) -> Option<String> {
    let pair = |p: &String| p.strip_prefix("both ").map(String::from);
    let plain = |p: &String| {
        !p.replace("(direct neighbours only)", "").contains([',', ';', '(', ':'])
            && !p.contains("both ")
            && !p.contains("either ")
    };
    let told: Vec<String> = parts.iter().map(|p| pair(p).unwrap_or_else(|| p.clone())).collect();
    (parts.iter().any(|p| pair(p).is_some()) && told.iter().all(plain)).then(|| told.join(", or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_named_once() {
        for (parts, told) in [
            ("they have a man|they have no king", "they have a man and no king"),
            ("they have a man|they have captured two men", "they have a man and have captured two men"),
            ("they do not have a man|they do not have a king", "they do not have a man and do not have a king"),
            ("the target is empty|the target is in a corner", "the target is empty and is in a corner"),
            (
                "the target does not hold a man|the target does not hold a king",
                "the target does not hold a man and does not hold a king",
            ),
            ("its cell holds a man|its cell holds no king", "its cell holds a man and no king"),
            ("there are no men next to it|there are two kings", "there are no men next to it and two kings"),
            ("there are no men|there is a king", "there are no men and there is a king"),
            // Each may be about another one.
            ("some cell is empty|some cell is full", "some cell is empty and some cell is full"),
            ("the cell is empty|the cell north of it is full", "the cell is empty and the cell north of it is full"),
        ] {
            let parts: Vec<String> = parts.split('|').map(String::from).collect();
            assert_eq!(join(&elided(parts), "and"), told);
        }
    }

    #[test]
    fn words_are_english() {
        for (noun, many) in [
            ("stone", "stones"),
            ("man", "men"),
            ("fox", "foxes"),
            ("army", "armies"),
            ("key", "keys"),
            ("goose", "geese"),
            ("wolf", "wolves"),
            ("half", "halves"),
            ("buffalo", "buffaloes"),
            ("human", "humans"),
        ] {
            assert_eq!(plural(noun), many);
        }
        for (name, many) in [
            ("Geese", true),
            ("Attackers", true),
            ("Horsemen", true),
            ("Grey-Mice", true),
            ("Chaos", false),
            ("Cross", false),
            ("Zeus", false),
            ("Bison", false),
            ("Fox", false),
        ] {
            assert_eq!(is_many(name), many, "{name}");
        }
        assert_eq!(
            ["1", "2", "11", "21", "112"].map(|n| ordinal(n.parse().unwrap())),
            ["first", "second", "11th", "21st", "112th"]
        );
        assert_eq!(
            polish("a empty cell on a 8 by 8 board, a one-way street, a 11 by 11 (a open) board"),
            "An empty cell on an 8 by 8 board, a one-way street, an 11 by 11 (an open) board"
        );
        for (parts, told) in [
            ("x|y|z", "x, y or z"),
            ("the bottom row|row 2 from the bottom|C3", "the bottom two rows or C3"),
            ("row 8 from the bottom|row 9 from the bottom|E7|F7", "rows 8 or 9 from the bottom, E7 or F7"),
            ("the home row|the second row from home|the third row from home", "the three rows nearest home"),
            ("the home row|the third row from home", "the home row or the third row from home"),
            ("the second row from home|the third row from home", "the second or third rows from home"),
            (
                "the bottom row|row 3 from the bottom|column 2 from the left",
                "rows 1 or 3 from the bottom or column 2 from the left",
            ),
        ] {
            let parts: Vec<String> = parts.split('|').map(String::from).collect();
            assert_eq!(list(&parts, "or"), told);
        }
        for (parts, told) in [
            ("A1|B1|C1|E1|E2|E3|F3|H9", "A1 to C1, E1 to E3, F3 and H9"),
            ("A9|A10|A11", "A9 to A11"),
            ("C1|B1|A1|A2", "C1, B1, A1 and A2"),
            ("A1-1|A1-2|AA1", "A1-1, A1-2 and AA1"),
        ] {
            let parts: Vec<String> = parts.split('|').map(String::from).collect();
            assert_eq!(list(&parts, "and"), told);
            assert!(!list_apart(&parts, "and").contains(" to "));
        }
        assert_eq!((number(12), number(13), number(-1)), ("twelve".into(), "13".into(), "-1".into()));
    }
}
