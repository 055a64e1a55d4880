//! Sets of strings as automata, without any game: who may sit where in a row of seats.
//!
//! `cargo run --release --example sets`

use ludogen::solver::dfa::{Error, Event, Reading, Relation, Set, Shape, image};

/// Seats in a row. Each character of a string is one: free (0) or taken (1).
const SEATS: usize = 39;

/// Builds sets of seatings, combines and counts them, and follows a relation as far as it leads.
pub fn main() -> Result<(), Error> {
    let shape = Shape::uniform(SEATS, 2)?;

    // Sets are made of conditions on single characters, or by what has to be remembered while a string is read: here the seat before.
    let first = Set::cube(&shape, &[(0, vec![1])])?;
    let last = Set::cube(&shape, &[(SEATS - 1, vec![1])])?;
    let apart = Set::recognised(&shape, 0, 2, |seat, &before, taken| match (before, taken) {
        (1, 1) => Reading::Reject,
        _ if seat + 1 == SEATS => Reading::Accept,
        _ => Reading::Open(taken),
    })?;
    let at_an_end = apart.intersection(&first.union(&last)?)?;
    for (words, set) in [("nobody beside another", &apart), ("of these, somebody at an end", &at_an_end)] {
        println!("{words}: {} seatings in {} states", set.count()?, set.states());
    }
    let every_third: Vec<u8> = (0..SEATS).map(|seat| u8::from(seat % 3 == 1)).collect();
    println!("every third seat: {}, and at an end: {}", apart.contains(&every_third), at_an_end.contains(&every_third));

    // A relation is a union of events: somebody takes a seat with free seats beside it.
    let take = |seat: usize| {
        let beside = [seat.checked_sub(1), Some(seat + 1).filter(|&next| next < SEATS)];
        beside.into_iter().flatten().fold(Event::new().changing(seat, 0, 1), |event, next| event.keeping(next, &[0]))
    };
    let taken = Relation::new(&shape, &(0..SEATS).map(take).collect::<Vec<_>>())?;

    // The image of a set is what one step leads to. Images of images, united until nothing is new, are what all steps lead to.
    let mut reached = Set::single(&shape, &[0; SEATS])?;
    loop {
        let more = reached.union(&image(&[(&reached, &taken)])?)?;
        if more == reached {
            break;
        }
        reached = more;
    }
    println!("reached one by one: {} seatings, the same set: {}", reached.count()?, reached == apart);

    // Where a step leads on is the image of the inverse; the rest is full.
    let full = reached.difference(&image(&[(&reached, &taken.inverse())])?)?;
    println!("full: {} seatings, every third seat among them: {}", full.count()?, full.contains(&every_third));
    for seating in full.iter().take(2) {
        println!("{}", seating.iter().map(|&taken| if taken == 1 { 'x' } else { '.' }).collect::<String>());
    }
    Ok(())
}
