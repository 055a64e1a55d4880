//! A game as sets and relations of strings, and its positions as strings.

use super::alphabet::{Alphabet, Content, Man};
use super::order::Order;
use super::view::Extra;
use crate::game::{Game, Kind, NOWHERE, State};
use crate::solver::dfa;
use crate::solver::symbolic::Problem;
use crate::solver::symbolic::layered::Ply;

/// A game as sets and relations of strings.
pub struct Encoding {
    /// The game; side 0 is White, who moves first.
    pub problem: Problem,
    /// A position may come again, and a rule forbids it: draws are not certain.
    pub forbids_repetition: bool,
    pub(super) alphabet: Alphabet,
    pub(super) extras: Vec<(Extra, u8)>,
    pub(super) order: Order,
}

impl Encoding {
    /// Whether values found backwards from all ends hold although a rule forbids repetition: positions that the rule takes for
    /// the same are one string.
    pub fn repeats_as_strings(&self) -> bool {
        self.move_layer().is_none()
    }

    /// Whether a position may come again in a game whose plies are these, each string at most once on any way.
    ///
    /// # Errors
    /// As [`dfa::Set::change`].
    pub fn recurs(&self, plies: &[Ply]) -> Result<bool, dfa::Error> {
        let Some((layer, most)) = self.move_layer() else { return Ok(false) };
        // Strings differ in the number of moves while that is told; the rule does not look at it.
        for (i, early) in plies.iter().enumerate().take(most as usize) {
            for (j, late) in plies.iter().enumerate().skip(i + 2).step_by(2) {
                let later = (j as u32).min(most.into()) as u8;
                let again = early.reached.change(&[(layer, i as u8, later)])?;
                if !again.intersection(&late.reached)?.is_empty() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The layer of the number of moves, if there is one, and the greatest number told apart.
    fn move_layer(&self) -> Option<(usize, u8)> {
        self.extras.iter().position(|e| e.0 == Extra::Moves).map(|i| (self.cells() + i, self.extras[i].1))
    }

    /// Cells of the board, whose contents are the first characters of a string.
    pub fn cells(&self) -> usize {
        self.problem.shape().len() - self.extras.len()
    }

    /// A state as a string, if nothing in it is unknown. Whose turn it is is not part of it.
    pub fn string<const W: usize>(&self, game: &Game<W>, state: &State<W>) -> Option<Vec<u8>> {
        string(&self.alphabet, &self.extras, &self.order, &contents(game, state), state)
    }
}

/// What stands on each cell.
pub(super) fn contents<const W: usize>(game: &Game<W>, state: &State<W>) -> Vec<Content> {
    let men = |c| (0..game.height(state, c)).map(|level| Man::from(game.piece_at(state, c, level))).collect();
    game.board().cells().map(|c| Content { men: men(c), state: game.cell_state(state, c) }).collect()
}

/// A state as a string, if nothing in it is unknown.
pub(super) fn string<const W: usize>(
    alphabet: &Alphabet,
    extras: &[(Extra, u8)],
    order: &Order,
    contents: &[Content],
    state: &State<W>,
) -> Option<Vec<u8>> {
    let cells = order.cells().iter().map(|&cell| alphabet.find(&contents[cell as usize]));
    let mut string = cells.collect::<Option<Vec<u8>>>()?;
    for &(extra, most) in extras {
        let value = match extra {
            Extra::Hand(player, kind) => state.hands[player][Kind::new(kind)].into(),
            Extra::Captured(player, kind) => u32::from(state.captured[player][Kind::new(kind)]).min(most.into()),
            Extra::Moves => state.move_number.min(most.into()),
            Extra::Moved(player) => state.moved[player].into(),
            Extra::Last => {
                if state.last_to == NOWHERE {
                    0
                } else {
                    u32::from(state.last_to) + 1
                }
            }
            Extra::Passes => u32::from(state.passes).min(most.into()),
        };
        string.push(u8::try_from(value).ok().filter(|&v| v <= most)?);
    }
    Some(string)
}
