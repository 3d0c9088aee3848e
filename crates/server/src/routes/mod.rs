//! What the server answers.

mod analysis;
mod counting;
mod dice;
mod embedded;
mod games;
mod head;
mod lessons;
mod me;
mod packed;
pub(crate) mod page;
mod records;
mod reports;
mod socket;
pub(crate) mod studies;
pub(crate) mod tables;
mod transfer;

use std::any::Any;
use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Extension, Router};

use crate::app::App;
use crate::error::Error;
use crate::routes::packed::Packed;
use crate::security::Caller;

/// Writes the calls of the API, below `/api/v1`, as a router and, for the OpenAPI document, as a list. Each
/// call's description stands at its function.
macro_rules! calls {
    ($($path:literal => $($method:ident $module:ident::$call:ident),+;)*) => {
        /// The calls, below `/api/v1`.
        pub(crate) fn api() -> Router<App> {
            let document = Router::new().route("/openapi.json", get(openapi));
            document$(.route($path, MethodRouter::new()$(.$method($module::$call))+))*
        }

        #[cfg(feature = "schema")]
        #[derive(utoipa::OpenApi)]
        #[openapi(
            components(schemas(parlour_wire::api::Failure)),
            paths($($($module::$call),+),*)
        )]
        pub(crate) struct Calls;
    };
}

calls! {
    "/me" => get me::me, put me::rename;
    "/games" => get games::games;
    "/games/{id}/rules" => get games::rules;
    "/games/{id}/diagram.svg" => get games::diagram;
    "/games/{id}/lessons" => get lessons::lessons;
    "/games/{id}/puzzles" => get lessons::puzzles;
    "/games/{id}/lesson-check" => post lessons::check;
    "/games/{id}/lessons/{lesson}" => post lessons::play;
    "/games/{id}/lessons/{lesson}/ask" => post lessons::ask;
    "/games/{id}/lessons/{lesson}/hint" => post lessons::hint;
    "/tables" => get tables::tables, post tables::create;
    "/tables/{id}" => get tables::table;
    "/tables/{id}/socket" => get socket::socket;
    "/tables/{id}/dice" => get dice::dice, post dice::add;
    "/tables/{id}/replay" => get records::replay;
    "/tables/{id}/record" => get records::record;
    "/tables/{id}/report" => get reports::report, post reports::make;
    "/tables/{id}/report/attempt" => post reports::attempt;
    "/tables/{id}/knowledge" => get reports::knowledge;
    "/tables/{id}/transfer" => post transfer::transfer;
    "/tables/{id}/invitation" => get transfer::invitation;
    "/records" => post records::import;
    "/analysis/position" => post analysis::position;
    "/analysis/tree" => post analysis::tree;
    "/analysis/repair" => post analysis::repair;
    "/analysis/setup" => post analysis::setup;
    "/analysis/lines" => post analysis::lines;
    "/studies" => post studies::create;
    "/studies/{id}" => get studies::study, put studies::change;
    "/studies/{id}/versions" => get studies::versions, post studies::revert;
    "/studies/{id}/socket" => get studies::socket;
    "/transfer" => post transfer::claim;
}

/// The description of the API.
async fn openapi() -> Response {
    let document = include_str!("../../../../docs/openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], document).into_response()
}

/// The licences of the libraries in the program, in one text that is packed once.
pub(crate) async fn licences(headers: HeaderMap) -> Response {
    static TEXT: LazyLock<Packed> = LazyLock::new(|| {
        let text = include_str!("../../licences.txt").to_owned();
        Packed::new("text/plain; charset=utf-8", text)
    });
    TEXT.clone().answer(&headers, "public, max-age=3600")
}

/// A health check is answered in this time.
const HEALTH: Duration = Duration::from_secs(4);

/// Whether the server is well: it answers, its database does, and no work is stuck.
pub(crate) async fn health(State(app): State<App>) -> Result<&'static str, Error> {
    app.hub.check_work(app.config.limits.stuck_after)?;
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
    Extension(caller): Extension<Caller>,
) -> Result<Response, Error> {
    if !app.config.open_metrics && !caller.local {
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
