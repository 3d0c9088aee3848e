//! The description of the API that its code gives, compiled for tests only: the server serves the
//! committed `docs/openapi.json`, which a test compares with this.

use serde_json::{Value, json};
use utoipa::OpenApi;

use crate::routes::{
    analysis, dice, games, lessons, me, records, reports, socket, studies, tables, transfer,
};

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
    reports::report,
    reports::make,
    reports::attempt,
    reports::knowledge,
    transfer::transfer,
    transfer::invitation,
    transfer::claim,
    analysis::position,
    analysis::tree,
    analysis::repair,
    analysis::setup,
    analysis::lines,
    lessons::lessons,
    lessons::puzzles,
    lessons::check,
    lessons::play,
    lessons::ask,
    lessons::hint,
    studies::create,
    studies::study,
    studies::change,
    studies::socket,
))]
struct Calls;

/// The OpenAPI document as JSON.
pub fn openapi() -> Value {
    let mut document = serde_json::to_value(Description::openapi()).expect("a document is JSON");
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operations) in paths {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            add_failures(method, operation);
        }
    }
    narrow(&mut document["components"]["schemas"]);
    document
}

/// What any call may be answered: the limits, the names and the origins that this server knows.
const ANY: [(&str, &str); 5] = [
    ("403", "A page of another site asked, or the caller may not do this"),
    ("408", "The call took too long"),
    ("421", "The server does not go by that name"),
    ("429", "Too much at once; `retry-after` says how many seconds to wait"),
    ("503", "The database does not answer"),
];
/// What a call may be answered beside, that brings something.
const SENT: [(&str, &str); 4] = [
    ("400", "The message does not have the right form"),
    ("409", "The table has changed meanwhile"),
    ("413", "The message is too long"),
    ("422", "The message cannot be done; its words say why"),
];

/// Adds the answers that functions have in common to those that a call names.
fn add_failures(method: &str, operation: &mut Value) {
    let query = operation["parameters"]
        .as_array()
        .is_some_and(|parameters| parameters.iter().any(|parameter| parameter["in"] == "query"));
    let sent: &[(&str, &str)] = match method {
        "get" if query => &[SENT[0], SENT[3]],
        "get" => &[],
        _ => &SENT,
    };
    let failure = |description: &str| {
        let schema = json!({ "$ref": "#/components/schemas/Failure" });
        json!({ "description": description, "content": { "application/json": { "schema": schema } } })
    };
    let Some(responses) = operation["responses"].as_object_mut() else { return };
    for (status, description) in ANY.iter().chain(sent) {
        responses.entry(*status).or_insert_with(|| failure(description));
    }
}

/// Says of some schemas what their types do not.
fn narrow(schemas: &mut Value) {
    schemas["NewTable"]["properties"]["options"]["items"] = json!({
        "type": "array",
        "description": "An option's name and its value.",
        "prefixItems": [{ "type": "string" }, { "type": "string" }],
        "items": false,
        "minItems": 2,
        "maxItems": 2,
    });
    let [seal, salt] = [("seal", "^[0-9a-f]{64}$"), ("salt", "^[0-9A-Za-z]{8,64}$")];
    for (index, (name, pattern)) in [seal, salt].into_iter().enumerate() {
        let form = &mut schemas["Contribute"]["oneOf"][index];
        form["additionalProperties"] = json!(false);
        form["properties"][name]["pattern"] = json!(pattern);
    }
}
