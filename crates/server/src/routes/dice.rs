//! The dice of a table: what the server committed to, what browsers added, and the seed at last.

use axum::Json;
use axum::extract::Path;
use parlour_table::Table;
use parlour_table::commands::{all_sealed, contribute, wanted};
use parlour_table::dice::commitment;
use parlour_table::listing::Status;
use parlour_table::stored::VisitorId;
use parlour_wire::dice::{Contribute, Contribution, Dice, Seal};

use crate::error::{Body, Error};
use crate::guest::Guest;
use crate::handle::TableHandle;
use crate::visitor::Visitor;

/// What a visitor may know of a table's dice; tables of old have none that can be checked.
fn show(table: &Table, visitor: &VisitorId) -> Option<Dice> {
    let seed = table.created.seed.as_ref()?;
    let given = |(by, given): &(VisitorId, parlour_table::dice::Contribution)| Contribution {
        ply: given.ply,
        salt: given.salt.clone(),
        yours: by == visitor,
    };
    let sealed =
        |(by, seal): &(VisitorId, String)| Seal { seal: seal.clone(), yours: by == visitor };
    Some(Dice {
        commitment: commitment(seed),
        used: table.has_chance(),
        seals: table.seals.iter().map(sealed).collect(),
        complete: all_sealed(table),
        contributions: table.contributions.iter().map(given).collect(),
        wanted: wanted(table, visitor),
        seed: (table.status() == Status::Over).then(|| seed.clone()),
    })
}

fn answer(handle: &TableHandle, visitor: &Visitor) -> Result<Json<Dice>, Error> {
    let dice = show(&*handle.table()?, &visitor.id);
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
