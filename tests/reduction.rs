//! Reduction: known games stay as they are, dead code goes, and what is left plays the same.

use ludogen::game::{AnyGame, lower, perft};
use ludogen::language::{self, Tree, canonical, print};
use ludogen::parallel;
use ludogen::reduction::{Evidence, Known, Options, Relation, Removal, Trust, reduce};
use ludogen::synthesis::fingerprint;
use ludogen::with_game;
use std::path::Path;

/// What a test can spend.
const QUICK: Options = Options { positions: 1_500, games: 60, proof: 400, sets: 0, seed: 1, trust: Trust::Proof };
/// As much, with games as evidence.
const BY_GAMES: Options =
    Options { positions: 12_000, games: 300, proof: 3_000, sets: 0, seed: 1, trust: Trust::Games };

fn seed(name: &str) -> Tree {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games").join(format!("{name}.ludi"));
    language::parse(&std::fs::read_to_string(path).expect("a seed game")).expect("a game")
}

/// The text of a seed game without short forms, with one section for the end.
fn in_full(name: &str) -> String {
    language::print::one_line(&seed(name))
}

fn read(text: &str) -> Tree {
    language::parse(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

/// Move sequences of each length, with what ends them.
fn counts(tree: &Tree, depth: u32) -> Vec<[u64; 4]> {
    let game = AnyGame::new(lower(tree).expect("a meaning")).expect("a board");
    let rows = with_game!(&game, g => perft(g, depth, true));
    rows.iter().map(|r| [r.nodes, r.first_wins, r.second_wins, r.draws]).collect()
}

/// A game with something dead added: the words to replace, and what by.
struct Dead {
    game: &'static str,
    at: &'static str,
    put: &'static str,
}

const fn dead(game: &'static str, at: &'static str, put: &'static str) -> Dead {
    Dead { game, at, put }
}

/// Nothing here can be told from a game without it.
const ROW: &str = "(game Row (board (tiling square i-nbors) (size 5 5))
    (pieces (Stone All (moves (move (pre (empty to)) (action (push))))))
    (end (All win (in-a-row 4))))";
const STEPS: &str = "(game Steps (board (tiling square) (size 4 5))
    (pieces (Man All (moves
        (move (dirn f l r) (pre (and (connected) (or (empty to) (enemy to)))) (action (pop) (push)) (post (capture replace))))))
    (start (place (Man White) home) (place (Man Black) home))
    (end (All win (reach away)) (All lose (no-move)) (All lose (eliminate friend))))";
const JOIN: &str = "(game Join (board (tiling hex) (shape rhombus) (size 4 4))
    (pieces (Stone All (moves (move (pre (empty to)) (action (push))))))
    (end (All win (connect own-regions))))";
const SLIDE: &str = "(game Slide (board (tiling square) (size 4 4))
    (pieces (Man All (moves (move (pre (and (connected) (empty to))) (action (pop) (push))))))
    (start (place (Man White) home) (place (Man Black) home))
    (end (All lose (no-move))))";

/// Ways to add what does nothing.
const WAYS: [Dead; 44] = [
    dead(ROW, "(pre (empty to))", "(pre (and (empty to)))"),
    dead(ROW, "(pre (empty to))", "(pre (and (empty to) (empty)))"),
    dead(ROW, "(pre (empty to))", "(pre (and (empty to) (not (> -1 17))))"),
    dead(ROW, "(pre (empty to))", "(pre (or (empty to) (> -1 17)))"),
    dead(ROW, "(pre (empty to))", "(pre (and (empty to) (or (empty to) (> (num-nbors to enemy) 2))))"),
    dead(ROW, "(pre (empty to))", "(pre (and (empty to) (>= (num-nbors to any) 0)))"),
    dead(ROW, "(pre (empty to))", "(pre (and (empty to) (not (friend to))))"),
    dead(ROW, "(pre (empty to))", "(pre (and (empty to) (or (friend (step to e 80)) (= (/ -1 0) 0))))"),
    dead(ROW, "(pre (empty to))", "(pre (or (empty to) (and (empty to) (neutral (step to n)))))"),
    dead(ROW, "(pre (empty to))", "(pre (or (and (enemy to) (line)) (empty to)))"),
    dead(ROW, "(action (push))", "(action (push) (push))"),
    dead(ROW, "(action (push))", "(action (push trail))"),
    dead(ROW, "(Stone All ", "(Stone All (state 39) "),
    dead(ROW, "(Stone All ", "(Stone All (flags Royal) "),
    dead(ROW, "(moves (move ", "(moves (move (pre (and (empty to) (friend to))) (action (push))) (move "),
    dead(ROW, "(moves (move ", "(moves (move (pre (empty)) (action (push to))) (move "),
    dead(ROW, "(action (push))", "(action (push)) (post (capture surround (if (< (height to) 0))))"),
    dead(ROW, "(pieces (Stone", "(pieces (Ghost White (moves (move (pre (empty to)) (action (pop) (push))))) (Stone"),
    dead(ROW, "(end (All", "(end (All win (in-a-row 9)) (All"),
    dead(ROW, "(end (All", "(start (in-hand (Stone All) 25)) (end (All"),
    dead(ROW, "(end (All", "(end (All lose (capture 3)) (All draw (stack 2)) (All win (score best)) (All"),
    dead(ROW, "(end (All", "(end (All win (and (in-a-row 5) (not (in-a-row 3)))) (White win (in-a-row 5)) (All"),
    dead(ROW, "(in-a-row 4)", "(or (in-a-row 4) (in-a-row 5) (and (in-a-row 4) (full)))"),
    dead(ROW, "(in-a-row 4)", "(in-a-row 4 Stone)"),
    dead(STEPS, "(eliminate friend)", "(eliminate friend Man)"),
    dead(ROW, "(end (All", "(play (never (and (> 6 11) (full)))) (end (All"),
    dead(STEPS, "(capture replace)", "(capture replace) (capture replace)"),
    dead(STEPS, "(pop) (push)", "(pop) (push) (push)"),
    dead(STEPS, "(and (connected)", "(and (friend from) (connected)"),
    dead(STEPS, "(dirn f l r)", "(dirn f l r l)"),
    dead(STEPS, "(place (Man Black) home)", "(place (Man Black) home) (place (Man Black) away)"),
    dead(SLIDE, "(start ", "(start (in-hand Man 3) "),
    dead(STEPS, "(place (Man Black) home)", "(place (Man Black) home A1)"),
    dead(STEPS, "(Man White)", "(Man White (state 12))"),
    dead(STEPS, "(board ", "(board (regions (region White A1) (region Black B1)) "),
    dead(STEPS, "(place (Man Black) home)", "(place (Man Black) home) (place (Man Black) A1 home)"),
    dead(STEPS, "(place (Man Black) home)", "(place (Man Black) home) (place (Man neutral) home)"),
    dead(STEPS, "(place (Man Black) home)", "(place (Man Black) home) (place (Man All) home)"),
    dead(STEPS, "(place (Man Black) home)", "(place (Man Black) home (row 9))"),
    dead(JOIN, "(connect own-regions)", "(connect 2 own-regions)"),
    dead(JOIN, "(connect own-regions)", "(connect sides own-regions)"),
    dead(JOIN, "(connect own-regions)", "(connect own-regions stack)"),
    dead(JOIN, "(connect own-regions)", "(connect own-regions any)"),
    dead(JOIN, "(connect own-regions)", "(connect own-regions d-nbors)"),
];

#[test]
fn dead_code_is_always_reduced_away_and_the_game_stays() {
    let plain = |source: &str| reduce(&read(source), &QUICK).expect("a game").tree;
    for Dead { game, at, put } in &WAYS {
        assert!(game.contains(at), "{at}");
        let fat = read(&game.replacen(at, put, 1));
        let reduced = reduce(&fat, &QUICK).expect("a game");
        assert_eq!(language::print(&reduced.tree), language::print(&plain(game)), "{put}\n{:?}", reduced.removed);
        assert!(!reduced.removed.is_empty() && reduced.complete, "{put}");
        assert!(reduced.removed.iter().all(|r| r.evidence.may_differ() == 0.0), "{put}: {:?}", reduced.removed);
        assert_eq!(counts(&reduced.tree, 3), counts(&fat, 3), "{put}");
    }
}

#[test]
fn a_pattern_is_told_by_the_shortest_path() {
    let game = |end: &str| read(&ROW.replacen("(in-a-row 4)", end, 1));
    let fat = game("(or (pattern f r f r f r f r r f) (pattern f f l l f f l l l f))");
    let reduced = reduce(&fat, &QUICK).expect("a game");
    let lean = game("(or (pattern f r f r f) (pattern f f r f))");
    assert_eq!(language::print(&reduced.tree), language::print(&reduce(&lean, &QUICK).expect("a game").tree));
    assert!(reduced.removed.iter().any(|r| r.why == "a shorter path covers the same cells"), "{:?}", reduced.removed);
    assert_eq!(counts(&reduced.tree, 3), counts(&fat, 3));
}

#[test]
fn terms_that_change_nothing_go() {
    let rules = |number: &str| {
        let moves = format!("(moves (move (pre (and (empty to) (<= (num-nbors to enemy) {number}))) (action (push))))");
        read(&format!(
            "(game G (board (tiling square) (size 4 4)) (pieces (Stone All {moves})) (start) (end (All win (in-a-row 3))))"
        ))
    };
    let own = "(num-nbors to friend)";
    for number in [
        format!("(+ {own} 0 0)"),
        format!("(+ 0 {own})"),
        format!("(- {own} 0)"),
        format!("(* 1 {own} 1)"),
        format!("(+ 0 (* 1 {own}))"),
    ] {
        let reduced = reduce(&rules(&number), &Options::default()).unwrap();
        assert_eq!(print(&reduced.tree), print(&canonical(&rules(own))).replace("  (start)\n", ""), "{number}");
        assert_eq!(reduced.evidence(), Evidence::Algebra, "{number}");
    }
    let nested = rules(&format!("(+ {own} (+ 1 (row to)))"));
    let by_algebra = reduce(&nested, &Options { sets: 0, ..Options::default() }).unwrap();
    assert!(print(&by_algebra.tree).contains("(+ (num-nbors to friend) 1 (row to))"), "{}", print(&by_algebra.tree));
    // On a board of four by four who has a friend beside it has no more enemies there than its row allows.
    let by_sets = reduce(&nested, &Options::default()).unwrap();
    assert!(!print(&by_sets.tree).contains("friend"), "{}", print(&by_sets.tree));
    assert_eq!(by_sets.evidence(), Evidence::Sets);
    assert_eq!(counts(&by_sets.tree, 4), counts(&nested, 4));
}

#[test]
fn dead_code_in_seed_games_goes_and_nothing_else() {
    let ends = [
        "(All win (and (in-a-row 25) (full)))",
        "(All lose (and (full) (not (full))))",
        "(All draw (> -1 17))",
        "(White lose (and (group 5) (not (group 3))))",
    ];
    for (name, end) in
        ["hex", "yavalath", "breakthrough", "reversi", "clobber", "gomoku"].iter().zip(ends.iter().cycle())
    {
        let text = in_full(name);
        let lean = read(&text);
        let fat = read(&text.replacen("(end", &format!("(end {end}"), 1));
        let [lean, fat] = [lean, fat].map(|tree| reduce(&tree, &QUICK).expect("a game"));
        assert_eq!(language::print(&fat.tree), language::print(&lean.tree), "{name}");
        assert!(fat.removed.len() > lean.removed.len(), "{name}");
    }
}

/// Seed games with a rule that can be proved dead and stays for whoever reads it: that a token slides over nothing, where its row holds no
/// other; that Black's loss is told with White's; that a line is of three at most, which a definition says of lines of exactly three, too; that marbles of the lowest
/// level, beside which there is nothing, need nothing below.
const KEPT: [&str; 6] = ["nim", "nim-misere", "wythoff", "notakto", "abalone", "spline"];

#[test]
fn every_seed_game_is_as_small_as_can_be_proved() {
    let options = Options { positions: 400, games: 12, proof: 1_500, sets: 50_000, ..QUICK };
    let mut files: Vec<_> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("seed-games"))
        .expect("the folder of seed games")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ludi"))
        .collect();
    files.sort();
    assert!(files.len() > 200);
    parallel::for_each(0..files.len() as u32, &|i| {
        let path = &files[i as usize];
        let tree = read(&std::fs::read_to_string(path).expect("text"));
        let reduced = reduce(&tree, &options).expect("a game");
        if KEPT.contains(&path.file_stem().and_then(|name| name.to_str()).expect("a name")) {
            assert!(!reduced.removed.is_empty(), "{}", path.display());
            return;
        }
        assert_eq!(reduced.removed, [], "{}", path.display());
        assert_eq!(reduced.tree, canonical(&tree));
    });
}

/// A change of a seed game, and what that makes it to the seed game.
struct Coat {
    game: &'static str,
    at: &'static str,
    put: &'static str,
    relation: Option<Relation>,
}

const fn coat(game: &'static str, at: &'static str, put: &'static str, relation: Option<Relation>) -> Coat {
    Coat { game, at, put, relation }
}

/// The stone by another name, and the goal told player by player.
const BEADS: &str = "(pieces (Bead All (moves (move (pre (empty to)) (action (push))))))
    (end (White win (connect own-regions)) (Black win (connect own-regions)))";

/// What is far away told as the side of the board that it is.
const SIDES: &str = "(end (White win (or (reach (side n)) (eliminate))) (Black win (or (reach (side s)) (eliminate))))";

const COATS: [Coat; 19] = [
    coat("hex", "(size 11 11)", "(size 5 6)", Some(Relation::Board)),
    coat("hex", "(shape rhombus)", "(shape square)", Some(Relation::Board)),
    coat("hex", "(board", "(players Green Blue) (board", Some(Relation::Same)),
    coat("yavalath", "(size 5)", "(size 6)", Some(Relation::Board)),
    coat("yavalath", "(in-a-row 3)", "(or (in-a-row 3) (in-a-row 9))", Some(Relation::Same)),
    coat("breakthrough", "(size 8 8)", "(size 6 7)", Some(Relation::Board)),
    coat("tic-tac-toe", "(in-a-row 3)", "(in-a-row 2)", Some(Relation::Number)),
    coat("gomoku", "(in-a-row 5", "(in-a-row 6", Some(Relation::Number)),
    coat("clobber", "(enemy to)", "(and (enemy to) (not (empty to)))", Some(Relation::Same)),
    coat("col", "(board", "(players (Up n) (Down s)) (board", Some(Relation::Same)),
    coat("hex", "(end (All win (connect own-regions)))", BEADS, Some(Relation::Same)),
    coat("breakthrough", "(end (All win (or (reach away) (eliminate))))", SIDES, Some(Relation::Same)),
    coat("breakthrough", "home (home 2)", "home", Some(Relation::Start)),
    coat("clobber", "(start ", "(start (place (Stone White) A1) ", Some(Relation::Start)),
    coat("yote", "(in-hand (Man All) 12)", "(in-hand (Man All) 10)", Some(Relation::Number)),
    coat("hex", "win", "lose", Some(Relation::Misere)),
    coat("yavalath", "lose", "win", None),
    coat("reversi", "(convert line)", "(convert d-nbors)", None),
    coat("tic-tac-toe", "(in-a-row 3)", "(group 5)", None),
];

#[test]
fn seed_games_in_another_coat_are_told_with_what_they_are_variants_of() {
    let names = ["hex", "yavalath", "breakthrough", "tic-tac-toe", "gomoku", "clobber", "col", "reversi", "yote"];
    let known: Vec<Known> = names.iter().map(|name| Known::new(&seed(name)).expect("a game")).collect();
    for Coat { game, at, put, relation } in &COATS {
        let text = in_full(game);
        assert!(text.contains(at), "{at} in {game}");
        let Ok(tree) = language::parse(&text.replace(at, put)) else { panic!("{put} in {game}") };
        let Ok(reduced) = reduce(&tree, &BY_GAMES) else { continue };
        // Reduction by games may take away what hardly ever matters, so the whole rules are compared, too.
        let near = Known::new(&reduced.tree).expect("a game").among_with(&tree, &known);
        let name = seed(game).args()[0].as_word().expect("a name").to_string();
        let found = near.iter().find(|n| n.game == name).expect("one of the known games");
        assert_eq!(found.relation, *relation, "{put} in {game}\n{}", language::print(&reduced.tree));
    }
    // None of these is a variant of another.
    for (i, game) in known.iter().enumerate() {
        let others = game.among(&known);
        assert_eq!(others.iter().filter(|n| n.relation.is_some()).count(), 1, "{}", known[i].name);
    }
}

#[test]
fn algebra_holds_whatever_the_piece_is_called() {
    for name in ["Stone", "Bead"] {
        let source = format!(
            "(game A (board (tiling square) (size 4 4)) (pieces ({name} All (moves (move (pre (and (empty to) (empty to))) (action (push))))))
                (end (White win (in-a-row 3)) (Black win (in-a-row 3))))"
        );
        let reduced = reduce(&read(&source), &QUICK).expect("a game");
        let text = language::print(&reduced.tree);
        assert!(text.contains("(win (in-a-row 3))") && !text.contains("and"), "{text}");
        assert_eq!(text.contains("pieces"), name == "Bead");
    }
}

#[test]
fn what_matters_stays() {
    for (name, clauses) in [("yavalath", 2), ("tic-tac-toe", 1), ("hex", 1)] {
        let reduced = reduce(&seed(name), &BY_GAMES).expect("a game");
        assert_eq!(reduced.removed, [], "{name}");
        let end = reduced.tree.child("end").expect("an end");
        assert_eq!(end.args().iter().filter(|c| c.args().len() == 2).count(), clauses);
        assert_eq!(fingerprint(&reduced.tree), fingerprint(&seed(name)));
    }
}

#[test]
fn what_games_show_is_listed_and_goes_if_that_suffices() {
    // Not by algebra: a stone that must not touch the edge of a board on which it may stand in the middle alone.
    let source = "(game A (board (tiling square) (size 6 6))
        (pieces (Stone All (moves (move (pre (and (empty to) (in-region to centre) (not (in-region to sides)))) (action (push))))))
        (end (All lose (no-move))))";
    let proof = reduce(&read(source), &Options { proof: 0, ..QUICK }).expect("a game");
    assert!(proof.removed.is_empty() && !proof.suspects.is_empty());
    assert!(
        matches!(proof.suspects[0].evidence, Evidence::Games { .. }) && proof.suspects[0].evidence.may_differ() > 0.0
    );
    let games = reduce(&read(source), &Options { proof: 0, trust: Trust::Games, ..QUICK }).expect("a game");
    assert!(language::print(&games.tree).contains("(pre (empty to) (in-region to centre))"));
    // Too few games to tell; and as few, where three times the positions suffice.
    let with = |positions| Options { positions, games: 2_000, proof: 0, sets: 0, seed: 1, trust: Trust::Games };
    let few = reduce(&read(source), &with(300)).expect("a game");
    assert!(few.removed.is_empty() && !few.suspects.is_empty(), "{:?}", few.removed);
    let longer = reduce(&read(source), &with(1_000)).expect("a game");
    assert!(matches!(longer.removed[0].evidence, Evidence::Games { games: 300, .. }), "{:?}", longer.removed);
    // With so few positions all of them can be compared.
    let all = reduce(&read(source), &QUICK).expect("a game");
    assert!(matches!(all.removed[0].evidence, Evidence::Proved { .. }), "{:?}", all.removed);
}

/// A few long games show little: what decides one in fifty of them is a rule.
#[test]
fn few_games_take_nothing_away() {
    let options = Options { positions: 3_000, games: 2_000, proof: 0, sets: 0, seed: 1, trust: Trust::Games };
    for name in ["nine-mens-morris", "brandub", "gonnect", "hnefatafl"] {
        let reduced = reduce(&seed(name), &options).expect("a game");
        assert_eq!(reduced.removed, [], "{name}");
        let few = |removal: &Removal| matches!(removal.evidence, Evidence::Games { games, .. } if games < 300);
        assert!(!reduced.suspects.is_empty() && reduced.suspects.iter().all(few), "{name}: {:?}", reduced.suspects);
    }
}

/// Bred games by name: what a person made them to be.
fn random(seed: u64) -> Tree {
    use rand::SeedableRng;
    ludogen::synthesis::random_game(&mut rand_pcg::Pcg64Mcg::seed_from_u64(seed))
}

#[test]
fn any_rules_reduce_to_something_no_larger_that_plays_the_same_and_reduces_to_itself() {
    let options = Options { positions: 1_000, games: 60, proof: 250, sets: 20_000, seed: 3, trust: Trust::Games };
    let (mut smaller, mut all) = (0, 0);
    for tree in (0..40).map(random) {
        let Ok(reduced) = reduce(&tree, &options) else { continue };
        all += 1;
        assert!(reduced.tree.size() <= canonical(&tree).size());
        assert!(language::check(&reduced.tree).iter().all(|p| !p.is_error()));
        smaller += usize::from(reduced.tree.size() < reduced.size[0]);
        let again = reduce(&reduced.tree, &options).expect("a game");
        if reduced.complete {
            assert_eq!(language::print(&again.tree), language::print(&reduced.tree));
        }
        assert_eq!(reduce(&tree, &options).expect("a game").tree, reduced.tree);
        // Openings are counted in full where nothing hidden makes moves of one name two.
        let certain = reduce(&tree, &Options { trust: Trust::Proof, ..options }).expect("a game");
        assert!(certain.removed.iter().all(|r| r.evidence.may_differ() == 0.0));
        let outcomes = |tree: &Tree| counts(tree, 2).iter().map(|r| [r[1] > 0, r[2] > 0, r[3] > 0]).collect::<Vec<_>>();
        assert_eq!(outcomes(&certain.tree), outcomes(&tree), "{}", language::print(&tree));
    }
    assert!(all >= 20 && smaller >= 5, "{smaller} of {all}");
}
