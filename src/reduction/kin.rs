//! What a game is to known games: the same, a variant of one, or something of its own; and which it is nearest to.

use super::conventions::{comparable, has_swap};
use super::corpus::Corpus;
use super::ground::Ground;
use super::numbers::{Numbers, differ_in_one, idle};
use super::play::PlayPrint;
use super::relation::Relation;
use super::same::{
    boardless, coatless, emptied, freer, genome_without_board, misere, numberless, other_coats, size_without_board,
    start_numbers, transplanted, unplaced,
};
use super::subject::{NotPlayable, playable};
use crate::game::AnyGame;
use crate::language::Tree;
use crate::order;
use crate::synthesis::genome::Genome;
use crate::synthesis::{distance, turnings};
use serde::Serialize;
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
    /// The rules on turned and reflected boards and with the players exchanged, if a game that is written differently has to be played along.
    otherwise: OnceLock<Vec<Tree>>,
    /// How much the rules say, the board aside.
    size: usize,
    /// The rules without one of the conditions on moves, for each, with how much they say. Only a game that others are compared with is asked.
    freer: OnceLock<Vec<(usize, Tree)>>,
    numberless: u128,
    numbers: Numbers,
    start_numbers: Vec<i64>,
    /// Sides may be changed after the first move.
    swap: bool,
    /// The rules with winning and losing exchanged, `None` if nothing is won or lost, and what is known of them as of the rules.
    misere: Option<(Tree, u128, u128)>,
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
/// How many of the games nearest in rules, the board aside, are compared with other numbers, on turned boards and with the players exchanged.
const NEAREST: usize = 10;

impl Known {
    /// Prepares a game.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn new(tree: &Tree) -> Result<Known, NotPlayable> {
        let swap = has_swap(tree);
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
            otherwise: OnceLock::new(),
            swap,
            size: size_without_board(&tree),
            freer: OnceLock::new(),
            numberless: numberless(&tree),
            numbers: Numbers::of(&tree),
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
        let whole = Some(whole).filter(|whole| comparable(whole) != self.tree || has_swap(whole) != self.swap);
        let whole = whole.and_then(|whole| Known::new(whole).ok());
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
        let mut nearly = vec![false; known.len()];
        order.iter().take(NEAREST).for_each(|&i| nearly[i] = true);
        let near = known.iter().zip(nearly).map(|(other, nearly)| Near {
            game: other.name.clone(),
            relation: self.relation_to(other, nearly),
            rules: distance(&self.genome, &other.genome),
            play: self.print.distance(&other.print),
        });
        near.collect()
    }

    /// What this game is to another. `nearly`: also if it is so with another number, on a turned board or with the players exchanged in rules that are written differently.
    fn relation_to(&self, other: &Known, nearly: bool) -> Option<Relation> {
        let relation = self.as_written(other).or_else(|| self.as_played(other, nearly))?;
        Some(if self.swap == other.swap { relation } else { relation.but_for_swap() })
    }

    fn has_board_of(&self, other: &Known) -> bool {
        self.game.board().spec() == other.game.board().spec()
    }

    /// What this game with another number is to another that has it.
    fn numbered(&self, other: &Known) -> Option<Relation> {
        // Another number on a board of another tiling is two changes that both matter: a game of its own.
        let same_tiling = self.game.board().spec().tiling == other.game.board().spec().tiling;
        match (self.has_board_of(other), same_tiling) {
            (true, _) => Some(Relation::Number),
            (false, true) => Some(Relation::BoardAndNumber),
            (false, false) => None,
        }
    }

    /// What this game is to another by the words of both.
    fn as_written(&self, other: &Known) -> Option<Relation> {
        if self.coatless == other.coatless {
            return Some(Relation::Same);
        }
        let here = |here: Relation, elsewhere: Relation| Some(if self.has_board_of(other) { here } else { elsewhere });
        let turned = || self.turned.get_or_init(|| turnings(&self.tree).iter().map(boardless).collect());
        if self.boardless == other.boardless || turned().contains(&other.boardless) {
            return here(Relation::Same, Relation::Board);
        }
        if self.startless == other.startless || self.unplaced.is_some() && self.unplaced == other.unplaced {
            return here(Relation::Start, Relation::BoardAndStart);
        }
        if self.is_freer_than(other) {
            return here(Relation::Freer, Relation::BoardAndFreer);
        }
        let numbered = self.numberless == other.numberless && self.differs_in_one_number(other);
        numbered.then(|| self.numbered(other)).flatten()
    }

    /// Whether this game is another without one of its conditions on moves. All coats of a game say as much, which is cheaper to compare.
    fn is_freer_than(&self, other: &Known) -> bool {
        let sized = |tree: Tree| (size_without_board(&tree), tree);
        let freer = other.freer.get_or_init(|| freer(&other.tree).map(sized).collect());
        freer.iter().any(|(size, tree)| *size == self.size && boardless(tree) == self.boardless)
    }

    /// What this game is to another by games of both, and what it is with winning and losing exchanged.
    fn as_played(&self, other: &Known, nearly: bool) -> Option<Relation> {
        let mut games = Corpus::new(&other.game, 1, 200);
        if let Some(played) = self.plays_as(&self.tree, other, &mut games) {
            return Some(played);
        }
        let otherwise = || self.otherwise.get_or_init(|| other_coats(&self.tree));
        if nearly && let Some(played) = otherwise().iter().find_map(|tree| self.plays_as(tree, other, &mut games)) {
            return Some(played);
        }
        if nearly && let Some(numbered) = self.numbered(other) {
            let mut varied = self.numbers.replaced(&self.tree, &other.numbers.values);
            if varied.any(|tree| self.plays_as(&tree, other, &mut games).is_some() && self.says_as_much(&tree, other)) {
                return Some(numbered);
            }
        }
        self.as_misere(other, nearly, &mut games)
    }

    /// Whether one number is another, in the rules or at the start.
    fn differs_in_one_number(&self, other: &Known) -> bool {
        let same = [self.numbers.values == other.numbers.values, self.start_numbers == other.start_numbers];
        match same {
            [false, true] => self.numbers.differ_in_one(&other.numbers),
            [true, false] => differ_in_one(&self.start_numbers, &other.start_numbers),
            _ => false,
        }
    }

    /// What this game is to another if it is that with winning and losing exchanged. `played`: also if it is so in rules that are written differently.
    fn as_misere(&self, other: &Known, played: bool, games: &mut Corpus) -> Option<Relation> {
        let (misere, boardless, numberless) = self.misere.as_ref()?;
        let same_board = self.has_board_of(other);
        if *boardless == other.boardless || played && self.plays_as(misere, other, games).is_some() {
            return Some(if same_board { Relation::Misere } else { Relation::BoardAndMisere });
        }
        let numbered = *numberless == other.numberless && self.differs_in_one_number(other);
        let relation = if same_board { Relation::NumberAndMisere } else { Relation::BoardNumberAndMisere };
        numbered.then_some(relation)
    }

    /// Whether these rules play as another game on its board, along these games of it, and that game's rules as these on their board. One board alone would not
    /// do: on a small one many rules are the same.
    fn plays_as(&self, tree: &Tree, other: &Known, games: &mut Corpus) -> Option<Relation> {
        let along = |games: &mut Corpus, rules: Option<Tree>| {
            let game = rules.and_then(|tree| playable(&tree).ok());
            game.is_some_and(|game| games.compare_as_seen(&game, GAMES, POSITIONS).same)
        };
        if !along(games, transplanted(tree, &other.tree)) {
            return None;
        }
        let own = playable(tree).ok()?;
        let same_board = own.board().spec() == other.game.board().spec();
        along(&mut Corpus::new(&own, 1, 200), transplanted(&other.tree, tree)).then_some(if same_board {
            Relation::Play
        } else {
            Relation::Board
        })
    }

    /// Whether these rules, which are those of this game with another number, say no less on another game's board than this game's would: a row that is longer than any line says nothing.
    fn says_as_much(&self, tree: &Tree, other: &Known) -> bool {
        let idle = |tree: &Tree| {
            let there = transplanted(tree, &other.tree)?;
            let ground = Ground::of(&there, &playable(&there).ok()?);
            Some(idle(&there, Some(&ground)))
        };
        idle(tree).zip(idle(&self.tree)).is_some_and(|(changed, own)| changed <= own)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, reduce};
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
        assert_eq!(relation(HEX, &fair(HEX)), Some(Relation::SameButForSwap));
        assert_eq!(relation(&fair(HEX), &HEX.replace("(size 5)", "(size 7)")), Some(Relation::BoardButForSwap));
        assert_eq!(relation(&fair(HEX), &fair(&HEX.replace("(size 5)", "(size 7)"))), Some(Relation::Board));
        let repeated = ROW.replace("(end", "(play swap can-pass) (end");
        assert_eq!(relation(&repeated, &ROW.replace("(end", "(play can-pass) (end")), Some(Relation::SameButForSwap));
        assert_eq!(Relation::SameButForSwap.words(), "but for the swap is the same game as");
        // The relative that needs no such remark comes first.
        let all = [known(&fair(&HEX.replace("game Hex", "game Swap"))), known(HEX)];
        let near = known(&HEX.replace("(size 5)", "(size 4)")).among(&all);
        let told: Vec<_> = near.iter().map(|near| (near.game.as_str(), near.relation)).collect();
        assert_eq!(told, [("Hex", Some(Relation::Board)), ("Swap", Some(Relation::BoardButForSwap))]);
        // What was reduced may have lost it.
        let near = known(HEX).among_with(&parse(&fair(HEX)).unwrap(), &all);
        assert!(near.iter().all(|near| near.relation == Some(Relation::Same)), "{near:?}");
    }

    #[test]
    fn what_falls_is_the_same_game_whichever_way_and_in_whatever_words() {
        let falls = |pre: &str, size: &str| {
            format!(
                "(game Falls (board (tiling square i-nbors) (size {size})) (pieces (Disc All (moves (move (pre (and (empty to) {pre})) (action (push)))))) (end (All win (in-a-row 4))))"
            )
        };
        let south = falls("(not (empty (step to s)))", "6 5");
        let written = "(or (friend (step to w)) (enemy (step to w)) (not (on-board (step to w))))";
        let few = Options { positions: 300, games: 10, proof: 0, sets: 0, ..Options::default() };
        let west = reduce(&parse(&falls(written, "5 6")).unwrap(), &few).unwrap();
        assert_eq!(Known::new(&west.tree).unwrap().relation_to(&known(&south), true), Some(Relation::Same));
        // By playing: on a turned board, in words of which algebra knows nothing.
        let counted = "(or (> (height (step to w)) 0) (not (on-board (step to w))))";
        assert_eq!(relation(&falls(counted, "5 6"), &south), Some(Relation::Play));
        assert_eq!(relation(&falls(&counted.replace("to w", "to sw"), "5 6"), &south), None);
    }

    #[test]
    fn dominoes_may_lie_any_way() {
        let dominoes = |name: &str, first: &str, second: &str| {
            format!(
                "(game {name} (board (tiling square) (size 4 4)) (pieces (Half All (moves (move (owner White) {first}) (move (owner Black) {second})))) (end (All lose (no-move))))"
            )
        };
        let up = |way: &str| {
            format!("(pre (and (empty to) (empty (step to {way})))) (action (push) (push (step to {way})))")
        };
        let down = |way: &str| {
            format!("(pre (and (empty (step to {way})) (empty to))) (action (push (step to {way})) (push))")
        };
        let domineering = dominoes("Domineering", &up("n"), &up("e"));
        assert_eq!(relation(&dominoes("Turned", &up("w"), &down("s")), &domineering), Some(Relation::Same));
        assert_eq!(relation(&dominoes("Cram", &up("n"), &up("n")), &domineering), None);
    }

    #[test]
    fn regions_are_told_in_the_words_of_the_player() {
        let race = |players: &str, size: &str, start: &str, end: &str| {
            format!(
                "(game Race {players} (board (tiling square i-nbors) (size {size})) (pieces (Man All (moves
                   (move (dirn fl fr) (pre (and (connected) (not (friend to)))) (action (pop) (push)) (post (capture)))
                   (move (dirn f) (pre (and (connected) (empty to))) (action (pop) (push))))))
                 (start {start}) (end {end}))"
            )
        };
        let own = |size: &str| race("", size, "(place (Man) home (home 2))", "(All win (or (reach away) (eliminate)))");
        let start = "(place (Man White) (row 1) (row 2)) (place (Man Black) (row 5) (row 6))";
        let mirrored = |goal: &str| {
            let end =
                format!("(White win (or (eliminate) (reach {goal}))) (Black win (or (reach (row 1)) (eliminate)))");
            race("(players (Black s) (White n))", "6 6", start, &end)
        };
        assert_eq!(relation(&mirrored("(row 6)"), &own("6 6")), Some(Relation::Same));
        assert_eq!(relation(&mirrored("n"), &own("6 6")), Some(Relation::Same));
        assert_eq!(relation(&mirrored("(row 6)"), &own("8 8")), Some(Relation::Board));
        assert_eq!(relation(&mirrored("(row 5)"), &own("6 6")), None);
        // In moves of one player, which are then moves of both.
        let held = |moves: &str| own("6 6").replace("(move (dirn f)", &format!("{moves} (move (dirn f)"));
        let jump = |owner: &str, from: &str| {
            format!(
                "(move {owner} (pre (and (in-region from {from}) (empty to) (in-region to centre))) (action (pop) (push)))"
            )
        };
        let each = jump("(owner White)", "(row 1)") + &jump("(owner Black)", "(side n)");
        assert_eq!(relation(&held(&each), &held(&jump("", "home"))), Some(Relation::Same));
    }

    #[test]
    fn regions_that_have_a_word_need_not_be_declared() {
        let declared = |white: [&str; 2], black: [&str; 2]| {
            let of = |who: &str, sides: [&str; 2]| sides.map(|side| format!("(region {who} (side {side}))")).concat();
            let regions = format!("(size 5) (regions {} {})", of("White", white), of("Black", black));
            HEX.replace("(size 5)", &regions)
        };
        assert_eq!(relation(&declared(["n", "s"], ["e", "w"]), HEX), Some(Relation::Same));
        assert_eq!(relation(&declared(["w", "e"], ["n", "s"]), HEX), Some(Relation::Same));
        assert_ne!(relation(&declared(["n", "e"], ["s", "w"]), HEX), Some(Relation::Same));
        let reach = |region: &str, goal: &str| {
            format!("(game Side (board (tiling square) (size 5) {region}) (end (All win (reach 3 {goal}))))")
        };
        let declared = reach("(regions (region (row 2)))", "(region 1)");
        assert_eq!(relation(&declared, &reach("", "(row 2)")), Some(Relation::Same));
    }

    #[test]
    fn a_change_of_a_number_leaves_every_rule_alive_and_sides_as_equal_as_they_were() {
        let row = |end: &str| format!("(game Row (board (tiling hex) (shape hex) (size 4)) (end {end}))");
        let trap = |won: u32, lost: u32, not: u32| {
            row(&format!("(All win (in-a-row {won})) (All lose (and (in-a-row {lost}) (not (in-a-row {not}))))"))
        };
        let plain = |n: u32| row(&format!("(All win (in-a-row {n}))"));
        assert_ne!(relation(&trap(5, 4, 5), &plain(5)), Some(Relation::Number));
        assert_ne!(relation(&trap(3, 3, 4), &plain(3)), Some(Relation::Number));
        // Whoever has three and not four loses first: it takes four to win.
        assert_eq!(relation(&trap(3, 3, 4), &trap(4, 3, 4)), Some(Relation::Same));
        let elsewhere = trap(3, 3, 4).replace("(tiling hex) (shape hex) (size 4)", "(tiling square) (size 5)");
        assert_eq!(relation(&elsewhere, &trap(4, 3, 4)), Some(Relation::Board));
        let sides =
            |white: u32, black: u32| row(&format!("(White win (in-a-row {white})) (Black win (in-a-row {black}))"));
        assert_eq!(relation(&sides(3, 5), &plain(3)), None);
        assert_eq!(relation(&sides(3, 5), &plain(5)), None);
        assert_eq!(relation(&sides(3, 5), &sides(3, 4)), Some(Relation::Number));
        assert_eq!(relation(&sides(3, 3), &plain(4)), Some(Relation::Number));
    }

    #[test]
    fn all_that_differs_is_told() {
        let steps = |board: &str, start: &str| {
            let moves = "(moves (move (pre (and (empty to) (connected))) (action (pop) (push))))";
            format!(
                "(game Three (board {board}) (pieces (Man All {moves})) (start {start}) (end (All win (in-a-row 3))))"
            )
        };
        let (small, large) = ("(tiling square) (size 4)", "(tiling square) (size 5)");
        let (corner, middle) = ("(place (Man All) A1 A2 B1 rotate)", "(place (Man All) A1 C1 D1 rotate)");
        assert_eq!(relation(&steps(small, corner), &steps(small, middle)), Some(Relation::Start));
        let other = relation(&steps(small, corner), &steps(large, middle));
        assert_eq!(other, Some(Relation::BoardAndStart));
        assert_eq!(other.unwrap().words(), "on another board and with other stones at the start is");
        let lost = ROW.replace("win", "lose");
        assert_eq!(relation(&lost.replace("(size 6)", "(size 7)"), ROW), Some(Relation::BoardAndMisere));
        assert_eq!(relation(&lost.replace("-row 4", "-row 3"), ROW), Some(Relation::NumberAndMisere));
    }

    #[test]
    fn a_game_with_a_condition_left_out_is_a_variant() {
        let game = |pre: &str, size: u32| {
            format!(
                "(game Nogo (board (tiling square) (size {size})) (pieces (Stone All (moves (move (pre (and (empty to) {pre})) (action (push)))))) (end (All lose (no-move))))"
            )
        };
        let (capture, crowd) = ("(not (captures surround))", "(< (num-nbors to empty) 3)");
        let both = game(&format!("{capture} {crowd}"), 5);
        assert_eq!(relation(&game(capture, 5), &both), Some(Relation::Freer));
        assert_eq!(relation(&game(crowd, 7), &both), Some(Relation::BoardAndFreer));
        // Another condition, or one more, makes another game.
        assert_eq!(relation(&both, &game(capture, 5)), None);
        assert_eq!(relation(&game(&format!("{capture} (> (num-nbors to empty) 0)"), 5), &both), None);
        assert_eq!(Relation::Freer.words(), "with one more condition on its moves is");
        // What has a name in a known game is told as what it stands for.
        let seed = |name: &str| {
            let path = format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"));
            known(&std::fs::read_to_string(path).unwrap())
        };
        let places = |board: &str, pre: &str, post: &str, end: &str| {
            known(&format!(
                "(game Free (board {board}) (pieces (Stone All (moves (move (pre {pre}) (action (push)) {post})))) (end (All {end})))"
            ))
        };
        let half = "(tiling hex) (shape trapezium) (size 6)";
        let first = places(half, "(empty to)", "(post (capture surround))", "win (capture 1)");
        assert_eq!(first.relation_to(&seed("atari-go"), true), Some(Relation::BoardAndFreer));
        let none =
            places("(tiling square) (size 9 9)", "(and (empty to) (not (captures surround)))", "", "lose (no-move)");
        assert_eq!(none.relation_to(&seed("nogo"), true), Some(Relation::Freer));
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
        assert_eq!(relation(&begun("(size 7 4)"), HEX), Some(Relation::BoardAndStart));
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
        assert_eq!(relation(&elsewhere, ROW), Some(Relation::BoardNumberAndMisere));
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
