//! Operations on automata: `cargo bench --bench dfa`.
//!
//! The sets are what grows when such sets are made by relations, as in solving games: twenty cells with three symbols, images of a few random
//! strings under a relation of local changes, neither without structure nor with much of it.

use divan::{Bencher, black_box};
use ludogen::solver::dfa::{Error, Event, Packed, Relation, Set, Shape, Symbol, image, image_within};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn main() {
    divan::main();
}

const CELLS: usize = 20;

struct Example {
    relation: Relation,
    sets: [Set; 2],
}

impl Example {
    fn new() -> Result<Self, Error> {
        let shape = Shape::uniform(CELLS, 3)?;
        // A piece goes to an empty cell or takes the other kind's place, up to four cells on.
        let event = |cell: usize, step: usize, own: Symbol| {
            Event::new().changing(cell, own, 0).with(cell + step, &[(0, own), (3 - own, own)])
        };
        let events = (0..CELLS - 4).flat_map(|cell| [(cell, 1, 1), (cell, 3, 1), (cell, 4, 2)]);
        let events: Vec<Event> = events.map(|(cell, step, own)| event(cell, step, own)).collect();
        let relation = Relation::new(&shape, &events)?;
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut set = || {
            let strings = (0..20).map(|_| (0..CELLS).map(|_| rng.random_range(0..3)).collect::<Vec<Symbol>>());
            let strings = strings.map(|string| Set::single(&shape, &string)).collect::<Result<Vec<_>, _>>()?;
            let mut set = Set::union_of(&shape, &strings.iter().collect::<Vec<_>>())?;
            for _ in 0..3 {
                set = set.union(&image(&[(&set, &relation)])?)?;
            }
            Ok::<_, Error>(set)
        };
        let sets = [set()?, set()?];
        Ok(Self { relation, sets })
    }
}

fn example() -> Example {
    Example::new().expect("sets within limits")
}

#[divan::bench]
fn union(bencher: Bencher) {
    let Example { sets: [a, b], .. } = example();
    bencher.bench(|| black_box(&a).union(black_box(&b)));
}

#[divan::bench]
fn intersection(bencher: Bencher) {
    let Example { sets: [a, b], .. } = example();
    bencher.bench(|| black_box(&a).intersection(black_box(&b)));
}

#[divan::bench]
fn difference(bencher: Bencher) {
    let Example { sets: [a, b], .. } = example();
    bencher.bench(|| black_box(&a).difference(black_box(&b)));
}

#[divan::bench]
fn image_of_a_set(bencher: Bencher) {
    let Example { sets: [a, _], relation } = example();
    bencher.bench(|| image(&[(black_box(&a), &relation)]));
}

#[divan::bench]
fn preimage_within_a_set(bencher: Bencher) {
    let Example { sets: [a, b], relation } = example();
    let back = relation.inverse();
    bencher.bench(|| image_within(&[(black_box(&a), &back)], black_box(&b)));
}

#[divan::bench]
fn count(bencher: Bencher) {
    let Example { sets: [a, _], .. } = example();
    bencher.bench(|| black_box(&a).count());
}

#[divan::bench]
fn write_and_read(bencher: Bencher) {
    let Example { sets: [a, _], .. } = example();
    bencher.bench(|| {
        let mut file = Vec::new();
        black_box(&a).write(&mut file).map_err(Error::Io)?;
        Set::read(&file[..])
    });
}

#[divan::bench]
fn membership_in_a_file(bencher: Bencher) {
    let Example { sets: [a, _], .. } = example();
    let mut file = Vec::new();
    a.write(&mut file).expect("memory to write to");
    let length = file.len();
    let packed = Packed::new(file.into(), 0..length).expect("a set");
    let string = a.iter().last().expect("a string");
    bencher.bench(|| black_box(&packed).contains(black_box(&string)));
}
