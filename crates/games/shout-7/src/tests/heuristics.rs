//! Features and values, against plain second opinions.

use std::collections::HashSet;

use parlour_core::rng::seeded;
use parlour_core::{Game, Notation, Seat, Turn, Viewer};
use parlour_search::alphabeta::{AlphaBeta, Params};
use parlour_search::{Certainty, Engine, Engines, Heuristics, Progress, SearchTask};

use super::super::board::Place;
use super::super::features::chances;
use super::super::{Move, Phase, Shout7, State};
use super::{PITS, game, load};
use parlour_session::testing::engine;

/// Positions of random games in which somebody pushes.
fn positions(game: &Shout7, games: u64) -> Vec<State> {
    let mut all = Vec::new();
    for seed in 0..games {
        let (mut state, mut rng) = (game.start(), seeded(seed));
        while game.turn(&state) != Turn::Over {
            if state.phase == Phase::Push {
                all.push(state);
            }
            let mv = game.sample_move(&state, &mut rng);
            game.play(&mut state, mv);
        }
    }
    all
}

#[test]
fn both_colours_are_judged_alike() {
    let game = game("2", "ignore");
    for state in positions(&game, 10) {
        let mut other = state;
        other.pieces.swap(0, 1);
        other.pots.swap(0, 1);
        other.seat = Seat(1 - state.seat.0);
        let value = game.evaluate(&state).expect("an opinion");
        assert_eq!(game.evaluate(&other), Some(-value), "{state:?}");
    }
}

#[test]
fn shares_at_a_table_add_up_to_one_and_go_round_with_the_seats() {
    for players in ["3", "4"] {
        let game = game(players, "ignore");
        for state in positions(&game, 10) {
            let shares = game.estimate(&state).expect("an opinion");
            let total: f32 = shares.as_slice().iter().sum();
            assert!((total - 1.0).abs() < 1e-5, "{shares:?}");
            let mut other = state;
            let seats = usize::from(game.players);
            other.pieces[..seats].rotate_right(1);
            other.pots[..seats].rotate_right(1);
            other.seat = state.seat.next(game.players);
            let round = game.estimate(&other).expect("an opinion");
            for (seat, share) in shares.iter() {
                assert!((round[seat.next(game.players)] - share).abs() < 1e-5, "{state:?}");
            }
        }
    }
}

#[test]
fn two_players_are_evaluated_by_the_weights_for_two() {
    let game = game("2", "ignore");
    let values: Vec<i32> =
        positions(&game, 3).iter().map(|state| game.evaluate(state).expect("an opinion")).collect();
    let sum = values.iter().fold(0i64, |sum, &value| sum * 31 % 1_000_003 + i64::from(value));
    assert_eq!((values.len(), values[0], sum), (100, 137, 257_822));
}

/// The pairs that the player to act could push aside and win, found by trying.
fn winning_pairs(game: &Shout7, state: &State) -> u32 {
    let mut pairs: HashSet<(Place, Place)> = HashSet::new();
    game.for_each_move(state, |mv| {
        if let Move::Push(push) = mv {
            let mut filled = *state;
            let own = &mut filled.pieces[state.seat.index()];
            own.insert(push.first);
            own.insert(push.second());
            if game.has_row(&filled, state.seat) {
                pairs.insert((push.first, push.second()));
            }
        }
    });
    pairs.len() as u32
}

#[test]
fn threats_are_those_that_trying_finds() {
    let (game, mut found) = (game("2", "ignore"), 0);
    for state in positions(&game, 100) {
        let tried = winning_pairs(&game, &state);
        let (wins, pushes) = chances(&game, &state, state.seat);
        assert_eq!(wins, tried, "{state:?}");
        assert_eq!(u64::from(pushes).max(1), game.count_moves(&state), "{state:?}");
        found += wins;
    }
    assert!(found > 0, "no threat to compare");
}

#[test]
fn an_evaluation_is_for_two() {
    for players in ["3", "4"] {
        let game = game(players, "ignore");
        assert_eq!(game.evaluate(&game.start()), None);
        assert!(game.engines().iter().all(|kind| kind.name != "alphabeta"));
    }
}

#[test]
fn a_row_at_hand_is_made_and_one_that_threatens_is_broken() {
    let best = |text: &str| {
        let (game, state) = load(text);
        let view = game.view(&state, Viewer::Public);
        let mut engine = AlphaBeta::new(&game, Params::DEFAULT);
        engine.begin(SearchTask::new(&game, view, 1));
        while engine.nodes() < 20_000 && engine.step(100) == Progress::More {}
        let report = engine.report();
        let line = &report.lines[0];
        (game.write_move(line.choice()), line.certainty, line.value)
    };
    // Black has five, and White's two pieces stand where the sixth and the seventh belong.
    let rows = "7/8/9/10/11/12/1bbbbbww5/12/5w5/10/9/8/7";
    let (mv, certainty, value) = best(&format!("{rows} {PITS} b push 1"));
    assert!(mv.starts_with("g7g8-"), "{mv}");
    assert_eq!((certainty, value), (Certainty::Proven, 1.0));
    // With White to act the row is pushed apart.
    let (_, certainty, value) = best(&format!("{rows} {PITS} w push 1"));
    assert!((certainty, value) != (Certainty::Proven, 0.0));
}

#[test]
fn at_a_table_a_row_at_hand_is_made_and_one_that_threatens_is_broken() {
    // Black has five, and pieces of the others stand where the sixth and the seventh belong.
    let rows = "7/8/9/10/11/12/1bbbbbwr5/12/5wr4/6g3/9/8/7";
    for (rows, last) in [(rows.replace('g', "1"), 3), (rows.to_owned(), 4)] {
        let rows = rows.replace("613", "10");
        for name in ["maxn", "uct"] {
            let best = |seat: char| {
                let (game, state) = load(&format!("{rows} {PITS} {seat} push {last}"));
                let mut engine = engine(&game, name);
                engine.begin(SearchTask::new(&game, state, 1));
                while engine.nodes() < 600 && engine.step(100) == Progress::More {}
                let line = engine.report().lines.swap_remove(0);
                let mut after = state;
                game.play(&mut after, line.choice());
                (game, after, line)
            };
            let (game, after, line) = best('b');
            assert!(game.has_row(&after, Seat(0)), "{name} {line:?}");
            assert_eq!((line.certainty, line.value), (Certainty::Proven, 1.0), "{name}");
            // The player right before Black breaks it, if nobody else has.
            let (game, after, line) = best(if last == 3 { 'r' } else { 'g' });
            assert_eq!(chances(&game, &after, Seat(0)).0, 0, "{name} {line:?}");
        }
    }
}
