//! The commands, a file each.

pub mod analyse;
pub mod arena;
#[cfg(feature = "server")]
pub mod backup;
pub mod bench;
pub mod completions;
pub mod files;
pub mod games;
#[cfg(feature = "server")]
pub mod load;
pub mod perft;
pub mod rules;
#[cfg(feature = "server")]
pub mod serve;
pub mod set_up;
pub mod show;
pub mod solve;
pub mod train;
pub mod ugi;
pub mod verify;

use clap::Subcommand;

use crate::failure::Failure;
use crate::io::Io;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play in the browser: this is what `parlour` alone does
    #[cfg(feature = "server")]
    Serve(serve::Args),
    /// List the games and their options
    Games(games::Args),
    /// Read how a game is played
    Rules(rules::Args),
    /// Draw a position, as text or as a picture
    Show(show::Args),
    /// Count action sequences, the classic check of a move generator
    Perft(perft::Args),
    /// Measure how fast random games are played, and how soon an engine answers
    Bench(bench::Args),
    /// Tell what the computer thinks of a position
    Analyse(analyse::Args),
    /// Play matches between computer players and rate them
    Arena(arena::Args),
    /// Tell what is known of a solved game, and judge players by it
    Solve(solve::Args),
    /// Let a game's computer player learn from games against itself
    Train(train::Args),
    /// Put a server under load, and measure what a move costs
    #[cfg(feature = "server")]
    Load(load::Args),
    /// Play as an engine that other programs drive, line by line
    Ugi(ugi::Args),
    /// Check the dice of a finished game
    Verify(verify::Args),
    /// Make a copy of all tables, also while the server runs
    #[cfg(feature = "server")]
    Backup(backup::Args),
    /// Write a completion script for a shell
    Completions(completions::Args),
}

/// Does it.
pub fn run(command: Command, io: &mut Io<'_>) -> Result<(), Failure> {
    match command {
        #[cfg(feature = "server")]
        Command::Serve(args) => serve::run(&args, io),
        Command::Games(args) => games::run(&args, io),
        Command::Rules(args) => rules::run(&args, io),
        Command::Show(args) => show::run(&args, io),
        Command::Perft(args) => perft::run(&args, io),
        Command::Bench(args) => bench::run(&args, io),
        Command::Analyse(args) => analyse::run(&args, io),
        Command::Arena(args) => arena::run(&args, io),
        Command::Solve(args) => solve::run(&args, io),
        Command::Train(args) => train::run(&args, io),
        #[cfg(feature = "server")]
        Command::Load(args) => load::run(&args, io),
        Command::Ugi(args) => ugi::run(&args, io),
        Command::Verify(args) => verify::run(&args, io),
        #[cfg(feature = "server")]
        Command::Backup(args) => backup::run(&args, io),
        Command::Completions(args) => completions::run(&args, io),
    }
}
