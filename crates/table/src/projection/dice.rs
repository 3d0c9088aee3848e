//! What a visitor may know of a table's dice: what the server committed to, what browsers added, and the
//! seed once the game is over.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::Table;
use crate::commands::{all_sealed, wanted};
use crate::dice::{self, Wanted, commitment};
use crate::listing::Status;
use crate::stored::VisitorId;

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

impl Dice {
    /// The dice of a table for a visitor; tables of old have none that can be checked.
    pub fn of(table: &Table, visitor: &VisitorId) -> Option<Self> {
        let seed = table.created.seed.as_ref()?;
        let given = |(by, given): &(VisitorId, dice::Contribution)| Contribution {
            ply: given.ply,
            salt: given.salt.clone(),
            yours: by == visitor,
        };
        let sealed =
            |(by, seal): &(VisitorId, String)| Seal { seal: seal.clone(), yours: by == visitor };
        Some(Dice {
            commitment: commitment(seed),
            used: table.has_chance(),
            seals: table.seals.iter().map(sealed).collect(),
            complete: all_sealed(table),
            contributions: table.contributions.iter().map(given).collect(),
            wanted: wanted(table, visitor),
            // An open seed gives away every throw and draw to come.
            seed: (table.status() == Status::Over).then(|| seed.clone()),
        })
    }
}
