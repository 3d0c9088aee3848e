//! `parlour ugi`: the engine protocol on standard input and output.

use std::io::BufReader;

use crate::commands::set_up::{self, GameName};
use crate::failure::Failure;
use crate::io::Io;
use crate::ugi;

const EXAMPLES: &str = "\
Example:
  printf 'position startpos\\nquery legal\\nquit\\n' | parlour ugi senet

docs/protocol.md describes every command.";

/// Arguments of `parlour ugi`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    pub game: String,
}

/// Answers until `quit` or the end of input.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    Ok(ugi::run(game, BufReader::new(std::io::stdin()), &mut *io.out)?)
}
