//! What was learned from games of computer players: how players move, and what an observer goes by.
//!
//! The first three styles are rounded numbers, blended from habits that were fitted to such games, so
//! no run gives just these; the wanderer's are set by hand. The example `shell_out` of this crate
//! fits a player's habit, and an observer, anew. Nobody is one of these styles, but most are near
//! one of them.

use super::habit::Habit;
use super::observer::Eye;

/// The styles that a watcher reckons with, and how likely each is before anything is seen.
pub(crate) const STYLES: [(Habit, f32); 4] =
    [(RUNNER, 0.25), (WALKER, 0.25), (BLUFFER, 0.25), (WANDERER, 0.25)];

/// Takes the loaded shell straight to the nearest spot.
const RUNNER: Habit = [
    5.0, 0.57, 3.9, -0.5, 0.6, -2.0, 0.03, -0.04, 0.0, -1.0, 2.0, -0.2, 0.3, -0.09, -0.03, -2.0,
    4.6, 0.5, 2.9, 0.0,
];

/// Takes the loaded shell there too, with more of the others.
const WALKER: Habit = [
    2.0, 0.55, 2.3, 0.08, 0.75, -1.1, -0.06, 0.1, -0.72, 0.0, 1.87, 0.25, 0.85, -0.15, -0.15, -1.0,
    2.83, -1.4, 2.0, 1.2,
];

/// Keeps the loaded shell among the others. This is how the information-set search moves, and so
/// what it looks at first.
pub(crate) const BLUFFER: Habit = [
    4.0, 1.05, 1.5, -1.65, 0.66, 0.47, 1.45, -0.55, -0.13, 0.34, -0.28, -1.9, -1.78, 0.1, 1.05,
    -3.5, 3.2, 1.0, -0.5, 0.35,
];

/// Moves any shell towards the spots: nothing can be read from that.
const WANDERER: Habit = [
    4.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0,
];

/// An observer fitted to games of two of the information-set search against itself
/// (`observe 2 40 infosets:nodes=300`).
pub(crate) const EYE: Eye =
    [0.24, 0.44, -0.32, 0.25, 0.14, 0.0, 0.18, 0.67, 0.0, -1.06, -0.12, -0.08, 0.04, -0.18];
