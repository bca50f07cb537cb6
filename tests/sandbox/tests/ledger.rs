//! Property tests of the ledger: for any order of actions of two players, every cent has a valid
//! source.

use crate::common::{START, cents, get, in_cents, open, send_json, token};
use axum::Router;
use axum::http::StatusCode;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

/// An action of a player.
#[derive(Debug, Clone)]
enum Action {
    Redeem(&'static str),
    Reward(&'static str),
    Cancel,
    Deposit(i64),
    Spins(u8),
    Cashback,
    Win(u32),
    Claim,
    OptIn(bool),
    ChooseGame(&'static str),
    Hours(i64),
}

fn action() -> impl Strategy<Value = Action> {
    let codes = [
        "MAX325", "DEP200", "PLAY100", "FIXED10", "SPINS25", "SPINS40", "BIGSPINS", "STEPS",
        "NEXT20", "LATE15", "RWD50", "NONE",
    ];
    prop_oneof![
        6 => prop::sample::select(codes.to_vec()).prop_map(Action::Redeem),
        2 => prop::sample::select(vec!["RWD50", "DAILY50", "FIXED10"]).prop_map(Action::Reward),
        2 => Just(Action::Cancel),
        4 => (500_i64..200_000).prop_map(Action::Deposit),
        6 => (1_u8..12).prop_map(Action::Spins),
        1 => Just(Action::Cashback),
        1 => (0_u32..5_000).prop_map(Action::Win),
        2 => Just(Action::Claim),
        1 => any::<bool>().prop_map(Action::OptIn),
        1 => prop::sample::select(vec!["18-32", "18-33", "18-99"]).prop_map(Action::ChooseGame),
        1 => (1_i64..200).prop_map(Action::Hours),
    ]
}

/// A player and the amounts, in cents, that the player may have received so far.
struct Player {
    pid: i64,
    login: &'static str,
    token: String,
    round: Value,
    paid_in: i64,
    won: i64,
    fixed: i64,
    cashback: i64,
}

/// Opens the stub game and returns its round, which is valid as long as the session.
async fn open_round(app: &Router, pid: i64, token: &str) -> Value {
    let launch = json!({ "playerId": pid, "token_type": "game" });
    let launch =
        send_json(app, "POST", &format!("~/players/{pid}/token"), Some(token), launch).await.1;
    send_json(app, "POST", "/external/game/open", None, launch).await.1["round"].clone()
}

async fn sign_in(app: &Router, pid: i64, login: &'static str) -> Player {
    let token = token(app, login).await;
    let round = open_round(app, pid, &token).await;
    Player { pid, login, token, round, paid_in: 0, won: 0, fixed: 0, cashback: 0 }
}

impl Player {
    async fn call(
        &self,
        app: &Router,
        method: &str,
        path: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        let path = path.replace("{pid}", &self.pid.to_string());
        let (status, response) = send_json(app, method, &path, Some(&self.token), body).await;
        assert!(!status.is_server_error(), "{method} {path}: {status} {response}");
        (status, response)
    }

    async fn perform(&mut self, app: &Router, action: &Action, now: &mut i64) {
        match action {
            Action::Redeem(code) => {
                let login = self.login;
                let path = format!(
                    "~/v2/players/{{pid}}/coupons?login={login}&couponCode={code}&redeem=true"
                );
                let (status, _) = self.call(app, "POST", &path, Value::Null).await;
                self.fixed += i64::from(status == StatusCode::OK && *code == "FIXED10") * 1_000;
            }
            Action::Reward(code) => {
                let body = json!({ "player_id": self.pid, "coupon": code, "skin_id": 1 });
                self.call(app, "POST", "~/player/{pid}/rewards/redeem", body).await;
            }
            Action::Cancel => {
                drop(self.call(app, "DELETE", "~/players/{pid}/active-coupon", Value::Null).await);
            }
            Action::Deposit(amount) => self.deposit(app, *amount).await,
            Action::Spins(times) => {
                for _ in 0..*times {
                    let body = json!({ "round": self.round, "game_code": "18-32" });
                    self.call(app, "POST", "/external/game/spin", body).await;
                }
            }
            Action::Cashback => {
                let body = json!({ "txIdHash": "AB12", "userHash": "c0ffee12" });
                let (status, _) = self
                    .call(
                        app,
                        "POST",
                        &format!("~/player/{{pid}}/rewards/cashback?login={}", self.login),
                        body,
                    )
                    .await;
                self.cashback += i64::from(status == StatusCode::OK) * 1_250;
            }
            Action::Win(amount) => {
                let control = json!({ "pid": self.pid, "cents": amount });
                let (status, _) = self.call(app, "POST", "/sandbox/hit", control).await;
                self.won += if status == StatusCode::OK { i64::from(*amount) } else { 0 };
            }
            Action::Claim => drop(
                self.call(app, "POST", "~/lobby-jackpot/players/{pid}/hits", Value::Null).await,
            ),
            Action::OptIn(opted_in) => {
                let guid = "5f0c9a52-7d1e-4b8a-9f63-2c1d8e4a7b90";
                let path =
                    format!("~/lobby-jackpot/players/{{pid}}/jackpots/{guid}?optPlayer={opted_in}");
                self.call(app, "POST", &path, Value::Null).await;
            }
            Action::ChooseGame(code) => {
                self.call(
                    app,
                    "PUT",
                    &format!("~/players/{{pid}}/coupons/games?gameCode={code}"),
                    Value::Null,
                )
                .await;
            }
            Action::Hours(hours) => {
                *now += hours * crate::common::HOUR;
                send_json(app, "POST", "/sandbox/clock", None, json!({ "now": *now })).await;
            }
        }
    }

    async fn deposit(&mut self, app: &Router, amount: i64) {
        let body = json!({ "skinId": 1, "playerId": self.pid, "cashier_type": "deposit", "client_type": "Mobile" });
        let (status, data) = self.call(app, "POST", "~/player/{pid}/cashier", body).await;
        if status != StatusCode::OK {
            return;
        }
        let field = |(name, value): (&String, &Value)| {
            format!("{name}={}", value.as_str().unwrap_or_default())
        };
        let form: Vec<String> = data["info"].as_object().unwrap().iter().map(field).collect();
        let kind = "application/x-www-form-urlencoded";
        let page = crate::common::send_raw(
            app,
            "POST",
            "/external/cashier/Deposits.asp",
            None,
            kind,
            form.join("&"),
        )
        .await
        .2;
        let page = String::from_utf8(page).unwrap();
        let ticket = page.split("data-ticket=\"").nth(1).unwrap().split('"').next().unwrap();
        let body = json!({ "ticket": ticket, "cents": amount });
        for turn in 0..2 {
            let (status, _) =
                self.call(app, "POST", "/external/cashier/deposit", body.clone()).await;
            assert!(turn == 0 || status != StatusCode::OK, "a ticket was accepted twice");
            self.paid_in += if status == StatusCode::OK { amount } else { 0 };
        }
    }
}

#[test]
fn every_cent_has_a_source_and_no_balance_is_negative() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (app, _) = open();
    let steps = prop::collection::vec((any::<bool>(), action()), 1..40);
    let mut runner =
        TestRunner::new(Config { cases: 60, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&steps, |steps| {
        runtime.block_on(async {
            send_json(&app, "POST", "/sandbox/reset", None, Value::Null).await;
            let mut now = START;
            let mut players =
                [sign_in(&app, 1001, "annx").await, sign_in(&app, 1007, "dailyx").await];
            for (second, action) in &steps {
                players[usize::from(*second)].perform(&app, action, &mut now).await;
                for player in &mut players {
                    // A session lasts one day, so both players sign in again after the clock
                    // advances.
                    if matches!(action, Action::Hours(_)) {
                        player.token = token(&app, player.login).await;
                        player.round = open_round(&app, player.pid, &player.token).await;
                    }
                    assert!(
                        cents(&app, player.pid, &player.token).await >= 0,
                        "the balance of {} is negative after {action:?}",
                        player.pid
                    );
                }
            }
            let ledger = send_json(&app, "GET", "/sandbox/ledger", None, Value::Null).await.1;
            let total = |reason: &str| ledger["reasons"][reason]["cents"].as_i64().unwrap_or(0);
            let sum = |amount: fn(&Player) -> i64| players.iter().map(amount).sum::<i64>();
            assert_eq!(total("deposit"), sum(|player| player.paid_in));
            assert_eq!(total("coupon"), sum(|player| player.fixed));
            assert_eq!(total("cashback"), sum(|player| player.cashback));
            assert!(sum(|player| player.cashback) <= 2 * 1_250);
            let mut unclaimed = 0;
            for player in &players {
                let state = get(
                    &app,
                    &format!("~/lobby-jackpot/players/{}/jackpots", player.pid),
                    &player.token,
                )
                .await
                .1;
                unclaimed += in_cents(&state["unclaimed-hits-amount"]);
            }
            assert_eq!(total("jackpot win") + unclaimed, sum(|player| player.won));
            let jackpot = send_json(&app, "GET", "~/lobby-jackpot/sandbox-feed", None, Value::Null)
                .await
                .1["jackpot-amount"]
                .clone();
            assert_eq!(in_cents(&jackpot) - 1_234_567, -total("lobby jackpot"));
            let reasons = ledger["reasons"].as_object().unwrap();
            let known = [
                "seed",
                "deposit",
                "bonus",
                "coupon",
                "cashback",
                "jackpot win",
                "lobby jackpot",
                "bet",
                "win",
                "free spin",
            ];
            assert!(reasons.keys().all(|reason| known.contains(&reason.as_str())), "{reasons:?}");
        });
        Ok(())
    });
    outcome.unwrap();
}
