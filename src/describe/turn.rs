//! What a player does on a turn: the moves of each piece, those that are alike told together.

use super::book::Book;
use super::gait::leaps;
use super::line::Line;
use super::movement::{Said, Several, label_of};
use super::telling::conjuncts;
use super::terms::phrase;
use super::turning::{Fold, alternatives, fold};
use super::words::{list, noun, ordinal, polish};
use crate::game::facts::{self, Rank, Ranks};
use crate::game::rules::{MoveDef, PieceDef, Player};
use crate::language::definitions::Phrased;
use crate::language::schema::Category;
use crate::language::{Kind, Tree};

/// The most words of what is said again in full where the move before has the same.
const LONG: usize = 12;

/// Moves that are told by the phrase of one definition.
struct Named<'a> {
    term: Phrased<'a>,
    /// For each parameter what is given for it, told.
    given: Vec<Vec<String>>,
    members: Vec<usize>,
}

impl Named<'_> {
    /// Takes another use of the same definition in, if only one thing differs among all of them.
    fn take(&mut self, given: &[String], member: usize) -> bool {
        let places = 0..given.len();
        let other = places.clone().filter(|&k| !self.given[k].contains(&given[k])).collect::<Vec<_>>();
        let varied = places.into_iter().find(|&k| self.given[k].len() > 1);
        match (other.as_slice(), varied) {
            ([], _) => {}
            ([k], varied) if varied.is_none_or(|v| v == *k) => self.given[*k].push(given[*k].clone()),
            _ => return false,
        }
        self.members.push(member);
        true
    }
}

impl Book<'_> {
    /// What a player does on a turn, by piece.
    pub(super) fn turn(&self) -> Vec<Line> {
        let pieces: Vec<&Tree> = self.items("pieces").iter().filter(|t| matches!(t.kind, Kind::List(_))).collect();
        if pieces.is_empty() {
            let text = "Players take turns placing a stone on an empty cell.".into();
            return vec![Line { text, moves: vec![(0, 0)] }];
        }
        let mut ranks = facts::ranks(self.rules);
        tell_once(&mut ranks);
        // What only stands about is told after what is done.
        let stands: Vec<bool> =
            pieces.iter().zip(&self.rules.pieces).map(|(tree, piece)| self.only_stands(tree, piece)).collect();
        let several = stands.iter().filter(|stands| !**stands).count() > 1;
        let (mut lines, mut before) = (Vec::new(), None);
        for (kind, (tree, ranks)) in pieces.iter().zip(&ranks).enumerate().filter(|(kind, _)| !stands[*kind]) {
            let remarks = self.remarks(tree, &self.rules.pieces[kind], several);
            lines.extend((!remarks.is_empty()).then(|| Line::plain(remarks)));
            let moves = match self.like(&pieces[..kind], tree, kind) {
                Some(other) if !self.rules.pieces[kind].moves.is_empty() => {
                    let count = self.rules.pieces[kind].moves.len();
                    let other = noun(&self.rules.pieces[other].name);
                    let text = match self.rules.pieces[kind].moves.iter().any(MoveDef::pops) {
                        true => format!("- It moves as a {other} does."),
                        false => format!("- It is placed as a {other} is."),
                    };
                    vec![Line { text, moves: (0..count).map(|n| (kind, n)).collect() }]
                }
                _ => self.moves(kind, tree, ranks, &mut before),
            };
            lines.extend(moves);
        }
        // What is to be known of the only piece comes before what it does.
        let at = usize::from(!several && lines.first().is_some_and(|line| line.moves.is_empty()));
        if several || lines.iter().filter(|line| !line.moves.is_empty()).count() > 1 {
            lines.insert(at, Line::plain("On a turn:".into()));
        }
        let scenery = self.rules.pieces.iter().zip(&stands).filter(|(_, stands)| **stands);
        lines.extend(scenery.map(|(piece, _)| {
            Line::plain(format!("The {} belongs to nobody and has no moves of its own.", noun(&piece.name)))
        }));
        lines
    }

    /// An earlier piece that moves the same.
    fn like(&self, earlier: &[&Tree], tree: &Tree, kind: usize) -> Option<usize> {
        fn moves(tree: &Tree) -> impl Iterator<Item = &Tree> {
            tree.args().iter().filter(|t| t.is("moves")).flat_map(Tree::args)
        }
        let own = &self.rules.pieces[kind];
        let long = |t: &Tree| crate::language::print::one_line(t).len() > 60;
        let same = |k: &usize| {
            self.rules.pieces[*k].owner == own.owner && moves(earlier[*k]).eq(moves(tree)) && moves(tree).any(long)
        };
        (0..earlier.len()).find(same)
    }

    /// The moves of a piece, a line for each kind of them, with the moves that it is about.
    fn moves(&self, kind: usize, tree: &Tree, ranks: &[Ranks], before: &mut Option<Said>) -> Vec<Line> {
        let piece = &self.rules.pieces[kind];
        let trees: Vec<&Tree> = tree.args().iter().filter(|t| t.is("moves")).flat_map(Tree::args).collect();
        let (named, spelt): (Vec<usize>, Vec<usize>) =
            (0..trees.len()).partition(|&i| self.teller.term(trees[i], Category::Move).is_some());
        let mut lines = self.named_moves(kind, &trees, &named, ranks);
        for several in self.together(&trees, &spelt, piece, ranks) {
            let first = several.fold.members[0];
            let said = self.movement(piece, &piece.moves[first], &several);
            let again = |now: &str, then: &dyn Fn(&Said) -> &str| {
                now.split(' ').count() > LONG && before.as_ref().is_some_and(|b| then(b) == now)
            };
            let provided = match again(&said.provided, &|b| &b.provided) {
                true => ", on the same conditions",
                false => &said.provided,
            };
            let consequences = match again(&said.consequences, &|b| &b.consequences) {
                true => " Then as above.",
                false => &said.consequences,
            };
            let after = if again(&said.after, &|b| &b.after) { "" } else { &said.after };
            let text = format!("- {}{provided}.{after}{consequences}{}", said.text, priority(ranks[first]));
            lines.push(Line { text, moves: several.fold.members.iter().map(|&n| (kind, n)).collect() });
            *before = Some(said);
        }
        // In the order in which they are written.
        lines.sort_by_key(|line| line.moves.first().copied());
        lines
    }

    /// The moves of a piece that have phrases: a line for those that read the same, or but for one thing that is given.
    fn named_moves(&self, kind: usize, trees: &[&Tree], named: &[usize], ranks: &[Ranks]) -> Vec<Line> {
        let piece = &self.rules.pieces[kind];
        let makers = |i: usize| Player::BOTH.map(|p| facts::may_make(piece, &piece.moves[i], p));
        let level = |i: usize, j: usize| priority(ranks[i]) == priority(ranks[j]);
        let alike = |i: usize, j: usize| makers(i) == makers(j) && level(i, j);
        let mut uses: Vec<Named> = Vec::new();
        for &i in named {
            let Some(term) = self.teller.term(trees[i], Category::Move) else { continue };
            let given = self.teller.told_args(&term);
            let same = |u: &Named| alike(u.members[0], i) && u.term.definition.name == term.definition.name;
            if !uses.iter_mut().any(|other| same(other) && other.take(&given, i)) {
                uses.push(Named { given: given.into_iter().map(|text| vec![text]).collect(), term, members: vec![i] });
            }
        }
        let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
        for Named { term, given, members } in uses {
            let given: Vec<String> = given.iter().map(|values| list(values, "or")).collect();
            let text = phrase(&term, &given, false);
            match lines.iter_mut().find(|(other, them)| *other == text && level(them[0], members[0])) {
                Some((_, them)) => them.extend(members),
                None => lines.push((text, members)),
            }
        }
        let line = |(text, members): (String, Vec<usize>)| {
            let first = members[0];
            // A label is told if all have it.
            let label = label_of(trees[first])
                .filter(|_| members.iter().all(|&i| label_of(trees[i]) == label_of(trees[first])));
            let label = label.map_or_else(String::new, |label| format!("{label}: "));
            // What each player does by a move of their own is the same for all.
            let all = Player::BOTH.map(|p| members.iter().any(|&i| facts::may_make(piece, &piece.moves[i], p)));
            let users = if all == [true; 2] { String::new() } else { self.users(piece, &piece.moves[first]) };
            let text = format!("- {}.{users}{}", polish(&format!("{label}{text}")), priority(ranks[first]));
            Line { text, moves: members.into_iter().map(|i| (kind, i)).collect() }
        };
        lines.into_iter().map(line).collect()
    }

    /// Which moves of a piece are told together: those that are alike in several directions, or but for a piece that they name.
    fn together(&self, trees: &[&Tree], which: &[usize], piece: &PieceDef, ranks: &[Ranks]) -> Vec<Several> {
        let makers = |i: usize| Player::BOTH.map(|p| facts::may_make(piece, &piece.moves[i], p));
        let alike = |i: usize, j: usize| makers(i) == makers(j) && ranks[i] == ranks[j];
        let single = |i: usize| Fold::of(trees[i].clone(), i);
        let mut several: Vec<Several> = Vec::new();
        let chosen: Vec<&Tree> = which.iter().map(|&i| trees[i]).collect();
        for mut fold in fold(&chosen, self.teller.scene.circle, true) {
            fold.members.iter_mut().for_each(|member| *member = which[*member]);
            if fold.members.iter().all(|&i| alike(fold.members[0], i)) {
                several.push(Several { fold, words: None });
            } else {
                several.extend(fold.members.iter().map(|&i| Several { fold: single(i), words: None }));
            }
        }
        let mut kept: Vec<Several> = Vec::new();
        for one in several {
            let other = |k: &&mut Several| {
                k.fold.ways.is_empty() && one.fold.ways.is_empty() && alike(k.fold.members[0], one.fold.members[0])
            };
            let found = kept.iter_mut().filter(other).find_map(|k| {
                let (word, with) = alternatives(&k.fold.tree, &one.fold.tree, &self.names.pieces)?;
                let same = k.words.as_ref().is_none_or(|(w, _)| w == word);
                let with = noun(with);
                same.then(|| (word.to_string(), with)).map(|found| (k, found))
            });
            match found {
                Some((k, (word, with))) => {
                    let called = k.words.take().map_or_else(|| noun(&word), |(_, called)| called);
                    k.words = Some((word, format!("{called} or {with}")));
                    k.fold.members.extend(one.fold.members);
                }
                None => kept.push(one),
            }
        }
        for k in kept.iter_mut().filter(|k| k.words.is_some()) {
            if let Some((_, called)) = &mut k.words {
                *called = list(&called.split(" or ").map(String::from).collect::<Vec<_>>(), "or");
            }
            // Their labels name them apart.
            let items = k.fold.tree.args().iter().filter(|t| !t.is("label")).cloned();
            k.fold.tree = Tree::element("move", items);
        }
        let mut kept = self.leaping_together(kept, &alike);
        let mut all: Vec<Several> = Vec::new();
        for one in kept.drain(..) {
            let found = all.iter_mut().find_map(|k| {
                let tree = alike(k.fold.members[0], one.fold.members[0]).then(|| here_and_there(k, &one)).flatten()?;
                Some((k, tree))
            });
            match found {
                Some((k, tree)) => {
                    k.fold.tree = tree;
                    k.fold.members.extend(one.fold.members);
                    k.words = k.words.take().or(one.words);
                }
                None => all.push(one),
            }
        }
        all
    }
}

impl Book<'_> {
    /// Moves that differ in the path only that they follow, as one with both paths, where that is a leap to all sides.
    fn leaping_together(&self, several: Vec<Several>, alike: &dyn Fn(usize, usize) -> bool) -> Vec<Several> {
        let mut kept: Vec<Several> = Vec::new();
        for one in several {
            let found = kept.iter_mut().find_map(|k| {
                let plain =
                    k.fold.ways.is_empty() && one.fold.ways.is_empty() && k.words.is_none() && one.words.is_none();
                let both = (plain && alike(k.fold.members[0], one.fold.members[0]))
                    .then(|| with_both_paths(&k.fold.tree, &one.fold.tree))
                    .flatten()?;
                let dirn = both.0.child("dirn").map_or(&[][..], Tree::args);
                let ends = leaps(&both.1, dirn, self.teller.scene.square, self.rules.board.indirect)?;
                (ends.len() == 8).then_some((k, both.0))
            });
            match found {
                Some((k, tree)) => {
                    k.fold.tree = tree;
                    k.fold.members.extend(one.fold.members);
                }
                None => kept.push(one),
            }
        }
        kept
    }
}

/// Two moves that are the same but for the path that they follow, with a choice of both, and that choice.
fn with_both_paths(a: &Tree, b: &Tree) -> Option<(Tree, Tree)> {
    fn path_of(tree: &Tree) -> Option<&Tree> {
        tree.args().iter().find(|t| t.is("steps"))
    }
    let (one, other) = (a.child("pre")?.args().first()?, b.child("pre")?.args().first()?);
    let choice = Tree::element("or", [path_of(one)?.clone(), path_of(other)?.clone()]);
    let with_choice = |tree: &Tree| {
        let pre = Tree::element(
            tree.child("pre")?.args().first()?.head()?,
            tree.child("pre")?
                .args()
                .first()?
                .args()
                .iter()
                .map(|t| if t.is("steps") { choice.clone() } else { t.clone() }),
        );
        let items =
            tree.args().iter().map(|t| if t.is("pre") { Tree::element("pre", [pre.clone()]) } else { t.clone() });
        Some(Tree::element("move", items))
    };
    let (merged, same) = (with_choice(a)?, with_choice(b)?);
    (one.is("and") && merged == same).then_some((merged, choice))
}

/// The parts of a condition but for one that says whether the target is in some cells, which is apart.
fn without_region(tree: &Tree) -> Option<(Vec<&Tree>, &Tree)> {
    let mut parts = Vec::new();
    conjuncts(tree.child("pre")?.args().first()?, &|_| true, &mut parts);
    let of_target = |t: &&Tree| {
        let t = if t.is("not") { t.args().first() } else { Some(*t) };
        t.is_some_and(|t| {
            t.is("in-region") && !t.args().iter().any(|a| a.is("from") || a.is("over") || a.is("last") || a.is("step"))
        })
    };
    let at = parts.iter().position(of_target)?;
    let region = parts.remove(at);
    Some((parts, region))
}

/// Two moves that differ in what happens, one in some cells and one outside of them, as one move with both effects.
fn here_and_there(a: &Several, b: &Several) -> Option<Tree> {
    let (one, other) = (&a.fold.tree, &b.fold.tree);
    let ((rest, region), (rest_of_other, region_of_other)) = (without_region(one)?, without_region(other)?);
    let contrary = |a: &Tree, b: &Tree| a.is("not") && a.args().first() == Some(b);
    if rest.len() != rest_of_other.len()
        || !rest.iter().all(|p| rest_of_other.contains(p))
        || !(contrary(region, region_of_other) || contrary(region_of_other, region))
        || a.fold.ways != b.fold.ways
        || a.words.is_some() && b.words.is_some()
    {
        return None;
    }
    let item = |tree: &Tree, word: &str| tree.child(word).cloned();
    if ["action", "dirn", "owner"].iter().any(|word| item(one, word) != item(other, word)) {
        return None;
    }
    let post = |tree: &Tree| item(tree, "post").map_or_else(Vec::new, |p| p.args().to_vec());
    let (effects, effects_of_other) = (post(one), post(other));
    let common = effects.iter().zip(&effects_of_other).take_while(|(a, b)| a == b).count();
    let guarded = |t: &Tree| t.args().iter().any(|a| a.is("if"));
    let mut all = effects[..common].to_vec();
    for (effects, region) in [(&effects[common..], region), (&effects_of_other[common..], region_of_other)] {
        if effects.iter().any(guarded) {
            return None;
        }
        all.extend(effects.iter().map(|effect| {
            let guard = Tree::element("if", [region.clone()]);
            Tree::element(effect.head().unwrap_or_default(), effect.args().iter().cloned().chain([guard]))
        }));
    }
    let label = item(one, "label").filter(|l| Some(l) == item(other, "label").as_ref());
    let pre = Tree::element("pre", [Tree::element("and", rest.into_iter().cloned())]);
    let items = [
        label,
        item(one, "dirn"),
        item(one, "owner"),
        Some(pre),
        item(one, "action"),
        Some(Tree::element("post", all)),
    ];
    Some(Tree::element("move", items.into_iter().flatten()))
}

/// Leaves out the ranks among the moves that go on with a turn where those among the moves that begin one are true of them, too: all that may go on are of one rank, and are
/// told to be of one rank.
fn tell_once(ranks: &mut [Vec<Ranks>]) {
    let going_on = || ranks.iter().flatten().filter(|rank| rank.go_on.is_some());
    let first = going_on().next().map(|rank| rank.begin);
    if going_on().all(|rank| Some(rank.begin) == first && rank.go_on.is_some_and(|rank| rank.of == 1)) {
        for rank in ranks.iter_mut().flatten().filter(|rank| rank.begin.is_some()) {
            rank.go_on = None;
        }
    }
}

/// When a move may be made, if others come first or last.
fn priority(ranks: Ranks) -> String {
    let told = |rank: Option<Rank>, when: &str| {
        rank.and_then(place).map_or_else(String::new, |place| format!(" This has {place}{when}."))
    };
    match ranks {
        Ranks { begin: Some(begin), go_on: Some(go_on) } if begin != go_on => {
            told(Some(begin), " at the beginning of a turn") + &told(Some(go_on), " when a turn goes on")
        }
        Ranks { begin, go_on } => told(begin.or(go_on), ""),
    }
}

/// A place among the moves that may be made, in words, if they have an order that must be told of it: of all but the last.
fn place(rank: Rank) -> Option<String> {
    match (rank.index, rank.of) {
        (i, of) if i + 1 >= of => None,
        (0, 2) => Some("priority".into()),
        (i, _) => Some(format!("the {} priority", ordinal(i as i64 + 1))),
    }
}
