//! `parlour analyse`: what the best engine thinks of a position.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parlour_core::Turn;
use parlour_games::{Orders, Session, Thinking, player};
use parlour_search::Budget;
use serde::Serialize;

use crate::commands::set_up::{self, GameName, SetUp};
use crate::failure::Failure;
use crate::io::Io;
use crate::numbers;

const EXAMPLES: &str = "\
Examples:
  parlour analyse outwit
  parlour analyse senet --moves 't3'
  parlour analyse shut-the-box '123456789 0,0 1 53' --lines 3 --json

It knows what the player to move may know, and no more. Values are shares of the win, from 0 to 1:
estimated, proven by the search, or exact from a solution of the game.";

/// Arguments of `parlour analyse`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    pub game: String,

    /// The position; the start of the game where none is given
    pub position: Option<String>,

    #[command(flatten)]
    #[expect(missing_docs, reason = "a doc comment here would become help text")]
    pub set_up: SetUp,

    /// How long to think
    #[arg(short, long, value_name = "S", default_value = "1", value_parser = seconds)]
    pub seconds: Duration,

    /// Think about so many nodes instead, which makes it repeatable on one thread
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Look no more than so many plies ahead
    #[arg(long, value_name = "PLIES")]
    pub depth: Option<u32>,

    /// How many of the best moves are told
    #[arg(short, long, value_name = "N", default_value = "5")]
    pub lines: NonZero<usize>,

    /// On how many threads
    #[arg(short, long, value_name = "N", default_value = "1")]
    pub threads: NonZero<usize>,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds such as 0.5".to_owned()),
    }
}

#[derive(Serialize)]
struct AnalysisJson<'a> {
    game: &'a str,
    /// The position as the player to move knows it.
    view: String,
    player: u16,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<LineJson<'a>>,
}

#[derive(Serialize)]
struct LineJson<'a> {
    moves: &'a [String],
    value: f64,
    certainty: &'static str,
    shares: &'a [f64],
    visits: u64,
}

/// Thinks and tells.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    let session = args.set_up.open(game, args.position.as_deref())?;
    let seat = match session.turn() {
        Turn::Player(seat) => seat,
        Turn::Chance => return Err(Failure::usage("chance decides here; no player is to move")),
        Turn::Over => return Err(Failure::usage("the game is over")),
    };
    let thinking = think(args, &*session)?;
    let lines = || thinking.lines.iter().take(args.lines.get());
    if args.json {
        return io.json(&AnalysisJson {
            game: game.id,
            view: session.view(parlour_core::Viewer::Seat(seat)),
            player: seat.number(),
            depth: thinking.depth,
            nodes: thinking.nodes,
            seconds: thinking.seconds,
            lines: lines()
                .map(|line| LineJson {
                    moves: &line.moves,
                    value: line.value,
                    certainty: line.certainty.name(),
                    shares: &line.shares,
                    visits: line.visits,
                })
                .collect(),
        });
    }
    writeln!(io.out, "{} to move", session.seat_name(seat))?;
    for line in lines() {
        let shares: Vec<String> = line.shares.iter().map(|share| format!("{share:.4}")).collect();
        let certainty = line.certainty.name();
        writeln!(io.out, "{:.4} {certainty:<9}  {}", line.value, line.moves.join(" "))?;
        if shares.len() > 2 {
            writeln!(io.out, "       shares {}", shares.join(" "))?;
        }
    }
    io.out.flush()?;
    let nodes = numbers::grouped(thinking.nodes);
    writeln!(io.err, "{nodes} nodes, depth {}, {:.2} s", thinking.depth, thinking.seconds)?;
    Ok(())
}

fn think(args: &Args, session: &dyn Session) -> Result<Thinking, Failure> {
    let begun = Instant::now();
    // A count of nodes or plies takes as long as it takes.
    let counted = args.nodes.is_some() || args.depth.is_some();
    let budget =
        Budget { time: (!counted).then_some(args.seconds), nodes: args.nodes, depth: args.depth };
    let orders = Orders {
        budget,
        lines: args.lines.get(),
        seed: 0,
        clock: &|| begun.elapsed(),
        stop: &AtomicBool::new(false),
    };
    player::analyse(session, &orders, args.threads.get())
        .map_err(Failure::work)?
        .ok_or_else(|| Failure::usage("nobody is to move here"))
}
