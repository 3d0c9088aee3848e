//! What could be known in finished games.

use parlour_analysis::{KnownSecret, knowledge, named};
use parlour_core::{Seat, Turn};
use parlour_games::all;
use parlour_session::Spec;

use crate::play::{QUICK, open, played, reported};

fn sums_to_one(secret: &KnownSecret) {
    let counting: f64 = secret.places.iter().map(|place| place.counting).sum();
    let reading: f64 = secret.places.iter().map(|place| place.reading).sum();
    assert!((counting - 1.0).abs() < 1e-4 && (reading - 1.0).abs() < 1e-4, "{secret:?}");
}

#[test]
fn each_seat_knows_its_own_secret_and_can_only_guess_the_others() {
    let record = played(open("shell-out", &[("players", "3")]), Some(&Spec::Level(2)), 7, 400);
    let watched = knowledge(record.clone(), None).expect("legal").expect("there are secrets");
    let own = knowledge(record.clone(), Some(Seat(1))).expect("legal").expect("secrets");
    assert_eq!(watched.moments.len(), record.actions.len() + 1);
    assert_eq!(watched.owners, own.owners, "what was given away is a matter of who looks on");
    let mut seen = 0;
    for (watched, own) in watched.moments.iter().zip(&own.moments) {
        for (secret, known) in watched.iter().zip(own) {
            sums_to_one(secret);
            assert_eq!((secret.owner, secret.truth), (known.owner, known.truth));
            let truth = known.places.iter().find(|place| place.site == known.truth);
            let truth = truth.expect("the truth is among the places");
            if secret.owner == 1 {
                assert_eq!((truth.counting, truth.reading), (1.0, 1.0));
            } else {
                assert_eq!(secret, known);
                // Logic never rules out the truth.
                assert!(truth.counting > 0.0);
            }
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn bits_are_given_away_by_the_owners_own_moves_and_the_most_telling_one_is_named() {
    let record = played(open("shell-out", &[]), Some(&Spec::Level(2)), 11, 400);
    let known = knowledge(record.clone(), None).expect("legal").expect("there are secrets");
    let mut session = record.start.boxed_clone();
    let mut movers = vec![None];
    for action in &record.actions {
        movers.push(match session.turn() {
            Turn::Player(seat) => Some(seat.index()),
            _ => None,
        });
        session.play(action).expect("legal");
    }
    for (seat, owner) in known.owners.iter().enumerate() {
        assert_eq!(owner.bits.len(), record.actions.len() + 1);
        let mut largest: f64 = 0.0;
        for (ply, pair) in owner.bits.windows(2).enumerate() {
            let (Some(before), Some(after)) = (pair[0], pair[1]) else { continue };
            if movers[ply + 1] == Some(seat) {
                largest = largest.max(after - before);
            } else {
                assert_eq!(before, after, "only own moves count");
            }
        }
        let most = owner.most.expect("somebody who runs straight ahead gives something away");
        assert!((most.bits - largest).abs() < 1e-4, "{most:?} {largest}");
        assert!((most.bits - (most.after / most.before).log2()).abs() < 1e-9);
        assert_eq!(movers[most.ply as usize], Some(seat));
    }
    let brier = known.brier.expect("there are secrets");
    // A runner can be read.
    assert!(brier.reading < brier.blind && brier.blind < 1.0, "{brier:?}");
}

#[test]
fn a_game_in_which_nothing_is_hidden_has_no_such_knowledge() {
    for entry in all().filter(|entry| !entry.secrets) {
        let record = played(open(entry.id, &[]), None, 1, 30);
        assert_eq!(knowledge(record, None), Ok(None), "{}", entry.id);
    }
}

#[test]
fn key_moments_give_a_fact_of_the_move_where_there_is_one() {
    let names = ["Ann", "Bob"].map(str::to_owned);
    let mut with_facts = 0;
    for seed in 0..3 {
        let record = played(open("outwit", &[]), None, seed, 60);
        let report = reported(&record, QUICK);
        for moment in &report.moments {
            let words = named(&moment.words, &names);
            assert!(!words.is_empty() && !words.contains(['{', '[']), "{words}");
            with_facts += u32::from(words.contains(" It ") || words.contains(" The better move "));
        }
    }
    assert!(with_facts > 0);
}
