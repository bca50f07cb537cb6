//! Sign-up, and records of abandoned or rejected sign-ups (rows 7.1-04, 7.1-05, 7.2-03 and 7.2-05).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::{Client, Skin};
use super::login::run_blocking;
use super::{Body, Text, ok_response};
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::{password, session, validation};
use crate::server::access;
use crate::{AppState, texts};

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(HttpMethod::Post, "/signup", signup)
            .summary("Creates a player and a session; the login is the email in lower case (A67).")
            .json_body("Signup")
            .response("NewSession"),
        Call::api(HttpMethod::Post, "/download-id", download_id)
            .summary("Stores the source of a visit; message in the response is the id that the signup sends.")
            .json_body("Download"),
        Call::api(HttpMethod::Post, "/accounts/incomplete-signups", incomplete)
            .summary("Records an abandoned signup.")
            .json_body("IncompleteSignup"),
        Call::api(HttpMethod::Post, "/accounts/quick-signups", rejected)
            .summary("Records a rejected signup (A82).")
            .json_body("RefusedSignup"),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Signup {
    email: String,
    password: String,
    first_name: String,
    last_name: String,
    birth_date: String,
    #[serde(rename = "client_id")]
    _client_id: Client,
    #[serde(rename = "aid")]
    _aid: Text<200>,
    download_id: Text<64>,
    #[serde(rename = "skin_id")]
    _skin_id: Skin,
}

async fn signup(
    State(state): State<Arc<AppState>>,
    Body(body): Body<Signup>,
) -> Result<Json<Value>, ApiError> {
    run_blocking(move || create_player(&state, &body)).await.map(Json)
}

fn create_player(state: &AppState, body: &Signup) -> Result<Value, ApiError> {
    let (email, first, last) = (body.email.trim(), body.first_name.trim(), body.last_name.trim());
    let now = state.clock.now();
    validation::check_email(email)?;
    access::check_country(email)?;
    validation::check_first_name(first)?;
    validation::check_last_name(last)?;
    validation::check_birth_date(&body.birth_date, now)?;
    validation::check_password(&body.password)?;

    let login = email.to_lowercase();
    let hash = password::hash(&body.password);
    state.store.write(|transaction| {
        let taken = |column| {
            let sql = format!("select exists (select 1 from players where {column} = ?)");
            transaction.query_row(&sql, [&login], |row| row.get::<_, bool>(0))
        };

        if taken("email")? {
            return Err(ApiError::conflict(texts::EMAIL_EXISTS));
        }
        if taken("login")? {
            return Err(ApiError::conflict(texts::LOGIN_EXISTS));
        }

        transaction.execute(
            "insert into players (login, email, password_hash, player_class, birth_date, first_name, last_name, download_id)
             values (?, ?, ?, 'New', ?, ?, ?, ?)",
            params![login, email, hash, body.birth_date, first, last, &*body.download_id],
        )?;

        let pid = transaction.last_insert_rowid();
        let mut response = session::create(transaction, pid, now)?.response(pid);
        response["login"] = json!(login);
        Ok(response)
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DownloadId {
    name: Text<100>,
    email: Text<100>,
    affiliate_id: Text<200>,
    tracking_id: Text<200>,
}

async fn download_id(
    State(state): State<Arc<AppState>>,
    Body(body): Body<DownloadId>,
) -> Result<Json<Value>, ApiError> {
    let id = password::secret()[..16].to_owned();
    state.store.write(|transaction| {
        transaction.execute(
            "insert into downloads (id, name, email, affiliate_id, tracking_id, at) values (?, ?, ?, ?, ?, ?)",
            params![id, &*body.name, &*body.email, &*body.affiliate_id, &*body.tracking_id, state.clock.now()],
        )
    })?;
    Ok(Json(json!({ "message": id })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IncompleteSignup {
    #[serde(rename = "login")]
    _login: Text<100>,
    email: Text<100>,
    first_name: Text<100>,
    last_name: Text<100>,
    client_id: Client,
    start_date: Text<40>,
}

async fn incomplete(
    State(state): State<Arc<AppState>>,
    Body(body): Body<IncompleteSignup>,
) -> Result<Json<Value>, ApiError> {
    record_unfinished(
        &state,
        "incomplete",
        [&body.email, &body.first_name, &body.last_name, &body.start_date],
        &body.client_id,
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RejectedSignup {
    email: Text<100>,
    first_name: Text<100>,
    last_name: Text<100>,
    client_id: Client,
    message: Text<1000>,
}

async fn rejected(
    State(state): State<Arc<AppState>>,
    Body(body): Body<RejectedSignup>,
) -> Result<Json<Value>, ApiError> {
    record_unfinished(
        &state,
        "refused",
        [&body.email, &body.first_name, &body.last_name, &body.message],
        &body.client_id,
    )
}

fn record_unfinished(
    state: &AppState,
    kind: &str,
    [email, first, last, about]: [&str; 4],
    client: &Client,
) -> Result<Json<Value>, ApiError> {
    state.store.write(|transaction| {
        transaction.execute(
            "insert into unfinished_signups (kind, email, first_name, last_name, client_id, about, at)
             values (?, ?, ?, ?, ?, ?, ?)",
            params![kind, email, first, last, client.0, about, state.clock.now()],
        )
    })?;
    Ok(ok_response())
}
