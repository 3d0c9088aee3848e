//! The terminal itself: taken over while a game is on the screen, and given back whatever happens.

use std::io;
#[cfg(not(unix))]
use std::io::Write;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use parlour_console::io::Terminal;

use super::buffer::Depth;

/// The other screen, no cursor, clicks and the wheel.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h";
const LEAVE: &str = "\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l";

/// Synchronized output: nothing is shown between these two.
const TOGETHER: &str = "\x1b[?2026h";
const SHOWN: &str = "\x1b[?2026l";

static TAKEN: AtomicBool = AtomicBool::new(false);

/// What the terminal can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capabilities {
    pub(crate) depth: Depth,
    /// Whether it shows more than ASCII.
    pub(crate) unicode: bool,
}

impl Capabilities {
    /// What the environment says of the terminal.
    pub(crate) fn detect(
        Terminal { colour, unicode, .. }: Terminal,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let value = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = value("TERM").unwrap_or_default();
        let many = value("COLORTERM").is_some_and(|v| v == "truecolor" || v == "24bit");
        let depth = match (colour, many || term.ends_with("-direct")) {
            (false, _) => Depth::None,
            (true, true) => Depth::True,
            (true, false) if term.contains("256color") => Depth::Indexed,
            (true, false) if term.starts_with("vt") => Depth::None,
            (true, false) => Depth::Ansi,
        };
        Capabilities { depth, unicode }
    }
}

/// The terminal while it is taken over. It is given back when this is dropped, and when the program
/// panics.
pub(crate) struct Tty;

impl Tty {
    /// Takes the terminal over.
    pub(crate) fn take() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                before(panic);
            }));
        });
        enter()?;
        Ok(Tty)
    }

    /// Shows changes, all at once on a terminal that can.
    pub(crate) fn show(&mut self, changes: &str) -> io::Result<()> {
        match changes {
            "" => Ok(()),
            changes => send(&format!("{TOGETHER}{changes}{SHOWN}")),
        }
    }

    /// Gives the terminal back, stops the program as Ctrl-Z does, and takes the terminal over again
    /// once the program goes on.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        #[cfg(unix)]
        rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
        enter()
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    send(ENTER)
}

/// Gives the terminal back, if it was taken over.
pub(crate) fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // There is nobody left to tell when the terminal is gone.
        let _ = send(LEAVE);
        let _ = disable_raw_mode();
    }
}

/// Writes past the standard output's lock: the thread that panics may not be the one that holds it.
#[cfg(unix)]
fn send(mut text: &str) -> io::Result<()> {
    while !text.is_empty() {
        let written = rustix::io::write(rustix::stdio::stdout(), text.as_bytes())?;
        text = text.get(written..).unwrap_or_default();
    }
    Ok(())
}

#[cfg(not(unix))]
fn send(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(colour: bool, set: &[(&str, &str)]) -> Depth {
        let find = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        Capabilities::detect(Terminal { colour, ..Terminal::NONE }, find).depth
    }

    #[test]
    fn colours_are_as_many_as_the_environment_says() {
        assert_eq!(depth(true, &[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(true, &[("TERM", "xterm-direct")]), Depth::True);
        assert_eq!(depth(true, &[("TERM", "screen-256color")]), Depth::Indexed);
        assert_eq!(depth(true, &[("TERM", "linux")]), Depth::Ansi);
        assert_eq!(depth(true, &[("TERM", "vt100")]), Depth::None);
        assert_eq!(depth(false, &[("COLORTERM", "truecolor")]), Depth::None);
    }
}
