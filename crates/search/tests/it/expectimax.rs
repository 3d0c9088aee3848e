//! Expectiminimax against a plain one that cuts nothing short.

use std::collections::HashMap;

use parlour_core::{Game, Seat};
use parlour_search::expectimax::Expectimax;
use parlour_search::{Certainty, Engine, Progress, SearchReport, SearchTask};

use crate::plain::plain;
use crate::toys::{Race, RaceMove, RaceState};

fn search(
    game: Race,
    state: RaceState,
    depth: u32,
    lines: usize,
    step: u64,
) -> SearchReport<RaceMove> {
    let mut engine = Expectimax::default();
    engine.begin(SearchTask::new(&game, state, 1).depth_limit(depth).multi_pv(lines));
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
                let value = plain(&game, &after, depth - 1, &mut HashMap::new())[state.mover];
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
        let value = plain(&game, &state, 5, &mut HashMap::new())[state.mover];
        assert!((report.lines[0].value - value).abs() < ROUNDING, "{state:?}: {report:?} {value}");
    }
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
