//! What can happen at a table, as it is stored. These types are the store's own: the messages to
//! the page may change without them, and they without the messages.

use parlour_session::Entry;
use serde::{Deserialize, Deserializer, Serialize};

use crate::ending::Cause;
use crate::stored::{RequestKey, TableId, VisitorId};

/// The version that is written with every event. A store rewrites events of an earlier version when it is opened.
pub const VERSION: u32 = 5;

/// How strong a computer player is, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(type = "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8"))]
#[cfg_attr(feature = "schema", schema(value_type = u8, minimum = 1, maximum = 8))]
pub struct Level(u8);

impl Level {
    /// For a first game.
    pub const WEAKEST: Level = Level::new(1);
    /// As strong as it gets in a few seconds.
    pub const STRONGEST: Level = Level::new(u8::MAX);

    /// The level of that number, or the nearest that there is.
    pub const fn new(number: u8) -> Self {
        let strongest = parlour_session::LEVELS as u8;
        match number {
            0 => Level(1),
            _ if number > strongest => Level(strongest),
            _ => Level(number),
        }
    }

    /// From 1 to 8.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Reads a level that somebody asks for: a stored one that is too high becomes the nearest, and this may not.
    pub fn wanted<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
        let number = u8::deserialize(from)?;
        let message =
            || format!("levels go from 1 to {}, {number} is none", parlour_session::LEVELS);
        let level = Some(Level::new(number)).filter(|level| level.number() == number);
        level.ok_or_else(|| serde::de::Error::custom(message()))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

impl From<u8> for Level {
    fn from(number: u8) -> Level {
        Level::new(number)
    }
}

/// How time is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Clock {
    /// No clock.
    None,
    /// A limit for each move.
    Move {
        /// Milliseconds.
        limit: i64,
    },
    /// A limit for the whole game, and an increment after each move.
    Game {
        /// Milliseconds at the start.
        limit: i64,
        /// Milliseconds added after each move.
        increment: i64,
    },
}

/// A person on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Who; `None` for a name out of an imported record.
    pub visitor: Option<VisitorId>,
    /// The name shown.
    pub name: String,
    /// Whether the name was given for this seat alone, on a shared screen.
    pub own_name: bool,
}

/// Who sits on a seat at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum InitialSeat {
    /// Nobody yet.
    Open,
    /// A person.
    Person(Person),
    /// The computer.
    Computer {
        /// How strong.
        level: Level,
    },
}

/// A new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// All options with their values.
    pub options: Vec<(String, String)>,
    /// The seats in turn order.
    pub seats: Vec<InitialSeat>,
    /// How time is kept.
    pub clock: Clock,
    /// Whether lists show it.
    pub public: bool,
    /// Who set it up.
    pub maker: VisitorId,
    /// The hash of the maker's invitation.
    pub invitation: Option<String>,
    /// The table whose rematch this is.
    pub rematch_of: Option<TableId>,
    /// Whether it came from a record: nobody plays on.
    pub imported: bool,
    /// The secret seed of its dice ([`crate::dice`]), at a table where people play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Whether browsers seal what they add to the dice before anybody opens it: at the tables of a server.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
}

impl Created {
    /// A table of this game, with nothing special about it. `options` are all that it has.
    pub fn new(
        entry: &Entry,
        options: Vec<(String, String)>,
        seats: Vec<InitialSeat>,
        maker: VisitorId,
    ) -> Self {
        Created {
            game: entry.id.to_owned(),
            rules: entry.version,
            options,
            seats,
            clock: Clock::None,
            public: false,
            maker,
            invitation: None,
            rematch_of: None,
            imported: false,
            seed: None,
            sealed: false,
        }
    }
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The table was set up. Always the first event.
    Created(Created),
    /// A person sat down.
    Sat {
        /// The seat, from 0.
        seat: u8,
        /// Who.
        visitor: VisitorId,
        /// Their name.
        name: String,
        /// The hash of the invitation that they can give to others.
        invitation: String,
    },
    /// A seat became open again before the start.
    Stood {
        /// The seat, from 0.
        seat: u8,
    },
    /// The computer took a seat, keeping it for the person who had it.
    Computer {
        /// The seat, from 0.
        seat: u8,
        /// How strong.
        level: Level,
        /// Whether the table's maker gave it away because its player was absent.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        for_absent: bool,
    },
    /// A person took a seat back from the computer.
    Returned {
        /// The seat, from 0.
        seat: u8,
    },
    /// A visitor's seats went to another device.
    #[serde(rename = "moved")]
    SeatsTransferred {
        /// From this visitor.
        from: VisitorId,
        /// To this one.
        to: VisitorId,
        /// The hash of the new device's invitation.
        invitation: String,
    },
    /// A visitor changed their name.
    Renamed {
        /// Who.
        visitor: VisitorId,
        /// The new name.
        name: String,
    },
    /// A player moved or chance decided.
    Acted {
        /// The action's text.
        action: String,
    },
    /// No server was up for this time, or the computer's clock was set back: nobody's clock ran. It is
    /// the one event that may come at an earlier time than the one before.
    Resumed {
        /// Milliseconds.
        missed: i64,
    },
    /// A player gave up.
    Resigned {
        /// The seat, from 0.
        seat: u8,
        /// The computer that plays on for the seat, where the game goes on.
        substitute: Option<Level>,
    },
    /// A player's time ran out.
    Flagged {
        /// The seat, from 0.
        seat: u8,
        /// The computer that plays on for the seat, where the game goes on.
        substitute: Option<Level>,
    },
    /// The game ended otherwise than by its rules, or a record stopped.
    Ended {
        /// Why.
        cause: Cause,
        /// The seats, from 0, that share the win; empty: it is unknown who won.
        winners: Vec<u8>,
    },
    /// A player offered a draw or agreed to one.
    DrawOffered {
        /// The seat, from 0.
        seat: u8,
    },
    /// A player asked to take back to this ply, or agreed to it.
    TakeBackAsked {
        /// The seat, from 0.
        seat: u8,
        /// The number of actions to be left.
        to: u32,
    },
    /// All agreed: the last actions were taken back.
    TakenBack {
        /// The number of actions left.
        to: u32,
    },
    /// What was offered or asked was turned down or withdrawn.
    Declined {
        /// The seat, from 0.
        seat: u8,
    },
    /// A player wants a rematch and waits for the others.
    RematchWanted {
        /// The seat, from 0.
        seat: u8,
    },
    /// The next game was set up.
    Rematched {
        /// Its table.
        table: TableId,
    },
    /// Somebody keeps an imported record, which expires otherwise.
    Kept {
        /// Who.
        visitor: VisitorId,
    },
    /// A player's browser bound itself to what it will add to the dice.
    Sealed {
        /// Whose.
        visitor: VisitorId,
        /// The hash of a random text.
        seal: String,
    },
    /// A player's browser added to the dice: where there are seals, it opened its own.
    Contributed {
        /// Whose.
        visitor: VisitorId,
        /// A random text.
        salt: String,
    },
    /// Somebody said something.
    Said {
        /// Who.
        visitor: VisitorId,
        /// Under what name.
        name: String,
        /// From which seat.
        seat: Option<u8>,
        /// What.
        text: String,
    },
}

impl Event {
    /// Whether the game itself goes on by this event: talk, offers and seals do not count.
    pub fn advances_game(&self) -> bool {
        !matches!(
            self,
            Event::Said { .. }
                | Event::Sealed { .. }
                | Event::Contributed { .. }
                | Event::Renamed { .. }
                | Event::DrawOffered { .. }
                | Event::TakeBackAsked { .. }
                | Event::Declined { .. }
                | Event::RematchWanted { .. }
                | Event::Kept { .. }
        )
    }

    /// Its stored text, with the message that it came of.
    pub fn encode(&self, request: Option<RequestKey>) -> String {
        let mut text = serde_json::to_string(self).expect("events hold nothing that JSON cannot");
        if let Some(request) = request {
            // Not by `flatten`, which reads events through a copy of each.
            let key = serde_json::to_string(&request).expect("a number");
            text.truncate(text.len() - 1);
            text.extend([",\"request\":", &key, "}"]);
        }
        text
    }

    /// The event of a stored text, and the message that it came of.
    pub fn decode(version: u32, body: &str) -> Result<(Event, Option<RequestKey>), DecodeError> {
        if version != VERSION {
            return Err(DecodeError::Version(version));
        }
        let event = serde_json::from_str(body).map_err(DecodeError::Json)?;
        let Origin { request } = serde_json::from_str(body).map_err(DecodeError::Json)?;
        Ok((event, request))
    }
}

/// What is stored beside an event.
#[derive(Deserialize)]
struct Origin {
    #[serde(default)]
    request: Option<RequestKey>,
}

/// Why a stored text is no event.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// It has a version that this program does not know.
    #[error("an event of version {0} was written by another Parlour")]
    Version(u32),
    /// It is not the JSON of an event.
    #[error(transparent)]
    Json(serde_json::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One stored text of each kind at least, a line each.
    const STORED: &str = include_str!("../tests/events/stored.jsonl");

    /// A number for each kind: a new kind does not compile until it has one here.
    fn kind(event: &Event) -> usize {
        match event {
            Event::Created(_) => 0,
            Event::Sat { .. } => 1,
            Event::Stood { .. } => 2,
            Event::Computer { .. } => 3,
            Event::Returned { .. } => 4,
            Event::SeatsTransferred { .. } => 5,
            Event::Renamed { .. } => 6,
            Event::Acted { .. } => 7,
            Event::Resumed { .. } => 8,
            Event::Resigned { .. } => 9,
            Event::Flagged { .. } => 10,
            Event::Ended { .. } => 11,
            Event::DrawOffered { .. } => 12,
            Event::TakeBackAsked { .. } => 13,
            Event::TakenBack { .. } => 14,
            Event::Declined { .. } => 15,
            Event::Rematched { .. } => 16,
            Event::Said { .. } => 17,
            Event::RematchWanted { .. } => 18,
            Event::Contributed { .. } => 19,
            Event::Sealed { .. } => 20,
            Event::Kept { .. } => 21,
        }
    }

    #[test]
    fn stored_events_stay_readable() {
        let mut kinds = std::collections::BTreeSet::new();
        for line in STORED.lines() {
            let read = Event::decode(VERSION, line);
            let (event, request) = read.unwrap_or_else(|why| panic!("{why}: {line}"));
            assert_eq!(event.encode(request), line, "what is written stays the same");
            kinds.insert(kind(&event));
        }
        assert_eq!(kinds, (0..22).collect(), "every kind has a line");
    }

    #[test]
    fn events_of_another_version_are_refused_in_words() {
        for other in [VERSION - 1, VERSION + 1] {
            let refused = Event::decode(other, "{}");
            assert!(matches!(refused, Err(DecodeError::Version(version)) if version == other));
        }
    }

    #[test]
    fn an_event_keeps_the_message_that_it_came_of() {
        let key = RequestKey::of(&VisitorId("ann".to_owned()), "a message");
        for line in STORED.lines() {
            let (event, _) = Event::decode(VERSION, line).expect("an event");
            let text = event.encode(Some(key));
            assert_eq!(Event::decode(VERSION, &text).ok(), Some((event, Some(key))), "{text}");
        }
    }
}
