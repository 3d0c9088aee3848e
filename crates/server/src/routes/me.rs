//! The visitor.

use axum::extract::State;
use axum::{Extension, Json};
use parlour_table::events::Event;
use parlour_table::listing::Status;
use parlour_table::names::chosen_name;
use parlour_table::stored::TableId;
use parlour_wire::api::Me;

use crate::app::App;
use crate::error::{Body, Error};
use crate::guest::Guest;
use crate::limits::Kind;
use crate::security::Caller;
use crate::visitor::Visitor;

/// Who the visitor is.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/me", responses((status = 200, body = Me)),
))]
pub(crate) async fn me(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Me>, Error> {
    Ok(Json(Me { name: app.hub.name(&visitor).await? }))
}

/// Chooses the name that others see.
#[cfg_attr(feature = "schema", utoipa::path(
    put, path = "/me", request_body = Me, responses((status = 200, body = Me)),
))]
pub(crate) async fn rename(guest: Guest, Body(wanted): Body<Me>) -> Result<Json<Me>, Error> {
    let name = chosen_name(&wanted.name)?;
    guest.spend(Kind::Names)?;
    if guest.app.hub.name(&guest.visitor).await? == name {
        return Ok(Json(Me { name }));
    }
    guest.app.hub.store.rename(&guest.visitor.id, &name).await?;
    for listed in guest.app.hub.store.tables_of(&guest.visitor.id, 20).await? {
        if listed.status == Status::Over {
            continue;
        }
        // A table that cannot be read, or is busy just now, keeps nobody from a new name.
        if let Err(error) =
            rename_at(&guest.app, &listed.id, guest.caller, &guest.visitor, &name).await
        {
            error.note();
        }
    }
    Ok(Json(Me { name }))
}

async fn rename_at(
    app: &App,
    id: &TableId,
    caller: Caller,
    visitor: &Visitor,
    name: &str,
) -> Result<(), Error> {
    let handle = app.hub.open(id, Some(caller.network())).await?;
    let event = Event::Renamed { visitor: visitor.id.clone(), name: name.to_owned() };
    app.hub.change(&handle, |_| Ok(vec![event.clone()])).await
}
