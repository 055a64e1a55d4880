//! What searches are told of a position is the lead worked out from scratch, whatever positions came before.

use ludogen::game::{AnyGame, Game, Move, Player, Position, lower};
use ludogen::language::{self, Tree};
use ludogen::players::value::WIN_BOUND;
use ludogen::players::{AlphaBeta, AlphaBetaOptions, Evaluate};
use ludogen::strategy::{Evaluator, Policy, SCALE};
use ludogen::{synthesis, with_game};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Successors of a position that are valued.
const SIBLINGS: usize = 6;
/// The most legal moves of positions that are valued, so that no game takes long.
const MOVES: usize = 400;

/// How many positions agreed; the first that did not.
type Agreement = Result<usize, String>;

fn agrees<const W: usize>(evaluator: &Evaluator<W>, position: &Position<W>) -> bool {
    let state = position.state();
    let lead = (evaluator.lead(state) * SCALE).round() as i32;
    let wanted = if state.mover == Player::White { lead } else { -lead };
    evaluator.evaluate(evaluator.game(), position) == wanted
}

/// Plays at random and values positions in the order in which a search does: successors of successors.
fn play<const W: usize>(game: &Game<W>, plies: usize, rng: &mut Pcg64Mcg) -> Agreement {
    let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
    let mut position = Position::new(game, Player::White);
    let mut agreed = 0;
    for _ in 0..plies {
        let moves = some_moves(game, &position, rng);
        let Some(&next) = moves.first() else { break };
        for mv in moves {
            position.apply(game, mv);
            for reply in some_moves(game, &position, rng) {
                position.apply(game, reply);
                if !agrees(&evaluator, &position) {
                    return Err(format!("after {:?}", position.made()));
                }
                agreed += 1;
                position.undo();
            }
            position.undo();
        }
        position.apply(game, next);
    }
    Ok(agreed)
}

fn some_moves<const W: usize>(game: &Game<W>, position: &Position<W>, rng: &mut Pcg64Mcg) -> Vec<Move> {
    let mut moves = Vec::new();
    if position.outcome().is_none() {
        position.legal(game, &mut moves);
    }
    if moves.len() > MOVES {
        return Vec::new();
    }
    (0..SIBLINGS.min(moves.len())).map(|_| moves[rng.random_range(0..moves.len() as u32) as usize]).collect()
}

fn check(tree: &Tree, plies: usize, seed: u64) -> Option<Agreement> {
    let game = AnyGame::new(lower(tree).ok()?).ok()?;
    Some(with_game!(&game, g => play(g, plies, &mut Pcg64Mcg::seed_from_u64(seed))))
}

#[test]
fn a_search_is_told_the_lead_in_every_seed_game() {
    for entry in std::fs::read_dir("seed-games").expect("the seed games") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "ludi") {
            let source = std::fs::read_to_string(&path).expect("a file");
            let tree = language::parse(&source).expect("a seed game is valid");
            if let Some(Err(difference)) = check(&tree, 40, 1) {
                panic!("{}: {difference}", path.display());
            }
        }
    }
}

#[test]
fn a_search_is_told_the_lead_in_random_games() {
    let mut agreed = 0;
    for seed in 0..400 {
        let tree = synthesis::random_game(&mut Pcg64Mcg::seed_from_u64(seed));
        match check(&tree, 10, seed) {
            Some(Ok(positions)) => agreed += positions,
            Some(Err(difference)) => panic!("{}\n{difference}", language::print(&tree)),
            None => {}
        }
    }
    assert!(agreed > 10_000, "{agreed} positions");
}

#[test]
fn a_win_is_not_believed_because_few_replies_were_tried() {
    let game = crate::seed_game("chaturanga", None);
    with_game!(&game, game => {
        let evaluator = Evaluator::new(game, &Policy::default_for(game.rules()));
        let mut claims = 0;
        for seed in 0..400 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut position = Position::new(game, Player::White);
            for _ in 0..30 {
                let Some(&m) = some_moves(game, &position, &mut rng).first() else { break };
                position.apply(game, m);
            }
            if position.outcome().is_some() {
                continue;
            }
            let mut searcher = AlphaBeta::new(AlphaBetaOptions::default());
            let found = searcher.root_values_within(game, &evaluator, &mut position, 40, 2_500).unwrap();
            for won in found.values.iter().filter(|v| v.value >= WIN_BOUND) {
                position.apply(game, won.mv);
                if position.outcome().is_none() {
                    let mut replies = AlphaBeta::new(AlphaBetaOptions { depth: 3, ..AlphaBetaOptions::default() });
                    let best = replies.search(game, &evaluator, &mut position).unwrap();
                    assert!(best.value <= -WIN_BOUND, "{seed}: {:?} {}", won.mv, best.value);
                }
                position.undo();
                claims += 1;
            }
        }
        assert!(claims > 20, "{claims}");
    });
}
