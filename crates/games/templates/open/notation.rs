//! The texts of New Game: `2` takes two counters; a position is the heap and the player to act.

use parlour_core::notation::{read_fields, read_number, read_player};
use parlour_core::{Notation, NotationError};

use super::{HEAP, Move, NewGame, State};

impl Notation for NewGame {
    parlour_core::open_views!();
    parlour_core::no_chance_texts!();

    fn write_move(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        read_number(text, "the number of counters", 1..=2).map(Move)
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", state.heap, state.mover)
    }

    fn read_position(text: &str) -> Result<(Self, State), NotationError> {
        let [heap, mover] = read_fields(text, "a position is the heap and the player: '7 1'")?;
        let mover = read_player(mover, 2)?;
        Ok((NewGame, State { heap: read_number(heap, "the heap", 0..=HEAP.into())?, mover }))
    }
}
