//! `croupier add`: adds islands, diagrams and other features to an existing site.
//!
//! A file of the user is never replaced. package.json, tsconfig.json and site.toml get what they lack. What contradicts the files of the user
//! is reported with what to write.

#![expect(
    clippy::disallowed_methods,
    reason = "edits a site's sources, once, before a build reads them"
)]

mod additions;
mod changes;
mod npm;
mod site_toml;

use std::path::{Path, PathBuf};

use clap::Args;

pub(crate) use crate::command::add::additions::Addition;
use crate::command::add::additions::Runtime;
use crate::command::add::changes::Changes;
use crate::command::add::site_toml::SiteToml;
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::failure::require_site;
use crate::command::site_args::path_parser;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::wording::shell_quoted;
use croupier_base::progress::Note;
use croupier_content::config::options::{real, site_root};

/// Arguments of `croupier add`.
#[derive(Debug, Args)]
pub struct AddCommand {
    /// The features.
    #[arg(required = true, value_enum, value_delimiter = ',', value_name = "FEATURE")]
    features: Vec<Addition>,
    /// Do not run `npm install`.
    #[arg(long)]
    no_install: bool,
    /// Folder of the site [default: the current folder or its nearest parent with a site.toml].
    #[arg(long, value_name = "FOLDER", value_parser = path_parser())]
    root: Option<PathBuf>,
}

impl AddCommand {
    /// Adds the features to the site.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        let root = self.root.as_deref().map_or_else(site_root, real);
        require_site(&root, console)?;
        run(&root, &self.features, !self.no_install, console)
    }
}

/// Adds features to the site in `root`, and installs their npm packages if `installs` is set.
pub(crate) fn run(
    root: &Path,
    additions: &[Addition],
    installs: bool,
    console: &Console,
) -> Result<(), Failure> {
    let mut changes = Changes::of(root);
    for addition in additions {
        addition.apply(&mut changes)?;
    }
    let settings = SiteToml::read(&changes)?;
    let package = Runtime::of(&settings, &changes).package;
    let has_runtime = settings.get(&["runtime", "dir"]).is_some();

    changes.write()?;
    let lines = changes.report();
    for line in &lines {
        console.line(line);
    }
    if lines.is_empty() && changes.conflicts.is_empty() {
        console.line("the site has all of this already; nothing was changed");
        return Ok(());
    }
    let mut next = Vec::new();
    // A build installs the packages of islands. It compiles Sass before.
    let is_left_to_build = additions.iter().all(|it| it.has_runtime())
        && is_installed_by_build(root, &package, has_runtime);
    if changes.changes(&package) && !is_left_to_build {
        let folder = root.join(&package).parent().unwrap_or(root).to_owned();
        let note = |note: Note<'_>| console.receive(note);
        if has_runtime {
            croupier_engine::extract_loader(root, &note).map_err(failed)?;
        }
        match croupier_engine::command_of_other_manager(&folder) {
            Some(command) => next.push(command.to_owned()),
            None if installs => {
                croupier_engine::install_packages(&folder, &note).map_err(failed)?;
            }
            None => next.push("npm install".to_owned()),
        }
    }

    for conflict in &changes.conflicts {
        console.warn(conflict);
    }
    for line in &changes.usage {
        console.line(line);
    }
    if !changes.conflicts.is_empty() {
        return Err(Failure::Reported(1));
    }
    next.push("croupier dev".to_owned());
    let folder = shell_quoted(&root.to_string_lossy());
    console.line(&format!("in {folder}, run: {}", next.join(" && ")));
    Ok(())
}

/// Returns the failure for a problem with the packages. All files are written by then.
fn failed(problem: Diagnostic) -> Failure {
    Failure::Site(vec![problem])
}

/// Returns whether the next build installs the packages: it does so for a runtime without a lock file.
fn is_installed_by_build(root: &Path, package: &str, has_runtime: bool) -> bool {
    let folder = root.join(package).parent().unwrap_or(root).to_owned();
    has_runtime
        && !folder.join("node_modules").exists()
        && !folder.join("package-lock.json").exists()
        && croupier_engine::command_of_other_manager(&folder).is_none()
}
