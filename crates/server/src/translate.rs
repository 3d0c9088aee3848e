//! Messages of the page in the words of the table, once and in one place.

use parlour_core::Seat;
use parlour_table::commands::Command;
use parlour_table::setup;
use parlour_wire::api;
use parlour_wire::socket::ClientMessage;

/// What a page asks for.
#[derive(Debug, PartialEq)]
pub(crate) enum Asked {
    /// A change of the table.
    Command(Command),
    /// A throw for one's own seat, at this ply.
    Throw { ply: u32 },
    /// The next game.
    Rematch,
    /// To see what this seat's player may see, or to cover the screen.
    Look { seat: Option<Seat> },
    /// What to do with these sites picked, or why a site cannot be picked.
    Ask { ply: u32, picked: Vec<u16>, site: Option<u16> },
    /// What the computer would play.
    Hint,
    /// What the coach says of a move.
    Judge { action: String, ply: u32 },
    /// A sign of life.
    Ping,
}

/// What a message of a page asks for.
pub(crate) fn asked(message: ClientMessage) -> Asked {
    use ClientMessage as M;
    Asked::Command(match message {
        M::Throw { ply } => return Asked::Throw { ply },
        M::Rematch => return Asked::Rematch,
        M::Look { seat } => return Asked::Look { seat: seat.map(Seat) },
        M::Ask { ply, picked, site } => return Asked::Ask { ply, picked, site },
        M::Hint => return Asked::Hint,
        M::Judge { action, ply } => return Asked::Judge { action, ply },
        M::Ping => return Asked::Ping,
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
    let seat = |seat: api::NewSeat| match seat {
        api::NewSeat::Open => setup::NewSeat::Open,
        api::NewSeat::Me { name } => setup::NewSeat::Me { name },
        api::NewSeat::Computer { level } => setup::NewSeat::Computer { level },
    };
    setup::NewTable {
        game: wanted.game,
        options: wanted.options,
        seats: wanted.seats.into_iter().map(seat).collect(),
        clock: wanted.clock.into(),
        public: wanted.public,
    }
}
