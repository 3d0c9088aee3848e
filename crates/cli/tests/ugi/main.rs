//! The engine protocol, spoken to as another program would.

mod fuzz;
mod go;
mod talk;
mod transcripts;
