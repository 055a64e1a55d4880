//! Whether two games are one, whatever the size of the board.

use super::changes::Compiler;
use super::compile::{Drafted, Limits, drafted};
use super::draft::{Draft, related, stuck};
use super::end::{Ends, Outcomes};
use super::refusal::Result;
use super::view::{Extra, Setting};
use crate::game::rules::{ByPlayer, Condition, EffectKind, Node, PieceDef, Player, Rules};
use crate::game::{Game, facts};
use crate::language::schema::Past;
use crate::solver::dfa::{Event, Limit, Set, Shape, with_limit};
use crate::solver::symbolic::{Possible, Turns};

/// Whether two games are shown to be the same: the same moves in all positions, and the same results. `false` says that it is not known.
///
/// Finding the changes that moves make tries no more than so many partly known positions of each game. No more than so many states of automata are
/// visited to tell where a game ends for a player, or to compare that, or all moves.
///
/// # Errors
/// As [`encode`](super::encode).
pub(crate) fn play_alike<const W: usize>(a: &Game<W>, b: &Game<W>, tried: u64, states: u64) -> Result<bool> {
    let rules = [a, b].map(Game::rules);
    let hands = [a, b].map(|game| game.initial(Player::White).hands);
    if !are_comparable(rules) || hands[0] != hands[1] {
        return Ok(false);
    }
    // Positions in the middle of a turn are not told, but a rule may forbid them.
    let remembers = a.tracks_repetition() || b.tracks_repetition() || rules[0].never.is_some();
    if remembers && rules.into_iter().any(repeats) {
        return Ok(false);
    }
    let pair = drafted([a, b], 0, Limits { few: states, tried })?;
    // A swap of sides leaves the position as it is, and so what can be reached, unless moves are counted.
    if rules[0].swap && pair.keeps(Extra::Moves) {
        return Ok(false);
    }
    let [first, second] = &pair.sources;
    let settings = [pair.setting(first), pair.setting(second)];
    let mut passes = Vec::new();
    for setting in &settings {
        let of = |player| Compiler::new(setting, tried).passes(player);
        passes.push([of(Player::White)?, of(Player::Black)?]);
    }
    let turns = |game: usize| {
        let [white, black] = &pair.drafts[game];
        let [pass_white, pass_black] = &passes[game];
        [turns(white, pass_white), turns(black, pass_black)]
    };
    let (x, y) = (turns(0), turns(1));
    let begins = ByPlayer::of(|player| a.may_begin(player) || b.may_begin(player));
    let possible = Possible::of(&pair.shape, &pair.start, [&x[0], &x[1]], begins);
    let limit = Limit { states, ..Limit::NONE };
    let same = with_limit(limit, || possible.move_alike(&pair.shape, [&x[0], &x[1]], [&y[0], &y[1]]))?;
    Ok(same && end_alike(&pair, &settings, &possible, limit)?)
}

/// The turns of a player, those of one urgency as one kind; passes last.
fn turns<'e>(draft: &'e Draft, passes: &'e [Event]) -> Vec<Turns<'e>> {
    let moves = draft.iter().map(|(urgency, events)| (Some(*urgency), &events[..]));
    moves.chain([(None, passes)]).map(|(kind, events)| Turns { kind, events }).collect()
}

/// Whether nothing but moves and the conditions of the end may tell the games apart.
fn are_comparable([a, b]: [&Rules; 2]) -> bool {
    let unmoved = |rules: &Rules| {
        let piece = |piece: &PieceDef| PieceDef { moves: Vec::new(), label: None, ..piece.clone() };
        rules.pieces.iter().map(piece).collect::<Vec<_>>()
    };
    let general =
        |rules: &Rules| (rules.can_pass, rules.swap, rules.repetition, rules.both, rules.opp_turn, rules.win_first);
    a.board == b.board
        && a.players == b.players
        && a.regions == b.regions
        && a.flags == b.flags
        && unmoved(a) == unmoved(b)
        && general(a) == general(b)
        && a.never == b.never
}

/// Whether a turn may go on after a move.
fn repeats(rules: &Rules) -> bool {
    facts::moves(rules).any(|(_, def)| def.post.iter().any(|effect| effect.kind == EffectKind::Repeat))
}

/// Whether games with the same moves in all positions that are possible end alike in these.
fn end_alike<const W: usize>(
    pair: &Drafted<'_, W, 2>,
    settings: &[Setting; 2],
    possible: &Possible,
    limit: Limit,
) -> Result<bool> {
    let [a, b] = settings.each_ref().map(|setting| setting.rules);
    let conditions = || a.end.iter().chain(&b.end).map(|clause| &clause.condition).chain(&a.never);
    let leaves = || conditions().flat_map(Condition::leaves);
    // Such a condition is about moves as they are written, and of another player than whose turn it is.
    if leaves().any(|leaf| matches!(leaf, Condition::Threatened(_))) {
        return Ok(false);
    }
    // Where the last move ended is compared where it is kept, and where it began never.
    let mut unknown = false;
    let compared = |past: Past| match past {
        Past::LastCell => pair.keeps(Extra::Last),
        past => past != Past::LastMove,
    };
    conditions().for_each(|condition| Node::Condition(condition).for_each(|node| unknown |= !compared(node.reads())));
    if unknown {
        return Ok(false);
    }
    if a.end == b.end && !repeats(a) && !repeats(b) {
        return Ok(true);
    }
    // Who cannot move is drawn with who cannot move in both.
    let shape = &pair.shape;
    let stuck = match leaves().any(|leaf| *leaf == Condition::NoMove) {
        // Whoever has moves may have none that is allowed.
        true if a.never.is_some() => return Ok(false),
        true if !a.can_pass => with_limit(limit, || both_stuck(shape, &pair.drafts[0]))?,
        _ => [Set::empty(shape), Set::empty(shape)],
    };
    let [x, y] = settings.each_ref().map(|setting| Ends::new(setting, shape, stuck.each_ref()));
    let (x, y) = (x?, y?);
    for player in Player::BOTH {
        let [x, y] = [x.in_short(player)?, y.in_short(player)?];
        let [x, y] = [&x, &y].map(|Outcomes { won, lost, drawn, .. }| [won, lost, drawn]);
        if !with_limit(limit, || possible.end_alike(shape, player, x, y))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// By player: the positions without moves.
fn both_stuck(shape: &Shape, [white, black]: &[Draft; 2]) -> Result<[Set; 2]> {
    Ok([stuck(shape, &related(shape, white)?)?, stuck(shape, &related(shape, black)?)?])
}
