//! Paired comparisons: which of two games a subject preferred.

use super::error::RankingError;
use super::table::{CsvTable, listed, load};
use crate::order;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most games that are ranked: the time grows with the cube of their number.
pub const MAX_GAMES: usize = 1_000;

/// What the header of a file of comparisons looks like.
const HEADER: &str = "subject,preferred,other[,date]";

/// One answer to the question which of two games is the more interesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The subject's number in [`Comparisons::subjects`].
    pub subject: usize,
    /// The number of the preferred game in [`Comparisons::games`].
    pub preferred: usize,
    /// The number of the other game.
    pub other: usize,
    /// Whether the subject could not decide; which game is the preferred one then means nothing.
    pub draw: bool,
}

/// All answers on a pair of games, added up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The two games, by number.
    pub games: [usize; 2],
    /// How often each was preferred; a draw is half a preference for both.
    pub wins: [f64; 2],
}

/// Paired comparisons of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparisons {
    /// The games in the order of their names.
    pub games: Vec<String>,
    /// The subjects in the order of their names.
    pub subjects: Vec<String>,
    /// The answers as they were given.
    pub all: Vec<Comparison>,
}

impl Comparisons {
    /// Reads `subject,preferred,other` and, behind these, a date, or the word `draw` where the subject could not decide.
    ///
    /// # Errors
    /// A column is missing, a cell is empty, a game is compared with itself, or there are more than [`MAX_GAMES`] games.
    pub fn parse(file: &str, text: &str) -> Result<Self, RankingError> {
        Comparisons::from_table(&CsvTable::parse(file, text, 3, 2)?)
    }

    /// Reads a file; see [`parse`](Comparisons::parse).
    ///
    /// # Errors
    /// The file cannot be read, or see [`parse`](Comparisons::parse).
    pub fn load(path: &Path) -> Result<Self, RankingError> {
        let (file, text) = load(path)?;
        Comparisons::parse(&file, &text)
    }

    pub(super) fn from_table(table: &CsvTable) -> Result<Self, RankingError> {
        let columns = [table.need("subject", HEADER)?, table.need("preferred", HEADER)?, table.need("other", HEADER)?];
        let mut answers = Vec::new();
        for row in &table.rows {
            let [subject, preferred, other] =
                [table.name(row, columns[0])?, table.name(row, columns[1])?, table.name(row, columns[2])?];
            if preferred == other {
                return Err(table.at(row.line, format!("`{other}` is compared with itself")));
            }
            let mut draw = false;
            for (_, cell) in row.cells.iter().enumerate().filter(|(i, cell)| !columns.contains(i) && !cell.is_empty()) {
                if cell.eq_ignore_ascii_case("draw") {
                    draw = true;
                } else if !cell.contains(|c: char| c.is_ascii_digit()) {
                    return Err(table.at(row.line, format!("`{cell}` is neither a date nor the word `draw`")));
                }
            }
            answers.push((subject, preferred, other, draw));
        }
        if answers.is_empty() {
            return Err(table.fault("no comparisons".into()));
        }
        let games: BTreeSet<&str> = answers.iter().flat_map(|a| [a.1, a.2]).collect();
        let subjects: BTreeSet<&str> = answers.iter().map(|a| a.0).collect();
        if games.len() > MAX_GAMES {
            return Err(table.fault(format!("{} games; at most {MAX_GAMES} can be ranked", games.len())));
        }
        let numbers = |names: &BTreeSet<&str>| -> BTreeMap<String, usize> {
            order::map(names.iter().enumerate().map(|(i, name)| (name.to_string(), i)))
        };
        let (game, subject) = (numbers(&games), numbers(&subjects));
        let all = answers
            .iter()
            .map(|a| Comparison { subject: subject[a.0], preferred: game[a.1], other: game[a.2], draw: a.3 })
            .collect();
        Ok(Comparisons { games: game.into_keys().collect(), subjects: subject.into_keys().collect(), all })
    }

    /// The answers added up by pair, in the order of the games.
    pub fn pairs(&self) -> Vec<Pair> {
        pairs(self.all.iter().map(|c| (c, 1.0)))
    }

    /// How many answers are no draws.
    pub fn decided(&self) -> usize {
        self.all.iter().filter(|c| !c.draw).count()
    }

    /// The games in sets that no comparison links, the largest set first.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut root: Vec<usize> = (0..self.games.len()).collect();
        fn find(root: &mut [usize], mut i: usize) -> usize {
            while root[i] != i {
                root[i] = root[root[i]];
                i = root[i];
            }
            i
        }
        for c in &self.all {
            let (a, b) = (find(&mut root, c.preferred), find(&mut root, c.other));
            root[a.max(b)] = a.min(b);
        }
        let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for i in 0..self.games.len() {
            sets.entry(find(&mut root, i)).or_default().push(i);
        }
        let mut sets: Vec<_> = sets.into_values().collect();
        order::sort_by_key(&mut sets, |set| std::cmp::Reverse(set.len()));
        sets
    }

    /// The largest share of the decided answers that any ranking can agree with as far as single pairs tell: of a pair judged
    /// both ways, one side must be wrong. 1 if nothing was decided.
    pub fn ceiling(&self) -> f64 {
        let mut wins: BTreeMap<[usize; 2], [usize; 2]> = BTreeMap::new();
        for c in self.all.iter().filter(|c| !c.draw) {
            let (low, high) = (c.preferred.min(c.other), c.preferred.max(c.other));
            wins.entry([low, high]).or_default()[usize::from(c.preferred == high)] += 1;
        }
        let agreed: usize = wins.values().map(|w| w[0].max(w[1])).sum();
        if wins.is_empty() { 1.0 } else { agreed as f64 / self.decided() as f64 }
    }

    /// Reasons for caution with a ranking made of these comparisons.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let name = |set: &[usize]| listed(&set.iter().map(|&i| self.games[i].as_str()).collect::<Vec<_>>());
        let sets = self.components();
        if sets.len() > 1 {
            let sets: Vec<String> = sets.iter().map(|set| format!("[{}]", name(set))).collect();
            notes.push(format!(
                "no comparison links these {} sets of games, so strengths of different sets cannot be compared: {}",
                sets.len(),
                listed(&sets)
            ));
        }
        let both_ways: Vec<String> = {
            let mut judged: BTreeSet<(usize, usize)> = BTreeSet::new();
            judged.extend(self.all.iter().filter(|c| !c.draw).map(|c| (c.preferred, c.other)));
            let contradicted = judged.iter().filter(|&&(a, b)| a < b && judged.contains(&(b, a)));
            contradicted.map(|&(a, b)| format!("{} – {}", self.games[a], self.games[b])).collect()
        };
        if !both_ways.is_empty() {
            notes.push(format!(
                "{} judged both ways, so no ranking can agree with more than {:.4} of the comparisons: {}",
                if both_ways.len() == 1 { "1 pair was".into() } else { format!("{} pairs were", both_ways.len()) },
                self.ceiling(),
                listed(&both_ways)
            ));
        }
        let mut own: BTreeSet<(usize, usize, usize)> = BTreeSet::new();
        let repeated = self.all.iter().filter(|c| {
            let (low, high) = (c.preferred.min(c.other), c.preferred.max(c.other));
            !own.insert((c.subject, low, high))
        });
        match repeated.count() {
            0 => {}
            n => {
                notes.push(format!("{n} comparisons are of a pair that the same subject had judged before; all count"))
            }
        }
        for (games, what) in [(self.without(|c| c.other), "never lost"), (self.without(|c| c.preferred), "never won")] {
            if !games.is_empty() {
                notes.push(format!(
                    "{} games {what} a comparison; how far they are from the others rests on the prior: {}",
                    games.len(),
                    name(&games)
                ));
            }
        }
        notes
    }

    /// The games that are never on that side of a comparison; a draw is on both.
    fn without(&self, side: impl Fn(&Comparison) -> usize) -> Vec<usize> {
        let mut seen = vec![false; self.games.len()];
        for c in &self.all {
            seen[side(c)] = true;
            if c.draw {
                seen[c.preferred] = true;
                seen[c.other] = true;
            }
        }
        (0..seen.len()).filter(|&i| !seen[i]).collect()
    }
}

/// Answers, each counting so many times, added up by pair in the order of the games.
pub(super) fn pairs<'a>(answers: impl Iterator<Item = (&'a Comparison, f64)>) -> Vec<Pair> {
    let mut sums: BTreeMap<[usize; 2], [f64; 2]> = BTreeMap::new();
    for (c, times) in answers.filter(|(_, times)| *times > 0.0) {
        let games = [c.preferred.min(c.other), c.preferred.max(c.other)];
        let wins = sums.entry(games).or_default();
        if c.draw {
            wins.iter_mut().for_each(|w| *w += times / 2.0);
        } else {
            wins[usize::from(c.preferred == games[1])] += times;
        }
    }
    sums.into_iter().map(|(games, wins)| Pair { games, wins }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Comparisons {
        Comparisons::parse("c.csv", text).unwrap()
    }

    fn fault(text: &str) -> String {
        Comparisons::parse("c.csv", text).unwrap_err().to_string()
    }

    #[test]
    fn comparisons_are_read_with_dates_and_draws() {
        let c =
            read("subject,preferred,other,date\nann,B,A,2024-01-02\nbob,A,C,draw\nann,A,B\nbob,C,B,2024-01-02,draw\n");
        assert_eq!(c.games, ["A", "B", "C"]);
        assert_eq!(c.subjects, ["ann", "bob"]);
        assert_eq!(c.all[0], Comparison { subject: 0, preferred: 1, other: 0, draw: false });
        assert_eq!(c.all.iter().map(|c| c.draw).collect::<Vec<_>>(), [false, true, false, true]);
        assert_eq!(c.decided(), 2);
        let expected = [([0, 1], [1.0, 1.0]), ([0, 2], [0.5, 0.5]), ([1, 2], [0.5, 0.5])];
        assert_eq!(c.pairs(), expected.map(|(games, wins)| Pair { games, wins }));
        assert_eq!(c.ceiling(), 0.5);
    }

    #[test]
    fn faults_say_what_would_be_accepted() {
        assert!(fault("who,preferred,other\n").contains("no column `subject`"));
        assert_eq!(fault("subject,preferred,other\nann,A,A\n"), "c.csv, line 2: `A` is compared with itself");
        assert_eq!(fault("subject,preferred,other\nann,,A\n"), "c.csv, line 2: `preferred` is empty");
        assert_eq!(fault("subject,preferred,other\n"), "c.csv: no comparisons");
        assert!(fault("subject,preferred,other\na,B,C,perhaps\n").contains("neither a date nor the word `draw`"));
        let many: String = (0..=MAX_GAMES).map(|i| format!("s,g{i},h\n")).collect();
        assert!(fault(&format!("subject,preferred,other\n{many}")).contains("at most 1000"));
    }

    #[test]
    fn what_a_ranking_would_hide_is_noted() {
        let c = read("subject,preferred,other\na,A,B\nb,B,A\na,C,D\na,C,D\n");
        assert_eq!(c.components(), [vec![0, 1], vec![2, 3]]);
        let notes = c.notes();
        assert!(notes[0].contains("[A, B], [C, D]"), "{notes:?}");
        assert!(notes[1].contains("1 pair was judged both ways") && notes[1].contains("0.7500"), "{notes:?}");
        assert!(notes[2].contains("1 comparisons are of a pair"), "{notes:?}");
        assert!(notes[3].contains("never lost") && notes[3].ends_with(": C"), "{notes:?}");
        assert!(notes[4].contains("never won") && notes[4].ends_with(": D"), "{notes:?}");
        assert!(read("subject,preferred,other\na,A,B\na,B,C\na,C,A\n").notes().is_empty());
    }
}
