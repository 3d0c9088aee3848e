//! What can be said of a game and its positions, apart from playing it: what every position was worth, how
//! much of the result was luck and how much were errors; and trees of variations ([`tree`]). Everything in
//! here is pure: the caller passes time and seeds.
//!
//! [`report`] is a pure function of a [`GameRecord`](parlour_session::GameRecord) and of [`ReportBudget`]: it reads no clock, and the same
//! game gives the same [`Report`]. [`value`] is the value of a single position, by the same means.
//!
//! [`knowledge`] is what each player could know of the others' secrets in a finished game.
//!
//! # The account
//! Let `V(s)` be the value of position `s`: everybody's share of the win, one number a seat. Along a game
//! `s0, s1, …, sn` each step changes it by `V(s[i+1]) - V(s[i])`. The step is split into three parts.
//!
//! | step | luck | error | revision |
//! | --- | --- | --- | --- |
//! | chance decides | `V(outcome) - mean of V over all outcomes` | – | `mean - V(s)` |
//! | a move | – | `V(after the move) - V(after the best move)` | `V(after the best move) - V(s)` |
//! | a move, with secrets | actual change - the change that the mover could expect | value of the move - value of the best, both for what the mover knows | the rest |
//!
//! So for each seat the sum of all luck, errors and revisions is the final share less the share at the
//! start. The best move is the engine's, unless the move played turns out better for the mover: an error is
//! never positive for the mover. Where values are exact, the best move keeps the value, and there is no
//! revision.
//!
//! # Where to change what
//! - When a move is a mistake or a blunder, a throw lucky: `verdicts.rs`, and `docs/report.md`.
//! - A field of the report: `Report` in `report.rs`, filled in `assemble.rs`; raise its `VERSION`, then
//!   `cargo xtask written` and `docs/report.md`.
//! - The words of key moments: `words.rs`. `parlour report` has its own in `crates/cli/src/commands/report/output.rs`,
//!   the page in `web/src/report`.
//! - The order and number of the reasons that hints give: `reasons.rs`.
//! - When the coach speaks: `coach.rs`; at the end of a game also `END_OF_GAME_THRESHOLD` in
//!   `crates/server/src/coach.rs` and `web/src/table/coach.ts`.

mod account;
mod assemble;
pub mod coach;
mod knowledge;
mod nodes;
pub mod reasons;
pub mod repair;
mod report;
pub mod sampled;
pub mod setup;
pub mod tree;
mod value;
mod verdicts;
mod words;

pub use account::{AttemptJudged, ProgressFn, RecordError, ReportMaker, attempt, report};
pub use knowledge::{
    Brier, Giveaway, Knowledge, KnowledgeMaker, KnownPlace, KnownSecret, TellingMove, knowledge,
};
pub use report::{
    Account, Certainty, Counts, Ending, Fortune, KeyMoment, MomentKind, Report, SeatReport, Step,
    Suggestion, VERSION, Verdict,
};
pub use value::{Mean, PositionEvaluator, ReportBudget, Value, fair_settings, value};
pub use verdicts::{RIGHT_TOLERANCE, Thresholds};
pub use words::named;
