//! A game put together from its parts.

use super::super::definition::Side;
use super::super::end::Test;
use super::super::fast::Fast;
use super::super::grid::Grid;
use super::super::kind::MAX_KINDS;
use super::super::memory::Memory;
use super::super::meter;
use super::super::predicate::Filter;
use super::super::rules::{Action, ByPlayer, Condition, MoveDef, Node, Player, Repetition, Rules};
use super::super::state::{MAX_POPS, NOWHERE};
use super::super::topology::Topology;
use super::super::{CompileError, Game};
use super::analysis::Analysis;
use super::classes::classes;
use super::compiler::Compiler;
use super::labels;
use super::setup::{Setup, ways};
use super::termination::Progress;
use crate::board::{Board, CellId, Shape};

/// In how many ways at most some of the regions of a `connect` are chosen; each is a condition of its own.
const MOST_CHOICES: usize = 64;

type Result<T> = std::result::Result<T, CompileError>;

fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(CompileError { message: message.into(), word: None })
}

/// Compiles rules for their board.
///
/// The game is whole when it is put together; the steps after that make another of it that is the same and plays faster.
pub(super) fn compile<const W: usize>(rules: Rules, board: Board) -> Result<Game<W>> {
    assemble(rules, board)?
        .with_fresh_conditions()
        .with_fast_play()
        .with_turn_kernels()
        .with_attacks()
        .with_places()
        .with_quiet_drops()
        .with_prospects()
        .tabulated()
        .affordable()
}

/// Checks that a game is possible, with sets of so many cells.
fn check(rules: &Rules, board: &Board, most: usize) -> Result<()> {
    if board.len() > most {
        return fail(format!("the board has {} cells, too many for sets of {most}", board.len()));
    }
    if rules.pieces.len() > MAX_KINDS {
        return fail(format!("a game has at most {MAX_KINDS} piece types; this one has {}", rules.pieces.len()));
    }
    let pops = |m: &MoveDef| m.actions.iter().filter(|a| matches!(a, Action::Pop(..))).count();
    if rules.moves().any(|m| pops(m) > MAX_POPS) {
        return fail(format!("a move takes pieces off {MAX_POPS} times at most"));
    }
    if let Some((regions, least)) = too_many_choices(rules, board) {
        return fail(format!("{least} of {regions} regions can be connected in more than {MOST_CHOICES} ways"));
    }
    labels::check(rules, board)
}

/// A `connect` of some of its regions, if there are too many ways to choose them: how many regions, and of how many.
fn too_many_choices(rules: &Rules, board: &Board) -> Option<(usize, usize)> {
    let mut found = None;
    let conditions = rules.end.iter().map(|clause| &clause.condition).chain(&rules.never);
    for condition in conditions {
        Node::Condition(condition).for_each(|node| {
            if let Node::Condition(Condition::Connect { count: count @ Some(_), regions: named, .. }) = node {
                let (regions, least) = rules.to_connect(board, *count, named, Player::White);
                let other = rules.to_connect(board, *count, named, Player::Black).0.len();
                let most = regions.len().max(other);
                found = found.or((ways(most, least) > MOST_CHOICES).then_some((most, least)));
            }
        });
    }
    found
}

fn assemble<const W: usize>(rules: Rules, board: Board) -> Result<Game<W>> {
    check(&rules, &board, 64 * W)?;
    let topology = Topology::<W>::of(&board);
    let analysis = Analysis::of(&rules, &board);
    let (classes, class_of) = classes(&rules);
    let compiler = Compiler::new(&rules, &board, &topology);
    let sides = ByPlayer::of(|player| compiler.of(player).side(&analysis, &classes, &class_of));
    let start = Setup { rules: &rules, board: &board }.state(&analysis.layout);
    let layout = analysis.layout;
    let progress = Progress { rules: &rules, topology: &topology, sides: &sides, stacks: layout.stacks() };
    let tracks = rules.repetition != Repetition::Allow && progress.may_repeat();
    let one_way = tracks && progress.never_adds_and_removes();
    let boardless = rules.board.shape == Shape::Boardless;
    let forbids = rules.never.is_some() || tracks && rules.repetition.forbids();
    let uses = |wanted: fn(&Side<W>) -> bool| sides.iter().any(wanted);
    Ok(Game {
        boardless,
        uses_all_passed: uses(|s| s.clauses.uses_all_passed),
        uses_no_move: uses(|s| s.clauses.uses_no_move),
        may_grant_moves: uses(|s| s.clauses.uses_no_move) && !uses(|s| s.clauses.denies_no_move()),
        tracks,
        one_way,
        nevers: rules.never.is_some(),
        plays_plainly: !(rules.can_pass || rules.swap || rules.longest || boardless || forbids || layout.stacks()),
        memory: Memory::of(&rules),
        looks_ahead: meter::looks_ahead(&rules, forbids),
        account: Default::default(),
        fast: None,
        neighbours_repeat: neighbours_repeat(&topology, &board),
        same_lines: has_same_lines(&sides),
        facing: ByPlayer::of(|player| board.compass(rules.players[player.index()].facing)),
        layout,
        classes,
        sides,
        topology,
        start,
        rules,
        board,
    })
}

/// Whether some neighbour is reached by two adjacent directions.
fn neighbours_repeat(grid: &Grid, board: &Board) -> bool {
    (0..grid.cells as CellId).any(|c| {
        let all = grid.adjacent_directions.iter().map(|&d| grid.next(c, d)).filter(|&n| n != NOWHERE);
        all.count() != board.adjacent(c).len()
    })
}

/// Whether every line condition looks at the same pieces along the same axes.
fn has_same_lines<const W: usize>(sides: &ByPlayer<Side<W>>) -> bool {
    let mut lines = Vec::new();
    for side in sides.iter() {
        lines.extend(side.clauses.atoms.iter().filter_map(|a| match &a.test {
            Test::InARow { pieces, axes, .. } => Some((Filter { owners: 0, ..pieces.filter }, axes)),
            _ => None,
        }));
    }
    lines.windows(2).all(|w| w[0] == w[1])
}

impl<const W: usize> Game<W> {
    /// The same game with those conditions marked that were false before a move as long as the game goes on.
    fn with_fresh_conditions(self) -> Self {
        let held = Player::each(|player| {
            let atoms = self.sides[player].clauses.atoms.iter();
            atoms.map(|atom| self.test_holds_at_start(&atom.test, player)).collect::<Vec<_>>()
        });
        let mut sides = self.sides;
        for (side, held) in sides.iter_mut().zip(held) {
            side.clauses.mark_fresh(self.rules.opp_turn, &held);
        }
        Game { sides, ..self }
    }

    /// The same game with what it takes to play random games faster than move by move, where that is possible.
    fn with_fast_play(self) -> Self {
        Game { fast: Fast::of(&self), ..self }
    }
}
