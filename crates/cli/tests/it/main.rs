//! The program as a person or a script meets it.

mod analyse;
mod answers;
mod arena;
mod common;
mod conversation;
#[cfg(all(target_os = "linux", feature = "server"))]
mod disks;
#[cfg(all(target_os = "linux", feature = "server"))]
mod hosts;
#[cfg(unix)]
mod interrupts;
mod json;
mod mistakes;
#[cfg(all(target_os = "linux", feature = "server"))]
mod online;
#[cfg(unix)]
mod picture;
mod programs;
mod rules;
#[cfg(unix)]
mod screen;
#[cfg(all(target_os = "linux", feature = "server"))]
mod server;
mod set_up;
mod streams;
mod train;
mod transcripts;
