//! The second port: what lies outside the casino has an origin of its own, as in life, so that nothing works by accident of
//! being at home.

use std::net::{IpAddr, SocketAddr, TcpListener};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;

use crate::Sandbox;

/// So far is it from the site's port where none is named. The port next to the site's is often `croupier serve`.
const AWAY: u16 = 2;
/// What a page must be allowed in order to use it: scripts, a seal, reports, the game's frame, the cashier's form.
const DIRECTIVES: [&str; 5] = ["script-src", "img-src", "connect-src", "frame-src", "form-action"];

/// A port that is taken and not yet served.
#[derive(Debug)]
pub struct Outside {
    listener: TcpListener,
    origin: String,
}

impl Outside {
    /// Takes `port`. Without one it takes the second after `site`, or any free one where that is in use.
    pub fn listen(host: IpAddr, port: Option<u16>, site: u16) -> Result<Outside, String> {
        let bind = |port| TcpListener::bind(SocketAddr::new(host, port)).map_err(|error| (port, error));
        let near = site.checked_add(AWAY).filter(|_| site != 0).unwrap_or(0);
        let bound = port.map_or_else(|| bind(near).or_else(|_| bind(0)), bind);
        let listener = bound.map_err(|(port, error)| format!("cannot listen on {}: {error}", SocketAddr::new(host, port)))?;
        listener.set_nonblocking(true).map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        Ok(Outside { listener, origin: format!("http://{address}") })
    }

    /// Its origin, such as `http://127.0.0.1:8003`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Serves it until the program ends.
    pub async fn serve(self, sandbox: &Sandbox) -> Result<(), String> {
        let listener = tokio::net::TcpListener::from_std(self.listener).map_err(|error| error.to_string())?;
        axum::serve(listener, sandbox.outside()).await.map_err(|error| error.to_string())
    }
}

/// Lays itself around a site's pages and lets their content security policy know the other origin.
pub(crate) fn allowed(origin: &str, pages: Router) -> Router {
    pages.layer(middleware::from_fn_with_state(origin.to_owned(), allow))
}

async fn allow(State(origin): State<String>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let policy = response.headers().get(header::CONTENT_SECURITY_POLICY).and_then(|value| value.to_str().ok());
    if let Some(policy) = policy.and_then(|policy| HeaderValue::try_from(widened(policy, &origin)).ok()) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn widened(policy: &str, origin: &str) -> String {
    let widen = |directive: &str| {
        let is_meant = DIRECTIVES.contains(&directive.split_whitespace().next().unwrap_or_default());
        if is_meant { format!("{directive} {origin}") } else { directive.to_owned() }
    };
    policy.split(';').map(str::trim).map(widen).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::{Outside, widened};
    use std::net::{IpAddr, Ipv4Addr};

    #[test]
    fn a_policy_knows_the_origin_where_it_is_needed_and_nowhere_else() {
        let policy = "default-src 'self'; script-src 'self' 'sha256-x'; frame-src 'self'; object-src 'none'";
        let expected =
            "default-src 'self'; script-src 'self' 'sha256-x' http://h:1; frame-src 'self' http://h:1; object-src 'none'";
        assert_eq!(widened(policy, "http://h:1"), expected);
    }

    #[test]
    fn the_port_is_the_second_after_the_sites_or_a_free_one() {
        let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let first = Outside::listen(host, None, 0).unwrap();
        let port: u16 = first.origin().rsplit_once(':').unwrap().1.parse().unwrap();
        let second = Outside::listen(host, None, port - 2).unwrap();
        assert_ne!(first.origin(), second.origin());
        let taken = Outside::listen(host, Some(port), 0).unwrap_err();
        assert!(taken.starts_with(&format!("cannot listen on 127.0.0.1:{port}: ")), "{taken}");
    }
}
