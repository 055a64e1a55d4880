//! In which order candidates come: ten games that all ask for the same are worth less of a morning than ten that differ, and long rules less than short ones.

use crate::game::lower;
use crate::game::rules::{Condition, EffectKind, Int, Node, Rules, Verdict};
use crate::language::parse;
use std::collections::{BTreeMap, BTreeSet};

/// What a game asks for, but for numbers, places and how these are joined: what wins and loses, and whether pieces move and capture.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gist {
    goals: BTreeSet<(Verdict, &'static str)>,
    moves: bool,
    captures: bool,
}

impl Gist {
    /// That of rules. Rules that cannot be read ask for nothing.
    ///
    /// ```
    /// use ludogen::judgement::Gist;
    ///
    /// let row = |length, size| format!("(game G (board (tiling hex) (size {size})) (end (All lose (in-a-row {length}))))");
    /// assert_eq!(Gist::of(&row(3, 4)), Gist::of(&row(4, 5)));
    /// assert_ne!(Gist::of(&row(3, 4)), Gist::of(&row(3, 4).replace("lose", "win")));
    /// ```
    pub fn of(rules: &str) -> Gist {
        let rules = parse(rules).ok().and_then(|tree| lower(&tree).ok());
        rules.map_or_else(Gist::default, |rules| Gist::of_rules(&rules))
    }

    /// That of rules that have been read.
    pub fn of_rules(rules: &Rules) -> Gist {
        use Int::{Abs, Difference, Max, Min, Modulo, Product, Quotient, Sum};
        let mut gist = Gist::default();
        for clause in rules.end.iter().filter(|clause| clause.verdict != Verdict::Draw) {
            Node::Condition(&clause.condition).for_each(|node| {
                let asked = match node {
                    Node::Condition(
                        Condition::And(_) | Condition::Or(_) | Condition::Not(_) | Condition::Compare(..),
                    ) => None,
                    Node::Condition(condition) => Some(condition.word()),
                    Node::Int(
                        Sum(_) | Difference(_) | Product(_) | Quotient(..) | Modulo(..) | Min(_) | Max(_) | Abs(_),
                    ) => None,
                    Node::Int(int) => int.ludeme().map(|ludeme| ludeme.word),
                    _ => None,
                };
                gist.goals.extend(asked.map(|word| (clause.verdict, word)));
            });
        }
        for def in rules.moves() {
            gist.moves |= def.pops();
            gist.captures |= def
                .post
                .iter()
                .any(|effect| matches!(effect.kind, EffectKind::Capture { .. } | EffectKind::Convert { .. }));
        }
        gist
    }

    /// Whether something is won by: a goal to reach, not a loss to avoid, and not only that a player cannot move.
    pub fn has_goal(&self) -> bool {
        self.goals.iter().any(|&(verdict, word)| verdict == Verdict::Win && word != Condition::NoMove.word())
    }
}

/// What is taken from the score of a game in which nobody wins by a goal: of 524 bred games that were read, the 272 without one have 0.31 less than the others (standard error
/// 0.09) beside what the profile says of them (`reports/readings`).
pub(super) const AIMLESS: f64 = 0.3;

/// What each doubling of a game's words of English takes from it where it is placed: little, so that of games as good the shorter comes first. Readers' ratings of 266 bred
/// games do not depend on their length beside the criteria (−0.04 a doubling, standard error 0.11: `reports/readings`). Known games are not placed by their length.
const DOUBLED: f64 = 0.2;
/// Rules as short as that are all as good: below it are the plainest.
const SHORT: usize = 64;

/// What a candidate is placed by: its score less what speaks against it, less what its words of English take.
///
/// ```
/// use ludogen::judgement::placing;
///
/// // Up to 64 words take nothing, each doubling takes 0.2.
/// assert_eq!(placing(6.0, 20), placing(6.0, 64));
/// assert!((placing(6.0, 64) - placing(6.0, 256) - 0.4).abs() < 1e-9);
/// ```
pub fn placing(doubted: f64, words: usize) -> f64 {
    doubted - DOUBLED * (words.max(SHORT) as f64 / SHORT as f64).log2()
}

/// What each better game of the same gist takes from a game where it is placed: a quarter of what the predictions of scores are off by.
const REPEATED: f64 = 0.2;

/// Puts games in order, the best first: each is worth so much, less 0.2 for each game before it that asks for the same. Games of equal worth
/// stay in the order in which they come.
///
/// ```
/// use ludogen::judgement::{Gist, varied};
///
/// let gist = |verdict| Gist::of(&format!("(game G (board (tiling hex) (size 4)) (end (All {verdict} (in-a-row 4))))"));
/// let (win, lose) = (gist("win"), gist("lose"));
/// // The second of a kind gives way to what is hardly worse.
/// let mut games = [("A", 6.0, &win), ("B", 5.9, &win), ("C", 5.8, &lose)];
/// varied(&mut games, |&(_, worth, gist)| (worth, gist));
/// assert_eq!(games.map(|(name, ..)| name), ["A", "C", "B"]);
/// ```
pub fn varied<T>(games: &mut [T], of: impl Fn(&T) -> (f64, &Gist)) {
    let mut seen: BTreeMap<Gist, u32> = BTreeMap::new();
    for place in 0..games.len() {
        let worth = |game: &T| {
            let (worth, gist) = of(game);
            worth - REPEATED * f64::from(seen.get(gist).copied().unwrap_or(0))
        };
        let better = |best: usize, i: usize| if worth(&games[i]) > worth(&games[best]) { i } else { best };
        let best = (place + 1..games.len()).fold(place, better);
        games[place..=best].rotate_right(1);
        *seen.entry(of(&games[place]).1.clone()).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_of_a_kind_gives_way_to_what_is_hardly_worse() {
        let [a, b] = ["win", "lose"]
            .map(|v| Gist::of(&format!("(game G (board (tiling hex) (size 4)) (end (All {v} (in-a-row 4))))")));
        let order = |games: &[(f64, &Gist)]| {
            let mut games: Vec<_> = games.iter().copied().enumerate().collect();
            varied(&mut games, |(_, (worth, gist))| (*worth, gist));
            games.into_iter().map(|(i, _)| i).collect::<Vec<_>>()
        };
        assert_eq!(order(&[(6.0, &a), (5.9, &a), (5.8, &b)]), [0, 2, 1]);
        assert_eq!(order(&[(6.0, &a), (5.9, &a), (5.6, &b)]), [0, 1, 2]);
        assert_eq!(order(&[(6.0, &a), (5.9, &a), (5.8, &a), (5.5, &b)]), [0, 1, 3, 2]);
        assert_eq!(order(&[(6.0, &a), (6.0, &a), (5.7, &b)]), [0, 1, 2], "equal worths stay as they are");
        assert_eq!(order(&[]), [0; 0]);
    }

    #[test]
    fn a_goal_is_something_to_win_by_other_than_that_nobody_can_move() {
        let has = |end: &str| Gist::of(&format!("(game G (board (tiling hex) (size 4)) (end {end}))")).has_goal();
        assert!(has("(All win (in-a-row 4))") && has("(All win (or (in-a-row 4) (no-move)))"));
        assert!(has("(All lose (in-a-row 3)) (White win (connect own-regions))"), "one side's too");
        for none in
            ["(All lose (in-a-row 4))", "(All win (no-move))", "(All lose (no-move))", "(All draw (in-a-row 4))"]
        {
            assert!(!has(none), "{none}");
        }
    }

    #[test]
    fn goals_that_are_joined_otherwise_or_draw_are_the_same_gist() {
        let of = |end: &str| Gist::of(&format!("(game G (board (tiling hex) (size 4)) (end {end}))"));
        let [own, other] = ["(largest-group)", "(largest-group enemy)"];
        let larger = of(&format!("(All win (and (full) (> {own} {other}))) (All draw (full))"));
        let second = format!("(and (= {own} {other}) (> (largest-group 2) (- (largest-group enemy 2) 1)))");
        assert_eq!(of(&format!("(All win (and (full) (or (> {own} {other}) {second})))")), larger);
        assert_ne!(of(&format!("(All lose (and (full) (> {own} {other})))")), larger);
        assert_ne!(of("(All win (and (full) (> (num-pieces friend) 3)))"), larger);
    }

    #[test]
    fn of_two_games_as_good_the_shorter_comes_first() {
        assert!(placing(6.0, 80) > placing(6.0, 81) && placing(6.1, 140) < placing(6.0, 70));
        assert!((placing(6.0, 100) - placing(6.0, 200) - DOUBLED).abs() < 1e-12 && placing(6.0, 0) == 6.0);
        assert_eq!(placing(6.0, 40), placing(6.0, 60), "both are short");
    }

    #[test]
    fn captures_and_moves_are_part_of_what_a_game_asks_for() {
        let game = |moves: &str| {
            Gist::of(&format!(
                "(game G (board (tiling square) (size 5 5)) (pieces (Man All (moves {moves}))) \
                 (start (place (Man All) home)) (end (All win (in-a-row 4))))"
            ))
        };
        let step = "(move (pre (and (empty to) (connected))) (action (pop) (push)))";
        let capture = "(move (pre (and (empty to) (connected))) (action (pop) (push)) (post (capture surround)))";
        let drop = "(move (pre (empty to)) (action (push)))";
        let all = [game(step), game(capture), game(drop)];
        assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2], "{all:?}");
        assert_eq!(Gist::of("nonsense"), Gist::default());
    }
}
