//! The slow definition that every search is compared with: all that can follow, and no shortcut.

use std::collections::HashMap;

use parlour_core::{Game, PerSeat, Turn};
use parlour_search::Heuristics;

/// What is known of positions with this number of moves to go.
pub(crate) type Memo<G> = HashMap<(<G as Game>::State, u32), PerSeat<f64>>;

/// Everybody's share where each player maximizes the own one, of equal moves the first; `depth` moves ahead,
/// and then by the game's estimate. For games without cycles.
pub(crate) fn plain<G: Heuristics>(
    game: &G,
    state: &G::State,
    depth: u32,
    known: &mut Memo<G>,
) -> PerSeat<f64> {
    if let Some(shares) = game.shares(state) {
        return shares.map(|share| share.value());
    }
    if let Some(&shares) = known.get(&(*state, depth)) {
        return shares;
    }
    let even = PerSeat::new(game.seats(), 1.0 / f64::from(game.seats()));
    if depth == 0 {
        return game.estimate(state).map_or(even, |estimate| estimate.map(f64::from));
    }
    let shares = match game.turn(state) {
        Turn::Player(seat) => {
            let mut best: Option<PerSeat<f64>> = None;
            game.for_each_move(state, |mv| {
                let mut after = *state;
                game.play(&mut after, mv);
                let shares = plain(game, &after, depth - 1, known);
                if best.is_none_or(|best| shares[seat] > best[seat]) {
                    best = Some(shares);
                }
            });
            best.expect("a player who is to act has a move")
        }
        _ => {
            let (mut sum, mut total) = (even.map(|_| 0.0), 0.0);
            game.for_each_chance(state, |chance, weight| {
                let mut after = *state;
                game.resolve(&mut after, chance);
                let shares = plain(game, &after, depth, known);
                shares.iter().for_each(|(seat, share)| sum[seat] += f64::from(weight) * share);
                total += f64::from(weight);
            });
            sum.map(|sum| sum / total)
        }
    };
    known.insert((*state, depth), shares);
    shares
}

/// The same to the end of the game.
pub(crate) fn to_the_end<G: Heuristics>(
    game: &G,
    state: &G::State,
    known: &mut Memo<G>,
) -> PerSeat<f64> {
    plain(game, state, u32::MAX, known)
}
