//! A position as an immutable value, and a view of it.

use std::sync::Arc;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use parlour_core::rng::seeded;
use parlour_core::{Seat, Turn, Viewer};
use parlour_draw::Drawing;
use parlour_session::{Entry, Session};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::errors::{Error, IllegalActionError, bad_option, refused};
use crate::game::{Game, Rules};
use crate::lanes::reward_of;
use crate::picture;

/// An action that led to a position, with those before it.
struct PlayedAction {
    action: String,
    before: Option<Arc<PlayedAction>>,
}

impl Drop for PlayedAction {
    /// One after another: a long game would end in a deep recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(past) = next {
            next = Arc::into_inner(past).and_then(|mut past| past.before.take());
        }
    }
}

/// A position with all its secrets. It never changes: ``play`` returns another one.
///
/// Two states are equal if they are the same position of the same game. What a repetition rule
/// remembers of the past does not count.
///
/// >>> s = parlour.game("senet").start()
/// >>> s.turn
/// 'chance'
/// >>> s = s.play("t3")
/// >>> s.legal_actions()
/// ['off/28']
#[pyclass(frozen, module = "parlour")]
pub(crate) struct State {
    pub(crate) rules: Arc<Rules>,
    pub(crate) session: Box<dyn Session>,
    /// The text of the first position, where that is not the start of the game.
    begin: Option<Arc<str>>,
    past: Option<Arc<PlayedAction>>,
}

/// A seat from Python.
pub(crate) fn seat(rules: &Rules, seat: i64) -> PyResult<Seat> {
    let found = u8::try_from(seat).ok().filter(|&seat| seat < rules.seats);
    found.map(Seat).ok_or_else(|| {
        let last = rules.seats - 1;
        Error::new_err(format!("seats go from 0 to {last}, not {seat}"))
    })
}

/// A seat from Python, or everybody for ``None``.
fn viewer(rules: &Rules, number: Option<i64>) -> PyResult<Viewer> {
    number.map_or(Ok(Viewer::Public), |number| seat(rules, number).map(Viewer::Seat))
}

/// Who acts: a seat, `chance` or `over`.
fn turn(py: Python<'_>, session: &dyn Session) -> PyResult<Py<PyAny>> {
    Ok(match session.turn() {
        Turn::Player(seat) => seat.0.into_pyobject(py)?.into_any().unbind(),
        Turn::Chance => PyString::intern(py, "chance").into_any().unbind(),
        Turn::Over => PyString::intern(py, "over").into_any().unbind(),
    })
}

/// Draws the board as `viewer` may see it.
fn draw<T>(
    session: &dyn Session,
    viewer: Viewer,
    entry: &Entry,
    make: impl Fn(&Drawing<'_>) -> T,
) -> T {
    let names: Vec<String> = Seat::all(session.seats()).map(|s| session.seat_name(s)).collect();
    let (layout, picture) = (session.layout(viewer), session.picture(viewer));
    make(&Drawing { layout: &layout, picture: &picture, names: &names, look: entry.look })
}

fn board(session: &dyn Session, viewer: Viewer, entry: &Entry) -> String {
    draw(session, viewer, entry, |drawing| parlour_draw::text(drawing).trim_end().to_owned())
}

fn svg(session: &dyn Session, viewer: Viewer, entry: &Entry) -> String {
    let shown = session.view(viewer);
    draw(session, viewer, entry, |drawing| parlour_draw::svg(drawing, entry.name, &shown))
}

impl State {
    pub(crate) fn start(rules: &Arc<Rules>) -> PyResult<State> {
        let session = (rules.entry.open)(&rules.values).map_err(|error| bad_option(&error))?;
        Ok(State { rules: rules.clone(), session, begin: None, past: None })
    }

    pub(crate) fn read(entry: &'static Entry, text: &str) -> PyResult<State> {
        State::at(entry, (entry.load)(text).map_err(|error| refused(&error))?)
    }

    /// The position of a session that is no start of a game.
    pub(crate) fn at(entry: &'static Entry, session: Box<dyn Session>) -> PyResult<State> {
        let rules = Rules::of(entry, &*session)?;
        let begin = Some(session.position().into());
        Ok(State { rules, session, begin, past: None })
    }

    fn played(&self, action: &str) -> PyResult<State> {
        let mut session = self.session.clone();
        session.play(action).map_err(|error| refused(&error))?;
        let past = PlayedAction { action: action.to_owned(), before: self.past.clone() };
        let (rules, begin) = (self.rules.clone(), self.begin.clone());
        Ok(State { rules, session, begin, past: Some(Arc::new(past)) })
    }

    /// The text of an action that is given as text or as an index.
    fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        if let Ok(text) = action.cast::<PyString>() {
            return Ok(text.to_str()?.to_owned());
        }
        let index: i64 = action.extract().map_err(|_| {
            PyTypeError::new_err("an action is a text such as 'pass', or the index of a move")
        })?;
        let text = usize::try_from(index).ok().and_then(|index| self.rules.numbers.text(index));
        let illegal = || {
            let last = self.rules.numbers.actions() - 1;
            IllegalActionError::new_err(format!("action indices go from 0 to {last}, not {index}"))
        };
        if self.session.turn() == Turn::Chance {
            let message = "chance is to act: play one of chances(), not an index";
            return Err(IllegalActionError::new_err(message));
        }
        text.ok_or_else(illegal)
    }

    /// The actions from the first position on.
    pub(crate) fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        let mut past = self.past.as_ref();
        while let Some(last) = past {
            actions.push(last.action.clone());
            past = last.before.as_ref();
        }
        actions.reverse();
        actions
    }

    /// Whether the game was played from its start.
    pub(crate) fn is_whole(&self) -> bool {
        self.begin.is_none()
    }
}

/// A random number from an object such as :class:`random.Random`, or from the module ``random``.
pub(crate) fn random_bits(py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    let bits = match rng {
        Some(rng) => rng.call_method1("getrandbits", (64,)).map_err(|_| {
            PyTypeError::new_err("rng is an object with getrandbits, such as random.Random(1)")
        })?,
        None => py.import("random")?.call_method1("getrandbits", (64,))?,
    };
    bits.extract()
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// Who acts: a seat from 0, ``'chance'`` or ``'over'``.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        turn(py, &*self.session)
    }

    /// Whether dice, sticks or a draw decide what comes next.
    #[getter]
    fn is_chance(&self) -> bool {
        self.session.turn() == Turn::Chance
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.session.turn() == Turn::Over
    }

    /// The texts of all actions that are possible now, sorted; what chance can bring where it acts.
    ///
    /// >>> s = parlour.game("shut-the-box").start().play("r63")
    /// >>> s.legal_actions()
    /// ['1+8', '2+7', '3+6', '4+5', '9']
    fn legal_actions(&self) -> Vec<String> {
        self.session.legal()
    }

    /// The indices of the legal moves, ascending.
    fn legal_indices(&self) -> Vec<usize> {
        self.rules.numbers.legal(&*self.session)
    }

    /// The position after an action: a text, or the index of a move.
    ///
    /// >>> s = parlour.game("shut-the-box").start().play("r63")
    /// >>> s.play("9") == s.play(s.game.action_index("9"))
    /// True
    /// >>> s.play("8")
    /// Traceback (most recent call last):
    /// ...
    /// parlour.IllegalActionError: '8': 8 is not the dice's total of 9 (rule: A turn)
    fn play(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        self.played(&self.action(action)?)
    }

    /// What chance can bring, with exact probabilities; empty where a player acts.
    ///
    /// >>> parlour.game("senet").start().chances()["t2"]
    /// Fraction(3, 8)
    fn chances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        let chances = self.session.chances();
        let total: u64 = chances.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let all = PyDict::new(py);
        for (outcome, weight) in chances {
            all.set_item(outcome, fraction.call1((weight, total))?)?;
        }
        Ok(all)
    }

    /// A random action: each legal move is as likely, and what chance brings comes by its weight.
    /// ``None`` at the end. ``rng`` is an object like ``random.Random(1)``.
    ///
    /// >>> import random
    /// >>> s = parlour.game("senet").start()
    /// >>> s.random_action(random.Random(1)) in s.chances()
    /// True
    #[pyo3(signature = (rng=None))]
    fn random_action(
        &self,
        py: Python<'_>,
        rng: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<String>> {
        Ok(self.session.sample(&mut seeded(random_bits(py, rng)?)))
    }

    /// What a player may know; without a seat, what everybody knows.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<i64>) -> PyResult<View> {
        let viewer = viewer(&self.rules, seat)?;
        Ok(View { rules: self.rules.clone(), session: self.session.clone(), viewer })
    }

    /// Each player's share of the win, from 0 to 1, once the game is over; ``None`` before.
    fn returns(&self) -> Option<Vec<f64>> {
        let shares = self.session.shares()?;
        Some(shares.as_slice().iter().map(|share| share.value()).collect())
    }

    /// The same as rewards that add up to 0: 1 for the only winner; all 0 before the end.
    ///
    /// >>> parlour.game("senet").start().rewards()
    /// [0.0, 0.0]
    fn rewards(&self) -> Vec<f64> {
        let seats = usize::from(self.rules.seats);
        let reward = |share: f64| reward_of(share, seats as f64);
        self.returns().map_or(vec![0.0; seats], |shares| shares.into_iter().map(reward).collect())
    }

    /// The players' points, in a game for points; empty elsewhere.
    fn scores(&self) -> Vec<i32> {
        self.session.scores()
    }

    /// The position's text; ``game.state(text)`` reads it.
    #[getter]
    fn text(&self) -> String {
        self.session.position()
    }

    /// The actions that led here, from the first position on.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.actions()
    }

    /// What happened last, in words; empty before the first action.
    #[getter]
    fn last(&self) -> String {
        let last = self.session.last(Viewer::Public);
        last.map_or_else(String::new, |last| self.session.english(&last.labels))
    }

    /// What a player observes, as numbers: see ``game.planes``. By default the player to act.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mover = match self.session.turn() {
            Turn::Player(seat) => seat,
            _ => Seat(0),
        };
        let seat = seat.map_or(Ok(mover), |number| self::seat(&self.rules, number))?;
        Ok(observation(py, &self.rules, &*self.session, Viewer::Seat(seat)))
    }

    /// 1 for each legal move, by its index.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        mask(py, &self.rules, &*self.session)
    }

    /// The board as text, as a player may see it; without a seat, as everybody may.
    #[pyo3(signature = (seat=None))]
    fn board(&self, seat: Option<i64>) -> PyResult<String> {
        let viewer = viewer(&self.rules, seat)?;
        Ok(board(&*self.session, viewer, self.rules.entry))
    }

    /// The board as an SVG picture, as a player may see it; without a seat, as everybody may.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<i64>) -> PyResult<String> {
        let viewer = viewer(&self.rules, seat)?;
        Ok(svg(&*self.session, viewer, self.rules.entry))
    }

    /// The board as a picture of ``width`` pixels: uint8, height × width × 3.
    #[pyo3(signature = (seat=None, *, width=480))]
    fn rgb<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        width: u32,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let text = self.svg(seat)?;
        let picture = py.detach(|| picture::paint(&text, width)).map_err(Error::new_err)?;
        PyArray1::from_vec(py, picture.bytes).reshape([picture.height, picture.width, 3])
    }

    fn _repr_svg_(&self) -> String {
        svg(&*self.session, Viewer::Public, self.rules.entry)
    }

    fn __repr__(&self) -> String {
        board(&*self.session, Viewer::Public, self.rules.entry)
    }

    fn __str__(&self) -> String {
        self.session.position()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<State>().is_ok_and(|other| {
            let other = other.get();
            self.rules.is(&other.rules)
                && self.session.turn() == other.session.turn()
                && self.session.position() == other.session.position()
        })
    }

    fn __hash__(&self) -> u64 {
        parlour_search::hash(&(self.rules.entry.id, self.session.position()))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, state) = (slf.py(), slf.get());
        let make = py.import("parlour")?.getattr("_state")?;
        let game = Py::new(py, state.game())?;
        (make, (game, state.begin.as_deref(), state.actions())).into_pyobject(py)
    }
}

/// A state from where it began and its actions, for pickle.
#[pyfunction]
pub(crate) fn _state(
    game: &Bound<'_, Game>,
    begin: Option<&str>,
    actions: Vec<String>,
) -> PyResult<State> {
    let rules = &game.get().rules;
    let mut state = match begin {
        Some(text) => State::read(rules.entry, text)?,
        None => State::start(rules)?,
    };
    for action in actions {
        state.session.play(&action).map_err(|error| refused(&error))?;
        state.past = Some(Arc::new(PlayedAction { action, before: state.past.take() }));
    }
    Ok(state)
}

fn observation<'py>(
    py: Python<'py>,
    rules: &Rules,
    session: &dyn Session,
    viewer: Viewer,
) -> Bound<'py, PyArray1<f32>> {
    let mut numbers = vec![0.0; rules.observation];
    rules.numbers.observe(session, viewer, &mut numbers);
    PyArray1::from_vec(py, numbers)
}

fn mask<'py>(py: Python<'py>, rules: &Rules, session: &dyn Session) -> Bound<'py, PyArray1<i8>> {
    let mut mask = vec![0; rules.numbers.actions()];
    rules.numbers.legal(session).into_iter().for_each(|index| mask[index] = 1);
    PyArray1::from_vec(py, mask)
}

/// What one viewer may know of a position, and nothing else.
///
/// >>> s = parlour.game("shell-out").start().play("d25").play("d50")
/// >>> s.view(0).text.split()[1]
/// '25,?'
#[pyclass(frozen, module = "parlour")]
pub(crate) struct View {
    rules: Arc<Rules>,
    session: Box<dyn Session>,
    viewer: Viewer,
}

impl View {
    fn acts(&self) -> bool {
        matches!((self.session.turn(), self.viewer),
            (Turn::Player(mover), Viewer::Seat(seat)) if mover == seat)
    }
}

#[pymethods]
impl View {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// The viewer's seat; ``None`` for what everybody knows.
    #[getter]
    fn seat(&self) -> Option<u8> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat.0),
            Viewer::Public => None,
        }
    }

    /// Who acts: a seat from 0, ``'chance'`` or ``'over'``.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        turn(py, &*self.session)
    }

    /// The view's text.
    #[getter]
    fn text(&self) -> String {
        self.session.view(self.viewer)
    }

    /// The texts of the moves that the viewer may choose from; empty unless it is their turn.
    fn legal_actions(&self) -> Vec<String> {
        if self.acts() { self.session.legal() } else { Vec::new() }
    }

    /// The indices of these moves, ascending.
    fn legal_indices(&self) -> Vec<usize> {
        if self.acts() { self.rules.numbers.legal(&*self.session) } else { Vec::new() }
    }

    /// 1 for each of these moves, by its index.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        if self.acts() {
            return mask(py, &self.rules, &*self.session);
        }
        PyArray1::zeros(py, self.rules.numbers.actions(), false)
    }

    /// The view as numbers: see ``game.planes``.
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        observation(py, &self.rules, &*self.session, self.viewer)
    }

    /// The players' points, in a game for points; empty elsewhere.
    fn scores(&self) -> Vec<i32> {
        self.session.scores()
    }

    /// The last action's text as the viewer saw it, ``'d?'`` or the like where it was hidden; ``None``
    /// before the first.
    #[getter]
    fn last_action(&self) -> Option<String> {
        Some(self.session.last(self.viewer)?.action)
    }

    /// What happened last, in words, as far as the viewer knows.
    #[getter]
    fn last(&self) -> String {
        let last = self.session.last(self.viewer);
        last.map_or_else(String::new, |last| self.session.english(&last.labels))
    }

    /// A position that the viewer cannot rule out, drawn at random.
    #[pyo3(signature = (rng=None))]
    fn determinize(&self, py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let mut rng = seeded(random_bits(py, rng)?);
        let session = self.session.determinize(self.viewer, &mut rng);
        let begin = Some(session.position().into());
        Ok(State { rules: self.rules.clone(), session, begin, past: None })
    }

    fn _repr_svg_(&self) -> String {
        svg(&*self.session, self.viewer, self.rules.entry)
    }

    fn __repr__(&self) -> String {
        board(&*self.session, self.viewer, self.rules.entry)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<View>().is_ok_and(|other| {
            let other = other.get();
            self.rules.is(&other.rules)
                && self.viewer == other.viewer
                && self.text() == other.text()
        })
    }

    fn __hash__(&self) -> u64 {
        parlour_search::hash(&(self.rules.entry.id, self.seat(), self.text()))
    }
}
