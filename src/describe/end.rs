//! The end: what each clause gives, and what decides when clauses meet.

use super::book::Book;
use super::telling::uncapital;
use super::template::{Scene, Teller, distinct};
use super::words::{polish, verb};
use crate::game::rules::{Both, Clause, Condition, Player, Rules, Verdict, Who};
use crate::game::{AnyGame, facts};
use crate::language::Tree;
use crate::language::resolve::resolve;
use crate::language::schema::Category;
use crate::with_game;

impl Book<'_> {
    pub(super) fn end(&self) -> Vec<String> {
        let Some(section) = self.section("end") else { return Vec::new() };
        let Some(end) = resolve(section, Category::Section, self.names) else { return Vec::new() };
        let names = [self.player(0), self.player(1)];
        let in_turn = facts::moves_alternate(self.rules).then_some(names);
        let teller = self.teller.with(Scene { end: true, in_turn, ..self.teller.scene });
        let clauses = end.all("clauses").iter().zip(&self.rules.end);
        let told = clauses.filter_map(|(tree, clause)| Some((self.clause(tree, clause, &teller)?, clause.verdict)));
        let (mut lines, verdicts): (Vec<String>, Vec<Verdict>) = told.unzip();
        // A draw counts where nobody wins or loses: one that is told after all else says so itself.
        let draws = verdicts.iter().filter(|v| **v == Verdict::Draw).count();
        let otherwise = draws == 1 && verdicts.len() > 1 && verdicts.last() == Some(&Verdict::Draw);
        if let (true, Some(last)) = (otherwise, lines.last_mut()) {
            *last = format!("Otherwise {}", uncapital(last));
        }
        lines = distinct(lines);
        lines.extend(self.precedence(&teller, end.all("flags"), otherwise));
        lines.extend(self.draws());
        lines.iter().map(|l| polish(l)).collect()
    }

    fn clause(&self, tree: &Tree, clause: &Clause, teller: &Teller<'_>) -> Option<String> {
        let (verdict, who, told) = (clause.verdict, clause.who, &clause.condition);
        let element = resolve(tree, Category::Clause, self.names)?;
        let condition = teller.tell(element.get("condition")?, Category::Condition);
        let head = tree.head().unwrap_or_default();
        let personal = is_personal(&condition);
        let result = |name| match verdict {
            Verdict::Win => verb(name, "wins", "win"),
            Verdict::Lose => verb(name, "loses", "lose"),
            Verdict::Draw => "",
        };
        Some(match (verdict, who == Who::All, personal) {
            (Verdict::Lose, true, _) if *told == Condition::NoMove => "A player who cannot move loses.".into(),
            (Verdict::Win, true, _) if *told == Condition::NoMove => "A player who cannot move wins.".into(),
            (Verdict::Draw, true, _) if *told == Condition::NoMove => "It is a draw if a player cannot move.".into(),
            (Verdict::Draw, all, true) => {
                let who = if all { "either player" } else { head };
                match condition
                    .strip_prefix("they have ")
                    .filter(|rest| !is_personal(rest) && !rest.starts_with("not "))
                {
                    Some(rest) => format!("The game is drawn if {who} {} {rest}.", verb(who, "has", "have")),
                    None => format!("The game is drawn if, for {who}, {condition}."),
                }
            }
            (Verdict::Draw, _, false) => format!("The game is drawn if {condition}."),
            (_, true, _) => format!("A player {} {}.", result("player"), having(&condition)),
            (_, false, _) => format!("{head} {} {}.", result(head), having(&condition)),
        })
    }

    /// What comes first where several clauses hold.
    fn precedence(&self, teller: &Teller<'_>, flags: &[&Tree], draw_is_last: bool) -> Vec<String> {
        let mut lines = Vec::new();
        let tell = |word: &str| teller.tell(&Tree::word(word), Category::EndFlag);
        if self.rules.opp_turn {
            lines.push(tell("opp-turn"));
        }
        if self.rules.win_first {
            lines.push(tell("win-first"));
        } else if facts::may_win_and_lose(self.rules) {
            lines.push("Losing comes before winning.".into());
        }
        let (both, named) = match self.rules.both {
            Both::MoverWins => ("mover-wins", flags.iter().any(|f| f.is("mover-wins"))),
            Both::MoverLoses => ("mover-loses", true),
            Both::Draw => ("draw", true),
        };
        if named || facts::may_end_for_both(self.rules, || ends_at_start(self.rules)) {
            let gives = |verdict| self.rules.end.iter().any(|c| c.verdict == verdict);
            let results = match (gives(Verdict::Win), gives(Verdict::Lose)) {
                (true, false) => "both win at once",
                (false, true) => "both lose at once",
                _ => "both win or lose",
            };
            lines.push(tell(both).replacen("both win or lose", results, 1));
        }
        let some = |draws: bool| self.rules.end.iter().any(|c| (c.verdict == Verdict::Draw) == draws);
        if some(true) && some(false) && !draw_is_last {
            lines.push("A draw comes last.".into());
        }
        let eliminated = facts::any_end_condition(self.rules, &|c| matches!(c, Condition::Eliminate { .. }));
        let all_start = Player::BOTH.into_iter().all(|p| facts::has_pieces_at_start(self.rules, p));
        if eliminated && !all_start {
            lines.push("Having no pieces left counts from the second move on.".into());
        }
        lines
    }

    /// The draws that no clause tells.
    fn draws(&self) -> Option<String> {
        let rules = self.rules;
        let decides = |condition: &Condition| facts::always_ends(rules, condition);
        let speaks = |condition: &Condition| facts::any_end_condition(rules, &|c| c == condition);
        Some(
            match () {
                _ if speaks(&Condition::AllPassed) => match decides(&Condition::AllPassed) {
                    true => return None,
                    false => "Two passes in succession that do not decide it are a draw.",
                },
                _ if facts::may_choose_to_pass(rules) => "Two passes in succession are a draw.",
                _ if decides(&Condition::NoMove) => return None,
                _ if facts::fills_up(rules) => {
                    match (speaks(&Condition::Full) || speaks(&Condition::NoMove), decides(&Condition::Full)) {
                        (_, true) => return None,
                        (true, false) => "A full board that does not decide it is a draw.",
                        (false, false) => "A full board is a draw.",
                    }
                }
                _ if speaks(&Condition::NoMove) => "If nobody can move and nothing above decides, it is a draw.",
                // It is told with the pass of those who cannot move.
                _ => return None,
            }
            .into(),
        )
    }
}

/// Whether some clause but of draws holds before the first move, as far as that can be known.
fn ends_at_start(rules: &Rules) -> bool {
    AnyGame::new(rules.clone()).map_or(true, |game| with_game!(game, g => g.holds_at_start()))
}

/// Whether a condition speaks of a player, without saying whom.
fn is_personal(condition: &str) -> bool {
    condition.split(|c: char| !c.is_alphabetic()).any(|word| {
        matches!(word, "they" | "their" | "theirs" | "opponent" | "own" | "player" | "mover" | "friendly" | "enemy")
    })
}

/// A condition after “wins” or “loses”: “with three in a row” where that is all.
fn having(condition: &str) -> String {
    let words: Vec<&str> = condition.split(' ').collect();
    let joined = words.windows(2).any(|w| w[0] == "and" || w[0] == "or" && w[1] != "more");
    match condition.strip_prefix("they have ") {
        Some(rest) if !joined && !rest.starts_with("captured") && !rest.starts_with("not ") => format!("with {rest}"),
        _ => format!("if {condition}"),
    }
}
