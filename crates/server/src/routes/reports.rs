//! Reports on finished games, and what could be known in them.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use parlour_analysis::{Knowledge, KnowledgeMaker, RecordError};
use parlour_core::Seat;
use parlour_table::commands::Refusal;
use parlour_table::{Table, account};
#[cfg(feature = "schema")]
use parlour_wire::api::Failure;
use parlour_wire::report::{AskAttempt, AttemptJudged, ReportState};
use serde::Deserialize;

use super::tables::table_id;
use crate::analyses::busy;
use crate::app::App;
use crate::error::{Body, Error};
use crate::limits::Kind;
use crate::reports;
use crate::security::Caller;
use crate::visitor::Visitor;

async fn table(app: &App, caller: Caller, id: &str) -> Result<Arc<Table>, Error> {
    app.hub.open(&table_id(id)?, Some(caller.network())).await?.table()
}

/// How far the report on a finished game is, and the report when it is there.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/report",
    params(("id" = String, Path, description = "The table")),
    responses(
        (status = 200, body = ReportState),
        (status = 404, body = Failure),
        (status = 422, body = Failure, description = "The game is not over"),
    ),
))]
pub(crate) async fn report(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<ReportState>, Error> {
    let table = table(&app, caller, &id).await?;
    Ok(Json(reports::state(&app, &table).await?))
}

/// Has the report made, in the background. A second call returns its progress.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/tables/{id}/report",
    params(("id" = String, Path, description = "The table")),
    responses(
        (status = 200, body = ReportState),
        (status = 404, body = Failure),
        (status = 422, body = Failure, description = "The game is not over"),
    ),
))]
pub(crate) async fn make(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<ReportState>, Error> {
    let table = table(&app, caller, &id).await?;
    let state = reports::state(&app, &table).await?;
    if state != ReportState::None {
        return Ok(Json(state));
    }
    app.limiter.both(Kind::Reports, &visitor.id.0, caller.network())?;
    let claimant = caller.network().groups();
    Ok(Json(reports::begin(&app, &table, &claimant).await?))
}

/// Judges another move in place of one that lost something.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/tables/{id}/report/attempt", request_body = AskAttempt,
    params(("id" = String, Path, description = "The table")),
    responses(
        (status = 200, body = AttemptJudged),
        (status = 404, body = Failure),
        (status = 422, body = Failure, description = "The move is not legal there, or nothing was lost"),
    ),
))]
pub(crate) async fn attempt(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Body(asked): Body<AskAttempt>,
) -> Result<Json<AttemptJudged>, Error> {
    let table = table(&app, caller, &id).await?;
    let report = reports::stored(&app, &table).await?.ok_or(Error::NotFound("report"))?;
    app.limiter.both(Kind::Hints, &visitor.id.0, caller.network())?;
    let record = account::game_record(&table);
    let claimant = caller.network().groups();
    let judge =
        move || parlour_analysis::attempt(&record, &report, asked.ply as usize, &asked.action);
    match app.hub.pool.slice(&claimant, judge).await.ok_or_else(busy)? {
        Ok(Some(judged)) => Ok(Json(AttemptJudged { loss: judged.loss, right: judged.right })),
        Ok(None) => {
            let message = "Nothing was lost by this action, so there is no better move to find.";
            Err(Refusal::new("no-question", message).into())
        }
        Err(error @ RecordError::Action { .. }) => {
            Err(Refusal::new("illegal", format!("This move cannot be made: {error}.")).into())
        }
        Err(error) => Err(Error::Internal(error.to_string())),
    }
}

/// Whose knowledge is asked for.
#[derive(Debug, Deserialize)]
pub(crate) struct Whose {
    /// A seat, from 0.
    viewer: Option<u8>,
}

/// No game with more actions is gone through.
const LONGEST_GAME: u32 = 3_000;
/// This number of actions is gone through at a time.
const SLICE: usize = 40;

/// What could be known of the secrets of a finished game, at every moment.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/knowledge",
    params(
        ("id" = String, Path, description = "The table"),
        ("viewer" = Option<u8>, Query, maximum = 255, description = "A seat, from 0; none: somebody who looks on"),
    ),
    responses(
        (status = 200, body = Knowledge),
        (status = 404, body = Failure),
        (status = 422, body = Failure, description = "The game is not over, or has no secrets"),
    ),
))]
pub(crate) async fn knowledge(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    whose: Result<Query<Whose>, QueryRejection>,
) -> Result<Json<Knowledge>, Error> {
    let Query(Whose { viewer }) = whose?;
    let table = table(&app, caller, &id).await?;
    reports::finished(&table)?;
    if viewer.is_some_and(|seat| seat >= table.session.seats()) {
        return Err(Refusal::new("no-seat", "There is no such seat at this table.").into());
    }
    if table.ply() > LONGEST_GAME {
        let message = format!("This is for games of at most {LONGEST_GAME} actions.");
        return Err(Refusal::new("too-long", message).into());
    }
    if !table.entry.secrets {
        return Err(nothing_hidden().into());
    }
    app.limiter.both(Kind::Hints, &visitor.id.0, caller.network())?;
    let (record, claimant) = (account::game_record(&table), caller.network().groups());
    let mut maker = KnowledgeMaker::new(record, viewer.map(Seat));
    loop {
        let go_on = move || {
            let more = (0..SLICE).try_fold(true, |more, _| Ok(more && maker.step()?));
            (maker, more)
        };
        let (back, more) = app.hub.pool.slice(&claimant, go_on).await.ok_or_else(busy)?;
        maker = back;
        let more = more.map_err(|error: RecordError| Error::Internal(error.to_string()))?;
        if !more {
            return Ok(Json(maker.finish().ok_or_else(nothing_hidden)?));
        }
    }
}

fn nothing_hidden() -> Refusal {
    Refusal::new("no-secrets", "Nothing is hidden on the board in this game.")
}
