//! `croupier watch`: builds after every change of the sources.

pub(crate) mod status;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::task::Poll;
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
use croupier_content::config::options::BuildOptions;
use croupier_engine::{
    Engine, Event, build_once, group_child_processes, kill_child_processes, stop_child_processes,
};
use status::{Status, StatusArgs};

/// How long a running build may take to end after a signal. A build that is interrupted leaves complete
/// files, and the next one continues.
const BUILD_TIMEOUT: Duration = Duration::from_millis(400);

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
        let options = self.site.build_args();
        require_sources(&options.root, console)?;
        let builds = hosts::builds(options, self.language.as_deref())?;
        block_on(run_all(builds, self.poll, &self.status, console))
    }
}

/// Builds each host once and after every change, until SIGTERM or SIGINT.
async fn run_all(
    builds: Vec<BuildOptions>,
    poll: bool,
    status: &StatusArgs,
    console: &Arc<Console>,
) -> Result<(), Failure> {
    let builds = build::once_with_commands(builds).into_iter().enumerate();
    let run_one = |(index, options): (usize, BuildOptions)| {
        let status = (index == 0).then_some(status);
        let console = match options.host {
            Some(_) => Arc::new(console.of_host(folder_name(&options))),
            None => Arc::clone(console),
        };
        Box::pin(run(options, poll, status, console, |engine| engine, |_, _, _| {}))
    };
    let mut running: Vec<_> = builds.map(run_one).collect();

    std::future::poll_fn(move |context| {
        let mut index = 0;
        while index < running.len() {
            match running[index].as_mut().poll(context) {
                Poll::Ready(Ok(())) => drop(running.swap_remove(index)),
                Poll::Ready(failure) => return Poll::Ready(failure),
                Poll::Pending => index += 1,
            }
        }
        if running.is_empty() { Poll::Ready(Ok(())) } else { Poll::Pending }
    })
    .await
}

/// Builds once and after every change, until SIGTERM or SIGINT.
///
/// Calls `on_event` at the start and at the end of each build, with the only paths that can have
/// changed and the engine. `prepare` sets options of the engine.
pub(crate) async fn run(
    args: BuildOptions,
    poll: bool,
    status: Option<&StatusArgs>,
    console: Arc<Console>,
    prepare: impl FnOnce(Engine) -> Engine,
    on_event: impl Fn(&Event, Option<&BTreeSet<SitePath>>, &Engine),
) -> Result<(), Failure> {
    let mut terminated = Box::pin(termination()?);

    let status = Status::new(status, &args.root)?;
    group_child_processes();
    let note = |text: &str| console.note(text);

    let mut sources = SourceWatcher::new(&args, poll, &note);
    let mut engine = prepare(Engine::new(&args, args.clock()).warm());
    let mut changed_paths: Option<BTreeSet<SitePath>> = None;
    let output_text = build::output_text(&args);
    let mut is_output_named = false;

    loop {
        console.event(&Event::Started);
        status.build(&Event::Started);
        on_event(&Event::Started, changed_paths.as_ref(), &engine);

        let built = build_until(&mut terminated, engine, changed_paths.clone(), &console, &status);
        let Some((same_engine, event)) = built.await? else { return Ok(()) };
        engine = same_engine;

        console.event(&event);
        status.build(&event);
        if matches!(event, Event::Finished { .. }) && !std::mem::replace(&mut is_output_named, true)
        {
            console.line(&output_text);
        }

        if let Some(paths) = &mut changed_paths {
            paths.extend(engine.generated().iter().cloned());
        }
        on_event(&event, changed_paths.as_ref(), &engine);

        // A scheduled publication or expiry needs a build without any change of the sources.
        let seconds_until_due =
            (!args.has_fixed_clock()).then(|| engine.due_at() - args.clock().now);
        tokio::select! {
            changes = changed(&mut sources, &engine, &note) => changed_paths = changes,
            () = wait(seconds_until_due) => changed_paths = None,
            never = status.heartbeats() => match never {},
            () = &mut terminated => {
                status.stop();
                engine.save();
                kill_child_processes();
                return Ok(());
            }
        }
    }
}

/// Builds once. If a signal arrives before the end, saves what was built and returns `None`.
async fn build_until(
    terminated: &mut (impl Future<Output = ()> + Unpin),
    mut engine: Engine,
    changed_paths: Option<BTreeSet<SitePath>>,
    console: &Arc<Console>,
    status: &Status,
) -> Result<Option<(Engine, Event)>, Failure> {
    let console = Arc::clone(console);
    let mut build = tokio::task::spawn_blocking(move || {
        let event = build_once(&mut engine, changed_paths.as_ref(), &|note| console.receive(note));
        (engine, event)
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
            if let Ok(Ok((engine, _))) = &ended {
                engine.save();
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
    engine: &Engine,
    note: &dyn Fn(&str),
) -> Option<BTreeSet<SitePath>> {
    loop {
        let mut paths = sources.changed(note).await?;
        paths.retain(|path| !engine.is_own_output(path));
        if !paths.is_empty() {
            return Some(paths);
        }
    }
}
