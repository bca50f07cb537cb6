//! The failures that commands can end with, and the checks before a command writes anything.

use std::path::Path;

use crate::command::console::Console;
use crate::editor;
use croupier_base::diagnostic::{self, Diagnostic};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::layers::{SITE, no_site};
use croupier_engine::Event;
#[cfg(not(all(
    feature = "deploy",
    feature = "external-links",
    feature = "highlight",
    feature = "math"
)))]
use croupier_extensions::without_feature;

/// The reason why a command failed. It decides the exit code.
pub(crate) enum Failure {
    /// The site has errors, which are not reported yet.
    Site(Vec<Diagnostic>),
    /// The failure is already reported, or needs no report; holds the exit code.
    Reported(u8),
    /// The command was used wrongly.
    Usage(String),
    /// The system failed, such as the disk or the network.
    System(String),
}

impl Failure {
    /// The failure of a command or a flag that needs a cargo feature which this program was built without.
    #[cfg(not(all(
        feature = "deploy",
        feature = "external-links",
        feature = "highlight",
        feature = "math"
    )))]
    pub(crate) fn without_feature(feature: &str) -> Failure {
        let (message, hint) = without_feature(feature, "use a released binary");
        Failure::Usage(format!("{message}; {hint}"))
    }
}

/// Reports a failed build if there is no site in a folder.
///
/// Checked before anything is written. `watch` and `dev` would also wait for a site, and look healthy to the service that
/// started them.
pub(crate) fn require_site(root: &Path, console: &Console) -> Result<(), Failure> {
    let world = World::new(root);
    let Err(error) = world.read(&SitePath::new(SITE)) else { return Ok(()) };
    let diagnostics = vec![no_site(&world, &error)];
    let code = diagnostic::exit_code(&diagnostics);
    console.event(&Event::Started);
    console.event(&Event::Failed { diagnostics, milliseconds: 0 });
    Err(Failure::Reported(code))
}

/// Fails if there is no site in a folder, or if its files are not those of a complete save.
pub(crate) fn require_sources(root: &Path, console: &Console) -> Result<(), Failure> {
    require_site(root, console)?;
    refuse_interrupted_save(root)
}

/// Fails if the editor in the browser was interrupted while it saved several files. The development server takes such a save back.
pub(crate) fn refuse_interrupted_save(root: &Path) -> Result<(), Failure> {
    editor::interrupted_save(root).map_or(Ok(()), |message| Err(Failure::System(message)))
}
