//! What the evaluation of one position works out once for all advisors.

use super::search_memory::SearchMemory;
use crate::board::CellSet;
use crate::game::predicate::Num;
use crate::game::rules::Player;
use crate::game::topology::territory;
use crate::game::{ByOwner, Game, State};
use std::cell::{Cell, OnceCell};

/// One evaluation of a position; keeps what several advisors need.
pub(super) struct EvaluationContext<'a, const W: usize> {
    pub game: &'a Game<W>,
    pub state: &'a State<W>,
    /// What a search knows of the position before.
    pub quick: Option<&'a SearchMemory<W>>,
    /// Threats are found without making moves.
    pub threats_are_quick: bool,
    /// Some advisor with a weight needs threats.
    threats_matter: bool,
    /// By player: how many moves, and, if threats matter, what they threaten.
    outlooks: [Cell<Option<(f64, CellSet<W>)>>; 2],
    /// By owner: the empty cells of all regions beside pieces.
    regions: OnceCell<ByOwner<CellSet<W>>>,
    /// By player: what the pieces are worth.
    material: OnceCell<[f64; 2]>,
}

impl<'a, const W: usize> EvaluationContext<'a, W> {
    pub fn new(game: &'a Game<W>, state: &'a State<W>, threats_are_quick: bool, threats_matter: bool) -> Self {
        let outlooks = Default::default();
        let (regions, material) = (OnceCell::new(), OnceCell::new());
        EvaluationContext { game, state, quick: None, threats_are_quick, threats_matter, outlooks, regions, material }
    }

    /// By owner: the empty cells of all regions that have one of the owner's pieces beside them.
    pub fn regions(&self) -> &ByOwner<CellSet<W>> {
        self.regions.get_or_init(|| self.game.topology.regions_beside(&self.state.owned))
    }

    /// What both players' pieces are worth, worked out by the first who asks.
    pub fn material(&self, work_out: impl FnOnce() -> [f64; 2]) -> [f64; 2] {
        *self.material.get_or_init(work_out)
    }

    /// A number of an end condition, for the player being tested.
    pub fn number(&self, number: &Num, player: Player) -> i32 {
        match number {
            Num::Sum(terms) => terms.iter().fold(0, |all, term| all.saturating_add(self.number(term, player))),
            Num::Territory(players) => territory(self.regions(), *players),
            number => self.game.number(number, self.state, player),
        }
    }

    /// How many moves a player has or would have, the repetition rule aside.
    pub fn mobility(&self, player: Player) -> f64 {
        if self.threats_matter {
            return self.outlook(player).0;
        }
        let slot = &self.outlooks[player.index()];
        let (moves, _) = slot.get().unwrap_or_else(|| {
            let outlook = (self.game.mobility(self.state, player, &[]) as f64, CellSet::EMPTY);
            slot.set(Some(outlook));
            outlook
        });
        moves
    }

    /// The enemy cells that a player could capture next.
    pub fn threatened(&self, player: Player) -> CellSet<W> {
        self.outlook(player).1
    }

    /// Moves and threats together: finding the moves is what takes time.
    fn outlook(&self, player: Player) -> (f64, CellSet<W>) {
        let slot = &self.outlooks[player.index()];
        slot.get().unwrap_or_else(|| {
            let (moves, cells) = self.game.outlook(self.state, player);
            slot.set(Some((moves as f64, cells)));
            (moves as f64, cells)
        })
    }
}
