//! Many games at once for numpy: arrays are made once and written in place.

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::IllegalActionError;
use crate::game::Game;
use crate::lanes::{Arrays, Illegal, Lanes};

/// Below this number of games a step is shorter than giving the GIL away and taking it back.
const KEEP_GIL: usize = 16;

/// Many games of one kind, stepped together. :func:`parlour.vector` makes one.
#[pyclass(frozen, module = "parlour._parlour", subclass)]
pub(crate) struct Batch {
    game: Py<Game>,
    count: usize,
    lanes: Mutex<Box<dyn Lanes>>,
    observations: Option<Py<PyArray2<f32>>>,
    masks: Option<Py<PyArray2<i8>>>,
    rewards: Py<PyArray2<f32>>,
    terminations: Py<PyArray1<bool>>,
    truncations: Py<PyArray1<bool>>,
    turns: Py<PyArray1<i8>>,
    actions: Py<PyArray1<i64>>,
    /// What `step` returns: the same arrays every time.
    result: Py<PyTuple>,
}

impl Batch {
    /// Does something with the arrays, without the GIL where it takes a while.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Lanes, Arrays<'_>) -> T + Send,
    ) -> PyResult<T> {
        let busy = |_| PyValueError::new_err("the arrays are in use by another call");
        let mut observations = self
            .observations
            .as_ref()
            .map(|array| array.bind(py).try_readwrite())
            .transpose()
            .map_err(busy)?;
        let mut masks = self
            .masks
            .as_ref()
            .map(|array| array.bind(py).try_readwrite())
            .transpose()
            .map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut terminations = self.terminations.bind(py).try_readwrite().map_err(busy)?;
        let mut turns = self.turns.bind(py).try_readwrite().map_err(busy)?;
        let arrays = Arrays {
            observations: observations.as_mut().map_or(Ok(&mut [][..]), |a| a.as_slice_mut())?,
            masks: masks.as_mut().map_or(Ok(&mut [][..]), |a| a.as_slice_mut())?,
            rewards: rewards.as_slice_mut()?,
            terminations: terminations.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
        };
        let run = move || {
            let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut **lanes, arrays)
        };
        Ok(if self.count < KEEP_GIL { run() } else { py.detach(run) })
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
        let observed =
            observations.then(|| PyArray2::<f32>::zeros(py, [num_envs, rules.observation], false));
        let masked =
            masks.then(|| PyArray2::<i8>::zeros(py, [num_envs, rules.numbers.actions()], false));
        let rewards = PyArray2::<f32>::zeros(py, [num_envs, seats], false);
        let terminations = PyArray1::<bool>::zeros(py, num_envs, false);
        let truncations = PyArray1::<bool>::zeros(py, num_envs, false);
        let turns = PyArray1::<i8>::zeros(py, num_envs, false);
        let info = PyDict::new(py);
        info.set_item("action_mask", &masked)?;
        info.set_item("turn", &turns)?;
        let result = (&observed, &rewards, &terminations, &truncations, &info).into_pyobject(py)?;
        let result = result.unbind();
        let batch = Batch {
            count: num_envs,
            lanes,
            observations: observed.map(Bound::unbind),
            masks: masked.map(Bound::unbind),
            rewards: rewards.unbind(),
            terminations: terminations.unbind(),
            truncations: truncations.unbind(),
            turns: turns.unbind(),
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
        if self.count < KEEP_GIL {
            run()
        } else {
            py.detach(run)
        }
        Ok(self.actions.clone_ref(py))
    }

    /// Plays an action in each game: an array of int64, by default ``actions``.
    #[pyo3(signature = (actions=None))]
    fn step(&self, py: Python<'_>, actions: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyTuple>> {
        let given = match actions {
            None => self.actions.bind(py).clone(),
            Some(array) => match array.cast::<PyArray1<i64>>() {
                Ok(array) => array.clone(),
                Err(_) => {
                    let numpy = py.import("numpy")?;
                    let int64 = numpy.getattr("int64")?;
                    let array = numpy.call_method1("asarray", (array,))?;
                    array.call_method1("astype", (int64,))?.cast_into()?
                }
            },
        };
        let busy = |_| PyValueError::new_err("the actions are in use by another call");
        let actions: PyReadonlyArray1<'_, i64> = given.try_readonly().map_err(busy)?;
        let actions = actions.as_slice()?;
        if actions.len() != self.count {
            let message = format!("{} actions for {} games", actions.len(), self.count);
            return Err(PyValueError::new_err(message));
        }
        let stepped = self.with(py, |lanes, arrays| lanes.step(actions, arrays))?;
        stepped.map_err(|illegal| self.refuse(&illegal))?;
        Ok(self.result.clone_ref(py))
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// How many games there are.
    #[getter]
    fn num_envs(&self) -> usize {
        self.count
    }

    /// What the player to act observes: float32, games × numbers. ``None`` where it was not wanted.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyArray2<f32>>> {
        self.observations.as_ref().map(|array| array.clone_ref(py))
    }

    /// 1 for each legal action: int8, games × actions. All 1 in a game that is over.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Option<Py<PyArray2<i8>>> {
        self.masks.as_ref().map(|array| array.clone_ref(py))
    }

    /// What the last step brought each player: float32, games × players. 0 until a game ends.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Which games are over. The next step starts them anew, whatever their action.
    #[getter]
    fn terminations(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminations.clone_ref(py)
    }

    /// Always false: every game comes to its end.
    #[getter]
    fn truncations(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.truncations.clone_ref(py)
    }

    /// The seat that is to act in each game, -1 where it is over: int8.
    #[getter]
    fn turns(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.turns.clone_ref(py)
    }

    /// The actions that ``sample`` draws and ``step`` plays by default: int64.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.actions.clone_ref(py)
    }

    /// The position of a game as text.
    fn position(&self, index: usize) -> PyResult<String> {
        let lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        lanes.position(index).ok_or_else(|| {
            let last = self.count - 1;
            pyo3::exceptions::PyIndexError::new_err(format!("games go from 0 to {last}"))
        })
    }
}
