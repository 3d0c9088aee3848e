//! `parlour rules`: the rule page of a game, for a reader at a terminal.

use std::process::{Command, Stdio};

use parlour_console::board::drawn;
use parlour_core::{OptionValues, Viewer};
use parlour_session::Entry;

use crate::commands::set_up::{self, GameName};
use crate::failure::Failure;
use crate::io::Io;
use crate::markdown::{self, Paint};

const EXAMPLES: &str = "\
Examples:
  parlour rules outwit
  parlour rules shell-out --markdown > shell-out.md

At a terminal the page goes through $PAGER where that is set.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    pub(crate) game: String,

    /// Write the page as it is, in Markdown
    #[arg(long)]
    pub(crate) markdown: bool,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    let page = if args.markdown {
        game.rules.to_owned()
    } else {
        page(game, game.rules, io.terminal.width, Paint::new(io.terminal.colour))
    };
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    match pager {
        Some(pager) if io.terminal.out => page_through(&pager, &page, io),
        _ => Ok(io.out.write_all(page.as_bytes())?),
    }
}

/// The rule page of a game, or a part of it, for a reader at a terminal.
pub(crate) fn page(game: &Entry, markdown: &str, width: usize, paint: Paint) -> String {
    markdown::render(markdown, width, paint, &|address: &str| board(game, address))
}

/// The board at the start, where the page has its diagram.
fn board(game: &Entry, address: &str) -> Option<String> {
    let session = (game.open)(&OptionValues::new()).ok()?;
    (address == format!("{}.svg", game.id))
        .then(|| drawn(game, &*session, Viewer::Public, parlour_draw::text))
}

/// Hands the page to the pager; shows it directly where that can't be started.
fn page_through(pager: &str, page: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut words = pager.split_whitespace();
    let Some(program) = words.next() else { return Ok(io.out.write_all(page.as_bytes())?) };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    // Without this `less` shows colours as escape codes.
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            writeln!(io.err, "warning: could not start $PAGER ({program}): {error}")?;
            return Ok(io.out.write_all(page.as_bytes())?);
        }
    };
    if let Some(mut input) = child.stdin.take() {
        use std::io::Write;
        // A pager that was left early closes its input: the reader has seen enough.
        let _ = input.write_all(page.as_bytes());
    }
    let status = child.wait()?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::Runtime(format!("$PAGER ({program}) failed: {status}")))
    }
}
