//! The `OpenAPI` 3.1 document, generated from the list of calls, `schemas.json` and
//! `parameters.json`.

use std::collections::BTreeMap;

use axum::Json;
use serde_json::{Map, Value, json};

use crate::call::{Call, HttpMethod};
use crate::texts;

/// Path of the document.
pub(crate) const PATH: &str = "/openapi.json";

const SCHEMAS: &str = include_str!("../../schemas.json");
/// Schemas of parameters by name. A parameter has the same schema in every call.
const PARAMETERS: &str = include_str!("../../parameters.json");

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(HttpMethod::Get, PATH, show)
            .summary("Returns this document.")
            .response("Anything"),
    ]
}

async fn show() -> Json<Value> {
    Json(document())
}

/// Returns the whole document.
pub(crate) fn document() -> Value {
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    let parameters: Value = serde_json::from_str(PARAMETERS).expect("parameters.json is JSON");

    for call in super::calls() {
        let operation = operation(&call, &parameters);
        paths.entry(call.path).or_default().insert(call.method.name().to_owned(), operation);
    }

    let mut schemas: Value = serde_json::from_str(SCHEMAS).expect("schemas.json is JSON");
    schemas["Refusal"]["properties"]["errorMessage"]["enum"] = json!(texts::all());

    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sandbox of the casino API",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Replaces the operator's API for development, previews and tests. No real money, no real players.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "session": { "type": "apiKey", "in": "header", "name": "X-Session-Token" } },
        },
    })
}

fn operation(call: &Call, parameter_schemas: &Value) -> Value {
    let parameter = |name: &str, location: &str, is_required: bool| json!({ "name": name, "in": location, "required": is_required, "schema": parameter_schemas[name] });
    let in_path = call.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let required = call.required_query.iter().map(|name| parameter(name, "query", true));
    let optional = call.optional_query.iter().map(|name| parameter(name, "query", false));
    let parameters: Vec<Value> =
        in_path.map(|name| parameter(name, "path", true)).chain(required).chain(optional).collect();

    let media = match call.response {
        "Page" => "text/html",
        "Script" => "text/javascript",
        "Picture" => "image/svg+xml",
        _ => "application/json",
    };

    let content = |media: &str, schema: &str| json!({ media: { "schema": { "$ref": format!("#/components/schemas/{schema}") } } });
    let success = if call.response == "Upgrade" {
        json!({ "101": { "description": "The socket is open." } })
    } else {
        json!({ "200": { "description": "Success.", "content": content(media, call.response) } })
    };

    let mut operation = json!({ "operationId": call.operation_id(), "summary": call.summary, "parameters": parameters, "responses": success });
    operation["responses"]["default"] =
        json!({ "description": "Error.", "content": content("application/json", "Refusal") });

    if let Some((schema, media)) = call.body {
        operation["requestBody"] = json!({ "required": true, "content": content(media, schema) });
    }

    if call.is_external() {
        operation["servers"] = json!([{
            "url": "http://127.0.0.1:{port}",
            "description": "Not the origin of the API; the sandbox prints it when it starts.",
            "variables": { "port": { "default": "8003" } },
        }]);
    }

    if call.requires_session {
        operation["security"] = json!([{ "session": [] }]);
    }

    operation
}
