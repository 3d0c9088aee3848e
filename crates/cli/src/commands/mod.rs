//! The commands, a file each.

pub(crate) mod analyse;
#[cfg(feature = "server")]
pub(crate) mod backup;
pub(crate) mod completions;
#[cfg(feature = "server")]
pub(crate) mod config;
pub(crate) mod games;
#[cfg(feature = "server")]
pub(crate) mod healthy;
pub(crate) mod learn;
pub(crate) mod manual;
pub(crate) mod perft;
#[cfg(feature = "server")]
mod place;
pub(crate) mod play;
#[cfg(feature = "server")]
pub(crate) mod relocate;
pub(crate) mod report;
#[cfg(feature = "server")]
pub(crate) mod restore;
pub(crate) mod rules;
#[cfg(feature = "server")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod ugi;
pub(crate) mod verify;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Subcommand;
pub(crate) use parlour_console::set_up;
use parlour_core::Turn;
use parlour_search::{SearchControl, SearchRequest};
use parlour_session::{Player, Session, TextReport};

use crate::failure::Failure;
use crate::io::Io;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the browser: this is what `parlour` alone does
    #[cfg(feature = "server")]
    Serve(serve::Args),
    /// Play in the terminal
    Play(play::Args),
    /// List the games and their options
    Games(games::Args),
    /// Learn a game by playing it, lesson by lesson
    Learn(learn::Args),
    /// Read how a game is played
    Rules(rules::Args),
    /// Draw a position, as text or as a picture
    Show(show::Args),
    /// Count action sequences, the classic check of a move generator
    Perft(perft::Args),
    /// Analyse a position: the best moves and their values
    Analyse(analyse::Args),
    /// Report on a finished game: what it hinged on, and what luck had to do with it
    Report(report::Args),
    /// Show the solution of a position, and measure players by it
    Solve(solve::Args),
    /// Play as an engine that other programs drive, line by line
    Ugi(ugi::Args),
    /// Check the dice of a finished game
    Verify(verify::Args),
    /// Make a copy of all tables, also while the server runs
    #[cfg(feature = "server")]
    Backup(backup::Args),
    /// Put a backup in the place of the tables
    #[cfg(feature = "server")]
    Restore(restore::Args),
    /// Move all tables from a file to PostgreSQL, or back
    #[cfg(feature = "server")]
    Move(relocate::Args),
    /// Check that the server can serve
    #[cfg(feature = "server")]
    Healthy(healthy::Args),
    /// Show the server's settings, and where each comes from
    #[cfg(feature = "server")]
    Config(config::Args),
    /// Write a completion script for a shell
    Completions(completions::Args),
    /// Write the manual pages, for the program man
    Manual(manual::Args),
    #[cfg(feature = "lab")]
    #[command(flatten)]
    Lab(parlour_lab::Command),
}

pub(crate) fn run(command: Command, io: &mut Io<'_>) -> Result<(), Failure> {
    match command {
        #[cfg(feature = "server")]
        Command::Serve(args) => serve::run(&args, io),
        Command::Play(args) => play::run(&args, io),
        Command::Games(args) => games::run(&args, io),
        Command::Learn(args) => learn::run(&args, io),
        Command::Rules(args) => rules::run(&args, io),
        Command::Show(args) => show::run(&args, io),
        Command::Perft(args) => perft::run(&args, io),
        Command::Analyse(args) => analyse::run(&args, io),
        Command::Report(args) => report::run(&args, io),
        Command::Solve(args) => solve::run(&args, io),
        Command::Ugi(args) => ugi::run(&args, io),
        Command::Verify(args) => verify::run(&args, io),
        #[cfg(feature = "server")]
        Command::Backup(args) => backup::run(&args, io),
        #[cfg(feature = "server")]
        Command::Restore(args) => restore::run(&args, io),
        #[cfg(feature = "server")]
        Command::Move(args) => relocate::run(&args, io),
        #[cfg(feature = "server")]
        Command::Healthy(args) => healthy::run(&args, io),
        #[cfg(feature = "server")]
        Command::Config(args) => config::run(&args, io),
        Command::Completions(args) => completions::run(&args, io),
        Command::Manual(args) => manual::run(&args, io),
        #[cfg(feature = "lab")]
        Command::Lab(command) => parlour_lab::run(command, io),
    }
}

/// What a player finds within the limits of the request, or until `stop`; `on_report` hears what it has
/// on the way.
fn search(
    player: &mut dyn Player,
    session: &dyn Session,
    request: &SearchRequest,
    stop: &AtomicBool,
    on_report: &mut dyn FnMut(&TextReport),
) -> Option<TextReport> {
    let begun = Instant::now();
    let control = SearchControl { clock: &|| begun.elapsed(), stop };
    player.search(session, request, &control, on_report)
}

/// Who acts, for programs: a player's number, `chance` or `over`.
pub(crate) fn turn_text(turn: Turn) -> String {
    match turn {
        Turn::Player(seat) => seat.to_string(),
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "over".to_owned(),
    }
}

/// Each player's share of the win as a fraction, where the game is over.
fn shares_text(session: &dyn Session) -> Option<Vec<String>> {
    Some(session.shares()?.iter().map(|(_, share)| share.to_string()).collect())
}
