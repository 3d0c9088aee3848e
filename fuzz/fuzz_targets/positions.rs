//! Any text is refused as a position or view, or is one and can be played and drawn.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_core::laws::viewers;

#[path = "../../crates/games/tests/it/reread.rs"]
mod reread;
use reread::reread_view;

fuzz_target!(|text: &str| {
    for entry in parlour_games::all() {
        for viewer in viewers(2) {
            let _ = reread_view(entry, text, viewer);
        }
        let Ok(session) = (entry.load)(text) else { continue };
        assert_eq!(session.position(), text);
        for action in session.legal() {
            let mut next = session.clone();
            next.play(&action).expect("a legal action");
            (entry.load)(&next.position()).expect("what follows is a position");
        }
        for viewer in viewers(session.seats()) {
            let view = session.view(viewer);
            assert_eq!(reread_view(entry, &view, viewer).as_deref(), Ok(view.as_str()));
            session.picture(viewer);
        }
    }
});
