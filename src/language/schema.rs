//! The one table that declares the rule language.
//!
//! Everything that knows a keyword knows it from [`LUDEMES`]: parse errors, validity checks, printing, mutation, crossover
//! typing, rule distance, the English rules and the language reference. Adding a ludeme is one entry here and one arm in
//! [`game::rules`](crate::game::rules).
//!
//! An element is `(head arguments…)`. Arguments are order-free where their categories tell them apart: each argument goes to
//! the first parameter that accepts it and still has room ([`resolve`](super::resolve)).
//!
//! Sources are marked as in the literature: `Paper` (Browne & Maire, text and Appendices I and II), `Derived` (keywords of the
//! original transcribed by later authors) and `Ours`.

/// What kind of thing an element is; crossover and mutation exchange elements of one category only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Category {
    Game,
    Section,
    Player,
    BoardItem,
    Tiling,
    TilingFlag,
    Shape,
    Region,
    Cells,
    Piece,
    PieceItem,
    Move,
    MoveItem,
    Action,
    Bool,
    Int,
    Coord,
    Target,
    PlayerType,
    PieceRecord,
    RecordItem,
    Effect,
    CaptureType,
    EffectFlag,
    Direction,
    Turtle,
    StartItem,
    PlaceFlag,
    PlayItem,
    Repetition,
    Clause,
    EndFlag,
    Result,
    Condition,
    Adjacency,
    ConditionFlag,
    Goal,
    Support,
}

/// What a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// An element or word of this category.
    Of(Category),
    /// An element or word of this category whose head is one of these words.
    Only(Category, &'static [&'static str]),
    /// A whole number in this range, both ends included.
    Range(i64, i64),
    /// Any number.
    Number,
    /// A quoted string.
    Text,
    /// A name that this very place declares.
    Declares(Name),
    /// A name declared elsewhere in the game.
    Uses(Name),
    /// Anything at all (support metadata).
    Anything,
}

/// The name spaces of user-chosen names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Name {
    Game,
    Player,
    Piece,
    Flag,
}

/// How often a parameter may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly once.
    One,
    /// At most once.
    Optional,
    /// Any number of times.
    Any,
    /// At least once.
    Some,
}

/// One parameter of a ludeme.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name in the reference and in the English template.
    pub name: &'static str,
    /// What it accepts: any one of these.
    pub accepts: &'static [Accepts],
    /// How often it occurs.
    pub count: Count,
    /// What is meant when it is left out, as source text; empty if nothing.
    pub default: &'static str,
}

/// How the head of an element is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// The ludeme's own word.
    Word,
    /// A user-chosen name which this element declares, as in `(Stone All …)`.
    Declares(Name),
    /// A name declared elsewhere, as in `(Stone White)`.
    Uses(Name),
    /// A player or player type, as in `(All win …)`.
    PlayerType,
    /// A cell label such as `A1`.
    Label,
}

/// How a ludeme is written when it has no arguments. Both forms are read; this one is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `word`
    Bare,
    /// `(word)`
    Bracketed,
}

/// Where a ludeme comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Browne & Maire, text or appendices.
    Paper,
    /// A keyword of the original known through later transcriptions.
    Derived,
    /// An addition of this project.
    Ours,
}

/// One entry of the language: a word in one category.
#[derive(Clone, Copy, Debug)]
pub struct Ludeme {
    /// The keyword, or a description such as `NAME` when the head is a user-chosen name.
    pub word: &'static str,
    /// What the head is.
    pub head: Head,
    /// What the element is.
    pub category: Category,
    /// How it is printed without arguments.
    pub form: Form,
    /// Its parameters, in canonical order.
    pub params: &'static [Param],
    /// What it means, in one line.
    pub meaning: &'static str,
    /// How it reads in the English rules; the little language of these templates is that of
    /// [`template`](super::template).
    pub english: &'static str,
    /// A small example; empty where the mandatory arguments alone make a good one.
    pub example: &'static str,
    /// Whether mutation may introduce it where it was not.
    pub evolvable: bool,
    /// Where it comes from.
    pub origin: Origin,
}

use Accepts::{Anything, Declares, Number, Of, Only, Range, Text, Uses};
use Category as C;
use Origin::{Derived, Ours, Paper};

const fn one(name: &'static str, accepts: &'static [Accepts]) -> Param {
    Param { name, accepts, count: Count::One, default: "" }
}
const fn opt(name: &'static str, accepts: &'static [Accepts], default: &'static str) -> Param {
    Param { name, accepts, count: Count::Optional, default }
}
const fn any(name: &'static str, accepts: &'static [Accepts]) -> Param {
    Param { name, accepts, count: Count::Any, default: "" }
}
const fn some(name: &'static str, accepts: &'static [Accepts]) -> Param {
    Param { name, accepts, count: Count::Some, default: "" }
}

const BOOL: &[Accepts] = &[Of(C::Bool)];
const INT: &[Accepts] = &[Of(C::Int)];
const COORD: &[Accepts] = &[Of(C::Coord)];
const PLAYER: &[Accepts] = &[Of(C::PlayerType)];
const RECORD: &[Accepts] = &[Of(C::PieceRecord)];
const CELLS: &[Accepts] = &[Of(C::Cells)];
const DIRECTION: &[Accepts] = &[Of(C::Direction)];
const TURTLE: &[Accepts] = &[Of(C::Turtle)];
const TARGET: &[Accepts] = &[Of(C::Target), Of(C::PieceRecord)];
const FLAG: &[Accepts] = &[Uses(Name::Flag)];
const UINT: &[Accepts] = &[Range(0, 999)];
const COUNT: &[Accepts] = &[Range(1, 99)];
const ADJACENCY: &[Accepts] = &[Of(C::Adjacency)];

const TO: Param = opt("cell", COORD, "to");
const FROM: Param = opt("cell", COORD, "from");
const GUARD: Param = opt("guard", &[Only(C::EffectFlag, &["if"])], "");
const PIECES: Param = opt("piece", RECORD, "any");
const ADJ: Param = opt("adjacency", ADJACENCY, "");

/// A keyword that is written in brackets.
const fn list(
    word: &'static str,
    category: Category,
    params: &'static [Param],
    meaning: &'static str,
    english: &'static str,
    origin: Origin,
) -> Ludeme {
    Ludeme {
        word,
        head: Head::Word,
        category,
        form: Form::Bracketed,
        params,
        meaning,
        english,
        example: "",
        evolvable: true,
        origin,
    }
}

/// A keyword that stands alone.
const fn bare(
    word: &'static str,
    category: Category,
    meaning: &'static str,
    english: &'static str,
    origin: Origin,
) -> Ludeme {
    Ludeme {
        word,
        head: Head::Word,
        category,
        form: Form::Bare,
        params: &[],
        meaning,
        english,
        example: "",
        evolvable: true,
        origin,
    }
}

impl Ludeme {
    /// Not to be introduced by mutation.
    const fn tame(mut self) -> Self {
        self.evolvable = false;
        self
    }
    /// Printed without brackets when it has no arguments.
    const fn plain(mut self) -> Self {
        self.form = Form::Bare;
        self
    }
    const fn example(mut self, example: &'static str) -> Self {
        self.example = example;
        self
    }
    const fn headed(mut self, head: Head) -> Self {
        self.head = head;
        self
    }
}

/// Every ludeme of the language, grouped as the language reference is.
#[rustfmt::skip]
pub static LUDEMES: &[Ludeme] = &[
    // --- The game and its sections ---
    list("game", C::Game, &[one("name", &[Declares(Name::Game)]), any("sections", &[Of(C::Section)])],
        "A whole game.", "{name}", Paper).tame()
        .example("(game Tic-Tac-Toe (board (tiling square i-nbors) (size 3 3)) (win (in-a-row 3)))"),
    list("ludeme", C::Game, &[one("name", &[Declares(Name::Game)]), any("sections", &[Of(C::Section)])],
        "A whole game (older spelling of `game`).", "{name}", Derived).example("(ludeme Old (board (tiling square) (size 3 3)) (win (in-a-row 3)))").tame(),
    list("params", C::Section, &[any("items", &[Anything])], "Parameters kept with the game; they have no effect.", "", Paper).example("(params 1 2)").tame(),
    list("players", C::Section, &[some("players", &[Of(C::Player)])],
        "The two players in turn order, each with an optional direction of play. Default: White facing n, Black facing s.",
        "{players}", Paper).example("(players (White n) (Black s))").tame(),
    list("NAME", C::Player, &[opt("direction", DIRECTION, "")], "A player and the direction it faces.", "{head}[, playing towards the {direction}]", Paper).example("(White n)")
        .headed(Head::Declares(Name::Player)).plain().tame(),
    list("board", C::Section, &[any("items", &[Of(C::BoardItem)])], "The board: tiling and size are mandatory.", "{items}", Paper).example("(board (tiling hex) (shape hex) (size 5))").tame(),
    list("pieces", C::Section, &[some("pieces", &[Of(C::Piece)]), opt("default", &[Uses(Name::Piece)], "")],
        "The piece types. Default: one `Stone` a player, placed on an empty cell.", "{pieces}", Paper).example("(pieces (Stone All (moves (move (pre (empty to)) (action (push))))))"),
    list("start", C::Section, &[any("items", &[Of(C::StartItem)])], "The initial state. Default: an empty board and unlimited pieces in hand.", "{items}", Paper).example("(start (place (Stone White) home) (in-hand (Stone All) 5))"),
    list("play", C::Section, &[any("items", &[Of(C::PlayItem)])], "Constraints on play.", "{items}", Paper).example("(play can-pass)"),
    list("end", C::Section, &[some("clauses", &[Of(C::Clause)]), any("flags", &[Of(C::EndFlag)])],
        "When the game ends, and how.", "{clauses}[ {flags}]", Paper).example("(end (All win (in-a-row 4)) (All lose (in-a-row 3)))").tame(),
    list("win", C::Section, &[one("condition", &[Of(C::Condition)])], "Short for `(end (All win condition))`.", "A player wins if {condition}.", Paper).tame(),
    list("lose", C::Section, &[one("condition", &[Of(C::Condition)])], "Short for `(end (All lose condition))`.", "A player loses if {condition}.", Paper).tame(),

    // --- Board ---
    bare("phase", C::BoardItem, "The cells are drawn in alternating colours.", "The cells are coloured in alternation; the colours are called phases and numbered from 0.", Paper),
    list("tiling", C::BoardItem, &[one("tiling", &[Of(C::Tiling)]), any("flags", &[Of(C::TilingFlag)])],
        "The tiling, and which neighbours are adjacent.", "{tiling} cells", Paper).example("(tiling square i-nbors)"),
    bare("tri", C::Tiling, "Triangles.", "triangular", Paper),
    bare("square", C::Tiling, "Squares.", "square", Paper),
    bare("hex", C::Tiling, "Hexagons.", "hexagonal", Paper),
    bare("trunc-square", C::Tiling, "Octagons and squares (4.8.8).", "octagonal and square", Paper),
    bare("i-nbors", C::TilingFlag, "Indirect (diagonal) neighbours are adjacent too.", "Diagonal neighbours are adjacent too.", Paper),
    bare("no-d-nbors", C::TilingFlag, "Direct neighbours are not adjacent.", "Cells that share a side are not adjacent.", Derived),
    list("shape", C::BoardItem, &[one("shape", &[Of(C::Shape)])], "The outline of the board. Default: square.", "{shape}", Paper),
    bare("tri", C::Shape, "A triangle.", "triangular board with {a#} cells to a side", Paper),
    bare("square", C::Shape, "A square or rectangle.", "{a} by {b|{a}}{c? by {c}|} board", Paper),
    bare("hex", C::Shape, "A hexagon.", "hexagonal board with {a#} cells to a side", Paper),
    bare("rhombus", C::Shape, "A rhombus.", "{a} by {b|{a}} rhombus", Paper),
    bare("trapezium", C::Shape, "A half hexagon: rows of a, a+1, … cells.", "half hexagon of {b#|{a#}} rows, the shortest of {a#} cells,", Paper),
    bare("boardless", C::Shape, "No fixed outline: a piece may go within one cell of another.", "table without edges, each piece next to others,", Paper),
    list("size", C::BoardItem, &[some("sizes", &[Range(1, 25)])], "One dimension or more, by shape.", "{sizes+ by }", Paper).example("(size 7 7)"),
    list("regions", C::BoardItem, &[some("regions", &[Of(C::Region)])], "Named regions, numbered from 1 in order.", "{regions}", Paper).example("(regions (region White (side n)) (region Black (side s)))").tame(),
    list("region", C::Region, &[opt("owner", PLAYER, ""), any("cells", CELLS)],
        "A region of cells, with the player who owns it (both if none is named).", "{cells}", Paper).example("(region White (side n))"),

    // --- Sets of cells ---
    list("LABEL", C::Cells, &[], "One cell by its label.", "{head}", Paper).headed(Head::Label).plain(),
    list("home", C::Cells, &[opt("row", COUNT, "1")], "The row of that number, counted from the player's own edge.", "the {row=1?home row|{row##} row from home}", Paper).example("(home 2)").plain(),
    list("away", C::Cells, &[opt("row", COUNT, "1")], "The row of that number, counted from the opponent's edge.", "the {row=1?far row|{row##} row from the far edge}", Derived).example("(away 2)").plain(),
    list("side", C::Cells, &[one("side", DIRECTION)], "The cells of one side of the board.", "the {side} side", Derived),
    bare("sides", C::Cells, "All cells on the edge of the board.", "the edge of the board", Derived),
    bare("all-sides", C::Cells, "Every side of the board, each as a region of its own.", "every side of the board", Derived),
    bare("corners", C::Cells, "The corner cells.", "the corners", Derived),
    bare("centre", C::Cells, "The cell or cells at the centre.", "the centre of the board", Derived),
    list("phase", C::Cells, &[one("phase", &[Range(0, 2)])], "The cells of one phase colour; beside other cells, a filter on them.", "the cells of phase {phase}", Paper).example("(phase 0)"),
    list("region", C::Cells, &[one("number", COUNT)], "The cells of a declared region.", "the cells of region {number}", Derived).example("(region 1)"),
    list("row", C::Cells, &[one("number", COUNT)], "One row, counted from the bottom.", "row {number} from the bottom", Ours).example("(row 1)"),
    list("col", C::Cells, &[one("number", COUNT)], "One column, counted from the left.", "column {number} from the left", Ours).example("(col 1)"),
    bare("all", C::Cells, "All cells.", "all cells", Ours),
    bare("own-regions", C::Cells, "Every region that the player owns.", "{end?the regions they own|the mover's own regions}", Paper),
    bare("enemy-regions", C::Cells, "Every region that the opponent owns.", "the regions of the opponent", Derived),

    // --- Pieces and moves ---
    list("NAME", C::Piece, &[one("owner", PLAYER), any("items", &[Of(C::PieceItem)])],
        "A piece type: its owner and its moves.", "{head} ({owner}): {items}", Paper).example("(Stone All (moves (move (pre (empty to)) (action (push)))))").headed(Head::Declares(Name::Piece)),
    list("label", C::PieceItem, &[one("text", &[Text])], "How the piece is drawn.", "", Paper).example("(label \"♟\")").tame(),
    list("value", C::PieceItem, &[one("value", &[Range(-99, 99)])], "The worth of the piece.", "It is worth {value}.", Paper),
    list("state", C::PieceItem, &[one("state", &[Range(0, 99)])], "The state of a new piece. Default: 0.", "It enters in state {state}.", Paper),
    list("flags", C::PieceItem, &[some("flags", &[Declares(Name::Flag)])], "The flags of a new piece.", "It enters flagged {flags}.", Paper).tame(),
    list("moves", C::PieceItem, &[any("moves", &[Of(C::Move)])], "What the piece may do.", "{moves}", Paper).example("(moves (move (pre (empty to)) (action (push))))").tame(),
    list("move", C::Move, &[any("items", &[Of(C::MoveItem)])], "One kind of move; the action is mandatory.", "{items}", Paper).example("(move (pre (and (empty to) (connected))) (action (pop) (push)))"),
    list("priority", C::MoveItem, &[one("priority", &[Range(0, 9)])],
        "Moves of a higher number are legal only if none of a lower number is.", "priority {priority}", Paper).example("(priority 1)"),
    bare("mandatory", C::MoveItem, "If such a move exists, only such moves are legal.", "If such a move is possible, only such moves may be made.", Paper),
    list("label", C::MoveItem, &[one("text", &[Text])], "The name of the move.", "{text}", Paper).example("(label \"Shoot\")").tame(),
    list("dirn", C::MoveItem, &[some("directions", DIRECTION)],
        "The directions in which the move may go (its base direction for `steps`).", "{directions+ or }", Paper).example("(dirn f fl fr)"),
    list("owner", C::MoveItem, &[one("player", PLAYER)], "Only this player may make the move.", "{player}", Paper),
    list("pre", C::MoveItem, &[one("condition", BOOL)], "What must hold before the move.", "{condition}", Paper).tame(),
    list("action", C::MoveItem, &[some("actions", &[Of(C::Action)])], "What the move does.", "{actions+, then }", Paper).example("(action (pop) (push))").tame(),
    list("post", C::MoveItem, &[any("effects", &[Of(C::Effect)])], "What happens after it.", "{effects+, then }", Paper).example("(post (capture surround))"),
    list("pass", C::Action, &[], "Do nothing.", "pass", Paper).plain(),
    list("pop", C::Action, &[opt("cell", COORD, "from"), opt("count", &[Range(1, 99), Only(C::EffectFlag, &["all"])], "1")],
        "Take pieces off the top of a stack.", "take {count=all?every piece|{count#} {count=1?piece|pieces}} from {cell}", Paper).example("(pop from all)"),
    list("push", C::Action, &[opt("cell", COORD, "to"), opt("count", COUNT, "1"), opt("owner", PLAYER, ""), opt("trail", &[Only(C::EffectFlag, &["trail"])], "")],
        "Put the pieces taken, or a new one, on top of a cell; `trail` drops one on each cell of the way.",
        "put {count#} [{owner:adj} ]{count=1?piece|pieces}[ of {owner:of}] on {cell}{trail?, leaving one on every cell of the way|}", Paper).example("(push to)"),

    // --- Conditions of moves ---
    list("and", C::Bool, &[some("conditions", BOOL)], "All hold.", "{conditions+ and }", Paper).example("(and (empty to) (connected))"),
    list("or", C::Bool, &[some("conditions", BOOL)], "At least one holds.", "{conditions+ or }", Paper).example("(or (empty to) (enemy to))"),
    list("not", C::Bool, &[one("condition", BOOL)], "It does not hold.", "{!condition}", Paper).example("(not (friend to))"),
    list("=", C::Bool, &[one("left", INT), one("right", INT)], "Equal.", "{left#} <equals|does not equal> {right#}", Paper).example("(= (num-nbors to enemy) 1)"),
    list("!=", C::Bool, &[one("left", INT), one("right", INT)], "Not equal.", "{left#} <does not equal|equals> {right#}", Ours).example("(!= (num-nbors to enemy) 1)"),
    list("<", C::Bool, &[one("left", INT), one("right", INT)], "Less.", "{left#} <is less than|is at least> {right#}", Ours).example("(< (num-nbors to enemy) 1)"),
    list("<=", C::Bool, &[one("left", INT), one("right", INT)], "At most.", "{left#} <is at most|is more than> {right#}", Derived).example("(<= (num-nbors to enemy) 1)"),
    list(">", C::Bool, &[one("left", INT), one("right", INT)], "More.", "{left#} <is more than|is at most> {right#}", Paper).example("(> (num-nbors to enemy) 1)"),
    list(">=", C::Bool, &[one("left", INT), one("right", INT)], "At least.", "{left#} <is at least|is less than> {right#}", Paper).example("(>= (num-nbors to enemy) 1)"),
    list("empty", C::Bool, &[TO], "The cell exists and holds no piece.", "{cell} <is|is not> empty", Paper).example("(empty to)"),
    list("owner", C::Bool, &[TO, opt("player", PLAYER, "current")], "The top piece of the cell is the player's.", "{cell} <holds|does not hold> a piece of {player}", Paper).example("(owner from current)"),
    list("friend", C::Bool, &[TO], "The top piece of the cell is the mover's.", "{cell} <holds|does not hold> a friendly piece", Derived).example("(friend to)"),
    list("enemy", C::Bool, &[TO], "The top piece of the cell is the opponent's.", "{cell} <holds|does not hold> an enemy piece", Paper).example("(enemy to)"),
    list("neutral", C::Bool, &[TO], "The top piece of the cell is neutral.", "{cell} <holds|does not hold> a neutral piece", Derived).example("(neutral to)"),
    list("line", C::Bool, &[any("cells", COORD), any("directions", DIRECTION)],
        "The second cell (default `to`) lies on a straight line from the first (default `from`), in one of the directions (default: all adjacent ones).",
        "{cells?{cells} <lie|do not lie> on one straight line|the move <goes|does not go> in a straight line}[ ({directions+ or })]", Paper).example("(line from to direct)"),
    list("connected", C::Bool, &[TO, opt("player", PLAYER, "current")],
        "For a move: `to` is adjacent to `from`. For a drop, or with an argument: the cell is adjacent to a piece of the player.",
        "{step?the target cell <is|is not> next to the starting cell|{cell} <is|is not> next to a piece of {player}}", Paper).example("(connected to current)"),
    list("adjacent", C::Bool, &[one("first", COORD), one("second", COORD)], "The two cells are adjacent.", "{first} <is|is not> next to {second}", Ours).example("(adjacent from to)"),
    list("steps", C::Bool, &[some("path", TURTLE)],
        "`to` is reached from `from` by these steps: f, b, fl, fr, bl, br move, l and r turn by one direct direction. The base direction is the move's `dirn`, or the piece's facing.",
        "the move <follows|does not follow> the path “{path+, }”", Paper).example("(steps f f r f)"),
    list("same", C::Bool, &[one("first", COORD), one("second", COORD)], "The two cells are the same cell.", "{first} <is|is not> the same as {second}", Ours).example("(same to last)"),
    list("on-board", C::Bool, &[one("cell", COORD)], "The cell exists.", "{cell} <exists|does not exist>", Ours),
    list("in-region", C::Bool, &[TO, some("cells", CELLS)], "The cell is one of these.", "{cell} <is|is not> in {cells+ or }", Ours).example("(in-region to home corners)"),
    list("is-piece", C::Bool, &[FROM, one("piece", RECORD)], "The top piece of the cell is such a piece.", "{cell} <holds|does not hold> a {piece}", Ours).example("(is-piece from (Stone White))"),
    list("flagged", C::Bool, &[FROM, one("flag", FLAG)], "The top piece of the cell has the flag.", "the piece on {cell} <is|is not> flagged {flag}", Ours).example("(flagged from royal)").tame(),
    list("captures", C::Bool, &[one("type", &[Of(C::CaptureType)])], "The move would capture at least one enemy piece in this way.", "the move <captures|does not capture> at least one enemy piece {type}", Ours),
    list("attacked", C::Bool, &[one("cell", COORD)],
        "If the piece on `from` stood alone on the cell, an opponent's move could capture a piece of its type there and then. False within such a look ahead.",
        "the moving piece <could|could not> be captured on {cell}", Ours).example("(attacked to)").tame(),
    bare("first-move", C::Bool, "The mover has not moved yet.", "it <is|is not> the player's first move", Ours),
    bare("continuing", C::Bool, "The mover's turn goes on after a `repeat`.", "the player <is|is not> moving again in the same turn", Ours),

    // --- Whole-number functions ---
    list("+", C::Int, &[some("terms", INT)], "Sum.", "{terms+ plus }", Paper).example("(+ (height from) 1)"),
    list("-", C::Int, &[some("terms", INT)], "Difference, or the negative of one term.", "{terms+ minus }", Ours).example("(- (height from) 1)"),
    list("*", C::Int, &[some("terms", INT)], "Product.", "{terms+ times }", Ours).example("(* 2 (height from))"),
    list("/", C::Int, &[one("left", INT), one("right", INT)], "Quotient towards zero; 0 when divided by 0.", "{left} divided by {right}", Ours).example("(/ (row to) 2)"),
    list("mod", C::Int, &[one("left", INT), one("right", INT)], "Remainder, never negative; 0 when divided by 0.", "{left} modulo {right}", Ours).example("(mod (row to) 2)"),
    list("min", C::Int, &[some("terms", INT)], "The least.", "the least of {terms#}", Ours).example("(min (height from) 3)"),
    list("max", C::Int, &[some("terms", INT)], "The greatest.", "the greatest of {terms#}", Ours).example("(max (height from) 3)"),
    list("abs", C::Int, &[one("term", INT)], "Without its sign.", "the size of {term}", Ours).example("(abs (- (row to) (row from)))"),
    list("num-between", C::Int, &[one("target", TARGET), any("cells", COORD)],
        "How many such cells lie strictly between the two cells (default `from` and `to`) on their line; 0 if there is no line.",
        "#{target:same} {cells?between {cells}|in between}", Paper).example("(num-between enemy)"),
    list("num-line", C::Int, &[one("target", TARGET)], "How many such cells lie on the whole board line through `from` and `to`.", "#{target:same} on the whole line of the move", Ours),
    list("num-nbors", C::Int, &[TO, one("target", TARGET)], "How many adjacent cells are such.", "#{target:same} next to {cell}", Paper).example("(num-nbors to empty)"),
    list("height", C::Int, &[TO], "How many pieces the stack has.", "the height of the stack on {cell}", Paper).example("(height to)"),
    list("group-size", C::Int, &[TO], "How many of the mover's pieces are in the groups on or adjacent to the cell, before the move.", "the size of the groups of the mover on or next to {cell}", Paper).example("(group-size to)"),
    list("phase", C::Int, &[TO], "The phase colour of the cell, from 0.", "the phase of {cell}", Paper).example("(phase to)"),
    list("distance", C::Int, &[any("cells", COORD)], "Least number of steps between the two cells (default `from` and `to`), over any cells.", "the distance{cells? between {cells}| of the move}", Paper).example("(distance from to)"),
    list("piece-state", C::Int, &[FROM], "The state of the top piece; 0 if there is none.", "the state of the piece on {cell}", Paper).example("(piece-state from)"),
    list("cell-state", C::Int, &[TO], "The state of the cell itself.", "the state of {cell}", Derived).example("(cell-state to)"),
    list("value", C::Int, &[TO], "The value of the top piece; 0 if there is none.", "the value of the piece on {cell}", Ours).example("(value to)"),
    list("liberties", C::Int, &[TO], "How many empty cells are adjacent to the group of the cell's top piece.", "#empty cell{s} next to the group on {cell}", Ours).example("(liberties to)"),
    list("line-length", C::Int, &[TO, any("directions", DIRECTION)], "The length of the longest unbroken line of one owner's pieces through the cell, in one of the directions or against it (default: all adjacent ones); 0 if it is empty.", "the length of the longest line through {cell}[ ({directions+ or })]", Ours).example("(line-length to)"),
    list("row", C::Int, &[TO], "The row of the cell, from 1 at the bottom.", "the row of {cell}", Ours).example("(row to)"),
    list("col", C::Int, &[TO], "The column of the cell, from 1 at the left.", "the column of {cell}", Ours).example("(col to)"),
    list("num-pieces", C::Int, &[one("target", TARGET)], "How many cells of the board are such.", "#{target:same} on the board", Ours),
    list("num-groups", C::Int, &[opt("player", PLAYER, "current")], "How many groups the player has.", "#group{s} of {player}", Ours).example("(num-groups enemy)"),
    list("largest-group", C::Int, &[opt("player", PLAYER, "current"), opt("rank", COUNT, "1")], "The size of the player's largest group, or of the second, third and so on by size; 0 if there are fewer groups.", "the size of the {rank=1?largest|{rank##} largest} group of {player}", Ours).example("(largest-group enemy 2)"),
    list("territory", C::Int, &[opt("player", PLAYER, "current")], "How many empty cells lie in regions of empty cells that touch pieces of the player and of nobody else.", "#empty cell{s} enclosed by {player} alone", Ours).example("(territory enemy)"),
    list("num-in-hand", C::Int, &[opt("player", PLAYER, "current"), PIECES], "How many pieces the player holds; 999 if without limit.", "#{piece:same} in the hand of {player}", Ours).example("(num-in-hand current Stone)"),
    list("num-captured", C::Int, &[opt("player", PLAYER, "current")], "How many pieces the player has captured.", "#piece{s} captured by {player}", Ours).example("(num-captured enemy)"),
    list("score", C::Int, &[opt("player", PLAYER, "current")], "The player's score.", "the score of {player}", Ours).example("(score enemy)"),
    list("move-number", C::Int, &[], "How many moves have been made.", "#move{s} made so far", Ours),

    // --- Cells by name ---
    bare("from", C::Coord, "Where the moving piece starts.", "the starting cell", Paper),
    bare("to", C::Coord, "Where it goes, or where a piece is placed.", "{drop?the cell|the target cell}", Paper),
    bare("current", C::Coord, "The cell under consideration: in a guard, the cell that the effect is about to touch; elsewhere `to`.", "{guard?the cell concerned|{drop?the cell|the target cell}}", Paper),
    bare("over", C::Coord, "The cell before `to` on the way from `from`.", "the cell before the target cell", Derived),
    bare("last", C::Coord, "Where the last move ended.", "the cell of the last move", Ours),
    list("step", C::Coord, &[one("cell", COORD), one("direction", DIRECTION), opt("count", COUNT, "1")],
        "The cell some steps away in a direction; off the board it satisfies nothing.", "the cell {count#} {count=1?step|steps} {direction} from {cell}", Ours).example("(step to n 2)"),
    list("LABEL", C::Coord, &[], "A cell by its label.", "{head}", Paper).headed(Head::Label).plain(),

    // --- What is counted ---
    bare("empty", C::Target, "Cells without a piece.", "empty cell{s}", Paper),
    bare("friend", C::Target, "Cells topped by the mover.", "{end?piece{s} of their own|friendly piece{s}}", Paper),
    bare("enemy", C::Target, "Cells topped by the opponent.", "enemy piece{s}", Paper),
    bare("neutral", C::Target, "Cells topped by a neutral piece.", "neutral piece{s}", Derived),
    bare("any", C::Target, "Cells with any piece.", "piece{s}", Derived),

    // --- Players and piece records ---
    list("PLAYER", C::PlayerType, &[], "A player by name.", "{head}", Paper).headed(Head::Uses(Name::Player)).plain(),
    bare("All", C::PlayerType, "Each player.", "each player;", Paper),
    bare("all", C::PlayerType, "Each player.", "each player;", Derived).tame(),
    bare("none", C::PlayerType, "Nobody.", "nobody;ownerless", Derived).tame(),
    bare("neutral", C::PlayerType, "A piece that belongs to nobody.", "nobody;neutral", Derived),
    bare("current", C::PlayerType, "The mover.", "{end?the player|the mover};{end?own|friendly}", Derived),
    bare("friend", C::PlayerType, "The mover.", "{end?the player|the mover};{end?own|friendly}", Derived),
    bare("enemy", C::PlayerType, "The mover's opponent.", "the opponent;enemy", Derived),
    list("PIECE", C::PieceRecord, &[opt("owner", PLAYER, ""), any("items", &[Of(C::RecordItem)])],
        "Pieces of a type, of an owner and with a state or flags if these are given.", "[{owner:adj} ]{heads}[ of {owner:of}][ {items}]", Paper).example("(Stone White (state 1))").headed(Head::Uses(Name::Piece)).plain(),
    list("any", C::PieceRecord, &[opt("owner", PLAYER, ""), any("items", &[Of(C::RecordItem)])], "Pieces of any type.", "[{owner:adj} ]piece{s}[ of {owner:of}][ {items}]", Derived).example("(any enemy)").plain(),
    list("state", C::RecordItem, &[one("state", &[Range(0, 99)])], "In this state.", "in state {state}", Derived),
    list("flags", C::RecordItem, &[some("flags", FLAG)], "With these flags.", "flagged {flags}", Derived).example("(flags royal)").tame(),

    // --- Effects ---
    list("capture", C::Effect, &[opt("type", &[Of(C::CaptureType)], "replace"), opt("piece", RECORD, "any"), opt("player", PLAYER, "enemy"), any("flags", &[Only(C::EffectFlag, &["optional", "subsume", "recycle", "if", "size"])])],
        "Remove pieces (the opponent's, unless another player is named).", "capture every [{player:adj} ]{piece}[ of {player:of}] {type}[{flags+}]", Paper).example("(capture d-nbors (if (>= (height current) 2)))"),
    list("convert", C::Effect, &[opt("type", &[Of(C::CaptureType)], ""), opt("piece", RECORD, ""), opt("player", PLAYER, "current"), any("flags", &[Only(C::EffectFlag, &["optional", "if", "size"])])],
        "With a capture type: the pieces so captured change to the player. Without: the piece on `to` changes to the piece type or player.",
        "{type?turn every enemy piece {type} into a piece of {player}|{piece?change the piece into a {piece}|turn the piece into a piece of {player}}}[{flags+}]", Paper).example("(convert line)"),
    list("rotate", C::Effect, &[one("turn", &[Range(-7, 7), Only(C::EffectFlag, &["any"])]), GUARD], "The moved piece turns by so many direct directions to the right; `any`: the mover chooses.", "turn the piece {turn=any?to any direction|by {turn} to the right}[{guard}]", Paper).example("(rotate 1)").tame(),
    list("change-dirn", C::Effect, &[one("direction", DIRECTION), GUARD], "The moved piece faces this direction.", "face the piece {direction}[{guard}]", Derived).tame(),
    list("displace", C::Effect, &[one("direction", DIRECTION), opt("piece", RECORD, "any"), opt("count", COUNT, "1"), any("flags", &[Only(C::EffectFlag, &["optional", "if"])])],
        "Neighbours of `to` in the direction are pushed away by so many cells, as far as cells are empty.", "push every neighbouring {piece} that lies {direction} of the target cell away by {count#} {count=1?cell|cells}, as far as cells are empty[{flags+}]", Paper).example("(displace n)"),
    list("cell-state", C::Effect, &[TO, opt("player", PLAYER, ""), one("state", INT), GUARD], "Set the state of a cell.", "set the state of {cell} to {state}[{guard}]", Paper).example("(cell-state to 1)"),
    list("piece-state", C::Effect, &[TO, opt("player", PLAYER, ""), one("state", INT), GUARD], "Set the state of the top piece of a cell.", "set the state of the piece on {cell} to {state}[{guard}]", Paper).example("(piece-state to 1)"),
    list("inc-state", C::Effect, &[TO, opt("player", PLAYER, ""), any("flags", &[Only(C::EffectFlag, &["optional", "if", "amount", "mod"])])], "Add to the state of the top piece of a cell (1, or `amount`), modulo `mod`.", "raise the state of the piece on {cell}{flags=amount?| by one}[{flags+}]", Paper).example("(inc-state to (amount 2) (mod 4))"),
    list("add-flags", C::Effect, &[TO, one("flag", &[Declares(Name::Flag)]), GUARD], "Flag the top piece of a cell.", "flag the piece on {cell} as {flag}[{guard}]", Paper).example("(add-flags to royal)").tame(),
    list("remove-flags", C::Effect, &[TO, one("flag", FLAG), GUARD], "Take a flag off the top piece of a cell.", "take the flag {flag} off the piece on {cell}[{guard}]", Derived).example("(remove-flags to royal)").tame(),
    list("score", C::Effect, &[one("points", INT), GUARD], "Add to the mover's score.", "add {points#} to the mover's score[{guard}]", Paper).example("(score (height to))"),
    list("repeat", C::Effect, &[any("flags", &[Only(C::EffectFlag, &["optional", "if"])])], "The mover moves again, if a move exists.", "move again if possible[{flags+}]", Derived).example("(repeat optional)"),
    list("cell-states", C::Effect, &[one("state", INT), GUARD], "Set the state of every cell.", "set the state of every cell to {state}[{guard}]", Ours).example("(cell-states 0)"),
    list("shift", C::Effect, &[any("flags", &[Only(C::EffectFlag, &["optional", "if"])])], "Everything on the line of the move, what stood on `to` included, moves one cell back towards `from`, if that is empty.", "push everything between the starting cell and the target cell, and what stood there, one cell back towards the starting cell[{flags+}]", Ours).example("(shift)"),
    list("sow", C::Effect, &[some("track", COORD), any("flags", &[Only(C::EffectFlag, &["optional", "if", "reap"])])],
        "Deal the state of the piece on `to` out, one each, to the pieces on the following cells of the track, round and round, `to` itself being passed over.",
        "deal the state of the piece on {drop?the cell|the target cell} out, one each, to the pieces that follow on the track {track+, }, round and round[{flags+}]", Ours).example("(sow A1 B1 B2 A2 (reap (= (piece-state current) 2) home))").tame(),
    list("spin", C::Effect, &[TO, one("turn", &[Range(-7, 7)]), GUARD], "The pieces on the neighbours of the cell turn about it by so many direct directions to the right, if no neighbour is missing.", "turn the pieces round {cell} by {turn} to the right[{guard}]", Ours).example("(spin to 1)"),
    list("swap", C::Effect, &[any("flags", &[Only(C::EffectFlag, &["optional", "if"])])], "The piece that stood on `to` goes to `from`.", "put the piece that stood there on the starting cell[{flags+}]", Derived).example("(swap (if (friend current)))"),

    bare("replace", C::CaptureType, "The pieces that stood on `to`.", "that stood on {drop?the cell|the target cell}", Derived),
    bare("surround", C::CaptureType, "Groups next to `to` without an empty neighbour.", "in a group next to {drop?the cell|the target cell} that has no empty neighbour", Paper),
    bare("d-nbors", C::CaptureType, "The direct neighbours of `to`.", "on a directly adjacent cell", Paper),
    bare("i-nbors", C::CaptureType, "The indirect neighbours of `to`.", "on a diagonally adjacent cell", Derived),
    bare("all-nbors", C::CaptureType, "All neighbours of `to`.", "on any neighbouring cell (direct or diagonal)", Derived),
    bare("over", C::CaptureType, "The pieces between `from` and `to`.", "that was jumped over", Ours),
    bare("line", C::CaptureType, "Straight runs of enemies between `to` and another piece of the mover.", "in a straight run between {drop?the cell|the target cell} and another piece of the mover", Ours),
    bare("approach", C::CaptureType, "The run of enemies just beyond `to`.", "in the run straight ahead of the target cell", Ours),
    bare("withdraw", C::CaptureType, "The run of enemies just behind `from`.", "in the run straight behind the starting cell", Ours),

    bare("everywhere", C::CaptureType, "All cells of the board.", "anywhere on the board", Ours),

    bare("optional", C::EffectFlag, "The mover may do without.", " (if the mover wants)", Derived),
    bare("subsume", C::EffectFlag, "The capturing piece becomes the captured type.", " and take over its type", Derived),
    bare("recycle", C::EffectFlag, "Captives return to their owner's hand.", " and return it to its owner's hand", Derived),
    list("if", C::EffectFlag, &[one("condition", BOOL)], "Only where this holds of the cell touched (`current`).", ", but only where {condition}", Paper).example("(if (enemy current))"),
    list("amount", C::EffectFlag, &[one("amount", &[Range(-99, 99)])], "By how much.", " by {amount}", Derived).example("(amount 2)"),
    list("mod", C::EffectFlag, &[one("modulus", &[Range(1, 99)])], "Modulo.", " (modulo {modulus})", Derived).example("(mod 4)"),
    list("reap", C::EffectFlag, &[one("condition", BOOL), any("spared", CELLS)],
        "Then the states of the last cell sown and of those before it, as long as the condition holds of them (`current`), go to the mover's score; none do if that would leave no state on the spared cells.",
        ", then score and clear the last cell sown and those before it as long as {condition}[, unless that would clear all of {spared+ and }]", Ours).example("(reap (= (piece-state current) 2) home)").tame(),
    list("size", C::EffectFlag, &[one("size", COUNT), opt("most", COUNT, "")], "Only captured runs or groups of exactly this size, or of a size in this range.", ", in runs or groups of {most?{size#} to {most#}|exactly {size#}} only", Ours).example("(size 2 3)"),
    bare("all", C::EffectFlag, "The whole stack.", "all", Derived),
    bare("any", C::EffectFlag, "The mover chooses.", "any", Derived),
    bare("trail", C::EffectFlag, "One on each cell of the way.", "trail", Derived),

    // --- Directions ---
    bare("n", C::Direction, "North.", "north", Paper), bare("s", C::Direction, "South.", "south", Paper),
    bare("e", C::Direction, "East.", "east", Paper), bare("w", C::Direction, "West.", "west", Paper),
    bare("ne", C::Direction, "North-east.", "north-east", Paper), bare("nw", C::Direction, "North-west.", "north-west", Paper),
    bare("se", C::Direction, "South-east.", "south-east", Paper), bare("sw", C::Direction, "South-west.", "south-west", Paper),
    bare("f", C::Direction, "Forwards.", "forwards", Paper), bare("b", C::Direction, "Backwards.", "backwards", Paper),
    bare("l", C::Direction, "Left.", "left", Paper), bare("r", C::Direction, "Right.", "right", Paper),
    bare("fl", C::Direction, "Forwards left.", "forward-left", Derived), bare("fr", C::Direction, "Forwards right.", "forward-right", Derived),
    bare("bl", C::Direction, "Backwards left.", "backward-left", Derived), bare("br", C::Direction, "Backwards right.", "backward-right", Derived),
    bare("direct", C::Direction, "Every direct direction.", "in any direct direction", Ours),
    bare("diagonal", C::Direction, "Every indirect direction.", "in any diagonal direction", Ours),
    bare("all", C::Direction, "Every adjacent direction.", "in any direction", Derived),
    bare("any", C::Direction, "Every adjacent direction.", "in any direction", Derived),
    bare("f", C::Turtle, "Move forwards.", "forwards", Paper), bare("b", C::Turtle, "Move back.", "back", Paper),
    bare("l", C::Turtle, "Turn left.", "turn left", Paper), bare("r", C::Turtle, "Turn right.", "turn right", Paper),
    bare("fl", C::Turtle, "Move forwards left.", "forward-left", Derived), bare("fr", C::Turtle, "Move forwards right.", "forward-right", Derived),
    bare("bl", C::Turtle, "Move back left.", "backward-left", Derived), bare("br", C::Turtle, "Move back right.", "backward-right", Derived),

    // --- Start and play ---
    list("place", C::StartItem, &[one("piece", RECORD), opt("count", UINT, ""), any("cells", CELLS), any("symmetry", &[Of(C::PlaceFlag)])],
        "Pieces on the board at the start: the union of the cells, filtered by phases; a count takes the first ones.",
        "{count?{count#} |}{piece:plural} on {cells}", Paper).example("(place (Stone White) home (home 2) (phase 0))"),
    bare("mirror", C::PlaceFlag, "The opponent's pieces on the cells mirrored top to bottom.", "the opponent's pieces start on the same cells mirrored top to bottom", Paper),
    bare("rotate", C::PlaceFlag, "The opponent's pieces on the cells turned by a half turn.", "the opponent's pieces start on the same cells turned by half a turn", Paper),
    list("in-hand", C::StartItem, &[one("piece", RECORD), one("count", UINT)], "Pieces in hand at the start.", "{count#} {piece:n=count} in hand", Paper).example("(in-hand (Stone All) 5)"),
    list("can-pass", C::PlayItem, &[], "A player may pass.", "A player may pass instead of moving.", Paper).plain(),
    list("repetition", C::PlayItem, &[one("rule", &[Of(C::Repetition)])], "What holds when a position comes again. Default: forbid.", "{rule}", Ours).tame(),
    bare("forbid", C::Repetition, "A move to a position seen before, with the same player to move, is illegal (situational superko).", "A move may not lead to an earlier position with the same player to move.", Paper),
    bare("positional", C::Repetition, "A move to a board seen before is illegal (positional superko).", "A move may not lead to an earlier arrangement of the board, whoever is to move.", Ours),
    bare("draw", C::Repetition, "The third time a position arises the game is drawn.", "When a position arises for the third time the game is drawn.", Ours),
    bare("allow", C::Repetition, "Positions may come again.", "Positions may be repeated freely.", Ours),
    list("never", C::PlayItem, &[one("condition", &[Of(C::Condition)])], "A move after which the condition holds for the mover is illegal.", "No move may leave the player who makes it so that {condition}.", Ours).example("(never (group 5))"),
    bare("longest", C::PlayItem, "Only moves that begin the longest possible turn are legal.", "Of the moves possible, only one that begins a turn of the greatest possible number of moves may be made.", Ours).tame(),
    bare("swap", C::PlayItem, "At the second move the second player may change sides instead.", "After the first move the second player may change sides instead of moving.", Derived).tame(),

    // --- End ---
    list("PLAYER", C::Clause, &[one("result", &[Of(C::Result)]), one("condition", &[Of(C::Condition)])],
        "When the condition holds for the player, the player gets the result.", "{head} {result} if {condition}.", Paper).example("(All win (in-a-row 4))").headed(Head::PlayerType),
    bare("win", C::Result, "The player wins.", "wins", Paper),
    bare("lose", C::Result, "The player loses.", "loses", Paper),
    bare("draw", C::Result, "The game is drawn.", "draws", Paper),
    bare("mover-wins", C::EndFlag, "When both players end the game at once, the mover wins (default).", "If one move ends the game for both players, the mover wins.", Paper),
    bare("mover-loses", C::EndFlag, "When both players end the game at once, the mover loses.", "If one move ends the game for both players, the mover loses.", Paper),
    bare("draw", C::EndFlag, "When both players end the game at once, it is drawn.", "If one move ends the game for both players, it is drawn.", Paper),
    bare("opp-turn", C::EndFlag, "A win counts only if it stands after the opponent's move.", "A win counts only if it still stands after the opponent's next move.", Derived),
    bare("win-first", C::EndFlag, "When one player both wins and loses, it wins (default: it loses).", "A player for whom both a winning and a losing condition hold wins.", Ours),
    list("and", C::Condition, &[some("conditions", &[Of(C::Condition)])], "All hold.", "{conditions+ and }", Paper).example("(and (in-a-row 3) (not (in-a-row 4)))"),
    list("or", C::Condition, &[some("conditions", &[Of(C::Condition)])], "At least one holds.", "{conditions+ or }", Paper).example("(or (no-move) (in-a-row 3))"),
    list("not", C::Condition, &[one("condition", &[Of(C::Condition)])], "It does not hold.", "{!condition}", Paper).example("(not (in-a-row 4))"),
    list("=", C::Condition, &[one("left", INT), one("right", INT)], "Equal.", "{left#} <equals|does not equal> {right#}", Ours).example("(= (num-pieces friend) 4)"),
    list("!=", C::Condition, &[one("left", INT), one("right", INT)], "Not equal.", "{left#} <does not equal|equals> {right#}", Ours).example("(!= (num-pieces friend) 4)"),
    list("<", C::Condition, &[one("left", INT), one("right", INT)], "Less.", "{left#} <is less than|is at least> {right#}", Ours).example("(< (num-pieces friend) 4)"),
    list("<=", C::Condition, &[one("left", INT), one("right", INT)], "At most.", "{left#} <is at most|is more than> {right#}", Ours).example("(<= (num-pieces friend) 4)"),
    list(">", C::Condition, &[one("left", INT), one("right", INT)], "More.", "{left#} <is more than|is at most> {right#}", Ours).example("(> (num-pieces friend) 4)"),
    list(">=", C::Condition, &[one("left", INT), one("right", INT)], "At least.", "{left#} <is at least|is less than> {right#}", Ours).example("(>= (num-pieces friend) 4)"),
    list("connect", C::Condition, &[any("regions", CELLS), PIECES, ADJ, any("flags", &[Only(C::ConditionFlag, &["stack"])])],
        "One group of the player touches every one of the regions (default: own-regions).", "a chain of their {piece:plural} <connects|does not connect> {regions}[ ({adjacency})]{flags=stack?, buried pieces included|}", Paper).example("(connect own-regions)"),
    list("cycle", C::Condition, &[PIECES, ADJ], "The player's pieces enclose at least one cell.", "their {piece:plural} <enclose|do not enclose> at least one cell[ ({adjacency})]", Derived).example("(cycle d-nbors)"),
    list("group", C::Condition, &[opt("size", COUNT, ""), PIECES, ADJ, any("flags", &[Only(C::ConditionFlag, &["stack", "exactly"])])],
        "A connected group of at least the size; without one, all pieces of the player (two at least) in one group.", "{size?they <have|do not have> a connected group of {flags=exactly?exactly|at least} {size#} {piece:n=size}|all their {piece:plural}, two at least, <form|do not form> one connected group}[ ({adjacency})]{flags=stack?, buried pieces included|}", Paper).example("(group 5)"),
    list("in-a-row", C::Condition, &[one("length", &[Range(2, 25)]), PIECES, ADJ, any("flags", &[Only(C::ConditionFlag, &["stack", "exactly"])])],
        "A straight line of at least so many of the player's pieces.", "they <have|do not have> {flags=exactly?exactly {length#}|{length#} or more} of their {piece:plural} in a row[ ({adjacency})]{flags=stack?, buried pieces included|}", Paper).example("(in-a-row 5 exactly)"),
    list("path", C::Condition, &[PIECES, some("goal", CELLS)], "Some such piece of the player could walk to the goal over adjacent cells without neutral pieces.", "one of their {piece:plural} <has|does not have> a way to {goal:side} round the neutral pieces", Ours).example("(path away)"),
    list("pattern", C::Condition, &[some("path", TURTLE), PIECES], "The player's pieces stand on every cell of a path, in any direction.", "their {piece:plural} <form|do not form> the pattern “{path+, }” in some direction", Derived).example("(pattern f r f r f)"),
    list("reach", C::Condition, &[any("flags", &[Only(C::ConditionFlag, &["all", "fill", "stack"])]), opt("count", COUNT, "1"), PIECES, some("goal", &[Of(C::Cells), Only(C::Direction, &["n", "s", "e", "w", "ne", "nw", "se", "sw"])])],
        "So many pieces of the player stand on the goal; `fill`: on every cell of it; `all`: every piece of the player.", "{flags=fill?every cell of {goal:side} <holds|does not hold> one of their {piece:plural}|{flags=all?all their {piece:plural} <stand|do not stand> on {goal:side}|they <have|do not have> {count=1?a|at least {count#}} {piece:n=count} on {goal:side}}}{flags=stack?, buried pieces included|}", Paper).example("(reach 2 Stone away)"),
    list("threatened", C::Condition, &[PIECES], "Were it the opponent's turn, one of its moves would capture a piece of such a type.", "the opponent <threatens|does not threaten> to capture a {piece}", Ours).example("(threatened any)").tame(),
    list("capture", C::Condition, &[one("count", COUNT), PIECES], "The player has captured at least so many pieces.", "they <have|have not> captured at least {count#} {piece:n=count}", Paper).example("(capture 10)"),
    list("eliminate", C::Condition, &[opt("player", PLAYER, "enemy"), PIECES], "That player has no such piece on the board and none left to enter.", "{player=friend?they <have no|still have>|{player=current?they <have no|still have>|{player} <has no|still has>}} {piece:plural} <left|on the board or in hand>", Paper).example("(eliminate enemy)"),
    list("score", C::Condition, &[one("score", &[Range(1, 999), Only(C::Goal, &["best"])])], "The player's score is at least this; `best`: higher than the opponent's.", "{score=best?they <have|do not have> the higher score|their score <is at least|is less than> {score}}", Paper).example("(score best)"),
    list("stack", C::Condition, &[one("height", COUNT), PIECES, any("flags", &[Only(C::ConditionFlag, &["owner", "exactly"])])],
        "A stack of at least this height topped by the player; `owner`: counting the player's pieces only.", "they <own|do not own> a stack of {flags=exactly?exactly|at least} {height#} {height=1?piece|pieces}{flags=owner?, counting their own only|}", Paper).example("(stack 4 owner)"),
    list("state", C::Condition, &[one("state", &[Range(0, 99)]), opt("cell", COORD, ""), opt("piece", RECORD, "")],
        "The cell, or without one a piece of the player, is in this state.", "{cell?{cell} <is|is not> in state {state}|one of their {piece:plural|pieces} <is|is not> in state {state}}", Paper).example("(state 3 A1)"),
    list("no-move", C::Condition, &[], "The player is to move and has no legal move.", "<they have no legal move on their turn|they have a legal move or it is not their turn>", Paper),
    list("all-passed", C::Condition, &[], "All players have passed in succession.", "<both players have passed in succession|the players have not passed in succession>", Ours),
    list("full", C::Condition, &[], "No cell is empty.", "the board <is|is not> full", Ours),
    bare("d-nbors", C::Adjacency, "Direct neighbours only.", "direct neighbours only", Paper),
    bare("i-nbors", C::Adjacency, "Indirect neighbours only.", "diagonal neighbours only", Paper),
    bare("all-nbors", C::Adjacency, "Direct and indirect neighbours.", "direct and diagonal neighbours", Derived),
    bare("best", C::Goal, "The higher score.", "the higher score", Derived),
    bare("all", C::ConditionFlag, "Every piece of the player.", "with every piece", Derived),
    bare("fill", C::ConditionFlag, "Every cell of the goal.", "filling it", Derived),
    bare("stack", C::ConditionFlag, "Any piece of a stack counts, not only the top one.", "counting buried pieces", Derived),
    bare("owner", C::ConditionFlag, "Only the player's own pieces of the stack count.", "counting own pieces", Derived),
    bare("exactly", C::ConditionFlag, "No more than that.", "exactly", Ours),

    // --- Support ---
    list("advisors", C::Support, &[any("items", &[Anything])], "The policy: advisors and weights.", "", Paper).example("(advisors (mobility 0.5) (material 1.0))").tame(),
    list("description", C::Support, &[any("items", &[Anything])], "What the game is like.", "{items}", Paper).example("(description \"A short game of lines.\")").tame(),
    list("aim", C::Support, &[any("items", &[Anything])], "The aim in a sentence.", "{items}", Paper).example("(aim \"Make a line of three.\")").tame(),
    list("ancestry", C::Support, &[any("items", &[Anything])], "Parents, generation, distances.", "", Paper).example("(ancestry (parents Hex Gomoku) (generation 3))").tame(),
    list("ranking", C::Support, &[any("items", &[Anything])], "The rank in its population.", "", Paper).example("(ranking 2)").tame(),
    list("viable", C::Support, &[any("items", &[Anything])], "Whether it is viable.", "", Paper).example("(viable yes)").tame(),
    list("score", C::Support, &[any("items", &[Number, Anything])], "The estimated score.", "", Paper).example("(score 0.7)").tame(),
    list("support", C::Section, &[any("items", &[Of(C::Support)])], "Metadata without effect on play.", "", Paper).example("(support (aim \"Make a line of three.\"))").tame(),
    list("advisors", C::Section, &[any("items", &[Anything])], "The policy: advisors and weights.", "", Paper).example("(advisors (mobility 0.5) (material 1.0))").tame(),
    list("description", C::Section, &[any("items", &[Anything])], "What the game is like.", "{items}", Paper).example("(description \"A short game of lines.\")").tame(),
    list("aim", C::Section, &[any("items", &[Anything])], "The aim in a sentence.", "{items}", Paper).example("(aim \"Make a line of three.\")").tame(),
    list("ancestry", C::Section, &[any("items", &[Anything])], "Parents, generation, distances.", "", Paper).example("(ancestry (parents Hex Gomoku) (generation 3))").tame(),
    list("ranking", C::Section, &[any("items", &[Anything])], "The rank in its population.", "", Paper).example("(ranking 2)").tame(),
    list("viable", C::Section, &[any("items", &[Anything])], "Whether it is viable.", "", Paper).example("(viable yes)").tame(),
    list("score", C::Section, &[any("items", &[Anything])], "The estimated score.", "", Paper).example("(score 0.7)").tame(),
];

/// The entry for `word` in `category`, if the language has one. Cell labels and user-chosen names have no entry by word.
pub fn find(word: &str, category: Category) -> Option<&'static Ludeme> {
    LUDEMES.iter().find(|l| l.category == category && l.head == Head::Word && l.word == word)
}

/// The place of an entry in [`LUDEMES`].
pub fn index(ludeme: &'static Ludeme) -> usize {
    LUDEMES.iter().position(|l| std::ptr::eq(l, ludeme)).unwrap_or(usize::MAX)
}

impl Category {
    /// Whether the elements of this category make up a record: each kind at most once, in any order, printed in table order.
    pub fn is_record(self) -> bool {
        use Category::*;
        matches!(
            self,
            Section
                | BoardItem
                | TilingFlag
                | PieceItem
                | MoveItem
                | RecordItem
                | EffectFlag
                | PlaceFlag
                | PlayItem
                | EndFlag
                | ConditionFlag
                | Support
        )
    }
}

/// All entries of a category.
pub fn of(category: Category) -> impl Iterator<Item = &'static Ludeme> {
    LUDEMES.iter().filter(move |l| l.category == category)
}

/// The entry of a whole game, the root of every rule tree.
pub fn game() -> &'static Ludeme {
    &LUDEMES[0]
}
