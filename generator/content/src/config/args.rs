//! What was typed, before site.toml says what it means.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use croupier_base::digest::{Digest, fingerprint, hex};

/// For whom the output is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// Samples are welcome.
    #[default]
    Preview,
    /// Sample brand data and sample pages are refused.
    Production,
}

impl Profile {
    /// How it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Preview => "preview",
            Profile::Production => "production",
        }
    }
}

/// What the command line says about a build.
#[derive(Debug, Clone, Default)]
pub struct BuildArgs {
    /// Folder of the site.
    pub root: PathBuf,
    /// Output folder; `public` below the root where it is not given.
    pub out: Option<PathBuf>,
    /// Overrides `base_url` of site.toml.
    pub base_url: Option<String>,
    /// Builds drafts too.
    pub drafts: bool,
    /// Preview or production.
    pub profile: Profile,
    /// Lets sample pages into a production build.
    pub allow_samples: bool,
    /// Variables of the environment that are laid over site.toml, by name.
    pub variables: BTreeMap<String, String>,
    /// Tells of each file that a build changes, which takes memory.
    pub lists_changes: bool,
    /// Verification mode: each targeted plan is compared with the plan of everything, and each recorded result with a new one. A
    /// difference panics.
    pub verify: bool,
}

/// The environment variable that switches verification mode on, for any value but an empty one.
pub(super) const VERIFY: &str = "CROUPIER_VERIFY";

impl BuildArgs {
    /// Whether the environment asks for verification mode.
    pub fn verify_from_environment() -> bool {
        std::env::var_os(VERIFY).is_some_and(|value| !value.is_empty())
    }

    /// The digest of the variables.
    pub fn variables_digest(&self) -> Digest {
        fingerprint(&self.variables)
    }

    /// The output folder.
    pub fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| self.root.join("public"))
    }

    /// The file in a folder of .croupier in which something is kept of the output folder. Inside the site that keeps its name wherever
    /// the site is brought.
    pub fn kept(&self, folder: &str) -> PathBuf {
        let out = self.out();
        let name = hex(out.strip_prefix(&self.root).unwrap_or(&out).to_string_lossy().as_bytes());
        self.root.join(".croupier").join(folder).join(name)
    }
}

/// The folder of the site that the current folder belongs to: itself, or the nearest one above it with a site.toml; itself
/// where there is none.
pub fn site_root() -> PathBuf {
    let here = real(Path::new("."));
    here.ancestors().find(|it| it.join("site.toml").is_file()).unwrap_or(&here).to_owned()
}

/// An absolute path without links and steps back, as far as it exists.
pub fn real(path: &Path) -> PathBuf {
    let path = absolute(path);
    let there = path.ancestors().find_map(|it| Some((it, it.canonicalize().ok()?)));
    let rest = there.as_ref().and_then(|(there, _)| path.strip_prefix(there).ok());
    match (&there, rest) {
        (Some((_, real)), Some(rest)) if !rest.as_os_str().is_empty() => real.join(rest),
        (Some((_, real)), _) => real.clone(),
        (None, _) => path,
    }
}

/// An absolute path, without asking that it exists.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
