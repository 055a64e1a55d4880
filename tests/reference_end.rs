//! The reference implementation on hand-made positions: legality, turns, repetition and the end of the game.

mod reference;

use ludogen::board::{BoardSpec, Compass, Shape, Tiling};
use ludogen::game::rules::*;
use reference::build::*;
use reference::*;

const WHITE: Option<Outcome> = Some(Outcome::Won(Player::White));
const BLACK: Option<Outcome> = Some(Outcome::Won(Player::Black));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// A game of dropping pieces of two types on empty cells, and of moving those of the first type.
fn dropping(spec: BoardSpec, end: Vec<Clause>) -> Rules {
    let man = piece("Man", Who::All, vec![drop_on_empty(), walk(empty())]);
    Rules { pieces: vec![man, piece("King", Who::All, vec![])], end, ..game(spec) }
}

/// Drops a white piece and says how the game ended.
fn ends(spec: BoardSpec, end: Vec<Clause>, rows: &[&str], to: &str) -> Option<Outcome> {
    ends_by(dropping(spec, end), rows, to)
}

fn ends_by(rules: Rules, rows: &[&str], to: &str) -> Option<Outcome> {
    let board = board_of(&rules);
    Scene::new(&rules, &board, rows).play("", to).outcome()
}

fn any() -> PieceRecord {
    PieceRecord::default()
}

fn always() -> Condition {
    Condition::Not(Box::new(never()))
}

fn never() -> Condition {
    Condition::Capture { count: 99, pieces: any() }
}

fn clause(who: Who, verdict: Verdict) -> Clause {
    Clause { who, verdict, condition: always() }
}

#[test]
fn lines_in_all_their_kinds() {
    let wide = || square(4, 4).with_indirect();
    let win = |spec: BoardSpec, rows: &[&str], to| ends(spec, vec![wins(in_a_row(3))], rows, to);
    let diagonal = ["....", "..W.", ".W..", "...."];
    assert_eq!(win(wide(), &diagonal, "A1"), WHITE);
    assert_eq!(win(square(4, 4), &diagonal, "A1"), None);
    assert_eq!(win(square(4, 1), &["WW.W"], "C1"), WHITE);
    assert_eq!(win(square(5, 1), &["WN.W."], "C1"), None);
    assert_eq!(win(square(4, 1), &["BBB."], "D1"), BLACK);

    let with = |exactly, adjacency| {
        vec![wins(Condition::InARow { length: 3, exactly, pieces: any(), adjacency, buried: false })]
    };
    assert_eq!(ends(square(5, 1), with(true, None), &["WW.W."], "C1"), None);
    assert_eq!(ends(square(4, 1), with(true, None), &["WW.."], "C1"), WHITE);
    assert_eq!(ends(wide(), with(false, Some(Adjacency::Direct)), &diagonal, "A1"), None);
    assert_eq!(ends(square(4, 4), with(false, Some(Adjacency::Indirect)), &diagonal, "A1"), WHITE);
    assert_eq!(ends(square(4, 1), with(false, Some(Adjacency::Indirect)), &["WW.."], "C1"), None);
    assert_eq!(ends(square(4, 4), with(false, Some(Adjacency::All)), &diagonal, "A1"), WHITE);

    let king = Condition::InARow { length: 2, exactly: false, pieces: of_kind(1), adjacency: None, buried: false };
    assert_eq!(ends(square(4, 1), vec![wins(king.clone())], &["WW.."], "D1"), None);
    assert_eq!(ends(square(4, 1), vec![wins(king)], &["ww.."], "D1"), WHITE);
}

#[test]
fn buried_pieces_count_with_stack() {
    let row = |buried| Condition::InARow { length: 3, exactly: false, pieces: any(), adjacency: None, buried };
    for (buried, outcome) in [(false, None), (true, WHITE)] {
        let rules = dropping(square(4, 1), vec![wins(row(buried))]);
        let board = board_of(&rules);
        let scene = Scene::new(&rules, &board, &["W..."]).stack("B1", "WB").play("", "C1");
        assert_eq!(scene.outcome(), outcome);
    }
}

#[test]
fn groups() {
    let sized = |size, exactly, adjacency| {
        vec![wins(Condition::Group { size, exactly, pieces: any(), adjacency, buried: false })]
    };
    let group = |size, adjacency| sized(size, false, adjacency);
    assert_eq!(ends(square(3, 3), sized(Some(2), true, None), &["W..", "W..", "..W"], "A1"), None);
    assert_eq!(ends(square(3, 3), sized(Some(3), true, None), &["W..", "W..", "..W"], "A1"), WHITE);
    let rows = ["W..", "...", ".W."];
    assert_eq!(ends(square(3, 3), group(None, None), &rows, "A1"), None);
    assert_eq!(ends(square(3, 3), group(None, None), &["...", "W..", ".W."], "A1"), WHITE);
    assert_eq!(ends(square(3, 3), group(None, None), &["...", "...", "..."], "A1"), None);
    assert_eq!(ends(square(3, 3), group(Some(1), None), &["...", "...", "..."], "A1"), WHITE);
    assert_eq!(ends(square(3, 3), group(Some(3), None), &rows, "A1"), None);
    assert_eq!(ends(square(3, 3), group(Some(3), None), &["W..", "W..", "..W"], "A1"), WHITE);
    assert_eq!(ends(square(3, 3), group(Some(3), Some(Adjacency::All)), &rows, "A2"), WHITE);
    assert_eq!(ends(square(3, 3), group(Some(3), Some(Adjacency::Indirect)), &["...", "...", "WWW"], "B2"), WHITE);
    assert_eq!(ends(square(3, 3), group(Some(3), Some(Adjacency::Indirect)), &["...", "...", ".WW"], "B2"), None);
}

#[test]
fn connections() {
    let connect = |regions| {
        vec![wins(Condition::Connect { count: None, regions, pieces: any(), adjacency: None, buried: false })]
    };
    let sides = |a, b| connect(vec![Cells::Side(a), Cells::Side(b)]);
    let rows = ["W..", "...", "W.."];
    assert_eq!(ends(square(3, 3), sides(Compass::N, Compass::S), &rows, "A2"), WHITE);
    assert_eq!(ends(square(3, 3), sides(Compass::E, Compass::W), &rows, "A2"), None);
    assert_eq!(ends(square(3, 3), sides(Compass::N, Compass::S), &rows, "B2"), None);
    // By default White joins north and south on squares, Black the other two sides.
    assert_eq!(ends(square(3, 3), connect(vec![Cells::OwnRegions]), &rows, "A2"), WHITE);
    assert_eq!(ends(square(3, 3), connect(vec![Cells::OwnRegions]), &["...", "BBB", "..."], "A1"), BLACK);
    assert_eq!(ends(square(3, 3), connect(vec![Cells::OwnRegions]), &["...", "WW.", "..."], "C2"), None);
    assert_eq!(ends(square(3, 3), connect(vec![Cells::AllSides]), &["WWW", "W..", "..."], "A1"), WHITE);
    // Of opposite sides any two will do, with whatever else is named; sides that meet are not opposite.
    let opposite = |more: &[Cells]| connect([vec![Cells::OppositeSides], more.to_vec()].concat());
    assert_eq!(ends(square(3, 3), opposite(&[]), &rows, "A2"), WHITE);
    assert_eq!(ends(square(3, 3), opposite(&[]), &["...", "BBB", "..."], "A1"), BLACK);
    assert_eq!(ends(square(3, 3), opposite(&[]), &["...", ".WW", "..."], "A2"), WHITE);
    assert_eq!(ends(square(3, 3), opposite(&[]), &["W..", "W..", "..."], "B2"), None);
    assert_eq!(ends(square(3, 3), opposite(&[Cells::Corners]), &["...", ".WW", "..."], "A2"), None);
    assert_eq!(ends(square(3, 3), opposite(&[Cells::Corners]), &["..W", ".WW", "..."], "A2"), WHITE);
    // Declared regions take the place of the default sides.
    let label = |l: &str| Cells::Label(l.into());
    let region = |owner, cell| Region { owner, cells: vec![label(cell)] };
    let mut rules = dropping(square(3, 1), connect(vec![Cells::OwnRegions]));
    rules.regions = vec![region(Some(Player::White), "A1"), region(None, "B1"), region(Some(Player::Black), "C1")];
    assert_eq!(ends_by(rules.clone(), &["..."], "A1"), None);
    assert_eq!(ends_by(rules.clone(), &["W.."], "B1"), WHITE);
    assert_eq!(ends_by(rules, &[".BB"], "A1"), BLACK);
}

#[test]
fn a_number_of_regions_suffices() {
    let connect = |count, regions| {
        vec![wins(Condition::Connect { count: Some(count), regions, pieces: any(), adjacency: None, buried: false })]
    };
    let corners = |count| connect(count, vec![Cells::Corners]);
    let rows = ["...", "W..", "..."];
    assert_eq!(ends(square(3, 3), corners(1), &rows, "A1"), WHITE);
    assert_eq!(ends(square(3, 3), corners(2), &rows, "A1"), None);
    assert_eq!(ends(square(3, 3), corners(2), &["W..", "W..", "..."], "A1"), WHITE);
    // Two corners in two groups are not connected.
    assert_eq!(ends(square(3, 3), corners(2), &["W..", "...", "..."], "A1"), None);
    assert_eq!(ends(square(3, 3), corners(3), &["WWW", "W..", "..."], "A1"), WHITE);
    assert_eq!(ends(square(3, 3), corners(5), &["WWW", "W..", "..."], "A1"), None);
    // A corner belongs to no side then.
    let sides = |count| connect(count, vec![Cells::Edge]);
    assert_eq!(ends(square(4, 4), sides(2), &["....", "....", "W...", "...."], "A1"), None);
    assert_eq!(ends(square(4, 4), sides(2), &["....", "....", "W...", "W..."], "B1"), WHITE);
    assert_eq!(ends(square(4, 4), sides(3), &["....", "....", "WWW.", "W..."], "B1"), None);
    assert_eq!(ends(square(4, 4), sides(3), &["....", "....", "WWWW", "W..."], "B1"), WHITE);
    // Of named regions each is one.
    let named =
        |count| connect(count, vec![Cells::Side(Compass::N), Cells::Side(Compass::S), Cells::Label("B2".into())]);
    assert_eq!(ends(square(3, 3), named(2), &["...", ".W.", "..."], "B1"), WHITE);
    assert_eq!(ends(square(3, 3), named(2), &["...", "W..", "..."], "A1"), None);
}

#[test]
fn cycles() {
    let end = || vec![wins(Condition::Cycle { pieces: any(), adjacency: None })];
    assert_eq!(ends(square(3, 3), end(), &[".W.", "W..", ".W."], "C2"), WHITE);
    assert_eq!(ends(square(3, 3), end(), &[".W.", "WBW", "..."], "B1"), WHITE);
    assert_eq!(ends(square(3, 3), end(), &[".W.", "W..", "..."], "C2"), None);
    // The edge encloses nothing.
    assert_eq!(ends(square(3, 3), end(), &["...", "W..", "..."], "B1"), None);
    // On hexagons a ring has six cells, or seven when it is filled; then every neighbour of the centre is the player's.
    let hex = || BoardSpec::new(Tiling::Hex, Shape::Hex, &[2]);
    let rules = dropping(hex(), end());
    let board = board_of(&rules);
    let centre = board.centre()[0];
    for filled in [false, true] {
        let mut scene = Scene::new(&rules, &board, &[]);
        let cells: Vec<_> = scene.position().cells().collect();
        for &c in cells.iter().skip(1).filter(|&&c| filled || c != centre) {
            scene.game.position.stack_mut(c).push(new_piece(&rules, 0, Some(Player::White)));
        }
        let label = board.label(cells[0]);
        assert_eq!(scene.play("", &label).outcome(), WHITE);
    }
}

#[test]
fn patterns() {
    use Turtle::{F, R};
    let corner = || vec![wins(Condition::Pattern { path: vec![F, R, F], pieces: any() })];
    assert_eq!(ends(square(3, 3), corner(), &["...", "WW.", "..."], "A1"), WHITE);
    assert_eq!(ends(square(3, 3), corner(), &["...", "W..", "W.."], "A3"), None);
}

#[test]
fn goals_reached() {
    let reach = |goal: Vec<Cells>, count, pieces| vec![wins(Condition::Reach { goal, count, pieces, buried: false })];
    let corners = || vec![Cells::Corners];
    let rows = ["W..", "...", "..."];
    assert_eq!(ends(square(3, 3), reach(corners(), ReachCount::Count(2), any()), &rows, "C3"), WHITE);
    assert_eq!(ends(square(3, 3), reach(corners(), ReachCount::Count(2), any()), &rows, "B3"), None);
    assert_eq!(ends(square(3, 3), reach(corners(), ReachCount::AllPieces, any()), &rows, "C3"), WHITE);
    assert_eq!(ends(square(3, 3), reach(corners(), ReachCount::AllPieces, any()), &rows, "B2"), None);
    assert_eq!(ends(square(3, 3), reach(corners(), ReachCount::Fill, any()), &["W.W", "...", "W.."], "C1"), WHITE);
    assert_eq!(ends(square(3, 3), reach(corners(), ReachCount::Fill, any()), &["W.B", "...", "W.."], "C1"), None);
    // Each player's far row.
    let away = || vec![Cells::Away(1)];
    assert_eq!(ends(square(3, 3), reach(away(), ReachCount::Count(1), any()), &["...", "...", "..."], "A3"), WHITE);
    assert_eq!(ends(square(3, 3), reach(away(), ReachCount::Count(1), any()), &["...", "...", ".B."], "A1"), BLACK);
    // A phase beside other cells is a filter.
    let dark = || vec![Cells::Row(1), Cells::Phase(1)];
    assert_eq!(ends(square(3, 3), reach(dark(), ReachCount::Count(1), any()), &rows, "A1"), None);
    assert_eq!(ends(square(3, 3), reach(dark(), ReachCount::Count(1), any()), &rows, "B1"), WHITE);
    // A neutral piece may have to reach something, for both players at once: the mover wins.
    let neutral = || reach(corners(), ReachCount::Count(1), of(Who::Neutral));
    assert_eq!(ends(square(3, 3), neutral(), &["...", "...", "..N"], "B2"), WHITE);
}

#[test]
fn captures_scores_and_states() {
    let mut rules = dropping(square(3, 1), vec![wins(Condition::Capture { count: 2, pieces: any() })]);
    rules.pieces[0].moves[0] = then(drop_on_empty(), [capture(CaptureType::Direct)]);
    assert_eq!(ends_by(rules.clone(), &["B.B"], "B1"), WHITE);
    assert_eq!(ends_by(rules.clone(), &["B.."], "B1"), None);
    rules.end = vec![wins(Condition::Capture { count: 2, pieces: of_kind(1) })];
    assert_eq!(ends_by(rules.clone(), &["B.b"], "B1"), None);
    assert_eq!(ends_by(rules, &["b.b"], "B1"), WHITE);

    let scoring = |points, condition| {
        let mut rules = dropping(square(3, 1), vec![wins(condition)]);
        rules.pieces[0].moves[0] = then(drop_on_empty(), [EffectKind::Score(Int::Const(points))]);
        ends_by(rules, &["..."], "A1")
    };
    assert_eq!(scoring(3, Condition::Score(Some(3))), WHITE);
    assert_eq!(scoring(2, Condition::Score(Some(3))), None);
    assert_eq!(scoring(2, Condition::Score(None)), WHITE);
    assert_eq!(scoring(0, Condition::Score(None)), None);
    assert_eq!(scoring(-1, Condition::Score(None)), BLACK);

    let state = |cell, effect: EffectKind| {
        let condition = Condition::State { state: StateId::nearest(4), cell, pieces: None };
        let mut rules = dropping(square(3, 1), vec![wins(condition)]);
        rules.pieces[0].moves[0] = then(drop_on_empty(), [effect]);
        ends_by(rules, &["..."], "A1")
    };
    let piece_state = EffectKind::SetPieceState(Coord::To, Int::Const(4));
    let cell_state = EffectKind::SetCellState(Coord::To, Int::Const(4));
    assert_eq!(state(None, piece_state.clone()), WHITE);
    assert_eq!(state(None, cell_state.clone()), None);
    assert_eq!(state(Some(Coord::Label("A1".into())), cell_state.clone()), WHITE);
    assert_eq!(state(Some(Coord::Last), cell_state.clone()), WHITE);
    assert_eq!(state(Some(Coord::Label("B1".into())), cell_state), None);
    assert_eq!(state(Some(Coord::From), piece_state), None);
}

#[test]
fn elimination() {
    let condition = |player| Condition::Eliminate { player, pieces: any() };
    let mut rules = dropping(square(3, 1), vec![wins(condition(Who::Opponent))]);
    let board = board_of(&rules);
    // Not before the second move.
    let scene = Scene::new(&rules, &board, &["..."]).play("", "A1");
    assert_eq!(scene.outcome(), None);
    rules.pieces[0].moves[0] = then(drop_on_empty(), [capture(CaptureType::Direct)]);
    let taking = |rules: &Rules| Scene::new(rules, &board, &["..."]).play("", "A1").play("", "B1").outcome();
    assert_eq!(taking(&rules), BLACK);
    // Nor while there are some in a limited hand.
    rules.in_hand = vec![InHand { piece: of_kind(0), count: 1 }];
    assert_eq!(taking(&rules), BLACK);
    rules.in_hand = vec![InHand { piece: of_kind(0), count: 2 }];
    assert_eq!(taking(&rules), None);
    rules.end = vec![loses(condition(Who::Mover))];
    rules.in_hand.clear();
    assert_eq!(taking(&rules), BLACK);
}

#[test]
fn towers() {
    let tower = |height, exactly, own_only| {
        let condition = Condition::Stack { height, exactly, pieces: any(), own_only };
        let mut rules = dropping(square(2, 1), vec![wins(condition)]);
        rules.pieces[0].moves[1] = walk(Bool::True);
        rules
    };
    let height = |own_only| tower(3, false, own_only);
    let outcome = |rules: &Rules, stack: &str| {
        let board = board_of(rules);
        Scene::new(rules, &board, &["W."]).stack("B1", stack).play("A1", "B1").outcome()
    };
    assert_eq!(outcome(&height(false), "BW"), WHITE);
    assert_eq!(outcome(&height(false), "B"), None);
    assert_eq!(outcome(&height(true), "BW"), None);
    assert_eq!(outcome(&height(true), "WW"), WHITE);
    assert_eq!(outcome(&tower(2, true, false), "BW"), None);
    assert_eq!(outcome(&tower(3, true, false), "BW"), WHITE);
}

#[test]
fn conditions_combine() {
    let full = || Condition::Full;
    let all = |c: Vec<Condition>| vec![wins(Condition::And(c))];
    let row = ["WW."];
    assert_eq!(ends(square(3, 1), all(vec![full(), in_a_row(3)]), &row, "C1"), WHITE);
    assert_eq!(ends(square(4, 1), all(vec![full(), in_a_row(3)]), &["WW.."], "C1"), None);
    assert_eq!(ends(square(4, 1), vec![wins(Condition::Or(vec![full(), in_a_row(3)]))], &["WW.."], "C1"), WHITE);
    let more = |who| Int::Pieces(Target::Pieces(of(who)));
    let lead = Condition::Compare(Cmp::Gt, more(Who::Mover), more(Who::Opponent));
    assert_eq!(ends(square(4, 1), vec![wins(lead.clone())], &["B..."], "C1"), None);
    assert_eq!(ends(square(4, 1), vec![wins(lead.clone())], &["BW.."], "C1"), WHITE);
    assert_eq!(ends(square(5, 1), vec![wins(lead)], &["BWBB."], "E1"), BLACK);
}

#[test]
fn results_of_both_players() {
    let both = |verdict| vec![clause(Who::All, verdict)];
    let outcome = |end: Vec<Clause>, both| ends_by(Rules { both, ..dropping(square(2, 1), end) }, &[".."], "A1");
    for verdict in [Verdict::Win, Verdict::Lose] {
        assert_eq!(outcome(both(verdict), Both::MoverWins), WHITE);
        assert_eq!(outcome(both(verdict), Both::MoverLoses), BLACK);
        assert_eq!(outcome(both(verdict), Both::Draw), DRAW);
    }
    assert_eq!(outcome(both(Verdict::Draw), Both::MoverWins), DRAW);
    let white = |verdict| clause(Who::Player(Player::White), verdict);
    let black = |verdict| clause(Who::Player(Player::Black), verdict);
    let of_two = |a, b| outcome(vec![a, b], Both::MoverLoses);
    assert_eq!(of_two(white(Verdict::Win), black(Verdict::Lose)), WHITE);
    assert_eq!(of_two(white(Verdict::Lose), black(Verdict::Win)), BLACK);
    assert_eq!(of_two(white(Verdict::Win), black(Verdict::Draw)), WHITE);
    assert_eq!(of_two(white(Verdict::Lose), black(Verdict::Draw)), BLACK);
    // One player who both wins and loses.
    assert_eq!(of_two(white(Verdict::Win), white(Verdict::Lose)), BLACK);
    let first = Rules { win_first: true, ..dropping(square(2, 1), vec![white(Verdict::Win), white(Verdict::Lose)]) };
    assert_eq!(ends_by(first, &[".."], "A1"), WHITE);
}

#[test]
fn wins_may_have_to_stand_a_turn() {
    let rules = Rules { opp_turn: true, ..dropping(square(4, 1), vec![wins(in_a_row(2))]) };
    let board = board_of(&rules);
    let scene = Scene::new(&rules, &board, &["W..."]).play("", "B1");
    assert_eq!(scene.outcome(), None);
    assert_eq!(scene.play("", "D1").outcome(), WHITE);
}

#[test]
fn nobody_or_one_player_can_move() {
    // A full board.
    let board = |end| dropping(square(2, 1), end);
    assert_eq!(ends_by(board(vec![wins(never())]), &["B."], "B1"), DRAW);
    assert_eq!(ends_by(board(vec![wins(Condition::NoMove)]), &["B."], "B1"), BLACK);
    assert_eq!(ends_by(board(vec![loses(Condition::NoMove)]), &["B."], "B1"), WHITE);
    // Where the end asks for passes, they are made.
    let more = Condition::Compare(
        Cmp::Gt,
        Int::Pieces(Target::Pieces(of(Who::Mover))),
        Int::Pieces(Target::Pieces(of(Who::Opponent))),
    );
    let passed = vec![wins(Condition::And(vec![Condition::AllPassed, more]))];
    for (rows, outcome) in [("B.W", WHITE), ("B.B", BLACK), ("BW.B", DRAW)] {
        let rules = dropping(square(rows.len() as u32, 1), passed.clone());
        let board = board_of(&rules);
        let scene = Scene::new(&rules, &board, &[rows]).play("", if rows.len() == 3 { "B1" } else { "C1" });
        assert_eq!((scene.outcome(), scene.game.moves()), (None, [RefMove::Pass].into()));
        let scene = scene.pass();
        assert_eq!(scene.outcome(), None);
        assert_eq!(scene.pass().outcome(), outcome);
    }

    // Only Black can move: White passes, and must.
    let mut rules = board(vec![wins(never())]);
    rules.pieces[0].moves[0].owner = Some(Who::Player(Player::Black));
    rules.pieces[0].moves.truncate(1);
    let b = board_of(&rules);
    let scene = Scene::new(&rules, &b, &[".."]);
    assert_eq!(scene.game.moves(), [RefMove::Pass].into());
    let scene = scene.pass();
    assert_eq!((scene.outcome(), scene.position().passes), (None, 1));
    assert_eq!(scene.play("", "A1").game.moves(), [RefMove::Pass].into());
}

#[test]
fn two_passes_draw() {
    let rules = Rules { can_pass: true, ..dropping(square(3, 1), vec![wins(in_a_row(3))]) };
    let board = board_of(&rules);
    let scene = Scene::new(&rules, &board, &["..."]).pass();
    assert_eq!((scene.outcome(), scene.position().last), (None, (None, None)));
    assert_eq!(scene.pass().outcome(), DRAW);
    let scene = Scene::new(&rules, &board, &["..."]).pass().play("", "A1").pass();
    assert_eq!((scene.outcome(), scene.position().passes), (None, 1));
    // A pass that is allowed is a legal move.
    let rules = Rules { end: vec![loses(Condition::NoMove)], ..rules };
    assert_eq!(Scene::new(&rules, &board, &["WB."]).play("", "C1").outcome(), None);
}

#[test]
fn mandatory_moves_and_priorities() {
    let take = then(walk(Bool::Owner(Coord::To, Who::Opponent)), [capture(CaptureType::Replace)]);
    let count = |edit: &dyn Fn(&mut [MoveDef]), rows: &[&str]| {
        let mut rules = dropping(square(4, 1), vec![]);
        let moves = &mut rules.pieces[0].moves;
        moves.push(take.clone());
        edit(moves);
        let board = board_of(&rules);
        let scene = Scene::new(&rules, &board, rows);
        let moves = scene.game.moves();
        let drops = moves.iter().filter(|m| matches!(m, RefMove::Make { from: None, .. })).count();
        (drops, moves.len() - drops)
    };
    let rows = ["WB.."];
    assert_eq!(count(&|_| (), &rows), (2, 3));
    assert_eq!(count(&|m| m[2].mandatory = true, &rows), (0, 1));
    assert_eq!(count(&|m| m[2].mandatory = true, &["W..."]), (3, 3));
    assert_eq!(count(&|m| m[1].priority = 3, &rows), (0, 2));
    assert_eq!(count(&|m| (m[1].priority, m[2].priority) = (3, 3), &rows), (0, 3));
    assert_eq!(count(&|m| (m[1].priority, m[2].priority) = (3, 1), &rows), (0, 1));
    // Priorities are looked at among the mandatory moves only.
    let edit = |m: &mut [MoveDef]| (m[0].priority, m[1].mandatory, m[2].mandatory, m[2].priority) = (0, true, true, 5);
    assert_eq!(count(&edit, &rows), (0, 1));
}

#[test]
fn alike_moves_are_one() {
    let mut rules = dropping(square(3, 1), vec![]);
    let mut twin = walk(Bool::Adjacent(Coord::From, Coord::To));
    twin.label = Some("step".into());
    rules.pieces[0].moves = vec![drop_on_empty(), walk(empty()), twin];
    let board = board_of(&rules);
    let scene = Scene::new(&rules, &board, &["W.B"]);
    let only = RefMove::Make { piece: 0, def: 1, from: Some(0), to: Some(1), choice: 0 };
    assert_eq!(scene.moves("A1", "B1"), [only]);
}

#[test]
fn whose_pieces_move() {
    let from = |pre: Bool, owner: Who, rows: &[&str]| {
        let mut rules = game(square(4, 1));
        rules.pieces = vec![piece("Man", owner, vec![walk(and([empty(), pre]))])];
        let board = board_of(&rules);
        let scene = Scene::new(&rules, &board, rows);
        let starts = |l: &&str| !scene.moves(l, "D1").is_empty();
        ["A1", "B1", "C1"].into_iter().filter(starts).collect::<String>()
    };
    let rows = ["WBN."];
    assert_eq!(from(Bool::True, Who::All, &rows), "A1");
    assert_eq!(from(Bool::Owner(Coord::From, Who::Opponent), Who::All, &rows), "B1");
    assert_eq!(from(not(Bool::Owner(Coord::From, Who::Mover)), Who::All, &rows), "B1C1");
    assert_eq!(from(Bool::IsPiece(Coord::From, any()), Who::All, &rows), "A1B1C1");
    assert_eq!(from(Bool::True, Who::Neutral, &rows), "A1B1C1");
    assert_eq!(from(Bool::True, Who::Player(Player::White), &rows), "A1");
    assert_eq!(from(Bool::True, Who::Player(Player::Black), &rows), "");
}

#[test]
fn turns_continue() {
    let hop = |again: Bool| {
        let mut rules = dropping(square(5, 1), vec![wins(never())]);
        let over = Bool::Owner(Coord::Over, Who::Opponent);
        let two = Bool::Compare(Cmp::Eq, Int::Distance(Coord::From, Coord::To), Int::Const(2));
        let mut jump = then(walk(and([over, two, empty()])), [capture(CaptureType::Over), EffectKind::Repeat]);
        jump.post[1].guard = again;
        let mut drop = drop_on_empty();
        drop.pre = and([drop.pre, not(Bool::Continuing)]);
        rules.pieces[0].moves = vec![jump, drop];
        rules
    };
    let rules = hop(Bool::True);
    let board = board_of(&rules);
    // `over` is the cell before the last one, here the one jumped over.
    let scene = Scene::new(&rules, &board, &["WB.B."]).play("A1", "C1");
    assert_eq!(scene.rows(), ["..WB."]);
    assert!(scene.position().continuing && scene.position().mover == Player::White);
    // Only the jump goes on; after it there is none, and the turn ends without a pass.
    assert_eq!(scene.game.moves().len(), 1);
    let scene = scene.play("C1", "E1");
    assert!(!scene.position().continuing && scene.position().mover == Player::Black);
    assert_eq!((scene.position().moves, scene.position().passes), (2, 0));
    let never = hop(not(Bool::True));
    let scene = Scene::new(&never, &board, &["WB.B."]).play("A1", "C1");
    assert!(!scene.position().continuing && scene.position().mover == Player::Black);
}

#[test]
fn a_position_does_not_come_again() {
    let step = walk(and([empty(), Bool::Adjacent(Coord::From, Coord::To)]));
    let shuffle = |repetition| {
        let man = piece("Man", Who::All, vec![step.clone()]);
        Rules { pieces: vec![man], repetition, end: vec![wins(never())], ..game(square(2, 2)) }
    };
    let back_and_forth = |rules: &Rules, plies: usize| {
        let board = board_of(rules);
        let mut scene = Scene::new(rules, &board, &["B.", "W."]);
        for (from, to) in [("A1", "B1"), ("A2", "B2"), ("B1", "A1"), ("B2", "A2")].into_iter().cycle().take(plies) {
            if scene.moves(from, to).is_empty() {
                return "forbidden".to_string();
            }
            scene = scene.play(from, to);
        }
        format!("{:?}", scene.outcome())
    };
    assert_eq!(back_and_forth(&shuffle(Repetition::Forbid), 3), "None");
    assert_eq!(back_and_forth(&shuffle(Repetition::Forbid), 4), "forbidden");
    assert_eq!(back_and_forth(&shuffle(Repetition::Allow), 9), "None");
    assert_eq!(back_and_forth(&shuffle(Repetition::Draw), 7), "None");
    assert_eq!(back_and_forth(&shuffle(Repetition::Draw), 8), "Some(Draw)");
}

#[test]
fn superko_may_ignore_the_mover() {
    // White leaves the cell it came from; Black passes; whether White may go back depends on whose turn it then is.
    let step = walk(and([empty(), Bool::Adjacent(Coord::From, Coord::To)]));
    let back = |repetition| {
        let man = piece("Man", Who::All, vec![step.clone()]);
        let rules = Rules { pieces: vec![man], repetition, can_pass: true, ..game(square(2, 1)) };
        let board = board_of(&rules);
        Scene::new(&rules, &board, &["W."]).play("A1", "B1").pass().moves("B1", "A1").len()
    };
    assert_eq!(back(Repetition::Forbid), 1);
    assert_eq!(back(Repetition::Positional), 0);
}

#[test]
fn sides_are_swapped_at_the_second_move_only() {
    let rules = Rules { swap: true, ..dropping(square(3, 1), vec![wins(in_a_row(3))]) };
    let board = board_of(&rules);
    let scene = Scene::new(&rules, &board, &["..."]);
    assert!(!scene.game.moves().contains(&RefMove::Swap));
    let mut scene = scene.play("", "A1");
    assert!(scene.game.moves().contains(&RefMove::Swap));
    let before = scene.rows();
    scene.game.play(&RefMove::Swap);
    assert_eq!((scene.rows(), scene.position().mover, scene.position().swapped), (before, Player::Black, true));
    assert!(!scene.game.moves().contains(&RefMove::Swap));
    assert_eq!(scene.position().moves, 2);
}

#[test]
fn hands() {
    let hands = |rules: &Rules| start(rules, &board_of(rules)).hands;
    let mut rules = dropping(square(3, 1), vec![]);
    assert_eq!(hands(&rules), [[None, None], [None, None]]);
    rules.places = vec![place(0, None, vec![Cells::Col(1)])];
    assert_eq!(hands(&rules), [[None, Some(0)], [None, Some(0)]]);
    rules.in_hand =
        vec![InHand { piece: PieceRecord { owner: Some(Who::Player(Player::Black)), ..of_kind(0) }, count: 2 }];
    assert_eq!(hands(&rules), [[Some(0), Some(0)], [Some(2), Some(0)]]);
    // A drop takes one; without any there is no drop.
    rules.places.clear();
    let board = board_of(&rules);
    let scene = Scene::new(&rules, &board, &["..."]);
    assert_eq!(scene.moves("", "A1"), []);
    let scene = scene.pass().play("", "A1");
    assert_eq!(scene.position().hands[1], [Some(1), Some(0)]);
}

#[test]
fn pieces_are_placed() {
    let rows = |kind_owner, places: Vec<Place>| {
        let mut rules = dropping(square(4, 4), vec![]);
        rules.pieces[0].owner = kind_owner;
        rules.places = places;
        let board = board_of(&rules);
        let game = Match::new(&rules, &board);
        Scene { game }.rows().join("/")
    };
    let white = Some(Who::Player(Player::White));
    let all = |cells| place(0, None, cells);
    assert_eq!(rows(Who::All, vec![all(vec![Cells::Home(1)])]), "BBBB/..../..../WWWW");
    assert_eq!(rows(Who::Neutral, vec![all(vec![Cells::Home(1)])]), "..../..../..../NNNN");
    assert_eq!(rows(Who::All, vec![all(vec![Cells::Row(1)])]), "..../..../..../WWWW");
    // Phases filter, and alone filter the whole board.
    assert_eq!(rows(Who::All, vec![all(vec![Cells::Home(2), Cells::Phase(0)])]), "..../B.B./.W.W/....");
    assert_eq!(rows(Who::All, vec![place(0, white, vec![Cells::Phase(0)])]), ".W.W/W.W./.W.W/W.W.");
    // The opponent's pieces that were left out, which only happens at home.
    assert_eq!(rows(Who::All, vec![place(0, white, vec![Cells::Home(1)])]), "BBBB/..../..../WWWW");
    assert_eq!(rows(Who::All, vec![place(0, white, vec![Cells::Row(1)])]), "..../..../..../WWWW");
    assert_eq!(rows(Who::Player(Player::White), vec![place(0, white, vec![Cells::Home(1)])]), "..../..../..../WWWW");
    let black = place(1, Some(Who::Player(Player::Black)), vec![Cells::Label("A4".into())]);
    assert_eq!(rows(Who::All, vec![place(0, white, vec![Cells::Home(1)]), black]), "b.../..../..../WWWW");
    // Counts, symmetry.
    let some =
        |count, mirror, rotate| Place { count: Some(count), mirror, rotate, ..place(0, white, vec![Cells::Row(2)]) };
    assert_eq!(rows(Who::All, vec![some(2, false, false)]), "..../..../WW../....");
    assert_eq!(rows(Who::All, vec![some(1, true, false)]), "..../B.../W.../....");
    assert_eq!(rows(Who::All, vec![some(1, false, true)]), "..../...B/W.../....");
    let both = Place { count: Some(1), mirror: true, ..all(vec![Cells::Row(2)]) };
    assert_eq!(rows(Who::All, vec![both]), "..../B.../W.../....");
}

#[test]
fn snapshots_say_everything() {
    let mut rules = dropping(square(2, 1), vec![]);
    let mark = [
        EffectKind::SetPieceState(Coord::To, Int::Const(3)),
        EffectKind::AddFlag(Coord::To, 2),
        EffectKind::Rotate(Some(1)),
        EffectKind::SetCellState(Coord::To, Int::Const(9)),
        EffectKind::Score(Int::Const(-4)),
    ];
    rules.pieces[0].moves[0] = then(drop_on_empty(), mark);
    rules.in_hand = vec![InHand { piece: of_kind(0), count: 2 }];
    let board = board_of(&rules);
    let scene = Scene::new(&rules, &board, &[".B"]).play("", "A1");
    let text = "Black to move, 1 made, 0 passes, last ->0\n\
        hands 1 0 | 2 0\n\
        scores -4 0\n\
        captured 0 0 | 0 0\n\
        0: 0Ws3f2d2 =9\n\
        1: 0B\n";
    assert_eq!(snapshot(scene.position()), text);
}
