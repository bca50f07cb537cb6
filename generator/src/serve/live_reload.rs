//! The development server: serves the built site with live reload, an error overlay, and the
//! additions of `[dev]`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use axum::routing::get;
use axum::{Router, middleware};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_stream::{StreamExt, wrappers::WatchStream};

use crate::serve::browser_faults::BrowserFaults;
use crate::serve::dev_overlay::DevOverlay;
use crate::serve::dev_tools::DevTools;
use crate::serve::static_files::StaticFiles;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::path::SitePath;
use croupier_engine::SELF_REMOVING_WORKER;
use croupier_engine::headers::POLICY_ELEMENT;
use croupier_engine::{BundleEvent, Event};

/// The state of the last build, which is sent to open tabs.
#[derive(Debug)]
pub(crate) struct LiveReload {
    state: watch::Sender<Value>,
    is_building: watch::Sender<bool>,
    changes: Mutex<Changes>,
}

/// What changed since the last build that was published.
#[derive(Debug, Default)]
struct Changes {
    /// The changed paths. None if any path may have changed.
    paths: Option<BTreeSet<SitePath>>,
    /// Whether the last development bundle changed only in ways that open tabs can apply.
    is_bundle_hot: bool,
    /// Output paths of changed style sheets of the bundle.
    styles: Vec<String>,
    /// The scripts of edited modules by name, oldest first.
    scripts: VecDeque<(String, String)>,
    /// The lines with errors of the last build.
    error_lines: HashSet<(String, usize)>,
    script_count: u64,
    faults: BrowserFaults,
}

/// The number of scripts of edited modules that are stored for slow tabs.
const MAX_SCRIPTS: usize = 16;

/// The number of errors, of warnings and of type errors that open tabs show. They show the number of the others.
const MAX_SHOWN: usize = 50;

/// Sets the diagnostics that open tabs show under `key`, and the number of the others. A failed build can have many thousands, each with
/// the text of its report.
fn show<'a>(
    state: &mut Value,
    key: &str,
    diagnostics: impl ExactSizeIterator<Item = &'a Diagnostic>,
) {
    state[format!("more_{key}")] = json!(diagnostics.len().saturating_sub(MAX_SHOWN));
    state[key] = diagnostics.take(MAX_SHOWN).map(Diagnostic::to_json).collect();
}

/// Returns the file and the line of a diagnostic.
fn line_of(diagnostic: &Diagnostic) -> Option<(String, usize)> {
    let place = diagnostic.place.as_ref()?;
    Some((place.file.clone(), place.line_column().0))
}

impl LiveReload {
    /// Creates the state before the first build. `start` distinguishes this server from an earlier
    /// one on the same port.
    pub(crate) fn new(start: u128) -> LiveReload {
        LiveReload {
            state: watch::Sender::new(json!({
                "start": start.to_string(), "build": 0, "hot_since": 0, "scripts": [], "styles": {},
                "errors": [], "more_errors": 0, "warnings": [], "more_warnings": 0, "types": [], "more_types": 0,
            })),
            is_building: watch::Sender::new(false),
            changes: Mutex::default(),
        }
    }

    /// Sends the script of edited modules to open tabs while the build still runs.
    pub(crate) fn bundle_event(&self, event: BundleEvent) {
        let mut changes = self.changes();
        match event {
            BundleEvent::Compiled { id, text } => {
                changes.script_count += 1;
                let script = json!({ "number": changes.script_count, "id": id });
                changes.scripts.push_back((id, text));
                if changes.scripts.len() > MAX_SCRIPTS {
                    changes.scripts.pop_front();
                }
                self.state.send_modify(|state| {
                    if let Some(scripts) = state["scripts"].as_array_mut() {
                        scripts.push(script);
                        let surplus = scripts.len().saturating_sub(MAX_SCRIPTS);
                        scripts.drain(..surplus);
                    }
                });
            }
            BundleEvent::Bundled { is_hot, styles } => {
                changes.is_bundle_hot = is_hot;
                changes.styles.extend(styles);
            }
        }
    }

    /// Returns the script of edited modules with this name.
    pub(super) fn script(&self, id: &str) -> Option<String> {
        let changes = self.changes();
        changes.scripts.iter().rev().find(|(name, _)| name == id).map(|(_, text)| text.clone())
    }

    /// Waits for the end of a running build.
    pub(super) async fn build_ended(&self) {
        let mut builds = self.is_building.subscribe();
        // This value has the sender, so that the channel is open.
        let _ = builds.wait_for(|is_building| !is_building).await;
    }

    /// Returns whether the last build failed with an error on the line of a diagnostic.
    pub(super) fn has_error_at(&self, diagnostic: &Diagnostic) -> bool {
        line_of(diagnostic).is_some_and(|line| self.changes().error_lines.contains(&line))
    }

    /// Records the fault of a page. Returns whether it is the first one of its kind since the last
    /// build.
    pub(super) fn is_new_fault(&self, diagnostic: &Diagnostic) -> bool {
        self.changes().faults.is_new(diagnostic)
    }

    /// Updates the state after a build. `changed_paths` are the only paths that can have changed
    /// before it, and `runtime` is the folder of the runtime.
    ///
    /// Tabs reload if the output changed or errors were fixed, unless they can apply the change.
    pub(crate) fn update(
        &self,
        event: &Event,
        changed_paths: Option<&BTreeSet<SitePath>>,
        runtime: Option<&SitePath>,
    ) {
        let mut changes = self.changes();

        match event {
            Event::Started => {
                self.is_building.send_replace(true);
                let paths = changes.paths.as_mut().zip(changed_paths);
                let is_known = paths.map(|(all, paths)| all.extend(paths.iter().cloned()));
                if is_known.is_none() {
                    changes.paths = None;
                }
                changes.is_bundle_hot = false;
                // Open tabs run edited modules before the build ends.
                changes.faults.clear();
            }
            Event::Failed { diagnostics, .. } => {
                let (errors, warnings): (Vec<_>, Vec<_>) =
                    diagnostics.iter().partition(|it| it.severity == Severity::Error);
                changes.error_lines = errors.iter().filter_map(|it| line_of(it)).collect();
                self.state.send_modify(|state| {
                    show(state, "errors", errors.into_iter());
                    show(state, "warnings", warnings.into_iter());
                });
            }
            Event::Finished { stats, warnings, .. } => {
                // Commands of the site may have written more files.
                if let Some((all, paths)) = changes.paths.as_mut().zip(changed_paths) {
                    all.extend(paths.iter().cloned());
                }
                let is_hot = changes.is_hot(runtime);
                let styles = std::mem::take(&mut changes.styles);
                changes.error_lines.clear();
                changes.paths = Some(BTreeSet::new());
                self.state.send_modify(|state| {
                    let had_errors =
                        state["errors"].as_array().is_some_and(|errors| !errors.is_empty());
                    show(state, "errors", [].iter());
                    show(state, "warnings", warnings.iter());
                    if stats.written + stats.removed > 0 || had_errors {
                        count_build(state, is_hot, styles);
                    }
                });
            }
        }

        if !matches!(event, Event::Started) {
            self.is_building.send_replace(false);
        }
    }

    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows type errors in the overlay, in addition to the errors of the build.
    pub(crate) fn types_checked(&self, errors: &[Diagnostic]) {
        self.state.send_if_modified(|state| {
            let before = (state["types"].take(), state["more_types"].take());
            show(state, "types", errors.iter());
            before != (state["types"].clone(), state["more_types"].clone())
        });
    }

    /// Returns the router of the server: the event stream, the files of `folder`, and the overlay
    /// as soon as it is set.
    pub(crate) fn app(
        self: &Arc<Self>,
        folder: StaticFiles,
        overlay: Arc<OnceLock<DevOverlay>>,
        tools: DevTools,
    ) -> Router {
        let is_development = tools.bundler.is_some();
        let client = client_script(is_development);
        let live = Arc::clone(self);
        let events = move || {
            let states = WatchStream::new(live.state.subscribe()).map(|state| state.to_string());
            async move {
                let events = states.map(|it| Ok::<_, Infallible>(sse::Event::default().data(it)));
                Sse::new(events).keep_alive(KeepAlive::default())
            }
        };

        let (proxy_folder, proxy_overlay) = (folder.clone(), Arc::clone(&overlay));
        let proxy = move |request: Request, next: middleware::Next| {
            let (folder, overlay) = (proxy_folder.clone(), Arc::clone(&proxy_overlay));
            async move {
                let path = request.uri().path();
                // Files of the site take precedence over the proxy, so that an edit of them is
                // always visible (A137).
                let is_own = path.starts_with("/_croupier/") || folder.has(path);
                if !is_own
                    && let Some(overlay) = overlay.get()
                    && let Some(route) = overlay.routes.find(path)
                {
                    return overlay.routes.respond(route, request).await;
                }
                next.run(request).await
            }
        };

        let router = Router::new()
            .route("/_croupier/events", get(events))
            .route("/_croupier/live.js", get(move || async move { script(client) }))
            .merge(tools.routes(Arc::clone(self)))
            .fallback(move |request: Request| {
                let (folder, overlay) = (folder.clone(), Arc::clone(&overlay));
                async move {
                    // The site's service worker would serve outdated pages from its cache.
                    if folder.path_of(request.uri()).as_deref() == Some("/sw.js") {
                        return script(SELF_REMOVING_WORKER).into_response();
                    }
                    let mut response = file_or_page(&folder, overlay.get(), request).await;
                    if is_development {
                        // The names of a development bundle's files do not change with their content.
                        response
                            .headers_mut()
                            .insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
                    }
                    response
                }
            });

        router.layer(middleware::from_fn(proxy))
    }
}

/// Counts a build that tabs have to show. Tabs reload unless they can apply it.
fn count_build(state: &mut Value, is_hot: bool, styles: Vec<String>) {
    let build = state["build"].as_u64().unwrap_or(0) + 1;
    state["build"] = json!(build);
    if !is_hot {
        state["hot_since"] = json!(build);
    }
    for path in styles {
        state["styles"][path] = json!(build);
    }
}

impl Changes {
    /// Returns whether open tabs can apply all changes: style sheets, and edits of the runtime that
    /// React can apply.
    fn is_hot(&self, runtime: Option<&SitePath>) -> bool {
        let Some(paths) = &self.paths else { return false };
        let is_in_runtime =
            |path: &SitePath| runtime.is_some_and(|folder| path.starts_with(&format!("{folder}/")));
        let is_sheet = |path: &SitePath| path.ends_with(".css");
        paths.iter().all(
            |path| {
                if is_in_runtime(path) { self.is_bundle_hot } else { is_sheet(path) }
            },
        )
    }
}

/// The element that loads the development client. It comes first, so that it sees all errors.
const LIVE_SCRIPT: &str = "<script src=\"/_croupier/live.js\"></script>";

/// Removes the policy element from a page, because it does not allow the hosts of the overlay. The
/// policy header does.
fn without_policy(html: &str) -> Cow<'_, str> {
    let element = html
        .find(POLICY_ELEMENT)
        .and_then(|start| Some((start, start + html[start..].find('>')? + 1)));
    match element {
        Some((start, end)) => format!("{}{}", &html[..start], &html[end..]).into(),
        None => html.into(),
    }
}

/// Returns the HTML of a page without the parts that a development server replaces, and with the configuration of `overlay`.
pub(crate) fn as_served(html: &str, overlay: Option<&DevOverlay>) -> String {
    let text = without_policy(html);
    overlay.and_then(|overlay| overlay.with_config(&text)).unwrap_or_else(|| text.into_owned())
}

/// Responds with a file of the output. Adds the overlay, and to HTML the script for live reload.
async fn file_or_page(
    folder: &StaticFiles,
    overlay: Option<&DevOverlay>,
    request: Request,
) -> Response<Body> {
    if !folder.is_built() {
        let html = format!(
            "<!doctype html><html data-unbuilt><meta charset=\"utf-8\"><title>Not built yet</title><p>Not built yet.</p>{LIVE_SCRIPT}"
        );
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            [(CONTENT_TYPE, "text/html; charset=utf-8")],
            html,
        )
            .into_response();
    }

    let is_html = |response: &Response<Body>| {
        response
            .headers()
            .get(CONTENT_TYPE)
            .is_some_and(|value| value.as_bytes().starts_with(b"text/html"))
    };

    let mut response = folder.respond(request.method(), request.uri(), request.headers()).await;
    if let Some(overlay) = overlay {
        overlay.extend_policy(response.headers_mut());
    }
    if !is_html(&response) || response.status() == StatusCode::PARTIAL_CONTENT {
        return response;
    }

    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };

    let text = as_served(&String::from_utf8_lossy(&bytes), overlay);

    let head = text.find("<head>").map(|start| start + "<head>".len());
    let text = match head.or_else(|| text.rfind("</body>")) {
        Some(index) => format!("{}{LIVE_SCRIPT}{}", &text[..index], &text[index..]),
        None => format!("{text}{LIVE_SCRIPT}"),
    };

    parts.headers.remove(ETAG);
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Response::from_parts(parts, Body::from(text))
}

/// Returns the development client. Only a development bundle reports the errors of pages.
fn client_script(is_development: bool) -> String {
    let constant = format!("const IS_DEVELOPMENT = {is_development};\n");
    let files = [
        include_str!("dev_client/faults.js"),
        include_str!("dev_client/overlay.js"),
        include_str!("dev_client/edit_link.js"),
        include_str!("dev_client/reload.js"),
    ];
    format!("(() => {{\n{constant}{}}})();\n", files.concat())
}

/// Returns a response with a script.
pub(super) fn script(text: impl Into<Body>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-cache")], text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_engine::PublishStats;

    /// Returns whether open tabs can keep their document after a build of these changes.
    fn is_hot(paths: Option<&[&str]>, bundle: Option<bool>) -> bool {
        let live = LiveReload::new(0);
        let runtime = SitePath::new("src");

        let build = |paths: Option<&BTreeSet<SitePath>>, bundle: Option<bool>| {
            live.update(&Event::Started, paths, Some(&runtime));
            if let Some(is_hot) = bundle {
                live.bundle_event(BundleEvent::Bundled { is_hot, styles: Vec::new() });
            }
            let finished = Event::Finished {
                out: std::path::PathBuf::new(),
                profile: croupier_content::config::options::Profile::Preview,
                pages: 1,
                stats: PublishStats { written: 1, ..PublishStats::default() },
                warnings: Arc::default(),
                next_change: None,
                left_out: croupier_content::unpublished::LeftOut::default(),
                milliseconds: 1,
            };
            live.update(&finished, paths, Some(&runtime));
        };

        build(None, Some(false));
        let paths: Option<BTreeSet<SitePath>> =
            paths.map(|paths| paths.iter().map(|path| SitePath::new(*path)).collect());
        build(paths.as_ref(), bundle);

        let state = live.state.borrow();
        assert_eq!(state["build"], 2);
        state["hot_since"] == 1
    }

    #[test]
    fn style_sheets_and_edits_that_react_can_apply_need_no_reload() {
        assert!(is_hot(Some(&["static/site.css"]), None));
        assert!(is_hot(Some(&["src/islands/a/island.tsx", "static/site.css"]), Some(true)));
        assert!(!is_hot(Some(&["src/islands/a/island.tsx"]), Some(false)));
        assert!(!is_hot(Some(&["src/islands/a/island.tsx", "pages/page.html"]), Some(true)));
        // The production bundle sends no events.
        assert!(!is_hot(Some(&["src/islands/a/a.css"]), None));
        assert!(!is_hot(Some(&["content/index.md"]), None));
        assert!(!is_hot(None, Some(true)));
    }

    #[test]
    fn tabs_get_the_first_diagnostics_and_the_number_of_the_others() {
        use croupier_base::diagnostic::Location;
        use croupier_base::diagnostic::code::Code;

        let live = LiveReload::new(0);
        let text: Arc<str> = "line\n".repeat(MAX_SHOWN + 10).into();
        let at = |line: usize| {
            let location = Location::new("content/a.md", Arc::clone(&text), line * 5..line * 5);
            Diagnostic::error(Code::BrokenLink, "no").at(location)
        };
        let errors: Vec<Diagnostic> = (0..MAX_SHOWN + 10).map(at).collect();
        let types = errors.clone();
        live.update(&Event::Failed { diagnostics: errors, milliseconds: 1 }, None, None);
        live.types_checked(&types);
        let counts = |key: &str| {
            let state = live.state.borrow();
            (state[key].as_array().unwrap().len(), state[format!("more_{key}")].clone())
        };
        assert_eq!(counts("errors"), (MAX_SHOWN, json!(10)));
        assert_eq!(counts("types"), (MAX_SHOWN, json!(10)));
        assert_eq!(counts("warnings"), (0, json!(0)));
        // Errors that tabs do not show count, too.
        assert!(live.has_error_at(&at(MAX_SHOWN + 9)));
        live.types_checked(&[]);
        assert_eq!(counts("types"), (0, json!(0)));
    }

    #[test]
    fn the_changes_of_a_failed_build_count_in_the_next_one() {
        let live = LiveReload::new(0);
        let failed = Event::Failed { diagnostics: Vec::new(), milliseconds: 1 };
        live.update(&Event::Started, None, None);
        live.changes().paths = Some(BTreeSet::new());
        let template = BTreeSet::from([SitePath::new("pages/page.html")]);
        live.update(&Event::Started, Some(&template), None);
        live.update(&failed, Some(&template), None);
        let sheet = BTreeSet::from([SitePath::new("static/site.css")]);
        live.update(&Event::Started, Some(&sheet), None);
        assert!(!live.changes().is_hot(None));
    }
}
