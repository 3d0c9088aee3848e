//! How players move.
//!
//! Nobody is one of these styles, but most are near one of them. How the information-set search itself
//! moves is in `style.txt`, which `parlour train shell-out` writes. The runner's and the walker's numbers
//! are rounded and blended from weights that were fitted to games; the wanderer's are set by hand.

use super::policy::{FEATURES, PolicyWeights};

/// Ways to play that somebody may have, with how likely each is before anything is seen.
pub type Styles = [(PolicyWeights, f32)];

/// Takes the loaded shell straight to the nearest spot.
const RUNNER: PolicyWeights = [
    5.0, 0.57, 3.9, -0.5, 0.6, -2.0, 0.03, -0.04, 0.0, -1.0, 2.0, -0.2, 0.3, -0.09, -0.03, -2.0,
    4.6, 0.5, 2.9, 0.0,
];

/// Takes the loaded shell there too, with more of the others.
const WALKER: PolicyWeights = [
    2.0, 0.55, 2.3, 0.08, 0.75, -1.1, -0.06, 0.1, -0.72, 0.0, 1.87, 0.25, 0.85, -0.15, -0.15, -1.0,
    2.83, -1.4, 2.0, 1.2,
];

/// Moves any shell towards the spots: nothing can be read from that.
const WANDERER: PolicyWeights = [
    4.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0,
];

/// How the information-set search itself moves.
pub const SEARCH_POLICY: PolicyWeights = {
    let numbers: [i32; FEATURES] = include!("style.txt");
    let mut policy = [0.0; FEATURES];
    let mut which = 0;
    while which < FEATURES {
        policy[which] = numbers[which] as f32 / 100.0;
        which += 1;
    }
    policy
};

/// How players are taken to move.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyMixture {
    styles: [(PolicyWeights, f32); 4],
}

impl PolicyMixture {
    /// The information-set search, whose loaded shell stays among the others, moves by these weights.
    pub fn new(bluffer: PolicyWeights) -> Self {
        PolicyMixture { styles: [RUNNER, WALKER, bluffer, WANDERER].map(|weights| (weights, 0.25)) }
    }

    /// The styles that a watcher reckons with.
    pub fn styles(&self) -> &Styles {
        &self.styles
    }

    /// How the information-set search moves, and so what it looks at first.
    pub(crate) fn bluffer(&self) -> &PolicyWeights {
        &self.styles[2].0
    }
}

impl Default for PolicyMixture {
    /// Those that the game is built with.
    fn default() -> Self {
        PolicyMixture::new(SEARCH_POLICY)
    }
}
