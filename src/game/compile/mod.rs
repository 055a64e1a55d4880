//! [`Rules`] → [`Game`]: names become numbers, conditions become predicates over sets, and what is static is worked out once.

mod analysis;
mod classes;
mod compiler;
mod ends;
mod expressions;
mod labels;
mod moves;
mod setup;
mod termination;

use super::apply::level_key;
use super::end::Test;
use super::facts;
use super::fast::Fast;
use super::moves::Side;
use super::predicate::Filter;
use super::rules::{Action, EffectKind, MoveDef, Player, Repetition, Rules, Who};
use super::state::{MAX_HEIGHT, MAX_KINDS, NOWHERE, State};
use super::topology::Topology;
use super::{CompileError, Game};
use crate::board::{Board, CellId, CellSet};
use analysis::Analysis;
use compiler::Compiler;
use setup::Setup;

/// How often the actions of a move may take pieces off.
pub(super) const MAX_POPS: usize = 8;

type Result<T> = std::result::Result<T, CompileError>;

fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(CompileError { message: message.into(), word: None })
}

/// Compiles rules for their board.
pub(super) fn compile<const W: usize>(rules: Rules, board: Board) -> Result<Game<W>> {
    if board.len() > 64 * W {
        return fail(format!("the board has {} cells, too many for sets of {}", board.len(), 64 * W));
    }
    if rules.pieces.len() > MAX_KINDS {
        return fail(format!("a game has at most {MAX_KINDS} piece types; this one has {}", rules.pieces.len()));
    }
    let pops = |m: &MoveDef| m.actions.iter().filter(|a| matches!(a, Action::Pop(..))).count();
    if rules.pieces.iter().flat_map(|p| &p.moves).any(|m| pops(m) > MAX_POPS) {
        return fail(format!("a move takes pieces off {MAX_POPS} times at most"));
    }
    labels::check(&rules, &board)?;
    let topology = Topology::<W>::of(&board);
    let facing = [0, 1].map(|p: usize| board.compass(rules.players[p].facing));
    let effects = || rules.pieces.iter().flat_map(|p| &p.moves).flat_map(|m| &m.post);
    // Only where pieces turn, or other than the mover's own are moved, is a piece on `from` looked at for its facing.
    let turns = effects().any(|e| matches!(e.kind, EffectKind::Rotate(_) | EffectKind::Face(_)))
        || rules.pieces.iter().any(|p| p.owner == Who::Neutral)
        || facts::moves(&rules).any(|(_, m)| facts::mentions_owner_of_from(&m.pre));
    let mut compiler = Compiler {
        rules: &rules,
        board: &board,
        topology: &topology,
        facing,
        turns,
        player: Player::White,
        neutral: false,
    };
    let analysis = Analysis::of(&rules);
    let (classes, class_of) = classes::classes(&rules);
    let mut sides = Vec::new();
    for player in Player::BOTH {
        compiler.player = player;
        sides.push(compiler.side(&analysis, &classes, &class_of)?);
    }
    let neighbours_repeat = (0..topology.cells as CellId).any(|c| {
        let all = topology.adjacent_directions.iter().map(|&d| topology.next(c, d)).filter(|&n| n != NOWHERE);
        all.count() as u32 != topology.adjacent[c as usize].len()
    });
    let lines: Vec<(Filter, Vec<usize>)> = sides
        .iter()
        .flat_map(|s: &Side<W>| &s.clauses.atoms)
        .filter_map(|a| match &a.test {
            Test::InARow { pieces, axes, .. } => Some((Filter { owners: 0, ..pieces.filter }, axes.clone())),
            _ => None,
        })
        .collect();
    let same_lines = lines.windows(2).all(|w| w[0] == w[1]);
    let [white, black]: [Side<W>; 2] = match sides.try_into() {
        Ok(sides) => sides,
        Err(_) => return fail("a game has two players"),
    };
    let start = Setup { rules: &rules, board: &board };
    let placed = start.placed();
    let mut game = Game {
        stride: if analysis.stacks { MAX_HEIGHT + 1 } else { 1 },
        plain: analysis.plain,
        plain_piece: analysis.plain_piece,
        plain_keys: match analysis.plain {
            true => {
                let keys = |cell| analysis.plain_piece.map(|piece| level_key(cell, 0, piece));
                (0..board.len() as CellId).map(keys).collect()
            }
            false => Vec::new(),
        },
        cell_states: analysis.cell_states,
        boardless: rules.board.shape == crate::board::Shape::Boardless,
        uses_all_passed: white.clauses.uses_all_passed || black.clauses.uses_all_passed,
        uses_no_move: white.clauses.uses_no_move || black.clauses.uses_no_move,
        may_grant_moves: [&white, &black].iter().any(|s| s.clauses.uses_no_move)
            && ![&white, &black].iter().any(|s| s.clauses.denies_no_move()),
        tracks: false,
        one_way: false,
        nevers: rules.never.is_some(),
        plays_plainly: false,
        memory: super::memory::Memory::of(&rules),
        fast: None,
        neighbours_repeat,
        same_lines,
        facing,
        classes,
        sides: [white, black],
        topology,
        start: State {
            owned: [CellSet::EMPTY; 3],
            hash: 0,
            hands: facts::hands(&rules),
            captured: [[0; MAX_KINDS]; 2],
            scores: [0; 2],
            move_number: 0,
            since: 0,
            last_from: NOWHERE,
            last_to: NOWHERE,
            mover: Player::White,
            passes: 0,
            continuing: false,
            swapped: false,
            supposed: false,
            moved: [false; 2],
            outcome: None,
            extra: Vec::new(),
        },
        rules,
        board,
    };
    let mut state = game.start.clone();
    if !game.plain {
        let states = if game.cell_states { game.topology.cells } else { 0 };
        state.extra = vec![0; game.topology.cells * game.stride + states];
    }
    for (cell, piece) in placed {
        if state.owner_of(cell).is_none() {
            game.put(&mut state, cell, piece);
        }
    }
    game.start = state;
    game.tracks = game.rules.repetition != Repetition::Allow && game.may_repeat();
    game.one_way = game.tracks && game.never_adds_and_removes();
    game.plays_plainly =
        !(game.rules.can_pass || game.rules.swap || game.rules.longest || game.boardless || game.forbids())
            && game.stride == 1;
    // The end is not tested at the start, so what holds there is not fresh.
    for player in Player::BOTH {
        for i in 0..game.sides[player.index()].clauses.atoms.len() {
            let test = &game.sides[player.index()].clauses.atoms[i].test;
            if !matches!(test, Test::NoMove) && game.holds_now(test, &game.start, &[], player, &mut None) {
                game.sides[player.index()].clauses.atoms[i].fresh = false;
            }
        }
        game.sides[player.index()].clauses.refresh();
    }
    game.fast = Fast::of(&game);
    game.tabulate();
    Ok(game)
}
