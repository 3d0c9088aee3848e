//! Parlour's server: tables of games behind HTTP and WebSockets, with the page inside.
//!
//! What a table is, what people may do there and what they may know is the crate `parlour-table`.
//! - [`store`]: a table is its events; [`store::Store::append`] is the only way it changes.
//! - [`app`]: the router and the process around it.
//!
//! # Where to change what
//! - A limit for a visitor or an address, of new tables, hints, names, calls, sockets or bytes, and how often a
//!   socket is asked for a sign of life: `Limits` in `limits.rs`, and `docs/operating.md`.
//! - When unused tables are cleared: `UNUSED_DAYS` in `config.rs`; how many threads search: `Bots` there; memory for
//!   tables: `cache_bytes`. How often the server looks, and when an idle table leaves memory: `housekeeping.rs`. How
//!   long a stopping server waits: `SHUTDOWN_…` in `app.rs`.
//! - Which moves a hint names: `search` in `hints.rs` (`crates/terminal/src/local.rs` for the terminal).
//! - Error texts: the constants in `error.rs`; at the start `cannot_write` in `store/file.rs`; in the log
//!   `store/fault.rs`. `crates/cli/tests/it/disks.rs` fills a disk and reads them.
//! - How chat reaches the pages: `said` and `news` in `broadcast.rs`; on the page `web/src/table/merge.ts`.
//! - A field of a visitor's profile: `Me` in `crates/wire/src/api.rs`; `routes/me.rs`; `name` and `rename` in
//!   `store/mod.rs` (one SQL for both databases); `web/src/app/me.ts`, `web/src/app/NameForm.tsx`.
//! - A column of the database: `crates/server/schema`, and the way from the last release in `store/upgrade.rs`;
//!   `docs/releasing.md` says what else.
//! - How many tables a list has: `LISTED` in `routes/tables.rs`, `OTHERS_SHOWN` in `web/src/pages/Home.tsx`.

mod analyses;
pub mod app;
mod bots;
mod broadcast;
mod coach;
pub mod config;
pub mod error;
mod fairness;
mod frames;
mod guest;
mod handle;
mod healthy;
mod hints;
mod housekeeping;
mod hub;
mod in_play;
pub mod limits;
mod listen;
pub mod logs;
mod memory;
mod metrics;
#[cfg(feature = "schema")]
mod openapi;
mod quotas;
mod reports;
mod routes;
mod secret;
mod security;
#[cfg(unix)]
mod service;
pub mod store;
mod studies;
mod sync;
mod table_task;
pub mod time;
mod upkeep;
mod visitor;

pub use app::{App, Failed, Server, serve};
pub use config::Config;
pub use healthy::healthy;
#[cfg(feature = "schema")]
pub use openapi::openapi;
pub use upkeep::{backup, move_to_file, move_to_postgres, restore};
