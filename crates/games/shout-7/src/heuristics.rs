//! How Shout 7 is evaluated and searched, and its levels.

use std::num::NonZeroUsize;

use parlour_core::{PerSeat, Seat};
use parlour_search::alphabeta::Params;
use parlour_search::maxn::{MaxN, Widths};
use parlour_search::{
    EngineKind, Engines, Heuristics, LEVELS, Level, expectation, softmax, two_shares,
};

use super::{Shout7, State, features, table_features};

/// What each feature of a game for two speaks for, fitted twice to games of the search against
/// itself. `parlour train shout-7` begins with these numbers.
static WEIGHTS: [i32; features::FEATURES] = include!("weights.txt");
/// The same at a table of three or four, fitted to games of three by max^n against itself.
static TABLE_WEIGHTS: [i32; table_features::FEATURES] = include!("weights-table.txt");

/// Close to the horizon a quiet move does not catch up with a row that is nearly made.
const PARAMS: Params = Params { futility_depth: 2, root_noise: 10, ..Params::DEFAULT };

/// The engine of all levels for three and four, which follows a few moves of each player.
const MAXN: EngineKind<Shout7> =
    EngineKind { name: "maxn", make: |_, settings| Box::new(MaxN::new(WIDTHS, settings)) };

/// How many moves are followed at the root and behind it. More thought is of use only where it does not all
/// go into a few of them.
const WIDTHS: Widths = Widths { root: NonZeroUsize::new(40), below: NonZeroUsize::new(16) };

/// The weight of each feature with this number of players, in thousandths of log-odds.
pub fn weights(game: &Shout7) -> &'static [i32] {
    match game.players {
        2 => &WEIGHTS,
        _ => &TABLE_WEIGHTS,
    }
}

/// Visits the features of every seat with their counts. With two players only what the first has more
/// than the second is counted.
#[inline(always)]
pub fn seat_features(game: &Shout7, state: &State, mut visit: impl FnMut(Seat, usize, i32)) {
    match game.players {
        2 => features::features(game, state, |feature, count| visit(Seat(0), feature, count)),
        _ => table_features::sides(game, state, visit),
    }
}

/// For two players: the evaluation by these weights, as in [`Heuristics::evaluate`].
#[inline(always)]
pub fn evaluate(game: &Shout7, state: &State, weights: &[i32]) -> Option<i32> {
    if game.players != 2 {
        return None;
    }
    let mut sum = 0;
    features::features(game, state, |feature, count| sum += weights[feature] * count);
    Some(sum)
}

/// Everybody's share of the win by these weights.
#[inline(always)]
pub fn estimate(game: &Shout7, state: &State, weights: &[i32]) -> PerSeat<f32> {
    if let Some(evaluation) = evaluate(game, state, weights) {
        return two_shares(expectation(evaluation));
    }
    let mut sums = PerSeat::new(game.players, 0);
    seat_features(game, state, |seat, feature, count| sums[seat] += weights[feature] * count);
    softmax(sums.map(|sum| f64::from(sum) / 1000.0)).map(|share| share as f32)
}

impl Heuristics for Shout7 {
    fn estimate(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(estimate(self, state, weights(self)))
    }

    #[inline]
    fn evaluate(&self, state: &State) -> Option<i32> {
        evaluate(self, state, &WEIGHTS)
    }
}

impl Engines for Shout7 {
    fn alpha_beta(&self) -> Params {
        PARAMS
    }

    fn engines(&self) -> Vec<EngineKind<Self>> {
        match self.players {
            2 => vec![EngineKind::alpha_beta(), EngineKind::uct(), EngineKind::exact()],
            _ => vec![MAXN, EngineKind::uct(), EngineKind::exact()],
        }
    }

    fn levels(&self) -> [Level; LEVELS] {
        match self.players {
            2 => [
                Level::depth("alphabeta", 1).temperature(0.3),
                Level::depth("alphabeta", 1).temperature(0.13),
                Level::depth("alphabeta", 1).temperature(0.035),
                Level::depth("alphabeta", 2).temperature(0.055),
                Level::depth("alphabeta", 2),
                Level::depth("alphabeta", 3),
                Level::nodes("alphabeta", 20_000),
                Level::milliseconds("alphabeta", 2_000),
            ],
            _ => [
                Level::depth("maxn", 1).temperature(0.5),
                Level::depth("maxn", 1).temperature(0.17),
                Level::depth("maxn", 1).temperature(0.08),
                Level::depth("maxn", 1).temperature(0.033),
                Level::depth("maxn", 1),
                Level::nodes("maxn", 1_200),
                Level::nodes("maxn", 20_000),
                Level::milliseconds("maxn", 2_000),
            ],
        }
    }
}
