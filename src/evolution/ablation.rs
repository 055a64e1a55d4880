//! Vestigial ludemes: each ludeme is left out in turn, and the rest is played along the same games.

use super::subject::Subject;
use crate::game::{Ahead, AnyGame, Game, Move, NOWHERE, Outcome, Player, Position};
use crate::language::definitions::is_plain;
use crate::language::{Kind, Span, Tree, canonical};
use crate::streams::{self, Purpose};
use crate::synthesis::lacking_each;
use crate::trials::Trial;
use crate::with_game;
use rand::RngExt;

/// How many random games are compared.
const PLAYOUTS: u64 = 100;

/// The plies of a random game that are compared.
const PLIES: usize = 150;

/// How many trials are compared.
const TRIALS: usize = 100;

/// What listing the moves of each of these may take, in positions looked at; games that rules ask to be looked ahead for are fewer then, though not fewer than
/// [`LEAST`].
const MOST: u64 = 100_000;
const LEAST: usize = 8;

/// The nodes of a game's rules, numbered in pre-order, without which it plays the same: the same legal moves and the same
/// outcome in every position of some random games and of some of its trials. Of nested nodes only the outermost is returned.
///
/// A ludeme is vestigial when it has no effect on play; so is one that says what holds anyway. A node of a definition is if it is wherever the
/// definition is used.
pub(super) fn vestigial(tree: &Tree, game: &AnyGame, trials: &[Trial], seed: u64) -> Vec<u32> {
    if is_plain(tree) {
        return vestigial_in_full(tree, game, trials, seed);
    }
    let mut numbered = tree.clone();
    number(&mut numbered, &mut 0);
    let full = canonical(&numbered);
    let mut written = Vec::new();
    numbers(&full, &mut written);
    let found = vestigial_in_full(&full, game, trials, seed);
    let mut covered = vec![false; written.len()];
    for &node in &found {
        let below = node as usize..node as usize + size_of(&full, node);
        covered[below].fill(true);
    }
    let everywhere = |n: u32| written.iter().zip(&covered).all(|(&at, &covered)| at != n || covered);
    let mut nodes: Vec<u32> = found.iter().map(|&node| written[node as usize]).filter(|&n| everywhere(n)).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Gives every node its number in pre-order for a span.
fn number(tree: &mut Tree, next: &mut u32) {
    tree.span = Span { start: *next, end: *next };
    *next += 1;
    if let Kind::List(items) = &mut tree.kind {
        items.iter_mut().for_each(|item| number(item, next));
    }
}

/// The numbers of all nodes in pre-order.
fn numbers(tree: &Tree, out: &mut Vec<u32>) {
    out.push(tree.span.start);
    tree.items().iter().for_each(|item| numbers(item, out));
}

/// The size of the node of that number in pre-order.
fn size_of(tree: &Tree, number: u32) -> usize {
    let mut left = number as usize;
    let mut node = tree;
    while left > 0 {
        left -= 1;
        let below = node.items().iter().find(|item| {
            let inside = left < item.size();
            left -= if inside { 0 } else { item.size() };
            inside
        });
        let Some(below) = below else { return 0 };
        node = below;
    }
    node.size()
}

/// [`vestigial`] for a game without definitions.
fn vestigial_in_full(tree: &Tree, game: &AnyGame, trials: &[Trial], seed: u64) -> Vec<u32> {
    let script = with_game!(game, g => Script::of(g, trials, seed));
    let mut found = Vec::new();
    let mut after = 0;
    for one in lacking_each(tree) {
        if one.node < after {
            continue;
        }
        if let Ok(rest) = Subject::of(canonical(&one.rest))
            && rest.game.board().spec() == game.board().spec()
            && with_game!(&rest.game, g => script.fits(g))
        {
            found.push(one.node);
            after = one.node + one.size;
        }
    }
    found
}

/// A move, whatever the order of the definitions that allow it: the piece's type, where from, where to, which variant.
type Action = (u16, u16, u16, u8);

/// Some games played by the full rules: the legal moves and outcomes that the reduced rules must have too.
struct Script {
    /// The piece types by name.
    pieces: Vec<String>,
    games: Vec<PlayedGame>,
}

/// One game, ply by ply.
struct PlayedGame {
    first: Player,
    plies: Vec<Ply>,
    outcome: Option<Outcome>,
}

struct Ply {
    legal: Vec<Action>,
    chosen: usize,
}

impl Script {
    fn of<const W: usize>(game: &Game<W>, trials: &[Trial], seed: u64) -> Script {
        let pieces = game.rules().pieces.iter().map(|piece| piece.name.clone()).collect();
        let mut script = Script { pieces, games: Vec::new() };
        let is_enough = |games: usize, begun: Ahead| games >= LEAST && begun.taken() > MOST;
        let begun = Ahead::now();
        for number in 0..PLAYOUTS {
            if is_enough(number as usize, begun) {
                break;
            }
            let mut rng = streams::stream(seed, Purpose::Ablation, number);
            let first = Player::from_index(number as usize);
            let played = script.play(game, first, |position, legal| {
                (position.made().len() < PLIES).then(|| legal[rng.random_range(0..legal.len() as u32) as usize])
            });
            script.games.push(played);
        }
        let labels: Vec<String> = game.board().cells().map(|c| game.board().label(c).to_lowercase()).collect();
        let begun = Ahead::now();
        for (number, trial) in trials.iter().take(TRIALS).enumerate() {
            if is_enough(number, begun) {
                break;
            }
            let played = script.play(game, Player::from_index(trial.first_mover.into()), |position, legal| {
                let written = trial.moves.get(position.made().len())?;
                // Notation is slow, so moves to other cells than the one written are skipped first.
                let near = |m: &&Move| m.to == NOWHERE || written.contains(&labels[usize::from(m.to)]);
                legal
                    .iter()
                    .copied()
                    .filter(|m| near(&m))
                    .find(|&m| game.notation(position.state(), m, legal) == *written)
            });
            script.games.push(played);
        }
        script
    }

    /// Plays a game to its end, or until nothing is chosen.
    fn play<const W: usize>(
        &self,
        game: &Game<W>,
        first: Player,
        mut choose: impl FnMut(&Position<W>, &[Move]) -> Option<Move>,
    ) -> PlayedGame {
        let mut position = Position::new(game, first);
        let mut plies = Vec::new();
        let mut legal = Vec::new();
        loop {
            position.legal(game, &mut legal);
            if legal.is_empty() {
                break;
            }
            let Some(m) = choose(&position, &legal) else { break };
            let (actions, order) = self.actions(game, &legal);
            let Some(chosen) = order.iter().position(|&i| legal[i] == m) else { break };
            plies.push(Ply { legal: actions, chosen });
            position.apply(game, m);
        }
        PlayedGame { first, plies, outcome: position.outcome() }
    }

    /// What the legal moves do, sorted, and the places of the moves in the list.
    fn actions<const W: usize>(&self, game: &Game<W>, legal: &[Move]) -> (Vec<Action>, Vec<usize>) {
        let piece = |m: &Move| match game.classes().get(usize::from(m.class)) {
            Some(class) => {
                let name = &game.rules().pieces[class.piece].name;
                // Passes and swaps have the highest numbers; an unknown piece must be none of these.
                self.pieces.iter().position(|known| known == name).map_or(u16::MAX - 2, |i| i as u16)
            }
            None => m.class,
        };
        let mut actions: Vec<(Action, usize)> =
            legal.iter().enumerate().map(|(i, m)| ((piece(m), m.from, m.to, m.choice), i)).collect();
        actions.sort_unstable();
        actions.into_iter().unzip()
    }

    /// Whether another game has the same legal moves and outcomes in every position of these games.
    fn fits<const W: usize>(&self, game: &Game<W>) -> bool {
        self.games.iter().all(|played| {
            let mut position = Position::new(game, played.first);
            let mut legal = Vec::new();
            for ply in &played.plies {
                position.legal(game, &mut legal);
                let (actions, order) = self.actions(game, &legal);
                if actions != ply.legal {
                    return false;
                }
                position.apply(game, legal[order[ply.chosen]]);
            }
            position.outcome() == played.outcome
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;
    use crate::language::print::one_line;
    use crate::strategy::Policy;
    use crate::trials::{TrialSettings, play_trials};

    fn found(source: &str) -> Vec<String> {
        let tree = canonical(&parse(source).unwrap());
        let Ok(subject) = Subject::of(tree) else { panic!("{source}") };
        let settings = TrialSettings { depth: 1, pass_values: false, ..TrialSettings::default() };
        let policy = Policy::default_for(subject.game.rules());
        let trials = play_trials(&subject.game, &policy, settings, 1, 20);
        let nodes = nodes(&subject.tree);
        let found = vestigial(&subject.tree, &subject.game, &trials, 1);
        found.into_iter().map(|node| one_line(nodes[node as usize])).collect()
    }

    fn nodes(tree: &Tree) -> Vec<&Tree> {
        let mut all = vec![tree];
        tree.items().iter().for_each(|item| all.extend(nodes(item)));
        all
    }

    #[test]
    fn what_matters_stays_and_what_does_nothing_is_found() {
        let lean = "(game A (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a-row 3))))";
        assert_eq!(found(lean), [""; 0]);
        let fat = "(game A (board (tiling square i-nbors) (size 3))
            (end (All win (in-a-row 3)) (All win (and (in-a-row 3) (full)))))";
        assert_eq!(found(fat), ["(All win (and (in-a-row 3) (full)))"]);
        // In Yavalath a loss comes before a win, so without its exception nobody could win.
        let yavalath = "(game Y (board (tiling hex) (shape hex) (size 4))
            (end (All win (in-a-row 4)) (All lose (and (in-a-row 3) (not (in-a-row 4))))))";
        assert!(found(yavalath).iter().all(|words| !words.contains("row")), "{:?}", found(yavalath));
    }
}
