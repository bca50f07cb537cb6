//! What a command that goes on needs of its process: a runtime to wait on, and word of the signals that end it.

use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};

use crate::command::failure::Failure;

/// Runs what waits for others to its end.
pub(crate) fn until_done(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::Machine(format!("cannot start: {error}")))?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}

/// Waits so many seconds; for ever where nothing is due.
pub(crate) async fn wait(seconds: Option<i64>) {
    match seconds.map(u64::try_from) {
        Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds.unwrap_or(0).max(1))).await,
        None => std::future::pending().await,
    }
}

/// Waits for SIGTERM or SIGINT.
pub(crate) fn stopped() -> Result<impl Future<Output = ()>, Failure> {
    let listen = |kind| {
        signal(kind)
            .map_err(|error| Failure::Machine(format!("cannot listen for signals: {error}")))
    };
    // From here on a signal waits to be asked for, also while a build is under way.
    let (mut term, mut int) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
    })
}
