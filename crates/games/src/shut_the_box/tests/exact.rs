//! One turn, solved exactly through the game's own moves and chances. A value is a whole number
//! over 36 to the power of the open lids: every used throw shuts at least one of them.

use std::collections::HashMap;

use parlour_core::{Game, Turn};

use super::super::{Final, ShutTheBox, State};

/// What a turn is worth once it has ended, and what the player tries to make of it.
struct Aim {
    worth: fn(score: u8) -> u128,
    better: fn(u128, u128) -> u128,
}

const THROWS: u128 = 36;
const PLAYER: usize = 0;
const GAME: ShutTheBox = ShutTheBox { players: 2, last: Final::All };

/// The value of throwing now, over 36 to the power of the lids that are open.
fn value(aim: &Aim, state: &State, known: &mut HashMap<u16, u128>) -> u128 {
    if let Some(&value) = known.get(&state.lids) {
        return value;
    }
    let depth = state.lids.count_ones();
    let mut outcomes = Vec::new();
    GAME.for_each_chance(state, |dice, weight| {
        outcomes.push((dice, u128::from(weight)));
    });
    let mut sum = 0;
    for (dice, weight) in outcomes {
        let mut thrown = *state;
        GAME.resolve(&mut thrown, dice);
        sum += weight * after_throw(aim, &thrown, depth - 1, known);
    }
    known.insert(state.lids, sum);
    sum
}

/// The value once the dice lie, over 36 to the power of `depth`.
fn after_throw(aim: &Aim, thrown: &State, depth: u32, known: &mut HashMap<u16, u128>) -> u128 {
    if GAME.turn(thrown) == Turn::Chance {
        return (aim.worth)(thrown.scores[PLAYER]) * THROWS.pow(depth);
    }
    let mut best = None;
    GAME.for_each_move(thrown, |mv| {
        let mut next = *thrown;
        GAME.play(&mut next, mv);
        let found = if next.mover.index() == PLAYER {
            value(aim, &next, known) * THROWS.pow(depth - next.lids.count_ones())
        } else {
            (aim.worth)(next.scores[PLAYER]) * THROWS.pow(depth)
        };
        best = Some(best.map_or(found, |best| (aim.better)(best, found)));
    });
    best.expect("a waiting throw can be used")
}

/// Whether the whole turn's value is exactly this fraction.
#[track_caller]
fn turn_is_worth(aim: &Aim, numerator: u128, denominator: u128) {
    let found = value(aim, &GAME.start(), &mut HashMap::new());
    assert_eq!(found * denominator, numerator * THROWS.pow(9));
}

#[test]
fn the_least_expected_score_of_a_turn_is_exact() {
    let aim = Aim { worth: u128::from, better: u128::min };
    turn_is_worth(&aim, 234_384_832_645, 19_591_041_024);
}

#[test]
fn the_best_chance_to_shut_everything_is_exact() {
    let aim = Aim { worth: |score| u128::from(score == 0), better: u128::max };
    turn_is_worth(&aim, 261_972_817, 4_897_760_256);
}

#[test]
fn a_turn_scores_43_at_the_most() {
    let aim = Aim { worth: |score| u128::from(score > 43), better: u128::max };
    turn_is_worth(&aim, 0, 1);
    let aim = Aim { worth: |score| u128::from(score == 43), better: u128::max };
    // Twice two ones, and lid 2 shut only once.
    turn_is_worth(&aim, 1, 36 * 36);
}
