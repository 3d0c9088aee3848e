//! The search on tiny games with known answers.

mod toys;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::{Course, Game, Seat, Viewer};
use parlour_search::arena::{Player, Score, play};
use parlour_search::{Budget, Style, Task, Thought, think, think_aloud};
use toys::*;

static NEVER: AtomicBool = AtomicBool::new(false);
static ALREADY: AtomicBool = AtomicBool::new(true);

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), time: None }
}

/// What the player to act in `state` finds with so many simulations.
fn search<G: Game>(game: &G, state: G::State, count: u64, seed: u64) -> Thought<G::Move> {
    search_with_past(game, state, &[], count, seed)
}

fn search_with_past<G: Game>(
    game: &G,
    state: G::State,
    keys: &[G::Key],
    count: u64,
    seed: u64,
) -> Thought<G::Move> {
    let parlour_core::Turn::Player(mover) = game.turn(&state) else { panic!("nobody to move") };
    let view = game.view(&state, Viewer::Seat(mover));
    think(&Task { game, view: &view, keys, budget: nodes(count), seed, stop: &NEVER })
}

#[test]
fn nim_is_solved_from_every_heap() {
    let game = Nim { players: 2, heap: 0 };
    for left in (2..14).filter(|left| left % 4 != 0) {
        let thought = search(&game, Pile { left, mover: Seat(0) }, 3000, 1);
        assert_eq!(thought.candidates[0].mv, left % 4, "{left} left: {thought:?}");
    }
}

#[test]
fn a_win_at_hand_ends_the_search() {
    let marks = Marks([0b000_000_011, 0b000_011_000]);
    let thought = search(&TicTacToe, marks, 1_000_000, 1);
    assert_eq!((thought.candidates[0].mv, thought.candidates[0].value), (2, 1.0));
    assert!(thought.nodes < 1000, "{}", thought.nodes);
}

#[test]
fn a_threat_is_parried() {
    // Crosses hold the corner 0 and the centre; noughts must take the far corner.
    let marks = Marks([0b000_010_001, 0b000_000_010]);
    assert_eq!(search(&TicTacToe, marks, 2000, 1).candidates[0].mv, 8);
}

#[test]
fn noughts_and_crosses_is_about_even_after_a_good_start() {
    let thought = search(&TicTacToe, Marks([0b000_010_000, 0b000_000_001]), 20_000, 1);
    assert!((0.45..0.75).contains(&thought.candidates[0].value), "{thought:?}");
}

#[test]
fn three_players_each_want_their_own_share() {
    // An own win is taken.
    let game = Nim { players: 3, heap: 0 };
    for left in 1..=3 {
        let thought = search(&game, Pile { left, mover: Seat(2) }, 500, 1);
        assert_eq!(thought.candidates[0].mv, left);
    }
    // Four left: whatever player 2 takes, player 3 takes the rest.
    let thought = search(&game, Pile { left: 4, mover: Seat(1) }, 2000, 1);
    assert!(thought.candidates.iter().all(|c| c.value == 0.0), "{thought:?}");
    // Five left: take one, then player 2 cannot win from four, and player 3 gets the rest.
    let thought = search(&game, Pile { left: 5, mover: Seat(0) }, 2000, 1);
    let one = thought.candidates.iter().find(|c| c.mv == 1);
    assert_eq!(one.map(|c| c.value), Some(0.0), "{thought:?}");
}

#[test]
fn chance_is_weighed() {
    let game = Race { goal: 20 };
    // A six would overshoot: walk. A two wins: run.
    let state = |at: u8, eyes: u8| RaceState { at: [at, 17], mover: Seat(0), thrown: Some(eyes) };
    assert_eq!(search(&game, state(18, 6), 2000, 1).candidates[0].mv, RaceMove::Walk);
    assert_eq!(search(&game, state(18, 2), 2000, 1).candidates[0].mv, RaceMove::Run);
    // Far from the goal a six is worth more than a step.
    let far = search(&game, RaceState { at: [8, 8], mover: Seat(0), thrown: Some(6) }, 20_000, 1);
    assert_eq!(far.candidates[0].mv, RaceMove::Run);
    assert!((0.4..0.95).contains(&far.candidates[0].value), "{far:?}");
}

#[test]
fn a_chance_win_has_the_value_of_its_odds() {
    let thought = search(&Flip { strikes: true }, FlipState::Home, 20_000, 3);
    assert_eq!(thought.candidates[0].mv, FlipMove::Gamble);
    assert!((thought.candidates[0].value - 0.25).abs() < 0.02, "{thought:?}");
}

#[test]
fn a_third_recurrence_is_a_draw() {
    use FlipState::{Flipped, Home};
    let game = Flip { strikes: true };
    let past = [Home, Flipped, Home, Flipped, Home];
    let thought = search_with_past(&game, Home, &past, 5000, 1);
    let best = thought.candidates[0];
    assert_eq!((best.mv, best.value), (FlipMove::Flip, 0.5), "{thought:?}");
    // The same position without that past.
    assert_eq!(search(&game, Home, 5000, 1).candidates[0].mv, FlipMove::Gamble);
}

#[test]
fn recurrence_counts_within_the_tree_too() {
    // Nobody can win: every line ends by repetition or is broken off, at an even share.
    let thought = search(&Flip { strikes: false }, FlipState::Flipped, 300, 1);
    assert!(thought.candidates.iter().all(|c| c.value == 0.5), "{thought:?}");
}

#[test]
fn what_was_seen_is_used() {
    for hidden in 0..4 {
        let state = PeaState { hidden: Some(hidden), lifted: Some(hidden), named: None };
        let best = search(&Pea, state, 500, 1).candidates[0];
        assert_eq!((best.mv, best.value), (PeaMove::Name(hidden), 1.0));
    }
}

#[test]
fn what_is_hidden_stays_hidden() {
    for seed in 0..20 {
        let thought = |hidden| {
            let state = PeaState { hidden: Some(hidden), lifted: Some(0), named: None };
            search(&Pea, state, 400, seed)
        };
        assert_eq!(thought(1), thought(2));
        assert_eq!(thought(1), thought(3));
        assert_ne!(thought(1).candidates[0].mv, PeaMove::Name(0), "it is known not to be there");
    }
}

#[test]
fn what_a_lift_shows_is_foreseen() {
    // Lifting a shell shows the pea one time in four; then one of three shells is named.
    let state = PeaState { hidden: Some(2), lifted: None, named: None };
    let thought = search(&Pea, state, 20_000, 1);
    assert!((thought.candidates[0].value - 0.5).abs() < 0.05, "{thought:?}");
}

#[test]
fn others_do_not_see_through_the_secrets_of_the_searching_player() {
    // A seeker who knew the place would always win.
    let thought = search(&Pea, PeaState::default(), 20_000, 1);
    for candidate in &thought.candidates {
        assert!((0.5..0.8).contains(&candidate.value), "{thought:?}");
    }
}

#[test]
fn a_secret_move_cannot_be_foreseen() {
    let hides: std::collections::HashSet<PeaMove> =
        (0..40).map(|seed| search(&Pea, PeaState::default(), 100, seed).candidates[0].mv).collect();
    assert_eq!(hides.len(), 4);
}

#[test]
fn equal_seeds_give_equal_thoughts() {
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
        assert_eq!(thought.candidates.iter().map(|c| c.visits).sum::<u64>(), count);
    }
}

fn race_start() -> RaceState {
    RaceState { at: [0, 0], mover: Seat(0), thrown: Some(4) }
}

fn race_task<'a>(view: &'a RaceState, budget: Budget, stop: &'a AtomicBool) -> Task<'a, Race> {
    Task { game: &Race { goal: 50 }, view, keys: &[], budget, seed: 1, stop }
}

#[test]
fn a_stop_or_a_used_up_budget_still_brings_a_move() {
    let view = race_start();
    let soon = Budget { time: Some(Duration::ZERO), nodes: None };
    assert_eq!(think(&race_task(&view, soon, &NEVER)).nodes, 1);
    assert_eq!(think(&race_task(&view, Budget::default(), &ALREADY)).nodes, 1);
    assert_eq!(think(&race_task(&view, nodes(0), &NEVER)).nodes, 1);
}

#[test]
fn a_stop_during_the_search_ends_it() {
    let (view, stop) = (race_start(), AtomicBool::new(false));
    let task = race_task(&view, Budget::default(), &stop);
    let thought = think_aloud(&task, &Style::default(), &mut |so_far| {
        if so_far.nodes >= 1000 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert_eq!(thought.nodes, 1024, "reports come at every doubling");
}

#[test]
fn a_sole_move_needs_no_thought() {
    let thought = search(&Nim { players: 2, heap: 0 }, Pile { left: 1, mover: Seat(0) }, 1000, 1);
    assert_eq!((thought.nodes, thought.candidates.len()), (0, 1));
    assert_eq!(thought.candidates[0].mv, 1);
}

#[test]
fn a_full_tree_keeps_searching() {
    let (view, game) = (Pile { left: 14, mover: Seat(0) }, Nim { players: 2, heap: 0 });
    let task =
        Task { game: &game, view: &view, keys: &[], budget: nodes(5000), seed: 1, stop: &NEVER };
    let style = Style { capacity: 5, ..Style::default() };
    let thought = think_aloud(&task, &style, &mut |_| {});
    assert_eq!(thought.nodes, 5000);
    assert_eq!(thought.candidates.len(), 3);
}

#[test]
fn endless_random_games_are_broken_off_evenly() {
    let view = FlipState::Flipped;
    let game = Flip { strikes: false };
    let task =
        Task { game: &game, view: &view, keys: &[], budget: nodes(20), seed: 1, stop: &NEVER };
    let style = Style { longest: 10, ..Style::default() };
    let thought = think_aloud(&task, &style, &mut |_| {});
    assert!(thought.candidates.iter().all(|c| c.value == 0.5), "{thought:?}");
}

#[test]
fn seats_change_hands_evenly() {
    let game = Nim { players: 3, heap: 9 };
    let from = Course::new(&game, game.start());
    let players = [Player::Random, Player::Random];
    let mut score = Score::new(2, 3);
    for round in 0..4 {
        score.add(round, &play(&game, &from, &players, round, 1, &NEVER).expect("not stopped"));
    }
    assert_eq!(score.games, 4);
    assert!(score.table.iter().flatten().all(|&(games, _)| games == 2), "{score:?}");
    assert!((score.mean(0) * 6.0 + score.mean(1) * 6.0 - 4.0).abs() < 1e-9, "{score:?}");
}

#[test]
fn a_match_repeats_and_stops() {
    let game = Race { goal: 30 };
    let from = Course::new(&game, game.start());
    let players = [Player::with_nodes(50), Player::Random];
    let play = |stop| play(&game, &from, &players, 3, 9, stop);
    assert_eq!(play(&NEVER), play(&NEVER));
    assert_eq!(play(&ALREADY), None);
}

#[test]
fn the_search_beats_chance() {
    fn mean<G: Game>(game: &G) -> f64 {
        let from = Course::new(game, game.start());
        let players = [Player::with_nodes(100), Player::Random];
        let mut score = Score::new(2, game.seats());
        for round in 0..40 {
            score.add(round, &play(game, &from, &players, round, 1, &NEVER).expect("an end"));
        }
        score.mean(0)
    }
    assert!(mean(&TicTacToe) > 0.85);
    assert!(mean(&Nim { players: 2, heap: 15 }) > 0.85);
    assert!(mean(&Race { goal: 20 }) > 0.6);
}
