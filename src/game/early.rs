//! Where pieces might go if nothing stood in their way, so that a legal move can be drawn without finding all: of these prospects one after
//! the other is drawn, each with the same probability, until one is a legal move. Each legal move is exactly one prospect of its piece, so the draw
//! is uniform.

use super::Game;
use super::board_view::View;
use super::context::Context;
use super::definition::{Def, Kernel, Side};
use super::draw::{Draw, below};
use super::mask::{ANYTHING, SOMETHING};
use super::never::Foresight;
use super::prospects::{Group, Origin, Prospect, Prospects};
use super::rules::Player;
use super::state::{Move, NOWHERE, State};
use crate::board::{CellId, CellSet};
use arrayvec::ArrayVec;

/// The most prospects of a player that are kept; of more, all legal moves are found.
const MOST: usize = 1 << 15;

/// From how much effort on it takes longer to find all moves at the start than to draw some: a word of a set moved along a path is one, what a piece sees
/// along its lines more. Measured over the known games.
const LEAST_EFFORT: usize = 24;
const EFFORT_OF_SLIDES: usize = 4;

/// How many prospects are drawn before all legal moves are found after all.
const DRAWS: u32 = 24;

/// The most groups of pieces that are drawn from.
const MOST_GROUPS: usize = 24;

impl<const W: usize> Prospects<W> {
    /// The prospects of a player in a fresh turn, if each can be asked for on its own and they are few enough. Where pieces stack, the board has no edge or the longest
    /// move is compulsory they cannot.
    fn of(game: &Game<W>, player: Player) -> Option<Self> {
        let side = &game.sides[player];
        if !side.one_urgency || game.has_stacks() || game.boardless || game.rules.longest {
            return None;
        }
        let mut origins: Vec<(Origin, Vec<u16>)> = Vec::new();
        for (number, def) in (0..).zip(&side.defs) {
            let Some(kernel) = def.kernel_in(false) else { continue };
            let origin = origin(def, kernel)?;
            match origins.iter_mut().find(|(known, _)| *known == origin) {
                Some((_, defs)) => defs.push(number),
                None => origins.push((origin, vec![number])),
            }
        }
        let mut prospects = Prospects { groups: Vec::new(), begins: vec![0], all: Vec::new() };
        for (origin, defs) in &origins {
            let first = prospects.begins.len() - 1;
            let cells = if origin.is_some() { game.topology.cells } else { 1 };
            for cell in 0..cells as CellId {
                defs.iter().try_for_each(|&def| prospects.add(game, side, def, cell))?;
                prospects.begins.push(prospects.all.len() as u32);
            }
            prospects.add_groups(*origin, first);
        }
        (prospects.groups.len() <= MOST_GROUPS).then_some(prospects)
    }

    /// Adds the groups of an origin, whose prospects begin there: cells with many prospects are a group of their own where the others would have
    /// to be drawn in vain too often for it.
    fn add_groups(&mut self, origin: Origin, first: usize) {
        let counts = self.begins[first..].windows(2).map(|ends| ends[1] - ends[0]);
        let mut cells: Vec<(u32, CellId)> = counts.zip(0..).filter(|(count, _)| *count > 0).collect();
        cells.sort_unstable_by_key(|&(count, _)| std::cmp::Reverse(count));
        let mut rest = &cells[..];
        while let Some(&(most, _)) = rest.first() {
            // What is saved by a group of the first cells alone, so many.
            let saved = |&end: &usize| (most - rest[end].0) as usize * (rest.len() - end);
            let best = (1..rest.len()).max_by_key(saved).filter(|end| 4 * saved(end) >= most as usize * rest.len());
            let (alike, others) = rest.split_at(best.unwrap_or(rest.len()));
            self.groups.push(Group { origin, cells: alike.iter().map(|&(_, cell)| cell).collect(), first, most });
            rest = others;
        }
    }

    /// Adds the prospects of a definition from a cell; `None` if there are too many.
    fn add(&mut self, game: &Game<W>, side: &Side<W>, number: u16, from: CellId) -> Option<()> {
        let def = &side.defs[usize::from(number)];
        let mut add = |to: CellId, group: usize, way: usize| {
            let (group, way) = (group.try_into().ok()?, way.try_into().ok()?);
            self.all.extend(def.choices.iter().map(|&choice| Prospect { def: number, group, way, to, choice }));
            (self.all.len() <= MOST).then_some(())
        };
        let all = game.topology.all;
        match def.kernel_in(false)? {
            Kernel::Pass(_) => add(NOWHERE, 0, 0),
            Kernel::Drop(on_to) => on_to.within(all).iter().try_for_each(|to| add(to, 0, 0)),
            Kernel::Remove { .. } => add(from, 0, 0),
            Kernel::Paths(groups) => {
                let from_here = groups.iter().enumerate().filter(|(_, group)| group.on_from.within(all).contains(from));
                from_here.into_iter().try_for_each(|(g, group)| {
                    let ends = group.on_to.within(all);
                    group.ways.iter().enumerate().try_for_each(|(w, way)| match way.map[usize::from(from)] {
                        to if to != NOWHERE && ends.contains(to) && way.on_path.within(all).contains(from) => {
                            add(to, g, w)
                        }
                        _ => Some(()),
                    })
                })
            }
            Kernel::FromTo { on_from, on_to, slide: Some(slide), .. } if on_from.within(all).contains(from) => {
                let ends = on_to.within(all);
                slide.directions().try_for_each(|direction| {
                    let ray = game.topology.ray_set(from, direction)?;
                    (*ray & ends).iter().try_for_each(|to| add(to, 0, direction))
                })
            }
            Kernel::FromTo { .. } => Some(()),
        }
    }
}

/// Where moves of a definition come from, which its prospects are told apart by: `None` inside for nowhere, outside if they have to be found as
/// sets.
fn origin<const W: usize>(def: &Def<W>, kernel: &Kernel<W>) -> Option<Origin> {
    let contents = match kernel {
        Kernel::Pass(_) | Kernel::Drop(_) => return Some(None),
        Kernel::Remove { .. } => ANYTHING,
        Kernel::Paths(groups) => groups.iter().fold(0, |all, group| all | group.on_from.contents()),
        Kernel::FromTo { on_from, slide: Some(slide), .. } if slide.is_until_stopped() => on_from.contents(),
        Kernel::FromTo { .. } => return None,
    };
    Some(Some((def.kind, contents & SOMETHING)))
}

impl<const W: usize> Game<W> {
    /// The same game with what its pieces might do, where random moves are drawn from that.
    pub(super) fn with_prospects(self) -> Self {
        let found = Player::each(|player| match self.fast.is_none() && self.moves_take_effort(player) {
            true => Prospects::of(&self, player),
            false => None,
        });
        let mut sides = self.sides;
        sides.iter_mut().zip(found).for_each(|(side, found)| side.prospects = found.map(Box::new));
        Game { sides, ..self }
    }

    /// Whether it takes longer to find all moves of a player at the start than to draw some.
    fn moves_take_effort(&self, player: Player) -> bool {
        let start = &self.start;
        let effort = |def: &Def<W>| match def.kernel_in(false) {
            Some(Kernel::Paths(groups)) => W * groups.iter().map(|group| group.ways.len()).sum::<usize>(),
            Some(Kernel::FromTo { on_from, .. }) => {
                let owned = start.owned.among(on_from.contents() & SOMETHING);
                EFFORT_OF_SLIDES * self.of_kind(start, owned, def.kind).len() as usize
            }
            _ => 0,
        };
        self.sides[player].defs.iter().map(effort).sum::<usize>() >= LEAST_EFFORT
    }

    /// A legal move, each with the same probability, drawn among prospects.
    ///
    /// # Errors
    /// If all moves have to be found: with what is known of the position by then.
    #[inline(never)]
    pub(super) fn drawn_among_prospects(
        &self,
        prospects: &Prospects<W>,
        state: &State<W>,
        past: &[u64],
        draw: &mut Draw<W>,
        rng: &mut impl rand::Rng,
    ) -> Result<Move, Option<Foresight<W>>> {
        let Draw { credit, kept, .. } = draw;
        if credit.is_spent() || state.continuing || self.may_swap(state) {
            return Err(None);
        }
        let context = Context::before(self, state, state.mover);
        let view = View::of(&context);
        let mut sets: ArrayVec<(CellSet<W>, u32), MOST_GROUPS> = ArrayVec::new();
        let mut total = self.rules.can_pass as u32;
        for group in &prospects.groups {
            let set = self.pieces_of(group, state, &view);
            let size = set.len() * group.most;
            sets.push((set, size));
            total += size;
        }
        let forbids = self.may_forbid(state, past);
        let mut foresight = None;
        for _ in 0..DRAWS {
            let mut k = below(rng, total);
            let Some(group) = sets.iter().position(|&(_, size)| {
                if k < size {
                    true
                } else {
                    k -= size;
                    false
                }
            }) else {
                // Passes are never forbidden.
                return if total > 0 { Ok(Move::PASS) } else { Err(None) };
            };
            let (set, group) = (sets[group].0, &prospects.groups[group]);
            let Some(from) = set.nth(k / group.most) else { continue };
            let Some(prospect) = prospects.from(group, from).get((k % group.most) as usize) else { continue };
            let Some(m) = self.admitted(&context, &view, prospect, from) else { continue };
            if !forbids || self.is_allowed_keeping(foresight.as_ref().unwrap_or(&Foresight::NONE), state, past, m, kept)
            {
                credit.succeed();
                return Ok(m);
            }
            // Where one is forbidden most may be, which can often be told without making them.
            foresight.get_or_insert_with(|| self.foresee(state));
        }
        credit.fail();
        Err(foresight)
    }

    /// Where the pieces of a group stand; one cell for moves that come from nowhere.
    #[inline]
    fn pieces_of(&self, group: &Group<W>, state: &State<W>, view: &View<W>) -> CellSet<W> {
        match group.origin {
            None => group.cells,
            Some((kind, contents)) => self.of_kind(state, group.cells & view.holding(contents), kind),
        }
    }

    /// The move that is a prospect from a cell, if it is legal but for what it leads to.
    #[inline]
    fn admitted(&self, context: &Context<W>, view: &View<W>, prospect: &Prospect, from: CellId) -> Option<Move> {
        let state = context.state;
        let def = &self.sides[state.mover].defs[usize::from(prospect.def)];
        let to = prospect.to;
        let mut way = None;
        let (admitted, from) = match def.kernel_in(false)? {
            Kernel::Pass(condition) => (context.holds(condition), NOWHERE),
            Kernel::Drop(on_to) => (self.may_push(state, def) && on_to.holds_at(context, view, to), NOWHERE),
            Kernel::Remove { gate, on_cell, .. } => {
                (context.holds(gate) && Context { from, to, current: to, ..*context }.holds(on_cell), from)
            }
            Kernel::Paths(groups) => {
                let group = &groups[usize::from(prospect.group)];
                let path = &group.ways[usize::from(prospect.way)];
                way = Some(path);
                let admitted = group.on_to.holds_at(context, view, to)
                    && !path.on_path.select(view, CellSet::of(from)).is_empty()
                    && group.on_from.holds_at(context, view, from);
                (admitted, from)
            }
            Kernel::FromTo { on_from, on_to, slide, .. } => {
                let slide = slide.as_ref()?;
                let admitted = on_to.holds_at(context, view, to)
                    && slide.reaches(&self.topology, &state.owned, from, prospect.way.into(), to)
                    && on_from.holds_at(context, view, from);
                (admitted, from)
            }
        };
        let cell = if way.is_some() { from } else { to };
        let fits = |_: &()| !def.checked || !self.possible(state, def, from, CellSet::of(cell), way).is_empty();
        admitted.then_some(()).filter(fits).map(|()| def.move_of(from, to, prospect.choice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{AnyGame, ByPlayer, Playout, Position};
    use crate::language::{Tree, parse};
    use crate::{synthesis, with_game};
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    /// The moves of a position that prospects are, in order.
    fn drawable<const W: usize>(game: &Game<W>, prospects: &Prospects<W>, state: &State<W>) -> Vec<Move> {
        let context = Context::before(game, state, state.mover);
        let view = View::of(&context);
        let mut moves = Vec::new();
        for group in &prospects.groups {
            for from in game.pieces_of(group, state, &view) {
                assert!(prospects.from(group, from).len() <= group.most as usize);
                moves
                    .extend(prospects.from(group, from).iter().filter_map(|p| game.admitted(&context, &view, p, from)));
            }
        }
        moves.sort_unstable_by_key(|m| (m.class, m.from, m.to, m.choice));
        moves
    }

    /// Along random games: the prospects that a position admits are its legal moves, each once. Returns how many positions were compared.
    fn compare<const W: usize>(game: &Game<W>, seed: u64, plies: usize) -> usize {
        let prospects = ByPlayer::of(|player| Prospects::of(game, player));
        let mut compared = 0;
        Position::along(game, seed, plies, |position| {
            let state = position.state();
            if let Some(prospects) = prospects[state.mover].as_ref().filter(|_| !state.continuing) {
                let mut batches = Vec::new();
                game.batches(state, &mut batches);
                let mut expected: Vec<Move> = batches.iter().flat_map(|b| (0..b.size).map(|k| b.nth(k))).collect();
                expected.sort_unstable_by_key(|m| (m.class, m.from, m.to, m.choice));
                assert_eq!(drawable(game, prospects, state), expected, "{}", game.rules().name);
                compared += usize::from(!expected.is_empty());
            }
        });
        compared
    }

    fn compare_tree(tree: &Tree, seed: u64, plies: usize) -> usize {
        AnyGame::of(tree).map_or(0, |game| with_game!(&game, game => compare(game, seed, plies)))
    }

    fn seed_game(name: &str) -> AnyGame {
        let path = format!("{}/seed-games/{name}.ludi", env!("CARGO_MANIFEST_DIR"));
        AnyGame::of(&parse(&std::fs::read_to_string(path).expect("a seed game")).expect("a game")).expect("rules")
    }

    #[test]
    fn what_a_position_admits_of_the_prospects_are_its_moves() {
        let folder = format!("{}/seed-games", env!("CARGO_MANIFEST_DIR"));
        let files = std::fs::read_dir(folder).expect("the seed games").map(|file| file.expect("a file").path());
        let mut games = 0;
        for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "ludi")) {
            let tree = parse(&std::fs::read_to_string(path).expect("a seed game")).expect("a game");
            games += usize::from(compare_tree(&tree, 1, 60) > 0);
        }
        assert!(games >= 120, "{games} known games");
        let compared: usize = (0..300)
            .map(|seed| compare_tree(&synthesis::random_game(&mut Pcg64Mcg::seed_from_u64(seed)), seed, 30))
            .sum();
        assert!(compared > 1000, "{compared} positions of generated games");
    }

    /// The χ² of drawing each of a position's moves equally often, and how many moves there are.
    fn unevenness<const W: usize>(game: &Game<W>, position: &Position<W>) -> (f64, usize) {
        let mut legal = Vec::new();
        position.legal(game, &mut legal);
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut draw = Draw::default();
        let draws = 20_000;
        let mut counts = vec![0u32; legal.len()];
        for _ in 0..draws {
            draw.begin();
            let drawn = game.random_move(position.state(), position.past(), &mut draw, &mut rng).expect("a move");
            counts[legal.iter().position(|m| *m == drawn).expect("a legal move")] += 1;
        }
        let expected = f64::from(draws) / legal.len() as f64;
        (counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum(), legal.len())
    }

    /// In check most prospects are forbidden, so that all moves have to be found after many draws.
    #[test]
    fn draws_are_uniform() {
        let game = seed_game("chess");
        with_game!(&game, game => {
            let mut position = Position::new(game, Player::White);
            let mut sizes = Vec::new();
            for text in ["e2-e4", "e7-e5", "f1-c4", "d7-d6", "c4xf7"] {
                let mv = game.read_move(&position, text).expect("a legal move");
                position.apply(game, mv);
                let (unevenness, moves) = unevenness(game, &position);
                // Seven standard deviations of χ² above its mean.
                let freedom = moves as f64 - 1.0;
                assert!(unevenness < freedom + 7.0 * (2.0 * freedom).sqrt(), "{moves} moves, {unevenness}");
                sizes.push(moves);
            }
            assert_eq!(sizes, [20, 29, 29, 33, 3]);
        });
    }

    /// A move that was made to see whether it is allowed is taken as it is.
    #[test]
    fn kept_moves_are_moves_made() {
        for name in ["chess", "hexagonal-chess", "quoridor"] {
            let game = seed_game(name);
            with_game!(&game, game => {
                assert!(game.sides.iter().any(|side| side.prospects.is_some()), "{name}");
                let mut playout = Playout::new(game);
                let mut rng = Pcg64Mcg::seed_from_u64(1);
                for plies in 1..60 {
                    playout.restart(Player::White);
                    let (_, made) = playout.run(&mut rng, plies);
                    let last = playout.past().last().copied();
                    let state = playout.state();
                    assert_eq!(game.fault(state), None, "{name}");
                    assert_eq!(state.move_number, made, "{name}");
                    assert!(last.is_none_or(|key| key == game.key(state)), "{name}");
                }
            });
        }
    }
}
