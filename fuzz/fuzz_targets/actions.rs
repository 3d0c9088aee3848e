//! Any words played one after another are refused, or are legal actions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_core::laws::viewers;

fuzz_target!(|text: &str| {
    for entry in parlour_games::all() {
        let mut session = (entry.open)(&Default::default()).expect("the defaults");
        for word in text.split(' ').take(200) {
            let legal = session.legal();
            let before = session.position();
            match session.play(word) {
                Ok(_) => {
                    assert!(legal.iter().any(|l| l == word));
                    // Somebody at the table may know what was done, and hears just that.
                    let told = |viewer| session.last(viewer).is_some_and(|t| t.action == word);
                    assert!(viewers(session.seats()).any(told), "{word}");
                }
                Err(_) => assert_eq!(session.position(), before),
            }
        }
    }
});
