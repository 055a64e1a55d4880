//! Rule files made to hurt: whatever takes long, takes much room or ends nowhere, as far as the language lets it be said.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The kinds of hostile rule files.
pub const KINDS: [&str; 17] = [
    "nested numbers",
    "a chain of numbers",
    "nested conditions",
    "conditions that multiply out",
    "many clauses",
    "many pieces and moves",
    "giant boards",
    "brackets and raw bytes",
    "long names",
    "endless turns",
    "many effects",
    "huge numbers",
    "guards in guards",
    "long paths",
    "high stacks",
    "known games, mutated",
    "attacks on giant boards",
];

const NUMBERS: [&str; 18] = [
    "(num-nbors to enemy)",
    "(height to)",
    "(row to)",
    "(col from)",
    "(distance)",
    "(num-pieces enemy)",
    "(largest-group current)",
    "(num-groups enemy)",
    "(territory current)",
    "(line-length to)",
    "(liberties to)",
    "(num-between any)",
    "(move-number)",
    "(score)",
    "(group-size)",
    "(num-in-hand)",
    "3",
    "-999999",
];
const OPERATORS: [&str; 8] = ["+", "-", "*", "/", "mod", "min", "max", "abs"];
const CONDITIONS: [&str; 12] = [
    "(empty to)",
    "(friend from)",
    "(enemy to)",
    "(connected)",
    "(line)",
    "(in-region to home)",
    "(enemy (step to n))",
    "(empty (step (step to n 3) e 2))",
    "first-move",
    "(captures surround)",
    "(steps f f r f)",
    "(same to last)",
];
const ENDS: [&str; 9] = [
    "(in-a-row 4)",
    "(group 5)",
    "(connect)",
    "(cycle)",
    "(full)",
    "(no-move)",
    "(eliminate)",
    "(threatened)",
    "(> (num-pieces friend) (territory))",
];
const COMPARED: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];
const SEEDS: [&str; 6] = ["chess", "english-draughts", "amazons", "hex", "reversi", "lines-of-action"];

/// Draws the parts of rules.
struct Maker(Pcg64Mcg);

impl Maker {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.0.random_range(0..of.len())]
    }

    fn upto(&mut self, low: usize, high: usize) -> usize {
        self.0.random_range(low..=high)
    }

    /// So many, one after the other.
    fn many(&mut self, count: usize, mut each: impl FnMut(&mut Maker, usize) -> String) -> String {
        (0..count).map(|i| each(self, i)).collect::<Vec<_>>().join(" ")
    }

    fn number(&mut self, depth: usize, fan: usize) -> String {
        if depth == 0 {
            return self.one(&NUMBERS).into();
        }
        let operator = self.one(&OPERATORS);
        let terms = match operator {
            "abs" => 1,
            "/" | "mod" => 2,
            _ => fan,
        };
        format!("({operator} {})", self.many(terms, |m, _| m.number(depth - 1, fan)))
    }

    /// An operator in an operator in an operator, each with one term more.
    fn chain(&mut self, depth: usize) -> String {
        let same = self.0.random_bool(0.5).then(|| (self.one(&["+", "*", "max", "-"]), self.one(&NUMBERS)));
        (0..depth).fold(String::from("(height to)"), |inner, _| {
            let (operator, term) =
                same.unwrap_or_else(|| (self.one(&["+", "-", "*", "min", "mod"]), self.one(&NUMBERS)));
            if self.0.random_bool(0.5) {
                format!("({operator} {inner} {term})")
            } else {
                format!("({operator} {term} {inner})")
            }
        })
    }

    fn comparison(&mut self, depth: usize) -> String {
        format!("({} {} {})", self.one(&COMPARED), self.number(depth, 2), self.number(depth, 2))
    }

    fn condition(&mut self, depth: usize, fan: usize, of: &[&str]) -> String {
        if depth == 0 {
            return if self.0.random_bool(0.3) { self.comparison(0) } else { self.one(of).into() };
        }
        match self.upto(0, 4) {
            0 => format!("(not {})", self.condition(depth - 1, fan, of)),
            n => {
                let word = if n < 3 { "and" } else { "or" };
                format!("({word} {})", self.many(fan, |m, _| m.condition(depth - 1, fan, of)))
            }
        }
    }

    fn board(&mut self) -> String {
        let most = self.upto(3, 26);
        let (tiling, shape, sizes) = match self.upto(0, 5) {
            0 => ("hex", "hex", format!("{}", most.min(19))),
            1 => ("hex", "rhombus", format!("{most} {most}")),
            2 => ("tri", "square", format!("{most} {most}")),
            3 => ("trunc-square", "square", format!("{most} {most}")),
            4 => ("square", "boardless", format!("{most}")),
            _ => ("square i-nbors", "square", format!("{most} {}", self.upto(1, 26))),
        };
        format!("(tiling {tiling}) (shape {shape}) (size {sizes})")
    }
}

/// A game of one piece that is put on the board or moves, with these parts.
fn game(board: &str, pre: &str, post: &str, more: &str, end: &str) -> String {
    format!(
        "(game Hostile (board {board}) (pieces (Stone All (moves (move (pre {pre}) (action (push)) (post {post}))))) {more} (end {end}))"
    )
}

const SMALL: &str = "(tiling square i-nbors) (size 5 5)";
const LINE: &str = "(All win (in-a-row 4))";

/// The hostile rule file of a number, with its kind.
pub fn rules(number: u64) -> (&'static str, Vec<u8>) {
    let kind = (number % KINDS.len() as u64) as usize;
    let mut m = Maker(Pcg64Mcg::seed_from_u64(number));
    (KINDS[kind], text(kind, &mut m))
}

fn text(kind: usize, m: &mut Maker) -> Vec<u8> {
    let rules = match kind {
        0 => nested_numbers(m),
        1 => chain_of_numbers(m),
        2 => nested_conditions(m),
        3 => conditions_that_multiply_out(m),
        4 => many_clauses(m),
        5 => many_pieces(m),
        6 => giant_boards(m),
        7 => return raw(m),
        8 => long_names(m),
        9 => endless_turns(m),
        10 => many_effects(m),
        11 => huge_numbers(m),
        12 => guards_in_guards(m),
        13 => long_paths(m),
        14 => high_stacks(m),
        15 => return mutated(m),
        _ => attacks(m),
    };
    rules.into_bytes()
}

fn nested_numbers(m: &mut Maker) -> String {
    let (depth, fan) = [(11, 2), (7, 3), (2, 64), (5, 5)][m.upto(0, 3)];
    let depth = m.upto(1, depth);
    game(SMALL, &format!("(and (empty to) (> {} {}))", m.number(depth, fan), m.number(1, 2)), "", "", LINE)
}

fn chain_of_numbers(m: &mut Maker) -> String {
    let depth = m.upto(10, 54);
    let (a, b) = (m.chain(depth), m.chain(depth / 2));
    game(SMALL, &format!("(and (empty to) ({} {a} {b}))", m.one(&COMPARED)), "", "", &format!("(All win (> {b} 9))"))
}

fn nested_conditions(m: &mut Maker) -> String {
    let (depth, fan) = [(11, 2), (6, 4), (52, 1), (2, 64)][m.upto(0, 3)];
    let depth = m.upto(depth / 2 + 1, depth);
    let pre = m.condition(depth, fan, &CONDITIONS);
    let end = m.condition(depth.min(9), fan.min(8), &ENDS);
    game(SMALL, &format!("(and (empty to) {pre})"), "", "", &format!("(All win {end}) (All lose (no-move))"))
}

fn conditions_that_multiply_out(m: &mut Maker) -> String {
    let (clauses, words) = (m.upto(5, 60), m.upto(2, 8));
    let outer = m.one(&["and", "or"]);
    let inner = if outer == "and" { "or" } else { "and" };
    let all = m.many(clauses, |m, _| format!("({inner} {})", m.many(words, |m, _| m.comparison(0))));
    let ends = m.many(clauses, |m, _| format!("({inner} {})", m.many(words, |m, _| m.one(&ENDS).into())));
    game(SMALL, &format!("(and (empty to) ({outer} {all}))"), "", "", &format!("(All win ({outer} {ends}))"))
}

fn many_clauses(m: &mut Maker) -> String {
    let count = m.upto(20, 64);
    let end = m.many(count, |m, i| {
        let depth = m.upto(0, 3);
        format!(
            "({} {} {})",
            ["All", "White", "Black"][i % 3],
            m.one(&["win", "lose", "draw"]),
            m.condition(depth, 3, &ENDS)
        )
    });
    game(&m.board(), "(empty to)", "", "(play can-pass (repetition positional))", &end)
}

fn giant_boards(m: &mut Maker) -> String {
    let pre = m.one(&["(empty to)", "(and (empty to) (connected to any))", "(and (empty to) (not (attacked to)))"]);
    let more = m.one(&["", "(start (place (Stone White) all))", "(play (repetition positional))"]);
    let end = m.one(&[LINE, "(All win (connect all-sides))", "(All win (cycle))", "(All win (> (territory) 500))"]);
    game(&m.board(), pre, m.one(&["", "(capture surround)", "(capture line any)"]), more, end)
}

fn long_names(m: &mut Maker) -> String {
    let name = m.one(&["N", "é", "𝕃", "-x"]).repeat(m.upto(1_000, 60_000));
    let label = m.one(&["\\\"", "♟", "x", "\\\\"]).repeat(m.upto(1, 60_000));
    format!(
        "(game G{name} (players W{name} B{name}) (board {SMALL}) (pieces (S{name} All (label \"{label}\") (flags f{name}) (moves (move (label \"{label}\") (pre (empty to)) (action (push)) (post (add-flags f{name})))))) (end {LINE}) (aim \"{label}\") (description {}))",
        m.many(60, |m, _| m.one(&["a", "(b (c \"d\"))", "1"]).into())
    )
}

fn endless_turns(m: &mut Maker) -> String {
    let effect = m.one(&[
        "(repeat)",
        "(repeat) (rotate any)",
        "(capture any optional) (repeat)",
        "(repeat (if (empty (step to n))))",
    ]);
    let play = m.one(&[
        "can-pass (repetition allow)",
        "longest (repetition allow)",
        "(repetition allow) (never (full))",
        "longest can-pass",
    ]);
    format!(
        "(game Endless (board {}) (pieces (Man All (moves (move (pre (and (not (friend to)) (connected))) (action (pop) (push)) (post (capture) {effect})) (move (pre (empty to)) (action (push)) (post {effect}))))) (start (place (Man White) home) (place (Man Black) home)) (play {play}) (end (All win (> (move-number) 999999))))",
        m.board()
    )
}

fn many_effects(m: &mut Maker) -> String {
    let count = m.upto(5, 64);
    let post = m.many(count, |m, _| {
        let kind = m.one(&["surround", "d-nbors", "all-nbors", "line", "approach", "everywhere"]);
        match m.upto(0, 4) {
            0 => format!("(capture {kind} optional any)"),
            1 => format!("(capture {kind} any (if {}))", m.condition(1, 3, &CONDITIONS)),
            2 => format!("(convert {kind} friend)"),
            3 => format!("(inc-state to (amount 7) (mod {}))", m.upto(1, 99)),
            _ => m.one(&["(rotate any)", "(spin to 1)", "(score 999999)", "(cell-states 3)", "(displace n 9)"]).into(),
        }
    });
    game(SMALL, "(empty to)", &post, "", LINE)
}

fn huge_numbers(m: &mut Maker) -> String {
    let huge = m.one(&["999999", "1000000", "-999999", "9223372036854775807", "99999999999999999999", "25", "99", "0"]);
    let product = m.many(64, |_, _| huge.into());
    let end = format!("(All win (in-a-row {huge})) (All lose (score {huge})) (All draw (> (move-number) {huge}))");
    let more = format!("(start (in-hand (Stone All) {huge}) (place (Stone White) {} A1))", m.upto(1, 99));
    let board = format!("(tiling square) (size {} {})", m.one(&["5", "25", "26", huge]), m.one(&["1", "25", huge]));
    game(&board, &format!("(and (empty to) (> (* {product}) (+ {product})))"), &format!("(score {huge})"), &more, &end)
}

fn guards_in_guards(m: &mut Maker) -> String {
    let depth = m.upto(2, 10);
    let guard = (0..depth).fold(String::from("(attacked to)"), |inner, _| {
        format!("(and {inner} (or (captures surround) (not {})))", m.condition(1, 2, &CONDITIONS))
    });
    let post = format!("(capture surround (if {guard})) (convert all-nbors friend (if {guard})) (repeat (if {guard}))");
    let more = format!("(play (never (and (threatened) (or {}))))", m.many(20, |m, _| m.one(&ENDS).into()));
    game(&m.board(), &format!("(and (empty to) (or (not (attacked to)) {guard}))"), &post, &more, LINE)
}

fn long_paths(m: &mut Maker) -> String {
    let steps = m.many(64, |m, _| m.one(&["f", "l", "r", "b", "fl", "br"]).into());
    let track = m.many(64, |m, _| format!("{}{}", ["A", "B", "C", "D", "E"][m.upto(0, 4)], m.upto(1, 5)));
    let post = m
        .one(&["(capture over)", "(sow TRACK (reap (> (piece-state current) 0)))", "(shift)", "(swap)"])
        .replace("TRACK", &track);
    format!(
        "(game Paths (board {SMALL}) (pieces (Man All (state 9) (moves (move (dirn all) (pre (or (steps {steps}) (steps f) (line))) (action (pop) (push)) (post {post}))))) (start (place (Man White) home) (place (Man Black) home)) (end (All win (pattern {steps}))))"
    )
}

fn high_stacks(m: &mut Maker) -> String {
    format!(
        "(game Stacks (board {}) (pieces (Man All (moves (move (pre (or (connected) (line))) (action (pop all) (push to {} trail)) (post (displace n 99))) (move (pre (on-board to)) (action (push to 99)))))) (start (place (Man White) {} home) (in-hand (Man All) 999)) (end (All win (stack {} owner))))",
        m.board(),
        m.upto(1, 99),
        m.upto(1, 99),
        m.upto(1, 99)
    )
}

fn many_pieces(m: &mut Maker) -> String {
    let (pieces, moves) = (m.upto(1, 9), m.upto(1, 64));
    let letters = |i: usize| format!("Q{}x", char::from(b'a' + i as u8));
    let all = m.many(pieces, |m, i| {
        let of = m.many(moves, |m, k| {
            let depth = m.upto(0, 2);
            format!(
                "(move (priority {}) (dirn {}) (pre (and (connected) {})) (action (pop) (push)) (post (convert {})))",
                k % 10,
                m.one(&["f", "all", "direct", "n s e w"]),
                m.condition(depth, 2, &CONDITIONS),
                letters((i + k) % pieces)
            )
        });
        format!("({} All (value {i}) (state {i}) (moves {of}))", letters(i))
    });
    let start = m.many(pieces, |_, i| format!("(place ({} All) (row {}) (row {}))", letters(i), i + 1, 9 - i));
    format!("(game Many (board (tiling square i-nbors) (size 9 9)) (pieces {all}) (start {start}) (end {LINE}))")
}

/// Boards of hundreds of cells on which legality, ends and effects ask what could be captured.
fn attacks(m: &mut Maker) -> String {
    let most = m.upto(10, 25);
    let (tiling, shape) = m
        .one(&["tri square", "hex rhombus", "square square", "trunc-square square"])
        .split_once(' ')
        .expect("two words");
    let board = format!("(tiling {tiling}) (shape {shape}) (size {most} {most})");
    let asks =
        ["(not (attacked to))", "(attacked to)", "(attacked from)", "(or (empty to) (not (attacked (step to n))))"];
    let capture = ["(capture)", "(capture surround)", "(capture approach any)", "(capture line any)", "(capture over)"];
    let count = m.upto(1, 3);
    let moves = m.many(count, |m, _| {
        let (asked, taken) = (m.one(&asks), m.one(&capture));
        let guard = if m.0.random_bool(0.3) {
            format!(" (post {taken} (repeat (if {asked})))")
        } else {
            format!(" (post {taken})")
        };
        match m.upto(0, 3) {
            0 => format!("(move (pre (and (empty to) {asked})) (action (push)){guard})"),
            1 => format!("(move (pre (and (not (friend to)) {asked})) (action (pop) (push)){guard})"),
            2 => format!("(move (dirn all) (pre (and (line) (not (friend to)) {asked})) (action (pop) (push)){guard})"),
            _ => format!(
                "(move (dirn all) (pre (and (connected) (not (friend to)) {asked})) (action (pop all) (push)){guard})"
            ),
        }
    });
    let place = m.one(&["home", "home", "(row 2) (row 5) (row 8)"]);
    let play = m.one(&[
        "(play (never (threatened)))",
        "(play (never (or (threatened) (group 4))) (repetition positional))",
        "(play longest (never (threatened)))",
        "(play can-pass)",
    ]);
    let end = m.one(&["(All win (threatened)) (All lose (no-move))", "(All lose (and (threatened) (no-move)))", LINE]);
    format!(
        "(game Attacks (board {board}) (pieces (Man All (moves {moves}))) (start (place (Man White) {place}) (place (Man Black) {place})) {play} (end {end}))"
    )
}

/// Brackets, and bytes that are no rules.
fn raw(m: &mut Maker) -> Vec<u8> {
    let count = m.upto(1, 300_000);
    match m.upto(0, 6) {
        0 => vec![b'('; count],
        1 => [vec![b'('; count.min(63)], b"game".to_vec(), vec![b')'; count]].concat(),
        2 => (0..count.min(40_000)).map(|_| m.0.random()).collect(),
        3 => format!("(game {})", "a ".repeat(count)).into_bytes(),
        4 => format!("(game A (board {SMALL}) (end {LINE}) {})", "(and ".repeat(60) + &")".repeat(60)).into_bytes(),
        5 => format!("; {}\n(game \"{}", "(".repeat(count), "\\".repeat(count)).into_bytes(),
        _ => {
            format!("(game A (board {SMALL}) (end {LINE}) (params {}))", "(a 1 \"b\") ".repeat(count / 40)).into_bytes()
        }
    }
}

/// A known game with elements doubled, wrapped in others, put into each other or taken out.
fn mutated(m: &mut Maker) -> Vec<u8> {
    let name = m.one(&SEEDS);
    let path = format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("a seed game");
    for _ in 0..m.upto(1, 12) {
        let opens: Vec<usize> = text.match_indices('(').map(|(at, _)| at).collect();
        let (from, to) = (opens[m.upto(1, opens.len() - 1)], opens[m.upto(1, opens.len() - 1)]);
        let (element, place) = (&text[from..closing(&text, from)], to..closing(&text, to));
        let times = m.upto(1, 30);
        let put = match m.upto(0, 4) {
            0 => vec![element; times].join(" "),
            1 => format!("{}{element}{}", "(not ".repeat(times), ")".repeat(times)),
            2 => format!("(and {} {})", element, vec![&text[place.clone()]; times].join(" ")),
            3 => String::new(),
            _ => element.to_string(),
        };
        text.replace_range(place, &put);
        if text.len() > 200_000 {
            break;
        }
    }
    text.into_bytes()
}

/// Where the element that opens there has closed.
fn closing(text: &str, from: usize) -> usize {
    let mut depth = 0i64;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        depth += i64::from(byte == b'(') - i64::from(byte == b')');
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
