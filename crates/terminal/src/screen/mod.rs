//! A game that fills the screen: the board, and beside or below it what there is to say.

mod app;
mod board;
mod buffer;
mod keys;
mod layout;
mod paint;
#[cfg(all(test, unix))]
mod tests;
mod tty;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossterm::event;
use parlour_console::interrupt;

use crate::RulePage;
use crate::room::Room;
use app::App;
use buffer::Canvas;
pub(crate) use tty::Capabilities;
use tty::Tty;

/// How long to wait for a key before looking at the table again.
const TICK: Duration = Duration::from_millis(25);

/// How often to look whether the program is to end, and how long it may take to end by itself.
const ASKED: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(1);

/// What ends a round of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    /// The screen shows what there is.
    Nothing,
    /// Something changed.
    Paint,
    /// The screen may show anything: all of it is written again.
    PaintAll,
    /// The program is to be stopped until the shell lets it go on.
    Suspend,
    /// The person leaves.
    Leave,
}

/// Plays until the person leaves.
pub(crate) fn play(
    room: &mut dyn Room,
    rules: RulePage<'_>,
    capabilities: Capabilities,
) -> io::Result<()> {
    let ended = interrupt::watch();
    end_without_terminal(ended);
    let mut tty = Tty::take()?;
    // From now on a change of the window's size is an event: one before the first poll would be lost.
    event::poll(Duration::ZERO)?;
    let mut app = App::new(room, rules, capabilities);
    let mut shown: Option<Canvas> = None;
    let mut then = Then::PaintAll;
    loop {
        match then {
            Then::Leave => return Ok(()),
            Then::Suspend => {
                tty.suspend()?;
                shown = None;
            }
            Then::PaintAll => shown = None,
            Then::Nothing | Then::Paint => {}
        }
        if then != Then::Nothing {
            let (width, height) = crossterm::terminal::size()?;
            let canvas = app.paint(width, height);
            tty.show(&canvas.changes(shown.as_ref(), capabilities.depth))?;
            shown = Some(canvas);
        }
        then = if event::poll(TICK)? { handle_event(&mut app)? } else { Then::Nothing };
        if app.listen() && then == Then::Nothing {
            then = Then::Paint;
        }
        if ended.load(Ordering::Relaxed) {
            then = Then::Leave;
        }
    }
}

/// Obeys all keys that wait, so that the screen is painted once for them.
fn handle_event(app: &mut App<'_>) -> io::Result<Then> {
    let mut then = Then::Nothing;
    loop {
        match app.event(&event::read()?) {
            Then::Nothing => {}
            Then::Paint if then == Then::PaintAll => {}
            other => then = other,
        }
        app.listen();
        if matches!(then, Then::Leave | Then::Suspend) || !event::poll(Duration::ZERO)? {
            return Ok(then);
        }
    }
}

/// Ends the program when it was asked to end and waits for a terminal that is gone.
fn end_without_terminal(ended: &'static AtomicBool) {
    thread::spawn(move || {
        while !ended.load(Ordering::Relaxed) {
            thread::sleep(ASKED);
        }
        thread::sleep(GRACE);
        tty::give_back();
        std::process::exit(i32::from(interrupt::CODE));
    });
}
