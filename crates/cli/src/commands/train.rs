//! `parlour train`: a computer player learns from games against itself.

mod checkpoint;
mod curve;
mod keep;

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parlour_core::OptionValues;
use parlour_games::{Entry, all};
use serde::Serialize;

use crate::commands::files;
use crate::commands::set_up::{self, GameName, SetUp};
use crate::failure::Failure;
use crate::io::Io;
use checkpoint::Course;
use curve::Point;
use keep::Keeper;

const EXAMPLES: &str = "\
Examples:
  parlour train senet
  parlour train senet --games 50000 --seed 7 --weights weights.bin --svg curve.svg
  parlour train senet --games 50000 --checkpoint senet.train

The same seed and number of games give the same weights. With --checkpoint what was learned is kept
every half minute and after each trial, and training goes on from there, as if it had never been
broken off. The program plays with the weights that it was built with: to use new ones, put them in
the place of the game's file and build again.";

/// Arguments of `parlour train`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    pub game: String,

    #[command(flatten)]
    #[expect(missing_docs, reason = "a doc comment here would become help text")]
    pub set_up: SetUp,

    /// How many games to learn from
    #[arg(short, long, value_name = "N", default_value_t = 30_000)]
    pub games: u64,

    /// Makes the training repeatable
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,

    /// How many games are played at once, where a game learns from many together [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,

    /// How often what was learned is tried against the weights in use
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub trials: u64,

    /// How many games a trial has
    #[arg(long, value_name = "N", default_value = "200", value_parser = trial_games)]
    pub trial_games: u64,

    /// Write the weights into this file
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Draw the learning curve into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Keep what was learned in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// How often it is kept between two trials, in seconds
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds, requires = "checkpoint")]
    pub keep_every: Duration,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// A score of no games would be no score.
fn trial_games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|&games| games > 0);
    games.ok_or_else(|| {
        "a trial has one game at least; --trials 1 tries only once, at the end".into()
    })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "a number of seconds such as 30".to_owned())
}

#[derive(Serialize)]
struct TrainJson<'a> {
    game: &'a str,
    games: u64,
    seed: u64,
    curve: &'a [Point],
}

/// Trains.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    let session = args.set_up.open(game, None)?;
    // A file that cannot be written is a mistake now, not after hours of work.
    let named = [&args.weights, &args.svg, &args.checkpoint];
    named.into_iter().flatten().try_for_each(|path| files::check(path))?;
    args.checkpoint.as_deref().map_or(Ok(()), |path| files::check(&keep::fresh(path)))?;
    let learner = (game.learner)(&*session, args.seed, args.games);
    let mut learner = learner.ok_or_else(|| unlearned(game))?;
    let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    learner.spread(args.threads.unwrap_or_else(cores).get());
    let mut keeper = Keeper::new(args, Course::new(&*session, args));
    let (mut curve, mut surprise) = keeper.restore(&mut *learner)?;
    if !args.json {
        writeln!(io.out, "{:>9} {:>10} {:>8}", "games", "surprise", "score")?;
    }
    let bar = progress(args, io.terminal.err);
    let every = (args.games / args.trials.max(1)).max(1);
    loop {
        let games = learner.games();
        bar.set_position(games);
        let tried = curve.last().map_or(0, |last| last.games);
        // What was kept between two trials may be just before one.
        if games > tried && (games.is_multiple_of(every) || games >= args.games) {
            let surprise = std::mem::take(&mut surprise) / (games - tried) as f64;
            let score = learner.trial(args.trial_games);
            curve.push(Point { games, surprise, score });
            keeper.keep(&*learner, &curve, 0.0)?;
            if !args.json {
                let score = score * 100.0;
                bar.suspend(|| writeln!(io.out, "{games:>9} {surprise:>10.4} {score:>7.1}%"))?;
            }
        }
        if games >= args.games {
            break;
        }
        surprise += learner.learn();
        keeper.keep_in_time(&*learner, &curve, surprise)?;
    }
    bar.finish_and_clear();
    if let Some(path) = &args.weights {
        files::write(path, &learner.weights())?;
    }
    if let Some(path) = &args.svg {
        files::write(path, curve::draw(game.name, &curve).as_bytes())?;
    }
    if args.json {
        let games = learner.games();
        return io.json(&TrainJson { game: game.id, games, seed: args.seed, curve: &curve });
    }
    Ok(())
}

fn unlearned(game: &Entry) -> Failure {
    let learns = |entry: &&Entry| {
        let session = (entry.open)(&OptionValues::new());
        session.is_ok_and(|session| (entry.learner)(&*session, 1, 1).is_some())
    };
    let ids: Vec<_> = all().iter().filter(learns).map(|entry| entry.id).collect();
    Failure::usage(format!(
        "the player of {} does not learn; these do: {}",
        game.id,
        ids.join(", ")
    ))
}

fn progress(args: &Args, terminal: bool) -> ProgressBar {
    let bar = ProgressBar::hidden();
    bar.set_length(args.games);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:40} {pos}/{len} games  {elapsed}, {eta} left")
    {
        bar.set_style(style);
    }
    if terminal {
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
    }
    bar
}
