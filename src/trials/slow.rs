//! The slow measurements, for candidates alone: depth, puzzles, and resilience against degenerate players.

use super::record::{MatchRecord, Puzzle, SlowRecord};
use crate::game::{AnyGame, Game, Move, Outcome, Player, Position, counting_looks};
use crate::parallel;
use crate::players::{AlphaBeta, AlphaBetaOptions, Evaluate};
use crate::strategy::{Evaluator, Policy, Puzzler, SCALE};
use crate::streams::{self, Generator, Purpose};
use crate::with_game;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// How much the slow runs look at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SlowSettings {
    /// Sampled positions for depth and puzzles (default 40).
    pub positions: u32,
    /// The depth to which discernment deepens, in plies (default 4).
    pub depth: u32,
    /// The longest puzzle, in plies (default 7).
    pub puzzle_depth: u32,
    /// Games of a match, sides alternating (default 20).
    pub games: u32,
    /// Depth of the standard player, in plies (default 2).
    pub standard: u32,
    /// Random plies that open every game (default 4).
    pub opening: u32,
    /// Plies after which a game is abandoned (default 120).
    pub plies: u32,
    /// The most nodes for one search of a sampled position (default 2,000); a search that needs more counts as far as it got.
    pub nodes: u64,
    /// The most nodes for one move of a match (default 1,000).
    pub move_nodes: u64,
    /// The nodes after which a match gets no further games, though it has four at least (default 150,000); what rules ask to be looked ahead for
    /// counts too.
    pub match_nodes: u64,
    /// What rules may ask to be looked ahead for, in nodes, before no further positions are sampled (default 2,000,000).
    pub looks: u64,
}

/// So many positions are sampled before it is asked whether there are to be more.
const AT_ONCE: u32 = 8;

impl Default for SlowSettings {
    fn default() -> Self {
        SlowSettings {
            positions: 40,
            depth: 4,
            puzzle_depth: 7,
            games: 20,
            standard: 2,
            opening: 4,
            plies: 120,
            nodes: 2_000,
            move_nodes: 1_000,
            match_nodes: 150_000,
            looks: 2_000_000,
        }
    }
}

/// A player of the slow matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opponent {
    Standard(u32),
    Random,
    /// Minimises the opponent's estimate alone.
    Defensive,
    /// Minimises the opponent's mobility, and avoids the end of the game.
    Obstructive,
}

/// The slow measurements of a game under a policy. Deterministic in the seed, whatever the number of threads.
///
/// ```
/// use ludogen::game::AnyGame;
/// use ludogen::language::parse;
/// use ludogen::strategy::Policy;
/// use ludogen::trials::{SlowSettings, slow};
///
/// let rules = "(game Three (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
/// let game = AnyGame::of(&parse(rules).unwrap()).unwrap();
/// let settings = SlowSettings { positions: 8, games: 8, ..SlowSettings::default() };
/// let record = slow(&game, &Policy::default_for(game.rules()), &settings, 1);
/// assert_eq!((record.positions, record.depths.len(), record.deepening.len()), (8, 8, 3));
/// assert!(record.versus_random.unwrap().score() > Some(0.5));
/// ```
pub fn slow(game: &AnyGame, policy: &Policy, settings: &SlowSettings, seed: u64) -> SlowRecord {
    with_game!(game, g => measure(g, policy, settings, seed))
}

fn measure<const W: usize>(game: &Game<W>, policy: &Policy, settings: &SlowSettings, seed: u64) -> SlowRecord {
    let evaluator = Evaluator::new(game, policy);
    let runner = Runner { game, evaluator: &evaluator, settings };
    let sample = |i| runner.sample(&mut streams::stream(seed, Purpose::Sample, i));
    let examine = |i: u32| {
        let mut p = sample(i.into())?;
        let puzzle = |p: &mut _| runner.puzzler().proven(p).map(|(puzzle, _)| puzzle);
        Some((runner.settles_at(&mut p), puzzle(&mut p), runner.nodes_at_three(&mut p)))
    };
    let mut examined: Vec<(u32, Option<Puzzle>, Option<u64>)> = Vec::new();
    let (mut next, mut looks) = (0, 0);
    while next < settings.positions && looks < settings.looks {
        let last = (next + AT_ONCE).min(settings.positions);
        for (found, looked) in parallel::map(next..last, &|i| counting_looks(|| examine(i))) {
            examined.extend(found);
            looks += looked;
        }
        next = last;
    }
    let nodes: Vec<u64> = examined.iter().filter_map(|l| l.2).collect();
    let mean = nodes.iter().sum::<u64>() as f64 / nodes.len().max(1) as f64;
    let standard = Opponent::Standard(settings.standard);
    let contest = |purpose: Purpose, number: u32, a: Opponent, b: Opponent| {
        let seed = streams::seed(seed, purpose, number.into());
        let mut sum = MatchRecord::default();
        let mut nodes = 0;
        while sum.games < settings.games && (sum.games == 0 || nodes < settings.match_nodes) {
            let next = (sum.games + 4).min(settings.games);
            let results = parallel::map(sum.games..next, &|i| {
                let mut rng = streams::stream(seed, Purpose::Game, i.into());
                let ((won, nodes), looks) = counting_looks(|| runner.play(a, b, i % 2 == 1, &mut rng));
                (won, nodes + looks)
            });
            sum.games = next;
            sum.wins += results.iter().filter(|r| r.0 == Some(true)).count() as u32;
            sum.draws += results.iter().filter(|r| r.0.is_none()).count() as u32;
            nodes += results.iter().map(|r| r.1).sum::<u64>();
        }
        sum
    };
    SlowRecord {
        depths: examined.iter().map(|l| l.0).collect(),
        max_depth: settings.depth,
        deepening: (1..=3)
            .map(|d| contest(Purpose::Deepening, d, Opponent::Standard(d + 1), Opponent::Standard(d)))
            .collect(),
        puzzles: examined.iter().filter_map(|l| l.1).collect(),
        positions: examined.len() as u32,
        versus_random: Some(contest(Purpose::Random, 0, standard, Opponent::Random)),
        versus_defensive: Some(contest(Purpose::Defensive, 0, standard, Opponent::Defensive)),
        versus_obstructive: Some(contest(Purpose::Obstructive, 0, standard, Opponent::Obstructive)),
        nodes_per_move: (!nodes.is_empty()).then_some(mean),
    }
}

struct Runner<'g, const W: usize> {
    game: &'g Game<W>,
    evaluator: &'g Evaluator<'g, W>,
    settings: &'g SlowSettings,
}

impl<const W: usize> Runner<'_, W> {
    fn search(&self, depth: u32) -> AlphaBeta<Move> {
        self.search_within(depth, self.settings.nodes)
    }

    fn puzzler(&self) -> Puzzler<'_, W> {
        Puzzler {
            game: self.game,
            evaluator: self.evaluator,
            nodes: self.settings.nodes,
            longest: self.settings.puzzle_depth,
        }
    }

    fn search_within(&self, depth: u32, nodes: u64) -> AlphaBeta<Move> {
        AlphaBeta::new(AlphaBetaOptions {
            depth,
            nodes: Some(nodes),
            table_bits: 12,
            cache_bits: 0,
            ..AlphaBetaOptions::default()
        })
    }

    /// A position from a game of the standard player against itself, with a choice of moves; `None` if the game had none.
    fn sample(&self, rng: &mut Generator) -> Option<Position<W>> {
        let mut seen = Vec::new();
        let first = Player::from_index(rng.random_range(0..2u32) as usize);
        let first = if self.game.may_begin(first) { first } else { Player::White };
        let mut position = self.opening(first, rng);
        let mut legal = Vec::new();
        for _ in 0..self.settings.plies {
            position.legal(self.game, &mut legal);
            if legal.len() >= 2 {
                seen.push(position.clone());
            }
            let Some((m, _)) = self.choose(Opponent::Standard(1), &mut position, rng) else { break };
            position.apply(self.game, m);
        }
        if seen.is_empty() {
            return None;
        }
        let i = rng.random_range(0..seen.len() as u32) as usize;
        Some(seen.swap_remove(i))
    }

    fn opening(&self, first: Player, rng: &mut Generator) -> Position<W> {
        let mut legal = Vec::new();
        for _ in 0..20 {
            let mut position = Position::new(self.game, first);
            for _ in 0..self.settings.opening {
                position.legal(self.game, &mut legal);
                if legal.is_empty() {
                    break;
                }
                position.apply(self.game, legal[rng.random_range(0..legal.len() as u32) as usize]);
            }
            if position.outcome().is_none() {
                return position;
            }
        }
        Position::new(self.game, first)
    }

    /// The least depth from which the best move no longer changes.
    fn settles_at(&self, position: &mut Position<W>) -> u32 {
        let best = |depth, p: &mut Position<W>| self.search(depth).search(self.game, self.evaluator, p).map(|r| r.best);
        let choices: Vec<Option<Move>> = (1..=self.settings.depth).map(|d| best(d, position)).collect();
        let last = choices.last().copied().flatten();
        let unsettled = choices.iter().rposition(|&m| m != last);
        unsettled.map_or(1, |i| i as u32 + 2)
    }

    fn nodes_at_three(&self, position: &mut Position<W>) -> Option<u64> {
        self.search(3).search(self.game, self.evaluator, position).map(|r| r.nodes)
    }

    /// Whether `a` wins a game against `b`, `None` for a draw or an abandoned game; and the nodes it took.
    fn play(&self, a: Opponent, b: Opponent, swapped: bool, rng: &mut Generator) -> (Option<bool>, u64) {
        let a_plays = if swapped { Player::Black } else { Player::White };
        let mut position = self.opening(Player::White, rng);
        let mut nodes = 0;
        for _ in 0..self.settings.plies {
            let turn = if position.state().mover == a_plays { a } else { b };
            let Some((m, searched)) = self.choose(turn, &mut position, rng) else { break };
            nodes += searched;
            position.apply(self.game, m);
        }
        let won = match position.outcome() {
            Some(Outcome::Win(p)) => Some(p == a_plays),
            _ => None,
        };
        (won, nodes)
    }

    fn choose(&self, player: Opponent, position: &mut Position<W>, rng: &mut Generator) -> Option<(Move, u64)> {
        let mut legal = Vec::new();
        position.legal(self.game, &mut legal);
        if legal.len() < 2 || player == Opponent::Random {
            return pick(&legal, rng).map(|m| (m, 1));
        }
        match player {
            Opponent::Random => None,
            Opponent::Standard(depth) => {
                let found = self.search_within(depth, self.settings.move_nodes).search_shuffled(
                    self.game,
                    self.evaluator,
                    position,
                    rng,
                )?;
                Some((found.best, found.nodes))
            }
            Opponent::Defensive => {
                let evaluate = Defensive { evaluator: self.evaluator, of: position.state().mover };
                let found = self
                    .search_within(self.settings.standard, self.settings.move_nodes)
                    .search_shuffled(self.game, &evaluate, position, rng)?;
                Some((found.best, found.nodes))
            }
            Opponent::Obstructive => {
                let mover = position.state().mover;
                let mut scored: Vec<(i64, Move)> = Vec::new();
                for &m in &legal {
                    position.apply(self.game, m);
                    let left = match position.outcome() {
                        // A finished game, won or not, is the last choice.
                        Some(_) => 1_000_000,
                        // Without the repetition rule, whose test after every reply to every move would dominate the time.
                        None => self.game.mobility(position.state(), mover.opponent(), &[]) as i64,
                    };
                    position.undo();
                    scored.push((left, m));
                }
                let least = scored.iter().map(|s| s.0).min()?;
                let best: Vec<Move> = scored.iter().filter(|s| s.0 == least).map(|s| s.1).collect();
                pick(&best, rng).map(|m| (m, legal.len() as u64))
            }
        }
    }
}

fn pick(moves: &[Move], rng: &mut impl Rng) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len() as u32) as usize])
}

/// The evaluation of the defensive player: the opponent's estimate, negated.
struct Defensive<'e, const W: usize> {
    evaluator: &'e Evaluator<'e, W>,
    /// The player who is defensive.
    of: Player,
}

impl<const W: usize> Evaluate<Game<W>> for Defensive<'_, W> {
    fn evaluate(&self, _: &Game<W>, position: &Position<W>) -> i32 {
        let enemy = self.evaluator.value(position)[self.of.opponent().index()];
        let value = (-enemy * SCALE) as i32;
        // Values are for the side to move.
        if position.state().mover == self.of { value } else { -value }
    }
}
