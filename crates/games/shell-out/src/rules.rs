//! Where shells may go, and what their moves do.

use parlour_core::Seat;

use super::board::{self, FIELD, NEIGHBOURS, SHELL_OUT, SHELL_OUTS, SPOTS, STARTS, Spot};
use super::state::{Counter, Move, Open, PLAYERS, Phase, Secret, State};
use super::{Length, MOST_HANDS, ShellOut};
use parlour_core::hex::{Cell, cells};

/// H10: this number of actions for each player without a loss end the hand.
const IDLE_ACTIONS: u16 = 50;

impl ShellOut {
    /// Every seat.
    pub fn everybody(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        Seat::all(self.players)
    }

    /// The field at which a player sits, from 0.
    #[inline]
    pub fn field_of(&self, seat: Seat) -> u8 {
        self.fields[seat.index()]
    }

    /// Who sits at a field; `None` for a dead field.
    pub(crate) fn seat_at(&self, field: u8) -> Option<Seat> {
        self.everybody().find(|&seat| self.field_of(seat) == field)
    }

    /// H10: the count at which a hand ends.
    pub(crate) fn idle_limit(&self) -> u16 {
        IDLE_ACTIONS * u16::from(self.players)
    }

    /// The board as a hand begins.
    pub(crate) fn new_hand(&self, hand: u8, scores: [i16; PLAYERS]) -> State {
        let mut shells = [0; PLAYERS];
        for seat in self.everybody() {
            shells[seat.index()] = STARTS[usize::from(self.field_of(seat))];
        }
        let open = Open {
            shells,
            known_empty: 0,
            scores,
            captured: [None; PLAYERS],
            idle: 0,
            hand,
            phase: Phase::Deal,
            to_act: Seat(0),
        };
        State::new(open)
    }

    /// The fewest moves from `from` to the Shell-Out spots of the others, for a shell of `seat` that goes there
    /// while no other moves. A spot that shells bar from it is left out. Shells at home (H6) do not count here.
    pub(crate) fn ways_to_spots(&self, open: &Open, seat: Seat, from: Cell) -> Vec<(Seat, u32)> {
        let occupied = open.occupied() & !from.bit();
        let mut opponents: Vec<Seat> = self.everybody().filter(|&other| other != seat).collect();
        let mut ways = Vec::new();
        let (mut reached, mut edge, mut moves) = (from.bit(), from.bit(), 0);
        while edge != 0 && !opponents.is_empty() {
            moves += 1;
            let near = cells(edge).fold(0, |all, cell| all | NEIGHBOURS[cell.index()]);
            opponents.retain(|&other| {
                let entered = near & SHELL_OUT[usize::from(self.field_of(other))] != 0;
                ways.extend(entered.then_some((other, moves)));
                !entered
            });
            let slid = cells(edge).fold(0, |all, cell| all | board::slides(cell, occupied));
            edge = (near & self.ground & !occupied | slid) & !reached;
            reached |= edge;
        }
        ways
    }

    /// The Shell-Out spots that a player's loaded shell may enter now.
    #[inline]
    pub(crate) fn open_shell_outs(&self, open: &Open, seat: Seat) -> u128 {
        let home = self.field_of(seat);
        let left = (open.shells[seat.index()] & FIELD[usize::from(home)]).count_ones();
        let mut spots = 0;
        for other in self.everybody().filter(|&other| other != seat) {
            let field = self.field_of(other);
            // H6: at most 1 shell at home for a field next door, 2 for two away, 3 across.
            if left <= board::distance(home, field) {
                spots |= SHELL_OUT[usize::from(field)];
            }
        }
        spots
    }

    /// Where a player's shell may go, and the opponents' shells that it may look under, when
    /// `loaded` is the player's loaded shell.
    #[inline]
    pub(crate) fn targets(
        &self,
        open: &Open,
        occupied: u128,
        seat: Seat,
        loaded: Option<Cell>,
        from: Cell,
    ) -> u128 {
        let near = NEIGHBOURS[from.index()];
        // H4, H5; `ground` leaves out Keep Off, dead fields and every Shell-Out spot.
        let mut targets = near & self.ground & !occupied | board::slides(from, occupied);
        if loaded != Some(from) {
            // H7: an empty shell may look under any opponent's shell next to it.
            targets |= near & occupied & !open.shells[seat.index()];
        } else if near & SHELL_OUTS != 0 {
            targets |= near & self.open_shell_outs(open, seat);
        }
        targets
    }

    /// Whether a player could do anything but pass.
    pub(crate) fn can_move(&self, open: &Open, seat: Seat, loaded: Option<Cell>) -> bool {
        let occupied = open.occupied();
        cells(open.shells[seat.index()])
            .any(|from| self.targets(open, occupied, seat, loaded, from) != 0)
    }

    /// H10: whether anybody at all could do anything but pass. On this board somebody always can:
    /// the open spots hang together and are more than the shells. On another it may be otherwise.
    #[inline]
    pub(crate) fn anyone_can_move(&self, state: &State) -> bool {
        // The next player nearly always can, so begin there.
        let mut round = state.open.to_act.round(self.players);
        round.any(|seat| self.can_move(&state.open, seat, state.secrets[seat.index()].loaded))
    }

    pub(crate) fn draw(&self, state: &mut State, counter: Counter) {
        let seat = state.open.to_act;
        state.secrets[seat.index()].counter = Some(counter);
        // H2: player 1 draws first in every hand, and hides first.
        state.open.to_act = seat.next(self.players);
        if state.open.to_act == Seat(0) {
            state.open.phase = Phase::Hide;
        }
    }

    pub(crate) fn make(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Hide(cell) => self.hide(state, cell),
            Move::Go { from, to } => self.go(state, from, to),
            Move::Guess { from, to } => self.guess(state, from, to),
            Move::Pass => {
                state.open.idle += 1;
                self.go_on(state);
            }
        }
    }

    fn hide(&self, state: &mut State, cell: Cell) {
        let seat = state.open.to_act;
        state.secrets[seat.index()].loaded = Some(cell);
        state.open.to_act = seat.next(self.players);
        if state.open.to_act == Seat(0) {
            state.open.phase = Phase::Play;
            // H3: hands are begun by each player in turn.
            state.open.to_act = Seat((state.open.hand - 1) % self.players);
        }
    }

    fn go(&self, state: &mut State, from: Cell, to: Cell) {
        let seat = state.open.to_act;
        let (open, secret) = (&mut state.open, &mut state.secrets[seat.index()]);
        open.shells[seat.index()] ^= from.bit() | to.bit();
        if open.known_empty & from.bit() != 0 {
            open.known_empty ^= from.bit() | to.bit();
        }
        if secret.loaded == Some(from) {
            secret.loaded = Some(to);
        }
        if let Spot::ShellOut(field) = SPOTS[to.index()] {
            return self.shell_out(state, field);
        }
        state.open.idle += 1;
        self.go_on(state);
    }

    /// H9: the mover's loaded shell stands on the Shell-Out spot of `field`.
    fn shell_out(&self, state: &mut State, field: u8) {
        let value = |secret: &Secret| secret.counter.map_or(0, |c| i16::from(c.value()));
        let seat = state.open.to_act.index();
        let all = state.secrets.iter().map(value).sum();
        state.open.score(seat, all);
        if let Some(owner) = self.seat_at(field) {
            state.open.score(owner.index(), -value(&state.secrets[seat]));
        }
        self.end_hand(state);
    }

    /// H7: the shell on `from` looks under the one on `to`.
    fn guess(&self, state: &mut State, from: Cell, to: Cell) {
        let open = &mut state.open;
        let Some(other) = open.owner(to) else { return };
        let (seat, other) = (open.to_act.index(), other.index());
        open.shells[seat] &= !from.bit();
        open.known_empty &= !from.bit();
        if state.secrets[other].loaded == Some(to) {
            let counter = state.secrets[other].counter;
            state.secrets[other] = Secret::NONE;
            open.shells[other] &= !to.bit();
            open.captured[other] = counter;
            open.score(seat, counter.map_or(0, |c| i16::from(c.value())));
            if self.everybody().all(|seat| !state.open.holds_counter(seat)) {
                return self.end_hand(state); // H10: the last counter is gone.
            }
        } else {
            open.known_empty |= to.bit();
        }
        state.open.idle = 0;
        self.go_on(state);
    }

    /// The hand ends for want of moves or of losses (H10), or the next player acts.
    #[inline]
    fn go_on(&self, state: &mut State) {
        if state.open.idle >= self.idle_limit() || !self.anyone_can_move(state) {
            return self.end_hand(state);
        }
        // H8: those without shells are passed over.
        loop {
            state.open.to_act = state.open.to_act.next(self.players);
            if state.open.shells[state.open.to_act.index()] != 0 {
                return;
            }
        }
    }

    fn end_hand(&self, state: &mut State) {
        if self.is_last_hand(&state.open) {
            state.open.phase = Phase::Over;
        } else {
            *state = self.new_hand(state.open.hand + 1, state.open.scores);
        }
    }

    /// H11: whether the game is over with this hand, by these scores.
    pub(crate) fn is_last_hand(&self, open: &Open) -> bool {
        match self.length {
            Length::Hands(hands) => open.hand >= hands,
            Length::Target(_) => open.hand >= MOST_HANDS || self.target_reached(open),
        }
    }

    /// H11: whether somebody has at least the target.
    pub(crate) fn target_reached(&self, open: &Open) -> bool {
        let Length::Target(target) = self.length else { return false };
        self.everybody().any(|seat| i32::from(open.scores[seat.index()]) >= i32::from(target))
    }
}
