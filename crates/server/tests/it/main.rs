//! The server as its visitors meet it: over real sockets, and through its router in memory.

mod abuse;
mod analysis;
mod attacks;
mod bots;
mod clocks;
mod cluster;
mod coach;
mod connections;
mod contract;
mod crash;
mod dice;
mod disks;
mod durability;
mod faults;
mod figures;
mod harness;
mod http;
mod lessons;
mod page;
mod play;
mod processes;
mod records;
mod reports;
mod seats;
mod secrecy;
mod worlds;
