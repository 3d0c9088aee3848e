//! Alpha-beta on tiny games, against plain minimax.

use std::collections::{HashMap, HashSet};

use parlour_core::game::{apply, sample};
use parlour_core::rng::seeded;
use parlour_core::{Game, GameHistory, Seat, Turn, Viewer};
use parlour_search::alphabeta::{AlphaBeta, Params};
use parlour_search::{
    Certainty, Engine, Evaluator, Heuristics, Progress, SearchReport, SearchTask, Settings,
};

use crate::plain::to_the_end;
use crate::toys::*;

fn task<G: Game>(game: &G, state: &G::State) -> SearchTask<G> {
    SearchTask::new(game, game.view(state, Viewer::Public), 1)
}

/// Searches a task in steps of `work`, for this number of nodes at most.
fn search<G: Heuristics>(task: SearchTask<G>, work: u64, most: u64) -> SearchReport<G::Move> {
    let mut engine = AlphaBeta::new(&task.game, Params::DEFAULT);
    engine.begin(task);
    while engine.nodes() < most && engine.step(work.min(most - engine.nodes())) == Progress::More {}
    engine.report()
}

#[test]
fn noughts_and_crosses_agrees_with_minimax() {
    let (mut known, mut rng) = (HashMap::new(), seeded(4));
    for _ in 0..60 {
        let mut state = TicTacToe.start();
        while let Turn::Player(mover) = TicTacToe.turn(&state) {
            let value = to_the_end(&TicTacToe, &state, &mut known);
            let report = search(task(&TicTacToe, &state), 64, 30_000);
            if report.nodes > 0 {
                assert_eq!(report.lines[0].value, value[mover], "{state:?} {report:?}");
                // Draws too: every line comes to its end.
                assert_eq!(report.lines[0].certainty, Certainty::Proven, "{state:?} {report:?}");
                // The move that is made keeps the value.
                let mut after = state;
                TicTacToe.play(&mut after, report.lines[0].choice());
                assert_eq!(to_the_end(&TicTacToe, &after, &mut known), value, "{state:?}");
            }
            let action = sample(&TicTacToe, &state, &mut rng).expect("it goes on");
            apply(&TicTacToe, &mut state, action);
        }
    }
}

#[test]
fn every_wanted_line_has_a_value_of_its_own() {
    let mut known = HashMap::new();
    let state = Marks([0b000_010_001, 0b000_000_010]);
    let all = task(&TicTacToe, &state).multi_pv(100);
    let report = search(all, 100, 200_000);
    assert_eq!(report.lines.len(), 6);
    for line in &report.lines {
        let mut after = state;
        TicTacToe.play(&mut after, line.choice());
        assert_eq!(line.value, to_the_end(&TicTacToe, &after, &mut known)[Seat(1)], "{report:?}");
    }
    assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value), "{report:?}");
}

#[test]
fn a_line_can_be_played_to_its_end() {
    let report =
        search(task(&Nim { players: 2, heap: 0 }, &Pile { left: 7, mover: Seat(0) }), 50, 9999);
    let game = Nim { players: 2, heap: 0 };
    let mut pile = Pile { left: 7, mover: Seat(0) };
    report.lines[0].moves.iter().for_each(|&take| game.play(&mut pile, take));
    assert_eq!(game.turn(&pile), Turn::Over, "{report:?}");
    assert_eq!(pile.mover, Seat(0));
}

#[test]
fn a_node_budget_is_kept_exactly() {
    for most in [1, 2, 77, 5000] {
        // All moves are looked at before the first answer.
        assert_eq!(search(task(&TicTacToe, &TicTacToe.start()), 13, most).nodes, most.max(9));
    }
}

#[test]
fn equal_moves_are_not_always_made_in_the_same_order() {
    let with = |seed, lines| {
        let start = TicTacToe.start();
        let task = task(&TicTacToe, &start).multi_pv(lines).depth_limit(2);
        search(SearchTask { seed, ..task }, 100, 1000)
    };
    let first: HashSet<_> = (0..20).map(|seed| with(seed, 1).lines[0].choice()).collect();
    assert!(first.len() > 3, "{first:?}");
    assert_eq!(with(3, 1), with(3, 1), "a seed repeats");
    // A request for the value of each move gets the same answer every time.
    assert_eq!(with(3, 9), with(4, 9));
    // What is liked is not worth more.
    assert!((0..20).all(|seed| with(seed, 1).lines[0].value == 0.5));
}

#[test]
fn root_noise_never_outweighs_a_proven_win() {
    let game = Nim { players: 2, heap: 0 };
    for seed in 0..30 {
        let pile = Pile { left: 7, mover: Seat(0) };
        let report = search(SearchTask { seed, ..task(&game, &pile) }, 100, 10_000);
        assert_eq!((report.lines[0].choice(), report.lines[0].value), (3, 1.0), "{report:?}");
    }
}

#[test]
fn a_position_that_comes_again_is_a_draw() {
    // Anyone who pulls is pulled back: nobody can win from next to the middle.
    let rope = Rope { knot: 1, mover: Seat(0), drawn: false };
    let report = search(task(&Tug, &rope), 1000, 20_000);
    assert_eq!(report.lines[0].value, 0.5);
    // From two knots the next pull wins.
    let rope = Rope { knot: 2, ..rope };
    let report = search(task(&Tug, &rope), 1000, 20_000);
    assert_eq!((report.lines[0].choice(), report.lines[0].certainty), (1, Certainty::Proven));
}

/// Who wins the rope, by working back from its ends; nobody where it can be kept up for ever.
fn rope_winner(rope: &Rope) -> Option<Seat> {
    let knots = (-3..=3).flat_map(|knot| [Seat(0), Seat(1)].map(|mover| (knot, mover)));
    let all: Vec<Rope> = knots.map(|(knot, mover)| Rope { knot, mover, drawn: false }).collect();
    let mut won: HashMap<Rope, Seat> = HashMap::new();
    for _ in 0..all.len() {
        for rope in &all {
            let Turn::Player(mover) = Tug.turn(rope) else {
                won.insert(*rope, if rope.knot > 0 { Seat(0) } else { Seat(1) });
                continue;
            };
            let after = [1, -1].map(|by| {
                let mut after = *rope;
                Tug.play(&mut after, by);
                won.get(&after).copied()
            });
            if after.contains(&Some(mover)) {
                won.insert(*rope, mover);
            } else if let [Some(other), Some(_)] = after {
                won.insert(*rope, other);
            }
        }
    }
    won.get(rope).copied()
}

#[test]
fn what_is_proven_of_a_rope_that_can_go_back_and_forth_is_true() {
    for (knot, mover) in (-2..=2).flat_map(|knot| [(knot, Seat(0)), (knot, Seat(1))]) {
        let rope = Rope { knot, mover, drawn: false };
        let truth = rope_winner(&rope).map_or(0.5, |seat| f64::from(u8::from(seat == mover)));
        let report = search(task(&Tug, &rope), 1000, 20_000);
        assert_eq!(report.lines[0].value, truth, "{rope:?} {report:?}");
        // A draw that depends on the path to the position is not called proven.
        let proven = report.lines[0].certainty == Certainty::Proven;
        assert!(proven || truth == 0.5, "{rope:?} {report:?}");
        assert!(report.nodes < 20_000, "nothing new is found, so it ends: {report:?}");
    }
}

#[test]
fn a_player_who_moves_twice_keeps_the_sign_of_the_value() {
    // Player 2 lets go to the middle only to pull again from there.
    let rope = Rope { knot: 1, mover: Seat(1), drawn: false };
    let report = search(task(&Tug, &rope).multi_pv(2), 1000, 50_000);
    assert_eq!(report.lines[0].choice(), -1, "{report:?}");
    assert_eq!(report.lines[0].moves[1], -1, "{report:?}");
    // To give it away loses at once.
    assert_eq!((report.lines[1].value, report.lines[1].certainty), (0.0, Certainty::Proven));
}

#[test]
fn recurrences_before_the_root_count() {
    // Both positions that could follow have come twice: any move ends the game.
    let mut history = GameHistory::new(&Tug, Rope { knot: 1, mover: Seat(0), drawn: false });
    for by in [1, -1, 1, -1] {
        history.apply(&Tug, parlour_core::Action::Move(by));
    }
    assert_eq!(history.turn(&Tug), Turn::Over);
    let repetition_keys = history.keys()[..history.keys().len() - 1].to_vec();
    let rope = Rope { knot: 2, mover: Seat(1), drawn: false };
    let report = search(SearchTask { repetition_keys, ..task(&Tug, &rope) }, 100, 1000);
    assert_eq!((report.lines[0].choice(), report.lines[0].value), (-1, 0.5), "{report:?}");
}

/// Whatever the position, the first player is a little behind.
#[derive(Clone, Debug, PartialEq)]
struct Behind;

impl<G: Heuristics> Evaluator<G> for Behind {
    fn evaluate(&self, _: &G, _: &G::State) -> Option<i32> {
        Some(-100)
    }
}

#[test]
fn with_contempt_a_draw_is_declined_when_a_little_behind() {
    let game = Tug;
    let rope = Rope { knot: 0, mover: Seat(0), drawn: false };
    // To pull would bring a position for the third time.
    let mut pulled = rope;
    game.play(&mut pulled, 1);
    let repetition_keys: Vec<_> =
        [pulled, pulled].iter().filter_map(|state| game.key(state)).collect();
    let best = |contempt| {
        let params = Params { contempt, ..Params::DEFAULT };
        let mut engine = AlphaBeta::with_evaluator(&game, Behind, params);
        let repetition_keys = repetition_keys.clone();
        engine
            .begin(SearchTask { repetition_keys, ..task(&game, &rope).depth_limit(1).multi_pv(2) });
        while engine.step(100) == Progress::More {}
        engine.report()
    };
    let (content, proud) = (best(0), best(300));
    assert_eq!((content.lines[0].choice(), content.lines[0].value), (1, 0.5), "{content:?}");
    assert_eq!((proud.lines[0].choice(), proud.lines[1].choice()), (-1, 1), "{proud:?}");
}

#[test]
fn a_sole_move_that_wins_needs_no_search() {
    let report =
        search(task(&Nim { players: 2, heap: 0 }, &Pile { left: 1, mover: Seat(0) }), 9, 99);
    assert_eq!((report.nodes, report.lines.len(), report.lines[0].choice()), (1, 1, 1));
}

#[test]
fn what_was_found_helps_with_the_next_move_only_where_it_may() {
    let state = TicTacToe.start();
    let mut engine = AlphaBeta::new(&TicTacToe, Params::DEFAULT);
    let mut nodes_to_depth = |reuse| {
        engine.begin(SearchTask { reuse, ..task(&TicTacToe, &state).depth_limit(6) });
        while engine.step(10_000) == Progress::More {}
        engine.nodes()
    };
    let fresh = nodes_to_depth(false);
    assert!(nodes_to_depth(true) < fresh);
    assert_eq!(nodes_to_depth(false), fresh);
}

#[test]
fn workers_share_what_they_find() {
    let mut engine = AlphaBeta::new(&TicTacToe, Params::DEFAULT);
    let mut other = engine.worker().expect("more threads help");
    let deep = task(&TicTacToe, &TicTacToe.start()).depth_limit(9);
    other.begin(deep.clone());
    engine.begin(deep.clone());
    while other.step(1000) == Progress::More {}
    while engine.step(1000) == Progress::More {}
    let alone = search(deep, 1000, u64::MAX);
    assert!(engine.nodes() < alone.nodes, "{} {}", engine.nodes(), alone.nodes);
    let nodes = engine.nodes() + other.nodes();
    let both = engine.combine(&[other]);
    assert_eq!(both.lines[0].value, alone.lines[0].value);
    assert_eq!(both.nodes, nodes);
}

#[test]
fn parameters_can_be_set_by_name() {
    let mut settings = Settings::default();
    settings.set("lmr", 0.25);
    settings.set("contempt", 7.0);
    let params = Params::DEFAULT.tuned(&mut settings);
    assert_eq!((params.lmr, params.contempt), (0.25, 7));
    assert_eq!(params.futility_margin, Params::DEFAULT.futility_margin);
    assert!(settings.finish().is_ok());
}

/// The player to move gives up.
#[derive(Clone, Debug, PartialEq)]
struct Gloomy;

impl Evaluator<Nim> for Gloomy {
    fn evaluate(&self, _: &Nim, pile: &Pile) -> Option<i32> {
        Some(if pile.mover == Seat(0) { -5000 } else { 5000 })
    }
}

#[test]
fn pruned_moves_are_searched_before_an_end_is_proven() {
    let game = Nim { players: 2, heap: 0 };
    let effort = |left, futility_depth| {
        let params = Params { futility_depth, ..Params::DEFAULT };
        let mut engine = AlphaBeta::with_evaluator(&game, Gloomy, params);
        engine.begin(task(&game, &Pile { left, mover: Seat(0) }));
        while engine.nodes() < 1_000_000 && engine.step(1000) == Progress::More {}
        let report = engine.report();
        let best = &report.lines[0];
        assert_eq!(best.certainty, Certainty::Proven, "{left}: {report:?}");
        assert_eq!(best.value, f64::from(u8::from(left % 4 != 0)), "{left}: {report:?}");
        engine.nodes()
    };
    let nodes =
        [0, 4].map(|futility_depth| (2..40).map(|left| effort(left, futility_depth)).sum::<u64>());
    assert_ne!(nodes[0], nodes[1], "some were left out");
}

/// Knows who wins the heap, far from its end too.
#[derive(Clone, Debug, PartialEq)]
struct Knowing;

impl Evaluator<Nim> for Knowing {
    fn evaluate(&self, _: &Nim, pile: &Pile) -> Option<i32> {
        let ahead = if pile.left.is_multiple_of(4) { -2000 } else { 2000 };
        Some(if pile.mover == Seat(0) { ahead } else { -ahead })
    }
}

/// Whether the choice among three moves is called clear before the end of the game is in sight.
fn is_called_clear<E: Evaluator<Nim>>(evaluator: E, lines: usize) -> bool {
    let game = Nim { players: 2, heap: 0 };
    let mut engine = AlphaBeta::with_evaluator(&game, evaluator, Params::DEFAULT);
    engine.begin(task(&game, &Pile { left: 241, mover: Seat(0) }).multi_pv(lines));
    while engine.step(10) == Progress::More && engine.report().depth < 40 {
        if engine.is_clear(0.5) {
            assert_eq!(engine.report().lines[0].choice(), 1);
            assert_eq!(engine.report().lines[0].certainty, Certainty::Estimated);
            return true;
        }
    }
    false
}

#[test]
fn a_choice_is_clear_when_all_others_are_far_worse() {
    assert!(is_called_clear(Knowing, 1));
    assert!(!is_called_clear(Behind, 1), "three moves that are worth the same");
    assert!(!is_called_clear(Knowing, 3), "who asks for three lines wants to know all of them");
}
