//! Accepts the HTTP connections of `serve` and `dev`, with a time limit for the head of each
//! request.

use std::net::SocketAddr;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// The address of the client of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Client(pub SocketAddr);

/// Serves requests forever, each with its [`Client`] as an extension. Closes a connection if the head of a request is not complete within
/// `header_timeout`. Dropping the future closes all connections.
pub(crate) async fn serve(
    listener: &TcpListener,
    app: Router,
    header_timeout: Duration,
) -> std::convert::Infallible {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(header_timeout);
    let mut connections = JoinSet::new();

    loop {
        while connections.try_join_next().is_some() {}
        let Ok((stream, address)) = listener.accept().await else {
            // Accepting fails if the process is out of file descriptors or memory; retry when
            // connections may have closed.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };

        let service = TowerToHyperService::new(app.clone().layer(Extension(Client(address))));
        let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
        // Errors are ignored, because clients may disconnect at any time.
        connections.spawn(async move { connection.await.ok() });
    }
}
