//! Signs in the goals of a game, and in what its players begin with, that nobody wrote it. Known games have none, or hardly any.

use crate::describe;
use crate::game::rules::{Clause, Condition, Node, ReachCount, Verdict, Who};
use crate::game::{AnyGame, Game, Move, Player, Position, facts, shape};
use crate::streams::{self, Purpose};
use crate::synthesis::form::{hardly_symmetric, has_lopsided_goals, scattered};
use crate::with_game;
use rand::RngExt;
use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

/// What is odd, in words.
pub(super) fn odd(game: &AnyGame) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if goals_are_one_sided(game) {
        found.push("the sides begin alike, but their goals are different in number".into());
    }
    found.extend(uneven_start(game));
    found.extend(scattered(game));
    if has_lopsided_goals(game) {
        found.push(
            "the sides begin alike, but no symmetry of the board takes the goals of one to those of the other".into(),
        );
    }
    found.extend(hardly_symmetric(game));
    let shared =
        |clause: &Clause| clause.who == Who::All && clause.verdict != Verdict::Draw && is_shared(&clause.condition);
    if game.rules().end.iter().any(shared) {
        found.push("a goal that both players reach at once".into());
    }
    found.extend(joined_goals(game));
    found.extend(nameless_pattern(game));
    found.extend(shunned_cell(game));
    if with_game!(game, g => colours_are_idle(g)) {
        found.push("pieces have colours, but nothing depends on them".into());
    }
    found
}

/// A goal that asks for pieces in two kinds of shapes at once, in words. A known game asks for one, and may forbid another.
fn joined_goals(game: &AnyGame) -> Option<String> {
    fn shape(condition: &Condition) -> Option<Discriminant<Condition>> {
        match condition {
            Condition::And(parts) | Condition::Or(parts) => parts.iter().find_map(shape),
            Condition::Connect { .. }
            | Condition::Group { .. }
            | Condition::InARow { .. }
            | Condition::Cycle { .. }
            | Condition::Pattern { .. }
            | Condition::Reach { .. } => Some(discriminant(condition)),
            _ => None,
        }
    }
    let mut found = false;
    for clause in game.rules().end.iter().filter(|clause| clause.verdict != Verdict::Draw) {
        Node::Condition(&clause.condition).for_each(|node| {
            if let Node::Condition(Condition::And(parts)) = node {
                found |= parts.iter().filter_map(shape).collect::<HashSet<_>>().len() > 1;
            }
        });
    }
    found.then(|| "a goal that asks for two kinds of shapes at once".into())
}

/// A pattern among the goals that nobody has a name for, in words, if it is of five pieces or more. Those of known games are squares, rings, triangles and the like.
fn nameless_pattern(game: &AnyGame) -> Option<String> {
    let board = game.board();
    let nameless = facts::patterns(game.rules()).into_iter().filter(|path| !describe::has_name(path, board));
    let most = nameless.filter_map(|path| shape::first(board, path)).map(|cells| cells.len()).max()?;
    (most > 4).then(|| format!("a pattern of {most} pieces that has no name"))
}

/// Whether a condition is about both players alike, so that it is true for both or for none.
fn is_shared(condition: &Condition) -> bool {
    match condition {
        Condition::Full | Condition::AllPassed => true,
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(is_shared),
        _ => false,
    }
}

/// Whether the sides have as many pieces as each other and goals that are different in number.
fn goals_are_one_sided(game: &AnyGame) -> bool {
    with_game!(game, g => {
        let start = g.initial(Player::White);
        g.has_unequal_sides() && start.owned[Player::White].len() == start.owned[Player::Black].len()
    })
}

/// That one side begins with more pieces than the other, in words, where both have the same goals.
fn uneven_start(game: &AnyGame) -> Option<String> {
    let same_goals = game.rules().end.iter().all(|clause| clause.who == Who::All);
    let [white, black] = with_game!(game, g => {
        let owned = g.initial(Player::White).owned;
        Player::BOTH.map(|player| owned[player].len())
    });
    (same_goals && white != black)
        .then(|| format!("White begins with {white} pieces and Black with {black}, but their goals are the same"))
}

/// A cell that whoever has a piece on it loses by, in words, in a game in which pieces are put anywhere: nobody goes there, as if there were no such cell.
fn shunned_cell(game: &AnyGame) -> Option<String> {
    let (rules, board) = (game.rules(), game.board());
    if facts::moves(rules).any(|(_, def)| def.pops()) {
        return None;
    }
    let shunned = |condition: &Condition, player: Player| match condition {
        Condition::Reach { goal, count: ReachCount::Count(1), .. } => rules.cells_of(board, goal, player).len() == 1,
        Condition::Connect { count, regions, .. } => {
            matches!(&rules.to_connect(board, *count, regions, player).0[..], [region] if region.len() == 1)
        }
        _ => false,
    };
    let lost = |player: Player| {
        let mut clauses = rules.end.iter().filter(|c| c.verdict == Verdict::Lose && c.who.means(Some(player), player));
        clauses.any(|clause| match &clause.condition {
            Condition::Or(parts) => parts.iter().any(|part| shunned(part, player)),
            condition => shunned(condition, player),
        })
    };
    Player::BOTH.into_iter().any(lost).then(|| "a cell that nobody goes to, as whoever does loses".into())
}

/// Games that are played to see whether colours matter.
const GAMES: u32 = 8;
/// Plies of each at most.
const PLIES: u32 = 200;

/// Whether pieces that are put down and stay are of the players' colours, and still nothing depends on whose they are: the game is decided by who can move, and in
/// random games both players always have the same moves.
fn colours_are_idle<const W: usize>(game: &Game<W>) -> bool {
    let rules = game.rules();
    let coloured = rules.pieces.is_empty() || rules.pieces.iter().any(|piece| piece.owner == Who::All);
    let stay = facts::moves_alternate(rules) && facts::moves(rules).all(|(_, def)| !def.pops());
    if !coloured
        || !stay
        || game.has_unequal_sides()
        || !rules.end.iter().all(|clause| speaks_of_moves(&clause.condition))
    {
        return false;
    }
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    (0..GAMES).all(|number| {
        let mut rng = streams::stream(0, Purpose::Game, number.into());
        let mut position = Position::new(game, Player::White);
        (0..PLIES).all(|_| {
            legal(game, &position, &mut moves);
            if moves.is_empty() {
                return true;
            }
            if let Some(passed) = position.passed(game) {
                legal(game, &passed, &mut others);
                if moves != others {
                    return false;
                }
            }
            position.apply(game, moves[rng.random_range(0..moves.len())]);
            true
        })
    })
}

/// The legal moves in the order of their numbers.
fn legal<const W: usize>(game: &Game<W>, position: &Position<W>, moves: &mut Vec<Move>) {
    position.legal(game, moves);
    moves.sort_unstable();
}

/// Whether a condition asks for nothing but whether moves are left.
fn speaks_of_moves(condition: &Condition) -> bool {
    match condition {
        Condition::NoMove | Condition::AllPassed | Condition::Full => true,
        Condition::And(parts) | Condition::Or(parts) => parts.iter().all(speaks_of_moves),
        Condition::Not(part) => speaks_of_moves(part),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::lower;
    use crate::language::parse;

    fn oddities(rules: &str) -> Vec<String> {
        let tree = parse(rules).unwrap_or_else(|p| panic!("{rules}: {}", p[0].message));
        odd(&AnyGame::new(lower(&tree).unwrap()).unwrap())
    }

    #[test]
    fn goals_that_nobody_would_set_are_odd() {
        let goal =
            |goal: &str| oddities(&format!("(game G (board (tiling square) (size 7 7)) (end (All win {goal})))"));
        let both = "a goal that asks for two kinds of shapes at once";
        assert_eq!(goal("(and (in-a-row 4) (connect opposite-sides))"), [both]);
        assert_eq!(goal("(and (group 6) (or (in-a-row 4) (full)))"), [both]);
        assert!(goal("(and (in-a-row 3) (not (connect opposite-sides)))").is_empty());
        assert!(goal("(or (in-a-row 4) (connect opposite-sides))").is_empty());
        let nameless = ["a pattern of 5 pieces that has no name"];
        assert_eq!(goal("(pattern f f r f f)"), Vec::<String>::new(), "an L");
        assert_eq!(goal("(pattern f r f l f r f)"), nameless, "stairs");
        assert!(goal("(pattern f r f l f)").is_empty(), "of four");
    }

    #[test]
    fn sides_with_the_same_goals_begin_with_as_many_pieces() {
        let start = |start: &str, end: &str| {
            let moves = "(moves (move (pre (and (empty to) (connected))) (action (pop) (push))))";
            oddities(&format!(
                "(game G (board (tiling square) (size 5 5)) (pieces (Man All {moves})) (start {start}) (end {end}))"
            ))
        };
        let uneven = ["White begins with 5 pieces and Black with 10, but their goals are the same"];
        assert_eq!(start("(place (Man White) home) (place (Man Black) home (home 2))", "(All win (group))"), uneven);
        assert!(start("(place (Man All) home)", "(All win (group))").is_empty());
        let own = "(White win (group)) (Black win (eliminate))";
        assert!(start("(place (Man White) home) (place (Man Black) home (home 2))", own).is_empty());
    }

    #[test]
    fn a_cell_to_lose_on_is_odd_where_pieces_are_only_put_down() {
        let board = "(board (tiling square) (size 5 5))";
        let place = |end: &str| oddities(&format!("(game G {board} (end {end}))"));
        let shunned = ["a cell that nobody goes to, as whoever does loses"];
        assert_eq!(place("(All lose (in-a-row 3)) (All lose (reach C3))"), shunned);
        assert_eq!(place("(All lose (or (in-a-row 3) (connect C3)))"), shunned);
        assert!(place("(All lose (in-a-row 3))").is_empty() && place("(All win (reach C3))").is_empty());
        let steps = "(pieces (Man All (moves (move (pre (and (empty to) (connected))) (action (pop) (push))))))";
        let moved = format!("(game G {board} {steps} (start (place Man home)) (end (All lose (reach C3))))");
        assert!(oddities(&moved).is_empty(), "one may be driven there");
    }

    #[test]
    fn colours_that_nothing_depends_on_are_idle() {
        let idle = |piece: &str, pre: &str, end: &str| {
            let piece = format!("(pieces ({piece} (moves (move (pre (and (empty to) {pre})) (action (push))))))");
            let rules = format!("(game G (board (tiling square) (size 5 5)) {piece} (end {end}))");
            oddities(&rules).iter().any(|text| text.starts_with("pieces have colours"))
        };
        let free = "(= (num-nbors to any) 0)";
        assert!(idle("Stone All", free, "(All lose (no-move))"));
        assert!(!idle("Stone neutral", free, "(All lose (no-move))"), "they have none");
        assert!(!idle("Stone All", "(= (num-nbors to enemy) 0)", "(All lose (no-move))"));
        assert!(!idle("Stone All", free, "(All win (in-a-row 3))"));
    }
}
