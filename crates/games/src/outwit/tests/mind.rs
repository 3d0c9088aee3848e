//! What the mind sees, against plain second opinions, and that it brings a won game home.

use std::ops::ControlFlow;

use parlour_core::rng::{below, seeded};
use parlour_core::{Action, Course, Game, Notation, Seat, Turn, Viewer};
use parlour_search::alphabeta::{AlphaBeta, Habits};
use parlour_search::learn::linear::Trial;
use parlour_search::{Engine, Mind, Progress, Settings, Task};

use super::super::board::{Direction, Square, reach, squares_of};
use super::super::sense::{chips_by_distance, rivals};
use super::super::{Outwit, Side, State};

/// Positions from random games.
fn positions(games: u64) -> Vec<State> {
    let mut all = Vec::new();
    for seed in 0..games {
        let (mut state, mut rng) = (Outwit.start(), seeded(seed));
        while Outwit.turn(&state) != Turn::Over {
            if below(&mut rng, 16) == 0 {
                all.push(state);
            }
            let mv = Outwit.sample_move(&state, &mut rng);
            Outwit.play(&mut state, mv);
        }
    }
    all
}

/// The same position with the board turned by half and the sides changed.
fn turned(state: &State) -> State {
    let text = Outwit.write_position(state);
    let mut fields = text.split(' ');
    let swap = |c: char| match c {
        'l' => 'd',
        'L' => 'D',
        'd' => 'l',
        'D' => 'L',
        other => other,
    };
    let ranks: String = fields.next().unwrap_or_default().chars().rev().map(swap).collect();
    let side: String = fields.next().unwrap_or_default().chars().map(swap).collect();
    let text = format!("{ranks} {side} {}", fields.next().unwrap_or_default());
    Outwit::read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}")).1
}

#[test]
fn both_sides_are_judged_alike() {
    for state in positions(40) {
        let text = Outwit.write_position(&state);
        let value = Outwit.evaluate(&state).expect("an opinion");
        assert_eq!(Outwit.evaluate(&turned(&state)), Some(-value), "{text}");
        assert_ne!(Outwit.hash(&turned(&state)), Outwit.hash(&state), "{text}");
    }
}

/// How many slides a light chip needs to come home if nothing else moves, up to five. It walks
/// from square to square; where the chip stood at first stays taken.
fn slides_home(state: &State, from: Square) -> usize {
    let (mut at, corner) = (vec![from], Side::Light.corner());
    for slides in 1..5 {
        let mut next = Vec::new();
        for square in at {
            for direction in Direction::STRAIGHT {
                let steps = reach(Side::Light, state.occupied(), square, direction);
                next.push(square.step(direction, steps));
            }
        }
        if next.iter().any(|square| square.is_in(corner)) {
            return slides;
        }
        at = next;
    }
    5
}

#[test]
fn distances_in_slides_are_those_that_a_walk_finds() {
    for state in positions(40) {
        let mut walked = [0; 5];
        let outside = state.chips[0] & !Side::Light.corner() & !state.power[0].bit();
        squares_of(outside).for_each(|chip| walked[slides_home(&state, chip) - 1] += 1);
        assert_eq!(chips_by_distance(&state), walked, "{}", Outwit.write_position(&state));
    }
}

/// Plays a position out between two searches with so many nodes a move; the text of the result,
/// and how many actions it took.
fn play_out(text: &str, nodes: [u64; 2]) -> (String, u32) {
    let (game, state) = Outwit::read_position(text).unwrap_or_else(|error| panic!("{error}"));
    let mut course = Course::new(&game, state);
    let mut engines = [0; 2].map(|_| AlphaBeta::new(&game, Habits::USUAL));
    let mut actions = 0;
    while let Turn::Player(seat) = course.turn(&game) {
        let engine = &mut engines[seat.index()];
        let view = game.view(course.state(), Viewer::Seat(seat));
        engine.begin(Task { past: course.keys().to_vec(), ..Task::new(&game, view, 1) });
        engine.step(nodes[seat.index()]);
        course.apply(&game, Action::Move(engine.report().lines[0].choice()));
        actions += 1;
    }
    (course.shares(&game).map(|shares| shares.to_string()).unwrap_or_default(), actions)
}

#[test]
fn a_game_won_on_paper_is_won_on_the_board() {
    // Eight are home and the ninth is on its way, with the power chip at home or as the last one.
    for text in [
        "6lll/6lll/6Ll1/d8/d8/d8/l8/1dd6/1d7/6Ddd l 0",
        "6lll/6lll/6ll1/d8/d8/9/4L4/1dd6/2d6/5dDdd d 7",
    ] {
        let (result, actions) = play_out(text, [3000, 3000]);
        assert_eq!(result, "1 0", "{text}");
        assert!(actions < 60, "{text}: {actions}");
    }
}

#[test]
fn the_first_line_is_never_below_the_second_when_time_ends_within_a_depth() {
    for state in positions(6).into_iter().step_by(3) {
        let mut engine = AlphaBeta::new(&Outwit, Habits::USUAL);
        let view = Outwit.view(&state, Viewer::Public);
        engine.begin(Task { lines: 4, ..Task::new(&Outwit, view, 1) });
        for _ in 0..60 {
            engine.step(97);
            let values: Vec<f64> = engine.report().lines.iter().map(|line| line.value).collect();
            let text = Outwit.write_position(&state);
            assert!(values.is_sorted_by(|a, b| a >= b), "{text}: {values:?}");
        }
    }
}

#[test]
fn a_rival_judges_by_weights_of_its_own() {
    for (number, weights) in rivals().iter().enumerate() {
        let name = ["crow-flies", "roomy", "lanes"][number];
        let makers = Outwit.engines();
        let maker = makers.iter().find(|maker| maker.name == name).expect("a rival of that name");
        let trial = Trial::new(Outwit, weights);
        for state in positions(4) {
            let Turn::Player(seat) = Outwit.turn(&state) else { continue };
            let mut engine = maker.build(&Outwit, &Settings::default()).expect("no settings");
            let view = Outwit.view(&state, Viewer::Seat(seat));
            engine.begin(Task { depth: Some(1), ..Task::new(&Outwit, view, 1) });
            while engine.step(100) == Progress::More {}
            let mut after = state;
            Outwit.play(&mut after, engine.report().lines[0].choice());
            let worth = |state: &State| {
                let value = trial.evaluate(state).expect("an opinion");
                if seat == Seat(0) { value } else { -value }
            };
            let _ = Outwit.moves(&state, |mv| {
                let mut other = state;
                Outwit.play(&mut other, mv);
                let text = Outwit.write_position(&state);
                assert!(worth(&other) <= worth(&after), "{name}: {text}");
                ControlFlow::<()>::Continue(())
            });
        }
    }
}
