//! The rulings, the notation and the laws, tested.

mod pictures;
mod player;
mod rulings;
mod secrets;

use parlour_core::{Configure, OptionValues, laws};

use super::ShellOut;
use parlour_session::testing;

#[test]
fn the_rulings_hold() {
    testing::rulings::<ShellOut>(include_str!("../rulings.txt"));
}

/// Options that the tests of all games leave out.
#[test]
fn the_laws_hold_for_other_seats_hands_and_targets() {
    laws::check(&game(&[("seats", "1,2"), ("hands", "3")]), 1);
    laws::check(&game(&[("seats", "2,3,6"), ("hands", "1")]), 2);
    laws::check(&game(&[("target", "30")]), 3);
}

fn game(options: &[(&str, &str)]) -> ShellOut {
    let values: OptionValues = options.iter().copied().collect();
    ShellOut::configure(&values).unwrap_or_else(|e| panic!("{options:?}: {e}"))
}
