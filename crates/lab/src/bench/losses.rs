//! `parlour bench --losses`: whether reports tell a stronger player from a weaker one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parlour_analysis::{Report, report};
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_core::rng::{derived, seeded};
use parlour_core::{OptionValues, Turn};
use parlour_search::{SearchControl, SearchRequest};
use parlour_session::{Entry, GameRecord, Player, Session, Spec};
use serde::Serialize;

use super::{Args, BenchCase};

/// Figures of which the mean is wanted.
#[derive(Clone, Copy, Default)]
struct Figures {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Figures {
    fn add(&mut self, figure: f64) {
        self.count += 1;
        self.sum += figure;
        self.squares += figure * figure;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        let count = self.count.max(2) as f64;
        let spread = (self.squares - count * self.mean().powi(2)).max(0.0);
        (spread / (count - 1.0) / count).sqrt()
    }
}

/// A longer game is not reported on.
const LONGEST: usize = 2000;

/// What the reports say of one of the two players, in points of the win.
#[derive(Serialize)]
struct Losses {
    player: String,
    decisions: u64,
    /// How many of them count as errors.
    errors: u64,
    /// The mean loss of a decision and its standard error.
    mean_loss: f64,
    standard_error: f64,
    /// What errors cost in a game.
    errors_a_game: f64,
}

#[derive(Serialize)]
struct LossesJson {
    game: &'static str,
    players: u8,
    games: u32,
    /// What the first player won, of a game.
    score: f64,
    losses: [Losses; 2],
    /// How much more the second player loses in a decision than the first, game by game.
    difference: f64,
    difference_error: f64,
    /// The mean of the larger revision of a game, whichever sign it has.
    revision: f64,
    seconds_a_report: f64,
}

/// Lets two players play, and compares what the reports say of them.
pub(super) fn run(cases: Vec<BenchCase>, args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let wide = super::width(&cases);
    let heading = format!(
        "{:<wide$} {:>7} {:>5} {:>6}  {:<26} {:<26} {:>13} {:>8} {:>9}",
        "game",
        "players",
        "games",
        "score",
        "first: loss, errors",
        "second",
        "difference",
        "revision",
        "report, s"
    );
    let results = cases.iter().map(|(game, options)| measure(game, options, args));
    super::tell(results, args, io, &heading, |result| {
        let LossesJson { game, players, games, score, losses, .. } = result;
        let [first, second] = losses.each_ref().map(|losses| {
            let Losses { mean_loss, standard_error, errors, decisions, .. } = losses;
            format!("{mean_loss:.2} ± {standard_error:.2}, {errors}/{decisions}")
        });
        let difference = format!("{:+.2} ± {:.2}", result.difference, result.difference_error);
        format!(
            "{game:<wide$} {players:>7} {games:>5} {score:>6.2}  {first:<26} {second:<26} {difference:>13} {:>8.1} {:>9.1}",
            result.revision, result.seconds_a_report
        )
    })
}

/// The player of a text, in which a number is a level. Where a level has a node limit it gets no clock, so that
/// the games can be repeated.
fn player(text: &str, session: &dyn Session) -> Result<Spec, Failure> {
    let spec: Result<Spec, _> = match text.parse::<u8>() {
        Ok(level) => Ok(Spec::Level(level)),
        Err(_) => text.parse(),
    };
    let spec = spec.map_err(|error| Failure::usage(error.to_string()))?;
    Ok(match spec.spelled_out(&session.engines(), &session.levels()) {
        Spec::Engine { name, mut budget, settings } => {
            if budget.nodes.is_some() || budget.depth.is_some() {
                budget.time = None;
            }
            Spec::Engine { name, budget, settings }
        }
        other => other,
    })
}

fn measure(
    game: &'static Entry,
    options: &OptionValues,
    args: &Args,
) -> Result<LossesJson, Failure> {
    let start = (game.open)(options)?;
    let mut specs = Vec::new();
    for text in &args.losses {
        specs.push(player(text, &*start)?);
    }
    let (mut all, mut apart) = ([Figures::default(); 2], Figures::default());
    let (mut revision, mut score, mut seconds) = (0.0, 0.0, 0.0);
    let (mut errors, mut given) = ([0; 2], [0.0; 2]);
    for number in 0..args.count {
        // The players change places after each game.
        let seated = |seat: usize| (seat + number as usize) % 2;
        let record = played(&*start, &specs, seated, derived(args.seed, u64::from(number)))?;
        let begun = Instant::now();
        let report = report(&record, None, &Arc::default(), &mut |_, _| {});
        let report = report.map_err(|error| Failure::runtime(error.to_string()))?;
        seconds += begun.elapsed().as_secs_f64();
        let mut of_game = [Figures::default(); 2];
        for (which, loss) in losses(&report).map(|(seat, loss)| (seated(seat), 100.0 * loss)) {
            all[which].add(loss);
            of_game[which].add(loss);
            errors[which] += u64::from(loss > 1e-7);
            given[which] += loss;
        }
        apart.add(of_game[1].mean() - of_game[0].mean());
        let accounts = report.seats.iter().map(|seat| seat.account);
        revision += accounts.fold(0.0, |most: f64, one| most.max(100.0 * one.revision.abs()));
        for (seat, game) in report.seats.iter().enumerate() {
            score += if seated(seat) == 0 { game.account.end } else { 0.0 };
        }
    }
    let games = f64::from(args.count);
    let losses = [0, 1].map(|which| Losses {
        player: args.losses[which].clone(),
        decisions: all[which].count,
        errors: errors[which],
        mean_loss: all[which].mean(),
        standard_error: all[which].error(),
        errors_a_game: given[which] / games,
    });
    Ok(LossesJson {
        game: game.id,
        players: start.seats(),
        games: args.count,
        score: score / games,
        losses,
        difference: apart.mean(),
        difference_error: apart.error(),
        revision: revision / games,
        seconds_a_report: seconds / games,
    })
}

/// Every decision's player and loss.
fn losses(report: &Report) -> impl Iterator<Item = (usize, f64)> + '_ {
    report.steps.iter().filter(|step| step.decision.is_some()).filter_map(|step| {
        let seat = usize::from(step.by?);
        Some((seat, -step.error.get(seat).copied().unwrap_or_default()))
    })
}

/// A game of these players; `seated` says who sits at a seat.
fn played(
    start: &dyn Session,
    specs: &[Spec],
    seated: impl Fn(usize) -> usize,
    seed: u64,
) -> Result<GameRecord, Failure> {
    let fault = |error: &dyn std::fmt::Display| Failure::runtime(error.to_string());
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for spec in specs {
        players.push(start.player(spec, 1).map_err(|error| fault(&error))?);
    }
    let (mut session, mut rng, mut actions) = (start.boxed_clone(), seeded(seed), Vec::new());
    while actions.len() < LONGEST && session.turn() != Turn::Over {
        let action = match session.turn() {
            Turn::Player(seat) => {
                let seed = derived(seed, actions.len() as u64 + 1);
                let request = SearchRequest { seed, ..SearchRequest::default() };
                let stop = AtomicBool::new(false);
                let control = SearchControl { clock: &|| Duration::ZERO, stop: &stop };
                let player = &mut players[seated(seat.index())];
                player.search(&*session, &request, &control, &mut |_| {}).map(|f| f.chosen)
            }
            _ => session.sample_chance(&mut rng),
        };
        let Some(action) = action else { break };
        session.play(&action).map_err(|error| fault(&error))?;
        actions.push(action);
    }
    let start = start.boxed_clone();
    Ok(GameRecord { start, actions, result: None, ended_by: None, by_computer: Vec::new() })
}
