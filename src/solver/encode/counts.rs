//! Pieces that only get fewer: strings with more of them than the start need not be solved.

use super::draft::Draft;
use super::refusal::Refusal;
use super::view::Setting;
use crate::solver::dfa::{Error, Event, Reading, Set, Shape, Symbol};

/// The most different counts that are kept apart. Unsupported it the automaton costs more than it saves.
const MOST_COUNTS: usize = 64;

/// The strings with no more of each content of a cell than the start has, for the contents that no move makes more of; `None` if there are none
/// such, or too many pieces to count. Backwards from all ends, boards full of kings would be solved without it.
pub(super) fn no_more_than_at_the_start(
    setting: &Setting,
    shape: &Shape,
    start: &[Symbol],
    drafts: &[Draft; 2],
) -> Result<Option<Set>, Refusal> {
    let cells = setting.board.len();
    let events = || drafts.iter().flatten().flat_map(|(_, events)| events);
    let at_start = |symbol| start[..cells].iter().filter(|&&s| s == symbol).count();
    // Symbol 0 is the empty cell.
    let limits: Vec<(Symbol, usize)> = (1..setting.alphabet.len() as Symbol)
        .filter(|&symbol| events().all(|event| gain(event, cells, symbol) <= 0))
        .map(|symbol| (symbol, at_start(symbol)))
        .collect();
    let counts = limits.iter().try_fold(1usize, |product, (_, most)| product.checked_mul(most + 1));
    if limits.is_empty() || counts.is_none_or(|counts| counts > MOST_COUNTS) {
        return Ok(None);
    }
    let left: Vec<usize> = limits.iter().map(|&(_, most)| most).collect();
    let set = Set::recognised(shape, left, 2 * MOST_COUNTS, |layer, left: &Vec<usize>, symbol| {
        let mut left = left.clone();
        if layer < cells
            && let Some(i) = limits.iter().position(|&(limited, _)| limited == symbol)
        {
            match left[i].checked_sub(1) {
                Some(fewer) => left[i] = fewer,
                None => return Reading::Reject,
            }
        }
        if layer + 1 == shape.len() { Reading::Accept } else { Reading::Open(left) }
    });
    match set {
        Ok(set) => Ok(Some(set)),
        Err(Error::TooLarge { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// How many more of a symbol there can be on the board after an event than before.
fn gain(event: &Event, cells: usize, symbol: Symbol) -> i32 {
    let of = |here: Symbol| i32::from(here == symbol);
    let most = |pairs: &[(Symbol, Symbol)]| pairs.iter().map(|&(before, after)| of(after) - of(before)).max();
    event.cells().iter().filter(|(cell, _)| *cell < cells).filter_map(|(_, pairs)| most(pairs)).sum()
}
