//! What goes over HTTP.

use parlour_core::{OptionKind, OptionSpec};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::options;
use crate::scene::{Description, Layout, Picture};
use crate::table::{Clock, GameResult, SeatView, TableSummary};

pub use parlour_table::setup::NewSeat;

/// The visitor, as the visitor may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Me {
    /// The name shown to others.
    pub name: String,
}

/// One option of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// Its name on a form, in plain words.
    pub label: String,
    /// What values it takes.
    pub kind: OptionKindInfo,
    /// The value when nobody says otherwise.
    pub default: String,
    /// What it does, in one sentence.
    pub help: String,
    /// Values that have a name in plain words.
    pub value_labels: Vec<ValueLabel>,
}

/// A value of an option, in plain words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct ValueLabel {
    /// The value.
    pub value: String,
    /// Its name on a form.
    pub label: String,
}

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OptionKindInfo {
    /// A whole number.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// One of these words.
    Choice {
        /// The words.
        words: Vec<String>,
    },
    /// A text.
    Text,
}

impl From<&OptionSpec> for OptionInfo {
    fn from(spec: &OptionSpec) -> Self {
        let label = |&(value, label): &(&str, &str)| ValueLabel {
            value: value.to_owned(),
            label: label.to_owned(),
        };
        OptionInfo {
            name: spec.name.to_owned(),
            label: spec.label.to_owned(),
            kind: match spec.kind {
                OptionKind::Number { min, max } => OptionKindInfo::Number { min, max },
                OptionKind::Choice(words) => OptionKindInfo::Choice {
                    words: words.iter().map(|&word| word.to_owned()).collect(),
                },
                OptionKind::Text => OptionKindInfo::Text,
            },
            default: spec.default.to_owned(),
            help: spec.help.to_owned(),
            value_labels: spec.value_labels.iter().map(label).collect(),
        }
    }
}

/// A game that can be played here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct GameInfo {
    /// Its name in addresses.
    pub id: String,
    /// Its name on the lid.
    pub name: String,
    /// The game in one sentence.
    pub summary: String,
    /// The fewest players.
    pub min_players: u8,
    /// The most players.
    pub max_players: u8,
    /// Whether players may agree on a draw.
    pub draws: bool,
    /// Whether players hide things from each other.
    pub secrets: bool,
    /// How many lessons teach it; 0 without a course.
    #[serde(default)]
    pub lessons: u16,
    /// How many puzzles there are: `puzzle-1`, `puzzle-2` and so on.
    #[serde(default)]
    pub puzzles: u16,
    /// Its options.
    pub options: Vec<OptionInfo>,
    /// What each player is called, for the most players.
    pub roles: Vec<String>,
    /// The board at the start.
    pub layout: Layout,
    /// What stands on it.
    pub picture: Picture,
    /// What the parts of the board are for.
    pub legend: Vec<LegendLine>,
}

/// A part of the board, explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LegendLine {
    /// A site that shows it: an index into the layout's sites.
    pub site: u16,
    /// What it is for.
    pub words: String,
}

/// A table to set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// Options by name: pairs, or an object.
    #[serde(default, deserialize_with = "options::read")]
    pub options: Vec<(String, String)>,
    /// The seats in turn order.
    pub seats: Vec<NewSeat>,
    /// How time is kept; without it there is no clock.
    #[serde(default)]
    pub clock: Clock,
    /// Whether lists show it and anyone may sit down.
    #[serde(default)]
    pub public: bool,
}

/// A new table's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Created {
    /// The table's unguessable name: its page is `/t/{id}`.
    pub id: String,
}

/// The tables to show on the first page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Tables {
    /// Where the visitor sits, newest first.
    pub mine: Vec<TableSummary>,
    /// Open to everyone, newest first.
    pub public: Vec<TableSummary>,
}

/// One position of a replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct ReplayStep {
    /// How many actions were made.
    pub ply: u32,
    /// The action that led here; null at the start.
    pub told: Option<Description>,
    /// The position's text.
    pub position: String,
    /// What stands on the board.
    pub picture: Picture,
}

/// A whole game to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Replay {
    /// The table's name.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// The seat whose view this is; null: the public's.
    pub viewer: Option<u8>,
    /// Whether everything hidden is shown: the game is over.
    pub open: bool,
    /// The board.
    pub layout: Layout,
    /// The positions from the start.
    pub steps: Vec<ReplayStep>,
    /// How it ended.
    pub result: Option<GameResult>,
}

/// A record in text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The text.
    pub text: String,
}

/// A short code that moves the visitor's seats at a table to another device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Transfer {
    /// The code; good for a few minutes and one use.
    pub code: String,
    /// The address that does the same, to show as a QR code.
    pub path: String,
    /// The QR code as SVG.
    pub qr: String,
    /// For how many more seconds it is good.
    pub seconds: u32,
}

/// The address that brings a friend to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Invitation {
    /// The address to send; with the visitor's invitation if they may give one.
    pub link: String,
    /// The QR code of it, as SVG.
    pub qr: String,
    /// Whether other computers can open it, as far as the server knows.
    pub reachable: bool,
}

/// A code that was typed or scanned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The code.
    pub code: String,
}

/// Why a call was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Failure {
    /// A word for programs.
    pub code: String,
    /// What was wrong and what to do, for people.
    pub message: String,
}
