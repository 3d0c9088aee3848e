//! What lists and timers know about a table. Nothing in here is secret.

use parlour_core::label::Names;
use parlour_core::{Seat, Turn};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::ending::{Cause, Ending};
use crate::events::Level;
use crate::projection::{Presence, SeatView, Sitter};
use crate::stored::{TableId, VisitorId};
use crate::{Chair, Holder, Table};

/// Where the table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A seat is open.
    Waiting,
    /// The game goes on.
    Playing,
    /// It has ended.
    Over,
}

impl Status {
    /// The name that stores write.
    pub fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Playing => "playing",
            Status::Over => "over",
        }
    }

    /// The status of that name.
    pub fn named(name: &str) -> Option<Status> {
        [Status::Waiting, Status::Playing, Status::Over].into_iter().find(|s| s.name() == name)
    }
}

/// Who sits on a seat, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum SummaryHolder {
    /// Nobody.
    Open,
    /// A person; `None` for a name out of an imported record.
    Person {
        /// Who.
        visitor: Option<VisitorId>,
        /// The name shown.
        name: String,
    },
    /// The computer.
    Computer {
        /// How strong.
        level: Level,
        /// For whom it keeps the seat.
        keeps_for: Option<String>,
    },
}

/// What a list shows of a table. Nothing in here is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// What the game calls each player, and who that is.
    pub seats: Vec<(String, SummaryHolder)>,
    /// Whose turn it is.
    pub turn: Option<u8>,
    /// How many actions were made.
    pub ply: u32,
    /// Whether a person ever moved, or somebody keeps the record that it came from. What computers and
    /// chance do by themselves is no use of a table.
    pub played: bool,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

/// How a game ended, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Why it is over.
    pub cause: Cause,
    /// The seats, from 0, that share the win; empty: it is unknown who won.
    pub winners: Vec<u8>,
}

impl Summary {
    /// How the game ended, if it did.
    fn ending(&self) -> Option<Ending> {
        let Ended { cause, winners } = self.ended.clone()?;
        Some(Ending::split(cause, self.seats.len() as u8, &winners))
    }

    /// An ending in a sentence, and in the same with its players left open.
    fn words(&self, ending: &Ending) -> (String, Option<String>) {
        let roles: Vec<String> = self.seats.iter().map(|(role, _)| role.clone()).collect();
        match ending.words() {
            Ok(label) => {
                let names = Names { sites: &[], seats: &roles };
                (label.english(&names), Some(label.without_players(&[])))
            }
            Err(foreign) => (foreign.to_owned(), None),
        }
    }

    /// It as JSON, as it is stored.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a summary holds nothing that JSON cannot")
    }
}

/// What lists and timers know about a table; it follows from the events and is written with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The game's id.
    pub game: String,
    /// Whether lists show it.
    pub public: bool,
    /// Where it stands.
    pub status: Status,
    /// When something last happened.
    pub changed: i64,
    /// When somebody has to look after it: a throw, the computer's move, a flag. `None`: never.
    pub due: Option<i64>,
    /// What a list shows.
    pub summary: Summary,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The table.
    pub id: TableId,
    /// The game's id.
    pub game: String,
    /// Where it stands.
    pub status: Status,
    /// When something last happened.
    pub changed: i64,
    /// What to show.
    pub summary: Summary,
}

impl Table {
    /// Its maker and the owners of seats, once for each seat.
    pub fn owners(&self) -> impl Iterator<Item = &VisitorId> {
        std::iter::once(&self.maker).chain(self.chairs.iter().filter_map(Chair::owner))
    }

    /// The visitors who have it in their list.
    pub fn sitters(&self) -> Vec<VisitorId> {
        let mut sitters: Vec<VisitorId> = self.owners().cloned().collect();
        sitters.sort_unstable();
        sitters.dedup();
        sitters
    }

    /// What lists and timers know about it.
    pub fn index(&self) -> Index {
        let holder = |chair: &Chair| match &chair.holder {
            Holder::Open => SummaryHolder::Open,
            Holder::Person(person) => {
                SummaryHolder::Person { visitor: person.visitor.clone(), name: person.name.clone() }
            }
            Holder::Computer { level, .. } => SummaryHolder::Computer {
                level: *level,
                keeps_for: chair.person().map(|person| person.name.clone()),
            },
        };
        let role = |seat: usize| self.session.seat_name(Seat(seat as u8));
        let seats = self.chairs.iter().enumerate().map(|(i, chair)| (role(i), holder(chair)));
        Index {
            game: self.entry.id.to_owned(),
            public: self.created.public,
            status: self.status(),
            changed: self.changed,
            due: self.due(),
            summary: Summary {
                seats: seats.collect(),
                turn: match self.turn() {
                    Turn::Player(seat) => Some(seat.0),
                    Turn::Chance => self.session.thrower().map(|seat| seat.0),
                    Turn::Over => None,
                },
                ply: self.ply(),
                played: self.played,
                ended: self
                    .ending()
                    .map(|ending| Ended { winners: ending.winners(), cause: ending.cause }),
            },
        }
    }
}

/// A table in a visitor's list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct TableSummary {
    /// The table's name.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Where it stands.
    pub status: Status,
    /// Who sits there.
    pub seats: Vec<SeatView>,
    /// The seats (from 0) that belong to the viewer.
    pub yours: Vec<u8>,
    /// Whether it waits for the viewer to move.
    pub your_turn: bool,
    /// How many actions have been made.
    pub ply: u32,
    /// When something last happened: milliseconds since 1970.
    pub changed: i64,
    /// How it ended, in a sentence.
    pub result: Option<String>,
    /// The same sentence with its players left open: `{seat:0} [wins|win].`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub result_label: Option<String>,
    /// Each seat's share of the win, from 0 to 1, once the game is over; empty where it is not known.
    #[serde(default)]
    pub shares: Vec<f64>,
}

/// A table in a visitor's list.
pub fn summarize(listed: Listed, visitor: &VisitorId, presence: &dyn Presence) -> TableSummary {
    let ending = listed.summary.ending();
    let (result, result_label) = ending.as_ref().map(|it| listed.summary.words(it)).unzip();
    let (mut yours, mut your_turn) = (Vec::new(), false);
    let mut seats = Vec::with_capacity(listed.summary.seats.len());
    for (index, (role, holder)) in listed.summary.seats.into_iter().enumerate() {
        let sitter = match holder {
            SummaryHolder::Open => Sitter::Open,
            SummaryHolder::Person { visitor: who, name } => {
                if who.as_ref() == Some(visitor) {
                    yours.push(index as u8);
                    your_turn |= listed.summary.turn == Some(index as u8);
                }
                let here = who.as_ref().is_some_and(|who| presence.is_present(who));
                Sitter::Person { name, here }
            }
            SummaryHolder::Computer { level, keeps_for } => Sitter::Computer { level, keeps_for },
        };
        seats.push(SeatView { role, sitter, clock: None, grace: None, computer_moves: 0 });
    }
    TableSummary {
        id: listed.id.0,
        game: listed.game,
        status: listed.status,
        seats,
        yours,
        your_turn: your_turn && listed.status == Status::Playing,
        ply: listed.summary.ply,
        changed: listed.changed,
        result,
        result_label: result_label.flatten(),
        shares: ending.map(|ending| ending.numbers()).unwrap_or_default(),
    }
}
