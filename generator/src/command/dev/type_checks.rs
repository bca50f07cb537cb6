//! Type checks of the runtime during `croupier dev`. They never delay a build: an edit stops a
//! running check, and the next one starts when the build is over.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::process::Pid;

use crate::command::console::Console;
use crate::serve::live_reload::LiveReload;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_engine::{Event, TypeCheck, TypeChecker, stop_type_check, without_reported};

/// Starts and stops type checks in the background.
pub(super) struct TypeChecks(Arc<Shared>);

/// What a check shares with the thread of the builds.
struct Shared {
    options: BuildOptions,
    console: Arc<Console>,
    live_reload: Arc<LiveReload>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of the newest check. An older one has no result any more.
    newest: u64,
    /// The process group of a running check.
    running: Option<Pid>,
    /// The files of the last complete check, and errors of the bundle that were known then.
    checked: Option<BTreeMap<SitePath, Stamp>>,
}

impl TypeChecks {
    pub(super) fn new(
        options: BuildOptions,
        console: Arc<Console>,
        live_reload: Arc<LiveReload>,
    ) -> TypeChecks {
        TypeChecks(Arc::new(Shared { options, console, live_reload, state: Mutex::default() }))
    }

    /// Stops a check at the start of a build, and starts one at its end.
    pub(super) fn on_event(&self, event: &Event) {
        let number = self.stop();
        let reported = match event {
            Event::Started => return,
            Event::Failed { diagnostics, .. } => diagnostics.clone(),
            Event::Finished { warnings, .. } => warnings.to_vec(),
        };
        let shared = Arc::clone(&self.0);
        std::thread::spawn(move || shared.check(number, &reported));
    }

    /// Stops a running check. Returns the number for the next one.
    pub(super) fn stop(&self) -> u64 {
        let mut state = self.0.state();
        if let Some(group) = state.running.take() {
            stop_type_check(group);
        }
        state.newest += 1;
        state.newest
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks the types, unless the files are those of the last check, and reports the errors that
    /// the build has not `reported`.
    fn check(&self, number: u64, reported: &[Diagnostic]) {
        let options = &self.options;
        let Ok(settings) = Settings::read(options, &World::new(&options.root), &options.clock())
        else {
            return;
        };

        let (checker, stamps) = match TypeChecker::find(options, &settings) {
            Ok(Some(checker)) => {
                let stamps = checker.stamps();
                (Ok(checker), stamps)
            }
            Ok(None) => return,
            Err(error) => (Err(error), BTreeMap::new()),
        };

        let started = {
            let mut state = self.state();
            if state.newest != number || state.checked.as_ref() == Some(&stamps) {
                return;
            }
            checker.as_ref().map_err(Clone::clone).and_then(TypeChecker::start).inspect(|check| {
                state.running = Some(check.group());
            })
        };

        let errors = match started.and_then(TypeCheck::wait) {
            Ok(Some(errors)) => without_reported(errors, reported),
            Ok(None) => return,
            Err(error) => vec![error],
        };

        let mut state = self.state();
        if state.newest != number {
            return;
        }

        state.running = None;
        state.checked = Some(stamps);
        self.console.types_checked(&errors);
        self.live_reload.types_checked(&errors);
    }
}
