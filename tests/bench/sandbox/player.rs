//! A player of the load test: signs up, logs in, opens a socket, redeems, deposits, plays, and checks the balance to the cent.

use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::connection::{Connection, Failure, Request, Times};

const PASSWORD: &str = "Load-Secret-1";

/// The results of a player at the end of the test. Amounts are in cents.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) times: Times,
    pub(crate) rounds: u64,
    pub(crate) spins: u64,
    pub(crate) frames: u64,
    pub(crate) cents: i64,
    pub(crate) deposits: i64,
    pub(crate) jackpot: i64,
}

/// A player of the load test.
pub(crate) struct Player {
    pid: i64,
    email: String,
    token: String,
    site: Connection,
    external: Connection,
    report: Report,
}

fn request(
    name: &'static str,
    method: &'static str,
    path: String,
    body: &Value,
) -> Request<'static> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    Request { name, method, path, token: "", kind: "application/json", body }
}

/// Converts dollars to cents.
#[expect(clippy::cast_possible_truncation, reason = "a sample player's money is little")]
fn cents(amount: &Value) -> Result<i64, Failure> {
    amount
        .as_f64()
        .map(|amount| (amount * 100.0).round() as i64)
        .ok_or_else(|| format!("{amount} is not an amount"))
}

impl Player {
    /// Signs up a player, with a balance in cents, who takes part in the lobby jackpot.
    pub(crate) async fn sign_up(
        number: usize,
        site: &str,
        external: &str,
        cents: i64,
    ) -> Result<Player, Failure> {
        let (mut site, external) =
            (Connection::open(site).await?, Connection::open(external).await?);
        let mut report = Report { cents, ..Report::default() };
        let email = format!("load-{number}@example.com");
        let form = json!({
            "email": email, "password": PASSWORD, "first_name": "Load", "last_name": "Sample", "birth_date": "1985-04-12",
            "client_id": 3, "aid": "", "download_id": "", "skin_id": 1,
        });
        let account = site
            .json(request("signup", "POST", "/api/794/signup".to_owned(), &form), &mut report.times)
            .await?;
        let pid = account["pid"].as_i64().ok_or("the signup returned no pid")?;
        let state = json!({ "pid": pid, "states": ["optin", "daily"], "cents": cents });
        site.send(
            request("state", "POST", "/sandbox/player".to_owned(), &state),
            &mut report.times,
        )
        .await?;
        Ok(Player { pid, email, token: String::new(), site, external, report })
    }

    async fn call(
        &mut self,
        name: &'static str,
        method: &'static str,
        path: String,
        body: Value,
    ) -> Result<Value, Failure> {
        let token = self.token.clone();
        let request = Request { token: &token, ..request(name, method, path, &body) };
        self.site.json(request, &mut self.report.times).await
    }

    async fn call_external(
        &mut self,
        name: &'static str,
        path: &str,
        body: Value,
    ) -> Result<Value, Failure> {
        self.external
            .json(request(name, "POST", path.to_owned(), &body), &mut self.report.times)
            .await
    }

    /// Plays rounds until the end of the test. Each round has a login, a socket, a coupon, a deposit and spins.
    pub(crate) async fn play(mut self, host: &str, until: Instant) -> Result<Report, Failure> {
        while Instant::now() < until {
            self.log_in().await?;
            let url = format!("ws://{host}/rewards?casinoid=794&token={}", self.token);
            let start = Instant::now();
            let (mut socket, _) =
                tokio_tungstenite::connect_async(url).await.map_err(|error| error.to_string())?;
            let hello = json!({
                "action": "checklogin", "casinoid": 794, "login": self.email, "player_id": self.pid, "class_name": "Silver",
            });
            socket
                .send(Message::text(hello.to_string()))
                .await
                .map_err(|error| error.to_string())?;
            let frame = socket
                .next()
                .await
                .ok_or("the socket was closed")?
                .map_err(|error| error.to_string())?;
            self.report.times.push(("socket", start.elapsed()));
            let reward: Value = serde_json::from_str(frame.to_text().unwrap_or_default())
                .map_err(|error| error.to_string())?;
            if reward["coupon"]["bonus"] != json!([50]) {
                return Err(format!("the socket sent {reward}"));
            }
            self.report.frames += 1;
            self.round().await?;
            socket.close(None).await.map_err(|error| error.to_string())?;
            self.log_out().await?;
            self.report.rounds += 1;
        }
        Ok(self.report)
    }

    async fn log_in(&mut self) -> Result<(), Failure> {
        let body = json!({
            "login": self.email, "password": PASSWORD, "skin_id": 1, "client_id": 3, "for_money": true, "player_timezone": "-05:00",
        });
        let session = self.call("login", "POST", "/api/794/login".to_owned(), body).await?;
        session["sessionToken"]
            .as_str()
            .ok_or("the login returned no token")?
            .clone_into(&mut self.token);
        Ok(())
    }

    async fn log_out(&mut self) -> Result<(), Failure> {
        let body = json!({
            "logout_type": "player", "login": self.email, "player_id": self.pid, "player_ids": [self.pid], "for_money": true,
        });
        self.call("logout", "POST", format!("/api/794/player/{}/accounts/logout", self.pid), body)
            .await
            .map(|_| ())
    }

    /// Reads the coupons, redeems and cancels one, deposits, plays 25 spins, and checks the balance.
    async fn round(&mut self) -> Result<(), Failure> {
        let players = format!("/api/794/players/{}", self.pid);
        self.call(
            "coupons",
            "GET",
            format!("{players}/coupondetails?login={}", self.email),
            Value::Null,
        )
        .await?;
        let redeem = format!(
            "/api/794/v2/players/{}/coupons?login={}&couponCode=OPENEND&redeem=true",
            self.pid, self.email
        );
        self.call("redeem", "POST", redeem, Value::Null).await?;
        self.call("active coupon", "GET", format!("{players}/active-coupon"), Value::Null).await?;
        self.call("cancel", "DELETE", format!("{players}/active-coupon"), Value::Null).await?;
        self.deposit(2_500).await?;
        let launch = json!({ "playerId": self.pid, "token_type": "game" });
        let launch = self.call("launch", "POST", format!("{players}/token"), launch).await?;
        let round =
            self.call_external("open game", "/external/game/open", launch).await?["round"].clone();
        for _ in 0..25 {
            let body = json!({ "round": round, "game_code": "18-32" });
            let spin = self.call_external("spin", "/external/game/spin", body).await?;
            // A spin costs a dollar and a cent for the jackpot.
            self.report.cents += cents(&spin["won"])? - 101;
            self.report.jackpot += 1;
            self.report.spins += 1;
            if cents(&spin["balance"])? != self.report.cents {
                return Err(format!(
                    "{} has {} instead of {} cents",
                    self.email, spin["balance"], self.report.cents
                ));
            }
        }
        let balance = self
            .call("balance", "GET", format!("{players}/balance?forMoney=true"), Value::Null)
            .await?;
        if cents(&balance[0]["balance"])? != self.report.cents {
            return Err(format!(
                "{} has {balance} instead of {} cents",
                self.email, self.report.cents
            ));
        }
        Ok(())
    }

    async fn deposit(&mut self, cents: i64) -> Result<(), Failure> {
        let body = json!({ "skinId": 1, "playerId": self.pid, "cashier_type": "deposit", "client_type": "InstantPlay" });
        let data = self
            .call("cashier", "POST", format!("/api/794/player/{}/cashier", self.pid), body)
            .await?;
        let field = |(name, value): (&String, &Value)| {
            format!("{name}={}", value.as_str().unwrap_or_default())
        };
        let form: Vec<String> = data["info"].as_object().into_iter().flatten().map(field).collect();
        let kind = "application/x-www-form-urlencoded";
        let path = "/external/cashier/Deposits.asp".to_owned();
        let post = Request {
            name: "cashier page",
            method: "POST",
            path,
            token: "",
            kind,
            body: form.join("&"),
        };
        let page = self.external.send(post, &mut self.report.times).await?;
        let ticket = page
            .split("data-ticket=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .ok_or("the cashier page has no ticket")?;
        self.call_external(
            "deposit",
            "/external/cashier/deposit",
            json!({ "ticket": ticket, "cents": cents }),
        )
        .await?;
        self.report.cents += cents;
        self.report.deposits += cents;
        Ok(())
    }
}
