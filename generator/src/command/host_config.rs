//! `croupier host-config`: what hosts without `_headers` and `_redirects` are told instead.

#![expect(clippy::disallowed_methods, reason = "reads the output, which is nobody's source")]

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::command::failure::Failure;
use crate::serve::host_config::{Host, Wanted};
use croupier_base::disk::world::World;
use croupier_content::config::args::BuildArgs;
use croupier_content::config::clock::Clock;
use croupier_content::config::settings::Settings;

/// Prints the configuration for `host` of what was built last.
pub(crate) fn run(args: &BuildArgs, host: Host) -> Result<(), Failure> {
    let settings =
        Settings::read(args, &World::new(&args.root), &Clock::read()).map_err(Failure::Site)?;
    let read = |name: &str| fs::read_to_string(settings.out.join(name)).ok();
    let Some(headers) = read("_headers") else {
        return Err(Failure::Usage(format!(
            "{} holds no built site; run croupier build first",
            settings.out.display()
        )));
    };
    let redirects = read("_redirects").unwrap_or_default();
    let files = files(&settings.out).map_err(|error| {
        Failure::Machine(format!("cannot read {}: {error}", settings.out.display()))
    })?;
    print!(
        "{}",
        Wanted { headers: &headers, redirects: &redirects, base: &settings.base, files: &files }
            .config(host)
    );
    Ok(())
}

/// Every file of the output, by its path in there.
fn files(out: &Path) -> Result<Vec<String>, walkdir::Error> {
    let entries = WalkDir::new(out)
        .into_iter()
        .filter(|entry| entry.as_ref().map_or(true, |it| !it.file_type().is_dir()));
    let path =
        |entry: walkdir::DirEntry| Some(entry.path().strip_prefix(out).ok()?.to_str()?.to_owned());
    entries.filter_map(|entry| entry.map(path).transpose()).collect()
}
