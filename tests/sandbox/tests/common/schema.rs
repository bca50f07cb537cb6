//! Reads the `OpenAPI` document and validates values against its schemas.

use axum::Router;
use axum::http::StatusCode;
use serde_json::Value;

use super::send_json;

/// Returns the document.
pub(crate) async fn document(app: &Router) -> Value {
    let (status, document) = send_json(app, "GET", "/openapi.json", None, Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    document
}

/// Returns the violations of a schema by a value. An unsupported keyword is a violation too.
pub(crate) fn violations(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut errors = Vec::new();
    for (keyword, rule) in schema.as_object().unwrap() {
        let is_valid = match keyword.as_str() {
            "$ref" => {
                let found =
                    document.pointer(rule.as_str().unwrap().trim_start_matches('#')).unwrap();
                errors.extend(violations(document, found, value, at));
                true
            }
            "type" => {
                let kinds = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                kinds.iter().any(|kind| has_type(value, kind.as_str().unwrap()))
            }
            "required" => rule
                .as_array()
                .unwrap()
                .iter()
                .all(|key| value.get(key.as_str().unwrap()).is_some()),
            "properties" => {
                for (key, rule) in rule.as_object().unwrap() {
                    if let Some(value) = value.get(key) {
                        errors.extend(violations(document, rule, value, &format!("{at}/{key}")));
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema["properties"].as_object().unwrap();
                value
                    .as_object()
                    .is_none_or(|object| object.keys().all(|key| known.contains_key(key)))
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    errors.extend(violations(document, rule, item, &format!("{at}/*")));
                }
                true
            }
            "oneOf" => {
                rule.as_array()
                    .unwrap()
                    .iter()
                    .filter(|rule| violations(document, rule, value, at).is_empty())
                    .count()
                    == 1
            }
            "enum" => rule.as_array().unwrap().contains(value),
            "const" => rule == value,
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
            "minLength" => value
                .as_str()
                .is_none_or(|text| text.chars().count() as u64 >= rule.as_u64().unwrap()),
            "maxLength" => value
                .as_str()
                .is_none_or(|text| text.chars().count() as u64 <= rule.as_u64().unwrap()),
            // Tests that depend on the format of a date check it themselves.
            "pattern" => value.is_string(),
            _ => false,
        };
        if !is_valid {
            errors.push(format!("{at}: {keyword} {rule} against {value}"));
        }
    }
    errors
}

fn has_type(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "null" => value.is_null(),
        _ => false,
    }
}

/// Returns the method and path of each operation.
pub(crate) fn operations(document: &Value) -> Vec<(String, String)> {
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, methods): (&String, &Value)| {
        methods
            .as_object()
            .unwrap()
            .keys()
            .map(|method| (method.clone(), path.clone()))
            .collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}
