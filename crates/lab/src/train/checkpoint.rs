//! Saving the state of a training, and continuing from it.
//!
//! The same seed and number of games give the same weights only within one training. So the first line of
//! a checkpoint holds the arguments of its training, and only that training continues from it. The second
//! line holds the curve, the cross-entropy since its last point, and the state of the trainer.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parlour_console::failure::Failure;
use parlour_console::files;
use parlour_core::OptionValues;
use parlour_session::{Entry, did_you_mean::shown};
use serde_json::{Value, json};

use super::Args;
use super::curve::Point;
use super::trainer::{Trainer, TrainerState};

/// Saving takes at most this part of the time: the samples can be many.
const PART: u32 = 20;
/// What is said of a file that is not whole.
const BROKEN: &str = "this checkpoint is damaged or incomplete";
/// What can be done about a checkpoint that is of no use.
const ANEW: &str = "name another file, or remove it to begin anew";

/// The file that a training is saved in, if one was named.
pub(super) struct CheckpointFile {
    path: Option<PathBuf>,
    /// What the weights depend on, beside the number of games played, by name.
    training: Value,
    every: Duration,
    /// When it was saved last, and how long that took.
    last: Instant,
    cost: Duration,
}

impl CheckpointFile {
    /// The file of these arguments.
    pub(super) fn new(game: &Entry, options: &OptionValues, args: &Args) -> Self {
        let options = options.iter().map(|(name, value)| format!("{name}={value}"));
        let training = json!({
            "parlour training": 4,
            "the game": game.id,
            "the version of the rules": game.version,
            "the set-up": options.collect::<Vec<_>>().join(" "),
            "--seed": args.seed,
            // How fast is learned depends on how many games there will be.
            "--games": args.games,
        });
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
        let bad = |reason: String| Failure::runtime(format!("{}: {reason}", path.display()));
        let broken = || bad(format!("{BROKEN}; {ANEW}"));
        let mut lines = saved.split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let theirs = serde_json::from_slice::<Value>(first).unwrap_or_default();
        if let Some(reason) = self.refusal(&theirs) {
            return Err(bad(reason));
        }
        let second = lines.next().filter(|line| line.ends_with(b"\n")).ok_or_else(broken)?;
        let (points, cross_entropy, state): (Vec<[u64; 3]>, u64, TrainerState<'_>) =
            serde_json::from_slice(second).map_err(|_| broken())?;
        trainer.restore(state).map_err(|error| bad(format!("{error}; {ANEW}")))?;
        let points = points.into_iter().map(Point::from_bits).collect();
        Ok((points, f64::from_bits(cross_entropy)))
    }

    /// Why a checkpoint of that training is of no use; `None` if it is of this one.
    fn refusal(&self, theirs: &Value) -> Option<String> {
        if theirs["parlour training"] != self.training["parlour training"] {
            return Some(format!("this is no checkpoint, or one of an earlier version; {ANEW}"));
        }
        let parts = self.training.as_object().into_iter().flatten();
        let (what, wanted) = parts.into_iter().find(|(what, own)| theirs[*what] != **own)?;
        let [value, wanted] = [&theirs[what], wanted].map(|value| match value.as_str() {
            Some("") => "the usual".to_owned(),
            Some(text) => shown(text),
            None => shown(&value.to_string()),
        });
        Some(format!(
            "this checkpoint is of another training: {what} was {value} and is {wanted} now; \
             ask for {value} to go on, or name another file"
        ))
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
        // As bits: a number that is read must be the one that was written.
        let points: Vec<[u64; 3]> = points.iter().map(|point| point.to_bits()).collect();
        let state = (points, cross_entropy.to_bits(), trainer.state());
        let state = serde_json::to_string(&state).map_err(std::io::Error::from)?;
        files::write(&new, format!("{}\n{state}\n", self.training).as_bytes())?;
        std::fs::rename(&new, path).map_err(|error| Failure::file(path, &error))?;
        (self.last, self.cost) = (Instant::now(), begun.elapsed());
        Ok(())
    }
}

/// Where a checkpoint is written before it takes the place of the last one.
pub(super) fn fresh(checkpoint: &Path) -> PathBuf {
    checkpoint.with_extension("new")
}
