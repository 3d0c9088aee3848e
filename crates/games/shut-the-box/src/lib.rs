//! Shut the Box, the "Take 9" dice game: throw two dice, shut lids that make their total, score
//! what stays open. The rulings B1 to B6 are in `docs/rules/shut-the-box.md`.

mod encode;
mod facts;
mod guide;
mod heuristics;
mod look;
mod notation;
mod scene;
mod setup;
mod solve;
mod tables;
#[cfg(test)]
mod tests;

use std::num::NonZeroU8;
use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};
use parlour_core::{
    Configure, Game, MAX_SEATS, OptionError, OptionKind, OptionSpec, OptionValues, Seat, Shares,
    Turn,
};
use parlour_session::Entry;

use tables::{ALL, FALLS, count, nth_set, open_ways, points};

/// A player with this number of points is out.
const OUT_AT: u8 = 45;

/// What the registry lists.
pub static ENTRY: Entry = Entry::of::<ShutTheBox>();

/// Whose scores count when the last round leaves nobody in (B5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Final {
    /// Everybody's, those who went out earlier included.
    #[default]
    All,
    /// Only the scores of those who were in when that round began.
    Round,
}

/// The rules of Shut the Box for this number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShutTheBox {
    players: u8,
    last: Final,
}

/// What two dice show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice(
    /// The larger die in the upper four bits, the smaller in the lower.
    NonZeroU8,
);

impl Dice {
    /// The dice as they are written, the larger first; `None` when they are no such dice.
    fn new(larger: u8, smaller: u8) -> Option<Dice> {
        let fit = (1..=6).contains(&larger) && (1..=larger).contains(&smaller);
        NonZeroU8::new(larger << 4 | smaller).filter(|_| fit).map(Dice)
    }

    /// The larger die.
    pub fn larger(self) -> u8 {
        self.0.get() >> 4
    }

    /// The smaller die.
    pub fn smaller(self) -> u8 {
        self.0.get() & 15
    }

    /// Both together.
    #[inline]
    pub fn total(self) -> u8 {
        self.larger() + self.smaller()
    }
}

/// The lids that a player shuts, one or two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(
    /// Lid `n` is bit `n - 1`.
    u16,
);

impl Move {
    /// The lids in ascending order.
    pub fn lids(self) -> impl Iterator<Item = u8> {
        lids(self.0)
    }
}

/// The lids of a set in ascending order.
fn lids(set: u16) -> impl Iterator<Item = u8> {
    (1..=9).filter(move |lid| set >> (lid - 1) & 1 == 1)
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The open lids; lid `n` is bit `n - 1`. Once the game is over, as its last turn left them.
    lids: u16,
    /// Who was out before this round began, a bit for each seat.
    out: u16,
    /// Every player's points; 0 where nobody sits. Nobody can have more than 87: see `MOST`.
    scores: [u8; MAX_SEATS],
    /// Who is to throw or shut; once the game is over, who acted last.
    mover: Seat,
    /// The dice that wait to be used.
    dice: Option<Dice>,
    /// Whether a complete round has ended the game (B4).
    over: bool,
}

const _: () = assert!(size_of::<State>() <= 20);
const _: () = assert!(size_of::<Move>() <= 2);

impl State {
    /// The points of a player.
    pub fn score(&self, seat: Seat) -> u8 {
        self.scores[seat.index()]
    }

    /// Whether a player was out before this round began.
    pub fn was_out(&self, seat: Seat) -> bool {
        self.out >> seat.0 & 1 == 1
    }

    /// Everybody at 45 or more, a bit for each seat.
    #[inline]
    fn at_limit(&self) -> u16 {
        let at = |(seat, &score): (usize, &u8)| u16::from(score >= OUT_AT) << seat;
        self.scores.iter().enumerate().map(at).fold(0, |all, one| all | one)
    }
}

impl ShutTheBox {
    /// A bit for every seat at the table.
    #[inline]
    fn everybody(&self) -> u16 {
        (1 << self.players) - 1
    }

    /// Who has yet to take a turn in this round, a bit for each seat. B3: a round is every player
    /// who was in at its start taking one turn, in seat order.
    #[inline]
    fn later(&self, state: &State) -> u16 {
        self.everybody() & !state.out & (u16::MAX << (state.mover.0 & 15) << 1)
    }

    /// Scores what is open and hands the dice on.
    #[inline]
    fn end_turn(&self, state: &mut State) {
        state.scores[state.mover.index() % MAX_SEATS] += points(state.lids);
        state.dice = None;
        let later = self.later(state);
        if later != 0 {
            state.lids = ALL;
            state.mover = Seat(later.trailing_zeros() as u8);
        } else {
            self.end_round(state);
        }
    }

    /// B4: only a complete round can end the game.
    #[inline]
    fn end_round(&self, state: &mut State) {
        let out = state.at_limit();
        let left = self.everybody() & !out;
        if left & left.wrapping_sub(1) == 0 {
            state.over = true;
        } else {
            state.lids = ALL;
            state.out = out;
            state.mover = Seat(left.trailing_zeros() as u8);
        }
    }

    /// B4, B5: who wins or shares the win after the last round, a bit for each seat.
    fn winners(&self, state: &State) -> u16 {
        let left = self.everybody() & !state.at_limit();
        if left != 0 {
            return left;
        }
        let counted = match self.last {
            Final::All => self.everybody(),
            Final::Round => self.everybody() & !state.out,
        };
        let counts = |seat: &u8| counted >> seat & 1 == 1;
        let score = |seat: u8| state.scores[usize::from(seat)];
        let seats = || (0..self.players).filter(counts);
        let lowest = seats().map(score).min();
        seats().filter(|&s| Some(score(s)) == lowest).fold(0, |all, seat| all | 1 << seat)
    }
}

impl Game for ShutTheBox {
    type State = State;
    type Move = Move;
    type Chance = Dice;
    type Key = ();

    parlour_core::open_game!();

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> State {
        State { lids: ALL, out: 0, scores: [0; MAX_SEATS], mover: Seat(0), dice: None, over: false }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.dice.is_some() {
            Turn::Player(state.mover)
        } else if state.over {
            Turn::Over
        } else {
            Turn::Chance
        }
    }

    #[inline]
    fn moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(dice) = state.dice else { return ControlFlow::Continue(()) };
        let ways = open_ways(state.lids, dice.total());
        for n in 0..usize::from(count(ways)) {
            visit(Move(nth_set(dice.total(), ways, n)))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn chances<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Dice, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.turn(state) != Turn::Chance {
            return ControlFlow::Continue(());
        }
        for larger in 1..=6 {
            for dice in (1..=larger).filter_map(|smaller| Dice::new(larger, smaller)) {
                visit(dice, if dice.larger() == dice.smaller() { 1 } else { 2 })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        state.lids &= !mv.0;
        state.dice = None;
        // B2: all nine shut ends the turn at once, with nothing to score.
        if state.lids == 0 {
            self.end_turn(state);
        }
    }

    #[inline]
    fn resolve(&self, state: &mut State, chance: Dice) {
        // B1: what can be used must be used; what cannot ends the turn by itself.
        if open_ways(state.lids, chance.total()) != 0 {
            state.dice = Some(chance);
        } else {
            self.end_turn(state);
        }
    }

    fn shares(&self, state: &State) -> Option<Shares> {
        let winners = state.over.then(|| self.winners(state))?;
        Some(Shares::split(self.players, |seat| winners >> seat.0 & 1 == 1))
    }

    #[inline]
    fn count_moves(&self, state: &State) -> u64 {
        state.dice.map_or(0, |dice| u64::from(count(open_ways(state.lids, dice.total()))))
    }

    #[inline]
    fn sample_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Move {
        let total = state.dice.map_or(0, Dice::total);
        let ways = open_ways(state.lids, total);
        let n = below(rng, u32::from(count(ways)).max(1));
        Move(nth_set(total, ways, n as usize))
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, _state: &State, rng: &mut R) -> Dice {
        let fall = FALLS[below(rng, FALLS.len() as u32) as usize];
        Dice(NonZeroU8::new(fall).unwrap_or(NonZeroU8::MIN))
    }
}

impl Configure for ShutTheBox {
    const ID: &'static str = "shut-the-box";
    const NAME: &'static str = "Shut the Box";
    const SUMMARY: &'static str =
        "Throw two dice, shut lids that make their total, and be the last player below 45 points.";
    const DRAW_OFFERS: bool = false;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::players(2, 12),
        OptionSpec {
            name: "final",
            label: "If the last round leaves nobody in",
            kind: OptionKind::Choice(&["all", "round"]),
            default: "all",
            help: "Whose scores count when the last round leaves nobody in: everybody's, or only \
                   those of the players who were in when it began.",
            value_labels: &[
                ("all", "everybody's scores count"),
                ("round", "only scores of that round's players count"),
            ],
        },
    ];
    const RULES: &'static str = include_str!("../../../../docs/rules/shut-the-box.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn configure(values: &OptionValues) -> Result<Self, OptionError> {
        values.check(Self::OPTIONS)?;
        let last = match values.text(Self::OPTIONS, "final") {
            "round" => Final::Round,
            _ => Final::All,
        };
        Ok(ShutTheBox { players: values.number(Self::OPTIONS, "players") as u8, last })
    }

    fn options(&self) -> OptionValues {
        let last = match self.last {
            Final::All => "all",
            Final::Round => "round",
        };
        [("players", self.players.to_string()), ("final", last.to_owned())].into_iter().collect()
    }
}
