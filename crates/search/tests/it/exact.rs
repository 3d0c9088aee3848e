//! Exact dynamic programming against values worked out by hand and by plain recursion.

use std::collections::HashMap;

use parlour_core::{Game, PerSeat, Seat};
use parlour_search::exact::Exact;
use parlour_search::uct::{Params, Uct};
use parlour_search::{Certainty, Engine, Heuristics, Progress, SearchReport, SearchTask, Settings};

use crate::plain::to_the_end;
use crate::toys::{
    Cart, Graph, Hoard, Marks, Nim, Pile, Race, RaceMove, RaceState, Rope, Stroll, Taken,
    TicTacToe, Tug,
};

fn engine<G: Heuristics>(_: &G, settings: &[(&str, f64)]) -> Exact<G> {
    let mut given = Settings::default();
    settings.iter().for_each(|&(name, value)| given.set(name, value));
    let other = Uct::<G>::new(Params::DEFAULT);
    Exact::new(Box::new(other), &mut given)
}

fn finish<G: Heuristics>(engine: &mut Exact<G>) -> SearchReport<G::Move> {
    while engine.step(1000) == Progress::More {}
    engine.report()
}

fn solve<G: Heuristics<View = <G as Game>::State>>(
    game: &G,
    state: G::State,
) -> SearchReport<G::Move> {
    let mut engine = engine(game, &[]);
    engine.begin(SearchTask::new(game, state, 1));
    finish(&mut engine)
}

/// What the engine says when it has had this number of nodes, which need not be enough.
fn look<G: Heuristics>(
    task: SearchTask<G>,
    settings: &[(&str, f64)],
    nodes: u64,
) -> SearchReport<G::Move> {
    let mut engine = engine(&task.game, settings);
    engine.begin(task);
    engine.step(nodes);
    engine.report()
}

#[track_caller]
fn near(found: PerSeat<f64>, wanted: &[f64]) {
    let differ = found.as_slice().iter().zip(wanted).map(|(a, b)| (a - b).abs());
    assert!(differ.fold(0.0, f64::max) < 1e-12, "{found:?}, not {wanted:?}");
    assert_eq!(found.as_slice().len(), wanted.len());
}

#[track_caller]
fn claims_nothing<M: std::fmt::Debug>(report: &SearchReport<M>) {
    assert!(report.lines.iter().all(|line| line.certainty != Certainty::Exact), "{report:?}");
}

/// Every line of a report against plain recursion.
#[track_caller]
fn agrees<G: Heuristics<View = <G as Game>::State>>(game: &G, state: G::State) {
    let report = solve(game, state);
    let mut known = HashMap::new();
    for line in &report.lines {
        assert_eq!(line.certainty, Certainty::Exact, "{state:?}");
        let mut after = state;
        game.play(&mut after, line.choice());
        near(line.shares, to_the_end(game, &after, &mut known).as_slice());
    }
    assert_eq!(report.lines.len() as u64, game.count_moves(&state));
    assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value), "{report:?}");
    near(report.lines[0].shares, to_the_end(game, &state, &mut known).as_slice());
}

/// A shot wins in one of two cases and else is the next player's turn.
const SHOOT: &str = "s shot{own}";
/// A feint wins in two of eight cases, hands the turn on in one, and else comes to nothing.
const FEINT: &str = "f feint{own}";
const WAIT: &str = "w choose{next}";

/// A game that need not end soon, in which each player in turn has these moves.
fn volley(players: u8, moves: &[&str]) -> Graph {
    let lines = (1..=players).map(|own| {
        let text = format!(
            "choose{{own}} {{own}}: {}
             shot{{own}} chance: 1 win{{own}}, 1 choose{{next}}
             feint{{own}} chance: 2 win{{own}}, 1 choose{{next}}, 5 choose{{own}}\n",
            moves.join(", ")
        );
        let next = own % players + 1;
        text.replace("{own}", &own.to_string()).replace("{next}", &next.to_string())
    });
    Graph::new(players, false, &lines.collect::<String>())
}

#[test]
fn a_game_that_comes_back_to_its_beginning_is_worth_what_the_sum_of_its_rounds_is() {
    let all = |game: Graph| solve(&game, game.start());
    let feinting = |players| volley(players, &[SHOOT, FEINT]);
    near(all(feinting(2)).lines[0].shares, &[3.0 / 4.0, 1.0 / 4.0]);
    let three = all(feinting(3));
    near(three.lines[0].shares, &[9.0 / 13.0, 3.0 / 13.0, 1.0 / 13.0]);
    assert_eq!(three.lines[0].choice(), 'f');
    // A shot that misses leaves the shooter last.
    near(three.lines[1].shares, &[7.0 / 13.0, 9.0 / 26.0, 3.0 / 26.0]);
    assert!(three.lines.iter().all(|line| line.certainty == Certainty::Exact));
    // A player who can do nothing but shoot wins now, or when the other has missed, too.
    near(all(volley(2, &[SHOOT])).lines[0].shares, &[2.0 / 3.0, 1.0 / 3.0]);
}

#[test]
fn nothing_is_claimed_where_play_need_never_end() {
    let game = volley(2, &[SHOOT, WAIT]);
    claims_nothing(&look(SearchTask::new(&game, game.start(), 1), &[], 5_000));
}

#[test]
fn heaps_and_boxes_are_worth_what_plain_recursion_says_to_two_and_to_three() {
    for left in 2..14 {
        for players in [2, 3, 5] {
            agrees(&Nim { players, heap: 0 }, Pile { left, mover: Seat(1) });
        }
    }
    for boxes in 0..20 {
        agrees(&Hoard, Taken { boxes, turns: 4 });
    }
}

#[test]
fn a_race_with_dice_is_worth_what_plain_recursion_says() {
    for n in 0..20 {
        let state = RaceState { at: [n % 4, n / 4], mover: Seat(n % 2), thrown: Some(1 + n % 6) };
        agrees(&Race { goal: 9 }, state);
    }
}

#[test]
fn noughts_and_crosses_is_drawn_and_its_line_goes_on_to_the_end() {
    let report = solve(&TicTacToe, Marks::default());
    assert!(report.lines.iter().all(|line| line.value == 0.5 && line.moves.len() == 9));
    assert_eq!(report.lines[0].choice(), 0, "of equal moves the first");
}

#[test]
fn nothing_is_claimed_where_there_is_no_room_for_all_that_can_follow() {
    let task = || SearchTask::new(&TicTacToe, Marks::default(), 1);
    let roomy = look(task(), &[("capacity", 5_500.0)], 20_000);
    assert_eq!(roomy.lines[0].certainty, Certainty::Exact);
    for capacity in [0.0, 1.0, 100.0, 2_000.0] {
        claims_nothing(&look(task(), &[("capacity", capacity)], 5_000));
    }
}

#[test]
fn nothing_is_claimed_where_a_repetition_rule_counts() {
    let flip = crate::search::flip(true);
    claims_nothing(&look(SearchTask::new(&flip, flip.start(), 1), &[], 2_000));
    let rope = Rope { knot: 1, mover: Seat(1), drawn: false };
    claims_nothing(&look(SearchTask::new(&Tug, rope, 1), &[], 2_000));
    // Every position is new because of its clock, but its place is not.
    let game = Stroll { back: true };
    claims_nothing(&look(SearchTask::new(&game, game.start(), 1), &[], 2_000));
}

#[test]
fn a_repetition_rule_that_cannot_come_to_bear_is_no_hindrance() {
    let game = Stroll { back: false };
    agrees(&game, game.start());
    let state = Cart { at: 21, clock: 2, drawn: false };
    let task = |past: &[i8]| SearchTask {
        repetition_keys: past.to_vec(),
        ..SearchTask::new(&game, state, 1)
    };
    let report = look(task(&[0, 11, 21]), &[], 2_000);
    assert_eq!(report.lines[0].certainty, Certainty::Exact, "what came before is left behind");
    claims_nothing(&look(task(&[42, 21]), &[], 2_000));
}

#[test]
fn what_is_solved_is_known_for_the_rest_of_the_game() {
    let game = Race { goal: 12 };
    let mut engine = engine(&game, &[]);
    let mut state = RaceState { at: [0, 0], mover: Seat(0), thrown: Some(3) };
    let task = |state| SearchTask { reuse: true, ..SearchTask::new(&game, state, 1) };
    engine.begin(task(state));
    assert!(finish(&mut engine).nodes > 0);
    for eyes in [2, 5, 1, 2] {
        game.play(&mut state, RaceMove::Walk);
        game.resolve(&mut state, eyes);
        engine.begin(task(state));
        let report = engine.report();
        assert_eq!((report.nodes, report.lines[0].certainty), (0, Certainty::Exact));
        assert_eq!(report.lines, solve(&game, state).lines, "as without a memory");
    }
    engine.begin(SearchTask { reuse: false, ..task(state) });
    claims_nothing(&engine.report());
}

#[test]
fn room_that_earlier_moves_took_is_cleared_when_it_is_needed() {
    let game = Race { goal: 12 };
    // Neither leads to the other.
    let one = RaceState { at: [2, 0], mover: Seat(0), thrown: Some(3) };
    let other = RaceState { at: [0, 3], mover: Seat(0), thrown: Some(1) };
    let fits = |state, room: u32| {
        let room = [("capacity", f64::from(room))];
        let report = look(SearchTask::new(&game, state, 1), &room, 10_000);
        report.lines[0].certainty == Certainty::Exact
    };
    let room = (0..64).map(|n| 8 * n).find(|&n| fits(one, n) && fits(other, n));
    let room = room.expect("some room is enough");
    let mut engine = engine(&game, &[("capacity", f64::from(room))]);
    engine.begin(SearchTask { reuse: true, ..SearchTask::new(&game, one, 1) });
    finish(&mut engine);
    engine.begin(SearchTask { reuse: true, ..SearchTask::new(&game, other, 1) });
    engine.step(10_000);
    assert_eq!(engine.report().lines, solve(&game, other).lines);
}

#[test]
fn there_is_a_legal_move_at_once_and_how_the_work_is_cut_changes_nothing() {
    let task = || SearchTask::new(&TicTacToe, Marks([0o1, 0o20]), 7);
    let legal = |report: &SearchReport<u8>| {
        report.lines.iter().all(|line| ![0, 4].contains(&line.choice()))
    };
    for nodes in [0, 1, 2, 10, 99, 500, 1_000, 5_000] {
        let at_once = look(task(), &[], nodes);
        let mut engine = engine(&TicTacToe, &[]);
        engine.begin(task());
        while engine.nodes() < nodes && engine.step(1) == Progress::More {}
        assert_eq!(engine.report(), at_once, "{nodes}");
        assert!(legal(&at_once));
    }
}
