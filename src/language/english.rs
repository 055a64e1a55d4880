//! The rules in plain English, good enough to play from.
//!
//! The words come from the templates of the [schema](super::schema); this file puts them in order, states the defaults, and
//! knows how a move is best said.

use super::resolve::{Element, Names, resolve};
use super::schema::Category;
use super::template::{Mood, Scene, Teller, colour, list, noun, number, plural, polish};
use super::tree::{Kind, Tree};

/// The rules of the game `tree` in English: players, board, pieces and their moves, start, special rules and end.
///
/// `tree` should have passed the checker; of anything else as much is told as can be understood.
pub fn describe(tree: &Tree) -> String {
    let tree = super::print::canonical(tree);
    let names = Names::of(&tree);
    let sizes: Vec<i64> = tree
        .child("board")
        .and_then(|b| b.child("size"))
        .map_or_else(Vec::new, |s| s.args().iter().filter_map(Tree::as_int).collect());
    let scene = Scene { sizes: &sizes, ..Scene::default() };
    let book = Book { tree: &tree, names: &names, teller: Teller { names: &names, scene } };
    let mut text = tree.args().first().and_then(Tree::head).unwrap_or("A game").to_string();
    text.push('\n');
    for (title, lines) in [
        ("", book.aim()),
        ("Players", book.players()),
        ("Board", book.board()),
        ("Start", book.start()),
        ("Play", book.play()),
        ("End", book.end()),
    ] {
        if lines.is_empty() {
            continue;
        }
        text.push('\n');
        if !title.is_empty() {
            text.push_str(title);
            text.push('\n');
        }
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

struct Book<'a> {
    tree: &'a Tree,
    names: &'a Names,
    teller: Teller<'a>,
}

/// Whether `word` occurs anywhere in the rules.
fn mentions(tree: &Tree, word: &str) -> bool {
    tree.is(word) || tree.items().iter().any(|t| mentions(t, word))
}

/// The parts of a condition that all have to hold.
fn conjuncts<'t>(tree: &'t Tree, out: &mut Vec<&'t Tree>) {
    if tree.is("and") {
        for arg in tree.args() {
            conjuncts(arg, out);
        }
    } else {
        out.push(tree);
    }
}

/// Where a move may come from and go to, and what else it asks.
#[derive(Default)]
struct Frame {
    from: Option<&'static str>,
    to: Option<&'static str>,
    adjacent: bool,
    line: bool,
    others: Vec<String>,
}

impl Book<'_> {
    fn section(&self, word: &str) -> Option<&Tree> {
        self.tree.args().iter().find(|t| t.is(word))
    }

    fn items(&self, section: &str) -> &[Tree] {
        self.section(section).map_or(&[], Tree::args)
    }

    /// Whether anything in play, start or end mentions the word.
    fn rules_mention(&self, word: &str) -> bool {
        let of_rules = |t: &&Tree| matches!(t.head(), Some("board" | "pieces" | "start" | "play" | "end"));
        self.tree.args().iter().filter(of_rules).any(|t| mentions(t, word))
    }

    fn aim(&self) -> Vec<String> {
        let texts = |word: &str| -> Vec<String> {
            let holders =
                self.tree.args().iter().flat_map(|t| if t.is("support") { t.args() } else { std::slice::from_ref(t) });
            holders
                .filter(|t| t.is(word))
                .flat_map(|t| t.args())
                .filter_map(|t| match &t.kind {
                    Kind::Text(text) => Some(text.clone()),
                    _ => None,
                })
                .collect()
        };
        let mut lines = texts("description");
        lines.extend(texts("aim").into_iter().map(|aim| format!("Aim: {aim}")));
        lines
    }

    fn players(&self) -> Vec<String> {
        let players = &self.names.players;
        let mut text = format!("{} take turns", list(players, "and"));
        if let Some(first) = players.first() {
            text.push_str(&format!("; {first} moves first."));
        }
        let facing = |t: &Tree| t.args().first().map(|d| self.teller.tell(d, Category::Direction));
        let mut directions: Vec<String> = self
            .items("players")
            .iter()
            .filter_map(|p| Some(format!("{} plays towards the {}", p.head()?, facing(p)?)))
            .collect();
        let directed = ["f", "b", "fl", "fr", "bl", "br", "home", "away"];
        if directions.is_empty()
            && directed.iter().any(|w| self.rules_mention(w))
            && let [first, second, ..] = players.as_slice()
        {
            directions.push(format!("{first} plays towards the north (up the board)"));
            directions.push(format!("{second} towards the south (down the board)"));
        }
        if !directions.is_empty() {
            text.push_str(&format!(" {}.", list(&directions, "and")));
        }
        vec![text]
    }

    fn board(&self) -> Vec<String> {
        let Some(board) = self.section("board") else { return Vec::new() };
        let arg = |word: &str| board.child(word).and_then(|t| t.args().first());
        let default_shape = Tree::word("square");
        let shape = arg("shape").unwrap_or(&default_shape);
        let shape_text = self.teller.tell(shape, Category::Shape);
        let mut text = format!("The game is played on a {shape_text}");
        if let Some(tiling) = arg("tiling") {
            text.push_str(match (shape_text.contains(" with "), shape_text.ends_with(',')) {
                (_, true) => " made of",
                (true, _) => ", made of",
                _ => " of",
            });
            text.push_str(&format!(" {} cells", self.teller.tell(tiling, Category::Tiling)));
        }
        text.push('.');
        let flags: Vec<&Tree> = board.child("tiling").map_or(Vec::new(), |t| t.args().iter().skip(1).collect());
        let is_hex = arg("tiling").is_some_and(|t| t.is("hex"));
        if !is_hex && flags.is_empty() {
            text.push_str(" Cells that share a side are adjacent.");
        }
        for flag in flags {
            text.push_str(&format!(" {}", self.teller.tell(flag, Category::TilingFlag)));
        }
        if let Some(phase) = board.child("phase") {
            text.push_str(&format!(" {}", self.teller.tell(phase, Category::BoardItem)));
        } else if self.rules_mention("phase") {
            text.push_str(" Cells have phases, the colours of an alternating pattern, numbered from 0.");
        }
        let mut lines = vec![polish(&text)];
        let regions = board.child("regions").map_or(&[][..], Tree::args);
        for (i, region) in regions.iter().enumerate() {
            let Some(element) = resolve(region, Category::Region, self.names) else { continue };
            let cells: Vec<String> =
                element.all("cells").iter().map(|c| self.teller.tell(c, Category::Cells)).collect();
            let owner = match element.get("owner") {
                Some(owner) if !owner.is("All") && !owner.is("all") => {
                    format!(", owned by {}", self.teller.tell(owner, Category::PlayerType))
                }
                _ => String::new(),
            };
            let what = if cells.is_empty() { "no cells".into() } else { list(&cells, "and") };
            lines.push(format!("Region {}: {what}{owner}.", i + 1));
        }
        let needs_sides =
            ["own-regions", "enemy-regions"].iter().any(|w| self.rules_mention(w)) || self.connects_by_default();
        if regions.is_empty()
            && needs_sides
            && let [first, second, ..] = self.names.players.as_slice()
        {
            let square = !["hex", "tri", "trapezium"].iter().any(|w| shape.is(w));
            lines.push(match square {
                true => {
                    format!("{first} owns the north and south sides of the board, {second} the east and west sides.")
                }
                false => format!("The sides of the board belong to {first} and {second} in alternation."),
            });
        }
        lines
    }

    fn connects_by_default(&self) -> bool {
        fn search(tree: &Tree, names: &Names) -> bool {
            let bare = tree.is("connect")
                && resolve(tree, Category::Condition, names).is_some_and(|e| e.all("regions").is_empty());
            bare || tree.args().iter().any(|t| search(t, names))
        }
        self.section("end").is_some_and(|end| search(end, self.names))
    }

    fn start(&self) -> Vec<String> {
        let Some(start) = self.section("start") else {
            return vec!["The board starts empty.".into()];
        };
        let mut lines = Vec::new();
        for item in start.args() {
            let Some(element) = resolve(item, Category::StartItem, self.names) else { continue };
            match element.ludeme.word {
                "place" => lines.push(self.place(&element)),
                "in-hand" => lines.push(self.in_hand(&element)),
                _ => lines.push(self.teller.tell(item, Category::StartItem)),
            }
        }
        if !start.args().iter().any(|t| t.is("place")) {
            lines.insert(0, "The board starts empty.".into());
        }
        lines.extend(self.mirrored_home(start));
        lines.iter().map(|l| polish(l)).collect()
    }

    /// The record of a start item without its owner, and the owner.
    fn owned<'e>(&self, element: &Element<'e>) -> Option<(Tree, Option<&'e Tree>)> {
        let record = element.get("piece")?;
        let parts = resolve(record, Category::PieceRecord, self.names)?;
        let rest = parts.all("items").iter().map(|&t| t.clone());
        Some((Tree::element(record.head()?, rest), parts.get("owner")))
    }

    fn is_everyone(owner: Option<&Tree>) -> bool {
        owner.is_none_or(|o| o.is("All") || o.is("all"))
    }

    fn place(&self, element: &Element<'_>) -> String {
        let Some((record, owner)) = self.owned(element) else { return String::new() };
        let (filters, cells): (Vec<&&Tree>, Vec<&&Tree>) = element.all("cells").iter().partition(|c| c.is("phase"));
        let tell = |trees: &[&&Tree]| trees.iter().map(|c| self.teller.tell(c, Category::Cells)).collect::<Vec<_>>();
        let mut cells = tell(&cells);
        let filters = tell(&filters);
        let count = element.get("count").and_then(Tree::as_int);
        let single = count == Some(1)
            || count.is_none()
                && element.all("cells").len() == 1
                && element.all("cells")[0].as_word().is_some_and(super::resolve::is_label);
        if cells.is_empty() {
            cells.push(if filters.is_empty() { "every cell".into() } else { list(&filters, "and") });
        } else if element.all("cells").iter().any(|c| c.is("all")) && !filters.is_empty() {
            cells = filters;
        } else if !filters.is_empty() {
            cells = vec![format!("{}, but only on {}", list(&cells, "and"), list(&filters, "and"))];
        }
        let piece = self.teller.tell_in(&record, Category::PieceRecord, Mood { plural: !single, ..Mood::default() });
        let number_of = match count {
            Some(1) | None if single => "a ".to_string(),
            Some(n) => format!("{} ", number(n)),
            None => String::new(),
        };
        let symmetric = !element.all("symmetry").is_empty();
        let who = match owner {
            // The cells are the first player's, and the symmetry gives the opponent's.
            owner if Self::is_everyone(owner) && symmetric => self.names.players.first().cloned().unwrap_or_default(),
            owner if Self::is_everyone(owner) && self.is_neutral(&record) => "There".to_string(),
            owner if Self::is_everyone(owner) => "Each player".to_string(),
            Some(owner) => self.teller.tell(owner, Category::PlayerType),
            None => "Each player".to_string(),
        };
        let verb = match who.as_str() {
            "There" if single => "is",
            "There" => "are",
            _ => "starts with",
        };
        let mut text = format!("{who} {verb} {number_of}{piece} on {}.", list(&cells, "and"));
        for symmetry in element.all("symmetry") {
            text.push_str(&format!(" {}.", polish(&self.teller.tell(symmetry, Category::PlaceFlag))));
        }
        text
    }

    /// Whether pieces of this type belong to nobody.
    fn is_neutral(&self, record: &Tree) -> bool {
        let piece = self.items("pieces").iter().find(|p| p.head() == record.head());
        let owner = piece.and_then(|p| p.args().first());
        owner.is_some_and(|o| o.is("neutral") || o.is("none"))
    }

    fn in_hand(&self, element: &Element<'_>) -> String {
        let Some((record, owner)) = self.owned(element) else { return String::new() };
        let count = element.get("count").and_then(Tree::as_int).unwrap_or(0);
        let piece = self.teller.tell_in(&record, Category::PieceRecord, Mood { plural: count != 1, ..Mood::default() });
        let who = match owner {
            Some(owner) if !Self::is_everyone(Some(owner)) => self.teller.tell(owner, Category::PlayerType),
            _ => "Each player".into(),
        };
        format!("{who} has {} {piece} in hand.", number(count))
    }

    /// A home placement of one player counts for an opponent without a placement too.
    fn mirrored_home(&self, start: &Tree) -> Option<String> {
        let mut owners: Vec<&Tree> = Vec::new();
        let mut home = false;
        for item in start.args().iter().filter(|t| t.is("place")) {
            let element = resolve(item, Category::StartItem, self.names)?;
            let record = resolve(element.get("piece")?, Category::PieceRecord, self.names)?;
            owners.push(record.get("owner")?);
            home |= element.all("cells").iter().any(|c| c.is("home"));
        }
        let only = owners.first()?.as_word()?;
        let other = self.names.players.iter().find(|p| *p != only)?;
        let one_sided = self.names.has(super::schema::Name::Player, only) && owners.iter().all(|o| o.is(only));
        (home && one_sided).then(|| format!("{other} starts in the same way on the opposite side."))
    }

    fn play(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let pieces: Vec<&Tree> = self.items("pieces").iter().filter(|t| matches!(t.kind, Kind::List(_))).collect();
        if pieces.is_empty() {
            let colours = self.names.players.iter().all(|p| colour(p).is_some());
            let of = if colours { "of their colour" } else { "of their own" };
            lines.push(format!("Players take turns placing a stone {of} on an empty cell. Stones never move."));
        }
        let kinds: usize = pieces.iter().flat_map(|p| p.args()).filter(|t| t.is("moves")).map(|t| t.args().len()).sum();
        let told: Vec<Vec<String>> = pieces.iter().map(|piece| self.piece(piece, pieces.len() > 1)).collect();
        if let [only] = told.as_slice() {
            // What is to be known of the only piece comes before what it does.
            let (remarks, moves): (Vec<&String>, Vec<&String>) = only.iter().partition(|l| !l.starts_with('-'));
            lines.extend(remarks.into_iter().cloned());
            lines.push(
                if kinds == 1 {
                    "On a turn a player makes this move:"
                } else {
                    "On a turn a player makes one of these moves:"
                }
                .into(),
            );
            lines.extend(moves.into_iter().cloned());
        } else if !told.is_empty() {
            lines.push("On a turn a player makes one move with one piece.".into());
            lines.extend(told.into_iter().flatten());
        }
        let mentioned = |word: &str| pieces.iter().any(|p| mentions(p, word));
        if mentioned("pop") {
            lines.push("A piece that is moved must be the player's own, unless it says otherwise above.".into());
        }
        if pieces.iter().any(|p| may_stack(p)) {
            lines.push(
                "A piece that comes to an occupied cell goes on top of what is there; the top piece owns the cell."
                    .into(),
            );
        }
        lines.extend(self.hands(&pieces));
        let moving = ["pop", "capture", "convert", "swap", "shift", "spin", "sow", "displace", "remove-flags"]
            .iter()
            .any(|w| mentioned(w));
        let items = self.items("play");
        if !items.iter().any(|t| t.is("repetition")) && moving {
            lines.push("A move may not lead to an earlier position with the same player to move.".into());
        }
        for item in items {
            // What must never be is told like the end: of the player who moved.
            let teller = self.teller.with(Scene { end: item.is("never"), ..self.teller.scene });
            lines.push(teller.tell(item, Category::PlayItem));
        }
        if !self.fills_up() && !self.rules_mention("no-move") && !mentioned("pass") {
            let unless = if items.iter().any(|t| t.is("can-pass")) { "" } else { ", and only then," };
            lines.push(format!("A player who has no legal move{unless} passes."));
        }
        lines.iter().map(|l| polish(l)).collect()
    }

    /// Whether stones are placed on empty cells and nothing else happens, so that the game goes on until the board is full.
    fn fills_up(&self) -> bool {
        let passes = ["no-move", "all-passed", "can-pass"].iter().any(|w| self.rules_mention(w));
        self.section("pieces").is_none() && self.section("start").is_none() && !passes
    }

    /// What is in hand when nothing says so.
    fn hands(&self, pieces: &[&Tree]) -> Vec<String> {
        let start = self.items("start");
        if start.iter().any(|t| t.is("in-hand")) || pieces.is_empty() {
            return Vec::new();
        }
        let enters = |p: &&&Tree| {
            let moves = p.args().iter().filter(|t| t.is("moves")).flat_map(Tree::args);
            moves.filter_map(|m| m.child("action")).any(|a| a.child("push").is_some() && a.child("pop").is_none())
        };
        let kinds: Vec<String> = pieces.iter().filter(enters).filter_map(|p| Some(plural(&noun(p.head()?)))).collect();
        if kinds.is_empty() {
            Vec::new()
        } else {
            vec![format!("There are as many {} as needed.", list(&kinds, "and"))]
        }
    }

    fn piece(&self, piece: &Tree, headed: bool) -> Vec<String> {
        let Some(element) = resolve(piece, Category::Piece, self.names) else { return Vec::new() };
        let Some(name) = piece.head() else { return Vec::new() };
        let owner = element.get("owner");
        let mut remarks: Vec<String> = Vec::new();
        match owner {
            Some(o) if o.is("neutral") || o.is("none") => remarks.push("It belongs to nobody.".into()),
            Some(o) if !Self::is_everyone(Some(o)) => {
                remarks.push(format!("Only {} has it.", self.teller.tell(o, Category::PlayerType)));
            }
            _ => {}
        }
        for item in element.all("items") {
            if matches!(item.head(), Some("value" | "state" | "flags")) {
                remarks.push(self.teller.tell(item, Category::PieceItem));
            }
        }
        let moves: Vec<&Tree> = element.all("items").iter().filter(|t| t.is("moves")).flat_map(|t| t.args()).collect();
        let mut lines = Vec::new();
        if headed {
            lines.push(format!("{name}. {}", remarks.join(" ")).trim_end().to_string());
        } else if !remarks.is_empty() {
            lines.push(format!("About the {}: {}", noun(name), remarks.join(" ")));
        }
        if moves.is_empty() {
            lines.push(format!("- A {} never moves.", noun(name)));
        }
        let priorities: Vec<i64> = moves.iter().map(|m| priority(m)).collect();
        let first = priorities.iter().min().copied().unwrap_or(0);
        for (m, p) in moves.iter().zip(&priorities) {
            let mut text = self.movement(name, m);
            if *p > first {
                text.push_str(" This is allowed only if no move that has priority over it is possible.");
            } else if priorities.iter().any(|q| q > p) {
                text.push_str(" This has priority: where it is possible, other moves are not allowed.");
            }
            lines.push(format!("- {text}"));
        }
        lines
    }

    fn movement(&self, piece: &str, tree: &Tree) -> String {
        let item = |word: &str| tree.child(word);
        let actions = item("action").map_or(&[][..], Tree::args);
        let pops: Vec<&Tree> = actions.iter().filter(|a| a.is("pop")).collect();
        let pushes: Vec<&Tree> = actions.iter().filter(|a| a.is("push")).collect();
        let drop = pops.is_empty();
        let teller = self.teller.with(Scene { drop, ..self.teller.scene });
        let mut frame = Frame::default();
        let mut parts = Vec::new();
        if let Some(condition) = item("pre").and_then(|p| p.args().first()) {
            conjuncts(condition, &mut parts);
        }
        let simple = pops.len() <= 1
            && pushes.len() == 1
            && pops.iter().all(|p| pops_from(p, self.names))
            && pushes_to(pushes[0], self.names);
        for part in parts {
            self.frame(part, drop, simple, &teller, &mut frame);
        }
        let whose = match frame.from {
            Some("enemy") => "enemy ",
            _ => "",
        };
        let piece = noun(piece);
        let mut text = String::new();
        if let Some(Kind::Text(label)) = item("label").and_then(|l| l.args().first()).map(|t| &t.kind) {
            text.push_str(&format!("{label}: "));
        }
        if !actions.is_empty() && pops.is_empty() && pushes.is_empty() {
            text.push_str("pass");
        } else if simple {
            let pop = pops.first().and_then(|p| resolve(p, Category::Action, self.names));
            let push = resolve(pushes[0], Category::Action, self.names);
            let taken = pop.as_ref().and_then(|p| p.get("count"));
            let owner = push.as_ref().and_then(|p| p.get("owner"));
            let owner_adjective = owner.map_or_else(String::new, |o| {
                let mood = Mood { form: super::template::Form::Adjective, ..Mood::default() };
                let adjective = teller.tell_in(o, Category::PlayerType, mood);
                if adjective.is_empty() { adjective } else { format!("{adjective} ") }
            });
            let what = match taken {
                _ if drop => format!("place a {owner_adjective}{piece} on"),
                Some(t) if t.is("all") => format!("move a whole stack with a {whose}{piece} on top"),
                Some(t) if t.as_int() != Some(1) => {
                    format!(
                        "move the top {} pieces of a stack with a {whose}{piece} on top",
                        number(t.as_int().unwrap_or(2))
                    )
                }
                _ => format!("move a {whose}{piece}"),
            };
            text.push_str(&what);
            if frame.line {
                text.push_str(" in a straight line");
            }
            let steps = mentions(tree, "steps");
            if let Some(dirn) = item("dirn")
                && !steps
            {
                let directions: Vec<String> = dirn.args().iter().map(|d| teller.tell(d, Category::Direction)).collect();
                let directions = list(&directions, "or");
                text.push_str(&if frame.line { format!(" ({directions})") } else { format!(" {directions}") });
            }
            let adjacent = if frame.adjacent && !drop { "adjacent " } else { "" };
            let to = frame.to.unwrap_or("a cell, empty or not");
            let to = match to.strip_prefix("a ").or(to.strip_prefix("an ")) {
                Some(rest) => format!("a {adjacent}{rest}"),
                None => to.to_string(),
            };
            text.push_str(&format!(" {}{to}", if drop { "" } else { "to " }));
            if frame.adjacent && drop {
                text.push_str(" next to a piece of the mover");
            }
            if let Some(owner) = owner
                && !drop
            {
                text.push_str(&format!(", where it becomes a piece of {}", teller.tell(owner, Category::PlayerType)));
            }
            if push.as_ref().is_some_and(|p| p.get("trail").is_some()) {
                text.push_str(", leaving one piece on every cell of the way");
            }
        } else {
            let all: Vec<String> = actions.iter().map(|a| teller.tell(a, Category::Action)).collect();
            text.push_str(&format!("with a {whose}{piece}: {}", list(&all, "and then")));
        }
        if mentions(tree, "steps")
            && let Some(dirn) = item("dirn")
        {
            let directions: Vec<String> = dirn.args().iter().map(|d| teller.tell(d, Category::Direction)).collect();
            frame.others.push(format!("the path starts {}", list(&directions, "or")));
        }
        if !frame.others.is_empty() {
            text.push_str(&format!(", provided that {}", list(&frame.others, "and")));
        }
        let mut text = polish(&text);
        text.push('.');
        if let Some(owner) = item("owner").and_then(|o| o.args().first()) {
            text.push_str(&format!(" Only {} may do this.", teller.tell(owner, Category::PlayerType)));
        }
        let effects: Vec<String> =
            item("post").map_or(&[][..], Tree::args).iter().map(|e| teller.tell(e, Category::Effect)).collect();
        if !effects.is_empty() {
            text.push_str(&format!(" Then {}.", effects.join("; then ")));
        }
        if let Some(mandatory) = item("mandatory") {
            text.push_str(&format!(" {}", teller.tell(mandatory, Category::MoveItem)));
        }
        text
    }

    /// Takes one condition into the frame of the sentence, or adds it to the provisos.
    fn frame(&self, part: &Tree, drop: bool, simple: bool, teller: &Teller<'_>, frame: &mut Frame) {
        if simple && let Some(element) = resolve(part, Category::Bool, self.names) {
            let inner = element.get("condition").and_then(|c| resolve(c, Category::Bool, self.names));
            let cell = |e: &Element<'_>| {
                e.get("cell").map_or_else(|| "to".to_string(), |c| c.head().unwrap_or("").to_string())
            };
            let about = |e: &Element<'_>| (e.ludeme.word, cell(e));
            let mine = |e: &Element<'_>| {
                e.ludeme.word != "owner" || e.get("player").is_none_or(|p| p.is("current") || p.is("friend"))
            };
            let negated = element.ludeme.word == "not";
            let subject = if negated { inner.as_ref() } else { Some(&element) };
            if let Some(subject) = subject {
                let (word, cell) = about(subject);
                let phrase = match (negated, word, cell.as_str()) {
                    (false, "empty", "to") => Some("an empty cell"),
                    (true, "empty", "to") => Some("an occupied cell"),
                    (false, "enemy", "to") => Some("a cell that holds an enemy piece"),
                    (true, "enemy", "to") => Some("a cell that holds no enemy piece"),
                    (false, "friend" | "owner", "to") if mine(subject) => Some("a cell that holds a friendly piece"),
                    (true, "friend" | "owner", "to") if mine(subject) => Some("a cell that holds no friendly piece"),
                    _ => None,
                };
                if let Some(phrase) = phrase
                    && frame.to.is_none()
                {
                    frame.to = Some(phrase);
                    return;
                }
                match (negated, word, cell.as_str()) {
                    (false, "owner" | "friend", "from") if mine(subject) && frame.from.is_none() && !drop => {
                        frame.from = Some("own");
                        return;
                    }
                    (false, "enemy", "from") if frame.from.is_none() && !drop => {
                        frame.from = Some("enemy");
                        return;
                    }
                    (false, "connected", _) if part.args().is_empty() => {
                        frame.adjacent = true;
                        return;
                    }
                    (false, "line", _) if part.args().is_empty() && !drop => {
                        frame.line = true;
                        return;
                    }
                    _ => {}
                }
            }
        }
        frame.others.push(teller.tell_in(part, Category::Bool, Mood { joined_by: Some("and"), ..Mood::default() }));
    }

    fn end(&self) -> Vec<String> {
        let Some(section) = self.section("end") else { return Vec::new() };
        let Some(end) = resolve(section, Category::Section, self.names) else { return Vec::new() };
        let teller = self.teller.with(Scene { end: true, ..self.teller.scene });
        let clauses = end.all("clauses");
        let mut lines = Vec::new();
        for clause in clauses {
            let Some(element) = resolve(clause, Category::Clause, self.names) else { continue };
            let Some(condition) = element.get("condition") else { continue };
            let condition = teller.tell(condition, Category::Condition);
            let everyone = clause.is("All") || clause.is("all");
            let head = clause.head().unwrap_or_default();
            let result = element.get("result").and_then(Tree::head).unwrap_or("win");
            let personal = condition.contains("they") || condition.contains("their");
            lines.push(match (result, everyone, personal) {
                ("draw", true, true) => format!("The game is drawn if, for either player, {condition}."),
                ("draw", false, true) => format!("The game is drawn if, for {head}, {condition}."),
                ("draw", _, false) => format!("The game is drawn if {condition}."),
                (result, true, _) => format!("A player {}s if {condition}.", result),
                (result, false, _) => format!("{head} {}s if {condition}.", result),
            });
        }
        let flags = end.all("flags");
        for flag in flags {
            lines.push(teller.tell(flag, Category::EndFlag));
        }
        let has = |word: &str| flags.iter().any(|f| f.is(word));
        let results = |word: &str| clauses.iter().any(|c| c.args().first().is_some_and(|r| r.is(word)));
        if results("win") && results("lose") && !has("win-first") {
            lines.push("A player for whom both a winning and a losing condition hold loses.".into());
        }
        let two_sided = clauses.len() > 1 || self.rules_mention("capture") || self.rules_mention("pop");
        if two_sided && !has("mover-wins") && !has("mover-loses") && !has("draw") {
            lines.push("If one move ends the game for both players, the mover wins.".into());
        }
        if self.fills_up() {
            if !self.rules_mention("full") {
                lines.push("If the board fills up first, the game is drawn.".into());
            }
        } else if !self.rules_mention("no-move") && !self.rules_mention("all-passed") {
            lines.push("If both players pass in succession, the game is drawn.".into());
        }
        lines.iter().map(|l| polish(l)).collect()
    }
}

fn priority(tree: &Tree) -> i64 {
    tree.child("priority").and_then(|p| p.args().first()).and_then(Tree::as_int).unwrap_or(0)
}

/// Whether some move may put a piece on another that stays there.
fn may_stack(piece: &Tree) -> bool {
    let moves = piece.args().iter().filter(|t| t.is("moves")).flat_map(Tree::args);
    let replaces = |m: &Tree| {
        let captures = m.child("post").map_or(&[][..], Tree::args).iter();
        captures.filter(|e| e.is("capture")).any(|e| e.args().iter().all(|a| !a.is("if")) && names_no_other_way(e))
    };
    let on_empty = |m: &Tree| {
        let mut parts = Vec::new();
        if let Some(condition) = m.child("pre").and_then(|p| p.args().first()) {
            conjuncts(condition, &mut parts);
        }
        parts.iter().any(|p| p.is("empty") && p.args().iter().all(|c| c.is("to")))
    };
    moves.filter(|m| m.child("action").is_some_and(|a| a.child("push").is_some())).any(|m| !on_empty(m) && !replaces(m))
}

/// Whether a capture is by replacement.
fn names_no_other_way(capture: &Tree) -> bool {
    use super::schema::find;
    capture.args().iter().all(|a| a.is("replace") || a.head().is_none_or(|h| find(h, Category::CaptureType).is_none()))
}

/// Whether the pop takes from `from`.
fn pops_from(pop: &Tree, names: &Names) -> bool {
    resolve(pop, Category::Action, names).is_some_and(|e| e.get("cell").is_none_or(|c| c.is("from")))
}

/// Whether the push goes to `to` with one piece or the pieces taken.
fn pushes_to(push: &Tree, names: &Names) -> bool {
    resolve(push, Category::Action, names)
        .is_some_and(|e| e.get("cell").is_none_or(|c| c.is("to")) && e.get("count").is_none())
}
