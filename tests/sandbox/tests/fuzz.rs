//! Fuzz tests: the sandbox answers any input, and all errors have the same format.

use crate::common::schema::{document, operations, violations};
use crate::common::{open, token};
use axum::http::StatusCode;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

/// Generates a segment of a path, query or body: often valid, sometimes arbitrary.
fn word() -> impl Strategy<Value = String> {
    let known_words = prop::sample::select(vec![
        "1001",
        "annx",
        "RWD50",
        "SPINS40",
        "FIXED10",
        "MAX325",
        "18-32",
        "32",
        "18",
        "true",
        "USD",
        "1",
        "794",
        "fp",
        "cp",
        "cpwt",
        "fu",
        "Mobile",
        "deposit",
        "game",
        "sandbox-feed",
        "1976-09-21",
        "a@example.com",
        "5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90",
    ]);
    prop_oneof![3 => known_words.prop_map(str::to_owned), 1 => any::<String>(), 1 => any::<i64>().prop_map(|n| n.to_string())]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => word().prop_map(Value::from),
        2 => any::<i64>().prop_map(Value::from),
        1 => Just(json!(1)),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => prop::collection::vec(any::<i64>(), 0..3).prop_map(Value::from),
    ]
}

/// Returns a value that the schema allows. It uses `word` for strings and integers.
fn valid_value(schema: &Value, word: String) -> Value {
    if let Some(only) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return only.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("string");
    match kind {
        "integer" => {
            let most = schema["maximum"].as_i64().unwrap_or(i64::MAX);
            word.parse::<i64>().unwrap_or(1001).min(most).into()
        }
        "boolean" => true.into(),
        "array" => json!([1001]),
        _ => word.into(),
    }
}

fn percent_encode(text: &str) -> String {
    text.bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b == b'-' {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}

#[test]
fn no_input_causes_a_server_error() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (app, _) = open();
    let (document, session) =
        runtime.block_on(async { (document(&app).await, token(&app, "annx").await) });
    let session = std::cell::RefCell::new(session);
    // Bodies consist of fields of real payloads, so that most of them are almost valid.
    let operations = operations(&document);
    let bodies: Vec<Vec<(String, Value)>> = operations
        .iter()
        .map(|(method, path)| {
            let reference = &document["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let Some(reference) = reference.as_str() else { return Vec::new() };
            let schema = document.pointer(reference.trim_start_matches('#')).unwrap();
            let one = std::slice::from_ref(schema);
            let choices = schema["oneOf"].as_array().map_or(one, Vec::as_slice);
            let fields = choices.iter().filter_map(|schema| schema["properties"].as_object()).flatten();
            fields.map(|(name, schema)| (name.clone(), schema.clone())).collect()
        })
        .collect();
    let strategy = (
        0..operations.len(),
        prop::collection::vec(word(), 4),
        prop::collection::vec(word(), 6),
        prop::collection::vec((prop::bool::weighted(0.1), word(), value()), 20),
        any::<bool>(),
        prop::option::weighted(0.1, any::<String>()),
    );
    let done = std::cell::Cell::new(0_u32);
    let mut runner =
        TestRunner::new(Config { cases: 3000, failure_persistence: None, ..Config::default() });
    let outcome =
        runner.run(&strategy, |(at, parts, queries, values, signed_in, raw)| {
            let (method, template) = &operations[at];
            let mut parts = parts.iter();
            let path: Vec<String> = template
                .split('/')
                .map(|part| match part {
                    "{pid}" if signed_in => "1001".to_owned(),
                    part if part.starts_with('{') => percent_encode(parts.next().unwrap()),
                    part => part.to_owned(),
                })
                .collect();
            let parameters = document["paths"][template][method]["parameters"].as_array().unwrap();
            let names = parameters
                .iter()
                .filter(|p| p["in"] == "query")
                .map(|p| p["name"].as_str().unwrap());
            let query: Vec<String> = names
                .zip(&queries)
                .map(|(name, text)| format!("{name}={}", percent_encode(text)))
                .collect();
            let body = raw.unwrap_or_else(|| {
                let fields =
                    bodies[at].iter().zip(values).map(|((name, schema), (is_arbitrary, word, value))| {
                        (name.clone(), if is_arbitrary { value } else { valid_value(schema, word) })
                    });
                let fields: serde_json::Map<_, _> = fields.collect();
                Value::Object(fields).to_string()
            });
            let path = format!("{}?{}", path.join("/"), query.join("&"));
            let current_token = signed_in.then(|| session.borrow().clone());
            let method_name = method.to_uppercase();
            let request = crate::common::send_raw(
                &app,
                &method_name,
                &path,
                current_token.as_deref(),
                "application/json",
                body,
            );
            let (status, _, bytes) = runtime.block_on(request);
            done.set(done.get() + u32::from(status == StatusCode::OK));
            prop_assert!(
                !status.is_server_error(),
                "{method} {path}: {status} {}",
                String::from_utf8_lossy(&bytes)
            );
            if status == StatusCode::OK {
                let schema = &document["paths"][template][method]["responses"]["200"]["content"]
                    ["application/json"]["schema"];
                if schema.is_object() {
                    let response: Value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
                    let errors = violations(&document, schema, &response, "");
                    prop_assert!(errors.is_empty(), "{method} {path}: {errors:?}");
                }
            }
            if status.is_client_error() {
                let response: Value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
                let schema = &document["components"]["schemas"]["Refusal"];
                let errors = violations(&document, schema, &response, "");
                prop_assert!(errors.is_empty(), "{method} {path}: {errors:?}");
            }
            // After a successful logout, sign in again; later calls need a session.
            if status == StatusCode::OK && template.ends_with("/logout") {
                *session.borrow_mut() = runtime.block_on(token(&app, "annx"));
            }
            Ok(())
        });
    outcome.unwrap();
    assert!(done.get() > 600, "only {} calls succeeded", done.get());
}
