//! The play: what each piece may do, which moves come first, and what holds for all of them.

use super::book::Book;
use super::template::Scene;
use super::words::{colour, list, noun, ordinal, polish, verb};
use crate::board::Shape;
use crate::game::facts::{self, Rank};
use crate::game::rules::{Condition, EffectKind, MoveDef, PieceDef, Player, StateId, Who};
use crate::language::resolve::resolve;
use crate::language::schema::Category;
use crate::language::{Kind, Tree};

impl Book<'_> {
    pub(super) fn play(&self) -> Vec<String> {
        let mut lines = self.turn();
        lines.extend(self.ground_rules());
        lines.extend(self.constraints());
        lines.extend(self.no_move());
        lines.iter().map(|l| polish(l)).collect()
    }

    /// What a player does on a turn, by piece.
    fn turn(&self) -> Vec<String> {
        let pieces: Vec<&Tree> = self.items("pieces").iter().filter(|t| matches!(t.kind, Kind::List(_))).collect();
        if pieces.is_empty() {
            let colours = self.names.players.iter().all(|p| colour(p).is_some());
            let of = if colours { "of their colour" } else { "of their own" };
            return vec![format!("Players take turns placing a stone {of} on an empty cell. Stones never move.")];
        }
        let ranks = facts::ranks(self.rules);
        let defined = pieces.iter().zip(&self.rules.pieces).zip(&ranks);
        let several = pieces.len() > 1;
        let told: Vec<(String, Vec<String>)> = defined
            .map(|((tree, piece), ranks)| (self.remarks(tree, piece, several), self.moves(tree, piece, ranks)))
            .collect();
        let mut lines = Vec::new();
        if let [(remarks, moves)] = told.as_slice() {
            // What is to be known of the only piece comes before what it does.
            lines.extend((!remarks.is_empty()).then(|| remarks.clone()));
            let one = moves.len() == 1;
            let which = if one { "this move" } else { "one of these moves" };
            lines.push(format!("On a turn a player makes {which}:"));
            lines.extend(moves.iter().cloned());
        } else {
            lines.push("On a turn a player makes one move with one piece.".into());
            lines.extend(told.into_iter().flat_map(|(remarks, moves)| std::iter::once(remarks).chain(moves)));
        }
        lines
    }

    /// What is to be known of a piece beside its moves.
    fn remarks(&self, tree: &Tree, piece: &PieceDef, headed: bool) -> String {
        let mut remarks: Vec<String> = Vec::new();
        let Some(element) = resolve(tree, Category::Piece, self.names) else { return String::new() };
        match piece.owner {
            Who::Neutral | Who::Nobody => remarks.push("It belongs to nobody.".into()),
            Who::Player(player) => {
                let who = self.player(player.index());
                remarks.push(format!("Only {who} {} it.", verb(who, "has", "have")));
            }
            Who::All | Who::Mover | Who::Opponent => {}
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
        match (headed, remarks.is_empty()) {
            (true, _) => format!("{}. {}", piece.name, remarks.join(" ")).trim_end().to_string(),
            (false, true) => String::new(),
            (false, false) => format!("About the {}: {}", noun(&piece.name), remarks.join(" ")),
        }
    }

    fn moves(&self, tree: &Tree, piece: &PieceDef, ranks: &[Rank]) -> Vec<String> {
        let trees = tree.args().iter().filter(|t| t.is("moves")).flat_map(Tree::args);
        let lines: Vec<String> = trees
            .zip(piece.moves.iter().zip(ranks))
            .map(|(tree, (def, rank))| format!("- {}{}", self.movement(piece, def, tree), priority(*rank)))
            .collect();
        if lines.is_empty() { vec![format!("- A {} has no moves of its own.", noun(&piece.name))] } else { lines }
    }

    /// Whose pieces are moved, and what comes of several on one cell.
    fn ground_rules(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let made = |p: &PieceDef, m: &MoveDef| Player::BOTH.into_iter().any(|player| facts::may_make(p, m, player));
        let moved: Vec<(&PieceDef, &MoveDef)> =
            facts::moves(self.rules).filter(|(p, m)| m.pops() && made(p, m)).collect();
        if moved.iter().any(|(p, m)| facts::takes_own_only(p, m)) {
            let unless = if moved.iter().any(|(p, m)| !facts::takes_own_only(p, m)) {
                ", unless it says otherwise above"
            } else {
                ""
            };
            lines.push(format!("A piece that is moved must be the player's own{unless}."));
        }
        if facts::may_stack(self.rules) {
            lines.push(
                "A piece that comes to an occupied cell goes on top of what is there; the top piece owns the cell."
                    .into(),
            );
        }
        if self.rules.board.shape == Shape::Boardless {
            lines.push(
                "Unless the table is empty, pieces are only put within one step of where a piece stood before the move, diagonals included."
                    .into(),
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
            lines.push(if passing { format!("{} A pass may.", text) } else { text });
        }
        for item in items.iter().filter(|t| !t.is("repetition")) {
            let mut text = match item.head() {
                Some("can-pass") => self.passing(),
                // What must never be is told like the end: of the player who moved.
                Some("never") => {
                    let teller = self.teller.with(Scene { end: true, ..self.teller.scene });
                    teller.tell(item, Category::PlayItem)
                }
                _ => self.teller.tell(item, Category::PlayItem),
            };
            if item.is("never") && facts::has_pass(self.rules) {
                text.push_str(" A pass may.");
            }
            lines.push(text);
        }
        lines
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
        let ranked = facts::ranks(self.rules).iter().flatten().any(|r| r.of > 1);
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
        let only = if facts::has_pass(self.rules) { "" } else { ", and only then," };
        let unless = if speaks { ", unless that ends the game" } else { "" };
        Some(format!("A player who has no legal move{only} passes{unless}."))
    }
}

/// When a move may be made, if others come first or last.
fn priority(rank: Rank) -> String {
    match (rank.index, rank.of) {
        (_, 0 | 1) => String::new(),
        (0, 2) => " This has priority.".into(),
        (_, 2) => " This is allowed only if no move that has priority is possible.".into(),
        (0, _) => " This has the first priority.".into(),
        (i, _) => {
            let earlier: Vec<String> = (1..=i as i64).map(ordinal).collect();
            format!(
                " This has the {} priority: it is allowed only if no move of the {} priority is possible.",
                ordinal(i as i64 + 1),
                list(&earlier, "or")
            )
        }
    }
}
