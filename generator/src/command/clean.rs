//! `croupier clean`: removes the files that builds wrote, and no others.

#![expect(
    clippy::disallowed_methods,
    reason = "removes the cache, which is neither a source nor output"
)]

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::site_args::CommonArgs;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::counted;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::layers::no_site;
use croupier_content::config::options::{BuildOptions, Profile};
use croupier_engine::OutputFolder;
use croupier_engine::clean;

/// What the cache folder has of the editor.
const WORK: [&str; 2] = ["drafts", "save"];

/// Arguments of `croupier clean`.
#[derive(Debug, Args)]
pub struct CleanCommand {
    /// The site.
    #[command(flatten)]
    site: CommonArgs,
}

impl CleanCommand {
    /// Removes the output and the cache of the site.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        clean(&self.site.build_args(), console)
    }
}

/// Removes the output and the cache of a site. Requires that site.toml exists, but not that it is
/// valid.
fn clean(args: &BuildOptions, console: &Console) -> Result<(), Failure> {
    let world = World::new(&args.root);
    world
        .read(&SitePath::new("site.toml"))
        .map_err(|error| Failure::Site(vec![no_site(&world, &error)]))?;

    let mut removed = 0;
    for folder in outputs(args) {
        removed += clean_output(args, &folder, console)?;
    }

    let cache = args.root.join(".croupier");
    let is_cached = remove_cache(&cache)
        .map_err(|error| Failure::System(format!("cannot remove {}: {error}", cache.display())))?;

    if is_cached {
        console.line(&format!("removed {}", cache.display()));
    }
    if removed == 0 && !is_cached {
        console.line("there was nothing to remove");
    }
    Ok(())
}

/// Removes the cache. Returns whether there was one. The drafts of the editor and its record of an interrupted save stay, because they are
/// the work of users.
fn remove_cache(cache: &Path) -> io::Result<bool> {
    let entries = match fs::read_dir(cache) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };

    let mut is_cached = false;
    for entry in entries {
        let entry = entry?;
        if WORK.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        is_cached = true;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    // A folder with the work of users stays.
    is_cached |= fs::remove_dir(cache).is_ok();
    Ok(is_cached)
}

/// Returns the output folders, those of hosts first: in the one of `--out`, or in the default folders of both profiles. Hosts that are no
/// longer in site.toml are among them.
fn outputs(args: &BuildOptions) -> Vec<OutputFolder> {
    let builds = if args.out.is_some() {
        vec![args.clone()]
    } else {
        let profiles = [Profile::Preview, Profile::Production];
        profiles.map(|profile| BuildOptions { profile, ..args.clone() }).to_vec()
    };
    let of_host = |out| BuildOptions { out: Some(out), ..args.clone() };
    let hosts = builds.iter().flat_map(|build| OutputFolder::of_hosts(&build.out())).map(of_host);
    let folders: Vec<BuildOptions> = hosts.chain(builds.iter().cloned()).collect();
    folders.iter().map(OutputFolder::from_args).collect()
}

/// Removes the files of builds from one output folder, and returns their number.
fn clean_output(
    args: &BuildOptions,
    folder: &OutputFolder,
    console: &Console,
) -> Result<usize, Failure> {
    let on_wait = || console.note("a build is writing this folder; waiting for it");
    let cleaned = match clean::clean_output(folder, &on_wait) {
        // The site may have no output in its default folder, which another program may use.
        Err(error) if error.code == Code::OutputForeign && args.out.is_none() => return Ok(0),
        cleaned => cleaned.map_err(|error| Failure::Site(vec![error]))?,
    };

    let out = folder.path.display();
    if cleaned.removed > 0 {
        console.line(&format!("removed {} from {out}", counted(cleaned.removed, "file")));
    }
    if cleaned.left > 0 {
        console
            .line(&format!("left {} in {out} that no build wrote", counted(cleaned.left, "file")));
    }

    Ok(cleaned.removed)
}
