//! Tests that run over every registered game: registering a game is enough to be tested here.

mod budgets;
mod common;
mod completeness;
mod conformance;
mod diagrams;
mod facts;
mod guidance;
mod laws;
mod looks;
mod perft;
mod players;
mod playthroughs;
mod readme;
mod reread;
mod secrecy;
mod texts;
