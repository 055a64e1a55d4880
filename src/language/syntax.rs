//! How ludemes are written: usage lines, small examples and plain names of the categories, all from the schema.

use super::schema::{self, Accepts, Category, Count, Form, Head, Ludeme, Name, Param};
use super::short;
use super::tree::Tree;

impl Category {
    /// What elements of this category are called in messages, with an article.
    pub fn noun(self) -> &'static str {
        use Category::*;
        match self {
            Game => "a game",
            Section => "a section of the game",
            Player => "a player",
            BoardItem => "a property of the board",
            Node => "a point such as `(A1 0 0)`",
            Line => "a line such as `(A1 B1 C1)`",
            Stop => "the label of a cell, such as `A1`",
            Tiling => "a tiling",
            TilingFlag => "an option of the tiling",
            Shape => "a board shape",
            Region => "a region",
            Cells => "a set of cells",
            Piece => "a piece",
            PieceItem => "a property of a piece",
            Move => "a move",
            MoveItem => "a part of a move",
            Action => "an action",
            Bool => "a condition of a move",
            Int => "a whole number",
            Coord => "a cell",
            Target => "what is counted",
            PlayerType => "a player",
            PieceRecord => "a piece",
            RecordItem => "a detail of a piece",
            Effect => "an effect of a move",
            CaptureType => "a way to capture",
            EffectFlag => "an option of an effect",
            Direction => "a direction",
            Turtle => "a step",
            StartItem => "a part of the start",
            PlaceFlag => "a symmetry of the start",
            PlayItem => "a rule of play",
            Repetition => "a repetition rule",
            Clause => "an end clause",
            EndFlag => "an option of the end",
            Result => "a result",
            Condition => "a condition that ends the game",
            Adjacency => "a kind of adjacency",
            ConditionFlag => "an option of a condition",
            Goal => "a goal",
            Support => "metadata",
        }
    }

    /// Where elements of this category stand, with an ellipsis in their place; empty for a whole game.
    pub fn place(self) -> &'static str {
        use Category::*;
        match self {
            Game => "",
            Section => "(game Name …)",
            Player => "(players …)",
            BoardItem => "(board …)",
            Tiling | TilingFlag => "(tiling …)",
            Shape => "(shape …)",
            Node => "(nodes …)",
            Line => "(lines …)",
            Stop => "(without …)",
            Region => "(regions …)",
            Cells => "(place Stone …)",
            Piece => "(pieces …)",
            PieceItem => "(Stone All …)",
            Move => "(moves …)",
            MoveItem => "(move …)",
            Action => "(action …)",
            Bool => "(pre …)",
            Int => "(= … 1)",
            Coord => "(empty …)",
            Target => "(num-nbors …)",
            PlayerType => "(owner …)",
            PieceRecord => "(place …)",
            RecordItem => "(Stone White …)",
            Effect => "(post …)",
            CaptureType => "(capture …)",
            EffectFlag => "(capture …)",
            Direction => "(dirn …)",
            Turtle => "(steps …)",
            StartItem => "(start …)",
            PlaceFlag => "(place Stone home …)",
            PlayItem => "(play …)",
            Repetition => "(repetition …)",
            Clause | EndFlag => "(end …)",
            Result => "(All … (no-move))",
            Condition => "(end (All win …))",
            Adjacency => "(in-a-row 3 …)",
            ConditionFlag => "(group …)",
            Goal => "(score …)",
            Support => "(support …)",
        }
    }

    /// The element that examples use for this category.
    fn sample(self) -> &'static str {
        use Category::*;
        match self {
            Game => "(game Name (board (tiling square) (size 3 3)) (win (in-a-row 3)))",
            Section => "(win (in-a-row 3))",
            BoardItem => "(size 3 3)",
            Node => "(A1 0 0)",
            Line => "(A1 B1)",
            Stop => "B1",
            Tiling | Shape => "square",
            Region => "(region White home)",
            Cells => "home",
            Piece => "(Stone All (moves (move (action (push)))))",
            PieceItem => "(moves (move (action (push))))",
            Move => "(move (action (push)))",
            MoveItem => "(action (push))",
            Action => "(push)",
            Bool => "(empty to)",
            Int => "1",
            Coord => "to",
            Target => "enemy",
            PlayerType | Player => "White",
            PieceRecord => "Stone",
            RecordItem => "(state 1)",
            Effect => "(capture)",
            CaptureType => "surround",
            EffectFlag => "optional",
            Direction => "n",
            Turtle => "f",
            StartItem => "(place Stone home)",
            PlaceFlag => "mirror",
            PlayItem => "can-pass",
            Repetition => "forbid",
            Clause => "(All win (in-a-row 3))",
            EndFlag => "mover-wins",
            Result => "win",
            Condition => "(in-a-row 3)",
            Adjacency => "d-nbors",
            ConditionFlag => "stack",
            TilingFlag => "i-nbors",
            Goal => "best",
            Support => "(aim \"Make a line.\")",
        }
    }
}

impl Name {
    /// What the name is of, with an article.
    pub fn noun(self) -> &'static str {
        match self {
            Name::Game => "a name",
            Name::Player => "the name of a player",
            Name::Piece => "the name of a piece",
            Name::Flag => "the name of a flag",
        }
    }

    fn sample(self) -> &'static str {
        match self {
            Name::Game => "Name",
            Name::Player => "White",
            Name::Piece => "Stone",
            Name::Flag => "royal",
        }
    }
}

/// The element by its head, as messages quote it.
pub(crate) fn shown(tree: &Tree) -> String {
    match tree.head() {
        Some(head) => head.to_string(),
        None => super::print::one_line(tree).chars().take(30).collect(),
    }
}

/// What an argument may be, in words.
pub fn accepted(accepts: Accepts) -> String {
    match accepts {
        Accepts::Of(category) => category.noun().to_string(),
        Accepts::Only(_, words) => words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(" or "),
        Accepts::Range(low, high) => format!("a number from {low} to {high}"),
        Accepts::Number => "a number".into(),
        Accepts::Text => "a quoted string".into(),
        Accepts::Declares(name) | Accepts::Uses(name) => name.noun().into(),
        Accepts::Anything => "anything".into(),
    }
}

/// What a parameter accepts, in words.
pub fn parameter(param: &Param) -> String {
    let mut parts: Vec<String> = Vec::new();
    for &accepts in param.accepts {
        let part = accepted(accepts);
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join(" or ")
}

fn sample(accepts: Accepts) -> String {
    match accepts {
        Accepts::Of(category) => category.sample().into(),
        Accepts::Only(_, words) => words.first().copied().unwrap_or_default().into(),
        Accepts::Range(low, high) => 3.clamp(low, high).to_string(),
        Accepts::Number => "1".into(),
        Accepts::Text => "\"x\"".into(),
        Accepts::Declares(name) | Accepts::Uses(name) => name.sample().into(),
        Accepts::Anything => "anything".into(),
    }
}

fn head(ludeme: &Ludeme) -> &'static str {
    match ludeme.head {
        Head::Word => ludeme.word,
        Head::Declares(name) | Head::Uses(name) => name.sample(),
        Head::PlayerType => "All",
        Head::Label => "A1",
    }
}

/// A small correct example of the ludeme: the one in the schema, or else one with the mandatory arguments only.
pub fn example(ludeme: &Ludeme) -> String {
    if !ludeme.example.is_empty() {
        return ludeme.example.into();
    }
    let mandatory = ludeme.params.iter().filter(|p| matches!(p.count, Count::One | Count::Some));
    let mut text = head(ludeme).to_string();
    let mut args = 0;
    for accepts in mandatory.filter_map(|p| p.accepts.first()) {
        text.push(' ');
        text.push_str(&sample(*accepts));
        args += 1;
    }
    if args == 0 && ludeme.form == Form::Bare { text } else { format!("({text})") }
}

/// The usage line: `(head param [optional] {repeated} several…)`.
pub fn usage(ludeme: &Ludeme) -> String {
    let word = match ludeme.head {
        Head::Word => ludeme.word.to_string(),
        Head::Label => return "LABEL".into(),
        _ => ludeme.word.to_uppercase(),
    };
    if ludeme.params.is_empty() && ludeme.form == Form::Bare {
        return word;
    }
    let mut text = format!("({word}");
    for param in ludeme.params {
        text.push_str(&match param.count {
            Count::One => format!(" {}", param.name),
            Count::Optional => format!(" [{}]", param.name),
            Count::Any => format!(" {{{}}}", param.name),
            Count::Some => format!(" {}…", param.name),
        });
    }
    text.push(')');
    text
}

/// The words that start an element of this category, as they are written and quoted: `` `home` ``, `` `(size …)` ``.
pub fn words(category: Category) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for ludeme in schema::of(category) {
        let word = match ludeme.head {
            Head::Word if ludeme.form == Form::Bare => format!("`{}`", ludeme.word),
            Head::Word if ludeme.params.is_empty() => format!("`({})`", ludeme.word),
            Head::Word => format!("`({} …)`", ludeme.word),
            Head::Declares(name) => format!("a name such as `{}`", name.sample()),
            Head::Uses(name) => name.noun().to_string(),
            Head::PlayerType => "`(All …)`".into(),
            Head::Label => "a label such as `A1`".into(),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let short = short::stands_in(category).into_iter().flat_map(schema::of);
    words.extend(short.map(|ludeme| format!("`({} …)`", ludeme.word)));
    words
}

/// A text with its first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
