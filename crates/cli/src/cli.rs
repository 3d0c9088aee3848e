//! The arguments of the program.

use clap::Parser;

use crate::commands::Command;
use crate::io::Colour;

const EXAMPLES: &str = "\
Examples:
  parlour                             play in the browser
  parlour play senet                  play in the terminal
  parlour serve --host 0.0.0.0        with everyone on the same network
  parlour games                       the games and their options
  parlour learn senet                 learn a game by playing it
  parlour rules senet                 how a game is played
  parlour show outwit                 the board at the start
  parlour perft outwit --depth 4      count the action sequences
  parlour bench --seconds 2           how fast the engine plays
  parlour ugi senet                   an engine for other programs
  parlour analyse outwit              the best moves and what they are worth
  parlour report game.txt             what a game hinged on
  parlour arena senet level:5 level:3 who plays better
  parlour solve shut-the-box          what best play is worth

Exit codes: 0 all went well, 1 the work failed, 2 the request was wrong, 130 it was interrupted.";

/// Table games to play in the browser, with their rules, boards and engines.
#[derive(Debug, Parser)]
#[command(
    name = "parlour",
    version,
    after_help = EXAMPLES,
    max_term_width = 100,
)]
pub struct Cli {
    /// When to colour the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_enum)]
    #[arg(
        hide_possible_values = true,
        display_order = 100,
        help = "Colour the output: auto, always or never"
    )]
    pub color: Colour,

    /// What to do; without a word, serve
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the program does without a word.
const ALONE: &str = if cfg!(feature = "server") { "serve" } else { "--help" };

impl Cli {
    /// What to do: what was asked for, or else to serve; help, in a program without the server.
    pub fn chosen(self) -> Result<Command, clap::Error> {
        match self.command {
            Some(command) => Ok(command),
            // The environment may hold options of `serve` that do not parse.
            None => match Cli::try_parse_from(["parlour", ALONE])?.command {
                Some(serve) => Ok(serve),
                None => unreachable!("a command was given"),
            },
        }
    }
}
