//! One game being played.

use super::why::Click;
use super::{MAX_NODES, MAX_PLIES, scene};
use crate::board::CellId;
use crate::describe::Refusals;
use crate::game::{Game, Player, Position};
use crate::players::value::plies_to_end;
use crate::players::variation::notated;
use crate::players::{AlphaBeta, AlphaBetaOptions, RootValue};
use crate::strategy::{Assessment, Evaluator, Opponent, OpponentKind, Policy, Prospect, SCALE, Strength};
use crate::streams;
use serde_json::{Value, json};
use std::cell::OnceCell;

/// A table whatever the size of its board.
pub(super) trait Tabled {
    /// What stays the same all along the game.
    fn game(&self) -> Value;
    /// The position.
    fn position(&self) -> Value;
    /// Begins anew and makes moves.
    fn go(&mut self, moves: &[String]) -> Result<Value, String>;
    /// Makes a move.
    fn play(&mut self, m: &str) -> Result<Value, String>;
    /// Takes a move back.
    fn undo(&mut self) -> Result<Value, String>;
    /// A player's move, and what it expects.
    fn choose(&self, kind: OpponentKind, depth: u32, nodes: u32, seed: u64) -> Result<Value, String>;
    /// Why there is no such move.
    fn why(&self, refusals: &Refusals, from: Option<CellId>, to: CellId) -> Result<Value, String>;
    /// What all moves are worth.
    fn analyse(&self, nodes: u32) -> Result<Value, String>;
}

/// A game with the position reached.
pub(super) struct Table<const W: usize> {
    game: Game<W>,
    position: Position<W>,
    policy: Policy,
    /// The unit in which the policy's leads are large or small.
    kappa: OnceCell<f64>,
}

impl<const W: usize> Table<W> {
    pub(super) fn new(game: Game<W>) -> Self {
        let (position, policy) = (Position::new(&game, Player::White), Policy::default_for(game.rules()));
        Table { game, position, policy, kappa: OnceCell::new() }
    }

    fn make(&mut self, m: &str) -> Result<(), String> {
        if self.position.made().len() >= MAX_PLIES {
            return Err(format!("a game in a page has at most {MAX_PLIES} moves"));
        }
        let m = self.game.read_move(&self.position, m).map_err(|e| e.to_string())?;
        self.position.apply(&self.game, m);
        Ok(())
    }

    /// The chance of winning, for the one to move, that a search value stands for: ½ for an even position.
    fn chance(&self, evaluator: &Evaluator<W>, value: i32) -> f64 {
        match plies_to_end(value) {
            Some(_) => f64::from(u8::from(value > 0)),
            None => {
                let kappa = *self.kappa.get_or_init(|| evaluator.kappa(0));
                1.0 / (1.0 + (-f64::from(value) / SCALE / kappa).exp())
            }
        }
    }
}

impl<const W: usize> Tabled for Table<W> {
    fn game(&self) -> Value {
        scene::game(self.game.rules(), self.game.board())
    }

    fn position(&self) -> Value {
        scene::position(&self.game, &self.position)
    }

    fn go(&mut self, moves: &[String]) -> Result<Value, String> {
        let begun = Position::new(&self.game, Player::White);
        let before = std::mem::replace(&mut self.position, begun);
        for m in moves {
            if let Err(error) = self.make(m) {
                self.position = before;
                return Err(error);
            }
        }
        Ok(self.position())
    }

    fn play(&mut self, m: &str) -> Result<Value, String> {
        self.make(m)?;
        Ok(self.position())
    }

    fn undo(&mut self) -> Result<Value, String> {
        if self.position.undo() { Ok(self.position()) } else { Err("there is nothing to take back".into()) }
    }

    fn choose(&self, kind: OpponentKind, depth: u32, nodes: u32, seed: u64) -> Result<Value, String> {
        let strength = Strength { depth, nodes: nodes.clamp(1, MAX_NODES) };
        let opponent = Opponent::new(&self.game, kind, strength, &self.policy, None, None);
        let mut opponent = opponent.map_err(|refusal| refusal.to_string())?;
        let advice = opponent.choose(&self.position, &mut streams::generator(seed)).ok_or("the game is over")?;
        let evaluator = Evaluator::new(&self.game, &self.policy);
        let certain = |prospect: Prospect| match prospect {
            Prospect::Win => (Some(1.0), "sees a sure win"),
            Prospect::Draw => (Some(0.5), "sees a sure draw"),
            Prospect::Loss => (Some(0.0), "sees a sure loss"),
        };
        let (chance, words) = match advice.assessment {
            Assessment::None => (None, ""),
            Assessment::Proven(prospect) | Assessment::Solved(prospect, _) => certain(prospect),
            Assessment::Expected { share, .. } => (Some(share), ""),
            Assessment::Value { value, .. } => (Some(self.chance(&evaluator, (value * SCALE) as i32)), ""),
        };
        let m = notated(&self.game, &mut self.position.clone(), &[advice.m]).concat();
        Ok(json!({ "m": m, "chance": chance, "words": words }))
    }

    fn why(&self, refusals: &Refusals, from: Option<CellId>, to: CellId) -> Result<Value, String> {
        let cells = self.game.board().len();
        if [Some(to), from].into_iter().flatten().any(|c| c as usize >= cells) {
            return Err(format!("the board has {cells} cells"));
        }
        let click = Click { game: &self.game, position: &self.position, refusals, from, to };
        Ok(json!({ "why": click.why() }))
    }

    fn analyse(&self, nodes: u32) -> Result<Value, String> {
        let nodes = u64::from(nodes.clamp(1, MAX_NODES));
        let evaluator = Evaluator::new(&self.game, &self.policy);
        let mut search =
            AlphaBeta::new(AlphaBetaOptions { depth: 255, nodes: Some(nodes / 2), ..AlphaBetaOptions::default() });
        let mut position = self.position.clone();
        let best = search.search(&self.game, &evaluator, &mut position).ok_or("the game is over")?;
        let all = search
            .root_values_within(&self.game, &evaluator, &mut position, 64, nodes / 2)
            .ok_or("the game is over")?;
        let legal: Vec<_> = all.values.iter().map(|v| v.mv).collect();
        let words = self.game.notations(self.position.state(), &legal);
        // What the deeper search has proven holds for the first move of its line, too.
        let first = best.exact.then(|| best.principal_variation.first().copied()).flatten();
        let known = |v: &RootValue<_>| if Some(v.mv) == first { (best.value, true) } else { (v.value, v.exact) };
        let highest = all.values.iter().map(|v| known(v).0).max().unwrap_or(best.value);
        let moves = all.values.iter().zip(words).map(|(v, m)| {
            let (value, exact) = known(v);
            json!({ "m": m, "chance": self.chance(&evaluator, value), "exact": exact, "plies": plies_to_end(value) })
        });
        Ok(json!({
            "chance": self.chance(&evaluator, highest), "exact": best.exact, "plies": plies_to_end(highest),
            "depth": if best.exact { best.depth } else { all.depth }, "nodes": best.nodes + all.nodes,
            "line": notated(&self.game, &mut position, &best.principal_variation),
            "moves": moves.collect::<Vec<_>>(),
        }))
    }
}
