//! Fair dice: what a table shows of its seed, and what a browser adds to it.

pub use parlour_table::dice::{Contribute, Wanted};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

/// The dice of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Dice {
    /// The hash of the server's seed, fixed when the table was set up.
    pub commitment: String,
    /// Whether the game has throws or draws.
    pub used: bool,
    /// The hashes of what browsers will add, in order.
    pub seals: Vec<Seal>,
    /// Whether every player's browser has sealed what it will add.
    pub complete: bool,
    /// What browsers added, in order.
    pub contributions: Vec<Contribution>,
    /// What the visitor's browser may do for the dice now.
    pub wanted: Wanted,
    /// The seed, opened once the game is over.
    pub seed: Option<String>,
}

/// The hash of what a browser will add to the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Seal {
    /// The SHA-256 of the text, in hexadecimal.
    pub seal: String,
    /// Whether it is the visitor's own.
    pub yours: bool,
}

/// What a browser added to the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Contribution {
    /// The number of actions made before it: it counts from here on.
    pub ply: u32,
    /// A random text.
    pub salt: String,
    /// Whether it is the visitor's own.
    pub yours: bool,
}
