//! Load test of the sandbox: many players at once use login, coupons, cashier, spins and sockets. Then the ledger must match their
//! reports to the cent.
//!
//! `cargo run --release --example load` runs 200 players for a minute; `-- 50 10` runs 50 for ten seconds. The exit code
//! is 1 if a call failed or a cent is missing.

mod connection;
mod player;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sandbox::{ExternalServer, Options, Sandbox};
use serde_json::Value;

use connection::{Connection, Failure, Request};
use player::{Player, Report};

/// The initial balance of each player in cents, which no series of losses can use up during the test.
const INITIAL_BALANCE: i64 = 100_000_000;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (players, seconds) =
        (numbers.first().copied().unwrap_or(200), numbers.get(1).copied().unwrap_or(60));
    // Server and players share two threads, so that the result does not depend on the number of cores.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let outcome = runtime
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(run(players, seconds)));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

async fn run(players: u64, seconds: u64) -> Result<(), Failure> {
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let folder = std::env::temp_dir().join(format!("sandbox-load-{}", std::process::id()));
    let server = ExternalServer::listen(host, Some(0), 0)?;
    let external = server.origin().to_owned();
    let database = Some(folder.join("sandbox.db"));
    let options = Options {
        database,
        faults: true,
        external_origin: Some(external.clone()),
        ..Options::default()
    };
    let sandbox = Sandbox::open(options).map_err(|error| error.to_string())?;
    let listener =
        tokio::net::TcpListener::bind((host, 0)).await.map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?.to_string();
    let app = sandbox.with_faults(sandbox.router());
    tokio::spawn(async move { axum::serve(listener, app).await });
    tokio::spawn(async move { server.serve(&sandbox).await });
    let outcome = measure(players, seconds, &address, &external).await;
    #[expect(
        clippy::disallowed_methods,
        reason = "the folder of the database is neither source nor output of a site"
    )]
    let _ = std::fs::remove_dir_all(folder);
    outcome
}

async fn measure(players: u64, seconds: u64, address: &str, external: &str) -> Result<(), Failure> {
    let site = format!("http://{address}");
    let mut connection = Connection::open(&site).await?;
    let (jackpot_before, before) =
        (jackpot(&mut connection).await?, ledger(&mut connection).await?);
    let mut ready = Vec::new();
    for number in 0..players {
        ready.push(
            Player::sign_up(usize::try_from(number).unwrap_or(0), &site, external, INITIAL_BALANCE)
                .await?,
        );
    }
    println!("{players} players, {seconds} seconds");
    let start = Instant::now();
    let until = start + Duration::from_secs(seconds);
    let tasks: Vec<_> = ready
        .into_iter()
        .map(|player| {
            let address = address.to_owned();
            tokio::spawn(async move { player.play(&address, until).await })
        })
        .collect();
    let (mut reports, mut failures) = (Vec::new(), Vec::new());
    for task in tasks {
        match task.await.map_err(|error| error.to_string())? {
            Ok(report) => reports.push(report),
            Err(failure) => failures.push(failure),
        }
    }
    print(&reports, start.elapsed());
    if let Some(first) = failures.first() {
        return Err(format!("{} of {players} players failed; the first: {first}", failures.len()));
    }
    let (jackpot_after, after) = (jackpot(&mut connection).await?, ledger(&mut connection).await?);
    let change = |reason: &str| cents_of(&after, reason) - cents_of(&before, reason);
    let sum = |of: fn(&Report) -> i64| reports.iter().map(of).sum::<i64>();
    let balances = after["cents"].as_i64().unwrap_or(0) - before["cents"].as_i64().unwrap_or(0);
    for (name, actual, expected) in [
        ("all balances", balances, sum(|report| report.cents)),
        ("deposits", change("deposit"), sum(|report| report.deposits)),
        ("bets", change("bet"), -100 * sum(|report| i64::try_from(report.spins).unwrap_or(0))),
        ("paid into the jackpot", change("lobby jackpot"), -sum(|report| report.jackpot)),
        ("growth of the jackpot", jackpot_after - jackpot_before, sum(|report| report.jackpot)),
    ] {
        println!("{name}: {actual} cents");
        if actual != expected {
            return Err(format!("{name}: {actual} cents instead of {expected}"));
        }
    }
    println!("the ledger is correct");
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

async fn ledger(connection: &mut Connection) -> Result<Value, Failure> {
    connection.json(get("/sandbox/ledger"), &mut Vec::new()).await
}

#[expect(clippy::cast_possible_truncation, reason = "a sample jackpot is small")]
async fn jackpot(connection: &mut Connection) -> Result<i64, Failure> {
    let response =
        connection.json(get("/api/794/lobby-jackpot/sandbox-feed"), &mut Vec::new()).await?;
    response["jackpot-amount"]
        .as_f64()
        .map(|amount| (amount * 100.0).round() as i64)
        .ok_or_else(|| "the response has no jackpot".to_owned())
}

fn cents_of(ledger: &Value, reason: &str) -> i64 {
    ledger["reasons"][reason]["cents"].as_i64().unwrap_or(0)
}

/// Prints the number of responses for each kind of call, and their times in milliseconds.
fn print(reports: &[Report], duration: Duration) {
    let mut kinds: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    for (name, time) in reports.iter().flat_map(|report| &report.times) {
        kinds.entry(name).or_default().push(*time);
    }
    println!("| call | responses | median ms | 95% | 99% | worst |\n|---|---|---|---|---|---|");
    let mut total = 0;
    for (name, mut times) in kinds {
        times.sort_unstable();
        total += times.len();
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
        "{total} responses in {:.1} s; {} rounds, {} spins, {} socket frames",
        duration.as_secs_f64(),
        sum(|report| report.rounds),
        sum(|report| report.spins),
        sum(|report| report.frames),
    );
}
