//! Every ludeme of the schema through what is derived from its facts: what the facts say is compared with how the rules play.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::genome::Genome;
use super::reader::read;
use super::symmetry::turnings;
use super::{random_game, site};
use crate::game::{AnyGame, lower, perft};
use crate::language::arbitrary;
use crate::language::resolve::{self, Names};
use crate::language::schema::{self, Accepts, Category, Change, Head, Id, Idle, LUDEMES, word};
use crate::language::tree::{Kind, Tree};
use crate::with_game;

/// The move sequences of a game by length, with what ends them; `None` if it has no meaning or too many moves to count.
fn sequences(tree: &Tree, depth: u32) -> Option<Vec<[u64; 4]>> {
    let game = AnyGame::new(lower(tree).ok()?).ok()?;
    with_game!(&game, game => sequences_of(game, depth))
}

fn sequences_of<const W: usize>(game: &crate::game::Game<W>, depth: u32) -> Option<Vec<[u64; 4]>> {
    let count =
        |depth| perft(game, depth, true).iter().map(|r| [r.nodes, r.first_wins, r.second_wins, r.draws]).collect();
    let rows: Vec<[u64; 4]> = count(1);
    if rows.iter().any(|r| r[0] > 60) { None } else { Some(count(depth)) }
}

/// Games in which any ludeme may occur, half of them playable by design.
fn any_games(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Tree> {
    seeds.map(|seed| match seed % 2 {
        0 => arbitrary::game(seed, 3),
        _ => random_game(&mut Pcg64Mcg::seed_from_u64(seed)),
    })
}

/// A game on 4×4 cells with pieces in play, where each move has this effect.
fn with_effect(effect: &str) -> Tree {
    read(&format!(
        "(game G (board (tiling square i-nbors) (size 4 4))
          (pieces (Stone All (state 2) (moves (move (pre (empty to)) (action (push)) (post {effect})))) (King All (flags royal) (moves)))
          (start (place (Stone White) A1 B2) (place (Stone Black) A2 C3) (place (King White) D4) (place (King Black) A4))
          (end (White win (reach 1 Stone B1 A3)) (Black win (in-a-row 3)) (All lose (state 3))))"
    ))
}

/// The examples of the schema for every effect, and for each number that counts turns, several of it.
fn effects() -> Vec<(&'static schema::Ludeme, String)> {
    let mut all = Vec::new();
    for ludeme in schema::of(Category::Effect) {
        let example = crate::language::syntax::example(ludeme);
        if ludeme.params.iter().any(|p| p.handed) {
            all.extend((-2..=3).map(|turns| (ludeme, example.replace('1', &turns.to_string()))));
        }
        all.push((ludeme, example));
    }
    all
}

#[test]
fn a_turned_game_plays_the_same() {
    let mut compared = 0;
    let framed = effects().into_iter().map(|(_, effect)| with_effect(&effect));
    for game in framed.chain(any_games(0..600)) {
        let turned = turnings(&game);
        if turned.is_empty() {
            continue;
        }
        let Some(own) = sequences(&game, 2) else { continue };
        for other in turned {
            assert_eq!(
                sequences(&other, 2).as_ref(),
                Some(&own),
                "{}\n{}",
                crate::language::print(&game),
                crate::language::print(&other)
            );
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}

/// Changes the first element of `tree` that `change` has something to say of.
fn changed(tree: &Tree, change: &dyn Fn(&site::Site, &Tree) -> Option<Tree>) -> Option<Tree> {
    let names = Names::of(tree);
    site::sites(tree, &names).into_iter().find_map(|found| {
        let new = change(&found, tree.at(&found.path)?)?;
        let mut other = tree.clone();
        *other.at_mut(&found.path)? = new;
        Some(other)
    })
}

/// Whether two games have one fingerprint and the same move sequences; `None` if these cannot be counted.
fn same(a: &Tree, b: &Tree) -> Option<bool> {
    let own = sequences(a, 2)?;
    Some(Genome::new(a).fingerprint() == Genome::new(b).fingerprint() && sequences(b, 2) == Some(own))
}

#[test]
fn another_spelling_is_the_same_game() {
    for ludeme in LUDEMES {
        let Some(spelling) = ludeme.facts.spelling else { continue };
        let respelt = |found: &site::Site, node: &Tree| {
            if found.ludeme?.id != ludeme.id {
                return None;
            }
            let mut node = node.clone();
            site::set_head(&mut node, spelling.of);
            if let (true, Some([_, a, b])) = (spelling.swapped, site::items_mut(&mut node)?.get_mut(0..3)) {
                std::mem::swap(a, b);
            }
            Some(node)
        };
        if ludeme.category == Category::Game {
            continue;
        }
        // `current` may be a cell where `friend` is a player.
        let such = |game: &Tree| {
            let sites = site::sites(game, &Names::of(game)).into_iter();
            sites.filter(|found| found.category() == Some(ludeme.category)).count()
        };
        let games = any_games(0..3_000).filter_map(|g| Some((changed(&g, &respelt)?, g)));
        let games = games.filter(|(other, game)| such(other) == such(game));
        let judged = games.filter_map(|(other, game)| Some((same(&game, &other)?, game, other))).take(3);
        let judged = judged.inspect(|(same, game, other)| {
            let [game, other] = [game, other].map(crate::language::print);
            assert!(*same, "{} in {:?}: {game}\n{other}", ludeme.word, ludeme.category);
        });
        assert_eq!(judged.count(), 3, "{} in {:?}", ludeme.word, ludeme.category);
    }
}

#[test]
fn what_holds_anyway_can_be_left_out() {
    let idle = LUDEMES.iter().filter(|l| l.facts.idle != Idle::Never || l.facts.cosmetic);
    for ludeme in idle.filter(|l| l.category != Category::Support) {
        let left_out = |game: &Tree| {
            let names = Names::of(game);
            let mut other = game.clone();
            let mut removed = false;
            remove(&mut other, Category::Game, &names, &mut |element| {
                let here = element.ludeme.id == ludeme.id
                    && match ludeme.facts.idle {
                        Idle::Never | Idle::Always => true,
                        Idle::Empty => element.tree.args().is_empty(),
                        Idle::With(word) => element.tree.args().iter().any(|a| a.is(word) || site::brief(a) == word),
                    };
                removed |= here;
                here
            });
            removed.then_some(other)
        };
        let games = any_games(0..3_000).filter_map(|g| Some((left_out(&g)?, g)));
        let judged: Vec<bool> = games.filter_map(|(other, game)| same(&game, &other)).take(2).collect();
        assert!(judged.iter().all(|same| *same), "{} in {:?}", ludeme.word, ludeme.category);
    }
}

/// Removes the arguments that `wanted` picks, wherever they stand.
fn remove(tree: &mut Tree, category: Category, names: &Names, wanted: &mut dyn FnMut(&resolve::Element<'_>) -> bool) {
    let Some(ludeme) = resolve::ludeme(tree, category, names) else { return };
    let roles = site::roles(tree, ludeme, names);
    let category_of = |role: &Option<(&schema::Param, Accepts)>| match role {
        Some((_, Accepts::Of(c) | Accepts::Only(c, _))) => Some(*c),
        _ => None,
    };
    let categories: Vec<Option<Category>> = roles.iter().map(category_of).collect();
    let Some(items) = site::items_mut(tree) else { return };
    let mut at = 0_usize;
    items.retain(|item| {
        at += 1;
        let Some(&Some(category)) = at.checked_sub(2).and_then(|i| categories.get(i)) else { return true };
        resolve::resolve(item, category, names).is_none_or(|element| !wanted(&element))
    });
    for item in items.iter_mut().skip(1) {
        for category in categories.iter().flatten() {
            if resolve::ludeme(item, *category, names).is_some() {
                remove(item, *category, names, wanted);
                break;
            }
        }
    }
}

#[test]
fn arguments_whose_order_is_free_may_change_places() {
    let mut rng = Pcg64Mcg::seed_from_u64(17);
    let mut compared = 0;
    for game in any_games(0..900) {
        let names = Names::of(&game);
        let mut other = game.clone();
        // Arguments of one parameter change places wherever nothing says that their order matters.
        for found in site::sites(&game, &names).iter().rev() {
            let Some(ludeme) = found.ludeme else { continue };
            let Some(node) = other.at_mut(&found.path) else { continue };
            let roles = site::roles(node, ludeme, &names);
            let free = |i: usize| {
                roles[i].is_some_and(|(p, _)| {
                    !p.ordered && roles.iter().flatten().filter(|r| r.0.name == p.name).count() > 1
                })
            };
            let picks: Vec<usize> = (0..roles.len()).filter(|&i| free(i)).collect();
            if picks.len() > 1 {
                let (a, b) = (picks[rng.random_range(0..picks.len())], picks[rng.random_range(0..picks.len())]);
                let alike = roles[a].map(|r| r.0.name) == roles[b].map(|r| r.0.name);
                if let (true, Some(items)) = (alike, site::items_mut(node)) {
                    items.swap(a + 1, b + 1);
                }
            }
        }
        // Of places that share cells the later one comes to lie on top, and any piece is the first of those declared.
        let places = || game.child("start").into_iter().flat_map(Tree::args).filter(|t| t.is("place"));
        let any = places().any(|place| place.args().iter().any(|t| t.is("any")));
        if other == game
            || any
            || places().count() > 1
            || Genome::new(&other).fingerprint() != Genome::new(&game).fingerprint()
        {
            continue;
        }
        let Some(own) = sequences(&game, 2) else { continue };
        assert_eq!(
            sequences(&other, 2),
            Some(own),
            "{}\n{}",
            crate::language::print(&game),
            crate::language::print(&other)
        );
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn what_is_sensible_everywhere_has_a_meaning() {
    let mut meant = 0;
    for game in (0..4_000).map(|seed| arbitrary::game(seed, 3)) {
        let names = Names::of(&game);
        let senseless = |s: &site::Site| {
            let head = game.at(&s.path).and_then(Tree::head);
            s.category().zip(head).is_some_and(|(c, h)| !site::sensible(s.param, s.scope, c, h))
        };
        let sensible = !site::sites(&game, &names).iter().any(senseless);
        let facings = game.child("players").is_none_or(|p| p.args().iter().all(|p| p.args().iter().all(|d| d.is("n"))));
        if sensible && facings {
            let meaning = lower(&game);
            assert!(meaning.is_ok(), "{meaning:?}\n{}", crate::language::print(&game));
            meant += 1;
        }
    }
    assert!(meant > 40, "{meant}");
}

#[test]
fn every_word_that_a_place_takes_by_name_exists_and_is_sensible_there() {
    for ludeme in LUDEMES {
        for param in ludeme.params {
            for accepts in param.accepts {
                let Accepts::Only(category, words) = accepts else { continue };
                for word in *words {
                    assert!(schema::find(word, *category).is_some(), "{word} in {} of {}", param.name, ludeme.word);
                    let scopes = [schema::Scope::Setup, schema::Scope::Move, schema::Scope::End];
                    assert!(scopes.iter().any(|&scope| site::sensible(param, scope, *category, word)), "{word}");
                }
                for other in schema::of(*category).filter(|l| l.head == Head::Word && !words.contains(&l.word)) {
                    let elsewhere = param.accepts.contains(&Accepts::Of(*category));
                    assert!(
                        elsewhere || !site::sensible(param, schema::Scope::Move, *category, other.word),
                        "{} in {}",
                        other.word,
                        ludeme.word
                    );
                }
            }
            for word in param.refuses {
                let categories = param.accepts.iter().filter_map(|a| match a {
                    Accepts::Of(Category::Clause) => Some(Category::PlayerType),
                    Accepts::Of(c) => Some(*c),
                    _ => None,
                });
                assert!(categories.into_iter().any(|c| schema::find(word, c).is_some()), "{word} of {}", ludeme.word);
            }
        }
    }
}

#[test]
fn every_condition_sets_a_goal_or_joins_or_compares() {
    use word::Condition as W;
    let neutral = [W::And, W::Or, W::Not, W::Eq, W::Ne, W::Lt, W::Le, W::Gt, W::Ge, W::AllPassed, W::Full];
    for ludeme in schema::of(Category::Condition) {
        let Id::Condition(word) = ludeme.id else { panic!("{}", ludeme.word) };
        assert_eq!(ludeme.facts.goal.is_none(), neutral.contains(&word), "{}", ludeme.word);
    }
}

/// Whose pieces stand on the board after each of the first moves of a game.
fn boards_after_a_move(tree: &Tree) -> BTreeSet<String> {
    let game = AnyGame::new(lower(tree).expect("has a meaning")).expect("has a board");
    with_game!(&game, game => {
        let mut position = crate::game::Position::new(game, crate::game::Player::White);
        let mut moves = Vec::new();
        position.legal(game, &mut moves);
        let mut boards = BTreeSet::new();
        for m in moves {
            position.apply(game, m);
            let owners = game.board().cells().map(|cell| format!("{:?}", position.state().owner_of(cell)));
            boards.insert(owners.collect::<String>());
            position.undo();
        }
        boards
    })
}

#[test]
fn an_effect_that_changes_the_board_says_so() {
    let without = boards_after_a_move(&with_effect(""));
    for (ludeme, effect) in effects() {
        let changes = boards_after_a_move(&with_effect(&effect)) != without;
        if changes {
            assert_ne!(ludeme.facts.change, Change::Other, "{effect}");
        }
    }
    let counted = |e: &str| effects().iter().filter(|(l, _)| l.word == e).all(|(l, _)| l.facts.change != Change::Other);
    for word in ["spin", "shift", "sow", "cell-states", "swap", "displace", "rotate"] {
        assert!(counted(word), "{word}");
    }
}

#[test]
fn the_track_along_which_pieces_are_sown_has_an_order() {
    let sow = |track: &str| Genome::new(&with_effect(&format!("(sow {track})"))).fingerprint();
    assert_ne!(sow("A1 B1 B2 A2"), sow("A1 B2 B1 A2"));
    assert_eq!(sow("A1 B1 B2 A2"), sow("A1 B1 B2 A2"));
}

#[test]
fn a_reflection_spins_the_other_way() {
    let game = with_effect("(spin to 1)");
    let mut spins: Vec<i64> = Vec::new();
    for turned in turnings(&game) {
        let names = Names::of(&turned);
        for found in site::sites(&turned, &names) {
            if found.parent.id == Id::Effect(word::Effect::Spin)
                && let Some(Kind::Int(turns)) = turned.at(&found.path).map(|t| &t.kind)
            {
                spins.push(*turns);
            }
        }
    }
    assert_eq!(spins, [1, 1, 1, -1, -1, -1, -1]);
}

#[test]
fn breeding_finds_the_options_of_every_condition_and_no_others() {
    let names =
        Names { players: vec!["White".into(), "Black".into()], pieces: vec!["Stone".into()], flags: Vec::new() };
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut seen = BTreeSet::new();
    for _ in 0..20_000 {
        let Some(tree) = super::grow(Category::Condition, &names, 2, &mut rng) else { continue };
        let head = tree.head().unwrap_or_default().to_string();
        for flag in tree.args().iter().filter_map(Tree::as_word) {
            if schema::find(flag, Category::ConditionFlag).is_some() {
                seen.insert((head.clone(), flag.to_string()));
            }
        }
    }
    for condition in ["in-a-row", "group", "stack"] {
        assert!(seen.contains(&(condition.to_string(), "exactly".to_string())), "{condition}");
    }
    assert!(!seen.contains(&("group".to_string(), "all".to_string())));
}
