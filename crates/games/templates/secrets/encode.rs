//! Moves and views as numbers, for programs that learn.

use parlour_core::encode::{Plane, PlaneWriter};
use parlour_core::{Encode, Viewer};

use super::{DICE, Move, NewGame, PLAYERS, Phase, View};

/// The highest bid of a full table.
const HIGHEST: usize = 6 * DICE as usize * PLAYERS;

impl Encode for NewGame {
    /// A doubt, and every bid.
    const ACTIONS: usize = HIGHEST + 1;

    fn action_index(&self, mv: Move) -> usize {
        match mv {
            Move::Doubt => 0,
            Move::Bid(bid) => bid.into(),
        }
    }

    fn action_at(&self, index: usize) -> Option<Move> {
        match index {
            0 => Some(Move::Doubt),
            1..=HIGHEST => Some(Move::Bid(index as u8)),
            _ => None,
        }
    }

    fn planes(&self) -> Vec<Plane> {
        let players = usize::from(self.players);
        vec![
            Plane::numbers("bid", [1], (0.0, 1.0), "The last bid divided by 48; 0 for none."),
            Plane::numbers("dice", [6], (0.0, 1.0), "The viewer's dice that show 1 to 6, halved."),
            Plane::marks("phase", [3], "Throw, bid, over."),
            Plane::marks("to act", [players], "The seat that is to act, or lost."),
            Plane::marks("viewer", [players], "The viewer's seat; none for what everybody sees."),
        ]
    }

    fn observe(&self, view: &View, out: &mut [f32]) {
        let players = usize::from(self.players);
        let mut planes = PlaneWriter::new(out);
        planes.number(f32::from(view.open.bid) / HIGHEST as f32);
        (1..=6).for_each(|face| planes.number(f32::from(view.own.of(face)) / f32::from(DICE)));
        let phase = match view.open.phase {
            Phase::Throw => 0,
            Phase::Bid => 1,
            Phase::Over => 2,
        };
        planes.marks(3, [phase]);
        planes.marks(players, [view.open.mover.index()]);
        let viewer = match view.viewer {
            Viewer::Seat(seat) => Some(seat.index()),
            Viewer::Public => None,
        };
        planes.marks(players, viewer);
    }
}
