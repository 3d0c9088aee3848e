//! The program as a person or a script meets it.

mod analyse;
mod answers;
mod arena;
mod common;
#[cfg(all(target_os = "linux", feature = "server"))]
mod disks;
mod json;
mod rules;
mod streams;
mod train;
mod transcripts;
mod variables;
