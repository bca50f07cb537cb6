//! `croupier types`: writes the TypeScript types of a site.

use std::path::PathBuf;

use clap::Args;

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::failure::require_site;
use croupier_base::disk::world::World;
use croupier_content::config::options::{BuildOptions, real, site_root};
use croupier_content::config::settings::Settings;
use croupier_content::config::variables;
use croupier_engine::{TYPES_FILE, write_types};

/// Arguments of `croupier types`.
#[derive(Debug, Args)]
pub struct TypesCommand {
    /// Folder of the site, which contains site.toml [default: the current folder or its nearest
    /// parent with a site.toml].
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

impl TypesCommand {
    /// Writes the types of the site.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        let root = self.root.as_deref().map_or_else(site_root, real);
        require_site(&root, console)?;
        let options = BuildOptions {
            root: root.clone(),
            variables: variables::from_environment(),
            ..BuildOptions::default()
        };
        let world = World::new(&root);
        let (settings, diagnostics) =
            Settings::read_partial(&options, &world, &options.clock()).map_err(Failure::Site)?;

        // Other errors of site.toml are reported by builds.
        drop(diagnostics);
        write_types(&world, settings.runtime.as_ref()).map_err(Failure::Site)?;
        console.line(&format!("wrote {TYPES_FILE}"));
        Ok(())
    }
}
