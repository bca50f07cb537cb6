//! Connections of `serve` and `dev`: many at once, none of which may begin a request and never end it.

use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

/// Answers requests for ever. A connection on which no head of a request comes to its end within `head_within` is closed.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    head_within: Duration,
) -> std::convert::Infallible {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(head_within);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The system ran out of files or memory; connections that end give some back.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let service = TowerToHyperService::new(app.clone());
        let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
        // Whoever goes away in the middle of an answer is no matter of ours.
        tokio::spawn(async move { connection.await.ok() });
    }
}
