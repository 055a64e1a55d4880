//! Just enough of a reader to type games into tests.

use crate::language::parse;
use crate::language::tree::Tree;

/// Reads one tree; panics on anything odd.
pub(crate) fn read(text: &str) -> Tree {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut stack: Vec<Vec<Tree>> = vec![Vec::new()];
    for token in spaced.split_whitespace() {
        match token {
            "(" => stack.push(Vec::new()),
            ")" => {
                let done = Tree::list(stack.pop().expect("balanced"));
                stack.last_mut().expect("balanced").push(done);
            }
            _ => {
                let top = stack.last_mut().expect("balanced");
                match (token.parse::<i64>(), token.strip_prefix('"')) {
                    (Ok(i), _) => top.push(Tree::int(i)),
                    (_, Some(t)) => top.push(Tree::text(t.trim_end_matches('"'))),
                    _ => top.push(Tree::word(token)),
                }
            }
        }
    }
    assert_eq!(stack.len(), 1, "unbalanced: {text}");
    assert_eq!(stack[0].len(), 1, "one tree: {text}");
    stack.remove(0).remove(0)
}

/// The known games of the folder by the names of their files, in that order.
pub(crate) fn known_games() -> Vec<(String, Tree)> {
    let paths = std::fs::read_dir("seed-games").unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|e| e == "ludi"));
    let mut games: Vec<(String, Tree)> = files
        .map(|path| {
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let tree = parse(&std::fs::read_to_string(&path).unwrap());
            (stem, tree.unwrap_or_else(|p| panic!("{}: {}", path.display(), p[0].message)))
        })
        .collect();
    games.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    games
}

/// A dozen games, the six of the paper's Appendix II among them.
pub(crate) const GAMES: [&str; 12] = [
    "(game Ndengrod (players White Black) (board (tiling hex) (shape trapezium) (size 7 7))
      (pieces (Piece All (moves (move (pre (empty to)) (action (push)) (post (capture surround))))))
      (end (All win (in-a-row 5))))",
    "(game Yavalath (players White Black) (board (tiling hex) (shape hex) (size 5))
      (end (All win (in-a-row 4)) (All lose (and (in-a-row 3) (not (in-a-row 4))))))",
    "(game Teiglith (players White Black) (board (tiling square) (size 7 7))
      (pieces (Stone All (moves (move (pre (and (> (group-size to) (phase to)) (connected))) (action (pop) (push))))))
      (start (place (Stone White) home)) (end (All win (no-move))))",
    "(game Elrostir (players White Black) (board (tiling square i-nbors) (size 5 5)) (end (All lose (or (no-move) (in-a-row 3)))))",
    "(game Gorodrui (players White Black) (board (tiling hex) (shape hex) (size 3))
      (pieces (Stone All (state 1) (moves (move (pre (empty to)) (action (push)))
        (move (pre (and (enemy from) (empty to) (= (+ (piece-state) 1) (distance)))) (action (pop) (push)) (post (inc-state))))))
      (start (in-hand (Stone All) 5)) (end (All lose (no-move))))",
    "(game Valion (players White Black) (board (tiling square i-nbors) (size 4 4))
      (pieces (Stone All (moves (move (pre (>= (num-nbors to enemy) 1)) (action (push)))
        (move (pre (and (empty to) (connected))) (action (push))))))
      (start (place (Stone White) A1) (place (Stone Black) D4))
      (end (All win (in-a-row 3)) (All lose (or (in-a-row 4) (group)))))",
    "(game Tic-Tac-Toe (board (tiling square i-nbors) (size 3 3)) (win (in-a-row 3)))",
    "(game Hex (players White Black) (board (tiling hex) (shape rhombus) (size 11)
        (regions (region White (side nw) (side se)) (region Black (side ne) (side sw))))
      (play swap) (end (All win (connect own-regions))))",
    "(game Breakthrough (players (White n) (Black s)) (board (tiling square) (size 6 8))
      (pieces (Man All (moves (move (pre (and (empty to) (steps f))) (action (pop) (push)))
        (move (dirn fl fr) (pre (and (not (friend to)) (connected))) (action (pop) (push)) (post (capture replace))))))
      (start (place (Man All) home (home 2))) (end (All win (or (reach away) (eliminate enemy)))))",
    "(game Draughts (board (tiling square) (size 6 6))
      (pieces (Man All (label \"m\") (moves
          (move (pre (and (empty to) (line from to fl fr) (= (distance) 1))) (action (pop) (push))
                (post (convert King (if (in-region to away)))))
          (move mandatory (pre (and (empty to) (= (num-between enemy) 1) (= (distance) 2))) (action (pop) (push)) (post (capture over) (repeat)))))
        (King All (value 3) (moves (move (dirn diagonal) (pre (and (empty to) (line))) (action (pop) (push))))))
      (start (place (Man All) home (home 2) (phase 0))) (play (repetition draw)) (end (All lose (no-move))))",
    "(game Towers (board (tiling square) (size 4 4))
      (pieces (Stone All (moves (move (pre (empty to)) (action (push)))
        (move (pre (and (connected) (>= (height from) (height to)) (> (height to) 0))) (action (pop all) (push))))))
      (start (in-hand (Stone All) 8)) (play can-pass (repetition positional))
      (end (All win (stack 4)) (All draw (all-passed)) draw)
      (advisors (mobility 1) (height 2)) (description \"Pile.\"))",
    "(game Reversi (board (tiling square i-nbors) (size 4))
      (pieces (Disc All (flags Fixed) (moves (move (pre (and (empty to) (captures line) (not (flagged to Fixed)))) (action (push))
        (post (convert line) (score (num-pieces friend)))))))
      (start (place (Disc White) B2 C3) (place (Disc Black) B3 C2))
      (end (All win (and (or (full) (all-passed)) (score best)))))",
];

/// All of [`GAMES`] as trees.
pub(crate) fn games() -> Vec<Tree> {
    GAMES.iter().map(|g| read(g)).collect()
}
