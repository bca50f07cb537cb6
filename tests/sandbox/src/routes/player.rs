//! Who a player is and what they own (rows 7.1-11 and 7.1-12).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use rusqlite::params;
use serde_json::{Value, json};

use super::Pid;
use crate::World;
use crate::error::ApiError;
use crate::session::Caller;

/// `GET /players/{pid}`: the user data of section 3.
pub(super) async fn details(State(world): State<Arc<World>>, Pid(pid): Pid, caller: Caller) -> Result<Json<Value>, ApiError> {
    caller.must_be(pid)?;
    let user = world.store.read(|ask| {
        let sql = "select * from players where pid = ?";
        ask.query_row(sql, params![pid], |row| {
            let text = |name: &str| row.get::<_, String>(name);
            Ok(json!({
                "login": text("login")?,
                "player_id": pid.to_string(),
                "hashed_password": text("password_hash")?,
                "player_class": text("player_class")?,
                "first_deposit": row.get::<_, bool>("first_deposit")?,
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

/// `GET /players/{pid}/balance?forMoney=true`: a list whose first item is the balance, an amount with two decimals.
pub(super) async fn balance(State(world): State<Arc<World>>, Pid(pid): Pid, caller: Caller) -> Result<Json<Value>, ApiError> {
    caller.must_be(pid)?;
    let cents: i64 = world
        .store
        .read(|ask| ask.query_row("select coalesce(sum(cents), 0) from ledger where pid = ?", params![pid], |row| row.get(0)))?;
    Ok(Json(json!([{ "balance": amount(cents), "currency_symbol": "$" }])))
}

/// Cents as the decimal number that the API speaks; only its text form has the binary fraction.
fn amount(cents: i64) -> Value {
    let text = format!("{}{}.{:02}", if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100);
    text.parse::<f64>().map_or(Value::Null, Value::from)
}
