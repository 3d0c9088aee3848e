//! New Game: everybody throws a die under a cup; who first guesses what lies under the next
//! player's cup wins. The rulings are told in `docs/rules/new-game.md`.

mod guide;
mod mind;
mod notation;
mod scene;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use parlour_core::bits::ones;
use parlour_core::rng::{Rng, below};
use parlour_core::secrets::{Dealt, Known, hide};
use parlour_core::{Action, ActionOf, Configure, Game, Seat, Seen, SeenOf, Shares, Turn, Viewer};

/// The most players.
const PLAYERS: usize = 4;
/// All numbers of a die, a bit for each: 1 to 6.
const ALL: u8 = 0b111_1110;

/// The rules of New Game for so many players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewGame {
    players: u8,
}

/// What a die shows; 0 where it is not thrown, or not known.
pub type Die = u8;

/// The parts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Dice are thrown.
    Throw,
    /// Somebody guesses.
    Guess,
    /// The game has ended.
    Over,
}

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    /// The numbers that each player's die is known not to show, a bit for each.
    tried: [u8; PLAYERS],
    phase: Phase,
    /// Who is to throw or to guess; once the game is over, who guessed last.
    mover: Seat,
}

/// A position with everybody's die.
pub type State = Dealt<Open, Die, PLAYERS>;
/// What one viewer knows.
pub type View = Known<Open, Die>;

/// A guess at the next player's die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

const _: () = assert!(size_of::<State>() <= 10);

impl Open {
    /// Whether a player's die lies under its cup.
    fn thrown(&self, seat: Seat) -> bool {
        self.phase != Phase::Throw || seat < self.mover
    }
}

impl NewGame {
    /// Whose die is guessed at: N1, the next player's.
    fn target(&self, open: &Open) -> Seat {
        open.mover.next(self.players)
    }

    /// The numbers that can still be guessed.
    fn untried(&self, open: &Open) -> u8 {
        ALL & !open.tried[self.target(open).index()]
    }
}

impl Game for NewGame {
    type Move = Move;
    type Chance = Die;
    type Key = ();

    parlour_core::secret_game!(Open, Die, PLAYERS);

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> State {
        Dealt::new(Open { tried: [0; PLAYERS], phase: Phase::Throw, mover: Seat(0) })
    }

    fn turn(&self, state: &State) -> Turn {
        match state.open.phase {
            Phase::Throw => Turn::Chance,
            Phase::Guess => Turn::Player(state.open.mover),
            Phase::Over => Turn::Over,
        }
    }

    fn moves<B>(&self, state: &State, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match state.open.phase {
            // N2: what has been tried is not tried again.
            Phase::Guess => ones(self.untried(&state.open)).map(Move).try_for_each(visit),
            _ => ControlFlow::Continue(()),
        }
    }

    fn chances<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Die, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match state.open.phase {
            Phase::Throw => (1..=6).try_for_each(|die| visit(die, 1)),
            _ => ControlFlow::Continue(()),
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        let target = self.target(&state.open);
        if state.secrets[target.index()] == mv.0 {
            state.open.phase = Phase::Over;
        } else {
            state.open.tried[target.index()] |= 1 << mv.0;
            state.open.mover = target;
        }
    }

    fn resolve(&self, state: &mut State, die: Die) {
        state.secrets[state.open.mover.index()] = die;
        state.open.mover = state.open.mover.next(self.players);
        if state.open.mover == Seat(0) {
            state.open.phase = Phase::Guess;
        }
    }

    fn shares(&self, state: &State) -> Option<Shares> {
        let over = state.open.phase == Phase::Over;
        over.then(|| Shares::sole(self.players, state.open.mover))
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        let mut state: State = view.bare();
        let others = |seat: &Seat| view.viewer != Viewer::Seat(*seat) && view.open.thrown(*seat);
        for seat in Seat::all(self.players).filter(others) {
            let left = ALL & !view.open.tried[seat.index()];
            let pick = below(rng, left.count_ones()) as usize;
            state.secrets[seat.index()] = ones(left).nth(pick).unwrap_or_default();
        }
        state
    }

    fn seen(&self, before: &State, action: ActionOf<Self>, viewer: Viewer) -> SeenOf<Self> {
        match action {
            Action::Chance(_) => hide(before.open.mover, action, viewer),
            Action::Move(_) => Seen::Open(action),
        }
    }

    fn reveals(&self, _: &State, _: Move) -> bool {
        // A guess is right or wrong, and everybody sees which.
        true
    }
}

impl Configure for NewGame {
    const ID: &'static str = "new-game";
    const NAME: &'static str = "New Game";
    const SUMMARY: &'static str = "Guess what the next player has thrown under the cup.";
    const DRAWS: bool = false;
    const SECRETS: bool = true;
    const RULES: &'static str = include_str!("rules.md");

    parlour_core::players_option!(2, PLAYERS as u32);
}
