//! `parlour load`: many tables of scripted players against a running server, and what it costs.

mod chart;
mod client;
mod figures;
mod process;
mod script;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use figures::{Figures, Window};
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_console::mistakes::whole;
use parlour_console::set_up::{self, GameName};
use process::Servers;
use script::{Plan, Shared};

const EXAMPLES: &str = "\
Examples:
  parlour load                               200 tables as fast as they can, on a server of its own
  parlour load --tables 1000 --rate 400      400 moves a second in all
  parlour load --spectators 3 --seconds 60   three more pages open at each table
  parlour load --server 127.0.0.1:7777 --pid 4242
                                             a server that runs already, without limits
  parlour load --server 127.0.0.1:7777 --server 127.0.0.1:7778
                                             two over one database, each table's pages on both
  parlour load --json --svg load.svg         figures for programs, and a picture

Each table has a page for every player. A move counts once every page of its table has heard of
it. A server of its own keeps its tables in a folder that is removed afterwards; choose a folder on
a real disk with --data before you trust a figure. Build with --release.";

/// Arguments of `parlour load`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game to play
    #[arg(long, default_value = "outwit", value_parser = GameName)]
    game: String,

    /// How many tables play at once
    #[arg(short, long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = whole::<u32>(1..=100_000))]
    tables: u32,

    /// How many more pages watch each table
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u32>(..))]
    spectators: u32,

    /// How long to measure, in seconds
    #[arg(short, long, value_name = "S", default_value_t = 10)]
    #[arg(value_parser = whole::<u64>(1..=86_400))]
    seconds: u64,

    /// Moves a second at all tables together [default: as fast as messages arrive]
    #[arg(short, long, value_name = "MOVES", value_parser = rate)]
    rate: Option<f64>,

    /// A server that runs already; several share a database, and tables [default: one of its own]
    #[arg(long = "server", value_name = "ADDRESS")]
    servers: Vec<SocketAddr>,

    /// That server's process, to read its time and memory
    #[arg(long = "pid", value_name = "PID", requires = "servers")]
    pids: Vec<u32>,

    /// Allow a server on another computer
    #[arg(long)]
    remote: bool,

    /// Where a server of its own keeps its tables [default: the system's folder for such things]
    #[arg(long, value_name = "FOLDER", conflicts_with = "servers")]
    data: Option<PathBuf>,

    /// Makes the moves repeatable
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Write JSON
    #[arg(long)]
    json: bool,

    /// Draw the delays into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if (0.001..=1e6).contains(&rate) => Ok(rate),
        _ => Err("a number of moves a second, such as 400".to_owned()),
    }
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let entry = set_up::game(&args.game)?;
    if args.servers.iter().any(|address| !address.ip().is_loopback()) && !args.remote {
        let message = "that server is on another computer; say --remote if its owner knows of this";
        return Err(Failure::usage(message));
    }
    let server = match args.servers.as_slice() {
        [] => Servers::start(args.data.as_deref())?,
        servers => Servers::running(servers, &args.pids),
    };
    let seats = (entry.open)(&parlour_core::OptionValues::new())?.seats();
    let plan = Plan {
        game: entry.id,
        addresses: server.addresses(),
        players: usize::from(seats),
        spectators: args.spectators as usize,
        tables: args.tables as usize,
        pause: args.rate.map(|rate| Duration::from_secs_f64(f64::from(args.tables) / rate)),
        seed: args.seed,
    };
    let work = |error: std::io::Error| Failure::Runtime(format!("cannot start threads: {error}"));
    let runtime = tokio::runtime::Runtime::new().map_err(work)?;
    let bar = progress(io.terminal.err && !args.json, args);
    let figures = runtime.block_on(measure(plan, args, &server, &bar));
    runtime.shutdown_timeout(Duration::from_secs(1));
    bar.finish_and_clear();
    drop(server);
    let figures = figures?;
    if let Some(file) = &args.svg {
        std::fs::write(file, chart::draw(&figures)).map_err(|error| {
            Failure::Runtime(format!("cannot write {}: {error}", file.display()))
        })?;
    }
    if args.json { io.json(&figures) } else { Ok(write!(io.out, "{figures}")?) }
}

fn progress(shown: bool, args: &Args) -> ProgressBar {
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(u64::from(args.tables)), target);
    if let Ok(style) = ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len}") {
        bar.set_style(style);
    }
    bar.set_message("setting up tables");
    bar
}

/// How long the tables may take to be set up before it is given up.
const SET_UP: Duration = Duration::from_secs(300);

async fn measure(
    plan: Plan,
    args: &Args,
    server: &Servers,
    bar: &ProgressBar,
) -> Result<Figures, Failure> {
    let (game, tables, spectators) = (plan.game, plan.tables, plan.spectators);
    let sockets = tables * (plan.players + spectators);
    let shared = Arc::new(Shared::default());
    let running = script::start(plan, &shared);
    let begun = Instant::now();
    while shared.ready.load(Ordering::Relaxed) < tables {
        if let Some(why) = shared.fault() {
            return Err(Failure::Runtime(why));
        }
        if begun.elapsed() > SET_UP {
            return Err(Failure::Runtime("the tables were not set up in five minutes".to_owned()));
        }
        bar.set_position(shared.ready.load(Ordering::Relaxed) as u64);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    bar.set_message("playing");
    bar.set_length(args.seconds);
    let window = Window::open(server);
    shared.measuring.store(true, Ordering::Relaxed);
    for second in 0..args.seconds {
        bar.set_position(second);
        tokio::time::sleep(Duration::from_secs(1)).await;
        if let Some(why) = shared.fault() {
            return Err(Failure::Runtime(why));
        }
    }
    shared.measuring.store(false, Ordering::Relaxed);
    let spent = window.close(server);
    shared.over.store(true, Ordering::Relaxed);
    running.abort();
    Ok(Figures::new(game, [tables, sockets], args.rate, spent, &shared))
}
