//! `croupier serve`: serves the output folder as a CDN does.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::command::Failure;
use crate::command::args::ListenArgs;
use crate::command::console::Console;
use crate::command::process::{open_browser, termination};
use crate::serve::static_files::{self, StaticFiles};
use crate::serve::{connections, dns_rebinding};
use croupier_base::disk::world::World;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::options::Clock;
use croupier_content::config::settings::Settings;

/// Serves the output folder until SIGTERM or SIGINT.
pub(crate) async fn run(
    args: BuildOptions,
    listen: ListenArgs,
    console: Arc<Console>,
) -> Result<(), Failure> {
    let settings =
        Settings::read(&args, &World::new(&args.root), &Clock::read()).map_err(Failure::Site)?;
    let folder = StaticFiles::new(settings.out.clone(), settings.base_path.clone());
    if !folder.is_built() {
        return Err(Failure::Usage(format!(
            "{} contains no built site; run croupier build first",
            settings.out.display()
        )));
    }
    let listener = static_files::listen(SocketAddr::new(listen.host, listen.port))
        .await
        .map_err(Failure::System)?;
    let address = listener.local_addr().map_err(|error| Failure::System(error.to_string()))?;
    let terminated = termination()?;
    console.line(&format!(
        "serving {} on http://{address}{}/",
        settings.out.display(),
        settings.base_path
    ));
    let app = dns_rebinding::protect(folder.app(), address);
    if listen.open {
        open_browser(address, &settings.base_path, &console);
    }
    tokio::select! {
        never = connections::serve(listener, app, listen.header_timeout()) => match never {},
        () = terminated => Ok(()),
    }
}
