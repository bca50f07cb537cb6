//! `croupier serve`: serves the output folder as a CDN does.

use std::sync::Arc;

use clap::Args;

use crate::command::built_output::BuiltOutput;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::listen::{self, ListenArgs, network_lines, reachable_address};
use crate::command::process::{block_on, open_browser, termination};
use crate::command::site_args::CommonArgs;
use crate::serve::static_files::StaticFiles;
use crate::serve::{connections, dns_rebinding};
use croupier_content::config::options::BuildOptions;

/// Arguments of `croupier serve`.
#[derive(Debug, Args)]
pub struct ServeCommand {
    /// The site.
    #[command(flatten)]
    site: CommonArgs,
    /// The host with this language, on a site whose languages have hosts of their own.
    #[arg(long, value_name = "KEY")]
    language: Option<String>,
    /// Where to listen.
    #[command(flatten)]
    listen: ListenArgs,
}

impl ServeCommand {
    /// Serves the output folder of the host with a language, or of the only one.
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<(), Failure> {
        let options = self.site.output_of_host(self.language.as_deref())?;
        block_on(serve(options, self.listen, Arc::clone(console)))
    }
}

/// Serves the output folder until SIGTERM or SIGINT.
async fn serve(
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
        never = connections::serve(&listener, app, listen.header_timeout()) => match never {},
        () = terminated => Ok(()),
    }
}
