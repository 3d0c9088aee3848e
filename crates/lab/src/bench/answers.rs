//! `parlour bench --answers`: how soon an engine answers a question with a small limit.

use std::time::Duration;

use parlour_core::rng::seeded;
use parlour_core::{OptionValues, Turn};
use parlour_games::Entry;
use serde::Serialize;

use super::Args;
use super::engine::Engine;
use parlour_console::failure::Failure;
use parlour_console::io::Io;

/// What is asked, each in a process of its own: its name, and the lines that are sent.
const QUESTIONS: [(&str, &str); 5] = [
    ("nodes 1", "go nodes 1\n"),
    ("depth 1", "go depth 1\n"),
    ("movetime 1", "go movetime 1\n"),
    ("movetime 15", "go movetime 15\n"),
    ("infinite, stop", "go infinite\nstop\n"),
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

/// Asks and tells.
pub(super) fn run(
    tables: Vec<(&'static Entry, OptionValues)>,
    args: &Args,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let wide = super::width(tables.iter().map(|(game, _)| game.id));
    if !args.json {
        writeln!(
            io.out,
            "{:<wide$} {:>7}  {:<14} {:>10} {:>8} {:>10} {:>8}",
            "game", "players", "asked", "first, ms", "median", "then, ms", "median"
        )?;
    }
    let mut results = Vec::new();
    for (game, options) in tables {
        for (asked, lines) in QUESTIONS {
            let result = measure(game, &options, (asked, lines), args)?;
            if !args.json {
                let [first, then] = [&result.first, &result.following];
                writeln!(
                    io.out,
                    "{:<wide$} {:>7}  {asked:<14} {:>10.1} {:>8.1} {:>10.1} {:>8.1}",
                    result.game,
                    result.players,
                    first.slowest_ms,
                    first.median_ms,
                    then.slowest_ms,
                    then.median_ms
                )?;
                io.out.flush()?;
            }
            results.push(result);
        }
    }
    if args.json { io.json(&results) } else { Ok(()) }
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

/// Plays a game by the answers of one process, and tells how long each took. Only where there is a
/// choice is a question asked: everything answers at once to a sole legal move.
fn play(
    game: &'static Entry,
    options: &OptionValues,
    lines: &str,
    seed: u64,
) -> Result<Vec<Duration>, Failure> {
    let mut engine = Engine::start(game.id, options).map_err(Failure::Work)?;
    let (mut session, mut rng) = ((game.open)(options)?, seeded(seed));
    let (mut actions, mut times) = (Vec::new(), Vec::new());
    while times.len() <= FOLLOWING && session.turn() != Turn::Over {
        let mut legal = session.legal();
        let action = match session.roll(&mut rng) {
            Some(thrown) => thrown,
            None if legal.len() == 1 => legal.remove(0),
            None => {
                let (answer, took) = engine.ask(&actions, lines).map_err(Failure::Work)?;
                times.push(took);
                answer
            }
        };
        let refused = |why| Failure::work(format!("the engine answered {action}: {why}"));
        session.play(&action).map_err(refused)?;
        actions.push(action);
    }
    Ok(times)
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
