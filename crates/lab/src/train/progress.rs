//! How far a training has come, at a terminal.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::Args;

/// A bar, and below it what goes on: a game or a trial can take minutes.
pub(super) struct Progress {
    pub(super) bar: ProgressBar,
    doing: Arc<Doing>,
}

/// What goes on.
struct Doing {
    begun: Instant,
    /// Games of the training before this run, now, and at its end.
    before: u64,
    games: AtomicU64,
    all: u64,
    words: Mutex<String>,
}

impl Progress {
    /// Before the first game of this run, which continues after `before` games.
    pub(super) fn new(args: &Args, before: u64, terminal: bool) -> Self {
        let doing = Arc::new(Doing {
            begun: Instant::now(),
            before,
            games: AtomicU64::new(before),
            all: args.games,
            words: Mutex::default(),
        });
        let bar = ProgressBar::hidden();
        bar.set_length(args.games);
        // The terminal shows a Ctrl-C at the end of it all and so moves it up by a row: that is the empty one.
        let template = "\n{wide_bar} {pos} of {len} games\n{doing}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let doing = Arc::clone(&doing);
            bar.set_style(style.with_key(
                "doing",
                move |_: &ProgressState, out: &mut dyn Write| {
                    let _ = out.write_str(&doing.line());
                },
            ));
        }
        if terminal {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Progress { bar, doing }
    }

    /// The game after this number of games is played.
    pub(super) fn training(&self, games: u64) {
        self.doing.games.store(games, Ordering::Relaxed);
        self.bar.set_position(games);
        self.doing.say("training".to_owned());
    }

    /// A trial, of which `played` games are over.
    pub(super) fn trying(&self, played: u64, all: u64) {
        self.doing.say(format!("a trial, {played} of {all} games"));
    }
}

impl Doing {
    fn say(&self, words: String) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    fn line(&self) -> String {
        let elapsed = self.begun.elapsed();
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let mut line = format!("{words}, {:#}", HumanDuration(elapsed));
        if let Some(left) = self.left(elapsed) {
            line += &format!(", about {:#} left", HumanDuration(left));
        }
        line
    }

    /// How much longer it takes at this pace. Games of an earlier run took none of this one's time.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let games = self.games.load(Ordering::Relaxed);
        let (done, left) = (games.saturating_sub(self.before), self.all.saturating_sub(games));
        let left = elapsed.as_secs_f64() * left as f64 / done as f64;
        Duration::try_from_secs_f64(left).ok().filter(|_| done > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_a_checkpoint_take_no_time_of_this_run() {
        let doing = |before, games| Doing {
            begun: Instant::now(),
            before,
            games: AtomicU64::new(games),
            all: 1000,
            words: Mutex::new("training".to_owned()),
        };
        let minute = Duration::from_secs(60);
        assert_eq!(doing(900, 900).left(minute), None, "nothing is known yet");
        assert!(!doing(900, 900).line().contains("left"));
        assert_eq!(doing(900, 925).left(minute), Some(3 * minute));
        assert_eq!(doing(0, 500).left(minute), Some(minute));
    }
}
