//! Shared code of all tests: a sandbox with a fixed clock, and functions that send requests to it.

pub(crate) mod http;
pub(crate) mod schema;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use sandbox::{Clock, Options, Sandbox};
use serde_json::{Value, json};
use tower::ServiceExt;

pub(crate) const PASSWORD: &str = "Secret-123!";
pub(crate) const START: i64 = 1_790_000_000_000;
pub(crate) const HOUR: i64 = 60 * 60 * 1000;

/// Opens a sandbox with test controls and returns its router and its clock.
pub(crate) fn open() -> (Router, Clock) {
    let clock = Clock::fixed(START);
    let sandbox =
        Sandbox::open(Options { clock: clock.clone(), faults: true, ..Options::default() })
            .unwrap();
    (sandbox.with_faults(sandbox.router()), clock)
}

pub(crate) type JsonResponse = (StatusCode, Value);

/// Sends a JSON request. Paths that begin with `~` are below the casino's prefix.
pub(crate) async fn send_json(
    app: &Router,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Value,
) -> JsonResponse {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let (status, _, bytes) = send_raw(app, method, path, token, "application/json", body).await;
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

pub(crate) async fn send_raw(
    app: &Router,
    method: &str,
    path: &str,
    token: Option<&str>,
    kind: &str,
    body: String,
) -> (StatusCode, HeaderMap, Vec<u8>) {
    let path = path
        .strip_prefix('~')
        .map_or_else(|| path.to_owned(), |tail| format!("{}{tail}", sandbox::PREFIX));
    let mut request = Request::builder().method(method).uri(path).header("content-type", kind);
    if let Some(token) = token {
        request = request.header("x-session-token", token);
    }
    let response = app.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    (status, headers, to_bytes(response.into_body(), 4 << 20).await.unwrap().to_vec())
}

pub(crate) async fn get(app: &Router, path: &str, token: &str) -> JsonResponse {
    send_json(app, "GET", path, Some(token), Value::Null).await
}

/// Returns the payload of a login as a seeded player.
pub(crate) fn log_in_body(login: &str) -> Value {
    json!({
        "login": login, "password": PASSWORD, "skin_id": 1, "client_id": 3, "for_money": true, "player_timezone": "-05:00",
    })
}

pub(crate) async fn log_in(app: &Router, login: &str, password: &str) -> JsonResponse {
    let mut body = log_in_body(login);
    body["password"] = json!(password);
    send_json(app, "POST", "~/login", None, body).await
}

/// Signs in as a seeded player and returns the session token.
pub(crate) async fn token(app: &Router, login: &str) -> String {
    log_in(app, login, PASSWORD).await.1["sessionToken"].as_str().unwrap().to_owned()
}

/// Returns a player's balance in cents.
pub(crate) async fn cents(app: &Router, pid: i64, token: &str) -> i64 {
    let (status, response) =
        get(app, &format!("~/players/{pid}/balance?forMoney=true"), token).await;
    assert_eq!(status, StatusCode::OK);
    in_cents(&response[0]["balance"])
}

/// Converts an amount to cents.
#[expect(clippy::cast_possible_truncation, reason = "sample balances are small")]
pub(crate) fn in_cents(amount: &Value) -> i64 {
    (amount.as_f64().unwrap() * 100.0).round() as i64
}

pub(crate) fn rejected(status: u16, message: &str) -> JsonResponse {
    (StatusCode::from_u16(status).unwrap(), json!({ "errorMessage": message }))
}

pub(crate) fn ok_response() -> JsonResponse {
    (StatusCode::OK, json!({ "message": "OK" }))
}

/// Sets the data of a player with the test control of the sandbox.
pub(crate) async fn set_player(app: &Router, player: Value) {
    assert_eq!(send_json(app, "POST", "/sandbox/player", None, player).await, ok_response());
}

/// Opens the cashier of player 1001 and returns the ticket of its page, which a deposit needs.
pub(crate) async fn deposit_ticket(app: &Router, session: &str) -> String {
    let body = json!({ "skinId": 1, "playerId": 1001, "cashier_type": "deposit", "client_type": "Mobile" });
    let cashier = send_json(app, "POST", "~/player/1001/cashier", Some(session), body).await.1;
    let fields = cashier["info"].as_object().unwrap().iter();
    let form: Vec<String> =
        fields.map(|(name, value)| format!("{name}={}", value.as_str().unwrap())).collect();
    let kind = "application/x-www-form-urlencoded";
    let path = "/external/cashier/Deposits.asp";
    let page = send_raw(app, "POST", path, None, kind, form.join("&")).await.2;
    let page = String::from_utf8(page).unwrap();
    page.split_once("data-ticket=\"").unwrap().1.split_once('"').unwrap().0.to_owned()
}

/// Redeems a coupon of player 1001.
pub(crate) async fn redeem(app: &Router, session: &str, code: &str) -> JsonResponse {
    let path = format!("~/v2/players/1001/coupons?login=annx&couponCode={code}&redeem=true");
    send_json(app, "POST", &path, Some(session), Value::Null).await
}

/// Opens the stub game for player 1001 and returns its round.
pub(crate) async fn open_game(app: &Router, session: &str) -> Value {
    let launch = json!({ "playerId": 1001, "token_type": "game" });
    let launch = send_json(app, "POST", "~/players/1001/token", Some(session), launch).await.1;
    send_json(app, "POST", "/external/game/open", None, launch).await.1["round"].clone()
}
