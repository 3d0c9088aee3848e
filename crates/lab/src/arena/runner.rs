//! Where the games of a match are played, several at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::game::{self, FinishedGame, GameError};
use super::schedule::{Fixture, Schedule};
use crate::rating::Standings;
use parlour_core::Turn;
use parlour_core::rng::seeded;
use parlour_session::{Entry, Session};

use super::Args;
use super::game_file::{GameFile, Saved, record};
use super::results::Results;
use super::show::{Live, Progress};
use super::timing::MoveTimes;
use parlour_console::failure::Failure;
use parlour_console::files;
use parlour_console::interrupt;
use parlour_console::io::Io;

/// A match to be played.
pub(super) struct Match<'a> {
    pub(super) game: &'static Entry,
    pub(super) session: Box<dyn Session>,
    pub(super) schedule: Schedule,
    pub(super) opening: u32,
    pub(super) args: &'a Args,
}

impl Match<'_> {
    pub(super) fn games(&self) -> u64 {
        self.schedule.games(self.args.games)
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.args.entrants.iter().map(|entrant| entrant.name()).collect()
    }
}

/// How it went.
pub(super) struct MatchResult {
    pub(super) standings: Standings,
    pub(super) results: Results,
    /// What a test of two players came to.
    pub(super) verdict: Option<bool>,
    pub(super) actions: u64,
    /// How long each player took, in the games of a saved match as it was then.
    pub(super) times: Vec<MoveTimes>,
    /// Whether it was interrupted before all games were played.
    pub(super) interrupted: bool,
}

/// How often an interrupt is looked for.
const NOTICE: Duration = Duration::from_millis(50);

/// The number of random actions that make openings differ; games with dice need none.
pub(super) fn usual_opening(session: &dyn Session) -> u32 {
    const WITHOUT_DICE: u32 = 4;
    let (mut game, mut rng) = (session.boxed_clone(), seeded(1));
    while let Some(action) = game.sample(&mut rng) {
        if game.turn() == Turn::Chance {
            return 0;
        }
        if game.play(&action).is_err() {
            break;
        }
    }
    WITHOUT_DICE
}

/// What a worker reports: a game, and what came of it.
type WorkerMessage = (Fixture, Result<(FinishedGame, BTreeMap<usize, MoveTimes>), GameError>);

/// Plays all games that were not played before: the result, and the failure that ended it early.
pub(super) fn play(
    game_match: &Match<'_>,
    io: &mut Io<'_>,
) -> Result<(MatchResult, Option<Failure>), Failure> {
    // From here on an interrupted match reports its games.
    let asked = interrupt::watch();
    let mut file = GameFile::open(game_match, io)?;
    let players = game_match.args.entrants.len();
    let mut result = MatchResult {
        standings: Standings::new(players),
        results: Results::default(),
        verdict: None,
        actions: 0,
        times: vec![MoveTimes::default(); players],
        interrupted: false,
    };
    // In the order of the match, so that a match that goes on ends like one that was never broken off.
    let mut waiting: BTreeMap<u64, Saved> = file.saved();
    waiting.values().try_for_each(|saved| write_record(game_match, saved))?;
    let done: BTreeSet<u64> = waiting.keys().copied().collect();
    let to_do = (0..game_match.games()).filter(move |number| !done.contains(number));
    let saved = waiting.len() as u64;
    let live = Arc::new(Live::default());
    let progress = Progress::new(game_match, saved, &live, io.terminal.err);
    let queue = Mutex::new(to_do);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = channel::<WorkerMessage>();
    let threads = game_match.args.threads.map_or_else(cores, std::num::NonZero::get);
    let mut failed = None;
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let session = game_match.session.boxed_clone();
            let (queue, stop, live) = (&queue, &stop, &live);
            scope.spawn(move || work(game_match, session, queue, stop, live, &sender));
        }
        drop(sender);
        count(game_match, &mut result, &mut waiting, &progress);
        let decided = |result: &MatchResult| result.verdict.is_some();
        if decided(&result) {
            stop.store(true, Ordering::Relaxed);
        }
        loop {
            if asked.load(Ordering::Relaxed) && !stop.swap(true, Ordering::Relaxed) {
                result.interrupted = true;
                progress.interrupted();
            }
            let (fixture, played) = match receiver.recv_timeout(NOTICE) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let kept = match played {
                Ok((played, times)) => {
                    progress.played();
                    let saved = Saved::new(&fixture, &played, times);
                    keep(game_match, &mut file, &saved).map(|()| {
                        waiting.insert(fixture.number, saved);
                    })
                }
                Err(GameError::Stopped) => Ok(()),
                Err(GameError::Failed(seat, error)) => {
                    let who = game_match.args.entrants[fixture.at[seat.index()]].name();
                    Err(Failure::Runtime(format!("{who} in game {}: {error}", fixture.number + 1)))
                }
            };
            count(game_match, &mut result, &mut waiting, &progress);
            if let Err(failure) = kept {
                failed.get_or_insert(failure);
            }
            if failed.is_some() || decided(&result) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    progress.end();
    // Games after one that was abandoned have been played, too. A test goes by the order of the match alone.
    if game_match.args.sprt.is_none() {
        std::mem::take(&mut waiting)
            .into_values()
            .for_each(|saved| add(game_match, &mut result, &saved));
    }
    // An interrupt after the last game changes nothing.
    result.interrupted &= result.standings.games() < game_match.games();
    Ok((result, failed))
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn keep(game_match: &Match<'_>, file: &mut GameFile, saved: &Saved) -> Result<(), Failure> {
    file.append(saved)?;
    write_record(game_match, saved)
}

fn write_record(game_match: &Match<'_>, saved: &Saved) -> Result<(), Failure> {
    let Some(folder) = &game_match.args.records else { return Ok(()) };
    let path = folder.join(format!("game-{:05}.txt", saved.number + 1));
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    files::write(&path, record(game_match, saved).as_bytes())
}

/// Counts the games in the order of the match, as far as they have come without a gap. A test is
/// decided by the games up to where it is decided, however many more were under way.
fn count(
    game_match: &Match<'_>,
    result: &mut MatchResult,
    waiting: &mut BTreeMap<u64, Saved>,
    progress: &Progress,
) {
    while result.verdict.is_none()
        && let Some(saved) = waiting.remove(&result.standings.games())
    {
        add(game_match, result, &saved);
        result.verdict =
            game_match.args.sprt.and_then(|test| test.verdict(&result.standings.sample(0)));
    }
    progress.show(game_match, result);
}

fn add(game_match: &Match<'_>, result: &mut MatchResult, saved: &Saved) {
    let Fixture { rotation, of, at, .. } = game_match.schedule.fixture(saved.number);
    let shares = saved.shares();
    result.standings.add(rotation, of, &at, &shares);
    result.results.add(&at, &shares);
    result.actions += saved.length();
    for (&player, &times) in &saved.times {
        result.times.get_mut(player).into_iter().for_each(|all| all.add_all(times));
    }
}

/// Plays one game after another, with players of its own.
fn work(
    game_match: &Match<'_>,
    session: Box<dyn Session>,
    queue: &Mutex<impl Iterator<Item = u64>>,
    stop: &AtomicBool,
    live: &Arc<Live>,
    sender: &Sender<WorkerMessage>,
) {
    let (threads, names) = (game_match.args.player_threads.get(), game_match.names());
    let seat = |entrant: &super::Entrant| entrant.seat(game_match.game, &*session, threads);
    let players: Result<Vec<_>, Failure> = game_match.args.entrants.iter().map(seat).collect();
    let mut players = match players {
        Ok(players) => players,
        Err(error) => {
            let first = game_match.schedule.fixture(0);
            let _ = sender.send((first, Err(GameError::Failed(parlour_core::Seat(0), error))));
            return;
        }
    };
    while !stop.load(Ordering::Relaxed) {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(number) = next else { return };
        let fixture = game_match.schedule.fixture(number);
        let dice = game_match.schedule.dice(fixture.rotation);
        let (from, random) = game::opening(&*session, game_match.opening, dice);
        let set_up = game_match.args.set_up.actions().map(str::to_owned);
        let opening: Vec<String> = set_up.chain(random).collect();
        let seed = game_match.schedule.players_seed(number, &names);
        live.under_way.fetch_add(1, Ordering::Relaxed);
        let mut times: BTreeMap<usize, MoveTimes> =
            fixture.at.iter().map(|&player| (player, MoveTimes::default())).collect();
        let moved = |player: usize, took| {
            times.entry(player).or_default().add(took);
            live.moves.fetch_add(1, Ordering::Relaxed);
        };
        let (from, seeds) = ((&*from, &opening[..]), [dice, seed]);
        let played = game::play(from, &mut players, &fixture.at, seeds, stop, moved);
        live.under_way.fetch_sub(1, Ordering::Relaxed);
        // Its other games could not be finished.
        if matches!(played, Err(GameError::Failed(..))) {
            stop.store(true, Ordering::Relaxed);
        }
        if sender.send((fixture, played.map(|played| (played, times)))).is_err() {
            return;
        }
    }
}
