//! Looking one move of the opponent ahead: what could be captured.

use super::Game;
use super::board_view::View;
use super::context::Context;
use super::definition::{Attacks, Def, Kernel, Path, PathGroup, Replacements, captured_kinds};
use super::mask::CellCondition;
use super::meter;
use super::rules::{CaptureType, EffectKind, Player};
use super::state::{NOWHERE, State};
use crate::board::{CellId, CellSet};
use std::ops::ControlFlow;

/// What is known of threats to a player's pieces, as far as moves go that do nothing but carry a piece of that player from one cell to
/// another.
#[derive(Clone, Copy)]
pub(super) enum Danger<const W: usize> {
    /// There is none, nor will there be one by a move of a piece that stands on none of these cells.
    Unthreatened(CellSet<W>),
    /// There is one, and there still will be after a move of another piece than the targets that neither begins nor ends on a remedy.
    Threatened { targets: CellSet<W>, remedies: CellSet<W> },
}

impl<const W: usize> Game<W> {
    /// Whether, were it the opponent's turn, one of its moves would capture a piece of these types. `never`, the repetition
    /// rule and the end are not looked at.
    pub(super) fn threatened(&self, state: &State<W>, player: Player, kinds: u16) -> bool {
        let attacker = player.opponent();
        if meter::is_spent() {
            return false;
        }
        if self.captures_steadily(attacker, kinds) {
            return self.could_replace(state, attacker, kinds);
        }
        self.supposing(state, attacker, |supposed| self.could_capture(supposed, kinds))
    }

    /// Whether a player captures pieces of these types only by going where they stand, and whether that is possible is a matter of
    /// what stands on the two cells and between them.
    fn captures_steadily(&self, player: Player, kinds: u16) -> bool {
        let attacks = &self.sides[player].attacks;
        (attacks.indirect | attacks.unsteady) & kinds == 0
    }

    /// Whether the top piece of `from`, if it stood alone on `cell`, could be captured by the mover's opponent; false within
    /// such a look ahead, which would have no end.
    pub(super) fn attacked(&self, context: &Context<W>, cell: CellId) -> bool {
        let (from, state) = (context.from, context.state);
        if state.supposed || from == NOWHERE || state.owner_of(from).is_none() || meter::is_spent() {
            return false;
        }
        self.supposing(state, context.mover.opponent(), |supposed| {
            let piece = self.layout.take(supposed, from);
            while !self.layout.take(supposed, cell).is_none() {}
            self.layout.put(supposed, cell, piece);
            self.could_capture(supposed, piece.kind().bit())
        })
    }

    /// What `f` makes of the state as if it were that player's turn.
    fn supposing(&self, state: &State<W>, mover: Player, f: impl FnOnce(&mut State<W>) -> bool) -> bool {
        meter::spend(2 + state.words() / 64);
        state.on_copy(|supposed| {
            (supposed.mover, supposed.continuing, supposed.supposed) = (mover, false, true);
            f(supposed)
        })
    }

    /// Whether a move of the player to move captures a piece of these types.
    fn could_capture(&self, state: &State<W>, kinds: u16) -> bool {
        match self.sides[state.mover].attacks.indirect & kinds {
            0 => self.could_replace(state, state.mover, kinds),
            _ => self.captures_when_tried(state, kinds),
        }
    }

    /// Whether a fresh turn of a player could capture such a piece, where they are captured only by going where they stand: looking
    /// back from them.
    fn could_replace(&self, state: &State<W>, by: Player, kinds: u16) -> bool {
        let victims = self.targets(state, by.opponent(), kinds) & self.open_cells(state);
        self.replaces(state, by, kinds, victims).is_some() || self.replaces_otherwise(state, by, kinds, victims)
    }

    /// The same of pieces on these cells by definitions whose captures are not told by [`replaces`](Game::replaces).
    fn replaces_otherwise(&self, state: &State<W>, by: Player, kinds: u16, victims: CellSet<W>) -> bool {
        let side = &self.sides[by];
        let others = &side.attacks.replacements.others;
        if victims.is_empty() || others.iter().all(|(_, captured)| captured & kinds == 0) {
            return false;
        }
        let context = Context { continuing: false, ..Context::before(self, state, by) };
        let view = View::of(&context);
        let occupied = state.occupied();
        others.iter().filter(|(_, captured)| captured & kinds != 0).any(|&(number, _)| {
            let def = &side.defs[number];
            let mine = self.of_kind(state, occupied, def.kind);
            if mine.is_empty() {
                return false;
            }
            let origins = |on_from: &CellCondition<W>, from: CellSet<W>| match from & mine {
                from if from.is_empty() => from,
                from => on_from.select_in(&context, &view, from),
            };
            match def.kernel_in(false) {
                Some(Kernel::Paths(groups)) => groups.iter().any(|group| {
                    Self::spend_on_ways(group.ways.len());
                    let to = group.on_to.select_in(&context, &view, victims);
                    if to.is_empty() {
                        return false;
                    }
                    let from = |way: &Path<W>| way.on_path.select(&view, way.shifts.preimage(to));
                    group.ways.iter().any(|way| !origins(&group.on_from, from(way)).is_empty())
                }),
                Some(Kernel::FromTo { on_from, on_to, slide: Some(slide), .. }) => {
                    let ends = |from, to| slide.ends(&self.board, &self.topology, &state.owned, from, CellSet::of(to));
                    on_to.select_in(&context, &view, victims).iter().any(|to| {
                        Self::spend_on_ways(4);
                        let from = slide.sources(&self.topology, &state.owned, to);
                        origins(on_from, from).iter().any(|from| !ends(from, to).is_empty())
                    })
                }
                _ => false,
            }
        })
    }

    /// A player's pieces of some types.
    fn targets(&self, state: &State<W>, player: Player, kinds: u16) -> CellSet<W> {
        self.of_kinds(state, state.owned[player], kinds)
    }

    /// What is known of threats to the pieces of these types of the player to move, if that can be said.
    pub(super) fn danger(&self, state: &State<W>, kinds: u16) -> Option<Danger<W>> {
        let player = state.mover;
        let targets = self.targets(state, player, kinds);
        if !self.captures_steadily(player.opponent(), kinds) || meter::is_spent() {
            return None;
        }
        let victims = targets & self.open_cells(state);
        if let Some(remedies) = self.replaces(state, player.opponent(), kinds, victims) {
            return Some(Danger::Threatened { targets, remedies });
        }
        if self.replaces_otherwise(state, player.opponent(), kinds, victims) {
            return None;
        }
        let attackers = &self.sides[player.opponent()];
        let occupied = state.occupied();
        let mut watched = targets | self.shields(state, player.opponent(), kinds, targets);
        let others = attackers.attacks.replacements.others.iter().filter(|(_, captured)| captured & kinds != 0);
        for def in others.map(|&(number, _)| &attackers.defs[number]) {
            if let Some(Kernel::FromTo { slide: Some(slide), .. }) = def.kernel_in(false) {
                let attackers = self.of_kind(state, occupied.minus(&state.owned[player]), def.kind);
                if !attackers.is_empty() {
                    let shields = |all, to| all | slide.shields(&self.topology, &occupied, &attackers, to);
                    watched = targets.iter().fold(watched, shields);
                }
            }
        }
        Some(Danger::Unthreatened(watched))
    }

    /// The same game with what can be told of captures without making moves.
    pub(super) fn with_attacks(self) -> Self {
        let attacks = Player::each(|player| self.attacks(player));
        let mut sides = self.sides;
        sides.iter_mut().zip(attacks).for_each(|(side, attacks)| side.attacks = attacks);
        Game { sides, ..self }
    }

    fn attacks(&self, player: Player) -> Attacks<W> {
        let side = &self.sides[player];
        if self.has_stacks() || !side.one_urgency {
            return Attacks { indirect: u16::MAX, unsteady: u16::MAX, ..Attacks::default() };
        }
        let mut attacks = Attacks::default();
        for def in side.defs.iter().filter(|def| captures(def, u16::MAX)) {
            let elsewhere = captured_kinds(&def.post[def.replace_first as usize..]);
            let kinds = if def.replace_first { u16::MAX } else { elsewhere };
            let (found_back, steady) = match def.kernel_in(false) {
                Some(Kernel::Paths(groups)) => {
                    let plain = |way: &Path<W>| way.on_path.is_about_one_cell();
                    let ends = |g: &PathGroup<W>| g.on_from.is_about_one_cell() && g.on_to.is_about_one_cell();
                    (true, groups.iter().all(|g| ends(g) && g.ways.iter().all(plain)))
                }
                Some(Kernel::FromTo { on_from, on_to, slide: Some(slide), .. }) => {
                    (true, on_from.is_about_one_cell() && on_to.is_about_one_cell() && slide.stops_at_any())
                }
                kernel => (kernel.is_none(), kernel.is_none()),
            };
            attacks.indirect |= if found_back && !def.checked { elsewhere } else { kinds };
            attacks.unsteady |= if steady { 0 } else { kinds };
        }
        attacks.replacements = Replacements::of(&side.defs, &self.topology);
        attacks
    }

    /// Whether a move of the player to move captures a piece of these types, found out by making moves.
    fn captures_when_tried(&self, state: &State<W>, kinds: u16) -> bool {
        let by = state.mover;
        let taken = |s: &State<W>| -> u32 {
            s.captured[by].iter().filter(|(kind, _)| kinds & kind.bit() != 0).map(|(_, &n)| u32::from(n)).sum()
        };
        let before = taken(state);
        // Where cells hold one piece, what is replaced stands on `to`.
        let targets = match self.has_stacks() {
            true => self.topology.all,
            false => self.of_kinds(state, state.occupied(), kinds),
        };
        let onto = |def: &Def<W>| match captures(def, kinds) {
            false => None,
            true if only_replaces(def) => Some(targets),
            true => Some(self.topology.all),
        };
        state.on_copy(|after| {
            let flow = self.each_batch_onto(state, onto, |batch| {
                let captured = (0..batch.size).any(|k| {
                    self.spend_on_try(batch.def, state);
                    if meter::is_spent() {
                        return false;
                    }
                    after.clone_from(state);
                    self.change(after, batch.nth(k));
                    taken(after) > before
                });
                if captured { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            flow.is_break()
        })
    }
}

/// Whether a move of the definition may capture a piece of these types.
fn captures<const W: usize>(def: &Def<W>, kinds: u16) -> bool {
    captured_kinds(&def.post) & kinds != 0
}

/// Whether the moves of the definition capture on their target alone.
fn only_replaces<const W: usize>(def: &Def<W>) -> bool {
    let elsewhere = |kind: &EffectKind| matches!(kind, EffectKind::Capture { how, .. } if *how != CaptureType::Replace);
    !def.post.iter().any(|e| elsewhere(&e.kind))
}

#[cfg(test)]
mod tests {
    use crate::game::{AnyGame, Game, Player, Position, lower};
    use crate::language::{Tree, parse};
    use crate::{synthesis, with_game};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    /// Along random games: threats found by looking back are those found by trying, and what is known before a move does not change
    /// which moves are allowed.
    fn compare<const W: usize>(game: &Game<W>, seed: u64, plies: usize) -> usize {
        let mut compared = 0;
        Position::along(game, seed, plies, |position| {
            let (state, past) = (position.state(), position.past());
            for (player, bits) in Player::BOTH.into_iter().flat_map(|p| (0..8).map(move |k| (p, 1u16 << k))) {
                let tried = |bits| game.supposing(state, player.opponent(), |s| game.captures_when_tried(s, bits));
                for bits in [bits, u16::MAX] {
                    if game.sides[player.opponent()].attacks.indirect & bits == 0 {
                        assert_eq!(game.threatened(state, player, bits), tried(bits), "{}", game.rules().name);
                        compared += 1;
                    }
                }
            }
            let mut batches = Vec::new();
            game.batches(state, &mut batches);
            let foresight = game.foresee(state);
            for batch in &batches {
                let all = (0..batch.size).map(|k| batch.nth(k));
                let mut allowed = Vec::new();
                for m in all {
                    let known = game.is_allowed_with(&foresight, state, past, m);
                    assert_eq!(known, game.is_allowed(state, past, m), "{}: {m:?}", game.rules().name);
                    if known {
                        allowed.push(m);
                    }
                }
                let mut listed = Vec::new();
                game.list_allowed(&foresight, state, past, batch, &mut listed);
                assert_eq!(listed, allowed, "{}", game.rules().name);
                let counted = game.count_allowed(&foresight, state, past, batch);
                assert_eq!(counted as usize, allowed.len(), "{}", game.rules().name);
            }
        });
        compared
    }

    fn compare_tree(tree: &Tree, seed: u64, plies: usize) -> usize {
        let Ok(rules) = lower(tree) else { return 0 };
        let Ok(game) = AnyGame::new(rules) else { return 0 };
        with_game!(&game, game => compare(game, seed, plies))
    }

    #[test]
    fn threats_looked_back_for_are_those_of_moves_made() {
        let seeds = ["chess", "los-alamos-chess", "gardner-minichess", "makruk", "chaturanga", "quoridor"];
        let repeating = ["go", "pente", "gonnect", "clobber", "connect-four"];
        for (seed, name) in (0..).zip(seeds) {
            let path = format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"));
            let tree = parse(&std::fs::read_to_string(path).expect("a seed game")).expect("a game");
            assert!(compare_tree(&tree, seed, 60) > 0, "{name}");
        }
        for (seed, name) in (0..).zip(repeating) {
            let path = format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"));
            compare_tree(&parse(&std::fs::read_to_string(path).expect("a seed game")).expect("a game"), seed, 120);
        }
        let compared: usize = (0..300)
            .map(|seed| compare_tree(&synthesis::random_game(&mut Pcg64Mcg::seed_from_u64(seed)), seed, 30))
            .sum();
        assert!(compared > 1000, "{compared} positions of generated games");
    }
}
