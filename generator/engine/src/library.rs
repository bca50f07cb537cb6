//! The interface for programs that build sites in their own process.

use std::fmt;

use crate::pipeline::Engine;
use crate::pipeline::report::BuildReport;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::disk::world::World;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;

/// A site on disk.
///
/// ```
/// use std::fs;
///
/// use croupier_engine::{BuildOptions, Site};
///
/// let folder = tempfile::TempDir::new()?;
/// for (path, text) in [
///     ("site.toml", "name = \"Example\"\nbase_url = \"https://example.com\"\n"),
///     ("pages/shell.html", "<!doctype html><html lang=\"en\"><title>{{ page.title }}</title>{{ main }}</html>"),
///     ("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}"),
///     ("content/index.md", "+++\ntitle = \"Home\"\n+++\nHello.\n"),
/// ] {
///     let path = folder.path().join(path);
///     fs::create_dir_all(path.parent().unwrap())?;
///     fs::write(path, text)?;
/// }
///
/// let options = BuildOptions { root: folder.path().to_owned(), ..BuildOptions::default() };
/// let index = options.out().join("index.html");
/// let report = Site::open(options)?.build()?;
/// assert_eq!(report.pages, 1);
/// assert!(fs::read_to_string(index)?.contains("<p>Hello.</p>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Site {
    engine: Engine,
}

impl Site {
    /// Opens the site in the folder `options.root`.
    ///
    /// # Errors
    /// If site.toml is missing or cannot be parsed. Other mistakes are reported by [`Site::build`].
    #[expect(clippy::needless_pass_by_value, reason = "callers have no further use for them")]
    pub fn open(options: BuildOptions) -> Result<Site, BuildError> {
        let clock = options.clock();
        Settings::read_partial(&options, &World::new(&options.root), &clock).map_err(BuildError)?;
        Ok(Site { engine: Engine::new(&options, clock) })
    }

    /// Builds the site and publishes it to the output folder. Pages that are up to date are not
    /// rendered, also if another process rendered them.
    ///
    /// # Errors
    /// If a diagnostic is an error. Nothing is published then.
    pub fn build(&mut self) -> Result<BuildReport, BuildError> {
        self.engine.update_clock();
        let report = self.engine.build(None, &|_| {}).map_err(BuildError)?;
        // Without the session, the next process builds everything.
        let _ = self.engine.save();
        Ok(report)
    }

    /// Returns the warnings of the site without writing anything.
    ///
    /// # Errors
    /// If a diagnostic is an error.
    pub fn check(&mut self) -> Result<Vec<Diagnostic>, BuildError> {
        self.engine.check(&|_| {}).map_err(BuildError)
    }
}

/// The diagnostics of a build that failed.
#[derive(Debug)]
pub struct BuildError(Vec<Diagnostic>);

impl BuildError {
    /// All diagnostics, errors and warnings.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.0.iter().filter(|it| it.severity == Severity::Error);
        for (index, error) in errors.enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            let file = error.place.as_ref().map(|place| format!("{}: ", place.file));
            write!(f, "{separator}{}{}", file.unwrap_or_default(), error.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for BuildError {}
