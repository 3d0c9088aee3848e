//! What every game says by its rules alone, found once more by playing everything on copies of a session.

use std::collections::BTreeMap;

use parlour_core::facts::GENERAL;
use parlour_core::{MoveFact, Seat, Turn};
use parlour_games::find;
use parlour_session::Session;

use super::{Claim, after, agree, play};

/// Whether the player to act has a move that wins alone.
fn wins(session: &dyn Session, seat: Seat) -> bool {
    session.turn() == Turn::Player(seat)
        && session.legal().iter().any(|mv| sole(after(session, mv).as_ref()) == Some(seat))
}

fn sole(session: &dyn Session) -> Option<Seat> {
    let shares = session.shares()?;
    let mut winners = shares.iter().filter(|(_, share)| share.value() == 1.0);
    winners.next().map(|(seat, _)| seat)
}

/// In how many of how many cases the next player, if it is another, can win at once.
fn danger(session: &dyn Session, mover: Seat) -> Option<(i32, u32, u32)> {
    let other = |session: &dyn Session| match session.turn() {
        Turn::Player(seat) if seat != mover && wins(session, seat) => Some(i32::from(seat.0)),
        _ => None,
    };
    let chances = session.chances();
    if chances.is_empty() {
        return other(session).map(|seat| (seat, 1, 1));
    }
    let all = chances.iter().map(|(_, weight)| weight).sum();
    let cases = chances.iter().filter_map(|(text, weight)| {
        other(after(session, text).as_ref()).map(|seat| (seat, *weight))
    });
    let cases: Vec<(i32, u32)> = cases.collect();
    let (seat, _) = cases.first()?;
    Some((*seat, cases.iter().map(|(_, weight)| weight).sum(), all))
}

fn claims(session: &dyn Session, mover: Seat, action: &str) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let legal = session.legal();
    if legal.len() == 1 {
        claims.push(("only-move", vec![]));
    }
    if session.has_secrets() {
        return claims;
    }
    let next = after(session, action);
    if let Some(shares) = next.shares() {
        let winners = shares.iter().filter(|(_, share)| share.value() > 0.0);
        let seats: i32 = winners.map(|(seat, _)| 1 << seat.0).sum();
        let own = 1 << mover.0;
        claims.push(match seats {
            _ if seats == own => ("wins", vec![]),
            _ if seats & own != 0 => ("shares", vec![seats]),
            _ => ("loses", vec![seats]),
        });
        return claims;
    }
    match danger(next.as_ref(), mover) {
        Some((seat, _, 1)) => claims.push(("lets-win", vec![seat])),
        Some((seat, cases, all)) => {
            claims.push(("lets-win", vec![seat, cases as i32, all as i32]));
        }
        None => {
            let others = legal.iter().filter(|mv| *mv != action);
            let lost = others.filter_map(|mv| danger(after(session, mv).as_ref(), mover));
            let lost: Vec<_> = lost.collect();
            if let Some((seat, ..)) = lost.last()
                && 2 * lost.len() >= legal.len() - 1
            {
                let (losing, others) = (lost.len() as i32, legal.len() as i32 - 1);
                claims.push(("stops-win", vec![*seat, losing, others]));
            }
        }
    }
    if let Turn::Player(seat) = next.turn()
        && seat != mover
    {
        let replies = next.legal();
        let won = replies.iter().filter(|reply| wins(after(next.as_ref(), reply).as_ref(), mover));
        let (won, all, seat) = (won.count() as i32, replies.len() as i32, i32::from(seat.0));
        if won == all {
            claims.push(("forces-win", vec![seat]));
        } else if 2 * won >= all {
            claims.push(("forces-win", vec![all - won, seat, all]));
        }
    }
    claims
}

/// Compares what is said in every `every`-th position with the slow definition.
fn compare(id: &str, games: impl Iterator<Item = u64>, every: u32, kinds: &[&str]) {
    let entry = find(id).expect("a game");
    let (mut seen, mut number) = (BTreeMap::new(), 0);
    for seed in games {
        play(entry, "", seed, 300, |session, seat, action| {
            number += 1;
            if number % every > 0 {
                return;
            }
            let general = |fact: &MoveFact| GENERAL.contains(&fact.kind);
            agree(session, action, general, claims(session, seat, action), &mut seen);
        });
    }
    println!("{id}: {number} moves, {seen:?}");
    for kind in kinds {
        assert!(seen.contains_key(kind), "{id}: no {kind} in {seen:?}");
    }
}

#[test]
fn what_every_game_says_of_a_move_is_true_in_games_with_throws() {
    compare("senet", 0..3, 1, &["only-move"]);
    compare("shut-the-box", 0..12, 1, &["only-move"]);
    compare("shell-out", 0..2, 1, &[]);
}

#[test]
fn what_every_game_says_of_a_move_is_true_in_outwit() {
    compare("outwit", 1000..1004, 1, &["wins", "lets-win"]);
}

#[test]
fn what_every_game_says_of_a_move_is_true_in_shout_7() {
    compare("shout-7", 1000..1002, 25, &[]);
}
