//! The difference of two states of a store.

use super::Error;
use super::keys::{Keys, Value};
use super::set::{ALL, NONE};
use super::store::{CHUNK, Store, Taken, in_chunks, rounds};

/// The state of layer 0 for what `left` accepts and `right` does not. One walk down over the pairs met, and one up.
pub(super) fn difference(store: &mut Store, left: u32, right: u32) -> Result<u32, Error> {
    let layers = store.shape.len();
    let mut keys: Vec<Keys<2>> = (0..layers).map(|_| Keys::new()).collect();
    keys[0].reserve(0, 1)?;
    let mut met = vec![Vec::new()];
    let root = match known(left, right) {
        Some(state) => Value(state),
        None => Value::of_key(keys[0].find([left, right], &mut Taken::default(), &mut met[0])),
    };
    // For each layer, the values below each pair and symbol, by task.
    let mut below: Vec<Vec<Vec<Value>>> = Vec::new();
    for layer in 0..layers {
        let symbols = store.shape.symbols(layer);
        let (mut all_values, mut all_fresh) = (Vec::new(), Vec::new());
        for round in rounds(met[layer].len()) {
            if layer + 1 < layers {
                keys[layer + 1].reserve(layer + 1, round.len() * symbols)?;
            }
            let (level, here, next) = (&store.levels[layer], &keys[layer], keys.get(layer + 1));
            let results = in_chunks(round, |chunk| {
                let (mut taken, mut fresh) = (Taken::default(), Vec::new());
                let mut values = Vec::with_capacity(chunk.len() * symbols);
                for &number in &met[layer][chunk] {
                    let [left, right] = here.key(number);
                    for symbol in 0..symbols {
                        let (left, right) = (level.step(left, symbol), level.step(right, symbol));
                        values.push(match (known(left, right), next) {
                            (None, Some(next)) => Value::of_key(next.find([left, right], &mut taken, &mut fresh)),
                            (state, _) => Value(state.unwrap_or(NONE)),
                        });
                    }
                }
                (values, fresh)
            });
            for (values, fresh) in results {
                all_values.push(values);
                if let Some(next) = keys.get_mut(layer + 1) {
                    next.note(fresh.len());
                }
                all_fresh.extend(fresh);
            }
        }
        below.push(all_values);
        met.push(all_fresh);
    }
    for layer in (0..layers).rev() {
        let symbols = store.shape.symbols(layer);
        for round in rounds(met[layer].len()) {
            store.levels[layer].reserve(layer, round.len())?;
            let (level, here, next) = (&store.levels[layer], &keys[layer], keys.get(layer + 1));
            in_chunks(round, |chunk| {
                let (mut taken, mut row) = (Taken::default(), Vec::with_capacity(symbols));
                let values = below[layer][chunk.start / CHUNK].chunks_exact(symbols);
                for (&number, values) in met[layer][chunk].iter().zip(values) {
                    row.clear();
                    row.extend(values.iter().map(|&value| next.map_or(value.0, |next| next.state(value))));
                    here.set(number, level.state(&row, &mut taken));
                }
            });
        }
        below.pop();
    }
    Ok(keys[0].state(root))
}

/// The difference where it is plain.
fn known(left: u32, right: u32) -> Option<u32> {
    match (left, right) {
        (NONE, _) | (_, ALL) => Some(NONE),
        (_, NONE) => Some(left),
        _ if left == right => Some(NONE),
        _ => None,
    }
}
