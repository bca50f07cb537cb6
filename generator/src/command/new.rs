//! `croupier new`: creates a small site from a starter template.

#![expect(
    clippy::disallowed_methods,
    reason = "writes a new site's sources, once, into an empty folder"
)]

mod ci;
pub(crate) mod page;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use clap::ValueEnum;
use dialoguer::Select;
use include_dir::{Dir, include_dir};
use jiff::{Timestamp, ToSpan};

use crate::command::Failure;
use crate::command::console::Console;
pub(crate) use crate::command::new::ci::Ci;
use croupier_base::diagnostic::wording::shell_quoted;
use croupier_content::config::options::Clock;
use croupier_content::config::options::absolute;

/// The starter template of a new site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Template {
    /// A start page and a page for missing URLs.
    #[default]
    Plain,
    /// Posts with dates and tags, and a feed.
    Blog,
    /// Pages with React islands and client-side navigation.
    Islands,
}

/// A file as its path and text.
type File = (&'static str, &'static str);
/// Files as their paths and texts.
type Files = &'static [File];

/// Files of every template.
const COMMON: Files = &[
    (".gitignore", include_str!("new/gitignore")),
    ("content/404.md", include_str!("new/404.md")),
    ("static/favicon.svg", include_str!("new/favicon.svg")),
    ("pages/page.html", include_str!("new/plain/page.html")),
];

const STYLE: File = ("static/site.css", include_str!("new/plain/site.css"));

const PLAIN: Files = &[
    STYLE,
    ("site.toml", include_str!("new/plain/site.toml")),
    ("content/index.md", include_str!("new/plain/index.md")),
    ("pages/shell.html", include_str!("new/plain/shell.html")),
];

const BLOG: Files = &[
    ("static/site.css", include_str!("new/blog/site.css")),
    ("site.toml", include_str!("new/blog/site.toml")),
    ("content/index.md", include_str!("new/blog/index.md")),
    ("content/posts/index.md", include_str!("new/blog/posts.md")),
    ("content/posts/first.md", include_str!("new/blog/first.md")),
    ("content/posts/second.md", include_str!("new/blog/second.md")),
    ("pages/shell.html", include_str!("new/blog/shell.html")),
    ("pages/home.html", include_str!("new/blog/home.html")),
    ("pages/list.html", include_str!("new/blog/list.html")),
    ("pages/post.html", include_str!("new/blog/post.html")),
    ("pages/post_list.html", include_str!("new/blog/post_list.html")),
    ("pages/term.html", include_str!("new/blog/term.html")),
    ("pages/terms.html", include_str!("new/blog/terms.html")),
];

static ISLANDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/islands");

/// Creates a site named `name` in `folder`. Without a template, prompts for one on a terminal.
pub(crate) fn run(
    folder: &Path,
    name: &str,
    template: Option<Template>,
    ci: Ci,
    console: &Console,
) -> Result<(), Failure> {
    let target = absolute(folder);
    if template.is_none() {
        require_outside_of_sites(folder, &target).map_err(Failure::Usage)?;
    }
    require_empty(&target).map_err(Failure::Usage)?;
    let template = template
        .map_or_else(choose_template, Ok)
        .map_err(|error| Failure::System(format!("cannot show the templates: {error}")))?;
    let template_files = match template {
        Template::Plain => PLAIN.to_vec(),
        Template::Blog => BLOG.to_vec(),
        Template::Islands => embedded_files(&ISLANDS),
    };
    let has_packages = template == Template::Islands;
    let ci_files = ci.files().iter().map(|(path, text)| (*path, ci.fill(text, has_packages)));
    let files = COMMON.iter().copied().chain(template_files);
    let mut files: Vec<(&str, String)> =
        files.map(|(path, text)| (path, text.to_owned())).chain(ci_files).collect();
    if template == Template::Blog {
        enable_highlighting(&mut files);
    }
    write_site(&target, name, files.into_iter()).map_err(Failure::Usage)?;
    let quoted = shell_quoted(&folder.to_string_lossy());
    // Started by npm, the command is not in the path.
    let command =
        if std::env::var_os("npm_command").is_some() { "npx @croupier/cli" } else { "croupier" };
    console.line(&format!("created {quoted}; start it with: {command} dev --root {quoted}"));
    Ok(())
}

/// Enables highlighted code, with its style sheet at the end of the site's.
#[cfg(feature = "highlight")]
fn enable_highlighting(files: &mut [(&str, String)]) {
    let css =
        croupier_highlight::style_sheet("github-light", "github-dark").expect("both themes exist");
    for (path, text) in files {
        match *path {
            "site.toml" => text.push_str("\n[markdown]\nhighlight = true\n"),
            "static/site.css" => {
                text.push_str("\n/* Highlighted code, as `croupier highlight-css` prints it. */\n");
                text.push_str(&css);
            }
            _ => {}
        }
    }
}

/// Without the feature `highlight`, code has no colours.
#[cfg(not(feature = "highlight"))]
fn enable_highlighting(_: &mut [(&str, String)]) {}

/// Prompts for a template on a terminal. Returns the default template if there is no terminal.
fn choose_template() -> io::Result<Template> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Ok(Template::default());
    }
    let items = Template::value_variants().iter().filter_map(|it| {
        let value = it.to_possible_value()?;
        Some(format!("{:<8} {}", value.get_name(), value.get_help()?))
    });
    let prompt = Select::new().with_prompt("Which template?").items(items).default(0);
    let index = prompt.interact().map_err(|dialoguer::Error::IO(error)| error)?;
    Ok(Template::value_variants()[index])
}

/// Returns every file of an embedded folder, with subfolders.
fn embedded_files(dir: &'static Dir<'_>) -> Vec<File> {
    let below = dir.dirs().flat_map(embedded_files);
    let own = dir.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)));
    own.chain(below).collect()
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

/// Writes the files of a site and fills in its name and dates. Files that exist are not replaced;
/// `.gitignore` gets the lines that it lacks. Returns a message on failure.
fn write_site(
    folder: &Path,
    name: &str,
    files: impl Iterator<Item = (&'static str, String)>,
) -> Result<(), String> {
    let escaped = serde_json::Value::from(name).to_string();
    let escaped = &escaped[1..escaped.len() - 1];
    let now = Timestamp::from_second(Clock::read().now).unwrap_or_default();
    let yesterday = now.checked_sub(24.hours()).unwrap_or(now);
    for (path, text) in files {
        let text = text.replace("{name}", escaped);
        let text = text.replace("{today}", &now.strftime("%F").to_string());
        let text = text.replace("{yesterday}", &yesterday.strftime("%F").to_string());
        let target = folder.join(path);
        let text = match fs::read_to_string(&target) {
            Ok(existing) if path == ".gitignore" => with_missing_lines(existing, &text),
            _ if target.exists() => continue,
            _ => text,
        };
        let parent = target.parent().expect("every file is inside the folder");
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&target, text))
            .map_err(|error| format!("cannot write {}: {error}", target.display()))?;
    }
    Ok(())
}

/// Returns a text with the lines of another one that it lacks at its end.
fn with_missing_lines(mut text: String, wanted: &str) -> String {
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
