//! The symmetries of a board.

use super::{Board, CellId, Tiling};
use std::collections::{HashMap, HashSet};

impl Board {
    /// The rotations and reflections that map the board to itself, each as a permutation: cell `c` goes to the `c`-th entry.
    ///
    /// They keep direct adjacency, and the lines of a graph. The identity comes first; different motions that move the cells alike (on boards one row
    /// high) count once. Boards with levels have those of the box.
    pub fn symmetries(&self) -> &[Vec<CellId>] {
        self.symmetries.get_or_init(|| {
            let places: Vec<[f64; 3]> = self.cells().map(|c| self.place(c)).collect();
            // The motions keep the mean of the cells, so they are linear about it.
            let mean = |i: usize| places.iter().map(|p| p[i]).sum::<f64>() / places.len() as f64;
            let middle = [mean(0), mean(1), mean(2)];
            let centred: Vec<[f64; 3]> = places.iter().map(|p| std::array::from_fn(|i| p[i] - middle[i])).collect();
            // Points of graphs are placed to a hundredth.
            let fineness = if self.spec.tiling.is_lattice() { 1000.0 } else { 25.0 };
            let key = |p: [f64; 3]| p.map(|x| (x * fineness).round() as i64);
            let index: HashMap<_, CellId> = centred.iter().zip(self.cells()).map(|(&p, c)| (key(p), c)).collect();
            // Rounding may fall either way at the boundary between two keys, so the neighbouring keys are tried too.
            let at = |p: [f64; 3]| {
                let [x, y, z] = key(p);
                (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| [x + dx, y + dy, z])).find_map(|k| index.get(&k).copied())
            };
            let mut found: Vec<Vec<CellId>> = Vec::new();
            for motion in self.motions() {
                let image = |p: &[f64; 3]| at(motion.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2]));
                let Some(map) = centred.iter().map(image).collect::<Option<Vec<CellId>>>() else { continue };
                if !found.contains(&map) && self.keeps_adjacency(&map) && self.keeps_lines(&map) {
                    found.push(map);
                }
            }
            found
        })
    }

    /// Whether the map is one-to-one and takes direct neighbours to direct neighbours.
    fn keeps_adjacency(&self, map: &[CellId]) -> bool {
        self.cells().all(|c| {
            let mut image: Vec<CellId> = self.direct(c).iter().map(|&to| map[to as usize]).collect();
            image.sort_unstable();
            image == self.direct(map[c as usize])
        }) && {
            let mut image = map.to_vec();
            image.sort_unstable();
            image.iter().copied().eq(self.cells())
        }
    }

    /// Whether it takes the lines of a graph to lines. On other boards that goes without saying.
    fn keeps_lines(&self, map: &[CellId]) -> bool {
        let told = |mut line: Vec<CellId>| {
            if line.first() > line.last() {
                line.reverse();
            }
            line
        };
        let lines: HashSet<Vec<CellId>> = self.graph_lines.iter().cloned().map(told).collect();
        let image = |line: &Vec<CellId>| told(line.iter().map(|&c| map[c as usize]).collect());
        self.graph_lines.iter().all(|line| lines.contains(&image(line)))
    }

    /// The motions about the middle that take the first of the points farthest from it to such a point, turned or mirrored.
    fn motions_of_points(&self) -> Vec<[[f64; 3]; 3]> {
        let places: Vec<[f64; 3]> = self.cells().map(|c| self.place(c)).collect();
        let mean = |i: usize| places.iter().map(|p| p[i]).sum::<f64>() / places.len() as f64;
        let (x, y) = (mean(0), mean(1));
        let polar = |p: &[f64; 3]| ((p[0] - x).hypot(p[1] - y), (p[1] - y).atan2(p[0] - x));
        let all: Vec<(f64, f64)> = places.iter().map(polar).collect();
        let farthest = all.iter().map(|p| p.0).fold(0.0, f64::max);
        let outer: Vec<f64> = all.iter().filter(|p| p.0 > farthest - 0.02).map(|p| p.1).collect();
        let from = outer[0];
        let mut motions = vec![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]];
        for mirror in [1.0, -1.0] {
            for to in &outer {
                let (sin, cos) = (to - mirror * from).sin_cos();
                motions.push([[cos, -sin * mirror, 0.0], [sin, cos * mirror, 0.0], [0.0, 0.0, 1.0]]);
            }
        }
        motions
    }

    /// All motions that might do, as matrices, the identity first: those of the cube for squares and trunc-square, those of the
    /// regular twelve-sided polygon for hexagons and triangles.
    fn motions(&self) -> Vec<[[f64; 3]; 3]> {
        if !self.spec.tiling.is_lattice() {
            return self.motions_of_points();
        }
        let mut motions = Vec::new();
        if matches!(self.spec.tiling, Tiling::Square | Tiling::TruncSquare) {
            for axes in [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
                for signs in 0..8 {
                    motions.push(std::array::from_fn(|i| {
                        let mut row = [0.0; 3];
                        row[axes[i]] = if signs >> i & 1 == 0 { 1.0 } else { -1.0 };
                        row
                    }));
                }
            }
        } else {
            for mirror in [1.0, -1.0] {
                for turn in 0..12 {
                    let (sin, cos) = (f64::from(turn) * std::f64::consts::PI / 6.0).sin_cos();
                    motions.push([[cos, -sin * mirror, 0.0], [sin, cos * mirror, 0.0], [0.0, 0.0, 1.0]]);
                }
            }
        }
        motions
    }
}
