//! What the moves do: the set-up, the push, the removal, and how a game ends.

use parlour_core::{Seat, Shares};

use super::board::{Cells, Place, step};
use super::pushes::Push;
use super::{BLACK, Phase, Shout7, State, WHITE};

/// P1: where the first set-up piece of the player to act may lie.
pub(super) fn first_cells(state: &State) -> Cells {
    let taken = state.occupied().cells();
    if state.seat == BLACK {
        return Cells::ALL;
    }
    let beside = taken.neighbours();
    let empty = Cells::ALL & !taken;
    // The second piece goes beside the first and beside a piece that lies there already.
    let leaves_room = (empty & beside).neighbours();
    let start = if state.seat == WHITE { state.pieces[BLACK.index()].cells() } else { taken };
    start.neighbours() & empty & leaves_room
}

/// P1: where the second set-up piece of the player to act may lie.
pub(super) fn second_cells(state: &State) -> Cells {
    let taken = state.occupied().cells();
    let first = state.pieces[state.seat.index()].cells();
    let near = first.neighbours() & !taken;
    if state.seat == BLACK { near } else { near & (taken & !first).neighbours() }
}

impl Shout7 {
    /// Lays a set-up piece.
    pub(super) fn lay(&self, state: &mut State, place: Place) {
        let seat = state.seat;
        state.pieces[seat.index()].insert(place);
        state.pots[seat.index()] -= 1;
        state.phase = match state.phase {
            Phase::Lay1 => Phase::Lay2,
            _ if seat.0 + 1 < self.players => Phase::Lay1,
            _ => Phase::Push,
        };
        match state.phase {
            Phase::Lay2 => {}
            Phase::Lay1 => state.seat = seat.next(self.players),
            _ => self.hand_over(state),
        }
    }

    /// Pushes two pieces and lays two.
    #[inline(always)]
    pub(super) fn push(&self, state: &mut State, push: Push) {
        let by = step(push.to) * i32::from(push.steps());
        let pair = [push.first, push.second()];
        let pushed = self.shift(state, pair, by);
        // P4: the push is judged before anything is laid.
        let [one, other] = pushed;
        if self.has_row(state, one) || one != other && self.has_row(state, other) {
            state.over = true;
            return;
        }
        let seat = state.seat;
        pair.into_iter().for_each(|place| state.pieces[seat.index()].insert(place));
        state.pots[seat.index()] -= 2;
        if self.has_row(state, seat) {
            state.over = true;
            return;
        }
        self.end_if_nobody_can_push(state);
        if !state.over {
            self.end_turn(state);
        }
    }

    /// Moves two opponents' pieces; whose they were.
    #[inline(always)]
    fn shift(&self, state: &mut State, pair: [Place; 2], by: i32) -> [Seat; 2] {
        let owners = pair.map(|place| self.opponent_at(state, place));
        for (place, owner) in pair.into_iter().zip(owners) {
            let pieces = &mut state.pieces[owner.index()];
            pieces.remove(place);
            pieces.insert(place.moved(by));
        }
        owners
    }

    /// Whose piece stands on a cell where an opponent's does.
    #[inline(always)]
    fn opponent_at(&self, state: &State, place: Place) -> Seat {
        if self.players == 2 {
            return Seat(1 - state.seat.0);
        }
        let others = (0..3).find(|&seat| state.pieces[usize::from(seat)].has(place));
        Seat(others.unwrap_or(3))
    }

    /// Takes a Black piece off the board (P5).
    pub(super) fn remove(&self, state: &mut State, place: Place) {
        state.pieces[BLACK.index()].remove(place);
        state.pots[BLACK.index()] += 1;
        state.phase = Phase::Push;
        state.evened = true;
        self.hand_over(state);
    }

    /// After a push or a pass: White's removal, or the next player's turn.
    #[inline(always)]
    pub(super) fn end_turn(&self, state: &mut State) {
        if self.players == 2 && state.seat == WHITE && !state.evened {
            // P5: with no Black piece on the board it is skipped.
            if !state.pieces[BLACK.index()].cells().is_empty() {
                state.phase = Phase::Remove;
                return;
            }
            state.evened = true;
        }
        state.seat = state.seat.next(self.players);
    }

    /// The next player's turn, unless nobody can push.
    fn hand_over(&self, state: &mut State) {
        self.end_if_nobody_can_push(state);
        if !state.over {
            state.seat = state.seat.next(self.players);
        }
    }

    /// P7: the game ends as soon as nobody can push any more.
    #[inline(always)]
    fn end_if_nobody_can_push(&self, state: &mut State) {
        state.over |= !state.seat.round(self.players).any(|seat| self.can_push(state, seat));
    }

    /// Whether the game is over in a position that was set up.
    pub(super) fn is_over(&self, state: &State) -> bool {
        if matches!(state.phase, Phase::Lay1 | Phase::Lay2) {
            return false;
        }
        self.all_seats().any(|seat| self.has_row(state, seat))
            || !self.all_seats().any(|seat| self.can_push(state, seat))
    }

    /// How the win is split in a finished game.
    pub(super) fn split(&self, state: &State) -> Shares {
        if self.all_seats().any(|seat| self.has_row(state, seat)) {
            // P4: two colours that a push brings to seven at once share.
            return Shares::split(self.players, |seat| self.has_row(state, seat));
        }
        // P7: the most pieces in the pits.
        let pits = |seat: Seat| state.pieces[seat.index()].pits().count();
        let most = self.all_seats().map(pits).max();
        Shares::split(self.players, |seat| Some(pits(seat)) == most)
    }
}
