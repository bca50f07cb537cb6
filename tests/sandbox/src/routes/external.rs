//! Things that lie outside the casino and are stood in for: the cashier, a game, live tables, scripts of other services.
//!
//! Their pages lie under `/external/`. Money moves through the same ledger as everywhere else.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Form, Json};
use rusqlite::{OptionalExtension, params};
use serde::Deserialize;
use serde_json::{Value, json};

use super::live_dealer::LOBBIES;
use super::{Body, Named, done, lobby_jackpot};
use crate::World;
use crate::call::{Call, Verb};
use crate::error::ApiError;
use crate::{catalogue, coupon, money, password, texts};

/// What a spin costs, in cents.
const BET: i64 = 100;

const CASHIER: &str = include_str!("../external/cashier.html");
const GAME: &str = include_str!("../external/game.html");
const TABLE: &str = include_str!("../external/table.html");
const SCRIPTS: [(&str, &str); 3] = [
    ("bot-check.js", include_str!("../external/bot-check.js")),
    ("bot-check-backup.js", include_str!("../external/bot-check-backup.js")),
    ("chat.js", include_str!("../external/chat.js")),
];

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(Verb::Post, "/external/cashier/Deposits.asp", cashier)
            .says("The cashier, opened by a form of its own fields (A38).")
            .answers("Page"),
        Call::at(Verb::Post, "/external/cashier/deposit", deposit).says("Pays in.").takes("Deposit"),
        Call::at(Verb::Get, "/external/game", game)
            .says("The stub game, for an iframe (A42).")
            .query(&["game_id", "machine_id", "hands", "token"])
            .answers("Page"),
        Call::at(Verb::Post, "/external/game/open", open).says("Uses a launch token up.").takes("OpenGame").answers("Round"),
        Call::at(Verb::Post, "/external/game/spin", spin).says("Plays one spin.").takes("Spin").answers("SpinResult"),
        Call::at(Verb::Get, "/external/live-dealer/{id}", table).says("A live table.").answers("Page"),
        Call::at(Verb::Get, "/external/scripts/{name}", script).says("Bot check and chat.").answers("Script"),
        Call::at(Verb::Get, "/external/coupons/{name}", picture).says("A coupon's picture.").answers("Picture"),
        Call::at(Verb::Get, "/external/seal.svg", seal).says("A seal that certifies nothing.").answers("Picture"),
        Call::at(Verb::Post, "/external/reports", report).says("Takes error reports and tracking events.").takes("Anything"),
    ]
}

/// The seven fields that open the cashier; those that nothing depends on may be missing.
#[derive(Deserialize)]
struct Info {
    #[serde(default)]
    player_id: String,
    #[serde(default)]
    hashed_password: String,
    #[serde(default)]
    session_id: String,
}

async fn cashier(State(world): State<Arc<World>>, form: Result<Form<Info>, axum::extract::rejection::FormRejection>) -> Response {
    let Ok(Form(info)) = form else { return ApiError::no_session().into_response() };
    let known = world.store.read(|ask| {
        let sql = "select pid from sessions where session_id = ? and cashier_secret = ? and expires_at > ?";
        let values = params![info.session_id, info.hashed_password, world.clock.now()];
        ask.query_row(sql, values, |row| row.get::<_, i64>(0)).optional()
    });
    match known {
        Err(error) => ApiError::from(error).into_response(),
        Ok(Some(pid)) if pid.to_string() == info.player_id => {
            Html(CASHIER.replace("{{session}}", &info.session_id)).into_response()
        }
        Ok(_) => ApiError::no_session().into_response(),
    }
}

#[derive(Deserialize)]
struct Deposit {
    session_id: String,
    cents: i64,
}

async fn deposit(State(world): State<Arc<World>>, Body(body): Body<Deposit>) -> Result<Json<Value>, ApiError> {
    let now = world.clock.now();
    if !(1_000..=1_000_000).contains(&body.cents) {
        return Err(ApiError::unreadable(StatusCode::BAD_REQUEST, "deposits are of $10 to $10,000".to_owned()));
    }
    world.store.write(|change| {
        let sql = "select pid from sessions where session_id = ? and expires_at > ?";
        let pid = change.query_row(sql, params![body.session_id, now], |row| row.get(0)).optional()?;
        coupon::deposit(change, pid.ok_or_else(ApiError::no_session)?, body.cents, now)
    })?;
    Ok(done())
}

async fn game() -> Html<&'static str> {
    Html(GAME)
}

#[derive(Deserialize)]
struct OpenGame {
    token: String,
}

async fn open(State(world): State<Arc<World>>, Body(body): Body<OpenGame>) -> Result<Json<Value>, ApiError> {
    let id = password::secret();
    let cents = world.store.write(|change| {
        let sql = "delete from launch_tokens where token = ? and expires_at > ? returning pid";
        let pid: Option<i64> = change.query_row(sql, params![body.token, world.clock.now()], |row| row.get(0)).optional()?;
        let pid = pid.ok_or_else(ApiError::no_session)?;
        change.execute("insert into open_games (id, pid) values (?, ?)", params![id, pid])?;
        Ok::<_, ApiError>(money::balance(change, pid)?)
    })?;
    Ok(Json(json!({ "round": id, "balance": money::amount(cents) })))
}

#[derive(Deserialize)]
struct Spin {
    round: String,
    #[serde(default)]
    game_code: String,
}

async fn spin(State(world): State<Arc<World>>, Body(body): Body<Spin>) -> Result<Json<Value>, ApiError> {
    let now = world.clock.now();
    // Every third spin gives the bet back twice: a stub, no model of any real game.
    let won = if rand::random::<u32>().is_multiple_of(3) { 2 * BET } else { 0 };
    world.store.write(|change| {
        let sql = "select pid from open_games where id = ?";
        let pid: Option<i64> = change.query_row(sql, [&body.round], |row| row.get(0)).optional()?;
        let pid = pid.ok_or_else(ApiError::no_session)?;
        let free = coupon::free_spin(change, pid, &body.game_code, won, now)?;
        if !free {
            if money::balance(change, pid)? < BET {
                return Err(ApiError::conflict(texts::NO_MONEY));
            }
            money::book(change, pid, -BET, "bet", now)?;
            if won > 0 {
                money::book(change, pid, won, "win", now)?;
            }
            lobby_jackpot::feed(change, pid, now)?;
        }
        coupon::wager(change, pid, if free { 0 } else { BET })?;
        let cents = money::balance(change, pid)?;
        Ok(Json(json!({ "won": money::amount(won), "free": free, "balance": money::amount(cents) })))
    })
}

async fn table(named: Named) -> Result<Html<String>, ApiError> {
    let found = LOBBIES.iter().find(|(id, _)| id.to_string() == named.text("id"));
    found.map(|(_, name)| Html(TABLE.replace("{{name}}", name))).ok_or_else(ApiError::not_found)
}

async fn script(named: Named) -> Result<Response, ApiError> {
    let found = SCRIPTS.iter().find(|(name, _)| *name == named.text("name"));
    let (_, text) = found.ok_or_else(ApiError::not_found)?;
    Ok(([(header::CONTENT_TYPE, "text/javascript")], *text).into_response())
}

async fn picture(named: Named) -> Result<Response, ApiError> {
    let offer = named.text("name").strip_suffix(".svg").and_then(catalogue::offer).ok_or_else(ApiError::not_found)?;
    Ok(drawn(offer.title))
}

async fn seal() -> Response {
    drawn("Sample seal")
}

fn drawn(text: &str) -> Response {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 180\" role=\"img\"><title>{text}</title>\
         <rect width=\"320\" height=\"180\" rx=\"12\" fill=\"#1d2440\"/><text x=\"160\" y=\"98\" fill=\"#f4c56a\" \
         font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\">{text}</text></svg>"
    );
    ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
}

async fn report(Body(_): Body<Value>) -> Json<Value> {
    done()
}
