//! Sign-up, and records of abandoned or rejected sign-ups (rows 7.1-04, 7.1-05, 7.2-03 and 7.2-05).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::{Client, Skin};
use super::login::slowly;
use super::{Body, Text, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::{doors, password, rules, session, texts};

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::api(Verb::Post, "/signup", signup)
            .says("Makes a player and a session; the login is the e-mail address in small letters (A67).")
            .takes("Signup")
            .answers("NewSession"),
        Call::api(Verb::Post, "/download-id", download_id)
            .says("Keeps where a visitor came from; message is the id that the signup sends.")
            .takes("Download"),
        Call::api(Verb::Post, "/accounts/incomplete-signups", incomplete)
            .says("Notes a signup that was left before its end.")
            .takes("IncompleteSignup"),
        Call::api(Verb::Post, "/accounts/quick-signups", refused)
            .says("Notes a signup that was refused (A82).")
            .takes("RefusedSignup"),
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
    State(world): State<Arc<World>>,
    Body(body): Body<Signup>,
) -> Result<Json<Value>, ApiError> {
    slowly(move || signed_up(&world, &body)).await.map(Json)
}

fn signed_up(world: &World, body: &Signup) -> Result<Value, ApiError> {
    let (email, first, last) = (body.email.trim(), body.first_name.trim(), body.last_name.trim());
    let now = world.clock.now();
    rules::email(email)?;
    doors::country(email)?;
    rules::first_name(first)?;
    rules::last_name(last)?;
    rules::birth_date(&body.birth_date, now)?;
    rules::password(&body.password)?;
    let login = email.to_lowercase();
    let hash = password::hash(&body.password);
    world.store.write(|change| {
        let taken = |column| {
            let sql = format!("select exists (select 1 from players where {column} = ?)");
            change.query_row(&sql, [&login], |row| row.get::<_, bool>(0))
        };
        if taken("email")? {
            return Err(ApiError::conflict(texts::EMAIL_EXISTS));
        }
        if taken("login")? {
            return Err(ApiError::conflict(texts::LOGIN_EXISTS));
        }
        change.execute(
            "insert into players (login, email, password_hash, player_class, birth_date, first_name, last_name, download_id)
             values (?, ?, ?, 'New', ?, ?, ?, ?)",
            params![login, email, hash, body.birth_date, first, last, &*body.download_id],
        )?;
        let pid = change.last_insert_rowid();
        let mut answer = session::begin(change, pid, now)?.answer(pid);
        answer["login"] = json!(login);
        Ok(answer)
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Download {
    name: Text<100>,
    email: Text<100>,
    affiliate_id: Text<200>,
    tracking_id: Text<200>,
}

async fn download_id(
    State(world): State<Arc<World>>,
    Body(body): Body<Download>,
) -> Result<Json<Value>, ApiError> {
    let id = password::secret()[..16].to_owned();
    world.store.write(|change| {
        change.execute(
            "insert into downloads (id, name, email, affiliate_id, tracking_id, at) values (?, ?, ?, ?, ?, ?)",
            params![id, &*body.name, &*body.email, &*body.affiliate_id, &*body.tracking_id, world.clock.now()],
        )
    })?;
    Ok(Json(json!({ "message": id })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Incomplete {
    #[serde(rename = "login")]
    _login: Text<100>,
    email: Text<100>,
    first_name: Text<100>,
    last_name: Text<100>,
    client_id: Client,
    start_date: Text<40>,
}

async fn incomplete(
    State(world): State<Arc<World>>,
    Body(body): Body<Incomplete>,
) -> Result<Json<Value>, ApiError> {
    note(
        &world,
        "incomplete",
        [&body.email, &body.first_name, &body.last_name, &body.start_date],
        &body.client_id,
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    email: Text<100>,
    first_name: Text<100>,
    last_name: Text<100>,
    client_id: Client,
    message: Text<1000>,
}

async fn refused(
    State(world): State<Arc<World>>,
    Body(body): Body<Refused>,
) -> Result<Json<Value>, ApiError> {
    note(
        &world,
        "refused",
        [&body.email, &body.first_name, &body.last_name, &body.message],
        &body.client_id,
    )
}

fn note(
    world: &World,
    kind: &str,
    [email, first, last, about]: [&str; 4],
    client: &Client,
) -> Result<Json<Value>, ApiError> {
    world.store.write(|change| {
        change.execute(
            "insert into unfinished_signups (kind, email, first_name, last_name, client_id, about, at)
             values (?, ?, ?, ?, ?, ?, ?)",
            params![kind, email, first, last, client.0, about, world.clock.now()],
        )
    })?;
    Ok(done())
}
