//! Sets and relations as automata against explicit sets of strings.

use std::collections::{BTreeMap, BTreeSet};

use ludogen::solver::dfa::{
    Class, Classes, Counting, Error, Event, Packed, Relation, Set, Shape, Symbol, divide, image, image_within,
};
use proptest::prelude::*;
use rand_pcg::Pcg64Mcg;

type Strings = BTreeSet<Vec<Symbol>>;

/// Sizes of alphabets, from 1 to 3 symbols in 1 to 5 layers.
fn shapes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(1..=3usize, 1..=5)
}

fn string(sizes: &[usize]) -> impl Strategy<Value = Vec<Symbol>> + use<> {
    sizes.iter().map(|&k| 0..k as Symbol).collect::<Vec<_>>()
}

fn strings(sizes: &[usize]) -> impl Strategy<Value = Strings> + use<> {
    prop::collection::btree_set(string(sizes), 0..40)
}

/// For some cells, some pairs.
fn event(sizes: &[usize]) -> impl Strategy<Value = Event> + use<> {
    let sizes = sizes.to_vec();
    let condition = (0..sizes.len()).prop_flat_map(move |cell| {
        let k = sizes[cell] as Symbol;
        (Just(cell), prop::collection::vec((0..k, 0..k), 1..4))
    });
    prop::collection::vec(condition, 0..4)
        .prop_map(|conditions| conditions.iter().fold(Event::new(), |event, (cell, pairs)| event.with(*cell, pairs)))
}

/// A shape, some sets and two relations.
fn worlds() -> impl Strategy<Value = (Shape, Vec<Strings>, [Vec<Event>; 2])> {
    shapes().prop_flat_map(|sizes| {
        (
            Just(Shape::new(&sizes).expect("a shape")),
            prop::collection::vec(strings(&sizes), 3),
            [prop::collection::vec(event(&sizes), 0..6), prop::collection::vec(event(&sizes), 0..6)],
        )
    })
}

/// The automaton of explicit strings, built one string at a time.
fn set(shape: &Shape, strings: &Strings) -> Set {
    strings
        .iter()
        .fold(Set::empty(shape), |set, string| set.union(&Set::single(shape, string).expect("fits")).expect("a union"))
}

/// What a string may become.
fn results(string: &[Symbol], event: &Event) -> Vec<Vec<Symbol>> {
    let mut results = vec![string.to_vec()];
    for (cell, pairs) in event.cells() {
        let after: Vec<_> = pairs.iter().filter(|pair| pair.0 == string[*cell]).map(|pair| pair.1).collect();
        results = results
            .iter()
            .flat_map(|result| {
                after.iter().map(|&after| {
                    let mut result = result.clone();
                    result[*cell] = after;
                    result
                })
            })
            .collect();
    }
    results
}

fn explicit_image(strings: &Strings, events: &[Event]) -> Strings {
    strings.iter().flat_map(|string| events.iter().flat_map(move |event| results(string, event))).collect()
}

fn explicit(set: &Set) -> Strings {
    set.iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn set_operations_agree_with_explicit_sets((shape, sets, _) in worlds()) {
        let [a, b, c] = &sets[..] else { unreachable!() };
        let all = explicit(&Set::full(&shape));
        let (x, y, z) = (set(&shape, a), set(&shape, b), set(&shape, c));
        prop_assert_eq!(&explicit(&x), a);
        prop_assert_eq!(x.count().unwrap(), a.len() as u128);
        prop_assert_eq!(explicit(&x.union(&y).unwrap()), a | b);
        prop_assert_eq!(explicit(&x.intersection(&y).unwrap()), a & b);
        prop_assert_eq!(explicit(&x.difference(&y).unwrap()), a - b);
        prop_assert_eq!(explicit(&x.complement()), &all - a);
        let union = Set::union_of(&shape, &[&x, &y, &z]).unwrap();
        prop_assert_eq!(explicit(&union), &(a | b) | c);
        let parts = x.divide(&y).unwrap();
        prop_assert_eq!((explicit(&parts.hit), explicit(&parts.miss)), (a & b, a - b));
        prop_assert_eq!(x.is_subset(&y).unwrap(), a.is_subset(b));
        for string in &all {
            prop_assert_eq!(union.contains(string), a.contains(string) || b.contains(string) || c.contains(string));
        }
    }

    #[test]
    fn divisions_count_what_may_follow_a_symbol_read_often_and_seldom((shape, sets, _) in worlds()) {
        for (strings, symbol) in sets.iter().zip(0..) {
            let set = set(&shape, strings);
            for places in 0..shape.len() {
                let often = |string: &[Symbol]| string[..places].iter().filter(|&&read| read == symbol).count();
                // A state of a layer is what may follow, if that is not everything.
                let follow = |layer: usize, is: &dyn Fn(usize) -> bool| {
                    let all: usize = (layer..shape.len()).map(|layer| shape.symbols(layer)).product();
                    let ends = |string: &Vec<Symbol>| -> BTreeSet<&[Symbol]> {
                        strings.iter().filter_map(|other| other.strip_prefix(&string[..layer])).collect()
                    };
                    let ends = strings.iter().filter(|string| is(often(string))).map(ends);
                    ends.filter(|ends| ends.len() < all).collect::<BTreeSet<_>>().len()
                };
                let behind = |is: &dyn Fn(usize) -> bool| (places..shape.len()).map(|layer| follow(layer, is)).sum::<usize>();
                let expected = (1..=places).map(|least| [behind(&|times| times >= least), behind(&|times| times < least)]);
                prop_assert_eq!(set.divisions(symbol, places), expected.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn equal_sets_are_equal_automata((shape, sets, _) in worlds()) {
        let [a, b, c] = &sets[..] else { unreachable!() };
        let (x, y, z) = (set(&shape, a), set(&shape, b), set(&shape, c));
        let backwards = a.iter().rev().fold(Set::full(&shape), |set, string| {
            set.difference(&Set::single(&shape, string).unwrap()).unwrap()
        });
        prop_assert_eq!(&backwards.complement(), &x);
        let left = x.union(&y).unwrap().intersection(&z).unwrap();
        let right = z.intersection(&x).unwrap().union(&y.intersection(&z).unwrap()).unwrap();
        prop_assert_eq!(&left, &right);
        prop_assert_eq!(left.states(), right.states());
        // Minimal: a state for each different set of ends that follows a beginning, uniform ones aside.
        let mut states = 0;
        for length in 0..shape.len() {
            let below: usize = (length..shape.len()).map(|layer| shape.symbols(layer)).product();
            let mut ends: BTreeSet<BTreeSet<&[Symbol]>> = BTreeSet::new();
            let begins: BTreeSet<&[Symbol]> = a.iter().map(|string| &string[..length]).collect();
            for begin in begins {
                let end: BTreeSet<_> = a.iter().filter(|string| string.starts_with(begin)).map(|s| &s[length..]).collect();
                if end.len() < below {
                    ends.insert(end);
                }
            }
            states += ends.len();
        }
        prop_assert_eq!(x.states(), states);
    }

    #[test]
    fn strings_are_numbered_class_by_class((shape, sets, events) in worlds(), counted in 0..=5usize) {
        let counting = Counting::new(&shape, counted.min(shape.len())).unwrap();
        let mut by_class: BTreeMap<Class, Vec<Vec<Symbol>>> = BTreeMap::new();
        for string in &Set::full(&shape) {
            by_class.entry(counting.class(&string).unwrap()).or_default().push(string);
        }
        // Half of the classes, in an order of their own.
        let list: Vec<Class> = by_class.keys().rev().step_by(2).cloned().collect();
        let classes = Classes::new(&counting, &list).unwrap();
        for (class, strings) in &by_class {
            prop_assert!(counting.has(class));
            let place = list.iter().position(|other| other == class);
            for (number, string) in (0..).zip(strings) {
                prop_assert_eq!(classes.place(string), place.map(|place| (place, number)));
            }
            if let Some(place) = place {
                prop_assert_eq!(classes.count(place), strings.len() as u64);
                let inside = set(&shape, &sets[0]);
                let mut found = Vec::new();
                let mut covered = 0;
                for part in classes.parts(place) {
                    prop_assert_eq!(part.first, covered);
                    covered += part.count;
                    let mut each = |first, count| found.extend(first..first + count);
                    classes.within(&inside, (place, &part), &|_, count| count > 0, &mut each);
                }
                prop_assert_eq!(covered, strings.len() as u64);
                let expected: Vec<u64> = (0..).zip(strings).filter(|(_, s)| sets[0].contains(*s)).map(|(n, _)| n).collect();
                prop_assert_eq!(found, expected);
            }
        }
        let relation = Relation::new(&shape, &events[0]).unwrap();
        let gains = counting.gains(&relation).unwrap();
        let mut expected: BTreeSet<(usize, u64, usize, u64)> = BTreeSet::new();
        for before in by_class.values().flatten() {
            for after in events[0].iter().flat_map(|event| results(before, event)) {
                let classes_of = [before, &after].map(|string| counting.class(string).unwrap());
                let gain: Vec<i32> = classes_of[0].iter().zip(&classes_of[1]).map(|(&a, &b)| i32::from(b) - i32::from(a)).collect();
                prop_assert!(gains.contains(&gain));
                if let (Some((from, a)), Some((to, b))) = (classes.place(before), classes.place(&after)) {
                    expected.insert((from, a, to, b));
                }
            }
        }
        let mut found = BTreeSet::new();
        for (from, to) in (0..list.len()).flat_map(|from| (0..list.len()).map(move |to| (from, to))) {
            for part in classes.parts(to) {
                let mut each = |b, a, count| found.extend((0..count).map(|i| (from, a + i, to, b + i)));
                classes.pairs(&relation, from, (to, &part), &|_, count| count > 0, &mut each);
            }
        }
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn images_agree_with_explicit_sets((shape, sets, events) in worlds()) {
        let [a, b, within] = &sets[..] else { unreachable!() };
        let relations = [Relation::new(&shape, &events[0]).unwrap(), Relation::new(&shape, &events[1]).unwrap()];
        let (x, y, z) = (set(&shape, a), set(&shape, b), set(&shape, within));
        let after = explicit_image(a, &events[0]);
        prop_assert_eq!(explicit(&image(&[(&x, &relations[0])]).unwrap()), after.clone());
        let operands = [(&x, &relations[0]), (&y, &relations[1])];
        let both = &after | &explicit_image(b, &events[1]);
        prop_assert_eq!(explicit(&image(&operands).unwrap()), both.clone());
        prop_assert_eq!(explicit(&image_within(&operands, &z).unwrap()), &both & within);
        let divided = divide(&z, &operands).unwrap();
        prop_assert_eq!((explicit(&divided.hit), explicit(&divided.miss)), (&both & within, within - &both));
        // Back: what has a result in the set.
        let back = image(&[(&x, &relations[0].inverse())]).unwrap();
        for string in &explicit(&Set::full(&shape)) {
            let leads_in = events[0].iter().any(|event| results(string, event).iter().any(|result| a.contains(result)));
            prop_assert_eq!(back.contains(string), leads_in);
        }
        let inverse = Relation::new(&shape, &events[0].iter().map(Event::inverse).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(&image(&[(&x, &inverse)]).unwrap(), &back);
        // All strings, which is a uniform state, as operand.
        let full = image(&[(&Set::full(&shape), &relations[0])]).unwrap();
        prop_assert_eq!(explicit(&full), explicit_image(&explicit(&Set::full(&shape)), &events[0]));
    }

    #[test]
    fn a_change_is_its_event((shape, sets, _) in worlds(), cell in 0..5usize, symbols in (0..3u8, 0..3u8)) {
        let cell = cell % shape.len();
        let k = shape.symbols(cell) as Symbol;
        let (before, after) = (symbols.0 % k, symbols.1 % k);
        let changed = set(&shape, &sets[0]).change(&[(cell, before, after)]).unwrap();
        prop_assert_eq!(explicit(&changed), explicit_image(&sets[0], &[Event::new().changing(cell, before, after)]));
    }

    #[test]
    fn ranks_and_samples_are_of_the_set((shape, sets, _) in worlds(), seed in any::<u64>()) {
        let x = set(&shape, &sets[0]);
        let ranked = x.ranked().unwrap();
        for (rank, string) in sets[0].iter().enumerate() {
            prop_assert!(ranked.nth(rank as u128).as_ref() == Some(string));
            prop_assert_eq!(ranked.rank(string), Some(rank as u128));
        }
        prop_assert_eq!(ranked.nth(sets[0].len() as u128), None);
        let sample = ranked.sample(&mut Pcg64Mcg::new(u128::from(seed)));
        prop_assert_eq!(sample.is_some(), !sets[0].is_empty());
        prop_assert!(sample.is_none_or(|string| sets[0].contains(&string)));
    }

    #[test]
    fn files_give_back_the_set((shape, sets, _) in worlds()) {
        let x = set(&shape, &sets[0]);
        let mut file = Vec::new();
        x.write(&mut file).unwrap();
        prop_assert_eq!(Set::read(&file[..]).unwrap(), x.clone());
        // Asked where it lies, between other bytes.
        let place = 3..3 + file.len();
        let packed = Packed::new([&[7; 3], &file[..], &[7; 5]].concat().into(), place).unwrap();
        prop_assert_eq!((packed.shape(), packed.is_empty(), packed.bytes()), (&shape, x.is_empty(), &file[..]));
        for string in &Set::full(&shape) {
            prop_assert_eq!(packed.contains(&string), sets[0].contains(&string));
        }
        prop_assert!(!packed.contains(&[]) && !packed.contains(&vec![9; shape.len()]));
        prop_assert_eq!(packed.load().unwrap(), x);
    }
}

#[test]
fn samples_are_uniform() -> Result<(), Error> {
    let shape = Shape::uniform(4, 3)?;
    let set = Set::cube(&shape, &[(1, vec![0, 2]), (3, vec![1])])?.difference(&Set::single(&shape, &[0, 0, 0, 1])?)?;
    let ranked = set.ranked()?;
    let mut rng = Pcg64Mcg::new(1);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..17_000 {
        *counts.entry(ranked.sample(&mut rng)).or_insert(0) += 1;
    }
    assert_eq!((set.count()?, counts.len()), (17, 17));
    // Four standard deviations of a count with expectation 1000.
    assert!(counts.values().all(|&count: &i32| (count - 1000).abs() < 125), "{counts:?}");
    Ok(())
}

#[test]
fn results_do_not_depend_on_threads() -> Result<(), Error> {
    let shape = Shape::uniform(14, 3)?;
    let mut rng = Pcg64Mcg::new(7);
    let all = Set::full(&shape);
    let ranked = all.ranked()?;
    let mut sets = Vec::new();
    for _ in 0..2 {
        let strings: Vec<_> = (0..6000)
            .filter_map(|_| ranked.sample(&mut rng))
            .map(|s| Set::single(&shape, &s))
            .collect::<Result<_, _>>()?;
        sets.push(Set::union_of(&shape, &strings.iter().collect::<Vec<_>>())?);
    }
    let events: Vec<_> = (0..12).map(|i| Event::new().changing(i, 1, 0).with(i + 2, &[(0, 1), (2, 1)])).collect();
    let relation = Relation::new(&shape, &events)?;
    let work = || {
        let image = image(&[(&sets[0], &relation)])?;
        Ok::<_, Error>((divide(&sets[1], &[(&image, &relation.inverse())])?, image))
    };
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let (divided, image) = pool(1).install(work)?;
    assert!(image.states() > 10_000 && !divided.hit.is_empty());
    for threads in [2, 3, 4] {
        let (other_divided, other_image) = pool(threads).install(work)?;
        assert_eq!((&other_divided, &other_image), (&divided, &image));
    }
    Ok(())
}

#[test]
fn counts_go_to_the_edge_of_128_bits_and_not_beyond() -> Result<(), Error> {
    let shape = Shape::uniform(128, 2)?;
    assert!(matches!(Set::full(&shape).count(), Err(Error::Count)));
    assert!(matches!(Set::full(&shape).ranked(), Err(Error::Count)));
    let half = Set::cube(&shape, &[(5, vec![0])])?;
    assert_eq!(half.count()?, 1 << 127);
    // More strings than can be counted above, few in the set.
    let long = Shape::uniform(300, 3)?;
    let few = Set::cube(&long, &(0..298).map(|i| (i, vec![2])).collect::<Vec<_>>())?;
    assert_eq!((few.count()?, few.iter().count()), (9, 9));
    Ok(())
}

#[test]
fn wrong_shapes_are_refused() -> Result<(), Error> {
    assert!(matches!(Shape::new(&[]), Err(Error::Shape { .. })));
    assert!(matches!(Shape::new(&[3, 0]), Err(Error::Shape { layer: 1, symbols: 0 })));
    assert!(matches!(Shape::new(&[257]), Err(Error::Shape { .. })));
    let (a, b) = (Shape::uniform(3, 2)?, Shape::uniform(3, 3)?);
    assert!(matches!(Set::single(&a, &[0, 1]), Err(Error::Length { expected: 3, found: 2 })));
    assert!(matches!(Set::single(&a, &[0, 1, 2]), Err(Error::Symbol { layer: 2, symbol: 2, symbols: 2 })));
    assert!(matches!(Set::cube(&a, &[(3, vec![0])]), Err(Error::Cell { cell: 3, layers: 3 })));
    assert!(matches!(Set::full(&a).union(&Set::full(&b)), Err(Error::Mismatch)));
    assert!(matches!(Set::full(&a).difference(&Set::full(&b)), Err(Error::Mismatch)));
    assert!(matches!(image(&[(&Set::full(&a), &Relation::identity(&b))]), Err(Error::Mismatch)));
    assert!(matches!(image(&[]), Err(Error::Operands { found: 0 })));
    assert!(matches!(Relation::new(&a, &[Event::new().changing(3, 0, 1)]), Err(Error::Cell { .. })));
    assert!(matches!(Relation::new(&a, &[Event::new().changing(0, 0, 2)]), Err(Error::Symbol { .. })));
    Ok(())
}

#[test]
fn a_file_with_any_byte_changed_is_refused() -> Result<(), Error> {
    let shape = Shape::new(&[3, 2, 4, 3, 1, 5])?;
    let set = set(&shape, &explicit(&Set::full(&shape)).into_iter().step_by(7).collect());
    let mut file = Vec::new();
    set.write(&mut file)?;
    for place in 0..file.len() {
        for bit in 0..8 {
            file[place] ^= 1 << bit;
            assert!(Set::read(&file[..]).is_err(), "bit {bit} of byte {place}");
            assert!(Packed::new(file.clone().into(), 0..file.len()).is_err(), "bit {bit} of byte {place}, packed");
            file[place] ^= 1 << bit;
        }
    }
    for length in 0..file.len() {
        assert!(Set::read(&file[..length]).is_err(), "cut to {length} bytes");
        assert!(Packed::new(file.clone().into(), 0..length).is_err(), "cut to {length} bytes, packed");
    }
    file.push(0);
    assert!(matches!(Set::read(&file[..]), Err(Error::File("more than a set"))));
    assert!(Set::read(&b"something else altogether"[..]).is_err());
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("a.set");
    set.save(&path)?;
    assert_eq!(Set::load(&path)?, set);
    assert!(matches!(Set::load(&folder.path().join("b.set")), Err(Error::Io(_))));
    let mapped = Packed::map(&path)?;
    assert!(explicit(&Set::full(&shape)).iter().all(|string| mapped.contains(string) == set.contains(string)));
    assert!(matches!(Packed::map(&folder.path().join("b.set")), Err(Error::Io(_))));
    std::fs::write(folder.path().join("empty.set"), [])?;
    assert!(matches!(Packed::map(&folder.path().join("empty.set")), Err(Error::File(_))));
    Ok(())
}

#[test]
fn counting_automata_have_a_state_for_each_sum() -> Result<(), Error> {
    // Strings with exactly 3 ones in 8: states are the sums that can still lead there.
    let shape = Shape::uniform(8, 2)?;
    let strings = explicit(&Set::full(&shape)).into_iter().filter(|s| s.iter().sum::<u8>() == 3).collect();
    let set = set(&shape, &strings);
    assert_eq!(set.count()?, 56);
    let expected: usize = (0..8usize).map(|l| (0..=l.min(3)).filter(|ones| ones + (8 - l) >= 3).count()).sum();
    assert_eq!(set.states(), expected);
    Ok(())
}
