//! Solutions as files.

use crate::games::{of_text, seed, timed};
use ludogen::game::{Game, Player, Position};
use ludogen::solver::encode::encode;
use ludogen::solver::on_sets::OnSets;
use ludogen::solver::solution::{FileError, Oracle, Saved, Values};
use ludogen::solver::symbolic::{indexed, layered, retrograde};
use ludogen::solver::{Budget, Value, dfa, explicit};
use ludogen::with_game;
use rand::{Rng, SeedableRng};

fn solved(file: &str) -> (ludogen::game::AnyGame, Vec<u8>) {
    let game = seed(file, "", "");
    let (solution, _) = with_game!(&game, game => explicit::solve(game, &Budget::default())).unwrap();
    let rules = std::fs::read_to_string(format!("seed-games/{file}")).unwrap();
    let mut bytes = Vec::new();
    Saved { rules, values: Values::Listed(solution) }.write(&mut bytes).unwrap();
    (game, bytes)
}

fn same_answers<const W: usize>(game: &Game<W>, bytes: &[u8]) {
    let (own, _) = explicit::solve(game, &Budget::default()).unwrap();
    let read = Saved::read(&mut &bytes[..]).unwrap();
    let (mut a, mut b) = (Oracle::new(game, &own), Oracle::of(game, &read).unwrap());
    let mut position = Position::new(game, Player::White);
    while position.outcome().is_none() && position.made().len() < 12 {
        let moves = a.moves(&position);
        assert_eq!(moves, b.moves(&position));
        position.apply(game, moves[moves.len() / 2].m);
    }
}

#[test]
fn a_solution_is_read_as_it_was_written() {
    for file in ["tic-tac-toe.ludi", "dodgem.ludi", "three-mens-morris.ludi"] {
        let (game, bytes) = solved(file);
        with_game!(&game, game => same_answers(game, &bytes));
    }
}

#[derive(Clone, Copy, PartialEq)]
enum By {
    Retrograde,
    Layered,
    Timed,
    Indexed,
}

/// The values as a method on sets or arrays finds them.
fn on_sets<const W: usize>(game: &Game<W>, by: By) -> OnSets {
    let encoding = encode(game).unwrap();
    if by == By::Indexed {
        let solved = indexed::solve(&encoding.problem, encoding.cells(), dfa::Limit::NONE, |_| {}).unwrap();
        OnSets::Indexed(solved.values)
    } else if by == By::Retrograde {
        let mut plies = Vec::new();
        let keep = |_, decided: &[&retrograde::Decided; 2]| plies.push(decided.map(Clone::clone));
        retrograde::solve(&encoding.problem, dfa::Limit::NONE, None, keep).unwrap();
        OnSets::retrograde(plies)
    } else {
        let solved = layered::solve(&encoding.problem, &layered::Options::default(), |_| {}).unwrap();
        match by {
            By::Timed => timed(&encoding.problem, &solved, dfa::Limit::NONE).unwrap().1,
            _ => OnSets::layered(solved.all().unwrap()),
        }
    }
}

/// Random games, every move of every position valued one by one and by sets.
fn same_values<const W: usize>(game: &Game<W>, by: By, plies_too: bool) {
    let (listed, _) = explicit::solve(game, &Budget::default()).unwrap();
    let mut bytes = Vec::new();
    Saved { rules: String::new(), values: Values::OnSets(on_sets(game, by)) }.write(&mut bytes).unwrap();
    let saved = Saved::read(&mut &bytes[..]).unwrap();
    let (mut listed, mut sets) = (Oracle::new(game, &listed), Oracle::of(game, &saved).unwrap());
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(7);
    for _ in 0..30 {
        let mut position = Position::new(game, Player::White);
        while position.outcome().is_none() && position.made().len() < 40 {
            let (a, b) = (listed.moves(&position), sets.moves(&position));
            for (a, b) in a.iter().zip(&b) {
                let (x, y) = (a.worth.unwrap(), b.worth.unwrap());
                assert_eq!((a.m, x.value), (b.m, y.value), "{} after {:?}", game.rules().name, position.made());
                if plies_too {
                    assert_eq!(x.plies, y.plies);
                }
            }
            position.apply(game, a[(rng.next_u32() as usize) % a.len()].m);
        }
    }
}

#[test]
fn sets_answer_as_lists_do() {
    // Turns of several moves are one ply of the sets.
    for (file, size, end, by, plies_too) in [
        ("tic-tac-toe.ludi", "", "", By::Layered, false),
        ("tic-tac-toe.ludi", "", "", By::Timed, true),
        ("tic-tac-toe.ludi", "", "", By::Retrograde, true),
        ("tic-tac-toe.ludi", "", "", By::Indexed, true),
        ("three-mens-morris.ludi", "", "", By::Retrograde, true),
        ("breakthrough.ludi", "3 5", "", By::Layered, false),
        ("breakthrough.ludi", "3 5", "", By::Timed, true),
        ("breakthrough.ludi", "3 4", "", By::Retrograde, true),
        ("konane.ludi", "4 4", "", By::Layered, false),
        ("konane.ludi", "4 4", "", By::Timed, false),
        ("konane.ludi", "4 4", "", By::Indexed, false),
        ("clobber.ludi", "3 3", "", By::Indexed, true),
        ("hex.ludi", "3", "", By::Layered, false),
        ("hex.ludi", "3", "", By::Indexed, true),
    ] {
        let game = seed(file, size, end);
        with_game!(&game, game => same_values(game, by, plies_too));
    }
    // Three pieces a side on a board that does not have the cells of the others.
    let lines_of_action = std::fs::read_to_string("seed-games/lines-of-action.ludi").unwrap();
    let lines_of_action = lines_of_action.replace("B1 C1 D1 E1 F1 G1 B8 C8 D8 E8 F8 G8", "B1 C1 D1");
    let lines_of_action = lines_of_action.replace("A2 A3 A4 A5 A6 A7 H2 H3 H4 H5 H6 H7", "A2 A3 A4");
    let game = of_text(&lines_of_action, "4 4");
    with_game!(&game, game => same_values(game, By::Retrograde, false));
    // Backwards, boards full of kings are not solved.
    let game = of_text(ROOK_ENDING, "");
    with_game!(&game, game => same_values(game, By::Retrograde, true));
}

/// King and rook against king, where kings are captured.
const ROOK_ENDING: &str = "(game Rook-Ending (players White Black) (board (tiling square i-nbors) (size 4 4))
    (pieces
        (King All (moves (move (pre (and (not (friend to)) (connected))) (action (pop) (push)) (post (capture)))))
        (Rook White (moves
            (move (pre (and (not (friend to)) (line n e s w) (= (num-between any) 0))) (action (pop) (push)) (post (capture))))))
    (start (place (King White) A1) (place (Rook White) B1) (place (King Black) D4)) (play (repetition draw))
    (end (All win (eliminate (King enemy))) (All lose (no-move))))";

#[test]
fn the_first_moves_of_noughts_and_crosses_are_draws() {
    let (game, bytes) = solved("tic-tac-toe.ludi");
    let saved = Saved::read(&mut &bytes[..]).unwrap();
    with_game!(&game, game => {
        let mut position = Position::new(game, Player::White);
        assert!(Oracle::of(game, &saved).unwrap().moves(&position).iter().all(|r| r.worth.unwrap().value == Value::Draw));
        // Beside the centre, an edge is a mistake.
        for text in ["b2", "a2"] {
            let m = game.read_move(&position, text).unwrap();
            position.apply(game, m);
        }
        let worth = Oracle::of(game, &saved).unwrap().worth(position.state()).unwrap();
        assert_eq!((worth.value, worth.plies), (Value::First, Some(5)));
    });
}

#[test]
fn a_damaged_file_is_refused() {
    let game = seed("tic-tac-toe.ludi", "2 2", "(All win (in-a-row 2))");
    let (solution, _) = with_game!(&game, game => explicit::solve(game, &Budget::default())).unwrap();
    let mut bytes = Vec::new();
    Saved { rules: "(game X)".into(), values: Values::Listed(solution) }.write(&mut bytes).unwrap();
    refused_if_damaged(&bytes);
    for by in [By::Layered, By::Timed, By::Indexed] {
        let values = Values::OnSets(with_game!(&game, game => on_sets(game, by)));
        let mut bytes = Vec::new();
        Saved { rules: "(game X)".into(), values }.write(&mut bytes).unwrap();
        refused_if_damaged(&bytes);
    }
}

fn refused_if_damaged(bytes: &[u8]) {
    assert!(Saved::read(&mut &bytes[..]).is_ok());
    for length in 0..bytes.len() {
        assert!(Saved::read(&mut &bytes[..length]).is_err(), "cut at {length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Saved::read(&mut &flipped[..]).is_err(), "bit {bit}");
    }
    let foreign = Saved::read(&mut &b"PK\x03\x04 something else"[..]);
    assert!(matches!(foreign, Err(FileError::Foreign)));
    let mut newer = bytes.to_vec();
    newer[8] = 9;
    assert!(matches!(Saved::read(&mut &newer[..]), Err(FileError::Version { found: 9 })));
}
