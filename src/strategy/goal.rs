//! End clauses as numbers: products, unions and complements of goal progress.

use super::advisor::{Advisor, leaves};
use super::chance::{either, keep_best};
use super::context::EvaluationContext;
use super::progress::GoalProgress;
use super::search_memory::SearchParts;
use crate::game::Game;
use crate::game::end::{Atom, Test, Tree};
use crate::game::rules::{Player, Verdict};
use crate::order;

/// A clause that wins or loses for one player.
pub(super) struct Goal<const W: usize> {
    /// For whom it is tested.
    pub player: Player,
    /// 1 if it wins, −1 if it loses.
    pub sign: f64,
    /// The advisors that judge its parts, each once.
    pub advisors: Vec<Advisor>,
    node: Node<W>,
}

enum Node<const W: usize> {
    And(Vec<Node<W>>),
    Or(Vec<Node<W>>),
    Not(Box<Node<W>>),
    Progress(Box<GoalProgress<W>>),
    /// A condition that play does not work towards.
    Ignored,
}

impl<const W: usize> Goal<W> {
    /// The goals of both players.
    pub fn all(game: &Game<W>) -> Vec<Goal<W>> {
        let mut goals = Vec::new();
        for player in Player::BOTH {
            let compiled = game.clauses(player);
            let clauses = game.rules().end.iter().filter(|c| c.who.means(Some(player), player));
            for (clause, (verdict, tree)) in clauses.zip(&compiled.clauses) {
                let mut advisors = leaves(&clause.condition);
                // Tree and condition have the same leaves in the same order; equal ones share an atom.
                let mut by_atom = vec![None; compiled.atoms.len()];
                for (atom, advisor) in tree.atoms().into_iter().zip(&advisors) {
                    by_atom[atom] = *advisor;
                }
                let losing = *verdict == Verdict::Lose;
                let compiler = Compiler { game, player, losing, atoms: &compiled.atoms, advisors: &by_atom };
                let node = compiler.node(tree);
                let sign = match verdict {
                    Verdict::Win => 1.0,
                    Verdict::Lose => -1.0,
                    Verdict::Draw => continue,
                };
                order::sort(&mut advisors);
                advisors.dedup();
                goals.push(Goal { player, sign, advisors: advisors.into_iter().flatten().collect(), node });
            }
        }
        goals
    }

    /// Prepares the conditions for searches.
    pub fn prepare(&mut self, game: &Game<W>, parts: &mut SearchParts<W>) {
        self.node.prepare(game, parts);
    }

    /// How near the clause is to holding, from 0 to 1.
    pub fn worth(&self, context: &EvaluationContext<W>) -> f64 {
        self.node.worth(context, self.player).unwrap_or(0.0)
    }
}

impl<const W: usize> Node<W> {
    fn prepare(&mut self, game: &Game<W>, parts: &mut SearchParts<W>) {
        match self {
            Node::And(nodes) | Node::Or(nodes) => nodes.iter_mut().for_each(|node| node.prepare(game, parts)),
            Node::Not(node) => node.prepare(game, parts),
            Node::Progress(progress) => progress.prepare(game, parts),
            Node::Ignored => {}
        }
    }

    fn worth(&self, context: &EvaluationContext<W>, player: Player) -> Option<f64> {
        match self {
            Node::Ignored => None,
            Node::Progress(progress) => Some(progress.worth(context, player)),
            Node::Not(node) => node.worth(context, player).map(|worth| 1.0 - worth),
            Node::And(nodes) => {
                let mut product = None;
                for node in nodes {
                    if let Some(worth) = node.worth(context, player) {
                        product = Some(product.unwrap_or(1.0) * worth);
                        if worth == 0.0 {
                            break;
                        }
                    }
                }
                product
            }
            // The union of the two best alone: the union of many middling alternatives would be near certainty.
            Node::Or(nodes) => {
                let mut best = None;
                for node in nodes {
                    if let Some(worth) = node.worth(context, player) {
                        keep_best(best.get_or_insert([0.0; 2]), worth);
                    }
                }
                best.map(either)
            }
        }
    }
}

struct Compiler<'a, const W: usize> {
    game: &'a Game<W>,
    player: Player,
    losing: bool,
    atoms: &'a [Atom<W>],
    /// By atom: the advisor that judges it.
    advisors: &'a [Option<Advisor>],
}

impl<const W: usize> Compiler<'_, W> {
    fn node(&self, tree: &Tree) -> Node<W> {
        match tree {
            Tree::And(trees) => Node::And(trees.iter().map(|t| self.node(t)).collect()),
            Tree::Not(tree) => Node::Not(Box::new(self.node(tree))),
            Tree::Or(trees) => self.any(trees),
            Tree::Atom(i) => self.leaf(*i),
        }
    }

    fn leaf(&self, i: usize) -> Node<W> {
        match (self.atoms.get(i), self.advisors.get(i)) {
            (Some(atom), Some(Some(_))) => match GoalProgress::new(self.game, self.player, &atom.test, self.losing) {
                Some(progress) => Node::Progress(Box::new(progress)),
                None => Node::Ignored,
            },
            _ => Node::Ignored,
        }
    }

    /// Alternatives. Connections of the same pieces share one search for distances.
    fn any(&self, trees: &[Tree]) -> Node<W> {
        let connection = |tree: &Tree| match tree {
            Tree::Atom(i) => match self.atoms.get(*i).map(|a| &a.test) {
                Some(Test::Connect { regions, pieces, near }) if !regions.is_empty() => Some((regions, *pieces, *near)),
                _ => None,
            },
            _ => None,
        };
        let mut nodes = Vec::new();
        let mut taken = vec![false; trees.len()];
        for (i, tree) in trees.iter().enumerate() {
            if taken[i] {
                continue;
            }
            let Some((_, pieces, near)) = connection(tree) else {
                nodes.push(self.node(tree));
                continue;
            };
            let mut goals = Vec::new();
            for (j, other) in trees.iter().enumerate().skip(i) {
                if let Some((regions, p, n)) = connection(other)
                    && p == pieces
                    && n == near
                {
                    goals.push(&regions[..]);
                    taken[j] = true;
                }
            }
            nodes.push(Node::Progress(Box::new(GoalProgress::network(self.game, &goals, pieces, near))));
        }
        if nodes.len() == 1 { nodes.remove(0) } else { Node::Or(nodes) }
    }
}
