//! The Node processes that render islands. The first one starts with the first island; more start
//! when rendering threads wait too long.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::island::process::RendererProcess;
use crate::island::render_error::RenderError;

/// Starts and lends renderers. Its lock is never held while a process starts or renders.
#[derive(Debug)]
pub(super) struct RendererPool {
    /// The module that renders islands.
    server: PathBuf,
    /// The most processes that run at the same time.
    limit: usize,
    state: Mutex<State>,
    /// Notified when a process is returned or has ended.
    released: Condvar,
}

#[derive(Debug, Default)]
struct State {
    idle: Vec<RendererProcess>,
    /// Number of processes, including those that are starting.
    running: usize,
    /// How long the last start took; none before the first one.
    start_time: Option<Duration>,
    /// The total time that threads waited for a process since the last start.
    waited: Duration,
    /// Why no process can start: the code of the islands fails when it is loaded.
    start_error: Option<RenderError>,
}

impl State {
    /// How much longer threads wait before another process starts.
    ///
    /// A process costs the time of its start. It pays once threads have waited as long as that, so
    /// that a site with few islands never starts a second one.
    fn time_to_next_start(&self) -> Option<Duration> {
        self.start_time.map(|start_time| start_time.saturating_sub(self.waited))
    }
}

impl RendererPool {
    /// A pool of at most `limit` processes, which starts none yet.
    pub(super) fn new(server: PathBuf, limit: usize) -> RendererPool {
        RendererPool { server, limit, state: Mutex::default(), released: Condvar::new() }
    }

    /// Renders an island in a process of its own for that time.
    pub(super) fn render(
        &self,
        component: &str,
        props: &Value,
        prefix: &str,
    ) -> Result<String, RenderError> {
        let mut process = self.acquire()?;
        let rendered = process.render(component, props, prefix);
        if matches!(rendered, Err(RenderError::Process(_))) {
            drop(process);
            self.remove();
        } else {
            self.lock().idle.push(process);
            self.released.notify_one();
        }
        rendered
    }

    /// Takes an idle process, or starts one, or waits for one.
    fn acquire(&self) -> Result<RendererProcess, RenderError> {
        let mut state = self.lock();
        loop {
            if let Some(error) = &state.start_error {
                return Err(error.clone());
            }
            if let Some(process) = state.idle.pop() {
                return Ok(process);
            }

            let is_full = state.running >= self.limit;
            let time_left = state.time_to_next_start().filter(|_| !is_full);
            if state.running == 0 || time_left == Some(Duration::ZERO) {
                state.running += 1;
                state.waited = Duration::ZERO;
                drop(state);
                return self.start();
            }

            // The first start does not count: another process would not be ready earlier.
            let is_first_start = state.start_time.is_none();
            let began = Instant::now();
            state = match time_left {
                Some(time) => {
                    self.released
                        .wait_timeout(state, time)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
                None => self.released.wait(state).unwrap_or_else(PoisonError::into_inner),
            };

            if !is_first_start {
                state.waited += began.elapsed();
            }
        }
    }

    /// Starts a process. `running` already includes it.
    fn start(&self) -> Result<RendererProcess, RenderError> {
        let began = Instant::now();
        let started = RendererProcess::start(&self.server);
        match &started {
            Ok(_) => {
                self.lock().start_time = Some(began.elapsed());
                // Threads that waited for the first start wait with a time limit from now on.
                self.released.notify_all();
            }
            Err(error) => {
                // Another reason may be gone at the next start.
                let is_of_site = error.failure().is_of_site();
                self.lock().start_error = is_of_site.then(|| error.clone());
                self.remove();
            }
        }
        started
    }

    /// Frees the slot of a process that has ended.
    fn remove(&self) {
        self.lock().running -= 1;
        // Any waiting thread may start the next process.
        self.released.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
