//! The external cashier. A form of the site opens it (decision A38); it shows the player and the
//! coupon, and accepts deposits.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Form, Json};
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::Value;

use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::offers::coupon;
use crate::players::{money, password};
use crate::routes::{Body, Text, ok_response};
use crate::{AppState, html, texts};

/// How long a cashier page is valid, in milliseconds: one hour.
const PAGE_LIFETIME: i64 = 60 * 60 * 1000;
/// Minimum and maximum of one deposit, in cents.
const ALLOWED_CENTS: std::ops::RangeInclusive<i64> = 1_000..=1_000_000;

const PAGE: &str = include_str!("../../external/cashier.html");

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(HttpMethod::Post, "/external/cashier/Deposits.asp", show)
            .summary("Opens the cashier with the form fields from the API (A38).")
            .form_body("CashierForm")
            .response("Page"),
        Call::at(HttpMethod::Post, "/external/cashier/deposit", deposit)
            .summary("Makes a deposit, once for each page of the cashier.")
            .json_body("Deposit"),
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
    State(state): State<Arc<AppState>>,
    form: Result<Form<Info>, FormRejection>,
) -> Result<Response, ApiError> {
    let Ok(Form(info)) = form else { return Err(ApiError::no_session()) };
    let (now, ticket) = (state.clock.now(), password::secret());
    let page = state.store.write(|transaction| {
        let sql = "select pid, login, first_name, token from players join sessions using (pid)
                   where session_id = ? and cashier_secret = ? and expires_at > ?";
        let key = params![info.session_id, info.hashed_password, now];
        let row = |row: &rusqlite::Row| {
            let names = (row.get::<_, String>(1)?, row.get::<_, String>(2)?);
            Ok((row.get::<_, i64>(0)?, names, row.get::<_, String>(3)?))
        };

        let found = transaction
            .query_row(sql, key, row)
            .optional()?
            .filter(|(pid, ..)| pid.to_string() == info.player_id);
        let (pid, (login, first_name), session) = found.ok_or_else(ApiError::no_session)?;

        transaction.execute("delete from cashier_tickets where expires_at <= ?", [now])?;
        let sql = "insert into cashier_tickets (ticket, session, expires_at) values (?, ?, ?)";
        transaction.execute(sql, params![ticket, session, now + PAGE_LIFETIME])?;

        let active_coupon = coupon::find_active(transaction, &state.offers.current(), pid)?;
        let coupon_text = match &active_coupon {
            None => "No coupon is active.".to_owned(),
            Some(active_coupon) if active_coupon.awaiting => {
                format!(
                    "{} waits for this deposit: {}.",
                    active_coupon.offer.code, active_coupon.offer.title
                )
            }
            Some(active_coupon) => {
                format!(
                    "{} is in play. A deposit now adds no further bonus.",
                    active_coupon.offer.code
                )
            }
        };

        let name =
            if first_name.is_empty() { login.clone() } else { format!("{first_name} ({login})") };

        let values = [
            ("{{name}}", name),
            ("{{coupon}}", coupon_text),
            (
                "{{balance}}",
                format!(
                    "${:.2}",
                    money::amount(money::balance(transaction, pid)?).as_f64().unwrap_or(0.0)
                ),
            ),
            ("{{ticket}}", ticket.clone()),
        ];

        Ok::<_, ApiError>(values.iter().fold(PAGE.to_owned(), |page, (placeholder, text)| {
            page.replace(placeholder, &html::escape(text))
        }))
    })?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Html(page)).into_response())
}

#[derive(Deserialize)]
struct Deposit {
    ticket: Text<128>,
    cents: i64,
}

async fn deposit(
    State(state): State<Arc<AppState>>,
    Body(body): Body<Deposit>,
) -> Result<Json<Value>, ApiError> {
    let now = state.clock.now();
    if !ALLOWED_CENTS.contains(&body.cents) {
        return Err(ApiError::invalid_request(
            StatusCode::BAD_REQUEST,
            "a deposit must be from $10 to $10,000".to_owned(),
        ));
    }

    state.store.write(|transaction| {
        // The transaction that adds the money also deletes the ticket. Of two concurrent deposits
        // with one ticket, only one succeeds.
        let sql = "delete from cashier_tickets where ticket = ?1 and expires_at > ?2
                   returning (select pid from sessions where token = session and sessions.expires_at > ?2)";
        let found = transaction.query_row(sql, params![&*body.ticket, now], |row| row.get::<_, Option<i64>>(0));
        let pid = found.optional()?.flatten();
        let pid = pid.ok_or_else(|| ApiError::conflict(texts::INVALID_TOKEN))?;
        coupon::deposit(transaction, &state.offers.current(), pid, body.cents, now)
    })?;
    Ok(ok_response())
}
