//! What a rendering gets for its questions. The digest of an answer is that of all that is handed out with it.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::island::island_files::IslandFiles;
use crate::island::renderer::{Islands, RenderedIsland};
use croupier_base::diagnostic::wording::did_you_mean;

/// What the settings bring into every page.
#[derive(Debug)]
pub(crate) struct Head<'a> {
    /// Absolute address of the site without a final slash.
    pub base_url: &'a str,
    /// Path of that address.
    pub base: &'a str,
    /// Parameters that the runtime takes out of addresses.
    pub secrets: &'a [String],
    /// `name` of site.toml.
    pub name: &'a str,
    /// `description` of site.toml.
    pub description: &'a str,
    /// `image` of site.toml.
    pub image: Option<&'a str>,
    /// Whether nobody shall find the site.
    pub is_preview: bool,
    /// Year of the copyright line.
    pub build_year: i64,
    /// What the page hands to the runtime, as JSON that may stand in a script element.
    pub config: &'a str,
    /// The content security policy as an element; empty where pages do not hold it.
    pub policy: &'a str,
}

/// The scripts and style sheets of every page.
#[derive(Debug)]
pub(crate) struct Scripts<'a> {
    /// The inline script of the head.
    pub head: &'a str,
    /// Output path of the site's style sheet.
    pub styles: &'a str,
    /// Output path of the loader's module.
    pub boot: &'a str,
}

/// A slice as pages show it.
#[derive(Debug)]
pub(crate) struct ShownSlice<'a> {
    /// Its HTML.
    pub html: &'a str,
    /// Addresses of its style sheets.
    pub styles: &'a BTreeSet<String>,
}

/// An island of the runtime.
pub(crate) struct Island<'a> {
    /// Its files and the shape of its props.
    pub files: &'a IslandFiles,
    pub(super) name: &'a str,
    /// The digest of the module that renders it.
    pub(super) server: &'a str,
    pub(super) renderer: &'a Islands,
}

impl Island<'_> {
    /// Renders it with `props`, or finds it rendered.
    pub(crate) fn render(&self, props: &Json) -> Result<RenderedIsland, String> {
        self.renderer.render(self.name, props)
    }
}

/// That something is not there, which is noted like any answer. What else there is serves the error alone: a rendering that fails
/// is not kept, so that nobody notes the other names.
pub(crate) struct Absent<'a> {
    wanted: String,
    names: Box<dyn Fn() -> Vec<String> + 'a>,
    reason: Option<String>,
}

impl<'a> Absent<'a> {
    pub(super) fn new<T: ToString>(wanted: &str, names: impl Fn() -> Vec<T> + 'a) -> Absent<'a> {
        let names = Box::new(move || names().iter().map(ToString::to_string).collect());
        Absent { wanted: wanted.to_owned(), names, reason: None }
    }

    /// With why it is not there now, as a sentence for a hint.
    pub(super) fn because(self, reason: Option<String>) -> Absent<'a> {
        Absent { reason, ..self }
    }

    /// Why it is not there, or the name that was probably meant, as a sentence for a hint.
    pub(crate) fn did_you_mean(&self) -> Option<String> {
        self.reason
            .clone()
            .or_else(|| did_you_mean(&self.wanted, (self.names)().iter().map(String::as_str)))
    }

    /// All names that there are.
    pub(crate) fn names(&self) -> Vec<String> {
        (self.names)()
    }
}
