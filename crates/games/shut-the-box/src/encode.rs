//! Moves and positions as numbers.

use parlour_core::encode::{Plane, PlaneWriter};
use parlour_core::{Encode, Seat};

use super::tables::{LIDS, SETS};
use super::{Dice, Move, OUT_AT, ShutTheBox, State, lids};

/// How many totals two dice can show, from 2 to 12.
const TOTALS: usize = 11;

/// The sets of lids that a move can shut, by their total; for each total the single lid comes first.
const MOVES: [u16; 35] = {
    let mut moves = [0; 35];
    let (mut total, mut found) = (2, 0);
    while total <= 12 {
        let mut way = 0;
        while way < SETS[total].len() && SETS[total][way] != 0 {
            moves[found] = SETS[total][way];
            found += 1;
            way += 1;
        }
        total += 1;
    }
    assert!(found == moves.len());
    moves
};

/// The place of each set in [`MOVES`].
static INDEX: [u8; 1 << LIDS] = {
    let mut index = [0; 1 << LIDS];
    let mut at = 0;
    while at < MOVES.len() {
        index[MOVES[at] as usize] = at as u8;
        at += 1;
    }
    index
};

impl Encode for ShutTheBox {
    const ACTIONS: usize = MOVES.len();

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        INDEX[usize::from(mv.0)].into()
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Move> {
        MOVES.get(index).copied().map(Move)
    }

    fn planes(&self) -> Vec<Plane> {
        let players = usize::from(self.players);
        vec![
            Plane::marks("open lids", [LIDS], "1 for each open lid, lid 1 first."),
            Plane::marks("dice", [2, 6], "The larger and the smaller die, each as one of six."),
            Plane::marks("total", [TOTALS], "The total of the dice, from 2 to 12."),
            Plane::numbers(
                "scores",
                [players],
                (0.0, 2.0),
                "Points divided by 45, from the player to act on.",
            ),
            Plane::marks(
                "out",
                [players],
                "1 for who was out before this round began, from the player to act on.",
            ),
            Plane::marks("seat", [players], "Which seat is to act, or acted last."),
            Plane::marks("over", [1], "1 once the game is over."),
        ]
    }

    #[inline]
    fn observe(&self, state: &State, out: &mut [f32]) {
        let players = usize::from(self.players);
        let seats = || {
            let mover = state.mover.index();
            (0..players).map(move |turns| Seat(((mover + turns) % players) as u8))
        };
        let mut planes = PlaneWriter::new(out);
        planes.marks(LIDS, lids(state.lids).map(|lid| usize::from(lid) - 1));
        let faces = |dice: Dice| [dice.larger() - 1, 5 + dice.smaller()].map(usize::from);
        planes.marks(12, state.dice.into_iter().flat_map(faces));
        planes.marks(TOTALS, state.dice.map(|dice| usize::from(dice.total()) - 2));
        for seat in seats() {
            planes.number(f32::from(state.score(seat)) / f32::from(OUT_AT));
        }
        for seat in seats() {
            planes.number(state.was_out(seat).into());
        }
        planes.marks(players, [state.mover.index()]);
        planes.number(state.over.into());
    }
}
