//! Flaws, on games known to have them and on games known to have none.

use ludogen::game::{AnyGame, Player, Position, lower};
use ludogen::language::{parse, print::one_line};
use ludogen::solver::flaws::{Check, Flaw, Limits, Verdict, examine};
use ludogen::with_game;

fn seed_text(file: &str, size: &str) -> String {
    // In full, with one section for the end.
    let text = one_line(&parse(&std::fs::read_to_string(format!("seed-games/{file}.ludi")).unwrap()).unwrap());
    let at = text.find("(size ").unwrap();
    let end = at + text[at..].find(')').unwrap();
    format!("{}(size {size}{}", &text[..at], &text[end..])
}

fn checks(text: &str) -> Vec<Check> {
    let tree = parse(text).unwrap_or_else(|p| panic!("{}", p[0].message));
    examine(&tree, &Limits { positions: 6_000, nodes: 1_000 }).unwrap()
}

fn of(checks: &[Check], flaw: Flaw) -> &Check {
    checks.iter().find(|c| c.check == flaw).unwrap()
}

fn flawed(checks: &[Check]) -> Vec<Flaw> {
    checks.iter().filter(|c| c.verdict == Verdict::Flawed).map(|c| c.check).collect()
}

/// Plays a line that is evidence; the game must allow every move of it. Returns how it ends.
fn replay(text: &str, line: &serde_json::Value) -> Option<ludogen::game::Outcome> {
    let game = AnyGame::new(lower(&parse(text).unwrap()).unwrap()).unwrap();
    with_game!(&game, game => {
        let mut position = Position::new(game, Player::White);
        for text in line.as_array().unwrap() {
            let m = game.read_move(&position, text.as_str().unwrap()).unwrap();
            position.apply(game, m);
        }
        position.outcome()
    })
}

#[test]
fn nim_has_a_simple_rule() {
    let nim = checks(&seed_text("nim", "4 3"));
    let check = of(&nim, Flaw::SimpleRule);
    assert_eq!((check.verdict, check.fatal), (Verdict::Flawed, true), "{}", check.evidence);
    // Two equal heaps: what is taken from one is taken from the other.
    let two = checks(&seed_text("nim", "4 2"));
    let check = of(&two, Flaw::Mirror);
    assert_eq!(check.verdict, Verdict::Flawed);
    assert_eq!(check.evidence["player"], "second");
    assert_eq!(check.evidence["map"]["d1"], "d2");
}

#[test]
fn misere_noughts_and_crosses_is_mirrored_after_the_centre() {
    let misere = checks(&seed_text("tic-tac-toe-misere", "3 3"));
    let check = of(&misere, Flaw::Mirror);
    assert_eq!(check.verdict, Verdict::Flawed);
    assert_eq!(check.evidence["player"], "first");
    assert_eq!(check.evidence["first_move"], "b2");
    assert_eq!(check.evidence["map"]["a1"], "c3");
    assert!(check.fatal);
}

/// Black answers every stone in the mirror and is never the one who cannot move.
const MIRRORED: &str =
    "(game Fill (players White Black) (board (tiling square) (size 4 3)) (end (All lose (no-move))))";

#[test]
fn a_game_on_an_even_board_is_mirrored() {
    let even = checks(MIRRORED);
    let check = of(&even, Flaw::Mirror);
    assert_eq!((check.verdict, &check.evidence["player"]), (Verdict::Flawed, &"second".into()));
    assert_eq!(check.evidence["draws"], 0);
    let cram = checks(&seed_text("cram", "2 4"));
    assert_eq!(of(&cram, Flaw::Mirror).verdict, Verdict::Flawed);
}

#[test]
fn a_mirror_strategy_beyond_the_budget_is_tried_in_random_games() {
    let few = Limits { positions: 30, nodes: 30 };
    let examined = |text: &str| examine(&parse(text).unwrap(), &few).unwrap();
    let filled = examined(&MIRRORED.replace("4 3", "6 5"));
    let check = of(&filled, Flaw::Mirror);
    assert_eq!((check.verdict, check.fatal), (Verdict::Open, false));
    let unrefuted = &check.evidence["unrefuted"];
    assert_eq!((&unrefuted["player"], &unrefuted["games"]), (&"second".into(), &200.into()));
    assert_eq!(unrefuted["first_move"], serde_json::Value::Null);
    // Whoever copies in these loses to chance sooner or later.
    for name in ["hex", "breakthrough", "gomoku", "reversi"] {
        let text = std::fs::read_to_string(format!("seed-games/{name}.ludi")).unwrap();
        assert!(of(&examined(&text), Flaw::Mirror).evidence.get("unrefuted").is_none(), "{name}");
    }
}

/// Joining the two rows takes both cells of some column. Whoever answers in the same column denies every pair.
const PAIRS: &str = "(game Pairs (players White Black)
    (board (tiling square) (size 4 2) (regions (region (row 1)) (region (row 2))))
    (end (All win (connect (region 1) (region 2)))))";

#[test]
fn pairs_are_answered_within_the_pair() {
    let pairs = checks(PAIRS);
    let check = of(&pairs, Flaw::Mirror);
    assert_eq!((check.verdict, check.evidence["player"].as_str()), (Verdict::Flawed, Some("second")));
    assert_eq!(check.evidence["map"]["a1"], "a2");
    assert_eq!(of(&pairs, Flaw::ForcedDraw).verdict, Verdict::Flawed);
}

#[test]
fn small_hex_is_won_by_the_first_player_and_quickly() {
    let text = seed_text("hex", "3 3");
    let hex = checks(&text);
    let value = of(&hex, Flaw::Value);
    assert_eq!((&value.evidence["value"], &value.evidence["plies"]), (&"first".into(), &5.into()));
    assert!(replay(&text, &value.evidence["line"]).is_some());
    assert_eq!(of(&hex, Flaw::QuickWin).verdict, Verdict::Flawed);
    assert_eq!(of(&hex, Flaw::ForcedDraw).verdict, Verdict::Sound);
    assert_eq!(of(&hex, Flaw::Mirror).verdict, Verdict::Sound);
    // White must not begin in the centre: then it takes longer, or the other player wins.
    let weaker = text.replace("(end", "(pieces (Stone All (moves (move (pre (and (empty to) (not (and (first-move) (in-region to centre))))) (action (push)))))) (end");
    let weaker = checks(&weaker);
    assert_ne!(of(&weaker, Flaw::Value).evidence["line"][0], "b2");
}

#[test]
fn noughts_and_crosses_is_a_forced_draw() {
    let text = seed_text("tic-tac-toe", "3 3");
    let game = checks(&text);
    let check = of(&game, Flaw::ForcedDraw);
    assert_eq!((check.verdict, check.fatal), (Verdict::Flawed, true));
    assert_eq!(replay(&text, &check.evidence["line"]), Some(ludogen::game::Outcome::Draw));
    assert!(!flawed(&game).contains(&Flaw::SimpleRule), "{}", of(&game, Flaw::SimpleRule).evidence);
}

#[test]
fn a_dead_rule_is_named() {
    let text = seed_text("tic-tac-toe", "3 3")
        .replace("(All win (in-a-row 3))", "(All win (in-a-row 3)) (All lose (eliminate friend))");
    let check = of(&checks(&text), Flaw::DeadRule).clone();
    assert_eq!(check.verdict, Verdict::Flawed, "{}", check.evidence);
    let dead = check.evidence["dead"].to_string();
    assert!(dead.contains("(eliminate friend)"), "{dead}");
    // In the game itself every rule matters.
    let check = of(&checks(&seed_text("tic-tac-toe", "3 3")), Flaw::DeadRule).clone();
    assert_eq!(check.verdict, Verdict::Sound, "{}", check.evidence);
}

#[test]
fn a_good_game_on_a_small_board_has_no_fatal_flaw() {
    for (file, size) in [("breakthrough", "3 4"), ("clobber", "3 4"), ("konane", "4 4"), ("dodgem", "3 3")] {
        let found = checks(&seed_text(file, size));
        let fatal: Vec<_> = found.iter().filter(|c| c.fatal).collect();
        assert!(fatal.is_empty(), "{file}: {fatal:#?}");
    }
}

#[test]
fn what_the_budget_does_not_reach_is_open() {
    let tree = parse(&seed_text("breakthrough", "8 8")).unwrap();
    let found = examine(&tree, &Limits { positions: 1, nodes: 1 }).unwrap();
    assert!(found.iter().all(|c| !c.fatal));
    assert_eq!(of(&found, Flaw::ForcedDraw).verdict, Verdict::Open);
    assert_eq!(found.len(), Flaw::ALL.len());
}
