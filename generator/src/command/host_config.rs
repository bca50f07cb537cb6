//! `croupier host-config`: prints configuration for hosts that do not read `_headers` and
//! `_redirects`.

#![expect(clippy::disallowed_methods, reason = "reads the output, which is not a source")]

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::command::Failure;
use crate::command::built_output::BuiltOutput;
use crate::serve::host_config::basic_auth::BasicAuth;
use crate::serve::host_config::{Host, HostRules};
use croupier_content::config::options::{BuildOptions, Profile};

/// Prints the configuration of `host` for the last build.
pub(crate) fn run(args: &BuildOptions, host: Host, user: Option<&str>) -> Result<(), Failure> {
    let auth = user.map(|user| basic_auth(host, user)).transpose()?.unwrap_or_default();
    let BuiltOutput { path, base_path, profile, .. } = BuiltOutput::find(args)?;
    if profile == Profile::Preview {
        eprintln!(
            "note: {} is a preview; build the live site with --profile production",
            path.display()
        );
    }
    let read = |name: &str| fs::read_to_string(path.join(name)).unwrap_or_default();
    let (headers, redirects) = (read("_headers"), read("_redirects"));
    let files = output_files(&path)
        .map_err(|error| Failure::System(format!("cannot read {}: {error}", path.display())))?;
    print!(
        "{}",
        HostRules {
            headers: &headers,
            redirects: &redirects,
            base: &base_path,
            files: &files,
            auth: &auth,
        }
        .config(host)
    );
    Ok(())
}

/// Returns the part of the configuration that asks for the password of a user.
fn basic_auth(host: Host, user: &str) -> Result<String, Failure> {
    let auth = BasicAuth::read(user).map_err(Failure::Usage)?;
    let text = match host {
        Host::Nginx => auth.nginx(),
        Host::Caddy => auth.caddy(),
        Host::Cloudfront => auth.cloudfront(),
        Host::S3 => {
            return Err(Failure::Usage(
                "a bucket cannot ask for a password; add --basic-auth to the configuration of its CDN"
                    .to_owned(),
            ));
        }
    };
    text.map_err(Failure::System)
}

/// Returns the path of every file of the output, relative to the output folder.
pub(crate) fn output_files(out: &Path) -> Result<Vec<String>, walkdir::Error> {
    let entries = WalkDir::new(out)
        .into_iter()
        .filter(|entry| entry.as_ref().map_or(true, |it| !it.file_type().is_dir()));
    let path =
        |entry: walkdir::DirEntry| Some(entry.path().strip_prefix(out).ok()?.to_str()?.to_owned());
    entries.filter_map(|entry| entry.map(path).transpose()).collect()
}
