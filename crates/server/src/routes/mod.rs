//! What the server answers.

pub(crate) mod analysis;
mod counting;
pub(crate) mod dice;
mod embedded;
pub(crate) mod games;
pub(crate) mod head;
pub(crate) mod lessons;
pub(crate) mod me;
pub(crate) mod packed;
pub(crate) mod page;
pub(crate) mod records;
pub(crate) mod reports;
pub(crate) mod socket;
pub(crate) mod studies;
pub(crate) mod tables;
pub(crate) mod transfer;

use std::any::Any;
use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, State};
use axum::http::{Extensions, HeaderMap, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::Error;
use crate::security::Caller;

/// The description of the API.
pub(crate) async fn openapi() -> Response {
    let document = include_str!("../../../../docs/openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], document).into_response()
}

/// A health check is answered in this time.
const HEALTH: Duration = Duration::from_secs(4);

/// Whether the server is well: it answers, and its database does.
pub(crate) async fn health(State(app): State<App>) -> Result<&'static str, Error> {
    let store = &app.hub.store;
    store.health()?;
    match tokio::time::timeout(HEALTH, store.due(i64::MIN, 1)).await {
        Ok(answer) => answer?,
        Err(_) => return Err(Error::Unstored("the database does not answer".to_owned())),
    };
    Ok("ok\n")
}

/// Numbers for Prometheus, for this computer only unless `--open-metrics` is set.
pub(crate) async fn metrics(
    State(app): State<App>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Response, Error> {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    if !app.config.open_metrics && !Caller::of(&app.config, peer, &headers).local {
        return Err(Error::NotFound("address"));
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((kind, crate::metrics::render()).into_response())
}

/// A panic in a handler is answered as any other error, and the server goes on.
pub(crate) fn panicked(fault: Box<dyn Any + Send + 'static>) -> Response {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| fault.downcast_ref::<String>().cloned());
    Error::Internal(format!("a handler panicked: {}", text.unwrap_or_default())).into_response()
}
