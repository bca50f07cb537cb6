//! What `croupier dev` serves, and how it follows the builds.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use serde_json::json;

use crate::command::console::Console;
use crate::command::dev::services::DevServices;
use crate::command::dev::type_checks::TypeChecks;
use crate::command::dev::{Mode, Opens};
use crate::command::failure::Failure;
use crate::command::listen::{network_lines, reachable_address};
use crate::command::process::open_browser;
use crate::editor::{Access, Editor};
use crate::serve::dev_tools::DevTools;
use crate::serve::dns_rebinding;
use crate::serve::live_reload::{self, LiveReload};
use crate::serve::static_files::StaticFiles;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::layers::is_settings_file;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_engine::{DevBundler, Engine, Event, PreviewSession};

/// The parts of the server that react to builds.
pub(super) struct DevServer {
    args: BuildOptions,
    address: SocketAddr,
    console: Arc<Console>,
    /// What opens in the browser after the first build.
    opens: Option<Opens>,
    live_reload: Arc<LiveReload>,
    folder: StaticFiles,
    services: DevServices,
    bundler: Option<Arc<DevBundler>>,
    editor: Arc<Editor>,
    type_checks: TypeChecks,
    /// The settings of the last site.toml without errors.
    settings: RefCell<Option<Settings>>,
    is_announced: Cell<bool>,
}

impl DevServer {
    /// Creates the server of the output of `args`. Fails if a service of `[dev]` cannot run.
    pub(super) fn new(
        args: BuildOptions,
        mode: Mode,
        opens: Option<Opens>,
        address: SocketAddr,
        services: DevServices,
        console: &Arc<Console>,
    ) -> Result<Self, Failure> {
        if let Some(settings) = read_settings(&args) {
            services.check(&settings.config.dev)?;
        }

        let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let live_reload = Arc::new(LiveReload::new(start));
        let bundle_events = Arc::clone(&live_reload);
        let bundler = (mode == Mode::Development)
            .then(|| Arc::new(DevBundler::new(move |event| bundle_events.bundle_event(event))));

        let editor = new_editor(&args, address, start, &services, bundler.clone());
        if let Some(message) = editor.recover() {
            console.warn(&message);
        }

        Ok(Self {
            folder: StaticFiles::new(args.out(), String::new()),
            type_checks: TypeChecks::new(
                args.clone(),
                Arc::clone(console),
                Arc::clone(&live_reload),
            ),
            settings: RefCell::new(None),
            is_announced: Cell::new(false),
            console: Arc::clone(console),
            args,
            address,
            opens,
            live_reload,
            services,
            bundler,
            editor,
        })
    }

    /// Returns the routes of the output, the tools of `dev` and the editor.
    pub(super) fn app(&self) -> Router {
        let (console, args) = (Arc::clone(&self.console), self.args.clone());
        let tools = DevTools {
            root: self.args.root.clone(),
            bundler: self.bundler.clone(),
            report: Arc::new(move |diagnostic| console.fault(diagnostic)),
            editor: Arc::new(move || read_settings(&args)?.config.dev.editor.clone()),
        };

        let app = self.live_reload.app(self.folder.clone(), self.services.overlay(), tools);
        let app = self.editor.with_previews(app.merge(self.editor.routes()));
        dns_rebinding::protect(app, self.address)
    }

    /// Returns the engine as `dev` runs it: without an index of texts, and with the bundler that updates modules in the browser.
    pub(super) fn prepare(&self, engine: Engine) -> Engine {
        let engine = engine.without_text_index();
        match &self.bundler {
            Some(bundler) => engine.with_dev_bundler(Arc::clone(bundler)),
            None => engine,
        }
    }

    /// Applies an event of a build. `changed_paths` are the sources that changed, or `None` if all may have.
    pub(super) fn on_event(
        &self,
        event: &Event,
        changed_paths: Option<&BTreeSet<SitePath>>,
        engine: &Engine,
    ) {
        // Reading the settings takes longer than many builds.
        if changed_paths.is_none_or(|paths| paths.iter().any(is_settings_file)) {
            self.settings.replace(read_settings(&self.args));
        }

        let settings = self.settings.borrow();
        let runtime = settings.as_ref().and_then(|it| it.runtime.clone());

        // While site.toml has an error, the last base path stays in use.
        if let Some(settings) = &*settings {
            self.folder.set_base(settings.base_path.clone());
            self.services.apply(&settings.config.dev);
            if matches!(event, Event::Finished { .. }) {
                self.editor.edit_links().set(settings, engine.page_files());
            }
        }

        self.live_reload.update(event, changed_paths, runtime.as_ref());
        self.editor.on_event(event, changed_paths);
        self.type_checks.on_event(event);
        if !matches!(event, Event::Started) && !self.is_announced.replace(true) {
            self.announce();
        }
    }

    /// Prints the addresses, and opens the browser.
    fn announce(&self) {
        let Self { address, console, folder, .. } = self;
        let host = reachable_address(*address);
        let url = format!("http://{host}{}/", folder.base());
        let editor_path = self.editor.access().path();

        console.json(&json!({ "event": "serving", "url": url }));
        console.line(&format!("serving on {url}"));
        for line in network_lines(*address, &folder.base()) {
            console.line(&line);
        }
        console.line(&format!("editor: http://{host}{editor_path}"));
        console.line("watching for changes; Ctrl-C stops");

        match self.opens {
            Some(Opens::Editor) => {
                open_browser(*address, editor_path.trim_end_matches('/'), console);
            }
            Some(Opens::Site) => open_browser(*address, &folder.base(), console),
            None => {}
        }
    }

    /// Ends the services and the checks of types.
    pub(super) async fn stop(self) {
        self.type_checks.stop();
        self.services.stop().await;
    }
}

/// Returns the settings; `None` if site.toml has an error.
fn read_settings(args: &BuildOptions) -> Option<Settings> {
    Settings::read(args, &World::new(&args.root), &args.clock()).ok()
}

/// Creates the editor of the site. It reads the sources when a user opens it.
fn new_editor(
    args: &BuildOptions,
    address: SocketAddr,
    start: u128,
    services: &DevServices,
    bundler: Option<Arc<DevBundler>>,
) -> Arc<Editor> {
    let overlay = services.overlay();
    let options = args.clone();
    Editor::new(
        args.root.clone(),
        Access::of(address),
        start,
        move |html| live_reload::as_served(html, overlay.get()),
        move || PreviewSession::new(&options, options.clock(), bundler.clone()),
    )
}
