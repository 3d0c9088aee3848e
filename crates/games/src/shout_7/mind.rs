//! How Shout 7 is judged and searched.

use parlour_core::{PerSeat, Seat};
use parlour_search::alphabeta::{AlphaBeta, Habits};
use parlour_search::learn::linear::School;
use parlour_search::learn::{Learner, Linear};
use parlour_search::{LEVELS, Level, Maker, Mind};

use super::board::{AXES, Cells, step};
use super::sense::{self, FEATURES};
use super::{Shout7, State};
use crate::weights;

/// What each feature of a game for two speaks for, fitted twice to games of the search against
/// itself (`docs/strength.md`). `parlour train shout-7` begins with these numbers and learns on.
static WEIGHTS: [i32; FEATURES] = weights::read(include_str!("weights.txt"));

/// The engine of all levels for two players.
const ALPHABETA: Maker<Shout7> = Maker {
    name: "alphabeta",
    make: |game, settings| Box::new(AlphaBeta::new(game, Habits::USUAL.tuned(settings))),
};

/// For any number of players: what rows of two to six pieces speak for, in log-odds; a longer row
/// holds shorter ones too.
const ROWS: [f64; 5] = [0.04, 0.12, 0.3, 0.7, 1.6];
/// What being to act is worth, in log-odds.
const TEMPO: f64 = 0.3;

impl Linear for Shout7 {
    const FEATURES: usize = FEATURES;

    #[inline(always)]
    fn features(&self, state: &State, tell: impl FnMut(usize, i32)) {
        sense::features(self, state, tell);
    }

    fn weights(&self) -> &[i32] {
        &WEIGHTS
    }
}

impl Mind for Shout7 {
    const OPEN: bool = true;
    const FORESIGHT: u32 = 4;

    fn outlook(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(outlook(self, state).map(|share| share as f32))
    }

    #[inline]
    fn evaluate(&self, state: &State) -> Option<i32> {
        if self.players != 2 {
            return None;
        }
        let mut sum = 0;
        self.features(state, |feature, count| sum += WEIGHTS[feature] * count);
        Some(sum)
    }

    fn learner(&self, seed: u64, _: u64) -> Option<Box<dyn Learner>> {
        (self.players == 2).then(|| Box::new(School::new(self, seed)) as Box<dyn Learner>)
    }

    fn engines(&self) -> Vec<Maker<Self>> {
        match self.players {
            2 => vec![ALPHABETA, Maker::uct(), Maker::exact()],
            _ => vec![Maker::uct(), Maker::maxn(), Maker::exact()],
        }
    }

    fn levels(&self) -> [Level; LEVELS] {
        if self.players != 2 {
            // More thought tells less here than between two.
            return [
                Level::nodes("uct", 60, 0.4),
                Level::nodes("uct", 60, 0.15),
                Level::nodes("uct", 90, 0.06),
                Level::nodes("uct", 150, 0.0),
                Level::nodes("uct", 400, 0.0),
                Level::nodes("uct", 1_500, 0.0),
                Level::nodes("uct", 20_000, 0.0),
                Level::time("uct", 2_000),
            ];
        }
        [
            Level::depth("alphabeta", 1, 0.3),
            Level::depth("alphabeta", 1, 0.15),
            Level::depth("alphabeta", 1, 0.06),
            Level::depth("alphabeta", 2, 0.04),
            Level::depth("alphabeta", 2, 0.0),
            Level::depth("alphabeta", 3, 0.0),
            Level::nodes("alphabeta", 20_000, 0.0),
            Level::time("alphabeta", 2_000),
        ]
    }
}

/// Everybody's share of the win, from the rows that they have begun.
fn outlook(game: &Shout7, state: &State) -> PerSeat<f64> {
    let mut shares = PerSeat::new(game.players, 0.0);
    for seat in game.all_seats() {
        shares[seat] = strength(state.pieces[seat.index()].cells(), seat, state).exp();
    }
    let total: f64 = shares.as_slice().iter().sum();
    for seat in game.all_seats() {
        shares[seat] /= total;
    }
    shares
}

fn strength(cells: Cells, seat: Seat, state: &State) -> f64 {
    let mut strength = if state.seat == seat { TEMPO } else { 0.0 };
    for axis in AXES {
        let mut rows = cells;
        for worth in ROWS {
            rows = rows & rows.ahead(step(axis));
            if rows.is_empty() {
                break;
            }
            strength += worth * f64::from(rows.count());
        }
    }
    strength
}
