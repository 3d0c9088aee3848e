//! What a search needs to know of New Game beside its rules: nothing yet. It draws states that fit what a
//! player sees, and plays them out at random.

use parlour_search::{Engines, Heuristics};

use super::NewGame;

impl Heuristics for NewGame {}

impl Engines for NewGame {}
