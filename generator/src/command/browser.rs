//! `--open`: the site in the browser that the system takes for its own.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::command::console::Console;

/// What opens an address, by system.
const OPENER: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(target_os = "windows") {
    &["cmd", "/C", "start", ""]
} else {
    &["xdg-open"]
};

/// Opens the site at `address`, below the path `base`. That it cannot be opened is said in a line, and nobody waits for it.
pub(crate) fn open(address: SocketAddr, base: &str, console: &Arc<Console>) {
    // Where it listens on every address, its own machine finds it on localhost.
    let host = if address.ip().is_unspecified() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    };
    let url = format!("http://{host}{base}/");
    let mut command = Command::new(OPENER[0]);
    command
        .args(&OPENER[1..])
        .arg(&url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let console = Arc::clone(console);
    std::thread::spawn(move || {
        let why = match command.status() {
            Ok(status) if status.success() => return,
            Ok(status) => format!("{} ended with {status}", OPENER[0]),
            Err(error) => format!("{}: {error}", OPENER[0]),
        };
        console.line(&format!("no browser could be opened ({why}); open {url} yourself"));
    });
}
