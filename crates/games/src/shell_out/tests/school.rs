//! Learning how the computer player moves.

use parlour_search::Engines;
use parlour_search::learn::Learner;

use super::game;
use crate::shell_out::school::{School, Schooling};
use crate::shell_out::styles::Learned;

/// After so many games something is learned in these tests,
const TERM: u64 = 4;

/// in a school for short games of so many with little thought.
fn school(players: &str, seed: u64) -> School {
    let schooling = Schooling { nodes: 40, term: TERM, memory: 6, trust: 0.4 };
    School::at_pace(&game(&[("players", players), ("hands", "1")]), seed, schooling)
}

fn learn(school: &mut School, games: u64) -> Vec<f64> {
    (0..games).map(|_| school.learn()).collect()
}

#[test]
fn what_is_learned_begins_with_the_style_in_use_at_every_table() {
    let built = include_str!("../style.txt");
    for players in ["2", "3", "4", "5", "6"] {
        let learner = game(&[("players", players)]).learner(1, 1).expect("somebody who learns");
        let text = String::from_utf8(learner.weights()).expect("text");
        assert_eq!(text, built, "{players}");
    }
    assert_eq!(Learned::IN_USE.file(), built);
}

#[test]
fn a_school_repeats_by_its_seed_on_any_number_of_threads_and_goes_on_where_it_stopped() {
    let mut whole = school("2", 11);
    let surprises = learn(&mut whole, 2 * TERM + 1);
    assert!(surprises.iter().all(|nats| (0.5..6.0).contains(nats)), "{surprises:?}");
    assert_ne!(whole.weights(), school("2", 11).weights(), "nothing was learned");

    let mut spread = school("2", 11);
    spread.spread(3);
    assert_eq!(learn(&mut spread, 2 * TERM + 1), surprises);
    assert_eq!(spread.save(), whole.save());
    assert_eq!(spread.trial(3, &|_| true), whole.trial(3, &|_| true));
    assert_eq!(whole.trial(3, &|played| played < 1), None);

    let mut begun = school("2", 11);
    learn(&mut begun, 2 * TERM - 1);
    let saved = begun.save();
    let mut resumed = school("2", 99);
    resumed.restore(&saved).expect("what was saved");
    assert_eq!(resumed.games(), 2 * TERM - 1);
    assert_eq!(learn(&mut resumed, 2), surprises[surprises.len() - 2..]);
    assert_eq!(resumed.save(), whole.save());
    assert_eq!(resumed.weights(), whole.weights());

    for broken in [&saved[1..], &saved[..saved.len() - 2], &saved[..40], b"", b"\xff"] {
        assert!(resumed.restore(broken).is_err());
    }
    assert!(school("3", 11).restore(&saved).is_err(), "a table of three");
    assert_eq!(resumed.save(), whole.save(), "what cannot be read changes nothing");
    let mut other = school("2", 12);
    assert_ne!(learn(&mut other, 1)[0], surprises[0], "another seed");
}

#[test]
fn what_was_learned_reads_as_it_was_written() {
    let learned = Learned::new(&std::array::from_fn(|n| n as f32 * -0.37), &[1.204; 14]);
    assert_eq!(Learned::read(&learned.line()), Some(learned));
    assert!((learned.eye()[3] - 1.2).abs() < 1e-6 && (learned.habit()[2] + 0.74).abs() < 1e-6);
    // As the game reads its file when it is built.
    let numbers: [i32; 34] = crate::weights::read(&learned.file());
    assert_eq!(numbers.map(|number| number.to_string()).join(" "), learned.line());
    assert_eq!(Learned::read("1 2 3"), None);
}
