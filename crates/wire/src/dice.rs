//! Fair dice: what a table shows of its seed, and what a browser adds to it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The dice of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Dice {
    /// The hash of the server's seed, fixed when the table was set up.
    pub commitment: String,
    /// Whether the game has throws or draws.
    pub used: bool,
    /// What browsers added, in order.
    pub contributions: Vec<Contribution>,
    /// Whether the visitor's browser may add to the dice now.
    pub wanted: bool,
    /// The seed, opened once the game is over.
    pub seed: Option<String>,
}

/// What a browser added to the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Contribution {
    /// The number of actions made before it: it counts from here on.
    pub ply: u32,
    /// A random text.
    pub salt: String,
    /// Whether it is the visitor's own.
    pub yours: bool,
}

/// A browser adds to the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Contribute {
    /// A random text of 8 to 64 letters and digits.
    pub salt: String,
}
