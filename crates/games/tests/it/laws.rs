//! The laws of `parlour_core::laws` hold in random games of every registered game.

use parlour_games::{all, find};
use proptest::prelude::*;

#[test]
fn every_variant_obeys_the_laws() {
    for entry in all() {
        for values in crate::common::variants(entry) {
            (entry.check_laws)(&values, 7).unwrap_or_else(|e| panic!("{}: {e}", entry.id));
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
            let values = &variants[pick.index(variants.len())];
            (entry.check_laws)(values, seed).expect("a listed variant");
        }
    }
}

#[test]
fn games_are_found_by_their_names() {
    for entry in all() {
        assert_eq!(find(entry.id).map(|e| e.name), Some(entry.name));
    }
    assert!(find("chess").is_none());
}
