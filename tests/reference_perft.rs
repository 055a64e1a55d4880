//! The reference implementation against move counts found by independent programs.
//!
//! The numbers are those of an independent C++ program, of Ludii 1.3.12 or of OpenSpiel 2.0 (mostly of all three).

mod reference;

use ludogen::board::{BoardSpec, Compass, Shape, Tiling};
use ludogen::game::rules::*;
use reference::build::*;
use reference::*;

fn square(w: u32, h: u32) -> BoardSpec {
    BoardSpec::new(Tiling::Square, Shape::Square, &[w, h])
}

fn hexhex(n: u32) -> BoardSpec {
    BoardSpec::new(Tiling::Hex, Shape::Hex, &[n])
}

/// A game of placing stones on empty cells.
fn placing(board: BoardSpec, end: Vec<Clause>) -> Rules {
    Rules { pieces: vec![piece("Stone", Who::All, vec![drop_on_empty()])], end, ..game(board) }
}

#[track_caller]
fn check(rules: &Rules, expected: &[u64]) {
    assert_eq!(perft(rules, &board_of(rules), expected.len()), expected);
}

#[test]
fn tic_tac_toe() {
    let board = square(3, 3).with_indirect();
    let counts = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872];
    check(&placing(board.clone(), vec![wins(in_a_row(3))]), &counts);
    check(&placing(board, vec![loses(in_a_row(3))]), &counts[..7]);
}

#[test]
fn line_games() {
    let four = placing(square(4, 4).with_indirect(), vec![wins(in_a_row(3))]);
    check(&four, &[16, 240, 3360, 43680]);
    let wide = placing(square(4, 3).with_indirect(), vec![wins(in_a_row(3))]);
    check(&wide, &[12, 132, 1320, 11880, 95040]);
}

#[test]
fn yavalath() {
    let rules = |n| Rules { win_first: true, ..placing(hexhex(n), vec![wins(in_a_row(4)), loses(in_a_row(3))]) };
    check(&rules(2), &[7, 42, 210, 840, 2520, 4608, 4176]);
    check(&rules(3), &[19, 342, 5814, 93024]);
}

#[test]
fn hex() {
    let rules = |n| {
        let connect = Condition::Connect {
            count: None,
            regions: vec![Cells::OwnRegions],
            pieces: PieceRecord::default(),
            adjacency: None,
            buried: false,
        };
        placing(BoardSpec::new(Tiling::Hex, Shape::Rhombus, &[n]), vec![wins(connect)])
    };
    check(&rules(2), &[4, 12, 24, 12]);
    check(&rules(3), &[9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960]);
    let swap = Rules { swap: true, ..rules(3) };
    check(&swap, &[9, 81, 576, 3528, 18144, 69840]);
}

#[test]
fn connect_four() {
    let south = Coord::Step(Box::new(Coord::To), Dir::Compass(Compass::S), 1);
    let drop = def(and([empty(), not(Bool::Empty(south))]), vec![push()]);
    let rules = |w, h, n| Rules {
        pieces: vec![piece("Disc", Who::All, vec![drop.clone()])],
        end: vec![wins(in_a_row(n))],
        ..game(square(w, h).with_indirect())
    };
    check(&rules(4, 4, 3), &[4, 16, 64, 256, 1020, 3588, 13148, 40520]);
    check(&rules(4, 4, 4), &[4, 16, 64, 256, 1020, 4020, 15540, 57504]);
    check(&rules(7, 6, 4), &[7, 49, 343, 2401]);
}

fn breakthrough(w: u32, h: u32, rows: u32) -> Rules {
    let step = walk(and([Bool::Steps(vec![Turtle::F]), empty()]));
    let aside =
        and([Bool::Or(vec![steps(&[Turtle::Fl]), steps(&[Turtle::Fr])]), not(Bool::Owner(Coord::To, Who::Mover))]);
    let reach = Condition::Reach {
        goal: vec![Cells::Away(1)],
        count: ReachCount::Count(1),
        pieces: PieceRecord::default(),
        buried: false,
    };
    Rules {
        pieces: vec![piece("Man", Who::All, vec![step, then(walk(aside), [capture(CaptureType::Replace)])])],
        places: vec![place(0, None, (1..=rows).map(Cells::Home).collect())],
        end: vec![wins(reach)],
        ..game(square(w, h))
    }
}

#[test]
fn breakthrough_boards() {
    check(&breakthrough(2, 4, 2), &[2, 6, 20, 50, 128, 220, 398, 586, 812, 814, 372, 122, 88]);
    check(&breakthrough(2, 5, 2), &[4, 12, 46, 172, 598, 2040, 6304]);
    check(&breakthrough(3, 4, 2), &[4, 20, 112, 500, 2422, 9526]);
    check(&breakthrough(4, 4, 2), &[6, 42, 334, 2216]);
    check(&breakthrough(5, 5, 2), &[13, 156, 1924]);
    check(&breakthrough(8, 8, 2), &[22, 484]);
    // On one row each a player may be blocked or lose all men, which loses.
    let mut one_row = breakthrough(3, 3, 1);
    one_row.end.push(loses(Condition::NoMove));
    check(&one_row, &[7, 42, 174, 466, 930, 972, 788, 0]);
}

#[test]
fn reversi() {
    let pre = and([empty(), Bool::Captures(CaptureType::Line)]);
    let flip = EffectKind::Convert { how: Some(CaptureType::Line), pieces: None, owner: Who::Mover, size: None };
    let at = |labels: [&str; 2]| labels.map(|l| Cells::Label(l.into())).to_vec();
    let rules = Rules {
        pieces: vec![piece("Disc", Who::All, vec![then(def(pre, vec![push()]), [flip])])],
        places: vec![
            place(0, Some(Who::Player(Player::White)), at(["B2", "C3"])),
            place(0, Some(Who::Player(Player::Black)), at(["B3", "C2"])),
        ],
        ..game(square(4, 4).with_indirect())
    };
    // From the eighth move on some games are over because nobody can move; the sources go on to count the two passes.
    check(&rules, &[4, 12, 44, 128, 424, 1256, 3624]);
}

#[test]
fn clobber() {
    let pre = and([Bool::Line(Coord::From, Coord::To, vec![]), Bool::Adjacent(Coord::From, Coord::To)]);
    let pre = and([pre, Bool::Owner(Coord::To, Who::Opponent)]);
    let rules = |w, h| Rules {
        pieces: vec![piece("Stone", Who::All, vec![then(walk(pre.clone()), [capture(CaptureType::Replace)])])],
        places: vec![
            place(0, Some(Who::Player(Player::White)), vec![Cells::Phase(1)]),
            place(0, Some(Who::Player(Player::Black)), vec![Cells::Phase(0)]),
        ],
        end: vec![loses(Condition::NoMove)],
        ..game(square(w, h))
    };
    check(&rules(3, 3), &[12, 88, 376, 928, 1840, 1048, 616]);
    check(&rules(4, 3), &[17, 204, 1671, 8974, 34450]);
}

#[test]
fn three_mens_morris() {
    let centre = |c| Bool::InRegion(c, vec![Cells::Centre]);
    let direct = Bool::Line(Coord::From, Coord::To, vec![Dir::Direct]);
    let by_centre = Bool::Or(vec![direct, centre(Coord::From), centre(Coord::To)]);
    let none_left = Bool::Compare(Cmp::Eq, Int::InHand(Who::Mover, None), Int::Const(0));
    let step = walk(and([none_left, empty(), Bool::Adjacent(Coord::From, Coord::To), by_centre]));
    let rules = Rules {
        pieces: vec![piece("Man", Who::All, vec![drop_on_empty(), step])],
        in_hand: vec![InHand { piece: of_kind(0), count: 3 }],
        repetition: Repetition::Allow,
        end: vec![wins(in_a_row(3))],
        ..game(square(3, 3).with_indirect())
    };
    check(&rules, &[9, 72, 504, 3024, 15120, 54720]);
}

#[test]
fn lines_of_action() {
    let any = Target::Pieces(PieceRecord::default());
    let enemy = Target::Pieces(of(Who::Opponent));
    let pre = and([
        Bool::Line(Coord::From, Coord::To, vec![]),
        Bool::Compare(Cmp::Eq, Int::Distance(Coord::From, Coord::To), Int::WholeLine(any)),
        Bool::Compare(Cmp::Eq, Int::Between(enemy, Coord::From, Coord::To), Int::Const(0)),
        not(Bool::Owner(Coord::To, Who::Mover)),
    ]);
    let cells = |labels: &[String]| labels.iter().map(|l| Cells::Label(l.clone())).collect();
    let rows: Vec<String> = "BCDEFG".chars().flat_map(|c| [format!("{c}1"), format!("{c}8")]).collect();
    let columns: Vec<String> = (2..8).flat_map(|r| [format!("A{r}"), format!("H{r}")]).collect();
    let group =
        Condition::Group { size: None, exactly: false, pieces: PieceRecord::default(), adjacency: None, buried: false };
    let rules = Rules {
        pieces: vec![piece("Man", Who::All, vec![then(walk(pre), [capture(CaptureType::Replace)])])],
        places: vec![
            place(0, Some(Who::Player(Player::White)), cells(&rows)),
            place(0, Some(Who::Player(Player::Black)), cells(&columns)),
        ],
        end: vec![wins(group)],
        ..game(square(8, 8).with_indirect())
    };
    check(&rules, &[36, 1244]);
}

#[test]
fn dodgem() {
    // White's cars start in the left column and go east, Black's start in the bottom row and go north; neither goes back.
    // Leaving the board over the far edge is a move. Who cannot move has won.
    let go = |ways: [Compass; 3]| {
        let ways = ways.map(Dir::Compass).to_vec();
        walk(and([empty(), Bool::Adjacent(Coord::From, Coord::To), Bool::Line(Coord::From, Coord::To, ways)]))
    };
    let leave = |way| {
        let ahead = Coord::Step(Box::new(Coord::From), Dir::Compass(way), 1);
        def(not(Bool::OnBoard(ahead)), vec![pop()])
    };
    let car = |name, player, ways: [Compass; 3]| piece(name, Who::Player(player), vec![go(ways), leave(ways[0])]);
    let cells = |labels: [&str; 2]| labels.map(|l| Cells::Label(l.into())).to_vec();
    let rules = Rules {
        pieces: vec![
            car("Right", Player::White, [Compass::E, Compass::N, Compass::S]),
            car("Up", Player::Black, [Compass::N, Compass::E, Compass::W]),
        ],
        places: vec![
            place(0, Some(Who::Player(Player::White)), cells(["A2", "A3"])),
            place(1, Some(Who::Player(Player::Black)), cells(["B1", "C1"])),
        ],
        repetition: Repetition::Allow,
        end: vec![wins(Condition::NoMove)],
        ..game(square(3, 3))
    };
    check(&rules, &[3, 7, 27, 101]);
}

#[test]
fn go_with_passes() {
    let stone = then(drop_on_empty(), [capture(CaptureType::Surround)]);
    let rules = Rules {
        pieces: vec![piece("Stone", Who::All, vec![stone])],
        can_pass: true,
        repetition: Repetition::Positional,
        ..game(square(9, 9))
    };
    check(&rules, &[82, 6643]);
}
