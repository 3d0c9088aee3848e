//! Looking back: replays and records.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use parlour_table::project::Visit;
use parlour_table::stored::TableId;
use parlour_table::{Table, record, replay};
use parlour_wire::api::{Created, Failure, Record, Replay};
use serde::Deserialize;

use super::tables::table_id;
use crate::app::App;
use crate::error::{Body, Error};
use crate::hub::Live;
use crate::limits::Kind;
use crate::secret;
use crate::security::Caller;
use crate::visitor::Visitor;

/// Through whose eyes to look back.
#[derive(Debug, Deserialize)]
pub(crate) struct Through {
    /// A seat, from 0.
    viewer: Option<u8>,
}

/// The table as it stands, and what is known of who asks.
async fn copy(app: &App, visitor: &Visitor, id: &str) -> Result<(Arc<Table>, Caught), Error> {
    let live = app.hub.open(&table_id(id)?).await?;
    let table = live.table()?;
    let caught = Caught {
        visitor: visitor.clone(),
        invitation: visitor.invitation(&live.id),
        live,
        now: app.hub.time.now(),
    };
    Ok((table, caught))
}

/// What is known of who asks, to keep while the game is gone through.
struct Caught {
    visitor: Visitor,
    live: Arc<Live>,
    invitation: String,
    now: i64,
}

impl Caught {
    fn visit(&self) -> Visit<'_> {
        let (invitation, here, now) = (self.invitation.as_str(), &*self.live, self.now);
        Visit { visitor: &self.visitor.id, look: None, invitation, here, now }
    }
}

/// The whole game: as the visitor may know it, and once it is over through any eyes.
#[utoipa::path(get, path = "/tables/{id}/replay",
    params(("id" = String, Path, description = "The table"),
        ("viewer" = Option<u8>, Query, description = "A seat, from 0; none: everything, once it is over")),
    responses((status = 200, body = Replay), (status = 403, body = Failure), (status = 404, body = Failure)))]
pub(crate) async fn replay(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    query: Result<Query<Through>, QueryRejection>,
) -> Result<Json<Replay>, Error> {
    let Query(Through { viewer }) = query?;
    let (table, caught) = copy(&app, &visitor, &id).await?;
    let _place = app.replays.acquire().await.map_err(|_| Error::Busy)?;
    let look = move || {
        let how = replay::hindsight(&table, &caught.visit(), viewer)?;
        Ok(replay::replay(&table, &caught.visit(), how))
    };
    let done = tokio::task::spawn_blocking(look).await;
    done.map_err(|error| Error::Internal(error.to_string()))?.map(Json)
}

/// The game as text: as the visitor may know it, and in full once it is over.
#[utoipa::path(get, path = "/tables/{id}/record", params(("id" = String, Path, description = "The table")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Failure)))]
pub(crate) async fn record(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let (table, caught) = copy(&app, &visitor, &id).await?;
    let how = replay::hindsight(&table, &caught.visit(), None)?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, record::write(&table, how)).into_response())
}

/// Brings a record back as a table to look at.
#[utoipa::path(post, path = "/records", request_body = Record,
    responses((status = 201, body = Created), (status = 422, body = Failure)))]
pub(crate) async fn import(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(caller): Extension<Caller>,
    Body(wish): Body<Record>,
) -> Result<(StatusCode, Json<Created>), Error> {
    app.limiter.both(Kind::Tables, &visitor.id.0, caller.network())?;
    let maker = visitor.id.clone();
    let _place = app.replays.acquire().await.map_err(|_| Error::Busy)?;
    let read = tokio::task::spawn_blocking(move || record::read(&wish.text, &maker)).await;
    let (created, events) = read.map_err(|error| Error::Internal(error.to_string()))??;
    let id = app.hub.found(TableId(secret::random_name()), created, events).await?;
    Ok((StatusCode::CREATED, Json(Created { id: id.0 })))
}
