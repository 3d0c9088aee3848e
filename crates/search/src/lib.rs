//! Players for any game. This crate names no game: it sees the rules through
//! [`parlour_core::Game`], what a search wants beside them through [`Mind`], and of a position
//! only what the mover may know.
//!
//! An [`Engine`] searches in steps; a [`Thinker`] steps it until a budget is used up. There is no
//! clock in here: the caller brings one.

pub mod alphabeta;
mod engine;
pub mod exact;
pub mod expectimax;
mod guile;
mod hash;
pub mod infosets;
pub mod laws;
pub mod learn;
mod level;
pub mod maxn;
mod mind;
mod playout;
pub mod rival;
mod rule;
mod settings;
mod sight;
mod think;
pub mod uct;

pub use engine::{Certainty, Engine, Line, Maker, Progress, Report, Task};
pub use guile::{Guile, Guise, Sighting};
pub use hash::hash;
pub use level::{LEVELS, Level};
pub use mind::Mind;
pub use playout::playout;
pub use rule::{ByRule, Fact, Reach, Rule, Solution, Verdict, Worked};
pub use settings::{SettingError, Settings};
pub use think::{Budget, Haste, Limits, Thinker};
