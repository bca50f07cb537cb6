//! `croupier types`: writes the TypeScript types of a site.

use std::path::Path;

use crate::command::Failure;
use crate::command::console::Console;
use croupier_base::disk::world::World;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_content::config::variables;
use croupier_engine::{TYPES_FILE, write_types};

/// Writes the types of the site in the folder `root`.
pub(crate) fn run(root: &Path, console: &Console) -> Result<(), Failure> {
    let options = BuildOptions {
        root: root.to_owned(),
        variables: variables::from_environment(),
        ..BuildOptions::default()
    };
    let world = World::new(root);
    let (settings, diagnostics) =
        Settings::read_partial(&options, &world, &options.clock()).map_err(Failure::Site)?;

    // Other errors of site.toml are reported by builds.
    drop(diagnostics);
    write_types(&world, settings.runtime.as_ref()).map_err(Failure::Site)?;
    console.line(&format!("wrote {TYPES_FILE}"));
    Ok(())
}
