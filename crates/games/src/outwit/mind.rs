//! How Outwit is judged and searched.

use parlour_core::{PerSeat, Seat};
use parlour_search::alphabeta::{AlphaBeta, Habits};
use parlour_search::learn::linear::{Opponent, School, Weights};
use parlour_search::learn::{Learner, Linear};
use parlour_search::rival::{Freedom, Rival};
use parlour_search::{LEVELS, Level, Maker, Mind, Settings};

use super::sense::{self, FEATURES};
use super::{Move, Outwit, QUIET_LIMIT, State};
use crate::weights;

/// What each feature speaks for. The numbers began as weights set by hand and were then fitted to
/// games, most of them against simple players (`docs/strength.md`). `parlour train outwit` begins
/// with these and learns on.
static WEIGHTS: [i32; FEATURES] = weights::read(include_str!("weights.txt"));

/// The engine of all levels.
const ALPHABETA: Maker<Outwit> = Maker {
    name: "alphabeta",
    make: |game, settings| Box::new(AlphaBeta::new(game, HABITS.tuned(settings))),
};

/// Whoever is content with a draw finds one behind every wall.
const HABITS: Habits = Habits { contempt: 300, ..Habits::USUAL };

/// Simple players to measure others by: those of [`sense::rivals`], and one who counts moves.
const RIVALS: [Maker<Outwit>; 4] = [
    Maker { name: "crow-flies", make: |game, settings| Box::new(rival(game, 0, settings)) },
    Maker { name: "roomy", make: |game, settings| Box::new(rival(game, 1, settings)) },
    Maker { name: "lanes", make: |game, settings| Box::new(rival(game, 2, settings)) },
    Maker {
        name: "freedom",
        make: |game, settings| Box::new(Rival::new(game, Freedom, Habits::PLAIN.tuned(settings))),
    },
];

fn rival(game: &Outwit, number: usize, settings: &mut Settings) -> Rival<Outwit, Weights> {
    let weights = Weights::new(&sense::rivals()[number]);
    Rival::new(game, weights, Habits::USUAL.tuned(settings))
}

/// What it promises that a chip comes home, in thousandths of a share.
const HOMECOMING: i32 = 100;

impl Linear for Outwit {
    const FEATURES: usize = FEATURES;

    #[inline(always)]
    fn features(&self, state: &State, tell: impl FnMut(usize, i32)) {
        sense::features(state, tell);
    }

    fn weights(&self) -> &[i32] {
        &WEIGHTS
    }

    fn rivals(&self) -> Vec<Opponent> {
        let mut all: Vec<_> = sense::rivals().into_iter().map(Opponent::Weights).collect();
        all.extend([2, 3, 3].map(Opponent::Freedom));
        all
    }

    /// O7: the longer no chip has come home, the nearer is the draw.
    #[inline(always)]
    fn tempered(&self, state: &State, sum: i32) -> i32 {
        const SOFT: i32 = QUIET_LIMIT as i32 + 30;
        sum * (SOFT - i32::from(state.quiet)) / SOFT
    }
}

impl Mind for Outwit {
    const OPEN: bool = true;

    fn outlook(&self, state: &State) -> Option<PerSeat<f32>> {
        let share = self.expectation(self.evaluate(state)?) as f32;
        let mut shares = PerSeat::new(2, share);
        shares[Seat(1)] = 1.0 - share;
        Some(shares)
    }

    #[inline]
    fn evaluate(&self, state: &State) -> Option<i32> {
        let mut sum = 0;
        self.features(state, |feature, count| sum += WEIGHTS[feature] * count);
        Some(self.tempered(state, sum))
    }

    #[inline]
    fn hash(&self, state: &State) -> u64 {
        let [light, dark] = state.chips;
        let power = state.power.map(|square| u64::from(square.number()));
        // O7 matters only when its draw is in sight.
        let quiet = if state.quiet < QUIET_LIMIT / 2 { 0 } else { u64::from(state.quiet) };
        let beside = power[0] << 46 | power[1] << 53;
        let above = (state.side as u64) << 46 | quiet << 47;
        [(light >> 64) as u64 | beside, dark as u64, (dark >> 64) as u64 | above]
            .into_iter()
            .fold(mixed(light as u64), |hash, word| mixed(hash ^ word))
    }

    fn promise(&self, state: &State, mv: Move) -> i32 {
        let Move::Slide { from, to } = mv else { return 0 };
        let corner = state.side.corner();
        if to.is_in(corner) && !from.is_in(corner) { HOMECOMING } else { 0 }
    }

    fn learner(&self, seed: u64, _: u64) -> Option<Box<dyn Learner>> {
        Some(Box::new(School::new(self, seed)))
    }

    fn engines(&self) -> Vec<Maker<Self>> {
        let mut makers = vec![ALPHABETA, Maker::uct()];
        makers.extend(RIVALS);
        makers
    }

    fn levels(&self) -> [Level; LEVELS] {
        [
            Level::depth("alphabeta", 1, 0.35),
            Level::depth("alphabeta", 1, 0.11),
            Level::depth("alphabeta", 1, 0.05),
            Level::depth("alphabeta", 1, 0.025),
            Level::depth("alphabeta", 1, 0.011),
            Level::depth("alphabeta", 3, 0.008),
            Level::nodes("alphabeta", 20_000, 0.0),
            Level::time("alphabeta", 2_000),
        ]
    }
}

/// Every bit of the word on every bit of the result.
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
