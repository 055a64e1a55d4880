//! What conditions and numbers are evaluated in.

use super::Game;
use super::board_view::View;
use super::predicate::Variable;
use super::rules::Player;
use super::state::{Move, NOWHERE, Piece, State};
use crate::board::CellId;

/// What a predicate is evaluated in: a state, a mover and the cells of a move.
#[derive(Clone, Copy)]
pub(super) struct Context<'a, const W: usize> {
    pub game: &'a Game<W>,
    pub state: &'a State<W>,
    pub mover: Player,
    pub from: CellId,
    pub to: CellId,
    pub current: CellId,
    /// Whether the move being judged continues a turn.
    pub continuing: bool,
    pub move_number: u32,
    /// Whose facing turtle directions are relative to.
    pub body: Body,
}

/// The piece that turtle directions are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// The one about to move.
    From,
    /// The one that moved.
    To,
    /// None: the player's own facing counts.
    Nobody,
    /// One that is known to face this way.
    Facing(Option<usize>),
}

impl<'a, const W: usize> Context<'a, W> {
    /// The context in which the mover considers a move.
    pub fn before(game: &'a Game<W>, state: &'a State<W>, mover: Player) -> Self {
        Context {
            game,
            state,
            mover,
            from: NOWHERE,
            to: NOWHERE,
            current: NOWHERE,
            continuing: state.continuing,
            move_number: state.move_number,
            body: Body::From,
        }
    }

    /// The context of a move, before it is made.
    pub fn of_move(game: &'a Game<W>, state: &'a State<W>, mover: Player, m: Move) -> Self {
        Context { from: m.from, to: m.to, current: m.to, ..Context::before(game, state, mover) }
    }

    /// What guards and numbers of effects see while the player to move makes a move.
    pub fn of_effects(game: &'a Game<W>, state: &'a State<W>, m: Move) -> Self {
        Context { body: Body::To, ..Context::of_move(game, state, state.mover, m) }
    }

    /// What end conditions see, tested for a player after a move.
    pub fn at_the_end(game: &'a Game<W>, state: &'a State<W>, player: Player) -> Self {
        let (from, to) = (state.last_from, state.last_to);
        Context { from, to, current: to, body: Body::Nobody, ..Context::before(game, state, player) }
    }

    /// Which way the piece faces that turtle directions are relative to.
    pub fn facing(&self) -> Option<usize> {
        let body = match self.body {
            Body::From => self.from,
            Body::To => self.to,
            Body::Nobody => NOWHERE,
            Body::Facing(facing) => return facing,
        };
        let piece = if body == NOWHERE { Piece::NONE } else { self.game.top(self.state, body) };
        self.game.facing_of(piece, self.mover)
    }

    /// Which of so many tables is for the piece's facing: the first if there is one alone, or if the piece faces nowhere.
    pub fn facing_slot(&self, tables: usize) -> usize {
        if tables == 1 {
            return 0;
        }
        match self.facing() {
            Some(d) if d + 1 < tables => d + 1,
            _ => 0,
        }
    }

    /// The same with another value for a variable.
    pub fn with(mut self, variable: Variable, cell: CellId) -> Self {
        match variable {
            Variable::From => self.from = cell,
            Variable::To => {
                self.to = cell;
                self.current = cell;
            }
            Variable::Current => self.current = cell,
        }
        self
    }
}

impl<'a, const W: usize> View<'a, W> {
    /// What there is to see before a move.
    #[inline]
    pub fn of(context: &Context<'a, W>) -> Self {
        let state = context.state;
        View {
            owned: &state.owned,
            empty: context.game.topology.all.minus(&state.occupied()),
            last: state.last_to,
            continuing: context.continuing,
            first_move: !state.moved[context.mover],
        }
    }
}
