//! New Game: everybody throws two dice under a cup; in turn one says a higher total of all dice, or
//! doubts the last. The rulings are in `docs/rules/new-game.md`.

mod encode;
mod guide;
mod heuristics;
mod notation;
mod scene;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use parlour_core::dice::Dice;
use parlour_core::rng::Rng;
use parlour_core::secrets::{FullState, Observation, hide};
use parlour_core::{Action, ActionOf, Configure, Game, Seat, Seen, SeenOf, Shares, Turn, Viewer};
use parlour_session::Entry;

/// The most players.
const PLAYERS: usize = 4;
/// The number of dice that lie under a cup.
const DICE: u8 = 2;

/// What the registry lists.
pub static ENTRY: Entry = Entry::of::<NewGame>();

/// The rules of New Game for this number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewGame {
    players: u8,
}

/// The parts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Dice are thrown.
    Throw,
    /// Somebody bids or doubts.
    Bid,
    /// The game has ended.
    Over,
}

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    /// The last bid; 0 before the first.
    bid: u8,
    phase: Phase,
    /// Who is to throw or to speak; once the game is over, who lost it.
    mover: Seat,
}

/// A position with everybody's dice.
pub type State = FullState<Open, Dice, PLAYERS>;
/// What one viewer knows.
pub type View = Observation<Open, Dice>;

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Says that all dice make so much, or more.
    Bid(u8),
    /// Says that they do not make the last bid.
    Doubt,
}

const _: () = assert!(size_of::<State>() <= 27);

impl Open {
    /// Whether a player's dice lie under the cup.
    fn thrown(&self, seat: Seat) -> bool {
        self.phase != Phase::Throw || seat < self.mover
    }
}

impl NewGame {
    /// The highest bid that can be true.
    fn most(&self) -> u8 {
        6 * DICE * self.players
    }

    /// Who made the last bid: the player before the mover.
    fn bidder(&self, open: &Open) -> Seat {
        Seat((open.mover.0 + self.players - 1) % self.players)
    }
}

impl Game for NewGame {
    type Move = Move;
    type Chance = Dice;
    type Key = ();

    parlour_core::secret_game!(Open, Dice, PLAYERS);

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> State {
        FullState::new(Open { bid: 0, phase: Phase::Throw, mover: Seat(0) })
    }

    fn turn(&self, state: &State) -> Turn {
        match state.open.phase {
            Phase::Throw => Turn::Chance,
            Phase::Bid => Turn::Player(state.open.mover),
            Phase::Over => Turn::Over,
        }
    }

    fn moves<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Phase::Bid = state.open.phase else { return ControlFlow::Continue(()) };
        if state.open.bid > 0 {
            visit(Move::Doubt)?;
        }
        // N1: a bid is higher than the last, and not higher than can be.
        (state.open.bid + 1..=self.most()).map(Move::Bid).try_for_each(visit)
    }

    fn chances<B>(
        &self,
        state: &State,
        visit: impl FnMut(Dice, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match state.open.phase {
            Phase::Throw => Dice::visit(DICE, visit),
            _ => ControlFlow::Continue(()),
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Bid(bid) => {
                state.open.bid = bid;
                state.open.mover = state.open.mover.next(self.players);
            }
            Move::Doubt => {
                let total: u8 = state.secrets.iter().map(|dice| dice.total()).sum();
                state.open.phase = Phase::Over;
                // N2: who was wrong loses, and the others share the win.
                if total < state.open.bid {
                    state.open.mover = self.bidder(&state.open);
                }
            }
        }
    }

    fn resolve(&self, state: &mut State, dice: Dice) {
        state.secrets[state.open.mover.index()] = dice;
        state.open.mover = state.open.mover.next(self.players);
        if state.open.mover == Seat(0) {
            state.open.phase = Phase::Bid;
        }
    }

    fn shares(&self, state: &State) -> Option<Shares> {
        let over = state.open.phase == Phase::Over;
        over.then(|| Shares::split(self.players, |seat| seat != state.open.mover))
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        let mut state: State = view.bare();
        let hidden = |seat: &Seat| view.viewer != Viewer::Seat(*seat) && view.open.thrown(*seat);
        for seat in Seat::all(self.players).filter(hidden) {
            state.secrets[seat.index()] = Dice::throw(DICE, rng);
        }
        state
    }

    fn seen(&self, before: &State, action: ActionOf<Self>, viewer: Viewer) -> SeenOf<Self> {
        match action {
            Action::Chance(_) => hide(before.open.mover, action, viewer),
            Action::Move(_) => Seen::Open(action),
        }
    }

    fn reveals(&self, _: &State, mv: Move) -> bool {
        mv == Move::Doubt
    }
}

impl Configure for NewGame {
    const ID: &'static str = "new-game";
    const NAME: &'static str = "New Game";
    const SUMMARY: &'static str = "Say what the dice under all cups make, or doubt what was said.";
    const DRAW_OFFERS: bool = false;
    const RULES: &'static str = include_str!("rules.md");

    parlour_core::players_option!(2, PLAYERS as u32);
}
