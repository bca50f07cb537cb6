//! The address of a server: finds a free port, and prints the URLs at which people open the site.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use clap::Args;
use tokio::net::TcpListener;

use crate::command::console::Console;
use crate::command::failure::Failure;

/// Flags of commands that start a server.
#[derive(Debug, Args)]
pub struct ListenArgs {
    /// IP address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Port to listen on; 0 selects a free port [default: 8000, or the next free port].
    #[arg(long, short)]
    pub port: Option<u16>,
    /// Open the site in the default browser.
    #[arg(long, short)]
    pub open: bool,
    /// Seconds within which a client must send the head of a request.
    #[arg(long, hide = true, value_name = "SECONDS", default_value_t = 30)]
    pub header_timeout: u64,
}

impl ListenArgs {
    /// Returns the time limit for receiving the head of a request.
    pub fn header_timeout(&self) -> Duration {
        Duration::from_secs(self.header_timeout)
    }
}

/// The port of a server without `--port`, if it is free.
const DEFAULT_PORT: u16 = 8000;
/// How many ports from [`DEFAULT_PORT`] on are tried.
const TRIED_PORTS: u16 = 100;

/// Listens on the host and the port of the command line. Without `--port`, takes the first free port
/// from [`DEFAULT_PORT`] on, and reports a port that is in use.
pub(crate) async fn listen(
    args: &ListenArgs,
    console: &Console,
) -> Result<(TcpListener, SocketAddr), Failure> {
    let first = args.port.unwrap_or(DEFAULT_PORT);
    let last = if args.port.is_some() { first } else { first + TRIED_PORTS - 1 };

    for port in first..=last {
        let address = SocketAddr::new(args.host, port);
        let error = match TcpListener::bind(address).await {
            Ok(listener) => {
                let address =
                    listener.local_addr().map_err(|error| Failure::System(error.to_string()))?;
                if port != first {
                    console.line(&format!("port {first} is in use; using port {port}"));
                }
                return Ok((listener, address));
            }
            Err(error) => error,
        };

        if error.kind() != ErrorKind::AddrInUse {
            return Err(Failure::System(format!("cannot listen on {address}: {error}")));
        }
    }

    Err(Failure::System(if first == last {
        format!(
            "port {first} is in use; choose another with --port, or use --port 0 for a free one"
        )
    } else {
        format!("the ports {first} to {last} are in use; use --port 0 for any free one")
    }))
}

/// Returns the host and the port at which this machine reaches a server.
pub(crate) fn reachable_address(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    }
}

/// Returns a line for each URL at which other devices of the local network reach a server that listens
/// on every interface.
pub(crate) fn network_lines(address: SocketAddr, base: &str) -> Vec<String> {
    if !address.ip().is_unspecified() {
        return Vec::new();
    }
    // Without the list of interfaces, the server works all the same.
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let ips = interfaces.iter().map(if_addrs::Interface::ip);
    // A link-local address is only valid together with the name of an interface.
    let ips = ips.filter(|ip| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(ip) => address.is_ipv6() && !ip.is_loopback() && !ip.is_unicast_link_local(),
    });
    ips.map(|ip| {
        let own = SocketAddr::new(ip, address.port());
        format!("on other devices of this network: http://{own}{base}/")
    })
    .collect()
}
