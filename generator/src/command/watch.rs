//! `croupier watch`: builds after every change of the sources.

pub(crate) mod status;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use crate::command::build;
use crate::command::built_output::folder_name;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::failure::require_sources;
use crate::command::hosts;
use crate::command::process::{block_on, termination, wait};
use crate::command::site_args::{BuildArgs, ReportArgs};
use crate::serve::watcher::SourceWatcher;
use croupier_base::path::SitePath;
use croupier_content::config::options::{BuildOptions, absolute};
use croupier_engine::{
    Engine, Event, build_hosts, group_child_processes, kill_child_processes, stop_child_processes,
};
pub(crate) use status::Status;
use status::StatusArgs;

/// How long a running build may take to end after a signal. A build that is interrupted leaves complete
/// files, and the next one continues.
const BUILD_TIMEOUT: Duration = Duration::from_millis(400);
/// How often the target of a link to the site is looked at. No file system reports a change of a link on the way to a watched folder.
const LINK_INTERVAL: Duration = Duration::from_millis(500);

/// Arguments of `croupier watch`.
#[derive(Debug, Args)]
pub struct WatchCommand {
    /// The site and how to build it.
    #[command(flatten)]
    site: BuildArgs,
    /// Poll for changes instead of using file system notifications, for network drives and some
    /// containers.
    #[arg(long)]
    poll: bool,
    /// Only the host with this language, on a site whose languages have hosts of their own [default: all
    /// hosts].
    #[arg(long, value_name = "KEY")]
    language: Option<String>,
    /// How to report to a supervisor.
    #[command(flatten)]
    status: StatusArgs,
    /// How to report.
    #[command(flatten)]
    pub report: ReportArgs,
}

impl WatchCommand {
    /// Builds each host, or that with a language, until SIGTERM or SIGINT.
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<(), Failure> {
        let root = self.site.build_args().root;
        require_sources(&root, console)?;
        let status = Status::new(Some(&self.status), &root)?;
        block_on(self.follow(&status, console))
    }

    /// Watches the site, and begins again whenever it is another folder, because `--root` is a link that has another target.
    async fn follow(&self, status: &Status, console: &Arc<Console>) -> Result<(), Failure> {
        let link = self.site.site.common.root.as_deref().map(absolute);
        loop {
            let builds = hosts::builds(self.site.build_args(), self.language.as_deref())?;
            let builds = build::once_with_commands(builds).into_iter();
            let hosts = builds.map(|options| WatchedHost::new(options, console)).collect();
            let end = run(hosts, self.poll, link.as_deref(), status, console, |_, _, _| {}).await?;
            if end == End::Signal {
                return Ok(());
            }
        }
    }
}

/// Why a watch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// SIGTERM or SIGINT.
    Signal,
    /// The link to the site has another target.
    Moved,
}

/// A host of a site that is watched.
pub(crate) struct WatchedHost {
    options: BuildOptions,
    engine: Engine,
    console: Arc<Console>,
    /// Whether the console has named the output folder.
    is_output_named: bool,
}

impl WatchedHost {
    /// Prepares the builds of a host.
    pub(crate) fn new(options: BuildOptions, console: &Arc<Console>) -> WatchedHost {
        let console = match options.host {
            Some(_) => Arc::new(console.of_host(folder_name(&options))),
            None => Arc::clone(console),
        };
        let engine = Engine::new(&options, options.clock()).warm();
        WatchedHost { options, engine, console, is_output_named: false }
    }

    /// Sets options of the engine.
    #[must_use]
    pub(crate) fn with_engine(self, prepare: impl FnOnce(Engine) -> Engine) -> WatchedHost {
        WatchedHost { engine: prepare(self.engine), ..self }
    }

    /// Saves what was built for the next process.
    fn save(&self) {
        build::report_unsaved(self.engine.save(), &self.console);
    }

    /// Reports the end of a build.
    fn report(&mut self, event: &Event) {
        self.console.event(event);
        let is_published = matches!(event, Event::Finished { .. });
        if is_published && !std::mem::replace(&mut self.is_output_named, true) {
            self.console.line(&build::output_text(&self.options));
        }
    }
}

/// Builds all hosts once and after every change, until SIGTERM or SIGINT, or until `link` has another target than the root of the site.
///
/// Calls `on_event` for each host at the start and at the end of each build, with the only paths that can have changed and the engine.
pub(crate) async fn run(
    mut hosts: Vec<WatchedHost>,
    poll: bool,
    link: Option<&Path>,
    status: &Status,
    console: &Arc<Console>,
    on_event: impl Fn(&Event, Option<&BTreeSet<SitePath>>, &Engine),
) -> Result<End, Failure> {
    let mut terminated = Box::pin(termination()?);
    group_child_processes();
    let note = |text: &str| console.note(text);

    // All hosts have the same sources.
    let options = hosts.first().expect("a site has a host").options.clone();
    let mut sources = SourceWatcher::new(&options, poll, &note);
    let mut changed_paths: Option<BTreeSet<SitePath>> = None;

    loop {
        status.started();
        for host in &hosts {
            host.console.event(&Event::Started);
            on_event(&Event::Started, changed_paths.as_ref(), &host.engine);
        }

        let built = build_until(&mut terminated, hosts, changed_paths.clone(), console, status);
        let Some((same_hosts, events)) = built.await? else { return Ok(End::Signal) };
        hosts = same_hosts;

        for (host, event) in hosts.iter_mut().zip(&events) {
            host.report(event);
            if let Some(paths) = &mut changed_paths {
                paths.extend(host.engine.generated().iter().cloned());
            }
        }
        status.finished(&events);
        for (host, event) in hosts.iter().zip(&events) {
            on_event(event, changed_paths.as_ref(), &host.engine);
        }

        let end = tokio::select! {
            changes = changed(&mut sources, &hosts, &note) => {
                changed_paths = changes;
                continue;
            }
            () = wait(seconds_until_due(&hosts)) => {
                changed_paths = None;
                continue;
            }
            never = status.heartbeats() => match never {},
            () = moved(link, &options.root) => End::Moved,
            () = &mut terminated => End::Signal,
        };

        if end == End::Signal {
            status.stop();
        }
        close(&hosts);
        return Ok(end);
    }
}

/// Saves what was built for the next process, and ends child processes.
fn close(hosts: &[WatchedHost]) {
    // A folder that was removed must not exist again.
    for host in hosts.iter().filter(|host| host.options.root.is_dir()) {
        host.save();
    }
    kill_child_processes();
}

/// Returns when a build is needed without any change of the sources, for a scheduled publication or expiry.
fn seconds_until_due(hosts: &[WatchedHost]) -> Option<i64> {
    let changing = hosts.iter().filter(|host| !host.options.has_fixed_clock());
    changing.map(|host| host.engine.due_at() - host.options.clock().now).min()
}

/// Waits until a link has another target than `root`. Without a link, waits forever.
async fn moved(link: Option<&Path>, root: &Path) {
    let Some(link) = link.filter(|link| *link != root) else {
        return std::future::pending().await;
    };
    // While a link is replaced, it can be missing for a short time.
    while link.canonicalize().map_or(true, |target| target == root) {
        tokio::time::sleep(LINK_INTERVAL).await;
    }
}

/// Builds once. If a signal arrives before the end, saves what was built and returns `None`.
async fn build_until(
    terminated: &mut (impl Future<Output = ()> + Unpin),
    mut hosts: Vec<WatchedHost>,
    changed_paths: Option<BTreeSet<SitePath>>,
    console: &Arc<Console>,
    status: &Status,
) -> Result<Option<(Vec<WatchedHost>, Vec<Event>)>, Failure> {
    let console = Arc::clone(console);
    let mut build = tokio::task::spawn_blocking(move || {
        let mut engines: Vec<&mut Engine> = hosts.iter_mut().map(|it| &mut it.engine).collect();
        let events = build_hosts(&mut engines, changed_paths.as_ref(), &|note| {
            console.receive(note);
        });
        (hosts, events)
    });

    tokio::select! {
        result = &mut build => result
            .map(Some)
            .map_err(|error| Failure::System(format!("the build stopped: {error}"))),
        never = status.heartbeats() => match never {},
        () = terminated => {
            status.stop();
            stop_child_processes();
            let ended = tokio::time::timeout(BUILD_TIMEOUT, build).await;
            if let Ok(Ok((hosts, _))) = &ended {
                hosts.iter().for_each(WatchedHost::save);
            }
            // Dropping an engine waits for the end of its renderers.
            kill_child_processes();
            Ok(None)
        }
    }
}

/// Waits for changes of the sources. Files that a command of `[[build.run]]` just wrote are no changes.
async fn changed(
    sources: &mut SourceWatcher,
    hosts: &[WatchedHost],
    note: &dyn Fn(&str),
) -> Option<BTreeSet<SitePath>> {
    loop {
        let mut paths = sources.changed(note).await?;
        paths.retain(|path| !hosts.iter().any(|host| host.engine.is_own_output(path)));
        if !paths.is_empty() {
            return Some(paths);
        }
    }
}
