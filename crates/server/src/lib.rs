//! Parlour's server: tables of games behind HTTP and WebSockets, with the page inside.
//!
//! What a table is, what people may do there and what they may know is the crate `parlour-table`.
//! - [`store`]: a table is its events; [`store::Store::append`] is the only way it changes.
//! - [`app`]: the router and the process around it.

pub mod app;
mod bots;
mod broadcast;
pub mod config;
mod drive;
pub mod error;
mod frames;
mod hints;
mod hub;
mod keep;
pub mod limits;
mod listen;
pub mod logs;
mod memory;
mod metrics;
#[cfg(feature = "schema")]
mod openapi;
mod places;
mod routes;
mod secret;
mod security;
pub mod store;
pub mod time;
mod visitor;

pub use app::{App, Failed, Server, backup, serve};
pub use config::Config;
#[cfg(feature = "schema")]
pub use openapi::openapi;
