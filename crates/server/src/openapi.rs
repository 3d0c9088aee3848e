//! The description of the API that its code gives, compiled for tests only: the server serves the
//! committed `docs/openapi.json`, which a test compares with this.

use serde_json::{Value, json};
use utoipa::OpenApi;

use crate::routes::Calls;

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

/// The OpenAPI document as JSON.
pub fn openapi() -> Value {
    let mut document = serde_json::to_value(Description::openapi()).expect("a document is JSON");
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, operations) in paths {
        for (method, operation) in operations.as_object_mut().into_iter().flatten() {
            add_names(path, operation);
            add_failures(method, operation);
        }
    }
    for (status, description) in FAILURES {
        let schema = json!({ "$ref": "#/components/schemas/Failure" });
        let content = json!({ "application/json": { "schema": schema } });
        document["components"]["responses"][status] =
            json!({ "description": description, "content": content });
    }
    narrow(&mut document["components"]["schemas"]);
    document
}

/// What the names in a path stand for, by the part of the path before them.
const NAMED: [(&str, &str); 4] = [
    ("tables", "The table"),
    ("games", "The game"),
    ("lessons", "The lesson"),
    ("studies", "The study"),
];

/// Adds the names in the path of a call to its parameters.
fn add_names(path: &str, operation: &mut Value) {
    let parts: Vec<&str> = path.split('/').collect();
    for (before, part) in parts.iter().zip(&parts[1..]) {
        let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) else {
            continue;
        };
        let named = NAMED.iter().find(|(kind, _)| kind == before);
        let (_, description) = named.expect("NAMED has every kind of thing that a path names");
        let parameter = json!({
            "name": name, "in": "path", "required": true, "description": description,
            "schema": { "type": "string" },
        });
        match operation["parameters"].as_array_mut() {
            Some(parameters) => parameters.push(parameter),
            None => operation["parameters"] = json!([parameter]),
        }
    }
}

/// The answers to calls that fail.
const FAILURES: [(&str, &str); 11] = [
    ("400", "The message does not have the right form"),
    ("403", "A page of another site asked, or the caller may not do this"),
    ("404", "There is no such thing"),
    ("408", "The call took too long"),
    ("409", "It has changed meanwhile"),
    ("413", "The message is too long"),
    ("421", "The server does not go by that name"),
    ("422", "This cannot be done; the words say why"),
    ("426", "This address is a socket's"),
    ("429", "Too much at once; `retry-after` says how many seconds to wait"),
    ("503", "The database does not answer"),
];

/// Adds the failures that a call may be answered.
fn add_failures(method: &str, operation: &mut Value) {
    let given = |place: &str| {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        parameters.into_iter().any(|parameter| parameter["in"] == place)
    };
    let (sent, named, asked) = (method != "get", given("path"), given("query"));
    let socket = operation["responses"].get("101").is_some();
    for (status, _) in FAILURES {
        let may = match status {
            "400" => sent || asked || socket,
            "404" | "422" => sent || named,
            "409" | "413" => sent,
            "426" => socket,
            _ => true,
        };
        if may {
            let failure = json!({ "$ref": format!("#/components/responses/{status}") });
            operation["responses"][status] = failure;
        }
    }
}

/// The numbers that a caller sends, where they stand in which schema, with the least and the most that the
/// server reads.
const BOUNDS: [(&str, &str, u64, u64); 15] = [
    ("AskAttempt", "/properties/ply", 0, U32),
    ("AskLines", "/properties/depth", 0, U32),
    ("AskLines", "/properties/lines", 1, 5),
    ("AskLines", "/properties/seconds", 1, 20),
    ("AskPosition", "/properties/viewer", 0, 255),
    ("AskSetup", "/properties/changes/items/prefixItems/0", 0, U16),
    ("ChangeStudy", "/properties/version", 0, u64::MAX),
    ("RevertStudy", "/properties/version", 0, u64::MAX),
    ("RevertStudy", "/properties/to", 0, u64::MAX),
    ("Clock", "/oneOf/1/properties/seconds", 0, U32),
    ("Clock", "/oneOf/2/properties/seconds", 0, U32),
    ("Clock", "/oneOf/2/properties/increment", 0, U32),
    ("LessonQuestion", "/properties/picked/items", 0, U16),
    ("LessonQuestion", "/properties/site", 0, U16),
    ("Level", "", 1, 8),
];

const U16: u64 = u16::MAX as u64;
const U32: u64 = u32::MAX as u64;

/// Says of a tuple that it has all its parts.
fn close_tuples(schema: &mut Value) {
    if let Some(parts) = schema.get("prefixItems").and_then(Value::as_array).map(Vec::len) {
        (schema["minItems"], schema["maxItems"]) = (json!(parts), json!(parts));
    }
    match schema {
        Value::Object(parts) => parts.values_mut().for_each(close_tuples),
        Value::Array(parts) => parts.iter_mut().for_each(close_tuples),
        _ => {}
    }
}

/// Says of some schemas what their types do not.
fn narrow(schemas: &mut Value) {
    let pair = json!({
        "type": "array",
        "description": "An option's name and its value.",
        "prefixItems": [{ "type": "string" }, { "type": "string" }],
        "items": false,
        "minItems": 2,
        "maxItems": 2,
    });
    schemas["NewTable"]["properties"]["options"] = json!({
        "description": "Options by name: an object, or pairs.",
        "oneOf": [
            { "type": "object", "additionalProperties": {
                "type": ["string", "integer", "boolean"], "minimum": 0, "maximum": U32,
            } },
            { "type": "array", "items": pair },
        ],
    });
    close_tuples(schemas);
    for (schema, place, least, most) in BOUNDS {
        let number = schemas[schema].pointer_mut(place).expect("BOUNDS names what is there");
        (number["minimum"], number["maximum"]) = (json!(least), json!(most));
    }
    let [seal, salt] = [("seal", "^[0-9a-f]{64}$"), ("salt", "^[0-9A-Za-z]{8,64}$")];
    for (index, (name, pattern)) in [seal, salt].into_iter().enumerate() {
        let form = &mut schemas["Contribute"]["oneOf"][index];
        form["additionalProperties"] = json!(false);
        form["properties"][name]["pattern"] = json!(pattern);
    }
}
