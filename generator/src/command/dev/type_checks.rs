//! Type checks of the runtime during `croupier dev`. They never delay a build: an edit pauses a
//! running check. After the build, the check goes on, or starts again if one of its files changed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::command::console::Console;
use crate::serve::live_reload::LiveReload;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_engine::{Event, TypeCheck, TypeCheckProcess, TypeChecker, without_reported};

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
    /// The number of the newest build. The thread of an older one starts no check any more.
    newest: u64,
    running: Option<Running>,
    /// The files of the last complete check.
    checked: Option<Files>,
}

/// A check that runs, or that a build has paused.
struct Running {
    process: TypeCheckProcess,
    files: Files,
}

type Files = BTreeMap<SitePath, Stamp>;

impl TypeChecks {
    pub(super) fn new(
        options: BuildOptions,
        console: Arc<Console>,
        live_reload: Arc<LiveReload>,
    ) -> TypeChecks {
        TypeChecks(Arc::new(Shared { options, console, live_reload, state: Mutex::default() }))
    }

    /// Pauses a check at the start of a build, and continues or starts one at its end.
    pub(super) fn on_event(&self, event: &Event) {
        let number = {
            let mut state = self.0.state();
            if let Some(running) = &state.running {
                running.process.pause();
            }
            state.newest += 1;
            state.newest
        };

        let reported = match event {
            Event::Started => return,
            Event::Failed { diagnostics, .. } => diagnostics.clone(),
            Event::Finished { warnings, .. } => warnings.to_vec(),
        };
        let shared = Arc::clone(&self.0);
        std::thread::spawn(move || shared.check(number, &reported));
    }

    /// Ends a running check.
    pub(super) fn stop(&self) {
        let mut state = self.0.state();
        state.newest += 1;
        state.end_running();
    }
}

impl State {
    fn end_running(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.end();
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks the types, unless the files are those of the last check, and reports the errors that
    /// the build with this `number` has not `reported`.
    fn check(&self, number: u64, reported: &[Diagnostic]) {
        let options = &self.options;
        let settings = Settings::read(options, &World::new(&options.root), &options.clock());
        // The build reports the error, and a paused check waits until it is corrected.
        let Ok(settings) = settings else { return };
        let checker = TypeChecker::find(options, &settings);
        let files = match &checker {
            Ok(Some(checker)) => checker.stamps(),
            _ => Files::new(),
        };

        let Some(check) = self.start(number, &checker, files) else { return };
        let process = check.process();
        let errors = match check.wait() {
            Ok(Some(errors)) => without_reported(errors, reported),
            Ok(None) => return,
            Err(error) => vec![error],
        };

        let mut state = self.state();
        if let Some(running) = state.running.take_if(|it| it.process == process) {
            state.checked = Some(running.files);
            self.report(&errors);
        }
    }

    /// Starts a check of `files`, unless they were checked already. A paused check of the same files goes on.
    fn start<'c>(
        &self,
        number: u64,
        checker: &'c Result<Option<TypeChecker>, Diagnostic>,
        files: Files,
    ) -> Option<TypeCheck<'c>> {
        let mut state = self.state();
        if state.newest != number {
            return None;
        }

        match &state.running {
            Some(running) if running.files == files => {
                running.process.resume();
                return None;
            }
            _ => state.end_running(),
        }

        let started = match checker {
            Ok(None) => {
                if state.checked.take().is_some() {
                    self.report(&[]);
                }
                return None;
            }
            _ if state.checked.as_ref() == Some(&files) => return None,
            Ok(Some(checker)) => checker.start(),
            Err(error) => Err(error.clone()),
        };

        match started {
            Ok(check) => {
                state.running = Some(Running { process: check.process(), files });
                Some(check)
            }
            Err(error) => {
                state.checked = Some(files);
                self.report(&[error]);
                None
            }
        }
    }

    fn report(&self, errors: &[Diagnostic]) {
        self.console.types_checked(errors);
        self.live_reload.types_checked(errors);
    }
}
