//! `croupier clean`: takes away what builds left, and nothing of others.

#![expect(
    clippy::disallowed_methods,
    reason = "removes the cache, which is neither a source nor output"
)]

use std::fs;
use std::io;

use crate::command::console::Console;
use crate::command::failure::Failure;
use croupier_base::diagnostic::wording::counted;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::args::BuildArgs;
use croupier_content::config::layers::no_site;
use croupier_engine::OutputFolder;
use croupier_engine::clean;

/// Removes the output and the cache of a site. What else site.toml says does not matter, so that it may have mistakes.
pub(crate) fn run(args: &BuildArgs, console: &Console) -> Result<(), Failure> {
    let world = World::new(&args.root);
    world
        .read(&SitePath::new("site.toml"))
        .map_err(|error| Failure::Site(vec![no_site(&world, &error)]))?;
    let waiting = || console.note("a build is writing this folder; waiting for it");
    let folder = OutputFolder::of(args);
    let cleaned = clean::output(&folder, &waiting).map_err(|error| Failure::Site(vec![error]))?;
    let shown = folder.path.display();
    if cleaned.removed > 0 {
        console.line(&format!("removed {} of {shown}", counted(cleaned.removed, "file")));
    }
    if cleaned.left > 0 {
        console.line(&format!(
            "left {} in {shown}, of which no build knows",
            counted(cleaned.left, "file")
        ));
    }
    let cache = args.root.join(".croupier");
    let is_cached = match fs::remove_dir_all(&cache) {
        Ok(()) => true,
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => {
            return Err(Failure::Machine(format!("cannot remove {}: {error}", cache.display())));
        }
    };
    if is_cached {
        console.line(&format!("removed {}", cache.display()));
    }
    if cleaned.removed == 0 && !is_cached {
        console.line("there was nothing to remove");
    }
    Ok(())
}
