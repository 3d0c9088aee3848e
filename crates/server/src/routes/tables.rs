//! Tables: lists, new ones, and one as the visitor may see it.

use std::collections::HashSet;

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use parlour_table::listing::{Listed, summarize};
use parlour_table::setup;
use parlour_table::stored::TableId;
use parlour_wire::api::{Created, NewTable, Tables};
use parlour_wire::table::TableView;

use super::records::held;
use crate::error::{Body, Error};
use crate::guest::Guest;
use crate::limits::Kind;

/// The number of tables that are listed of each kind.
const LISTED: u32 = 50;
/// Public tables at which nothing has happened for this time, in milliseconds, are not listed.
pub(crate) const STALE: i64 = 86_400_000;

/// A table's name out of an address.
pub(crate) fn table_id(text: &str) -> Result<TableId, Error> {
    setup::table_id(text).ok_or(Error::NotFound("table"))
}

/// The visitor's tables and those open to everyone.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables", responses((status = 200, body = Tables)),
))]
pub(crate) async fn tables(guest: Guest) -> Result<Json<Tables>, Error> {
    let (hub, visitor) = (&guest.app.hub, &guest.visitor.id);
    let mine = hub.store.tables_of(visitor, LISTED).await?;
    let public = hub.store.public_tables(hub.time.now() - STALE, LISTED).await?;
    let show = |listed: Listed| match hub.loaded(&listed.id) {
        Some(handle) => summarize(listed, visitor, &*handle),
        None => summarize(listed, visitor, &HashSet::new()),
    };
    Ok(Json(Tables {
        mine: mine.into_iter().map(show).collect(),
        public: public.into_iter().map(show).collect(),
    }))
}

/// Sets up a table.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/tables", request_body = NewTable, responses((status = 201, body = Created)),
))]
pub(crate) async fn create(
    guest: Guest,
    Body(wanted): Body<NewTable>,
) -> Result<(StatusCode, Json<Created>), Error> {
    guest.spend(Kind::Tables)?;
    let NewTable { game, options, seats, clock, public } = wanted;
    let wanted = setup::NewTable { game, options, seats, clock: clock.into(), public };
    let id = guest.app.hub.create(&guest.visitor, guest.network(), wanted).await?;
    Ok((StatusCode::CREATED, Json(Created { id: id.0 })))
}

/// A table as the visitor may see it.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}", responses((status = 200, body = TableView)),
))]
pub(crate) async fn table(guest: Guest, Path(id): Path<String>) -> Result<Response, Error> {
    let handle = guest.open(&id).await?;
    let (table, invitation) = (handle.table()?, guest.invitation(&handle));
    // A long game makes a long answer, which takes memory until it is read.
    let memory = guest.app.keep_in_memory(guest.network(), &table)?;
    let view = TableView::in_english(&table, &guest.visit(&handle, &invitation));
    Ok(held(Json(view).into_response(), memory))
}
