//! Long calls: without the GIL, with a progress bar, and until Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// How often signals are looked at and progress is shown.
const TICK: Duration = Duration::from_millis(50);

/// The stop and the progress of a long call.
#[derive(Default)]
pub(crate) struct Work {
    pub(crate) stop: AtomicBool,
    /// The bits of a number from 0 to 1.
    done: AtomicU64,
}

/// The progress bar of a long call.
pub(crate) struct Bar {
    pub(crate) title: &'static str,
    /// Whether it is shown; `None` for where a person waits.
    pub(crate) shown: Option<bool>,
}

impl Bar {
    pub(crate) const NONE: Bar = Bar { title: "", shown: Some(false) };
}

/// The call was interrupted between two steps.
struct Interrupted;

impl Work {
    /// Notes which part is done.
    pub(crate) fn set_done(&self, part: f64) {
        self.done.store(part.to_bits(), Ordering::Relaxed);
    }

    /// Notes which part is done, and unwinds out of work that has no stop of its own.
    pub(crate) fn step(&self, part: f64) {
        self.set_done(part);
        if self.stop.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Interrupted));
        }
    }
}

/// Runs `work` on another thread without the GIL.
///
/// # Errors
/// What a signal handler or the bar raises, as soon as the work has stopped.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    Bar { title, shown }: Bar,
    work: impl FnOnce(&Work) -> T + Send,
) -> PyResult<T> {
    let bar = py.import("parlour._progress")?.getattr("Bar")?.call1((title, shown))?;
    let result = wait_with(py, &bar, work);
    bar.call_method0("close")?;
    result
}

fn wait_with<T: Send>(
    py: Python<'_>,
    bar: &Bound<'_, PyAny>,
    work: impl FnOnce(&Work) -> T + Send,
) -> PyResult<T> {
    let state = Work::default();
    thread::scope(|scope| {
        let (done, mut finished) = channel();
        let running = &state;
        scope.spawn(move || {
            // The receiver waits for as long as this thread runs.
            let _ = done.send(catch_unwind(AssertUnwindSafe(|| work(running))));
        });
        let mut error = None;
        loop {
            let own = &mut finished;
            let result = py.detach(move || own.recv_timeout(TICK));
            match (result, error) {
                (Ok(Ok(value)), None) => return Ok(value),
                (Ok(_), Some(error)) => return Err(error),
                (Ok(Err(panic)), None) if panic.is::<Interrupted>() => {
                    return Err(PyKeyboardInterrupt::new_err(()));
                }
                (Ok(Err(panic)), None) => resume_unwind(panic),
                (Err(RecvTimeoutError::Disconnected), _) => unreachable!("the thread sends"),
                (Err(RecvTimeoutError::Timeout), Some(before)) => error = Some(before),
                (Err(RecvTimeoutError::Timeout), None) => {
                    let part = f64::from_bits(state.done.load(Ordering::Relaxed));
                    let shown = bar.call1((part,)).map(drop);
                    error = py.check_signals().and(shown).err();
                    if error.is_some() {
                        state.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
    })
}
