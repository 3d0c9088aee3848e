//! A game with its options.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_core::encode::Plane as CorePlane;
use parlour_core::rng::seeded;
use parlour_core::{OptionKind, OptionValues, Viewer};
use parlour_games::{all, find};
use parlour_session::Entry;
use parlour_session::Session;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::{Error, bad_option, refused};
use crate::numbers::{Numbers, numbers};
use crate::state::{State, random_bits};

/// What is common to all positions of a game with its options.
pub(crate) struct Rules {
    pub(crate) entry: &'static Entry,
    pub(crate) values: OptionValues,
    pub(crate) seats: u8,
    pub(crate) numbers: Box<dyn Numbers>,
    /// How many numbers an observation has.
    pub(crate) observation: usize,
}

impl Rules {
    /// The game of this name with these options.
    pub(crate) fn new(id: &str, values: &OptionValues) -> PyResult<Arc<Rules>> {
        let unknown = || {
            let names: Vec<&str> = all().map(|entry| entry.id).collect();
            let near = parlour_session::did_you_mean::suggest(id, names.iter().copied());
            Error::new_err(format!("no game '{id}'; {near}games are {}", names.join(", ")))
        };
        let entry = find(id).ok_or_else(unknown)?;
        let session = (entry.open)(values).map_err(|error| bad_option(&error))?;
        Rules::of(entry, &*session)
    }

    /// The game that is played here.
    pub(crate) fn of(entry: &'static Entry, session: &dyn Session) -> PyResult<Arc<Rules>> {
        let values = session.options();
        let numbers = numbers(entry.id, &values).expect("a registered game");
        let numbers = numbers.map_err(|error| bad_option(&error))?;
        let observation = numbers.planes().iter().map(CorePlane::size).sum();
        Ok(Arc::new(Rules { entry, values, seats: session.seats(), numbers, observation }))
    }

    /// Options as Python values: numbers where they are numbers.
    pub(crate) fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (name, value) in self.values.iter() {
            let spec = self.entry.options.iter().find(|spec| spec.name == name);
            match (spec.map(|spec| spec.kind), value.parse::<u32>()) {
                (Some(OptionKind::Number { .. }), Ok(number)) => options.set_item(name, number)?,
                _ => options.set_item(name, value)?,
            }
        }
        Ok(options)
    }

    pub(crate) fn is(&self, other: &Rules) -> bool {
        self.entry.id == other.entry.id && self.values == other.values
    }
}

/// Options from keyword arguments. `num_players` is the usual name elsewhere for `players`.
pub(crate) fn read_options(options: Option<&Bound<'_, PyDict>>) -> PyResult<OptionValues> {
    let mut values = OptionValues::new();
    for (name, value) in options.into_iter().flat_map(|options| options.iter()) {
        let name: String = name.extract()?;
        let name = if name == "num_players" { "players".to_owned() } else { name };
        let text = value.str()?.to_string();
        let plain = value.is_instance_of::<pyo3::types::PyString>()
            || value.is_instance_of::<pyo3::types::PyInt>();
        if !plain || value.is_instance_of::<pyo3::types::PyBool>() {
            let message = format!("option {name} takes a number or a text, not {text}");
            return Err(PyTypeError::new_err(message));
        }
        values.set(name, text);
    }
    Ok(values)
}

/// One part of an observation.
#[pyclass(frozen, module = "parlour", get_all)]
#[derive(Clone)]
pub(crate) struct Plane {
    /// Its name.
    name: String,
    /// Where it begins in the observation.
    offset: usize,
    /// Its shape.
    shape: Vec<usize>,
    /// The least number that it can hold.
    low: f32,
    /// The greatest number that it can hold.
    high: f32,
    /// What its numbers mean.
    meaning: String,
}

#[pymethods]
impl Plane {
    fn __repr__(&self) -> String {
        let Plane { name, offset, shape, .. } = self;
        format!("Plane(name={name:?}, offset={offset}, shape={shape:?})")
    }
}

/// A game with its options. Make one with :func:`parlour.game`.
#[pyclass(frozen, module = "parlour")]
pub(crate) struct Game {
    pub(crate) rules: Arc<Rules>,
}

#[pymethods]
impl Game {
    /// The name in commands and addresses: ``'shut-the-box'``.
    #[getter]
    fn id(&self) -> &str {
        self.rules.entry.id
    }

    /// The name on the lid: ``'Shut the Box'``.
    #[getter]
    fn name(&self) -> &str {
        self.rules.entry.name
    }

    /// The game in one sentence.
    #[getter]
    fn summary(&self) -> &str {
        self.rules.entry.summary
    }

    /// The rule page, in Markdown.
    #[getter]
    fn rules(&self) -> &str {
        self.rules.entry.rules
    }

    /// The version of the rules and the notation.
    #[getter]
    fn version(&self) -> u32 {
        self.rules.entry.version
    }

    /// How many players sit down.
    #[getter]
    fn num_players(&self) -> u8 {
        self.rules.seats
    }

    /// The least and the most players that the game takes.
    ///
    /// >>> parlour.game("shell-out").player_counts
    /// (2, 6)
    #[getter]
    fn player_counts(&self) -> (u32, u32) {
        let players = self.rules.entry.options.iter().find(|spec| spec.name == "players");
        match players.map(|spec| spec.kind) {
            Some(OptionKind::Number { min, max }) => (min, max),
            _ => (self.rules.seats.into(), self.rules.seats.into()),
        }
    }

    /// Whether dice, sticks or draws decide anything.
    #[getter]
    fn has_chance(&self) -> bool {
        self.rules.numbers.has_chance()
    }

    /// The most outcomes that chance can have at once, found in random games; 0 without chance.
    #[getter]
    fn max_chance_outcomes(&self) -> u64 {
        if self.has_chance() { self.rules.numbers.most_outcomes() } else { 0 }
    }

    /// Whether players hide things from each other.
    #[getter]
    fn has_secrets(&self) -> bool {
        self.rules.entry.secrets
    }

    /// All options with their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.rules.options(py)
    }

    /// Each option with its default and what it does.
    ///
    /// >>> parlour.game("shout-7").option_help["players"]
    /// '2: How many play: Black, White, Red, Green.'
    #[getter]
    fn option_help(&self) -> BTreeMap<&str, String> {
        let specs = self.rules.entry.options.iter();
        specs.map(|spec| (spec.name, format!("{}: {}", spec.default, spec.help))).collect()
    }

    /// The position at the start.
    ///
    /// >>> parlour.game("outwit").start().turn
    /// 0
    fn start(&self) -> PyResult<State> {
        State::start(&self.rules)
    }

    /// The position of this text; its own options count, not those of this game.
    ///
    /// >>> g = parlour.game("senet")
    /// >>> g.state("b............................. w b 3").legal_actions()
    /// ['off/28']
    fn state(&self, text: &str) -> PyResult<State> {
        State::read(self.rules.entry, text)
    }

    /// A position that fits the text of a player's view; what that player may not know is drawn at random.
    ///
    /// >>> view = parlour.game("shell-out").start().play("d25").play("d50").view(0)
    /// >>> parlour.game("shell-out").from_view(view.text, 0).view(0) == view
    /// True
    #[expect(clippy::wrong_self_convention, reason = "a name of the Python interface")]
    #[pyo3(signature = (text, seat, rng=None))]
    fn from_view(
        &self,
        py: Python<'_>,
        text: &str,
        seat: i64,
        rng: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let viewer = Viewer::Seat(crate::state::seat(&self.rules, seat)?);
        let mut rng = seeded(random_bits(py, rng)?);
        let session = (self.rules.entry.from_view)(text, viewer, &mut rng);
        State::at(self.rules.entry, session.map_err(|error| refused(&error))?)
    }

    /// How many action indices there are, whatever the options.
    #[getter]
    fn num_actions(&self) -> usize {
        self.rules.numbers.actions()
    }

    /// The text of the move with this index.
    ///
    /// >>> parlour.game("senet").action_text(0)
    /// '2/1'
    fn action_text(&self, index: usize) -> PyResult<String> {
        self.rules.numbers.text(index).ok_or_else(|| {
            let count = self.rules.numbers.actions();
            PyIndexError::new_err(format!("action indices go from 0 to {}, not {index}", count - 1))
        })
    }

    /// The index of the move with this text.
    ///
    /// >>> parlour.game("senet").action_index("pass")
    /// 140
    fn action_index(&self, text: &str) -> PyResult<usize> {
        self.rules.numbers.index(text).ok_or_else(|| {
            let name = self.rules.entry.name;
            Error::new_err(format!("'{}' is no move of {name}", text.escape_debug()))
        })
    }

    /// The shape of an observation: one row of float32. ``planes`` says what is where.
    #[getter]
    fn observation_shape(&self) -> (usize,) {
        (self.rules.observation,)
    }

    /// The parts of an observation.
    ///
    /// >>> [plane.name for plane in parlour.game("senet").planes]
    /// ['own pieces', 'other pieces', 'waiting', 'throw', 'seat', 'over']
    #[getter]
    fn planes(&self) -> Vec<Plane> {
        let mut offset = 0;
        let place = |plane: CorePlane| {
            let begin = offset;
            offset += plane.size();
            Plane {
                name: plane.name.to_owned(),
                offset: begin,
                shape: plane.shape,
                low: plane.range.0,
                high: plane.range.1,
                meaning: plane.meaning.to_owned(),
            }
        };
        self.rules.numbers.planes().into_iter().map(place).collect()
    }

    /// The engines that play this game, the best first.
    #[getter]
    fn engines(&self) -> PyResult<Vec<&'static str>> {
        let session = (self.rules.entry.open)(&self.rules.values);
        Ok(session.map_err(|error| bad_option(&error))?.engines())
    }

    fn __repr__(&self) -> String {
        let options = self.rules.values.iter().map(|(name, value)| {
            let number = value.parse::<u32>().is_ok();
            if number { format!(", {name}={value}") } else { format!(", {name}={value:?}") }
        });
        format!("parlour.game({:?}{})", self.rules.entry.id, options.collect::<String>())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.rules.is(&other.get().rules))
    }

    fn __hash__(&self) -> u64 {
        let values: Vec<(&str, &str)> = self.rules.values.iter().collect();
        parlour_search::hash(&(self.rules.entry.id, values))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let make = py.import("parlour")?.getattr("_game")?;
        let rules = &slf.get().rules;
        (make, (rules.entry.id, rules.options(py)?)).into_pyobject(py)
    }
}

/// The ids of all games.
///
/// >>> parlour.games()[:3]
/// ['shell-out', 'shut-the-box', 'senet']
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    all().map(|entry| entry.id).collect()
}

/// The game of this name, with options as keyword arguments.
///
/// >>> parlour.game("shut-the-box", players=3).num_players
/// 3
/// >>> parlour.game("chess")
/// Traceback (most recent call last):
/// ...
/// parlour.Error: no game 'chess'; games are shell-out, shut-the-box, ...
#[pyfunction]
#[pyo3(signature = (id, /, **options))]
pub(crate) fn game(id: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    Ok(Game { rules: Rules::new(id, &read_options(options)?)? })
}

/// A game from its id and options, for pickle.
#[pyfunction]
pub(crate) fn _game(id: &str, options: &Bound<'_, PyDict>) -> PyResult<Game> {
    game(id, Some(options))
}
