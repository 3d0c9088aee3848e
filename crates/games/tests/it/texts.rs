//! Whatever text comes in, it is read or refused with a reason: nothing panics, nothing half-read
//! gets through. A stand-in for the coverage-guided targets in `fuzz/` that runs on every machine.

use parlour_core::laws::viewers;
use parlour_core::rng::{below, seeded};
use parlour_games::all;
use parlour_session::{Entry, Session};
use proptest::prelude::*;

use crate::reread::reread_view;

/// Positions along a random game.
fn positions(entry: &Entry, seed: u64, most: usize) -> Vec<Box<dyn Session>> {
    let variants = crate::common::variants(entry);
    let mut rng = seeded(seed);
    let values = &variants[below(&mut rng, variants.len() as u32) as usize];
    crate::common::walk(entry, values, &mut rng, most)
}

/// One small change to a text.
fn mutate(text: &str, seed: u64) -> String {
    const PIECES: &[char] = &[
        'a', 'b', 'B', 'd', 'D', 'l', 'L', 'w', 'x', 'p', '*', '?', '-', '.', '/', ',', ' ', '0',
        '1', '9', 'é', '\0',
    ];
    let mut rng = seeded(seed);
    let mut chars: Vec<char> = text.chars().collect();
    let at = below(&mut rng, chars.len() as u32 + 1) as usize;
    let piece = PIECES[below(&mut rng, PIECES.len() as u32) as usize];
    match below(&mut rng, 4) {
        0 if at < chars.len() => {
            chars.remove(at);
        }
        1 if at < chars.len() => chars[at] = piece,
        2 if at + 1 < chars.len() => chars.swap(at, at + 1),
        _ => chars.insert(at, piece),
    }
    chars.into_iter().collect()
}

/// A text that is taken for a position must be that position's own text, and be playable.
fn accepted_positions_are_sound(entry: &Entry, text: &str) {
    let Ok(session) = (entry.load)(text) else { return };
    assert_eq!(session.position(), text, "{} reads only its own form", entry.id);
    let legal = session.legal();
    assert_eq!(legal.is_empty(), session.shares().is_some(), "{text}");
    for action in legal {
        let next = session.after(&action).unwrap_or_else(|e| panic!("{text}: {e}"));
        let after = next.position();
        let again =
            (entry.load)(&after).unwrap_or_else(|e| panic!("{text} {action}: {after}: {e}"));
        assert_eq!(again.position(), after);
    }
    for viewer in viewers(session.seats()) {
        let view = session.view(viewer);
        assert_eq!(reread_view(entry, &view, viewer).as_ref(), Ok(&view));
        session.picture(viewer);
        session.choices(viewer);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn changed_positions_are_refused_or_sound(seed: u64, pick: prop::sample::Index, changes in 1..4u64) {
        for entry in all() {
            let games = positions(entry, seed, 120);
            let mut text = games[pick.index(games.len())].position();
            for change in 0..changes {
                text = mutate(&text, seed ^ change);
            }
            accepted_positions_are_sound(entry, &text);
        }
    }

    #[test]
    fn changed_actions_are_refused_or_legal(seed: u64, pick: prop::sample::Index) {
        for entry in all() {
            let games = positions(entry, seed, 60);
            let session = &games[pick.index(games.len())];
            let legal = session.legal();
            for action in legal.iter().take(40) {
                let changed = mutate(action, seed);
                let mut next = session.clone();
                match next.play(&changed) {
                    Ok(_) => assert!(legal.contains(&changed), "{}: {changed}", entry.id),
                    Err(_) => assert_eq!(next.position(), session.position(), "nothing changes"),
                }
            }
        }
    }

    #[test]
    fn any_text_at_all_is_survived(text in "\\PC{0,60}") {
        for entry in all() {
            accepted_positions_are_sound(entry, &text);
            let mut session = (entry.open)(&Default::default()).expect("the defaults");
            let (legal, before) = (session.legal(), session.position());
            match session.play(&text) {
                Ok(_) => assert!(legal.contains(&text), "{}: {text}", entry.id),
                Err(_) => assert_eq!(session.position(), before, "nothing changes"),
            }
            for viewer in viewers(session.seats()) {
                let _ = reread_view(entry, &text, viewer);
            }
        }
    }
}
