//! The program `sandbox`. `croupier dev` starts it together with the site; users of another web
//! server start it themselves.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use sandbox::{Clock, ExternalServer, Options, Origin, Sandbox};

/// Runs a development server for the operator's API. No real money, no real players.
#[derive(Debug, Parser)]
#[command(name = "sandbox", version, about)]
#[expect(clippy::struct_excessive_bools, reason = "they are command-line options")]
struct Cli {
    /// IP address to listen on; an address other than loopback requires --anywhere.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Port to listen on; 0 selects a free port.
    #[arg(long, default_value_t = 8001)]
    port: u16,
    /// Port of the external services, such as the cashier [default: --port plus 2].
    #[arg(long, value_name = "PORT")]
    external_port: Option<u16>,
    /// Allow an address that other machines can reach.
    #[arg(long)]
    anywhere: bool,
    /// Path of the database file, or `memory` (the default); the last value applies.
    #[arg(long, value_name = "FILE", overrides_with = "database")]
    database: Option<PathBuf>,
    /// Folder of the site's promotions, `content/data/promotions`; without it, the embedded
    /// promotions are used.
    #[arg(long, value_name = "FOLDER")]
    promotions: Option<PathBuf>,
    /// Let tests control faults, delays and the time under /sandbox/.
    #[arg(long)]
    faults: bool,
    /// Origin of a site that may send cross-origin requests, such as `http://127.0.0.1:8000`;
    /// repeatable.
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<Origin>,
    /// Fix the clock at this timestamp: milliseconds since 1970 UTC.
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(i64).range(Clock::RANGE))]
    clock: Option<i64>,
    /// Reset and seed the database, then exit.
    #[arg(long, requires = "database")]
    reset: bool,
    /// Print the `OpenAPI` document and exit.
    #[arg(long)]
    openapi: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.openapi {
        print!("{}", sandbox::contract());
        return ExitCode::SUCCESS;
    }

    if !cli.host.is_loopback() && !cli.anywhere {
        eprintln!("error: other machines can reach {}; add --anywhere to allow this", cli.host);
        return ExitCode::from(2);
    }

    match run(cli).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("error: {text}");
            ExitCode::from(3)
        }
    }
}

async fn run(cli: Cli) -> Result<(), String> {
    let database = cli.database.filter(|file| file.as_os_str() != "memory");
    let clock = cli.clock.map_or_else(Clock::system, Clock::fixed);

    if cli.reset {
        let options = Options { database, clock, ..Options::default() };
        return Sandbox::open(options)
            .and_then(|sandbox| sandbox.reset())
            .map_err(|error| error.to_string());
    }

    let address = SocketAddr::new(cli.host, cli.port);
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let external = ExternalServer::listen(cli.host, cli.external_port, address.port())?;

    let options = Options {
        database,
        promotions: cli.promotions,
        faults: cli.faults,
        origins: cli.origins,
        host: Some(cli.host),
        clock,
        external_origin: Some(external.origin().to_owned()),
    };

    let sandbox = Sandbox::open(options).map_err(|error| error.to_string())?;
    eprintln!("this is a sandbox: no real money, no real players");
    eprintln!("serving the API on http://{address}{}/", sandbox::PREFIX);
    eprintln!("serving the external services on {}/external/", external.origin());

    let app = sandbox.with_faults(sandbox.router());
    tokio::select! {
        served = axum::serve(listener, app).into_future() => served.map_err(|error| error.to_string()),
        served = external.serve(&sandbox) => served,
    }
}
