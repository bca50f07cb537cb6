//! Load on the sandbox: many players at once through login, coupons, cashier, spins and sockets, and a ledger that must add
//! up to the cent.
//!
//! `cargo run --release -p sandbox --example load` runs 200 players for a minute; `-- 50 10` runs 50 for ten seconds. It
//! ends with 1 when a single call failed or a cent is missing.

mod connection;
mod player;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sandbox::{Options, Outside, Sandbox};
use serde_json::Value;

use connection::{Connection, Fault, Request};
use player::{Player, Report};

/// What each player begins with, in cents: enough for any run of bad luck in the time.
const BEGIN: i64 = 100_000_000;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (players, seconds) =
        (numbers.first().copied().unwrap_or(200), numbers.get(1).copied().unwrap_or(60));
    // Two threads answer and ask: what is measured is the sandbox, and not how many cores are free.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let outcome = runtime
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(run(players, seconds)));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

async fn run(players: u64, seconds: u64) -> Result<(), Fault> {
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let folder = std::env::temp_dir().join(format!("sandbox-load-{}", std::process::id()));
    let outside = Outside::listen(host, Some(0), 0)?;
    let away = outside.origin().to_owned();
    let database = Some(folder.join("sandbox.db"));
    let options =
        Options { database, faults: true, outside: Some(away.clone()), ..Options::default() };
    let sandbox = Sandbox::open(options).map_err(|error| error.to_string())?;
    let listener =
        tokio::net::TcpListener::bind((host, 0)).await.map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?.to_string();
    let app = sandbox.with_faults(sandbox.router());
    tokio::spawn(async move { axum::serve(listener, app).await });
    tokio::spawn(async move { outside.serve(&sandbox).await });
    let outcome = measure(players, seconds, &address, &away).await;
    #[expect(
        clippy::disallowed_methods,
        reason = "the database's folder is no site's source or output"
    )]
    let _ = std::fs::remove_dir_all(folder);
    outcome
}

async fn measure(players: u64, seconds: u64, address: &str, away: &str) -> Result<(), Fault> {
    let site = format!("http://{address}");
    let mut looking = Connection::open(&site).await?;
    let (pot, before) = (pot(&mut looking).await?, look(&mut looking).await?);
    let mut ready = Vec::new();
    for number in 0..players {
        ready.push(Player::begin(usize::try_from(number).unwrap_or(0), &site, away, BEGIN).await?);
    }
    println!("{players} players, {seconds} seconds");
    let start = Instant::now();
    let until = start + Duration::from_secs(seconds);
    let at_work: Vec<_> = ready
        .into_iter()
        .map(|player| {
            let address = address.to_owned();
            tokio::spawn(async move { player.play(&address, until).await })
        })
        .collect();
    let (mut reports, mut faults) = (Vec::new(), Vec::new());
    for work in at_work {
        match work.await.map_err(|error| error.to_string())? {
            Ok(report) => reports.push(report),
            Err(fault) => faults.push(fault),
        }
    }
    print(&reports, start.elapsed());
    if let Some(first) = faults.first() {
        return Err(format!("{} of {players} players failed; the first: {first}", faults.len()));
    }
    let (pot_now, after) = (self::pot(&mut looking).await?, look(&mut looking).await?);
    let grown = |reason: &str| cents_of(&after, reason) - cents_of(&before, reason);
    let sum = |of: fn(&Report) -> i64| reports.iter().map(of).sum::<i64>();
    let all = after["cents"].as_i64().unwrap_or(0) - before["cents"].as_i64().unwrap_or(0);
    for (what, found, expected) in [
        ("all balances", all, sum(|report| report.cents)),
        ("deposits", grown("deposit"), sum(|report| report.paid_in)),
        ("bets", grown("bet"), -100 * sum(|report| i64::try_from(report.spins).unwrap_or(0))),
        ("given to the jackpot", grown("lobby jackpot"), -sum(|report| report.jackpot)),
        ("the jackpot's growth", pot_now - pot, sum(|report| report.jackpot)),
    ] {
        println!("{what}: {found} cents");
        if found != expected {
            return Err(format!("{what} are {found} cents and should be {expected}"));
        }
    }
    println!("the ledger adds up");
    Ok(())
}

fn get(path: &str) -> Request<'static> {
    Request {
        name: "",
        method: "GET",
        path: path.to_owned(),
        token: "",
        kind: "application/json",
        body: String::new(),
    }
}

async fn look(connection: &mut Connection) -> Result<Value, Fault> {
    connection.json(get("/sandbox/ledger"), &mut Vec::new()).await
}

#[expect(clippy::cast_possible_truncation, reason = "a sample jackpot is small")]
async fn pot(connection: &mut Connection) -> Result<i64, Fault> {
    let answer =
        connection.json(get("/api/794/lobby-jackpot/sandbox-feed"), &mut Vec::new()).await?;
    answer["jackpot-amount"]
        .as_f64()
        .map(|amount| (amount * 100.0).round() as i64)
        .ok_or_else(|| "no jackpot".to_owned())
}

fn cents_of(ledger: &Value, reason: &str) -> i64 {
    ledger["reasons"][reason]["cents"].as_i64().unwrap_or(0)
}

/// Prints how many answers there were of each kind, and how long they took in milliseconds.
fn print(reports: &[Report], took: Duration) {
    let mut kinds: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    for (name, time) in reports.iter().flat_map(|report| &report.times) {
        kinds.entry(name).or_default().push(*time);
    }
    println!("| call | answers | median ms | 95% | 99% | worst |\n|---|---|---|---|---|---|");
    let mut all = 0;
    for (name, mut times) in kinds {
        times.sort_unstable();
        all += times.len();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
        println!(
            "| {name} | {} | {:.1} | {:.1} | {:.1} | {:.1} |",
            times.len(),
            at(50),
            at(95),
            at(99),
            at(100)
        );
    }
    let sum = |of: fn(&Report) -> u64| reports.iter().map(of).sum::<u64>();
    println!(
        "{all} answers in {:.1} s; {} rounds, {} spins, {} frames of sockets",
        took.as_secs_f64(),
        sum(|report| report.rounds),
        sum(|report| report.spins),
        sum(|report| report.frames),
    );
}
