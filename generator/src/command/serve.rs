//! `croupier serve`: the output as a CDN would serve it.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::command::args::ListenArgs;
use crate::command::browser;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::process::stopped;
use crate::serve::static_files::{self, StaticFiles};
use crate::serve::{connections, host_check};
use croupier_base::disk::world::World;
use croupier_content::config::args::BuildArgs;
use croupier_content::config::clock::Clock;
use croupier_content::config::settings::Settings;

/// Serves the output folder until a signal.
pub(crate) async fn run(
    args: BuildArgs,
    listen: ListenArgs,
    console: Arc<Console>,
) -> Result<(), Failure> {
    let settings =
        Settings::read(&args, &World::new(&args.root), &Clock::read()).map_err(Failure::Site)?;
    let folder = StaticFiles::new(settings.out.clone(), settings.base.clone());
    if !folder.is_built() {
        return Err(Failure::Usage(format!(
            "{} holds no built site; run croupier build first",
            settings.out.display()
        )));
    }
    let listener = static_files::listen(SocketAddr::new(listen.host, listen.port))
        .await
        .map_err(Failure::Machine)?;
    let address = listener.local_addr().map_err(|error| Failure::Machine(error.to_string()))?;
    let stopped = stopped()?;
    console.line(&format!(
        "serving {} on http://{address}{}/",
        settings.out.display(),
        settings.base
    ));
    let app = host_check::around(folder.app(), address);
    if listen.open {
        browser::open(address, &settings.base, &console);
    }
    tokio::select! {
        never = connections::serve(listener, app, listen.header_timeout()) => match never {},
        () = stopped => Ok(()),
    }
}
