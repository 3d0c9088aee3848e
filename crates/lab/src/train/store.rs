//! Keeping a checkpoint, and going on from it.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parlour_search::learn::Learner;

use super::Args;
use super::checkpoint::{ANEW, Course};
use super::curve::Point;
use parlour_console::failure::Failure;
use parlour_console::files;

/// Keeping takes no more than this part of the time: what is remembered of games can be a lot.
const PART: u32 = 20;

/// Somebody who keeps what was learned, where that is wanted.
pub(super) struct Keeper {
    path: Option<PathBuf>,
    course: Course,
    every: Duration,
    /// When it was kept last, and how long that took.
    last: Instant,
    cost: Duration,
}

impl Keeper {
    /// Keeps what these arguments ask for.
    pub(super) fn new(args: &Args, course: Course) -> Self {
        let (path, every) = (args.checkpoint.clone(), args.keep_every);
        Keeper { path, course, every, last: Instant::now(), cost: Duration::ZERO }
    }

    /// Goes on from the checkpoint, if there is one. The curve so far, and the surprise of all games
    /// since its last point.
    pub(super) fn restore(&self, learner: &mut dyn Learner) -> Result<(Vec<Point>, f64), Failure> {
        let Some(path) = &self.path else { return Ok((Vec::new(), 0.0)) };
        let Some(mut file) = files::existing(path)? else { return Ok((Vec::new(), 0.0)) };
        let mut saved = Vec::new();
        file.read_to_end(&mut saved).map_err(|error| Failure::file(path, &error))?;
        let bad = |reason: &str| Failure::work(format!("{}: {reason}", path.display()));
        let (points, surprise, rest) = self.course.read(&saved).map_err(|reason| bad(&reason))?;
        learner.restore(rest).map_err(|reason| bad(&format!("{reason}; {ANEW}")))?;
        Ok((points, surprise))
    }

    /// Keeps a checkpoint if it is time. Between any two games will do: what follows depends on what is
    /// kept and on the games' numbers alone, so nothing comes out differently.
    pub(super) fn keep_in_time(
        &mut self,
        learner: &dyn Learner,
        points: &[Point],
        surprise: f64,
    ) -> Result<(), Failure> {
        if self.last.elapsed() < self.every.max(self.cost * PART) {
            return Ok(());
        }
        self.keep(learner, points, surprise)
    }

    /// Keeps a checkpoint. It takes its place in one step, so that a broken run leaves the last one.
    pub(super) fn keep(
        &mut self,
        learner: &dyn Learner,
        points: &[Point],
        surprise: f64,
    ) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let begun = Instant::now();
        let new = fresh(path);
        files::write(&new, &self.course.write(points, surprise, &learner.save()))?;
        std::fs::rename(&new, path).map_err(|error| Failure::file(path, &error))?;
        (self.last, self.cost) = (Instant::now(), begun.elapsed());
        Ok(())
    }
}

/// Where a checkpoint is written before it takes the place of the last one.
pub(super) fn fresh(checkpoint: &Path) -> PathBuf {
    checkpoint.with_extension("new")
}
