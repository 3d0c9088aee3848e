//! What the rulings in `rulings.txt` do not show: blockades, and what makes two positions the same.

use parlour_core::Game;
use parlour_core::rng::{below, seeded};

use super::super::board::{Direction, Side, Square};
use super::super::{Move, Outwit, State, moves};
use super::{START, state};
use parlour_session::{Session, testing::play};

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
fn a_player_who_is_stuck_draws_the_pass() {
    let state = state("dddl5/dDdl5/dddl5/lll6/9/9/9/9/9/6Lll d 7");
    assert_eq!(Outwit.sample_move(&state, &mut seeded(1)), Move::Pass);
    assert_eq!(Outwit.count_moves(&state), 1);
}

#[test]
fn half_a_turn_of_the_board_swaps_the_sides() {
    for side in Side::ALL {
        for square in Square::all() {
            let turned = Square::numbered(120 - square.number());
            assert_eq!(square.is_in(side.corner()), turned.is_in(side.other().corner()));
        }
    }
    for d in Direction::ALL {
        assert!(Direction::ALL.iter().any(|o| o.step() == -d.step()));
    }
}

#[test]
fn o6_the_same_board_with_the_other_to_move_is_another_position() {
    let board = "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l";
    let [light, dark] = ["l", "d"].map(|side| state(&format!("{board} {side} 3")));
    let later = state(&format!("{board} l 4"));
    assert_ne!(Outwit.key(&light), Outwit.key(&dark));
    assert_eq!(Outwit.key(&light), Outwit.key(&later), "the count for O7 is no part of it");
}

#[test]
fn o6_swapping_the_power_chip_with_another_makes_another_position() {
    let [one, two] =
        ["lL", "Ll"].map(|pair| state(&format!("9/9/9/9/{pair}lllllll/9/ddddDdddd/9/9/9 l 3")));
    assert_ne!(Outwit.key(&one), Outwit.key(&two));
}

#[test]
fn o6_a_third_occurrence_ends_the_sequences_that_perft_counts() {
    let session = play::<Outwit>(START, "e5e4 e6e7 e4e5 e7e6 e5e4 e6e7 e4e5");
    // Below e7e6 there is nothing: it would bring the position for the third time.
    let by_hand: u64 = session
        .legal()
        .iter()
        .map(|action| {
            let mut next = session.clone();
            next.play(action).expect("legal");
            next.legal().len() as u64
        })
        .sum();
    assert_eq!(parlour_session::perft(&session, 2), by_hand);
    let mut below = Vec::new();
    parlour_session::divide(&session, 2, &mut |action, count| {
        below.push((action.to_owned(), count))
    });
    assert!(below.contains(&("e7e6".to_owned(), 0)));
}
