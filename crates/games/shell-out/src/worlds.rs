//! Determinization: states that the owner of a view cannot rule out.

use parlour_core::rng::{Rng, below};
use parlour_core::{Seat, Viewer};

use super::board::SHELL_OUTS;
use super::state::{Counter, Open, State, View};
use super::{ShellOut, nth};

impl ShellOut {
    /// The shells of a player under which the counter may lie, as far as the open table tells.
    pub fn suspects(&self, open: &Open, seat: Seat) -> u128 {
        // H7: a wrong guess has cleared some.
        let shells = open.shells[seat.index()] & !open.known_empty;
        // H6: only a loaded shell enters a Shell-Out spot.
        let shelled_out = shells & SHELL_OUTS;
        if shelled_out != 0 { shelled_out } else { shells }
    }

    /// A position that fits the view, each such position as likely as any other. Scores are no
    /// evidence: a game may begin at a position with any.
    pub(crate) fn random_state<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        let mut state = view.bare();
        self.deal_counters(view, &mut state, rng);
        for seat in self.others(view).filter(|&seat| view.open.is_loaded(seat)) {
            let suspects = self.suspects(&view.open, seat);
            let shell = nth(suspects, below(rng, suspects.count_ones()));
            state.secrets[seat.index()].loaded = Some(shell);
        }
        state
    }

    /// Gives each other player a counter out of all that the viewer has not seen: those that stay
    /// out of the hand are face down as well (H2).
    fn deal_counters<R: Rng + ?Sized>(&self, view: &View, state: &mut State, rng: &mut R) {
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

    fn others<'a>(&self, view: &'a View) -> impl Iterator<Item = Seat> + use<'a> {
        self.everybody().filter(|&seat| view.viewer != Viewer::Seat(seat))
    }
}
