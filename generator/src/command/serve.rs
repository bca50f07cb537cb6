//! `croupier serve`: serves the output folder as a CDN does.

use std::sync::Arc;

use crate::command::Failure;
use crate::command::args::ListenArgs;
use crate::command::built_output::BuiltOutput;
use crate::command::console::Console;
use crate::command::listen::{self, network_lines, reachable_address};
use crate::command::process::{open_browser, termination};
use crate::serve::static_files::StaticFiles;
use crate::serve::{connections, dns_rebinding};
use croupier_content::config::options::BuildOptions;

/// Serves the output folder until SIGTERM or SIGINT.
pub(crate) async fn run(
    args: BuildOptions,
    listen: ListenArgs,
    console: Arc<Console>,
) -> Result<(), Failure> {
    let BuiltOutput { path, base_path, profile, .. } = BuiltOutput::find_by_flags(&args)?;
    let folder = StaticFiles::new(path.clone(), base_path.clone());
    let (listener, address) = listen::listen(&listen, &console).await?;

    let terminated = termination()?;
    console.line(&format!(
        "serving {} ({}) on http://{}{base_path}/",
        path.display(),
        profile.name(),
        reachable_address(address)
    ));
    for line in network_lines(address, &base_path) {
        console.line(&line);
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
