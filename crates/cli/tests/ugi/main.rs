//! The engine protocol, spoken to as another program would.

mod fuzz;
mod go;
mod seeds;
mod talk;
mod transcripts;
