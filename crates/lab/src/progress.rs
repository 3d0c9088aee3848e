//! A bar of games at a terminal, with what goes on below it: one game can take minutes.

use std::fmt::Write;
use std::time::Duration;

use console::Term;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::arena::shorten;

/// A bar of `games`, of which `done` were played by an earlier run and took no time of this one. The text of
/// `doing`, the time and the time that is left stand below; `above` is a template of what stands above.
pub(crate) fn bar(
    games: u64,
    done: u64,
    terminal: bool,
    (above, about): (&str, &'static str),
    doing: impl Fn() -> String + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden());
    bar.set_position(done);
    bar.reset_eta();
    // The terminal shows a Ctrl-C at the end of it all and so moves it up by a row: that is the empty one.
    let template = format!("\n{above}{{wide_bar}} {{pos}} of {{len}} games\n{{doing}}{{prefix}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let line = move |state: &ProgressState, out: &mut dyn Write| {
            let mut line = format!("{}, {:#}", doing(), HumanDuration(state.elapsed()));
            if state.pos() > done {
                line += &format!(", {about} {:#} left", HumanDuration(state.eta()));
            }
            let columns = usize::from(Term::stderr().size().1);
            let _ = out.write_str(&shorten::end(&line, columns));
        };
        bar.set_style(style.with_key("doing", line));
    }
    if terminal {
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        // Until a game ends there is no other news.
        bar.enable_steady_tick(Duration::from_millis(500));
    }
    bar
}
