//! Results of queries. The hash of each covers everything that a rendering can learn from it.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use serde_json::Value as Json;

use crate::island::island_files::{IslandFiles, MessageCall};
use crate::island::render_error::{Failure, RenderError};
use crate::island::renderer::{Islands, RenderedIsland, id_prefix};
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{ChainStep, Location};
use croupier_base::fingerprint::Fingerprint;
use croupier_content::config::head::HeadOptions;
use croupier_content::config::options::PreviewNotice;
use croupier_content::config::tables::languages::{Language, Languages};
use croupier_content::config::tables::social_cards::SocialCards;
use croupier_content::config::tables::{Embeds, Search};
use croupier_content::markdown::ProblemKind;
use croupier_content::model::authors::Author;
use croupier_content::page::Page;
use croupier_content::page_text::Text;

/// The settings that every page shows, most of them in its head.
#[derive(Debug, Hash)]
pub(crate) struct Head<'a> {
    /// Absolute URL of the site without a trailing slash.
    pub base_url: &'a str,
    /// The path of that URL.
    pub base: &'a str,
    /// Query parameters that the runtime removes from URLs.
    pub secrets: &'a [String],
    /// `name` of site.toml.
    pub name: &'a str,
    /// `description` of site.toml.
    pub description: &'a str,
    /// `image` of site.toml.
    pub image: Option<&'a str>,
    /// `image_alt` of site.toml.
    pub image_alt: Option<&'a str>,
    /// The tag of the language: `fr-CA`.
    pub language: &'a str,
    /// The start of the routes of the language, without a slash at the end.
    pub prefix: &'a str,
    /// All languages of the site.
    pub languages: LanguageList<'a>,
    /// The language with its country for link previews. Empty for the default of the protocol, `en_US`.
    pub locale: &'a str,
    /// `authors` of site.toml.
    pub authors: &'a [Author],
    /// `[head]` of site.toml.
    pub options: &'a HeadOptions,
    /// Whether this is a preview, which excludes search engines.
    pub is_preview: bool,
    /// What each page says about the preview that is deployed, if it is one.
    pub preview: Option<&'a PreviewNotice>,
    /// Year of the copyright line.
    pub build_year: i64,
    /// Configuration of the runtime, as JSON that is safe in a script element.
    pub config: &'a str,
    /// The content security policy as a `<meta>` element. Empty if the policy is sent as a header only.
    pub policy: &'a str,
    /// Whether each page has page-data.
    pub has_page_data: bool,
    /// The settings of the search, if the site has one.
    pub search: Option<Search>,
    /// The hosts of videos.
    pub embeds: Embeds,
    /// Whether texts can have tabs.
    pub has_tabs: bool,
    /// `[social_cards]` of site.toml.
    pub social_cards: Option<&'a SocialCards>,
    /// The fingerprint of these settings.
    pub fingerprint: KnownFingerprint<'a>,
}

impl Head<'_> {
    /// Whether pages of the main language show these settings.
    pub(crate) fn is_of_main_language(&self) -> bool {
        self.languages.0.main_language().prefix == self.prefix
    }
}

/// A fingerprint of settings, once it is known. It is not one of them. Each page reads the settings, and to hash them takes long.
#[derive(Debug)]
pub(crate) struct KnownFingerprint<'a>(pub &'a OnceLock<Fingerprint>);

impl Hash for KnownFingerprint<'_> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The languages of the site. Pages that read the settings of the head are rendered again if one of them changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LanguageList<'a>(pub &'a Languages);

impl Hash for LanguageList<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for language in self.0.iter() {
            let Language { key, label, locale, prefix, direction, fallback, untranslated, .. } =
                language;
            (key, label, locale, prefix, direction, fallback, untranslated).hash(state);
            language.untranslated_notice.hash(state);
        }
        self.0.files.0.iter().for_each(|it| it.folder.hash(state));
        self.0.search_engines.hash(state);
    }
}

/// The scripts and style sheets of every page.
#[derive(Debug, Hash)]
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
pub(crate) struct ShownSlice {
    /// Its HTML.
    pub html: String,
    /// URLs of its style sheets.
    pub styles: Vec<String>,
    /// URLs in the summaries of pages that it shows.
    pub excerpt_links: BTreeSet<String>,
    /// Problems of Markdown in data and front matter that it shows, each with the text that has it.
    pub text_problems: BTreeSet<(ProblemKind, String)>,
}

impl Hash for ShownSlice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.html, &self.styles).hash(state);
    }
}

/// A page that another one includes.
pub(crate) struct Included<'a> {
    /// The page.
    pub page: &'a Arc<Page>,
    /// Its text.
    pub text: Arc<Text>,
}

impl Hash for Included<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.page, &self.text.source, self.text.body).hash(state);
    }
}

/// An island of the runtime.
pub(crate) struct Island<'a> {
    /// Its files and the schema of its props.
    pub files: &'a IslandFiles,
    pub(super) name: &'a str,
    /// The digest of the module that renders it.
    pub(super) server: &'a str,
    pub(super) renderer: &'a Islands,
}

impl Island<'_> {
    /// Returns the prefix of its React ids with `props` in a region of the document.
    pub(crate) fn id_prefix(&self, props: &Json, region: &str) -> String {
        id_prefix(self.name, props, region)
    }

    /// Renders it with `props`, or returns the cached result. `number` counts the islands with
    /// `prefix` on the page, from 1.
    pub(crate) fn render(
        &self,
        props: &Json,
        prefix: &str,
        number: usize,
    ) -> Result<RenderedIsland, RenderError> {
        self.renderer.render(self.name, props, prefix, number)
    }

    /// Returns where its code names a message.
    pub(crate) fn place_of(&self, call: &MessageCall) -> Option<Location> {
        self.renderer.sources.place_of(call)
    }

    /// Returns where an error was thrown, and the functions that led there, outermost first. None if no file of the site was involved.
    pub(crate) fn locate(&self, failure: &Failure) -> Option<(Location, Vec<ChainStep>)> {
        self.renderer.sources.locate(failure)
    }
}

impl Hash for Island<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The renderer is determined by the name and the server module.
        let Island { files, name, server, renderer: _ } = self;
        (files, name, server).hash(state);
    }
}

/// The error of a query for an item that does not exist. The names of existing items only serve the error message: a failed rendering
/// is not cached, so that they need not be recorded.
pub(crate) struct NotFound<'a> {
    name: String,
    names: Box<dyn Fn() -> Vec<String> + 'a>,
    reason: Option<String>,
}

/// A font of social cards that cannot be read.
pub(crate) struct UnreadableFont<'a> {
    /// Its URL path.
    pub url: String,
    /// Set if there is no such file. Otherwise it holds no font.
    pub not_found: Option<NotFound<'a>>,
}

impl UnreadableFont<'_> {
    /// Returns what is wrong, and how to fix it.
    pub(crate) fn message_and_hint(&self) -> (String, String) {
        let UnreadableFont { url, not_found } = self;
        match not_found {
            Some(not_found) => {
                let hint = not_found.did_you_mean().unwrap_or_else(|| {
                    "write the URL path of a file in static/, such as `/fonts/inter.woff2`"
                        .to_owned()
                });
                (format!("there is no font `{url}`"), hint)
            }
            None => {
                let hint = "use a TrueType, OpenType, WOFF or WOFF2 file";
                (format!("`{url}` holds no font"), hint.to_owned())
            }
        }
    }
}

impl<'a> NotFound<'a> {
    /// Creates the error for a missing item `name`. `names` lists the existing items.
    pub(super) fn new<T: ToString>(name: &str, names: impl Fn() -> Vec<T> + 'a) -> NotFound<'a> {
        let names = Box::new(move || names().iter().map(ToString::to_string).collect());
        NotFound { name: name.to_owned(), names, reason: None }
    }

    /// Sets the reason why the item does not exist now, as a sentence for a hint.
    pub(super) fn because(self, reason: Option<String>) -> NotFound<'a> {
        NotFound { reason, ..self }
    }

    /// Returns a sentence for a hint: the reason, or a similar name.
    pub(crate) fn did_you_mean(&self) -> Option<String> {
        let similar = || did_you_mean(&self.name, (self.names)().iter().map(String::as_str));
        self.reason.clone().or_else(similar)
    }

    /// Returns the names of all existing items.
    pub(crate) fn names(&self) -> Vec<String> {
        (self.names)()
    }
}
