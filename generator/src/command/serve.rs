//! `croupier serve`: serves the output folder as a CDN does.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::command::Failure;
use crate::command::args::ListenArgs;
use crate::command::built_output::BuiltOutput;
use crate::command::console::Console;
use crate::command::process::{network_text, open_browser, reachable_address, termination};
use crate::serve::static_files::{self, StaticFiles};
use crate::serve::{connections, dns_rebinding};
use croupier_content::config::options::BuildOptions;

/// Serves the output folder until SIGTERM or SIGINT.
pub(crate) async fn run(
    args: BuildOptions,
    listen: ListenArgs,
    console: Arc<Console>,
) -> Result<(), Failure> {
    let BuiltOutput { path, base_path, profile } = BuiltOutput::find(&args)?;
    let folder = StaticFiles::new(path.clone(), base_path.clone());
    let listener = static_files::listen(SocketAddr::new(listen.host, listen.port))
        .await
        .map_err(Failure::System)?;
    let address = listener.local_addr().map_err(|error| Failure::System(error.to_string()))?;
    let terminated = termination()?;
    console.line(&format!(
        "serving {} ({}) on http://{}{base_path}/",
        path.display(),
        profile.name(),
        reachable_address(address)
    ));
    if let Some(text) = network_text(address, &base_path) {
        console.line(&text);
    }
    let app = dns_rebinding::protect(folder.app(), address);
    if listen.open {
        open_browser(address, &base_path, &console);
    }
    tokio::select! {
        never = connections::serve(listener, app, listen.header_timeout()) => match never {},
        () = terminated => Ok(()),
    }
}
