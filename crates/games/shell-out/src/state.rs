//! A position, in two parts: what lies open on the table, and what each player keeps secret.

use std::num::NonZeroU8;

use parlour_core::Seat;
use parlour_core::secrets::{FullState, Observation};

use super::board::FIELDS;
use parlour_core::hex::Cell;

/// The most players.
pub(crate) const PLAYERS: usize = FIELDS;

/// No score gets further from 0 than this, far beyond any game that begins at 0.
pub(crate) const MOST_SCORE: i16 = 20_000;

/// A counter, by its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Counter(NonZeroU8);

impl Counter {
    /// The six counters.
    pub const ALL: [Counter; 6] = {
        let values = [5, 10, 15, 20, 25, 50];
        let mut all = [Counter(NonZeroU8::MIN); 6];
        let mut i = 0;
        while i < 6 {
            all[i] = match NonZeroU8::new(values[i]) {
                Some(value) => Counter(value),
                None => unreachable!(),
            };
            i += 1;
        }
        all
    };

    /// What it is worth.
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// The counter whose value is written so.
    pub(crate) fn read(text: &str) -> Option<Counter> {
        Counter::ALL.into_iter().find(|c| c.value().to_string() == text)
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Puts the counter under the shell on this spot.
    Hide(Cell),
    /// Goes from one spot to a free one, by a step or a slide.
    Go {
        /// Where the shell stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// Looks under an opponent's shell.
    Guess {
        /// Where the guessing shell stands.
        from: Cell,
        /// Where the other one stands.
        to: Cell,
    },
    /// Cannot move.
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 8);

/// The parts of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Counters are drawn.
    Deal,
    /// Counters are hidden.
    Hide,
    /// Shells move.
    Play,
    /// The game has ended.
    Over,
}

impl Phase {
    /// Each with its word in a position text.
    pub(crate) const WORDS: [(Phase, &'static str); 4] = [
        (Phase::Deal, "deal"),
        (Phase::Hide, "hide"),
        (Phase::Play, "play"),
        (Phase::Over, "over"),
    ];
}

/// What everybody at the table sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    /// Where each player's shells stand.
    pub shells: [u128; PLAYERS],
    /// Shells that a wrong guess has shown to be empty.
    pub(crate) known_empty: u128,
    pub(crate) scores: [i16; PLAYERS],
    /// Each player's counter once somebody has captured it.
    pub(crate) captured: [Option<Counter>; PLAYERS],
    /// Actions in a row in which no shell left the board (H10).
    pub(crate) idle: u16,
    /// The hand, from 1.
    pub(crate) hand: u8,
    /// The phase of the hand.
    pub phase: Phase,
    /// Who acts; after the end, who acted last.
    pub to_act: Seat,
}

impl Open {
    /// Every shell on the board.
    #[inline]
    pub fn occupied(&self) -> u128 {
        self.shells.iter().fold(0, |all, shells| all | shells)
    }

    /// Adds to a player's score, within what a position can carry.
    pub(crate) fn score(&mut self, seat: usize, points: i16) {
        self.scores[seat] = (self.scores[seat] + points).clamp(-MOST_SCORE, MOST_SCORE);
    }

    /// Whose shell stands there.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        let owner = self.shells.iter().position(|shells| shells & cell.bit() != 0)?;
        Some(Seat(owner as u8))
    }

    /// Whether the player has drawn a counter in this hand.
    pub(crate) fn has_drawn(&self, seat: Seat) -> bool {
        self.phase != Phase::Deal || seat < self.to_act
    }

    /// Whether the player has drawn a counter and not lost it.
    pub(crate) fn holds_counter(&self, seat: Seat) -> bool {
        self.has_drawn(seat) && self.captured[seat.index()].is_none()
    }

    /// Whether one of the player's shells has the counter under it.
    pub fn is_loaded(&self, seat: Seat) -> bool {
        let hidden = match self.phase {
            Phase::Deal => false,
            Phase::Hide => seat < self.to_act,
            Phase::Play | Phase::Over => true,
        };
        hidden && self.holds_counter(seat)
    }
}

/// What one player alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Secret {
    /// The counter, while the player has one.
    pub(crate) counter: Option<Counter>,
    /// The shell that it lies under.
    pub loaded: Option<Cell>,
}

impl Secret {
    /// No counter.
    pub(crate) const NONE: Secret = Secret { counter: None, loaded: None };
}

/// A position with all its secrets.
pub type State = FullState<Open, Secret, PLAYERS>;

const _: () = assert!(size_of::<State>() <= 176);

/// What one viewer knows.
pub type View = Observation<Open, Secret>;
