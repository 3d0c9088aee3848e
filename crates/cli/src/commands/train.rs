//! `parlour train`: a computer player learns from games against itself.

mod checkpoint;
mod curve;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parlour_core::OptionValues;
use parlour_games::{Entry, all};
use parlour_search::learn::Learner;
use serde::Serialize;

use crate::commands::files;
use crate::commands::set_up::{self, GameName, SetUp};
use crate::failure::Failure;
use crate::io::Io;
use checkpoint::Course;
use curve::Point;

const EXAMPLES: &str = "\
Examples:
  parlour train senet
  parlour train senet --games 50000 --seed 7 --weights weights.bin --svg curve.svg
  parlour train senet --games 50000 --checkpoint senet.train

The same seed and number of games give the same weights. With --checkpoint what was learned is kept
now and then, and training goes on from there. The program plays with the weights that it was built
with: to use new ones, put them in the place of the game's file and build again.";

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
    #[arg(long, value_name = "N", default_value_t = 200)]
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

    /// Write JSON
    #[arg(long)]
    pub json: bool,
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
    args.checkpoint.as_deref().map_or(Ok(()), |path| files::check(&fresh(path)))?;
    let learner = (game.learner)(&*session, args.seed, args.games);
    let mut learner = learner.ok_or_else(|| unlearned(game))?;
    let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    learner.spread(args.threads.unwrap_or_else(cores).get());
    let course = Course::new(&*session, args);
    let mut curve = restore(args, &course, &mut *learner)?;
    if !args.json {
        writeln!(io.out, "{:>9} {:>10} {:>8}", "games", "surprise", "score")?;
    }
    let bar = progress(args, io.terminal.err);
    let every = (args.games / args.trials.max(1)).max(1);
    let mut surprise = 0.0;
    while learner.games() < args.games {
        surprise += learner.learn();
        bar.set_position(learner.games());
        if learner.games().is_multiple_of(every) || learner.games() == args.games {
            let since = curve.last().map_or(0, |last| last.games);
            let mean = surprise / (learner.games() - since).max(1) as f64;
            let score = learner.trial(args.trial_games);
            curve.push(Point { games: learner.games(), surprise: mean, score });
            surprise = 0.0;
            keep(args, &course, &*learner, &curve)?;
            if !args.json {
                bar.suspend(|| {
                    writeln!(io.out, "{:>9} {mean:>10.4} {:>7.1}%", learner.games(), score * 100.0)
                })?;
            }
        }
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

/// Goes on from the checkpoint, if there is one; the curve so far.
fn restore(args: &Args, course: &Course, learner: &mut dyn Learner) -> Result<Vec<Point>, Failure> {
    let Some(path) = args.checkpoint.as_ref().filter(|path| path.exists()) else {
        return Ok(Vec::new());
    };
    let saved = std::fs::read(path).map_err(|error| Failure::file(path, &error))?;
    let bad = |reason: &str| Failure::work(format!("{}: {reason}", path.display()));
    let rest = course.check(&saved).map_err(|reason| bad(&reason))?;
    let (points, rest) = curve::read(rest).ok_or_else(|| bad(checkpoint::BROKEN))?;
    learner.restore(rest).map_err(|reason| bad(&reason))?;
    Ok(points)
}

/// Where a checkpoint is written before it takes the place of the last one.
fn fresh(checkpoint: &Path) -> PathBuf {
    checkpoint.with_extension("new")
}

/// Keeps a checkpoint. It takes its place in one step, so that a broken run leaves the last one.
fn keep(
    args: &Args,
    course: &Course,
    learner: &dyn Learner,
    points: &[Point],
) -> Result<(), Failure> {
    let Some(path) = &args.checkpoint else { return Ok(()) };
    let mut bytes = course.write();
    bytes.extend(curve::write(points));
    bytes.extend(learner.save());
    let new = fresh(path);
    files::write(&new, &bytes)?;
    std::fs::rename(&new, path).map_err(|error| Failure::file(path, &error))
}
