//! `croupier dev`: watches, serves with live reload, and brings the sandbox API along.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::build::event::Event;
use crate::command::args::{ListenArgs, SandboxArgs};
use crate::command::browser;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::watch;
use crate::config::args::BuildArgs;
#[cfg(feature = "sandbox")]
use crate::config::args::absolute;
use crate::config::clock::Clock;
use crate::config::settings::Settings;
use crate::serve::live_reload::{LiveReload, MountedApi};
use crate::serve::static_files::{self, StaticFiles};
use crate::serve::{connections, host_check};
use crate::source::world::World;

/// Builds, serves and watches until a signal.
pub(crate) async fn run(
    args: BuildArgs,
    poll: bool,
    listen: ListenArgs,
    sandbox: SandboxArgs,
    console: Arc<Console>,
) -> Result<(), Failure> {
    let api = api(&args, &listen, sandbox)?;
    let listener = static_files::listen(SocketAddr::new(listen.host, listen.port)).await.map_err(Failure::Machine)?;
    let address = listener.local_addr().map_err(|error| Failure::Machine(error.to_string()))?;
    let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let live = Arc::new(LiveReload::new(start));
    let with_api = api.is_some();
    let folder = StaticFiles::new(args.out(), String::new());
    let app = host_check::around(live.app(folder.clone(), api), address);
    let announced = std::cell::Cell::new(false);
    let shown = Arc::clone(&console);
    let told = args.clone();
    let tell = move |event: &Event| {
        // While site.toml has a mistake, the site lies where it lay before.
        if let Ok(settings) = Settings::read(&told, &World::new(&told.root), &Clock::read()) {
            folder.set_base(settings.base);
        }
        live.tell(event);
        if !matches!(event, Event::Started) && !announced.replace(true) {
            let beside = if with_api { ", with the sandbox API (a stand-in: no real money, no real players)" } else { "" };
            shown.line(&format!("serving on http://{address}{}/{beside}", folder.base()));
            shown.line("watching for changes; Ctrl-C stops");
            if listen.open {
                browser::open(address, &folder.base(), &shown);
            }
        }
    };
    tokio::select! {
        never = connections::serve(listener, app, listen.header_timeout()) => match never {},
        watched = watch::run(args, poll, console, tell) => watched,
    }
}

#[cfg(feature = "sandbox")]
fn api(args: &BuildArgs, listen: &ListenArgs, sandbox: SandboxArgs) -> Result<Option<MountedApi>, Failure> {
    if sandbox.no_sandbox {
        return Ok(None);
    }
    if !listen.host.is_loopback() {
        return Err(Failure::Usage("the sandbox API answers this machine alone; add --no-sandbox to serve others".to_owned()));
    }
    let database = match sandbox.database {
        Some(file) if file.as_os_str() == "memory" => None,
        Some(file) => Some(absolute(&file)),
        None => Some(args.root.join(".croupier").join("sandbox.db")),
    };
    let outside = sandbox::Outside::listen(listen.host, sandbox.external_port, listen.port).map_err(Failure::Machine)?;
    let origin = outside.origin().to_owned();
    let promotions = Some(args.root.join("content/data/promotions")).filter(|folder| folder.is_dir());
    let options = sandbox::Options {
        database,
        promotions,
        faults: sandbox.faults,
        outside: Some(origin.clone()),
        ..sandbox::Options::default()
    };
    let opened =
        sandbox::Sandbox::open(options).map_err(|error| Failure::Machine(format!("cannot open the sandbox: {error}")))?;
    let router = opened.router();
    let served = opened.clone();
    tokio::spawn(async move { outside.serve(&served).await });
    let around = Box::new(move |pages| opened.with_faults(opened.around_site(pages)));
    Ok(Some(MountedApi { is_ours: sandbox::Sandbox::is_ours, router, outside: origin, around }))
}

#[cfg(not(feature = "sandbox"))]
fn api(_: &BuildArgs, _: &ListenArgs, _: SandboxArgs) -> Result<Option<MountedApi>, Failure> {
    Ok(None)
}
