//! One whole random game of each kind, written down so that a person can read it. A change of
//! rules, words or notation shows here as a difference.

use std::fmt::Write;

use parlour_core::rng::seeded;
use parlour_core::{Turn, Viewer, golden};
use parlour_games::all;
use parlour_session::Entry;

use crate::common;

#[test]
fn golden_games_are_unchanged() {
    for entry in all() {
        let name = format!("playthroughs/{}.txt", entry.id);
        golden::check(&common::path(&name), &playthrough(entry, 1), "cargo xtask goldens");
    }
}

fn playthrough(entry: &Entry, seed: u64) -> String {
    let mut text = format!("{}, a random game (seed {seed})\n", entry.name);
    let mut session = (entry.open)(&Default::default()).expect("the defaults");
    for (name, value) in session.options().iter() {
        writeln!(text, "{name}: {value}").expect("a string takes all");
    }
    writeln!(text, "start: {}", session.position()).expect("a string takes all");
    let mut rng = seeded(seed);
    let mut count = 0;
    while let Some(action) = session.sample(&mut rng) {
        let choices = session.legal().len();
        session.play(&action).expect("a sampled action is legal");
        count += 1;
        let described = session.last(Viewer::Public).expect("an action was made");
        let words = session.english(&described.labels);
        writeln!(text, "\n{count}. {action} (of {choices})  {}", words).expect("a string");
        if described.action != action {
            writeln!(text, "   others see {}", described.action).expect("a string takes all");
        }
        writeln!(text, "   {}", session.position()).expect("a string takes all");
    }
    assert_eq!(session.turn(), Turn::Over);
    let shares = session.shares().expect("a finished game has shares");
    writeln!(text, "\nresult: {shares}").expect("a string takes all");
    text
}
