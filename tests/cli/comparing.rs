//! How far apart games are, whether they are the same game, and what of their rules can go.

use super::{fails, file, json, prints, seed};

#[test]
fn distances_are_numbers() {
    let distance =
        |a: &str, b: &str| prints(&["distance", &seed(a), &seed(b)]).trim().parse::<f64>().expect("a number");
    assert_eq!(distance("hex", "hex"), 0.0);
    let (near, far) = (distance("hex", "hex-misere"), distance("hex", "english-draughts"));
    assert!(0.0 < near && near < far && far < 1.0, "{near} {far}");
    assert_eq!(distance("hex", "y"), distance("y", "hex"));
}

/// Stones of a state that nothing reads, and clauses that say the same.
const FAT: &str = "(game Fat
  (board (tiling square i-nbors) (size 3 3))
  (pieces (Stone All (state 39) (moves (move (pre (and (empty to) (> 17 -1))) (action (push))))))
  (end (All win (in-a-row 3)) (All win (in-a-row 9))))
";

#[test]
fn reduce_prints_the_rules_and_what_was_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let fat = file(&folder, "fat.ludi", FAT);
    let text = prints(&["reduce", &fat]);
    let rules = "(game Fat\n  (board (square 3 3 i-nbors))\n  (win (in-a-row 3)))\n";
    assert!(text.starts_with(rules), "{text}");
    for said in [
        "; line 3: pieces > Stone > state",
        "nothing reads it (true by algebra)",
        "(and (empty to) (> 17 -1)) → (empty to)",
        "; line 4: end > All 2",
    ] {
        assert!(text.contains(said), "{text}");
    }
    // The account may stay in the file: it is comments.
    let whole = file(&folder, "whole.ludi", &text);
    assert!(prints(&["reduce", &whole]).contains("; nothing can go"));
    let out = folder.path().join("lean.ludi");
    let out = out.to_str().expect("text");
    assert_eq!(prints(&["reduce", &fat, "-o", out]), "");
    assert_eq!(std::fs::read_to_string(out).expect("the reduced rules"), text);
    let line = prints(&["reduce", &fat, "--json", "--budget", "500"]);
    let expected =
        ["game", "rules", "size_before", "size_after", "complete", "evidence", "positions", "removed", "suspects"];
    let object = json(&line);
    for field in expected {
        assert!(object.get(field).is_some(), "{field}");
    }
    assert_eq!(object["rules"], rules);
    assert_eq!(object["removed"][0]["evidence"]["state"], "algebra");
    assert_eq!(object["evidence"]["may_differ"], 0.0);
    let none = file(&folder, "none.ludi", "(game None (board (tiling square) (size 3)))");
    assert!(fails(1, &["reduce", &none]).contains("no end"));
    fails(2, &["reduce", &fat, "--budget", "0"]);
}

#[test]
fn like_says_what_a_game_is_to_known_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let fat = file(&folder, "fat.ludi", FAT);
    for name in ["hex", "tic-tac-toe", "yavalath"] {
        std::fs::copy(seed(name), folder.path().join(format!("{name}.ludi"))).expect("a copy");
    }
    let games = folder.path().to_str().expect("text");
    // Fat lies in the folder itself, and is compared with the others.
    let text = prints(&["like", &fat, "--games", games]);
    assert!(text.starts_with("Fat is the same game as Tic-Tac-Toe\n") && text.contains("nearest in play"), "{text}");
    let larger = file(&folder, "larger.txt", &FAT.replace("3 3", "7 5").replace("in-a-row 9", "in-a-row 5"));
    let object = json(&prints(&["like", &larger, "--games", games, "--json", "--nearest", "2"]));
    assert_eq!(object["variant_of"][0]["relation"], "board");
    assert_eq!(object["nearest_rules"].as_array().expect("a list").len(), 2);
    let hex = prints(&["like", &seed("hex"), "--games", games]);
    assert!(hex.starts_with("Hex is none of the known games, nor a variant of one"), "{hex}");
    assert!(fails(1, &["like", &fat, "--games", "nowhere"]).contains("nowhere"));
}

/// What is written over stays until there is something to write.
#[test]
fn a_file_keeps_its_contents_where_the_work_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = file(&folder, "own.ludi", FAT);
    assert_eq!(prints(&["reduce", &own, "-o", &own]), "");
    let reduced = std::fs::read_to_string(&own).expect("the rules");
    assert!(reduced.starts_with("(game Fat"), "{reduced}");
    let kept = file(&folder, "kept.txt", "as it was");
    let new = folder.path().join("new.txt").display().to_string();
    let broken = file(&folder, "broken.ludi", "(game");
    for out in [&kept, &new] {
        fails(1, &["describe", &broken, "-o", out]);
    }
    assert_eq!(std::fs::read_to_string(&kept).expect("a file"), "as it was");
    assert!(!std::path::Path::new(&new).exists());
    // Longer contents do not show through.
    prints(&["describe", &own, "-o", &kept]);
    assert_eq!(std::fs::read_to_string(&kept).expect("a file"), prints(&["describe", &own]));
}
