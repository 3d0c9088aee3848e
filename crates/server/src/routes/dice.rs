//! The dice of a table: what the server committed to, what browsers added, and the seed at last.

use axum::Json;
use axum::extract::Path;
use parlour_table::commands::contribute;
use parlour_wire::dice::{Contribute, Dice};

use crate::error::{Body, Error};
use crate::guest::Guest;
use crate::handle::TableHandle;
use crate::visitor::Visitor;

fn answer(handle: &TableHandle, visitor: &Visitor) -> Result<Json<Dice>, Error> {
    let dice = Dice::of(&*handle.table()?, &visitor.id);
    dice.map(Json).ok_or(Error::NotFound("dice"))
}

/// The table's dice, as far as they are open.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/dice", responses((status = 200, body = Dice)),
))]
pub(crate) async fn dice(guest: Guest, Path(id): Path<String>) -> Result<Json<Dice>, Error> {
    let handle = guest.open(&id).await?;
    answer(&handle, &guest.visitor)
}

/// Seals what a player's browser will add to the dice, and adds it; each once.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/tables/{id}/dice", request_body = Contribute,
    responses((status = 200, body = Dice)),
))]
pub(crate) async fn add(
    guest: Guest,
    Path(id): Path<String>,
    Body(given): Body<Contribute>,
) -> Result<Json<Dice>, Error> {
    let handle = guest.open(&id).await?;
    guest.app.hub.change(&handle, |table| contribute(table, &guest.visitor.id, &given)).await?;
    answer(&handle, &guest.visitor)
}
