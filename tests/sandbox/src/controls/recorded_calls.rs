//! Recorded requests for tests. Secrets that a log must not contain are masked.

use std::collections::BTreeMap;

use axum::extract::Query;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, Uri};
use serde::Serialize;
use serde_json::Value;

use crate::players::session;

/// A recorded request.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RecordedCall {
    method: String,
    path: String,
    query: Option<String>,
    /// The body if it is JSON or a form, with secrets masked.
    body: Option<Value>,
    /// Whether the request has a session token.
    session: bool,
    /// Whether the request has a bot-check token.
    bot_check: bool,
}

/// Names of secret fields. Case and underscores are ignored in the comparison.
const SECRETS: [&str; 11] = [
    "password",
    "pwd",
    "oldpwd",
    "token",
    "sessiontoken",
    "hashedpassword",
    "userhash",
    "txidhash",
    "sessionid",
    "round",
    "ticket",
];
/// Maximum number of recorded characters of a path, query or body. The site's requests are shorter.
const MAX_CHARACTERS: usize = 16 << 10;

impl RecordedCall {
    /// Records a request and masks its secrets.
    pub(crate) fn new(
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        body: &[u8],
    ) -> RecordedCall {
        RecordedCall {
            method: method.to_string(),
            path: truncate(uri.path()),
            query: uri.query().map(|query| truncate(&mask_query(query))),
            body: parse_body(headers, body).map(mask_secrets).map(truncate_body),
            session: headers.contains_key(session::HEADER),
            bot_check: headers.contains_key(session::BOT_CHECK),
        }
    }
}

fn parse_body(headers: &HeaderMap, body: &[u8]) -> Option<Value> {
    if headers.get(CONTENT_TYPE).is_none_or(|kind| kind != "application/x-www-form-urlencoded") {
        return serde_json::from_slice(body).ok();
    }
    serde_json::to_value(decode_pairs(std::str::from_utf8(body).ok()?)?).ok()
}

/// Decodes the names and values of a query or a form.
fn decode_pairs(text: &str) -> Option<BTreeMap<String, String>> {
    let uri = Uri::try_from(format!("/?{text}")).ok()?;
    Query::try_from_uri(&uri).ok().map(|Query(pairs)| pairs)
}

fn is_secret(name: &str) -> bool {
    let bare: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    SECRETS.contains(&bare.as_str())
}

fn mask_query(query: &str) -> String {
    let mask = |pair: &str| match (
        pair.split_once('='),
        decode_pairs(pair).and_then(|pairs| pairs.into_keys().next()),
    ) {
        (Some((name_text, _)), Some(name)) if is_secret(&name) => format!("{name_text}=***"),
        _ => pair.to_owned(),
    };
    query.split('&').map(mask).collect::<Vec<_>>().join("&")
}

fn truncate(text: &str) -> String {
    text.chars().take(MAX_CHARACTERS).collect()
}

/// Returns the body, or its beginning as text if it exceeds the limit.
fn truncate_body(body: Value) -> Value {
    let text = body.to_string();
    if text.len() > MAX_CHARACTERS { truncate(&text).into() } else { body }
}

fn mask_secrets(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .map(|(key, value)| {
                let value = if is_secret(&key) { Value::from("***") } else { mask_secrets(value) };
                (key, value)
            })
            .collect(),
        Value::Array(items) => items.into_iter().map(mask_secrets).collect(),
        other => other,
    }
}
