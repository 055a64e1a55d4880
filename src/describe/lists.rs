//! Lists of conditions: what several of them say alike is said once.

use super::template::{Bound, Mood, Teller};
use super::turning::{among, called, fold, merged, of_both, runs, within};
use super::words::{list, number};
use crate::language::Tree;
use crate::language::print::one_line;
use crate::language::schema::{Category, Param};
use std::collections::BTreeSet;

/// As many conditions are tried to be told in one where all of them cannot.
const MOST_TOLD: usize = 32;

/// Whether a text has parts of its own.
fn is_list(text: &str) -> bool {
    text.contains(',') || text.split(' ').any(|word| matches!(word, "and" | "or"))
}

/// Whether a text is a list only in what it says of one thing: “its cell is in a corner or the centre”.
fn in_predicate(text: &str) -> bool {
    let end = text.find([',', '(']).unwrap_or(text.len());
    let mut words = text[..end].split(' ').take_while(|word| !matches!(*word, "and" | "or"));
    words.any(|word| matches!(word, "is" | "are" | "holds" | "hold" | "has" | "have" | "goes"))
}

impl Teller<'_> {
    /// Conditions joined by a word, as few texts as say them all.
    pub(super) fn folded(
        &self,
        args: &[Tree],
        param: &Param,
        word: &str,
        mood: Mood,
        outer: Option<&str>,
    ) -> Vec<String> {
        if let Some(text) = self.rank_by_rank(args, word, mood) {
            return vec![text];
        }
        if let Some(text) = self.of_so_many(args, param, word, mood) {
            return vec![text];
        }
        let trees: Vec<&Tree> = args.iter().collect();
        // Directions within others are told as they stand.
        let within_others = matches!(self.scene.bound, Bound::Way(_));
        // Sides that are connected are told by their names.
        let sides = word == "or" && args.iter().all(|t| t.is("connect"));
        let circle = if within_others || sides { &[] } else { self.scene.circle };
        let folds = fold(&trees, circle, false);
        let singles: Vec<&Tree> = folds.iter().filter(|f| f.ways.is_empty()).map(|f| &f.tree).collect();
        let mut parts = Vec::new();
        let lines = self.lines();
        for run in runs(&singles) {
            let texts: Vec<String> =
                singles[run].iter().map(|t| self.argument(t, param, mood)).filter(|t| !t.is_empty()).collect();
            let mut rest = &texts[..];
            while let [first, others @ ..] = rest {
                // All in one, or as many of the next as can be told so.
                let sizes = std::iter::once(rest.len()).chain((2..=MOST_TOLD.min(rest.len())).rev());
                let told = sizes.filter(|&n| n > 1).find_map(|n| Some((merged(&rest[..n], word, lines)?, &rest[n..])));
                let (text, further) = match told {
                    Some((text, further))
                        if outer.is_some_and(|outer| outer != word) && is_list(&text) && !in_predicate(&text) =>
                    {
                        (format!("({text})"), further)
                    }
                    Some(told) => told,
                    None => (first.clone(), others),
                };
                parts.push(text);
                rest = further;
            }
        }
        let mut told = vec![false; folds.len()];
        for i in 0..folds.len() {
            if told[i] || folds[i].ways.is_empty() {
                continue;
            }
            // What holds in one of the same directions is told together; what holds in each of them, too.
            let same: Vec<usize> = (i..folds.len()).filter(|&j| folds[j].ways == folds[i].ways).collect();
            let texts: Vec<String> = same
                .iter()
                .map(|&j| {
                    told[j] = true;
                    let names = called(self.scene.circle, folds[j].ways[0], folds[j].either_side);
                    let teller = Teller { names: self.names, scene: within(self.scene, &names), terms: self.terms };
                    teller.argument(&folds[j].tree, param, mood)
                })
                .collect();
            let names: Vec<String> =
                folds[i].ways.iter().map(|w| self.tell(&Tree::word(*w), Category::Direction)).collect();
            let quantity = if word == "or" { "some" } else { "each" };
            let among = among(&folds[i].ways, self.scene.circle, quantity, &names);
            parts.push(match texts.as_slice() {
                [one] => format!("{among} {one}"),
                _ => format!("{among} ({})", list(&texts, word)),
            });
        }
        if let [a, b] = parts.as_slice()
            && let Some(text) = of_both(&[a.clone(), b.clone()], word)
        {
            return vec![text];
        }
        parts
    }

    /// The columns and rows of a board that is a rectangle of squares.
    fn lines(&self) -> Option<[i64; 2]> {
        match (self.scene.board, self.scene.sizes) {
            (Some(board), &[columns, rows]) if self.scene.square && board.len() as i64 == columns * rows => {
                Some([columns, rows])
            }
            _ => None,
        }
    }

    /// “connects two of A1, B1 and C1” for all the ways to choose two of them.
    fn of_so_many(&self, args: &[Tree], param: &Param, word: &str, mood: Mood) -> Option<String> {
        let chosen: Vec<&Tree> = args.iter().filter(|t| t.is("connect")).collect();
        let (first, most) = (chosen.first()?, chosen.len());
        if word != "or" || mood.contrary || most < 3 {
            return None;
        }
        let mut told: Vec<String> = Vec::new();
        let mut rest: Vec<&Tree> = args.iter().filter(|t| !t.is("connect")).collect();
        let sizes: BTreeSet<usize> = chosen.iter().map(|t| t.args().len()).collect();
        for size in sizes {
            let sets: BTreeSet<BTreeSet<String>> = chosen
                .iter()
                .filter(|t| t.args().len() == size)
                .map(|t| t.args().iter().map(one_line).collect())
                .collect();
            let pool: BTreeSet<&String> = sets.iter().flatten().collect();
            let ways = (0..size).fold(1usize, |ways, i| ways.saturating_mul(pool.len().saturating_sub(i)) / (i + 1));
            let whole = size >= 2 && pool.len() > size && ways == sets.len() && sets.iter().all(|s| s.len() == size);
            if !whole {
                rest.extend(chosen.iter().filter(|t| t.args().len() == size));
                continue;
            }
            // The cells in the order in which they are written first.
            let mut cells: Vec<&Tree> = Vec::new();
            for cell in chosen.iter().filter(|t| t.args().len() == size).flat_map(|t| t.args()) {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
            let all = Tree::element(first.head()?, cells.into_iter().cloned());
            let text = self.argument(&all, param, mood);
            let (before, after) = text.split_once("connects ")?;
            told.push(format!("{before}connects {} of {after}", number(size as i64)));
        }
        if told.is_empty() {
            return None;
        }
        let mut parts: Vec<String> = rest.iter().map(|t| self.argument(t, param, mood)).collect();
        parts.extend(told);
        Some(list(&parts, word))
    }

    /// Groups compared from the largest down: the first that differ decide.
    fn rank_by_rank(&self, args: &[Tree], word: &str, mood: Mood) -> Option<String> {
        /// The comparison of the groups of that rank, and how the others are compared.
        fn compared<'t>(args: &'t [Tree], rank: i64, sign: &mut Option<String>) -> Option<i64> {
            let of_rank = |t: &Tree| {
                let [a, b] = t.args() else { return false };
                let group = |t: &Tree, enemy: bool| {
                    let told = t.args().iter().find_map(Tree::as_int).unwrap_or(1);
                    t.is("largest-group") && told == rank && t.args().iter().any(|a| a.is("enemy")) == enemy
                };
                group(a, false) && group(b, true)
            };
            let signed = |t: &&Tree| matches!(t.head(), Some("<" | ">")) && of_rank(t);
            let strict = args.iter().find(signed)?;
            let head = strict.head()?.to_string();
            if *sign.get_or_insert_with(|| head.clone()) != head {
                return None;
            }
            let rest: Vec<&'t Tree> = args.iter().filter(|t| !std::ptr::eq(*t, strict)).collect();
            match rest.as_slice() {
                [] => Some(rank),
                [equal] if equal.is("and") && equal.args().len() == 2 => {
                    let even = equal.args().iter().position(|t| t.is("=") && of_rank(t))?;
                    let next = &equal.args()[1 - even];
                    match next.is("or") {
                        true => compared(next.args(), rank + 1, sign),
                        false => compared(std::slice::from_ref(next), rank + 1, sign),
                    }
                }
                _ => None,
            }
        }
        if word != "or" || mood.contrary {
            return None;
        }
        let mut sign = None;
        let ranks = compared(args, 1, &mut sign).filter(|n| *n > 1)?;
        let how = if sign.as_deref() == Some(">") { "larger" } else { "smaller" };
        let whose = if self.scene.end { "their" } else { "the mover's" };
        Some(format!(
            "the first of {whose} {} largest groups to differ in size from the opponent's is {how}",
            number(ranks)
        ))
    }

    /// The terms of a sum or product; one text for those that are alike.
    pub(super) fn terms(&self, args: &[Tree], param: &Param, sign: &str, mood: Mood) -> Vec<String> {
        if let Some(text) = self.ranked(args, param, sign, mood) {
            return vec![text];
        }
        let trees: Vec<&Tree> = args.iter().collect();
        let mut parts = Vec::new();
        for run in runs(&trees) {
            let texts: Vec<String> = trees[run].iter().map(|t| self.argument(t, param, mood)).collect();
            let split: Vec<&str> = texts[0].rsplitn(2, ' ').collect();
            let alike = |t: &String| t.rsplit_once(' ').map(|(head, _)| head) == split.get(1).copied();
            match texts.len() > 2 && sign == "plus" && texts.iter().all(alike) {
                true => {
                    let last: Vec<String> =
                        texts.iter().filter_map(|t| t.rsplit(' ').next()).map(String::from).collect();
                    parts.push(format!("{} each of {}", split[1], list(&last, "and")));
                }
                false => parts.extend(texts.into_iter().filter(|text| !text.is_empty())),
            }
        }
        match parts.as_slice() {
            [one] if args.len() > 2 && sign == "plus" => {
                vec![match one.strip_prefix("the state of the piece on each of ") {
                    Some(cells) => format!("the sum of the states of the pieces on {cells}"),
                    None => format!("the sum of {one}"),
                }]
            }
            _ => parts,
        }
    }

    /// Terms that differ in the rank of a group only, from the largest group on.
    fn ranked(&self, args: &[Tree], param: &Param, sign: &str, mood: Mood) -> Option<String> {
        fn without_rank(tree: &Tree, ranks: &mut Vec<i64>) -> Tree {
            if tree.is("largest-group") {
                ranks.push(tree.args().iter().find_map(Tree::as_int).unwrap_or(1));
                let rest = tree.args().iter().filter(|t| t.as_int().is_none()).cloned();
                return Tree::element("largest-group", rest);
            }
            match tree.head() {
                Some(head) if !tree.args().is_empty() => {
                    Tree::element(head, tree.args().iter().map(|t| without_rank(t, ranks)))
                }
                _ => tree.clone(),
            }
        }
        let mut ranks = Vec::new();
        let plain: Vec<Tree> = args.iter().map(|t| without_rank(t, &mut ranks)).collect();
        ranks.sort_unstable();
        if plain.windows(2).any(|w| w[0] != w[1]) || ranks != (1..=args.len() as i64).collect::<Vec<_>>() {
            return None;
        }
        let text = self.argument(&plain[0], param, Mood { within: false, ..mood });
        let n = number(ranks.len() as i64);
        let text = text
            .replace("the size of their largest group", &format!("each of their {n} largest groups"))
            .replace("the size of the mover's largest group", &format!("each of the mover's {n} largest groups"))
            .replace(
                "the size of the largest group of the opponent",
                &format!("each of the opponent's {n} largest groups"),
            );
        let whole = if sign == "plus" { "sum" } else { "product" };
        // A group that there is not is to leave a product as it is.
        match text.strip_prefix("the greatest of one and each of ") {
            Some(groups) if groups.ends_with(" groups") => {
                Some(format!("the {whole} of the sizes of {groups} (each at least one)"))
            }
            _ => text.contains("each of").then(|| format!("the {whole} of {text}")),
        }
    }
}
