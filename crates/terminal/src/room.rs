//! The table at which a terminal sits, wherever it is kept.

use std::time::Duration;

use parlour_console::failure::Failure;
use parlour_core::Seat;
use parlour_core::scene::SiteId;
use parlour_session::Session;

use crate::kept::KeptGame;
use crate::rounds::NextGame;
use crate::snapshot::TableSnapshot;

/// What a person asks of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableRequest {
    /// Make a move, by its text.
    Act(String),
    /// Throw the dice or sticks.
    Throw,
    /// Take the last move back, or agree to it.
    TakeBack,
    /// Offer a draw, or agree to one.
    Draw,
    /// Turn down what is offered or asked.
    Decline,
    /// Give up.
    Resign,
    /// What the computer would play.
    Hint,
    /// On one keyboard, in a game with secrets: this seat's player looks now; `None` covers the board.
    Look(Option<Seat>),
    /// Say something.
    Chat(String),
    /// Once the game is over, play another one.
    Next(NextGame),
}

/// What is said to a person who talks to nobody.
pub(crate) const ALONE: &str = "Nobody else is at this table.";

/// What a table reports.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RoomEvent {
    /// Something changed: look again.
    Changed,
    /// What was asked for is refused, and why.
    Refused(String),
    /// Good moves, the best first, and the mover's expected share of the win.
    Hint(Vec<(String, f64)>),
}

/// One position of a game to look back at.
pub(crate) struct Step {
    /// The game as it stood, as far as the viewer may know.
    pub(crate) session: Box<dyn Session>,
    /// What happened last.
    pub(crate) words: String,
    /// The sites that it touched.
    pub(crate) clicks: Vec<SiteId>,
}

/// The table at which a terminal sits.
pub(crate) trait Room {
    /// The table as the person may see it now.
    fn snapshot(&self) -> &TableSnapshot;

    /// Asks for something; the answer is among the events.
    fn ask(&mut self, request: TableRequest);

    /// What happened since the last call. Waits for it, but no longer than this.
    fn events(&mut self, wait: Duration) -> Vec<RoomEvent>;

    /// The record of the game so far, as the person may know it.
    fn record(&mut self) -> Result<String, Failure>;

    /// All positions from the start.
    fn steps(&mut self) -> Result<Vec<Step>, Failure>;

    /// Whether others sit elsewhere, so that there is something to say and to wait for.
    fn has_others(&self) -> bool;

    /// What was won in several games at this table.
    fn score(&self) -> Option<String> {
        None
    }

    /// The level of the computer in a game that is this many steps harder.
    fn level_after(&self, _step: i8) -> Option<u8> {
        None
    }

    /// The game, to be continued another time, where this process alone has it and it is not over.
    fn unfinished(&self) -> Option<KeptGame> {
        None
    }
}
