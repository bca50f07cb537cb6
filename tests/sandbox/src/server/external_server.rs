//! The second port. External services have their own origin, as in production, so that cross-origin
//! faults appear in development.

use std::net::{IpAddr, SocketAddr, TcpListener};

use crate::Sandbox;

/// Offset from the site's port to the default port. The next port is often used by
/// `croupier serve`.
const PORT_OFFSET: u16 = 2;

/// A bound port that does not serve requests yet.
#[derive(Debug)]
pub struct ExternalServer {
    listener: TcpListener,
    origin: String,
}

impl ExternalServer {
    /// Binds `port`. Without it, binds the second port after `site`, or any free port if that one
    /// is in use.
    pub fn listen(host: IpAddr, port: Option<u16>, site: u16) -> Result<ExternalServer, String> {
        let bind =
            |port| TcpListener::bind(SocketAddr::new(host, port)).map_err(|error| (port, error));
        let default_port = site.checked_add(PORT_OFFSET).filter(|_| site != 0).unwrap_or(0);
        let bound = port.map_or_else(|| bind(default_port).or_else(|_| bind(0)), bind);
        let listener = bound.map_err(|(port, error)| {
            format!("cannot listen on {}: {error}", SocketAddr::new(host, port))
        })?;
        listener.set_nonblocking(true).map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        Ok(ExternalServer { listener, origin: format!("http://{address}") })
    }

    /// Returns the origin, such as `http://127.0.0.1:8003`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Serves the external services until the program ends.
    pub async fn serve(self, sandbox: &Sandbox) -> Result<(), String> {
        let listener =
            tokio::net::TcpListener::from_std(self.listener).map_err(|error| error.to_string())?;
        axum::serve(listener, sandbox.external_router()).await.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::ExternalServer;
    use std::net::{IpAddr, Ipv4Addr};

    #[test]
    fn the_default_port_is_the_second_after_the_site_or_a_free_one() {
        let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let first = ExternalServer::listen(host, None, 0).unwrap();
        let port: u16 = first.origin().rsplit_once(':').unwrap().1.parse().unwrap();
        let second = ExternalServer::listen(host, None, port - 2).unwrap();
        assert_ne!(first.origin(), second.origin());
        let taken = ExternalServer::listen(host, Some(port), 0).unwrap_err();
        assert!(taken.starts_with(&format!("cannot listen on 127.0.0.1:{port}: ")), "{taken}");
    }
}
