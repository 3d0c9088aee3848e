//! The visitor.

use axum::Json;
use parlour_table::events::Event;
use parlour_table::listing::Status;
use parlour_table::names::chosen_name;
use parlour_table::stored::TableId;
use parlour_wire::api::Me;

use crate::error::{Body, Error};
use crate::guest::Guest;
use crate::limits::Kind;

/// Who the visitor is.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/me", responses((status = 200, body = Me)),
))]
pub(crate) async fn me(guest: Guest) -> Result<Json<Me>, Error> {
    let hub = &guest.app.hub;
    hub.store.note_seen(&guest.visitor.id, hub.time.now()).await?;
    Ok(Json(Me { name: hub.name(&guest.visitor).await? }))
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
    let hub = &guest.app.hub;
    hub.store.rename(&guest.visitor.id, &name, hub.time.now()).await?;
    for listed in guest.app.hub.store.tables_of(&guest.visitor.id, 20).await? {
        // A table that cannot be read, or is busy just now, keeps nobody from a new name.
        if listed.status != Status::Over
            && let Err(error) = rename_at(&guest, &listed.id, &name).await
        {
            error.note();
        }
    }
    Ok(Json(Me { name }))
}

async fn rename_at(guest: &Guest, id: &TableId, name: &str) -> Result<(), Error> {
    let handle = guest.app.hub.open(id, Some(guest.network())).await?;
    let event = Event::Renamed { visitor: guest.visitor.id.clone(), name: name.to_owned() };
    guest.app.hub.change(&handle, |_| Ok(vec![event.clone()])).await
}
