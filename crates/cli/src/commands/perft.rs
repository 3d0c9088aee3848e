//! `parlour perft`: counting action sequences.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parlour_games::{Session, divide};
use serde::Serialize;

use crate::commands::set_up::{self, GameName, SetUp};
use crate::failure::Failure;
use crate::io::Io;
use crate::numbers;

const EXAMPLES: &str = "\
Examples:
  parlour perft outwit --depth 4
  parlour perft shout-7 --depth 3 --players 3 --divide
  parlour perft senet --depth 2 --position '.............................. b - ?'

Chance outcomes count as actions; a finished game has none. The count goes to the output, the time
that it took to the error stream.";

/// Arguments of `parlour perft`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    pub game: String,

    /// How many actions a sequence has
    #[arg(short, long, value_name = "D", value_parser = depth, allow_negative_numbers = true)]
    pub depth: u32,

    /// Begin at this position
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,

    #[command(flatten)]
    #[expect(missing_docs, reason = "a doc comment here would become help text")]
    pub set_up: SetUp,

    /// Show the count for each first action too
    #[arg(long)]
    pub divide: bool,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

fn depth(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a whole number such as 4".to_owned())
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

/// Counts.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    let session = args.set_up.open(game, args.position.as_deref())?;
    let begun = Instant::now();
    let (nodes, first) = count(session.as_ref(), args.depth, io.terminal.err)?;
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

/// The count in all and for each first action, with a bar on the way at a terminal.
fn count(
    session: &dyn Session,
    depth: u32,
    terminal: bool,
) -> Result<(u64, Vec<FirstJson>), Failure> {
    if depth == 0 {
        return Ok((1, Vec::new()));
    }
    let mut first: Vec<FirstJson> = Vec::new();
    if depth == 1 || !terminal {
        divide(session, depth, &mut |action, nodes| {
            first.push(FirstJson { action: action.to_owned(), nodes });
        });
    } else {
        let legal = session.legal();
        let mut bar = Progress::new(legal.len());
        // One ply deeper the steps are small enough for a bar that moves.
        for action in legal {
            let mut next = session.boxed_clone();
            next.play(&action)?;
            first.push(FirstJson { action, nodes: bar.count(next.as_ref(), depth - 1) });
        }
        bar.bar.finish_and_clear();
    }
    Ok((first.iter().map(|first| first.nodes).sum(), first))
}

/// A bar that comes when a count takes long.
struct Progress {
    bar: ProgressBar,
    begun: Instant,
    done: u64,
}

impl Progress {
    /// The bar's steps for one first action.
    const STEPS: u64 = 1000;
    /// A shorter count needs no bar.
    const PATIENCE: Duration = Duration::from_secs(1);

    fn new(actions: usize) -> Self {
        let bar = ProgressBar::hidden();
        bar.set_length(actions as u64 * Self::STEPS);
        let template = "{bar:40} {percent:>3} %  {elapsed}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar, begun: Instant::now(), done: 0 }
    }

    /// The count after one first action.
    fn count(&mut self, session: &dyn Session, depth: u32) -> u64 {
        let steps = session.legal().len().max(1) as u64;
        let (mut nodes, mut step) = (0, 0);
        divide(session, depth, &mut |_, count| {
            nodes += count;
            step += 1;
            self.show(self.done + step * Self::STEPS / steps);
        });
        self.done += Self::STEPS;
        nodes
    }

    fn show(&self, position: u64) {
        if self.bar.is_hidden() && self.begun.elapsed() > Self::PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        self.bar.set_position(position);
    }
}
