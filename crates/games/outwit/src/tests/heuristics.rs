//! Features and values, against plain second opinions, and games that the search plays out.

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below, seeded};
use parlour_core::{Action, Game, GameHistory, Notation, Seat, Turn, Viewer};
use parlour_search::alphabeta::{AlphaBeta, Params};
use parlour_search::{
    Budget, Certainty, Engine, Heuristics, Progress, SearchControl, SearchRequest, SearchTask,
};

use super::super::board::{Direction, Square, reach, squares_of};
use super::super::features::{by_sides, chips_by_distance, is_penned, walled_in};
use super::super::{Outwit, Side, State};
use parlour_session::{Running, Session, Spec};

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

/// The squares that a walk reaches from `from` in single steps, with every square free that the
/// other side has not taken and that light may enter.
fn walk(state: &State, from: Square, directions: &[Direction]) -> Vec<Square> {
    let (mut seen, mut at) = (vec![from], 0);
    while let Some(&square) = seen.get(at) {
        at += 1;
        for &direction in directions {
            // Only the other's chips stand in the way.
            if reach(Side::Light, state.chips[1], square, direction) > 0 {
                let next = square.step(direction, 1);
                if !seen.contains(&next) {
                    seen.push(next);
                }
            }
        }
    }
    seen
}

#[test]
fn walled_in_is_who_cannot_walk_home() {
    let corner = Side::Light.corner();
    let (mut walled, mut penned) = (0, 0);
    // Caught in a corner, with the other's chips all round.
    let text = "6lll/8l/7ll/6ld1/9/9/9/2d3Ddd/6dLd/6dld l 0";
    let (_, caught) = Outwit::read_position(text).unwrap_or_else(|error| panic!("{error}"));
    for state in positions(60).into_iter().chain([caught]) {
        let (text, power) = (Outwit.write_position(&state), state.power[0]);
        let outside = state.chips[0] & !corner & !power.bit();
        let cannot = |chip: Square, directions: &[Direction]| {
            !walk(&state, chip, directions).iter().any(|square| square.is_in(corner))
        };
        let found = walled_in(outside, state.chips[1]);
        for chip in squares_of(outside) {
            assert_eq!(chip.is_in(found), cannot(chip, &Direction::STRAIGHT), "{text}");
        }
        walled += found.count_ones();
        if !power.is_in(corner) {
            let found = is_penned(power.bit(), state.chips[1]);
            assert_eq!(found, cannot(power, &Direction::ALL), "{text}");
            penned += u32::from(found);
        }
    }
    assert!(walled > 60 && penned > 0, "{walled}, {penned}: too few to tell");
}

#[test]
fn ways_to_slide_are_those_that_a_chip_has() {
    for state in positions(20) {
        let (occupied, outside) = (state.occupied(), state.chips[0] & !Side::Light.corner());
        let board = (1..=10).flat_map(|rank| (1..=9).map(move |file| 1u128 << (10 * rank + file)));
        let free = board.fold(0, |all, bit| all | bit) & !occupied & !Side::Dark.corner();
        for (ways, chips) in by_sides(outside, free).into_iter().enumerate() {
            for chip in squares_of(chips) {
                let open = Direction::STRAIGHT
                    .iter()
                    .filter(|&&direction| reach(Side::Light, occupied, chip, direction) > 0);
                assert_eq!(open.count(), ways, "{}", Outwit.write_position(&state));
            }
        }
    }
}

/// Plays a position out between two searches with this number of nodes a move; the text of the result,
/// and how many actions it took.
fn play_out(text: &str, nodes: [u64; 2]) -> (String, u32) {
    let (game, state) = Outwit::read_position(text).unwrap_or_else(|error| panic!("{error}"));
    let mut history = GameHistory::new(&game, state);
    let mut engines = [0; 2].map(|_| AlphaBeta::new(&game, Params::DEFAULT));
    let mut actions = 0;
    while let Turn::Player(seat) = history.turn(&game) {
        let engine = &mut engines[seat.index()];
        let view = game.view(history.state(), Viewer::Seat(seat));
        engine.begin(SearchTask {
            repetition_keys: history.keys().to_vec(),
            ..SearchTask::new(&game, view, 1)
        });
        engine.step(nodes[seat.index()]);
        history.apply(&game, Action::Move(engine.report().lines[0].choice()));
        actions += 1;
    }
    (history.shares(&game).map(|shares| shares.to_string()).unwrap_or_default(), actions)
}

#[test]
fn a_won_endgame_is_won_within_60_actions() {
    // The power chip is the last one outside, alone or with a chip that is one slide from home.
    for text in [
        "6lll/6lll/6l2/d8/d8/9/4L4/1dd5l/2d6/5dDdd l 7",
        "6lll/6lll/6ll1/d8/d8/9/4L4/1dd6/2d6/5dDdd d 7",
    ] {
        let (result, actions) = play_out(text, [3000, 3000]);
        assert_eq!(result, "1 0", "{text}");
        assert!(actions < 60, "{text}: {actions}");
    }
}

/// Whether every line ends in the draw of O7: no chip can come home before it.
fn is_drawn(state: &State) -> bool {
    let mut drawn = true;
    let _ = Outwit.moves(state, |mv| {
        let mut after = *state;
        Outwit.play(&mut after, mv);
        drawn = after.quiet > 0 && (Outwit.turn(&after) == Turn::Over || is_drawn(&after));
        if drawn { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    drawn
}

#[test]
fn o7_a_search_does_not_go_on_when_every_line_ends_in_a_draw() {
    // It went on until the time was up, and called the draw an estimate.
    let late = |state: &State| State { quiet: 98, ..*state };
    let drawn: Vec<State> = positions(60).iter().map(late).filter(is_drawn).take(5).collect();
    assert!(!drawn.is_empty());
    for state in drawn {
        let mut engine = AlphaBeta::new(&Outwit, Params { contempt: 300, ..Params::DEFAULT });
        engine.begin(SearchTask::new(&Outwit, Outwit.view(&state, Viewer::Public), 1));
        while engine.nodes() < 100_000 && engine.step(1000) == Progress::More {}
        let report = engine.report();
        let best = &report.lines[0];
        assert_eq!((best.value, best.certainty), (0.5, Certainty::Proven), "{report:?}");
    }
}

#[test]
fn lines_of_an_unfinished_depth_keep_their_own_values() {
    let start = Outwit.start();
    let mut engine = AlphaBeta::new(&Outwit, Params::DEFAULT);
    let view = Outwit.view(&start, Viewer::Seat(Seat(0)));
    engine.begin(SearchTask::new(&Outwit, view, 1).multi_pv(12));
    for _ in 0..40 {
        engine.step(100);
        let values: Vec<f64> = engine.report().lines.iter().map(|line| line.value).collect();
        assert_eq!(values.len(), 12);
        assert!(values.is_sorted_by(|one, next| one >= next), "{values:?}");
        let steps = values.windows(2).filter(|pair| pair[0] > pair[1]).count();
        assert!(steps >= 5, "{values:?}");
    }
}

/// One game between two levels after a random opening: whether it was drawn, and its plies.
fn game_between(levels: [u8; 2], round: u64) -> (bool, u64) {
    let (mut session, mut rng) = (Running::new(Outwit), seeded(round));
    let control = SearchControl::none();
    let mut players = levels.map(|level| session.player(&Spec::Level(level), 1).expect("a level"));
    let mut plies = 0;
    while let Turn::Player(seat) = session.turn() {
        let action = if plies < 4 {
            session.sample(&mut rng).expect("the game goes on")
        } else {
            let request = SearchRequest::best_move(Budget::default(), rng.next_u64());
            let report = players[seat.index()].search(&session, &request, &control, &mut |_| {});
            report.expect("a move").chosen
        };
        session.play(&action).expect("legal");
        plies += 1;
    }
    (session.shares().expect("it is over")[Seat(0)].value() == 0.5, plies)
}

#[test]
fn neighbouring_low_levels_race_and_most_of_their_games_are_decided() {
    let mut games = Vec::new();
    for lower in 1..4 {
        for round in 0..3 {
            games.push(game_between([lower, lower + 1], round));
            games.push(game_between([lower + 1, lower], round));
        }
    }
    let drawn = games.iter().filter(|(drawn, _)| *drawn).count();
    let mut plies: Vec<u64> = games.iter().map(|&(_, plies)| plies).collect();
    plies.sort_unstable();
    println!("{games:?}");
    assert!(5 * drawn <= games.len(), "{games:?}");
    assert!(plies[plies.len() / 2] <= 120, "{plies:?}");
}
