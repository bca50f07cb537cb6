//! Profile and balance of a player (rows 7.1-10 to 7.1-12).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::Skin;
use super::login::slowly;
use super::{Body, Query, Text, done, recovery};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::session::Own;
use crate::{money, password, rules, texts};

pub(super) fn calls() -> Vec<Call> {
    let path = "/players/{pid}";
    vec![
        Call::api(Verb::Get, path, details)
            .says("The user data of section 3.")
            .session()
            .answers("User"),
        Call::api(Verb::Put, path, update)
            .says("Saves the profile; an empty password stays as it was (A107).")
            .session()
            .takes("Profile"),
        Call::api(Verb::Get, "/players/{pid}/balance", balance)
            .says("A list whose first item is the balance.")
            .session()
            .query(&["forMoney"])
            .answers("Balances"),
    ]
}

async fn details(State(world): State<Arc<World>>, own: Own) -> Result<Json<Value>, ApiError> {
    let user = world.store.read(|ask| {
        let sql = "select * from players join sessions using (pid) where token = ?";
        ask.query_row(sql, [&own.token], |row| {
            let text = |name: &str| row.get::<_, String>(name);
            Ok(json!({
                "login": text("login")?,
                "player_id": own.pid.to_string(),
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
    State(world): State<Arc<World>>,
    own: Own,
    Body(profile): Body<Profile>,
) -> Result<Json<Value>, ApiError> {
    slowly(move || save(&world, &own, &profile)).await?;
    Ok(done())
}

fn save(world: &World, own: &Own, profile: &Profile) -> Result<(), ApiError> {
    rules::login(profile.login.trim())?;
    rules::email(profile.email.trim())?;
    rules::first_name(profile.first_name.trim())?;
    rules::last_name(profile.last_name.trim())?;
    rules::birth_date(&profile.birth_date, world.clock.now())?;
    let hash = if profile.password.is_empty() {
        None
    } else {
        rules::password(&profile.password)?;
        Some(password::hash(&profile.password))
    };
    world.store.write(|change| {
        // Login and email both identify a player at sign-in. Each must be unique across both
        // columns.
        let taken = |text: &str| {
            let sql = "select exists (select 1 from players where (login = ?1 or email = ?1) and pid <> ?2)";
            change.query_row(sql, params![text, own.pid], |row| row.get::<_, bool>(0))
        };
        if taken(profile.email.trim())? {
            return Err(ApiError::conflict(texts::EMAIL_EXISTS));
        }
        if taken(profile.login.trim())? {
            return Err(ApiError::conflict(texts::LOGIN_EXISTS));
        }
        change.execute(
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
                own.pid,
            ],
        )?;
        match hash {
            Some(hash) => recovery::set(change, own.pid, &hash, &own.token),
            None => Ok(()),
        }
    })
}

async fn balance(
    State(world): State<Arc<World>>,
    own: Own,
    query: Query,
) -> Result<Json<Value>, ApiError> {
    query.only("forMoney", &["true"])?;
    let cents = world.store.read(|ask| money::balance(ask, own.pid))?;
    Ok(Json(json!([{ "balance": money::amount(cents), "currency_symbol": "$" }])))
}
