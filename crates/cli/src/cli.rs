//! The arguments of the program.

use clap::Parser;

use crate::commands::Command;
use crate::io::Colour;

const EXAMPLES: &str = "\
Examples:
  parlour games                       the games and their options
  parlour rules senet                 how a game is played
  parlour show outwit                 the board at the start
  parlour perft outwit --depth 4      count the action sequences
  parlour bench --seconds 2           how fast the engine plays
  parlour ugi senet                   an engine for other programs

Exit codes: 0 all went well, 1 the work failed, 2 the request was wrong.";

/// Five table games: their rules, boards, engines and measurements.
#[derive(Debug, Parser)]
#[command(
    name = "parlour",
    version,
    after_help = EXAMPLES,
    arg_required_else_help = true,
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

    /// What to do
    #[command(subcommand)]
    pub command: Command,
}
