//! `CellSet` against a plain set of numbers.

use ludogen::board::{Board, BoardSpec, CellId, CellSet, Shape, Tiling};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;

type Plain = BTreeSet<CellId>;

/// Every operation on `a` and `b`, cells below `64 * W`, done both ways.
fn compare<const W: usize>(a: &[CellId], b: &[CellId], n: usize, by: i32) -> Result<(), TestCaseError> {
    let top = 64 * W as CellId;
    let (a, b) = (a.iter().map(|c| c % top), b.iter().map(|c| c % top));
    let (pa, pb): (Plain, Plain) = (a.clone().collect(), b.clone().collect());
    let (sa, sb): (CellSet<W>, CellSet<W>) = (a.collect(), b.collect());
    let plain = |set: CellSet<W>| set.iter().collect::<Plain>();
    let ascending = |set: CellSet<W>| set.iter().collect::<Vec<_>>();

    prop_assert!(ascending(sa).iter().eq(&pa), "iteration ascends");
    prop_assert!(sa.into_iter().eq(sa.iter()));
    prop_assert_eq!(sa.len() as usize, pa.len());
    prop_assert_eq!(sa.is_empty(), pa.is_empty());
    prop_assert_eq!(sa == sb, pa == pb);
    prop_assert_eq!(sa.meets(&sb), !pa.is_disjoint(&pb));
    prop_assert_eq!(sa.is_subset(&sb), pa.is_subset(&pb));
    prop_assert_eq!((sa & sb).is_subset(&sa), true);
    prop_assert_eq!(sa.lowest(), pa.first().copied());
    prop_assert_eq!(sa.highest(), pa.last().copied());
    let (least, most) = (pa.last().map_or(0, |&c| c), pa.first().map_or(top - 1, |&c| c));
    prop_assert_eq!(plain(sa.through_lowest()), (0..=most).collect::<Plain>());
    prop_assert_eq!(plain(sa.from_highest()), (least..top).collect::<Plain>());
    for k in 0..=pa.len() {
        prop_assert_eq!(sa.nth(k as u32), pa.iter().nth(k).copied());
    }
    prop_assert_eq!(plain(sa & sb), &pa & &pb);
    prop_assert_eq!(plain(sa | sb), &pa | &pb);
    prop_assert_eq!(plain(sa ^ sb), &pa ^ &pb);
    prop_assert_eq!(plain(sa.minus(&sb)), &pa - &pb);
    prop_assert_eq!(plain(!sa), (0..top).filter(|c| !pa.contains(c)).collect::<Plain>());
    let (mut and, mut or, mut xor) = (sa, sa, sa);
    and &= sb;
    or |= sb;
    xor ^= sb;
    prop_assert_eq!((and, or, xor), (sa & sb, sa | sb, sa ^ sb));
    let first = CellSet::<W>::first(n);
    prop_assert_eq!(plain(first), (0..top.min(n as CellId)).collect::<Plain>());
    let moved = pa.iter().map(|&c| i32::from(c) + by).filter(|c| (0..i32::from(top)).contains(c));
    prop_assert_eq!(plain(sa.shifted(by)), moved.map(|c| c as CellId).collect::<Plain>());
    prop_assert_eq!(format!("{sa:?}"), format!("{pa:?}"));

    let (mut set, mut plain_set) = (sa, pa);
    for &c in &pb {
        prop_assert_eq!(set.contains(c), plain_set.contains(&c));
        prop_assert_eq!(plain(CellSet::<W>::of(c)), Plain::from([c]));
        if c % 2 == 0 {
            set.insert(c);
            plain_set.insert(c);
        } else {
            set.remove(c);
            plain_set.remove(&c);
        }
        prop_assert_eq!(plain(set), plain_set.clone());
    }
    Ok(())
}

proptest! {
    #[test]
    fn cell_sets_behave_like_sets(
        a in vec(0..384_u16, 0..120),
        b in vec(0..384_u16, 0..120),
        n in 0..500_usize,
        by in prop_oneof![-500..500, Just(0), Just(64), Just(-64), Just(128), Just(-128), Just(i32::MIN), Just(i32::MAX - 400)],
    ) {
        compare::<1>(&a, &b, n, by)?;
        compare::<2>(&a, &b, n, by)?;
        compare::<4>(&a, &b, n, by)?;
        compare::<6>(&a, &b, n, by)?;
    }

    /// What the shift plans are for: moving a whole set at once.
    #[test]
    fn shift_plans_move_sets_as_neighbours_move_cells(cells in vec(0..91_u16, 0..91), d in 0..12_usize) {
        let board = Board::new(&BoardSpec::new(Tiling::Hex, Shape::Hex, &[6])).unwrap();
        let set: CellSet<2> = cells.iter().copied().collect();
        let moved = board.shifts(d).iter().fold(CellSet::EMPTY, |out, (delta, sources)| {
            out | (set & sources.iter().copied().collect()).shifted(*delta)
        });
        prop_assert_eq!(moved, set.iter().filter_map(|c| board.neighbour(c, d)).collect::<CellSet<2>>());
    }
}

#[test]
fn the_empty_and_the_full_set_have_no_odd_edges() {
    for n in [0, 1, 63, 64, 65, 127, 128, 200] {
        let set = CellSet::<2>::first(n);
        assert_eq!(set.len() as usize, n.min(128));
        assert_eq!(set.nth(set.len()), None);
        assert_eq!((!set & CellSet::first(128)).len() as usize, 128 - n.min(128));
    }
    assert_eq!(CellSet::<1>::EMPTY.lowest(), None);
    assert_eq!(CellSet::<4>::first(256).nth(255), Some(255));
}
