//! The laws of `parlour_core::laws` hold in random games of every registered game.

use std::collections::BTreeMap;

use parlour_core::rng::{Rng, seeded};
use parlour_core::{OptionValues, laws};
use parlour_games::{ForGame, for_game};
use parlour_games::{all, find};
use parlour_session::{Playable, Session};
use proptest::prelude::*;

/// Plays random games with these options and checks the laws of [`parlour_core::laws`],
/// [`parlour_core::laws::numbers`] and [`parlour_search::laws`]; it panics at the first breach.
struct Laws<'a> {
    options: &'a OptionValues,
    seed: u64,
}

impl ForGame for Laws<'_> {
    type Output = ();

    fn run<G: Playable>(self) {
        let game = G::configure(self.options).expect("a listed variant");
        laws::check(&game, self.seed);
        laws::numbers::check(&game, self.seed);
        parlour_search::laws::check(&game, self.seed);
    }
}

fn check_laws(id: &str, options: &OptionValues, seed: u64) {
    for_game(id, Laws { options, seed }).expect("a listed game");
}

#[test]
fn every_variant_obeys_the_laws() {
    for entry in all() {
        for values in crate::common::variants(entry) {
            check_laws(entry.id, &values, 7);
        }
    }
}

proptest! {
    // A case is a whole random game with every law checked at every step.
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_games_obey_the_laws(seed: u64, pick: prop::sample::Index) {
        for entry in all() {
            let variants = crate::common::variants(entry);
            check_laws(entry.id, &variants[pick.index(variants.len())], seed);
        }
    }
}

#[test]
fn every_action_is_sampled_in_proportion_to_its_weight() {
    for entry in all() {
        let mut session = (entry.open)(&Default::default()).expect("a game with its usual options");
        let mut rng = seeded(5);
        for ply in 0..60 {
            let chances = session.chances();
            let moves = session.legal().into_iter().map(|action| (action, 1));
            let weights: BTreeMap<String, u32> =
                if chances.is_empty() { moves.collect() } else { chances.into_iter().collect() };
            if ply % 7 < 2 && weights.len() > 1 {
                check_samples(&*session, &weights, &mut rng);
            }
            let Some(action) = session.sample(&mut rng) else { break };
            session.play(&action).expect("a legal action");
        }
    }
}

/// Draws about 200 of each action, and compares by chi-square.
fn check_samples(session: &dyn Session, weights: &BTreeMap<String, u32>, rng: &mut dyn Rng) {
    let total: u32 = weights.values().sum();
    let mut drawn = BTreeMap::<String, u32>::new();
    for _ in 0..200 * total {
        *drawn.entry(session.sample(rng).expect("it is not over")).or_default() += 1;
    }
    assert!(drawn.keys().eq(weights.keys()), "{}: {drawn:?}", session.position());
    let part = |(found, weight): (&u32, &u32)| {
        let expected = f64::from(200 * weight);
        (f64::from(*found) - expected).powi(2) / expected
    };
    let distance: f64 = drawn.values().zip(weights.values()).map(part).sum();
    // Its mean is the number of actions less one, its deviation the root of twice that.
    let freedom = (weights.len() - 1) as f64;
    let most = freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0;
    assert!(distance < most, "{} {distance}: {drawn:?}", session.position());
}

#[test]
fn games_are_found_by_their_names() {
    for entry in all() {
        assert_eq!(find(entry.id).map(|e| e.name), Some(entry.name));
    }
    assert!(find("chess").is_none());
}
