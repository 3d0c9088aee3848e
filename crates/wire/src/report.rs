//! The report on a finished game.

pub use parlour_analysis::AttemptJudged;
use parlour_analysis::Report;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

/// How far the report on a table's game is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ReportState {
    /// Nobody has asked for it.
    None,
    /// It is being made.
    Making {
        /// How many actions are done.
        done: u32,
        /// How many there are.
        all: u32,
    },
    /// It is there.
    Made {
        /// The report.
        report: Report,
    },
}

/// Another move in place of one that lost something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AskAttempt {
    /// The number of the action that it replaces, from 1.
    pub ply: u32,
    /// The move.
    pub action: String,
}
