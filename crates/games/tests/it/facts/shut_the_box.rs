//! Shut the Box: lids as a list of numbers.

use std::collections::HashMap;

use parlour_core::Seat;
use parlour_session::Session;

use super::Claim;

fn uses(lids: &[i32], total: i32) -> Vec<Vec<i32>> {
    let mut left = Vec::new();
    for a in lids {
        for b in lids {
            if *a == *b && *a == total || *a < *b && a + b == total {
                left.push(lids.iter().copied().filter(|lid| lid != a && lid != b).collect());
            }
        }
    }
    left
}

/// The totals of the 36 equally likely throws.
fn throws() -> impl Iterator<Item = i32> {
    (1..=6).flat_map(|one| (1..=6).map(move |other| one + other))
}

fn playable(lids: &[i32]) -> i32 {
    throws().filter(|&total| !uses(lids, total).is_empty()).count() as i32
}

/// The least mean score of the turn, and the best chance to shut all.
fn turn(lids: &[i32], known: &mut HashMap<Vec<i32>, (f64, f64)>) -> (f64, f64) {
    if let Some(found) = known.get(lids) {
        return *found;
    }
    let found = if lids.is_empty() {
        (0.0, 1.0)
    } else {
        let (mut mean, mut shut) = (0.0, 0.0);
        for total in throws() {
            let next: Vec<_> = uses(lids, total).iter().map(|left| turn(left, known)).collect();
            let stuck = f64::from(lids.iter().sum::<i32>());
            mean += next.iter().map(|n| n.0).reduce(f64::min).unwrap_or(stuck) / 36.0;
            shut += next.iter().map(|n| n.1).fold(0.0, f64::max) / 36.0;
        }
        (mean, shut)
    };
    known.insert(lids.to_vec(), found);
    found
}

pub(super) fn claims(session: &dyn Session, seat: Seat, action: &str) -> Vec<Claim> {
    thread_local! {
        static KNOWN: std::cell::RefCell<HashMap<Vec<i32>, (f64, f64)>> = Default::default();
    }
    let position = session.position();
    let fields: Vec<&str> = position.split(' ').collect();
    let lids: Vec<i32> = fields[0].chars().map(|c| c.to_digit(10).expect("a lid") as i32).collect();
    let score = |text: &str| text.trim_end_matches('x').parse::<i32>().expect("a score");
    let scores: Vec<i32> = fields[1].split(',').map(score).collect();
    let left = |action: &str| -> Vec<i32> {
        let shut: Vec<i32> = action.split('+').map(|lid| lid.parse().expect("a lid")).collect();
        lids.iter().copied().filter(|lid| !shut.contains(lid)).collect()
    };
    let mine = left(action);
    if mine.is_empty() {
        return vec![("all-shut", vec![])];
    }
    let legal = session.legal();
    let others: Vec<Vec<i32>> =
        legal.iter().filter(|mv| *mv != action).map(|mv| left(mv)).collect();
    let mut claims: Vec<Claim> = Vec::new();
    let next = others.iter().map(|lids| playable(lids)).max();
    claims.push(match next {
        Some(next) if playable(&mine) > next => ("most-playable", vec![playable(&mine), next]),
        _ => ("playable", vec![playable(&mine)]),
    });
    let turn = |lids: &[i32]| KNOWN.with_borrow_mut(|known| turn(lids, known));
    let tenths = |lids: &[i32]| (turn(lids).0 * 10.0).round() as i32;
    let mean = tenths(&mine);
    let lowest = !others.is_empty() && others.iter().all(|lids| mean < tenths(lids));
    let kind = if lowest { "lowest-mean" } else { "mean" };
    claims.push((kind, vec![mean / 10, mean % 10]));
    let shut = (turn(&mine).1 * 1000.0).round() as i32;
    if shut >= 20 {
        claims.push(("may-shut-all", vec![shut]));
    }
    let (before, after) = (lids.iter().sum::<i32>(), mine.iter().sum::<i32>());
    claims.push(("points", vec![before - after, after]));
    let highest = lids.iter().max().expect("a lid");
    if !mine.contains(highest) {
        claims.push(("highest", vec![*highest]));
    }
    if !action.contains('+') && legal.iter().any(|mv| mv.contains('+')) {
        claims.push(("one-lid", vec![mine.len() as i32]));
    }
    let total = scores[seat.index()] + after;
    let lower = (0..scores.len()).all(|n| n == seat.index() || total < scores[n]);
    claims.push(match (total >= 45, lower) {
        (true, _) => ("would-be-out", vec![total]),
        (_, true) => ("would-lead", vec![total]),
        _ => ("stays-in", vec![total]),
    });
    claims
}
