//! Criteria 0 to 15: what the rules and the board alone tell, before any trial.
//!
//! They read the rule tree as the [`schema`](crate::language::schema) sorts it; support, players, parameters without effect and
//! labels are ignored, and so is what the schema does not know. Whether a clause wins, loses or draws makes no difference.
//!
//! The names of 5, 6, 8 and 13 are in the paper (Fig. 10), with numbers; the definitions are ours.

use super::criterion::Criterion;
use crate::board::{Board, CellId};
use crate::game::{facts, lower};
use crate::language::definitions;
use crate::language::resolve::{self, Element, Names};
use crate::language::schema::{Accepts, Category, Change, GoalFamily, Head, Id, Scope, word};
use crate::language::tree::{Kind, Tree};

/// What must be known of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardFigures {
    /// How many cells it has.
    pub cells: u32,
    /// How many neighbours a cell has on average.
    pub mean_degree: f64,
}

impl BoardFigures {
    /// The figures of a board.
    pub fn of(board: &Board) -> Self {
        let degrees: usize = (0..board.len()).map(|c| board.adjacent(c as CellId).len()).sum();
        BoardFigures { cells: board.len() as u32, mean_degree: degrees as f64 / board.len().max(1) as f64 }
    }
}

/// The sixteen intrinsic criteria in number order.
///
/// ```
/// use ludogen::criticism::{BoardFigures, Criterion, intrinsic};
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let tree = parse(rules).unwrap();
/// let values = intrinsic(&tree, BoardFigures::of(AnyGame::of(&tree).unwrap().board()));
/// let goals = (2..10).filter(|&i| values[i] == 1.0).map(|i| Criterion::ALL[i].name());
/// assert!(goals.eq([Criterion::ALL[3].name()]), "a row, and nothing else");
/// ```
pub fn intrinsic(rules: &Tree, board: BoardFigures) -> [f64; 16] {
    let rules = &definitions::plain(rules);
    let game = Reading::of(rules);
    let flag = |holds: bool| f64::from(u8::from(holds));
    let goal = |family| flag(game.goals.contains(&family));
    let values = [
        rules_complexity(game.ludemes),
        if game.boardless { 1.0 } else { board_complexity(board) },
        goal(GoalFamily::Connect),
        goal(GoalFamily::Row),
        goal(GoalFamily::Reach),
        goal(GoalFamily::Group),
        goal(GoalFamily::Stack),
        goal(GoalFamily::Capture),
        goal(GoalFamily::Block),
        goal(GoalFamily::Score),
        piece_types(game.pieces),
        flag(game.moves.iter().any(|m| m.pushes && !m.pops)),
        flag(game.moves.iter().any(|m| m.pushes && m.pops)),
        flag(game.moves.iter().any(|m| m.does(Change::Capture))),
        flag(game.moves.iter().any(|m| m.does(Change::Conversion))),
        flag(lower(rules).is_ok_and(|rules| facts::may_stack(&rules))),
    ];
    std::array::from_fn(|i| Criterion::ALL[i].bound(values[i]))
}

/// **0** Complexity (rules): `min(1, ludemes / 100)`.
pub fn rules_complexity(ludemes: usize) -> f64 {
    (ludemes as f64 / 100.0).min(1.0)
}

/// **1** Complexity (board): `min(1, cells · mean degree / 600)`; a board without edges counts as 1.
pub fn board_complexity(board: BoardFigures) -> f64 {
    (f64::from(board.cells) * board.mean_degree / 600.0).min(1.0)
}

/// **10** Piece types: `min(1, (k − 1) / 5)` for `k` piece definitions.
pub fn piece_types(definitions: usize) -> f64 {
    (definitions.saturating_sub(1) as f64 / 5.0).min(1.0)
}

/// The ludemes of a game: bracketed elements and bare keywords, names, labels and numbers apart.
pub fn count_ludemes(rules: &Tree) -> usize {
    Reading::of(&definitions::plain(rules)).ludemes
}

/// What the criteria need of a rule tree, gathered in one walk.
struct Reading {
    ludemes: usize,
    boardless: bool,
    goals: Vec<GoalFamily>,
    pieces: usize,
    moves: Vec<Move>,
}

impl Reading {
    fn of(rules: &Tree) -> Self {
        let names = Names::of(rules);
        let mut reading = Reading { ludemes: 0, boardless: false, goals: Vec::new(), pieces: 0, moves: Vec::new() };
        let mut has_pieces = false;
        let game = resolve::resolve(rules, Category::Game, &names);
        reading.ludemes += usize::from(game.is_some());
        let sections = game.iter().flat_map(|g| g.all("sections"));
        for section in sections.filter_map(|s| resolve::resolve(s, Category::Section, &names)) {
            let facts = &section.ludeme.facts;
            if facts.cosmetic || facts.fixed {
                continue;
            }
            has_pieces |= section.ludeme.id == Id::Section(word::Section::Pieces);
            let ends = facts.scope == Some(Scope::End);
            walk(section, &names, &mut |element| {
                let ludeme = element.ludeme;
                let keyword = ludeme.head == Head::Word || matches!(element.tree.kind, Kind::List(_));
                reading.ludemes += usize::from(keyword);
                match ludeme.id {
                    Id::Shape(shape) => reading.boardless |= shape == word::Shape::Boardless,
                    Id::Piece(_) => reading.pieces += 1,
                    Id::Move(_) => reading.moves.push(Move::of(element, &names)),
                    Id::Condition(_) if ends => {
                        reading.goals.extend(ludeme.facts.goal);
                        reading.goals.extend(goals_of_comparison(element, &names));
                    }
                    _ => {}
                }
            });
        }
        if !has_pieces {
            // One Stone a player, placed on an empty cell.
            reading.pieces = 1;
            reading.moves.push(Move { pushes: true, ..Move::default() });
        }
        reading
    }
}

/// The goals that a comparison of numbers sets: those of its numbers when they are compared with a constant. A comparison of
/// numbers with each other is a contest, in which counts of pieces are a score.
fn goals_of_comparison(element: &Element, names: &Names) -> Vec<GoalFamily> {
    let (Some(left), Some(right)) = (element.get("left"), element.get("right")) else { return Vec::new() };
    let contest = left.as_int().is_none() && right.as_int().is_none();
    let mut goals = Vec::new();
    for side in [left, right] {
        let Some(number) = resolve::resolve(side, Category::Int, names) else { continue };
        walk(number, names, &mut |part| match part.ludeme.facts.goal {
            Some(GoalFamily::Capture) if contest => goals.push(GoalFamily::Score),
            family => goals.extend(family),
        });
    }
    goals
}

/// Shows `visit` an element and everything below it that the schema knows, labels apart.
fn walk<'a>(element: Element<'a>, names: &Names, visit: &mut dyn FnMut(&Element<'a>)) {
    if element.ludeme.facts.cosmetic {
        return;
    }
    visit(&element);
    for (param, slot) in element.ludeme.params.iter().zip(&element.slots) {
        for tree in slot {
            let category = param.accepts.iter().find_map(|&accepts| match accepts {
                Accepts::Of(category) if resolve::fits(tree, accepts, names) => Some(category),
                _ => None,
            });
            if let Some(below) = category.and_then(|c| resolve::resolve(tree, c, names)) {
                walk(below, names, visit);
            }
        }
    }
}

/// One kind of move.
#[derive(Default)]
struct Move {
    pushes: bool,
    pops: bool,
    changes: Vec<Change>,
}

impl Move {
    fn of(element: &Element, names: &Names) -> Self {
        let mut this = Move::default();
        for item in element.all("items").iter().filter_map(|t| resolve::resolve(t, Category::MoveItem, names)) {
            for action in item.all("actions").iter().filter_map(|t| resolve::resolve(t, Category::Action, names)) {
                this.pops |= action.ludeme.id == Id::Action(word::Action::Pop);
                this.pushes |= action.ludeme.id == Id::Action(word::Action::Push);
            }
            let effects = item.all("effects").iter().filter_map(|t| resolve::resolve(t, Category::Effect, names));
            this.changes.extend(effects.map(|effect| effect.ludeme.facts.change));
        }
        this
    }

    fn does(&self, change: Change) -> bool {
        self.changes.contains(&change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader for rules as the tests write them: brackets, words, numbers and strings without blanks in them.
    fn read(text: &str) -> Tree {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open = vec![Vec::new()];
        for token in spaced.split_whitespace() {
            match token {
                "(" => open.push(Vec::new()),
                ")" => {
                    let items = open.pop().unwrap();
                    open.last_mut().unwrap().push(Tree::list(items));
                }
                _ if token.starts_with('"') => open.last_mut().unwrap().push(Tree::text(token.trim_matches('"'))),
                _ => open.last_mut().unwrap().push(token.parse().map_or_else(|_| Tree::word(token), Tree::int)),
            }
        }
        open.pop().unwrap().pop().unwrap()
    }

    fn value(criterion: Criterion, rules: &str) -> f64 {
        let board = BoardFigures { cells: 9, mean_degree: 40.0 / 9.0 };
        intrinsic(&read(rules), board)[criterion.number()]
    }

    /// A game with one piece that has one move.
    fn with_move(items: &str) -> String {
        format!(
            "(game G (board (tiling square) (size 3 3)) (pieces (Stone All (moves (move {items})))) (end (All win (group))))"
        )
    }

    const TIC_TAC_TOE: &str = r#"(game Tic-Tac-Toe (players White Black) (board (tiling square i-nbors) (size 3 3))
        (end (All win (in-a-row 3))) (support (description "noughts") (score 0.5)))"#;

    #[test]
    fn tic_tac_toe_counts_ten_ludemes() {
        // Bracketed: game, board, tiling, size, end, All, in-a-row = 7; bare: square, i-nbors, win = 3. Players and support are
        // ignored, `White` and the name are names.
        assert_eq!(count_ludemes(&read(TIC_TAC_TOE)), 10);
        assert_eq!(value(Criterion::RulesComplexity, TIC_TAC_TOE), 0.1);
        // A corner has 3 neighbours, a side cell 5, the centre 8: 4·3 + 4·5 + 8 = 40, and 40 / 600 = 1 / 15.
        assert!((value(Criterion::BoardComplexity, TIC_TAC_TOE) - 1.0 / 15.0).abs() < 1e-12);
        // No pieces section: one Stone a player, placed on an empty cell, which cannot stack.
        assert_eq!(value(Criterion::PieceTypes, TIC_TAC_TOE), 0.0);
        assert_eq!(value(Criterion::PiecePlacement, TIC_TAC_TOE), 1.0);
        for criterion in [Criterion::PieceMovement, Criterion::PieceCapture, Criterion::PieceStacking] {
            assert_eq!(value(criterion, TIC_TAC_TOE), 0.0, "{criterion}");
        }
    }

    #[test]
    fn labels_and_names_count_for_nothing() {
        // pieces, (Stone …), All, moves, move, action, push, and with the six of the frame: game, board, tiling, square, size,
        // end, All, win, group. 7 + 9 = 16.
        assert_eq!(count_ludemes(&read(&with_move("(action (push))"))), 16);
        assert_eq!(count_ludemes(&read(&with_move(r#"(label "drop") (action (push))"#))), 16);
        // (push Stone to): `to` is one keyword more.
        assert_eq!(count_ludemes(&read(&with_move("(action (push to))"))), 17);
    }

    #[test]
    fn large_rules_and_boards_stop_at_one() {
        assert_eq!(rules_complexity(250), 1.0);
        assert_eq!(board_complexity(BoardFigures { cells: 361, mean_degree: 4.0 }), 1.0);
        assert_eq!(value(Criterion::BoardComplexity, "(game G (board (tiling hex) (shape boardless) (size 1)))"), 1.0);
        let wild = BoardFigures { cells: 3, mean_degree: f64::NAN };
        assert!(intrinsic(&read(TIC_TAC_TOE), wild).iter().all(|v| v.is_finite()));
    }

    #[test]
    fn every_goal_is_seen_where_it_stands_and_nowhere_else() {
        let goals = [
            ("(connect)", Criterion::GoalConnect),
            ("(cycle)", Criterion::GoalConnect),
            ("(in-a-row 4)", Criterion::GoalRow),
            ("(pattern f f)", Criterion::GoalRow),
            ("(reach away)", Criterion::GoalReach),
            ("(group)", Criterion::GoalGroup),
            ("(stack 5)", Criterion::GoalStack),
            ("(capture 3)", Criterion::GoalCapture),
            ("(eliminate)", Criterion::GoalCapture),
            ("(no-move)", Criterion::GoalBlock),
            ("(score 10)", Criterion::GoalScore),
            ("(state 2)", Criterion::GoalScore),
            ("(> (score current) 3)", Criterion::GoalScore),
            ("(path away)", Criterion::GoalReach),
            ("(threatened any)", Criterion::GoalCapture),
            ("(<= (num-pieces enemy) 1)", Criterion::GoalCapture),
            ("(> (num-pieces friend) (num-pieces enemy))", Criterion::GoalScore),
            ("(> (+ (num-pieces friend) (territory)) (territory enemy))", Criterion::GoalScore),
            ("(> (largest-group) (largest-group enemy))", Criterion::GoalGroup),
            ("(= (num-groups current) 1)", Criterion::GoalGroup),
        ];
        let all = Criterion::GoalConnect.number()..=Criterion::GoalScore.number();
        for (goal, criterion) in goals {
            for frame in ["(end (All win GOAL))", "(lose GOAL)", "(end (White lose (and (full) (not GOAL))))"] {
                let rules = format!("(game G {})", frame.replace("GOAL", goal));
                let values = intrinsic(&read(&rules), BoardFigures::default());
                let seen: Vec<_> = all.clone().filter(|&i| values[i] == 1.0).collect();
                assert_eq!(seen, [criterion.number()], "{rules}");
            }
        }
        // The flag `stack` is no goal, and neither is a capture or a score in a move.
        assert_eq!(value(Criterion::GoalStack, "(game G (end (All win (group stack))))"), 0.0);
        let moves = with_move("(action (push)) (post (capture) (score 2))");
        assert_eq!([value(Criterion::GoalCapture, &moves), value(Criterion::GoalScore, &moves)], [0.0, 0.0]);
        assert_eq!(value(Criterion::PieceCapture, &moves), 1.0);
    }

    #[test]
    fn piece_types_count_beyond_the_first_in_fives() {
        let piece = |name| format!("({name} All (moves (move (action (push)))))");
        let three = format!("(game G (pieces {} {} {}))", piece("A"), piece("B"), piece("C"));
        assert_eq!(value(Criterion::PieceTypes, &three), 0.4);
        assert_eq!([piece_types(0), piece_types(1), piece_types(6), piece_types(60)], [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn placement_needs_a_push_alone_and_movement_a_pop_too() {
        let of = |items: &str| {
            let rules = with_move(items);
            [value(Criterion::PiecePlacement, &rules), value(Criterion::PieceMovement, &rules)]
        };
        assert_eq!(of("(action (push))"), [1.0, 0.0]);
        assert_eq!(of("(action (pop) (push))"), [0.0, 1.0]);
        assert_eq!(of("(action pass)"), [0.0, 0.0]);
        assert_eq!(of("(action (pop))"), [0.0, 0.0]);
    }

    #[test]
    fn conversions_are_all_changes_of_pieces_and_cells() {
        let effects = "(convert);(rotate 1);(displace n);(inc-state);(cell-state 2);(piece-state 1);(cell-states 1);(shift);(spin to 1);(swap);(sow A1 A2)";
        for effect in effects.split(';') {
            let rules = with_move(&format!("(action (push)) (post {effect})"));
            assert_eq!(value(Criterion::PieceConversion, &rules), 1.0, "{effect}");
        }
        for effect in ["(capture)", "(score 1)", "(repeat)"] {
            let rules = with_move(&format!("(action (push)) (post {effect})"));
            assert_eq!(value(Criterion::PieceConversion, &rules), 0.0, "{effect}");
        }
    }

    /// The move of Fig. 14: to an empty cell along a line, capturing and marking.
    #[test]
    fn the_complex_move_of_figure_14() {
        let rules = with_move(
            "(pre (and (owner from) (empty to) (line) (or (not (> (num-between empty) 0)) (= (num-between enemy) 1))))
             (action (pop) (push)) (post (capture (if (>= (height current) 2)) d-nbors) (inc-state))",
        );
        let values = intrinsic(&read(&rules), BoardFigures { cells: 9, mean_degree: 40.0 / 9.0 });
        // Placement, movement, capture, conversion, stacking.
        assert_eq!(values[11..16], [0.0, 1.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn stacking_is_possible_unless_the_cell_must_be_empty_or_is_always_cleared() {
        let stacks = |items: &str| value(Criterion::PieceStacking, &with_move(items)) == 1.0;
        assert!(stacks("(action (push))"));
        assert!(!stacks("(pre (empty to)) (action (push))"));
        assert!(!stacks("(pre (empty)) (action (push))"));
        assert!(stacks("(pre (empty from)) (action (push))"));
        assert!(!stacks("(pre (and (connected) (empty to))) (action (push))"));
        assert!(stacks("(pre (or (connected) (empty to))) (action (push))"));
        assert!(!stacks("(pre (or (and (line) (empty)) (empty to))) (action (pop) (push))"));
        // Not (not empty or line) is empty and not line; not (not empty and line) may hold on an occupied cell.
        assert!(!stacks("(pre (not (or (not (empty)) (line)))) (action (push))"));
        assert!(stacks("(pre (not (and (not (empty)) (line)))) (action (push))"));
        assert!(stacks("(pre (not (empty))) (action (push))"));
        assert!(!stacks("(pre (= (height to) 0)) (action (push))"));
        assert!(stacks("(pre (<= (height to) 1)) (action (push))"));
        assert!(!stacks("(pre (< (height) 1)) (action (push))"));
        assert!(!stacks("(pre (enemy to)) (action (pop) (push)) (post (capture replace))"));
        // A friend may stand there, who is not captured.
        assert!(stacks("(action (pop) (push)) (post (capture))"));
        assert!(!stacks("(pre (not (friend to))) (action (pop) (push)) (post (capture))"));
        assert!(stacks("(action (pop) (push)) (post (capture optional))"));
        assert!(stacks("(action (pop) (push)) (post (capture replace (if (enemy current))))"));
        assert!(stacks("(action (pop) (push)) (post (capture d-nbors))"));
        assert!(stacks("(pre (empty to)) (action (pop 2) (push 2))"));
        assert!(!stacks("(pre (empty to)) (action (pop))"));
    }

    #[test]
    fn nonsense_is_read_as_little() {
        for rules in ["(nonsense)", "(game)", "(game G (pieces))", "(game G (end (win)) (pieces 3 (move)))"] {
            let values = intrinsic(&read(rules), BoardFigures::default());
            assert!(values.iter().all(|v| (0.0..=1.0).contains(v)), "{rules}");
        }
    }
}
