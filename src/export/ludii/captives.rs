//! Captures that decide: of what a player had, what is neither on the board nor in hand has been captured.

use super::writer::{Unsaid, Writer, unsaid};
use crate::game::facts;
use crate::game::rules::{Action, Condition, Effect, EffectKind, PieceRecord, Player, Who};
use crate::game::{Kind, Owner};
use crate::with_game;

impl Writer<'_> {
    /// Whether the end asks for captives.
    pub fn counts_captives(&self) -> bool {
        facts::any_end_condition(self.rules, &|condition| matches!(condition, Condition::Capture { .. }))
    }

    /// The name of the number of pieces of a type that a player has put on the board.
    fn entered(&self, kind: usize, player: Player) -> String {
        format!("{}of{}", self.names[kind], player.index() + 1)
    }

    /// That one more piece of a type is on the board.
    pub fn enters_once_more(&self, kind: usize, player: Player) -> String {
        let name = self.entered(kind, player);
        format!("(set Var \"{name}\" (+ (var \"{name}\") 1))")
    }

    /// Whether pieces leave the board, or change, in other ways than by captures of the opponent.
    fn leave_otherwise(&self, pieces: &PieceRecord) -> bool {
        let some_kinds = facts::kinds_of(self.rules, pieces).len() < self.rules.pieces.len();
        facts::moves(self.rules).any(|(_, def)| {
            let effect = |e: &Effect| match &e.kind {
                EffectKind::Capture { victim, recycle, subsume, .. } => {
                    *victim != Who::Opponent || *recycle || *subsume || e.optional
                }
                EffectKind::Convert { how: None, pieces: Some(to), .. } => some_kinds || to.owner.is_some(),
                EffectKind::Repeat | EffectKind::Score(_) | EffectKind::SetPieceState(..) => false,
                _ => true,
            };
            let other_owner = |a: &Action| matches!(a, Action::Push { owner: Some(who), .. } if *who != Who::Mover);
            def.pops() && !def.pushes() || def.actions.iter().any(other_owner) || def.post.iter().any(effect)
        })
    }

    /// That so many pieces of a player have been captured.
    pub fn captured(&self, count: u32, pieces: &PieceRecord, victim: Player, role: &str) -> Result<String, Unsaid> {
        let Some(game) = self.game else { return unsaid("capture") };
        if !pieces.is_plain() || !matches!(pieces.owner, None | Some(Who::Opponent)) || self.leave_otherwise(pieces) {
            return unsaid("capture");
        }
        let owner = Owner::from(victim);
        let mut had = 0;
        let mut more = Vec::new();
        let mut left = Vec::new();
        for kind in facts::kinds_of(self.rules, pieces) {
            let piece = &self.rules.pieces[kind];
            if !facts::may_use(piece, victim) || piece.owner == Who::Neutral {
                continue;
            }
            had += with_game!(game, g => {
                let state = g.initial(Player::White);
                let is = |c: &u16| {
                    let top = g.top(&state, *c);
                    g.height(&state, *c) > 0 && top.kind() == Kind::new(kind) && top.owner() == owner
                };
                self.board.cells().filter(is).count()
            });
            left.push(format!("(count Sites in:{})", self.held(role, Some(kind))));
            if !facts::enters(piece) {
                continue;
            }
            if self.counted().contains(&kind) {
                had += usize::from(self.hands[kind][victim.index()]);
                left.push(self.in_hand(role, kind));
            } else {
                // A number that was never set is -1 there.
                had += 1;
                more.push(format!("(var \"{}\")", self.entered(kind, victim)));
            }
        }
        if left.is_empty() {
            return unsaid("capture");
        }
        more.insert(0, had.to_string());
        let sum = |numbers: &[String]| match numbers {
            [one] => one.clone(),
            _ => format!("(+ {{{}}})", numbers.join(" ")),
        };
        Ok(format!("(>= (- {} {}) {count})", sum(&more), sum(&left)))
    }
}
