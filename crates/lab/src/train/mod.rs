//! `parlour train`: a computer player learns from games against itself.

mod checkpoint;
mod curve;
mod progress;
mod store;

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parlour_core::OptionValues;
use parlour_games::{Entry, all};
use serde::Serialize;

use checkpoint::Course;
use curve::Point;
use parlour_console::failure::Failure;
use parlour_console::files;
use parlour_console::interrupt;
use parlour_console::io::Io;
use parlour_console::set_up::{self, GameName, SetUp};
use progress::Progress;
use store::Keeper;

const EXAMPLES: &str = "\
Examples:
  parlour train senet
  parlour train senet --games 50000 --seed 7 --weights weights.bin --svg curve.svg
  parlour train senet --games 50000 --checkpoint senet.train

The same seed and number of games give the same weights. With --checkpoint what was learned is kept
every half minute, after each trial and at Ctrl-C, and training goes on from there, as if it had
never been broken off. The picture is drawn after each trial. The program plays with the weights
that it was built with: to use new ones, put them in the place of the game's file and build again.";

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
    #[arg(short, long, value_name = "N", default_value = "30000", value_parser = games)]
    pub games: u64,

    /// Makes the training repeatable
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,

    /// How many games are played at once, where a game learns from many together [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,

    /// How often what was learned is tried against the weights in use, the last time at the end
    #[arg(long, value_name = "N", default_value = "20", value_parser = trials)]
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

fn games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|&games| games > 0);
    games
        .ok_or_else(|| "nothing is learned from no games: a number from 1 on, such as 30000".into())
}

fn trials(text: &str) -> Result<u64, String> {
    let trials = text.parse().ok().filter(|&trials| trials > 0);
    trials.ok_or_else(|| "a number from 1 on: --trials 1 tries only once, at the end".into())
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
    if args.set_up.moves.is_some() {
        return Err(Failure::usage(
            "--moves changes nothing here: all games that are learned from begin at the start; leave it out",
        ));
    }
    let session = args.set_up.open(game, None)?;
    // A file that cannot be written, or read again, is a mistake now, not after hours of work.
    args.checkpoint.as_deref().map_or(Ok(None), files::existing)?;
    let named = [&args.weights, &args.svg, &args.checkpoint];
    named.into_iter().flatten().try_for_each(|path| files::check(path))?;
    args.checkpoint.as_deref().map_or(Ok(()), |path| files::check(&store::fresh(path)))?;
    let learner = (game.learner)(&*session, args.seed, args.games);
    let mut learner = learner.ok_or_else(|| unlearned(game))?;
    let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    learner.spread(args.threads.unwrap_or_else(cores).get());
    let mut keeper = Keeper::new(args, Course::new(&*session, args));
    let (mut curve, mut surprise) = keeper.restore(&mut *learner)?;
    if !args.json {
        writeln!(io.out, "{:>9} {:>10} {:>8}", "games", "surprise", "score")?;
        curve.iter().try_for_each(|point| tell(point, io))?;
    }
    if learner.games() >= args.games && curve.last().is_some_and(|last| last.games >= args.games) {
        let games = args.games;
        writeln!(io.err, "this training was finished already, after all of its {games} games")?;
    }
    let asked = interrupt::watch();
    let is_asked = || asked.load(Ordering::Relaxed);
    let progress = Progress::new(args, learner.games(), io.terminal.err);
    while !is_asked() {
        let games = learner.games();
        progress.learning(games);
        let tried = curve.last().map_or(0, |last| last.games);
        // What was kept between two trials may be just before one.
        if games > tried && games >= next_trial(args, tried) {
            let go_on = |played| {
                progress.trying(played, args.trial_games);
                !is_asked()
            };
            let Some(score) = learner.trial(args.trial_games, &go_on) else { break };
            let surprise = std::mem::take(&mut surprise) / (games - tried) as f64;
            let point = Point { games, surprise, score };
            curve.push(point);
            keeper.keep(&*learner, &curve, 0.0)?;
            draw(args, game, &curve)?;
            if !args.json {
                progress.bar.suspend(|| tell(&point, io))?;
            }
        }
        if games >= args.games {
            break;
        }
        progress.learning(games);
        surprise += learner.learn();
        keeper.keep_in_time(&*learner, &curve, surprise)?;
    }
    progress.bar.finish_and_clear();
    let games = learner.games();
    let is_whole = curve.last().is_some_and(|last| last.games >= args.games);
    match (is_whole, &args.weights) {
        (false, _) => keeper.keep(&*learner, &curve, surprise)?,
        // Half learned they are not worth the place of those that may be there.
        (true, Some(path)) => files::write(path, &learner.weights())?,
        (true, None) => {}
    }
    draw(args, game, &curve)?;
    if args.json {
        io.json(&TrainJson { game: game.id, games, seed: args.seed, curve: &curve })?;
    }
    match is_whole {
        true => Ok(()),
        false => Err(Failure::Interrupted(interruption(args, games))),
    }
}

/// What is said of a training that was interrupted.
fn interruption(args: &Args, games: u64) -> String {
    let then = match args.checkpoint.is_some() {
        true => "what was learned is kept, and the same command goes on",
        false => "with --checkpoint it could go on",
    };
    format!("interrupted after {games} of {} games; {then}", args.games)
}

/// After how many games the next trial is, if the last one was after so many. They are as far apart as can be,
/// and the last one is at the end.
fn next_trial(args: &Args, tried: u64) -> u64 {
    let (games, trials) = (u128::from(args.games), u128::from(args.trials));
    let after = |number: u128| (games * number / trials) as u64;
    // The number of the last one that is not after `tried`, or one more.
    let number = u128::from(tried) * trials / games;
    (number..=trials).map(after).find(|&after| after > tried).unwrap_or(args.games)
}

/// A row of the curve.
fn tell(point: &Point, io: &mut Io<'_>) -> Result<(), Failure> {
    let Point { games, surprise, score } = point;
    Ok(writeln!(io.out, "{games:>9} {surprise:>10.4} {:>7.1}%", score * 100.0)?)
}

/// Draws the curve as far as it has come, where that is wished for.
fn draw(args: &Args, game: &Entry, curve: &[Point]) -> Result<(), Failure> {
    match &args.svg {
        Some(path) if !curve.is_empty() => {
            files::write(path, curve::draw(game.name, curve).as_bytes())
        }
        _ => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn three_trials_in_two_thousand_games_were_four() {
        let trials = |games: &str, trials: &str| {
            let args = ["train", "senet", "--games", games, "--trials", trials];
            let args = Typed::try_parse_from(args).expect("arguments").args;
            let next = |&tried: &u64| Some(next_trial(&args, tried)).filter(|_| tried < args.games);
            std::iter::successors(Some(0), next).skip(1).collect::<Vec<u64>>()
        };
        assert_eq!(trials("2000", "3"), [666, 1333, 2000]);
        assert_eq!(trials("30000", "20").len(), 20);
        assert_eq!(trials("7", "1"), [7]);
        assert_eq!(trials("3", "20"), [1, 2, 3], "no two are after the same game");
        assert_eq!(trials("18446744073709551615", "2").len(), 2);
    }
}
