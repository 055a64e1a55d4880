//! Random games played by the reference implementation: whatever the rules, some things hold.

mod reference;

use ludogen::board::Board;
use ludogen::game::rules::*;
use ludogen::{game, language, synthesis};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use reference::position::{Key, MAX_HEIGHT};
use reference::*;
use std::collections::BTreeMap;

/// Plays a random game of at most so many moves, looking at every position.
fn play_and_look(name: &str, rules: &Rules, board: &Board, plies: usize, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut game = Match::new(rules, board);
    let mut again = game.clone();
    look_at_state(name, &game.position);
    for _ in 0..plies {
        let moves: Vec<RefMove> = game.moves().into_iter().collect();
        if moves.is_empty() {
            assert!(game.outcome.is_some(), "{name}: moves, or an outcome");
            return;
        }
        let chosen = moves[random.random_range(0..moves.len())];
        let (before, history) = (game.position.clone(), game.history.clone());
        game.play(&chosen);
        look_at_state(name, &game.position);
        look_at_move(name, rules, &before, &chosen, &game);
        look_at_repetition(name, rules, &before, &chosen, &history, &game);
        again.play(&chosen);
        assert_eq!(snapshot(&again.position), snapshot(&game.position), "{name}: the same again");
        assert_eq!(again.outcome, game.outcome);
    }
}

fn look_at_state(name: &str, p: &Position) {
    for c in p.cells() {
        assert!(p.stack(c).len() <= MAX_HEIGHT && p.cell_states[c as usize] <= 99, "{name}: {}", snapshot(p));
        assert!(p.stack(c).iter().all(|piece| piece.state <= 99), "{name}: {}", snapshot(p));
    }
    assert!(p.hands.iter().flatten().flatten().all(|&n| n <= 254), "{name}: {}", snapshot(p));
}

fn taken(p: &Position) -> usize {
    p.captured.iter().flatten().map(|&n| n as usize).sum()
}

/// The parts of a move that show in any position.
fn look_at_move(name: &str, rules: &Rules, before: &Position, chosen: &RefMove, game: &Match) {
    let after = &game.position;
    let story = || format!("{name}: {chosen:?}\n{}{}", snapshot(before), snapshot(after));
    assert_eq!(after.moves, before.moves + 1, "{}", story());
    let RefMove::Make { piece, def, from, to, .. } = *chosen else {
        assert_eq!(after.stacks, before.stacks, "{}", story());
        assert_eq!(after.mover == before.mover, *chosen == RefMove::Swap, "{}", story());
        return;
    };
    let def = &rules.pieces[piece].moves[def];
    assert_eq!(after.last, (from, to), "{}", story());
    assert_eq!(after.passes > 0, def.passes() && !before.continuing, "{}", story());
    let repeats = def.post.iter().any(|e| e.kind == EffectKind::Repeat);
    assert!(repeats || !after.continuing, "{}", story());
    assert_eq!(after.mover == before.mover, after.continuing, "{}", story());

    // Pieces come from the hand, change places or are captured; those popped and not put down again are gone.
    let new = |a: &Action| if let Action::Push { count, .. } = a { *count as usize } else { 0 };
    let new: usize = if def.pops() { 0 } else { def.actions.iter().map(new).sum() };
    let all_down = !def.pops() || matches!(def.actions.last(), Some(Action::Push { .. }));
    let (was, is) = (before.on_board() + taken(before) + new, after.on_board() + taken(after));
    assert!(if all_down { is == was } else { is <= was }, "{}", story());
    let captures = def.post.iter().any(|e| matches!(e.kind, EffectKind::Capture { .. }));
    assert!(captures || taken(before) == taken(after), "{}", story());
    let recycles = def.post.iter().any(|e| matches!(e.kind, EffectKind::Capture { recycle: true, .. }));
    if !recycles {
        for player in Player::BOTH {
            for (kind, held) in before.hands[player.index()].iter().enumerate() {
                let used = if player == before.mover && kind == piece { new as u32 } else { 0 };
                assert_eq!(after.hands[player.index()][kind], held.map(|n| n - used), "{}", story());
            }
        }
    }

    // Without effects nothing changes but the cells that the actions name.
    let near = |a: &Action| match a {
        Action::Pass => true,
        Action::Pop(c, _) | Action::Push { cell: c, trail: false, .. } => matches!(c, Coord::From | Coord::To),
        Action::Push { .. } => false,
    };
    if def.post.is_empty() && def.actions.iter().all(near) {
        for c in before.cells().filter(|&c| Some(c) != from && Some(c) != to) {
            assert_eq!(after.stack(c), before.stack(c), "{}", story());
        }
        assert_eq!(after.cell_states, before.cell_states, "{}", story());
        assert_eq!(after.scores, before.scores, "{}", story());
    }
}

/// No position comes twice, where it may not.
fn look_at_repetition(name: &str, rules: &Rules, before: &Position, chosen: &RefMove, history: &History, game: &Match) {
    let passes = match *chosen {
        RefMove::Make { piece, def, .. } => rules.pieces[piece].moves[def].passes(),
        _ => true,
    };
    let forbidden = matches!(rules.repetition, Repetition::Forbid | Repetition::Positional);
    if forbidden && !passes {
        let word = game.referee.after(before, chosen);
        assert_eq!(history.count(&Key::of(rules, &word)), 0, "{name}: {chosen:?}\n{}", snapshot(&word));
    }
}

/// Larger boards get fewer moves, so that every game costs about the same.
fn plies_for(board: &Board) -> usize {
    (40_000 / (board.len() * board.len())).clamp(4, 80)
}

#[test]
fn seed_games_are_played() {
    let mut files: Vec<_> = std::fs::read_dir("seed-games").unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let mut played = 0;
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "ludi")) {
        let name = file.file_stem().unwrap().to_string_lossy();
        let source = std::fs::read_to_string(file).unwrap();
        let tree = language::check::parse(&source).unwrap_or_else(|p| panic!("{name}: {p:?}"));
        let rules = game::lower(&tree).unwrap_or_else(|e| panic!("{name}: {e}"));
        let board = Board::new(&rules.board).unwrap_or_else(|e| panic!("{name}: {e}"));
        play_and_look(&name, &rules, &board, plies_for(&board), 1);
        played += 1;
    }
    assert!(played > 0);
}

#[test]
fn random_rules_are_played() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut played = 0;
    for i in 0..1000 {
        let tree = synthesis::random_game(&mut random);
        let name = format!("{i}: {}", language::print::print(&tree));
        let rules = game::lower(&tree).unwrap_or_else(|e| panic!("{name}: {e}"));
        let Ok(board) = Board::new(&rules.board) else { continue };
        if board.len() <= 130 {
            play_and_look(&name, &rules, &board, plies_for(&board) / 2, i);
            played += 1;
        }
    }
    assert!(played > 700, "{played}");
}

/// The counts of the seed games that other programs found, as far as the reference is quick enough for them.
#[test]
fn seed_games_have_the_known_numbers_of_moves() {
    let mut known: BTreeMap<(String, String), BTreeMap<usize, u64>> = BTreeMap::new();
    let mut rows = csv::Reader::from_path("tests/data/perft.csv").unwrap();
    for row in rows.deserialize() {
        let (file, size, _, depth, nodes, unit): (String, String, String, usize, u64, String) = row.unwrap();
        // The source ends Dodgem, and counts the passes at the end of Reversi, in another way; only later moves show it.
        let otherwise = match file.as_str() {
            "dodgem.ludi" => depth > 4,
            "reversi.ludi" => depth > 7,
            _ => false,
        };
        if unit == "action" && !otherwise {
            known.entry((file, size)).or_default().insert(depth, nodes);
        }
    }
    let mut checked = 0;
    for ((file, size), counts) in known {
        let source = std::fs::read_to_string(format!("seed-games/{file}")).unwrap();
        let mut rules = game::lower(&language::check::parse(&source).unwrap()).unwrap();
        if file == "mu-torere.ludi" {
            // The source has no rule about repetition.
            rules.repetition = Repetition::Allow;
        }
        if !size.is_empty() {
            rules.board.sizes = size.split_whitespace().map(|n| n.parse().unwrap()).collect();
        }
        let board = Board::new(&rules.board).unwrap();
        // Trying every pair of cells at every node takes its time on large boards.
        let affordable = |nodes: u64| nodes * (board.len() as u64).pow(2) < 100_000;
        // Depths before the first one listed are left out of the file; later ones may be smaller again.
        let first = counts.iter().take_while(|(_, nodes)| affordable(**nodes));
        let Some(depth) = first.map(|(depth, _)| *depth).max() else { continue };
        checked += 1;
        let found = perft(&rules, &board, depth);
        for (depth, nodes) in counts.iter().filter(|(depth, _)| **depth <= found.len()) {
            assert_eq!(found[depth - 1], *nodes, "{file} {size} at depth {depth}: {found:?}");
        }
    }
    assert!(checked > 30, "{checked}");
}
