//! `croupier dev`: watches, serves with live reload, and brings along what site.toml starts beside the site.

use std::cell::Cell;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::command::args::ListenArgs;
use crate::command::beside::Beside;
use crate::command::beside::BesideArgs;
use crate::command::browser;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::watch;
use crate::serve::live_reload::LiveReload;
use crate::serve::static_files::{self, StaticFiles};
use crate::serve::{connections, host_check};
use croupier_base::disk::world::World;
use croupier_content::config::args::BuildArgs;
use croupier_content::config::clock::Clock;
use croupier_content::config::settings::Settings;
use croupier_engine::Event;

/// Builds, serves and watches until a signal.
pub(crate) async fn run(
    args: BuildArgs,
    poll: bool,
    listen: ListenArgs,
    beside: BesideArgs,
    console: Arc<Console>,
) -> Result<(), Failure> {
    let settings =
        |args: &BuildArgs| Settings::read(args, &World::new(&args.root), &Clock::read()).ok();
    let listener = static_files::listen(SocketAddr::new(listen.host, listen.port))
        .await
        .map_err(Failure::Machine)?;
    let address = listener.local_addr().map_err(|error| Failure::Machine(error.to_string()))?;
    let beside = Beside::new(beside, address, &args.root, &console);
    if let Some(settings) = settings(&args) {
        beside.check(&settings.config.dev)?;
    }
    let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let live = Arc::new(LiveReload::new(start));
    let folder = StaticFiles::new(args.out(), String::new());
    let app = host_check::around(live.app(folder.clone(), beside.additions()), address);
    let announced = Cell::new(false);
    let shown = Arc::clone(&console);
    let told = args.clone();
    let tell = |event: &Event| {
        // While site.toml has a mistake, the site lies where it lay before.
        if let Some(settings) = settings(&told) {
            folder.set_base(settings.base);
            beside.follow(&settings.config.dev);
        }
        live.tell(event);
        if !matches!(event, Event::Started) && !announced.replace(true) {
            shown.line(&format!("serving on http://{address}{}/", folder.base()));
            shown.line("watching for changes; Ctrl-C stops");
            if listen.open {
                browser::open(address, &folder.base(), &shown);
            }
        }
    };
    let done = tokio::select! {
        never = connections::serve(listener, app, listen.header_timeout()) => match never {},
        watched = watch::run(args, poll, console, tell) => watched,
    };
    beside.stop().await;
    done
}
