//! Moving one's seats to another device: a code to type, or the same as a QR code.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::{Extension, Json};
use parlour_table::Table;
use parlour_table::commands::Refusal;
use parlour_table::events::Event;
use parlour_table::hash::hash;
use parlour_wire::api::{Claim, Created, Failure, Transfer};
use qrcode::QrCode;
use qrcode::render::svg;

use super::tables::table_id;
use crate::app::App;
use crate::error::{Body, Error};
use crate::limits::Kind;
use crate::secret;
use crate::security::Caller;
use crate::store::Ticket;
use crate::visitor::Visitor;

/// For how long a code is good, in seconds.
const GOOD_FOR: u32 = 300;

/// A code that moves the visitor's seats at this table to another device.
#[utoipa::path(post, path = "/tables/{id}/transfer", params(("id" = String, Path, description = "The table")),
    responses((status = 200, body = Transfer), (status = 403, body = Failure), (status = 404, body = Failure)))]
pub(crate) async fn transfer(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Transfer>, Error> {
    let live = app.hub.open(&table_id(&id)?).await?;
    let at_table =
        |table: &Table| !table.seats_of(&visitor.id).is_empty() || table.maker == visitor.id;
    if !app.hub.see(&live, at_table).await? {
        return Err(Refusal::new("not-seated", "You have no seat at this table.").into());
    }
    let code = secret::random_code();
    let ticket = Ticket { table: live.id.clone(), visitor: visitor.id.clone() };
    let expires = app.hub.time.now() + i64::from(GOOD_FOR) * 1000;
    app.hub.store.put_ticket(&hash("transfer", &code), ticket, expires).await?;
    let path = format!("/transfer/{code}");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let scheme = if caller.secure { "https" } else { "http" };
    let address = host.map_or_else(|| path.clone(), |host| format!("{scheme}://{host}{path}"));
    Ok(Json(Transfer { qr: draw(&address)?, code, path, seconds: GOOD_FOR }))
}

fn draw(address: &str) -> Result<String, Error> {
    let code = QrCode::new(address).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(200, 200).build())
}

/// Takes over the seats that a code stands for.
#[utoipa::path(post, path = "/transfer", request_body = Claim,
    responses((status = 200, body = Created), (status = 404, body = Failure)))]
pub(crate) async fn claim(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(caller): Extension<Caller>,
    Body(wish): Body<Claim>,
) -> Result<Json<Created>, Error> {
    app.limiter.address(Kind::Claims, caller.network())?;
    let unknown = || Error::NotFound("code; it may have been used or be too old");
    let code = secret::tidy_code(&wish.code).ok_or_else(unknown)?;
    let now = app.hub.time.now();
    let ticket = app.hub.store.take_ticket(&hash("transfer", &code), now).await?;
    let ticket = ticket.ok_or_else(unknown)?;
    let live = app.hub.open(&ticket.table).await?;
    let invitation = visitor.invitation_hash(&live.id);
    app.hub
        .change(&live, |_| {
            if ticket.visitor == visitor.id {
                return Ok(Vec::new());
            }
            let (from, to) = (ticket.visitor.clone(), visitor.id.clone());
            Ok(vec![Event::Moved { from, to, invitation: invitation.clone() }])
        })
        .await?;
    Ok(Json(Created { id: ticket.table.0 }))
}
