//! `croupier watch`: builds on every change until a signal.

use std::sync::Arc;

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::process::{stopped, wait};
use crate::serve::watcher::SourceWatcher;
use croupier_content::config::args::BuildArgs;
use croupier_content::config::clock::Clock;
use croupier_engine::Engine;
use croupier_engine::{Event, build_once};

/// Builds now and on every change, until a signal; a build in hand is finished first.
pub(crate) async fn run(
    args: BuildArgs,
    poll: bool,
    console: Arc<Console>,
    tell: impl Fn(&Event),
) -> Result<(), Failure> {
    let mut stop = Box::pin(stopped()?);
    let note = |text: &str| console.note(text);
    let mut sources = SourceWatcher::begin(&args, poll, &note);
    let mut engine = Engine::new(&args, Clock::read()).warm();
    let mut paths = None;
    loop {
        console.event(&Event::Started);
        tell(&Event::Started);
        let told = Arc::clone(&console);
        let work = move || {
            let event = build_once(&mut engine, paths.as_ref(), &|text| told.note(text));
            (engine, event)
        };
        let event;
        (engine, event) = tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| Failure::Machine(format!("the build stopped: {error}")))?;
        console.event(&event);
        tell(&event);
        let due = (!Clock::is_pinned()).then(|| engine.due_at() - Clock::read().now);
        tokio::select! {
            changed = sources.changed(&note) => paths = changed,
            () = wait(due) => paths = None,
            () = &mut stop => {
                engine.save();
                return Ok(());
            }
        }
    }
}
