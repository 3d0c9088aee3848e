//! Messages of the page in the words of the table, once and in one place.

use parlour_core::Seat;
use parlour_table::commands::Command;
use parlour_table::setup;
use parlour_wire::api;
use parlour_wire::socket::ClientMessage;

/// The change of the table that a message asks for; `None` for one that asks for something else.
pub(crate) fn command(message: ClientMessage) -> Option<Command> {
    use ClientMessage as M;
    Some(match message {
        M::Throw { .. }
        | M::Rematch
        | M::Look { .. }
        | M::Ask { .. }
        | M::Hint
        | M::Judge { .. }
        | M::Ping => return None,
        M::Act { action, ply, rewinds } => Command::Act { action, ply, rewinds },
        M::Sit { seat, invitation } => Command::Sit { seat: Seat(seat), invitation },
        M::Stand { seat } => Command::Stand { seat: Seat(seat) },
        M::Computer { seat, level } => Command::Computer { seat: Seat(seat), level },
        M::Return { seat } => Command::Return { seat: Seat(seat) },
        M::Resign { seat } => Command::Resign { seat: Seat(seat) },
        M::Draw => Command::Draw,
        M::TakeBack => Command::TakeBack,
        M::Decline => Command::Decline,
        M::Chat { text } => Command::Chat { text },
        M::Keep => Command::Keep,
    })
}

/// The table that a caller wants.
pub(crate) fn new_table(wanted: api::NewTable) -> setup::NewTable {
    let api::NewTable { game, options, seats, clock, public } = wanted;
    setup::NewTable { game, options, seats, clock: clock.into(), public }
}
