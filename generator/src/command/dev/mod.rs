//! `croupier dev`: watches the sources, serves the site with live reload, and runs the services of
//! `[dev]` in site.toml.

mod child_processes;
pub(crate) mod services;
pub(crate) mod supervise;
mod type_checks;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use serde_json::json;
use tokio::net::TcpListener;

use crate::command::console::Console;
use crate::command::dev::services::{DevServices, ServiceArgs};
use crate::command::dev::type_checks::TypeChecks;
use crate::command::failure::Failure;
use crate::command::failure::require_site;
use crate::command::listen::{self, ListenArgs, network_lines, reachable_address};
use crate::command::process::{block_on, open_browser};
use crate::command::site_args::{ReportArgs, SiteArgs};
use crate::command::watch::{self, End, Status, WatchedHost};
use crate::editor::{Access, Editor};
use crate::serve::dev_tools::DevTools;
use crate::serve::live_reload::{self, LiveReload};
use crate::serve::static_files::StaticFiles;
use crate::serve::{connections, dns_rebinding};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::layers::is_settings_file;
use croupier_content::config::options::{BuildOptions, DEV_OUTPUT, Profile, absolute};
use croupier_content::config::settings::Settings;
use croupier_engine::{DevBundler, Engine, Event, PreviewSession};

/// Arguments of `croupier dev` and `croupier edit`.
#[derive(Debug, Args)]
pub struct DevCommand {
    /// The site and how to build it.
    #[command(flatten)]
    pub site: SiteArgs,
    /// Poll for changes instead of using file system notifications, for network drives and some
    /// containers.
    #[arg(long)]
    pub poll: bool,
    /// Add the pseudo-languages en-XA, with accents and longer texts, and ar-XB, from right to left.
    #[arg(long, conflicts_with = "profile")]
    pub pseudo: bool,
    /// The build of the islands' code: with checks of React, error reports and fast refresh, or
    /// as it is published.
    #[arg(long, value_enum, default_value_t)]
    pub mode: Mode,
    /// How to report.
    #[command(flatten)]
    pub report: ReportArgs,
    /// Where to listen.
    #[command(flatten)]
    pub listen: ListenArgs,
    /// The commands of `[dev]` in site.toml.
    #[command(flatten)]
    pub services: ServiceArgs,
}

/// The build of the islands' code that `dev` serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Mode {
    /// React's development build, unminified, with source maps.
    #[default]
    Development,
    /// The code of `croupier build`.
    Production,
}

impl DevCommand {
    /// Builds, serves and watches until SIGTERM or SIGINT.
    pub(crate) fn run(self, opens: Opens, console: &Arc<Console>) -> Result<(), Failure> {
        let DevCommand { mut site, pseudo, poll, mode, mut listen, services, .. } = self;
        site.pseudo = pseudo;
        listen.open |= opens == Opens::Editor;
        let link = site.common.root.as_deref().map(absolute);
        let options = || {
            let options = site.build_args_with_commands(!services.no_run);
            let profile = site.common.profile().unwrap_or(Profile::Preview);
            BuildOptions { profile, ..options }
        };
        require_site(&options().root, console)?;

        let args = DevArgs { link, poll, mode, opens };
        block_on(follow(options, &args, listen, &services, console))
    }
}

/// Serves the site, and begins again at the same address whenever it is another folder, because `--root` is a link that has another target.
async fn follow(
    options: impl Fn() -> BuildOptions,
    args: &DevArgs,
    mut listen: ListenArgs,
    services: &ServiceArgs,
    console: &Arc<Console>,
) -> Result<(), Failure> {
    let (listener, address) = listen::listen(&listen, console).await?;
    loop {
        let socket = (&listener, address);
        let end = run(options(), args, socket, &listen, services.clone(), console).await?;
        if end == End::Signal {
            return Ok(());
        }
        // The browser has the site open already.
        listen.open = false;
    }
}

/// How `dev` builds.
struct DevArgs {
    /// The value of `--root`, which may be a link to the site.
    pub link: Option<PathBuf>,
    /// Whether to poll for changes.
    pub poll: bool,
    /// The build of the islands' code.
    pub mode: Mode,
    /// What the browser opens.
    pub opens: Opens,
}

/// What `dev` opens in the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opens {
    /// The first page of the site.
    Site,
    /// The editor.
    Editor,
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

/// Builds, serves and watches until SIGTERM or SIGINT, or until the link to the site has another target.
async fn run(
    mut args: BuildOptions,
    DevArgs { link, poll, mode, opens }: &DevArgs,
    (listener, address): (&TcpListener, SocketAddr),
    listen: &ListenArgs,
    service_args: ServiceArgs,
    console: &Arc<Console>,
) -> Result<End, Failure> {
    // Builds of other commands do not change the pages of the server.
    if args.out.is_none() {
        args.out = Some(args.root.join(DEV_OUTPUT));
    }

    let read_settings =
        |args: &BuildOptions| Settings::read(args, &World::new(&args.root), &args.clock()).ok();

    let services = DevServices::new(service_args, address, &args.root, console);
    if let Some(settings) = read_settings(&args) {
        services.check(&settings.config.dev)?;
    }

    let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let live_reload = Arc::new(LiveReload::new(start));
    let folder = StaticFiles::new(args.out(), String::new());
    let bundle_events = Arc::clone(&live_reload);

    let dev_bundler = (*mode == Mode::Development)
        .then(|| Arc::new(DevBundler::new(move |event| bundle_events.bundle_event(event))));
    let (fault_console, editor_args) = (Arc::clone(console), args.clone());
    let tools = DevTools {
        root: args.root.clone(),
        bundler: dev_bundler.clone(),
        report: Arc::new(move |diagnostic| fault_console.fault(diagnostic)),
        editor: Arc::new(move || read_settings(&editor_args)?.config.dev.editor.clone()),
    };

    let editor = new_editor(&args, address, start, &services, dev_bundler.clone());
    if let Some(message) = editor.recover() {
        console.warn(&message);
    }
    let app = live_reload.app(folder.clone(), services.overlay(), tools);
    let app = editor.with_previews(app.merge(editor.routes()));
    let app = dns_rebinding::protect(app, address);
    let type_checks = TypeChecks::new(args.clone(), Arc::clone(console), Arc::clone(&live_reload));

    let is_announced = Cell::new(false);
    let event_console = Arc::clone(console);
    let event_args = args.clone();
    let settings = RefCell::new(None);

    let on_event = |event: &Event, changed_paths: Option<&BTreeSet<SitePath>>, engine: &Engine| {
        // Reading the settings takes longer than many builds.
        if changed_paths.is_none_or(|paths| paths.iter().any(is_settings_file)) {
            settings.replace(read_settings(&event_args));
        }

        let settings = settings.borrow();
        let runtime = settings.as_ref().and_then(|it| it.runtime.clone());

        // While site.toml has an error, the last base path stays in use.
        if let Some(settings) = &*settings {
            folder.set_base(settings.base_path.clone());
            services.apply(&settings.config.dev);
            if matches!(event, Event::Finished { .. }) {
                editor.edit_links().set(settings, engine.page_files());
            }
        }

        live_reload.update(event, changed_paths, runtime.as_ref());
        editor.on_event(event, changed_paths);
        type_checks.on_event(event);
        if !matches!(event, Event::Started) && !is_announced.replace(true) {
            let host = reachable_address(address);
            let url = format!("http://{host}{}/", folder.base());
            event_console.json(&json!({ "event": "serving", "url": url }));
            event_console.line(&format!("serving on {url}"));
            for line in network_lines(address, &folder.base()) {
                event_console.line(&line);
            }
            let editor_path = editor.access().path();
            event_console.line(&format!("editor: http://{host}{editor_path}"));
            event_console.line("watching for changes; Ctrl-C stops");
            if listen.open && *opens == Opens::Editor {
                open_browser(address, editor_path.trim_end_matches('/'), &event_console);
            } else if listen.open {
                open_browser(address, &folder.base(), &event_console);
            }
        }
    };

    let prepare = |engine: Engine| {
        let engine = engine.without_text_index();
        match dev_bundler {
            Some(bundler) => engine.with_dev_bundler(bundler),
            None => engine,
        }
    };

    let status = Status::new(None, &args.root)?;
    let host = WatchedHost::new(args, console).with_engine(prepare);
    let result = tokio::select! {
        never = connections::serve(listener, app, listen.header_timeout()) => match never {},
        end = watch::run(vec![host], *poll, link.as_deref(), &status, console, on_event) => end,
    };

    type_checks.stop();
    services.stop().await;
    result
}
