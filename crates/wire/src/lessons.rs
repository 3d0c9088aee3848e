//! Lessons: the course of a game, and a learner's moves in one of its lessons.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

pub use parlour_lessons::PuzzleGrade;

use crate::analysis::{PositionRef, PositionView, TreeShape};
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
    /// What to say about it. Where the lesson goes on, the task of the next move; null where the task stays
    /// the lesson's.
    pub says: Option<String>,
    /// Sites to point at before the learner's next move, and arrows.
    pub shapes: Vec<TreeShape>,
    /// What the answer to a puzzle is worth; null in a lesson, and before the answer.
    pub answer: Option<PuzzleAnswer>,
}

/// What an answer to a puzzle is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct PuzzleAnswer {
    /// The share of the win that it gives away; in a question by counting, by how much another place is
    /// more likely.
    pub lost: f64,
    /// Whether it may be more: the value of the move is not known.
    pub at_least: bool,
    /// What speaks for a right move, or against a wrong one.
    pub why: Vec<String>,
    /// Once the puzzle is solved: its moves with their values, the best first.
    pub values: Vec<MoveValue>,
    /// Once the puzzle is solved: how its position came about, with everything open.
    pub place: Option<PositionRef>,
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct MoveValue {
    /// The move's text.
    pub action: String,
    /// The move in a few words.
    pub words: String,
    /// The mover's share of the win after it; in a question by counting, how likely the place is.
    pub share: f64,
}

/// The puzzles of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct PuzzleList {
    /// The game's id.
    pub game: String,
    /// Its name on the lid.
    pub name: String,
    /// Whether dice decide: answers then count by what they give away.
    pub dice: bool,
    /// The themes that occur.
    pub themes: Vec<PuzzleTheme>,
    /// The puzzles; empty for a game without any. Each is played as a lesson of this id.
    pub puzzles: Vec<PuzzleInfo>,
}

/// A theme of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct PuzzleTheme {
    /// The kind of fact that it stands for.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct PuzzleInfo {
    /// Its name in addresses.
    pub id: String,
    /// The question.
    pub task: String,
    /// Whether a place is asked for, not a move: where a secret may lie, by counting.
    pub counting: bool,
    /// How hard it is.
    pub grade: PuzzleGrade,
    /// The levels that find a right move.
    pub levels: Vec<u8>,
    /// The ids of its themes.
    pub themes: Vec<String>,
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

/// A lesson to check, in the format of `docs/lessons.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonText {
    /// The text of one lesson.
    pub text: String,
}

/// What was found out about a lesson by trying every answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct LessonCheck {
    /// What is wrong with it; empty for a lesson that works.
    pub problems: Vec<String>,
    /// How many answers there are, how many are right, and what the engine would do.
    pub notes: Vec<String>,
}
