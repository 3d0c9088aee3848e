//! Computer players of any game, behind an object-safe interface.

use std::fmt;
use std::sync::atomic::AtomicBool;

use parlour_core::rng::seeded;
use parlour_core::{PerSeat, Turn, Viewer};
use parlour_search::{
    Budget, Certainty, Difference, Driver, EngineKind, Level, Line, SearchControl, SearchReport,
    SearchRequest, SearchTask,
};

use crate::did_you_mean::{shown, suggest};
use crate::session::{Playable, Running, Session};
use crate::spec::{BEST, PLAYERS, Spec, level_error};

/// What a player has found, with moves as texts. Its lines are the best first; where the others must not
/// predict a move, the one to make is drawn among the good ones and need not be the first.
pub type TextReport = SearchReport<String>;
/// One choice with its principal variation, as texts.
pub type TextLine = Line<String>;

/// A computer player. It remembers what it found from one move to the next, so a game is best played with
/// one player from start to end.
pub trait Player: Send {
    /// Searches the position with what the player to act may know, and calls `on_report` now and then;
    /// `None` when no player is to act.
    ///
    /// # Panics
    /// When the session is of another game.
    fn search(
        &mut self,
        session: &dyn Session,
        request: &SearchRequest,
        control: &SearchControl<'_>,
        on_report: &mut dyn FnMut(&TextReport),
    ) -> Option<TextReport>;

    /// By how much the first of two moves is better than the second for the player to act, after a search within
    /// the request's nodes, by this number of samples of each in worlds that both share. `None` where the game
    /// has no secrets, where a move is not legal, and when it was stopped.
    ///
    /// # Panics
    /// When the session is of another game.
    fn compare(
        &mut self,
        session: &dyn Session,
        moves: [&str; 2],
        request: &SearchRequest,
        samples: u64,
        stop: &AtomicBool,
    ) -> Option<Difference> {
        let _ = (session, moves, request, samples, stop);
        None
    }

    /// About how many bytes it keeps for its next move; 0 where it begins each move from nothing, because
    /// it is limited by nodes or plies and must repeat, or because its engine keeps nothing.
    fn memory(&self) -> usize {
        0
    }
}

impl fmt::Debug for dyn Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a computer player")
    }
}

/// Searches a position once, with a player that is dropped afterwards; `None` when no player is to act.
///
/// # Errors
/// When no such player plays this game.
pub fn search_once(
    session: &dyn Session,
    spec: &Spec,
    threads: usize,
    request: &SearchRequest,
    control: &SearchControl<'_>,
) -> Result<Option<TextReport>, PlayerError> {
    let mut player = session.player(spec, threads)?;
    Ok(player.search(session, request, control, &mut |_| {}))
}

/// Why a player cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError(String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlayerError {}

/// A player of `game` as the spec describes it, where these engines can play it, the best first.
///
/// # Errors
/// When none of the engines fits the spec.
pub fn player<G: Playable>(
    game: &G,
    engines: &[EngineKind<G>],
    spec: &Spec,
    threads: usize,
) -> Result<Box<dyn Player>, PlayerError> {
    let (level, settings) = match spec {
        Spec::Random => return Ok(Box::new(RandomPlayer)),
        Spec::Level(number) => {
            let levels = game.levels();
            let level = levels.get(usize::from(*number).wrapping_sub(1));
            let level = *level.ok_or_else(|| PlayerError(level_error(&number.to_string())))?;
            (level, level.engine_settings())
        }
        Spec::Engine { budget, settings, .. } => {
            let mut settings = settings.clone();
            let temperature = settings.take("temperature", 0.0).max(0.0);
            let stop_when_clear = settings.take("stop-when-clear", 0.0) > 0.0;
            let budget = *budget;
            let level = Level { engine: BEST, budget, temperature, stop_when_clear, settings: &[] };
            (level, settings)
        }
    };
    let name = match spec {
        Spec::Engine { name, .. } => name,
        _ => level.engine,
    };
    let kind = match name {
        BEST => engines.first(),
        _ => engines.iter().find(|kind| kind.name == name),
    };
    let kind = kind.ok_or_else(|| {
        let engines: Vec<&str> = engines.iter().map(|kind| kind.name).collect();
        let near = suggest(name, engines.iter().copied().chain(["level", "random", BEST]));
        let (name, engines) = (shown(name), engines.join(", "));
        PlayerError(format!(
            "no engine '{name}' plays this; {near}engines here are {engines}, and {PLAYERS}"
        ))
    })?;
    let engine = kind.build(game, &settings).map_err(|error| PlayerError(error.to_string()))?;
    Ok(Box::new(EnginePlayer { driver: Driver::new(engine, threads), level }))
}

/// Makes any legal move.
struct RandomPlayer;

impl Player for RandomPlayer {
    fn search(
        &mut self,
        session: &dyn Session,
        request: &SearchRequest,
        _: &SearchControl<'_>,
        _: &mut dyn FnMut(&TextReport),
    ) -> Option<TextReport> {
        let Turn::Player(_) = session.turn() else { return None };
        let chosen = session.sample(&mut seeded(request.seed))?;
        let even = 1.0 / f64::from(session.seats());
        let line = TextLine {
            moves: vec![chosen],
            value: even,
            shares: PerSeat::new(session.seats(), even),
            certainty: Certainty::Estimated,
            visits: None,
            sampled: None,
        };
        Some(TextReport::new(vec![line], 0, 0))
    }
}

/// Plays by an engine.
struct EnginePlayer<G: Playable> {
    driver: Driver<G>,
    level: Level,
}

impl<G: Playable> Player for EnginePlayer<G> {
    fn search(
        &mut self,
        session: &dyn Session,
        request: &SearchRequest,
        control: &SearchControl<'_>,
        on_report: &mut dyn FnMut(&TextReport),
    ) -> Option<TextReport> {
        let (game, task) = self.task(session, request)?;
        let mut report = self.driver.search(task, control, &mut |report| {
            on_report(&texts(game, report));
        });
        let mut rng = seeded(request.seed ^ SALT);
        report.chosen = report.lines[self.level.choose(&report, &mut rng)].choice();
        Some(texts(game, &report))
    }

    fn compare(
        &mut self,
        session: &dyn Session,
        moves: [&str; 2],
        request: &SearchRequest,
        samples: u64,
        stop: &AtomicBool,
    ) -> Option<Difference> {
        let (game, task) = self.task(session, request)?;
        let state = Running::<G>::of(session)?.history().state();
        let mut all = Vec::new();
        game.for_each_move(state, |mv| all.push(mv));
        let read = |text: &str| all.iter().copied().find(|&mv| game.write_move(mv) == text);
        let moves = [read(moves[0])?, read(moves[1])?];
        self.driver.compare(task, moves, samples, stop)
    }

    fn memory(&self) -> usize {
        if may_reuse(&self.level.budget) { self.driver.memory() } else { 0 }
    }
}

impl<G: Playable> EnginePlayer<G> {
    /// The task of the player to act, with what that player may know; `None` when no player is to act.
    fn task<'a>(
        &self,
        session: &'a dyn Session,
        request: &SearchRequest,
    ) -> Option<(&'a G, SearchTask<G>)> {
        let running = Running::<G>::of(session).expect("a player searches its own game");
        let Turn::Player(seat) = session.turn() else { return None };
        let (game, history) = (running.game(), running.history());
        let view = game.view(history.state(), Viewer::Seat(seat));
        let task = self.level.task(game, view, request);
        let task = SearchTask {
            repetition_keys: history.keys().to_vec(),
            observations: running.observations().to_vec(),
            reuse: may_reuse(&task.budget),
            ..task
        };
        Some((game, task))
    }
}

/// Whether what was found for the move before may be used. A search that is limited by nodes or plies
/// must repeat, so it must not depend on earlier searches.
fn may_reuse(budget: &Budget) -> bool {
    budget.nodes.is_none() && budget.depth.is_none()
}

/// Separates the random numbers of a level's choice from those of the search.
const SALT: u64 = 0x511b;

fn texts<G: Playable>(game: &G, report: &SearchReport<G::Move>) -> TextReport {
    let mut report = report.map(|&mv| game.write_move(mv));
    if !G::OPEN {
        rank(&mut report.lines);
    }
    report
}

/// Puts the best first, for a reader: where there are secrets the move that was drawn came first. Nothing
/// is known of moves that were never tried.
fn rank(lines: &mut [TextLine]) {
    lines.sort_by(|one, other| {
        other.tried().cmp(&one.tried()).then(other.value.total_cmp(&one.value))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_game_with_secrets_are_ranked_by_value() {
        let line = |mv: &str, value: f64, visits: u64| {
            let (moves, shares) = (vec![mv.to_owned()], PerSeat::new(2, value));
            TextLine {
                moves,
                value,
                shares,
                certainty: Certainty::Estimated,
                visits: Some(visits),
                sampled: None,
            }
        };
        let mut lines =
            [line("drawn", 0.4, 9), line("b", 0.6, 50), line("c", 0.7, 0), line("d", 0.5, 3)];
        rank(&mut lines);
        assert_eq!(lines.map(|line| line.moves[0].clone()), ["b", "d", "drawn", "c"]);
    }
}
