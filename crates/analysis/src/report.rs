//! The report: data only, the same for the command line, the server and the page.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

/// The version of the report's form and of the rules by which it is made. A stored report of another
/// version is made anew.
pub const VERSION: u32 = 3;

/// How reliable a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    /// An estimate from what was searched.
    Estimated,
    /// Proven by the search.
    Proven,
    /// Known from a solution of the game.
    Exact,
}

/// What a decision was worth, by the points of the win that it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing lost. In a game with secrets also a move that the engine, which must be hard to predict, makes
    /// often itself.
    Best,
    /// It could not be told apart from the best: what it lost, if anything, is less than the error of the
    /// comparison. It counts as nothing lost.
    Unclear,
    /// Less lost than an inaccuracy.
    Good,
    /// The first step.
    Inaccuracy,
    /// The second step.
    Mistake,
    /// The third step.
    Blunder,
}

/// A throw or draw that stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fortune {
    /// Lucky for somebody.
    Lucky,
    /// Very lucky for somebody.
    VeryLucky,
}

/// A better move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Suggestion {
    /// The move and the answers that were expected, as texts.
    pub line: Vec<String>,
    /// The move in a few words.
    pub words: String,
    /// The sites that it touches, in the order of its clicks: indices into the layout's sites.
    pub sites: Vec<u16>,
    /// Everybody's share of the win after it.
    pub shares: Vec<f64>,
}

/// One action of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema), ts(rename = "ReportStep"))]
#[cfg_attr(feature = "schema", schema(as = ReportStep))]
pub struct Step {
    /// Its number, from 1.
    pub ply: u32,
    /// Its text.
    pub action: String,
    /// Who moved; null where chance decided.
    pub by: Option<u8>,
    /// Everybody's share of the win after it.
    pub shares: Vec<f64>,
    /// How reliable these shares are.
    pub certainty: Certainty,
    /// Everybody's luck in it; empty where there is none.
    pub luck: Vec<f64>,
    /// What the move lost or gave to everybody, against the best move; empty where nothing was lost.
    pub error: Vec<f64>,
    /// By how much the engine's opinion changed; empty where it did not.
    pub revision: Vec<f64>,
    /// The number of the mover's decision, from 1; null for chance and for forced moves.
    pub decision: Option<u32>,
    /// Whether the computer made the move for a person. It is left out of that person's verdicts and mean.
    pub by_computer: bool,
    /// What the decision was worth; null where there was none.
    pub verdict: Option<Verdict>,
    /// The better move, where something was lost.
    pub better: Option<Suggestion>,
    /// The probability of what happened: of the outcome of chance, or of what the mover saw come of a move
    /// in a game with secrets; null where it was certain.
    pub odds: Option<f64>,
    /// Whether chance was kind.
    pub fortune: Option<Fortune>,
}

/// The account of one seat. `end - start = luck + own_errors + others_errors + revision`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema), ts(rename = "SeatAccount"))]
#[cfg_attr(feature = "schema", schema(as = SeatAccount))]
pub struct Account {
    /// The share of the win at the start.
    pub start: f64,
    /// The share of the win at the end.
    pub end: f64,
    /// What throws and draws brought, and what secrets turned out to be.
    pub luck: f64,
    /// What own errors lost; never positive.
    pub own_errors: f64,
    /// What the errors of the others brought.
    pub others_errors: f64,
    /// Where the engine changed its opinion.
    pub revision: f64,
}

/// How many decisions got each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema), ts(rename = "VerdictCounts"))]
#[cfg_attr(feature = "schema", schema(as = VerdictCounts))]
pub struct Counts {
    /// Nothing lost.
    pub best: u32,
    /// Not told apart from the best.
    pub unclear: u32,
    /// Good.
    pub good: u32,
    /// Inaccuracies.
    pub inaccuracy: u32,
    /// Mistakes.
    pub mistake: u32,
    /// Blunders.
    pub blunder: u32,
}

/// One player's game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct SeatReport {
    /// The account.
    pub account: Account,
    /// How many decisions there were, without forced moves and those that the computer made for a person.
    pub decisions: u32,
    /// How many decisions the computer made for the person who sat here.
    pub by_computer: u32,
    /// How many got each verdict.
    pub counts: Counts,
    /// The mean share of the win that a decision lost; null without decisions.
    pub mean_loss: Option<f64>,
    /// The standard error of the mean; null with fewer than two decisions.
    pub standard_error: Option<f64>,
    /// The result less the luck.
    pub luck_adjusted: f64,
}

/// What a key moment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MomentKind {
    /// A move that lost much.
    Error,
    /// A throw or draw that brought or cost much.
    Luck,
}

/// A key moment of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct KeyMoment {
    /// The action.
    pub ply: u32,
    /// Whose moment it is.
    pub seat: u8,
    /// What it is about.
    pub kind: MomentKind,
    /// The player's change by it.
    pub change: f64,
    /// What can be said of it. Players are left open as `{seat:0}`, and verbs have two forms.
    pub words: String,
}

/// An end that did not come by the rules: a resignation, a fallen flag, an agreement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema), ts(rename = "ReportEnding"))]
#[cfg_attr(feature = "schema", schema(as = ReportEnding))]
pub struct Ending {
    /// Who ended the game; null where that is not known, or all did.
    pub by: Option<u8>,
    /// By how much it changed everybody's share.
    pub change: Vec<f64>,
}

/// The report on a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Report {
    /// The version of this form.
    pub version: u32,
    /// What made it: the engine, its nodes for each position and the program's version.
    pub engine: String,
    /// The game's id.
    pub game: String,
    /// From how many points of the win on a decision is an inaccuracy, a mistake and a blunder.
    pub steps_at: [f64; 3],
    /// Everybody's share of the win at the start.
    pub start: Vec<f64>,
    /// The actions.
    pub steps: Vec<Step>,
    /// How it ended, if not by the rules.
    pub ending: Option<Ending>,
    /// Whether the game was over; otherwise the report goes as far as the record.
    pub over: bool,
    /// Whether every value is exact.
    pub exact: bool,
    /// Everybody's game, in seat order.
    pub seats: Vec<SeatReport>,
    /// The key moments, in the order of the game.
    pub moments: Vec<KeyMoment>,
}
