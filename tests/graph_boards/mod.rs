//! Random boards of points and lines, as rule files have them.
#![allow(dead_code)]

use ludogen::language::Tree;
use rand::{Rng, RngExt};
use std::collections::BTreeSet;

/// Labels, places and lines by place in the list.
#[derive(Clone, Debug)]
pub struct Points {
    /// Label, x and y.
    pub nodes: Vec<(String, i64, i64)>,
    /// The points of each line.
    pub lines: Vec<Vec<usize>>,
}

/// Points of a small lattice, joined by a tree and by a few more lines, straight and bent, no two of which share a step.
pub fn points<R: Rng + ?Sized>(random: &mut R) -> Points {
    let (width, height) = (random.random_range(2..5), random.random_range(2..5));
    let mut nodes: Vec<(String, i64, i64)> = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if nodes.len() < 2 || random.random_bool(0.8) {
                let letter = char::from(b'A' + x as u8);
                nodes.push((format!("{letter}{}", y + 1), x, y));
            }
        }
    }
    // The rows need not be told in order.
    for i in (1..nodes.len()).rev() {
        nodes.swap(i, random.random_range(0..=i));
    }
    let mut steps = BTreeSet::new();
    let mut meets = vec![0; nodes.len()];
    let mut lines: Vec<Vec<usize>> = Vec::new();
    let mut add = |line: Vec<usize>, meets: &mut Vec<u32>| {
        let pairs: Vec<_> = line.windows(2).map(|p| (p[0].min(p[1]), p[0].max(p[1]))).collect();
        let distinct = line.iter().collect::<BTreeSet<_>>().len() == line.len();
        if line.len() < 2 || !distinct || pairs.iter().any(|p| steps.contains(p)) || line.iter().any(|&i| meets[i] > 4)
        {
            return false;
        }
        line.iter().for_each(|&i| meets[i] += 1);
        steps.extend(pairs);
        lines.push(line);
        true
    };
    for _ in 0..random.random_range(0..6) {
        let length = random.random_range(2..5);
        let line = (0..length).map(|_| random.random_range(0..nodes.len())).collect();
        add(line, &mut meets);
    }
    // Every point hangs on one before it.
    for i in 1..nodes.len() {
        let first = random.random_range(0..i);
        let joined = (0..i).any(|k| add(vec![(first + k) % i, i], &mut meets));
        if !joined {
            break;
        }
    }
    Points { nodes, lines }
}

impl Points {
    /// Whether all points hang together.
    pub fn is_connected(&self) -> bool {
        let mut seen = BTreeSet::from([0]);
        loop {
            let before = seen.len();
            for pair in self.lines.iter().flat_map(|line| line.windows(2)) {
                if seen.contains(&pair[0]) || seen.contains(&pair[1]) {
                    seen.extend(pair);
                }
            }
            if seen.len() == before {
                return before == self.nodes.len();
            }
        }
    }

    /// The board section of a rule file.
    pub fn board(&self) -> Tree {
        let word = |i: &usize| Tree::word(self.nodes[*i].0.clone());
        let nodes = self.nodes.iter().map(|(label, x, y)| Tree::element(label, [Tree::int(*x), Tree::int(*y)]));
        let lines = self.lines.iter().map(|line| Tree::list(line.iter().map(word).collect()));
        Tree::element("board", [Tree::element("nodes", nodes), Tree::element("lines", lines)])
    }
}
