//! Many games at once for numpy: arrays are made once and written in place.

use std::sync::{Mutex, PoisonError};

use bytemuck::cast_slice_mut;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};

use crate::errors::IllegalActionError;
use crate::game::Game;
use crate::lanes::{Arrays, Illegal, Lanes};

/// Below this number of games a step is shorter than giving the GIL away and taking it back.
const KEEP_GIL: usize = 16;

/// Where the arrays lie in the one buffer that holds them all. It is borrowed once a step, and a borrow is
/// much of what a step of one game costs.
#[derive(Clone, Copy)]
struct Layout {
    observations: usize,
    rewards: usize,
    masks: usize,
    games: usize,
}

impl Layout {
    /// Floats come first, so that all parts are aligned.
    fn split(self, bytes: &mut [u8]) -> Arrays<'_> {
        let (observations, rest) = bytes.split_at_mut(4 * self.observations);
        let (rewards, rest) = rest.split_at_mut(4 * self.rewards);
        let (masks, rest) = rest.split_at_mut(self.masks);
        let (terminations, turns) = rest.split_at_mut(self.games);
        Arrays {
            observations: cast_slice_mut(observations),
            masks: cast_slice_mut(masks),
            rewards: cast_slice_mut(rewards),
            terminations,
            turns: cast_slice_mut(turns),
        }
    }

    fn bytes(self) -> usize {
        4 * (self.observations + self.rewards) + self.masks + 2 * self.games
    }
}

/// Many games of one kind, stepped together. :func:`parlour.vector` makes one.
#[pyclass(frozen, module = "parlour._parlour", subclass)]
pub(crate) struct Batch {
    /// The game.
    #[pyo3(get)]
    game: Py<Game>,
    /// How many games there are.
    #[pyo3(get)]
    num_envs: usize,
    lanes: Mutex<Box<dyn Lanes>>,
    buffer: Py<PyArray1<f32>>,
    layout: Layout,
    /// What the player to act observes: float32, games × numbers. ``None`` where it was not wanted.
    #[pyo3(get)]
    observations: Option<Py<PyAny>>,
    /// 1 for each legal action: int8, games × actions. All 1 in a game that is over.
    #[pyo3(get)]
    masks: Option<Py<PyAny>>,
    /// What the last step brought each player: float32, games × players. 0 until a game ends.
    #[pyo3(get)]
    rewards: Py<PyAny>,
    /// Which games are over. The next step starts them anew, whatever their action.
    #[pyo3(get)]
    terminations: Py<PyAny>,
    /// Always false: every game comes to its end.
    #[pyo3(get)]
    truncations: Py<PyAny>,
    /// The seat that is to act in each game, -1 where it is over: int8.
    #[pyo3(get)]
    turns: Py<PyAny>,
    /// The actions that ``sample`` drew last: int64.
    #[pyo3(get)]
    actions: Py<PyArray1<i64>>,
    /// What `step` returns: the same arrays every time.
    result: Py<PyTuple>,
}

/// A part of the buffer as an array of this type and shape.
fn view<'py>(
    buffer: &Bound<'py, PyArray1<f32>>,
    [begin, size]: [usize; 2],
    kind: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = buffer.call_method1("view", ("uint8",))?;
    let slice = PySlice::new(buffer.py(), begin as isize, (begin + size) as isize, 1);
    let part = bytes.get_item(slice)?.call_method1("view", (kind,))?;
    part.call_method1("reshape", (shape.to_vec(),))
}

impl Batch {
    /// Does something with the arrays, without the GIL where it takes a while.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Lanes, Arrays<'_>) -> T + Send,
    ) -> PyResult<T> {
        let busy = |_| PyValueError::new_err("the arrays are in use by another call");
        let mut buffer = self.buffer.bind(py).try_readwrite().map_err(busy)?;
        let floats = buffer.as_slice_mut()?;
        let run = move || {
            let bytes = &mut cast_slice_mut(floats)[..self.layout.bytes()];
            let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut **lanes, self.layout.split(bytes))
        };
        Ok(if self.num_envs < KEEP_GIL { run() } else { py.detach(run) })
    }

    fn refuse(&self, illegal: &Illegal) -> PyErr {
        let rules = &self.game.get().rules;
        let text = usize::try_from(illegal.action).ok().and_then(|i| rules.numbers.text(i));
        let lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let position = lanes.position(illegal.lane).unwrap_or_default();
        let (lane, action) = (illegal.lane, illegal.action);
        let text = text.map_or(String::new(), |text| format!(" ('{text}')"));
        IllegalActionError::new_err(format!(
            "game {lane}: action {action}{text} is not legal in '{position}'; nothing was played. \
             Legal actions have 1 in masks[{lane}]"
        ))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, num_envs, *, seed=0, observations=true, masks=true))]
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        num_envs: usize,
        seed: u64,
        observations: bool,
        masks: bool,
    ) -> PyResult<Self> {
        if num_envs == 0 {
            return Err(PyValueError::new_err("num_envs is a number from 1"));
        }
        let rules = &game.get().rules;
        let seats = usize::from(rules.seats);
        let lanes = Mutex::new(rules.numbers.lanes(num_envs, seed));
        let numbers = if observations { rules.observation } else { 0 };
        let moves = if masks { rules.numbers.actions() } else { 0 };
        let layout = Layout {
            observations: num_envs * numbers,
            rewards: num_envs * seats,
            masks: num_envs * moves,
            games: num_envs,
        };
        let buffer = PyArray1::<f32>::zeros(py, layout.bytes().div_ceil(4), false);
        let mut begin = 0;
        let mut next = |kind: &str, bytes: usize, shape: &[usize]| {
            let size = bytes * shape.iter().product::<usize>();
            begin += size;
            view(&buffer, [begin - size, size], kind, shape)
        };
        // In the order of the layout.
        let observed =
            observations.then(|| next("float32", 4, &[num_envs, numbers])).transpose()?;
        let rewards = next("float32", 4, &[num_envs, seats])?;
        let masked = masks.then(|| next("int8", 1, &[num_envs, moves])).transpose()?;
        let terminations = next("bool", 1, &[num_envs])?;
        let turns = next("int8", 1, &[num_envs])?;
        let truncations = PyArray1::<bool>::zeros(py, num_envs, false).into_any();
        let info = PyDict::new(py);
        info.set_item("action_mask", &masked)?;
        info.set_item("turn", &turns)?;
        let result = (&observed, &rewards, &terminations, &truncations, &info).into_pyobject(py)?;
        let result = result.unbind();
        let batch = Batch {
            num_envs,
            lanes,
            layout,
            observations: observed.map(Bound::unbind),
            masks: masked.map(Bound::unbind),
            rewards: rewards.unbind(),
            terminations: terminations.unbind(),
            truncations: truncations.unbind(),
            turns: turns.unbind(),
            buffer: buffer.unbind(),
            actions: PyArray1::<i64>::zeros(py, num_envs, false).unbind(),
            result,
            game,
        };
        batch._reset(py, seed)?;
        Ok(batch)
    }

    /// Starts all games anew.
    fn _reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.with(py, |lanes, arrays| lanes.reset(seed, arrays))
    }

    /// Draws a legal action for each game, each as likely, and returns the array ``actions``.
    fn sample(&self, py: Python<'_>) -> PyResult<Py<PyArray1<i64>>> {
        let busy = |_| PyValueError::new_err("the actions are in use by another call");
        let mut actions: PyReadwriteArray1<'_, i64> =
            self.actions.bind(py).try_readwrite().map_err(busy)?;
        let slice = actions.as_slice_mut()?;
        let mut run = move || {
            self.lanes.lock().unwrap_or_else(PoisonError::into_inner).sample(slice);
        };
        if self.num_envs < KEEP_GIL {
            run()
        } else {
            py.detach(run)
        }
        Ok(self.actions.clone_ref(py))
    }

    /// Plays an action in each game: an array of integers. Without one, a random legal action in each.
    #[pyo3(signature = (actions=None))]
    fn step(&self, py: Python<'_>, actions: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyTuple>> {
        let Some(actions) = actions else {
            self.with(py, |lanes, arrays| lanes.step_at_random(arrays))?;
            return Ok(self.result.clone_ref(py));
        };
        let given = match actions.cast::<PyArray1<i64>>() {
            Ok(array) => array.clone(),
            Err(_) => {
                let numpy = py.import("numpy")?;
                let int64 = numpy.getattr("int64")?;
                let array = numpy.call_method1("asarray", (actions,))?;
                array.call_method1("astype", (int64,))?.cast_into()?
            }
        };
        let busy = |_| PyValueError::new_err("the actions are in use by another call");
        let actions: PyReadonlyArray1<'_, i64> = given.try_readonly().map_err(busy)?;
        let actions = actions.as_slice()?;
        if actions.len() != self.num_envs {
            let message = format!("{} actions for {} games", actions.len(), self.num_envs);
            return Err(PyValueError::new_err(message));
        }
        let stepped = self.with(py, |lanes, arrays| lanes.step(actions, arrays))?;
        stepped.map_err(|illegal| self.refuse(&illegal))?;
        Ok(self.result.clone_ref(py))
    }

    /// The position of a game as text.
    fn position(&self, index: usize) -> PyResult<String> {
        let lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        lanes.position(index).ok_or_else(|| {
            let last = self.num_envs - 1;
            pyo3::exceptions::PyIndexError::new_err(format!("games go from 0 to {last}"))
        })
    }
}
