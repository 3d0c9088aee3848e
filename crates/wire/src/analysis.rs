//! The analysis board: positions, trees of variations, the engine's lines.

pub use parlour_analysis::tree::Shape as TreeShape;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::api::ValueLabel;
use crate::label::{Label, Words};
use crate::scene::{Choice, Description, Layout, Mark, Picture, Piece};
use crate::socket::Certainty;
use crate::table::{GameResult, Turn};

/// A position: where a line begins, and the actions made since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionRef {
    /// The game's id.
    pub game: String,
    /// Options by name, for a line that begins at the start of a game.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The position where the line begins; null: the start of a game.
    pub position: Option<String>,
    /// The actions made since, throws and draws included.
    #[serde(default)]
    pub actions: Vec<String>,
}

/// Asks for a position as a board shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskPosition {
    /// The position.
    pub place: PositionRef,
    /// The seat (from 0) that looks; null: everything is open.
    pub viewer: Option<u8>,
    /// Whether the board itself is wanted, too: it does not change from move to move.
    #[serde(default)]
    pub layout: bool,
}

/// A chance outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct ChanceOutcome {
    /// Its text.
    pub action: String,
    /// Its weight; its probability is the part of all weights.
    pub weight: u32,
    /// What happens, in words.
    pub words: Words,
}

/// A position as the analysis board shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct PositionView {
    /// All options by name.
    pub options: Vec<(String, String)>,
    /// What the game calls each player.
    pub roles: Vec<String>,
    /// The seat that looks; null: everything is open.
    pub viewer: Option<u8>,
    /// The position's text, with everything open.
    pub position: String,
    /// The board, where it was asked for.
    pub layout: Option<Layout>,
    /// What stands on it.
    pub picture: Picture,
    /// What the table looked like at the last action, where the position no longer shows it.
    pub moment: Option<Picture>,
    /// Whose turn it is.
    pub turn: Turn,
    /// The moves that can be made; none where another seat looks than the one that moves.
    pub choices: Vec<Choice>,
    /// What to do now, in one sentence.
    pub guide: Option<Label>,
    /// What may be thrown or drawn now.
    pub chances: Vec<ChanceOutcome>,
    /// The last action.
    pub last: Option<Description>,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// Why the engine says nothing about this position; null where it does.
    pub no_engine: Option<String>,
}

/// Asks for a tree of variations: from a record, from a position's text, or from actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskTree {
    /// The game's id, for a text that does not name it.
    pub game: String,
    /// Options by name, for actions from the start of a game.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The position from which the actions go; null: the start of a game.
    pub position: Option<String>,
    /// A record, a position, or actions with variations.
    pub text: String,
}

/// Asks for the nearest legal position to a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskRepair {
    /// The game's id.
    pub game: String,
    /// The text.
    pub text: String,
}

/// The nearest legal position to a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Repair {
    /// The position; null where none is near, or the text is a position already.
    pub position: Option<String>,
}

/// Asks for a board that is set up place by place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskSetup {
    /// The game's id.
    pub game: String,
    /// The position that the text was made from.
    pub position: String,
    /// The text so far, a position or not.
    pub text: String,
    /// The slots to change, with their new values.
    #[serde(default)]
    pub changes: Vec<(u16, String)>,
    /// Whether the board itself is wanted, too.
    #[serde(default)]
    pub layout: bool,
}

/// A board that is set up place by place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Setup {
    /// The text with the changes.
    pub text: String,
    /// Why it is not a position, in a sentence; null where it is one.
    pub problem: Option<String>,
    /// The board, where it was asked for.
    pub layout: Option<Layout>,
    /// What stands on it.
    pub picture: Picture,
    /// The sites that can be changed; none where the text cannot be taken apart.
    pub boards: Vec<SetupBoard>,
    /// What can be changed beside the board.
    pub values: Vec<SetupValue>,
    /// The value of each slot.
    pub slots: Vec<String>,
}

/// Sites that can be changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct SetupBoard {
    /// The slot of the first site; those of the others follow.
    pub slot: u16,
    /// The sites, by their places in the layout.
    pub sites: Vec<u16>,
    /// What can stand on each; the first is an empty site.
    pub signs: Vec<SetupSign>,
}

/// What can stand on a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct SetupSign {
    /// The value of the site's slot.
    pub value: String,
    /// What to call it.
    pub name: Label,
    /// What it shows; null for nothing. Its site does not count.
    pub piece: Option<Piece>,
    /// The mark that it has beside; its site does not count.
    pub mark: Option<Mark>,
}

/// Something to choose or to count beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct SetupValue {
    /// Its slot.
    pub slot: u16,
    /// What it is.
    pub name: Label,
    /// What it can be.
    pub kind: SetupValueKind,
}

/// What a value can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum SetupValueKind {
    /// One of these.
    Choice {
        /// The values, with what to call them.
        values: Vec<ValueLabel>,
    },
    /// A whole number.
    Number {
        /// The lowest.
        min: i32,
        /// The highest.
        max: i32,
    },
}

/// A node of a tree of variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct TreeNode {
    /// The node before, a place in the list of nodes.
    pub parent: u32,
    /// The action that leads here; empty at the root.
    pub action: String,
    /// Who made it; null for chance.
    pub by: Option<u8>,
    /// The name of the line that begins here.
    pub name: String,
    /// A comment on the position.
    pub comment: String,
    /// A verdict on the action: `!`, `?`, `!!`, `??`, `!?`, `?!`, or nothing.
    pub glyph: String,
    /// Circles and arrows.
    pub shapes: Vec<TreeShape>,
}

/// A tree of variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct VariationTree {
    /// The game's id.
    pub game: String,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// The position where it begins; null: the start of a game.
    pub position: Option<String>,
    /// A title; may be empty.
    pub title: String,
    /// The nodes: the root first, each behind its parent, and of several with one parent the main line first.
    pub nodes: Vec<TreeNode>,
    /// The whole tree as a record.
    pub record: String,
}

/// A tree to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// The tree as a record.
    pub text: String,
}

/// A study that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct MadeStudy {
    /// Whoever has it may change the study. It is given once, to who made the study.
    pub key: String,
    /// The study.
    pub study: StoredStudy,
}

/// A change of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeStudy {
    /// The study's key.
    pub key: String,
    /// The version that it changes; another one is refused.
    pub version: u64,
    /// The tree as a record.
    pub text: String,
}

/// Makes an earlier version of a study the latest one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RevertStudy {
    /// The study's key.
    pub key: String,
    /// The version that is the latest one now; another one is refused.
    pub version: u64,
    /// The version to go back to.
    pub to: u64,
}

/// The earlier versions of a study that are kept, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct StudyVersions {
    /// The versions.
    pub versions: Vec<StudyVersion>,
}

/// An earlier version of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct StudyVersion {
    /// Its number.
    pub version: u64,
    /// The seconds since another version came in its place.
    pub seconds_ago: u32,
}

/// A tree that is kept. Whoever has its id may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct StoredStudy {
    /// Its unguessable name.
    pub id: String,
    /// The first version is 1.
    pub version: u64,
    /// The tree.
    pub tree: VariationTree,
}

/// Asks for the engine's lines of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskLines {
    /// The position.
    pub place: PositionRef,
    /// The number of lines, from 1 to 5.
    pub lines: u8,
    /// The longest time to search, in seconds, from 1 to 20.
    pub seconds: u8,
    /// The most plies to look ahead; null: as far as the time allows.
    pub depth: Option<u32>,
}

/// A line of the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct EngineLine {
    /// The move, and the answers that are expected up to the next chance node.
    pub moves: Vec<String>,
    /// Everybody's expected share of the win, from 0 to 1.
    pub shares: Vec<f64>,
    /// How reliable the shares are.
    pub certainty: Certainty,
}

/// The value of a chance outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct OutcomeValue {
    /// The outcome's text.
    pub action: String,
    /// Everybody's expected share of the win after it.
    pub shares: Vec<f64>,
    /// How reliable the shares are.
    pub certainty: Certainty,
    /// The best reply and what follows; empty where no player moves next.
    pub reply: Vec<String>,
}

/// What the engine has found so far. An answer is a list of these, one on each line of the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum EngineNews {
    /// The best moves of the player to move, the best first.
    Lines {
        /// The lines.
        lines: Vec<EngineLine>,
        /// How many plies ahead the search looked.
        depth: u32,
        /// How many nodes it visited.
        nodes: u64,
        /// Whether the search has ended.
        done: bool,
    },
    /// Chance decides: the outcomes that were searched so far.
    Outcomes {
        /// The outcomes in the order of the position's chances.
        outcomes: Vec<OutcomeValue>,
        /// The mean over all outcomes, once all were searched.
        mean: Option<EngineLine>,
        /// Whether the search has ended.
        done: bool,
    },
    /// The search failed or had to make room; its words say what to do.
    Failed {
        /// What to do.
        message: String,
    },
}
