//! The program as a person or a script meets it.

mod analyse;
mod arena;
mod common;
#[cfg(all(target_os = "linux", feature = "server"))]
mod disks;
mod json;
mod rules;
mod set_up;
mod streams;
mod train;
mod transcripts;
mod variables;
