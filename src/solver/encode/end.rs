//! End conditions as sets of strings.

use super::condition::Conditions;
use super::refusal::{Refusal, Result, refuse};
use super::view::{Extra, Setting};
use crate::game::facts;
use crate::game::rules::*;
use crate::solver::dfa::{Error, Limit, Root, Session, Set, Shape, with_limit};
use crate::solver::symbolic::{Region, Side};

/// States of sets that are small.
const SMALL: usize = 1 << 10;

/// The positions at which a game is over, by what the player to move has got. One in several counts for the first of won, lost, drawn.
pub(super) struct Outcomes {
    pub won: Region,
    pub lost: Region,
    pub drawn: Region,
    /// Whether one both won and lost is lost.
    pub lost_first: bool,
}

/// The end section of a game.
pub(super) struct Ends<'a> {
    setting: &'a Setting<'a>,
    shape: &'a Shape,
    conditions: Conditions<'a>,
}

impl<'a> Ends<'a> {
    pub fn new(setting: &'a Setting<'a>, shape: &'a Shape, stuck: [&'a Set; 2]) -> Result<Self> {
        let effects = || setting.rules.pieces.iter().flat_map(|p| &p.moves).flat_map(|m| &m.post);
        let several = effects().any(|e| e.kind == EffectKind::Repeat);
        if several && setting.rules.end.iter().any(|c| !matches!(c.condition, Condition::NoMove)) {
            return refuse("an end in the middle of a turn of several moves (`repeat`)");
        }
        Ok(Ends { setting, shape, conditions: Conditions { setting, shape, stuck } })
    }

    /// Who has got what where it is this player's turn.
    pub fn of(&self, to_move: Player) -> Result<Outcomes> {
        match with_limit(Limit { states: self.setting.few, ..Limit::NONE }, || self.as_sets(to_move)) {
            Err(Refusal::Size(Error::States { .. })) => {
                self.as_patterns(to_move)?.map_or_else(|| self.as_sets(to_move), Ok)
            }
            outcomes => outcomes,
        }
    }

    /// The same by patterns wherever these can tell it, and else by sets for which no more states are visited than the setting says.
    pub fn in_short(&self, to_move: Player) -> Result<Outcomes> {
        match self.as_patterns(to_move)? {
            Some(outcomes) => Ok(outcomes),
            None => with_limit(Limit { states: self.setting.few, ..Limit::NONE }, || self.as_sets(to_move)),
        }
    }

    /// The same where the game ends with wins by patterns alone, for which no sets are made; `None` elsewhere.
    fn as_patterns(&self, to_move: Player) -> Result<Option<Outcomes>> {
        let rules = self.setting.rules;
        let plain = rules.both != Both::Draw && self.setting.layer_of(Extra::Moves).is_none();
        if !plain || rules.end.iter().any(|clause| clause.verdict != Verdict::Win) {
            return Ok(None);
        }
        let moved = to_move.opponent();
        let mut wins = [Vec::new(), Vec::new()];
        for (player, clause) in Player::BOTH.into_iter().flat_map(|player| rules.end.iter().map(move |c| (player, c))) {
            let counts = !(rules.opp_turn && player == moved) && clause.who.means(Some(player), moved);
            if !counts {
                continue;
            }
            let Some(patterns) = self.conditions.patterns_of(&clause.condition, player) else { return Ok(None) };
            wins[player.index()].extend(patterns);
        }
        let region = |player: Player| Region::patterns(self.shape, &wins[player.index()]);
        Ok(Some(Outcomes {
            won: region(to_move)?,
            lost: region(moved)?,
            drawn: region_of(self.drawn_without_moves()?),
            lost_first: rules.both == Both::MoverWins,
        }))
    }

    /// The positions drawn for want of moves, whatever else they are.
    fn drawn_without_moves(&self) -> Result<Set> {
        let mut drawn = Set::empty(self.shape);
        if let Some(layer) = self.setting.layer_of(Extra::Passes) {
            drawn = Set::cube(self.shape, &[(layer, vec![2])])?;
        }
        if !facts::speaks_of_all_passed(self.setting.rules) {
            drawn = drawn.union(&self.conditions.stuck[0].intersection(self.conditions.stuck[1])?)?;
        }
        Ok(drawn)
    }

    fn as_sets(&self, to_move: Player) -> Result<Outcomes> {
        let rules = self.setting.rules;
        let moved = to_move.opponent();
        let gets = |player: Player, verdict: Verdict| -> Result<Set> {
            let mut all = Set::empty(self.shape);
            for clause in &rules.end {
                if clause.verdict == verdict && clause.who.means(Some(player), moved) {
                    all = all.union(&self.conditions.holds(&clause.condition, player, to_move)?)?;
                }
            }
            Ok(all)
        };
        let mut results = Vec::new();
        for player in Player::BOTH {
            let counts = !(rules.opp_turn && player == moved);
            let wins = if counts { gets(player, Verdict::Win)? } else { Set::empty(self.shape) };
            let loses = gets(player, Verdict::Lose)?;
            results.push(match rules.win_first {
                true => (wins.clone(), loses.difference(&wins)?),
                false => (wins.difference(&loses)?, loses),
            });
        }
        let [(own_wins, own_loses), (other_wins, other_loses)] = [&results[to_move.index()], &results[moved.index()]];
        // No player both wins and loses, so what is in both of these has both winning or both losing.
        let mut won = own_wins.union(other_loses)?;
        let mut lost = other_wins.union(own_loses)?;
        let mut drawn = gets(Player::White, Verdict::Draw)?.union(&gets(Player::Black, Verdict::Draw)?)?;
        if rules.both == Both::Draw {
            let both = won.intersection(&lost)?;
            (won, lost, drawn) = (won.difference(&both)?, lost.difference(&both)?, drawn.union(&both)?);
        }
        // The start is not tested.
        if let Some(layer) = self.setting.layer_of(Extra::Moves) {
            let begun = Set::cube(self.shape, &[(layer, vec![0])])?.complement();
            (won, lost, drawn) = (won.intersection(&begun)?, lost.intersection(&begun)?, drawn.intersection(&begun)?);
        }
        drawn = drawn.union(&self.drawn_without_moves()?)?;
        // What counts for another may stay in; without it the set can be the smallest of all, or by far the largest.
        if won.states() + lost.states() <= SMALL {
            drawn = drawn.difference(&won)?.difference(&lost)?;
        }
        let [won, lost, drawn] = [won, lost, drawn].map(region_of);
        Ok(Outcomes { won, lost, drawn, lost_first: rules.both == Both::MoverWins })
    }

    /// Whether nobody would be eliminated before the second move; `first` is the side that begins.
    pub fn spares_the_first_moves(&self, start: &[u8], first: &Side) -> Result<bool> {
        let leaves = self.setting.rules.end.iter().flat_map(|c| c.condition.leaves());
        let atoms: Vec<&Condition> = leaves.filter(|c| matches!(c, Condition::Eliminate { .. })).collect();
        if atoms.is_empty() {
            return Ok(true);
        }
        let mut session = Session::new(self.shape)?;
        let begun = session.load(&Set::single(self.shape, start)?)?;
        let after = first.after(&mut session, begun, Root::ALL)?;
        let after = session.extract(after);
        for (atom, player) in atoms.into_iter().flat_map(|a| Player::each(|p| (a, p))) {
            let gone = self.conditions.eliminated(atom, player)?;
            if gone.contains(start) || !gone.intersection(&after)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn region_of(set: Set) -> Region {
    if set.is_empty() { Region::Nothing } else { Region::Set(set) }
}
