//! The editor of `croupier dev` at `/admin/`: an application in the browser that edits the sources with the real page next to them.
//!
//! | module | content |
//! |---|---|
//! | `access` | which requests may read and change files |
//! | `edit_links` | links from the pages of the server to their sources |
//! | `app` | the files of the application |
//! | `worker` | the thread with the site in memory, and the unsaved files of one draft |
//! | `source` | a source file with its values and its schema |
//! | `tree`, `entry`, `attention`, `inserts`, `references`, `navigation`, `history` | what the application reads |
//! | `translation` | whether a page is a translation of an older text |
//! | `presence` | which tabs have which file open |
//! | `drafts`, `preview` | unsaved files, and pages that are rendered with them |
//! | `save`, `rename`, `media`, `upload`, `transaction`, `journal` | what the application writes |
//! | `svg` | whether an uploaded drawing has scripts |
//! | `plan`, `moved_links`, `moved_references` | what a rename or a deletion changes in other files |
//!
//! A published site has nothing of it: the endpoints are part of the development server, and previews are never written.

mod access;
mod app;
mod attention;
mod delete;
mod drafts;
mod edit_links;
mod entry;
mod history;
mod inserts;
mod journal;
mod media;
mod mentions;
mod moved_links;
mod moved_references;
mod navigation;
mod paths;
mod plan;
mod presence;
mod preview;
mod problem;
mod references;
mod rename;
mod reply;
mod save;
pub(crate) mod source;
mod svg;
mod transaction;
mod translated_lists;
mod translation;
mod translation_schema;
mod tree;
mod upload;
mod worker;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Query, Request};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::routing::{get, post, put};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_stream::{StreamExt, wrappers::WatchStream};

pub(crate) use self::access::Access;
use self::drafts::Drafts;
use self::edit_links::EditLinks;
use self::journal::Journal;
use self::presence::{Connection, Presence};
use self::save::last_saves::Undo;
use self::worker::Worker;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_engine::{Event, PreviewSession};

/// Returns why a site cannot be built until the editor is opened again: the end of a process interrupted a save of several files.
pub(crate) fn interrupted_save(root: &Path) -> Option<String> {
    let save = match Journal::new(root).interrupted() {
        Ok(title) => format!(
            "\"{}\" in the editor was interrupted, and only some of its files are written",
            title?
        ),
        Err(error) => format!("a save in the editor was interrupted, and cannot be read: {error}"),
    };
    Some(format!("{save}; run `croupier edit`, which takes it back"))
}

/// The longest JSON of a call, in bytes: the largest texts twice, with escapes.
const MAX_CALL: usize = 8 * source::MAX_TEXT;

/// The editor of a development server.
pub(crate) struct Editor {
    root: PathBuf,
    world: World,
    access: Access,
    worker: Worker,
    drafts: Drafts,
    presence: Presence,
    undo: Undo,
    journal: Journal,
    edit_links: EditLinks,
    /// Returns the HTML of a page as the server sends it.
    as_served: Box<dyn Fn(&str) -> String + Send + Sync>,
    /// What the last build reported.
    published: Mutex<Arc<Vec<Diagnostic>>>,
    events: watch::Sender<Value>,
}

impl Editor {
    /// Creates the editor of the site in `root`. `start` distinguishes the server from earlier ones. `as_served` returns the HTML of a page
    /// as the server sends it, and `new_session` creates the site in memory, at the first request.
    pub(crate) fn new(
        root: PathBuf,
        access: Access,
        start: u128,
        as_served: impl Fn(&str) -> String + Send + Sync + 'static,
        new_session: impl Fn() -> PreviewSession + Send + Sync + 'static,
    ) -> Arc<Editor> {
        let events = watch::Sender::new(json!({
            "start": start.to_string(), "builds": 0, "build": "building", "changed": [], "errors": 0, "warnings": 0, "open": {},
        }));

        Arc::new(Editor {
            world: World::new(&root),
            drafts: Drafts::new(&root),
            presence: Presence::default(),
            journal: Journal::new(&root),
            root,
            access,
            worker: Worker::new(new_session),
            undo: Undo::default(),
            edit_links: EditLinks::default(),
            as_served: Box::new(as_served),
            published: Mutex::default(),
            events,
        })
    }

    /// Passes on what a build changed. `paths` are the only source files that can have changed.
    pub(crate) fn on_event(&self, event: &Event, paths: Option<&BTreeSet<SitePath>>) {
        let (state, diagnostics) = match event {
            Event::Started => {
                self.events.send_modify(|value| value["build"] = "building".into());
                return;
            }
            Event::Failed { diagnostics, .. } => ("failed", Arc::new(diagnostics.clone())),
            Event::Finished { warnings, .. } => ("ok", Arc::clone(warnings)),
        };

        *self.published.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&diagnostics);
        self.worker.refresh(paths.cloned());
        let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
        let changed: Vec<&str> =
            paths.into_iter().flatten().map(SitePath::as_str).take(1000).collect();
        self.events.send_modify(|value| {
            value["builds"] = (value["builds"].as_u64().unwrap_or_default() + 1).into();
            value["build"] = state.into();
            value["changed"] = json!(changed);
            value["errors"] = errors.into();
            value["warnings"] = (diagnostics.len() - errors).into();
        });
    }

    /// Returns which requests are accepted.
    pub(crate) fn access(&self) -> &Access {
        &self.access
    }

    /// Returns the links from pages to their sources.
    pub(crate) fn edit_links(&self) -> &EditLinks {
        &self.edit_links
    }

    fn published(&self) -> Arc<Vec<Diagnostic>> {
        self.published.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the routes of the editor.
    pub(crate) fn routes(self: &Arc<Editor>) -> Router {
        let editor = || Arc::clone(self);
        let calls = Router::new()
            .route("/tree", get(tree::list))
            .route("/entry", get(entry::read))
            .route("/problems", get(attention::list))
            .route("/links", get(inserts::links))
            .route("/navigation", get(navigation::list))
            .route("/link", get(edit_links::link))
            .route("/inserts", get(inserts::list))
            .route("/file", get(media::file))
            .route("/thumbnail", get(media::thumbnail))
            .route("/history", get(history::list))
            .route("/version", get(history::version))
            .route(
                "/draft",
                put(drafts::calls::put).get(drafts::calls::get).delete(drafts::calls::delete),
            )
            .route("/open", post(presence::open))
            .route("/save", post(save::save))
            .route("/accept", post(translation::accept))
            .route("/new", get(save::new_page))
            .route("/create", post(save::create))
            .route("/rename", post(rename::rename))
            .route("/delete", post(delete::delete))
            .route("/undo", post(save::undo).get(save::list_undo))
            .route("/media", put(media::upload))
            .layer(DefaultBodyLimit::max(MAX_CALL))
            .with_state(editor());

        let events = editor();
        let app = Router::new()
            .route("/admin", get(app::index))
            .route("/admin/", get(app::index))
            .route("/admin/{*path}", get(app::file))
            .with_state(editor());

        let access = editor();
        Router::new()
            .nest("/_croupier/edit", calls)
            .route(
                "/_croupier/edit/events",
                get(move |Query(tab): Query<Tab>| async move { events.stream(tab) }),
            )
            .merge(app)
            .layer(middleware::from_fn(move |request: Request, next: Next| {
                let editor = Arc::clone(&access);
                async move {
                    match editor.access.check(&request) {
                        Ok(()) => next.run(request).await,
                        Err(response) => response,
                    }
                }
            }))
    }

    /// Adds previews to the pages of a server: those whose URL names a draft.
    pub(crate) fn with_previews(self: &Arc<Editor>, router: Router) -> Router {
        let editor = Arc::clone(self);
        router.layer(middleware::from_fn(move |request: Request, next: Next| {
            let editor = Arc::clone(&editor);
            let asked = preview::Asked::of(&editor, &request);
            let file = preview::AskedFile::of(&editor, &request);

            async move {
                match asked {
                    Some(Ok(asked)) => preview::respond(&editor, asked).await,
                    Some(Err(response)) => response,
                    None => {
                        if let Some(file) = &file
                            && let Some(response) = preview::data_of_draft(&editor, file).await
                        {
                            return response;
                        }
                        let response = next.run(request).await;
                        preview::or_file_of_draft(&editor, response, file).await
                    }
                }
            }
        }))
    }

    /// Responds with the events of the site. The tab is connected as long as it reads them.
    fn stream(self: &Arc<Editor>, Tab { client }: Tab) -> impl IntoResponse + use<> {
        let connection = client.map(|client| Connection::new(self, client));
        let states = WatchStream::new(self.events.subscribe());
        Sse::new(states.map(move |state| {
            let _ = &connection;
            Ok::<_, Infallible>(sse::Event::default().data(state.to_string()))
        }))
        .keep_alive(KeepAlive::default())
    }
}

/// The tab that reads events.
#[derive(Debug, Deserialize)]
struct Tab {
    client: Option<String>,
}
