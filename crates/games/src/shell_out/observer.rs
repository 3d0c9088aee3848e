//! An observer: names everybody's loaded shell from what lies open and how it came about.
//!
//! It is fitted to the games of one player, so it tells how much that player gives away. That is
//! what it is for: see the example `shell_out`, and `rivals.rs` for a player that guesses by it.

use parlour_core::Seat;

use super::ShellOut;
use super::belief::Watcher;
use super::board::{FIELD, NEIGHBOURS};
use super::habit::Stance;
use super::regression::{self, Choice};
use super::state::Open;
use crate::hex::{Cell, cells};

/// How many signs of a loaded shell the observer knows.
pub const SIGNS: usize = 14;

/// What each sign is worth: a shell is named in proportion to e to the power of their sum.
pub type Eye = [f32; SIGNS];

/// What the signs are.
pub const SIGN_NAMES: [&str; SIGNS] = [
    "moves to the nearest spot",
    "nearest of all",
    "next to a spot",
    "two moves away",
    "three moves away",
    "moves made",
    "moved most",
    "never moved",
    "moved last",
    "at home",
    "opponents next to it",
    "moves made towards a spot",
    "belief",
    "sole shell away from home",
];

/// The shells of one player under which the counter may lie, with the signs of each.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Line {
    pub(crate) cells: Vec<Cell>,
    pub(crate) signs: Vec<[f32; SIGNS]>,
}

fn sign(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

impl Line {
    /// Looks at the shells of `seat`.
    pub(crate) fn up(game: &ShellOut, watcher: &Watcher<'_>, open: &Open, seat: Seat) -> Self {
        let stance = Stance::new(game, open, seat);
        let suspects = game.suspects(open, seat);
        let others = open.occupied() & !open.shells[seat.index()];
        let home = FIELD[usize::from(game.field_of(seat))];
        let belief = watcher.belief(open);
        let nearest = cells(suspects).map(|cell| stance.away(cell)).min();
        let moved = |cell: Cell| watcher.moved(open, seat, cell);
        let most = cells(suspects).map(|cell| moved(cell).times).max();
        let signs = |cell: Cell| {
            let (away, moved) = (stance.away(cell), moved(cell));
            [
                f32::from(away),
                sign(Some(away) == nearest),
                sign(away == 1),
                sign(away == 2),
                sign(away == 3),
                f32::from(moved.times) / 3.0,
                sign(Some(moved.times) == most && moved.times > 0),
                sign(moved.times == 0),
                sign(moved.last),
                sign(home & cell.bit() != 0),
                (NEIGHBOURS[cell.index()] & others).count_ones() as f32,
                f32::from(moved.gain) / 3.0,
                belief.at(seat, cell).max(1e-3).ln(),
                sign(suspects & !home == cell.bit()),
            ]
        };
        Line { cells: cells(suspects).collect(), signs: cells(suspects).map(signs).collect() }
    }

    /// How likely each shell is the loaded one to this eye.
    pub(crate) fn odds(&self, eye: &Eye) -> Vec<f64> {
        regression::odds(&self.signs, &eye.map(f64::from))
    }
}

/// A line-up and which of its shells was the loaded one.
pub type Moment = Choice<SIGNS>;

/// How often an eye names the loaded shell; where it cannot decide, it draws.
pub fn named(moments: &[Moment], eye: &Eye) -> f64 {
    let right = moments.iter().map(|moment| {
        let odds = moment.odds(&eye.map(f64::from));
        let most = odds.iter().copied().fold(f64::MIN, f64::max);
        let equals = odds.iter().filter(|&&odds| odds == most).count();
        if odds[moment.made] == most { 1.0 / equals as f64 } else { 0.0 }
    });
    right.sum::<f64>() / moments.len().max(1) as f64
}

/// How often somebody would who draws among all that may be loaded.
pub fn blind(moments: &[Moment]) -> f64 {
    let right = moments.iter().map(|moment| 1.0 / moment.options.len() as f64);
    right.sum::<f64>() / moments.len().max(1) as f64
}

/// The eye to which these moments are likeliest.
pub fn fit(moments: &[Moment]) -> Eye {
    regression::fit(moments).map(|weight| weight as f32)
}
