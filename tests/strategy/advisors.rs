//! Every advisor on a position small enough to judge by hand.

use crate::{game, seed_game};
use ludogen::game::{Game, Player, Position};
use ludogen::strategy::{Advisor, Evaluator, Policy};
use ludogen::with_game;

/// What an advisor says for both players after some moves.
#[track_caller]
fn says(source: &str, moves: &[&str], advisor: Advisor) -> [f64; 2] {
    with_game!(&game(source), g => in_game(g, moves, advisor))
}

#[track_caller]
fn in_game<const W: usize>(game: &Game<W>, moves: &[&str], advisor: Advisor) -> [f64; 2] {
    let mut position = Position::new(game, Player::White);
    for text in moves {
        let m = game.read_move(&position, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        position.apply(game, m);
    }
    Evaluator::new(game, &Policy::default()).advise(advisor, position.state())
}

#[track_caller]
fn close(found: [f64; 2], wanted: [f64; 2]) {
    assert!((0..2).all(|i| (found[i] - wanted[i]).abs() < 1e-9), "{found:?} is not {wanted:?}");
}

/// Rules with stones that are placed, from a position.
fn stones(board: &str, start: &str, end: &str) -> String {
    format!(
        "(game Test (players White Black) (board {board}) (pieces (Stone All (moves (move (pre (empty to)) (action (push)))))) {start} (end {end}))"
    )
}

/// Rules with kings that capture by replacement, from a position.
fn kings(board: &str, start: &str, end: &str) -> String {
    format!(
        "(game Test (players White Black) (board {board})
          (pieces (King All (moves (move (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture))))))
          (start {start}) (end {end}))"
    )
}

const SQUARE: &str = "(tiling square) (size 5 5)";
const PLACED: &str = "(start (place (Stone White) A1 B1 E5) (place (Stone Black) C3))";

#[test]
fn connection_counts_missing_cells() {
    let rules = stones("(tiling hex) (shape rhombus) (size 3 3)", "", "(All win (connect own-regions))");
    // Three cells are missing for both, with three of them to choose from.
    close(says(&rules, &[], Advisor::Connection), [1.0 - 2.5 / 6.0; 2]);
    // B2 leaves White two, the last one of two; Black goes round along an edge, three cells as before, with a choice of edges.
    close(says(&rules, &["b2"], Advisor::Connection), [1.0 - 1.5 / 6.0, 1.0 - 2.5 / 6.0]);
}

#[test]
fn a_cut_off_player_has_no_connection() {
    let wall = "(start (place (Stone White) B1 B2 B3))";
    let rules = stones("(tiling square) (size 3 3)", wall, "(All win (connect (side e) (side w)))");
    // White still needs one cell on either side, the last of three; Black cannot pass.
    close(says(&rules, &[], Advisor::Connection), [1.0 - 1.5 / 6.0, 0.0]);
}

#[test]
fn three_regions_need_half_of_all_ways_at_least() {
    let board = "(tiling hex) (shape tri) (size 4)";
    let rules = stones(board, "", "(All win (connect all-sides))");
    // Each two sides meet in a corner, so one cell joins two of them; joining all three takes four along a side (no fewer, but
    // the bound knows only of the pairs: 1, 1, 1, and half of three is 1).
    close(says(&rules, &[], Advisor::Connection), [0.5, 0.5]);
}

#[test]
fn group_counts_the_largest_and_how_far_the_others_are() {
    let rules = stones(SQUARE, PLACED, "(All win (group))");
    // Two of three are together; from B1 the others are 1 and 7 away, over a diameter of 8.
    let white = 0.7 * 2.0 / 3.0 + 0.3 * (1.0 - (8.0 / 3.0) / 8.0);
    close(says(&rules, &[], Advisor::Group), [white, 0.99]);
    let rules = stones(SQUARE, PLACED, "(All win (group 4))");
    close(says(&rules, &[], Advisor::Group), [0.7 * 0.5 + 0.2, 0.7 * 0.25 + 0.3]);
}

#[test]
fn in_a_row_counts_open_windows() {
    let board = "(tiling square i-nbors) (size 3 3)";
    let rules = stones(board, "", "(All win (in-a-row 3))");
    let two_missing = |windows: i32| 1.0 - (15.0f64 / 16.0).powi(windows);
    close(says(&rules, &["a1"], Advisor::InARow), [two_missing(3), 0.0]);
    close(says(&rules, &["a1", "b2"], Advisor::InARow), [two_missing(2), two_missing(3)]);
    // White: the bottom row lacks one; up from A1 and up from B1 is closed by B2, so A1's column lacks two.
    let white = 1.0 - (3.0 / 4.0) * (15.0 / 16.0);
    // Black is left with the second row and one diagonal.
    close(says(&rules, &["a1", "b2", "b1"], Advisor::InARow), [white, two_missing(2)]);
}

#[test]
fn closed_ends_halve_a_window() {
    let start = "(start (place (Stone White) C1) (place (Stone Black) A1))";
    let rules = stones("(tiling square) (size 5 1)", start, "(All win (in-a-row 3))");
    // B1 to D1 is closed on the left; C1 to E1 is not. Black has no room.
    close(says(&rules, &[], Advisor::InARow), [1.0 - (31.0 / 32.0) * (15.0 / 16.0), 0.0]);
}

#[test]
fn longer_lines_are_no_use_where_the_length_is_exact() {
    let start = "(start (place (Stone White) A1 B1 C1 D1) (place (Stone Black) E2))";
    let rules = |end| stones("(tiling square) (size 5 2)", start, end);
    // Black has one window, C2 to E2.
    close(says(&rules("(All win (in-a-row 3))"), &[], Advisor::InARow), [1.0, 1.0 / 16.0]);
    // A1 to C1 and B1 to D1 are full but part of a longer line; C1 to E1 lacks one.
    let exact = says(&rules("(All win (in-a-row 3 exactly))"), &[], Advisor::InARow);
    close(exact, [0.25, 1.0 / 16.0]);
}

#[test]
fn patterns_and_rings_count_like_windows() {
    let board = "(tiling square) (size 3 3)";
    let rules = stones(board, "", "(All win (pattern f r f r f))");
    close(says(&rules, &["a1"], Advisor::Pattern), [1.0 / 64.0, 0.0]);
    // The middle belongs to all four squares.
    close(says(&rules, &["a1", "b2"], Advisor::Pattern), [0.0, 1.0 - (63.0f64 / 64.0).powi(3)]);
    let start = "(start (place (Stone White) A1 B1 A2 B2))";
    let ring = stones("(tiling hex) (shape hex) (size 2)", start, "(All win (cycle))");
    // Of the ring round B2, three cells are taken.
    close(says(&ring, &[], Advisor::Pattern), [1.0 / 64.0, 0.0]);
}

#[test]
fn reach_counts_moves_to_the_goal() {
    with_game!(&seed_game("breakthrough", None), g => {
        // Six moves of seven at most.
        close(in_game(g, &[], Advisor::Reach), [1.0 / 7.0, 1.0 / 7.0]);
        // Eliminating is no nearer, and the pawn on C3 has five moves to go.
        close(in_game(g, &["c2-c3"], Advisor::Reach), [2.0 / 7.0, 1.0 / 7.0]);
    });
    let start = "(place (King White) A1 C1) (place (King Black) E5)";
    let rules = kings("(tiling square) (size 5 5)", start, "(All win (reach 2 (row 3)))");
    // Both kings are two steps from row 3, four at most... of two; Black has one king only, at two steps.
    close(says(&rules, &[], Advisor::Reach), [0.0, 0.0]);
    let start = "(place (King White) A2 C1) (place (King Black) E3)";
    let rules = kings("(tiling square) (size 5 5)", start, "(All win (reach 2 (row 3)))");
    close(says(&rules, &[], Advisor::Reach), [0.25, 0.5]);
}

#[test]
fn captures_and_threats_count() {
    let start = "(place (King White) A1) (place (King Black) A2 E5)";
    let rules = |end| kings(SQUARE, start, end);
    // Each side threatens one piece and has captured none of two.
    close(says(&rules("(All win (capture 2))"), &[], Advisor::Capture), [0.05, 0.05]);
    // White has taken one; nothing is threatened any more.
    close(says(&rules("(All win (capture 2))"), &["a1xa2"], Advisor::Capture), [0.5, 0.0]);
    close(says(&rules("(All win (eliminate))"), &[], Advisor::Eliminate), [0.0, 0.0]);
    close(says(&rules("(All win (eliminate))"), &["a1xa2"], Advisor::Eliminate), [0.5, 0.0]);
}

#[test]
fn scores_stacks_and_states_count() {
    let scoring = "(game Test (players White Black) (board (tiling square) (size 5 5))
      (pieces (Stone All (moves (move (pre (empty to)) (action (push)) (post (score (row to))))))) (end (All win (score 8))))";
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    // Two points to one, by a quarter of the target.
    close(says(scoring, &["a2", "a1"], Advisor::Score), [logistic(0.5), logistic(-0.5)]);

    with_game!(&seed_game("towers", None), g => {
        close(in_game(g, &[], Advisor::Stack), [0.25, 0.25]);
        close(in_game(g, &["a2-b2"], Advisor::Stack), [0.5, 0.25]);
        // Ten bricks on nine cells of White, ten on ten of Black.
        close(in_game(g, &["a2-b2"], Advisor::StackHeight), [10.0 / 9.0 / 8.0, 1.0 / 8.0]);
    });

    let growing = "(game Test (players White Black) (board (tiling square) (size 3 3))
      (pieces (Stone All (moves (move (pre (empty to)) (action (push)) (post (piece-state to 1))))))
      (end (All win (state 4))))";
    close(says(growing, &["a1"], Advisor::State), [0.25, 0.0]);
    let counting = stones(SQUARE, PLACED, "(All win (and (all-passed) (> (num-pieces friend) (num-pieces enemy))))");
    // Two more, one needed; and two fewer. Passing does not count.
    close(says(&counting, &[], Advisor::State), [logistic(1.5 / 5.0), logistic(-2.5 / 5.0)]);
}

const CORNERED: &str = "(place (King White) A1) (place (King Black) C3)";

#[test]
fn moves_count() {
    // Three by three with diagonals off: A1 has two steps, C3 has two; in the middle there are four.
    let rules = |end| kings("(tiling square) (size 3 3)", "(place (King White) B2) (place (King Black) C3)", end);
    close(says(&rules("(All lose (no-move))"), &[], Advisor::Block), [-2.0 / 6.0, -4.0 / 6.0]);
    close(says(&rules("(All win (no-move))"), &[], Advisor::Block), [1.0 / 5.0, 1.0 / 3.0]);
    close(says(&rules("(All win (no-move))"), &[], Advisor::Mobility), [4.0 / 6.0, 2.0 / 6.0]);
}

#[test]
fn pieces_count_by_value() {
    let start = "(place (King White) A1 A3) (place (King Black) A2 E5 E4)";
    let rules = kings(SQUARE, start, "(All win (eliminate))");
    close(says(&rules, &[], Advisor::Material), [0.4, 0.6]);
    // White attacks A2 from two sides; Black attacks both A1 and A3.
    close(says(&rules, &[], Advisor::Attack), [1.0 / 4.0, 2.0 / 4.0]);
    close(says(&rules, &[], Advisor::Safety), [0.0, 2.0 / 3.0]);
    let valued = rules.replace("(King All", "(King All (value 5)");
    close(says(&valued, &[], Advisor::Material), [0.4, 0.6]);
    close(says(&valued, &[], Advisor::Attack), [5.0 / 16.0, 10.0 / 16.0]);
}

#[test]
fn jumps_and_custodial_captures_are_threats() {
    let jump = "(game Test (players White Black) (board (tiling square) (size 5 1))
      (pieces (Man All (moves (move (pre (and (empty to) (steps f f) (enemy (step from e)))) (dirn e) (action (pop) (push)) (post (capture over))))))
      (start (place (Man White) A1) (place (Man Black) B1 D1)) (end (All win (eliminate))))";
    close(says(jump, &[], Advisor::Attack), [0.5, 0.0]);
    let custodial = "(game Test (players White Black) (board (tiling square) (size 5 1))
      (pieces (Man All (moves (move (pre (and (empty to))) (action (push)) (post (capture line))))))
      (start (place (Man White) A1) (place (Man Black) B1)) (end (All win (eliminate))))";
    close(says(custodial, &[], Advisor::Attack), [0.5, 0.0]);
    close(says(custodial, &[], Advisor::Safety), [1.0, 0.0]);
}

#[test]
fn the_lie_of_the_pieces_counts() {
    let rules = kings("(tiling square) (size 3 3)", CORNERED, "(All win (eliminate))");
    // Of seven empty cells A2 and B1 are White's, B3 and C2 Black's, and the diagonal is shared.
    close(says(&rules, &[], Advisor::Influence), [0.5, 0.5]);
    // No region is anyone's: the empty cells hang together.
    close(says(&rules, &[], Advisor::Territory), [0.0, 0.0]);
    // Four apart, over a diameter of four; two from the centre, over a radius of two.
    close(says(&rules, &[], Advisor::Fight), [0.0, 0.0]);
    close(says(&rules, &[], Advisor::Centrality), [0.0, 0.0]);
    close(says(&rules, &["a1-a2"], Advisor::Fight), [0.25, 0.25]);
    close(says(&rules, &["a1-a2"], Advisor::Centrality), [0.5, 0.0]);

    let wall = "(place (King White) B1 B2 B3) (place (King Black) D1)";
    let rules = kings("(tiling square) (size 4 3)", wall, "(All win (eliminate))");
    // Column A is White's alone; five empty cells are open to both.
    close(says(&rules, &[], Advisor::Territory), [3.0 / 8.0, 0.0]);
    // White has A and C2, C3 for certain (one step) and shares C1; D3 is two steps from both.
    close(says(&rules, &[], Advisor::Influence), [(3.0 + 2.0 + 0.5 + 0.5) / 8.0, (0.5 + 0.5 + 1.0) / 8.0]);
}

#[test]
fn lose_clauses_count_the_other_way() {
    let board = "(tiling square i-nbors) (size 3 3)";
    let win = says(&stones(board, "", "(All win (in-a-row 3))"), &["a1"], Advisor::InARow);
    let lose = says(&stones(board, "", "(All lose (in-a-row 3))"), &["a1"], Advisor::InARow);
    close(lose, win.map(|w| -w));
    // A product of a chance with the complement of another.
    let both = says(&stones(board, "", "(All win (and (in-a-row 2) (not (in-a-row 3))))"), &["a1"], Advisor::InARow);
    let two = says(&stones(board, "", "(All win (in-a-row 2))"), &["a1"], Advisor::InARow);
    close(both, [two[0] * (1.0 - win[0]), 0.0]);
    // The union of two.
    let either = says(&stones(board, "", "(All win (or (in-a-row 2) (in-a-row 3)))"), &["a1"], Advisor::InARow);
    close(either, [1.0 - (1.0 - two[0]) * (1.0 - win[0]), 0.0]);
}

#[test]
fn corners_and_edges_are_shared_by_those_who_stand_there() {
    let rules = stones(SQUARE, PLACED, "(All win (in-a-row 3))");
    // White has two corners and B1; Black stands in the middle.
    close(says(&rules, &[], Advisor::Corners), [1.0, 0.0]);
    close(says(&rules, &["e4", "a5"], Advisor::Corners), [2.0 / 3.0, 1.0 / 3.0]);
    close(says(&rules, &["c4", "a5", "d4", "a3"], Advisor::Edges), [0.5, 0.5]);
}

#[test]
fn pieces_advance_towards_what_their_player_must_reach() {
    let start = "(place (King White) A1 C3) (place (King Black) C4)";
    let rules = kings(SQUARE, start, "(White win (reach (side n)))");
    // White's are four moves and two away, of four at most; Black, with nothing to reach, goes south: three rows of four.
    close(says(&rules, &[], Advisor::Advance), [(0.0 + 0.5) / 2.0, 0.25]);
    let home = "(game Home (players White Black) (board (tiling square) (size 3 5))
        (pieces (Man All (moves
          (move (dirn n) (pre (and (connected) (empty to))) (action (pop) (push)))
          (move (pre (in-region from (side n))) (action (pop))))))
        (start (place (Man White) A5 A3) (place (Man Black) C1)) (end (All win (eliminate friend))))";
    // From the first row it is five moves off the board, from the third three.
    close(says(home, &[], Advisor::Advance), [(0.8 + 0.4) / 2.0, 0.0]);
    close(says(home, &["-a5"], Advisor::Advance), [(1.0 + 0.4) / 2.0, 0.0]);
    close(says(home, &["-a5", "c1-c2"], Advisor::Advance), [(1.0 + 0.4) / 2.0, 0.2]);
}

#[test]
fn the_way_leads_round_walls() {
    let rules = "(game Walls (players White Black) (board (tiling square) (size 5 5))
        (pieces (King All (moves (move (pre (and (connected) (empty to))) (action (pop) (push)))))
                (Wall neutral (moves)))
        (start (place (King White) C1) (place (King Black) C5) (place (Wall neutral) A2 B2 C2 D2))
        (end (White win (reach (side n))) (Black win (reach (side s)))))";
    // Both must go by the east: six steps.
    close(says(rules, &[], Advisor::Path), [0.5, 0.5]);
    close(says(rules, &["c1-d1", "c5-d5"], Advisor::Path), [1.0 - 5.0 / 12.0, 1.0 - 5.0 / 12.0]);
    close(says(rules, &["c1-b1"], Advisor::Path), [1.0 - 7.0 / 12.0, 0.5]);
}

/// Rules of rooks and kings, of which a king lost is the game, from a position.
fn rooks(start: &str) -> String {
    format!(
        "(game Test (players White Black) (board (tiling square i-nbors) (size 5 5))
          (pieces
            (King All (value 4) (moves (move (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture)))))
            (Rook All (value 4) (moves (move (dirn direct) (pre (and (line) (= (num-between any) 0) (not (friend to)))) (action (pop) (push)) (post (capture))))))
          (start {start}) (end (All win (eliminate enemy King))))"
    )
}

#[test]
fn mopping_up_drives_the_king_of_who_is_behind_to_the_edge_and_comes_near_it() {
    let position = |white: &str, black: &str| {
        rooks(&format!("(place (King White) {white}) (place (Rook White) A1) (place (King Black) {black})"))
    };
    // White has two thirds of the pieces by value, a lead of a third. Kings are on the middle cell and two diagonal steps from it.
    close(says(&position("E5", "C3"), &[], Advisor::MopUp), [(0.0 + 0.5) / 2.0 / 3.0, 0.0]);
    // In the corner, with the other king two steps away; then beside it.
    close(says(&position("C3", "E5"), &[], Advisor::MopUp), [(1.0 + 0.5) / 2.0 / 3.0, 0.0]);
    close(says(&position("D4", "E5"), &[], Advisor::MopUp), [(1.0 + 0.75) / 2.0 / 3.0, 0.0]);
    // Nobody is ahead.
    let even = rooks("(place (King White) C3) (place (King Black) E5)");
    close(says(&even, &[], Advisor::MopUp), [0.0; 2]);
}

#[test]
fn only_games_with_a_piece_that_decides_among_others_mop_up() {
    let uses = |name: &str| {
        let relevant = |p, rules: &_| Advisor::relevant(rules, p)[Advisor::MopUp as usize];
        with_game!(&seed_game(name, None), g => Player::BOTH.map(|p| relevant(p, g.rules())))
    };
    for name in ["chess", "makruk", "chaturanga", "hexagonal-chess"] {
        assert_eq!(uses(name), [true; 2], "{name}");
    }
    for name in ["jeson-mor", "breakthrough", "english-draughts", "losing-chess", "hex"] {
        assert_eq!(uses(name), [false; 2], "{name}");
    }
}

#[test]
fn the_last_piece_is_as_good_as_gone_where_it_can_be_taken_at_once() {
    let attacked = rooks("(place (King White) A5) (place (Rook White) A1) (place (King Black) E1)");
    close(says(&attacked, &[], Advisor::Eliminate), [0.99, 0.0]);
    // It is Black's turn, who can step aside; then White's, who can take nothing.
    close(says(&attacked, &["a5-a4"], Advisor::Eliminate), [0.0; 2]);
    close(says(&attacked, &["a5-a4", "e1-e2"], Advisor::Eliminate), [0.0; 2]);
}
