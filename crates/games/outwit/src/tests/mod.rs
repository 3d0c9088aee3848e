//! The rulings one by one, pictures, and values against plain second opinions.

mod heuristics;
mod pictures;
mod rulings;

use parlour_core::Notation;

use super::{Outwit, State};

const START: &str = "d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l l 0";

/// The position of a text that is right.
fn state(text: &str) -> State {
    Outwit::read_position(text).unwrap_or_else(|error| panic!("{text}: {error}")).1
}

#[test]
fn the_rulings_hold() {
    parlour_session::testing::rulings::<Outwit>(include_str!("../rulings.txt"));
}
