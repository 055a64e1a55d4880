//! What a writer may have meant: advice on arguments that fit nowhere.

use super::diagnostic::Problem;
use super::resolve::{Element, Names, fits};
use super::schema::{self, Accepts, Category, Count, Head, Name};
use super::short;
use super::syntax::{self, capital, shown};
use super::tree::{Kind, Span, Tree};

/// Explains an argument that no parameter of `element` takes.
pub(crate) fn explain(arg: &Tree, element: &Element<'_>, names: &Names) -> Problem {
    let parent = shown(element.tree);
    let span = arg.items().first().map_or(arg.span, |head| head.span);
    let Some(word) = arg.head() else {
        return wordless(arg, element, names, &parent);
    };
    if let Some(problem) = foreign(word, arg, &parent, span) {
        return problem;
    }
    if let Some(problem) = full(arg, element, names, &parent) {
        return problem;
    }
    if let Some(problem) = of_a_choice(word, element, names, span) {
        return problem;
    }
    let room = room(element);
    let near = nearest(word, room.iter().flat_map(|&a| vocabulary(a, names)));
    if let Some((near, 0)) = &near {
        // The word is right, the form is not: a piece or clause without its brackets, or a name in brackets.
        let bracketed = matches!(arg.kind, Kind::List(_));
        let help = if bracketed { format!("write `{near}`") } else { format!("write `({near} …)`") };
        return Problem::error(format!("`{word}` is not written like this here"), span)
            .label(if bracketed { "without brackets" } else { "in brackets, with its arguments" })
            .help(help);
    }
    let homes = homes(word);
    if let Some(&home) = homes.first() {
        let more = if homes.len() > 1 { format!(", or {}", homes[1].noun()) } else { String::new() };
        return Problem::error(format!("`{word}` does not belong in `({parent} …)`"), span)
            .label(format!("this is {}{more}", home.noun()))
            .help(format!("it belongs in a place like `{}`; {}", place_of(home, word), expected(&room, names)));
    }
    if let Some((near, _)) = near {
        return Problem::error(format!("unknown word `{word}` in `({parent} …)`"), span)
            .label("not known here")
            .help(format!("did you mean `{near}`? {}", capital(&expected(&room, names))));
    }
    if let Some(problem) = undeclared(word, &room, names, span) {
        return problem;
    }
    let all = schema::LUDEMES.iter().filter(|l| l.head == Head::Word).map(|l| l.word.to_string());
    if let Some((near, _)) = nearest(word, all) {
        let place = homes_of_near(&near);
        return Problem::error(format!("unknown word `{word}` in `({parent} …)`"), span).label("not known here").help(
            format!(
                "did you mean `{near}`, which belongs in a place like `{place}`? {}",
                capital(&expected(&room, names))
            ),
        );
    }
    Problem::error(format!("unknown word `{word}` in `({parent} …)`"), span)
        .label("not a word of the language")
        .help(expected(&room, names))
}

/// Explains a file that does not begin with `(game …)`.
pub(crate) fn explain_root(problem: Problem, tree: &Tree) -> Problem {
    let example = syntax::example(schema::game());
    let problem = match tree.head() {
        Some("define" | "variant" | "include") => problem.label("this looks like a Zillions rule file"),
        Some("role" | "init" | "<=") => problem.label("this looks like the Stanford game description language"),
        Some("Game" | "GAME") => problem.label("words are written in small letters: `game`"),
        Some(word) if schema::find(word, Category::Section).is_some() => {
            problem.label("this is a section; the game goes around it")
        }
        _ => problem.label("not a game"),
    };
    problem.help(format!("for example `{example}`"))
}

/// Whether the word is a piece.
fn is_piece(tree: &Tree, names: &Names) -> bool {
    tree.as_word().is_some_and(|word| names.pieces.iter().any(|piece| piece == word))
}

/// How many of the words in `(any A B …)` are pieces, if this is a choice among pieces that is not one.
fn pieces_to_choose(element: &Element<'_>, names: &Names) -> usize {
    if element.tree.is("any") { element.tree.args().iter().filter(|t| is_piece(t, names)).count() } else { 0 }
}

/// Whether an argument is not what is wrong with a choice among pieces: another is, or the first has been told.
pub(crate) fn is_right_in_a_choice(arg: &Tree, element: &Element<'_>, names: &Names) -> bool {
    let args = element.tree.args();
    let right = pieces_to_choose(element, names);
    right > 0 && is_piece(arg, names) && (right < args.len() || args.first() != Some(arg))
}

/// What is wrong with a choice among pieces.
fn of_a_choice(word: &str, element: &Element<'_>, names: &Names, span: Span) -> Option<Problem> {
    let right = pieces_to_choose(element, names);
    if right == 0 {
        return None;
    }
    if right == element.tree.args().len() {
        let what =
            if right == 1 { "a choice among pieces has two of them at least" } else { "nobody chooses a piece here" };
        return Some(Problem::error(what, element.tree.span).label("a choice among pieces").help(format!(
            "a choice stands among the effects of a move: `(post (convert (any Queen Rook)))`; here one piece is named: `{word}`"
        )));
    }
    let near = nearest(word, names.pieces.iter().cloned());
    let pieces = format!("the pieces are {}", list(&names.pieces, 12));
    Some(
        Problem::error(format!("no piece is called `{word}`"), span)
            .label("undeclared piece")
            .help(near.map_or(pieces.clone(), |(near, _)| format!("did you mean `{near}`? {}", capital(&pieces)))),
    )
}

/// An argument that is a number, a string, or brackets without a word at their head.
fn wordless(arg: &Tree, element: &Element<'_>, names: &Names, parent: &str) -> Problem {
    let room = room(element);
    let what = match &arg.kind {
        Kind::Int(_) | Kind::Real(_) => "number",
        Kind::Text(_) => "string",
        Kind::List(items) if items.is_empty() => {
            return Problem::error("these brackets are empty", arg.span)
                .label("an element begins with its word")
                .help(expected(&room, names));
        }
        _ => {
            return Problem::error("an element begins with its word", arg.items().first().map_or(arg.span, |t| t.span))
                .label("a word is expected here")
                .help(expected(&room, names));
        }
    };
    if let Some(problem) = full(arg, element, names, parent) {
        return problem;
    }
    let help = match &arg.kind {
        Kind::Text(text) if room.iter().any(|a| matches!(a, Accepts::Declares(_))) => {
            let name: Vec<&str> = text.split_whitespace().collect();
            format!("names are single words without quotation marks: `{}`", name.join("-"))
        }
        _ => expected(&room, names),
    };
    Problem::error(format!("`({parent} …)` has no use for this {what}"), arg.span)
        .label(format!("a {what} does not belong here"))
        .help(help)
}

/// The argument would fit, but its place is taken.
fn full(arg: &Tree, element: &Element<'_>, names: &Names, parent: &str) -> Option<Problem> {
    let (param, slot) = element
        .ludeme
        .params
        .iter()
        .zip(&element.slots)
        .find(|(p, slot)| !slot.is_empty() && p.accepts.iter().any(|&a| fits(arg, a, names)))?;
    let span = arg.items().first().map_or(arg.span, |head| head.span);
    let joins = param.accepts.iter().any(|a| matches!(a, Accepts::Of(Category::Bool | Category::Condition)));
    let help = if joins {
        "several are joined by `and` where all must hold, by `or` where one will do: `(and …)`"
    } else {
        "keep one of them"
    };
    Some(
        Problem::error(format!("`{parent}` takes only one {}", param.name), span)
            .label("one too many")
            .help(help)
            .secondary(slot[0].span, "this one is taken"),
    )
}

/// What may still be added to the element; everything it takes if there is no room left.
fn room(element: &Element<'_>) -> Vec<Accepts> {
    let params = || element.ludeme.params.iter().zip(&element.slots);
    let open: Vec<Accepts> = params()
        .filter(|(p, slot)| slot.is_empty() || matches!(p.count, Count::Any | Count::Some))
        .flat_map(|(p, _)| p.accepts.iter().copied())
        .collect();
    if open.is_empty() { params().flat_map(|(p, _)| p.accepts.iter().copied()).collect() } else { open }
}

/// What is accepted, in words: the category and the words that begin it.
fn expected(room: &[Accepts], names: &Names) -> String {
    if room.is_empty() {
        return "nothing more is accepted here".into();
    }
    let mut parts: Vec<String> = Vec::new();
    for &accepts in room {
        let part = match accepts {
            Accepts::Of(Category::PlayerType) => format!("a player ({}, All…)", names.players.join(", ")),
            Accepts::Of(Category::PieceRecord) => format!("a piece ({})", list(&names.pieces, 6)),
            Accepts::Of(category) => format!("{}: {}", category.noun(), list(&syntax::words(category), 12)),
            Accepts::Uses(Name::Piece) => format!("a piece ({})", list(&names.pieces, 6)),
            Accepts::Uses(Name::Flag) if !names.flags.is_empty() => format!("a flag ({})", list(&names.flags, 6)),
            other => syntax::accepted(other),
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    format!("accepted here: {}", parts.join("; or "))
}

fn list(words: &[String], most: usize) -> String {
    let mut text = words.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
    if words.len() > most {
        text.push_str(", …");
    }
    text
}

/// All words that would fit here.
fn vocabulary(accepts: Accepts, names: &Names) -> Vec<String> {
    match accepts {
        Accepts::Of(category) => schema::of(category)
            .chain(short::stands_in(category).into_iter().flat_map(schema::of))
            .flat_map(|l| match l.head {
                Head::Word => vec![l.word.to_string()],
                Head::Uses(Name::Player) => names.players.clone(),
                Head::Uses(Name::Piece) => names.pieces.clone(),
                Head::PlayerType => names.players.iter().cloned().chain(["All".to_string()]).collect(),
                _ => Vec::new(),
            })
            .collect(),
        Accepts::Only(_, words) => words.iter().map(|w| w.to_string()).collect(),
        Accepts::Uses(Name::Piece) => names.pieces.clone(),
        Accepts::Uses(Name::Flag) => names.flags.clone(),
        Accepts::Uses(Name::Player) => names.players.clone(),
        _ => Vec::new(),
    }
}

/// The closest of `words` and how far it is, if it is close enough to be a slip.
fn nearest(word: &str, words: impl Iterator<Item = String>) -> Option<(String, usize)> {
    let length = word.chars().count();
    // Longer words are no slips of anything, and the distance costs their square.
    if length > 40 {
        return None;
    }
    let limit = match length {
        0..=2 => 0,
        3..=4 => 1,
        5..=7 => 2,
        _ => 3,
    };
    let mut best: Option<(String, usize)> = None;
    for candidate in words {
        let distance =
            if candidate.eq_ignore_ascii_case(word) && candidate != word { 1 } else { distance(word, &candidate) };
        // Two words of a few letters each that share nothing are no slip.
        if distance <= limit.max(usize::from(candidate.eq_ignore_ascii_case(word)))
            && distance < candidate.chars().count().max(1)
            && best.as_ref().is_none_or(|(_, d)| distance < *d)
        {
            best = Some((candidate, distance));
        }
    }
    best
}

/// Edit distance: insertions, deletions, substitutions and swaps of neighbours, each once per place.
pub fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// The categories that have `word`.
fn homes(word: &str) -> Vec<Category> {
    let mut homes: Vec<Category> = Vec::new();
    for ludeme in schema::LUDEMES.iter().filter(|l| l.head == Head::Word && l.word == word) {
        if !homes.contains(&ludeme.category) {
            homes.push(ludeme.category);
        }
    }
    homes
}

fn place_of(category: Category, word: &str) -> String {
    // Options stand in some elements only: show one that takes this very word.
    let takes = |l: &&schema::Ludeme| {
        let mut accepts = l.params.iter().flat_map(|p| p.accepts);
        accepts.any(|a| matches!(a, Accepts::Only(c, words) if *c == category && words.contains(&word)))
    };
    if let Some(host) = schema::LUDEMES.iter().find(takes)
        && let Some(option) = schema::find(word, category)
    {
        let host = syntax::example(host);
        return format!("{} {})", host.trim_end_matches(')'), syntax::example(option));
    }
    match schema::find(word, category) {
        Some(ludeme) => category.place().replace('…', &syntax::example(ludeme)),
        None => category.place().to_string(),
    }
}

fn homes_of_near(word: &str) -> String {
    homes(word).first().map_or_else(String::new, |&home| place_of(home, word))
}

/// A name that nothing declares, where a name would do.
fn undeclared(word: &str, room: &[Accepts], names: &Names, span: Span) -> Option<Problem> {
    let wants = |space: Name, category: Option<Category>| {
        room.iter().any(|&a| a == Accepts::Uses(space) || category.is_some_and(|c| a == Accepts::Of(c)))
    };
    let capitalised = word.chars().next().is_some_and(char::is_uppercase);
    if wants(Name::Flag, None) {
        return Some(Problem::error(format!("no flag is called `{word}`"), span).label("undeclared flag").help(
            match names.flags.as_slice() {
                [] => "a piece declares its flags with `(flags …)`".to_string(),
                flags => format!("the flags are {}", list(flags, 12)),
            },
        ));
    }
    if !capitalised {
        return None;
    }
    let player = wants(Name::Player, Some(Category::PlayerType));
    if player && wants(Name::Piece, Some(Category::PieceRecord)) {
        return Some(
            Problem::error(format!("no player or piece is called `{word}`"), span).label("undeclared name").help(
                format!("the players are {}; the pieces are {}", list(&names.players, 8), list(&names.pieces, 12)),
            ),
        );
    }
    if wants(Name::Piece, Some(Category::PieceRecord)) {
        return Some(
            Problem::error(format!("no piece is called `{word}`"), span)
                .label("undeclared piece")
                .help(format!("the pieces are {}; more are declared in `(pieces …)`", list(&names.pieces, 12))),
        );
    }
    if player || room.contains(&Accepts::Of(Category::Clause)) {
        return Some(
            Problem::error(format!("no player is called `{word}`"), span)
                .label("undeclared player")
                .help(format!("the players are {}; `All` means each of them", list(&names.players, 8))),
        );
    }
    None
}

/// `3-in-a-row` and the like: a number glued to a word.
fn glued(word: &str) -> Option<(&str, &str)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = word[digits..].trim_start_matches('-');
    (digits > 0 && !rest.is_empty()).then(|| (&word[..digits], rest))
}

/// `3x3`, `3x3x3`: dimensions in one word.
fn dimensions(word: &str) -> Option<String> {
    let parts: Vec<&str> = word.split(['x', 'X', '*']).collect();
    let good = (2..=3).contains(&parts.len())
        && parts.iter().all(|p| (1..=3).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_digit()));
    good.then(|| parts.join(" "))
}

/// Habits of other languages and other words for the same thing.
fn foreign(word: &str, arg: &Tree, parent: &str, span: Span) -> Option<Problem> {
    if let Some(sizes) = dimensions(word) {
        return Some(
            Problem::error(format!("`{word}` is one word, not a list of numbers"), span)
                .label("dimensions are separated by spaces")
                .help(format!("write `(size {sizes})`")),
        );
    }
    if let Some((number, rest)) = glued(word)
        && homes(rest).contains(&Category::Condition)
    {
        return Some(
            Problem::error(format!("unknown word `{word}`"), span)
                .label("the number goes behind the word")
                .help(format!("write `({rest} {number})`")),
        );
    }
    let (label, help): (&str, String) = match word {
        "win" | "lose" | "draw" if parent == "end" => (
            "whose result is it?",
            format!("a clause begins with a player: `{word}` belongs in a clause like `(All {word} (in-a-row 3))`"),
        ),
        _ if parent == "end" && homes(word).contains(&Category::Condition) => (
            "this is a condition, not a clause",
            "a clause names the player and the result first: `(All win (in-a-row 3))`".into(),
        ),
        "equipment" | "rules" | "mode" | "meta" | "metadata" => (
            "this looks like Ludii",
            match word {
                "equipment" => "there is no equipment here: `(board …)` and `(pieces …)` stand directly in the game",
                "rules" => "there is no such bracket here: `(start …)`, `(play …)` and `(end …)` stand directly in the game",
                "mode" => "all games are for two players in turns: leave it out",
                _ => "write `(description \"…\")` or `(aim \"…\")` directly in the game",
            }
            .into(),
        ),
        "piece" if parent == "pieces" || parent == "game" => {
            ("this looks like Ludii", "a piece is written with its name: `(pieces (Stone All (moves …)))`".into())
        }
        "drop-zone" | "drops" | "board-setup" | "turn-order" | "win-condition" | "loss-condition" | "draw-condition"
        | "move-sound" | "piece-type" | "zone" | "grid" | "dimensions" | "directions" | "image" | "title" | "symmetry" => (
            "this looks like a Zillions rule file",
            match word {
                "drops" => "placing a piece is a move: `(moves (move (pre (empty to)) (action (push))))`",
                "board-setup" => "the first position is written `(start (place (Stone White) home))`",
                "turn-order" => "players move in turn, as listed in `(players White Black)`",
                "win-condition" => "write `(end (All win …))`",
                "loss-condition" => "write `(end (All lose …))`",
                "draw-condition" => "write `(end (All draw …))`",
                "zone" | "drop-zone" => "regions are declared in the board: `(regions (region White home))`, and used in conditions: `(pre (in-region to (region 1)))`",
                "grid" | "dimensions" | "directions" => "a board is written `(board (tiling square) (size 3 3))`",
                "image" => "a piece is drawn with its label: `(label \"♟\")`",
                "title" => "the name follows the word game: `(game Name …)`",
                "piece-type" => "a piece is written with its name: `(pieces (Stone All (moves …)))`",
                "symmetry" => "forward is relative to the player already; the start has `mirror` and `rotate`",
                _ => "leave it out",
            }
            .into(),
        ),
        "north" | "south" | "east" | "west" | "north-east" | "north-west" | "south-east" | "south-west" | "forward" | "forwards"
        | "backward" | "backwards" => {
            let letters: String = word.split('-').filter_map(|part| part.chars().next()).collect();
            ("directions are written in letters", format!("write `{letters}`"))
        }
        "P1" | "Player1" | "First" if !parent.is_empty() => ("not a player's name", "write `White`, or name the players in `(players …)`".into()),
        "P2" | "Player2" | "Second" => ("not a player's name", "write `Black`, or name the players in `(players …)`".into()),
        "line" if matches!(parent, "All" | "win" | "lose" | "and" | "or" | "not") && !arg.args().is_empty() => {
            ("this is a condition of moves", "a line of pieces that ends the game is written `(in-a-row 3)`".into())
        }
        "drop" | "place" | "add" | "Add" if matches!(parent, "moves" | "move" | "action" | "play") => {
            ("another word is used here", "placing a piece is `(move Drop)`, in full `(move (pre (empty to)) (action (push)))`".into())
        }
        "step" | "slide" | "hop" | "leap" | "jump" if matches!(parent, "moves" | "move" | "action" | "play") => (
            "another word is used here",
            match word {
                "step" => "a step is `(move Step)`, in full `(move (pre (and (empty to) (connected))) (action (pop) (push)))`",
                "slide" => "a slide is `(move Slide)`, in full `(move (pre (and (empty to) (line) (= (num-between any) 0))) (action (pop) (push)))`",
                "hop" | "jump" => "a hop is `(move (pre (and (empty to) (line) (= (num-between any) 1) (= (distance) 2))) (action (pop) (push)))`",
                _ => "a leap is `(move (pre (steps f f r f)) (action (pop) (push)))`",
            }
            .into(),
        ),
        _ => match schema::LUDEMES.iter().find(|l| l.facts.also.contains(&word)) {
            Some(ludeme) => ("another word is used here", format!("write `{}`", syntax::example(ludeme))),
            None => return None,
        },
    };
    let message = match homes(word).is_empty() {
        true => format!("unknown word `{word}` in `({parent} …)`"),
        false => format!("`{word}` does not belong in `({parent} …)`"),
    };
    Some(Problem::error(message, span).label(label).help(help))
}
