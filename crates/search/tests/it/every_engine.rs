//! What holds for every engine of open games.

use parlour_core::{Game, Seat};
use parlour_search::alphabeta::{self, AlphaBeta};
use parlour_search::exact::Exact;
use parlour_search::expectimax::Expectimax;
use parlour_search::maxn::{MaxN, Widths};
use parlour_search::uct::{self, Uct};
use parlour_search::{Certainty, Engine, Heuristics, Progress, SearchReport, SearchTask, Settings};

use crate::toys::{Nim, Pile, Race, RaceState, TicTacToe};

/// Every engine that plays a game of two without dice, or with dice and an estimate.
fn engines<G: Heuristics>(game: &G, dice: bool) -> Vec<(&'static str, Box<dyn Engine<G>>)> {
    let uct = || Box::new(Uct::new(uct::Params::DEFAULT));
    let none = &mut Settings::default();
    let mut engines: Vec<(_, Box<dyn Engine<G>>)> =
        vec![("uct", uct()), ("exact", Box::new(Exact::new(uct(), none)))];
    if dice {
        engines.push(("expectimax", Box::new(Expectimax::default())));
    } else {
        engines.push(("alphabeta", Box::new(AlphaBeta::new(game, alphabeta::Params::DEFAULT))));
        engines.push(("maxn", Box::new(MaxN::new(Widths::ALL, none))));
    }
    engines
}

/// Searches this number of nodes in steps of these sizes.
fn search<G: Heuristics>(
    engine: &mut dyn Engine<G>,
    task: SearchTask<G>,
    nodes: u64,
    sizes: &[u64],
) -> SearchReport<G::Move> {
    engine.begin(task);
    for &size in sizes.iter().cycle() {
        let left = nodes.saturating_sub(engine.nodes());
        if left == 0 || engine.step(size.min(left)) == Progress::Done {
            break;
        }
    }
    engine.report()
}

#[test]
fn nim_is_solved_from_every_heap() {
    let game = Nim { players: 2, heap: 0 };
    for left in 2..20 {
        for (name, mut engine) in engines(&game, false) {
            let task = SearchTask::new(&game, Pile { left, mover: Seat(1) }, 1);
            let report = search(&mut *engine, task, 200_000, &[1000]);
            let best = &report.lines[0];
            assert_eq!(best.value, f64::from(u8::from(left % 4 != 0)), "{name} {left}: {report:?}");
            assert_ne!(best.certainty, Certainty::Estimated, "{name} {left}: {report:?}");
            assert!(left % 4 == 0 || best.choice() == left % 4, "{name} {left}: {report:?}");
        }
    }
}

#[test]
fn the_size_of_steps_changes_nothing() {
    fn check<G: Heuristics>(game: &G, task: &SearchTask<G>, dice: bool) {
        let with = |sizes: &[u64]| {
            let engines = engines(game, dice).into_iter();
            let found = engines
                .map(|(name, mut engine)| (name, search(&mut *engine, task.clone(), 1000, sizes)));
            found.collect::<Vec<_>>()
        };
        assert_eq!(with(&[1000]), with(&[1]));
        assert_eq!(with(&[1000]), with(&[1, 7, 64]));
    }
    check(&TicTacToe, &SearchTask::new(&TicTacToe, TicTacToe.start(), 5), false);
    let state = RaceState { at: [3, 4], mover: Seat(0), thrown: Some(4) };
    let race = Race { goal: 12 };
    check(&race, &SearchTask::new(&race, state, 5), true);
}
