//! One game being played.

use super::request::SetUp;
use super::why::Click;
use super::{MAX_NODES, MAX_PLIES, scene};
use crate::board::CellId;
use crate::describe::Refusals;
use crate::game::{Game, Move, Player, Position};
use crate::players::value::plies_to_end;
use crate::players::variation::notated;
use crate::players::{AlphaBeta, AlphaBetaOptions, Arena, RootValue};
use crate::solver::solution::{Oracle, Saved};
use crate::solver::{Value as Exact, Wdl, Worth};
use crate::strategy::{Assessment, Evaluator, Opponent, OpponentKind, Policy, Puzzler, SCALE, Strength};
use crate::streams;
use rand::RngExt;
use serde_json::{Value, json};
use std::cell::OnceCell;

/// The most nodes of each search for puzzles.
const MAX_PUZZLE_NODES: u32 = 50_000;
/// How long a game is that the engine plays to find puzzles in.
const PLAYED: usize = 80;
/// The longest line that a solution tells.
const LINE: usize = 24;

/// A table whatever the size of its board.
pub(super) trait Tabled {
    /// What stays the same all along the game.
    fn game(&self) -> Value;
    /// The position.
    fn position(&self) -> Value;
    /// Begins anew, from a position set up by hand if there is one, and makes moves.
    fn go(&mut self, from: Option<&SetUp>, moves: &[String]) -> Result<Value, String>;
    /// Takes a solution of the game.
    fn solve(&mut self, saved: Saved) -> Result<Value, String>;
    /// A position with one right move along a game.
    fn puzzle(&self, moves: &[String], after: usize, nodes: u32, seed: u64) -> Result<Value, String>;
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
    /// Where the game began.
    start: Position<W>,
    position: Position<W>,
    policy: Policy,
    solution: Option<Saved>,
    /// The unit in which the policy's leads are large or small.
    kappa: OnceCell<f64>,
}

impl<const W: usize> Table<W> {
    pub(super) fn new(game: Game<W>) -> Self {
        let (position, policy) = (Position::new(&game, Player::White), Policy::default_for(game.rules()));
        Table { game, start: position.clone(), position, policy, solution: None, kappa: OnceCell::new() }
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

impl<const W: usize> Table<W> {
    /// The moves of a game that the engine plays against itself, with a few moves by chance at its beginning.
    fn played(&self, nodes: u64, seed: u64) -> Vec<String> {
        let mut random = streams::generator(seed);
        let evaluator = Evaluator::new(&self.game, &self.policy);
        let options = AlphaBetaOptions { depth: 255, nodes: Some(nodes.clamp(1, 200)), ..AlphaBetaOptions::default() };
        let mut search = AlphaBeta::new(options);
        let mut position = Position::new(&self.game, Player::White);
        let mut legal = Vec::new();
        for ply in 0..PLAYED {
            position.legal(&self.game, &mut legal);
            let m = match legal.as_slice() {
                [] => break,
                // Two games are not to be the same, and mistakes are what puzzles are made of.
                _ if ply < 2 || random.random_range(0..6u32) == 0 => {
                    legal[random.random_range(0..legal.len() as u64) as usize]
                }
                _ => match search.search(&self.game, &evaluator, &mut position) {
                    Some(found) => found.best,
                    None => break,
                },
            };
            position.apply(&self.game, m);
        }
        notated(&self.game, &mut Position::new(&self.game, Player::White), position.made())
    }

    /// What a solution says of all moves; `None` without one, or where it does not know them all.
    fn exact(&self) -> Option<Value> {
        let mut oracle = Oracle::of(&self.game, self.solution.as_ref()?).ok()?;
        let person = self.game.mover(&self.position);
        let rate = |oracle: &mut Oracle<W>, position: &Position<W>| -> Option<Vec<(Move, Worth)>> {
            oracle.moves(position).into_iter().map(|rated| Some((rated.m, rated.worth?))).collect()
        };
        let rated = rate(&mut oracle, &self.position)?;
        let legal: Vec<Move> = rated.iter().map(|(m, _)| *m).collect();
        let words = self.game.notations(self.position.state(), &legal);
        let chance = |worth: &Worth| match worth.value {
            Exact::Draw => 0.5,
            value => f64::from(u8::from(value == Exact::win(person))),
        };
        let best = rated.iter().max_by_key(|(_, worth)| worth.rank(person))?.1;
        let moves: Vec<Value> = rated
            .iter()
            .zip(words)
            .map(|((_, worth), m)| json!({ "m": m, "chance": chance(worth), "exact": true, "plies": worth.plies }))
            .collect();
        let mut line = Vec::new();
        let mut position = self.position.clone();
        while line.len() < LINE && position.outcome().is_none() {
            let person = self.game.mover(&position);
            let rated = rate(&mut oracle, &position)?;
            let Some(&(m, _)) = rated.iter().max_by_key(|(_, worth)| worth.rank(person)) else { break };
            line.push(m);
            position.apply(&self.game, m);
        }
        Some(json!({
            "chance": chance(&best), "exact": true, "plies": best.plies, "depth": best.plies, "nodes": 0, "solved": true,
            "line": notated(&self.game, &mut self.position.clone(), &line), "moves": moves,
        }))
    }
}

impl<const W: usize> Tabled for Table<W> {
    fn game(&self) -> Value {
        scene::game(self.game.rules(), self.game.board())
    }

    fn position(&self) -> Value {
        scene::position(&self.game, &self.start, &self.position)
    }

    fn go(&mut self, from: Option<&SetUp>, moves: &[String]) -> Result<Value, String> {
        let start = match from {
            Some(from) => self.game.set_up(&from.wanted()?).map_err(|e| e.to_string())?,
            None => Position::new(&self.game, Player::White),
        };
        let before = std::mem::replace(&mut self.position, start.clone());
        for m in moves {
            if let Err(error) = self.make(m) {
                self.position = before;
                return Err(error);
            }
        }
        self.start = start;
        Ok(self.position())
    }

    fn solve(&mut self, saved: Saved) -> Result<Value, String> {
        // Whether it can be asked is found out at once.
        Oracle::of(&self.game, &saved).map_err(|refusal| refusal.to_string())?;
        self.solution = Some(saved);
        Ok(json!({ "solved": true }))
    }

    fn puzzle(&self, moves: &[String], after: usize, nodes: u32, seed: u64) -> Result<Value, String> {
        let moves = if moves.is_empty() { self.played(u64::from(nodes), seed) } else { moves.to_vec() };
        let evaluator = Evaluator::new(&self.game, &self.policy);
        let puzzler = Puzzler {
            game: &self.game,
            evaluator: &evaluator,
            nodes: nodes.clamp(1, MAX_PUZZLE_NODES).into(),
            longest: 5,
        };
        let mut position = Position::new(&self.game, Player::White);
        let mut legal = Vec::new();
        for (ply, m) in moves.iter().take(MAX_PLIES).enumerate() {
            position.legal(&self.game, &mut legal);
            if ply >= after
                && legal.len() > 1
                && let Some(task) = puzzler.task(&mut position, &|value| self.chance(&evaluator, value))
            {
                let key = self.game.notation(position.state(), task.key, &legal);
                let (mover, before) = (position.state().mover.index(), &moves[..ply]);
                return Ok(json!({ "found": {
                    "moves": before, "game": moves, "key": key, "plies": task.plies, "gain": task.gain, "mover": mover,
                } }));
            }
            let m = self.game.read_move(&position, m).map_err(|e| e.to_string())?;
            position.apply(&self.game, m);
            if position.outcome().is_some() {
                break;
            }
        }
        Ok(json!({ "found": null }))
    }

    fn play(&mut self, m: &str) -> Result<Value, String> {
        self.make(m)?;
        Ok(self.position())
    }

    fn undo(&mut self) -> Result<Value, String> {
        if self.position.undo() { Ok(self.position()) } else { Err("there is nothing to take back".into()) }
    }

    fn choose(&self, kind: OpponentKind, depth: u32, nodes: u32, seed: u64) -> Result<Value, String> {
        let strength = Strength { depth, nodes: nodes.clamp(1, MAX_NODES), work: None };
        let opponent = Opponent::new(&self.game, kind, strength, &self.policy, None, self.solution.as_ref());
        let mut opponent = opponent.map_err(|refusal| refusal.to_string())?;
        let advice = opponent.choose(&self.position, &mut streams::generator(seed)).ok_or("the game is over")?;
        let evaluator = Evaluator::new(&self.game, &self.policy);
        let certain = |value: Wdl| match value {
            Wdl::Win => (Some(1.0), "sees a sure win"),
            Wdl::Draw => (Some(0.5), "sees a sure draw"),
            Wdl::Loss => (Some(0.0), "sees a sure loss"),
        };
        let solved = |value: Wdl| match value {
            Wdl::Win => "knows that it wins",
            Wdl::Draw => "knows that it is a draw",
            Wdl::Loss => "knows that it loses against the best play",
        };
        let (chance, words) = match advice.assessment {
            Assessment::None => (None, ""),
            Assessment::Proven(value) => certain(value),
            Assessment::Solved(value, _) => (certain(value).0, solved(value)),
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
        if let Some(exact) = self.exact() {
            return Ok(exact);
        }
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
