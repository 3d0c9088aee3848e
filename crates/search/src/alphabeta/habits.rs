//! How an alpha-beta search goes about its work.

use crate::settings::Settings;

/// What can be tuned. Values are in thousandths, as in [`crate::Mind::evaluate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// Room for so many positions to be looked up again, 16 bytes each.
    pub capacity: usize,
    /// The depth after which a search is done.
    pub deepest: i32,
    /// So much of an evaluation is taken to change with an action at most.
    pub margin: i32,
    /// Up to so many actions before the end of the look-ahead an evaluation far above the window is
    /// trusted.
    pub trusting: i32,
    /// Up to so many actions before that end quiet moves are not looked into where an evaluation is far
    /// below the window.
    pub doubting: i32,
    /// So many noisy moves in a row are followed after that end.
    pub settling: u32,
    /// How readily late moves are looked into less deeply; 0 for never.
    pub haste: f32,
    /// How far from the last value the next one is expected.
    pub window: i32,
    /// How much less than nothing a draw is worth to whoever searches.
    pub contempt: i32,
    /// By up to so much each move at the root is liked, as the seed has it: among moves that are
    /// worth all but the same it decides, so that not every game goes alike.
    pub whim: i32,
    /// A move that is better than all others by so much is clearly the best.
    pub clearly: i32,
}

impl Habits {
    /// Habits that do for most games.
    pub const USUAL: Habits = Habits {
        capacity: 1 << 20,
        deepest: 100,
        margin: 300,
        trusting: 4,
        doubting: 0,
        settling: 0,
        haste: 0.5,
        window: 200,
        contempt: 0,
        whim: 0,
        clearly: 500,
    };

    /// Nothing is left out that could change the answer.
    pub const PLAIN: Habits = Habits { trusting: 0, doubting: 0, haste: 0.0, ..Habits::USUAL };

    /// These habits with some changes.
    pub fn tuned(self, settings: &mut Settings) -> Self {
        let mut whole = |name, usual: i32| settings.take(name, f64::from(usual)) as i32;
        Habits {
            capacity: whole("capacity", self.capacity as i32).max(1) as usize,
            deepest: whole("deepest", self.deepest).max(1),
            margin: whole("margin", self.margin),
            trusting: whole("trusting", self.trusting),
            doubting: whole("doubting", self.doubting),
            settling: whole("settling", self.settling as i32).max(0) as u32,
            window: whole("window", self.window).max(1),
            contempt: whole("contempt", self.contempt),
            whim: whole("whim", self.whim).max(0),
            clearly: whole("clearly", self.clearly).max(1),
            haste: settings.take("haste", f64::from(self.haste)) as f32,
        }
    }
}

/// How much less deeply late moves are looked into, by depth and by how many came before.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new(haste: f32) -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(3) {
            for (tried, less) in row.iter_mut().enumerate().skip(2) {
                *less = (haste * (depth as f32).ln() * (tried as f32).ln()) as u8;
            }
        }
        Reductions(table)
    }

    pub(super) fn get(&self, depth: i32, tried: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][tried.min(63)].into()
    }
}
