//! A table as one viewer sees it.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::label::Label;
use crate::scene::{Choice, Layout, Picture, Told};

/// How strong a computer player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "schema", ts(type = "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8"))]
#[cfg_attr(feature = "schema", schema(value_type = u8, minimum = 1, maximum = 8))]
pub struct Level(u8);

impl Level {
    /// For a first game.
    pub const WEAKEST: Level = Level(1);
    /// As strong as it gets in a few seconds.
    pub const STRONGEST: Level = Level(parlour_games::LEVELS as u8);

    /// From 1 to 8.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Level {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match (Level::WEAKEST.0..=Level::STRONGEST.0).contains(&number) {
            true => Ok(Level(number)),
            false => Err(format!("levels go from 1 to {}, {number} is none", Level::STRONGEST.0)),
        }
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// The name they chose.
        name: String,
        /// Whether a page of theirs is open now.
        here: bool,
    },
    /// A computer player.
    Computer {
        /// How strong.
        level: Level,
        /// It keeps the seat for this person, who can take it back.
        keeps_for: Option<String>,
    },
}

/// One seat at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct SeatView {
    /// What the game calls this player: "Light", "Player 3".
    pub role: String,
    /// Who sits there.
    pub sitter: Sitter,
    /// Time left in milliseconds as of the message's sending; null without a clock.
    pub clock: Option<i64>,
    /// Milliseconds, as of the message's sending, until the table's maker may give the seat of this
    /// absent player to the computer; null where that is not the question.
    pub grace: Option<i64>,
    /// How many moves the computer has made for this seat's player.
    pub computer_moves: u32,
}

/// How time is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Clock {
    /// No clock.
    None,
    /// So much for each move.
    Move {
        /// Seconds; a day is 86400.
        seconds: u32,
    },
    /// So much for the whole game, and some more after each move.
    Game {
        /// Seconds at the start.
        seconds: u32,
        /// Seconds added after each move.
        increment: u32,
    },
}

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

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Turn {
    /// This seat (from 0) moves.
    Player {
        /// The seat.
        seat: u8,
    },
    /// Dice, sticks or a draw decide.
    Chance {
        /// Who throws: that seat's player does it, or the server before long; null: the server.
        seat: Option<u8>,
    },
    /// The game has ended.
    Over,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Outcome {
    /// Each seat's share of the win: `1`, `0`, `1/2`.
    pub shares: Vec<String>,
    /// Why, in a sentence: "Light wins.", "Dark resigned.", "Draw agreed."
    pub words: String,
    /// The same as a label; absent where there is only a text, or over HTTP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub label: Option<Label>,
}

/// A line of the move list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LogLine {
    /// The number of actions made once this one was: the first has 1.
    pub ply: u32,
    /// What happened.
    #[serde(flatten)]
    pub told: Told,
}

/// Something said at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct ChatLine {
    /// The event's number: chat lines are in its order.
    pub sequence: u64,
    /// Who said it.
    pub name: String,
    /// The speaker's seat, if any.
    pub seat: Option<u8>,
    /// A stable mark for the speaker at this table, for muting.
    pub speaker: String,
    /// The words: plain text.
    pub text: String,
}

/// What somebody proposed and others have not answered yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Offers {
    /// The seat that offers a draw.
    pub draw: Option<u8>,
    /// The seat that asks to take back the last move.
    pub take_back: Option<u8>,
    /// The seats whose players want a rematch.
    pub wants_rematch: Vec<u8>,
    /// The table of the rematch, once there is one.
    pub rematch: Option<String>,
}

/// What the viewer may do now besides moving.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Rights {
    /// Resign.
    pub resign: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Ask to take back the last move.
    pub take_back: bool,
    /// Ask for a hint.
    pub hint: bool,
    /// Set up the next game.
    pub rematch: bool,
    /// Keep an imported record, which expires otherwise.
    pub keep: bool,
    /// Sit down on an open seat.
    pub sit: bool,
    /// Change who sits where (the table's maker).
    pub host: bool,
}

/// What a visitor is and may do at a table: the part of a view that is theirs alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct You {
    /// The seats (from 0) that belong to the visitor; several in a game on one screen.
    pub yours: Vec<u8>,
    /// In a game with secrets on one screen: pass the device to this seat, which then asks to look.
    pub pass_to: Option<u8>,
    /// The token that lets a friend sit down, for those who may invite.
    pub invitation: Option<String>,
    /// What the visitor may do.
    pub rights: Rights,
}

/// Everything that one viewer may know about a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct TableView {
    /// The table's unguessable name.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The options by name.
    pub options: Vec<(String, String)>,
    /// The number of the last event; null once news was followed, which does not tell it.
    pub sequence: Option<u64>,
    /// How many actions have been made.
    pub ply: u32,
    /// How often actions were taken back.
    pub rewinds: u32,
    /// Where the table stands.
    pub status: Status,
    /// Whether lists show it.
    pub public: bool,
    /// The clock.
    pub clock: Clock,
    /// The seat whose clock runs.
    pub running: Option<u8>,
    /// Whose turn it is.
    pub turn: Turn,
    /// The seats in turn order.
    pub seats: Vec<SeatView>,
    /// The seat through whose eyes this is seen; null: the public's.
    pub viewer: Option<u8>,
    /// What is the visitor's alone.
    #[serde(flatten)]
    pub you: You,
    /// The position's text as the viewer may know it; null once news was followed.
    pub position: Option<String>,
    /// The board.
    pub layout: Layout,
    /// What stands on it.
    pub picture: Picture,
    /// The moves that the viewer may make now.
    pub choices: Vec<Choice>,
    /// What the viewer is to do now, in one sentence; null where others act.
    pub guide: Option<Label>,
    /// The templates of the labels in here, which name them by their places in this list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<String>,
    /// What the table looked like at the last action, where the position no longer shows it.
    pub moment: Option<Picture>,
    /// The last action.
    pub last: Option<Told>,
    /// The move list.
    pub log: Vec<LogLine>,
    /// What was said last.
    pub chat: Vec<ChatLine>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Open proposals.
    pub offers: Offers,
    /// How many watch.
    pub watchers: u32,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}
