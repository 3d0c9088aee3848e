//! Max^n against a plain one that cuts nothing short.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::{Game, PerSeat, Seat};
use parlour_search::maxn::{MaxN, Widths};
use parlour_search::{
    Budget, Certainty, Driver, Engine, Heuristics, Own, Progress, SearchControl, SearchReport,
    SearchTask, Settings,
};

use crate::toys::{Hoard, Nim, Pile, Taken};

/// Everybody's share, this number of actions ahead.
fn plain(state: &Taken, depth: u32) -> PerSeat<f64> {
    crate::plain::plain(&Hoard, state, depth, &mut HashMap::new())
}

fn search<G: Heuristics>(
    task: SearchTask<G>,
    settings: &[(&str, f64)],
    step: u64,
) -> SearchReport<G::Move> {
    let mut given = Settings::default();
    settings.iter().for_each(|&(name, value)| given.set(name, value));
    let mut engine = MaxN::new(Widths::ALL, &mut given);
    engine.begin(task);
    while engine.step(step) == Progress::More {}
    engine.report()
}

fn states() -> impl Iterator<Item = Taken> {
    (0..60).map(|n| Taken { boxes: n, turns: (n % 4) as u8 })
}

#[test]
fn every_choice_is_worth_what_a_search_without_shortcuts_finds() {
    for state in states() {
        for depth in 1..=4 {
            let task = SearchTask::new(&Hoard, state, 1).depth_limit(depth).multi_pv(9);
            let report = search(task, &[], 7);
            assert_eq!(report.lines.len(), 4);
            for line in &report.lines {
                let mut after = state;
                Hoard.play(&mut after, line.choice());
                assert_eq!(line.shares, plain(&after, depth - 1), "{state:?} {depth}");
            }
            assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value));
        }
    }
}

#[test]
fn the_best_choice_is_right_where_only_that_is_asked_for() {
    let mut nodes = [0; 2];
    for state in states() {
        let task = || SearchTask::new(&Hoard, state, 1).depth_limit(5);
        let (seat, report) = (Seat(state.turns % 3), search(task(), &[], 100));
        assert_eq!(report.lines[0].value, plain(&state, 5)[seat], "{state:?}");
        nodes[0] += report.nodes;
        nodes[1] += search(task().multi_pv(9), &[], 100).nodes;
    }
    assert!(nodes[0] < nodes[1], "to look for less saves work: {nodes:?}");
}

#[test]
fn nothing_is_proven_by_a_narrow_look() {
    let game = Nim { players: 2, heap: 0 };
    let task = SearchTask::new(&game, Pile { left: 8, mover: Seat(0) }, 1).depth_limit(20);
    let report = search(task, &[("width", 1.0)], 1000);
    assert_eq!(report.lines[0].certainty, Certainty::Estimated, "{report:?}");
}

#[test]
fn a_narrow_root_follows_what_looked_best_and_still_reports_the_rest() {
    for state in states().filter(|state| state.turns < 3) {
        let task = || SearchTask::new(&Hoard, state, 1).depth_limit(3);
        let report = search(task(), &[("root", 2.0)], 7);
        assert_eq!(report.lines.len(), 4);
        let (seat, first) = (Seat(state.turns % 3), search(task().depth_limit(1), &[], 7));
        let best = report.lines[0].choice();
        assert!(first.lines[..2].iter().any(|line| line.choice() == best), "{report:?}");
        for pair in report.lines[1..].windows(2) {
            let mut after = state;
            Hoard.play(&mut after, pair[1].choice());
            let look = f64::from(Hoard.estimate(&after).expect("an opinion")[seat]);
            assert_eq!(pair[1].value, look.min(pair[0].value), "{report:?}");
        }
    }
}

#[test]
fn a_line_goes_to_its_end_and_leads_to_its_value() {
    // It had one move, however deep the search.
    for state in states().filter(|state| state.turns < 3) {
        let task = SearchTask::new(&Hoard, state, 1).depth_limit(4).multi_pv(9);
        for line in search(task, &[], 7).lines {
            assert_eq!(line.moves.len(), 4, "{state:?} {line:?}");
            let mut after = state;
            line.moves.iter().for_each(|&mv| Hoard.play(&mut after, mv));
            assert_eq!(line.shares, plain(&after, 0), "{state:?} {line:?}");
        }
    }
}

#[test]
fn no_line_looks_better_than_one_that_stands_before_it() {
    // Those that a depth had not come to kept the values of another one.
    for state in states() {
        let mut engine =
            MaxN::with_evaluator(Own, Widths { root: NonZeroUsize::new(2), below: None });
        engine.begin(SearchTask::new(&Hoard, state, 1).depth_limit(5));
        while engine.step(1) == Progress::More {
            let lines = engine.report().lines;
            assert!(lines.is_sorted_by(|a, b| a.value >= b.value), "{state:?} {lines:?}");
            for line in lines {
                let total: f64 = line.shares.as_slice().iter().sum();
                assert!((total - 1.0).abs() < 1e-5, "{state:?} {line:?}");
            }
        }
    }
}

#[test]
fn threads_find_together_what_one_finds_alone() {
    let (stop, clock) = (AtomicBool::new(false), || Duration::ZERO);
    let budget = Budget { depth: Some(5), ..Budget::default() };
    let control = SearchControl { clock: &clock, stop: &stop };
    for state in states() {
        let found = |threads| {
            let mut driver = Driver::new(Box::new(MaxN::with_evaluator(Own, Widths::ALL)), threads);
            let task = SearchTask::new(&Hoard, state, 1).multi_pv(9);
            let task = SearchTask { budget, ..task };
            let report = driver.search(task, &control, &mut |_| {});
            let lines = report.lines.into_iter().map(|line| (line.moves, line.shares));
            (lines.collect::<Vec<_>>(), report.depth)
        };
        assert_eq!(found(3), found(1), "{state:?}");
    }
}

#[test]
fn nobody_waits_for_a_thread_that_has_stopped() {
    let state = states().next().expect("a state");
    let mut engine = MaxN::with_evaluator(Own, Widths::ALL);
    let mut other = engine.worker().expect("more threads help");
    let task = SearchTask::new(&Hoard, state, 1).depth_limit(5);
    other.begin(task.clone());
    engine.begin(task.clone());
    // It takes a choice and leaves it.
    assert_eq!(other.step(1), Progress::More);
    while engine.step(100) == Progress::More {}
    let alone = search(task, &[], 100);
    assert_eq!(engine.report().lines[0].shares, alone.lines[0].shares);
    assert_eq!(other.step(100), Progress::Done);
}
