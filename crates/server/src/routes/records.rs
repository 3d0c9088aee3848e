//! Looking back: replays and records.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body as Sent, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use parlour_table::project::Visit;
use parlour_table::stored::TableId;
use parlour_table::{Table, record, replay};
use parlour_wire::api::{Created, Record};
#[cfg(feature = "schema")]
use parlour_wire::api::{Failure, Replay};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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
    /// Whether the players in the texts are left open, as `{seat:0}`.
    #[serde(default)]
    open_players: bool,
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
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/replay",
    params(
        ("id" = String, Path, description = "The table"),
        ("viewer" = Option<u8>, Query, description = "A seat, from 0; none: everything, once it is over"),
    ),
    responses(
        (status = 200, body = Replay),
        (status = 403, body = Failure),
        (status = 404, body = Failure),
    ),
))]
pub(crate) async fn replay(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    query: Result<Query<Through>, QueryRejection>,
) -> Result<Response, Error> {
    let Query(Through { viewer, open_players }) = query?;
    let (table, caught) = copy(&app, &visitor, &id).await?;
    let sent = place(&app.replays_sent).await?;
    let made = at_length(&app, move || {
        let how = replay::hindsight(&table, &caught.visit(), viewer)?;
        let replay = replay::replay(&table, &caught.visit(), how, open_players);
        serde_json::to_vec(&replay).map_err(|error| Error::Internal(error.to_string()))
    });
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, piecemeal(made.await?.into(), sent)).into_response())
}

/// A place among those who may do this at the same time.
async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Error> {
    places.clone().acquire_owned().await.map_err(|_| Error::Busy)
}

/// Does what takes long on a thread of its own, few at a time. The work goes on when whoever asked
/// hangs up, and so it keeps its place.
async fn at_length<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let place = place(&app.replays).await?;
    let work = move || {
        let _place = place;
        work()
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::Internal(error.to_string()))?
}

/// A body that keeps its place until the last piece is on its way: those who read slowly do not
/// fill the memory together.
fn piecemeal(bytes: Bytes, place: OwnedSemaphorePermit) -> Sent {
    const PIECE: usize = 64 * 1024;
    let pieces = futures_util::stream::unfold((bytes, place), |(mut rest, place)| async move {
        let piece = rest.split_to(PIECE.min(rest.len()));
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), (rest, place)))
    });
    Sent::from_stream(pieces)
}

/// The game as text: as the visitor may know it, and in full once it is over.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/record",
    params(("id" = String, Path, description = "The table")),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 404, body = Failure),
    ),
))]
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
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/records", request_body = Record,
    responses((status = 201, body = Created), (status = 422, body = Failure)),
))]
pub(crate) async fn import(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(caller): Extension<Caller>,
    Body(wish): Body<Record>,
) -> Result<(StatusCode, Json<Created>), Error> {
    app.limiter.both(Kind::Tables, &visitor.id.0, caller.network())?;
    let maker = visitor.id.clone();
    let read = at_length(&app, move || Ok(record::read(&wish.text, &maker)?));
    let (created, events) = read.await?;
    let id = app.hub.found(TableId(secret::random_name()), created, events).await?;
    Ok((StatusCode::CREATED, Json(Created { id: id.0 })))
}
