//! The external cashier. A form of the site opens it (decision A38); it shows the player and the
//! coupon, and takes deposits.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Form, Json};
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;

use super::{Body, Text, done};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::{coupon, html, money, password, texts};

/// How long a cashier page is valid, in milliseconds: one hour.
const LASTS: i64 = 60 * 60 * 1000;
/// Minimum and maximum of one deposit, in cents.
const AMOUNTS: std::ops::RangeInclusive<i64> = 1_000..=1_000_000;

const PAGE: &str = include_str!("../external/cashier.html");

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(Verb::Post, "/external/cashier/Deposits.asp", show)
            .says("The cashier, opened by a form of its own fields (A38).")
            .form("CashierForm")
            .answers("Page"),
        Call::at(Verb::Post, "/external/cashier/deposit", deposit)
            .says("Pays in, once for each page of the cashier.")
            .takes("Deposit"),
    ]
}

/// The fields that open the cashier. The other four are ignored.
#[derive(Deserialize)]
struct Info {
    #[serde(default)]
    player_id: String,
    #[serde(default)]
    hashed_password: String,
    #[serde(default)]
    session_id: String,
}

async fn show(
    State(world): State<Arc<World>>,
    form: Result<Form<Info>, FormRejection>,
) -> Result<Response, ApiError> {
    let Ok(Form(info)) = form else { return Err(ApiError::no_session()) };
    let (now, ticket) = (world.clock.now(), password::secret());
    let page = world.store.write(|change| {
        let sql = "select pid, login, first_name, token from players join sessions using (pid)
                   where session_id = ? and cashier_secret = ? and expires_at > ?";
        let values = params![info.session_id, info.hashed_password, now];
        let row = |row: &rusqlite::Row| {
            let names = (row.get::<_, String>(1)?, row.get::<_, String>(2)?);
            Ok((row.get::<_, i64>(0)?, names, row.get::<_, String>(3)?))
        };
        let found = change
            .query_row(sql, values, row)
            .optional()?
            .filter(|(pid, ..)| pid.to_string() == info.player_id);
        let (pid, (login, first_name), session) = found.ok_or_else(ApiError::no_session)?;
        change.execute("delete from cashier_tickets where expires_at <= ?", [now])?;
        let sql = "insert into cashier_tickets (ticket, session, expires_at) values (?, ?, ?)";
        change.execute(sql, params![ticket, session, now + LASTS])?;
        let held = coupon::active(change, &world.offers.now(), pid)?;
        let about = match &held {
            None => "No coupon is active.".to_owned(),
            Some(held) if held.awaiting => {
                format!("{} waits for this deposit: {}.", held.offer.code, held.offer.title)
            }
            Some(held) => {
                format!("{} is in play. A deposit now brings no further bonus.", held.offer.code)
            }
        };
        let name =
            if first_name.is_empty() { login.clone() } else { format!("{first_name} ({login})") };
        let texts = [
            ("{{name}}", name),
            ("{{coupon}}", about),
            (
                "{{balance}}",
                format!(
                    "${:.2}",
                    money::amount(money::balance(change, pid)?).as_f64().unwrap_or(0.0)
                ),
            ),
            ("{{ticket}}", ticket.clone()),
        ];
        Ok::<_, ApiError>(
            texts
                .iter()
                .fold(PAGE.to_owned(), |page, (at, text)| page.replace(at, &html::text(text))),
        )
    })?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Html(page)).into_response())
}

#[derive(Deserialize)]
struct Deposit {
    ticket: Text<128>,
    cents: i64,
}

async fn deposit(
    State(world): State<Arc<World>>,
    Body(body): Body<Deposit>,
) -> Result<Json<Value>, ApiError> {
    let now = world.clock.now();
    if !AMOUNTS.contains(&body.cents) {
        return Err(ApiError::unreadable(
            StatusCode::BAD_REQUEST,
            "deposits are of $10 to $10,000".to_owned(),
        ));
    }
    world.store.write(|change| {
        // The transaction that adds the money also deletes the ticket. Of two concurrent deposits
        // with one ticket, only one succeeds.
        let sql = "delete from cashier_tickets where ticket = ?1 and expires_at > ?2
                   returning (select pid from sessions where token = session and sessions.expires_at > ?2)";
        let found = change.query_row(sql, params![&*body.ticket, now], |row| row.get::<_, Option<i64>>(0));
        let pid = found.optional()?.flatten();
        let pid = pid.ok_or_else(|| ApiError::conflict(texts::TOKEN_REFUSED))?;
        coupon::deposit(change, &world.offers.now(), pid, body.cents, now)
    })?;
    Ok(done())
}
