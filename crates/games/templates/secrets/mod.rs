//! New Game: everybody throws two dice under a cup; who first guesses a number that lies under the
//! next player's cup wins. The rulings are told in `docs/rules/new-game.md`.

mod guide;
mod mind;
mod notation;
mod scene;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use parlour_core::bits::ones;
use parlour_core::dice::Dice;
use parlour_core::rng::Rng;
use parlour_core::secrets::{Dealt, Known, hide};
use parlour_core::{Action, ActionOf, Configure, Game, Seat, Seen, SeenOf, Shares, Turn, Viewer};

/// The most players.
const PLAYERS: usize = 4;
/// So many dice lie under a cup.
const DICE: u8 = 2;
/// All numbers of a die, a bit for each: 1 to 6.
const ALL: u8 = 0b111_1110;

/// The rules of New Game for so many players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewGame {
    players: u8,
}

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
    /// The numbers that no die of each player's shows, as everybody knows: a bit for each.
    tried: [u8; PLAYERS],
    phase: Phase,
    /// Who is to throw or to guess; once the game is over, who guessed last.
    mover: Seat,
}

/// A position with everybody's dice.
pub type State = Dealt<Open, Dice, PLAYERS>;
/// What one viewer knows.
pub type View = Known<Open, Dice>;

/// A guess at one of the next player's dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

const _: () = assert!(size_of::<State>() <= 30);

impl Open {
    /// Whether a player's dice lie under the cup.
    fn thrown(&self, seat: Seat) -> bool {
        self.phase != Phase::Throw || seat < self.mover
    }
}

impl NewGame {
    /// Whose dice are guessed at: N1, the next player's.
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
    type Chance = Dice;
    type Key = ();

    parlour_core::secret_game!(Open, Dice, PLAYERS);

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
        visit: impl FnMut(Dice, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match state.open.phase {
            Phase::Throw => Dice::visit(DICE, visit),
            _ => ControlFlow::Continue(()),
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        let target = self.target(&state.open);
        if state.secrets[target.index()].of(mv.0) > 0 {
            state.open.phase = Phase::Over;
        } else {
            state.open.tried[target.index()] |= 1 << mv.0;
            state.open.mover = target;
        }
    }

    fn resolve(&self, state: &mut State, dice: Dice) {
        state.secrets[state.open.mover.index()] = dice;
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
            let tried = view.open.tried[seat.index()];
            // Thrown again until they fit: each way in which they may lie is as likely as it was.
            state.secrets[seat.index()] = loop {
                let dice = Dice::throw(DICE, rng);
                if dice.numbers().all(|number| tried >> number & 1 == 0) {
                    break dice;
                }
            };
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
    const SUMMARY: &'static str = "Guess a number that the next player has thrown under the cup.";
    const DRAWS: bool = false;
    const SECRETS: bool = true;
    const RULES: &'static str = include_str!("rules.md");

    parlour_core::players_option!(2, PLAYERS as u32);
}
