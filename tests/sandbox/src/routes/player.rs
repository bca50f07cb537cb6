//! Profile and balance of a player (rows 7.1-10 to 7.1-12).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::Skin;
use super::login::run_blocking;
use super::{Body, Query, Text, ok_response, recovery};
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::players::session::SessionPlayer;
use crate::players::{money, password, validation};
use crate::{AppState, texts};

pub(super) fn calls() -> Vec<Call> {
    let path = "/players/{pid}";
    vec![
        Call::api(HttpMethod::Get, path, details)
            .summary("Returns the user data of section 3.")
            .requires_session()
            .response("User"),
        Call::api(HttpMethod::Put, path, update)
            .summary("Saves the profile; an empty password keeps the old one (A107).")
            .requires_session()
            .json_body("Profile"),
        Call::api(HttpMethod::Get, "/players/{pid}/balance", balance)
            .summary("Returns a list whose first item is the balance.")
            .requires_session()
            .optional_query(&["forMoney"])
            .response("Balances"),
    ]
}

async fn details(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
) -> Result<Json<Value>, ApiError> {
    let user = state.store.read(|connection| {
        let sql = "select * from players join sessions using (pid) where token = ?";
        connection.query_row(sql, [&player.token], |row| {
            let text = |name: &str| row.get::<_, String>(name);
            Ok(json!({
                "login": text("login")?,
                "player_id": player.pid.to_string(),
                // A random value of this session, deliberately not the password hash (decision
                // A57).
                "hashed_password": text("cashier_secret")?,
                "player_class": text("player_class")?,
                "first_deposit": row.get::<_, Option<String>>("first_deposit_on")?,
                "total_deposits_number": row.get::<_, i64>("total_deposits_number")?,
                "birth_date": text("birth_date")?,
                "contact": {
                    "email": text("email")?,
                    "first_name": text("first_name")?,
                    "last_name": text("last_name")?,
                    "country_id": text("country_id")?,
                    "address_one": text("address_one")?,
                    "city": text("city")?,
                    "state_id": text("state_id")?,
                    "zip_code": text("zip_code")?,
                },
            }))
        })
    })?;
    Ok(Json(user))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Profile {
    login: String,
    email: String,
    password: String,
    first_name: String,
    last_name: String,
    birth_date: String,
    address_1: Text<100>,
    address_2: Text<100>,
    city: Text<100>,
    state: Text<100>,
    zip: Text<20>,
    country: Text<20>,
    cell_phone: Text<30>,
    day_phone: Text<30>,
    evening_phone: Text<30>,
    gender: Text<20>,
    #[serde(rename = "skin_id")]
    _skin_id: Skin,
}

async fn update(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    Body(profile): Body<Profile>,
) -> Result<Json<Value>, ApiError> {
    run_blocking(move || save(&state, &player, &profile)).await?;
    Ok(ok_response())
}

fn save(state: &AppState, player: &SessionPlayer, profile: &Profile) -> Result<(), ApiError> {
    validation::check_login(profile.login.trim())?;
    validation::check_email(profile.email.trim())?;
    validation::check_first_name(profile.first_name.trim())?;
    validation::check_last_name(profile.last_name.trim())?;
    validation::check_birth_date(&profile.birth_date, state.clock.now())?;

    let hash = if profile.password.is_empty() {
        None
    } else {
        validation::check_password(&profile.password)?;
        Some(password::hash(&profile.password))
    };

    state.store.write(|transaction| {
        // Login and email both identify a player at sign-in. Each must be unique across both
        // columns.
        let taken = |text: &str| {
            let sql = "select exists (select 1 from players where (login = ?1 or email = ?1) and pid <> ?2)";
            transaction.query_row(sql, params![text, player.pid], |row| row.get::<_, bool>(0))
        };

        if taken(profile.email.trim())? {
            return Err(ApiError::conflict(texts::EMAIL_EXISTS));
        }
        if taken(profile.login.trim())? {
            return Err(ApiError::conflict(texts::LOGIN_EXISTS));
        }

        transaction.execute(
            "update players set login = ?, email = ?, first_name = ?, last_name = ?, birth_date = ?, address_one = ?,
               address_two = ?, city = ?, state_id = ?, zip_code = ?, country_id = ?, cell_phone = ?, day_phone = ?,
               evening_phone = ?, gender = ? where pid = ?",
            params![
                profile.login.trim(),
                profile.email.trim(),
                profile.first_name.trim(),
                profile.last_name.trim(),
                profile.birth_date,
                &*profile.address_1,
                &*profile.address_2,
                &*profile.city,
                &*profile.state,
                &*profile.zip,
                &*profile.country,
                &*profile.cell_phone,
                &*profile.day_phone,
                &*profile.evening_phone,
                &*profile.gender,
                player.pid,
            ],
        )?;

        match hash {
            Some(hash) => recovery::set_password(transaction, player.pid, &hash, &player.token),
            None => Ok(()),
        }
    })
}

async fn balance(
    State(state): State<Arc<AppState>>,
    player: SessionPlayer,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    query.check_allowed("forMoney", &["true"])?;
    let cents = state.store.read(|connection| money::balance(connection, player.pid))?;
    Ok(Json(json!([{ "balance": money::amount(cents), "currency_symbol": "$" }])))
}
