//! What may be hidden behind a view: worlds that its owner cannot rule out.

use parlour_core::Seat;
use parlour_core::Viewer;
use parlour_core::rng::{Rng, below};

use super::board::SHELL_OUTS;
use super::state::{Counter, Open, PLAYERS, Phase, Secret, State, View};
use super::{ShellOut, nth};
use crate::hex::cells;

/// How often a world is drawn again because nobody could move in it. Where the view is of a
/// position that play can bring, at least one draw in five will do.
const TRIES: u32 = 64;

/// What ended the last hand of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// H9: somebody shelled out.
    ShellOut,
    /// H10: all counters are captured.
    NoCounters,
    /// H10: nothing was lost for too long.
    Idle,
    /// H10: nobody could move.
    NoMoves,
}

impl ShellOut {
    /// What must have ended the last hand, when it is over.
    pub(crate) fn ending(&self, open: &Open) -> Ending {
        if open.occupied() & SHELL_OUTS != 0 {
            Ending::ShellOut
        } else if self.everybody().all(|seat| !open.holds_counter(seat)) {
            Ending::NoCounters
        } else if open.idle >= self.idle_limit() {
            Ending::Idle
        } else {
            Ending::NoMoves
        }
    }

    /// The shells of a player under which the counter may lie, as far as the open table tells.
    pub(crate) fn suspects(&self, open: &Open, seat: Seat) -> u128 {
        // H7: a wrong guess has cleared some.
        let shells = open.shells[seat.index()] & !open.known_empty;
        if open.phase != Phase::Over {
            return shells;
        }
        match self.ending(open) {
            // H6: only a loaded shell enters a Shell-Out spot.
            Ending::ShellOut if shells & SHELL_OUTS != 0 => shells & SHELL_OUTS,
            Ending::NoMoves => cells(shells)
                .filter(|&shell| !self.can_move(open, seat, Some(shell)))
                .fold(0, |set, shell| set | shell.bit()),
            _ => shells,
        }
    }

    /// A position that fits the view, each such position as likely as any other.
    pub(crate) fn imagine<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        let mut state = State { open: view.open, secrets: [Secret::NONE; PLAYERS] };
        if let Viewer::Seat(seat) = view.viewer {
            state.secrets[seat.index()] = view.own;
        }
        self.imagine_counters(view, &mut state, rng);
        for _ in 0..TRIES {
            self.imagine_shells(view, &mut state, rng);
            // H10: were there nobody who can move, the hand would be over.
            if view.open.phase != Phase::Play || self.anyone_can_move(&state) {
                break;
            }
        }
        state
    }

    /// Gives each other player a counter out of all that the viewer has not seen: those that stay
    /// out of the hand are face down as well (H2).
    fn imagine_counters<R: Rng + ?Sized>(&self, view: &View, state: &mut State, rng: &mut R) {
        let mut unseen = Counter::ALL;
        let mut left = 0;
        for counter in Counter::ALL {
            let seen = Some(counter);
            if view.own.counter != seen && !view.open.captured.contains(&seen) {
                unseen[left] = counter;
                left += 1;
            }
        }
        for seat in self.others(view).filter(|&seat| view.open.holds_counter(seat)) {
            let drawn = below(rng, left as u32) as usize;
            state.secrets[seat.index()].counter = Some(unseen[drawn]);
            left -= 1;
            unseen[drawn] = unseen[left];
        }
    }

    fn imagine_shells<R: Rng + ?Sized>(&self, view: &View, state: &mut State, rng: &mut R) {
        for seat in self.others(view).filter(|&seat| view.open.is_loaded(seat)) {
            let suspects = self.suspects(&view.open, seat);
            let shell = nth(suspects, below(rng, suspects.count_ones()));
            state.secrets[seat.index()].loaded = Some(shell);
        }
    }

    fn others<'a>(&self, view: &'a View) -> impl Iterator<Item = Seat> + use<'a> {
        self.everybody().filter(|&seat| view.viewer != Viewer::Seat(seat))
    }
}
