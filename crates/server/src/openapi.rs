//! The description of the API that its code gives, compiled for tests only: the server serves the
//! committed `docs/openapi.json`, which a test compares with this.

use utoipa::OpenApi;

use crate::routes::{dice, games, me, records, socket, tables, transfer};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Parlour",
        description = "Tables of games: set them up, sit down, watch, look back. Moves go over \
                       each table's socket.",
    ),
    nest((path = "/api/v1", api = Calls)),
)]
struct Description;

#[derive(OpenApi)]
#[openapi(paths(
    me::me,
    me::rename,
    games::games,
    games::rules,
    games::diagram,
    tables::tables,
    tables::create,
    tables::table,
    socket::socket,
    dice::dice,
    dice::add,
    records::replay,
    records::record,
    records::import,
    transfer::transfer,
    transfer::invitation,
    transfer::claim,
))]
struct Calls;

/// The OpenAPI document as JSON.
pub fn openapi() -> serde_json::Value {
    serde_json::to_value(Description::openapi()).expect("a document is JSON")
}
