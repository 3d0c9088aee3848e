//! The laws of [`Encode`]: games as numbers.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::viewers;
use crate::encode::Encode;
use crate::game::{Turn, sample};
use crate::history::GameHistory;
use crate::rng::seeded;

/// Plays a random game and checks the laws of [`Encode`]; it panics at the first breach.
pub fn check<G: Encode>(game: &G, seed: u64) {
    indices_and_moves_correspond(game);
    let mut rng = seeded(seed);
    let mut history = GameHistory::new(game, game.start());
    let mut seen = HashMap::new();
    loop {
        let state = history.state();
        if let Turn::Player(_) = game.turn(state) {
            game.for_each_move(state, |mv| {
                let index = game.action_index(mv);
                assert_eq!(game.action_at(index), Some(mv), "move {mv:?} has the index {index}");
            });
        }
        for viewer in viewers(game.seats()) {
            let view = game.view(state, viewer);
            let key = observation_hash(game, &view);
            let other = seen.entry(key).or_insert_with(|| view.clone());
            assert_eq!(*other, view, "different views have different observations");
        }
        let Some(action) = sample(game, state, &mut rng) else { return };
        history.apply(game, action);
    }
}

fn indices_and_moves_correspond<G: Encode>(game: &G) {
    for index in 0..G::ACTIONS {
        let mv = game.action_at(index).unwrap_or_else(|| panic!("index {index} has a move"));
        assert_eq!(game.action_index(mv), index, "{mv:?} has one index");
    }
    assert_eq!(game.action_at(G::ACTIONS), None, "there are {} indices", G::ACTIONS);
}

/// A hash of an observation, after a check that all of it is written and within its ranges.
fn observation_hash<G: Encode>(game: &G, view: &G::View) -> u64 {
    let mut out = vec![f32::NAN; game.observation_size()];
    game.observe(view, &mut out);
    let mut rest = &out[..];
    for plane in game.planes() {
        let (numbers, next) = rest.split_at(plane.size());
        let (least, most) = plane.range;
        let fits = |number: &f32| (least..=most).contains(number);
        assert!(numbers.iter().all(fits), "{}: {numbers:?} in {view:?}", plane.name);
        rest = next;
    }
    let mut hasher = DefaultHasher::new();
    out.iter().for_each(|number| number.to_bits().hash(&mut hasher));
    hasher.finish()
}
