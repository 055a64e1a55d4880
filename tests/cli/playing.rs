//! Searching, playing at the table, books, policies and matches.

use super::{fails, fields, file, json, ludogen, prints, seed, stderr, stdout};

#[test]
fn searches_find_what_is_known() {
    let search = |args: &[&str]| {
        let text = prints(&[&["search", "--json"], args].concat());
        assert_eq!(fields(&text), ["move", "value", "depth", "nodes", "nodes_per_second", "line"]);
        json(&text)
    };
    let tic_tac_toe = seed("tic-tac-toe");
    // Tic-tac-toe is a draw, found at its full depth.
    let found = search(&[&tic_tac_toe, "--depth", "9"]);
    assert_eq!((&found["value"], &found["depth"]), (&0.into(), &9.into()));
    assert_eq!(found["line"].as_array().expect("a line").len(), 9);
    assert_eq!(found["line"][0], found["move"]);
    // White completes a row at once.
    let found = search(&[&tic_tac_toe, "--moves", "a1 b1 a2 b2", "--depth", "3"]);
    assert_eq!((&found["move"], &found["value"]), (&"a3".into(), &999_999_999.into()));
    for player in ["alpha-beta", "uct"] {
        let found = search(&[&tic_tac_toe, "--moves", "a1 b1 a2 b2", "--nodes", "3000", "--player", player]);
        assert_eq!(found["move"], "a3", "{player}");
    }
    // Black is lost: two rows threaten.
    let text = prints(&["search", &tic_tac_toe, "--moves", "a1 b1 b2 c3 a3", "--depth", "5"]);
    assert!(text.contains("value  a loss in 2\n"), "{text}");
    // Three in a row on a cube: the centre wins, the shortest way in seven moves.
    let found = search(&[&seed("tic-tac-toe-3d"), "--moves", "b2-2 a1-1", "--nodes", "200000"]);
    assert!(found["value"].as_i64() > Some(999_000_000), "{found}");
    // A win by Hex on 3 by 3 from the centre, five plies in all.
    let found = search(&[&seed("hex"), "--size", "3", "3", "--depth", "9"]);
    assert_eq!((&found["move"], &found["value"]), (&"b2".into(), &999_999_995.into()));
}

#[test]
fn so_much_work_is_so_many_nodes_of_a_game() {
    for name in ["tic-tac-toe", "reversi", "konane"] {
        let path = seed(name);
        let tree = ludogen::language::parse(&std::fs::read_to_string(&path).expect("a seed game")).expect("rules");
        let game = ludogen::game::AnyGame::new(ludogen::game::lower(&tree).expect("rules")).expect("a game");
        let nodes = ludogen::with_game!(&game, game => game.nodes_for(900)).to_string();
        let found = |strength: &[&str]| {
            let args = [&["search", &path, "--json"], strength].concat();
            let found = json(&prints(&args));
            ["move", "value", "depth", "nodes"].map(|field| found[field].clone())
        };
        assert_eq!(found(&["--work", "900"]), found(&["--nodes", &nodes]), "{name}");
        let played =
            |strength: &[&str]| prints(&[&["match", &path, "--second", "uct", "--games", "4"], strength].concat());
        assert_eq!(played(&["--work", "900"]), played(&["--nodes", &nodes]), "{name}");
    }
    let playouts = |work: &str| {
        let found = json(&prints(&["search", &seed("hex"), "--player", "uct", "--work", work, "--json"]));
        found["nodes"].as_u64().expect("playouts")
    };
    assert!((2..900).contains(&playouts("900")) && playouts("90000") > 20 * playouts("900"));
    let args = ["tune", &seed("tic-tac-toe"), "--iterations", "1", "--games", "4", "--work", "60"];
    assert_eq!(prints(&args), prints(&args));
}

#[test]
fn searches_go_by_a_policy_and_say_what_is_wrong_with_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let search =
        |policy: &str| ludogen(&["search", &seed("breakthrough"), "--depth", "2", "--policy", policy]).assert();
    let nothing = file(&folder, "nothing.ron", "(white: {}, black: {})");
    let text = stdout(search(&nothing).code(0).stderr(""));
    assert!(text.contains("value  +0.000\n"), "{text}");
    let wrong = file(&folder, "wrong.ron", "(white: {\"courage\": 1.0}, black: {})");
    let message = stderr(search(&wrong).code(1));
    assert!(message.contains("wrong.ron holds no policy") && message.contains("courage"), "{message}");
}

#[test]
fn the_policy_in_a_rule_file_is_gone_by_and_a_wrong_one_is_a_problem() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = std::fs::read_to_string(seed("hex")).expect("a seed game");
    let with = |name: &str, said: &str| {
        file(&folder, name, &format!("{}\n  (advisors {said}))\n", rules.trim_end().trim_end_matches(')')))
    };
    // Nothing is worth anything to it; the policy that the rules suggest sees an advantage.
    let calm = with("calm.ludi", "(stack 1)");
    let value = |game: &str| {
        let text = prints(&["search", game, "--depth", "1", "--json"]);
        json(&text)["value"].as_i64().expect("a number")
    };
    assert_eq!(value(&calm), 0);
    assert_ne!(value(&seed("hex")), 0);
    // In a match of alpha-beta, both go by it; UCT plays where the file says so.
    let played = |game: &str, who: &str| {
        prints(&[
            "match",
            game,
            "--first",
            who,
            "--second",
            "random",
            "--games",
            "2",
            "--nodes",
            "300",
            "--max-plies",
            "12",
        ])
    };
    let tree_search = with("uct.ludi", "(player uct) (stack 1)");
    assert_eq!(played(&tree_search, "auto"), played(&calm, "uct"));
    let wrong = with("wrong.ludi", "(courage 1)");
    for command in ["check", "measure", "judge"] {
        let output = ludogen(&[command, &wrong]).assert().code(1);
        let said = String::from_utf8_lossy(&output.get_output().stdout).into_owned() + &stderr(output);
        assert!(said.contains("there is no advisor `courage`") && said.contains("wrong.ludi:"), "{command}: {said}");
    }
}

#[test]
fn a_game_is_played_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("moves.txt");
    let save = format!("save {}", saved.display());
    let script = ["help", "rules", "moves", "hint", "a1", "zz", "undo", "b2", &save, "quit", "frob"].join("\n");
    let args = ["play", &seed("tic-tac-toe"), "--against", "random"];
    let text = stdout(ludogen(&args).write_stdin(script).assert().code(0).stderr(""));
    assert!(text.contains("save F") && text.contains("A player wins with three or more in a row"), "{text}");
    assert!(text.contains("\na1 b1 c1 a2 b2 c2 a3 b3 c3\n"), "{text}");
    assert!(text.contains("3  + + +\n2  + + +\n1  + + +\n"), "{text}");
    assert!(text.contains("`zz` is not a legal move here") && !text.contains("frob"), "{text}");
    assert_eq!(text.matches("Black plays ").count(), 2, "{text}");

    // What was saved is the position that the game goes on from.
    let moves = std::fs::read_to_string(&saved).expect("the moves");
    assert!(moves.starts_with("b2 ") && moves.split_whitespace().count() == 2, "{moves}");
    let board = prints(&["show", &seed("tic-tac-toe"), "--moves", &moves]);
    assert!(text.contains(&board), "{text}");
    // A file that is there is not written over.
    let again = stdout(ludogen(&args).write_stdin(format!("c3\n{save}\n")).assert().code(0));
    assert!(again.contains("Cannot save to"), "{again}");
    assert_eq!(std::fs::read_to_string(&saved).expect("the moves"), moves);
}

#[test]
fn the_players_at_the_table_are_as_asked_for() {
    let play = |args: &[&str], script: &str| {
        stdout(ludogen(&[&["play"], args].concat()).write_stdin(script).assert().code(0).stderr(""))
    };
    let tic_tac_toe = seed("tic-tac-toe");
    // Both sides, with tutorial marks; the end is told and nothing more can be played.
    let text = play(&[&tic_tac_toe, "--side", "both", "--tutorial"], "a1\nb1\na2\nb2\na3\nc3\nundo\nmoves\n");
    assert!(text.contains("3  + + +\n2  + + +\n1  W B +\n"), "{text}");
    assert_eq!(text.matches("White has won after 5 moves.").count(), 2, "{text}");
    assert!(text.ends_with("\nc1 c2 a3 b3 c3\n"), "{text}");
    // Either searcher completes its row, and is not waited for.
    for against in ["alpha-beta", "uct"] {
        let text = play(&[&tic_tac_toe, "--side", "second", "--against", against, "--moves", "a1 b1 a2 b2"], "");
        assert!(text.contains("White plays a3.") && text.contains("White has won"), "{text}");
    }
    // Where a piece can go.
    let text = play(&[&seed("breakthrough"), "--against", "random"], "hint b2\nhint d5\nhint z0\nundo\n");
    assert!(text.contains("3  + + + . . . . .\n"), "{text}");
    assert!(text.contains("Nothing can move from d5.") && text.contains("There is no cell z0."), "{text}");
    assert!(text.contains("There is nothing to take back."), "{text}");
    // With the swap the person keeps the chair and changes the colour.
    let text = play(&[&seed("yavalath-swap"), "--side", "second", "--against", "random"], "swap\n");
    assert_eq!(text.matches(" plays ").count(), 2, "{text}");
    assert!(text.contains("The players have changed sides."), "{text}");
}

#[test]
fn a_game_goes_on_with_what_its_players_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = std::fs::read_to_string(seed("tic-tac-toe")).expect("a seed game");
    let game = file(&folder, "ttt.ludi", &rules);
    let play = |args: &[&str], script: &str| {
        stdout(ludogen(&[&["play", &game], args].concat()).write_stdin(script.to_string()).assert().code(0).stderr(""))
    };
    let solution = folder.path().join("ttt.solution").display().to_string();
    prints(&["solve", &game, "--save", &solution]);

    // A saved game goes on.
    let saved = file(&folder, "moves.txt", "a1 b1\n");
    let text = play(&["--resume", &saved, "--side", "both"], "ask solution\nask uct\nask\nask nobody\nbook\n");
    assert!(
        text.contains("1  W B .") && text.contains("There is no solution") && text.contains("Ask random"),
        "{text}"
    );
    assert!(text.contains("(wins for certain)") && text.contains("The book does not know this position."), "{text}");
    let wrong = file(&folder, "wrong.txt", "a1 a1\n");
    assert!(fails(1, &["play", &game, "--resume", &wrong]).contains("is no saved game of Tic-Tac-Toe"));
    assert!(fails(1, &["play", &game, "--resume", "nowhere"]).contains("cannot read nowhere"));

    // The perfect player wins what can be won, as quickly as can be.
    let text =
        play(&["--solution", &solution, "--against", "solution", "--side", "second", "--moves", "b2 b1"], "ask\n");
    assert!(text.contains("(wins in 5)") || text.contains("(loses in 4 at the latest)"), "{text}");
    let other = folder.path().join("other.solution").display().to_string();
    prints(&["solve", &seed("tic-tac-toe-misere"), "--save", &other]);
    assert!(fails(1, &["play", &game, "--solution", &other]).contains("other rules"));

    // The book beside the game is played from, and shown.
    let made = prints(&["book", &game, "--solution", &solution, "--plies", "3"]);
    assert!(made.contains("ttt.book.csv"), "{made}");
    let text = play(&["--side", "second"], "undo\n");
    assert!(text.contains("(from the book)"), "{text}");
    let text = play(&["--side", "both"], "book\n");
    assert_eq!(text.matches(", a draw\n").count(), 9, "{text}");
    assert!(!play(&["--side", "second", "--no-book"], "").contains("book)"));
    file(&folder, "ttt.book.csv", "line,move,games,score,value,plies\n,a9,,,,\n");
    let message = fails(1, &["play", &game]);
    assert!(message.contains("ttt.book.csv is no book of Tic-Tac-Toe"), "{message}");
    let book = prints(&["book", &game, "--games", "20", "--plies", "2", "-o", "-"]);
    assert!(book.starts_with("line,move,games,score,value,plies\n,"), "{book}");
    // A node of this game weighs as one of the cheapest, or a little more.
    let [weak, strong] =
        ["20", "2000"].map(|work| prints(&["book", &game, "--games", "20", "--work", work, "-o", "-"]));
    assert!(weak.starts_with("line,move,games,score,value,plies\n,") && weak != strong, "{weak}");

    // Positions learnt by heart are there the next time, and a damaged memory is left alone.
    let rote = folder.path().join("rote").display().to_string();
    let learning = ["--no-book", "--rote", &rote, "--side", "second", "--against", "alpha-beta"];
    play(&learning, "ask\n");
    let first = std::fs::read(&rote).expect("a memory");
    play(&[&learning[..], &["--moves", "b2 a1"]].concat(), "ask\n");
    let second = std::fs::read(&rote).expect("a memory");
    assert!(second.len() > first.len());
    std::fs::write(&rote, &second[1..]).expect("written");
    assert!(fails(1, &[&["play", &game], &learning[..]].concat()).contains("not a memory of positions"));
    assert_eq!(std::fs::read(&rote).expect("still there"), &second[1..]);
}

#[test]
fn policies_are_tuned_and_players_matched() {
    let folder = tempfile::tempdir().expect("a folder");
    let yavalath = seed("yavalath");
    let small = ["--iterations", "2", "--games", "4", "--depth", "1", "--size", "3"];
    for method in ["es", "samuel"] {
        let args = [&["tune", &yavalath, "--method", method, "--trial", "10"], &small[..]].concat();
        let text = prints(&args);
        assert_eq!(text, prints(&[&args[..], &["--threads", "1"]].concat()));
        assert!(text.contains("of 2 challengers took over") && text.contains("in 10 games against"), "{text}");
        let policy = file(&folder, "policy.ron", &text);
        let args = ["match", &yavalath, "--first-policy", &policy, "--nodes", "50", "--games", "6", "--size", "3"];
        let rows = prints(&args);
        assert!(
            rows.starts_with("game,games,won,lost,drawn,unfinished,score,score_low,score_high\nYavalath,6,"),
            "{rows}"
        );
    }
    let args =
        ["match", &seed("tic-tac-toe"), "--first", "uct", "--second", "random", "--nodes", "2000", "--games", "20"];
    let rows = prints(&args);
    assert_eq!(rows, prints(&[&args[..], &["--threads", "1"]].concat()));
    let score: f64 =
        rows.lines().nth(1).and_then(|row| row.split(',').nth(6)).expect("a score").parse().expect("a number");
    assert!(score > 0.8, "{rows}");
}

#[test]
fn a_move_tells_what_was_chosen() {
    let moves = "a2-a4 b7-b5 a4xb5 a7-a6 b5xa6 h7-h6 a6-a7 h6-h5";
    let play = |more: &str| {
        let chosen = format!("{moves} {more}");
        prints(&["show", &seed("chess"), "--moves", chosen.trim()])
    };
    for piece in ["Queen", "Knight"] {
        assert_ne!(play(&format!("Pawn@a7xb8#{piece}")), play(""));
    }
    assert_ne!(play("Pawn@a7xb8#Queen"), play("Pawn@a7xb8#Rook"));
}
