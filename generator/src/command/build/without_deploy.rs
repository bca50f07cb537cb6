//! Takes the place of the shared cache and the store of parts in a program without the feature `deploy`.

use std::path::{Path, PathBuf};

use crate::command::build::stored_part::SentPart;
use crate::command::console::Console;
use crate::command::failure::Failure;
use croupier_base::disk::world::World;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_engine::Engine;
use croupier_extensions::without_feature;

/// A shared cache, which this program cannot open.
pub(crate) enum SharedCache {}

impl SharedCache {
    /// Warns if the site has a shared cache. Returns `None`.
    pub(crate) fn open(options: &BuildOptions, console: &Console) -> Option<SharedCache> {
        // The build reports errors of site.toml.
        let (settings, _) =
            Settings::read_partial(options, &World::new(&options.root), &options.clock()).ok()?;
        if settings.config.cache.remote.is_some() {
            let (message, hint) = without_feature("deploy", "remove `[cache]`");
            console.warn(&format!("the shared cache is not used: {message}; {hint}"));
        }

        None
    }

    /// Whether a build writes only files that differ from the last build.
    pub(crate) fn has_changed_outputs_only(&self) -> bool {
        match *self {}
    }

    /// Whether the build writes the cache.
    pub(crate) fn is_written(&self) -> bool {
        match *self {}
    }

    /// Fetches the last build.
    pub(crate) fn fetch(&self, _: &Engine, _: &Console) -> bool {
        match *self {}
    }

    /// Stores the build.
    pub(crate) fn store(&self, _: &Engine, _: &Console) {
        match *self {}
    }
}

/// A store of parts, which this program cannot open.
pub(crate) enum PartStore {}

impl PartStore {
    /// Fails.
    pub(crate) fn open(_: &str, _: &BuildOptions) -> Result<PartStore, Failure> {
        Err(Failure::without_feature("deploy"))
    }

    /// Stores a part.
    pub(crate) fn send(&self, _: &str, _: &Path) -> Result<SentPart, Failure> {
        match *self {}
    }

    /// Copies all parts to this machine.
    pub(crate) fn receive(&self, _: &Path) -> Result<Vec<PathBuf>, Failure> {
        match *self {}
    }
}
