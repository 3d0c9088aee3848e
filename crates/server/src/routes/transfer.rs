//! Moving one's seats to another device: a code to type, or the same as a QR code.

use std::net::{IpAddr, SocketAddr};

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, header};
use parlour_table::Table;
use parlour_table::commands::{Code, Refusal, invitation_hash};
use parlour_table::events::Event;
use parlour_table::hash::hash;
use parlour_wire::api::{Claim, Created, Invitation, Transfer};
use qrcode::QrCode;
use qrcode::render::svg;

use crate::config::Config;
use crate::error::{Body, Error};
use crate::guest::Guest;
use crate::limits::Kind;
use crate::listen::lan_address;
use crate::secret;
use crate::security::Caller;
use crate::store::Ticket;

/// For how long a code is good, in seconds.
const GOOD_FOR: u32 = 300;

/// A code that moves the visitor's seats at this table to another device.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/tables/{id}/transfer", responses((status = 200, body = Transfer)),
))]
pub(crate) async fn transfer(
    guest: Guest,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Transfer>, Error> {
    let handle = guest.open(&id).await?;
    let table = handle.table()?;
    if table.seats_of(&guest.visitor.id).is_empty() && table.maker != guest.visitor.id {
        return Err(Refusal::new(Code::NotSeated, "You have no seat at this table.").into());
    }
    let code = secret::random_code();
    let ticket = Ticket { table: handle.id.clone(), visitor: guest.visitor.id.clone() };
    let expires = guest.app.hub.time.now() + i64::from(GOOD_FOR) * 1000;
    guest.app.hub.store.put_ticket(&hash("transfer", &code), ticket, expires).await?;
    let path = format!("/transfer/{code}");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let scheme = if guest.caller.secure { "https" } else { "http" };
    let address = host.map_or_else(|| path.clone(), |host| format!("{scheme}://{host}{path}"));
    Ok(Json(Transfer { qr: draw(&address)?, code, path, seconds: GOOD_FOR }))
}

/// The address that brings a friend to this table, and its QR code.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/invitation", responses((status = 200, body = Invitation)),
))]
pub(crate) async fn invitation(
    guest: Guest,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Invitation>, Error> {
    let handle = guest.open(&id).await?;
    let token = guest.visitor.invitation(&handle.id);
    let known = invitation_hash(&token);
    let query = if handle.table()?.invitations.contains(&known) {
        format!("?invitation={token}")
    } else {
        String::new()
    };
    let (base, reachable) = base(&guest.app.config, &guest.caller, &headers);
    let link = format!("{base}/t/{}{query}", handle.id.0);
    Ok(Json(Invitation { qr: draw(&link)?, link, reachable }))
}

/// Where others find this server, and whether they can: at the address that the visitor uses,
/// unless that names this computer only and the server listens to the network as well.
pub(crate) fn base(config: &Config, caller: &Caller, headers: &HeaderMap) -> (String, bool) {
    let scheme = if caller.secure { "https" } else { "http" };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    let loopback = |ip: IpAddr| ip.is_loopback();
    let bare = name.trim_matches(['[', ']']);
    let local = name == "localhost" || bare.parse().is_ok_and(loopback);
    let network = || lan_address().filter(|_| config.bind.ip().is_unspecified());
    match (local, network()) {
        (false, _) => (format!("{scheme}://{host}"), true),
        (true, Some(ip)) => {
            let port = port.parse().unwrap_or_else(|_| config.bind.port());
            (format!("{scheme}://{}", SocketAddr::new(ip, port)), true)
        }
        (true, None) => (format!("{scheme}://{host}"), false),
    }
}

fn draw(address: &str) -> Result<String, Error> {
    let code = QrCode::new(address).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(200, 200).build())
}

/// Takes over the seats that a code stands for.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/transfer", request_body = Claim, responses((status = 200, body = Created)),
))]
pub(crate) async fn claim(guest: Guest, Body(claim): Body<Claim>) -> Result<Json<Created>, Error> {
    guest.app.limiter.address(Kind::Claims, guest.network())?;
    let unknown = || Error::NotFound("code; it may have been used or be too old");
    let code = secret::tidy_code(&claim.code).ok_or_else(unknown)?;
    let (now, code) = (guest.app.hub.time.now(), hash("transfer", &code));
    let ticket = guest.app.hub.store.ticket(&code, now).await?.ok_or_else(unknown)?;
    let handle = guest.app.hub.open(&ticket.table, Some(guest.network())).await?;
    let invitation = guest.visitor.invitation_hash(&handle.id);
    let moved = |table: &Table| {
        if ticket.visitor == guest.visitor.id {
            return Ok(Vec::new());
        }
        // Of two who use a code at the same time, the second finds nothing to move.
        if !table.owners().any(|owner| *owner == ticket.visitor) {
            return Err(Refusal::from(Code::Used));
        }
        let (from, to) = (ticket.visitor.clone(), guest.visitor.id.clone());
        Ok(vec![Event::SeatsTransferred { from, to, invitation: invitation.clone() }])
    };
    guest.app.hub.change(&handle, moved).await?;
    // Only now: whatever failed until here can be tried again. What is left of a code whose seats have
    // moved stands for nothing.
    if let Err(error) = guest.app.hub.store.drop_ticket(&code).await {
        Error::from(error).note();
    }
    Ok(Json(Created { id: ticket.table.0 }))
}
