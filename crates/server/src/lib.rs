//! Parlour's server: tables of games behind HTTP and WebSockets, with the page inside.
//!
//! What a table is, what people may do there and what they may know is the crate `parlour-table`.
//! - [`store`]: a table is its events; [`store::Store::append`] is the only way it changes.
//! - [`app`]: the router and the process around it.

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
mod hints;
mod housekeeping;
mod hub;
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
pub mod store;
mod sync;
mod table_task;
pub mod time;
mod visitor;

pub use app::{App, Failed, Server, backup, serve};
pub use config::Config;
#[cfg(feature = "schema")]
pub use openapi::openapi;
