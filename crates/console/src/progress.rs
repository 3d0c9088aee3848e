//! A progress bar for work that takes long.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The bar's length.
const STEPS: f64 = 1000.0;
/// Shorter work needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar on the error stream. It goes away when this is dropped.
pub struct Bar {
    bar: ProgressBar,
    begun: Instant,
    terminal: bool,
}

impl Bar {
    /// A bar that is shown only at a terminal.
    pub fn new(terminal: bool) -> Self {
        let bar = ProgressBar::hidden();
        bar.set_length(STEPS as u64);
        let template = "{bar:40} {percent:>3} %  {elapsed}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Bar { bar, begun: Instant::now(), terminal }
    }

    /// Shows which part of the work is done, from 0 to 1.
    pub fn show(&self, part: f64) {
        if self.terminal && self.bar.is_hidden() && self.begun.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        self.bar.set_position((part * STEPS) as u64);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
