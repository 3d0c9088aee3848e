//! What a table does by itself: throws, the computer's moves, flags that fall.

use std::time::Duration;

use parlour_core::{Seat, Turn};

use crate::commands;
use crate::dice::Wanted;
use crate::events::{Event, Level};
use crate::listing::Status;
use crate::{Holder, Table};

/// How fast the table goes when no person moves.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The computer moves no sooner after the last action.
    pub computer: Duration,
    /// Dice, sticks and draws come no sooner after the last action.
    pub chance: Duration,
    /// How long a person may take for a throw of their own; then it is made for them.
    pub throw: Duration,
    /// How long the first throw waits for the players' browsers to add to the dice.
    pub contributions: Duration,
}

impl Pace {
    /// No waiting, for tests.
    pub const NONE: Pace = Pace {
        computer: Duration::ZERO,
        chance: Duration::ZERO,
        throw: Duration::ZERO,
        contributions: Duration::ZERO,
    };
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            // A page shows each action for longer than this; a player in a hurry skips ahead.
            computer: Duration::from_millis(250),
            chance: Duration::from_millis(200),
            throw: Duration::from_secs(60),
            contributions: Duration::from_secs(2),
        }
    }
}

/// Identifies a position among all that the table ever has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionId {
    rewinds: u32,
    ply: u32,
    over: bool,
    computer: Option<(Seat, Level)>,
}

/// The position at which a table is.
pub fn position_id(table: &Table) -> PositionId {
    let over = table.status() != Status::Playing;
    PositionId { rewinds: table.rewinds, ply: table.ply(), over, computer: computer_to_move(table) }
}

/// The computer that is to move.
fn computer_to_move(table: &Table) -> Option<(Seat, Level)> {
    match table.turn() {
        Turn::Player(seat) if table.status() == Status::Playing => {
            match table.chairs[seat.index()].holder {
                Holder::Computer { level, .. } => Some((seat, level)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What comes next without anybody's doing, and at what time or soon after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: a person moves, or it is over.
    Nothing,
    /// Dice, sticks or a draw.
    Throw {
        /// The time.
        at: i64,
    },
    /// The computer of this level moves.
    Move {
        /// The time.
        at: i64,
        /// How strong it is.
        level: Level,
    },
    /// A flag falls.
    Flag {
        /// The time.
        at: i64,
    },
}

/// What comes next at a table, seen at `now`.
pub fn next(table: &Table, pace: Pace, now: i64) -> Next {
    if table.status() != Status::Playing {
        return Next::Nothing;
    }
    // A clock that was set back must not hold up dice and computers until it has caught up.
    let after = |pace: Duration| table.moved.min(now) + pace.as_millis() as i64;
    match (table.session.turn(), computer_to_move(table)) {
        (Turn::Chance, _) if is_players_throw(table) => Next::Throw { at: after(pace.throw) },
        (Turn::Chance, _) if lacks_contributions(table) => {
            Next::Throw { at: after(pace.chance.max(pace.contributions)) }
        }
        (Turn::Chance, _) => Next::Throw { at: after(pace.chance) },
        (_, Some((_, level))) => Next::Move { at: after(pace.computer), level },
        _ => match table.clocks.deadline(table.running()) {
            Some(at) => Next::Flag { at },
            None => Next::Nothing,
        },
    }
}

/// Whether the throw is a person's. A draw of something hidden is the table's own: there is nothing
/// in it to throw.
pub fn is_players_throw(table: &Table) -> bool {
    let person = |seat: Seat| table.chairs[seat.index()].is_persons();
    !table.entry.secrets && table.session.thrower().is_some_and(person)
}

/// Whether the first throw still waits for the players' browsers to add to the dice, also when a
/// player makes it: a player who throws at once must not shut the others out.
pub(crate) fn holds_first_throw(table: &Table, pace: Pace, now: i64) -> bool {
    lacks_contributions(table) && now < table.moved.min(now) + pace.contributions.as_millis() as i64
}

/// Whether the first throw is to come and a player has not added to the dice yet.
fn lacks_contributions(table: &Table) -> bool {
    let owners = || table.chairs.iter().filter_map(|chair| chair.owner());
    let wanted = |owner| commands::wanted(table, owner) != Wanted::Nothing;
    table.plies.is_empty() && owners().any(wanted)
}

/// Why a clock is not to be believed since the table last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFault {
    /// No server was up for this number of milliseconds: that time is forgiven.
    Outage(i64),
    /// The system's clock was set back: the table goes on from now.
    SetBack,
}

/// What the clock demands at `now`: that a fault is made up for, or else that a flag falls.
pub fn settle(table: &Table, now: i64, fault: Option<ClockFault>) -> Vec<Event> {
    let running = table.running();
    match (running, table.clocks.deadline(running), fault) {
        (Some(_), Some(_), Some(ClockFault::Outage(missed))) => vec![Event::Resumed { missed }],
        (Some(_), Some(_), Some(ClockFault::SetBack)) => vec![Event::Resumed { missed: 0 }],
        (Some(seat), Some(deadline), None) if now >= deadline => commands::flag(table, seat),
        _ => Vec::new(),
    }
}
