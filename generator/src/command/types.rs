//! `croupier types`: writes the TypeScript types of a site.

use std::path::PathBuf;

use clap::Args;

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::failure::require_site;
use crate::command::site_args::{path_parser, settings_options};
use croupier_base::disk::world::World;
use croupier_content::config::settings::Settings;
use croupier_engine::{TYPES_FILE, write_types};

/// Arguments of `croupier types`.
#[derive(Debug, Args)]
pub struct TypesCommand {
    /// Folder of the site, which contains site.toml [default: the current folder or its nearest
    /// parent with a site.toml].
    #[arg(long, value_name = "FOLDER", value_parser = path_parser())]
    root: Option<PathBuf>,
}

impl TypesCommand {
    /// Writes the types of the site.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        let options = settings_options(self.root.as_deref());
        require_site(&options.root, console)?;
        let world = World::new(&options.root);
        let (settings, diagnostics) =
            Settings::read_partial(&options, &world, &options.clock()).map_err(Failure::Site)?;

        // Other errors of site.toml are reported by builds.
        drop(diagnostics);
        let languages = &settings.languages.files;
        write_types(&world, settings.runtime.as_ref(), languages).map_err(Failure::Site)?;
        console.line(&format!("wrote {TYPES_FILE}"));
        Ok(())
    }
}
