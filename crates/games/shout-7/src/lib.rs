//! Shout 7: push two of your opponents' pieces aside, fill the gap, and be the first with seven in
//! a row.
//!
//! The rulings P1 to P8 that the comments name are in the rule page.

mod board;
mod encode;
mod facts;
mod features;
mod guide;
mod heuristics;
mod look;
mod notation;
mod play;
mod position;
mod pushes;
mod scene;
mod setup;
mod table_features;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};
use parlour_core::{
    Configure, Game, OptionError, OptionKind, OptionSpec, OptionValues, Seat, Shares, Turn,
};
use parlour_session::Entry;

pub use board::{AXES, Bits, Cells, PITS, Place, Places};
pub use heuristics::{estimate, evaluate, seat_features, weights};
pub use pushes::Push;
use pushes::Pushes;

/// What the registry lists.
pub static ENTRY: Entry = Entry::of::<Shout7>();

/// What the pieces in the pits are good for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PitRule {
    /// They count for no row.
    #[default]
    Ignore,
    /// They count for rows like pieces on the board.
    Count,
}

/// The rules of Shout 7 with their options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shout7 {
    players: u8,
    pits: PitRule,
}

/// What the player to act has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Lay the first piece of the set-up.
    Lay1,
    /// Lay the second piece of the set-up.
    Lay2,
    /// Push two pieces, or pass.
    Push,
    /// Take a Black piece off the board (P5).
    Remove,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Each colour's pieces, those in pits included.
    pieces: [Places; 4],
    /// The pieces that each colour has left to lay: what is not in `pieces`, kept for speed.
    pots: [u8; 4],
    /// The player to act; once the game is over, the one who acted last.
    seat: Seat,
    phase: Phase,
    /// Two players: whether White's removal has been made or skipped (P5).
    evened: bool,
    /// Follows from the rest: kept, so that asking is cheap.
    over: bool,
}

const _: () = assert!(size_of::<State>() <= 136);

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Lay a set-up piece on a cell.
    Lay(Place),
    /// Push two pieces and fill the cells that they leave.
    Push(Push),
    /// Take a Black piece off the board.
    Remove(Place),
    /// Miss the turn.
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 4);

/// Black, who lays and pushes first.
const BLACK: Seat = Seat(0);
/// White, who may take a Black piece away in a game for two.
const WHITE: Seat = Seat(1);

impl Shout7 {
    /// How many pieces each player has.
    const fn pot(self) -> u8 {
        match self.players {
            2 => 63,
            3 => 42,
            _ => 31,
        }
    }

    /// Everybody at the table, in turn order.
    fn all_seats(self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players)
    }

    /// Whether a player has seven or more pieces in a row.
    #[inline(always)]
    pub fn has_row(&self, state: &State, seat: Seat) -> bool {
        // P8: pieces in pits count for no row, unless the option lets them.
        match self.pits {
            PitRule::Ignore => state.pieces[seat.index()].cells().has_seven(),
            PitRule::Count => state.pieces[seat.index()].has_seven(),
        }
    }

    /// The pieces that a player may push at.
    #[inline(always)]
    fn targets(&self, state: &State, seat: Seat) -> Cells {
        if self.players == 2 {
            return state.pieces[1 - seat.index()].cells();
        }
        (state.occupied() & !state.pieces[seat.index()]).cells()
    }

    /// Whether a player can push. P6: each push lays two pieces.
    #[inline(always)]
    fn can_push(&self, state: &State, seat: Seat) -> bool {
        state.pots[seat.index()] >= 2 && Pushes::any(self.targets(state, seat), state.free())
    }

    /// Finds the pushes of the player to act. P6: none without two pieces to lay.
    #[inline(always)]
    fn find_pushes(&self, state: &State, found: &mut Pushes) {
        if state.pots[state.seat.index()] >= 2 {
            found.fill(self.targets(state, state.seat), state.free());
        }
    }

    /// The cells that the player to act can choose from: to lay on, or to take from.
    fn cells_to_choose(&self, state: &State) -> Cells {
        match state.phase {
            Phase::Lay1 => play::first_cells(state),
            Phase::Lay2 => play::second_cells(state),
            Phase::Remove => state.pieces[BLACK.index()].cells(),
            Phase::Push => Cells::EMPTY,
        }
    }
}

impl State {
    #[inline(always)]
    fn occupied(&self) -> Places {
        let [black, white, red, green] = self.pieces;
        black | white | red | green
    }

    #[inline(always)]
    fn free(&self) -> Places {
        Places::ALL & !self.occupied()
    }

    /// Who has a piece there.
    fn owner(&self, place: Place) -> Option<Seat> {
        (0..4).map(Seat).find(|seat| self.pieces[seat.index()].has(place))
    }

    /// The move of a single cell that this phase asks for.
    fn choice(&self, place: Place) -> Move {
        if self.phase == Phase::Remove { Move::Remove(place) } else { Move::Lay(place) }
    }
}

impl Game for Shout7 {
    type State = State;
    type Move = Move;
    type Key = ();

    parlour_core::open_game!();
    parlour_core::no_chance!();

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> State {
        let mut pots = [0; 4];
        pots[..usize::from(self.players)].fill(self.pot());
        State {
            pieces: [Places::EMPTY; 4],
            pots,
            seat: BLACK,
            phase: Phase::Lay1,
            evened: false,
            over: false,
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.over { Turn::Over } else { Turn::Player(state.seat) }
    }

    fn moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if state.over {
            return ControlFlow::Continue(());
        }
        if state.phase != Phase::Push {
            let mut cells = self.cells_to_choose(state).iter();
            return cells.try_for_each(|place| visit(state.choice(place)));
        }
        let (mut pushes, mut stuck) = (Pushes::NONE, true);
        self.find_pushes(state, &mut pushes);
        pushes.visit(|push| {
            stuck = false;
            visit(Move::Push(push))
        })?;
        if stuck { visit(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Push(push) => self.push(state, push),
            Move::Pass => self.end_turn(state),
            Move::Lay(place) => self.lay(state, place),
            Move::Remove(place) => self.remove(state, place),
        }
    }

    fn shares(&self, state: &State) -> Option<Shares> {
        state.over.then(|| self.split(state))
    }

    #[inline]
    fn count_moves(&self, state: &State) -> u64 {
        if state.over {
            return 0;
        }
        if state.phase != Phase::Push {
            return self.cells_to_choose(state).count().into();
        }
        let mut pushes = Pushes::NONE;
        self.find_pushes(state, &mut pushes);
        // P6: who can't push has one choice, to pass.
        pushes.count().max(1)
    }

    #[inline]
    fn sample_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Move {
        if state.phase == Phase::Push {
            let mut pushes = Pushes::NONE;
            self.find_pushes(state, &mut pushes);
            return pushes.sample(rng).map_or(Move::Pass, Move::Push);
        }
        let cells = self.cells_to_choose(state);
        state.choice(cells.nth(below(rng, cells.count())))
    }
}

impl Configure for Shout7 {
    const ID: &'static str = "shout-7";
    const NAME: &'static str = "Shout 7";
    const SUMMARY: &'static str = "Push two of your opponents' pieces aside, fill the gap, and be the first with seven in a row.";
    const DRAW_OFFERS: bool = true;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "players",
            label: "Players",
            kind: OptionKind::Number { min: 2, max: 4 },
            default: "2",
            help: "How many play: Black, White, Red, Green.",
            value_labels: &[],
        },
        OptionSpec {
            name: "pits",
            label: "Pieces in the pits",
            kind: OptionKind::Choice(&["ignore", "count"]),
            default: "ignore",
            help: "Whether pieces in the pits count for a row of seven.",
            value_labels: &[
                ("ignore", "do not count for a row"),
                ("count", "count for a row of seven"),
            ],
        },
    ];
    const RULES: &'static str = include_str!("../../../../docs/rules/shout-7.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn configure(values: &OptionValues) -> Result<Self, OptionError> {
        values.check(Self::OPTIONS)?;
        let pits = match values.text(Self::OPTIONS, "pits") {
            "count" => PitRule::Count,
            _ => PitRule::Ignore,
        };
        Ok(Shout7 { players: values.number(Self::OPTIONS, "players") as u8, pits })
    }

    fn options(&self) -> OptionValues {
        let pits = match self.pits {
            PitRule::Ignore => "ignore",
            PitRule::Count => "count",
        };
        OptionValues::from_iter([("players", self.players.to_string()), ("pits", pits.to_owned())])
    }
}
