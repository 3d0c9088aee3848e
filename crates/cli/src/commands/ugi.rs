//! `parlour ugi`: a game as an engine that other programs drive by lines of text.

use std::io::BufReader;

use crate::commands::set_up::{self, GameName};
use crate::failure::Failure;
use crate::io::Io;
use crate::ugi;

const EXAMPLES: &str = "\
Examples:
  parlour ugi outwit
  printf 'position startpos moves f4f1\\nquery legal\\nquit\\n' | parlour ugi outwit
  printf 'position startpos\\ngo movetime 1000\\n' | parlour ugi shout-7

You send:
  ugi                                  who it is and its options
  isready                              readyok
  setoption name players value 3       takes effect at the next position
  uginewgame
  position startpos [moves T T …]
  position pos <position text> [moves T T …]
  query turn | legal | chance | position | view N | gameover | result | guide [PLACE ...]
  perft D
  setoption name level value 5         how strong it plays: 1 to 8, or best
  setoption name seed value 7          what it draws repeats; auto for draws that nobody foresees
  go movetime MS | nodes N | depth D | infinite [multipv N]
  stop, quit";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    pub(crate) game: String,
}

/// Answers line by line until `quit` or the end of the input.
pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    Ok(ugi::run(game, BufReader::new(std::io::stdin()), &mut *io.out)?)
}
