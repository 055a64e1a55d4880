//! Games whose cells fill up, 64 positions at a time, against the arrays that take positions one by one.

use ludogen::solver::dfa::{self, Event, Limit, Shape, Symbol};
use ludogen::solver::symbolic::{Error, Moves, Problem, Region, Side, filling, indexed};
use ludogen::solver::{PlyRow, Wdl};
use proptest::prelude::*;

/// What fills a cell; pieces are 1, 2, and so on without it.
const FILLED: Symbol = 2;

fn game(start: &[Symbol], symbols: usize, events: [&[Event]; 2]) -> Result<Problem, dfa::Error> {
    let shape = Shape::uniform(start.len(), symbols)?;
    let side = |events| {
        Ok::<_, dfa::Error>(Side {
            moves: vec![Moves::new(&shape, events)?],
            won: Region::Nothing,
            lost: Region::Nothing,
            drawn: Region::Nothing,
            lost_first: false,
            no_move: Wdl::Loss,
        })
    };
    Problem::new(&shape, start, [side(events[0])?, side(events[1])?])
}

/// A way to move, by chance.
#[derive(Clone, Debug)]
struct Draft {
    /// The piece that moves, whether the cell it leaves is filled by that, and whether the one it goes to was.
    piece: Symbol,
    leaves_filled: bool,
    onto_filled: bool,
    /// Another piece that takes the place of the one that moves.
    exchanged: Option<Symbol>,
    /// Cells in an order by chance: from, to, filled, and for each of the others the symbols that it may keep, as bits.
    cells: Vec<usize>,
    kept: Vec<u8>,
}

fn draft(cells: usize, kinds: usize) -> impl Strategy<Value = Draft> {
    let piece = (0..kinds).prop_map(|kind| [1, 3, 4][kind]);
    let order = Just((0..cells).collect::<Vec<_>>()).prop_shuffle();
    // Most cells keep what they have, whatever it is.
    let kept = prop::collection::vec(prop_oneof![6 => Just(u8::MAX), 1 => any::<u8>()], cells);
    (
        piece.clone(),
        prop::bool::weighted(0.2),
        prop::bool::weighted(0.2),
        prop::option::weighted(0.1, piece),
        order,
        kept,
    )
        .prop_map(|(piece, leaves_filled, onto_filled, exchanged, cells, kept)| Draft {
            piece,
            leaves_filled,
            onto_filled,
            exchanged,
            cells,
            kept,
        })
}

impl Draft {
    fn event(&self, symbols: usize) -> Event {
        let mut cells = self.cells.iter().copied();
        let mut next = || cells.next().expect("cells enough");
        let (from, to) = (next(), next());
        let mut event = Event::new();
        let mut fills = 1;
        match self.exchanged {
            Some(other) if other != self.piece => {
                event = event.changing(from, self.piece, other).changing(to, other, self.piece);
            }
            _ => {
                let (left, entered) = (u8::from(self.leaves_filled) * FILLED, u8::from(self.onto_filled) * FILLED);
                event = event.changing(from, self.piece, left).changing(to, entered, self.piece);
                fills = 1 + usize::from(self.onto_filled) - usize::from(self.leaves_filled);
            }
        }
        for _ in 0..fills {
            event = event.changing(next(), 0, FILLED);
        }
        for (cell, kept) in cells.zip(&self.kept).filter(|&(_, &kept)| kept != u8::MAX) {
            let symbols: Vec<Symbol> = (0..symbols as Symbol).filter(|symbol| kept >> symbol & 1 != 0).collect();
            event = event.keeping(cell, &symbols);
        }
        event
    }
}

/// A start, and the moves of both sides, with up to three kinds of pieces.
fn drafts() -> impl Strategy<Value = (Vec<Symbol>, usize, [Vec<Event>; 2])> {
    (5usize..11, 1usize..4).prop_flat_map(|(cells, kinds)| {
        let symbols = kinds + 2;
        let pieces = prop::collection::vec(0..kinds, kinds..kinds + 1);
        let start = (pieces, Just(()).prop_perturb(|(), mut rng| rng.random::<u64>())).prop_map(move |(more, seed)| {
            // One piece of each kind at least, up to a filled cell, and room to move.
            let mut start: Vec<Symbol> = (0..kinds).chain(more).map(|kind| [1, 3, 4][kind]).take(cells - 3).collect();
            start.push(if seed % 2 == 0 { FILLED } else { 0 });
            start.resize(cells, 0);
            start.rotate_right((seed >> 1) as usize % cells);
            start
        });
        let moves = || prop::collection::vec(draft(cells, kinds), 1..100);
        (start, moves(), moves()).prop_map(move |(start, first, second)| {
            let events = |drafts: Vec<Draft>| drafts.iter().map(|draft| draft.event(symbols)).collect();
            (start, symbols, [events(first), events(second)])
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn filled_64_at_a_time_or_one_by_one((start, symbols, events) in drafts()) {
        let game = game(&start, symbols, [&events[0], &events[1]]).expect("a game");
        let expected = indexed::solve(&game, start.len(), Limit::NONE, |_| {}).expect("a solution");
        match filling::solve(&game, Limit::NONE, |_| {}) {
            Ok(found) => {
                let positions = |table: &[PlyRow]| -> Vec<_> {
                    table.iter().copied().filter(|row| row.positions > 0).collect()
                };
                prop_assert_eq!(found.value, expected.value);
                prop_assert_eq!(positions(&found.table), positions(&expected.table));
            }
            // Where no event is possible nothing is filled.
            Err(Error::NotFilling(why)) => {
                prop_assert!(expected.table.len() == 1 && why.contains("just one cell"), "{}", why);
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}

#[test]
fn other_games_are_refused() {
    let refused = |start: &[Symbol], symbols: usize, event: Event| {
        let game = game(start, symbols, [std::slice::from_ref(&event); 2]).expect("a game");
        match filling::solve(&game, Limit::NONE, |_| {}) {
            Err(Error::NotFilling(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    let moving = Event::new().changing(0, 1, 0).changing(1, 0, 1);
    assert!(refused(&[1, 0, 0], 3, moving).contains("just one cell"));
    assert!(refused(&[0; 31], 3, Event::new().changing(0, 0, 2)).contains("at most 30 cells"));
    assert!(refused(&[0; 27], 3, Event::new().changing(0, 0, 2)).contains("26 cells"));
    let ends = Event::new().changing(0, 0, 2);
    let shape = Shape::uniform(3, 3).expect("a shape");
    let side = |no_move| Side {
        moves: vec![Moves::new(&shape, std::slice::from_ref(&ends)).expect("moves")],
        won: Region::Nothing,
        lost: Region::Nothing,
        drawn: Region::Nothing,
        lost_first: false,
        no_move,
    };
    let drawn = Problem::new(&shape, &[0; 3], [side(Wdl::Draw), side(Wdl::Loss)]).expect("a game");
    assert!(matches!(filling::solve(&drawn, Limit::NONE, |_| {}), Err(Error::NotFilling(_))));
    let game = Problem::new(&shape, &[0; 3], [side(Wdl::Loss), side(Wdl::Loss)]).expect("a game");
    let few = Limit { bytes: 8, ..Limit::NONE };
    assert!(matches!(filling::solve(&game, few, |_| {}), Err(Error::Sets(dfa::Error::Memory { .. }))));
    let few = Limit { states: 1, ..Limit::NONE };
    assert!(matches!(filling::solve(&game, few, |_| {}), Err(Error::Positions { limit: 1 })));
}
