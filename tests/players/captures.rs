//! The order in which captures are tried.

use ludogen::game::{AnyGame, Player, Position, lower};
use ludogen::language::parse;
use ludogen::players::Arena;
use ludogen::with_game;

#[test]
fn captures_are_tried_by_victim_and_then_by_attacker() {
    let rules = "(game Test (players White Black) (board (tiling square i-nbors) (size 5 5))
        (pieces
          (Pawn All (value 1) (moves (move (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture)))))
          (Queen All (value 9) (moves (move (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture))))))
        (start (place (Pawn White) B2) (place (Queen White) D2) (place (Pawn Black) B3) (place (Queen Black) C3))
        (end (All win (eliminate enemy))))";
    let game = AnyGame::new(lower(&parse(rules).unwrap()).unwrap()).unwrap();
    with_game!(&game, game => {
        let position = Position::new(game, Player::White);
        let order = |text: &str| game.capture_order(&position, game.read_move(&position, text).unwrap());
        let best_first = ["b2xc3", "d2xc3", "b2xb3"].map(order);
        assert!(best_first.is_sorted_by(|a, b| a > b) && best_first[2] > 0, "{best_first:?}");
        assert_eq!(["b2-b1", "d2-e3"].map(order), [0; 2]);
    });
}
