//! Who plays the games in which rules are compared: chance, and players of many tastes who see a move or two ahead.
//!
//! They know a position by what is seen of it, so that they play the same by rules that are written differently.

use super::view::{Legal, View};
use crate::board::CellId;
use crate::game::{Game, Move, Outcome, Owner, Player, Position, State};
use crate::order;
use crate::streams::Generator;
use rand::RngExt;

/// How the moves of a game are chosen.
pub(super) enum Chooser {
    /// Every action is equally likely.
    Random,
    /// The moves that each player likes best.
    Tasteful([Taste; 2]),
    /// A win at once if there is one, then no move after which the opponent has one, then what is liked best.
    Sharp([Taste; 2]),
}

/// What a player likes: pieces of this owner and type on that cell.
pub(super) struct Taste {
    cells: [Vec<i32>; 3],
    kinds: Vec<i32>,
}

/// How many of the best liked moves are looked at for an answer that wins.
const LOOKED_AT: usize = 4;

impl Taste {
    /// A taste for corners or the centre, for one side of the board, for many pieces or few.
    fn draw<const W: usize>(view: &View, game: &Game<W>, rng: &mut Generator) -> Taste {
        let board = game.board();
        let mut weights = || {
            let mut draw = |width: i32| rng.random_range(-width..=width);
            let (worth, across, along, middle) = (draw(30), draw(6), draw(6), draw(3));
            let noise = 3;
            let far = board.radius() as i32;
            let of = |cell: CellId| {
                let out = board.eccentricity(cell) as i32 - far;
                worth + across * board.col(cell) as i32 + along * board.row(cell) as i32 + middle * out
            };
            board.cells().map(|cell| of(cell) + rng.random_range(-noise..=noise)).collect()
        };
        let cells = [weights(), weights(), weights()];
        Taste { cells, kinds: (0..view.types()).map(|_| rng.random_range(-20..=20)).collect() }
    }

    /// How much a player likes a position.
    fn of<const W: usize>(&self, view: &View, game: &Game<W>, state: &State<W>, player: Player) -> i32 {
        let mut sum = 0;
        for (owner, cells) in Owner::ALL.into_iter().zip(&self.cells) {
            let sign = if owner.player() == Some(player.opponent()) { -1 } else { 1 };
            for cell in state.owned[owner].iter() {
                sum += sign * (cells[usize::from(cell)] + view.kind(game, state, cell).map_or(0, |k| self.kinds[k]));
            }
        }
        sum
    }
}

impl Chooser {
    /// The players of the game of that number: half of the games are random, the others are played by tastes.
    pub fn of<const W: usize>(view: &View, game: &Game<W>, number: u64, rng: &mut Generator) -> Chooser {
        let mut two = || [Taste::draw(view, game, rng), Taste::draw(view, game, rng)];
        match number % 4 {
            1 => Chooser::Tasteful(two()),
            3 => Chooser::Sharp(two()),
            _ => Chooser::Random,
        }
    }

    /// Whether all moves are tried before one is chosen.
    pub fn looks_ahead(&self) -> bool {
        !matches!(self, Chooser::Random)
    }

    /// The action chosen, by its number, and which of its variants.
    pub fn choose<const W: usize>(
        &self,
        view: &View,
        game: &Game<W>,
        position: &mut Position<W>,
        legal: &Legal,
        rng: &mut Generator,
    ) -> (usize, usize) {
        let tastes = match self {
            Chooser::Random => {
                let action = rng.random_range(0..legal.actions() as u32) as usize;
                return (action, rng.random_range(0..legal.variants(action).len() as u32) as usize);
            }
            Chooser::Tasteful(tastes) | Chooser::Sharp(tastes) => tastes,
        };
        // A move in five is a slip, so that games with the same tastes differ.
        if rng.random_range(0..5) == 0 {
            let action = rng.random_range(0..legal.actions() as u32) as usize;
            return (action, 0);
        }
        let sharp = matches!(self, Chooser::Sharp(_));
        let mover = position.state().mover;
        let taste = &tastes[mover.index()];
        let mut liked: Vec<(i32, usize, usize)> = Vec::new();
        for action in 0..legal.actions() {
            for (variant, m) in legal.variants(action).enumerate() {
                position.apply(game, m);
                let (outcome, liking) = (position.outcome(), taste.of(view, game, position.state(), mover));
                position.undo();
                let liking = match outcome {
                    Some(Outcome::Win(winner)) if sharp && winner == mover => return (action, variant),
                    Some(Outcome::Win(_)) if sharp => i32::MIN,
                    _ => liking,
                };
                liked.push((liking, action, variant));
            }
        }
        order::sort_by(&mut liked, |a, b| b.cmp(a));
        if sharp {
            let safe = liked.iter().take(LOOKED_AT).find(|&&(_, action, variant)| {
                legal.variants(action).nth(variant).is_some_and(|m| !loses_at_once(game, position, m))
            });
            if let Some(&(_, action, variant)) = safe {
                return (action, variant);
            }
        }
        liked.first().map_or((0, 0), |&(_, action, variant)| (action, variant))
    }
}

/// Whether the opponent has a winning answer to a move.
fn loses_at_once<const W: usize>(game: &Game<W>, position: &mut Position<W>, m: Move) -> bool {
    let mover = position.state().mover;
    position.apply(game, m);
    let mut answers = Vec::new();
    if position.outcome().is_none() && position.state().mover != mover {
        position.legal(game, &mut answers);
    }
    let lost = answers.into_iter().any(|answer| {
        position.apply(game, answer);
        let lost = position.outcome() == Some(Outcome::Win(mover.opponent()));
        position.undo();
        lost
    });
    position.undo();
    lost
}
