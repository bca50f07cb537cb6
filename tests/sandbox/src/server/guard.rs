//! Protection against requests from other sites. The sandbox accepts only the host names of its
//! machine and of the configured sites, and pages of other sites cannot change its data. Otherwise
//! any page that a developer opens could read the emails and delete the data.

use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::{routes, texts};

/// The origin of a site in the format of browsers, for example `http://127.0.0.1:8000`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// Returns the value that browsers send in the `Origin` header.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl FromStr for Origin {
    type Err = String;

    /// Parses a scheme, a host, an optional port and an optional trailing slash. Anything else is
    /// an error.
    fn from_str(text: &str) -> Result<Origin, String> {
        let invalid = || {
            format!(
                "{text:?} is not an origin; use a scheme, a host and a port, such as http://127.0.0.1:8000"
            )
        };

        let uri = Uri::from_str(text).map_err(|_| invalid())?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(invalid());
        };

        let default_port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(invalid()),
        };

        let host = authority.host().to_ascii_lowercase();
        let (port, after_host) =
            (authority.port_u16(), &authority.as_str()[host.len().min(authority.as_str().len())..]);

        let is_bare_origin =
            uri.path() == "/" && uri.query().is_none() && !text.contains(['#', '@']);
        if !is_bare_origin || host.is_empty() || (port.is_none() && !after_host.is_empty()) {
            return Err(invalid());
        }

        let port = port
            .filter(|port| *port != default_port)
            .map_or_else(String::new, |port| format!(":{port}"));
        Ok(Origin(format!("{scheme}://{host}{port}")))
    }
}

/// The host names that the sandbox accepts.
#[derive(Debug)]
pub(crate) struct Guard {
    /// The IP address that the sandbox listens on, if it is not a loopback address.
    listen_address: Option<IpAddr>,
    /// The hosts of the configured sites.
    hosts: Vec<String>,
}

impl Guard {
    pub(crate) fn new(listen_address: Option<IpAddr>, origins: &[Origin]) -> Guard {
        let host = |origin: &Origin| {
            Uri::from_str(&origin.0).ok().and_then(|uri| uri.host().map(str::to_owned))
        };
        Guard { listen_address, hosts: origins.iter().filter_map(host).collect() }
    }

    /// Whether a host, with or without a port, is this machine or a configured site. If the sandbox
    /// listens on all interfaces, every IP address is accepted, but unknown names are not. An
    /// attacker can point a DNS name to this machine, but not an IP address.
    fn accepts(&self, authority: &str) -> bool {
        let Ok(authority) = Authority::from_str(authority) else { return false };
        let host = authority.host().to_ascii_lowercase();
        let bare_host = host.trim_start_matches('[').trim_end_matches(']');
        match bare_host.parse::<IpAddr>() {
            Ok(address) if address.is_loopback() => true,
            Ok(address)
                if self.listen_address.is_some_and(|listen_address| {
                    listen_address.is_unspecified() || listen_address == address
                }) =>
            {
                true
            }
            Err(_) if bare_host == "localhost" || bare_host.ends_with(".localhost") => true,
            _ => self.hosts.contains(&host),
        }
    }

    fn rejection(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<ApiError> {
        let mut hosts = headers.get_all(header::HOST).iter();
        if !hosts.all(|host| host.to_str().is_ok_and(|host| self.accepts(host))) {
            return Some(ApiError::new(StatusCode::MISDIRECTED_REQUEST, texts::UNKNOWN_HOST));
        }
        // Reads are safe, because browsers do not let pages of other origins see the response.
        // Reports may come from any site.
        if [Method::GET, Method::HEAD, Method::OPTIONS].contains(method)
            || routes::accepts_reports(path)
        {
            return None;
        }
        let is_accepted = |origin: &str| {
            origin.split_once("://").is_some_and(|(_, authority)| self.accepts(authority))
        };
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let all_accepted = origins.all(|origin| origin.to_str().is_ok_and(is_accepted));
        (!all_accepted).then(|| ApiError::new(StatusCode::FORBIDDEN, texts::UNKNOWN_ORIGIN))
    }
}

/// Adds a layer that applies the guard to a router.
pub(crate) fn add_layer(guard: &Arc<Guard>, router: Router) -> Router {
    router.layer(middleware::from_fn_with_state(Arc::clone(guard), check))
}

async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    match guard.rejection(request.method(), request.uri().path(), request.headers()) {
        Some(rejection) => rejection.into_response(),
        None => next.run(request).await,
    }
}

#[cfg(test)]
mod tests {
    use super::{Guard, Origin};

    #[test]
    fn origins_are_normalized_and_invalid_ones_are_rejected() {
        for (text, origin) in [
            ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
            ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
            ("HTTPS://Example.COM:443", "https://example.com"),
            ("http://localhost:80/", "http://localhost"),
            ("http://[::1]:8000", "http://[::1]:8000"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().as_bytes(), origin.as_bytes(), "{text}");
        }
        for text in [
            "",
            "nonsense",
            "localhost:8000",
            "http://",
            "http://a/b",
            "http://a/?q",
            "http://a/#f",
            "ws://a",
            "http://u@a",
        ] {
            assert!(text.parse::<Origin>().unwrap_err().contains("is not an origin"), "{text}");
        }
    }

    #[test]
    fn only_hosts_of_this_machine_and_of_configured_sites_are_accepted() {
        let origins = ["https://Site.example".parse::<Origin>().unwrap()];
        let guard = Guard::new(None, &origins);

        for known in [
            "127.0.0.1",
            "127.0.0.1:8001",
            "localhost:1",
            "dev.localhost",
            "[::1]:9",
            "127.8.8.8",
            "site.example:5",
        ] {
            assert!(guard.accepts(known), "{known}");
        }

        for foreign in [
            "",
            "evil.example",
            "localhost.evil.example",
            "192.0.2.7",
            "127.0.0.1.evil.example",
            "a b",
            "notlocalhost",
        ] {
            assert!(!guard.accepts(foreign), "{foreign}");
        }

        let everywhere = Guard::new(Some("0.0.0.0".parse().unwrap()), &[]);
        assert!(everywhere.accepts("192.0.2.7:8001") && !everywhere.accepts("evil.example"));
        let one = Guard::new(Some("192.0.2.7".parse().unwrap()), &[]);
        assert!(one.accepts("192.0.2.7:8001") && !one.accepts("192.0.2.8"));
    }
}
