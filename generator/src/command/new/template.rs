//! The starter templates, and the files that each one writes.

use std::borrow::Cow;

use clap::ValueEnum;
use include_dir::{Dir, include_dir};

/// The starter template of a new site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Template {
    /// A start page and a page for missing URLs.
    #[default]
    Plain,
    /// Posts with dates and tags, and a feed.
    Blog,
    /// Documentation with a sidebar, versions and release notes.
    Docs,
    /// Pages with React islands and client-side navigation.
    Islands,
    /// A static front for a casino, with sample data.
    Casino,
}

/// A file of a new site: its path in the site, and its content.
pub(super) type File = (Cow<'static, str>, Vec<u8>);

/// Files of every template.
static EVERY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/every");
/// The design of the templates without a runtime: a style sheet of text, and a switch for dark colours.
static DESIGN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/design");
/// Files that replace those of the blog in a Croupier that can encode pictures.
#[cfg(feature = "pictures")]
static PICTURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/pictures");
static PLAIN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/plain");
static BLOG: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/blog");
static DOCS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/docs");
static CASINO: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/casino");
static ISLANDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/command/new/islands");

/// The style sheet of the design, which a site with a runtime has among its own.
const BASE_STYLES: &str = include_str!("design/static/base.css");
/// The style sheet of highlighted code, where a site has it apart.
const CODE_STYLES: &str = "/* The colours of highlighted code. */\n";

/// The embedded name of `.gitignore`, which would apply to the repository of Croupier.
const GITIGNORE: &str = "gitignore";

impl Template {
    /// Returns the files of the template. Of two files with the same path, the first one applies.
    pub(super) fn files(self) -> Vec<File> {
        let folders: &[&'static Dir<'_>] = match self {
            Template::Plain => &[&PLAIN, &EVERY],
            #[cfg(feature = "pictures")]
            Template::Blog => &[&PICTURES, &BLOG, &DESIGN, &EVERY],
            #[cfg(not(feature = "pictures"))]
            Template::Blog => &[&BLOG, &DESIGN, &EVERY],
            Template::Docs => &[&DOCS, &DESIGN, &EVERY],
            Template::Islands => &[&ISLANDS, &EVERY],
            Template::Casino => &[&CASINO, &DESIGN, &EVERY],
        };

        let mut files: Vec<File> = folders.iter().copied().flat_map(embedded_files).collect();
        if self == Template::Islands {
            files.push(("src/styles/base.css".into(), BASE_STYLES.as_bytes().to_vec()));
            files.push(("static/code.css".into(), CODE_STYLES.as_bytes().to_vec()));
        }
        if self != Template::Plain {
            enable_highlighting(&mut files);
        }

        files
    }

    /// Returns whether the template has npm packages.
    pub(super) fn has_packages(self) -> bool {
        self == Template::Islands
    }
}

/// Returns every file of an embedded folder, with subfolders.
fn embedded_files(folder: &'static Dir<'_>) -> Vec<File> {
    let below = folder.dirs().flat_map(embedded_files);
    let own = folder.files().map(|file| {
        let path = file.path().to_str().expect("the names of embedded files are ASCII");
        ((if path == GITIGNORE { ".gitignore" } else { path }).into(), file.contents().to_vec())
    });
    own.chain(below).collect()
}

/// Enables highlighted code, and adds its style sheet.
#[cfg(feature = "highlight")]
fn enable_highlighting(files: &mut [File]) {
    let css = croupier_highlight::style_sheet("github-light", "github-dark", Some("data-theme"));
    let css = css.expect("both themes exist");

    for (path, content) in files {
        match &**path {
            "site.toml" => {
                let text = String::from_utf8_lossy(content);
                let (table, setting) = ("\n[markdown]\n", "highlight = true\n");
                *content = match text.split_once(table) {
                    Some((before, after)) => [before, table, setting, after].concat(),
                    None => [&text, table, setting].concat(),
                }
                .into_bytes();
            }
            "static/base.css" | "static/code.css" => {
                content.extend_from_slice(
                    b"\n/* `croupier highlight-css --theme-attribute data-theme` prints the rest of this file. */\n",
                );
                content.extend_from_slice(css.as_bytes());
            }
            _ => {}
        }
    }
}

/// Without the feature `highlight`, code blocks have no options: builds report words after the language.
#[cfg(not(feature = "highlight"))]
fn enable_highlighting(files: &mut [File]) {
    for (path, content) in files {
        if path.starts_with("content/") && path.ends_with(".md") {
            *content = without_code_options(&String::from_utf8_lossy(content)).into_bytes();
        }
    }
}

/// Returns Markdown whose code blocks have only a language.
#[cfg(not(feature = "highlight"))]
fn without_code_options(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut fence = None;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        let length = code.len() - code.trim_start_matches('`').len();

        match fence {
            None if length >= 3 => {
                fence = Some(length);
                let indent = &line[..line.len() - code.len()];
                result.push_str(indent);
                result.push_str(code.split_whitespace().next().unwrap_or_default());
                result.push('\n');
                continue;
            }
            Some(open) if length >= open && code[length..].trim().is_empty() => fence = None,
            _ => {}
        }
        result.push_str(line);
    }

    result
}
