//! How Shout 7 is evaluated and searched, and its levels.

use parlour_core::{PerSeat, Seat};
use parlour_search::alphabeta::Params;
use parlour_search::learn::linear::{self, School};
use parlour_search::learn::{Learner, Linear};
use parlour_search::maxn::MaxN;
use parlour_search::{EngineKind, Engines, Heuristics, LEVELS, Level, two_shares};

use super::{Shout7, State, sense, standing};
use crate::weights;

/// What each feature of a game for two speaks for, fitted twice to games of the search against
/// itself (`docs/strength.md`). `parlour train shout-7` begins with these numbers and learns on.
static WEIGHTS: [i32; sense::FEATURES] = weights::read(include_str!("weights.txt"));
/// The same at a table of three or four, fitted to games of three by max^n against itself.
static STANDING: [i32; standing::FEATURES] = weights::read(include_str!("weights-table.txt"));

/// Close to the horizon a quiet move does not catch up with a row that is nearly made.
const PARAMS: Params = Params { futility_depth: 2, root_noise: 10, ..Params::DEFAULT };

/// The engine of all levels for three and four, which follows a few moves of each player.
const MAXN: EngineKind<Shout7> =
    EngineKind { name: "maxn", make: |_, settings| Box::new(MaxN::tuned(WIDTHS, settings)) };

/// How many moves are followed at the root and behind it. More thought is of use only where it does not all
/// go into a few of them.
const WIDTHS: [usize; 2] = [40, 16];

impl Linear for Shout7 {
    #[inline(always)]
    fn features(&self, state: &State, tell: impl FnMut(usize, i32)) {
        sense::features(self, state, tell);
    }

    #[inline(always)]
    fn sides(&self, state: &State, mut tell: impl FnMut(Seat, usize, i32)) {
        match self.players {
            2 => self.features(state, |feature, count| tell(Seat(0), feature, count)),
            _ => standing::sides(self, state, tell),
        }
    }

    fn weights(&self) -> &[i32] {
        match self.players {
            2 => &WEIGHTS,
            _ => &STANDING,
        }
    }
}

impl Heuristics for Shout7 {
    fn estimate(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(match self.evaluate(state) {
            Some(evaluation) => two_shares(self.expectation(evaluation)),
            None => linear::estimate(self, state, self.weights()),
        })
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
}

impl Engines for Shout7 {
    fn alpha_beta(&self) -> Params {
        PARAMS
    }

    fn learner(&self, seed: u64, _: u64) -> Option<Box<dyn Learner>> {
        Some(Box::new(School::new(self, seed)))
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
                Level::depth("alphabeta", 1, 0.3),
                Level::depth("alphabeta", 1, 0.13),
                Level::depth("alphabeta", 1, 0.035),
                Level::depth("alphabeta", 2, 0.055),
                Level::depth("alphabeta", 2, 0.0),
                Level::depth("alphabeta", 3, 0.0),
                Level::nodes("alphabeta", 20_000, 0.0),
                Level::milliseconds("alphabeta", 2_000),
            ],
            _ => [
                Level::depth("maxn", 1, 0.5),
                Level::depth("maxn", 1, 0.17),
                Level::depth("maxn", 1, 0.08),
                Level::depth("maxn", 1, 0.033),
                Level::depth("maxn", 1, 0.0),
                Level::nodes("maxn", 1_200, 0.0),
                Level::nodes("maxn", 20_000, 0.0),
                Level::milliseconds("maxn", 2_000),
            ],
        }
    }
}
