//! How strong players are, from games that they played: ratings with their errors, and a test that
//! ends a match as soon as it is decided.
//!
//! Every player has a strength. The chance of a seat to win is its player's strength out of the
//! strengths of all seats at the table (Luce); a win that is shared counts for each by the share.
//! Ten times the strength is 400 Elo. With two seats that is the model of Bradley and Terry, by
//! which ratings are usually made.

mod luce;
mod matrix;
mod mean;
mod pairing;
mod sprt;
mod standings;
#[cfg(test)]
mod tests;

pub(crate) use sprt::Sprt;
pub(crate) use standings::{Standing, Standings};

/// 1.96 standard errors to each side hold the truth 95 times in 100.
pub(crate) const CONFIDENCE: f64 = 1.96;

/// How much rating a strength has that is e times as large.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The share of the win of `own` seats against `others`, if their player is rated `elo` higher.
fn won_by(own: f64, others: f64, elo: f64) -> f64 {
    own / (own + others * 10f64.powf(-elo / 400.0))
}
