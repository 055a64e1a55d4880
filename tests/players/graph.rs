//! Games made of nothing but a graph: random moves, movers, outcomes and evaluations.

use crate::minimax::Value;
use ludogen::players::value::{WIN, WIN_BOUND};
use ludogen::players::{Arena, Evaluate, Outcome};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// One position of a graph game.
#[derive(Debug, Clone)]
pub struct Node {
    pub children: Vec<u32>,
    pub mover: usize,
    pub outcome: Option<Outcome>,
    pub value: i32,
}

/// A game that walks along the edges of a graph.
#[derive(Debug, Clone)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// Whether a node may be visited only once in a game; without a move left the game is then a draw.
    pub superko: bool,
    /// What the game says of itself; a lie in one test.
    pub path_dependent: bool,
}

/// What a random graph looks like.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    pub nodes: u32,
    pub branching: usize,
    /// How far ahead edges reach; small numbers make many transpositions, also between different plies.
    pub reach: u32,
    /// Percentages: nodes where the game is over, nodes where the mover does not alternate, edges that lead back.
    pub finished: u32,
    pub odd_mover: u32,
    pub back: u32,
    /// Evaluations lie within plus or minus this; small numbers make many ties.
    pub values: i32,
}

impl Shape {
    pub fn random(rng: &mut Pcg64Mcg) -> Shape {
        Shape {
            nodes: rng.random_range(8..90),
            branching: rng.random_range(1..=5),
            reach: rng.random_range(3..30),
            finished: rng.random_range(0..40),
            odd_mover: rng.random_range(0..50),
            back: 0,
            values: [1, 6, 1000, WIN][rng.random_range(0..4)],
        }
    }
}

impl Graph {
    pub fn random(shape: Shape, rng: &mut Pcg64Mcg) -> Graph {
        let chance = |percent: u32, rng: &mut Pcg64Mcg| rng.random_range(0..100) < percent;
        let n = shape.nodes;
        let nodes = (0..n)
            .map(|i| {
                let over = i > 0 && (i + 1 == n || chance(shape.finished, rng));
                let branching = if over { 0 } else { rng.random_range(1..=shape.branching) };
                let edge = |_| match i > 0 && chance(shape.back, rng) {
                    true => rng.random_range(0..i),
                    false => rng.random_range(i + 1..(i + 1 + shape.reach).min(n)),
                };
                let children = (0..branching).map(edge).collect();
                let odd = rng.random_range(0..100) < shape.odd_mover;
                let outcomes = [Outcome::Win(0), Outcome::Win(1), Outcome::Draw];
                Node {
                    children,
                    mover: if odd { rng.random_range(0..2) } else { i as usize % 2 },
                    outcome: over.then(|| outcomes[rng.random_range(0..3)]),
                    value: rng.random_range(-shape.values..=shape.values),
                }
            })
            .collect();
        Graph { nodes, superko: false, path_dependent: false }
    }

    /// A graph written by hand: mover, outcome, evaluation and children of each node.
    pub fn of(nodes: &[(usize, Option<Outcome>, i32, &[u32])]) -> Graph {
        let node = |&(mover, outcome, value, children): &(usize, Option<Outcome>, i32, &[u32])| Node {
            children: children.to_vec(),
            mover,
            outcome,
            value,
        };
        Graph { nodes: nodes.iter().map(node).collect(), superko: false, path_dependent: false }
    }

    /// Adds a ladder of so many rungs, two nodes each, that ends in `outcome` on every one of its 2^rungs ways: easy to
    /// play out, hopeless to prove move by move. Returns its first node, where player 0 moves.
    pub fn add_ladder(&mut self, rungs: u32, outcome: Outcome) -> u32 {
        let start = self.nodes.len() as u32;
        for rung in 0..rungs {
            let next = start + 2 * (rung + 1);
            let node = Node { children: vec![next, next + 1], mover: rung as usize % 2, outcome: None, value: 0 };
            self.nodes.extend([node.clone(), node]);
        }
        let end = Node { children: vec![], mover: rungs as usize % 2, outcome: Some(outcome), value: 0 };
        self.nodes.extend([end.clone(), end]);
        start
    }

    /// The true value of every node of a graph without cycles, for player 0, distances counted from the node: backward
    /// induction, node by node.
    pub fn solve(&self) -> Vec<Value> {
        let mut values = vec![0; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().rev() {
            let child_values = node.children.iter().map(|&c| match values[c as usize] {
                v if v >= WIN_BOUND => v - 1,
                v if v <= -WIN_BOUND => v + 1,
                v => v,
            });
            values[i] = match node.outcome {
                Some(Outcome::Win(0)) => WIN,
                Some(Outcome::Win(_)) => -WIN,
                Some(Outcome::Draw) => 0,
                None if node.mover == 0 => child_values.max().expect("has moves"),
                None => child_values.min().expect("has moves"),
            };
        }
        values
    }

    /// The number of plies of the longest game from each node of a graph without cycles.
    pub fn longest(&self) -> Vec<u32> {
        let mut plies = vec![0; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().rev() {
            plies[i] = node.children.iter().map(|&c| plies[c as usize] + 1).max().unwrap_or(0);
        }
        plies
    }

    /// The number of different games from each node of a graph without cycles.
    pub fn lines(&self) -> Vec<u64> {
        let mut lines = vec![1; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().rev().filter(|(_, node)| node.outcome.is_none()) {
            lines[i] = node.children.iter().fold(0, |sum: u64, &c| sum.saturating_add(lines[c as usize]));
        }
        lines
    }

    pub fn here<'g>(&'g self, position: &[u32]) -> &'g Node {
        &self.nodes[*position.last().expect("never empty") as usize]
    }
}

impl Arena for Graph {
    /// The nodes visited, the present one last.
    type Position = Vec<u32>;
    /// Which of the node's edges; equal numbers at different nodes have nothing in common but killers and history.
    type Move = u32;

    fn mover(&self, position: &Vec<u32>) -> usize {
        self.here(position).mover
    }

    fn outcome(&self, position: &Vec<u32>) -> Option<Outcome> {
        let node = self.here(position);
        let stuck = self.superko && node.children.iter().all(|c| position.contains(c));
        node.outcome.or(stuck.then_some(Outcome::Draw))
    }

    fn moves(&self, position: &Vec<u32>, out: &mut Vec<u32>) {
        let children = self.here(position).children.iter().zip(0..);
        out.extend(children.filter(|(c, _)| !self.superko || !position.contains(c)).map(|(_, slot)| slot));
    }

    fn apply(&self, position: &mut Vec<u32>, mv: u32) {
        position.push(self.here(position).children[mv as usize]);
    }

    fn undo(&self, position: &mut Vec<u32>) {
        position.pop();
    }

    fn hash(&self, position: &Vec<u32>) -> u64 {
        position.last().copied().unwrap_or(0).into()
    }

    fn path_dependent(&self) -> bool {
        self.path_dependent
    }

    fn move_key(&self, mv: u32) -> usize {
        mv as usize
    }

    fn move_keys(&self) -> usize {
        6
    }

    /// Some moves pass for captures, whatever they lead to.
    fn capture_order(&self, position: &Vec<u32>, mv: u32) -> u32 {
        self.here(position).children[mv as usize] % 3
    }
}

/// The evaluation that the graph's nodes carry.
pub struct Stored;

impl Evaluate<Graph> for Stored {
    fn evaluate(&self, arena: &Graph, position: &Vec<u32>) -> i32 {
        arena.here(position).value
    }
}

/// An evaluation that depends on how a position was reached, as mobility under superko does.
pub struct Wayward;

impl Evaluate<Graph> for Wayward {
    fn evaluate(&self, arena: &Graph, position: &Vec<u32>) -> i32 {
        let odd_visits = position.iter().filter(|&node| node % 3 == 1).count() as i32;
        arena.here(position).value % 1000 + 10 * odd_visits
    }
}
