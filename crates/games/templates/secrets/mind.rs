//! What a search wants to know of New Game beside its rules: nothing yet. It draws worlds that fit
//! what a player sees, and plays them out.

use parlour_search::Mind;

use super::NewGame;

impl Mind for NewGame {}
