//! A table as one viewer sees it.

use parlour_core::label::Names;
use parlour_core::{Seat, Turn as CoreTurn};
use parlour_table::ending::Ending;
use parlour_table::projection::{self, Projection, Visit};
use parlour_table::{Table, events};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

pub use parlour_table::ending::Cause;
pub use parlour_table::events::Level;
pub use parlour_table::listing::{Status, TableSummary};
pub use parlour_table::projection::{ChatLine, Offers, Rights, SeatView, Sitter, You};

use crate::label::{Label, Template, Writer};
use crate::scene::{Choice, Description, Layout, Picture};

/// How time is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Clock {
    /// No clock.
    #[default]
    None,
    /// A time for each move.
    Move {
        /// Seconds; a day is 86400.
        seconds: u32,
    },
    /// A time for the whole game, with an increment after each move.
    Game {
        /// Seconds at the start.
        seconds: u32,
        /// Seconds added after each move.
        increment: u32,
    },
}

impl From<Clock> for events::Clock {
    fn from(clock: Clock) -> Self {
        let ms = |seconds: u32| i64::from(seconds) * 1000;
        match clock {
            Clock::None => events::Clock::None,
            Clock::Move { seconds } => events::Clock::Move { limit: ms(seconds) },
            Clock::Game { seconds, increment } => {
                events::Clock::Game { limit: ms(seconds), increment: ms(increment) }
            }
        }
    }
}

impl From<events::Clock> for Clock {
    fn from(clock: events::Clock) -> Self {
        let seconds = |ms: i64| u32::try_from(ms / 1000).unwrap_or(0);
        match clock {
            events::Clock::None => Clock::None,
            events::Clock::Move { limit } => Clock::Move { seconds: seconds(limit) },
            events::Clock::Game { limit, increment } => {
                Clock::Game { seconds: seconds(limit), increment: seconds(increment) }
            }
        }
    }
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

impl Turn {
    /// Whose turn it is; `thrower` is the player for whom chance decides.
    pub fn of(turn: CoreTurn, thrower: Option<Seat>) -> Self {
        match turn {
            CoreTurn::Player(seat) => Turn::Player { seat: seat.0 },
            CoreTurn::Chance => Turn::Chance { seat: thrower.map(|seat| seat.0) },
            CoreTurn::Over => Turn::Over,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct GameResult {
    /// Why it is over.
    pub cause: Cause,
    /// Each seat's share of the win, from 0 to 1; empty: it is unknown who won.
    pub shares: Vec<f64>,
    /// The cause in a sentence: "Light wins.", "Dark resigned.", "Draw agreed."
    pub words: Label,
}

impl GameResult {
    /// How a game ended.
    pub fn of(ending: Ending, labels: &mut Writer<'_>) -> Self {
        let words = match ending.words() {
            Ok(label) => labels.label(&label),
            Err(foreign) => Label::text(foreign.to_owned()),
        };
        GameResult { shares: ending.numbers(), words, cause: ending.cause }
    }
}

/// A line of the move list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LogLine {
    /// The number of actions made once this one was: the first has 1.
    pub ply: u32,
    /// What happened.
    #[serde(flatten)]
    pub description: Description,
}

/// Everything that one viewer may know about a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct TableView {
    /// The table's unguessable name.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The options by name.
    pub options: Vec<(String, String)>,
    /// The number of the last event; null after a delta, which has no number.
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
    /// The seat whose view this is; null: the public's.
    pub viewer: Option<u8>,
    /// What is the visitor's alone.
    #[serde(flatten)]
    pub you: You,
    /// The position's text as the viewer may know it.
    pub position: String,
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
    pub last: Option<Description>,
    /// The move list.
    pub log: Vec<LogLine>,
    /// What was said last.
    pub chat: Vec<ChatLine>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// Open proposals.
    pub offers: Offers,
    /// How many watch.
    pub spectators: u32,
}

impl TableView {
    /// All that a visitor may know of a table, in English.
    pub fn in_english(table: &Table, visit: &Visit<'_>) -> Self {
        let view = Projection::on_screen(table, visit.visitor, visit.look);
        let (layout, roles) = (view.layout(), view.roles());
        let names = Names { sites: &layout.sites, seats: &roles };
        TableView::of(view, visit, &mut Writer::English(names))
    }

    /// All that a visitor may know of a table.
    pub(crate) fn of(view: Projection<'_>, visit: &Visit<'_>, labels: &mut Writer<'_>) -> Self {
        let line = |(ply, made)| LogLine { ply, description: Description::of(made, labels) };
        let log: Vec<LogLine> = (1..).zip(view.made_since(0)).map(line).collect();
        TableView {
            id: view.id().0.clone(),
            game: view.game().to_owned(),
            options: view.options().to_vec(),
            sequence: Some(view.sequence()),
            ply: view.ply(),
            rewinds: view.rewinds(),
            status: view.status(),
            public: view.is_listed(),
            clock: view.clock().into(),
            running: view.running().map(|seat| seat.0),
            turn: Turn::of(view.turn(), view.thrower()),
            seats: view.seats(visit.presence, visit.now),
            viewer: projection::seat_of(view.viewer()).map(|seat| seat.0),
            you: view.you(visit.invitation),
            position: view.position(),
            layout: Layout::of(&view.layout(), labels),
            picture: Picture::of(&view.picture(), labels),
            choices: view.choices().into_iter().map(|c| Choice::of(c, labels)).collect(),
            guide: view.guide(&[]).map(|label| labels.label(&label)),
            templates: Vec::new(),
            moment: view.highlight().map(|picture| Picture::of(&picture, labels)),
            last: log.last().map(|line| line.description.clone()),
            log,
            chat: view.recent_chat(),
            result: view.ending().map(|ending| GameResult::of(ending, labels)),
            offers: view.offers(),
            spectators: view.spectators(visit.presence),
        }
    }

    /// The text of a label's template.
    pub fn template<'a>(&'a self, label: &'a Label) -> &'a str {
        match &label.template {
            Template::Text(text) => text,
            Template::Known(place) => {
                self.templates.get(usize::from(*place)).map_or("", String::as_str)
            }
        }
    }
}
