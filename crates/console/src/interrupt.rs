//! Being asked to end, by Ctrl-C or by the system.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that was interrupted, as shells know it.
pub const CODE: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C only sets this flag, so that long work can report its results so far.
/// The second ends the program at once. Where no handler can be set, the first does.
pub fn watch() -> &'static AtomicBool {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(CODE));
            }
        });
    });
    &ASKED
}
