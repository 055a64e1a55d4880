//! Whole games through the one face of all players.

use crate::minimax::minimax;
use crate::tic_tac_toe::{Board, OpenLines, TicTacToe};
use ludogen::players::{
    AlphaBeta, AlphaBetaOptions, Arena, Blind, Evaluate, Outcome, Player, PlayerKind, Uct, UctOptions,
};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Plays one game and returns how it ended.
fn game<E: Evaluate<TicTacToe>>(players: [&mut Player<u8, E>; 2], rng: &mut Pcg64Mcg) -> Outcome {
    let mut board = Board::default();
    loop {
        if let Some(outcome) = TicTacToe.outcome(&board) {
            return outcome;
        }
        let choice = players[TicTacToe.mover(&board)].choose(&TicTacToe, &board, rng).expect("open");
        let mut legal = Vec::new();
        TicTacToe.moves(&board, &mut legal);
        assert!(legal.contains(&choice.mv));
        assert_eq!(choice.principal_variation.first(), Some(&choice.mv));
        TicTacToe.apply(&mut board, choice.mv);
    }
}

/// Wins, draws and losses of `player` against `opponent`, taking turns to begin.
fn match_up<E: Evaluate<TicTacToe>>(
    player: &mut Player<u8, E>,
    opponent: &mut Player<u8, E>,
    games: usize,
    seed: u64,
) -> [u32; 3] {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut score = [0; 3];
    for seat in (0..games).map(|i| i % 2) {
        let players = if seat == 0 { [&mut *player, &mut *opponent] } else { [&mut *opponent, &mut *player] };
        score[match game(players, &mut rng) {
            Outcome::Win(winner) if winner == seat => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        }] += 1;
    }
    score
}

fn perfect() -> PlayerKind {
    PlayerKind::AlphaBeta(AlphaBetaOptions { depth: 9, ..Default::default() })
}

#[test]
fn tic_tac_toe_is_drawn() {
    assert_eq!(minimax(&TicTacToe, &Blind, &mut Board::default(), 9, 0, None), 0);
    for table_bits in [0, 16] {
        let options = AlphaBetaOptions { depth: 20, table_bits, ..Default::default() };
        let mut searcher = AlphaBeta::new(options);
        let found = searcher.search(&TicTacToe, &OpenLines, &mut Board::default()).expect("open");
        assert_eq!((found.value, found.exact, found.depth), (0, true, 9));
        let found = searcher.root_values(&TicTacToe, &Blind, &mut Board::default(), 9).expect("open");
        assert!(found.values.len() == 9 && found.values.iter().all(|v| v.value == 0 && v.exact));
    }
}

#[test]
fn cut_offs_ordering_and_memory_save_nodes() {
    // The whole tree has 549,945 moves in it.
    let bare = AlphaBetaOptions {
        depth: 9,
        table_bits: 0,
        cache_bits: 0,
        killers: false,
        history: false,
        scout: false,
        ..Default::default()
    };
    let ordered = AlphaBetaOptions { killers: true, history: true, scout: true, ..bare.clone() };
    let full = AlphaBetaOptions { table_bits: 16, cache_bits: 16, ..ordered.clone() };
    let nodes = |options| {
        let mut searcher = AlphaBeta::new(options);
        searcher.search(&TicTacToe, &OpenLines, &mut Board::default()).expect("open").nodes
    };
    let (bare, ordered, full) = (nodes(bare), nodes(ordered), nodes(full));
    assert!(bare < 549_945 / 5 && ordered < bare && full < ordered / 2, "{bare}, {ordered}, {full}");
}

#[test]
fn a_corner_is_answered_in_the_middle_or_lost() {
    let mut board = Board::default();
    TicTacToe.apply(&mut board, 0);
    let mut searcher = AlphaBeta::new(AlphaBetaOptions::default());
    let found = searcher.root_values(&TicTacToe, &Blind, &mut board, 8).expect("open");
    let safe: Vec<u8> = found.values.iter().filter(|v| v.value == 0).map(|v| v.mv).collect();
    assert_eq!(safe, [4]);
    assert!(found.values.iter().all(|v| v.value <= 0 && v.exact));
}

#[test]
fn perfect_play_never_loses() {
    let mut player = Player::new(&perfect(), OpenLines);
    let mut random = Player::new(&PlayerKind::Random, OpenLines);
    let [wins, _, losses] = match_up(&mut player, &mut random, 200, 40);
    assert_eq!(losses, 0);
    assert!(wins > 150, "{wins}");
    let mut other = Player::new(&perfect(), OpenLines);
    assert_eq!(match_up(&mut player, &mut other, 20, 41), [0, 20, 0]);
}

#[test]
fn uct_with_playouts_enough_holds_the_draw() {
    let uct = PlayerKind::Uct(UctOptions { playouts: 3000, ..Default::default() });
    let mut player = Player::new(&uct, Blind);
    let mut random = Player::new(&PlayerKind::Random, Blind);
    let [wins, _, losses] = match_up(&mut player, &mut random, 60, 42);
    assert_eq!(losses, 0);
    assert!(wins > 45, "{wins}");
    let mut solver = Player::new(&perfect(), Blind);
    assert_eq!(match_up(&mut player, &mut solver, 10, 43), [0, 10, 0]);
}

#[test]
fn uct_finds_the_wins_that_alpha_beta_proves_and_shuns_the_losses() {
    let mut rng = Pcg64Mcg::seed_from_u64(44);
    let (mut won, mut threatened) = (0, 0);
    for _ in 0..400 {
        // Positions of random games with two moves each.
        let mut board = Board::default();
        let mut random = Player::new(&PlayerKind::Random, Blind);
        for _ in 0..4 {
            let choice = random.choose(&TicTacToe, &board, &mut rng).expect("nobody has won yet");
            TicTacToe.apply(&mut board, choice.mv);
        }
        let mut searcher = AlphaBeta::new(AlphaBetaOptions::default());
        let truth = searcher.root_values(&TicTacToe, &Blind, &mut board, 9).expect("open").values;
        let best = truth.iter().map(|v| v.value.signum()).max().expect("open");
        let options = UctOptions { playouts: 2000, ..Default::default() };
        let found = Uct::new(options).search(&TicTacToe, &mut board, &mut rng).expect("open");
        let chosen = truth.iter().find(|v| v.mv == found.best).expect("legal");
        assert_eq!(chosen.value.signum(), best, "{board:?}");
        won += usize::from(best > 0);
        threatened += usize::from(best == 0 && truth.iter().any(|v| v.value < 0));
    }
    assert!(won > 50 && threatened > 50, "{won} {threatened}");
}

#[test]
fn random_games_end_as_often_as_counting_them_says() {
    // Known exactly: the first player wins 0.58492, the second 0.28810, and 0.12698 are drawn.
    const GAMES: u32 = 40_000;
    let mut rng = Pcg64Mcg::seed_from_u64(45);
    let [mut first, mut second] = [0, 1].map(|_| Player::new(&PlayerKind::Random, Blind));
    let (mut by_choice, mut by_playout) = ([0u32; 3], [0u32; 3]);
    let slot = |outcome| match outcome {
        Outcome::Win(winner) => winner,
        Outcome::Draw => 2,
    };
    for _ in 0..GAMES {
        by_choice[slot(game([&mut first, &mut second], &mut rng))] += 1;
        let outcome = TicTacToe.random_playout(&mut Board::default(), &mut rng, 9).0.expect("nine plies are enough");
        by_playout[slot(outcome)] += 1;
    }
    for counts in [by_choice, by_playout] {
        for (count, p) in counts.into_iter().zip([0.58492, 0.28810, 0.12698]) {
            let games = f64::from(GAMES);
            let deviation = (f64::from(count) - p * games) / (games * p * (1.0 - p)).sqrt();
            assert!(deviation.abs() < 4.0, "{count} of {games}, expected {p}");
        }
    }
    assert_eq!(TicTacToe.random_playout(&mut Board::default(), &mut rng, 4), (None, 4));
}

#[test]
fn choices_repeat_and_finished_games_have_none() {
    let kinds = [
        PlayerKind::Random,
        PlayerKind::AlphaBeta(AlphaBetaOptions { depth: 4, nodes: Some(300), ..Default::default() }),
        PlayerKind::Uct(UctOptions { playouts: 200, ..Default::default() }),
    ];
    let mut over = Board::default();
    [0, 3, 1, 4, 2].into_iter().for_each(|cell| TicTacToe.apply(&mut over, cell));
    for kind in kinds {
        let play = |player: &mut Player<u8, OpenLines>| {
            let mut rng = Pcg64Mcg::seed_from_u64(46);
            player.choose(&TicTacToe, &Board::default(), &mut rng)
        };
        let mut player = Player::new(&kind, OpenLines);
        let first = play(&mut player).expect("open");
        assert_eq!(play(&mut Player::new(&kind, OpenLines)), Some(first.clone()));
        player.clear();
        assert_eq!(play(&mut player), Some(first));
        assert_eq!(player.choose(&TicTacToe, &over, &mut Pcg64Mcg::seed_from_u64(0)), None);
    }
}

#[test]
fn kinds_are_written_and_read_with_defaults_and_unknown_settings_are_refused() {
    let kinds = [
        PlayerKind::Random,
        PlayerKind::AlphaBeta(AlphaBetaOptions { beam: Some(8), nodes: Some(5), ..Default::default() }),
        PlayerKind::Uct(UctOptions::default()),
    ];
    for kind in kinds {
        let text = ron::to_string(&kind).expect("plain data");
        assert_eq!(ron::from_str::<PlayerKind>(&text).expect("its own output"), kind);
    }
    let read = ron::from_str::<PlayerKind>("AlphaBeta((depth: 3))").expect("defaults fill in");
    assert_eq!(read, PlayerKind::AlphaBeta(AlphaBetaOptions { depth: 3, ..Default::default() }));
    assert!(ron::from_str::<PlayerKind>("AlphaBeta((deepness: 3))").is_err());
}
