//! Parlour's server: tables of five games behind HTTP and WebSockets, with the page inside.
//!
//! - [`store`]: a table is its events; [`store::Store::append`] is the only way it changes.
//! - [`table`]: what follows from the events, what people may do, what they may know.
//! - [`app`]: the router and the process around it.

pub mod app;
mod bots;
pub mod config;
mod convert;
mod drive;
pub mod error;
mod hub;
mod keep;
pub mod limits;
pub mod logs;
mod metrics;
mod routes;
mod secret;
mod security;
pub mod store;
pub mod table;
pub mod time;
mod visitor;

pub use app::{App, Failed, Server, openapi, serve};
pub use config::Config;
