//! Each ruling has at least one test that carries its number.

use parlour_core::rng::{below, seeded};
use parlour_core::{Game, Seat, Turn};

use super::super::board::{Side, Square};
use super::super::{Outwit, State, moves};
use super::{load, open, play, result, slides_from};

/// Light's power chip may enter its corner from i7; dark's may enter its own from d1.
const BEFORE_THE_CORNERS: &str = "9/9/9/8L/llllllll1/9/1dddddddd/9/9/3D5";

/// One step from victory, and from the draw of O7 too.
const LAST_CHANCE: &str = "6lll/6lll/7Ll/6l2/9/9/9/ddd6/dDd6/dd6d l 99";

/// Dark's nine chips are walled in.
const WALLED_IN: &str = "dddl5/dDdl5/dddl5/lll6/9/9/9/9/9/6Lll d 7";

/// Back and forth with both power chips: four actions that lead to the same position.
const SHUFFLE: &str = "e5e4 e6e7 e4e5 e7e6";

#[test]
fn o1_light_moves_first() {
    let session = open();
    assert_eq!(session.turn(), Turn::Player(Seat(0)));
    assert_eq!(session.seat_name(Seat(0)), "Light");
    assert_eq!(session.position(), "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l l 0");
}

#[test]
fn o2_a_slide_through_the_corner_ends_inside_it() {
    let light = load(&format!("{BEFORE_THE_CORNERS} l 5"));
    let reached = slides_from(&*light, "i7");
    assert!(reached.contains(&"h8".to_owned()) && reached.contains(&"g9".to_owned()));
    assert!(!reached.contains(&"f10".to_owned()));
    let dark = load(&format!("{BEFORE_THE_CORNERS} d 5"));
    let reached = slides_from(&*dark, "d1");
    assert!(reached.contains(&"c2".to_owned()) && reached.contains(&"b3".to_owned()));
    assert!(!reached.contains(&"a4".to_owned()));
}

#[test]
fn o2_the_way_from_the_other_end_is_the_same() {
    let light = load("5L3/9/9/9/llllllll1/9/1dddddddd/9/9/3D5 l 5");
    let reached = slides_from(&*light, "f10");
    assert!(reached.contains(&"g9".to_owned()) && reached.contains(&"h8".to_owned()));
    assert!(!reached.contains(&"i7".to_owned()));
}

#[test]
fn o2_a_power_chip_in_its_corner_roams_only_there() {
    let light = load("9/7L1/9/9/llllllll1/9/1dddddddd/9/9/3D5 l 5");
    assert_eq!(slides_from(&*light, "h9"), ["g10", "g8", "g9", "h10", "h8", "i10", "i8", "i9"]);
}

#[test]
fn o3_a_chip_goes_on_inside_its_corner_to_the_edge() {
    let session = load("9/9/9/9/6l2/l6l1/lllll1L2/dddDddddd/9/9 l 5");
    assert_eq!(slides_from(&*session, "g6"), ["a6", "g10", "g5", "i6"]);
}

#[test]
fn o3_a_chip_goes_on_inside_its_corner_to_another_chip() {
    let session = load("6l2/9/9/9/6l2/l6l1/llll2L2/dddDddddd/9/9 l 5");
    assert_eq!(slides_from(&*session, "g6"), ["a6", "g5", "g9", "i6"]);
    // In the corner it keeps sliding as far as it can, and never out.
    assert_eq!(slides_from(&*session, "g10"), ["g8", "i10"]);
}

#[test]
fn o3_a_regular_chip_may_not_stop_on_its_way() {
    let error = open().play("f4f2").expect_err("f1 is the end of that slide");
    assert!(error.message.contains("as far as it can, here to f1"), "{error}");
}

#[test]
fn o4_a_diagonal_between_two_chips_that_touch_is_open() {
    let mut session = open();
    play(&mut session, "f4f1");
    assert!(slides_from(&*session, "e6").contains(&"b3".to_owned()), "between d6 and e5");
}

#[test]
fn o5_who_cannot_move_passes() {
    let mut session = load(WALLED_IN);
    assert_eq!(session.legal(), ["pass"]);
    play(&mut session, "pass");
    assert_eq!(session.turn(), Turn::Player(Seat(0)));
    assert!(session.position().ends_with(" l 8"), "a pass counts for O7");
}

#[test]
fn o5_who_can_move_may_not_pass() {
    let error = open().play("pass").expect_err("light has 27 moves");
    assert!(error.message.contains("may not pass"), "{error}");
    let error = load(WALLED_IN).play("b8b7").expect_err("dark is walled in");
    assert!(error.message.contains("the one action is 'pass'"), "{error}");
}

/// Nine chips a side at random, none in the other's corner, not all home.
fn random_setup(seed: u64) -> State {
    let mut rng = seeded(seed);
    let mut state = Outwit.start();
    let squares: Vec<Square> = Square::all().collect();
    state.chips = [0, 0];
    for side in Side::ALL {
        // A crowded start makes blockades likely.
        let room = 30 + below(&mut rng, 61);
        while state.chips[side as usize].count_ones() < 9 {
            let square = squares[below(&mut rng, room) as usize];
            if !square.is_in(state.occupied() | side.other().corner()) {
                state.chips[side as usize] |= square.bit();
                state.power[side as usize] = square;
            }
        }
    }
    state
}

#[test]
fn o5_one_of_the_sides_can_always_move() {
    for seed in 0..3_000 {
        let mut state = random_setup(seed);
        let first = moves::stuck(&state);
        state.side = state.side.other();
        assert!(!(first && moves::stuck(&state)), "{state:?}");
    }
}

#[test]
fn o6_the_third_time_is_a_draw() {
    let mut session = open();
    play(&mut session, SHUFFLE);
    assert_eq!(result(&*session), "none");
    play(&mut session, SHUFFLE);
    assert_eq!(result(&*session), "1/2 1/2");
    // The player-to-act field names dark, who acted last.
    assert_eq!(session.position(), "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l d 8");
    assert!(session.legal().is_empty());
}

#[test]
fn o6_a_loaded_position_comes_for_the_first_time() {
    let mut session = load("d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l l 50");
    play(&mut session, SHUFFLE);
    assert_eq!(result(&*session), "none");
    play(&mut session, SHUFFLE);
    assert_eq!(result(&*session), "1/2 1/2");
}

#[test]
fn o6_the_same_board_with_the_other_to_move_is_another_position() {
    let board = "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l";
    let [light, dark] = ["l", "d"].map(|side| super::texts::state(&format!("{board} {side} 3")));
    let later = super::texts::state(&format!("{board} l 4"));
    assert_ne!(Outwit.key(&light), Outwit.key(&dark));
    assert_eq!(Outwit.key(&light), Outwit.key(&later), "the count for O7 is no part of it");
}

#[test]
fn o6_swapping_the_power_chip_with_another_makes_another_position() {
    let [one, two] = ["lL", "Ll"]
        .map(|pair| super::texts::state(&format!("9/9/9/9/{pair}lllllll/9/ddddDdddd/9/9/9 l 3")));
    assert_ne!(Outwit.key(&one), Outwit.key(&two));
}

#[test]
fn o6_counting_sequences_minds_the_past() {
    let mut session = open();
    play(&mut session, SHUFFLE);
    play(&mut session, "e5e4 e6e7 e4e5");
    // Below e7e6 there is nothing: it would bring the position for the third time.
    let by_hand: u64 = session
        .legal()
        .iter()
        .map(|action| {
            let mut next = session.clone();
            play(&mut next, action);
            next.legal().len() as u64
        })
        .sum();
    assert_eq!(crate::perft(&*session, 2), by_hand);
    let mut below = Vec::new();
    crate::divide(&*session, 2, &mut |action, count| below.push((action.to_owned(), count)));
    assert!(below.contains(&("e7e6".to_owned(), 0)));
}

#[test]
fn o7_a_hundred_quiet_actions_are_a_draw() {
    let mut session = load(LAST_CHANCE);
    play(&mut session, "g7a7");
    assert_eq!(result(&*session), "1/2 1/2");
    assert_eq!(session.position(), "6lll/6lll/7Ll/l8/9/9/9/ddd6/dDd6/dd6d l 100");
}

#[test]
fn o7_a_chip_that_enters_its_corner_starts_the_count_again() {
    let mut session = load(WALLED_IN);
    play(&mut session, "pass g1g9");
    assert!(session.position().ends_with(" d 0"));
}

#[test]
fn o7_a_slide_inside_the_corner_is_quiet() {
    let mut session = load(WALLED_IN);
    play(&mut session, "pass g1g9 pass g9i9");
    assert!(session.position().ends_with(" d 2"), "{}", session.position());
}

#[test]
fn o7_a_pass_can_be_the_hundredth_action() {
    let mut session = load(&WALLED_IN.replace(" 7", " 99"));
    play(&mut session, "pass");
    assert_eq!(result(&*session), "1/2 1/2");
    assert!(session.position().ends_with(" d 100"), "{}", session.position());
}

#[test]
fn o8_a_finished_line_up_wins_where_o7_would_draw() {
    let mut session = load(LAST_CHANCE);
    play(&mut session, "g7g8");
    assert_eq!(result(&*session), "1 0");
    assert_eq!(session.position(), "6lll/6lll/6lLl/9/9/9/9/ddd6/dDd6/dd6d l 0");
}

#[test]
fn o8_dark_wins_as_light_does() {
    let mut session = load("6lll/6lll/6lL1/l8/9/9/9/ddd6/dDd6/dd6d d 99");
    play(&mut session, "i1c1");
    assert_eq!(result(&*session), "0 1");
    assert!(session.position().ends_with(" d 0"));
}
