//! The rulings, the notation and the laws, tested.

use parlour_core::laws;
use parlour_core::{Configure, OptionValues};

use super::ShellOut;

fn game(options: &[(&str, &str)]) -> ShellOut {
    let values: OptionValues = options.iter().copied().collect();
    ShellOut::configure(&values).unwrap()
}

#[test]
fn the_laws_hold_for_every_number_of_players() {
    for players in ["2", "3", "4", "5", "6"] {
        laws::check(&game(&[("players", players), ("hands", "1")]), 1);
    }
}
