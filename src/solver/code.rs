//! Positions as strings of bytes, without loss: two states have one code if and only if the rest of the game is the same.

use super::wire::put;
use crate::game::rules::{Bool, Condition, Effect, EffectKind, Int, Node, Rules};
use crate::game::{ByKind, ByOwner, ByPlayer, Game, Kind, MAX_KINDS, NOWHERE, Outcome, Player, State, UNLIMITED};
use crate::language::schema::Past;
use std::collections::HashMap;

/// What may stand on cells, by number: the pieces from the bottom up.
pub(crate) type Symbols = Vec<Vec<u32>>;

/// Writes states of one game as codes.
///
/// A code begins with what the repetition rule compares (the board, hands, scores, whose turn it is) and ends with what the
/// rules remember of the past. Positions that ended are told apart by how.
pub(crate) struct Coder<'g, const W: usize> {
    game: &'g Game<W>,
    /// The cell contents seen so far, if owners do not say all.
    symbols: HashMap<Vec<u32>, u32>,
    /// Unknown contents get a number; otherwise they have no code.
    open: bool,
    limited: Vec<(usize, usize)>,
    scores: bool,
    /// The greatest number of moves that the rules tell from greater ones.
    moves_told: u32,
    stack: Vec<u32>,
}

impl<'g, const W: usize> Coder<'g, W> {
    pub fn new(game: &'g Game<W>) -> Self {
        Self::with_symbols(game, Vec::new(), true)
    }

    /// A coder that knows these cell contents and no others.
    pub fn reading(game: &'g Game<W>, symbols: Symbols) -> Self {
        Self::with_symbols(game, symbols, false)
    }

    fn with_symbols(game: &'g Game<W>, symbols: Symbols, open: bool) -> Self {
        let rules = game.rules();
        Coder {
            game,
            symbols: symbols.into_iter().zip(0..).collect(),
            open,
            limited: limited(rules, &game.initial(Player::White).hands),
            scores: scores(rules),
            moves_told: moves_told(rules),
            stack: Vec::new(),
        }
    }

    /// The cell contents that have a number, in order.
    pub fn symbols(self) -> Symbols {
        let mut all: Vec<(u32, Vec<u32>)> = self.symbols.into_iter().map(|(s, i)| (i, s)).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, s)| s).collect()
    }

    /// Writes the code of a state over `out`. Returns the length of the part that the repetition rule compares, or `None` if
    /// the state has contents without a number.
    pub fn encode(&mut self, state: &State<W>, out: &mut Vec<u8>) -> Option<usize> {
        out.clear();
        let game = self.game;
        let cells = game.board().len();
        if game.owners_say_all() {
            let ByOwner([white, black, neutral]) = state.owned;
            for plane in [white | neutral, black | neutral] {
                let end = out.len() + cells.div_ceil(8);
                plane.0.iter().for_each(|w| out.extend_from_slice(&w.to_le_bytes()));
                out.truncate(end);
            }
        } else {
            for cell in game.board().cells() {
                self.stack.clear();
                self.stack.extend((0..game.height(state, cell)).map(|level| game.piece_at(state, cell, level).0));
                self.stack.push(game.cell_state(state, cell).number().into());
                let symbol = match self.symbols.get(&self.stack) {
                    Some(&symbol) => symbol,
                    None if self.open => {
                        let next = self.symbols.len() as u32;
                        *self.symbols.entry(self.stack.clone()).or_insert(next)
                    }
                    None => return None,
                };
                put(out, symbol.into());
            }
        }
        for &(player, kind) in &self.limited {
            out.push(state.hands[Player::from_index(player)][Kind::new(kind)]);
        }
        if self.scores {
            for &score in state.scores.iter() {
                // Small numbers of either sign are short.
                put(out, ((score << 1) ^ (score >> 31)) as u32 as u64);
            }
        }
        out.push(state.mover as u8 | (state.continuing as u8) << 1);
        let compared = out.len();
        let memory = game.memory();
        let ended = match state.outcome {
            None => 0,
            Some(Outcome::Win(player)) => 1 + player as u8,
            Some(Outcome::Draw) => 3,
        };
        out.push(ended | (state.swapped as u8) << 2);
        // A finished game has no use for the rest.
        if state.outcome.is_none() {
            let moved = if memory.moved {
                state.moved[Player::White] as u8 | (state.moved[Player::Black] as u8) << 1
            } else {
                0
            };
            out.push(state.passes.min(2) | moved << 2);
            put(out, state.move_number.min(self.moves_told).into());
            if memory.last {
                put(out, if state.last_to == NOWHERE { 0 } else { state.last_to as u64 + 1 });
            }
            if memory.captured {
                let kinds = game.rules().pieces.len();
                state.captured.iter().for_each(|taken| out.extend_from_slice(&taken.0[..kinds]));
            }
        }
        Some(compared)
    }
}

/// Of which pieces each player has only so many in hand, by player and type.
fn limited(rules: &Rules, hands: &ByPlayer<ByKind<u8>>) -> Vec<(usize, usize)> {
    let mut limited = Vec::new();
    for player in Player::BOTH {
        let kinds = (0..rules.pieces.len().min(MAX_KINDS)).filter(|&k| hands[player][Kind::new(k)] != UNLIMITED);
        limited.extend(kinds.map(|k| (player.index(), k)));
    }
    limited
}

/// Whether moves score.
fn scores(rules: &Rules) -> bool {
    rules.moves().any(|m| m.post.iter().any(|e| matches!(e.kind, EffectKind::Score(_))))
}

/// The number of moves from which on the rules take all numbers of moves for the same; `u32::MAX` if they compute with it.
fn moves_told(rules: &Rules) -> u32 {
    // The second move may change sides, and nobody is eliminated before it.
    let early = rules.swap || rules.end_conditions().any(eliminates);
    moves_compared(rules).max(if early { 2 } else { 0 })
}

/// The same for the numbers of moves that conditions name.
pub(super) fn moves_compared(rules: &Rules) -> u32 {
    let mut told = 0;
    let mut compare = |a: &Int, b: &Int| {
        let seen = match (a, b) {
            (Int::MoveNumber, Int::Const(n)) | (Int::Const(n), Int::MoveNumber) => n.saturating_add(1).max(0) as u32,
            _ if counts(a) || counts(b) => u32::MAX,
            _ => 0,
        };
        told = told.max(seen);
    };
    let mut note = |node: Node| match node {
        Node::Bool(Bool::Compare(_, a, b)) | Node::Condition(Condition::Compare(_, a, b)) => compare(a, b),
        Node::Effect(Effect {
            kind:
                EffectKind::SetCellState(_, n)
                | EffectKind::SetPieceState(_, n)
                | EffectKind::SetCellStates(n)
                | EffectKind::Score(n),
            ..
        }) => compare(n, n),
        _ => {}
    };
    rules.moves().for_each(|def| Node::Move(def).for_each(&mut note));
    rules.end_conditions().for_each(|condition| Node::Condition(condition).for_each(&mut note));
    told
}

fn eliminates(condition: &Condition) -> bool {
    Node::Condition(condition).any(|node| matches!(node, Node::Condition(Condition::Eliminate { .. })))
}

/// Whether a number is computed from the number of moves.
fn counts(number: &Int) -> bool {
    Node::Int(number).any(|node| node.reads() == Past::MoveNumber)
}
