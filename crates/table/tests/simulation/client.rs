//! Somebody's page: it shows the newest table that it was sent, and clicks.

use parlour_core::rng::{SeededRng, below};
use parlour_core::{Seat, Turn};
use parlour_table::Table;
use parlour_table::commands::Command;
use parlour_table::events::Level;
use parlour_table::listing::Status;
use parlour_table::projection::{Projection, SeatView, Visit, You};
use parlour_table::stored::{TableId, VisitorId};

/// What a process shows a page: the view, and the number of the event that it is of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    sequence: u64,
    ply: u32,
    status: Status,
    turn: Turn,
    seats: Vec<SeatView>,
    you: You,
    position: String,
    choices: Vec<String>,
    log: Vec<String>,
}

impl Shown {
    pub(crate) fn of(table: &Table, visit: &Visit<'_>) -> Shown {
        let view = Projection::on_screen(table, visit.visitor, None);
        Shown {
            sequence: view.sequence(),
            ply: view.ply(),
            status: view.status(),
            turn: view.turn(),
            seats: view.seats(visit.presence, visit.now),
            you: view.you(visit.invitation),
            position: view.position(),
            choices: view.choices().into_iter().map(|choice| choice.action).collect(),
            log: view.made_since(0).map(|made| made.action.clone()).collect(),
        }
    }
}

/// One page.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) visitor: VisitorId,
    pub(crate) table: TableId,
    /// The process that it is connected to.
    pub(crate) process: usize,
    pub(crate) shown: Option<Shown>,
    /// Every state that it was ever shown: an event's number and the position after it.
    pub(crate) seen: Vec<(u64, String)>,
}

impl Client {
    /// A message from a process arrives, perhaps late, twice or out of order.
    pub(crate) fn receive(&mut self, shown: Shown) {
        self.seen.push((shown.sequence, shown.position.clone()));
        if self.shown.as_ref().is_none_or(|old| old.sequence <= shown.sequence) {
            self.shown = Some(shown);
        }
    }

    /// What this person does now, if anything.
    pub(crate) fn click(&self, rng: &mut SeededRng) -> Option<Command> {
        let shown = self.shown.as_ref()?;
        let seat = shown.you.yours.first().copied().map(Seat);
        Some(match below(rng, 24) {
            0 => Command::Chat { text: "well played".to_owned() },
            1 => Command::Draw,
            2 => Command::TakeBack,
            3 => Command::Decline,
            4 if below(rng, 10) == 0 => Command::Resign { seat: seat? },
            5 => {
                let level = Level::new(1);
                Command::Computer { seat: seat?, level }
            }
            6 | 7 => Command::Return { seat: seat? },
            _ => match shown.status {
                Status::Waiting => {
                    let open = Seat(below(rng, shown.seats.len() as u32) as u8);
                    Command::Sit { seat: open, invitation: None }
                }
                _ if shown.choices.is_empty() => return None,
                _ => {
                    let choice = below(rng, shown.choices.len() as u32) as usize;
                    let action = shown.choices[choice].clone();
                    Command::Act { action, ply: shown.ply, rewinds: None }
                }
            },
        })
    }
}
