//! Inputs of a build from outside the site folder: command-line options and the clock.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use croupier_base::date;
use croupier_base::fingerprint::{Fingerprint, fingerprint, hex};
use croupier_extensions::Extensions;

/// The audience of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Closed to search engines. Sample data is allowed.
    Preview,
    /// The live site. Sample data is reported.
    #[default]
    Production,
}

impl Profile {
    /// Returns the name that `--profile` takes.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Preview => "preview",
            Profile::Production => "production",
        }
    }

    /// Returns the default output folder, relative to the root of the site. Each profile has its own, so that a preview never
    /// replaces the live site.
    pub fn output_folder(self) -> &'static str {
        match self {
            Profile::Preview => ".croupier/preview",
            Profile::Production => "public",
        }
    }
}

/// Options of a build, from the command line and the environment.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each one is a flag")]
pub struct BuildOptions {
    /// Root folder of the site.
    pub root: PathBuf,
    /// Output folder. Defaults to that of the profile.
    pub out: Option<PathBuf>,
    /// Overrides `base_url` of site.toml. One host has all languages then.
    pub base_url: Option<String>,
    /// The URL of the host whose languages are built. Without it, one host has all languages.
    pub host: Option<String>,
    /// Includes drafts in the build.
    pub drafts: bool,
    /// Preview or production.
    pub profile: Profile,
    /// Allows sample pages in a production build.
    pub allow_samples: bool,
    /// The time of the build in epoch seconds, instead of the current time.
    pub as_of: Option<i64>,
    /// What each page says about the preview that is deployed, if it is one.
    pub preview: Option<PreviewNotice>,
    /// Adds the pseudo-languages, which are only for previews.
    pub pseudo: bool,
    /// Reads disabled languages, too. Nothing is built then.
    pub with_disabled_languages: bool,
    /// Environment variables that override values of site.toml, by name.
    pub variables: BTreeMap<String, String>,
    /// The `croupier` program, which supervises the commands of `[[build.run]]`. If `None`, they do not run.
    pub supervisor: Option<PathBuf>,
    /// Verification mode: compares each targeted plan with the full plan, and each recorded result with a new one. A difference
    /// panics.
    pub verify: bool,
    /// The optional libraries of this program.
    pub extensions: Extensions,
}

/// The flags of a build that change its output, apart from the profile. The output records them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OutputFlags {
    /// Overrides `base_url` of site.toml.
    pub base_url: Option<String>,
    /// Includes drafts.
    pub drafts: bool,
    /// Allows sample pages in a production build.
    pub allow_samples: bool,
    /// The time of the build in epoch seconds, instead of the current time.
    #[serde(default)]
    pub as_of: Option<i64>,
    /// What each page says about the preview that is deployed, if it is one.
    #[serde(default)]
    pub preview: Option<PreviewNotice>,
    /// Adds the pseudo-languages.
    #[serde(default)]
    pub pseudo: bool,
}

/// What each page of a deployed preview says about it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PreviewNotice {
    /// The name of the preview, usually of a branch.
    pub name: String,
    /// The day on which it expires: `2026-12-24`.
    pub expires_on: String,
}

/// The environment variable that enables verification mode with any value except the empty one.
pub(super) const VERIFY: &str = "CROUPIER_VERIFY";

/// The output folder of `croupier dev`, relative to the root of the site. No other command writes it.
pub const DEV_OUTPUT: &str = ".croupier/dev";

impl BuildOptions {
    /// Returns whether the environment enables verification mode.
    pub fn verify_from_environment() -> bool {
        std::env::var_os(VERIFY).is_some_and(|value| !value.is_empty())
    }

    /// Returns the flags that change the output.
    pub fn output_flags(&self) -> OutputFlags {
        let BuildOptions { base_url, drafts, allow_samples, as_of, preview, pseudo, .. } = self;
        OutputFlags {
            base_url: base_url.clone(),
            drafts: *drafts,
            allow_samples: *allow_samples,
            as_of: *as_of,
            preview: preview.clone(),
            pseudo: *pseudo,
        }
    }

    /// Returns the time of a build that starts now.
    pub fn clock(&self) -> Clock {
        self.as_of.map_or_else(Clock::read, Clock::at)
    }

    /// Returns whether the time of builds is fixed, by a flag or by `SOURCE_DATE_EPOCH`.
    pub fn has_fixed_clock(&self) -> bool {
        self.as_of.is_some() || Clock::is_pinned()
    }

    /// Returns the digest of the environment variables that a build reads.
    pub fn variables_digest(&self) -> Fingerprint {
        fingerprint(&(&self.variables, public_variables()))
    }

    /// Returns the output folder.
    pub fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| self.root.join(self.profile.output_folder()))
    }

    /// Returns the file in `.croupier/<folder>` that stores state for this output folder. For an output folder inside the site the
    /// name depends on the relative path only, so the state survives a move of the site.
    pub fn state_file(&self, folder: &str) -> PathBuf {
        let out = self.out();
        let name = hex(out.strip_prefix(&self.root).unwrap_or(&out).to_string_lossy().as_bytes());
        self.root.join(".croupier").join(folder).join(name)
    }
}

/// Returns the environment variables that islands can read, by name.
pub fn public_variables() -> BTreeMap<String, String> {
    let text = |(name, value): (OsString, OsString)| {
        Some((name.into_string().ok()?, value.to_string_lossy().into_owned()))
    };
    let variables = std::env::vars_os().filter_map(text);
    variables.filter(|(name, _)| name.starts_with("PUBLIC_")).collect()
}

/// Returns the nearest ancestor of the current folder, or the folder itself, that has a site.toml. Falls back to the current folder.
pub fn site_root() -> PathBuf {
    let current = real(Path::new("."));
    current.ancestors().find(|it| it.join("site.toml").is_file()).unwrap_or(&current).to_owned()
}

/// Returns an absolute path with symbolic links and `..` resolved in its longest existing prefix.
pub fn real(path: &Path) -> PathBuf {
    let path = absolute(path);
    for prefix in path.ancestors() {
        let Ok(resolved) = prefix.canonicalize() else { continue };
        return match path.strip_prefix(prefix) {
            Ok(rest) if !rest.as_os_str().is_empty() => resolved.join(rest),
            _ => resolved,
        };
    }
    path
}

/// Returns an absolute path without accessing the file system.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The time of a build.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    /// Year in the copyright line of the output.
    pub build_year: i64,
    /// The current time in epoch seconds, which decides which pages are published.
    pub now: i64,
}

impl Clock {
    /// Reads `SOURCE_DATE_EPOCH`, or the system clock if the variable is not set.
    pub fn read() -> Clock {
        let seconds = source_date_epoch().ok().flatten().unwrap_or_else(|| {
            let now = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .unwrap_or_default();
            i64::try_from(now.as_secs()).unwrap_or(0)
        });
        Clock::at(seconds)
    }

    /// Returns the clock at a time in epoch seconds.
    pub fn at(seconds: i64) -> Clock {
        Clock { build_year: date::year(seconds), now: seconds }
    }

    /// Returns the start of the next year in epoch seconds.
    pub fn next_year(&self) -> i64 {
        date::year_start(self.build_year + 1)
    }

    /// Returns whether `SOURCE_DATE_EPOCH` fixes the time.
    fn is_pinned() -> bool {
        source_date_epoch().ok().flatten().is_some()
    }

    /// Checks that `SOURCE_DATE_EPOCH` is a valid timestamp if it is set. The error is a message for users.
    pub fn check() -> Result<(), String> {
        source_date_epoch().map(|_| ())
    }
}

/// Reads `SOURCE_DATE_EPOCH` in epoch seconds. Returns `None` if the variable is empty or not set.
fn source_date_epoch() -> Result<Option<i64>, String> {
    let text = std::env::var("SOURCE_DATE_EPOCH").unwrap_or_default();
    match text.trim() {
        "" => Ok(None),
        seconds => seconds.parse().map(Some).map_err(|_| {
            format!(
                "SOURCE_DATE_EPOCH is `{seconds}`, but must be a whole number of seconds since 1970"
            )
        }),
    }
}
