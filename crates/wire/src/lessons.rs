//! Lessons: the course of a game, and a learner's moves in one of its lessons.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::analysis::{PositionView, TreeShape};
use crate::table::Level;

/// The lessons of a game, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct CourseInfo {
    /// The game's id.
    pub game: String,
    /// Its name on the lid.
    pub name: String,
    /// The lessons; empty for a game without a course.
    pub lessons: Vec<LessonInfo>,
}

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LessonInfo {
    /// Its name in addresses.
    pub id: String,
    /// The title.
    pub title: String,
    /// What to know before the task.
    pub text: Vec<String>,
    /// The task in one sentence.
    pub task: String,
    /// The fewest moves that solve it; 0 for a game.
    pub par: u8,
    /// The game to play; null for an exercise.
    pub game: Option<LessonGame>,
}

/// A game against the computer, at the end of a course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LessonGame {
    /// How strong the computer is.
    pub level: Level,
    /// Options of the game by name.
    pub options: Vec<(String, String)>,
}

/// A learner's moves so far; none: the start of the lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonMoves {
    /// The learner's own moves, in order. What the others did follows from them.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// What became of a learner's last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LessonVerdict {
    /// The goal is not reached yet, and still can be.
    GoOn,
    /// The goal is reached.
    Done,
    /// It does not lead to the goal and is taken back.
    Mistake,
}

/// A lesson after a learner's last move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LessonView {
    /// The positions to show, one after another: after the learner's last move and after each action
    /// that followed it. The first of a lesson has the board.
    pub frames: Vec<PositionView>,
    /// The learner's seat.
    pub seat: u8,
    /// What became of the last move.
    pub verdict: LessonVerdict,
    /// What to say about it; null where there is nothing to say yet.
    pub says: Option<String>,
    /// Sites to point at, and arrows.
    pub shapes: Vec<TreeShape>,
}

/// A question about the board of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonQuestion {
    /// The learner's moves so far.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The sites picked so far.
    #[serde(default)]
    pub picked: Vec<u16>,
    /// The site that cannot be picked; null asks what to do next.
    #[serde(default)]
    pub site: Option<u16>,
}

/// The answer to a question about the board of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LessonAnswer {
    /// What to do, or why not; null where there is nothing to say.
    pub words: Option<String>,
    /// Where the rule page says so.
    pub rule: Option<String>,
}

/// A move that leads to the goal of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LessonHint {
    /// Its text.
    pub action: String,
}
