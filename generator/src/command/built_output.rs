//! The output of a build, for commands that read it: where it is, and what it was built for.

use std::path::PathBuf;

use crate::command::failure::Failure;
use croupier_base::disk::world::World;
use croupier_base::path::RELEASES;
use croupier_content::config::options::{BuildOptions, OutputFlags, Profile};
use croupier_content::config::settings::{Settings, base_path};
use croupier_engine::{OutputFolder, OutputTarget};

/// An output folder that a build wrote.
pub(crate) struct BuiltOutput {
    /// The folder.
    pub path: PathBuf,
    /// Its base URL without a trailing slash.
    #[cfg_attr(not(feature = "deploy"), expect(dead_code, reason = "deployments read it"))]
    pub base_url: String,
    /// The path of its base URL, which is empty or like `/docs`.
    pub base_path: String,
    /// The profile that it was built with.
    pub profile: Profile,
    /// The flags that it was built with.
    #[cfg_attr(not(feature = "deploy"), expect(dead_code, reason = "deployments read it"))]
    pub flags: OutputFlags,
}

impl BuiltOutput {
    /// Finds the output as [`BuiltOutput::find`] does, for a command with the flag `--preview`. If only the other profile is built, the
    /// error says how to read that output.
    pub(crate) fn find_by_flags(options: &BuildOptions) -> Result<BuiltOutput, Failure> {
        let (other, flag) = match options.profile {
            Profile::Production => (Profile::Preview, "add --preview to read the preview"),
            Profile::Preview => (Profile::Production, "omit --preview to read the live site"),
        };
        BuiltOutput::find(options).map_err(|failure| {
            let folder = options.root.join(other.output_folder());
            let is_built = options.out.is_none() && folder.join(RELEASES).is_file();
            match failure {
                Failure::Usage(text) if is_built && !is_output_built(options) => {
                    Failure::Usage(format!("{text}, or {flag} in {}", other.output_folder()))
                }
                failure => failure,
            }
        })
    }

    /// Finds the output of a build with these options. The output itself knows its base URL; only one of an earlier version of
    /// Croupier gets the URL of the options.
    pub(crate) fn find(options: &BuildOptions) -> Result<BuiltOutput, Failure> {
        let read_settings = || {
            Settings::read(options, &World::new(&options.root), &options.clock())
                .map_err(Failure::Site)
        };

        let folder = OutputFolder::from_args(options);
        let path = folder.path.clone();
        if !is_output_built(options) {
            // An error of site.toml explains more.
            read_settings()?;
            let flag = match options.profile {
                Profile::Preview => " --preview",
                Profile::Production => "",
            };
            return Err(Failure::Usage(format!(
                "{} contains no built site; run croupier build{flag} first",
                path.display()
            )));
        }

        let Some(target) = folder.target() else {
            let Settings { base_url, base_path, .. } = read_settings()?;
            let (profile, flags) = (options.profile, options.output_flags());
            return Ok(BuiltOutput { path, base_url, base_path, profile, flags });
        };

        let other_url = options.base_url.as_deref().map(|it| it.trim_end_matches('/'));
        if let Some(url) = other_url.filter(|url| *url != target.base_url) {
            return Err(Failure::Usage(format!(
                "{} was built for {}; build it with --base-url {url} first, or omit the flag",
                path.display(),
                target.base_url
            )));
        }

        let base_path = base_path(&target.base_url);
        let OutputTarget { profile, base_url, flags } = target;
        Ok(BuiltOutput { path, base_url, base_path, profile, flags })
    }
}

/// Whether a build with these options wrote its output.
fn is_output_built(options: &BuildOptions) -> bool {
    options.out().join(RELEASES).is_file()
}

/// Returns the output folder of a build as text, relative to the root of the site.
pub(crate) fn folder_name(options: &BuildOptions) -> String {
    let out = options.out();
    out.strip_prefix(&options.root).unwrap_or(&out).display().to_string()
}
