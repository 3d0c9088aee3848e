//! Whole matches: made up, or drawn by the model and rated.

use parlour_core::rng::{Rng, SeededRng, seeded};

use super::mean::Mean;
use super::standings::Meeting;
use super::*;

/// The difference in rating that makes for this score of one seat against another.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

impl Mean {
    pub(super) fn add(&mut self, x: f64) {
        self.add_all(Mean::of(1.0, x, x * x));
    }
}

/// What the games of a rotation have in common.
#[derive(Clone, Copy, Debug)]
enum Luck {
    None,
    /// The same players are lucky in all of them.
    OfPlayers,
    /// The same seats are lucky in all of them.
    OfSeats,
}

fn uniform(rng: &mut SeededRng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Adds a rotation in which the seats are given to the players in turn, as in a match of the arena, and
/// each seat wins with its chance.
fn play(
    standings: &mut Standings,
    rotation: u64,
    seats: usize,
    ratings: &[f64],
    luck: Luck,
    rng: &mut SeededRng,
) {
    let players = ratings.len();
    let common = uniform(rng);
    for round in 0..players {
        let at: Vec<usize> = (0..seats).map(|seat| (seat + round) % players).collect();
        let strength = |seat: &usize| 10f64.powf(ratings[at[*seat]] / 400.0);
        let mut order: Vec<usize> = (0..seats).collect();
        if let Luck::OfPlayers = luck {
            order.sort_by_key(|&seat| at[seat]);
        }
        let mut left = match luck {
            Luck::None => uniform(rng),
            Luck::OfPlayers | Luck::OfSeats => common,
        } * order.iter().map(strength).sum::<f64>();
        let wins = |seat: &&usize| {
            left -= strength(seat);
            left < 0.0
        };
        let winner = *order.iter().find(wins).unwrap_or(&order[seats - 1]);
        let mut shares = vec![0.0; seats];
        shares[winner] = 1.0;
        standings.add(rotation, players, &at, &shares);
    }
}

/// A match of this number of rotations.
fn drawn(
    rotations: u64,
    seats: usize,
    ratings: &[f64],
    luck: Luck,
    rng: &mut SeededRng,
) -> Standings {
    let mut standings = Standings::new(ratings.len());
    (0..rotations).for_each(|rotation| play(&mut standings, rotation, seats, ratings, luck, rng));
    standings
}

#[test]
fn two_seats_are_rated_as_by_the_model_of_bradley_and_terry() {
    let mut standings = Standings::new(3);
    let results = [1.0, 0.0, 0.5, 1.0, 1.0, 0.0, 1.0, 0.5, 1.0, 1.0, 0.0];
    for rotation in 0..90 {
        let (a, b) = [(0, 1), (0, 2), (1, 2)][(rotation % 3) as usize];
        for game in 0..2 {
            let first = results[((rotation * 7 + game * 5) % 11) as usize];
            let (at, shares) = match game {
                0 => ([a, b], [first, 1.0 - first]),
                _ => ([b, a], [1.0 - first, first]),
            };
            standings.add(rotation, 2, &at, &shares);
        }
    }
    let near =
        |found: f64, before: f64| assert!((found - before).abs() < 1e-6, "{found}, {before}");
    // What was found when every two at a table were rated by the difference of their shares; only the
    // errors of ratings were others.
    let test = Sprt { elo0: 0.0, elo1: 50.0, risk: 0.05 };
    let before = [
        (60.622219872543766, 75.5, 0.6291666666666667, 3.4006209230300777),
        (0.0, 60.0, 0.5, -1.2059055721284018),
        (-60.6222198725438, 44.5, 0.37083333333333335, -6.450344081828186),
    ];
    for (player, (place, (elo, won, score, evidence))) in
        standings.table().into_iter().zip(before).enumerate()
    {
        near(place.elo, elo);
        near(place.won, won);
        near(place.score, score);
        near(test.evidence(&standings.sample(player)), evidence);
    }
    let before = [
        (0, 1, 0.6333333333333333, 94.94436631784154, 94.23559189443925),
        (0, 2, 0.625, 88.73949984654254, 93.39533435108802),
        (2, 1, 0.36666666666666664, -94.94436631784157, 87.8894377759729),
    ];
    for (player, other, score, elo, error) in before {
        let met = standings.meeting(player, other).expect("they met");
        near(met.score, score);
        near(met.elo, elo);
        near(met.error, error);
        near(standings.against(player, other).expect("they met"), score);
    }
}

#[test]
fn a_meeting_is_of_two_and_other_opponents_do_not_count() {
    let mut standings = Standings::new(3);
    for rotation in 0..300 {
        let (a, b) = if rotation % 3 == 0 { (0, 1) } else { (1, 2) };
        let first = if rotation % 4 == 0 { 0.0 } else { 1.0 };
        standings.add(rotation, 2, &[a, b], &[first, 1.0 - first]);
        standings.add(rotation, 2, &[b, a], &[1.0 - first, first]);
    }
    let step = standings.meeting(1, 2).expect("they met");
    assert!((step.score - 0.75).abs() < 1e-9 && (step.elo - elo(0.75)).abs() < 1e-9);
    let other = standings.meeting(0, 1).expect("they met");
    assert!(other.error > step.error, "half as many rotations: {other:?}, {step:?}");
    assert_eq!(standings.meeting(0, 2), None);
    standings.add(300, 1, &[0, 2, 1], &[1.0, 0.0, 0.0]);
    assert_eq!(standings.meeting(0, 2), None, "a third sat there, too");
    assert_eq!(standings.against(0, 2), Some(1.0));
}

#[test]
fn a_rotation_counts_when_it_is_whole() {
    let mut standings = Standings::new(3);
    standings.add(0, 3, &[0, 1, 2], &[1.0, 0.0, 0.0]);
    standings.add(0, 3, &[1, 2, 0], &[1.0, 0.0, 0.0]);
    assert_eq!(standings.sample(0).shares().count(), 0.0);
    assert!(standings.table().iter().all(|place| place.error == f64::INFINITY));
    standings.add(0, 3, &[2, 0, 1], &[1.0, 0.0, 0.0]);
    let sample = standings.sample(0);
    assert_eq!(sample.shares().count(), 1.0);
    assert!((sample.shares().value() - 1.0 / 3.0).abs() < 1e-9);
    assert!((sample.expected(0.0) - 1.0 / 3.0).abs() < 1e-9);
    assert!(standings.table().iter().all(|place| place.error.is_finite()));
}

#[test]
fn a_player_with_all_seats_has_no_rating() {
    let mut standings = Standings::new(2);
    standings.add(0, 1, &[0, 0, 0], &[0.0, 1.0, 0.0]);
    let place = standings.table()[0];
    assert_eq!((place.elo, place.score, place.seats, place.won), (0.0, 0.5, 3, 1.0));
    assert_eq!(place.error, f64::INFINITY);
    assert_eq!(standings.sample(0).shares().count(), 0.0);
    assert_eq!((standings.against(0, 0), standings.meeting(0, 0)), (None, None));
}

#[test]
fn twice_the_win_a_seat_is_120_at_a_table_of_four() {
    let mut standings = Standings::new(2);
    for rotation in 0..300 {
        // Of three games the first player wins two.
        for game in 0..2u64 {
            let at = if game == 0 { [0, 1, 0, 1] } else { [1, 0, 1, 0] };
            let winner = usize::from((rotation * 2 + game) % 3 == 0);
            let shares = at.map(|player| if player == winner { 0.5 } else { 0.0 });
            standings.add(rotation, 2, &at, &shares);
        }
    }
    let twice = 400.0 * 2f64.log10();
    let (table, met) = (standings.table(), standings.meeting(0, 1).expect("they met"));
    assert!((met.elo - twice).abs() < 1e-6 && (met.score - 2.0 / 3.0).abs() < 1e-9, "{met:?}");
    assert!((table[0].elo - twice / 2.0).abs() < table[0].error.min(1.0), "{table:?}");
    assert!((table[0].score - 2.0 / 3.0).abs() < 1e-9, "{table:?}");
    assert!((standings.against(1, 0).expect("they met") - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn always_winning_is_not_capped_at_a_table_of_four() {
    let mut standings = Standings::new(2);
    for rotation in 0..200 {
        standings.add(rotation, 2, &[0, 1, 0, 1], &[1.0, 0.0, 0.0, 0.0]);
        standings.add(rotation, 2, &[1, 0, 1, 0], &[0.0, 1.0, 0.0, 0.0]);
    }
    let (table, met) = (standings.table(), standings.meeting(0, 1).expect("they met"));
    assert_eq!([table[0].elo, table[1].elo], [f64::INFINITY, f64::NEG_INFINITY]);
    assert!((table[0].score, met.score) == (1.0, 1.0) && met.elo == f64::INFINITY, "{met:?}");
    assert!([table[0].error, met.error].iter().all(|error| error.is_infinite()), "{met:?}");
}

#[test]
fn the_ratings_of_two_players_differ_by_their_meeting() {
    let mut standings = Standings::new(2);
    for (rotation, first) in [1.0, 0.0, 0.0, 0.0].into_iter().enumerate() {
        standings.add(rotation as u64, 2, &[0, 1], &[first, 1.0 - first]);
        standings.add(rotation as u64, 2, &[1, 0], &[1.0 - first, first]);
    }
    // A game of a rotation that is not whole counts in both, too.
    standings.add(4, 2, &[0, 1], &[0.0, 1.0]);
    let (table, met) = (standings.table(), standings.meeting(0, 1).expect("they met"));
    assert!((met.elo - elo(2.0 / 9.0)).abs() < 1e-6, "{met:?}");
    assert!((table[0].elo - table[1].elo - met.elo).abs() < 1e-9, "{table:?}, {met:?}");
    assert!((table[0].error * 2.0 - met.error).abs() < 1e-9, "{table:?}, {met:?}");
    assert_eq!(table[0].score, met.score);
}

#[test]
fn at_a_table_of_three_two_players_have_one_score() {
    let mut standings = Standings::new(2);
    for rotation in 0..6 {
        let first = if rotation == 0 { 1.0 } else { 0.0 };
        standings.add(rotation, 2, &[0, 1, 0], &[first, 1.0 - first, 0.0]);
        standings.add(rotation, 2, &[1, 0, 1], &[1.0, 0.0, 0.0]);
    }
    let (table, met) = (standings.table(), standings.meeting(0, 1).expect("they met"));
    assert!(met.score > 0.0 && met.score < 0.5, "{met:?}");
    assert_eq!([Some(table[0].score), standings.against(0, 1)], [Some(met.score); 2]);
    assert!((table[0].score + table[1].score - 1.0).abs() < 1e-9, "{table:?}");
}

#[test]
fn all_won_is_an_infinite_rating() {
    let mut standings = Standings::new(3);
    for rotation in 0..4 {
        let (a, b) = if rotation % 2 == 0 { (0, 1) } else { (1, 2) };
        standings.add(rotation, 2, &[a, b], &[0.0, 1.0]);
        standings.add(rotation, 2, &[b, a], &[1.0, 0.0]);
    }
    let step = standings.meeting(1, 0).expect("they met");
    assert_eq!((step.score, step.elo, step.error), (1.0, f64::INFINITY, f64::INFINITY));
    assert_eq!(standings.meeting(0, 1).expect("they met").elo, f64::NEG_INFINITY);
    // Among more than two every rating has its error.
    assert!(standings.table().iter().all(|p| p.elo.is_finite() && p.error.is_finite()));
}

#[test]
fn errors_hold_the_truth_95_times_in_100() {
    const MATCHES: u64 = 200;
    let tables: [(usize, &[f64]); 4] = [
        (2, &[60.0, -60.0]),
        (3, &[40.0, -40.0]),
        (4, &[90.0, 0.0, -90.0]),
        (4, &[100.0, 50.0, -50.0, -100.0]),
    ];
    for luck in [Luck::None, Luck::OfPlayers, Luck::OfSeats] {
        for (seats, ratings) in tables {
            let mut rng = seeded(11);
            let (mut held, mut met) = (0, 0);
            for _ in 0..MATCHES {
                let standings = drawn(80, seats, ratings, luck, &mut rng);
                let near =
                    |(place, truth): &(Standing, &f64)| (place.elo - *truth).abs() < place.error;
                held += standings.table().into_iter().zip(ratings).filter(near).count();
                let holds = |met: Meeting| (met.elo - ratings[0] + ratings[1]).abs() < met.error;
                met += usize::from(standings.meeting(0, 1).is_some_and(holds));
            }
            let held = held as f64 / (MATCHES as usize * ratings.len()) as f64;
            assert!((0.90..=0.99).contains(&held), "{luck:?}, {seats} seats, {ratings:?}: {held}");
            assert!(
                ratings.len() > 2 || (180..=198).contains(&met),
                "{luck:?}, {seats} seats: {met}"
            );
        }
    }
}

#[test]
fn the_test_is_right_at_tables_of_three_and_four() {
    let test = Sprt { elo0: 0.0, elo1: 60.0, risk: 0.05 };
    for (seats, truth) in [(3, 60.0), (3, 0.0), (4, 60.0), (4, 0.0)] {
        let mut rng = seeded(17);
        let mut right = 0;
        for _ in 0..100 {
            let mut standings = Standings::new(2);
            let decided = (0..5000).find_map(|rotation| {
                play(&mut standings, rotation, seats, &[truth, 0.0], Luck::None, &mut rng);
                test.verdict(&standings.sample(0))
            });
            right += u32::from(decided == Some(truth > 0.0));
        }
        assert!(right >= 90, "{seats} seats, {truth}: {right} of 100");
    }
}
