//! The thread that holds the site in memory for previews and checks. Jobs run one after the other.

use std::collections::BTreeSet;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use serde_json::json;
use tokio::sync::oneshot;

use crate::editor::reply::{failed, with_details};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::path::SitePath;
use croupier_engine::PreviewSession;

type Job = Box<dyn FnOnce(&mut PreviewSession) + Send>;

/// How long the thread waits for another job before it renders the site as it is on disk.
const IDLE: Duration = Duration::from_millis(400);

/// The thread. It starts with the first job, so that a server without an open editor has no second site in memory.
pub(super) struct Worker {
    new_session: Arc<dyn Fn() -> PreviewSession + Send + Sync>,
    jobs: Mutex<Option<Sender<Job>>>,
}

impl Worker {
    /// Creates the worker.
    pub(super) fn new(new_session: impl Fn() -> PreviewSession + Send + Sync + 'static) -> Worker {
        Worker { new_session: Arc::new(new_session), jobs: Mutex::default() }
    }

    /// Runs a job with the site, and returns its result.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut PreviewSession) -> T + Send + 'static,
    ) -> Result<T, Response<Body>> {
        let (sender, result) = oneshot::channel();
        let job: Job = Box::new(move |session| {
            // A request that was cancelled needs no result.
            if !sender.is_closed() {
                let _ = sender.send(job(session));
            }
        });

        {
            let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            let current = jobs.get_or_insert_with(|| start(Arc::clone(&self.new_session)));
            if let Err(mpsc::SendError(job)) = current.send(job) {
                // The thread ended with a panic; another one begins again.
                let sender = start(Arc::clone(&self.new_session));
                let _ = sender.send(job);
                *jobs = Some(sender);
            }
        }
        result.await.map_err(|_| failed("The preview stopped. Try again."))
    }

    /// Runs a job with the site as it is on disk, after its sources could be read.
    pub(super) async fn run_on_disk<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut PreviewSession) -> T + Send + 'static,
    ) -> Result<T, Response<Body>> {
        self.run_open(move |session| {
            // A job before this one may have read drafts, or the site as of another time.
            session.set_unsaved(UnsavedFiles::new(), None).map(|()| job(session))
        })
        .await?
        .map_err(|errors| unreadable(&errors))
    }

    /// Runs a job with the site after its sources could be read, with the unsaved files and the time of the job before it.
    pub(super) async fn run_open<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut PreviewSession) -> T + Send + 'static,
    ) -> Result<T, Response<Body>> {
        let result = self.run(|session| session.open().map(|()| job(session))).await?;
        result.map_err(|errors| unreadable(&errors))
    }

    /// Reads files again that changed on disk, if the thread has started.
    pub(super) fn refresh(&self, paths: Option<BTreeSet<SitePath>>) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(jobs) = &*jobs {
            let job: Job = Box::new(move |session| {
                // The build reports the same errors.
                let _ = session.refresh(paths.as_ref());
            });
            let _ = jobs.send(job);
        }
    }
}

/// Returns the response for a site whose settings cannot be read.
pub(super) fn unreadable(errors: &[Diagnostic]) -> Response<Body> {
    let message = errors.first().map_or_else(String::new, |it| it.message.clone());
    let errors: Vec<_> = errors.iter().map(Diagnostic::to_json).collect();
    with_details(
        StatusCode::UNPROCESSABLE_ENTITY,
        format!("The site cannot be read: {message}."),
        json!({ "problems": errors }),
    )
}

fn start(new_session: Arc<dyn Fn() -> PreviewSession + Send + Sync>) -> Sender<Job> {
    let (sender, jobs) = mpsc::channel();
    std::thread::spawn(move || work(&jobs, &mut new_session()));
    sender
}

/// Runs jobs until the worker is dropped.
fn work(jobs: &Receiver<Job>, session: &mut PreviewSession) {
    loop {
        let job = if session.has_base() {
            jobs.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            jobs.recv_timeout(IDLE)
        };
        match job {
            Ok(job) => job(session),
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                // Without settings there is nothing to render until a file changes.
                if session.prepare_base().is_err() {
                    let Ok(job) = jobs.recv() else { return };
                    job(session);
                }
            }
        }
    }
}
