//! Lists of conditions: what several of them say alike is said once.

use super::template::{Mood, Teller};
use super::turning::{among, called, fold, merged, runs, within};
use super::words::{list, number};
use crate::language::Tree;
use crate::language::print::one_line;
use crate::language::schema::{Category, Param};
use std::collections::BTreeSet;

impl Teller<'_> {
    /// Conditions joined by a word, as few texts as say them all.
    pub(super) fn folded(&self, args: &[Tree], param: &Param, word: &str, mood: Mood) -> Vec<String> {
        if let Some(text) = self.of_so_many(args, param, word, mood) {
            return vec![text];
        }
        let trees: Vec<&Tree> = args.iter().collect();
        let folds = fold(&trees, self.scene.circle, false);
        let singles: Vec<&Tree> = folds.iter().filter(|f| f.ways.is_empty()).map(|f| &f.tree).collect();
        let mut parts = Vec::new();
        for run in runs(&singles) {
            let texts: Vec<String> = singles[run].iter().map(|t| self.argument(t, param, mood)).filter(|t| !t.is_empty()).collect();
            match merged(&texts, word).filter(|_| texts.len() > 1) {
                Some(text) => parts.push(text),
                None => parts.extend(texts),
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
                    let teller = Teller { names: self.names, scene: within(self.scene, &names) };
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
        parts
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
            let sets: BTreeSet<BTreeSet<String>> =
                chosen.iter().filter(|t| t.args().len() == size).map(|t| t.args().iter().map(one_line).collect()).collect();
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
}
