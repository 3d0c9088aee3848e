//! What a table is, with no socket, no database and no clock of its own.
//!
//! - [`events`]: what can happen at a table, as it is stored.
//! - [`Table`]: what follows from the events.
//! - [`commands`]: what people may do; each command becomes events or a refusal. [`setup`] makes new
//!   tables.
//! - [`steps`]: what a table does by itself.
//! - [`projection`]: what a viewer may know, now and in hindsight; [`record`] and [`account`]: finished games
//!   as text and as data.
//!
//! Time and chance come in as arguments, so that a server, a terminal and a simulation behave alike
//! because they run the same code.
//!
//! # Example
//! One person at both sides of Outwit: a table is set up, a command becomes events, the events change the
//! table, and a view shows it.
//! ```
//! use std::collections::HashSet;
//!
//! use parlour_core::{Seat, Viewer};
//! use parlour_table::commands::{Actor, Command, decide};
//! use parlour_table::events::Clock;
//! use parlour_table::projection::Projection;
//! use parlour_table::setup::{self, NewSeat, NewTable};
//! use parlour_table::stored::{TableId, VisitorId};
//! use parlour_table::Table;
//!
//! let ann = VisitorId("ann".to_owned());
//! let seats = vec![NewSeat::Me { name: None }, NewSeat::Me { name: Some("Ben".to_owned()) }];
//! let game = "outwit".to_owned();
//! let wanted = NewTable { game, options: Vec::new(), seats, clock: Clock::None, public: false };
//! let created = setup::plan(wanted, &ann, "Ann", "hash of an invitation".to_owned())?;
//! let mut table = Table::create(TableId("t1".to_owned()), created, 0)?;
//!
//! let action = Projection::new(&table, Viewer::Seat(Seat(0))).choices()[0].action.clone();
//! let command = Command::Act { action, ply: table.ply(), rewinds: None };
//! let present = HashSet::from([ann.clone()]);
//! let actor = Actor { visitor: &ann, name: "Ann", invitation: "", presence: &present, now: 1_000 };
//! for event in decide(&table, actor, &command)? {
//!     table.apply(1_000, &event)?;
//! }
//! assert_eq!(table.ply(), 1);
//! println!("{}", Projection::new(&table, Viewer::Public).position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to change what
//! - What a person may do at a table, and its refusal: `commands.rs`. The refusal's HTTP status:
//!   `crates/server/src/error.rs`.
//! - Who must agree to a draw or a take-back, and what may be taken back: `may_offer_draw`, `all_agreed` and
//!   `take_back_to` in `commands.rs`. A computer never resigns, and agrees to no draw. `docs/api.md` says it too.
//! - A rematch: `rematch_plan` in `setup.rs`, called by `crates/server/src/hub.rs`.
//! - Who may give an absent player's seat away, how long it is kept, how long a chat message may be: the constants
//!   in `commands.rs`; a name: `NAME_LIMIT` in `names.rs`. `docs/api.md` and `maxLength` on the page repeat them.
//! - What a table does by itself (throws, computer moves, flags): `next` in `steps.rs`; how long it waits before:
//!   `Pace` there. `crates/server/src/table_task.rs` waits and does it.
//! - Throws, and the seed that is published after a game: `dice.rs`; how long the first throw waits for the
//!   browsers: `Pace::contributions`; what is published: `projection/record.rs` (text), `projection/dice.rs` (page).
//!   `parlour verify` and `docs/operating.md` follow.
//! - The text of a saved game: `record.rs` reads, `projection/record.rs` writes; raise its `VERSION`.
//! - An event: `events.rs`; `Table::apply` is in `table.rs`. Where its stored form changes, raise `VERSION`, and write the
//!   way from the last release in `crates/server/src/store/upgrade.rs`.
//! - What a spectator or player gets beside what they may know of the position: `projection/seats.rs`; as JSON
//!   `crates/wire/src/table.rs`. `crates/server/tests/it/secrecy.rs` holds it to account.
//! - What a list shows of a table: `Summary` in `listing.rs`, stored as JSON in one column: a new field needs
//!   `#[serde(default)]` and no upgrade.
//! - How many actions a record may have: `MOST_ACTIONS` in `record.rs`.

pub mod account;
pub mod clock;
pub mod commands;
pub mod dice;
pub mod ending;
pub mod events;
pub mod hash;
pub mod listing;
pub mod names;
pub mod people;
pub mod plies;
pub mod projection;
pub mod record;
mod refusal;
pub mod setup;
pub mod steps;
pub mod stored;
pub mod table;
#[doc(hidden)]
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use people::{Chair, Holder};
pub use plies::Ply;
pub use table::{Broken, Table};
