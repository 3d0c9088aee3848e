//! The JSON messages between server and page, version 1.
//!
//! Rules types never serialize themselves: they are turned into these at the edge. TypeScript
//! types are generated from this crate ([`typescript`]); the server describes its HTTP calls with
//! the same types in its OpenAPI document.

pub mod api;
pub mod dice;
pub mod follow;
pub mod news;
pub mod scene;
pub mod socket;
pub mod table;
mod ts;

pub use ts::typescript;

/// The version in every address: `/api/v1/…`.
pub const VERSION: u32 = 1;
