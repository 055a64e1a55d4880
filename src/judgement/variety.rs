//! In which order candidates come: ten games that all ask for the same are worth less of a morning than ten that differ, and long rules less than short ones.

use crate::game::lower;
use crate::game::rules::{EffectKind, Node, Verdict};
use crate::language::parse;
use std::collections::{BTreeMap, BTreeSet};

/// What a game asks for, but for numbers and places: what wins, loses or draws, and whether pieces move and capture.
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
        let Some(rules) = parse(rules).ok().and_then(|tree| lower(&tree).ok()) else { return Gist::default() };
        let mut gist = Gist::default();
        for clause in &rules.end {
            Node::Condition(&clause.condition).for_each(|node| {
                if let Node::Condition(condition) = node {
                    gist.goals.insert((clause.verdict, condition.word()));
                }
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
}

/// What each doubling of a game's words of English takes from it where it is placed. Of sixty candidates of three nights that a person has read, the short ones are worth playing
/// far more often (rank correlation 0.34), and among candidates the score tells less than that (below 0.14): rules bred from complex games keep their
/// parents' measurements and lose their point. Known games are not placed by their length, which tells nothing of them.
const DOUBLED: f64 = 0.35;

/// What a candidate is placed by: its score less what speaks against it, less what its words of English take.
pub fn placing(doubted: f64, words: usize) -> f64 {
    doubted - DOUBLED * (words.max(1) as f64).log2()
}

/// What each better game of the same gist takes from a game where it is placed: a fifth of what the predictions of scores are off by.
const REPEATED: f64 = 0.3;

/// Puts games in order, the best first: each is worth so much, less 0.3 for each game before it that asks for the same. Games of equal worth
/// stay in the order in which they come.
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
        assert_eq!(order(&[(6.0, &a), (5.9, &a), (5.3, &b)]), [0, 1, 2]);
        assert_eq!(order(&[(6.0, &a), (5.9, &a), (5.8, &a), (5.4, &b)]), [0, 1, 3, 2]);
        assert_eq!(order(&[(6.0, &a), (6.0, &a), (5.7, &b)]), [0, 1, 2], "equal worths stay as they are");
        assert_eq!(order(&[]), [0; 0]);
    }

    #[test]
    fn of_two_games_as_good_the_shorter_comes_first() {
        assert!(placing(6.0, 40) > placing(6.0, 41) && placing(6.3, 80) < placing(6.0, 40));
        assert!((placing(6.0, 40) - placing(6.0, 160) - 0.7).abs() < 1e-12 && placing(6.0, 0) == 6.0);
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
