//! The `OpenAPI` 3.1 document, generated from the list of calls, `schemas.json` and
//! `parameters.json`.

use std::collections::BTreeMap;

use axum::Json;
use serde_json::{Map, Value, json};

use crate::call::{Call, Verb};
use crate::texts;

/// Path of the document.
pub(crate) const PATH: &str = "/openapi.json";

const SCHEMAS: &str = include_str!("../../schemas.json");
/// Schemas of parameters by name. A parameter has the same schema in every call.
const PARAMETERS: &str = include_str!("../../parameters.json");

pub(super) fn calls() -> Vec<Call> {
    vec![Call::at(Verb::Get, PATH, document).says("This document.").answers("Anything")]
}

async fn document() -> Json<Value> {
    Json(whole())
}

/// Returns the whole document.
pub(crate) fn whole() -> Value {
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    let parameters: Value = serde_json::from_str(PARAMETERS).expect("parameters.json is JSON");
    for call in super::calls() {
        let operation = operation(&call, &parameters);
        paths.entry(call.path).or_default().insert(call.verb.name().to_owned(), operation);
    }
    let mut schemas: Value = serde_json::from_str(SCHEMAS).expect("schemas.json is JSON");
    schemas["Refusal"]["properties"]["errorMessage"]["enum"] = json!(texts::all());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sandbox of the casino API",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A stand-in for development, previews and tests. No real money, no real players.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "session": { "type": "apiKey", "in": "header", "name": "X-Session-Token" } },
        },
    })
}

fn operation(call: &Call, known: &Value) -> Value {
    let parameter = |name: &str, place: &str, required: bool| json!({ "name": name, "in": place, "required": required, "schema": known[name] });
    let in_path = call.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let needed = call.needs.iter().map(|name| parameter(name, "query", true));
    let further = call.query.iter().map(|name| parameter(name, "query", false));
    let parameters: Vec<Value> =
        in_path.map(|name| parameter(name, "path", true)).chain(needed).chain(further).collect();
    let media = match call.answer {
        "Page" => "text/html",
        "Script" => "text/javascript",
        "Picture" => "image/svg+xml",
        _ => "application/json",
    };
    let content = |media: &str, schema: &str| json!({ media: { "schema": { "$ref": format!("#/components/schemas/{schema}") } } });
    let good = if call.answer == "Upgrade" {
        json!({ "101": { "description": "The socket is open." } })
    } else {
        json!({ "200": { "description": "Done.", "content": content(media, call.answer) } })
    };
    let mut operation = json!({ "operationId": call.name(), "summary": call.says, "parameters": parameters, "responses": good });
    operation["responses"]["default"] =
        json!({ "description": "Refused.", "content": content("application/json", "Refusal") });
    if let Some((schema, media)) = call.body {
        operation["requestBody"] = json!({ "required": true, "content": content(media, schema) });
    }
    if call.is_outside() {
        operation["servers"] = json!([{
            "url": "http://127.0.0.1:{port}",
            "description": "Another origin than the API's; the sandbox says which at its start.",
            "variables": { "port": { "default": "8003" } },
        }]);
    }
    if call.session {
        operation["security"] = json!([{ "session": [] }]);
    }
    operation
}
