//! Reports on finished games, and what could be known in them.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use parlour_analysis::{Knowledge, KnowledgeMaker, RecordError};
use parlour_core::Seat;
use parlour_table::account::{self, check_reportable};
use parlour_table::commands::{Code, Refusal};
use parlour_wire::report::{AskAttempt, AttemptJudged, ReportState};

use super::records::Through;
use crate::error::{Body, Error};
use crate::fairness::Stop;
use crate::guest::Guest;
use crate::limits::Kind;
use crate::reports;

/// How far the report on a finished game is, and the report when it is there.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/report", responses((status = 200, body = ReportState)),
))]
pub(crate) async fn report(
    guest: Guest,
    Path(id): Path<String>,
) -> Result<Json<ReportState>, Error> {
    let table = guest.open(&id).await?.table()?;
    Ok(Json(reports::state(&guest.app, &table).await?))
}

/// Has the report made, in the background. A second call returns its progress.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/tables/{id}/report", responses((status = 200, body = ReportState)),
))]
pub(crate) async fn make(guest: Guest, Path(id): Path<String>) -> Result<Json<ReportState>, Error> {
    let table = guest.open(&id).await?.table()?;
    let state = reports::state(&guest.app, &table).await?;
    if state != ReportState::None {
        return Ok(Json(state));
    }
    guest.spend(Kind::Reports)?;
    guest.check_not_in_play(&table).await?;
    Ok(Json(reports::begin(&guest.app, &table, guest.claimant())?))
}

/// Judges another move in place of one that lost something.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/tables/{id}/report/attempt", request_body = AskAttempt,
    responses((status = 200, body = AttemptJudged)),
))]
pub(crate) async fn attempt(
    guest: Guest,
    Path(id): Path<String>,
    Body(asked): Body<AskAttempt>,
) -> Result<Json<AttemptJudged>, Error> {
    let table = guest.open(&id).await?.table()?;
    let report = reports::stored(&guest.app, &table).await?.ok_or(Error::NotFound("report"))?;
    guest.spend(Kind::Hints)?;
    guest.check_not_in_play(&table).await?;
    let record = account::game_record(&table)?;
    let judge = move |_: &Stop| {
        parlour_analysis::attempt(&record, &report, asked.ply as usize, &asked.action)
    };
    match guest.slice(judge).await? {
        Ok(Some(judged)) => Ok(Json(judged)),
        Ok(None) => {
            let message = "Nothing was lost by this action, so there is no better move to find.";
            Err(Refusal::new(Code::NoQuestion, message).into())
        }
        Err(error @ RecordError::Action { .. }) => {
            Err(Refusal::new(Code::Illegal, format!("This move cannot be made: {error}.")).into())
        }
        Err(error) => Err(Error::Internal(error.to_string())),
    }
}

/// No game with more actions is gone through.
const LONGEST_GAME: u32 = 3_000;
/// This number of actions is gone through at a time.
const SLICE: usize = 40;

/// What could be known of the secrets of a finished game, at every moment.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/knowledge",
    params(("viewer" = Option<u8>, Query, maximum = 255, description = "A seat, from 0; none: somebody who looks on")),
    responses((status = 200, body = Knowledge)),
))]
pub(crate) async fn knowledge(
    guest: Guest,
    Path(id): Path<String>,
    query: Result<Query<Through>, QueryRejection>,
) -> Result<Json<Knowledge>, Error> {
    let Query(Through { viewer, .. }) = query?;
    let table = guest.open(&id).await?.table()?;
    check_reportable(&table)?;
    if viewer.is_some_and(|seat| seat >= table.session.seats()) {
        return Err(Refusal::from(Code::NoSuchSeat).into());
    }
    if table.ply() > LONGEST_GAME {
        let message = format!("This is for games of at most {LONGEST_GAME} actions.");
        return Err(Refusal::new(Code::TooLong, message).into());
    }
    if !table.entry.secrets {
        return Err(nothing_hidden().into());
    }
    guest.spend(Kind::Hints)?;
    guest.check_not_in_play(&table).await?;
    let mut maker = KnowledgeMaker::new(account::game_record(&table)?, viewer.map(Seat));
    loop {
        let go_on = move |_: &Stop| {
            let more = (0..SLICE).try_fold(true, |more, _| Ok(more && maker.step()?));
            (maker, more)
        };
        let (back, more) = guest.slice(go_on).await?;
        maker = back;
        let more = more.map_err(|error: RecordError| Error::Internal(error.to_string()))?;
        if !more {
            return Ok(Json(maker.finish().ok_or_else(nothing_hidden)?));
        }
    }
}

fn nothing_hidden() -> Refusal {
    Refusal::from(Code::NoSecrets)
}
