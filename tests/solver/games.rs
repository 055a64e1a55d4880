//! Games to solve.

use ludogen::game::{AnyGame, Rules, lower};
use ludogen::language::{parse, print::one_line};
use ludogen::solver::dfa::Limit;
use ludogen::solver::on_sets::OnSets;
use ludogen::solver::symbolic::layered::Layered;
use ludogen::solver::symbolic::timed::{self, Timed};
use ludogen::solver::symbolic::{Error, Problem};
use ludogen::synthesis::random_game;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The game of a text, on a board of that size if it is not empty.
pub fn of_text(text: &str, size: &str) -> AnyGame {
    let tree = parse(text).unwrap_or_else(|p| panic!("{}", p[0].message));
    let mut rules = lower(&tree).unwrap_or_else(|e| panic!("{e}"));
    if !size.is_empty() {
        rules.board.sizes = size.split_whitespace().map(|n| n.parse().unwrap()).collect();
    }
    AnyGame::new(rules).unwrap_or_else(|e| panic!("{size}: {e}"))
}

/// A seed game, with another end section if `end` is not empty.
pub fn seed(file: &str, size: &str, end: &str) -> AnyGame {
    // In full, with one section for the end.
    let mut text = one_line(&parse(&std::fs::read_to_string(format!("seed-games/{file}")).unwrap()).unwrap());
    if !end.is_empty() {
        let begin = text.find("(end").unwrap();
        let mut depth = 0;
        let length = text[begin..]
            .find(|c| {
                depth += (c == '(') as i32 - (c == ')') as i32;
                depth == 0
            })
            .unwrap();
        text.replace_range(begin..=begin + length, &format!("(end {end})"));
    }
    of_text(&text, size)
}

/// A random rule set on a small board of its tiling and shape, if it can be played there.
pub fn random(seed: u64) -> Option<(String, AnyGame)> {
    let tree = random_game(&mut Pcg64Mcg::seed_from_u64(seed));
    let mut rules: Rules = lower(&tree).ok()?;
    let small: [&[u32]; 3] = match rules.board.sizes.len() {
        1 => [&[2], &[2], &[3]],
        2 => [&[3, 2], &[2, 3], &[3, 3]],
        _ => [&[2, 2, 1], &[2, 2, 2], &[3, 1, 2]],
    };
    rules.board.sizes = small[(seed % 3) as usize].to_vec();
    let name = format!("seed {seed}, sizes {:?}\n{}", rules.board.sizes, ludogen::language::print(&tree));
    Some((name, AnyGame::new(rules).ok()?))
}

/// The plies to the win of all positions that are solved through, those of the start first.
pub fn timed(problem: &Problem, solved: &Layered, limit: Limit) -> Result<(Option<u32>, OnSets), Error> {
    let mut plies = Vec::new();
    let keep = |_, timed: &Timed| {
        plies.push(timed.clone());
        0
    };
    let start = timed::timed(problem, solved, limit, keep)?;
    plies.reverse();
    Ok((start, OnSets::timed(plies)))
}
