//! The sandbox on its own, for those who serve the built site with something else than `croupier dev`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use sandbox::{Options, Sandbox};

/// Runs a stand-in for the operator's API. No real money, no real players.
#[derive(Debug, Parser)]
#[command(name = "sandbox", version, about)]
struct Cli {
    /// Address to listen on; anything but loopback needs --anywhere.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Port to listen on; 0 takes a free one.
    #[arg(long, default_value_t = 8001)]
    port: u16,
    /// Listen on an address that other machines can reach.
    #[arg(long)]
    anywhere: bool,
    /// File of the database; in memory where it is left out.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Let tests order failures, delays and the time under /sandbox/.
    #[arg(long)]
    faults: bool,
    /// Origin of a site that may call from elsewhere, such as `http://127.0.0.1:8000`; may be repeated.
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    if !cli.host.is_loopback() && !cli.anywhere {
        eprintln!(
            "error: {} can be reached by other machines, and a sandbox is not made for them; add --anywhere to mean it",
            cli.host
        );
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
    let options = Options { database: cli.database, faults: cli.faults, origins: cli.origins, ..Options::default() };
    let sandbox = Sandbox::open(options).map_err(|error| error.to_string())?;
    let address = SocketAddr::new(cli.host, cli.port);
    let listener =
        tokio::net::TcpListener::bind(address).await.map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    eprintln!("this is a sandbox: no real money, no real players");
    eprintln!("serving the API on http://{address}{}/", sandbox::PREFIX);
    let app = sandbox.with_faults(sandbox.router());
    axum::serve(listener, app).await.map_err(|error| error.to_string())
}
