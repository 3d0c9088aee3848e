//! The program as a person or a script meets it.

mod analyse;
mod answers;
mod arena;
mod common;
#[cfg(all(target_os = "linux", feature = "server"))]
mod disks;
#[cfg(unix)]
mod interrupts;
mod json;
mod programs;
mod rules;
mod set_up;
mod streams;
mod train;
mod transcripts;
mod variables;
