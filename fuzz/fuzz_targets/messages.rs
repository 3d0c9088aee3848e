//! Any text is refused as a message of a page, or is one and reads back as it is written. The same for the
//! bodies of calls.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_wire::analysis::{AskLines, AskPosition, AskRepair, AskSetup, AskTree, ChangeStudy};
use parlour_wire::api::NewTable;
use parlour_wire::lessons::{LessonMoves, LessonQuestion, LessonText};
use parlour_wire::report::AskAttempt;
use parlour_wire::socket::ClientRequest;

fuzz_target!(|text: &str| {
    if let Ok(message) = ClientRequest::read(text) {
        let written = serde_json::to_string(&message).expect("messages hold nothing that JSON cannot");
        assert_eq!(ClientRequest::read(&written).expect("it reads back"), message);
    }
    macro_rules! read {
        ($($body:ty),+) => {$(let _ = serde_json::from_str::<$body>(text);)+};
    }
    read!(AskLines, AskPosition, AskRepair, AskSetup, AskTree, ChangeStudy, NewTable);
    read!(LessonMoves, LessonQuestion, LessonText, AskAttempt);
});
