//! No input ends the protocol but `quit` or the end of input.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Searching and deep counting are the only commands whose length the sender chooses.
    if bytes.windows(2).any(|w| w.eq_ignore_ascii_case(b"go")) || bytes.windows(5).any(|w| w == b"perft") {
        return;
    }
    for entry in parlour_games::all() {
        let mut output = Vec::new();
        let _ = parlour_cli::ugi::run(entry, Cursor::new(bytes.to_vec()), &mut output);
        assert!(String::from_utf8(output).is_ok());
    }
});
