//! Process-level helpers of the commands: the async runtime, a timer, termination signals, and
//! opening the browser.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::listen::reachable_address;

/// Runs a future to completion on a new async runtime.
pub(crate) fn block_on(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|error| Failure::System(format!("cannot start the async runtime: {error}")))?;
    let result = runtime.block_on(work);
    runtime.shutdown_background();
    result
}

/// Waits for a number of seconds, at least one. Without a number, waits forever.
pub(crate) async fn wait(seconds: Option<i64>) {
    match seconds.map(u64::try_from) {
        Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds.unwrap_or(0).max(1))).await,
        None => std::future::pending().await,
    }
}

/// Returns a future that completes on SIGTERM or SIGINT. The signals are caught from this call on.
pub(crate) fn termination() -> Result<impl Future<Output = ()>, Failure> {
    let signal = ending_signal()?;
    Ok(async move {
        signal.await;
    })
}

/// Returns a future that completes with the number of the signal on SIGTERM or SIGINT. The signals are caught from this call on.
pub(crate) fn ending_signal() -> Result<impl Future<Output = i32>, Failure> {
    let listen = |kind| {
        signal(kind).map_err(|error| Failure::System(format!("cannot listen for signals: {error}")))
    };
    // Registered here, so that a signal during a build is not lost before the future is polled.
    let mut terminate = listen(SignalKind::terminate())?;
    let mut interrupt = listen(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => SignalKind::terminate().as_raw_value(),
            _ = interrupt.recv() => SignalKind::interrupt().as_raw_value(),
        }
    })
}

/// The command that opens a URL in the default browser, by operating system.
const BROWSER_COMMAND: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(target_os = "windows") {
    &["cmd", "/C", "start", ""]
} else {
    &["xdg-open"]
};

/// Opens the site at `address`, below the path `base`, in the default browser. Does not wait;
/// failures are reported to the console.
pub(crate) fn open_browser(address: SocketAddr, base: &str, console: &Arc<Console>) {
    let url = format!("http://{}{base}/", reachable_address(address));
    let mut command = Command::new(BROWSER_COMMAND[0]);
    command
        .args(&BROWSER_COMMAND[1..])
        .arg(&url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let console = Arc::clone(console);
    std::thread::spawn(move || {
        let reason = match command.status() {
            Ok(status) if status.success() => return,
            Ok(status) => format!("{} ended with {status}", BROWSER_COMMAND[0]),
            Err(error) => format!("{}: {error}", BROWSER_COMMAND[0]),
        };
        console.line(&format!("no browser could be opened ({reason}); open {url} yourself"));
    });
}
