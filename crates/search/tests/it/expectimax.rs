//! Expectiminimax against a plain one that cuts nothing short.

use parlour_core::{Game, Seat, Turn};
use parlour_search::expectimax::Expectimax;
use parlour_search::{Certainty, Engine, Heuristics, Progress, SearchReport, Task};

use crate::toys::{Race, RaceMove, RaceState};

/// The first player's share, this number of moves ahead.
fn plain<G: Heuristics>(game: &G, state: &G::State, depth: u32) -> f64 {
    if let Some(shares) = game.shares(state) {
        return shares[Seat(0)].value();
    }
    if depth == 0 {
        return game.expectation(game.evaluate(state).unwrap_or(0));
    }
    match game.turn(state) {
        Turn::Player(seat) => {
            let mut values = Vec::new();
            game.for_each_move(state, |mv| {
                let mut after = *state;
                game.play(&mut after, mv);
                values.push(plain(game, &after, depth - 1));
            });
            let best = if seat == Seat(0) { f64::max } else { f64::min };
            values.into_iter().reduce(best).expect("a move")
        }
        _ => {
            let (mut sum, mut total) = (0.0, 0.0);
            game.for_each_chance(state, |chance, weight| {
                let mut after = *state;
                game.resolve(&mut after, chance);
                sum += f64::from(weight) * plain(game, &after, depth);
                total += f64::from(weight);
            });
            sum / total
        }
    }
}

fn search(
    game: Race,
    state: RaceState,
    depth: u32,
    lines: usize,
    step: u64,
) -> SearchReport<RaceMove> {
    let mut engine = Expectimax::new();
    engine.begin(Task::new(&game, state, 1).depth_limit(depth).multi_pv(lines));
    while engine.step(step) == Progress::More {}
    engine.report()
}

/// The transposition table stores values in billionths.
const ROUNDING: f64 = 1e-8;

/// Positions of a race in which a throw waits.
fn positions() -> impl Iterator<Item = RaceState> {
    (0..48).map(|n| RaceState {
        at: [n % 5, n / 5 % 6],
        mover: Seat(n % 2),
        thrown: Some(1 + n % 6),
    })
}

#[test]
fn every_move_is_worth_what_a_search_without_shortcuts_finds() {
    let game = Race { goal: 7 };
    for state in positions() {
        for depth in 1..=4 {
            let report = search(game, state, depth, usize::MAX, 100);
            assert_eq!(report.lines.len(), 2);
            for line in &report.lines {
                let mut after = state;
                game.play(&mut after, line.choice());
                let first = plain(&game, &after, depth - 1);
                let value = if state.mover == Seat(0) { first } else { 1.0 - first };
                assert!(
                    (line.value - value).abs() < ROUNDING,
                    "{state:?} {depth}: {line:?} {value}"
                );
            }
            assert!(report.lines[0].value >= report.lines[1].value);
        }
    }
}

#[test]
fn the_best_move_is_right_where_only_that_is_asked_for() {
    let game = Race { goal: 9 };
    for state in positions() {
        let report = search(game, state, 5, 1, 100);
        let value = plain(&game, &state, 5);
        let value = if state.mover == Seat(0) { value } else { 1.0 - value };
        assert!((report.lines[0].value - value).abs() < ROUNDING, "{state:?}: {report:?} {value}");
    }
}

#[test]
fn how_the_work_is_cut_changes_nothing() {
    let game = Race { goal: 12 };
    let state = RaceState { at: [3, 4], mover: Seat(0), thrown: Some(4) };
    assert_eq!(search(game, state, 5, 1, 1), search(game, state, 5, 1, u64::MAX));
}

#[test]
fn a_game_that_ends_within_sight_is_proven() {
    let game = Race { goal: 3 };
    let state = RaceState { at: [1, 1], mover: Seat(0), thrown: Some(2) };
    let report = search(game, state, 40, 1, 1000);
    assert_eq!(report.lines[0].choice(), RaceMove::Run);
    assert_eq!((report.lines[0].value, report.lines[0].certainty), (1.0, Certainty::Proven));
    assert!(report.depth < 10, "no further than the game goes: {}", report.depth);
}
