//! The play: what each piece may do, which moves come first, and what holds for all of them.

use super::book::Book;
use super::line::Line;
use super::template::Scene;
use super::words::{noun, polish, verb};
use crate::board::Shape;
use crate::game::facts::{self, Ranks};
use crate::game::rules::{Condition, EffectKind, PieceDef, StateId, Who};
use crate::language::Tree;
use crate::language::resolve::resolve;
use crate::language::schema::Category;

impl Book<'_> {
    pub(super) fn play(&self) -> Vec<Line> {
        let mut lines = self.turn();
        let rest = self.ground_rules().into_iter().chain(self.constraints()).chain(self.no_move());
        lines.extend(rest.map(Line::plain));
        lines.into_iter().map(|line| Line { text: polish(&line.text), ..line }).collect()
    }

    /// Whether a piece is there, and no more is to be said of it: it belongs to nobody and has no moves.
    pub(super) fn only_stands(&self, tree: &Tree, piece: &PieceDef) -> bool {
        matches!(piece.owner, Who::Neutral | Who::Nobody)
            && piece.moves.is_empty()
            && self.remarks_of(tree, piece).len() == 1
    }

    /// What is to be known of a piece beside its moves.
    pub(super) fn remarks(&self, tree: &Tree, piece: &PieceDef, headed: bool) -> String {
        let remarks = self.remarks_of(tree, piece);
        let said = remarks.join(" ");
        let the = format!("the {}", noun(&piece.name));
        match said.strip_prefix("It ") {
            _ if headed => format!("{}. {said}", piece.name).trim_end().to_string(),
            Some(said) => format!("{the} {said}"),
            // Only one player has it.
            None => said.replacen(" it.", &format!(" {the}."), 1),
        }
    }

    fn remarks_of(&self, tree: &Tree, piece: &PieceDef) -> Vec<String> {
        let mut remarks: Vec<String> = Vec::new();
        let Some(element) = resolve(tree, Category::Piece, self.names) else { return remarks };
        match piece.owner {
            Who::Neutral | Who::Nobody if piece.moves.is_empty() => {
                remarks.push("It belongs to nobody and has no moves of its own.".into());
            }
            Who::Neutral | Who::Nobody => remarks.push("It belongs to nobody.".into()),
            Who::Player(player) => {
                let who = self.player(player.index());
                remarks.push(format!("Only {who} {} it.", verb(who, "has", "have")));
            }
            Who::All | Who::Mover | Who::Opponent => {}
        }
        if piece.moves.is_empty() && !matches!(piece.owner, Who::Neutral | Who::Nobody) {
            remarks.push("It has no moves of its own.".into());
        }
        for item in element.all("items") {
            let matters = match item.head() {
                Some("value") => self.uses_word(Category::Int, "value"),
                Some("state") => piece.state > StateId::ZERO,
                Some("flags") => true,
                _ => false,
            };
            if matters {
                remarks.push(self.teller.tell(item, Category::PieceItem));
            }
        }
        remarks
    }

    /// Whose pieces are moved, and what comes of several on one cell.
    fn ground_rules(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if facts::leaves_stacks(self.rules) {
            lines.push("Pieces on one cell stack; the top one owns the stack.".into());
        }
        if self.rules.board.shape == Shape::Boardless {
            lines.push(
                "Pieces go within one step of where one stood, diagonals included; on an empty table, anywhere.".into(),
            );
        }
        lines
    }

    /// Repetition, passing, and the other constraints on play.
    fn constraints(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let items = self.items("play");
        let rule = items.iter().find(|t| t.is("repetition")).and_then(|t| t.args().first());
        let default = Tree::word("forbid");
        let rule = rule.unwrap_or(&default);
        if self.may_repeat || rule.is("allow") {
            let text = self.teller.tell(rule, Category::Repetition);
            let passing = facts::has_pass(self.rules) && (rule.is("forbid") || rule.is("positional"));
            lines.push(if passing { format!("{}, except by a pass.", text.trim_end_matches('.')) } else { text });
        }
        for item in items.iter().filter(|t| !t.is("repetition")) {
            let mut text = match item.head() {
                Some("can-pass") => self.passing(),
                Some("never") if self.exposes(item).is_some() => self.exposes(item).unwrap_or_default(),
                // What must never be is told like the end: of the player who moved.
                Some("never") => {
                    let teller = self.teller.with(Scene { end: true, ..self.teller.scene });
                    teller.tell(item, Category::PlayItem)
                }
                _ => self.teller.tell(item, Category::PlayItem),
            };
            if item.is("never") && facts::has_pass(self.rules) {
                text.push_str(" A pass may do so.");
            }
            lines.push(text);
        }
        lines
    }

    /// What no move may leave open to capture, if that is all that must never be.
    fn exposes(&self, item: &Tree) -> Option<String> {
        let [threat] = item.args() else { return None };
        let threatened = threat.is("threatened").then(|| resolve(threat, Category::Condition, self.names)).flatten()?;
        let any = Tree::word("any");
        let record = threatened.get("piece").unwrap_or(&any);
        // Of a record the type alone counts.
        let name = record.head()?;
        let piece = if name == "any" { "piece".into() } else { noun(name) };
        Some(format!("No move may leave a {piece} of one's own open to capture."))
    }

    /// The constraints that make moves illegal.
    pub(super) fn prohibitions(&self) -> Vec<String> {
        let told = self.constraints();
        let items = self.items("play");
        let rule = items.iter().find(|t| t.is("repetition")).and_then(|t| t.args().first());
        let forbids = rule.is_none_or(|rule| rule.is("forbid") || rule.is("positional"));
        let others = items.iter().filter(|t| !t.is("repetition")).collect::<Vec<_>>();
        // The line about repetition comes first, if there is one.
        let first = told.len() - others.len();
        let kept = others.iter().zip(&told[first..]).filter(|(item, _)| !item.is("can-pass")).map(|(_, line)| line);
        told[..first].iter().filter(|_| forbids).chain(kept).cloned().collect()
    }

    fn passing(&self) -> String {
        let repeats = facts::moves(self.rules).flat_map(|(_, m)| &m.post).any(|e| matches!(e.kind, EffectKind::Repeat));
        let ranked = facts::ranks(self.rules).iter().flatten().any(Ranks::matter);
        let when = if repeats { ", but not in the middle of a turn" } else { "" };
        let despite = if ranked { "; this does not depend on priorities" } else { "" };
        format!("A player may pass instead of moving{when}{despite}.")
    }

    /// What a player does who has no legal move.
    fn no_move(&self) -> Option<String> {
        let speaks = facts::any_end_condition(self.rules, &|c| *c == Condition::NoMove);
        let passes = facts::speaks_of_all_passed(self.rules);
        if facts::always_ends(self.rules, &Condition::NoMove)
            || facts::fills_up(self.rules) && !passes
            || self.rules.can_pass
        {
            return None;
        }
        let unless = match () {
            _ if speaks => ", unless that ends the game",
            _ if passes || facts::may_choose_to_pass(self.rules) => "",
            _ => "; if nobody can, it is a draw",
        };
        Some(format!("A player who cannot move passes{unless}."))
    }
}
