//! Senet by R. C. Bell's rules: two armies race backwards over thirty squares and line up on
//! alternate squares. The rulings S1 to S8 are in `docs/rules/senet.md`.

mod board;
mod encode;
mod facts;
mod guide;
mod heuristics;
mod look;
mod notation;
mod scene;
mod setup;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};
use parlour_core::{Configure, Game, Seat, Shares, Turn};
use parlour_session::Entry;

use board::{EVEN, ODD, PIECES, bit, nth_square, targets};
pub use heuristics::{SHAPE, estimate, evaluated_seat, features, net};

/// What the registry lists.
pub static ENTRY: Entry = Entry::of::<Senet>();

/// The rules of Senet. There is nothing to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Senet;

/// Black, who throws first.
pub const BLACK: Seat = Seat(0);
/// White.
pub const WHITE: Seat = Seat(1);

/// What the four sticks show: the number of light sides, and five for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Throw {
    /// One light side.
    One = 1,
    /// Two light sides.
    Two,
    /// Three light sides.
    Three,
    /// Four light sides.
    Four,
    /// No light side.
    Five,
}

impl Throw {
    /// Every throw, the lowest first.
    pub const ALL: [Throw; 5] = [Throw::One, Throw::Two, Throw::Three, Throw::Four, Throw::Five];

    /// How the sixteen equally likely ways to fall score: bit for bit, a set bit is a light side.
    const OF_STICKS: [Throw; 16] = {
        let mut throws = [Throw::Five; 16];
        let mut sticks = 1usize;
        while sticks < 16 {
            throws[sticks] = Throw::ALL[sticks.count_ones() as usize - 1];
            sticks += 1;
        }
        throws
    };

    /// How far a piece moves.
    pub const fn steps(self) -> u8 {
        self as u8
    }

    /// In how many of the sixteen ways the sticks can show this.
    pub fn weight(self) -> u32 {
        Throw::OF_STICKS.iter().filter(|&&throw| throw == self).count() as u32
    }

    /// The marked square on which this throw enters a piece: 30 for one down to 26 for five.
    pub const fn entry(self) -> u8 {
        PLINTH - self.steps()
    }
}

/// The plinth lies one step behind square 30, so that entering is moving from there.
const PLINTH: u8 = 31;

/// A player's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Square 1 to 30, [`PLINTH`] when a piece enters, 0 in a pass.
    from: u8,
    /// Square 1 to 30, 0 in a pass.
    to: u8,
}

impl Move {
    /// The throw cannot be used.
    const PASS: Move = Move { from: 0, to: 0 };
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The mover's pieces on the board; square `s` is bit `s - 1`.
    own: u32,
    /// The other player's.
    other: u32,
    /// How many of the mover's pieces wait on the plinth.
    waiting: u8,
    /// How many of the other's do.
    other_waiting: u8,
    /// Who is to throw or move; once the game is over, who acted last.
    mover: Seat,
    /// The throw that waits to be used.
    throw: Option<Throw>,
    /// Whether somebody has all ten in position.
    over: bool,
}

const _: () = assert!(size_of::<State>() <= 16);
const _: () = assert!(size_of::<Move>() <= 2);

impl State {
    /// The position with Black's and White's pieces; it knows by itself whether it is over.
    fn new([black, white]: [u32; 2], mover: Seat, throw: Option<Throw>) -> State {
        let (own, other) = if mover == BLACK { (black, white) } else { (white, black) };
        let waiting = |pieces: u32| PIECES - pieces.count_ones() as u8;
        let mut state = State {
            own,
            other,
            waiting: waiting(own),
            other_waiting: waiting(other),
            mover,
            throw,
            over: false,
        };
        state.over = state.winner().is_some();
        state
    }

    /// The pieces of `seat` on the board.
    fn pieces(&self, seat: Seat) -> u32 {
        if seat == self.mover { self.own } else { self.other }
    }

    /// How many pieces of `seat` wait on the plinth.
    fn plinth(&self, seat: Seat) -> u8 {
        if seat == self.mover { self.waiting } else { self.other_waiting }
    }

    /// Who has the odd squares: the player on square 1, as that piece never leaves it.
    pub fn odd(&self) -> Option<Seat> {
        [BLACK, WHITE].into_iter().find(|&seat| self.pieces(seat) & bit(1) != 0)
    }

    /// The squares that `seat` has to fill; `None` until square 1 is taken.
    fn sequence(&self, seat: Seat) -> Option<u32> {
        self.odd().map(|odd| if odd == seat { ODD } else { EVEN })
    }

    /// S7: the pieces of `seat` that have reached their final squares.
    fn settled(&self, seat: Seat) -> u32 {
        self.sequence(seat).map_or(0, |sequence| board::settled(self.pieces(seat), sequence))
    }

    /// S8: who has all ten in position.
    fn winner(&self) -> Option<Seat> {
        let in_position = |&seat: &Seat| self.sequence(seat) == Some(self.pieces(seat));
        [BLACK, WHITE].into_iter().find(in_position)
    }

    /// The squares where the mover may land with the waiting throw; none without a throw.
    #[inline]
    fn landings(&self) -> u32 {
        self.throw.map_or(0, |throw| targets(self.own, self.waiting > 0, self.other, throw.steps()))
    }

    /// The move that lands on `to` with the waiting throw.
    #[inline]
    fn landing_on(&self, to: u8) -> Move {
        Move { from: to + self.throw.map_or(0, Throw::steps), to }
    }
}

impl Game for Senet {
    type State = State;
    type Move = Move;
    type Chance = Throw;
    type Key = ();

    parlour_core::open_game!();

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        State::new([0, 0], BLACK, None)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.over {
            Turn::Over
        } else if state.throw.is_none() {
            Turn::Chance
        } else {
            Turn::Player(state.mover)
        }
    }

    #[inline]
    fn moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if state.throw.is_none() {
            return ControlFlow::Continue(());
        }
        let mut landings = state.landings();
        // S2: only a throw that cannot be used is passed.
        if landings == 0 {
            return visit(Move::PASS);
        }
        while landings != 0 {
            visit(state.landing_on(landings.trailing_zeros() as u8 + 1))?;
            landings &= landings - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn chances<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Throw, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn(state) != Turn::Chance {
            return ControlFlow::Continue(());
        }
        Throw::ALL.into_iter().try_for_each(|throw| visit(throw, throw.weight()))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        // The plinth has no square among the pieces, and a pass no squares at all.
        let own = state.own & !bit(mv.from) | bit(mv.to);
        // A bumped piece returns to its plinth.
        let other = state.other & !bit(mv.to);
        let other_waiting = state.other_waiting + u8::from(other != state.other);
        let waiting = state.waiting - u8::from(mv.from == PLINTH);
        state.throw = None;
        // S8: the claim of square 1 can complete the other's sequence as well.
        let even_done =
            (own == EVEN && other & bit(1) != 0) || (other == EVEN && own & bit(1) != 0);
        state.over = own == ODD || even_done;
        if state.over {
            // A finished position names who acted last.
            (state.own, state.other) = (own, other);
            (state.waiting, state.other_waiting) = (waiting, other_waiting);
        } else {
            // S1: one throw a turn.
            (state.own, state.other) = (other, own);
            (state.waiting, state.other_waiting) = (other_waiting, waiting);
            state.mover = state.mover.opponent();
        }
    }

    #[inline]
    fn resolve(&self, state: &mut State, chance: Throw) {
        state.throw = Some(chance);
    }

    fn shares(&self, state: &State) -> Option<Shares> {
        state.winner().map(|seat| Shares::sole(2, seat))
    }

    #[inline]
    fn count_moves(&self, state: &State) -> u64 {
        match state.throw {
            None => 0,
            Some(_) => u64::from(state.landings().count_ones().max(1)),
        }
    }

    #[inline]
    fn sample_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Move {
        let landings = state.landings();
        let n = below(rng, landings.count_ones().max(1));
        let mv = state.landing_on(nth_square(landings, n));
        if landings == 0 { Move::PASS } else { mv }
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, _state: &State, rng: &mut R) -> Throw {
        Throw::OF_STICKS[(rng.next_u32() >> 28) as usize]
    }
}

impl Configure for Senet {
    const ID: &'static str = "senet";
    const NAME: &'static str = "Senet";
    const SUMMARY: &'static str = "Race ten pieces backwards along the board of the pharaohs and line them up on every other square.";
    const DRAW_OFFERS: bool = false;
    const RULES: &'static str = include_str!("../../../../docs/rules/senet.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    parlour_core::no_options!();
}
