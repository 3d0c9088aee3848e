//! Courses that teach a game by playing it.
//!
//! A course is a text file beside the game (`crates/games/<game>/src/lessons.txt`), written by hand;
//! `docs/lessons.md` describes the format. [`course`] reads it strictly: every mistake in it has a line
//! and a reason. [`Attempt`] runs one exercise for a learner. It decides whether a move reaches the
//! goal, still leads to it, or is a mistake by searching the learner's moves, so the first right move is
//! never the only one that counts. The tests of this crate prove every exercise in the same way.
//!
//! [`puzzles`] reads the puzzle file beside it, which `parlour puzzles` finds and writes; a puzzle runs as
//! an exercise of one move. [`Counting`] asks where a secret may lie.
//!
//! # Where to change what
//! - A lesson: `lessons.txt` in the game's folder; `parlour learn <id> --check FILE` proves it.
//! - Which moves are right, and which `says:` answers a wrong one: `attempt.rs`. The words where none applies:
//!   `crates/cli/src/commands/learn.rs`, and `spokenBy` in `web/src/learn/LessonPage.tsx`.
//! - Puzzles and the names of their themes: `puzzles.txt` in the game's folder, which `parlour puzzles <id>`
//!   writes anew. The question where a puzzle has none (`QUESTION`) and its grade: `puzzles.rs`; grades of counting:
//!   `counting.rs`; how many of each grade: `crates/lab/src/puzzles/kept.rs`; the puzzle of the day:
//!   `web/src/learn/puzzles.ts`.

mod attempt;
mod counting;
mod course;
mod goal;
mod lines;
mod proof;
mod puzzles;
mod words;

pub use attempt::{Attempt, AttemptVerdict, Opinion, Step, stars};
pub use counting::{CountedPlace, Counting, OTHERS};
pub use course::{
    Course, Exercise, Lesson, LessonKind, Mistake, Prompt, ShortGame, course, lesson_count, read,
};
pub use goal::Goal;
pub use lines::LessonError;
pub use proof::{Proof, prove, prove_until};
pub use puzzles::{
    Likeness, Loss, Origin, Puzzle, PuzzleBook, PuzzleGrade, likeness, puzzle_count, puzzles,
    read_puzzles,
};
