//! Solving, asking solutions, and flaws.

use super::{fails, fields, file, json, ludogen, prints, seed, stdout};
use serde_json::Value;

#[test]
fn solve_finds_the_value_and_query_the_value_of_each_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let solution = file(&folder, "solution", "");
    let text = prints(&["solve", &seed("tic-tac-toe"), "--save", &solution, "--json"]);
    let named = ["value", "plies", "method", "positions", "states", "peak_bytes", "seconds", "table"];
    assert_eq!(fields(&text), named);
    let report = json(&text);
    assert_eq!((report["value"].as_str(), report["positions"].as_u64()), (Some("draw"), Some(5478)));
    assert_eq!(report["table"][9]["lost"].as_u64(), Some(62));
    assert!(prints(&["query", &solution]).starts_with("move,value,plies\na1,draw,\nb1,draw,\n"));
    assert!(prints(&["query", &solution, "--moves", "b2 a2"]).contains("\na1,first,5\n"));
    // Sets and arrays can be saved too. Of all positions, `layered` alone does not know how long a win takes.
    for (method, answer) in
        [("layered", "\na1,first,\n"), ("retrograde", "\na1,first,5\n"), ("indexed", "\na1,first,5\n")]
    {
        prints(&["solve", &seed("tic-tac-toe"), "--method", method, "--save", &solution]);
        assert!(prints(&["query", &solution, "--moves", "b2 a2"]).contains(answer), "{method}");
        let args = ["play", &seed("tic-tac-toe"), "--solution", &solution, "--moves", "b2 a2", "--against", "solution"];
        let text = stdout(ludogen(&args).write_stdin("ask\n").assert().code(0));
        assert!(text.contains(if method == "layered" { "wins with best play" } else { "wins in 5" }), "{text}");
    }
    prints(&["solve", &seed("tic-tac-toe"), "--method", "layered", "--plies", "--save", &solution]);
    assert!(prints(&["query", &solution, "--moves", "b2 a2"]).contains("\na1,first,5\n"));
    let text = prints(&["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "proof"]);
    assert!(text.starts_with("value      the first player wins\n"), "{text}");
    let text = prints(&["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "middle", "--plies"]);
    let backwards = prints(&["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "retrograde"]);
    // The method answers to the name it had.
    assert!(text.contains(" turns\nmethod     layered\n"), "{text}");
    assert_eq!(text.lines().next(), backwards.lines().next());
    let recurring = fails(1, &["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "indexed"]);
    assert!(recurring.contains("as many pieces of each kind"), "{recurring}");
    let moving = fails(1, &["solve", &seed("breakthrough"), "--size", "2", "6", "--method", "filling"]);
    assert!(moving.contains("each turn fills one cell"), "{moving}");
    let text = prints(&["solve", &seed("tic-tac-toe"), "--csv"]);
    assert_eq!(text.lines().nth(1), Some("0,1,,0,0,1"));
}

#[test]
fn amazons_is_solved_64_positions_at_a_time() {
    let rules = std::fs::read_to_string(seed("amazons")).expect("the rules");
    let rules =
        rules.replace("square 10 10", "square 3 4").replace("A4 D1 G1 J4", "A2 B1").replace("A7 D10 G10 J7", "B4 C3");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("amazons-3x4.ludi").display().to_string();
    std::fs::write(&file, rules).expect("a file");
    let table = |method| prints(&["solve", &file, "--method", method, "--csv"]);
    let found = table("filling");
    assert_eq!(found, table("indexed"));
    assert_eq!((found.lines().nth(1), found.lines().count()), (Some("0,1,,0,1,0"), 10));
    assert!(
        prints(&["solve", &file, "--method", "explicit"]).starts_with("value      the second player wins in 8 turns")
    );
    let text = stdout(ludogen(&["solve", &file, "--method", "filling"]).env("RAYON_NUM_THREADS", "1").assert().code(0));
    assert!(text.starts_with("value      the second player wins\nmethod     filling\npositions  353168\n"), "{text}");
    let save = fails(2, &["solve", &file, "--method", "filling", "--save", &file]);
    assert!(save.contains("--save takes what explicit, layered, retrograde and indexed find"), "{save}");
}

#[test]
fn solving_goes_on_from_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let breakthrough = seed("breakthrough");
    for method in ["layered", "retrograde"] {
        let plies = folder.path().join(method).display().to_string();
        let args = ["solve", &breakthrough, "--size", "3", "5", "--method", method, "--csv"];
        let with = |more: &[&'static str]| [&args[..], &["--folder", plies.as_str()], more].concat();
        let stopped = fails(1, &with(&["--states", "40000"]));
        assert!(stopped.contains("is kept in") && stopped.contains("40000 states"), "{stopped}");
        assert_eq!(prints(&with(&[])), prints(&args));
        // All is there, so that hardly any states must be looked at again.
        let from_scratch = [&args[..], &["--states", "250000"]].concat();
        fails(1, &from_scratch);
        assert_eq!(prints(&with(&["--states", "250000"])), prints(&args));
        let other = ["solve", &breakthrough, "--size", "3", "4", "--method", method, "--folder", &plies];
        assert!(fails(1, &other).contains("another problem"));
    }
    fails(2, &["solve", &breakthrough, "--method", "explicit", "--folder", "x"]);
}

#[test]
fn what_cannot_be_solved_or_queried_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let tic_tac_toe = seed("tic-tac-toe");
    assert!(fails(1, &["solve", &tic_tac_toe, "--positions", "100"]).contains("not solved within 100 positions"));
    assert!(fails(1, &["solve", &seed("breakthrough"), "--method", "layered", "--states", "10"]).contains("10 states"));
    let refusal = fails(1, &["solve", &seed("hex-swap"), "--method", "layered"]);
    assert!(refusal.contains("`swap`") && refusal.contains("hex-swap.ludi:"), "{refusal}");
    fails(2, &["solve", &tic_tac_toe, "--memory", "lots"]);
    fails(2, &["solve", &tic_tac_toe, "--method", "proof", "--save", "x"]);
    assert!(fails(1, &["query", &tic_tac_toe]).contains("not a solution"));
    let solution = file(&folder, "solution", "");
    prints(&["solve", &tic_tac_toe, "--save", &solution]);
    fails(2, &["query", &solution, "--moves", "z9"]);
    let mut bytes = std::fs::read(&solution).expect("bytes");
    bytes.pop();
    std::fs::write(&solution, bytes).expect("written");
    assert!(fails(1, &["query", &solution]).contains("damaged"));
}

#[test]
fn flaws_are_told_one_a_line() {
    let text = prints(&["flaws", &seed("tic-tac-toe"), "--json"]);
    let checks: Vec<Value> = text.lines().map(json).collect();
    assert_eq!(
        fields(text.lines().next().expect("a line")),
        ["check", "verdict", "fatal", "board", "evidence", "budget"]
    );
    let draw = checks.iter().find(|c| c["check"] == "forced-draw").expect("the check");
    assert_eq!((draw["verdict"].as_str(), draw["fatal"].as_bool()), (Some("flawed"), Some(true)));
    assert!(prints(&["flaws", &seed("tic-tac-toe")]).contains("forced-draw    flawed (fatal) on size 3 3"));
}
