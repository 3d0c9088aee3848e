//! Computer players, analysis and exact values.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use parlour_search::{Budget, SearchControl, SearchRequest, TimeLimit, Want};
use parlour_session::{Player as CorePlayer, Spec, TextReport};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{Error, PlayerError};
use crate::game::Game;
use crate::state::State;
use crate::wait::{Bar, Work, wait};

/// A time limit from Python.
fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            PyValueError::new_err(format!("seconds is a number from 0, not {seconds}"))
        })
    };
    seconds.map(read).transpose()
}

fn threads(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZeroUsize::get)).max(1)
}

fn player(
    session: &dyn parlour_session::Session,
    spec: &str,
    threads: usize,
) -> PyResult<Box<dyn CorePlayer>> {
    let spec: Spec = spec.parse().map_err(|error| PlayerError::new_err(format!("{error}")))?;
    session.player(&spec, threads).map_err(|error| PlayerError::new_err(error.to_string()))
}

/// One move with what is expected to follow.
#[pyclass(frozen, module = "parlour", get_all)]
#[derive(Clone)]
pub(crate) struct Line {
    /// The move itself, and the answers that are expected, up to the next chance.
    moves: Vec<String>,
    /// The mover's share of the win, from 0 to 1.
    value: f64,
    /// Everybody's share of the win.
    shares: Vec<f64>,
    /// ``'estimated'``, ``'proven'`` by the search, or ``'exact'`` by a solution of the game.
    certainty: &'static str,
    /// How many nodes went into this move; 0 where they are not counted for each move.
    visits: u64,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let Line { moves, value, certainty, .. } = self;
        format!("Line({}, value={value:.4}, {certainty})", moves.join(" "))
    }
}

/// What a search has found.
#[pyclass(frozen, module = "parlour", get_all)]
pub(crate) struct Analysis {
    /// The move to make. It need not be that of the first line: in a game with secrets it is drawn
    /// among the good ones, so that the others cannot predict it.
    best: String,
    /// The moves with their values, the best first.
    lines: Vec<Line>,
    /// How many plies ahead the search looked.
    depth: u32,
    /// How many nodes it visited.
    nodes: u64,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| line.__repr__()).collect();
        let Analysis { best, depth, nodes, .. } = self;
        format!("Analysis(best={best:?}, depth={depth}, nodes={nodes}, [{}])", lines.join(", "))
    }
}

impl Analysis {
    fn new(report: TextReport) -> Self {
        let line = |line: parlour_session::TextLine| Line {
            value: line.value,
            shares: line.shares.as_slice().to_vec(),
            certainty: line.certainty.name(),
            visits: line.visits.unwrap_or_default(),
            moves: line.moves,
        };
        Analysis {
            best: report.chosen,
            lines: report.lines.into_iter().map(line).collect(),
            depth: report.depth,
            nodes: report.nodes,
        }
    }
}

/// Searches with the caller's limits until a stop.
fn search(
    py: Python<'_>,
    player: &mut dyn CorePlayer,
    state: &State,
    request: &SearchRequest,
    bar: Bar,
) -> PyResult<Analysis> {
    let report = wait(py, bar, |work: &Work| {
        let begin = Instant::now();
        let clock = || {
            let time = begin.elapsed();
            if let TimeLimit::Within(limit) = request.time {
                work.set_done(time.as_secs_f64() / limit.as_secs_f64().max(1e-9));
            }
            time
        };
        let control = SearchControl { clock: &clock, stop: &work.stop };
        player.search(&*state.session, request, &control, &mut |_| {})
    })?;
    let report = report.ok_or_else(|| {
        let message = "no player is to act here: play one of chances(), or the game is over";
        Error::new_err(message)
    })?;
    Ok(Analysis::new(report))
}

/// Search a position: its moves with their values, and how certain these are.
///
/// The search ends at the first of the limits ``seconds``, ``nodes`` and ``depth``; without any it
/// takes a second. Limited by nodes or depth alone, with ``threads=1``, it is repeatable. ``lines`` is
/// how many moves get a value of their own; all of them by default. ``player`` names the engine, such
/// as ``'best'`` or ``'uct'``. A bar is shown in a terminal or a notebook unless ``progress=False``.
///
/// The search gets what the player to act may know, never the whole position.
///
/// >>> s = parlour.game("shut-the-box").start().play("r63")
/// >>> best = parlour.analyse(s, seconds=2).lines[0]
/// >>> best.moves, best.certainty
/// (['9'], 'exact')
#[pyfunction]
#[pyo3(signature = (state, *, seconds=None, nodes=None, depth=None, lines=None, player="best",
                    seed=0, threads=None, progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn analyse(
    py: Python<'_>,
    state: &Bound<'_, State>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    lines: Option<usize>,
    player: &str,
    seed: u64,
    threads: Option<usize>,
    progress: Option<bool>,
) -> PyResult<Analysis> {
    let state = state.get();
    let unlimited = seconds.is_none() && nodes.is_none() && depth.is_none();
    let time = duration(if unlimited { Some(1.0) } else { seconds })?;
    let want = match lines {
        None => Want::AllLines,
        Some(lines) => Want::Lines(
            NonZeroUsize::new(lines)
                .ok_or_else(|| PyValueError::new_err("lines is a number from 1"))?,
        ),
    };
    let request = SearchRequest::new(want, Budget { time, nodes, depth }, seed);
    let mut player = self::player(&*state.session, player, self::threads(threads))?;
    search(py, &mut *player, state, &request, Bar { title: "Analysing", shown: progress })
}

/// A computer player, which remembers what it found from one move to the next.
///
/// ``spec`` is ``'level:1'`` to ``'level:8'``, ``'random'``, or an engine with its limits, such as
/// ``'best:time=100ms'`` or ``'uct:nodes=1000'``.
///
/// >>> g = parlour.game("outwit")
/// >>> s = g.start()
/// >>> parlour.Player(g, "level:1").choose(s, seed=1) in s.legal_actions()
/// True
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Player {
    game: Py<Game>,
    spec: String,
    /// None while it thinks.
    player: Mutex<Option<Box<dyn CorePlayer>>>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (game, spec="best", *, threads=1))]
    fn new(game: Py<Game>, spec: &str, threads: usize) -> PyResult<Self> {
        let rules = &game.get().rules;
        let session = State::start(rules)?.session;
        let player = self::player(&*session, spec, threads.max(1))?;
        Ok(Player { game, spec: spec.to_owned(), player: Mutex::new(Some(player)) })
    }

    /// The move that it makes for the player to act, knowing what that player knows.
    #[pyo3(signature = (state, *, seed=0, seconds=None))]
    fn choose(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        seed: u64,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        let state = state.get();
        let rules = &self.game.get().rules;
        if !rules.is(&state.rules) {
            return Err(Error::new_err("this player was made for another game or other options"));
        }
        let budget = Budget { time: duration(seconds)?, ..Budget::default() };
        let request = SearchRequest::best_move(budget, seed);
        let own = || self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = "this player is thinking in another thread; make one for each thread";
        let mut player = own().take().ok_or_else(|| Error::new_err(busy))?;
        let found = search(py, &mut *player, state, &request, Bar::NONE);
        *own() = Some(player);
        Ok(found?.best)
    }

    /// Its name: ``'level:3'``.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    fn __repr__(&self) -> String {
        format!("Player({:?}, {:?})", self.game.get().rules.entry.id, self.spec)
    }
}

/// The exact values of a position.
#[pyclass(frozen, module = "parlour", get_all)]
pub(crate) struct Solution {
    /// Everybody's share of the win, in seat order.
    shares: Vec<f64>,
    /// The mover's choices with everybody's share after them, the best first; none where chance acts.
    moves: Vec<(String, Vec<f64>)>,
    /// How much the shares can be trusted: ``'exact'``, ``'proven'`` or ``'estimated'``.
    certainty: &'static str,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let Solution { shares, moves, certainty } = self;
        let best = moves.first().map_or("none", |(best, _)| best);
        format!("Solution(shares={shares:.6?}, best={best:?}, {certainty})")
    }
}

/// Solve a position, or a game from its start: the values of best play by all.
///
/// Shut the Box is solved for two players at once, by a table in the package, and for three within
/// minutes. Other games are solved near their ends.
///
/// >>> solution = parlour.solve(parlour.game("shut-the-box"))
/// >>> solution.certainty, [round(share, 4) for share in solution.shares]
/// ('exact', [0.4991, 0.5009])
#[pyfunction]
#[pyo3(signature = (position, *, progress=None))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    progress: Option<bool>,
) -> PyResult<Solution> {
    let start = match position.cast::<Game>() {
        Ok(game) => Bound::new(py, State::start(&game.get().rules)?)?,
        Err(_) => position.cast::<State>()?.clone(),
    };
    let state = start.get();
    let (session, bar) = (&*state.session, Bar { title: "Solving", shown: progress });
    let solved = wait(py, bar, |work| session.solve(&mut |part| work.step(part)))?;
    let solved = solved.ok_or_else(|| {
        let name = state.rules.entry.name;
        Error::new_err(format!(
            "too many positions can follow to solve this one of {name}; analyse() estimates it"
        ))
    })?;
    let (shares, moves) = (solved.shares, solved.moves);
    Ok(Solution { shares, moves, certainty: solved.certainty.name() })
}
