//! Reports the state of `croupier watch` to supervisors: a status file for probes, and the notifications of systemd.

#![expect(clippy::disallowed_methods, reason = "writes the status file, which is no output")]

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::fs;
use std::io;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use crate::command::failure::Failure;
use crate::command::site_args::path_parser;
use croupier_base::date;
use croupier_base::diagnostic::{Diagnostic, Severity, wording::counted};
use croupier_content::config::settings::source_folder_of;
use croupier_engine::Event;

/// How often the status file is renewed, unless systemd asks for more.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// Flags of the status.
#[derive(Debug, Clone, Args)]
pub(crate) struct StatusArgs {
    /// Write the state of the watch to this file as JSON, at each change and every 10 seconds.
    #[arg(long, value_name = "FILE", value_parser = path_parser())]
    pub status_file: Option<PathBuf>,
    /// Seconds after which a running build counts as stalled: the status file and the watchdog of systemd are then no longer
    /// renewed.
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = clap::value_parser!(u32).range(1..))]
    pub stalled_after: u32,
}

/// What a watch does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum WatchState {
    /// No build has started.
    Starting,
    /// A build runs.
    Building,
    /// The last build was published.
    Ok,
    /// The last build found errors.
    Failing,
    /// A build runs for too long.
    Stalled,
    /// The watch ended after a signal.
    Stopped,
}

/// The content of the status file. Times are in RFC 3339.
#[derive(Serialize)]
struct Report {
    state: WatchState,
    pid: u32,
    heartbeat_at: String,
    started_at: String,
    build_started_at: Option<String>,
    last_build_at: Option<String>,
    last_success_at: Option<String>,
    builds: u64,
    errors: usize,
    warnings: usize,
}

/// The status of a watch, and where it is reported.
pub(crate) struct Status {
    report: RefCell<Report>,
    /// When the running build started.
    build_started: Cell<Option<Instant>>,
    file: Option<PathBuf>,
    systemd: Option<Systemd>,
    stalled_after: Duration,
    interval: Duration,
}

impl Status {
    /// Writes the first status of a watch of the site at `root`. Fails if the file cannot be written, or if it is a source, because each
    /// build would then be followed by another one. Without arguments, nothing is reported.
    pub(crate) fn new(args: Option<&StatusArgs>, root: &Path) -> Result<Status, Failure> {
        let file = args.and_then(|it| it.status_file.clone());
        let folder = file.as_ref().and_then(|it| source_folder_of(it, root, None));
        if let (Some(file), Some(folder)) = (&file, folder) {
            return Err(Failure::Usage(format!(
                "the status file {} is inside {folder}/, so that each build would be an edit; choose another folder",
                file.display()
            )));
        }

        let systemd = args.and_then(|_| Systemd::from_environment());
        let watchdog = systemd.as_ref().and_then(|it| it.watchdog);

        let report = Report {
            state: WatchState::Starting,
            pid: std::process::id(),
            heartbeat_at: date::now(),
            started_at: date::now(),
            build_started_at: None,
            last_build_at: None,
            last_success_at: None,
            builds: 0,
            errors: 0,
            warnings: 0,
        };

        let status = Status {
            report: RefCell::new(report),
            build_started: Cell::new(None),
            file,
            systemd,
            stalled_after: args
                .map_or(Duration::MAX, |it| Duration::from_secs(it.stalled_after.into())),
            // systemd recommends to notify it twice in the time that it waits.
            interval: watchdog.map_or(HEARTBEAT, |it| HEARTBEAT.min(it / 2)),
        };

        if let Some(file) = &status.file {
            write(file, &status.report.borrow()).map_err(|error| {
                Failure::System(format!("cannot write the status file {}: {error}", file.display()))
            })?;
        }

        Ok(status)
    }

    /// Reports the start of a build.
    pub(super) fn started(&self) {
        {
            let mut report = self.report.borrow_mut();
            report.state = WatchState::Building;
            report.build_started_at = Some(date::now());
        }
        self.build_started.set(Some(Instant::now()));
        self.publish(false);
    }

    /// Reports the result of a build, which has an event for each host.
    pub(super) fn finished(&self, events: &[Event]) {
        let is_failed = events.iter().any(|event| matches!(event, Event::Failed { .. }));
        let diagnostics = diagnostics_of(events);
        let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();

        {
            let now = date::now();
            let mut report = self.report.borrow_mut();
            report.state = if is_failed { WatchState::Failing } else { WatchState::Ok };
            (report.errors, report.warnings) = (errors, diagnostics.len() - errors);
            if !is_failed {
                report.last_success_at = Some(now.clone());
            }
            report.last_build_at = Some(now);
            report.builds += 1;
            report.build_started_at = None;
        }

        self.build_started.set(None);
        self.publish(true);
    }

    /// Renews the status until the future is dropped.
    ///
    /// It runs in the loop of the watch, not in a task of its own, so that a loop that hangs renews nothing.
    pub(super) async fn heartbeats(&self) -> Infallible {
        if self.file.is_none() && self.systemd.is_none() {
            return std::future::pending().await;
        }
        loop {
            let started = self.build_started.get();
            let left = started.map(|it| self.stalled_after.saturating_sub(it.elapsed()));

            // A stalled build is reported once, and nothing is renewed until it ends.
            if left.is_some_and(|it| it.is_zero()) {
                self.report.borrow_mut().state = WatchState::Stalled;
                self.write_file();
                if let Some(systemd) = &self.systemd {
                    systemd.send("STATUS=stalled: the build does not end");
                }
                return std::future::pending().await;
            }

            tokio::time::sleep(left.map_or(self.interval, |it| it.min(self.interval))).await;
            if started.is_none_or(|it| it.elapsed() < self.stalled_after) {
                self.renew();
            }
        }
    }

    /// Reports the end of the watch.
    pub(super) fn stop(&self) {
        self.report.borrow_mut().state = WatchState::Stopped;
        self.write_file();
        if let Some(systemd) = &self.systemd {
            systemd.send("STOPPING=1\nSTATUS=stopped");
        }
    }

    /// Reports a new state. systemd regards the service as started after the first build.
    fn publish(&self, is_ready: bool) {
        self.renew();
        let report = self.report.borrow();
        let text = match report.state {
            WatchState::Failing => format!("failing: {}", counted(report.errors, "error")),
            WatchState::Building => "building".to_owned(),
            _ => "ok".to_owned(),
        };
        if let Some(systemd) = &self.systemd {
            let ready = if is_ready { "READY=1\n" } else { "" };
            systemd.send(&format!("{ready}STATUS={text}"));
        }
    }

    fn renew(&self) {
        self.report.borrow_mut().heartbeat_at = date::now();
        self.write_file();
        if let Some(systemd) = self.systemd.as_ref().filter(|it| it.watchdog.is_some()) {
            systemd.send("WATCHDOG=1");
        }
    }

    fn write_file(&self) {
        // A full disk must not end the watch. Probes notice that the file is old.
        if let Some(file) = &self.file {
            let _ = write(file, &self.report.borrow());
        }
    }
}

/// Returns the diagnostics of all hosts. Those that several hosts have are counted once.
fn diagnostics_of(events: &[Event]) -> Vec<&Diagnostic> {
    let mut all: Vec<&Diagnostic> = Vec::new();
    for event in events {
        let of_host: &[Diagnostic] = match event {
            Event::Started => &[],
            Event::Failed { diagnostics, .. } => diagnostics,
            Event::Finished { warnings, .. } => warnings,
        };
        let known = all.len();
        let is_new = |it: &&Diagnostic| !all[..known].iter().any(|other| it.is_same(other));
        let new: Vec<&Diagnostic> = of_host.iter().filter(is_new).collect();
        all.extend(new);
    }
    all
}

/// Replaces the file as a whole, so that a probe never reads a part of it.
fn write(file: &Path, report: &Report) -> io::Result<()> {
    let mut name = file.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_owned();
    name.push(format!(".{}.tmp", report.pid));
    let new_file = file.with_file_name(name);
    let mut text = serde_json::to_string(report).map_err(io::Error::from)?;
    text.push('\n');
    let result = fs::write(&new_file, text).and_then(|()| fs::rename(&new_file, file));
    if result.is_err() {
        let _ = fs::remove_file(&new_file);
    }
    result
}

/// The socket of a service of systemd with `Type=notify`.
struct Systemd {
    socket: UnixDatagram,
    /// The time without a notification after which systemd restarts the service.
    watchdog: Option<Duration>,
}

impl Systemd {
    /// Connects to the socket in `NOTIFY_SOCKET`.
    fn from_environment() -> Option<Systemd> {
        let path = std::env::var_os("NOTIFY_SOCKET").filter(|it| !it.is_empty())?;
        let socket = UnixDatagram::unbound().ok()?;
        connect(&socket, &path).ok()?;
        socket.set_nonblocking(true).ok()?;
        let variable = |name| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
        // The variable is inherited by child processes, which the watchdog is not for.
        let is_own = variable("WATCHDOG_PID").is_none_or(|it| it == u64::from(std::process::id()));
        let microseconds = variable("WATCHDOG_USEC").filter(|it| is_own && *it > 0);
        Some(Systemd { socket, watchdog: microseconds.map(Duration::from_micros) })
    }

    fn send(&self, text: &str) {
        // Without a supervisor that listens, the watch works on.
        let _ = self.socket.send(text.as_bytes());
    }
}

/// Connects to a socket in a folder, or with `@` to one in the abstract namespace of Linux.
fn connect(socket: &UnixDatagram, path: &std::ffi::OsStr) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use std::os::linux::net::SocketAddrExt as _;
        use std::os::unix::ffi::OsStrExt as _;
        if let Some(name) = path.as_bytes().strip_prefix(b"@") {
            return socket.connect_addr(&std::os::unix::net::SocketAddr::from_abstract_name(name)?);
        }
    }
    socket.connect(path)
}
