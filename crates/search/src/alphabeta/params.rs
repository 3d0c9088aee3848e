//! The parameters of an alpha-beta search.

use crate::settings::Settings;

/// The parameters of an alpha-beta search. Values are in thousandths, as in
/// [`crate::Heuristics::evaluate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// The number of positions in the transposition table, 16 bytes each.
    pub capacity: usize,
    /// How much an evaluation is expected to change with one ply at most. A larger margin prunes less.
    pub futility_margin: i32,
    /// Reverse futility pruning: in the last `reverse_futility_depth` plies a position is not searched
    /// when its evaluation is far above beta.
    pub reverse_futility_depth: i32,
    /// Futility pruning: quiet moves are skipped in the last `futility_depth` plies when the evaluation
    /// is far below alpha.
    pub futility_depth: i32,
    /// Late move reductions: late moves are searched less deeply by `lmr` times the product of the
    /// logarithms of depth and move number; 0 for never.
    pub lmr: f32,
    /// How much less than 0 a draw is worth to the searching player.
    pub contempt: i32,
    /// The value of one move less to the win ([`crate::Heuristics::moves_to_win`]), added to every
    /// evaluation; 0 for none.
    pub progress: i32,
    /// The most random noise that is added to the value of each move at the root. It decides among moves
    /// of nearly the same value, so that not all games are alike.
    pub root_noise: i32,
}

impl Params {
    /// Parameters that suit most games.
    pub const DEFAULT: Params = Params {
        capacity: 1 << 20,
        futility_margin: 300,
        reverse_futility_depth: 4,
        futility_depth: 0,
        lmr: 0.5,
        contempt: 0,
        progress: 0,
        root_noise: 0,
    };

    /// Nothing is pruned or reduced that could change the result.
    pub const NO_PRUNING: Params =
        Params { reverse_futility_depth: 0, futility_depth: 0, lmr: 0.0, ..Params::DEFAULT };

    /// These parameters with the given settings.
    #[must_use]
    pub fn tuned(self, settings: &mut Settings) -> Self {
        let mut whole = |name, default: i32| settings.take(name, f64::from(default)) as i32;
        Params {
            capacity: whole("capacity", self.capacity as i32).max(1) as usize,
            futility_margin: whole("futility-margin", self.futility_margin),
            reverse_futility_depth: whole("reverse-futility-depth", self.reverse_futility_depth),
            futility_depth: whole("futility-depth", self.futility_depth),
            contempt: whole("contempt", self.contempt),
            progress: whole("progress", self.progress),
            root_noise: whole("root-noise", self.root_noise).max(0),
            lmr: settings.take("lmr", f64::from(self.lmr)) as f32,
        }
    }
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
