//! `croupier watch`: builds after every change of the sources.

use std::sync::Arc;

use crate::command::Failure;
use crate::command::build;
use crate::command::console::Console;
use crate::command::process::{termination, wait};
use crate::serve::watcher::SourceWatcher;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::options::Clock;
use croupier_engine::{Engine, Event, build_once, stop_installation};

/// Builds once and after every change, until SIGTERM or SIGINT. A running build is finished first, but
/// not an installation of npm packages.
///
/// Calls `on_event` at the start and at the end of each build.
pub(crate) async fn run(
    args: BuildOptions,
    poll: bool,
    console: Arc<Console>,
    on_event: impl Fn(&Event),
) -> Result<(), Failure> {
    let mut terminated = Box::pin(termination()?);
    let note = |text: &str| console.note(text);
    let mut sources = SourceWatcher::new(&args, poll, &note);
    let mut engine = Engine::new(&args, Clock::read()).warm();
    let mut changed_paths = None;
    let output_text = build::output_text(&args);
    let mut is_output_named = false;
    loop {
        console.event(&Event::Started);
        on_event(&Event::Started);
        let build_console = Arc::clone(&console);
        let build = move || {
            let event =
                build_once(&mut engine, changed_paths.as_ref(), &|text| build_console.note(text));
            (engine, event)
        };
        let mut build = tokio::task::spawn_blocking(build);
        let result = tokio::select! {
            result = &mut build => result,
            () = &mut terminated => {
                stop_installation();
                if let Ok((engine, _)) = build.await {
                    engine.save();
                }
                return Ok(());
            }
        };
        let event;
        (engine, event) =
            result.map_err(|error| Failure::System(format!("the build stopped: {error}")))?;
        console.event(&event);
        if matches!(event, Event::Finished { .. }) && !std::mem::replace(&mut is_output_named, true)
        {
            console.line(&output_text);
        }
        on_event(&event);
        // A scheduled publication or expiry needs a build without any change of the sources.
        let seconds_until_due = (!Clock::is_pinned()).then(|| engine.due_at() - Clock::read().now);
        tokio::select! {
            changes = sources.changed(&note) => changed_paths = changes,
            () = wait(seconds_until_due) => changed_paths = None,
            () = &mut terminated => {
                engine.save();
                return Ok(());
            }
        }
    }
}
