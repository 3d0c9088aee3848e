//! Saving a checkpoint, and continuing from it.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::Args;
use super::checkpoint::{ANEW, TrainingId};
use super::curve::Point;
use super::trainer::Trainer;
use parlour_console::failure::Failure;
use parlour_console::files;

/// Saving takes at most this part of the time: the samples can be many.
const PART: u32 = 20;

/// The file that a training is saved in, if one was named.
pub(super) struct CheckpointFile {
    path: Option<PathBuf>,
    training: TrainingId,
    every: Duration,
    /// When it was saved last, and how long that took.
    last: Instant,
    cost: Duration,
}

impl CheckpointFile {
    /// The file of these arguments.
    pub(super) fn new(args: &Args, training: TrainingId) -> Self {
        let (path, every) = (args.checkpoint.clone(), args.keep_every);
        CheckpointFile { path, training, every, last: Instant::now(), cost: Duration::ZERO }
    }

    /// Continues from the checkpoint, if there is one. The curve so far, and the cross-entropy of all games
    /// since its last point.
    pub(super) fn restore(&self, trainer: &mut Trainer) -> Result<(Vec<Point>, f64), Failure> {
        let Some(path) = &self.path else { return Ok((Vec::new(), 0.0)) };
        let Some(mut file) = files::existing(path)? else { return Ok((Vec::new(), 0.0)) };
        let mut saved = Vec::new();
        file.read_to_end(&mut saved).map_err(|error| Failure::file(path, &error))?;
        let bad = |reason: &str| Failure::work(format!("{}: {reason}", path.display()));
        let (points, cross_entropy, rest) =
            self.training.read(&saved).map_err(|reason| bad(&reason))?;
        trainer.restore(rest).map_err(|error| bad(&format!("{error}; {ANEW}")))?;
        Ok((points, cross_entropy))
    }

    /// Saves a checkpoint if it is due. Any two games may be between: what follows depends only on the
    /// saved state and the numbers of the games.
    pub(super) fn save_if_due(
        &mut self,
        trainer: &Trainer,
        points: &[Point],
        cross_entropy: f64,
    ) -> Result<(), Failure> {
        if self.last.elapsed() < self.every.max(self.cost * PART) {
            return Ok(());
        }
        self.save(trainer, points, cross_entropy)
    }

    /// Saves a checkpoint. The file is replaced in one step, so that an aborted run leaves the last one.
    pub(super) fn save(
        &mut self,
        trainer: &Trainer,
        points: &[Point],
        cross_entropy: f64,
    ) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let begun = Instant::now();
        let new = fresh(path);
        files::write(&new, &self.training.write(points, cross_entropy, &trainer.save()))?;
        std::fs::rename(&new, path).map_err(|error| Failure::file(path, &error))?;
        (self.last, self.cost) = (Instant::now(), begun.elapsed());
        Ok(())
    }
}

/// Where a checkpoint is written before it takes the place of the last one.
pub(super) fn fresh(checkpoint: &Path) -> PathBuf {
    checkpoint.with_extension("new")
}
