//! The requests that came, for tests to read: without anything that a log must not hold.

use std::collections::BTreeMap;

use axum::extract::Query;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, Uri};
use serde::Serialize;
use serde_json::Value;

/// A request that came.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Call {
    method: String,
    path: String,
    query: Option<String>,
    /// The body where it was JSON or a form, secrets masked.
    body: Option<Value>,
    /// Whether a session token came with it.
    session: bool,
    /// Whether a bot-check token came with it.
    bot_check: bool,
}

/// Fields that nobody may read back.
const SECRETS: [&str; 10] =
    ["password", "pwd", "old_pwd", "token", "hashed_password", "userhash", "session_id", "round", "ticket", "sessionToken"];

impl Call {
    /// A request, with its secrets masked.
    pub(crate) fn of(method: &Method, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> Call {
        Call {
            method: method.to_string(),
            path: uri.path().to_owned(),
            query: uri.query().map(masked_query),
            body: read(headers, body).map(masked),
            session: headers.contains_key(crate::session::HEADER),
            bot_check: headers.contains_key(crate::session::BOT_CHECK),
        }
    }
}

fn read(headers: &HeaderMap, body: &[u8]) -> Option<Value> {
    if headers.get(CONTENT_TYPE).is_none_or(|kind| kind != "application/x-www-form-urlencoded") {
        return serde_json::from_slice(body).ok();
    }
    let uri = Uri::try_from(format!("/?{}", std::str::from_utf8(body).ok()?)).ok()?;
    let Query(fields) = Query::<BTreeMap<String, String>>::try_from_uri(&uri).ok()?;
    serde_json::to_value(fields).ok()
}

fn masked_query(query: &str) -> String {
    let secret = |pair: &str| pair.split_once('=').is_some_and(|(name, _)| SECRETS.contains(&name));
    let mask = |pair: &str| format!("{}=***", pair.split('=').next().unwrap_or_default());
    let pairs: Vec<String> = query.split('&').map(|pair| if secret(pair) { mask(pair) } else { pair.to_owned() }).collect();
    pairs.join("&")
}

fn masked(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .map(|(key, value)| {
                let secret = SECRETS.contains(&key.as_str());
                let value = if secret { Value::from("***") } else { masked(value) };
                (key, value)
            })
            .collect(),
        Value::Array(items) => items.into_iter().map(masked).collect(),
        other => other,
    }
}
