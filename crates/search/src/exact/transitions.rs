//! What can happen in a position, as numbers of positions: every outcome of chance with its weight,
//! and after each the positions among which a player then chooses.
//!
//! A position in which a player chooses has one outcome; an outcome after which nobody chooses has a
//! choice of one. So all positions have the same form.

use parlour_core::{Game, Seat, Turn};

use super::index::StateIndex;

/// The transitions of positions, one position's behind another's.
///
/// Each outcome is its weight, then the number of positions to choose from with the seat above it,
/// then these positions, in the game's order.
pub(super) type Transitions = Vec<u32>;

/// The number of bits for the count of positions to choose from.
const COUNT: u32 = 24;

#[derive(Clone, Copy)]
pub(super) struct Outcome<'a> {
    pub(super) weight: u32,
    pub(super) seat: usize,
    pub(super) choices: &'a [u32],
}

/// How many positions there are to choose from.
#[inline]
pub(super) fn count(head: u32) -> u32 {
    head & ((1 << COUNT) - 1)
}

/// Every outcome of these transitions.
#[inline]
pub(super) fn outcomes(mut transitions: &[u32]) -> impl Iterator<Item = Outcome<'_>> {
    std::iter::from_fn(move || {
        let [weight, head, rest @ ..] = transitions else { return None };
        let (choices, behind) = rest.split_at(count(*head) as usize);
        transitions = behind;
        Some(Outcome { weight: *weight, seat: (head >> COUNT) as usize, choices })
    })
}

/// Writes down what can happen in a position that goes on, and numbers what can follow it.
pub(super) fn write<G: Game>(
    game: &G,
    table: &mut StateIndex<G>,
    state: &G::State,
    transitions: &mut Transitions,
) {
    let from = transitions.len();
    if let Turn::Player(seat) = game.turn(state) {
        write_choice(game, table, state, (seat, 1), transitions);
        return;
    }
    game.for_each_chance(state, |chance, weight| {
        let mut after = *state;
        game.resolve(&mut after, chance);
        let outcome = transitions.len();
        match game.turn(&after) {
            // A choice that only chance leads to need not be kept as a position of its own, unless
            // a repetition rule knows it.
            Turn::Player(seat) if game.key(&after).is_none() => {
                write_choice(game, table, &after, (seat, weight), transitions);
            }
            _ => transitions.extend([weight, 1, table.number(game, &after)]),
        }
        merge(transitions, from, outcome);
    });
}

fn write_choice<G: Game>(
    game: &G,
    table: &mut StateIndex<G>,
    state: &G::State,
    (seat, weight): (Seat, u32),
    transitions: &mut Transitions,
) {
    let outcome = transitions.len();
    transitions.extend([weight, 0]);
    game.for_each_move(state, |mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        transitions.push(table.number(game, &after));
    });
    let count = (transitions.len() - outcome - 2) as u32;
    transitions[outcome + 1] = u32::from(seat.0) << COUNT | count;
}

/// Adds the last outcome's weight to an earlier one of the same position that leaves the same
/// choice, if there is one: many throws lead to the same positions.
fn merge(transitions: &mut Transitions, from: usize, last: usize) {
    let mut at = from;
    while at < last {
        let end = at + 2 + count(transitions[at + 1]) as usize;
        if transitions[at + 1..end] == transitions[last + 1..] {
            transitions[at] += transitions[last];
            transitions.truncate(last);
            return;
        }
        at = end;
    }
}

/// How much better a move must be than an earlier one to be made instead.
///
/// Of equal moves the first in the game's order is made. Between two players any of them will do, as
/// their shares make one. With more it decides what the others get, so that must not depend on how a
/// sum was rounded.
#[inline]
fn tie(seats: usize) -> f64 {
    if seats == 2 { 0.0 } else { 1e-12 }
}

/// Which of the mover's shares is the best; of equal ones the first.
pub(super) fn first_best(shares: impl Iterator<Item = f64>, seats: u8) -> usize {
    let tie = tie(usize::from(seats));
    let better = |best: (usize, f64), next: (usize, f64)| {
        if next.1 > best.1 + tie { next } else { best }
    };
    shares.enumerate().reduce(better).map_or(0, |(at, _)| at)
}

/// Puts the move that [`first_best`] chooses first, then the others, the best first.
pub(super) fn sort_best_first<T>(moves: &mut [T], share: impl Fn(&T) -> f64, seats: u8) {
    let best = first_best(moves.iter().map(&share), seats);
    moves[..=best].rotate_right(1);
    moves[1..].sort_by(|one, other| share(other).total_cmp(&share(one)));
}

/// Everybody's share by these transitions: each player makes their best move, and of equal ones the
/// first in the game's order. NaN where a value that is needed is not known.
#[inline]
pub(super) fn back_up<G: Game>(table: &StateIndex<G>, transitions: &[u32], shares: &mut [f64]) {
    let tie = tie(shares.len());
    shares.fill(0.0);
    let mut total = 0.0;
    for Outcome { weight, seat, choices } in outcomes(transitions) {
        let weight = f64::from(weight);
        total += weight;
        let chosen = choose(table, seat, choices, tie);
        for (sum, share) in shares.iter_mut().zip(table.shares(chosen)) {
            *sum += weight * share;
        }
    }
    shares.iter_mut().for_each(|share| *share /= total);
}

/// The position that the player at `seat` chooses; one that is not known if that cannot be said.
#[inline]
fn choose<G: Game>(table: &StateIndex<G>, seat: usize, choices: &[u32], tie: f64) -> u32 {
    let share = |choice: u32| table.shares(choice)[seat];
    let (mut chosen, mut best, mut unknown) = (choices[0], f64::NEG_INFINITY, None);
    for &choice in choices {
        match share(choice) {
            share if share.is_nan() => unknown = Some(choice),
            share if share > best + tie => (chosen, best) = (choice, share),
            _ => {}
        }
    }
    // Nothing is better than the whole win.
    unknown.filter(|_| best < 1.0).unwrap_or(chosen)
}
