//! Whether a well-formed position or view can be.

use parlour_core::{NotationError, Seat};

use super::board::{SHELL_OUTS, SHELLS, SPOTS, STARTS, Spot};
use super::letter;
use super::position::{Sheet, Written};
use super::state::{Counter, Phase};
use parlour_core::hex::{Cell, cells};

fn player(seat: Seat) -> String {
    format!("player {}", letter(seat, false))
}

/// Nothing to say against it, or why it cannot be and where.
type CheckResult = Result<(), NotationError>;

fn illegal(at: impl Into<String>, message: impl Into<String>) -> CheckResult {
    Err(NotationError::illegal(at, message))
}

impl Sheet {
    /// Refuses a position that cannot arise. The text must hold the secrets of the seats for which `known` is
    /// true, and of no others.
    pub(super) fn check(&self, known: impl Fn(Seat) -> bool) -> CheckResult {
        self.check_hand()?;
        for seat in self.game.everybody() {
            self.check_counter(seat, known(seat))?;
        }
        self.check_no_counter_twice()?;
        for seat in self.game.everybody() {
            self.check_shells(seat)?;
            self.check_loaded(seat, known(seat))?;
        }
        match self.open.phase {
            Phase::Deal | Phase::Hide => self.check_set_up(),
            Phase::Play => self.check_play(),
            Phase::Over => self.check_over(),
        }
    }

    fn check_hand(&self) -> CheckResult {
        let open = &self.open;
        let fresh = matches!(open.phase, Phase::Deal | Phase::Hide);
        if fresh && self.game.target_reached(open) {
            return illegal("", "somebody has the target, so no new hand would have begun");
        }
        if open.phase == Phase::Over && !self.game.is_last_hand(open) {
            return illegal("over", "this is not the last hand, so the game goes on");
        }
        Ok(())
    }

    fn check_counter(&self, seat: Seat, known: bool) -> CheckResult {
        let drawn = self.open.has_drawn(seat);
        let in_play = matches!(self.open.phase, Phase::Play | Phase::Over);
        let message = match self.counters[seat.index()] {
            Written::Captured(_) if !in_play => "is captured before play has begun",
            Written::NotDrawn if drawn => "must be drawn by now",
            Written::Held(_) | Written::Unknown if !drawn => "is not drawn yet: write -",
            Written::Held(_) if !known => "is hidden from the owner of this view: write ?",
            Written::Unknown if known => "is known to the owner of this view",
            _ => return Ok(()),
        };
        illegal(&self.counters_text, format!("{}'s counter {message}", player(seat)))
    }

    fn check_no_counter_twice(&self) -> CheckResult {
        let value = |written: &Written| match *written {
            Written::Held(counter) | Written::Captured(counter) => Some(counter),
            Written::NotDrawn | Written::Unknown => None,
        };
        let count = |counter| self.counters.iter().filter(|w| value(w) == Some(counter)).count();
        match Counter::ALL.into_iter().find(|&counter| count(counter) > 1) {
            None => Ok(()),
            Some(counter) => {
                let message = format!("there is only one counter of {}", counter.value());
                illegal(&self.counters_text, message)
            }
        }
    }

    fn check_shells(&self, seat: Seat) -> CheckResult {
        let shells = self.open.shells[seat.index()];
        // H7: a captured counter takes its shell along.
        let lost = u32::from(self.open.captured[seat.index()].is_some());
        if shells.count_ones() > SHELLS - lost {
            let why = if lost > 0 { " after losing the loaded one" } else { "" };
            let most = SHELLS - lost;
            return illegal("", format!("{} has at most {most} shells{why}", player(seat)));
        }
        cells(shells & !self.game.ground).try_for_each(|here| self.check_place(seat, here))
    }

    /// A shell that stands where shells do not go in passing.
    fn check_place(&self, seat: Seat, here: Cell) -> CheckResult {
        let name = here.name();
        let message = match SPOTS[here.index()] {
            Spot::KeepOff => "is Keep Off".to_owned(),
            Spot::ShellOut(field) if self.game.seat_at(field) == Some(seat) => {
                format!("is {}'s own Shell-Out spot, closed to its shells", player(seat))
            }
            Spot::ShellOut(field) if self.game.seat_at(field).is_some() => {
                return self.check_shelled_out(seat, here);
            }
            _ => "lies in a dead field".to_owned(),
        };
        illegal(name, message)
    }

    /// H6, H9: a shell on an opponent's Shell-Out spot is loaded, has just moved, and ends the hand.
    fn check_shelled_out(&self, seat: Seat, here: Cell) -> CheckResult {
        let open = &self.open;
        let message = if open.phase != Phase::Over {
            "is a Shell-Out spot; a shell that goes there ends the hand"
        } else if (open.occupied() & SHELL_OUTS).count_ones() > 1 {
            "is a Shell-Out spot, but only one shell can shell out in a hand"
        } else if seat != open.to_act {
            "is a Shell-Out spot, so the player whose shell is there must have acted last"
        } else if !open.is_loaded(seat) || open.known_empty & here.bit() != 0 {
            "is a Shell-Out spot, which no empty shell may enter"
        } else {
            return Ok(());
        };
        illegal(here.name(), message)
    }

    fn check_loaded(&self, seat: Seat, known: bool) -> CheckResult {
        let suspects = self.game.suspects(&self.open, seat);
        let name = player(seat);
        match self.loaded[seat.index()] {
            Some(here) if !self.open.is_loaded(seat) => {
                illegal(here.name(), format!("{name} has no counter under a shell now"))
            }
            Some(here) if !known => {
                let message = format!("the owner of this view does not know {name}'s loaded shell");
                illegal(here.name(), message)
            }
            None if known && self.open.is_loaded(seat) => {
                illegal("", format!("{name}'s counter lies under no shell: one must be a capital"))
            }
            Some(here) if suspects & here.bit() == 0 => illegal(
                here.name(),
                format!("{name}'s shell that shelled out must be the loaded one"),
            ),
            None if self.open.is_loaded(seat) && suspects == 0 => {
                illegal("", format!("{name} has no shell left that the counter may lie under"))
            }
            _ => Ok(()),
        }
    }

    fn check_set_up(&self) -> CheckResult {
        let open = &self.open;
        if open.idle != 0 {
            return illegal(open.idle.to_string(), "the count is 0 until play has begun");
        }
        for seat in self.game.everybody() {
            let start = STARTS[usize::from(self.game.field_of(seat))];
            if open.shells[seat.index()] != start {
                let spots: Vec<String> = cells(start).map(Cell::name).collect();
                let message =
                    format!("until play {}'s shells stand on their starts, ", player(seat));
                return illegal("", message + &spots.join(" "));
            }
        }
        if open.known_empty != 0 {
            return illegal("*", "no guess can have been made before play has begun");
        }
        Ok(())
    }

    fn check_play(&self) -> CheckResult {
        let open = &self.open;
        if self.game.everybody().all(|seat| !open.holds_counter(seat)) {
            let message = "all counters are captured, so the hand is over";
            return illegal(&self.counters_text, message);
        }
        if open.shells[open.to_act.index()] == 0 {
            let message = format!("{} has no shells and is passed over", player(open.to_act));
            return illegal(letter(open.to_act, false), message);
        }
        if open.idle >= self.game.idle_limit() {
            return illegal(open.idle.to_string(), "at this count the hand is over");
        }
        Ok(())
    }

    fn check_over(&self) -> CheckResult {
        let open = &self.open;
        let shelled_out = open.occupied() & SHELL_OUTS != 0;
        let counters_left = self.game.everybody().any(|seat| open.holds_counter(seat));
        let full = open.idle >= self.game.idle_limit();
        let can_move = |seat: Seat| self.game.can_move(open, seat, self.loaded[seat.index()]);
        if shelled_out || !counters_left || full || !self.game.everybody().any(can_move) {
            return Ok(());
        }
        illegal(
            "over",
            "nothing has ended the last hand: nobody shelled out, a counter is left, somebody can \
             move, and the count is not full",
        )
    }
}
