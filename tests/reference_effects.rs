//! The reference implementation on hand-made positions: actions, captures and the other effects.

mod reference;

use ludogen::board::{Board, BoardSpec, Compass, Shape, Tiling};
use ludogen::game::rules::*;
use reference::build::*;

/// Pieces of two types; those of the first drop on empty cells and move anywhere, with these effects.
fn with(spec: BoardSpec, effects: &[EffectKind]) -> (Rules, Board) {
    let drop = then(drop_on_empty(), effects.to_vec());
    let go = then(walk(Bool::True), effects.to_vec());
    let mut rules = game(spec);
    rules.pieces = vec![piece("Man", Who::All, vec![drop, go]), piece("King", Who::All, vec![])];
    let board = board_of(&rules);
    (rules, board)
}

fn after_drop(spec: BoardSpec, effects: &[EffectKind], rows: &[&str], to: &str) -> Vec<String> {
    let (rules, board) = with(spec, effects);
    Scene::new(&rules, &board, rows).play("", to).rows()
}

fn after_move(spec: BoardSpec, effects: &[EffectKind], rows: &[&str], from: &str, to: &str) -> Vec<String> {
    let (rules, board) = with(spec, effects);
    Scene::new(&rules, &board, rows).play(from, to).rows()
}

fn sized(how: CaptureType, size: (u32, u32)) -> EffectKind {
    match capture(how) {
        EffectKind::Capture { how, pieces, victim, subsume, recycle, .. } => {
            EffectKind::Capture { how, pieces, victim, subsume, recycle, size: Some(size) }
        }
        other => other,
    }
}

#[test]
fn neighbours_are_captured() {
    let rows = ["BB.", "BWB", "..."];
    let by = |how| after_drop(square(3, 3), &[capture(how)], &["BBB", "W.B", "..B"], "B2");
    assert_eq!(by(CaptureType::Direct), ["B.B", "WW.", "..B"]);
    assert_eq!(by(CaptureType::Indirect), [".B.", "WWB", "..."]);
    assert_eq!(by(CaptureType::AllNeighbours), ["...", "WW.", "..."]);
    // The flags of the tiling do not matter to these.
    let wide = after_drop(square(3, 3).with_indirect(), &[capture(CaptureType::Direct)], &rows, "A1");
    assert_eq!(wide, ["BB.", ".WB", "W.."]);
}

#[test]
fn what_is_jumped_over_is_captured() {
    let over = [capture(CaptureType::Over)];
    assert_eq!(after_move(square(5, 1), &over, &["WBWB."], "A1", "E1"), ["..W.W"]);
    // Along any line of the board, whatever is adjacent.
    assert_eq!(after_move(square(3, 3), &over, &["...", ".B.", "W.."], "A1", "C3"), ["..W", "...", "..."]);
    // A knight's move is not along a line.
    assert_eq!(after_move(square(3, 3), &over, &["...", "BB.", "W.."], "A1", "B3"), [".W.", "BB.", "..."]);
}

#[test]
fn runs_closed_by_a_friend_are_captured() {
    let line = [capture(CaptureType::Line)];
    assert_eq!(after_drop(square(5, 1), &line, &["WBB.."], "D1"), ["W..W."]);
    assert_eq!(after_drop(square(5, 1), &line, &[".BB.."], "D1"), [".BBW."]);
    assert_eq!(after_drop(square(5, 1), &line, &["WB.B."], "C1"), ["W.WB."]);
    assert_eq!(after_drop(square(5, 1), &line, &["WBNB."], "E1"), ["WBNBW"]);
    let diagonal = ["W..", ".B.", "..."];
    assert_eq!(after_drop(square(3, 3), &line, &diagonal, "C1"), ["W..", ".B.", "..W"]);
    assert_eq!(after_drop(square(3, 3).with_indirect(), &line, &diagonal, "C1"), ["W..", "...", "..W"]);
    // Pairs only.
    let pairs = [sized(CaptureType::Line, (2, 2))];
    assert_eq!(after_drop(square(6, 1), &pairs, &["WBB.BW"], "D1"), ["W..WBW"]);
}

#[test]
fn groups_without_liberties_are_captured() {
    let surround = [capture(CaptureType::Surround)];
    assert_eq!(after_drop(square(3, 3), &surround, &["W..", "BW.", "B.."], "B1"), ["W..", ".W.", ".W."]);
    assert_eq!(after_drop(square(3, 3), &surround, &["...", "BW.", "B.."], "B1"), ["...", "BW.", "BW."]);
    // Two groups at once, the neutral piece is no liberty, and the mover's own stone is safe.
    assert_eq!(after_drop(square(3, 1), &surround, &["B.B"], "B1"), [".W."]);
    assert_eq!(after_drop(square(3, 2), &surround, &["N..", "B.."], "B1"), ["N..", ".W."]);
    assert_eq!(after_drop(square(3, 3), &surround, &[".B.", "B.B", ".B."], "B2"), [".B.", "BWB", ".B."]);
    // `size` is about whole groups.
    let single = [sized(CaptureType::Surround, (1, 1))];
    assert_eq!(after_drop(square(3, 3), &single, &["W..", "BW.", "B.."], "B1"), ["W..", "BW.", "BW."]);
    // Diagonal adjacency gives more liberties.
    let wide = square(3, 3).with_indirect();
    assert_eq!(after_drop(wide, &surround, &["W..", "BWW", "BW."], "C1"), ["W..", "BWW", "BWW"]);
}

#[test]
fn approach_and_withdrawal_capture_runs() {
    let (approach, withdraw) = ([capture(CaptureType::Approach)], [capture(CaptureType::Withdraw)]);
    assert_eq!(after_move(square(6, 1), &approach, &["BW.BB."], "B1", "C1"), ["B.W..."]);
    assert_eq!(after_move(square(6, 1), &withdraw, &["BW.BB."], "B1", "C1"), ["..WBB."]);
    assert_eq!(after_move(square(6, 1), &approach, &["W...BW"], "A1", "C1"), ["..W.BW"]);
    assert_eq!(after_move(square(3, 3), &approach, &["..B", "...", "W.."], "A1", "B2"), ["...", ".W.", "..."]);
}

#[test]
fn replacement_takes_the_pieces_below() {
    let (rules, board) = with(square(3, 1), &[capture(CaptureType::Replace)]);
    let scene = Scene::new(&rules, &board, &["W.."]).stack("B1", "BWb").play("A1", "B1");
    assert_eq!(scene.on("B1"), "WW");
    assert_eq!(scene.position().captured, [vec![1, 1], vec![0, 0]]);
}

#[test]
fn whole_stacks_are_captured_and_counted() {
    let (rules, board) = with(square(3, 1), &[capture(CaptureType::Direct)]);
    let scene = Scene::new(&rules, &board, &["..B"]).stack("A1", "WbB").play("", "B1");
    assert_eq!(scene.rows(), [".W."]);
    assert_eq!(scene.position().captured, [vec![3, 1], vec![0, 0]]);
    // The top piece decides.
    let scene = Scene::new(&rules, &board, &["..."]).stack("A1", "BW").play("", "B1");
    assert_eq!(scene.on("A1"), "BW");
}

#[test]
fn captures_have_victims_records_and_guards() {
    let mut taking = capture(CaptureType::Direct);
    if let EffectKind::Capture { pieces, victim, .. } = &mut taking {
        (*pieces, *victim) = (of_kind(1), Who::All);
    }
    assert_eq!(after_drop(square(3, 3), &[taking], &["...", "w.b", ".B."], "B2"), ["...", ".W.", ".B."]);

    let (mut rules, board) = with(square(3, 3), &[capture(CaptureType::Direct)]);
    let alone = Int::Neighbours(Coord::Current, Target::Pieces(of(Who::Opponent)));
    rules.pieces[0].moves[0].post[0].guard = Bool::Compare(Cmp::Eq, alone, Int::Const(0));
    let scene = Scene::new(&rules, &board, &["BB.", "..B", "..."]).play("", "B2");
    assert_eq!(scene.rows(), ["BB.", ".W.", "..."]);
}

#[test]
fn guards_see_the_board_as_it_was_before_the_effect() {
    // Each of the two sees the other, so both stay, although taking one would free the other.
    let (mut rules, board) = with(square(3, 1), &[capture(CaptureType::Direct)]);
    let two = Int::Pieces(Target::Pieces(of(Who::Opponent)));
    rules.pieces[0].moves[0].post[0].guard = Bool::Compare(Cmp::Eq, two, Int::Const(2));
    let scene = Scene::new(&rules, &board, &["B.B"]).play("", "B1");
    assert_eq!(scene.rows(), [".W."]);
}

#[test]
fn captives_return_to_limited_hands_only() {
    let recycle = EffectKind::Capture {
        how: CaptureType::Direct,
        pieces: PieceRecord::default(),
        victim: Who::Opponent,
        subsume: false,
        recycle: true,
        size: None,
    };
    let (mut rules, board) = with(square(3, 1), &[recycle]);
    rules.in_hand = vec![InHand { piece: of_kind(0), count: 4 }];
    let scene = Scene::new(&rules, &board, &["..b"]).stack("A1", "BB").play("", "B1");
    assert_eq!(scene.position().hands, [vec![Some(3), Some(0)], vec![Some(6), Some(1)]]);
    rules.in_hand.clear();
    let scene = Scene::new(&rules, &board, &["B.."]).play("", "B1");
    assert_eq!(scene.position().hands[1], [None, None]);
    assert_eq!(scene.position().captured[0], [1, 0]);
}

#[test]
fn subsuming_takes_over_the_type_last_captured() {
    let subsume = EffectKind::Capture {
        how: CaptureType::Direct,
        pieces: PieceRecord::default(),
        victim: Who::Opponent,
        subsume: true,
        recycle: false,
        size: None,
    };
    let last = |rows: [&str; 1]| after_drop(square(3, 1), std::slice::from_ref(&subsume), &rows, "B1");
    assert_eq!(last(["B.b"]), [".w."]);
    assert_eq!(last(["b.B"]), [".W."]);
    assert_eq!(last(["..."]), [".W."]);
}

#[test]
fn pieces_are_converted() {
    let flip = EffectKind::Convert { how: Some(CaptureType::Line), pieces: None, owner: Who::Mover, size: None };
    assert_eq!(after_drop(square(5, 1), &[flip], &["WBb.."], "D1"), ["WWwW."]);
    let crown = EffectKind::Convert { how: None, pieces: Some(of_kind(1)), owner: Who::Mover, size: None };
    assert_eq!(after_drop(square(3, 1), &[crown], &["B.."], "C1"), ["B.w"]);
    let tame = EffectKind::Convert {
        how: Some(CaptureType::Direct),
        pieces: Some(of_kind(1)),
        owner: Who::Neutral,
        size: None,
    };
    assert_eq!(after_drop(square(3, 1), &[tame], &["W.B"], "B1"), ["WWn"]);
}

#[test]
fn a_converted_piece_faces_as_its_new_owner() {
    let flip = EffectKind::Convert { how: Some(CaptureType::Direct), pieces: None, owner: Who::Mover, size: None };
    let (rules, board) = with(square(3, 1), &[flip]);
    let mut scene = Scene::new(&rules, &board, &["B.."]);
    scene.game.position.stack_mut(0)[0].facing = board.compass(Compass::E);
    let scene = scene.play("", "B1");
    let piece = &scene.position().stacks[0][0];
    assert_eq!(scene.game.referee.facing(piece, Player::Black), board.compass(Compass::N));
}

#[test]
fn pieces_are_pushed_away() {
    let displace = |direction, count| EffectKind::Displace { direction, pieces: PieceRecord::default(), count };
    let east = compass(Compass::E);
    assert_eq!(after_drop(square(6, 1), &[displace(east, 1)], &[".B...."], "A1"), ["W.B..."]);
    assert_eq!(after_drop(square(6, 1), &[displace(east, 9)], &[".B..W."], "A1"), ["W..BW."]);
    assert_eq!(after_drop(square(6, 1), &[displace(east, 2)], &[".BB..."], "A1"), ["WBB..."]);
    assert_eq!(after_drop(square(6, 1), &[displace(east, 9)], &[".W...."], "A1"), ["W....W"]);
    let all = [displace(Dir::Direct, 1)];
    assert_eq!(
        after_drop(square(5, 5), &all, &[".....", "..B..", ".W.B.", "..n..", "....."], "C3"),
        ["..B..", ".....", "W.W.B", ".....", "..n.."]
    );
    // White goes north, Black south.
    let forward = [displace(Dir::Turtle(Turtle::F), 1)];
    assert_eq!(after_drop(square(1, 5), &forward, &[".", "B", ".", "B", "."], "A3"), ["B", ".", "W", "B", "."]);
    // Only the top piece moves.
    let (rules, board) = with(square(3, 1), &[displace(east, 1)]);
    let scene = Scene::new(&rules, &board, &["..."]).stack("B1", "BW").play("", "A1");
    assert_eq!((scene.on("B1"), scene.on("C1")), ("B".into(), "W".into()));
}

#[test]
fn the_moved_piece_turns() {
    let facing = |effects: &[EffectKind], choice: u8| {
        let (rules, board) = with(square(3, 3), effects);
        let scene = Scene::new(&rules, &board, &["...", "...", "..."]).choose("", "B2", choice);
        let piece = scene.position().stacks[4][0].clone();
        board.direction_name(scene.game.referee.facing(&piece, Player::White).expect("a direction")).to_string()
    };
    assert_eq!(facing(&[], 0), "n");
    assert_eq!(facing(&[EffectKind::Rotate(Some(1))], 0), "e");
    assert_eq!(facing(&[EffectKind::Rotate(Some(-1))], 0), "w");
    assert_eq!(facing(&[EffectKind::Rotate(Some(6))], 0), "s");
    assert_eq!(facing(&[EffectKind::Face(compass(Compass::Se))], 0), "se");
    let right = Dir::Turtle(Turtle::R);
    assert_eq!(facing(&[EffectKind::Face(right), EffectKind::Face(right)], 0), "s");
    assert_eq!(facing(&[EffectKind::Rotate(None)], 3), "w");
    assert_eq!(facing(&[EffectKind::Rotate(None), EffectKind::Rotate(None)], 1 | 2 << 3), "w");
}

#[test]
fn every_choice_is_a_move() {
    let choices = |effects: &[EffectKind], optional: &[usize]| {
        let (mut rules, board) = with(square(1, 1), effects);
        optional.iter().for_each(|&i| rules.pieces[0].moves[0].post[i].optional = true);
        Scene::new(&rules, &board, &["."]).moves("", "A1").len()
    };
    assert_eq!(choices(&[], &[]), 1);
    assert_eq!(choices(&[EffectKind::Repeat], &[0]), 2);
    assert_eq!(choices(&[EffectKind::Rotate(None)], &[]), 4);
    assert_eq!(choices(&[EffectKind::Rotate(None)], &[0]), 5);
    assert_eq!(choices(&[EffectKind::Repeat, EffectKind::Rotate(None)], &[0, 1]), 10);
}

#[test]
fn an_optional_effect_is_left_out_or_made() {
    let (mut rules, board) = with(square(3, 1), &[capture(CaptureType::Direct), EffectKind::Score(Int::Const(5))]);
    for effect in &mut rules.pieces[0].moves[0].post {
        effect.optional = true;
    }
    let play = |choice| {
        let scene = Scene::new(&rules, &board, &["B.."]).choose("", "B1", choice);
        (scene.rows().remove(0), scene.position().scores[0])
    };
    assert_eq!(play(0), ("BW.".into(), 0));
    assert_eq!(play(1), (".W.".into(), 0));
    assert_eq!(play(2), ("BW.".into(), 5));
    assert_eq!(play(3), (".W.".into(), 5));
}

#[test]
fn states_and_flags_change() {
    use EffectKind::{AddFlag, IncState, RemoveFlag, SetCellState, SetPieceState};
    let run = |effects: &[EffectKind]| {
        let (mut rules, board) = with(square(2, 1), effects);
        rules.flags = vec!["a".into(), "b".into()];
        (rules.pieces[0].state, rules.pieces[0].flags) = (StateId::nearest(7), 1);
        let scene = Scene::new(&rules, &board, &[".B"]).play("", "A1");
        let p = scene.position().clone();
        (p.stacks[0][0].state, p.stacks[0][0].flags, p.cell_states.clone())
    };
    let inc = |amount, modulus| IncState { cell: Coord::To, amount, modulus };
    assert_eq!(run(&[]), (7, 1, vec![0, 0]));
    assert_eq!(run(&[inc(1, None)]).0, 8);
    assert_eq!(run(&[inc(-9, None)]).0, 0);
    assert_eq!(run(&[inc(99, None)]).0, 99);
    assert_eq!(run(&[inc(1, Some(8))]).0, 0);
    assert_eq!(run(&[inc(-9, Some(8))]).0, 6);
    assert_eq!(run(&[SetPieceState(Coord::To, Int::Const(-3))]).0, 0);
    assert_eq!(run(&[SetPieceState(Coord::To, Int::Sum(vec![Int::PieceState(Coord::To), Int::Const(2)]))]).0, 9);
    assert_eq!(run(&[SetCellState(Coord::To, Int::Const(120))]).2, [99, 0]);
    let east = Coord::Step(Box::new(Coord::To), compass(Compass::E), 1);
    assert_eq!(run(&[SetCellState(east, Int::Const(4)), SetCellState(Coord::From, Int::Const(9))]).2, [0, 4]);
    assert_eq!(run(&[AddFlag(Coord::To, 2)]).1, 3);
    assert_eq!(run(&[RemoveFlag(Coord::To, 1)]).1, 0);
}

#[test]
fn pieces_swap_places() {
    assert_eq!(after_move(square(3, 1), &[EffectKind::Swap], &["W.b"], "A1", "C1"), ["b.W"]);
    // What stays behind on `from` keeps it occupied.
    let (rules, board) = with(square(3, 1), &[EffectKind::Swap]);
    let scene = Scene::new(&rules, &board, &["..b"]).stack("A1", "BW").play("A1", "C1");
    assert_eq!((scene.on("A1"), scene.on("C1")), ("B".into(), "bW".into()));
    let scene = Scene::new(&rules, &board, &["W.."]).stack("C1", "bBn").play("A1", "C1");
    assert_eq!((scene.on("A1"), scene.on("C1")), ("bBn".into(), "W".into()));
}

#[test]
fn scores_count_the_board_as_effects_left_it() {
    let enemies = Int::Pieces(Target::Pieces(of(Who::Opponent)));
    let effects = [
        EffectKind::Score(enemies.clone()),
        capture(CaptureType::Direct),
        EffectKind::Score(Int::Product(vec![enemies, Int::Const(10)])),
        EffectKind::Score(Int::MoveNumber),
    ];
    let (rules, board) = with(square(5, 1), &effects);
    let scene = Scene::new(&rules, &board, &["B..BB"]).play("", "B1");
    assert_eq!(scene.position().scores, [3 + 20, 0]);
}

#[test]
fn stacks_move_and_leave_trails() {
    let go = |amount, trail| {
        let push = Action::Push { cell: Coord::To, count: 1, owner: None, trail };
        def(Bool::True, vec![Action::Pop(Coord::From, amount), push])
    };
    let play = |def: MoveDef, to: &str| {
        let mut rules = game(square(5, 2));
        rules.pieces = vec![piece("Man", Who::All, vec![def]), piece("King", Who::All, vec![])];
        let board = board_of(&rules);
        let scene = Scene::new(&rules, &board, &[".....", ".B..."]).stack("A1", "bwBW").play("A1", to);
        ["A1", "B1", "C1", "D1", "E1", to].map(|l| scene.on(l))
    };
    assert_eq!(play(go(Amount::Count(1), false), "B1"), ["bwB", "BW", "", "", "", "BW"]);
    assert_eq!(play(go(Amount::Count(2), false), "B1"), ["bw", "BBW", "", "", "", "BBW"]);
    assert_eq!(play(go(Amount::Count(9), false), "C1"), ["", "B", "bwBW", "", "", "bwBW"]);
    assert_eq!(play(go(Amount::All, true), "C1"), ["", "Bb", "wBW", "", "", "wBW"]);
    assert_eq!(play(go(Amount::All, true), "E1"), ["", "Bb", "w", "B", "W", "W"]);
    assert_eq!(play(go(Amount::Count(2), true), "E1"), ["bw", "BB", "W", "", "", ""]);
    // Without a line all go to the target.
    assert_eq!(play(go(Amount::All, true), "C2"), ["", "B", "", "", "", "bwBW"]);
}

#[test]
fn stacks_are_fifteen_high_at_most() {
    let mut rules = game(square(2, 1));
    rules.pieces = vec![piece("Man", Who::All, vec![def(Bool::True, vec![push()]), walk(Bool::True)])];
    let board = board_of(&rules);
    let scene = Scene::new(&rules, &board, &["W."]).stack("B1", "BBBBBBBBBBBBBBB");
    assert_eq!(scene.moves("", "B1"), []);
    assert_eq!(scene.moves("A1", "B1"), []);
    let scene = Scene::new(&rules, &board, &["W."]).stack("B1", "BBBBBBBBBBBBBB");
    assert_eq!(scene.play("A1", "B1").on("B1").len(), 15);
}

#[test]
fn pushes_change_owners() {
    let go = |owner| {
        let push = Action::Push { cell: Coord::To, count: 2, owner, trail: false };
        vec![def(Bool::True, vec![pop(), push.clone()]), def(empty(), vec![push])]
    };
    let play = |owner, from: &str| {
        let mut rules = game(square(2, 1));
        rules.pieces = vec![piece("Man", Who::All, go(owner))];
        let board = board_of(&rules);
        Scene::new(&rules, &board, &["W."]).play(from, "B1").on("B1")
    };
    assert_eq!(play(None, "A1"), "W");
    assert_eq!(play(Some(Who::Opponent), "A1"), "B");
    assert_eq!(play(Some(Who::Neutral), "A1"), "N");
    assert_eq!(play(None, ""), "WW");
    assert_eq!(play(Some(Who::Player(Player::Black)), ""), "BB");
}

#[test]
fn boardless_games_keep_together() {
    let mut rules = game(BoardSpec::new(Tiling::Square, Shape::Boardless, &[5]));
    rules.pieces = vec![piece("Man", Who::All, vec![drop_on_empty()])];
    let board = board_of(&rules);
    let scene = Scene::new(&rules, &board, &[]);
    assert_eq!(scene.game.moves().len(), board.len());
    let scene = scene.play("", "C3");
    assert_eq!(scene.game.moves().len(), 8);
    assert_eq!(scene.moves("", "D4").len(), 1);
}

#[test]
fn captures_everywhere_need_no_neighbour() {
    let all = after_drop(square(3, 2), &[capture(CaptureType::Everywhere)], &["B.B", "W.B"], "B1");
    assert_eq!(all, ["...", "WW."]);
}

#[test]
fn a_row_shifts_towards_where_the_piece_was() {
    let shifted = |rows: &[&str], from, to| after_move(square(5, 1), &[EffectKind::Shift], rows, from, to);
    assert_eq!(shifted(&["WBWBB"], "A1", "E1"), ["BWBBW"]);
    assert_eq!(shifted(&["B.NBW"], "E1", "A1"), ["WB.NB"]);
    // With a neighbour it is an exchange; without a line nothing shifts.
    assert_eq!(shifted(&["WB..."], "A1", "B1"), ["BW..."]);
    let knight = after_move(square(2, 3), &[EffectKind::Shift], &["..", "B.", "W."], "A1", "B3");
    assert_eq!(knight, [".W", "B.", ".."]);
}

#[test]
fn a_ring_turns_about_its_centre() {
    let spin = |turn| after_drop(square(3, 3), &[EffectKind::Spin(Coord::To, turn)], &["WB.", "..N", "..."], "B2");
    assert_eq!(spin(1), ["..W", ".WB", ".N."]);
    assert_eq!(spin(-1), [".N.", "BW.", "W.."]);
    assert_eq!(spin(4), ["WB.", ".WN", "..."]);
    // At the edge there is no ring.
    let edge = after_drop(square(3, 3), &[EffectKind::Spin(Coord::To, 1)], &["WB.", "...", "..."], "A2");
    assert_eq!(edge, ["WB.", "W..", "..."]);
}

/// A row of houses in these states; the move sows that of `from`.
fn sown(states: &[u8], from: usize, reap: Option<(Bool, Vec<Cells>)>) -> (Vec<u8>, i32) {
    let cells: Vec<String> = (0..states.len()).map(|i| format!("{}1", (b'A' + i as u8) as char)).collect();
    let track = cells.iter().cloned().map(Coord::Label).collect();
    let go = then(def(Bool::True, vec![pop(), push_on(Coord::From)]), [EffectKind::Sow { track, reap }]);
    let mut rules = game(square(states.len() as u32, 1));
    rules.pieces = vec![piece("House", Who::All, vec![go])];
    let board = board_of(&rules);
    let mut scene = Scene::new(&rules, &board, &[&"W".repeat(states.len())]);
    for (i, &state) in states.iter().enumerate() {
        scene.game.position.stack_mut(i as u16)[0].state = state;
    }
    let scene = scene.play(&cells[from], &cells[from]);
    let after = scene.position().stacks.iter().map(|s| s[0].state).collect();
    (after, scene.position().scores[0])
}

#[test]
fn seeds_are_sown_round_the_track_and_reaped() {
    assert_eq!(sown(&[1, 3, 0, 5], 1, None), (vec![2, 0, 1, 6], 0));
    // The house itself is passed over.
    assert_eq!(sown(&[0, 7, 0, 0], 1, None), (vec![2, 0, 3, 2], 0));
    assert_eq!(sown(&[4, 0, 2, 1], 1, None), (vec![4, 0, 2, 1], 0));
    let full = |n: i32| Bool::Compare(Cmp::Ge, Int::PieceState(Coord::Current), Int::Const(n));
    // From the last house back, as long as it holds.
    assert_eq!(sown(&[3, 1, 1, 0, 2], 0, Some((full(2), vec![]))), (vec![0, 2, 2, 1, 2], 0));
    assert_eq!(sown(&[2, 1, 2, 0, 2], 0, Some((full(2), vec![]))), (vec![0, 0, 0, 0, 0], 7));
    // Not if the spared houses were to be left with nothing.
    let spared = vec![Cells::Label("B1".into()), Cells::Label("C1".into())];
    assert_eq!(sown(&[2, 1, 2, 0, 2], 0, Some((full(2), spared.clone()))), (vec![0, 2, 3, 0, 2], 0));
    assert_eq!(sown(&[2, 0, 2, 0, 2], 0, Some((full(2), spared))), (vec![0, 1, 0, 0, 2], 3));
}
