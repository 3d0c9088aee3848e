//! `parlour bench --reports`: how long the report on a game takes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parlour_analysis::{knowledge, report};
use parlour_core::rng::{derived, seeded};
use parlour_core::{OptionValues, Turn};
use parlour_search::{Budget, SearchControl, SearchRequest};
use parlour_session::{Entry, GameRecord, PlayerError, Spec};
use serde::Serialize;

use super::{Args, BenchCase};
use parlour_console::failure::Failure;
use parlour_console::io::Io;

/// A game is played until it has this number of actions, or is over.
const LONGEST: usize = 100;

#[derive(Serialize)]
struct ReportJson {
    game: &'static str,
    players: u8,
    actions: usize,
    seconds: f64,
    /// What could be known, in a game with secrets.
    knowledge_seconds: f64,
}

/// Plays a game of each kind, and measures the report on it.
pub(super) fn run(cases: Vec<BenchCase>, args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let wide = super::width(&cases);
    let heading = format!(
        "{:<wide$} {:>7} {:>8} {:>9} {:>13}",
        "game", "players", "actions", "report, s", "knowledge, s"
    );
    let results = cases.iter().map(|(game, options)| measure(game, options, args.seed));
    super::tell(results, args, io, &heading, |result| {
        let ReportJson { game, players, actions, seconds, knowledge_seconds } = result;
        format!("{game:<wide$} {players:>7} {actions:>8} {seconds:>9.1} {knowledge_seconds:>13.2}")
    })
}

fn measure(game: &'static Entry, options: &OptionValues, seed: u64) -> Result<ReportJson, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::runtime(error.to_string());
    let record = played(game, options, seed)?;
    let begun = Instant::now();
    report(&record, None, &Arc::default(), &mut |_, _| {}).map_err(|error| failed(&error))?;
    let seconds = begun.elapsed().as_secs_f64();
    let (players, actions) = (record.start.seats(), record.actions.len());
    let begun = Instant::now();
    knowledge(record, None).map_err(|error| failed(&error))?;
    let knowledge_seconds = begun.elapsed().as_secs_f64();
    Ok(ReportJson { game: game.id, players, actions, seconds, knowledge_seconds })
}

/// A game between quick players of the best engine: where moves mean something, positions are as hard as in
/// people's games.
fn played(game: &'static Entry, options: &OptionValues, seed: u64) -> Result<GameRecord, Failure> {
    let fault = |error: PlayerError| Failure::runtime(error.to_string());
    let start = (game.open)(options)?;
    let budget = Budget { nodes: Some(200), ..Budget::default() };
    let spec = Spec::best_within(budget);
    let mut player = start.player(&spec, 1).map_err(fault)?;
    let (mut session, mut rng, mut actions) = (start.boxed_clone(), seeded(seed), Vec::new());
    while actions.len() < LONGEST && session.turn() != Turn::Over {
        let request = SearchRequest::best_move(budget, derived(seed, actions.len() as u64));
        let stop = AtomicBool::new(false);
        let control = SearchControl { clock: &|| Duration::ZERO, stop: &stop };
        let found = player.search(&*session, &request, &control, &mut |_| {});
        let Some(action) = found.map(|found| found.chosen).or_else(|| session.sample(&mut rng))
        else {
            break;
        };
        session.play(&action).map_err(|error| Failure::runtime(error.to_string()))?;
        actions.push(action);
    }
    Ok(GameRecord { start, actions, result: None, ended_by: None, by_computer: Vec::new() })
}
