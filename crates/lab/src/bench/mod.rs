//! `parlour bench`: how fast uniformly random games are played on one thread, and how soon an engine
//! answers. `--reports` measures the report on a game, `--losses` whether reports tell players apart.

mod answers;
mod losses;
mod reports;

use std::time::{Duration, Instant};

use parlour_core::{OptionKind, OptionValues};
use parlour_games::all;
use parlour_session::{Entry, Tally};
use serde::Serialize;

use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_console::mistakes::whole;
use parlour_console::numbers;
use parlour_console::set_up::{self, GameName};

const EXAMPLES: &str = "\
Examples:
  parlour bench
  parlour bench outwit senet --seconds 5
  parlour bench shell-out --players 6 --json
  parlour bench --answers shut-the-box --players 2
  parlour bench --reports --players 2
  parlour bench --losses 6 4 shell-out --players 2 --count 20

Games are played from the start to the end by uniformly random actions, dice included, on one
thread. Build with --release before you trust a figure.

With --answers nothing is played at random. This program is started anew as `parlour ugi`, asked for
a move with a small limit, and asked again as the game goes on by its answers. The table shows the
time from `go` to `bestmove` in milliseconds: the slowest first answer of all tries and the median,
then the same for up to eight answers after it.

With --reports a game of at most 100 actions is played by quick engines, and the report on it is
made on one thread, as `parlour report` does.

With --losses two players meet, a number being a level, and a report is made on each game. The
table shows what the first player won, and for both the mean loss of a decision in points of the win
with its standard error, and how many decisions count as errors. The difference is the mean over the
games: it is above 0 where the reports find the first player the better one. Levels play by their
node limits.";

/// Arguments of `parlour bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The games [default: all]
    #[arg(value_parser = GameName)]
    games: Vec<String>,

    /// How long to play each game and number of players
    #[arg(short, long, value_name = "S", default_value = "1", value_parser = seconds)]
    #[arg(allow_negative_numbers = true)]
    seconds: f64,

    /// Only with N players [default: every number of players]
    #[arg(short, long, value_name = "N", value_parser = whole::<u8>(..))]
    players: Option<u8>,

    /// Measure how soon an engine that has just started answers
    #[arg(short, long, conflicts_with = "seconds")]
    answers: bool,

    /// Measure how long the report on a game takes
    #[arg(short, long, conflicts_with_all = ["seconds", "answers"])]
    reports: bool,

    /// Compare what reports say of two players: levels, or players such as best:nodes=4000
    #[arg(short, long, value_name = "PLAYER", num_args = 2)]
    #[arg(conflicts_with_all = ["seconds", "answers", "reports"])]
    losses: Vec<String>,

    /// How many games the two players play
    #[arg(short, long, value_name = "N", default_value_t = 4, requires = "losses")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,

    /// How many engines to start for each question
    #[arg(short, long, value_name = "N", default_value_t = 5, requires = "answers")]
    #[arg(value_parser = whole::<u32>(1..=1000))]
    tries: u32,

    /// Makes the games repeatable
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 3600, such as 0.5".to_owned()),
    }
}

#[derive(Serialize)]
struct BenchJson {
    game: &'static str,
    players: u8,
    playouts: u64,
    actions: u64,
    seconds: f64,
    playouts_per_second: f64,
    actions_per_second: f64,
    ns_per_action: f64,
}

impl BenchJson {
    fn new(game: &'static str, players: u8, tally: Tally, seconds: f64) -> Self {
        let measured = seconds.max(1e-9);
        BenchJson {
            game,
            players,
            playouts: tally.games,
            actions: tally.actions,
            seconds,
            playouts_per_second: tally.games as f64 / measured,
            actions_per_second: tally.actions as f64 / measured,
            ns_per_action: measured * 1e9 / tally.actions.max(1) as f64,
        }
    }
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let games = if args.games.is_empty() {
        all().collect()
    } else {
        args.games.iter().map(|id| set_up::game(id)).collect::<Result<Vec<_>, _>>()?
    };
    let mut runs = Vec::new();
    for game in games {
        runs.extend(cases(game, args.players)?);
    }
    if runs.is_empty() {
        return Err(Failure::usage("no game is for that many players; parlour games lists them"));
    }
    if args.answers {
        return answers::run(runs, args, io);
    }
    if args.reports {
        return reports::run(runs, args, io);
    }
    if !args.losses.is_empty() {
        return losses::run(runs, args, io);
    }
    let wide = width(&runs);
    let heading = format!(
        "{:<wide$} {:>7} {:>13} {:>13} {:>9}",
        "game", "players", "playouts/s", "actions/s", "ns/action"
    );
    let results = runs.iter().map(|(game, values)| measure(game, values, args));
    tell(results, args, io, &heading, |result| {
        let BenchJson { game, players, ns_per_action, .. } = result;
        let [playouts, actions] = [result.playouts_per_second, result.actions_per_second]
            .map(|rate| numbers::grouped(rate.round() as u64));
        format!("{game:<wide$} {players:>7} {playouts:>13} {actions:>13} {ns_per_action:>9.1}")
    })
}

/// A game and its options.
type BenchCase = (&'static Entry, OptionValues);

/// Shows each result in a row as soon as it is there, or all of them as JSON.
fn tell<T: Serialize>(
    results: impl Iterator<Item = Result<T, Failure>>,
    args: &Args,
    io: &mut Io<'_>,
    heading: &str,
    row: impl Fn(&T) -> String,
) -> Result<(), Failure> {
    if args.json {
        return io.json(&results.collect::<Result<Vec<T>, Failure>>()?);
    }
    writeln!(io.out, "{heading}")?;
    for result in results {
        writeln!(io.out, "{}", row(&result?))?;
        io.out.flush()?;
    }
    Ok(())
}

/// How wide the column of games is: the longest name fits.
fn width(cases: &[BenchCase]) -> usize {
    cases.iter().map(|(game, _)| game.id.len()).max().unwrap_or(0).max(14)
}

/// The option values for each number of players that a game allows and `only` asks for.
fn cases(game: &'static Entry, only: Option<u8>) -> Result<Vec<BenchCase>, Failure> {
    let players = game.options.iter().find(|option| option.name == "players");
    let counts = match players.map(|option| option.kind) {
        Some(OptionKind::Number { min, max }) => min..=max,
        _ => {
            let seats = (game.open)(&OptionValues::new())?.seats();
            let fits = only.is_none_or(|n| n == seats);
            return Ok(fits.then(|| (game, OptionValues::new())).into_iter().collect());
        }
    };
    Ok(counts
        .filter(|&n| only.is_none_or(|only| u32::from(only) == n))
        .map(|n| (game, OptionValues::from_iter([("players", n.to_string())])))
        .collect())
}

fn measure(game: &'static Entry, values: &OptionValues, args: &Args) -> Result<BenchJson, Failure> {
    let session = (game.open)(values)?;
    let begun = Instant::now();
    let end = begun + Duration::from_secs_f64(args.seconds);
    // At least one batch, so that there is a figure however short the time.
    let tally = session.playouts(args.seed, &mut |games| games > 0 && Instant::now() >= end);
    Ok(BenchJson::new(game.id, session.seats(), tally, begun.elapsed().as_secs_f64()))
}
