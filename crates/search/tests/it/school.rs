//! The school for weights, at a table of three.

use parlour_search::learn::Learner;
use parlour_search::learn::linear::School;

use crate::toys::Gather;

/// After so many games new weights are found.
const TERM: u64 = 250;

fn learned(school: &mut School<Gather>, games: u64) {
    while school.games() < games {
        assert!(school.learn().is_finite());
    }
}

#[test]
fn what_speaks_for_a_player_of_three_is_learned() {
    let mut school = School::new(&Gather, 3);
    learned(&mut school, TERM);
    let text = String::from_utf8(school.weights()).expect("text");
    let numbers = text.lines().filter(|line| !line.starts_with('#'));
    let weights: Vec<i32> =
        numbers.flat_map(str::split_whitespace).map(|n| n.parse().expect("a number")).collect();
    assert!(weights[0] > 100, "a coin is worth something: {text}");
}

#[test]
fn who_is_tried_against_himself_at_a_table_of_three_wins_half() {
    assert_eq!(School::new(&Gather, 3).trial(20, &|_| true), Some(0.5));
}

#[test]
fn learning_for_three_repeats_and_goes_on_where_it_ended() {
    let mut whole = School::new(&Gather, 7);
    learned(&mut whole, TERM - 3);
    let mut later = School::new(&Gather, 1);
    later.restore(&whole.save()).expect("its own kind");
    learned(&mut whole, TERM + 2);
    learned(&mut later, TERM + 2);
    assert_eq!(later.save(), whole.save());
    assert_ne!(whole.weights(), School::new(&Gather, 7).weights(), "something was learned");
    let mut other = School::new(&Gather, 1);
    assert!(other.restore(b"7 1\n1 2 3\n").is_err(), "too many weights");
    assert!(other.restore(b"7 1\n1 2\n0.5 0 1 | 0.5\n").is_err(), "too few players");
}
