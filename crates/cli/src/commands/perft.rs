//! `parlour perft`: counting action sequences.

use std::time::Instant;

use parlour_console::mistakes::whole;
use parlour_console::progress::Bar;
use parlour_session::{Session, divide};
use serde::Serialize;

use crate::commands::set_up::PositionArgs;
use crate::failure::Failure;
use crate::io::Io;
use crate::numbers;

const EXAMPLES: &str = "\
Examples:
  parlour perft outwit --depth 4
  parlour perft shout-7 --depth 3 --players 3 --divide
  parlour perft senet --depth 2 .......................b.w.... b - 3

Chance outcomes count as actions; a finished game has none. The count goes to the output, the time
that it took to the error stream.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) place: PositionArgs,

    /// How many actions a sequence has
    #[arg(short, long, value_name = "D", value_parser = whole::<u32>(..), allow_negative_numbers = true)]
    pub(crate) depth: u32,

    /// Show the count for each first action too
    #[arg(long)]
    pub(crate) divide: bool,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Serialize)]
struct PerftJson<'a> {
    game: &'a str,
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<FirstJson>>,
}

#[derive(Serialize)]
struct FirstJson {
    action: String,
    nodes: u64,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let (game, session) = args.place.open()?;
    let begun = Instant::now();
    let (nodes, first) = match args.depth {
        0 => (1, Vec::new()),
        depth => {
            let first = count(session.as_ref(), depth, io.terminal.err)?;
            (first.iter().map(|first| first.nodes).sum(), first)
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        return io.json(&PerftJson {
            game: game.id,
            position: session.position(),
            depth: args.depth,
            nodes,
            seconds,
            divide: args.divide.then_some(first),
        });
    }
    if args.divide {
        for first in &first {
            writeln!(io.out, "{} {}", first.action, first.nodes)?;
        }
    }
    writeln!(io.out, "nodes {nodes}")?;
    io.out.flush()?;
    let rate = numbers::grouped((nodes as f64 / seconds.max(1e-9)) as u64);
    writeln!(io.err, "{seconds:.3} s, {rate} nodes/s")?;
    Ok(())
}

/// The count for each first action, with a bar on the way at a terminal.
fn count(session: &dyn Session, depth: u32, terminal: bool) -> Result<Vec<FirstJson>, Failure> {
    let (bar, legal) = (Bar::new(terminal), session.legal());
    let mut first = Vec::new();
    for (done, action) in legal.iter().enumerate() {
        let next = session.after(action)?;
        // A step of the bar is a second action: after a first one alone it would hardly move.
        let steps = next.legal().len() as f64;
        let (mut nodes, mut step) = (u64::from(depth == 1), 0.0);
        divide(&*next, depth - 1, &mut |_, count| {
            nodes += count;
            step += 1.0;
            bar.show((done as f64 + step / steps) / legal.len() as f64);
        });
        first.push(FirstJson { action: action.clone(), nodes });
    }
    Ok(first)
}
