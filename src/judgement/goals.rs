//! Signs in the goals of a game, and in what its players begin with, that nobody wrote it. Known games have none, or hardly any.

use super::oddity::{Oddity, OddityKind as Kind};
use crate::describe;
use crate::game::rules::{Action, Adjacency, Clause, Condition, Int, MoveDef, Node, ReachCount, Verdict, Who};
use crate::game::{AnyGame, Game, Move, NOWHERE, Player, Position, facts, shape};
use crate::language::Tree;
use crate::language::resolve;
use crate::language::schema::About;
use crate::streams::{self, Purpose};
use crate::synthesis::form::{hardly_symmetric, has_lopsided_goals, lopsided_formation, odd_board, scattered};
use crate::with_game;
use rand::RngExt;
use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

/// What is odd.
pub(super) fn odd(tree: &Tree, game: &AnyGame) -> Vec<Oddity> {
    let mut found: Vec<Oddity> = Vec::new();
    if goals_are_one_sided(game) {
        let text = "the sides begin alike, but their goals are different in number";
        found.push(Oddity::new(Kind::OneSidedGoals, text));
    }
    found.extend(uneven_start(game).map(Oddity::of(Kind::UnevenStart)));
    found.extend(scattered(game).or_else(|| lopsided_formation(game)).map(Oddity::of(Kind::FormlessStart)));
    found.extend(odd_board(game).map(Oddity::of(Kind::Board)));
    if has_lopsided_goals(game) {
        let text = "the sides begin alike, but no symmetry of the board takes the goals of one to those of the other";
        found.push(Oddity::new(Kind::LopsidedGoals, text));
    }
    found.extend(hardly_symmetric(game).map(Oddity::of(Kind::HardlySymmetricGoals)));
    let shared =
        |clause: &Clause| clause.who == Who::All && clause.verdict != Verdict::Draw && is_shared(&clause.condition);
    if game.rules().end.iter().any(shared) {
        found.push(Oddity::new(Kind::SharedGoal, "a goal that both players reach at once"));
    }
    if game.rules().end.iter().any(asks_for_turn) {
        found.push(Oddity::new(Kind::GoalOfTurn, "a goal of both players that asks which of them has just moved"));
    }
    found.extend(joined_goals(game).map(Oddity::of(Kind::JoinedGoals)));
    found.extend(crossing_chains(game).map(Oddity::of(Kind::CrossingChains)));
    found.extend(nameless_pattern(game).map(Oddity::of(Kind::NamelessPattern)));
    found.extend(shunned_cells(game).map(Oddity::of(Kind::ShunnedCells)));
    if with_game!(game, g => colours_are_idle(tree, g)) {
        found.push(Oddity::new(Kind::IdleColours, "pieces have colours, but nothing depends on them"));
    }
    if with_game!(game, g => goes_on_to_pass(g)) {
        found.push(Oddity::new(Kind::GoesOnToPass, "turns go on, but nothing is left then but to pass"));
    }
    if with_game!(game, g => can_be_taken_back(g)) {
        let when =
            if game.rules().repetition.forbids() { ", or a turn later where that repeats a position" } else { "" };
        let text = format!("whatever a player does, the other may take back at once{when}");
        found.push(Oddity::new(Kind::TakesBack, text));
    }
    found
}

/// Whether a goal of both players asks if the number of moves made is even: who has just moved is the same for both, so one of them is kept from what
/// the other may reach. Known games ask it in goals of one side alone.
fn asks_for_turn(clause: &Clause) -> bool {
    let parity = |node| match node {
        Node::Int(Int::Modulo(number, by)) => **number == Int::MoveNumber && **by == Int::Const(2),
        _ => false,
    };
    clause.who == Who::All && clause.verdict != Verdict::Draw && Node::Condition(&clause.condition).any(parity)
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
    let joins = |node| match node {
        Node::Condition(Condition::And(parts)) => parts.iter().filter_map(shape).collect::<HashSet<_>>().len() > 1,
        _ => false,
    };
    let decides = |clause: &&Clause| clause.verdict != Verdict::Draw;
    let found = game.rules().end.iter().filter(decides).any(|clause| Node::Condition(&clause.condition).any(joins));
    found.then(|| "a goal that asks for two kinds of shapes at once".into())
}

/// That chains which win may cross those of the opponent, in words: neighbours across the corners of cells count, and stones go anywhere and stay. Readers
/// rate twelve such games 3.9 of 10 in the mean, and 46 others in which chains win 4.6 (`reports/readings`): nobody can be kept from joining two sides, so whoever is ahead stays ahead.
fn crossing_chains(game: &AnyGame) -> Option<String> {
    let (rules, board) = (game.rules(), game.board());
    let spec = board.spec();
    if !spec.tiling.is_lattice() || !facts::fills_up(rules) {
        return None;
    }
    let crosses = |condition: &Condition| {
        let Condition::Connect { adjacency, .. } = condition else { return false };
        match adjacency {
            Some(adjacency) => *adjacency != Adjacency::Direct,
            None => spec.indirect,
        }
    };
    let wins = |clause: &&Clause| clause.verdict == Verdict::Win;
    let joined = |node| matches!(node, Node::Condition(condition) if crosses(condition));
    let found = rules.end.iter().filter(wins).any(|clause| Node::Condition(&clause.condition).any(joined));
    found.then(|| "chains may cross, so that nobody can be kept from joining sides".into())
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

/// Why one side is favoured although both begin alike, in words: it may win or lose by something besides what both win or lose by. No known game has such a goal.
pub(super) fn goal_of_one_side(game: &AnyGame) -> Option<String> {
    let decides = |who: Who| {
        game.rules().end.iter().filter(|clause| clause.verdict != Verdict::Draw && clause.who == who).count()
    };
    let [white, black] = Player::BOTH.map(|player| decides(Who::Player(player)));
    (decides(Who::All) > 0 && white != black && goals_are_one_sided(game))
        .then(|| "one side has a goal, or a way to lose, that the other has not, besides those of both".into())
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

/// Cells that whoever has a piece on one of them loses by, in words, in a game in which pieces are only put down: nobody goes there, as if there were no such cells.
fn shunned_cells(game: &AnyGame) -> Option<String> {
    let (rules, board) = (game.rules(), game.board());
    if facts::moves(rules).any(|(_, def)| def.pops()) {
        return None;
    }
    let shunned = |condition: &Condition, player: Player| match condition {
        Condition::Reach { count: ReachCount::Count(1), .. } => true,
        Condition::Connect { count, regions, .. } => rules.to_connect(board, *count, regions, player).0.len() == 1,
        _ => false,
    };
    let lost = |player: Player| {
        let mut clauses = rules.end.iter().filter(|c| c.verdict == Verdict::Lose && c.who.means(Some(player), player));
        clauses.any(|clause| match &clause.condition {
            Condition::Or(parts) => parts.iter().any(|part| shunned(part, player)),
            condition => shunned(condition, player),
        })
    };
    Player::BOTH.into_iter().any(lost).then(|| "cells that nobody goes to, as whoever does loses".into())
}

/// Random games that are played to see what moves there are.
const GAMES: u32 = 8;
/// Plies of each at most.
const PLIES: u32 = 200;

/// So many moves that could be taken back are no chance.
const ENOUGH: usize = 40;

/// Shows `see` the positions of a few random games with their legal moves, in the order of their numbers, until it has seen enough. Returns whether it has.
fn any_position<const W: usize>(game: &Game<W>, mut see: impl FnMut(&Position<W>, &[Move]) -> bool) -> bool {
    let mut moves = Vec::new();
    (0..GAMES).any(|number| {
        let mut rng = streams::stream(0, Purpose::Game, number.into());
        let mut position = Position::new(game, Player::White);
        for _ in 0..PLIES {
            legal(game, &position, &mut moves);
            if moves.is_empty() {
                break;
            }
            if see(&position, &moves) {
                return true;
            }
            position.apply(game, moves[rng.random_range(0..moves.len())]);
        }
        false
    })
}

/// Whether pieces that are put down and stay are of the players' colours, and still nothing depends on whose they are: the game is decided by who can move, and in
/// random games both players always have the same moves. Turns that go on belong to one player, so there the words have to show it.
fn colours_are_idle<const W: usize>(tree: &Tree, game: &Game<W>) -> bool {
    let rules = game.rules();
    let coloured = rules.pieces.is_empty() || rules.pieces.iter().any(|piece| piece.owner == Who::All);
    let stay = facts::moves(rules).all(|(_, def)| !def.pops());
    let pieces = tree.child("pieces");
    let told = !facts::moves_alternate(rules) && pieces.is_some_and(|p| resolve::speaks_of(p, About::Owners));
    if !coloured || !stay || told || game.has_unequal_sides() {
        return false;
    }
    let mut others = Vec::new();
    let mut differ = |position: &Position<W>, moves: &[Move]| {
        position.passed(game).is_some_and(|passed| {
            legal(game, &passed, &mut others);
            moves != others
        })
    };
    rules.end.iter().all(|clause| speaks_of_moves(&clause.condition)) && !any_position(game, &mut differ)
}

/// Whether turns go on in random games, and there is never anything to do then but to pass.
fn goes_on_to_pass<const W: usize>(game: &Game<W>) -> bool {
    let rules = game.rules();
    let passes = |def: &MoveDef| def.actions.contains(&Action::Pass);
    let passing_does_something = || facts::moves(rules).any(|(_, def)| passes(def) && !def.post.is_empty());
    let mut goes_on = false;
    let may_do_something = |position: &Position<W>, moves: &[Move]| {
        goes_on |= position.state().continuing;
        position.state().continuing && moves.iter().any(|m| m.to != NOWHERE)
    };
    !facts::moves_alternate(rules) && !passing_does_something() && !any_position(game, may_do_something) && goes_on
}

/// Whether in random games every move has a reply that brings back the position before it, if positions may come again. Pieces have to come off the board for that, or move.
fn can_be_taken_back<const W: usize>(game: &Game<W>) -> bool {
    let rules = game.rules();
    if !facts::moves(rules).any(|(_, def)| def.pops()) {
        return false;
    }
    let (mut tried, mut replies) = (0, Vec::new());
    let mut stays = |position: &Position<W>, moves: &[Move]| {
        let before = game.key(position.state());
        let mut after = position.clone();
        tried += 1;
        after.apply(game, moves[tried % moves.len()]);
        if after.outcome().is_some() {
            return false;
        }
        // Without what was before, no position comes again.
        game.moves(after.state(), &[], &mut replies);
        let takes_back = |&reply: &Move| {
            after.apply(game, reply);
            // Drawn or not where it comes for the third time.
            let back = game.key(after.state()) == before;
            after.undo();
            back
        };
        !replies.iter().any(takes_back)
    };
    !any_position(game, &mut stays) && tried > ENOUGH
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
        odd(&tree, &AnyGame::new(lower(&tree).unwrap()).unwrap()).into_iter().map(|oddity| oddity.text).collect()
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
        let turn = ["a goal of both players that asks which of them has just moved"];
        assert_eq!(goal("(and (in-a-row 4) (= (mod (move-number) 2) 1))"), turn);
        assert!(goal("(and (in-a-row 4) (> (move-number) 20))").is_empty());
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
    fn a_goal_of_one_side_besides_those_of_both_is_fatal() {
        let fatal = |end: &str| {
            let tree = parse(&format!("(game G (board (tiling square) (size 5 5)) (end {end}))")).unwrap();
            goal_of_one_side(&AnyGame::new(lower(&tree).unwrap()).unwrap()).is_some()
        };
        assert!(fatal("(All win (in-a-row 4)) (White lose (group))"));
        assert!(
            !fatal("(White win (in-a-row 4)) (Black win (full))")
                && !fatal("(All win (in-a-row 4)) (White draw (full))")
        );
        for (stem, tree) in crate::synthesis::reader::known_games() {
            let game = AnyGame::new(lower(&tree).unwrap()).unwrap();
            assert_eq!(goal_of_one_side(&game), None, "{stem}");
        }
    }

    #[test]
    fn a_cell_to_lose_on_is_odd_where_pieces_are_only_put_down() {
        let board = "(board (tiling square) (size 5 5))";
        let place = |end: &str| oddities(&format!("(game G {board} (end {end}))"));
        let shunned = ["cells that nobody goes to, as whoever does loses"];
        assert_eq!(place("(All lose (in-a-row 3)) (All lose (reach C3))"), shunned);
        assert_eq!(place("(All lose (or (in-a-row 3) (connect C3)))"), shunned);
        assert_eq!(place("(All lose (reach (row 1)))"), shunned);
        assert!(place("(All lose (in-a-row 3))").is_empty() && place("(All win (reach C3))").is_empty());
        assert!(place("(All lose (reach 3 (row 1)))").is_empty(), "two of them are as good as elsewhere");
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
        // One stone or two: nothing asks whose they are.
        let twice = |pre: &str| {
            let moves = format!(
                "(move (pre (and (empty to) {pre})) (action (push)) (post (repeat (if (not continuing)))))
                (move (label \"stop\") (pre continuing) (action pass))"
            );
            let piece = format!("(pieces (Stone All (moves {moves})))");
            let end = "(end (All lose (no-move)))";
            oddities(&format!("(game G (board (tiling square) (size 5 5)) {piece} {end})"))
        };
        assert_eq!(twice("(on-board to)"), ["pieces have colours, but nothing depends on them"]);
        assert!(twice("(= (num-nbors to enemy) 0)").is_empty());
    }

    #[test]
    fn turns_that_go_on_leave_something_to_do() {
        let turn = |pre: &str| {
            let moves = format!(
                "(move (pre (and (empty to) {pre})) (action (push)) (post (repeat)))
                (move (label \"done\") (pre continuing) (action pass))"
            );
            let piece = format!("(pieces (Stone All (moves {moves})))");
            oddities(&format!("(game G (board (tiling square) (size 5 5)) {piece} (end (All win (in-a-row 4))))"))
        };
        assert_eq!(turn("(not continuing)"), ["turns go on, but nothing is left then but to pass"]);
        assert!(turn("(< (num-nbors to friend) 2)").is_empty());
    }

    #[test]
    fn what_the_other_takes_back_at_once_comes_to_nothing() {
        let taken_back = |more: &str, play: &str| {
            let moves = format!("(move (pre (empty to)) (action (push))) (move (pre {more}) (action (pop)))");
            let piece = format!("(pieces (Stone All (moves {moves})))");
            let rules =
                format!("(game G (board (tiling square) (size 4 4)) {piece} {play} (end (All win (in-a-row 4))))");
            oddities(&rules).into_iter().find(|text| text.starts_with("whatever a player does"))
        };
        let told = taken_back("(enemy from)", "(play (repetition draw))").unwrap();
        assert!(told.ends_with("take back at once"), "{told}");
        let told = taken_back("(enemy from)", "").unwrap();
        assert!(told.ends_with("or a turn later where that repeats a position"), "{told}");
        assert_eq!(taken_back("(and (enemy from) (= (num-nbors from enemy) 0))", ""), None);
        assert_eq!(taken_back("(friend from)", ""), None, "nobody takes off what the other has placed");
    }
}
