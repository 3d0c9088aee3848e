//! The parameters of an alpha-beta search.

use crate::params::params;

/// Half the width of the aspiration window around the last value, in thousandths.
pub(super) const ASPIRATION_WINDOW: i32 = 200;

params! {
    /// The parameters of an alpha-beta search. Values are in thousandths, as in
    /// [`crate::Heuristics::evaluate`].
    pub struct Params {
        /// The number of positions in the transposition table, 16 bytes each.
        capacity: usize = 1 << 20, "capacity", at least 1;
        /// How much an evaluation is expected to change with one ply at most. A larger margin prunes less.
        futility_margin: i32 = 300, "futility-margin";
        /// Reverse futility pruning: in the last `reverse_futility_depth` plies a position is not searched
        /// when its evaluation is far above beta.
        reverse_futility_depth: i32 = 4, "reverse-futility-depth";
        /// Futility pruning: quiet moves are skipped in the last `futility_depth` plies when the evaluation
        /// is far below alpha.
        futility_depth: i32 = 0, "futility-depth";
        /// How much less than 0 a draw is worth to the searching player.
        contempt: i32 = 0, "contempt";
        /// The value of one move less to the win ([`crate::Heuristics::moves_to_win`]), added to every
        /// evaluation; 0 for none.
        progress: i32 = 0, "progress";
        /// The most random noise that is added to the value of each move at the root. It decides among moves
        /// of nearly the same value, so that not all games are alike.
        root_noise: i32 = 0, "root-noise", at least 0;
        /// Late move reductions: late moves are searched less deeply by `lmr` times the product of the
        /// logarithms of depth and move number; 0 for never.
        lmr: f32 = 0.5, "lmr";
    }
}

impl Params {
    /// Nothing is pruned or reduced that could change the result.
    pub const NO_PRUNING: Params =
        Params { reverse_futility_depth: 0, futility_depth: 0, lmr: 0.0, ..Params::DEFAULT };
}

/// By how many plies late moves are reduced, by depth and move number.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new(lmr: f32) -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(3) {
            for (number, less) in row.iter_mut().enumerate().skip(2) {
                *less = (lmr * (depth as f32).ln() * (number as f32).ln()) as u8;
            }
        }
        Reductions(table)
    }

    pub(super) fn get(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.min(63)].into()
    }
}
