//! English against the engine: what is told of rules is what play shows, on games of all kinds.

use ludogen::describe::describe;
use ludogen::game::rules::{Both, MoveDef, Repetition, Rules, Verdict};
use ludogen::game::{AnyGame, Game, Move, NOWHERE, Outcome, Player, Position, facts, lower};
use ludogen::language::{Tree, parse};
use ludogen::synthesis::random_game;
use ludogen::with_game;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::Path;

/// The rule trees of the library, of the tests, and of the generator.
fn games() -> Vec<(String, Tree)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = ["seed-games", "tests/games/good"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder of games"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ludi"))
        .collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a rule file");
        (path.display().to_string(), parse(&text).expect("a game"))
    };
    let mut games: Vec<(String, Tree)> = files.iter().map(read).collect();
    for seed in 0..400 {
        games.push((format!("random {seed}"), random_game(&mut Pcg64Mcg::seed_from_u64(seed))));
    }
    games
}

/// The rules as they are told, with the text.
fn told() -> impl Iterator<Item = (String, Tree, Rules, String)> {
    games().into_iter().map(|(name, tree)| {
        let rules = lower(&tree).expect("rules");
        let text = describe(&tree).expect("English");
        (name, tree, rules, text)
    })
}

/// The lines of the section about play.
fn play(text: &str) -> impl Iterator<Item = &str> {
    text.lines().skip_while(|l| *l != "Play").take_while(|l| *l != "End")
}

/// The place of a move in the order told, if one is told: 0 comes first.
fn told_place(line: &str) -> Option<usize> {
    if line.contains("This is allowed only if no move that has priority is possible.") {
        return Some(1);
    }
    if line.contains("This has priority.") {
        return Some(0);
    }
    const ORDINALS: [&str; 9] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    ORDINALS.iter().position(|o| line.contains(&format!("This has the {o} priority")))
}

#[test]
fn moves_come_in_the_order_in_which_they_are_told() {
    let mut ordered = 0;
    for (name, _, rules, text) in told() {
        let lines: Vec<&str> =
            play(&text).filter(|l| l.starts_with("- ") && !l.contains("has no moves of its own")).collect();
        let defs: Vec<(&_, &MoveDef)> = facts::moves(&rules).collect();
        // The stone of a game without pieces is told in a sentence.
        assert!(lines.len() == defs.len() || lines.is_empty() && defs.len() == 1, "{name}\n{text}");
        let comes = |m: &MoveDef| (!m.mandatory, m.priority);
        let makers = |i: usize| Player::BOTH.map(|p| facts::may_make(defs[i].0, defs[i].1, p));
        for i in 0..lines.len() {
            for j in 0..i {
                let together = (0..2).any(|p| makers(i)[p] && makers(j)[p]);
                let (a, b) = (comes(defs[i].1), comes(defs[j].1));
                match (told_place(lines[i]), told_place(lines[j])) {
                    (Some(x), Some(y)) if together => {
                        ordered += usize::from(a != b);
                        assert!(x.cmp(&y) == a.cmp(&b) || continues(&rules), "{name}: {}\n{}", lines[i], lines[j]);
                    }
                    _ => assert!(a == b || !together || continues(&rules), "{name}: {}\n{}", lines[i], lines[j]),
                }
            }
        }
    }
    assert!(ordered > 100, "{ordered}");
}

/// Whether turns may go on, so that some moves never meet.
fn continues(rules: &Rules) -> bool {
    format!("{:?}", rules.pieces).contains("Continuing")
}

#[test]
fn a_move_without_a_priority_is_told_as_the_last() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/good/towers.ludi")).unwrap();
    let text = describe(&parse(&text).unwrap()).unwrap();
    let line = |start: &str| play(&text).find(|l| l.starts_with(start)).unwrap();
    assert_eq!(told_place(line("- Split")), Some(0));
    assert_eq!(told_place(line("- Move a whole stack")), Some(1));
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/seed-games/nine-mens-morris.ludi")).unwrap();
    let text = describe(&parse(&text).unwrap()).unwrap();
    let places: Vec<Option<usize>> = play(&text).filter(|l| l.starts_with("- ")).map(told_place).collect();
    // Men enter and move between turns, where they come first; to take a man outside of mills comes before one in a mill.
    assert_eq!(places, [None, None, Some(0), Some(1), None]);
}

#[test]
fn stacking_and_repetition_are_told_if_and_only_if_they_can_be() {
    let (mut stacks, mut repeats) = (0, 0);
    for (name, _, rules, text) in told() {
        let stacked = text.contains("goes on top of what is there");
        assert_eq!(stacked, facts::may_stack(&rules), "{name}\n{text}");
        stacks += usize::from(stacked);
        let Ok(game) = AnyGame::new(rules.clone()) else { continue };
        let matters = with_game!(&game, g => g.tracks_repetition());
        let rule = match rules.repetition {
            Repetition::Forbid => "may not lead to an earlier position",
            Repetition::Positional => "may not lead to an earlier arrangement",
            Repetition::Draw => "arises for the third time the game is drawn",
            Repetition::Allow => continue,
        };
        assert_eq!(play(&text).any(|l| l.contains(rule)), matters, "{name}\n{text}");
        repeats += usize::from(matters);
    }
    assert!(stacks > 30 && repeats > 100, "{stacks} {repeats}");
}

/// What some games show of the rules.
#[derive(Default)]
struct Shown {
    /// A piece of the opponent, or of nobody, was moved.
    foreign: bool,
    /// A pass was legal beside other moves, or in the middle of a turn.
    free_pass: bool,
    /// A pass was the only legal move.
    forced_pass: bool,
    /// Two pieces stood on one cell.
    stack: bool,
    /// A game was drawn that had a move.
    draw: bool,
}

fn watch<const W: usize>(game: &Game<W>, seed: u64) -> Shown {
    let mut shown = Shown::default();
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut moves = Vec::new();
    for _ in 0..3 {
        let mut position = Position::new(game, Player::White);
        for _ in 0..60 {
            if position.outcome().is_some() {
                shown.draw |= position.outcome() == Some(Outcome::Draw) && !position.made().is_empty();
                break;
            }
            let state = position.state();
            shown.stack |= (0..game.board().len()).any(|c| game.height(state, c as u16) > 1);
            position.legal(game, &mut moves);
            if moves.is_empty() {
                break;
            }
            let is_foreign = |m: &&Move| m.from != NOWHERE && game.top(state, m.from).owner() != state.mover;
            shown.foreign |= moves.iter().any(|m| is_foreign(&m));
            let passes = moves.iter().filter(|m| m.from == NOWHERE && m.to == NOWHERE && **m != Move::SWAP).count();
            shown.free_pass |= passes > 0 && moves.len() > passes;
            shown.forced_pass |= moves == [Move::PASS];
            let m = moves[rng.random_range(0..moves.len())];
            position.apply(game, m);
        }
    }
    shown
}

#[test]
fn what_play_shows_is_told() {
    let mut seen = [0; 5];
    for (i, (name, _, rules, text)) in told().enumerate() {
        let Ok(game) = AnyGame::new(rules.clone()) else { continue };
        if game.board().len() > 200 {
            continue;
        }
        let shown = with_game!(&game, g => watch(g, i as u64));
        let says = |part: &str| play(&text).any(|l| l.contains(part));
        if shown.foreign {
            let other = ["enemy ", "either player", "any owner", "elongs to nobody"].iter().any(|w| says(w));
            assert!(other && !says("must be the player's own."), "{name}\n{text}");
        }
        if shown.free_pass {
            assert!(says("may pass instead of moving") || says("pass,") || says("Pass."), "{name}\n{text}");
        }
        if shown.forced_pass {
            assert!(says("who has no legal move") || says("may pass instead"), "{name}\n{text}");
        }
        let declared = rules.both == Both::Draw
            || rules.repetition == Repetition::Draw
            || rules.end.iter().any(|c| c.verdict == Verdict::Draw);
        let by_default = shown.draw && !declared;
        if by_default {
            assert!(text.lines().any(|l| l.starts_with("If ") && l.ends_with("the game is drawn.")), "{name}\n{text}");
        }
        assert!(!shown.stack || says("goes on top of what is there"), "{name}\n{text}");
        let kinds = [shown.foreign, shown.free_pass, shown.forced_pass, shown.stack, by_default];
        seen.iter_mut().zip(kinds).for_each(|(n, kind)| *n += usize::from(kind));
    }
    assert!(seen.iter().all(|&n| n >= 5), "{seen:?}");
}
