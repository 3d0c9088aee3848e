//! `parlour train`: a game's computer player is trained on games against itself.

mod checkpoint;
mod curve;
mod fit;
mod net;
mod outwit;
pub(crate) mod sample;
pub(crate) mod self_play;
mod senet;
mod shell_out;
mod shout_7;
mod trainer;

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_console::mistakes::whole;
use parlour_console::set_up::{self, GameName, SetUp};
use parlour_console::{files, interrupt};
use parlour_core::{Configure, OptionValues};
use parlour_outwit::Outwit;
use parlour_senet::Senet;
use parlour_session::Entry;
use parlour_shell_out::ShellOut;
use parlour_shout_7::Shout7;
use serde::Serialize;

use crate::progress;
use checkpoint::CheckpointFile;
use curve::Point;
use trainer::{Trainee, Trainer};

/// The games that can be trained.
const TRAINED: [&str; 4] = [Outwit::ID, Senet::ID, ShellOut::ID, Shout7::ID];

/// The training of a game with these options; `None` where nothing of it is trained.
fn trainee(game: &Entry, options: &OptionValues) -> Result<Option<Box<dyn Trainee>>, Failure> {
    Ok(Some(match game.id {
        Outwit::ID => Box::new(outwit::TrainOutwit::default()),
        Senet::ID => Box::new(senet::TrainSenet),
        ShellOut::ID => Box::new(shell_out::TrainShellOut::new(ShellOut::configure(options)?)),
        Shout7::ID => Box::new(shout_7::TrainShout7(Shout7::configure(options)?)),
        _ => return Ok(None),
    }))
}

/// Weights as an array that a game is built with.
fn weights_text(comment: &str, weights: &[i32]) -> Vec<u8> {
    let line = |weights: &[i32]| weights.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
    let lines: String = weights.chunks(10).map(|ten| format!("    {},\n", line(ten))).collect();
    format!("// {comment}\n[\n{lines}]\n").into_bytes()
}

const EXAMPLES: &str = "\
Examples:
  parlour train senet
  parlour train senet --games 50000 --seed 7 --weights weights.bin --svg curve.svg
  parlour train senet --games 50000 --checkpoint senet.train

The same seed and number of games give the same weights, on any number of threads. With --checkpoint
the state of the training is saved every half minute, after each trial and at Ctrl-C, and the same
command continues from there with the same result. The picture is drawn after each trial. The
program plays with the weights that it was built with: to use new ones, replace the game's file and
build again.";

/// Arguments of `parlour train`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    game: String,

    /// How many players sit down
    #[arg(short, long, value_name = "N", value_parser = whole::<u8>(..))]
    players: Option<u8>,

    /// Set an option of the game; `parlour games` lists them
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// How many games to train on
    #[arg(short, long, value_name = "N", default_value = "30000", value_parser = games)]
    games: u64,

    /// Makes the training repeatable
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// How many games are played at once [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// How many trials against the weights in use there are, the last one at the end
    #[arg(long, value_name = "N", default_value = "20", value_parser = trials)]
    trials: u64,

    /// How many games a trial has
    #[arg(long, value_name = "N", default_value = "200", value_parser = trial_games)]
    trial_games: u64,

    /// Write the weights into this file
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Draw the learning curve into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Save the state of the training in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Seconds between two saves
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds, requires = "checkpoint")]
    keep_every: Duration,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A number from 1 on: a score of no games would be no score.
fn positive(text: &str, otherwise: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| otherwise.to_owned())
}

fn games(text: &str) -> Result<u64, String> {
    positive(text, "a training has at least one game, such as --games 30000")
}

fn trials(text: &str) -> Result<u64, String> {
    positive(text, "a number from 1 on: --trials 1 tries only once, at the end")
}

fn trial_games(text: &str) -> Result<u64, String> {
    positive(text, "a trial has one game at least; --trials 1 tries only once, at the end")
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

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    let set_up = SetUp { players: args.players, options: args.options.clone(), moves: None };
    let options = set_up.open(game, None)?.options();
    let trainee = trainee(game, &options)?.ok_or_else(|| untrained(game))?;
    // A file that cannot be written, or read again, is a mistake now, not after hours of work.
    args.checkpoint.as_deref().map_or(Ok(None), files::existing)?;
    // The checkpoint itself is not touched: a kill during the check would leave an empty one.
    let fresh = args.checkpoint.as_deref().map(checkpoint::fresh);
    let named = [&args.weights, &args.svg, &fresh];
    named.into_iter().flatten().try_for_each(|path| files::check(path))?;
    let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = args.threads.unwrap_or_else(cores).get();
    let mut trainer = Trainer::new(trainee, args.seed, args.games, threads);
    let mut checkpoint = CheckpointFile::new(game, &options, args);
    let (mut curve, mut cross_entropy) = checkpoint.restore(&mut trainer)?;
    if !args.json {
        writeln!(io.out, "{:>9} {:>13} {:>8}", "games", "cross-entropy", "score")?;
        curve.iter().try_for_each(|point| write_point(point, io))?;
    }
    if trainer.games() >= args.games && curve.last().is_some_and(|last| last.games >= args.games) {
        let games = args.games;
        writeln!(io.err, "this training was finished already, after all of its {games} games")?;
    }
    let asked = interrupt::watch();
    let is_asked = || asked.load(Ordering::Relaxed);
    let doing = Arc::new(Mutex::new("training".to_owned()));
    let say = |words: String| *doing.lock().unwrap_or_else(PoisonError::into_inner) = words;
    let said = Arc::clone(&doing);
    let words = move || said.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let bar = progress::bar(args.games, trainer.games(), io.terminal.err, ("", "about"), words);
    while !is_asked() {
        let games = trainer.games();
        bar.set_position(games);
        let tried = curve.last().map_or(0, |last| last.games);
        // What was kept between two trials may be just before one.
        if games > tried && games >= next_trial(args, tried) {
            let go_on = |played| {
                say(format!("a trial, {played} of {} games", args.trial_games));
                !is_asked()
            };
            let Some(score) = trainer.trial(args.trial_games, &go_on) else { break };
            let cross_entropy = std::mem::take(&mut cross_entropy) / (games - tried) as f64;
            let point = Point { games, cross_entropy, score };
            curve.push(point);
            checkpoint.save(&trainer, &curve, 0.0)?;
            draw(args, game, &curve)?;
            if !args.json {
                bar.suspend(|| write_point(&point, io))?;
            }
        }
        if games >= args.games {
            break;
        }
        say("training".to_owned());
        cross_entropy += trainer.train();
        checkpoint.save_if_due(&trainer, &curve, cross_entropy)?;
    }
    bar.finish_and_clear();
    let games = trainer.games();
    let is_whole = curve.last().is_some_and(|last| last.games >= args.games);
    match (is_whole, &args.weights) {
        (false, _) => checkpoint.save(&trainer, &curve, cross_entropy)?,
        // Weights of half a training must not replace those that may be there.
        (true, Some(path)) => files::write(path, &trainer.weights_file())?,
        (true, None) => {}
    }
    draw(args, game, &curve)?;
    if args.json {
        io.json(&TrainJson { game: game.id, games, seed: args.seed, curve: &curve })?;
    }
    if is_whole { Ok(()) } else { Err(Failure::Interrupted(interruption(args, games))) }
}

fn interruption(args: &Args, games: u64) -> String {
    let then = if args.checkpoint.is_some() {
        "the state is saved, and the same command continues"
    } else {
        "with --checkpoint it could continue"
    };
    format!("interrupted after {games} of {} games; {then}", args.games)
}

/// After how many games the next trial is, given the number of games before the last one. They are as far apart as can be,
/// and the last one is at the end.
fn next_trial(args: &Args, tried: u64) -> u64 {
    let (games, trials) = (u128::from(args.games), u128::from(args.trials));
    let after = |number: u128| (games * number / trials) as u64;
    // The number of the last one that is not after `tried`, or one more.
    let number = u128::from(tried) * trials / games;
    (number..=trials).map(after).find(|&after| after > tried).unwrap_or(args.games)
}

fn write_point(point: &Point, io: &mut Io<'_>) -> Result<(), Failure> {
    let Point { games, cross_entropy, score } = point;
    Ok(writeln!(io.out, "{games:>9} {cross_entropy:>13.4} {:>7.1}%", score * 100.0)?)
}

fn draw(args: &Args, game: &Entry, curve: &[Point]) -> Result<(), Failure> {
    match &args.svg {
        Some(path) if !curve.is_empty() => {
            files::write(path, curve::draw(game.name, curve).as_bytes())
        }
        _ => Ok(()),
    }
}

fn untrained(game: &Entry) -> Failure {
    let (id, trained) = (game.id, TRAINED.join(", "));
    Failure::usage(format!("nothing of {id} is trained; these games can be trained: {trained}"))
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
    fn trials_are_spread_evenly_and_end_with_the_training() {
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
