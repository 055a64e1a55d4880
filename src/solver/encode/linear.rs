//! Numbers that add up over the characters of a string.

use super::alphabet::Content;
use super::refusal::{Result, refuse};
use super::view::{Extra, Setting, matches};
use crate::game::rules::Player;
use crate::game::rules::*;

/// A sum of weights of symbols, and a constant.
pub(super) struct Linear {
    pub constant: i32,
    weights: Vec<Vec<i32>>,
}

impl Linear {
    /// What a symbol of a layer adds.
    pub fn weight(&self, layer: usize, symbol: u8) -> i32 {
        self.weights[layer][symbol as usize]
    }

    /// The difference to another sum.
    pub fn minus(mut self, other: &Linear) -> Linear {
        self.add(other, -1);
        self
    }

    fn add(&mut self, other: &Linear, sign: i32) {
        self.constant += sign * other.constant;
        for (own, other) in self.weights.iter_mut().flatten().zip(other.weights.iter().flatten()) {
            *own += sign * other;
        }
    }
}

/// A number of the end section, seen by a player, as a sum of weights.
pub(super) fn linear(setting: &Setting, number: &Int, player: Player) -> Result<Linear> {
    let layers = setting.layers();
    let each = |weight: &dyn Fn(usize, u8) -> i32| Linear {
        constant: 0,
        weights: (0..layers).map(|l| (0..setting.symbols(l) as u16).map(|s| weight(l, s as u8)).collect()).collect(),
    };
    Ok(match number {
        Int::Const(n) => Linear { constant: *n, ..each(&|_, _| 0) },
        Int::Sum(terms) => {
            let mut sum = each(&|_, _| 0);
            for t in terms {
                sum.add(&linear(setting, t, player)?, 1);
            }
            sum
        }
        Int::Difference(terms) => {
            let mut sum = each(&|_, _| 0);
            for (i, t) in terms.iter().enumerate() {
                sum.add(&linear(setting, t, player)?, if i == 0 && terms.len() > 1 { 1 } else { -1 });
            }
            sum
        }
        Int::Pieces(target) => {
            let meant = |c: &Content| match target {
                Target::Empty => c.men.is_empty(),
                Target::Pieces(record) => c.men.last().is_some_and(|m| matches(m, record, player)),
            };
            let meant: Vec<bool> = setting.alphabet.contents().map(|(_, c)| meant(c)).collect();
            each(&|layer, symbol| setting.shows(&meant, layer, symbol) as i32)
        }
        Int::InHand(who, kind) => {
            let kinds = 0..setting.rules.pieces.len();
            let meant = |p: Player, k: usize| who.means(Some(p), player) && kind.is_none_or(|kind| kind == k);
            if kinds.clone().any(|k| Player::BOTH.iter().any(|&p| meant(p, k) && setting.unlimited[p][k])) {
                return Ok(Linear { constant: 999, ..each(&|_, _| 0) });
            }
            let cells = setting.board.len();
            each(&|layer, symbol| match layer.checked_sub(cells).map(|i| setting.extras[i].0) {
                Some(Extra::Hand(p, k)) if meant(p, k) => symbol.into(),
                _ => 0,
            })
        }
        Int::MoveNumber => match setting.layer_of(Extra::Moves) {
            Some(moves) => each(&|layer, symbol| if layer == moves { symbol.into() } else { 0 }),
            None => return refuse("`move-number`"),
        },
        _ => return refuse("such a number in an end condition"),
    })
}
