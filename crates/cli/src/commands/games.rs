//! `parlour games`: what can be played.

use parlour_core::{OptionKind, OptionSpec};
use parlour_games::all;
use parlour_session::Entry;
use parlour_wire::api::OptionInfo;
use serde::Serialize;

use crate::failure::Failure;
use crate::io::Io;
use crate::markdown::Paint;
use crate::markdown::wrap;

const EXAMPLES: &str = "\
Examples:
  parlour games
  parlour games --json";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct GameJson {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    version: u32,
    draws: bool,
    secrets: bool,
    options: Vec<OptionInfo>,
}

fn game_json(game: &Entry) -> GameJson {
    GameJson {
        id: game.id,
        name: game.name,
        summary: game.summary,
        version: game.version,
        draws: game.draws,
        secrets: game.secrets,
        options: game.options.iter().map(OptionInfo::from).collect(),
    }
}

fn values(option: &OptionSpec) -> String {
    match option.kind {
        OptionKind::Number { min, max } => format!("{min}–{max}"),
        OptionKind::Choice(words) => words.join(" | "),
        OptionKind::Text => "text".to_owned(),
    }
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    if args.json {
        return io.json(&all().map(game_json).collect::<Vec<_>>());
    }
    let paint = Paint::new(io.terminal.colour);
    for (i, game) in all().enumerate() {
        if i > 0 {
            writeln!(io.out)?;
        }
        writeln!(io.out, "{}  {}", paint.bold(game.id), game.name)?;
        write!(io.out, "{}", wrap::plain(game.summary, io.terminal.width, "    "))?;
        for option in game.options {
            let head = format!("{} = {}", option.name, values(option));
            writeln!(io.out, "    {} (default {})", paint.bold(&head), option.default)?;
            write!(io.out, "{}", wrap::plain(option.help, io.terminal.width, "        "))?;
        }
    }
    Ok(())
}
