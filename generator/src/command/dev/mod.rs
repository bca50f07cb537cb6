//! `croupier dev`: watches the sources, serves the site with live reload, and runs the services of
//! `[dev]` in site.toml.

mod child_processes;
mod server;
pub(crate) mod services;
pub(crate) mod supervise;
mod type_checks;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use tokio::net::TcpListener;

use crate::command::console::Console;
use crate::command::dev::server::DevServer;
use crate::command::dev::services::{DevServices, ServiceArgs};
use crate::command::failure::Failure;
use crate::command::failure::require_site;
use crate::command::listen::{self, ListenArgs};
use crate::command::process::block_on;
use crate::command::site_args::{ReportArgs, SiteArgs};
use crate::command::watch::{self, End, Status, WatchedHost};
use crate::serve::connections;
use croupier_content::config::options::{BuildOptions, DEV_OUTPUT, Profile, absolute};
use croupier_engine::{Engine, Event};

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

/// Builds, serves and watches until SIGTERM or SIGINT, or until the link to the site has another target.
async fn run(
    mut args: BuildOptions,
    DevArgs { link, poll, mode, opens }: &DevArgs,
    (listener, address): (&TcpListener, SocketAddr),
    listen: &ListenArgs,
    services: ServiceArgs,
    console: &Arc<Console>,
) -> Result<End, Failure> {
    // Builds of other commands do not change the pages of the server.
    if args.out.is_none() {
        args.out = Some(args.root.join(DEV_OUTPUT));
    }

    let services = DevServices::new(services, address, &args.root, console);
    let opens = listen.open.then_some(*opens);
    let server = DevServer::new(args.clone(), *mode, opens, address, services, console)?;

    let status = Status::new(None, &args.root)?;
    let host = WatchedHost::new(args, console).with_engine(|engine| server.prepare(engine));
    let on_event =
        |event: &Event, paths: Option<&_>, engine: &Engine| server.on_event(event, paths, engine);
    let result = tokio::select! {
        never = connections::serve(listener, server.app(), listen.header_timeout()) => match never {},
        end = watch::run(vec![host], *poll, link.as_deref(), &status, console, on_event) => end,
    };

    server.stop().await;
    result
}
