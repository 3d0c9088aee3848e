//! What goes over a table's WebSocket.

pub use parlour_analysis::Certainty;
pub use parlour_analysis::coach::CoachVerdict;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::delta::BoardDelta;
use crate::label::{Label, Writer};
use crate::scene::Choice;
use crate::table::{ChatLine, Level, Offers, SeatView, TableView, You};

/// The name of a message, chosen by its sender: what answers the message carries it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
#[cfg_attr(feature = "schema", derive(TS), ts(type = "string"))]
pub struct MessageId(String);

impl MessageId {
    /// The most bytes of an id.
    pub const LONGEST: usize = 40;
}

impl TryFrom<String> for MessageId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if (1..=Self::LONGEST).contains(&text.len()) {
            Ok(MessageId(text))
        } else {
            Err(format!("an id has 1 to {} bytes", Self::LONGEST))
        }
    }
}

/// From page to server: a message and its id. Every one is answered exactly once, by `done`, `guide`, `hint`,
/// `verdict`, `pong` or `error`. One that changes the table counts once however often it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS), ts(type = "{ id: MessageId } & ClientMessage"))]
pub struct ClientRequest {
    /// New for each message of a visitor at a table; the same when one is sent again.
    pub id: MessageId,
    /// What is asked.
    #[serde(flatten)]
    pub message: ClientMessage,
}

/// What a page can ask of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Make a move.
    Act {
        /// The move's text, as a choice had it.
        action: String,
        /// The ply at which it was chosen: a late click changes nothing.
        ply: u32,
        /// How often actions had been taken back by then; absent: not looked at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        rewinds: Option<u32>,
    },
    /// Throw the dice, the sticks: chance decides for one's own seat.
    Throw {
        /// The ply at which it was thrown: a late throw changes nothing.
        ply: u32,
    },
    /// What is to be done with these sites picked; or, with a site, why it cannot be picked.
    Ask {
        /// The ply that it is about.
        ply: u32,
        /// The sites picked so far.
        picked: Vec<u16>,
        /// The site that cannot be picked.
        site: Option<u16>,
    },
    /// In a game with secrets on one screen: the player of this seat looks now.
    Look {
        /// The seat, from 0; null covers the screen again.
        seat: Option<u8>,
    },
    /// Sit down on an open seat.
    Sit {
        /// The seat, from 0.
        seat: u8,
        /// The invitation, needed at a private table.
        invitation: Option<String>,
    },
    /// Leave a seat before the game starts.
    Stand {
        /// The seat, from 0.
        seat: u8,
    },
    /// Give a seat to the computer: an open one or a leaver's (the table's maker), or one's own.
    Computer {
        /// The seat, from 0.
        seat: u8,
        /// How strong.
        #[serde(deserialize_with = "Level::wanted")]
        level: Level,
    },
    /// Take one's seat back from the computer.
    Return {
        /// The seat, from 0.
        seat: u8,
    },
    /// Give up the game for this seat of one's own.
    Resign {
        /// The seat, from 0.
        seat: u8,
    },
    /// Offer a draw, or agree to one that is offered.
    Draw,
    /// Ask to take back the last move, or agree to it.
    TakeBack,
    /// Say no to what is offered or asked.
    Decline,
    /// Propose the next game, with seats rotated: it begins once everybody who played does.
    Rematch,
    /// Say something.
    Chat {
        /// The words.
        text: String,
    },
    /// Keep an imported record, which expires otherwise.
    Keep,
    /// What would the computer play here?
    Hint,
    /// What does the coach say of this move, before it is made?
    Judge {
        /// The move's text, as a choice had it.
        action: String,
        /// The ply at which it was chosen.
        ply: u32,
    },
    /// Send the whole table: a message did not fit what the page knows.
    Table,
    /// Is the line alive?
    Ping,
}

/// From server to page. A table is sent whole at first, and whenever another viewer looks or something
/// was taken back; then come the parts of it that change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The table as it is now.
    Table {
        /// What the viewer may know of it.
        table: Box<TableView>,
    },
    /// The game went on.
    Board(Box<BoardDelta>),
    /// Who sits where, all seats.
    Seats {
        /// The seats in turn order.
        seats: Vec<SeatView>,
    },
    /// How many watch.
    Spectators {
        /// The number of spectators with an open page.
        spectators: u32,
    },
    /// How much time is left.
    Clocks {
        /// Milliseconds for each seat, as of the message's sending.
        left: Vec<i64>,
        /// The seat whose clock runs.
        running: Option<u8>,
    },
    /// What was said.
    Chat {
        /// The new lines.
        lines: Vec<ChatLine>,
    },
    /// What is proposed.
    Offers {
        /// All of it.
        offers: Offers,
    },
    /// What the visitor is and may do at this table.
    You {
        /// All of it.
        you: You,
    },
    /// A message was done, and all that it changed was sent before.
    Done {
        /// The message.
        id: MessageId,
    },
    /// A hint.
    Hint {
        /// The message that asked for it.
        id: MessageId,
        /// The ply that it is for.
        ply: u32,
        /// Good moves, the best first; every move where all values are exact.
        moves: Vec<HintMove>,
        /// What speaks for the best one, the most important first.
        why: Vec<MoveFact>,
        /// What the next player is expected to answer to the best one, where that is known.
        #[serde(default)]
        reply: Option<Box<Reply>>,
    },
    /// What the coach says of a move that was chosen and is not made yet.
    Verdict {
        /// The message that asked for it.
        id: MessageId,
        /// What it says.
        #[serde(flatten)]
        verdict: Box<MoveVerdict>,
    },
    /// The answer to what was asked.
    Guide {
        /// The message that asked.
        id: MessageId,
        /// The ply that it is about.
        ply: u32,
        /// The sites picked so far.
        picked: Vec<u16>,
        /// The site that cannot be picked; null where the words say what to do.
        site: Option<u16>,
        /// One sentence; a reason begins without a capital and has no full stop.
        words: Label,
        /// Where the rule page says so: a ruling's number or a heading.
        rule: Option<String>,
    },
    /// A message was refused; nothing changed.
    Error {
        /// The message; absent where it had no id that could be read, or where the table itself fails.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        id: Option<MessageId>,
        /// A word for programs: `illegal`, `not-your-turn`, `stale`, `too-fast`, `bad-message` …
        code: String,
        /// What was wrong and what to do, for people.
        message: String,
    },
    /// The line is alive.
    Pong {
        /// The ping.
        id: MessageId,
    },
}

/// A move that the computer thinks well of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct HintMove {
    /// The move's text.
    pub action: String,
    /// The move in a few words.
    pub caption: Label,
    /// The mover's expected share of the win, from 0 to 1.
    pub value: f64,
    /// How much that can be trusted.
    pub certainty: Certainty,
}

/// Something that is true of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct MoveFact {
    /// What kind of fact it is: `wins`, `bump`.
    pub kind: String,
    /// Where it can be seen.
    pub sites: Vec<u16>,
    /// One sentence. Its subject is the move.
    pub words: Label,
}

impl MoveFact {
    /// A fact as data.
    pub fn of(fact: &parlour_core::MoveFact) -> Self {
        let words = Writer::Spelled.label(&fact.label);
        MoveFact { kind: fact.kind.to_owned(), sites: fact.sites.clone(), words }
    }
}

/// What the coach says of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct MoveVerdict {
    /// The ply that it is for.
    pub ply: u32,
    /// The move's text.
    pub action: String,
    /// Good enough, or not, or the only good one.
    pub verdict: CoachVerdict,
    /// The share of the win that it gives away, from 0 to 1; 0 where that is not known.
    pub lost: f64,
    /// What speaks against it.
    pub against: Vec<MoveFact>,
    /// What the next player would answer, where the coach shows it.
    pub reply: Option<Reply>,
    /// The best move, where it is another one; for the only good move, itself.
    pub best: Option<HintMove>,
    /// What speaks for the best move.
    pub why: Vec<MoveFact>,
}

/// An answer to a move that gives something away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Reply {
    /// Who would make it, a seat from 0.
    pub seat: u8,
    /// The move.
    pub choice: Choice,
    /// What speaks for it.
    pub why: Vec<MoveFact>,
}

// JSON is read and written in this crate, which is compiled as one unit: in the server's many units the
// calls for each field are not inlined.

/// The id alone of a message.
#[derive(Deserialize)]
struct IdOnly {
    id: MessageId,
}

impl ClientRequest {
    /// The message of this JSON.
    ///
    /// # Errors
    /// With a sentence that says what is wrong.
    pub fn read(text: &str) -> Result<Self, String> {
        crate::reading::read(text.as_bytes())
    }

    /// The id of a message that may be none otherwise.
    pub fn read_id(text: &str) -> Option<MessageId> {
        serde_json::from_str(text).ok().map(|IdOnly { id }| id)
    }
}

impl ServerMessage {
    /// The message that it answers.
    pub fn answers(&self) -> Option<&MessageId> {
        match self {
            ServerMessage::Done { id }
            | ServerMessage::Hint { id, .. }
            | ServerMessage::Verdict { id, .. }
            | ServerMessage::Guide { id, .. }
            | ServerMessage::Pong { id } => Some(id),
            ServerMessage::Error { id, .. } => id.as_ref(),
            _ => None,
        }
    }

    /// Adds the message to a text, as JSON.
    pub fn write(&self, text: &mut Vec<u8>) {
        serde_json::to_writer(text, self).expect("messages hold nothing that JSON cannot");
    }
}

/// A message that does not fit what is known: the table has to be asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfSync;

impl TableView {
    /// Follows a message from the server.
    pub fn follow(&mut self, message: &ServerMessage) -> Result<(), OutOfSync> {
        match message {
            ServerMessage::Table { table } => *self = (**table).clone(),
            ServerMessage::Board(board) => self.follow_board(board).ok_or(OutOfSync)?,
            ServerMessage::Seats { seats } => self.seats.clone_from(seats),
            ServerMessage::Spectators { spectators } => self.spectators = *spectators,
            ServerMessage::Clocks { left, running } => {
                for (seat, left) in self.seats.iter_mut().zip(left) {
                    seat.clock = Some(*left);
                }
                self.running = *running;
            }
            ServerMessage::Chat { lines } => self.chat.extend(lines.iter().cloned()),
            ServerMessage::Offers { offers } => self.offers.clone_from(offers),
            ServerMessage::You { you } => self.you.clone_from(you),
            ServerMessage::Done { .. }
            | ServerMessage::Hint { .. }
            | ServerMessage::Verdict { .. }
            | ServerMessage::Guide { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Pong { .. } => {}
        }
        Ok(())
    }
}
