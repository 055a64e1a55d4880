//! English against the engine: what is told of rules is what play shows, on games of all kinds.

use ludogen::describe::{describe, told as told_with_moves};
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

/// The English of the known games of a folder, by name, in order.
fn known_games(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder of games").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "ludi")).collect();
    files.sort();
    let told = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a rule file");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, describe(&parse(&text).expect("a game")).expect("English"))
    };
    files.into_iter().map(told).collect()
}

/// The text of Play and End, without their titles.
fn play_and_end(text: &str) -> String {
    let lines = text.lines().skip_while(|line| *line != "Play");
    lines.filter(|line| !matches!(*line, "Play" | "End")).collect::<Vec<_>>().join("\n")
}

#[test]
fn seed_games_are_told_in_english() {
    let mut texts: Vec<String> = known_games("seed-games").into_iter().map(|(_, text)| text).collect();
    texts.extend(known_games("seed-games/long").into_iter().map(|(_, text)| text));
    insta::assert_snapshot!("known-games", texts.join("\n"));
}

/// How many sentences of the known games that are no lists have more than thirty words. A change that makes fewer lowers it.
const LONG_SENTENCES: usize = 20;

/// How many words Play and End of a known game may take.
const MOST_WORDS: usize = 350;

#[test]
fn no_more_sentences_of_known_games_are_long_than_were() {
    let mut long = Vec::new();
    for (name, text) in known_games("seed-games").into_iter().chain(known_games("seed-games/long")) {
        let text = play_and_end(&text);
        assert!(text.split_whitespace().count() <= MOST_WORDS, "{name}\n{text}");
        let sentences = text.lines().flat_map(|line| line.split_inclusive(". "));
        let plain = sentences.filter(|s| !s.contains(": ") && s.matches(", ").count() < 3);
        long.extend(plain.filter(|s| s.split_whitespace().count() > 30).map(|s| format!("{name}: {s}")));
    }
    assert!(long.len() <= LONG_SENTENCES, "{}\n{}", long.len(), long.join("\n"));
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

/// The place of a move in the order told, if one is told: 0 comes first. What is not marked comes after what has priority. An order may be told of the beginning of
/// a turn alone, or of the rest.
fn told_place_at(line: &str, continuing: bool) -> Option<usize> {
    let places: Vec<&str> =
        line.trim_end_matches('.').split(". ").filter_map(|s| s.strip_prefix("This has ")).collect();
    let marks = [" at the beginning of a turn", " when a turn goes on"];
    let marked = |mark: &str| places.iter().find_map(|place| place.strip_suffix(mark));
    let place = match marked(marks[usize::from(continuing)]) {
        Some(place) => place,
        None if marked(marks[usize::from(!continuing)]).is_some() => return None,
        None => places.first()?,
    };
    const ORDINALS: [&str; 9] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    if place == "priority" { Some(0) } else { ORDINALS.iter().position(|o| place == format!("the {o} priority")) }
}

fn told_place(line: &str) -> Option<usize> {
    told_place_at(line, false)
}

/// The line of play that each move is told in, in the order of the rules.
fn lines_of_moves(tree: &Tree, rules: &Rules) -> Vec<String> {
    let told = told_with_moves(tree).expect("English");
    let about = |line: &&str| line.starts_with("- ") || line.starts_with("Players take turns placing a stone");
    let lines: Vec<&str> = play(&told.text).filter(about).collect();
    assert_eq!(lines.len(), told.moves.len(), "{}", told.text);
    let line = |kind: usize, n: usize| {
        let of: Vec<usize> = (0..lines.len()).filter(|&i| told.moves[i].contains(&(kind, n))).collect();
        assert_eq!(of.len(), 1, "move {n} of piece {kind}: {}", told.text);
        lines[of[0]].to_string()
    };
    let pieces = rules.pieces.iter().enumerate();
    pieces
        .flat_map(|(kind, piece)| (0..piece.moves.len()).map(move |n| (kind, n)))
        .map(|(kind, n)| line(kind, n))
        .collect()
}

#[test]
fn moves_come_in_the_order_in_which_they_are_told() {
    let mut ordered = [0, 0];
    for (name, tree, rules, _) in told() {
        let lines = lines_of_moves(&tree, &rules);
        let defs: Vec<(&_, &MoveDef)> = facts::moves(&rules).collect();
        let comes = |m: &MoveDef| (!m.mandatory, m.priority);
        let makers = |i: usize| Player::BOTH.map(|p| facts::may_make(defs[i].0, defs[i].1, p));
        for i in 0..lines.len() {
            for j in 0..i {
                let together = (0..2).any(|p| makers(i)[p] && makers(j)[p]);
                let (a, b) = (comes(defs[i].1), comes(defs[j].1));
                // A piece that moves as another does is told in its line.
                let elsewhere = [i, j].iter().any(|&k| lines[k].contains("It moves as a"));
                for continuing in [false, true] {
                    if !together || elsewhere || ![i, j].iter().all(|&k| facts::may_be_made(defs[k].1, continuing)) {
                        continue;
                    }
                    let [x, y] = [i, j].map(|k| told_place_at(&lines[k], continuing));
                    // Two moves that are marked alike, or not at all, come together; what is marked comes first.
                    let as_told = x.unwrap_or(usize::MAX).cmp(&y.unwrap_or(usize::MAX));
                    ordered[usize::from(continuing)] += usize::from(a != b);
                    assert_eq!(as_told, a.cmp(&b), "{name}: {}\n{}", lines[i], lines[j]);
                }
            }
        }
    }
    assert!(ordered[0] > 100 && ordered[1] > 0, "{ordered:?}");
}

#[test]
fn a_move_without_a_priority_is_told_as_the_last() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/good/towers.ludi")).unwrap();
    let text = describe(&parse(&text).unwrap()).unwrap();
    let line = |start: &str| play(&text).find(|l| l.starts_with(start)).unwrap();
    assert_eq!(told_place(line("- Split")), Some(0));
    assert_eq!(told_place(line("- Move a whole stack")), None);
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/seed-games/nine-mens-morris.ludi")).unwrap();
    let text = describe(&parse(&text).unwrap()).unwrap();
    let places: Vec<Option<usize>> = play(&text).filter(|l| l.starts_with("- ")).map(told_place).collect();
    // Men enter and move between turns, where they come first; to take a man outside of mills comes before one in a mill.
    assert_eq!(places, [None, None, Some(0), None]);
}

/// Whether the rules speak of stacks, whatever their board consists of.
fn tells_of_stacks(text: &str) -> bool {
    ["cell", "point", "pit"].iter().any(|place| text.contains(&format!("Pieces on one {place} stack;")))
}

#[test]
fn stacking_and_repetition_are_told_if_and_only_if_they_can_be() {
    let (mut stacks, mut repeats) = (0, 0);
    for (name, _, rules, text) in told() {
        let stacked = tells_of_stacks(&text);
        assert_eq!(stacked, facts::leaves_stacks(&rules), "{name}\n{text}");
        stacks += usize::from(stacked);
        let Ok(game) = AnyGame::new(rules.clone()) else { continue };
        let matters = with_game!(&game, g => g.tracks_repetition());
        let rule = match rules.repetition {
            Repetition::Forbid => "No position may be repeated",
            Repetition::Positional => "No arrangement of the board may be repeated",
            Repetition::Draw => "Threefold repetition is a draw",
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
            // Before the first move no end clause is looked at.
            shown.forced_pass |= moves == [Move::PASS] && !position.made().is_empty();
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
            assert!(other, "{name}\n{text}");
        }
        if shown.free_pass {
            assert!(
                ["may pass instead of moving", "pass.", "pass if", "pass,", "Pass.", "Pass if", "nd the turn"]
                    .iter()
                    .any(|w| says(w)),
                "{name}\n{text}"
            );
        }
        if shown.forced_pass {
            assert!(says("who cannot move") || says("may pass instead"), "{name}\n{text}");
        }
        let declared = rules.both == Both::Draw
            || rules.repetition == Repetition::Draw
            || rules.end.iter().any(|c| c.verdict == Verdict::Draw);
        let by_default = shown.draw && !declared;
        if by_default {
            let draws = |l: &str| ["it is a draw.", "are a draw.", "is a draw."].iter().any(|end| l.ends_with(end));
            assert!(text.lines().any(draws), "{name}\n{text}");
        }
        assert!(!shown.stack || tells_of_stacks(&text), "{name}\n{text}");
        let kinds = [shown.foreign, shown.free_pass, shown.forced_pass, shown.stack, by_default];
        seen.iter_mut().zip(kinds).for_each(|(n, kind)| *n += usize::from(kind));
    }
    assert!(seen.iter().all(|&n| n >= 5), "{seen:?}");
}

/// How some games end that are played at random, and after how many plies.
fn ends<const W: usize>(game: &Game<W>, seed: u64) -> Vec<(usize, Option<Outcome>)> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut moves = Vec::new();
    let mut end = || {
        let mut position = Position::new(game, Player::White);
        while position.outcome().is_none() && position.made().len() < 100 {
            position.legal(game, &mut moves);
            if moves.is_empty() {
                break;
            }
            position.apply(game, moves[rng.random_range(0..moves.len())]);
        }
        (position.made().len(), position.outcome())
    };
    (0..12).map(|_| end()).collect()
}

/// Plays all games by two rules for what decides between results, which must make no difference where `matters` says so. How many games that somebody wins were
/// silent about it, and in how many others the two differ.
fn decided_alike(decide: [fn(&mut Rules); 2], matters: impl Fn(&Rules, &AnyGame) -> bool) -> (usize, usize) {
    let (mut silent, mut differ) = (0, 0);
    for (i, (name, _, rules, text)) in told().enumerate() {
        let by = |decide: fn(&mut Rules)| {
            let mut rules = rules.clone();
            decide(&mut rules);
            AnyGame::new(rules)
        };
        let (Ok(game), Ok(other)) = (by(decide[0]), by(decide[1])) else { continue };
        if game.board().len() > 200 {
            continue;
        }
        let [played, otherwise] = [&game, &other].map(|g| with_game!(g, g => ends(g, i as u64)));
        let decided = played.iter().any(|(_, outcome)| matches!(outcome, Some(Outcome::Win(_))));
        if matters(&rules, &game) {
            differ += usize::from(played != otherwise);
        } else {
            assert_eq!(played, otherwise, "{name}\n{text}");
            silent += usize::from(decided);
        }
    }
    (silent, differ)
}

#[test]
fn where_it_is_not_told_what_decides_between_two_results_no_move_brings_both() {
    let decide: [fn(&mut Rules); 2] = [|r| r.both = Both::MoverWins, |r| r.both = Both::MoverLoses];
    let (silent, differ) = decided_alike(decide, |rules, game| {
        facts::may_end_for_both(rules, || with_game!(game, g => g.holds_at_start()))
    });
    // Some of each, or nothing was tested.
    assert!(silent > 100 && differ > 10, "{silent} {differ}");
}

#[test]
fn where_it_is_not_told_whether_losing_comes_first_nobody_wins_and_loses_at_once() {
    let decide: [fn(&mut Rules); 2] = [|r| r.win_first = false, |r| r.win_first = true];
    let (silent, differ) = decided_alike(decide, |rules, _| facts::may_win_and_lose(rules));
    assert!(silent > 100 && differ > 3, "{silent} {differ}");
    // The loss is of who has no four, which are what wins.
    let yavalath = std::fs::read_to_string("seed-games/yavalath.ludi").unwrap();
    assert!(!facts::may_win_and_lose(&lower(&parse(&yavalath).unwrap()).unwrap()));
}
