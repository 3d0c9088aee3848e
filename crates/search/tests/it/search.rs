//! The search on tiny games with known answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_core::{Game, Seat, Turn, Viewer};
use parlour_search::uct::{Params, Uct};
use parlour_search::{
    Budget, Certainty, Driver, Engine, Heuristics, Progress, SearchControl, SearchReport,
    SearchTask, Settings, Want,
};

use crate::toys::*;

static NEVER: AtomicBool = AtomicBool::new(false);
static ALREADY: AtomicBool = AtomicBool::new(true);

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

fn task<G: Game>(game: &G, state: &G::State, seed: u64) -> SearchTask<G> {
    let Turn::Player(mover) = game.turn(state) else { panic!("nobody to move") };
    SearchTask::new(game, game.view(state, Viewer::Seat(mover)), seed)
}

fn run<G: Heuristics>(
    task: SearchTask<G>,
    params: Params,
    budget: Budget,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&SearchReport<G::Move>),
) -> SearchReport<G::Move> {
    let control = SearchControl { clock: &|| Duration::ZERO, stop };
    let task = SearchTask { budget, ..task };
    Driver::new(Box::new(Uct::new(params)), 1).search(task, &control, tell)
}

/// What the player to act in `state` finds with this number of simulations.
fn search<G: Heuristics>(
    game: &G,
    state: G::State,
    count: u64,
    seed: u64,
) -> SearchReport<G::Move> {
    run(task(game, &state, seed), Params::DEFAULT, nodes(count), &NEVER, &mut |_| {})
}

#[test]
fn a_win_at_hand_ends_the_search() {
    let marks = Marks([0b000_000_011, 0b000_011_000]);
    let thought = search(&TicTacToe, marks, 1_000_000, 1);
    assert_eq!((thought.lines[0].choice(), thought.lines[0].value), (2, 1.0));
    assert!(thought.nodes < 1000, "{}", thought.nodes);
}

#[test]
fn a_threat_is_parried() {
    // Crosses hold the corner 0 and the centre; noughts must take the far corner.
    let marks = Marks([0b000_010_001, 0b000_000_010]);
    assert_eq!(search(&TicTacToe, marks, 2000, 1).lines[0].choice(), 8);
}

#[test]
fn noughts_and_crosses_is_about_even_after_a_good_start() {
    let thought = search(&TicTacToe, Marks([0b000_010_000, 0b000_000_001]), 20_000, 1);
    assert!((0.45..0.75).contains(&thought.lines[0].value), "{thought:?}");
}

#[test]
fn three_players_each_want_their_own_share() {
    // An own win is taken.
    let game = Nim { players: 3, heap: 0 };
    for left in 1..=3 {
        let thought = search(&game, Pile { left, mover: Seat(2) }, 500, 1);
        assert_eq!(thought.lines[0].choice(), left);
    }
    // Four left: whatever player 2 takes, player 3 takes the rest.
    let thought = search(&game, Pile { left: 4, mover: Seat(1) }, 2000, 1);
    assert!(thought.lines.iter().all(|c| c.value == 0.0), "{thought:?}");
    // Five left: take one, then player 2 cannot win from four, and player 3 gets the rest.
    let thought = search(&game, Pile { left: 5, mover: Seat(0) }, 2000, 1);
    let one = thought.lines.iter().find(|c| c.choice() == 1);
    assert_eq!(one.map(|c| c.value), Some(0.0), "{thought:?}");
}

#[test]
fn outcomes_count_by_their_probability() {
    let game = Race { goal: 20 };
    // A six would overshoot: walk. A two wins: run.
    let state = |at: u8, eyes: u8| RaceState { at: [at, 17], mover: Seat(0), thrown: Some(eyes) };
    assert_eq!(search(&game, state(18, 6), 2000, 1).lines[0].choice(), RaceMove::Walk);
    assert_eq!(search(&game, state(18, 2), 2000, 1).lines[0].choice(), RaceMove::Run);
    // Far from the goal a six is worth more than a step.
    let far = search(&game, RaceState { at: [8, 8], mover: Seat(0), thrown: Some(6) }, 20_000, 1);
    assert_eq!(far.lines[0].choice(), RaceMove::Run);
    assert!((0.4..0.95).contains(&far.lines[0].value), "{far:?}");
}

/// Player 1 flips a switch or gambles. After a flip player 2 wins by striking, or waits, which brings the old
/// position back. Where nobody strikes, only the repetition rule ends the game.
pub(crate) fn flip(strikes: bool) -> Graph {
    let text = if strikes {
        "home 1: f flipped, g gambled
         flipped 2: s win2, w home
         gambled chance: 1 win1, 3 win2"
    } else {
        "home 1: f flipped
         flipped 2: w home, f flipped"
    };
    Graph::new(2, true, text)
}

#[test]
fn a_chance_win_has_the_value_of_its_odds() {
    let thought = search(&flip(true), 0, 20_000, 3);
    assert_eq!(thought.lines[0].choice(), 'g');
    assert!((thought.lines[0].value - 0.25).abs() < 0.02, "{thought:?}");
}

#[test]
fn a_third_recurrence_is_a_draw() {
    let game = flip(true);
    let (home, flipped) = (game.at("home"), game.at("flipped"));
    let repetition_keys = vec![home, flipped, home, flipped, home];
    let task = SearchTask { repetition_keys, ..task(&game, &home, 1) };
    let thought = run(task, Params::DEFAULT, nodes(5000), &NEVER, &mut |_| {});
    let best = &thought.lines[0];
    assert_eq!((best.choice(), best.value), ('f', 0.5), "{thought:?}");
    // The same position without that past.
    assert_eq!(search(&game, home, 5000, 1).lines[0].choice(), 'g');
}

#[test]
fn recurrence_counts_within_the_tree_too() {
    // Nobody can win: every line ends by repetition or is broken off, at an even share.
    let game = flip(false);
    let thought = search(&game, game.at("flipped"), 300, 1);
    assert!(thought.lines.iter().all(|c| c.value == 0.5), "{thought:?}");
}

#[test]
fn a_secret_that_was_seen_is_used() {
    for hidden in 0..4 {
        let state = PeaState { hidden: Some(hidden), lifted: Some(hidden), named: None };
        let best = &search(&Pea, state, 500, 1).lines[0];
        assert_eq!((best.choice(), best.value), (PeaMove::Name(hidden), 1.0));
    }
}

#[test]
fn a_report_does_not_depend_on_what_the_player_cannot_know() {
    for seed in 0..20 {
        let thought = |hidden| {
            let state = PeaState { hidden: Some(hidden), lifted: Some(0), named: None };
            search(&Pea, state, 400, seed)
        };
        assert_eq!(thought(1), thought(2));
        assert_eq!(thought(1), thought(3));
        assert_ne!(thought(1).lines[0].choice(), PeaMove::Name(0), "it is known not to be there");
    }
}

#[test]
fn the_value_of_a_move_that_reveals_something_counts_what_may_be_seen() {
    // Lifting a shell shows the pea one time in four; then one of three shells is named.
    let state = PeaState { hidden: Some(2), lifted: None, named: None };
    let thought = search(&Pea, state, 20_000, 1);
    assert!((thought.lines[0].value - 0.5).abs() < 0.05, "{thought:?}");
}

#[test]
fn others_do_not_see_through_the_secrets_of_the_searching_player() {
    // A seeker who knew the place would always win.
    let thought = search(&Pea, PeaState::default(), 20_000, 1);
    for candidate in &thought.lines {
        assert!((0.5..0.8).contains(&candidate.value), "{thought:?}");
    }
}

#[test]
fn a_secret_move_cannot_be_foreseen() {
    let hides: std::collections::HashSet<PeaMove> = (0..40)
        .map(|seed| search(&Pea, PeaState::default(), 100, seed).lines[0].choice())
        .collect();
    assert_eq!(hides.len(), 4);
}

#[test]
fn equal_seeds_give_equal_reports() {
    let state = RaceState { at: [3, 5], mover: Seat(1), thrown: Some(4) };
    let thought = |seed| search(&Race { goal: 20 }, state, 700, seed);
    assert_eq!(thought(7), thought(7));
    assert_ne!(thought(7), thought(8));
}

#[test]
fn a_node_budget_is_kept_exactly() {
    for count in [1, 2, 17, 300] {
        let thought = search(&Race { goal: 50 }, race_start(), count, 1);
        assert_eq!(thought.nodes, count);
        assert_eq!(thought.lines.iter().filter_map(|c| c.visits).sum::<u64>(), count);
    }
}

fn race_start() -> RaceState {
    RaceState { at: [0, 0], mover: Seat(0), thrown: Some(4) }
}

fn race(budget: Budget, stop: &AtomicBool) -> SearchReport<RaceMove> {
    let task = task(&Race { goal: 50 }, &race_start(), 1);
    run(task, Params::DEFAULT, budget, stop, &mut |_| {})
}

#[test]
fn a_stop_or_a_used_up_budget_still_brings_a_move() {
    let soon = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    assert_eq!(race(soon, &NEVER).nodes, 1);
    assert_eq!(race(Budget::default(), &ALREADY).nodes, 1);
    assert_eq!(race(nodes(0), &NEVER).nodes, 1);
}

#[test]
fn a_stop_during_the_search_ends_it() {
    let stop = AtomicBool::new(false);
    let task = task(&Race { goal: 50 }, &race_start(), 1);
    let report = run(task, Params::DEFAULT, Budget::default(), &stop, &mut |so_far| {
        if so_far.nodes >= 1024 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    // Reports come at every doubling, and at most one step is made after the stop.
    assert!((1024..=2048).contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn the_callers_clock_ends_the_search() {
    // Every look at this clock takes a millisecond.
    let ticks = std::sync::atomic::AtomicU64::new(0);
    let clock = || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
    let budget = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() };
    let control = SearchControl { clock: &clock, stop: &NEVER };
    let task = SearchTask { budget, ..task(&Race { goal: 50 }, &race_start(), 1) };
    let report =
        Driver::new(Box::new(Uct::new(Params::DEFAULT)), 1).search(task, &control, &mut |_| {});
    assert!(report.nodes > 0);
    assert!(ticks.into_inner() <= 22, "nothing is done once the time is up");
}

#[test]
fn a_clear_choice_ends_a_search_early_only_where_that_is_asked_for() {
    let looks = |stop_when_clear| {
        let ticks = std::sync::atomic::AtomicU64::new(0);
        let clock = || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
        let budget = Budget { time: Some(Duration::from_millis(300)), ..Budget::default() };
        let control = SearchControl { clock: &clock, stop: &NEVER };
        let task = task(&Race { goal: 50 }, &race_start(), 1);
        let task = SearchTask { budget, want: Want::Move, stop_when_clear, ..task };
        let mut driver = Driver::new(Box::new(Uct::new(Params::DEFAULT)), 1);
        let report = driver.search(task, &control, &mut |_| {});
        (ticks.into_inner(), report.lines[0].choice())
    };
    let ((all, best), (some, same)) = (looks(false), looks(true));
    assert!(all >= 300 && some < 290, "{all} {some}");
    assert_eq!(best, same, "what cannot be caught up with stays the best");
}

fn plies(depth: u32) -> Budget {
    Budget { depth: Some(depth), ..Budget::default() }
}

#[test]
fn a_depth_limit_ends_a_search_by_samples() {
    let mut before = 0;
    for depth in [0, 1, 4, 9] {
        let report = race(plies(depth), &NEVER);
        assert!(report.depth >= depth && report.nodes >= before, "{depth}: {report:?}");
        assert!(report.lines.iter().all(|line| line.visits > Some(0)), "{depth}: {report:?}");
        before = report.nodes;
    }
    // With secrets, too.
    let task = task(&Pea, &Pea.start(), 1);
    assert!(run(task, Params::DEFAULT, plies(1), &NEVER, &mut |_| {}).depth >= 1);
}

#[test]
fn a_depth_that_cannot_be_reached_ends_a_search_too() {
    // The race is over before.
    let report = race(plies(10_000), &NEVER);
    assert!(report.depth < 10_000, "{report:?}");
    // The tree is full before.
    let params = Params { capacity: 30, ..Params::DEFAULT };
    let task = task(&Race { goal: 50 }, &race_start(), 1);
    let report = run(task, params, plies(40), &NEVER, &mut |_| {});
    assert!(report.depth < 40 && report.nodes < 50_000, "{report:?}");
}

#[test]
fn a_sole_move_is_searched_where_its_value_is_wanted() {
    let game = Nim { players: 2, heap: 0 };
    let search = |want| {
        let task = task(&game, &Pile { left: 1, mover: Seat(0) }, 1);
        let task = SearchTask { want, ..task };
        run(task, Params::DEFAULT, nodes(9), &NEVER, &mut |_| {})
    };
    let (moved, valued) = (search(Want::Move), search(Want::BEST_LINE));
    assert_eq!((moved.lines[0].choice(), moved.nodes), (1, 0));
    assert_eq!((valued.lines[0].choice(), valued.nodes), (1, 1));
    assert_eq!(valued.lines[0].certainty, Certainty::Proven);
}

#[test]
fn the_length_of_a_search_does_not_reveal_an_empty_hand() {
    for (coin, choices) in [(false, 1), (true, 2)] {
        let task = task(&Coin, &Hand { coin, over: false }, 1);
        let task = SearchTask { want: Want::Move, stop_when_clear: true, ..task };
        let report = run(task, Params::DEFAULT, nodes(20), &NEVER, &mut |_| {});
        assert_eq!((report.lines.len(), report.nodes), (choices, 20));
    }
}

#[test]
fn a_full_tree_keeps_searching() {
    let task = task(&Nim { players: 2, heap: 0 }, &Pile { left: 14, mover: Seat(0) }, 1);
    let params = Params { capacity: 5, ..Params::DEFAULT };
    let thought = run(task, params, nodes(5000), &NEVER, &mut |_| {});
    assert_eq!(thought.nodes, 5000);
    assert_eq!(thought.lines.len(), 3);
}

#[test]
fn a_refuted_move_is_never_first() {
    // At small budgets the most tried move has often just been refuted.
    let game = Nim { players: 2, heap: 0 };
    for left in 2..30 {
        for count in 1..80 {
            let report = search(&game, Pile { left, mover: Seat(0) }, count, u64::from(left));
            let lost = |line: &parlour_search::Line<u8>| {
                line.certainty == Certainty::Proven && line.value == 0.0
            };
            let first_lost = report.lines.iter().position(lost).unwrap_or(report.lines.len());
            assert!(report.lines[first_lost..].iter().all(lost), "{left} {count}: {report:?}");
        }
    }
}

#[test]
fn losses_and_draws_are_proven_too() {
    // Whatever is taken from four, the other takes the rest.
    let report = search(&Nim { players: 2, heap: 0 }, Pile { left: 4, mover: Seat(0) }, 1000, 1);
    assert!(report.nodes < 1000);
    assert!(
        report.lines.iter().all(|line| line.certainty == Certainty::Proven && line.value == 0.0)
    );
    // Noughts and crosses is a draw, and small enough to be proven so.
    let marks = Marks([0b000_010_001, 0b100_000_000]);
    let report = search(&TicTacToe, marks, 100_000, 1);
    assert_eq!((report.lines[0].certainty, report.lines[0].value), (Certainty::Proven, 0.5));
}

/// Thinks about this number of nodes on several threads, and gives all that was told, the end last.
fn on_threads(
    engine: Box<dyn Engine<Race>>,
    threads: usize,
    most: u64,
) -> Vec<SearchReport<RaceMove>> {
    let control = SearchControl { clock: &|| Duration::ZERO, stop: &NEVER };
    let task = task(&Race { goal: 30 }, &race_start(), 1);
    let task = SearchTask { budget: nodes(most), ..task };
    let mut reports = Vec::new();
    let mut driver = Driver::new(engine, threads);
    let last = driver.search(task, &control, &mut |report| reports.push(report.clone()));
    reports.push(last);
    reports
}

#[test]
fn a_running_report_covers_all_threads() {
    let reports = on_threads(Box::new(Uct::new(Params::DEFAULT)), 3, 3000);
    let counts: Vec<u64> = reports.iter().map(|report| report.nodes).collect();
    assert_eq!(counts, [256, 512, 1024, 2048, 3000]);
    for report in reports {
        assert_eq!(report.lines.iter().filter_map(|line| line.visits).sum::<u64>(), report.nodes);
    }
}

#[test]
fn few_nodes_on_many_threads_are_no_more_than_were_asked_for() {
    for most in 1..6 {
        let reports = on_threads(Box::new(Uct::new(Params::DEFAULT)), 4, most);
        assert_eq!(reports.last().map(|report| report.nodes), Some(most));
    }
}

/// A search; its worker gets nothing done.
struct Helped {
    search: Uct<Race>,
    idle: bool,
}

impl Engine<Race> for Helped {
    fn begin(&mut self, task: SearchTask<Race>) {
        self.search.begin(task);
    }

    fn step(&mut self, work: u64) -> Progress {
        if self.idle { Progress::More } else { self.search.step(work) }
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn report(&self) -> SearchReport<RaceMove> {
        self.search.report()
    }

    fn worker(&self) -> Option<Box<dyn Engine<Race>>> {
        Some(Box::new(Helped { search: Uct::new(Params::DEFAULT), idle: true }))
    }
}

#[test]
fn a_thread_without_progress_does_not_end_the_search() {
    let engine = Helped { search: Uct::new(Params::DEFAULT), idle: false };
    let reports = on_threads(Box::new(engine), 2, 3000);
    assert_eq!(reports.last().map(|report| report.nodes), Some(3000));
}

#[test]
fn settings_change_parameters_and_unknown_ones_are_refused() {
    let kind = parlour_search::EngineKind::<Race>::uct();
    let mut settings = Settings::default();
    settings.set("exploration", 0.7);
    assert!(kind.build(&Race { goal: 50 }, &settings).is_ok());
    settings.set("exploartion", 0.7);
    let error = kind.build(&Race { goal: 50 }, &settings).err().expect("no such setting");
    assert!(error.to_string().starts_with("no setting 'exploartion' here; there are exploration"));
}

#[test]
fn shares_of_all_players_add_up() {
    let game = Nim { players: 3, heap: 0 };
    let report = search(&game, Pile { left: 11, mover: Seat(1) }, 300, 1);
    for line in &report.lines {
        assert_eq!(line.shares[Seat(1)], line.value);
        assert!((line.shares.as_slice().iter().sum::<f64>() - 1.0).abs() < 1e-6, "{line:?}");
    }
}
