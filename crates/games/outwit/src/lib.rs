//! Outwit: slide all nine of your chips into your own corner before the other does.
//!
//! The third coming of a position (O6) is not part of a state: [`parlour_core::GameHistory`] remembers.

mod board;
mod encode;
mod facts;
pub mod features;
mod guide;
mod heuristics;
mod look;
mod moves;
mod notation;
mod scene;
mod setup;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use parlour_core::rng::Rng;
use parlour_core::{Configure, Game, Seat, Shares, Turn};
use parlour_session::Entry;

use board::Squares;
pub use board::{FILES, RANKS, Side, Square};
pub use heuristics::{PARAMS, draw_scale, evaluate, net};

/// O7: this number of actions in a row without a chip entering its own corner, and the game is drawn.
pub const QUIET_LIMIT: u8 = 100;

/// What the registry lists.
pub static ENTRY: Entry = Entry::of::<Outwit>();

/// The rules of Outwit; there is nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outwit;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Ending {
    /// The side that acted last has all nine chips in its corner.
    LinedUp,
    /// O6: the position has come for the third time.
    Repeated,
    /// O7: too long without a chip entering its corner.
    Quiet,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where each side's chips stand, the power chip included.
    chips: [Squares; 2],
    /// Where each side's power chip stands.
    power: [Square; 2],
    /// Who moves, or who acted last once the game is over.
    side: Side,
    /// O7: actions since a chip last entered its own corner.
    quiet: u8,
    /// How the game ended, if it has.
    ending: Option<Ending>,
}

const _: () = assert!(size_of::<State>() <= 48);

impl State {
    fn occupied(&self) -> Squares {
        self.chips[0] | self.chips[1]
    }

    /// The chips of the side to move but its power chip.
    fn regular(&self) -> Squares {
        let side = self.side as usize;
        self.chips[side] ^ self.power[side].bit()
    }

    /// How many of a side's chips are in its own corner.
    fn home(&self, side: Side) -> u32 {
        (self.chips[side as usize] & side.corner()).count_ones()
    }

    /// Whose chip stands here.
    fn owner(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| square.is_in(self.chips[side as usize]))
    }

    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
    }
}

/// A player's action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A chip slides.
    Slide {
        /// Where it stands.
        from: Square,
        /// Where it comes to rest.
        to: Square,
    },
    /// O5: what a player does who can't move a chip, and only then.
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 8);

/// What O6 compares: the board and the player to move, but not the count for O7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key([Squares; 2]);

impl Game for Outwit {
    type State = State;
    type Move = Move;
    type Key = Key;

    parlour_core::open_game!();
    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        // Both rows run down from the left edge, dark's one step above light's.
        let row = |top: u8| (1..=FILES).filter_map(move |file| Square::new(file, top - file));
        let chips = [RANKS, RANKS + 1].map(|top| row(top).fold(0, |all, s| all | s.bit()));
        let middle = |rank| Square::new(5, rank).expect("on the board");
        let power = [middle(5), middle(6)];
        State { chips, power, side: Side::Light, quiet: 0, ending: None }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.ending {
            None => Turn::Player(state.side.seat()),
            Some(_) => Turn::Over,
        }
    }

    #[inline]
    fn moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if state.ending.is_some() {
            return ControlFlow::Continue(());
        }
        let mut stuck = true;
        moves::slides(state, |mv| {
            stuck = false;
            visit(mv)
        })?;
        if stuck { visit(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    // O5 asks after every action whether neither side can move. That never comes: the squares
    // outside the corners hang together and outnumber the chips, so as long as a chip is outside
    // its corner, some chip there has an empty square beside it and can slide.
    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let side = state.side;
        state.quiet += 1;
        if let Move::Slide { from, to } = mv {
            let (chips, corner) = (&mut state.chips[side as usize], side.corner());
            let slide = from.bit() | to.bit();
            *chips ^= slide;
            if state.power[side as usize] == from {
                state.power[side as usize] = to;
            }
            // A slide never leaves the corner, so just one end inside means that a chip entered.
            if slide & corner != 0 && slide & !corner != 0 {
                state.quiet = 0;
                // O8: looked at before everything else.
                if *chips & !corner == 0 {
                    return state.end(Ending::LinedUp);
                }
            }
        }
        if state.quiet >= QUIET_LIMIT {
            return state.end(Ending::Quiet);
        }
        state.side = side.other();
    }

    fn shares(&self, state: &State) -> Option<Shares> {
        Some(match state.ending? {
            Ending::LinedUp => Shares::sole(2, state.side.seat()),
            Ending::Repeated | Ending::Quiet => Shares::draw(2),
        })
    }

    #[inline]
    fn key(&self, state: &State) -> Option<Key> {
        // The bits from 110 up belong to no square: room for what else makes the position.
        let power = state.power.map(|square| u128::from(square.number()) << 110);
        let side = (state.side as u128) << 117;
        Some(Key([state.chips[0] | power[0] | side, state.chips[1] | power[1]]))
    }

    #[inline]
    fn irreversible(&self, state: &State) -> bool {
        // A chip that has entered its corner stays there (rule 6a).
        state.quiet == 0
    }

    fn end_by_recurrence(&self, state: &mut State) {
        // A finished position names the player who acted last.
        state.side = state.side.other();
        state.end(Ending::Repeated);
    }

    #[inline]
    fn count_moves(&self, state: &State) -> u64 {
        match state.ending {
            None => moves::count(state).max(1),
            Some(_) => 0,
        }
    }

    #[inline]
    fn sample_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Move {
        moves::sample(state, rng).unwrap_or(Move::Pass)
    }
}

impl Configure for Outwit {
    const ID: &'static str = "outwit";
    const NAME: &'static str = "Outwit";
    const SUMMARY: &'static str =
        "A race of sliding chips: bring all nine of yours into your corner first.";
    const DRAW_OFFERS: bool = true;
    const RULES: &'static str = include_str!("../../../../docs/rules/outwit.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    parlour_core::no_options!();
}

/// Whose seat this is.
fn side_of(seat: Seat) -> Side {
    Side::ALL[seat.index() % 2]
}
