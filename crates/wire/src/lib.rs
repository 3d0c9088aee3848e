//! The JSON messages between server and page.
//!
//! Rules types never serialize themselves: they are turned into these at the edge. TypeScript
//! types are generated from this crate, and the server's OpenAPI document names the same types:
//! both by tests, with the feature `schema`.
//!
//! # Where to change what
//! - A message of the socket: `socket.rs`, and `crates/server/src/routes/socket.rs`; then `cargo xtask types` and
//!   `docs/api.md`.
//! - What a program does with a socket (ids, what is sent again, when a line is lost): `client.rs`; the page does the
//!   same in `web/src/table/transport`.
//! - What is said of JSON that does not fit: `reading.rs`.
//! - A line of the list of moves: `Ply` in `crates/table/src/plies.rs`, `Description` in `scene.rs`, and
//!   `web/src/table/view/MoveList.tsx`.

pub mod analysis;
pub mod api;
pub mod client;
pub mod delta;
pub mod delta_encoder;
pub mod dice;
mod follow;
pub mod label;
pub mod lessons;
mod options;
pub mod position;
pub mod reading;
pub mod replay;
pub mod report;
pub mod scene;
pub mod setup;
pub mod socket;
pub mod table;
#[cfg(feature = "schema")]
mod ts;

#[cfg(feature = "schema")]
pub use ts::typescript;
