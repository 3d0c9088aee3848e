//! The server as its visitors meet it: over real sockets, and through its router in memory.

mod bots;
mod clocks;
mod connections;
mod durability;
mod harness;
mod http;
mod play;
mod records;
mod seats;
mod secrecy;
