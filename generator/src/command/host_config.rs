//! `croupier host-config`: prints configuration for hosts that do not read `_headers` and
//! `_redirects`.

#![expect(clippy::disallowed_methods, reason = "reads the output, which is not a source")]

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::command::built_output::BuiltOutput;
use crate::command::console::write_stderr;
use crate::command::failure::Failure;
use crate::command::print::print;
use crate::host_config::basic_auth::BasicAuth;
use crate::host_config::{Host, HostRules, Versioned};
use croupier_base::disk::world::World;
use croupier_content::config::options::{BuildOptions, Profile};
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::deploy::{DeployTarget, RELEASE, RELEASE_RULES};
use croupier_deploy::is_release_id;

/// Flags for a target with a prefix for each release.
pub(crate) struct VersionedArgs {
    /// The URL of the bucket.
    pub origin: Option<String>,
    /// The live release.
    pub release: Option<String>,
}

/// Prints the configuration of `host` for the last build, or in the command `configure` of a target for its release.
pub(crate) fn run(
    args: &BuildOptions,
    host: Host,
    user: Option<&str>,
    versioned: Option<VersionedArgs>,
) -> Result<(), Failure> {
    let versioned = versioned.map(|flags| versioned_rules(host, flags)).transpose()?;
    let auth = user.map(|user| basic_auth(host, user)).transpose()?.unwrap_or_default();
    let BuiltOutput { path, base_path, profile, .. } = BuiltOutput::find_by_flags(args)?;

    if profile == Profile::Preview {
        write_stderr(&format!(
            "note: {} is a preview, closed to search engines; without flags the command reads the live site\n",
            path.display()
        ));
    }

    // The command `configure` of a target needs the rules of its release.
    let rules = std::env::var_os(RELEASE_RULES).map_or_else(|| path.clone(), PathBuf::from);
    let read = |name: &str| fs::read_to_string(rules.join(name)).unwrap_or_default();
    let (headers, redirects) = (read("_headers"), read("_redirects"));
    let files = output_files(&path)
        .map_err(|error| Failure::System(format!("cannot read {}: {error}", path.display())))?;

    let rules = HostRules {
        headers: &headers,
        redirects: &redirects,
        base: &base_path,
        files: &files,
        auth: &auth,
        has_variants: versioned.is_none() && has_variants(args),
        versioned: versioned.as_ref(),
    };
    let config = rules.config(host);
    if host == Host::Cloudfront && config.len() > CLOUDFRONT_LIMIT {
        write_stderr(&format!(
            "warning: the function has {} bytes, and CloudFront accepts {CLOUDFRONT_LIMIT}. \
             Write redirects of patterns in `[[redirects]]`, or as HTML: `[output] redirects = [\"html\"]`\n",
            config.len()
        ));
    }
    print(config)
}

/// The size in bytes of the largest function of `CloudFront`.
const CLOUDFRONT_LIMIT: usize = 10_240;

/// Whether a target of the site has compressed variants of files.
fn has_variants(args: &BuildOptions) -> bool {
    let options = BuildOptions { profile: Profile::Production, ..args.clone() };
    let settings = Settings::read_partial(&options, &World::new(&args.root), &args.clock());
    settings.is_ok_and(|(it, _)| it.config.deploy.values().any(DeployTarget::has_variants))
}

/// Checks the flags for a target with a prefix for each release.
fn versioned_rules(host: Host, flags: VersionedArgs) -> Result<Versioned, Failure> {
    let needs_both = matches!(host, Host::Nginx | Host::Caddy);
    if host == Host::S3 || !needs_both && flags.origin.is_some() {
        let flag = if host == Host::S3 { "--versioned" } else { "--origin" };
        return Err(Failure::Usage(format!("{flag} does not apply to this host; remove it")));
    }

    let release = flags.release.or_else(|| std::env::var(RELEASE).ok());
    let release = release.filter(|id| is_release_id(id));
    if needs_both && release.is_none() {
        return Err(Failure::Usage(
            "run this in the command `configure` of the target, or write `--release ID`; `croupier releases` lists the IDs"
                .to_owned(),
        ));
    }

    let origin = flags.origin.unwrap_or_default();
    let origin = origin.trim_end_matches('/').to_owned();
    let server = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let is_server = |server: &str| {
        !server.is_empty()
            && server.chars().all(|it| it.is_ascii_alphanumeric() || ".-:[]".contains(it))
    };

    if needs_both && !server.is_some_and(is_server) {
        return Err(Failure::Usage(
            "write the URL of the bucket without a path: `--origin https://my-bucket.s3.eu-north-1.amazonaws.com`"
                .to_owned(),
        ));
    }

    Ok(Versioned { origin, release: release.unwrap_or_default() })
}

/// Returns the part of the configuration that asks for the password of a user.
fn basic_auth(host: Host, user: &str) -> Result<String, Failure> {
    let auth = BasicAuth::read(user).map_err(Failure::Usage)?;
    let text = match host {
        Host::Nginx => auth.nginx(),
        Host::Caddy => auth.caddy(),
        Host::Cloudfront => auth.cloudfront(),
        Host::Cloudflare => auth.cloudflare(),
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
