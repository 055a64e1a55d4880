//! What an evaluation wants to know of a position beyond what a player sees: conditions as numbers, threats, ways to go.

use super::Game;
use super::batch::Batch;
use super::capture::Scene;
use super::context::Context;
use super::definition::Kernel;
use super::end::{Clauses, Test};
use super::kind::Kind;
use super::owner::ByOwner;
use super::predicate::{CellExpr, Filter, Num};
use super::rules::StateId;
use super::rules::{ByPlayer, CaptureType, EffectKind, Player};
use super::state::{NOWHERE, Piece, State};
use crate::board::{CellId, CellSet};

impl<const W: usize> Game<W> {
    /// Whether cells may hold more than one piece.
    pub(crate) fn has_stacks(&self) -> bool {
        self.layout.stacks()
    }

    /// The end clauses of a player.
    pub(crate) fn clauses(&self, player: Player) -> &Clauses<W> {
        &self.sides[player].clauses
    }

    /// Whether a condition holds for a player, the repetition rule aside.
    pub(crate) fn met(&self, test: &Test<W>, state: &State<W>, player: Player) -> bool {
        self.within_account(|| self.holds_now(test, state, &[], player, &mut None))
    }

    /// A number of an end condition, for the player being tested.
    pub(crate) fn number(&self, number: &Num, state: &State<W>, player: Player) -> i32 {
        Context::at_the_end(self, state, player).int(number)
    }

    /// The state of the cell that an end condition means, if there is such a cell.
    pub(crate) fn state_of(&self, place: &CellExpr, state: &State<W>, player: Player) -> Option<StateId> {
        match Context::at_the_end(self, state, player).cell(place) {
            NOWHERE => None,
            cell => Some(self.cell_state(state, cell)),
        }
    }

    /// The top pieces that match a filter, ownership included.
    pub(crate) fn tops<'a>(&'a self, state: &'a State<W>, filter: &Filter) -> impl Iterator<Item = Piece> + 'a {
        let filter = *filter;
        let all = state.occupied().iter().map(|c| self.top(state, c));
        all.filter(move |p| filter.matches(*p))
    }

    /// How many moves a player would have, were it that player's turn, as [`mobility`](Game::mobility) without a past; and the
    /// enemy cells that these moves could capture (or convert). Guards of effects and the repetition rule are not looked at.
    pub(crate) fn outlook(&self, state: &State<W>, player: Player) -> (u32, CellSet<W>) {
        let turned;
        let state = if state.mover == player {
            state
        } else {
            turned = State { mover: player, continuing: false, ..state.clone() };
            &turned
        };
        let mut batches = Vec::new();
        self.batches(state, &mut batches);
        let pass = (self.rules.can_pass && !state.continuing) as u32;
        let moves = pass + batches.iter().map(|b| b.size).sum::<u32>();
        let enemies = state.owned[player.opponent()];
        let mut threatened = CellSet::EMPTY;
        if enemies.is_empty() {
            return (moves, threatened);
        }
        for batch in &batches {
            for effect in &batch.def.post {
                let (how, size) = match &effect.kind {
                    EffectKind::Capture { how, size, .. } | EffectKind::Convert { how: Some(how), size, .. } => {
                        (how, *size)
                    }
                    _ => continue,
                };
                let victims = self.matching(state, &effect.lowered.filter) & enemies;
                if *how == CaptureType::Replace {
                    threatened |= batch.targets() & victims;
                    continue;
                }
                for cell in batch.set {
                    let m = batch.get(cell, 0);
                    let mut scene = Scene {
                        from: m.from,
                        to: m.to,
                        victims,
                        owners: player.opponent().bit(),
                        mover: player,
                        owned: state.owned,
                    };
                    if m.from != NOWHERE && m.from != m.to {
                        scene.owned.iter_mut().for_each(|set| set.remove(m.from));
                    }
                    scene.victims.remove(m.to);
                    scene.owned.iter_mut().for_each(|set| set.remove(m.to));
                    scene.owned[player].insert(m.to);
                    threatened |= scene.captured(&self.topology, *how, size) & victims;
                }
            }
        }
        (moves, threatened)
    }

    /// Where a lone piece of a player could go from a cell in one move, on an otherwise empty board.
    pub(crate) fn lone_steps(&self, player: Player, kind: Kind, cell: CellId) -> CellSet<W> {
        let mut state = self.start.clone();
        state.owned = ByOwner::default();
        state.extra.iter_mut().for_each(|word| *word = 0);
        let lone = Lone { cell, state: self.rules.pieces[kind.index()].state, continuing: false };
        if !self.place_alone(&mut state, player, kind, lone) {
            return CellSet::EMPTY;
        }
        let mut batches = Vec::new();
        self.batches(&state, &mut batches);
        batches.iter().filter(|b| b.def.pops).fold(CellSet::EMPTY, |all, b| all | b.targets())
    }

    /// What becomes of a lone piece of a player in one move, neutral pieces standing as they do at the start: where it stands
    /// then, or `None` if it leaves the board.
    pub(crate) fn lone_moves(&self, player: Player, kind: Kind, lone: Lone) -> Vec<Option<Lone>> {
        let mut state = self.start.clone();
        for cell in state.owned[Player::White] | state.owned[Player::Black] {
            while !self.layout.take(&mut state, cell).is_none() {}
        }
        if !self.place_alone(&mut state, player, kind, lone) {
            return Vec::new();
        }
        let mut batches = Vec::new();
        self.batches(&state, &mut batches);
        let mut after = state.clone();
        let mut moves = Vec::new();
        for batch in batches.iter().filter(|b| b.def.pops) {
            moves.extend((0..batch.size).map(|k| {
                after.clone_from(&state);
                self.change(&mut after, batch.nth(k));
                let cell = after.owned[player].lowest()?;
                Some(Lone { cell, state: self.top(&after, cell).state(), continuing: after.continuing })
            }));
        }
        moves
    }

    /// Puts a piece of a player on a board that has no others of the players, and gives that player the move; false if it cannot
    /// stand there.
    fn place_alone(&self, state: &mut State<W>, player: Player, kind: Kind, lone: Lone) -> bool {
        state.mover = player;
        state.moved = ByPlayer([true; 2]);
        if lone.continuing {
            state.continuing = true;
            state.last_to = lone.cell;
        }
        let piece = Piece::new(kind, player.into(), lone.state, self.rules.pieces[kind.index()].flags);
        let plays_it = !self.layout.plain || self.layout.plain_piece[player].kind() == kind;
        plays_it && state.owner_of(lone.cell).is_none() && self.layout.put(state, lone.cell, piece)
    }
}

/// A piece that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lone {
    /// Where.
    pub cell: CellId,
    /// Its state.
    pub state: StateId,
    /// Whether its turn goes on.
    pub continuing: bool,
}

impl<const W: usize> Batch<'_, W> {
    /// The cells that the moves end on.
    fn targets(&self) -> CellSet<W> {
        match (self.way, &self.def.kernel) {
            (Some(way), _) => way.shifts.image(self.set),
            (None, Kernel::Remove { .. } | Kernel::Pass(_)) => CellSet::EMPTY,
            _ => self.set,
        }
    }
}
