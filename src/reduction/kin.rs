//! What a game is to known games: the same, a variant of one, or something of its own; and which it is nearest to.

use super::conventions::comparable;
use super::corpus::Corpus;
use super::play::PlayPrint;
use super::same::{
    boardless, coatless, emptied, genome_without_board, misere, numberless, numbers, start_numbers, transplanted,
    unplaced,
};
use super::subject::{NotPlayable, playable};
use crate::game::AnyGame;
use crate::language::Tree;
use crate::order;
use crate::synthesis::genome::Genome;
use crate::synthesis::{distance, turnings};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// A game prepared for comparison. Its rules should be reduced: dead rules make it look like another.
pub struct Known {
    /// Its name.
    pub name: String,
    tree: Tree,
    game: AnyGame,
    genome: Genome,
    /// The genome less the board.
    inner: Genome,
    print: PlayPrint,
    coatless: u128,
    boardless: u128,
    /// The same without a few stones at the start.
    startless: u128,
    /// The same without any pieces, if all stand there at the start.
    unplaced: Option<u128>,
    /// The same of the rules as they are on turned and reflected boards: what falls south on one board may fall west on another. Only a game that is compared with others is asked.
    turned: OnceLock<Vec<u128>>,
    numberless: u128,
    numbers: Vec<i64>,
    start_numbers: Vec<i64>,
    /// The rules with winning and losing exchanged, `None` if nothing is won or lost, and what is known of them as of the rules.
    misere: Option<(Tree, u128, u128)>,
}

/// What one game is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The same rules up to names, colours and symmetry.
    Same,
    /// Other rules on the same board, and no difference in the games played: other words for the same, or a rule that hardly ever matters.
    Play,
    /// The same rules on a board of another size, shape or tiling.
    Board,
    /// The same rules but for one number.
    Number,
    /// The same rules but for one number and the size or shape of the board; the tiling is the same.
    BoardAndNumber,
    /// The same rules but for a few stones at the start, or for where the pieces stand if all stand there then, on any board.
    Start,
    /// The same rules on any board and but for one number at most, where whoever would win loses, and the other way round.
    Misere,
}

impl Relation {
    /// In words, after the name of a game: `is the same game as Hex`.
    pub fn words(self) -> &'static str {
        match self {
            Relation::Same => "is the same game as",
            Relation::Play => "plays like",
            Relation::Board => "on another board is",
            Relation::Number => "with another number is",
            Relation::BoardAndNumber => "on another board and with another number is",
            Relation::Start => "with other stones at the start is",
            Relation::Misere => "with winning and losing exchanged is",
        }
    }
}

/// Those that the game is the same as or a variant of first, then by distance of the rules.
fn sorted(mut near: Vec<Near>) -> Vec<Near> {
    order::sort_by(&mut near, |a, b| {
        a.rank().cmp(&b.rank()).then(a.rules.total_cmp(&b.rules)).then(a.game.cmp(&b.game))
    });
    near
}

/// A known game beside a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Near {
    /// Its name.
    pub game: String,
    /// What the game is to it, if it is the same or a variant.
    pub relation: Option<Relation>,
    /// The distance of the rules, 0 to 1.
    pub rules: f64,
    /// The distance in play: 0 for the same statistics of random games, 1 for games as different as two known ones are on average.
    pub play: f64,
}

impl Near {
    /// How much it is to the game: the same comes first, what is no relation last.
    fn rank(&self) -> u8 {
        self.relation.map_or(u8::MAX, |relation| relation as u8)
    }
}

/// Games along which rules are compared on each other's boards, and how many positions that may take.
const GAMES: u64 = 60;
const POSITIONS: u64 = 3_000;
/// How many of the games nearest in rules, the board aside, are compared with other numbers.
const NUMBERED: usize = 10;
/// How many numbers of a game are varied at most.
const MOST_NUMBERS: usize = 8;

impl Known {
    /// Prepares a game.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn new(tree: &Tree) -> Result<Known, NotPlayable> {
        let tree = comparable(tree);
        let game = playable(&tree)?;
        Ok(Known {
            name: tree.args().first().and_then(Tree::as_word).unwrap_or("Game").to_string(),
            genome: Genome::new(&tree),
            inner: genome_without_board(&tree),
            print: PlayPrint::of(&game),
            coatless: coatless(&tree),
            boardless: boardless(&tree),
            startless: boardless(&emptied(&tree)),
            unplaced: unplaced(&tree).map(|tree| boardless(&tree)),
            turned: OnceLock::new(),
            numberless: numberless(&tree),
            numbers: numbers(&tree),
            start_numbers: start_numbers(&tree),
            misere: misere(&tree).map(|misere| {
                let (boardless, numberless) = (boardless(&misere), numberless(&misere));
                (misere, boardless, numberless)
            }),
            game,
            tree,
        })
    }

    /// What random games of it are like.
    pub fn print(&self) -> &PlayPrint {
        &self.print
    }

    /// The known games with their distances and what this game is to them: those that it is the same as or a variant of first, then by
    /// distance of the rules.
    pub fn among(&self, known: &[Known]) -> Vec<Near> {
        sorted(self.beside(known))
    }

    /// As [`among`](Known::among) for a reduced game that was `whole` before: the nearer of the two counts. Reduction trusts games, so it takes
    /// away what hardly ever matters, and the known games are whole.
    pub fn among_with(&self, whole: &Tree, known: &[Known]) -> Vec<Near> {
        let mut near = self.beside(known);
        // Nothing is gained where nothing was taken away, and what cannot be played is like no game.
        let whole =
            Some(comparable(whole)).filter(|whole| *whole != self.tree).and_then(|whole| Known::new(&whole).ok());
        for (own, other) in near.iter_mut().zip(whole.iter().flat_map(|whole| whole.beside(known))) {
            if other.rank() < own.rank() {
                own.relation = other.relation;
            }
            own.rules = own.rules.min(other.rules);
            own.play = own.play.min(other.play);
        }
        sorted(near)
    }

    /// The known games in their order, each with what this game is to it.
    fn beside(&self, known: &[Known]) -> Vec<Near> {
        let inner: Vec<f64> = known.iter().map(|other| distance(&self.inner, &other.inner)).collect();
        let mut order: Vec<usize> = (0..known.len()).collect();
        order::sort_by(&mut order, |&a, &b| inner[a].total_cmp(&inner[b]).then(a.cmp(&b)));
        let mut numbered = vec![false; known.len()];
        order.iter().take(NUMBERED).for_each(|&i| numbered[i] = true);
        let near = known.iter().zip(numbered).map(|(other, numbered)| Near {
            game: other.name.clone(),
            relation: self.relation_to(other, numbered),
            rules: distance(&self.genome, &other.genome),
            play: self.print.distance(&other.print),
        });
        near.collect()
    }

    /// What this game is to another. `numbered`: also if it is so with another number in rules that are written differently.
    fn relation_to(&self, other: &Known, numbered: bool) -> Option<Relation> {
        if self.coatless == other.coatless {
            return Some(Relation::Same);
        }
        let (own, others) = (self.game.board().spec(), other.game.board().spec());
        let same_board = own == others;
        // Another number on a board of another tiling is two changes that both matter: a game of its own.
        let numbered_relation = match (same_board, own.tiling == others.tiling) {
            (true, _) => Some(Relation::Number),
            (false, true) => Some(Relation::BoardAndNumber),
            (false, false) => None,
        };
        let turned = || self.turned.get_or_init(|| turnings(&self.tree).iter().map(boardless).collect());
        if self.boardless == other.boardless || turned().contains(&other.boardless) {
            return Some(if same_board { Relation::Same } else { Relation::Board });
        }
        if self.startless == other.startless || self.unplaced.is_some() && self.unplaced == other.unplaced {
            return Some(Relation::Start);
        }
        if self.numberless == other.numberless && self.differs_in_one_number(other) {
            return numbered_relation;
        }
        if self.plays_as(&self.tree, other) {
            return Some(if same_board { Relation::Play } else { Relation::Board });
        }
        let varied = || self.with_numbers_of(other).any(|tree| self.plays_as(&tree, other));
        let relation = numbered_relation.filter(|_| numbered && varied());
        relation.or_else(|| self.is_misere_of(other, numbered).then_some(Relation::Misere))
    }

    /// Whether one number is another, in the rules or at the start.
    fn differs_in_one_number(&self, other: &Known) -> bool {
        let same = [self.numbers == other.numbers, self.start_numbers == other.start_numbers];
        match same {
            [false, true] => differ_in_one(&self.numbers, &other.numbers),
            [true, false] => differ_in_one(&self.start_numbers, &other.start_numbers),
            _ => false,
        }
    }

    /// Whether this game is another with winning and losing exchanged. `played`: also if it is so in rules that are written differently.
    fn is_misere_of(&self, other: &Known, played: bool) -> bool {
        let Some((misere, boardless, numberless)) = &self.misere else { return false };
        *boardless == other.boardless
            || *numberless == other.numberless && self.differs_in_one_number(other)
            || played && self.plays_as(misere, other)
    }

    /// Whether these rules play as another game on its board, and that game's rules as these on this game's board. One board alone would not
    /// do: on a small one many rules are the same.
    fn plays_as(&self, tree: &Tree, other: &Known) -> bool {
        let along = |base: &AnyGame, rules: Option<Tree>| {
            let game = rules.and_then(|tree| playable(&tree).ok())?;
            Some(Corpus::new(base, 1, 200).compare_as_seen(&game, GAMES, POSITIONS).same)
        };
        if along(&other.game, transplanted(tree, &other.tree)) != Some(true) {
            return false;
        }
        let Ok(own) = playable(tree) else { return false };
        along(&own, transplanted(&other.tree, tree)) == Some(true)
    }

    /// The rules with one number replaced by one of another game's.
    fn with_numbers_of<'a>(&'a self, other: &'a Known) -> impl Iterator<Item = Tree> + 'a {
        let mut places = Vec::new();
        for (i, section) in self.tree.items().iter().enumerate() {
            if ["pieces", "play", "end"].iter().any(|word| section.is(word)) {
                number_places(section, &mut vec![i], &mut places);
            }
        }
        let mut values = other.numbers.clone();
        values.dedup();
        let many = places.len() > MOST_NUMBERS || values.len() > MOST_NUMBERS;
        let places = if many { Vec::new() } else { places };
        places.into_iter().flat_map(move |place| {
            let values = values.clone();
            values.into_iter().filter_map(move |value| {
                let mut tree = self.tree.clone();
                let node = tree.at_mut(&place)?;
                let changed = node.as_int() != Some(value);
                *node = Tree::int(value);
                changed.then_some(tree)
            })
        })
    }
}

fn number_places(tree: &Tree, path: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if tree.as_int().is_some() {
        out.push(path.clone());
    }
    for (i, item) in tree.items().iter().enumerate() {
        path.push(i);
        number_places(item, path, out);
        path.pop();
    }
}

/// Whether two sorted lists are as long and differ in one number.
fn differ_in_one(a: &[i64], b: &[i64]) -> bool {
    let mut left = a.to_vec();
    for n in b {
        if let Some(at) = left.iter().position(|m| m == n) {
            left.swap_remove(at);
        }
    }
    a.len() == b.len() && left.len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    fn known(rules: &str) -> Known {
        Known::new(&parse(rules).unwrap()).unwrap()
    }

    fn relation(a: &str, b: &str) -> Option<Relation> {
        known(a).relation_to(&known(b), true)
    }

    const HEX: &str = "(game Hex (board (tiling hex) (shape rhombus) (size 5)) (end (All win (connect own-regions))))";
    const ROW: &str = "(game Row (board (tiling square i-nbors) (size 6)) (end (All win (in-a-row 4))))";

    #[test]
    fn that_sides_may_be_changed_makes_no_other_game() {
        let fair = |rules: &str| rules.replace("(end", "(play swap) (end");
        assert_eq!(relation(HEX, &fair(HEX)), Some(Relation::Same));
        assert_eq!(relation(&fair(HEX), &HEX.replace("(size 5)", "(size 7)")), Some(Relation::Board));
        let repeated = ROW.replace("(end", "(play swap can-pass) (end");
        assert_eq!(relation(&repeated, &ROW.replace("(end", "(play can-pass) (end")), Some(Relation::Same));
    }

    #[test]
    fn who_joins_the_sides_of_the_opponent_plays_the_same() {
        let exchanged = HEX.replace("own-regions", "enemy-regions");
        assert_eq!(relation(&exchanged, HEX), Some(Relation::Same));
        assert_eq!(relation(&exchanged.replace("(size 5)", "(size 7)"), HEX), Some(Relation::Board));
        // Where both sets of sides count, or players face some way, it is another matter.
        let both = "(or (connect own-regions) (connect enemy-regions (side n)))";
        let other = both.replace("own", "x").replace("enemy", "own").replace("x-regions", "enemy-regions");
        let game = |goal: &str| HEX.replace("(connect own-regions)", goal);
        assert_eq!(relation(&game(both), &game(&other)), None);
    }

    #[test]
    fn what_may_not_be_done_is_as_good_as_lost_where_who_cannot_move_loses() {
        let misere = HEX.replace("win", "lose");
        let forbidden =
            HEX.replace("(end (All win (connect own-regions)))", "(play (never (connect))) (end (All lose (no-move)))");
        assert_eq!(relation(&forbidden, &misere), Some(Relation::Play));
        assert_eq!(relation(&forbidden, &misere.replace("(size 5)", "(size 4)")), Some(Relation::Board));
        assert_eq!(relation(&forbidden, HEX), Some(Relation::Misere));
        assert_eq!(relation(&forbidden.replace("lose", "win"), HEX), None);
    }

    #[test]
    fn a_game_on_another_board_or_with_another_number_is_a_variant() {
        let hex = |size: &str| HEX.replace("(size 5)", size);
        assert_eq!(relation(HEX, &hex("(size 5 5)")), Some(Relation::Same));
        assert_eq!(relation(HEX, &hex("(size 7 4)")), Some(Relation::Board));
        let other = ROW.replace("(size 6)", "(size 7)");
        assert_eq!(relation(ROW, &other), Some(Relation::Board));
        assert_eq!(relation(ROW, &ROW.replace("-row 4", "-row 5")), Some(Relation::Number));
        let begun = |size: &str| hex(size).replace("(end", "(start (place (Stone All) B2 rotate)) (end");
        assert_eq!(relation(&begun("(size 5)"), HEX), Some(Relation::Start));
        assert_eq!(relation(&begun("(size 7 4)"), HEX), Some(Relation::Start));
        let falls = |way: &str, size: &str| {
            let moves = format!("(moves (move (pre (and (empty to) (not (empty (step to {way}))))) (action (push))))");
            format!(
                "(game Falls (board (tiling square i-nbors) (size {size})) (pieces (Stone All {moves})) (end (All win (in-a-row 4))))"
            )
        };
        assert_eq!(relation(&falls("w", "8 8"), &falls("s", "7 6")), Some(Relation::Board));
        assert_eq!(relation(&falls("sw", "8 8"), &falls("s", "7 6")), None);
        assert_eq!(relation(ROW, &other.replace("-row 4", "-row 3")), Some(Relation::BoardAndNumber));
        let elsewhere = |row: &str| other.replace("square i-nbors", "tri").replace("-row 4", row);
        assert_eq!(relation(ROW, &elsewhere("-row 4")), Some(Relation::Board));
        assert_eq!(relation(ROW, &elsewhere("-row 3")), None);
        assert_eq!(relation(HEX, ROW), None);
        let elsewhere = elsewhere("-row 3").replace("win", "lose");
        assert_eq!(relation(ROW, &ROW.replace("win", "lose")), Some(Relation::Misere));
        assert_eq!(relation(&elsewhere, ROW), Some(Relation::Misere), "and with another number");
        assert_eq!(relation(&elsewhere, HEX), None);
    }

    #[test]
    fn other_words_for_the_same_play_are_found_by_playing() {
        // Nobody may place next to an own stone: by counting, and by asking.
        let col = |pre: &str, board: &str| {
            format!(
                "(game Col (board {board}) (pieces (Stone All (moves (move (pre (and (empty to) {pre})) (action (push)))))) (end (All lose (no-move))))"
            )
        };
        let (count, ask) = ("(= (num-nbors to friend) 0)", "(not (connected to))");
        let (square, triangles) = ("(tiling square) (size 4)", "(tiling tri) (shape hex) (size 2)");
        assert_eq!(relation(&col(count, square), &col(ask, square)), Some(Relation::Play));
        assert_eq!(relation(&col(count, triangles), &col(ask, square)), Some(Relation::Board));
        // A step that is written twice is one step.
        let race = |first: &str| {
            format!(
                "(game Race (board (tiling square i-nbors) (size 5)) (pieces (Man All (moves
                   (move (dirn {first}) (pre (and (connected) (empty to))) (action (pop) (push)))
                   (move (dirn fl fr) (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture))))))
                 (start (place (Man White) home) (place (Man Black) home)) (end (All win (reach away))))"
            )
        };
        assert_eq!(relation(&race("f fl fr"), &race("f")), Some(Relation::Play));
        let snort = col("(= (num-nbors to enemy) 0)", square);
        assert_eq!(relation(&col(count, square), &snort), None);
    }

    #[test]
    fn the_nearest_come_first_and_kin_before_them() {
        let all = [known(HEX), known(ROW), known(&ROW.replace("win", "lose"))];
        let near = known(&ROW.replace("(size 6)", "(size 8)")).among(&all);
        assert_eq!((near[0].game.as_str(), near[0].relation), ("Row", Some(Relation::Board)));
        assert_eq!(near[2].game, "Hex");
        assert!(near.iter().all(|n| n.rules > 0.0 && n.play >= 0.0));
    }
}
