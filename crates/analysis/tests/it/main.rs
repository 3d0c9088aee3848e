//! Tests of accounts over whole games.

mod account;
mod knowledge;
mod play;
