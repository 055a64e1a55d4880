//! The templates of the schema are well formed, and read as they should.

use super::template::{SEVERAL_REGIONS, Scene, Teller, closing};
use crate::language::reader::read;
use crate::language::resolve::Names;
use crate::language::schema::{Category, Count, LUDEMES};

/// Every placeholder of a template, outermost first.
fn placeholders<'t>(template: &'t str, out: &mut Vec<&'t str>) {
    let mut rest = template;
    while let Some(start) = rest.find(['{', '[', '<']) {
        let Some(end) = closing(&rest[start..]) else { panic!("unbalanced: {template}") };
        let inner = &rest[start + 1..start + end];
        if rest[start..].starts_with('{') {
            out.push(inner);
        }
        placeholders(inner, out);
        rest = &rest[start + end + 1..];
    }
    assert!(!rest.contains(['}', ']', '>']), "unbalanced: {template}");
}

#[test]
fn templates_name_parameters_that_exist() {
    const PSEUDO: &[&str] = &[
        "head",
        "heads",
        "s",
        "a",
        "b",
        "c",
        "drop",
        "remove",
        "foreign",
        "end",
        "guard",
        "endless",
        "step",
        "single",
        "bare",
        "lone",
        "named",
        "owned",
        "dirn",
        "runs",
        "after",
        "it",
        "square",
        "orthogonal",
        "oblique",
        "mine",
        "shape",
        "straight",
        "shaded",
        "stacked",
        "groups",
        "sides",
        "captured",
        "converted",
    ];
    for ludeme in LUDEMES {
        let mut all = Vec::new();
        placeholders(ludeme.english, &mut all);
        for inner in all {
            let name: String = inner.trim_start_matches('!').chars().take_while(char::is_ascii_lowercase).collect();
            let known = PSEUDO.contains(&name.as_str()) || ludeme.params.iter().any(|p| p.name == name);
            assert!(known, "{{{inner}}} in {} ({:?})", ludeme.word, ludeme.category);
            if let Some(count) = inner.strip_prefix(&format!("{name}:n=")) {
                assert!(ludeme.params.iter().any(|p| p.name == count), "{{{inner}}} in {}", ludeme.word);
            }
        }
    }
}

fn tell(source: &str, category: Category, scene: Scene<'_>) -> String {
    let names = Names {
        players: vec!["White".into(), "Alice".into()],
        pieces: vec!["Stone".into(), "Ox".into()],
        flags: vec!["royal".into()],
    };
    let (trees, problems) = read(source);
    assert!(problems.is_empty());
    Teller { names: &names, scene, terms: None }.tell(&trees[0], category)
}

#[test]
fn negation_goes_inwards() {
    let end = Scene { end: true, ..Scene::default() };
    let tell = |source| tell(source, Category::Condition, end);
    assert_eq!(tell("(not (full))"), "the board is not full");
    assert_eq!(tell("(not (not (full)))"), "the board is full");
    assert_eq!(tell("(not (and (full) (no-move)))"), "the board is not full or they can move or it is not their turn");
    assert_eq!(
        tell("(not (or (full) (not (all-passed))))"),
        "the board is not full and both players have passed in succession"
    );
    assert_eq!(
        tell("(and (no-move) (not (and (full) (in-a-row 3))))"),
        "they cannot move and either the board is not full or they do not have three or more in a row"
    );
    assert_eq!(tell("(not (> (score) 3))"), "their score is at most three");
}

#[test]
fn counts_are_told_with_there() {
    let tell = |source| tell(source, Category::Bool, Scene::default());
    assert_eq!(tell("(= (num-between enemy) 1)"), "there is exactly one enemy piece in between");
    assert_eq!(tell("(not (> (num-between empty) 0))"), "there are no empty cells in between");
    assert_eq!(tell("(> (num-nbors to friend) 1)"), "there are at least two friendly pieces next to the target");
    assert_eq!(tell("(< (num-nbors to friend) 3)"), "there are at most two friendly pieces next to the target");
    assert_eq!(tell("(!= (num-pieces (Ox White)) 2)"), "there are not exactly two white oxen on the board");
    assert_eq!(
        tell("(= (height to) (num-nbors any))"),
        "the height of the target is the number of pieces next to the target"
    );
}

#[test]
fn players_and_pieces_are_told_with_their_owner() {
    let tell = |source| tell(source, Category::PieceRecord, Scene::default());
    assert_eq!(tell("Stone"), "stone");
    assert_eq!(tell("(Stone White)"), "white stone");
    assert_eq!(tell("(Ox Alice (state 2))"), "ox of Alice in state 2");
    assert_eq!(tell("(any enemy (flags royal))"), "enemy piece flagged royal");
}

/// Regions that are several to connect are so in play: no single piece connects them.
#[test]
fn words_for_several_regions_are_those_that_one_piece_does_not_connect() {
    use crate::game::{AnyGame, Game, Outcome, Player, Position, lower};
    use crate::language::schema::{Head, of};
    fn wins_at_once<const W: usize>(game: &Game<W>) -> bool {
        let mut moves = Vec::new();
        Position::new(game, Player::White).legal(game, &mut moves);
        moves.iter().any(|&m| {
            let mut position = Position::new(game, Player::White);
            position.apply(game, m);
            position.outcome() == Some(Outcome::Win(Player::White))
        })
    }
    let words = of(Category::Cells).filter(|l| l.head == Head::Word && l.params.iter().all(|p| p.count != Count::One));
    let several = words.map(|l| l.word).filter(|word| {
        let source = format!(
            "(game Test (players White Black)
              (board (tiling square) (size 5 5) (regions (region White (side n)) (region White (side s)) (region Black (side e)) (region Black (side w))))
              (end (White win (connect {word}))))"
        );
        let game = AnyGame::new(lower(&crate::language::parse(&source).unwrap()).unwrap()).unwrap();
        !crate::with_game!(&game, g => wins_at_once(g))
    });
    assert_eq!(several.collect::<Vec<_>>(), SEVERAL_REGIONS);
}

#[test]
fn a_chain_to_one_region_is_a_piece_there() {
    let told = |region: &str| {
        let source = format!("(game G (board (tiling square) (size 5 5)) (end (All lose (connect {region}))))");
        let text = crate::describe::describe(&crate::language::parse(&source).unwrap()).unwrap();
        text.lines().find(|line| line.starts_with("A player loses ")).unwrap_or_default().to_string()
    };
    for (region, place) in [
        ("C3", "on C3"),
        ("(side n)", "on the north side"),
        ("corners", "in a corner"),
        ("(row 2)", "on row 2 from the bottom"),
    ] {
        assert_eq!(told(region), format!("A player loses with a piece {place}."));
    }
}

/// What the modules here ask whether an element is, by its word, is a word of the language.
#[test]
fn words_that_are_asked_for_exist() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/describe");
    let mut asked = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for rest in text.split(".is(\"").skip(1) {
            let word = rest.split('"').next().unwrap();
            assert!(LUDEMES.iter().any(|l| l.word == word), "{word} in {}", path.display());
            asked += 1;
        }
    }
    assert!(asked > 100, "{asked}");
}
