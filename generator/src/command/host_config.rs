//! `croupier host-config`: prints configuration for hosts that do not read `_headers` and
//! `_redirects`.

#![expect(clippy::disallowed_methods, reason = "reads the output, which is not a source")]

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::command::Failure;
use crate::serve::host_config::{Host, HostRules};
use croupier_base::disk::world::World;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::options::Clock;
use croupier_content::config::settings::Settings;

/// Prints the configuration of `host` for the last build.
pub(crate) fn run(args: &BuildOptions, host: Host) -> Result<(), Failure> {
    let settings =
        Settings::read(args, &World::new(&args.root), &Clock::read()).map_err(Failure::Site)?;
    let read = |name: &str| fs::read_to_string(settings.out.join(name)).ok();
    let Some(headers) = read("_headers") else {
        return Err(Failure::Usage(format!(
            "{} contains no built site; run croupier build first",
            settings.out.display()
        )));
    };
    let redirects = read("_redirects").unwrap_or_default();
    let files = output_files(&settings.out).map_err(|error| {
        Failure::System(format!("cannot read {}: {error}", settings.out.display()))
    })?;
    print!(
        "{}",
        HostRules {
            headers: &headers,
            redirects: &redirects,
            base: &settings.base_path,
            files: &files
        }
        .config(host)
    );
    Ok(())
}

/// Returns the path of every file of the output, relative to the output folder.
fn output_files(out: &Path) -> Result<Vec<String>, walkdir::Error> {
    let entries = WalkDir::new(out)
        .into_iter()
        .filter(|entry| entry.as_ref().map_or(true, |it| !it.file_type().is_dir()));
    let path =
        |entry: walkdir::DirEntry| Some(entry.path().strip_prefix(out).ok()?.to_str()?.to_owned());
    entries.filter_map(|entry| entry.map(path).transpose()).collect()
}
