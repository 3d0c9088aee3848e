//! The texts of New Game: `2` takes two counters; a position is the heap and the player to act.

use parlour_core::{Notation, NotationError, Reason, Seat};

use super::{HEAP, Move, NewGame, State};

impl Notation for NewGame {
    parlour_core::open_views!();
    parlour_core::no_chance_texts!();

    fn write_move(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        match text {
            "1" => Ok(Move(1)),
            "2" => Ok(Move(2)),
            _ => Err(NotationError::syntax(text, "a move is the number of counters: '1' or '2'")),
        }
    }

    fn why_not(&self, state: &State, _: Move) -> Reason {
        Reason::new("N1", format!("only {} is left", state.heap))
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", state.heap, state.mover)
    }

    fn read_position(text: &str) -> Result<(Self, State), NotationError> {
        let form = || NotationError::syntax(text, "a position is the heap and the player: '7 1'");
        let (heap, mover) = text.split_once(' ').ok_or_else(form)?;
        let mover = match mover {
            "1" => Seat(0),
            "2" => Seat(1),
            _ => return Err(NotationError::syntax(mover, "the player to act is '1' or '2'")),
        };
        // Only the canonical form is taken: `07` is no number here.
        let number = heap.parse::<u8>().ok().filter(|number| number.to_string() == heap);
        match number.ok_or_else(form)? {
            heap @ 0..=HEAP => Ok((NewGame, State { heap, mover })),
            _ => Err(NotationError::illegal(heap, format!("there are only {HEAP} counters"))),
        }
    }
}
