//! `parlour bench --answers`: how soon an engine answers a question with a small limit.

use std::time::{Duration, Instant};

use parlour_core::rng::seeded;
use parlour_core::{OptionValues, Turn};
use parlour_search::Budget;
use parlour_session::Entry;
use serde::Serialize;

use super::{Args, BenchCase};
use crate::arena::program::{HANDSHAKE, Program};
use parlour_console::failure::Failure;
use parlour_console::io::Io;

/// What is asked, each in a process of its own: its name, and the lines that are sent.
const QUESTIONS: [(&str, &str); 5] = [
    ("nodes 1", "go nodes 1"),
    ("depth 1", "go depth 1"),
    ("movetime 1", "go movetime 1"),
    ("movetime 15", "go movetime 15"),
    ("infinite, stop", "go infinite\nstop"),
];

/// The number of answers that follow the first in each process.
const FOLLOWING: usize = 8;

#[derive(Serialize)]
struct AnswersJson {
    game: &'static str,
    players: u8,
    asked: &'static str,
    first: Times,
    following: Times,
}

/// How long some answers took.
#[derive(Serialize)]
struct Times {
    answers: usize,
    slowest_ms: f64,
    median_ms: f64,
}

impl Times {
    fn of(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
        Times {
            answers: times.len(),
            slowest_ms: ms(times.last()),
            median_ms: ms(times.get(times.len().saturating_sub(1) / 2)),
        }
    }
}

/// Asks the questions and prints the times.
pub(super) fn run(cases: Vec<BenchCase>, args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let wide = super::width(&cases);
    let heading = format!(
        "{:<wide$} {:>7}  {:<14} {:>10} {:>8} {:>10} {:>8}",
        "game", "players", "asked", "first, ms", "median", "then, ms", "median"
    );
    let asked = cases.iter().flat_map(|case| QUESTIONS.map(|question| (case, question)));
    let results = asked.map(|((game, options), question)| measure(game, options, question, args));
    super::tell(results, args, io, &heading, |result| {
        let AnswersJson { game, players, asked, first, following: then } = result;
        let (first_ms, then_ms) = (first.slowest_ms, then.slowest_ms);
        format!(
            "{game:<wide$} {players:>7}  {asked:<14} {first_ms:>10.1} {:>8.1} {then_ms:>10.1} {:>8.1}",
            first.median_ms, then.median_ms
        )
    })
}

/// One question, asked of several processes.
fn measure(
    game: &'static Entry,
    options: &OptionValues,
    (asked, lines): (&'static str, &str),
    args: &Args,
) -> Result<AnswersJson, Failure> {
    let (mut first, mut following) = (Vec::new(), Vec::new());
    for number in 0..args.tries {
        let seed = args.seed.wrapping_add(u64::from(number));
        let times = play(game, options, lines, seed)?;
        let mut times = times.into_iter();
        first.extend(times.next());
        following.extend(times);
    }
    let players = (game.open)(options)?.seats();
    let (first, following) = (Times::of(first), Times::of(following));
    Ok(AnswersJson { game: game.id, players, asked, first, following })
}

/// Plays a game by the answers of one process, and measures each answer. Only where there is a
/// choice is a question asked: everything answers at once to a sole legal move.
fn play(
    game: &'static Entry,
    options: &OptionValues,
    lines: &str,
    seed: u64,
) -> Result<Vec<Duration>, Failure> {
    let mut engine = start(game.id, options)?;
    let (mut session, mut rng) = ((game.open)(options)?, seeded(seed));
    let (mut actions, mut times) = (Vec::new(), Vec::new());
    while times.len() <= FOLLOWING && session.turn() != Turn::Over {
        let mut legal = session.legal();
        let action = match session.sample_chance(&mut rng) {
            Some(thrown) => thrown,
            None if legal.len() == 1 => legal.remove(0),
            None => {
                let (answer, took) = ask(&mut engine, &actions, lines)?;
                times.push(took);
                answer
            }
        };
        let refused = |why| Failure::runtime(format!("the engine answered {action}: {why}"));
        session.play(&action).map_err(refused)?;
        actions.push(action);
    }
    Ok(times)
}

/// This very program as an engine, started anew: what one question costs who asks it.
fn start(game: &str, options: &OptionValues) -> Result<Program, Failure> {
    let this = std::env::current_exe().map_err(|error| Failure::runtime(error.to_string()))?;
    let command = [this.to_string_lossy().into_owned(), "ugi".to_owned(), game.to_owned()];
    let mut engine = Program::run(&command, &Budget::default())?;
    for (option, value) in options.iter() {
        engine.say(&format!("setoption name {option} value {value}"))?;
    }
    engine.ready(HANDSHAKE, None)?;
    Ok(engine)
}

/// The answer to these lines after these actions, and how long it took.
fn ask(
    engine: &mut Program,
    actions: &[String],
    lines: &str,
) -> Result<(String, Duration), Failure> {
    engine.say(&format!("position startpos moves {}", actions.join(" ")))?;
    // What it takes to read the game is no part of the answer.
    engine.ready(HANDSHAKE, None)?;
    let asked = Instant::now();
    let answer = engine.ask(lines, None)?;
    Ok((answer, asked.elapsed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_slowest_answer_and_a_median() {
        let times = Times::of([7, 1, 30, 2].map(Duration::from_millis).to_vec());
        assert_eq!((times.answers, times.slowest_ms, times.median_ms), (4, 30.0, 2.0));
        assert_eq!(Times::of(Vec::new()).slowest_ms, 0.0, "a game that was over at once");
    }
}
