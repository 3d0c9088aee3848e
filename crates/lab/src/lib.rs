//! The lab: what makes and measures computer players. Matches between players and their ratings,
//! training, benchmarks, and load on a server. Nothing here is needed to play: only the command line
//! depends on this crate.
//!
//! # Where to change what
//! - When an SPRT ends a match: `Sprt::verdict` in `rating/sprt.rs`, asked by `count` in `arena/runner.rs`; its error
//!   rate: `rating/mod.rs`.
//! - How long a program in the arena may be silent: `PATIENCE` in `arena/program.rs`.

mod arena;
mod baselines;
mod bench;
mod finish;
#[cfg(feature = "load")]
mod load;
mod progress;
mod puzzles;
mod rating;
mod svg;
mod train;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Subcommand;
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_search::{SearchControl, SearchRequest};
use parlour_session::{Player, Session, TextReport};

/// The commands of the lab.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play matches between computer players and rate them
    Arena(arena::Args),
    /// Measure whether a player wins the positions that are judged won
    Finish(Box<finish::Args>),
    /// Find puzzles in games between computer players
    Puzzles(puzzles::Args),
    /// Train a game's computer player on games against itself
    Train(train::Args),
    /// Measure the speed of random games, and how soon an engine answers
    Bench(bench::Args),
    /// Put a server under load, and measure what a move costs
    #[cfg(feature = "load")]
    Load(load::Args),
}

/// What a player finds, unless somebody asks for the end.
fn search(
    player: &mut dyn Player,
    session: &dyn Session,
    request: &SearchRequest,
    stop: &AtomicBool,
) -> Result<TextReport, Failure> {
    let begun = Instant::now();
    let control = SearchControl { clock: &|| begun.elapsed(), stop };
    let report = player.search(session, request, &control, &mut |_| {});
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted("interrupted before the end".to_owned()));
    }
    report.ok_or_else(|| Failure::runtime("nobody is to move"))
}

/// Runs a command.
pub fn run(command: Command, io: &mut Io<'_>) -> Result<(), Failure> {
    match command {
        Command::Arena(args) => arena::run(&args, io),
        Command::Finish(args) => finish::run(&args, io),
        Command::Puzzles(args) => puzzles::run(&args, io),
        Command::Train(args) => train::run(&args, io),
        Command::Bench(args) => bench::run(&args, io),
        #[cfg(feature = "load")]
        Command::Load(args) => load::run(&args, io),
    }
}
