//! The table: each word of the language in its category, with its entry.

/// Hands the table to a macro: `Category { Word = entry, … }`.
macro_rules! ludemes {
    ($with:ident) => {
        $with! {
            // --- The game and its sections ---
            Game {
                Game = list("game", &[one("name", &[Declares(Name::Game)]), any("sections", &[Of(C::Section)])],
                    "A whole game.", "{name}", Paper).not_evolvable()
                    .example("(game Tic-Tac-Toe (board (tiling square i-nbors) (size 3 3)) (win (in-a-row 3)))"),
                Ludeme = list("ludeme", &[one("name", &[Declares(Name::Game)]), any("sections", &[Of(C::Section)])],
                    "A whole game (older spelling of `game`).", "{name}", Derived).example("(ludeme Old (board (tiling square) (size 3 3)) (win (in-a-row 3)))").not_evolvable().spelling_of("game"),
            }
            Section {
                Define = list("define", &[any("items", &[Anything])],
                    "`(define Name (parameters…) [\"phrase\"] elements…)`: where `(Name …)` stands anywhere in the rules, the elements stand, with what is given for the parameters; a bare `Name` if there are none. The phrase is how a use reads in English.",
                    "", Ours).example("(define Mill (cell) \"{cell} <is|is not> in a mill\" (>= (line-length cell) 3))").not_evolvable().cosmetic().scope(Scope::Setup),
                Params = list("params", &[any("items", &[Anything])], "Parameters kept with the game; they have no effect.", "", Paper).example("(params 1 2)").not_evolvable().cosmetic().scope(Scope::Setup),
                Players = list("players", &[some("players", &[Of(C::Player)]).in_order()],
                    "The two players in turn order, each with an optional direction of play. Default: White facing n, Black facing s.",
                    "{players}", Paper).example("(players (White n) (Black s))").not_evolvable().fixed().scope(Scope::Setup),
                Board = list("board", &[any("items", &[Of(C::BoardItem)])], "The board: a tiling and a size, or nodes and lines.", "{items}", Paper).example("(board (tiling hex) (shape hex) (size 5))").not_evolvable().scope(Scope::Setup),
                Pieces = list("pieces", &[some("pieces", &[Of(C::Piece)]), opt("default", &[Uses(Name::Piece)], "")],
                    "The piece types. Default: one `Stone` a player, placed on an empty cell.", "{pieces}", Paper).example("(pieces (Stone All (moves (move (pre (empty to)) (action (push))))))").scope(Scope::Setup),
                Start = list("start", &[any("items", &[Of(C::StartItem)])], "The initial state. Default: an empty board and unlimited pieces in hand.", "{items}", Paper).example("(start (place (Stone White) home) (in-hand (Stone All) 5))").scope(Scope::Setup),
                Play = list("play", &[any("items", &[Of(C::PlayItem)])], "Constraints on play.", "{items}", Paper).example("(play can-pass)").idle(Idle::Empty).scope(Scope::Setup),
                End = list("end", &[some("clauses", &[Of(C::Clause)]).refuses(RELATIVE), any("flags", &[Of(C::EndFlag)])],
                    "When the game ends, and how.", "{clauses}[ {flags}]", Paper).example("(end (All win (in-a-row 4)) (All lose (in-a-row 3)) win-first)").not_evolvable().scope(Scope::End),
                Win = list("win", &[one("condition", &[Of(C::Condition)])], "Short for `(end (All win condition))`.", "A player wins if {condition}.", Paper).not_evolvable().scope(Scope::End),
                Lose = list("lose", &[one("condition", &[Of(C::Condition)])], "Short for `(end (All lose condition))`.", "A player loses if {condition}.", Paper).not_evolvable().scope(Scope::End),
                Support = list("support", &[any("items", &[Of(C::Support)])], "Metadata without effect on play.", "", Paper).example("(support (aim \"Make a line of three.\"))").not_evolvable().cosmetic().scope(Scope::Setup),
                Advisors = list("advisors", &[any("items", &[Anything])], "The policy: advisors and weights.", "", Paper).example("(advisors (mobility 0.5) (material 1.0))").not_evolvable().cosmetic().scope(Scope::Setup),
                Description = list("description", &[any("items", &[Anything])], "What the game is like.", "{items}", Paper).example("(description \"A short game of lines.\")").not_evolvable().cosmetic().scope(Scope::Setup),
                Aim = list("aim", &[any("items", &[Anything])], "The aim in a sentence.", "{items}", Paper).example("(aim \"Make a line of three.\")").not_evolvable().cosmetic().scope(Scope::Setup),
                Ancestry = list("ancestry", &[any("items", &[Anything])], "Parents, generation, distances.", "", Paper).example("(ancestry (parents Hex Gomoku) (generation 3))").not_evolvable().cosmetic().scope(Scope::Setup),
                Ranking = list("ranking", &[any("items", &[Anything])], "The rank in its population.", "", Paper).example("(ranking 2)").not_evolvable().cosmetic().scope(Scope::Setup),
                Viable = list("viable", &[any("items", &[Anything])], "Whether it is viable.", "", Paper).example("(viable yes)").not_evolvable().cosmetic().scope(Scope::Setup),
                Score = list("score", &[any("items", &[Anything])], "The estimated score.", "", Paper).example("(score 0.7)").not_evolvable().cosmetic().scope(Scope::Setup),
            }
            Player {
                Named = list("NAME", &[opt("direction", DIRECTION, "").refuses(NO_COMPASS)], "A player and the direction it faces.", "{head}[, playing towards the {direction}]", Paper).example("(White n)")
                    .headed(Head::Declares(Name::Player)).plain().not_evolvable().fixed(),
            }

            // --- Board ---
            BoardItem {
                Phase = bare("phase", "The cells are drawn in alternating colours.", "The cells are coloured in alternation.", Paper).idle(Idle::Always),
                Tiling = list("tiling", &[one("tiling", &[Of(C::Tiling)]), any("flags", &[Of(C::TilingFlag)])],
                    "The tiling, and which neighbours are adjacent.", "{tiling} cells", Paper).example("(tiling square i-nbors)"),
                Shape = list("shape", &[one("shape", &[Of(C::Shape)])], "The outline of the board. Default: square.", "{shape}", Paper).idle(Idle::With("square")),
                Size = list("size", &[some("sizes", &[Range(1, 25)]).in_order()], "One dimension or more, by shape.", "{sizes+ by }", Paper).example("(size 7 7)"),
                Nodes = list("nodes", &[some("nodes", &[Of(C::Node)])],
                    "The points of a board that is a graph, each with its label and its place: how far right, and how far up. Goes with `lines`, in place of tiling, shape and size.", "{nodes}", Ours).example("(nodes (A1 0 0) (B1 1 0) (B2 1 1))").not_evolvable().fixed(),
                Lines = list("lines", &[some("lines", &[Of(C::Line)])],
                    "The lines of a board that is a graph, each as the points that it goes through. Points next to each other on a line are adjacent.", "{lines}", Ours).example("(lines (A1 B1) (B1 B2))").not_evolvable().fixed(),
                Without = list("without", &[some("cells", &[Of(C::Stop)])], "Cells that are left out of the board.", "without {cells+ and }", Ours).example("(without A1 B1)").not_evolvable().fixed(),
                Regions = list("regions", &[some("regions", &[Of(C::Region)]).in_order()], "Named regions, numbered from 1 in order.", "{regions}", Paper).example("(regions (region White (side n)) (region Black (side s)))").not_evolvable(),
            }
            Tiling {
                Tri = bare("tri", "Triangles.", "triangular", Paper).also(&["triangle", "triangular"]),
                Square = bare("square", "Squares.", "square", Paper).also(&["rectangle", "rectangular", "rect", "squares"]),
                Hex = bare("hex", "Hexagons.", "hexagonal", Paper).also(&["hexagon", "hexagonal", "hexhex", "Hex"]),
                TruncSquare = bare("trunc-square", "Octagons and squares (4.8.8).", "octagonal and square", Paper).also(&["octagonal", "4.8.8"]),
                Morris = bare("morris", "Points of squares one inside the other, joined at the middles of their sides; with `i-nbors` at their corners too. The size is the number of squares: `(size 3)` for Nine Men's Morris.", "morris", Ours).not_evolvable(),
                Alquerque = bare("alquerque", "Points of a square lattice joined along rows, columns and the diagonals of every second point, those of `A1`; with `i-nbors` of all. The sizes are points in a row, and rows.", "alquerque", Ours).not_evolvable(),
                Pits = bare("pits", "Pits for sowing. The sizes are pits in a row, and rows; a third size of 2 adds a store at either end.", "pits", Ours).also(&["mancala"]).not_evolvable(),
                Wheel = bare("wheel", "A centre and rings of points around it, on straight spokes. The sizes are spokes, and rings (one by default).", "wheel", Ours).not_evolvable(),
                Rings = bare("rings", "Rings of points around an empty middle, on straight spokes. The sizes are rings, and spokes.", "rings", Ours).also(&["concentric"]).not_evolvable(),
                Star = bare("star", "The points of a star and the crossings of its lines, which join every second point. The size is the number of points.", "star", Ours).also(&["pentagram"]).not_evolvable(),
            }
            TilingFlag {
                INbors = bare("i-nbors", "Indirect (diagonal) neighbours are adjacent too.", "adjacent diagonally too", Paper),
                NoDNbors = bare("no-d-nbors", "Direct neighbours are not adjacent.", "not adjacent by sides", Derived),
            }
            Shape {
                Tri = bare("tri", "A triangle.", "triangular board, {a#} to a side", Paper),
                Square = bare("square", "A square or rectangle.", "{a} by {b|{a}}{c? by {c}|} board", Paper),
                Hex = bare("hex", "A hexagon.", "hexagonal board, {a#} to a side", Paper),
                Rhombus = bare("rhombus", "A rhombus.", "{a} by {b|{a}} rhombus", Paper).also(&["diamond"]),
                Trapezium = bare("trapezium", "A half hexagon: rows of a, a+1, … cells.", "half hexagon of {b#|{a#}} rows, the shortest of {a#}", Paper).also(&["trapezoid"]),
                Boardless = bare("boardless", "No fixed outline: a piece may go within one cell of another.", "table without edges", Paper),
            }
            Node {
                Named = list("LABEL", &[one("x", &[Number]), one("y", &[Number])], "A point: its label, how far right it lies and how far up, from -200 to 200.", "{head}", Ours).example("(A1 0 0)").headed(Head::Label).not_evolvable().fixed(),
            }
            Line {
                Named = list("LABEL", &[some("points", &[Of(C::Stop)]).in_order()], "A line, straight or bent: the points that it goes through, in order.", "{head}, {points+, }", Ours).example("(A1 B1 C1)").headed(Head::Label).not_evolvable().fixed(),
            }
            Stop {
                Label = list("LABEL", &[], "A cell by its label.", "{head}", Ours).headed(Head::Label).plain().not_evolvable().fixed(),
            }
            Region {
                Region = list("region", &[opt("owner", PLAYER, "").refuses(&["none", "neutral"]), any("cells", CELLS).refuses(&["region"])],
                    "A region of cells, with the player who owns it (both if none is named).", "{cells}", Paper).example("(region White (side n))"),
            }

            // --- Sets of cells ---
            Cells {
                Label = list("LABEL", &[], "One cell by its label.", "{head}", Paper).headed(Head::Label).plain().turning(Turning::Label),
                Home = list("home", &[opt("row", COUNT, "1")], "The row of that number, counted from the player's own edge.", "the {row=1?home row|{row##} row from home}", Paper).example("(home 2)").plain().about(&[About::Facing, About::Owners]),
                Away = list("away", &[opt("row", COUNT, "1")], "The row of that number, counted from the opponent's edge.", "the {row=1?far row|{row##} row from the far edge}", Derived).example("(away 2)").plain().about(&[About::Facing, About::Owners]),
                Side = list("side", &[one("side", DIRECTION).refuses(NO_COMPASS)], "The cells of one side of the board.", "{side:side}", Derived),
                Sides = bare("sides", "All cells on the edge of the board.", "the edge of the board", Derived),
                AllSides = bare("all-sides", "Every side of the board, each as a region of its own.", "every side of the board", Derived),
                OppositeSides = bare("opposite-sides", "Two sides of the board that face each other: to connect, any such two; elsewhere all of them.", "two opposite sides", Ours),
                Corners = bare("corners", "The corner cells.", "the corners", Derived),
                Centre = bare("centre", "The cell or cells at the centre.", "the centre of the board", Derived),
                Phase = list("phase", &[one("phase", &[Range(0, 2)])], "The cells of one phase colour; beside other cells, a filter on them.", "{shaded?{phase=0?the dark cells|{phase=1?the light cells|the cells of phase {phase}}}|the cells of phase {phase}}", Paper).example("(phase 0)").turning(Turning::Phase),
                Region = list("region", &[one("number", COUNT)], "The cells of a declared region.", "region {number}", Derived).example("(region 1)"),
                Row = list("row", &[one("number", COUNT)], "One row, counted from the bottom.", "{number=1?the bottom row|row {number} from the bottom}", Ours).example("(row 1)").turning(Turning::Row),
                Col = list("col", &[one("number", COUNT)], "One column, counted from the left.", "column {number} from the left", Ours).example("(col 1)").turning(Turning::Column),
                All = bare("all", "All cells.", "all cells", Ours),
                OwnRegions = bare("own-regions", "Every region that the player owns.", "{end?their regions|the mover's own regions}", Paper).needs(Needs::Mover).turning(Turning::OwnSides).about(&[About::Owners]),
                EnemyRegions = bare("enemy-regions", "Every region that the opponent owns.", "the regions of the opponent", Derived).needs(Needs::Mover).turning(Turning::OwnSides).about(&[About::Owners]),
            }

            // --- Pieces and moves ---
            Piece {
                Named = list("NAME", &[one("owner", PLAYER).refuses(NOBODY), any("items", &[Of(C::PieceItem)])],
                    "A piece type: its owner and its moves.", "{head} ({owner}): {items}", Paper).example("(Stone All (moves (move (pre (empty to)) (action (push)))))").headed(Head::Declares(Name::Piece)),
            }
            PieceItem {
                Label = list("label", &[one("text", &[Text])], "How the piece is drawn.", "", Paper).example("(label \"♟\")").not_evolvable().cosmetic(),
                Value = list("value", &[one("value", &[Range(-99, 99)])], "The worth of the piece.", "It is worth {value}.", Paper),
                State = list("state", &[one("state", &[Range(0, 99)])], "The state of a new piece. Default: 0.", "It enters in state {state}.", Paper).idle(Idle::With("0")),
                Flags = list("flags", &[some("flags", &[Declares(Name::Flag)])], "The flags of a new piece.", "It enters flagged {flags}.", Paper).not_evolvable(),
                Moves = list("moves", &[any("moves", &[Of(C::Move)])], "What the piece may do.", "{moves}", Paper).example("(moves (move (pre (empty to)) (action (push))))").not_evolvable(),
            }
            Move {
                Move = list("move", &[any("items", &[Of(C::MoveItem)])], "One kind of move; the action is mandatory.", "{items}", Paper).example("(move (pre (and (empty to) (connected))) (action (pop) (push)))").scope(Scope::Move),
            }
            MoveItem {
                Priority = list("priority", &[one("priority", &[Range(0, 9)])],
                    "Moves of a higher number are legal only if none of a lower number is.", "priority {priority}", Paper).example("(priority 1)"),
                Mandatory = bare("mandatory", "If such a move exists, only such moves are legal.", "If such a move is possible, only such moves may be made.", Paper),
                Label = list("label", &[one("text", &[Text])], "The name of the move.", "{text}", Paper).example("(label \"Shoot\")").not_evolvable().cosmetic(),
                Dirn = list("dirn", &[some("directions", DIRECTION)],
                    "The directions in which the move may go (its base direction for `steps`).", "{directions+ or }", Paper).example("(dirn f fl fr)"),
                Owner = list("owner", &[one("player", PLAYER).refuses(RELATIVE)], "Only this player may make the move.", "{player}", Paper),
                Pre = list("pre", &[one("condition", BOOL)], "What must hold before the move.", "{condition}", Paper).not_evolvable(),
                Action = list("action", &[some("actions", &[Of(C::Action)]).in_order()], "What the move does.", "{actions+, then }", Paper).example("(action (pop) (push))").not_evolvable(),
                Post = list("post", &[any("effects", &[Of(C::Effect)]).in_order()], "What happens after it.", "{effects+, then }", Paper).example("(post (capture surround))").idle(Idle::Empty),
            }
            Action {
                Pass = list("pass", &[], "Do nothing.", "pass", Paper).plain(),
                Pop = list("pop", &[opt("cell", COORD, "from"), opt("count", &[Range(1, 99), Only(C::EffectFlag, &["all"])], "1")],
                    "Take pieces off the top of a stack.", "take {count=all?every piece|{count#} {count=1?piece|pieces}} from {cell}", Paper).example("(pop from all)").about(&[About::Heights]),
                Push = list("push", &[opt("cell", COORD, "to"), opt("count", COUNT, "1"), opt("owner", PLAYER, "").refuses(NOBODY), opt("trail", &[Only(C::EffectFlag, &["trail"])], "")],
                    "Put the pieces taken, or a new one, on top of a cell; `trail` drops one on each cell of the way.",
                    "put {count#} [{owner:adj} ]{count=1?piece|pieces}[ of {owner:of}] on {cell}{trail?, dropping one on each cell of the way (the lowest first) and any left over on the last|}", Paper).example("(push to)"),
            }

            // --- Conditions of moves ---
            Bool {
                And = list("and", &[some("conditions", BOOL)], "All hold.", "{conditions+ and }", Paper).example("(and (empty to) (connected))"),
                Or = list("or", &[some("conditions", BOOL)], "At least one holds.", "{conditions+ or }", Paper).example("(or (empty to) (enemy to))"),
                Not = list("not", &[one("condition", BOOL)], "It does not hold.", "{!condition}", Paper).example("(not (friend to))"),
                Eq = list("=", &[one("left", INT), one("right", INT)], "Equal.", "{left#} <is|is not> {right#}", Paper).example("(= (num-nbors to enemy) 1)").commutative(),
                Ne = list("!=", &[one("left", INT), one("right", INT)], "Not equal.", "{left#} <is not|is> {right#}", Ours).example("(!= (num-nbors to enemy) 1)").commutative(),
                Lt = list("<", &[one("left", INT), one("right", INT)], "Less.", "{left#} <is less than|is at least> {right#}", Ours).example("(< (num-nbors to enemy) 1)"),
                Le = list("<=", &[one("left", INT), one("right", INT)], "At most.", "{left#} <is at most|is more than> {right#}", Derived).example("(<= (num-nbors to enemy) 1)"),
                Gt = list(">", &[one("left", INT), one("right", INT)], "More.", "{left#} <is more than|is at most> {right#}", Paper).example("(> (num-nbors to enemy) 1)").converse_of("<"),
                Ge = list(">=", &[one("left", INT), one("right", INT)], "At least.", "{left#} <is at least|is less than> {right#}", Paper).example("(>= (num-nbors to enemy) 1)").converse_of("<="),
                Empty = list("empty", &[TO], "The cell exists and holds no piece.", "<{cell} is empty|{cell:lacks}>", Paper).example("(empty to)"),
                Owner = list("owner", &[TO, opt("player", PLAYER, "current")], "The top piece of the cell is the player's.", "{cell} <holds|does not hold> a [{player:adj} ]piece[ of {player:of}]", Paper).example("(owner from current)").about(&[About::Owners]),
                Friend = list("friend", &[TO], "The top piece of the cell is the mover's.", "{cell} <holds|does not hold> a friendly piece", Derived).example("(friend to)").about(&[About::Owners]),
                Enemy = list("enemy", &[TO], "The top piece of the cell is the opponent's.", "{cell} <holds|does not hold> an enemy piece", Paper).example("(enemy to)").about(&[About::Owners]),
                Neutral = list("neutral", &[TO], "The top piece of the cell is neutral.", "{cell} <holds|does not hold> a neutral piece", Derived).example("(neutral to)"),
                Line = list("line", &[any("cells", COORD).in_order(), any("directions", DIRECTION)],
                    "The second cell (default `to`) lies on a straight line from the first (default `from`), in one of the directions (default: all adjacent ones).",
                    "{cells?{cells} <are|are not> in line{directions? ({directions+ or })|[ ({dirn})]}|the move <goes|does not go> {directions?{directions+ or }|{dirn|straight}}}", Paper).example("(line from to direct)").needs(Needs::From),
                Connected = list("connected", &[TO, opt("player", PLAYER, "current")],
                    "For a move: `to` is adjacent to `from`. For a drop, or with an argument: the cell is adjacent to a piece of the player.",
                    "{step?the target <is|is not> adjacent[ ({dirn})]|{cell} <is|is not> next to a [{player:adj} ]piece[ of {player:of}]}", Paper).example("(connected to current)").bare_differs().about(&[About::Owners]),
                Adjacent = list("adjacent", &[one("first", COORD), one("second", COORD)], "The two cells are adjacent.", "{first} <is|is not> next to {second}", Ours).example("(adjacent from to)").commutative(),
                #[cfg(test)]
                Abutting = list("abutting", &[one("first", COORD), one("second", COORD)], "The two cells are adjacent: a copy of `adjacent`, to test what a new ludeme takes.", "{first} <is|is not> next to {second}", Ours).example("(abutting from to)").commutative().not_evolvable(),
                Steps = list("steps", &[some("path", TURTLE).in_order()],
                    "`to` is reached from `from` by these steps: f, b, fl, fr, bl, br move, l and r turn by one direct direction. The base direction is the move's `dirn`, or the piece's facing.",
                    "{straight?the move <goes|does not go> {straight} {dirn|forwards}|the move <follows|does not follow> the path “{path+, }”[ (starting {dirn})]}", Paper).example("(steps f f r f)").needs(Needs::From).about(&[About::Facing]),
                Same = list("same", &[one("first", COORD), one("second", COORD)], "The two cells are the same cell.", "{first} <is|is not> {second}", Ours).example("(same to last)").commutative(),
                OnBoard = list("on-board", &[one("cell", COORD)], "The cell exists.", "{cell} <exists|does not exist>", Ours),
                InRegion = list("in-region", &[TO, some("cells", CELLS)], "The cell is one of these.", "{cell} <is|is not> {cells:in+ or }", Ours).example("(in-region to home corners)"),
                IsPiece = list("is-piece", &[FROM, one("piece", RECORD)], "The top piece of the cell is such a piece.", "{cell} <holds|does not hold> a {piece}", Ours).example("(is-piece from (Stone White))"),
                Flagged = list("flagged", &[FROM, one("flag", FLAG)], "The top piece of the cell has the flag.", "{cell:piece} <is|is not> {flag}", Ours).example("(flagged from royal)").not_evolvable(),
                Captures = list("captures", &[one("type", &[Of(C::CaptureType)])], "The move would capture at least one enemy piece in this way.", "{captured?this captures <a piece|nothing>|{converted?this converts <a piece|nothing>|{groups?<an adjacent enemy group is|no adjacent enemy group is> left without an empty neighbour|the move <captures|does not capture> an enemy piece {type}}}}", Ours),
                Attacked = list("attacked", &[one("cell", COORD)],
                    "If the piece on `from` stood alone on the cell, an opponent's move could capture a piece of its type there and then. False within such a look ahead.",
                    "it <could|could not> be captured on {cell}", Ours).example("(attacked to)").not_evolvable().about(&[About::Owners]),
                FirstMove = bare("first-move", "The mover has not moved yet.", "it <is|is not> the player's first move", Ours).reads(Past::FirstMoves),
                Onward = bare("onward", "The move goes in the direction of the last move.", "the move <goes|does not go> on in the direction of the last move", Ours).needs(Needs::From).reads(Past::LastMove),
                Continuing = bare("continuing", "The mover's turn goes on after a `repeat`.", "the turn <goes on|has just begun>", Ours),
            }

            // --- Whole-number functions ---
            Int {
                Sum = number("+", None, Needs::Nothing, &[some("terms", INT)], "Sum.", "{terms+ plus }", Paper).example("(+ (height from) 1)"),
                Difference = number("-", None, Needs::Nothing, &[some("terms", INT).in_order()], "Difference, or the negative of one term.", "{single?minus |}{terms+ minus }", Ours).example("(- (height from) 1)"),
                Product = number("*", None, Needs::Nothing, &[some("terms", INT)], "Product.", "{terms+ times }", Ours).example("(* 2 (height from))"),
                Quotient = number("/", None, Needs::Nothing, &[one("left", INT), one("right", INT)], "Quotient towards zero; 0 when divided by 0.", "{left#} divided by {right#} without the remainder", Ours).example("(/ (row to) 2)"),
                Mod = number("mod", None, Needs::Nothing, &[one("left", INT), one("right", INT)], "Remainder, never negative; 0 when divided by 0.", "{left#} modulo {right#}", Ours).example("(mod (row to) 2)"),
                Min = number("min", None, Needs::Nothing, &[some("terms", INT)], "The least.", "the least of {terms#}", Ours).example("(min (height from) 3)"),
                Max = number("max", None, Needs::Nothing, &[some("terms", INT)], "The greatest.", "the greatest of {terms#}", Ours).example("(max (height from) 3)"),
                Abs = number("abs", None, Needs::Nothing, &[one("term", INT)], "Without its sign.", "the absolute value of {term}", Ours).example("(abs (- (row to) (row from)))"),
                NumBetween = number("num-between", None, Needs::From, &[one("target", TARGET), any("cells", COORD).in_order()],
                    "How many such cells lie strictly between the two cells (default `from` and `to`) on their line; 0 if there is no line.",
                    "#{target:same} {cells?between {cells}|in between}", Paper).example("(num-between enemy)"),
                NumLine = number("num-line", None, Needs::From, &[one("target", TARGET)], "How many such cells lie on the whole board line through `from` and `to`.", "#{target:same} on the whole line of the move", Ours),
                NumNbors = number("num-nbors", None, Needs::Nothing, &[TO, one("target", TARGET)], "How many adjacent cells are such.", "#{target:same} next to {cell:there}", Paper).example("(num-nbors to empty)"),
                Height = number("height", Some(GoalFamily::Stack), Needs::Nothing, &[TO], "How many pieces the stack has.", "the height of {cell}", Paper).example("(height to)").about(&[About::Heights]),
                GroupSize = number("group-size", Some(GoalFamily::Group), Needs::Nothing, &[TO], "How many of the mover's pieces are in the groups on or adjacent to the cell, before the move.", "the size of the mover's groups on or next to {cell}", Paper).example("(group-size to)"),
                Phase = number("phase", None, Needs::Nothing, &[TO], "The phase colour of the cell, from 0.", "the phase of {cell}", Paper).example("(phase to)").turning(Turning::Never),
                Distance = number("distance", Some(GoalFamily::Reach), Needs::From, &[any("cells", COORD)], "Least number of steps between the two cells (default `from` and `to`), over any cells.", "the distance{cells? between {cells}| of the move}", Paper).example("(distance from to)"),
                PieceState = number("piece-state", Some(GoalFamily::Score), Needs::Nothing, &[FROM], "The state of the top piece; 0 if there is none.", "the state of {cell:piece}", Paper).example("(piece-state from)").about(&[About::States]),
                CellState = number("cell-state", Some(GoalFamily::Score), Needs::Nothing, &[TO], "The state of the cell itself.", "the mark of {cell}", Derived).example("(cell-state to)"),
                Value = number("value", None, Needs::Nothing, &[TO], "The value of the top piece; 0 if there is none.", "the value of {cell:piece}", Ours).example("(value to)"),
                Liberties = number("liberties", Some(GoalFamily::Capture), Needs::Nothing, &[TO], "How many empty cells are adjacent to the group of the cell's top piece.", "#empty cell{s} next to the group on {cell}", Ours).example("(liberties to)"),
                LineLength = number("line-length", Some(GoalFamily::Row), Needs::Nothing, &[TO, any("directions", DIRECTION)], "The length of the longest unbroken line of one owner's pieces through the cell, in one of the directions or against it (default: all adjacent ones); 0 if it is empty.", "the longest line through {cell}[ ({directions+ or })]", Ours).example("(line-length to)"),
                Row = number("row", None, Needs::Nothing, &[TO], "The row of the cell, from 1 at the bottom.", "the row of {cell}", Ours).example("(row to)").turning(Turning::Never),
                #[cfg(test)]
                RowCopy = number("row-copy", None, Needs::Nothing, &[TO], "The row of the cell: a copy of `row`, to test what a new ludeme takes.", "the row of {cell}", Ours).example("(row-copy to)").turning(Turning::Never).not_evolvable(),
                Col = number("col", None, Needs::Nothing, &[TO], "The column of the cell, from 1 at the left.", "the column of {cell}", Ours).example("(col to)").turning(Turning::Never),
                NumPieces = number("num-pieces", Some(GoalFamily::Capture), Needs::Nothing, &[one("target", TARGET)], "How many cells of the board are such.", "#{target:same} on {stacked?top|the board}", Ours),
                NumGroups = number("num-groups", Some(GoalFamily::Group), Needs::Nothing, &[opt("player", PLAYER, "current").refuses(NOBODY)], "How many groups the player has.", "#group{s} of {mine?{end?their own|the mover}|{player:all}}", Ours).example("(num-groups enemy)"),
                LargestGroup = number("largest-group", Some(GoalFamily::Group), Needs::Nothing, &[opt("player", PLAYER, "current").refuses(NOBODY), opt("rank", COUNT, "1")], "The size of the player's largest group, or of the second, third and so on by size; 0 if there are fewer groups.", "the size of {mine?{end?their|the mover's}|the} {rank=1?largest|{rank##} largest} group{mine?| of {player:all}}", Ours).example("(largest-group enemy 2)"),
                Territory = number("territory", Some(GoalFamily::Score), Needs::Nothing, &[opt("player", PLAYER, "current").refuses(NOBODY)], "How many empty cells lie in regions of empty cells that touch pieces of the player and of nobody else.", "#empty cell{s} bordered only by {player:all}", Ours).example("(territory enemy)"),
                NumInHand = number("num-in-hand", Some(GoalFamily::Capture), Needs::Nothing, &[opt("player", PLAYER, "current").refuses(NOBODY), PIECES], "How many pieces the player holds; 999 if without limit.", "#{piece:same} in {mine?{end?their|the mover's} hand|the hand of {player:all}}", Ours).example("(num-in-hand current Stone)").about(&[About::Hands, About::Heights]),
                NumCaptured = number("num-captured", Some(GoalFamily::Capture), Needs::Nothing, &[opt("player", PLAYER, "current").refuses(NOBODY)], "How many pieces the player has captured.", "#piece{s} captured by {player:all}", Ours).example("(num-captured enemy)").reads(Past::Captures).about(&[About::Heights]),
                Score = number("score", Some(GoalFamily::Score), Needs::Nothing, &[opt("player", PLAYER, "current").refuses(NOBODY)], "The player's score.", "{mine?{end?their|the mover's} score|the score of {player:all}}", Ours).example("(score enemy)"),
                MoveNumber = number("move-number", None, Needs::Nothing, &[], "How many moves have been made.", "#move{s} made so far", Ours).reads(Past::MoveNumber),
            }

            // --- Cells by name ---
            Coord {
                From = bare("from", "Where the moving piece starts.", "{after?the cell it left|its cell}", Paper).needs(Needs::From),
                To = bare("to", "Where it goes, or where a piece is placed.", "{end?the cell of the last move|{remove?its cell|{drop?the cell|the target}}}", Paper).needs(Needs::Move),
                Current = bare("current", "The cell under consideration: in a guard, the cell that the effect is about to touch; elsewhere `to`.", "{guard?that cell|{end?the cell of the last move|{remove?its cell|{drop?the cell|the target}}}}", Paper).needs(Needs::Move),
                Over = bare("over", "The cell before `to` on the way from `from`.", "the cell before the target", Derived).needs(Needs::From),
                Middle = bare("middle", "The cell half way from `from` to `to` on their line.", "the cell half way", Ours).needs(Needs::From),
                Ahead = list("ahead", &[one("cell", COORD), opt("count", COUNT, "1")],
                    "The cell so many steps on from a cell in the direction in which `to` lies from `from`.", "the {count=1?next|{count##}} cell straight on from {cell:it}", Ours).example("(ahead to 2)").needs(Needs::From),
                Last = bare("last", "Where the last move ended.", "the cell of the last move", Ours).reads(Past::LastCell),
                Step = list("step", &[one("cell", COORD), one("direction", DIRECTION).refuses(SEVERAL), opt("count", COUNT, "1")],
                    "The cell some steps away in a direction; off the board it satisfies nothing.", "the {count=1?|{count##} }cell {direction:way} {cell:it}", Ours).example("(step to n 2)"),
                Label = list("LABEL", &[], "A cell by its label.", "{head}", Paper).headed(Head::Label).plain().turning(Turning::Label),
            }

            // --- What is counted ---
            Target {
                Empty = bare("empty", "Cells without a piece.", "empty cell{s}", Paper),
                Friend = bare("friend", "Cells topped by the mover.", "{end?piece{s} of their own|friendly piece{s}}", Paper).about(&[About::Owners]),
                Enemy = bare("enemy", "Cells topped by the opponent.", "enemy piece{s}", Paper).about(&[About::Owners]),
                Neutral = bare("neutral", "Cells topped by a neutral piece.", "neutral piece{s}", Derived),
                Any = bare("any", "Cells with any piece.", "piece{s}", Derived),
            }

            // --- Players and piece records ---
            PlayerType {
                Player = list("PLAYER", &[], "A player by name.", "{head}", Paper).headed(Head::Uses(Name::Player)).plain(),
                All = bare("All", "Each player.", "either player;", Paper).also(&["Each", "Both", "Any", "Everyone", "each", "both"]),
                AllLower = bare("all", "Each player.", "either player;", Derived).not_evolvable().spelling_of("All"),
                None = bare("none", "Nobody.", "nobody;ownerless", Derived).not_evolvable(),
                Neutral = bare("neutral", "A piece that belongs to nobody.", "nobody;neutral", Derived),
                Current = bare("current", "The mover.", "{end?the player|the mover};{end?own|friendly}", Derived).needs(Needs::Mover),
                Friend = bare("friend", "The mover.", "{end?the player|the mover};{end?own|friendly}", Derived).spelling_of("current").needs(Needs::Mover).about(&[About::Owners]),
                Enemy = bare("enemy", "The mover's opponent.", "the opponent;enemy", Derived).needs(Needs::Mover).about(&[About::Owners]),
            }
            PieceRecord {
                Piece = list("PIECE", &[opt("owner", PLAYER, "").refuses(NOBODY), any("items", &[Of(C::RecordItem)])],
                    "Pieces of a type, of an owner and with a state or flags if these are given.", "[{owner:adj} ]{heads}[ of {owner:of}][ {items}]", Paper).example("(Stone White (state 1))").headed(Head::Uses(Name::Piece)).plain(),
                Any = list("any", &[opt("owner", PLAYER, "").refuses(NOBODY), any("items", &[Of(C::RecordItem)])], "Pieces of any type.", "[{owner:adj} ]piece{s}[ of {owner:of}][ {items}]", Derived).example("(any enemy)").plain(),
            }
            RecordItem {
                State = list("state", &[one("state", &[Range(0, 99)])], "In this state.", "in state {state}", Derived),
                Flags = list("flags", &[some("flags", FLAG)], "With these flags.", "flagged {flags}", Derived).example("(flags royal)").not_evolvable(),
            }

            // --- Effects ---
            Effect {
                Capture = effect("capture", Change::Capture, &[opt("type", &[Of(C::CaptureType)], "replace"), opt("piece", RECORD, "any"), opt("player", PLAYER, "enemy").refuses(NOBODY), any("flags", &[Only(C::EffectFlag, &["optional", "subsume", "recycle", "if", "size"])])],
                    "Remove pieces (the opponent's, unless another player is named).", "capture {groups?every adjacent [{player:adj} ]group[ of {player:of}] without an empty neighbour|{type=replace?any|every} {named?{piece} belonging to {player}|[{player:adj} ]{piece}[ of {player:of}]} {type}}[{flags+}]", Paper).example("(capture d-nbors (if (>= (height current) 2)))").about(&[About::Owners]),
                Convert = effect("convert", Change::Conversion, &[opt("type", &[Of(C::CaptureType)], ""), opt("piece", RECORD, ""), opt("player", PLAYER, "current").refuses(NOBODY), any("flags", &[Only(C::EffectFlag, &["optional", "if", "size"])])],
                    "With a capture type: the pieces so captured change to the player. Without: the piece on `to` changes to the piece type or player.",
                    "{sides?convert {groups?every adjacent enemy group without an empty neighbour|{type=replace?any|every} enemy piece {type}}|{type?turn {type=replace?any|every} enemy piece {type} into|{it?it|the piece} becomes} a {piece?{named?{piece}|{type?[{player:adj} ]{piece}[ of {player:of}]|{player?[{player:adj} ]{piece}[ of {player:of}]|{piece}{foreign? of the mover|}}}}|[{player:adj} ]piece[ of {player:of}]}}[{flags+}]", Paper).example("(convert line)"),
                Rotate = effect("rotate", Change::Conversion, &[one("turn", &[Range(-7, 7), Only(C::EffectFlag, &["any"])]).handed(), GUARD], "The moved piece turns by so many direct directions to the right; `any`: the mover chooses.", "turn the piece {turn=any?to face any direction|{turn:turns}}[{guard}]", Paper).example("(rotate 1)").not_evolvable().about(&[About::Facing]),
                ChangeDirn = effect("change-dirn", Change::Conversion, &[one("direction", DIRECTION).refuses(SEVERAL), GUARD], "The moved piece faces this direction.", "face the piece {direction}[{guard}]", Derived).not_evolvable().about(&[About::Facing]),
                Displace = effect("displace", Change::Conversion, &[one("direction", DIRECTION), opt("piece", RECORD, "any"), opt("count", COUNT, "1"), any("flags", &[Only(C::EffectFlag, &["optional", "if"])])],
                    "Neighbours of `to` in the direction are pushed away by so many cells, as far as cells are empty.", "push every {piece} next to {remove?its cell|{drop?the cell|the target}} ({direction}) {count=1?one cell|up to {count#} cells} further, as far as the cells there are empty[{flags+}]", Paper).example("(displace n)"),
                CellState = effect("cell-state", Change::Conversion, &[TO, opt("player", PLAYER, "").refuses(NOBODY), one("state", INT), GUARD], "Set the state of a cell.", "{state=0?unmark {cell}|mark {cell} with {state}}[{guard}]", Paper).example("(cell-state to 1)"),
                PieceState = effect("piece-state", Change::Conversion, &[TO, opt("player", PLAYER, "").refuses(NOBODY), one("state", INT), GUARD], "Set the state of the top piece of a cell.", "put {cell:piece} in state {state}[{guard}]", Paper).example("(piece-state to 1)").about(&[About::States]),
                IncState = effect("inc-state", Change::Conversion, &[TO, opt("player", PLAYER, "").refuses(NOBODY), any("flags", &[Only(C::EffectFlag, &["optional", "if", "amount", "mod"])])], "Add to the state of the top piece of a cell (1, or `amount`), modulo `mod`.", "raise the state of {cell:piece}{flags=amount?| by one}[{flags+}]", Paper).example("(inc-state to (amount 2) (mod 4))").about(&[About::States]),
                AddFlags = effect("add-flags", Change::Conversion, &[TO, one("flag", &[Declares(Name::Flag)]), GUARD], "Flag the top piece of a cell.", "make {cell:piece} {flag}[{guard}]", Paper).example("(add-flags to royal)").not_evolvable(),
                RemoveFlags = effect("remove-flags", Change::Conversion, &[TO, one("flag", FLAG), GUARD], "Take a flag off the top piece of a cell.", "make {cell:piece} no longer {flag}[{guard}]", Derived).example("(remove-flags to royal)").not_evolvable(),
                Score = effect("score", Change::Other, &[one("points", INT), GUARD], "Add to the mover's score.", "score {points#}[{guard}]", Paper).example("(score (height to))"),
                Repeat = effect("repeat", Change::Other, &[any("flags", &[Only(C::EffectFlag, &["optional", "if"])])], "The mover moves again, if a move exists.", "move again if possible[{flags+}]", Derived).example("(repeat optional)"),
                CellStates = effect("cell-states", Change::Conversion, &[one("state", INT), GUARD], "Set the state of every cell.", "{state=0?unmark every cell|mark every cell {state}}[{guard}]", Ours).example("(cell-states 0)"),
                Shift = effect("shift", Change::Conversion, &[any("flags", &[Only(C::EffectFlag, &["optional", "if"])])], "Everything on the line of the move, what stood on `to` included, moves one cell back towards `from`, if that is empty.", "push everything from the target back one cell towards the cell it left[{flags+}]", Ours).example("(shift)").about(&[About::Heights]),
                Sow = effect("sow", Change::Conversion, &[some("track", COORD).in_order(), any("flags", &[Only(C::EffectFlag, &["optional", "if", "reap"])])],
                    "Deal the state of the piece on `to` out, one each, to the pieces on the following cells of the track, round and round, `to` itself being passed over.",
                    "sow the state of the piece on {remove?its cell|{drop?the cell|the target}}, one each, round the track {track+, }[{flags+}]", Ours).example("(sow A1 B1 B2 A2 (reap (= (piece-state current) 2) home))").not_evolvable().about(&[About::States]),
                Spin = effect("spin", Change::Conversion, &[TO, one("turn", &[Range(-7, 7)]).handed(), GUARD], "The pieces on the neighbours of the cell turn about it by so many direct directions to the right, if no neighbour is missing.", "turn the pieces round {cell} about it {turn:turns}, unless the edge is in the way[{guard}]", Ours).example("(spin to 1)"),
                #[cfg(test)]
                Whirl = effect("whirl", Change::Conversion, &[TO, one("turn", &[Range(-7, 7)]).handed(), GUARD], "A copy of `spin`, to test what a new ludeme takes.", "turn the pieces round {cell} about it {turn:turns}, unless the edge is in the way[{guard}]", Ours).example("(whirl to 1)").not_evolvable(),
                Swap = effect("swap", Change::Conversion, &[any("flags", &[Only(C::EffectFlag, &["optional", "if"])])], "The piece that stood on `to` goes to `from`.", "put the piece that stood there on the cell it left[{flags+}]", Derived).example("(swap (if (friend current)))").about(&[About::Heights]),
            }
            CaptureType {
                Replace = bare("replace", "The pieces that stood on `to`.", "there", Derived).about(&[About::Heights]),
                Surround = bare("surround", "Groups next to `to` without an empty neighbour.", "in an adjacent group without an empty neighbour", Paper),
                DNbors = bare("d-nbors", "The direct neighbours of `to`.", "on a{square?n orthogonally| directly} adjacent cell", Paper),
                INbors = bare("i-nbors", "The indirect neighbours of `to`.", "on a diagonally adjacent cell", Derived),
                AllNbors = bare("all-nbors", "All neighbours of `to`.", "on an adjacent cell (diagonals included)", Derived),
                Over = bare("over", "The pieces between `from` and `to`.", "jumped over", Ours),
                Line = bare("line", "Straight runs of enemies between `to` and another piece of the mover.", "flanked between it and another friendly piece", Ours),
                Approach = bare("approach", "The run of enemies just beyond `to`.", "in the unbroken line straight ahead", Ours),
                Withdraw = bare("withdraw", "The run of enemies just behind `from`.", "in the unbroken line straight behind", Ours),
                Everywhere = bare("everywhere", "All cells of the board.", "anywhere on the board", Ours),
            }
            EffectFlag {
                Optional = bare("optional", "The mover may do without.", " (if the mover wants)", Derived),
                Subsume = bare("subsume", "The capturing piece becomes the captured type.", " and take over its type", Derived).about(&[About::Heights]),
                Recycle = bare("recycle", "Captives return to their owner's hand.", ", returning it to its owner's hand", Derived).about(&[About::Hands, About::Heights]),
                If = list("if", &[one("condition", BOOL)], "Only where this holds of the cell touched (`current`).", " {guard?where|if} {condition}", Paper).example("(if (enemy current))"),
                Amount = list("amount", &[one("amount", &[Range(-99, 99)])], "By how much.", " by {amount}", Derived).example("(amount 2)"),
                Mod = list("mod", &[one("modulus", &[Range(1, 99)])], "Modulo.", " (modulo {modulus})", Derived).example("(mod 4)"),
                Reap = list("reap", &[one("condition", BOOL), any("spared", CELLS)],
                    "Then the states of the last cell sown and of those before it, as long as the condition holds of them (`current`), go to the mover's score; none do if that would leave no state on the spared cells.",
                    ", then score and clear the last cell sown and those before it as long as {condition}[, unless that would clear all of {spared+ and }]", Ours).example("(reap (= (piece-state current) 2) home)").not_evolvable(),
                Size = list("size", &[one("size", COUNT), opt("most", COUNT, "")], "Only captured runs or groups of exactly this size, or of a size in this range.", "{runs? ({most?{runs} of {size#} to {most#}|{size=1?single pieces|{runs} of exactly {size#}}} only)|}", Ours).example("(size 2 3)"),
                All = bare("all", "The whole stack.", "all", Derived),
                Any = bare("any", "The mover chooses.", "any", Derived),
                Trail = bare("trail", "One on each cell of the way.", "trail", Derived).about(&[About::Heights]),
            }

            // --- Directions ---
            Direction {
                N = bare("n", "North.", "north", Paper).turning(Turning::Compass),
                S = bare("s", "South.", "south", Paper).turning(Turning::Compass),
                E = bare("e", "East.", "east", Paper).turning(Turning::Compass),
                W = bare("w", "West.", "west", Paper).turning(Turning::Compass),
                Ne = bare("ne", "North-east.", "north-east", Paper).turning(Turning::Compass),
                Nw = bare("nw", "North-west.", "north-west", Paper).turning(Turning::Compass),
                Se = bare("se", "South-east.", "south-east", Paper).turning(Turning::Compass),
                Sw = bare("sw", "South-west.", "south-west", Paper).turning(Turning::Compass),
                U = bare("u", "To the level above.", "upwards", Ours).not_evolvable(),
                D = bare("d", "To the level below.", "downwards", Ours).not_evolvable(),
                F = bare("f", "Forwards.", "forwards", Paper).about(&[About::Facing]),
                B = bare("b", "Backwards.", "backwards", Paper).about(&[About::Facing]),
                L = bare("l", "Left.", "left", Paper).turning(Turning::Hand("r")).about(&[About::Facing]),
                R = bare("r", "Right.", "right", Paper).turning(Turning::Hand("l")).about(&[About::Facing]),
                Fl = bare("fl", "Forwards left.", "forward-left", Derived).turning(Turning::Hand("fr")).about(&[About::Facing]),
                Fr = bare("fr", "Forwards right.", "forward-right", Derived).turning(Turning::Hand("fl")).about(&[About::Facing]),
                Bl = bare("bl", "Backwards left.", "backward-left", Derived).turning(Turning::Hand("br")).about(&[About::Facing]),
                Br = bare("br", "Backwards right.", "backward-right", Derived).turning(Turning::Hand("bl")).about(&[About::Facing]),
                Direct = bare("direct", "Every direct direction.", "{square?orthogonally|in any direct direction}", Ours),
                Diagonal = bare("diagonal", "Every indirect direction.", "{square?diagonally|in any diagonal direction}", Ours),
                All = bare("all", "Every adjacent direction.", "{orthogonal?orthogonally|{oblique?diagonally|in any direction}}", Derived),
                Any = bare("any", "Every adjacent direction.", "{orthogonal?orthogonally|{oblique?diagonally|in any direction}}", Derived).spelling_of("all"),
            }
            Turtle {
                F = bare("f", "Move forwards.", "forwards", Paper).about(&[About::Facing]),
                B = bare("b", "Move back.", "back", Paper).about(&[About::Facing]),
                L = bare("l", "Turn left.", "turn left", Paper).turning(Turning::Hand("r")).about(&[About::Facing]),
                R = bare("r", "Turn right.", "turn right", Paper).turning(Turning::Hand("l")).about(&[About::Facing]),
                Fl = bare("fl", "Move forwards left.", "forward-left", Derived).turning(Turning::Hand("fr")).about(&[About::Facing]),
                Fr = bare("fr", "Move forwards right.", "forward-right", Derived).turning(Turning::Hand("fl")).about(&[About::Facing]),
                Bl = bare("bl", "Move back left.", "backward-left", Derived).turning(Turning::Hand("br")).about(&[About::Facing]),
                Br = bare("br", "Move back right.", "backward-right", Derived).turning(Turning::Hand("bl")).about(&[About::Facing]),
            }

            // --- Start and play ---
            StartItem {
                Place = list("place", &[one("piece", RECORD), opt("count", UINT, "").unturnable(), any("cells", CELLS), any("symmetry", &[Of(C::PlaceFlag)])],
                    "Pieces on the board at the start: the union of the cells, filtered by phases; a count takes the first ones.",
                    "{count?{count#} |}{piece:plural} on {cells}", Paper).example("(place (Stone White) home (home 2) (phase 0))"),
                InHand = list("in-hand", &[one("piece", RECORD), one("count", UINT)], "Pieces in hand at the start.", "{count#} {piece:n=count} in hand", Paper).example("(in-hand (Stone All) 5)").about(&[About::Hands, About::Heights]),
            }
            PlaceFlag {
                Mirror = bare("mirror", "The opponent's pieces on the cells mirrored top to bottom.", "mirrored top to bottom", Paper).turning(Turning::NotCrosswise).about(&[About::Facing]),
                Rotate = bare("rotate", "The opponent's pieces on the cells turned by a half turn.", "turned by half a turn", Paper).about(&[About::Facing]),
            }
            PlayItem {
                CanPass = list("can-pass", &[], "A player may pass.", "A player may pass instead of moving.", Paper).plain(),
                Repetition = list("repetition", &[one("rule", &[Of(C::Repetition)])], "What holds when a position comes again. Default: forbid.", "{rule}", Ours).not_evolvable().idle(Idle::With("forbid")),
                Never = list("never", &[one("condition", &[Of(C::Condition)])], "A move after which the condition holds for the mover is illegal.", "A player may not make a move after which {condition}.", Ours).example("(never (group 5))").scope(Scope::End),
                Longest = bare("longest", "Only moves that begin the longest possible turn are legal.", "Of all possible turns, one of the most moves must be played.", Ours).not_evolvable(),
                Swap = bare("swap", "At the second move the second player may change sides instead.", "After the first move the second player may change sides instead of moving.", Derived).not_evolvable(),
            }
            Repetition {
                Forbid = bare("forbid", "A move to a position seen before, with the same player to move, is illegal (situational superko).", "No position may be repeated.", Paper),
                Positional = bare("positional", "A move to a board seen before is illegal (positional superko).", "No arrangement of the board may be repeated.", Ours),
                Draw = bare("draw", "The third time a position arises the game is drawn.", "Threefold repetition is a draw.", Ours),
                Allow = bare("allow", "Positions may come again.", "Positions may be repeated.", Ours),
            }

            // --- End ---
            Clause {
                Player = list("PLAYER", &[one("result", &[Of(C::Result)]), one("condition", &[Of(C::Condition)])],
                    "When the condition holds for the player, the player gets the result.", "{head} {result} if {condition}.", Paper).example("(All win (in-a-row 4))").headed(Head::PlayerType),
            }
            Result {
                Win = bare("win", "The player wins.", "wins", Paper),
                Lose = bare("lose", "The player loses.", "loses", Paper),
                Draw = bare("draw", "The game is drawn.", "draws", Paper),
            }
            EndFlag {
                MoverWins = bare("mover-wins", "When both players end the game at once, the mover wins (default).", "If both win or lose, the mover wins.", Paper).idle(Idle::Always),
                MoverLoses = bare("mover-loses", "When both players end the game at once, the mover loses.", "If both win or lose, the mover loses.", Paper),
                Draw = bare("draw", "When both players end the game at once, it is drawn.", "If both win or lose, it is a draw.", Paper),
                OppTurn = bare("opp-turn", "A win counts only if it stands after the opponent's move.", "A win counts only if it still stands after the opponent's next move.", Derived),
                WinFirst = bare("win-first", "When one player both wins and loses, it wins (default: it loses).", "Winning comes before losing.", Ours),
            }
            Condition {
                And = condition("and", None, &[some("conditions", &[Of(C::Condition)])], "All hold.", "{conditions+ and }", Paper).example("(and (in-a-row 3) (not (in-a-row 4)))"),
                Or = condition("or", None, &[some("conditions", &[Of(C::Condition)])], "At least one holds.", "{conditions+ or }", Paper).example("(or (no-move) (in-a-row 3))"),
                Not = condition("not", None, &[one("condition", &[Of(C::Condition)])], "It does not hold.", "{!condition}", Paper).example("(not (in-a-row 4))"),
                Eq = condition("=", None, &[one("left", INT), one("right", INT)], "Equal.", "{left#} <is|is not> {right#}", Ours).example("(= (num-pieces friend) 4)").commutative(),
                Ne = condition("!=", None, &[one("left", INT), one("right", INT)], "Not equal.", "{left#} <is not|is> {right#}", Ours).example("(!= (num-pieces friend) 4)").commutative(),
                Lt = condition("<", None, &[one("left", INT), one("right", INT)], "Less.", "{left#} <is less than|is at least> {right#}", Ours).example("(< (num-pieces friend) 4)"),
                Le = condition("<=", None, &[one("left", INT), one("right", INT)], "At most.", "{left#} <is at most|is more than> {right#}", Ours).example("(<= (num-pieces friend) 4)"),
                Gt = condition(">", None, &[one("left", INT), one("right", INT)], "More.", "{left#} <is more than|is at most> {right#}", Ours).example("(> (num-pieces friend) 4)").converse_of("<"),
                Ge = condition(">=", None, &[one("left", INT), one("right", INT)], "At least.", "{left#} <is at least|is less than> {right#}", Ours).example("(>= (num-pieces friend) 4)").converse_of("<="),
                Connect = condition("connect", Some(GoalFamily::Connect), &[opt("count", COUNT, ""), any("regions", CELLS), PIECES, ADJ, any("flags", &[Only(C::ConditionFlag, &["stack"])])],
                    "One group of the player touches every one of the regions (default: own-regions), or so many of them; counted, `corners` are each corner and `sides` each side without its corners.", "{lone?{owned?there <is|is not>|they <have|do not have>} a {piece} {regions:on}|<a|no> chain of {owned?{piece:plural}|{bare?theirs|their {piece:plural}}} connects {count?at least {count#} of {regions=sides?the sides of the board (corners aside)|{regions=all-sides?the sides of the board|{regions=opposite-sides?the opposite sides of the board|{regions|their regions}}}}|{regions|their regions}}[ ({adjacency})]}{flags=stack?, buried pieces included|}", Paper).example("(connect own-regions)"),
                Cycle = condition("cycle", Some(GoalFamily::Connect), &[PIECES, ADJ], "The player's pieces enclose at least one cell.", "{owned?|their }{piece:plural} <form a ring|form no ring> round a cell", Derived).example("(cycle d-nbors)"),
                Group = condition("group", Some(GoalFamily::Group), &[opt("size", COUNT, ""), PIECES, ADJ, any("flags", &[Only(C::ConditionFlag, &["stack", "exactly"])])],
                    "A connected group of at least the size; without one, all pieces of the player (two at least) in one group.", "{size?{owned?there <is|is not>|they <have|do not have>} a connected group of {flags=exactly?exactly|at least} {size#} {piece:n=size}|<all {owned?|their }{piece:plural} (at least two) form|{owned?|their }{piece:plural} are fewer than two or do not form> one group}[ ({adjacency})]{flags=stack?, buried pieces included|}", Paper).example("(group 5)"),
                InARow = condition("in-a-row", Some(GoalFamily::Row), &[one("length", &[Range(2, 25)]), PIECES, ADJ, any("flags", &[Only(C::ConditionFlag, &["stack", "exactly"])])],
                    "A straight line of at least so many of the player's pieces.", "{owned?there <are|are not> {flags=exactly?exactly {length#}|{length#} or more} {piece:plural}|they <have|do not have> {flags=exactly?exactly {length#}|{length#} or more}{bare?| {piece:plural}}} in {adjacency?a|{orthogonal?an orthogonal|{oblique?a diagonal|a}}} row[ ({adjacency})]{flags=stack?, buried pieces included|}", Paper).example("(in-a-row 5 exactly)"),
                Path = condition("path", Some(GoalFamily::Reach), &[PIECES, some("goal", CELLS)], "Some such piece of the player could walk to the goal over adjacent cells without neutral pieces.", "{owned?some {piece}|one of their {piece:plural}} <has|does not have> a way to {goal:side} round the neutral pieces", Ours).example("(path away)"),
                Pattern = condition("pattern", Some(GoalFamily::Row), &[some("path", TURTLE).in_order(), PIECES], "The player's pieces stand on every cell of a path, in any direction.", "{owned?|their }{piece:plural} <form|do not form> {shape|the pattern “{path+, }” in some direction}", Derived).example("(pattern f r f r f)").about(&[About::Facing]),
                Reach = condition("reach", Some(GoalFamily::Reach), &[any("flags", &[Only(C::ConditionFlag, &["all", "fill", "stack"])]), opt("count", COUNT, "1"), PIECES, some("goal", &[Of(C::Cells), Only(C::Direction, &["n", "s", "e", "w", "ne", "nw", "se", "sw"])])],
                    "So many pieces of the player stand on the goal; `fill`: on every cell of it; `all`: every piece of the player.", "{flags=fill?every cell of {goal:side} <holds|does not hold> {owned?a {piece}|one of their {piece:plural}}|{flags=all?all {owned?|their }{piece:plural} <stand|do not stand> {goal:on}|{owned?there {count=1?<is|is not>|<are|are not>}|they <have|do not have>} {count=1?a|at least {count#}} {piece:n=count} {count=1?{goal:on+ or }|{goal:on}}}}{flags=stack?, buried pieces included|}", Paper).example("(reach 2 Stone away)"),
                Threatened = condition("threatened", Some(GoalFamily::Capture), &[PIECES], "Were it the opponent's turn, one of its moves would capture a piece of such a type.", "the opponent <threatens|does not threaten> to capture a {piece}", Ours).example("(threatened any)").not_evolvable(),
                Capture = condition("capture", Some(GoalFamily::Capture), &[one("count", COUNT), PIECES], "The player has captured at least so many pieces.", "they <have|have not> captured at least {count#} {piece:n=count}", Paper).example("(capture 10)").reads(Past::Captures),
                Eliminate = condition("eliminate", Some(GoalFamily::Capture), &[opt("player", PLAYER, "enemy").refuses(NOBODY), PIECES], "That player has no such piece on the board and none left to enter.", "{named?there <are no|are still> {piece:plural}|{player=neutral?there <are no|are still> neutral|{player=All?the players <have no|still have>|{player=all?the players <have no|still have>|{player=friend?they <have no|still have>|{player=current?they <have no|still have>|{player} <has no|still has>}}}}} {piece:plural}} <left{stacked? on top|{endless? on the board|}}|on {stacked?top|the board}{endless?| or in hand}>", Paper).example("(eliminate enemy)").about(&[About::Hands, About::Heights]),
                Score = condition("score", Some(GoalFamily::Score), &[one("score", &[Range(1, 999), Only(C::Goal, &["best"])])], "The player's score is at least this; `best`: higher than the opponent's.", "{score=best?they <have|do not have> the higher score|their score <is at least|is less than> {score}}", Paper).example("(score best)"),
                Stack = condition("stack", Some(GoalFamily::Stack), &[one("height", COUNT), PIECES, any("flags", &[Only(C::ConditionFlag, &["owner", "exactly"])])],
                    "A stack of at least this height topped by the player; `owner`: counting the player's pieces only.", "{owned?there <is|is not>|they <own|do not own>} a stack of {flags=exactly?exactly|at least} {height#} {height=1?piece|pieces}{bare?| (topped by a {piece})}{flags=owner? (counting their own pieces only)|}", Paper).example("(stack 4 owner)").about(&[About::Heights]),
                #[cfg(test)]
                Heap = condition("heap", Some(GoalFamily::Stack), &[one("height", COUNT), PIECES, any("flags", &[Only(C::ConditionFlag, &["owner", "exactly"])])],
                    "A stack of at least this height topped by the player: a copy of `stack`, to test what a new ludeme takes.", "{owned?there <is|is not>|they <own|do not own>} a stack of {flags=exactly?exactly|at least} {height#} {height=1?piece|pieces}{bare?| (topped by a {piece})}{flags=owner? (counting their own pieces only)|}", Ours).example("(heap 4 owner)").not_evolvable(),
                State = condition("state", Some(GoalFamily::Score), &[one("state", &[Range(0, 99)]), opt("cell", COORD, ""), opt("piece", RECORD, "")],
                    "The cell, or without one a piece of the player, is in this state.", "{cell?{cell} <is|is not> marked {state}|{owned?some {piece}|one of their {piece:plural|pieces}} <is|is not> in state {state}}", Paper).example("(state 3 A1)"),
                NoMove = condition("no-move", Some(GoalFamily::Block), &[], "The player is to move and has no legal move.", "<they cannot move|they can move or it is not their turn>", Paper).also(&["stalemate", "no-moves", "blocked", "stalemated"]),
                AllPassed = condition("all-passed", None, &[], "All players have passed in succession.", "<both players have passed in succession|the players have not passed in succession>", Ours),
                Full = condition("full", None, &[], "No cell is empty.", "the board <is|is not> full", Ours),
            }
            Adjacency {
                DNbors = bare("d-nbors", "Direct neighbours only.", "direct neighbours only", Paper),
                INbors = bare("i-nbors", "Indirect neighbours only.", "diagonal neighbours only", Paper),
                AllNbors = bare("all-nbors", "Direct and indirect neighbours.", "direct and diagonal neighbours", Derived),
            }
            Goal {
                Best = bare("best", "The higher score.", "the higher score", Derived),
            }
            ConditionFlag {
                All = bare("all", "Every piece of the player.", "with every piece", Derived),
                Fill = bare("fill", "Every cell of the goal.", "filling it", Derived),
                Stack = bare("stack", "Any piece of a stack counts, not only the top one.", "counting buried pieces", Derived),
                Owner = bare("owner", "Only the player's own pieces of the stack count.", "counting own pieces", Derived),
                Exactly = bare("exactly", "No more than that.", "exactly", Ours),
            }

            // --- Support ---
            Support {
                Advisors = list("advisors", &[any("items", &[Anything])], "The policy: advisors and weights.", "", Paper).example("(advisors (mobility 0.5) (material 1.0))").not_evolvable().cosmetic(),
                Description = list("description", &[any("items", &[Anything])], "What the game is like.", "{items}", Paper).example("(description \"A short game of lines.\")").not_evolvable().cosmetic(),
                Aim = list("aim", &[any("items", &[Anything])], "The aim in a sentence.", "{items}", Paper).example("(aim \"Make a line of three.\")").not_evolvable().cosmetic(),
                Ancestry = list("ancestry", &[any("items", &[Anything])], "Parents, generation, distances.", "", Paper).example("(ancestry (parents Hex Gomoku) (generation 3))").not_evolvable().cosmetic(),
                Ranking = list("ranking", &[any("items", &[Anything])], "The rank in its population.", "", Paper).example("(ranking 2)").not_evolvable().cosmetic(),
                Viable = list("viable", &[any("items", &[Anything])], "Whether it is viable.", "", Paper).example("(viable yes)").not_evolvable().cosmetic(),
                Score = list("score", &[any("items", &[Number, Anything])], "The estimated score.", "", Paper).example("(score 0.7)").not_evolvable().cosmetic(),
            }
        }
    };
}
