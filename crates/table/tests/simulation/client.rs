//! Somebody's page: it shows the newest table that it was sent, and clicks.

use parlour_core::Seat;
use parlour_core::rng::{SeededRng, below};
use parlour_table::commands::Command;
use parlour_table::events::Level;
use parlour_table::stored::{TableId, VisitorId};
use parlour_wire::table::{Status, TableView};

/// What a process shows a page: the view, and the number of the event that it is of.
pub(crate) type Shown = TableView;

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
        let whole = shown.sequence.zip(shown.position.clone());
        self.seen.push(whole.expect("a page is shown whole"));
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
                    let action = shown.choices[choice].action.clone();
                    Command::Act { action, ply: shown.ply, rewinds: None }
                }
            },
        })
    }
}
