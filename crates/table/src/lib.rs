//! What a table is, with no socket, no database and no clock of its own.
//!
//! - [`events`]: what can happen at a table, as it is stored.
//! - [`Table`]: what follows from the events.
//! - [`commands`]: what people may do; each command becomes events or a refusal. [`setup`] makes new
//!   tables.
//! - [`steps`]: what a table does by itself.
//! - [`project`]: what a viewer may know; [`replay`], [`record`] and [`account`] for hindsight.
//!
//! Time and chance come in as arguments, so that a server, a terminal and a simulation behave alike
//! because they run the same code.

pub mod account;
pub mod clock;
pub mod commands;
pub mod dice;
pub mod events;
pub mod hash;
pub mod listing;
pub mod names;
pub mod people;
pub mod plies;
pub mod position;
pub mod project;
pub mod record;
pub mod replay;
pub mod setup;
pub mod steps;
pub mod stored;
pub mod table;
#[doc(hidden)]
pub mod testing;

pub use people::{Chair, Holder};
pub use plies::Ply;
pub use table::{Broken, Table};
