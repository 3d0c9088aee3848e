//! Laws that hold for the heuristics and engines of every game. [`check`] plays one random game and panics at the first breach.

use parlour_core::game::{apply, sample};
use parlour_core::rng::seeded;
use parlour_core::{Game, Notation, Turn, Viewer};

use crate::{Engines, Heuristics, LEVELS, Settings};

/// Plays a random game and checks every law at every position.
///
/// # Panics
/// When a law is broken; the message names the law and the position.
pub fn check<G: Engines + Notation>(game: &G, seed: u64) {
    engines_and_levels_fit(game);
    let mut rng = seeded(seed);
    let mut state = game.start();
    loop {
        values_are_shares(game, &state);
        if G::OPEN {
            let view = game.view(&state, Viewer::Public);
            let text = game.write_position(&state);
            assert_eq!(game.determinize(&view, &mut rng), state, "one world: {text}");
        }
        let Some(action) = sample(game, &state, &mut rng) else { break };
        apply(game, &mut state, action);
    }
}

fn engines_and_levels_fit<G: Engines>(game: &G) {
    let engines = game.engines();
    assert!(!engines.is_empty(), "a game has an engine");
    for kind in &engines {
        kind.build(game, &Settings::default()).expect("an engine needs no settings");
    }
    let levels: [_; LEVELS] = game.levels();
    for level in levels {
        assert!(engines.iter().any(|kind| kind.name == level.engine), "{level:?}");
        assert!(level.budget.time.is_some(), "a level answers in time: {level:?}");
        assert!(level.temperature >= 0.0, "{level:?}");
    }
}

fn values_are_shares<G: Heuristics + Notation>(game: &G, state: &<G as Game>::State) {
    let text = || game.write_position(state);
    if game.turn(state) == Turn::Over {
        return;
    }
    if let Some(estimate) = game.estimate(state) {
        shares(estimate.map(f64::from).as_slice(), game.seats(), 1e-4, &text());
    }
    if let Some(exact) = game.exact(state) {
        shares(exact.as_slice(), game.seats(), 1e-9, &text());
    }
    if game.evaluate(state).is_some() {
        assert_eq!(game.seats(), 2, "an evaluation is for two players: {}", text());
    }
    assert_eq!(game.hash(state), game.hash(&state.clone()), "{}", text());
}

fn shares(shares: &[f64], seats: u8, tolerance: f64, text: &str) {
    assert_eq!(shares.len(), usize::from(seats), "{text}");
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?} {text}");
    let total: f64 = shares.iter().sum();
    assert!((total - 1.0).abs() < tolerance, "shares add up to one: {shares:?} {text}");
}
