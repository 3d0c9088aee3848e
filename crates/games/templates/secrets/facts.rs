//! What can be said of a move in New Game: nothing yet but what follows from the rules alone. Facts come with an
//! oracle in `crates/games/tests/it/facts`.

use parlour_core::Facts;

use super::NewGame;

impl Facts for NewGame {}
