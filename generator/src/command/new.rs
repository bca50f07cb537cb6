//! `croupier new`: creates a small site from a starter template.

#![expect(
    clippy::disallowed_methods,
    reason = "writes a new site's sources, once, into an empty folder"
)]

mod ci;
mod language_edits;
mod languages;
mod page;
mod template;
mod template_menu;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use jiff::{Timestamp, ToSpan};

use crate::command::add::{self, Addition};
use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::new::ci::Ci;
use crate::command::new::ci::SitePackages;
use crate::command::new::page::NewPage;
use crate::command::new::template::File;
pub(crate) use crate::command::new::template::Template;
use crate::command::new::template_menu::choose_template;
use crate::command::site_args::path_parser;
use croupier_base::diagnostic::wording::shell_quoted;
use croupier_base::progress::Note;
use croupier_content::config::options::{Clock, absolute, real, site_root};

/// Arguments of `croupier new`.
#[derive(Debug, Args)]
pub struct NewCommand {
    /// The folder of a new site, or the section or file of a new page: `docs/guides`, `about.md`.
    #[arg(value_name = "FOLDER|SECTION|FILE", value_parser = path_parser())]
    folder: PathBuf,
    /// The title of a new page.
    #[arg(conflicts_with_all = ["name", "template", "ci", "add", "languages"])]
    title: Option<String>,
    /// Create the page as a folder with an index.md, for files that belong to it.
    #[arg(long, conflicts_with_all = ["name", "template", "ci", "add", "languages"])]
    bundle: bool,
    /// Folder of the site that gets the page [default: the current folder or its nearest parent
    /// with a site.toml].
    #[arg(long, value_name = "FOLDER", value_parser = path_parser(), conflicts_with_all = ["name", "template", "ci", "add", "languages"])]
    root: Option<PathBuf>,
    /// Name of a new site [default: My site].
    #[arg(long, value_parser = parse_name)]
    name: Option<String>,
    /// The starter template; without this option, a terminal shows a choice and other programs
    /// get `plain`.
    #[arg(long, value_enum)]
    template: Option<Template>,
    /// The host or CI service to write a configuration for, which builds the site on every push and a
    /// preview of each branch [default: github].
    #[arg(long, value_enum)]
    ci: Option<Ci>,
    /// Features to add to a new site, as `croupier add` does: `--add islands,mermaid`.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FEATURE")]
    add: Vec<Addition>,
    /// Languages of a new site, the default one first: `--languages en,fr`.
    #[arg(long, value_delimiter = ',', value_name = "KEY")]
    languages: Vec<String>,
}

/// Parses `--name`.
fn parse_name(name: &str) -> Result<String, String> {
    if name.trim().is_empty() { Err("a site needs a name".to_owned()) } else { Ok(name.to_owned()) }
}

impl NewCommand {
    /// Creates a site, or a page if the arguments name one.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        if self.is_of_page() {
            let root = self.root.as_deref().map_or_else(site_root, real);
            let written = self.folder.to_string_lossy();
            let title = self.title.as_deref();
            let page = NewPage { written: &written, title, is_bundle: self.bundle };
            return page::run(&root, &page, console);
        }

        let name = self.name.as_deref().unwrap_or("My site");
        let ci = self.ci.unwrap_or(Ci::Github);
        run(&self.folder, name, self.template, ci, &self.add, &self.languages, console)
    }

    /// Whether the arguments name a page: none of them is about a site.
    fn is_of_page(&self) -> bool {
        let is_of_site = self.name.is_some()
            || self.template.is_some()
            || self.ci.is_some()
            || !self.add.is_empty()
            || !self.languages.is_empty();
        let has_page = self.title.is_some() || self.bundle || self.root.is_some();
        !is_of_site && (has_page || page::is_meant(&self.folder))
    }
}

/// Creates a site named `name` in `folder`, with features of `croupier add`. Without a template, prompts for one on a terminal.
fn run(
    folder: &Path,
    name: &str,
    template: Option<Template>,
    ci: Ci,
    additions: &[Addition],
    languages: &[String],
    console: &Console,
) -> Result<(), Failure> {
    let target = absolute(folder);
    if template.is_none() {
        require_outside_of_sites(folder, &target).map_err(Failure::Usage)?;
    }

    require_empty(&target).map_err(Failure::Usage)?;
    let template = template.map_or_else(choose_template, Ok)?;
    if !languages.is_empty()
        && let Some(problem) = languages::problem(languages, template)
    {
        return Err(Failure::Usage(problem));
    }

    let has = |is_wanted: fn(Addition) -> bool| additions.iter().copied().any(is_wanted);
    let packages = SitePackages {
        has_any: template.has_packages() || has(Addition::has_packages),
        has_runtime: template.has_packages() || has(Addition::has_runtime),
        has_tests: template.has_packages() || additions.contains(&Addition::Islands),
    };
    let ci_files = ci
        .files()
        .iter()
        .map(|(path, text)| ((*path).into(), ci.fill(text, &packages).into_bytes()));

    let mut files = template.files();
    if !languages.is_empty() {
        languages::apply(languages, template, &mut files);
    }
    write_site(&target, name, files.into_iter().chain(ci_files)).map_err(Failure::Usage)?;
    if packages.has_runtime {
        // package.json names it, and package managers other than npm fail without it.
        let note = |note: Note<'_>| console.receive(note);
        croupier_engine::extract_loader(&target, &note).map_err(|it| Failure::Site(vec![it]))?;
    }

    let quoted = shell_quoted(&folder.to_string_lossy());
    if !additions.is_empty() {
        console.line(&format!("created {quoted}"));
        return add::run(&target, additions, false, console);
    }

    // Started by npm, the command is not in the path.
    let command =
        if std::env::var_os("npm_command").is_some() { "npx @croupier/cli" } else { "croupier" };
    console.line(&format!("created {quoted}; start it with: {command} dev --root {quoted}"));
    Ok(())
}

/// Returns an error if the folder is inside of a site, because a page was probably meant.
fn require_outside_of_sites(folder: &Path, target: &Path) -> Result<(), String> {
    let Some(site) = target.ancestors().skip(1).find(|it| page::is_site(it)) else { return Ok(()) };
    let section = shell_quoted(&folder.to_string_lossy());
    Err(format!(
        "{} is a site already. To create a page in it, write a title: croupier new {section} \"Title\". \
         To create another site in its folder, name a template: croupier new {section} --template plain",
        site.display()
    ))
}

/// Returns an error if the folder contains anything but the files of an empty repository.
fn require_empty(folder: &Path) -> Result<(), String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    match names.find(|name| !is_of_empty_repository(name)) {
        Some(name) => Err(format!(
            "{} is not empty: it contains {name}; choose an empty folder or one that does not exist yet",
            folder.display(),
        )),
        None => Ok(()),
    }
}

/// Returns whether hosts and tools of version control put a file of this name into a new repository.
fn is_of_empty_repository(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    matches!(name, ".git" | ".gitattributes" | ".gitignore" | ".editorconfig")
        || matches!(stem.as_str(), "readme" | "license" | "licence" | "copying")
}

/// Writes the files of a site. Fills the name and dates into settings and content. Files that exist are not replaced;
/// `.gitignore` gets the lines that it lacks. Returns a message on failure.
fn write_site(folder: &Path, name: &str, files: impl Iterator<Item = File>) -> Result<(), String> {
    let escaped = serde_json::Value::from(name).to_string();
    let now = Timestamp::from_second(Clock::read().now).unwrap_or_default();
    let day = |before: i64| {
        let time = now.checked_sub((24 * before).hours()).unwrap_or(now);
        time.strftime("%F").to_string()
    };

    let values = [
        ("{name}", escaped[1..escaped.len() - 1].to_owned()),
        ("{today}", day(0)),
        ("{yesterday}", day(1)),
        ("{last_month}", day(30)),
        ("{last_year}", day(365)),
    ];

    for (path, content) in files {
        let content = match String::from_utf8(content) {
            Ok(text) if path.ends_with(".md") || path.ends_with(".toml") => {
                let fill = |text: String, (key, value): &(&str, String)| text.replace(key, value);
                values.iter().fold(text, fill).into_bytes()
            }
            Ok(text) => text.into_bytes(),
            Err(binary) => binary.into_bytes(),
        };

        let target = folder.join(&*path);
        let content = match fs::read_to_string(&target) {
            Ok(existing) if path == ".gitignore" => {
                with_missing_lines(existing, &String::from_utf8_lossy(&content)).into_bytes()
            }
            _ if target.exists() => continue,
            _ => content,
        };

        let parent = target.parent().expect("every file is inside the folder");
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&target, content))
            .map_err(|error| format!("cannot write {}: {error}", target.display()))?;
    }

    Ok(())
}

/// Returns a text with the lines of another one that it lacks at its end.
pub(crate) fn with_missing_lines(mut text: String, wanted: &str) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    for line in wanted.lines() {
        if !text.lines().any(|it| it == line) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}
