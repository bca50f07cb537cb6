//! A page: its front matter, its route and what other pages can see of it.
//!
//! A page does not hold its text. The Markdown is read when the page is rendered, and then dropped.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::config::layers::SITE;
use crate::front_matter::{self, Cascade, FrontMatter, cascade};
use crate::languages::{Folder, LanguageKey};
use crate::markdown::{self, Heading};
use crate::page_route::{UrlProblem, in_case_on, route_of, written_route};
use crate::page_text::{DataRow, Text};
use crate::read_options::ReadOptions;
use croupier_base::date::SiteZone;
use croupier_base::diagnostic::{Diagnostic, Location, Severity};
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::git::FileHistory;
use croupier_base::path::{Route, SitePath};
use croupier_base::pseudo::Pseudo;
use croupier_base::syntax::schema::overlay;

/// A page without its text.
#[derive(Debug, Clone)]
pub struct Page {
    /// Site path of the file: `content/info/faq.md`. For a row of data, the path of the data file, `#` and the route.
    pub source: SitePath,
    /// The route: `/info/faq/`, or `/404.html`.
    pub route: Route,
    /// The language of the page, in whose lists it is.
    pub language: LanguageKey,
    /// The language of its text, if the page shows the text of another language because it is not translated.
    pub text_language: Option<LanguageKey>,
    /// The route of the file without its language: `/info/faq/` for `content/info/faq.md` and `faq.fr.md`, even if the page has another
    /// URL. Sections, trees and neighbours follow it. For pages without a file of their own it is the route.
    pub file_route: Route,
    /// The front matter, including inherited values.
    pub front: FrontMatter,
    /// Fingerprint of everything that other pages can see of this page.
    pub digest: Fingerprint,
    /// The Markdown before `<!-- more -->`.
    pub summary: Option<Arc<str>>,
    /// Definitions of links and footnotes of the summary that come after it.
    pub definitions: Option<Arc<str>>,
    /// The headings of the text. Empty unless the site has a search over headings.
    pub headings: Arc<[Heading]>,
    /// Whether the page was read without errors. A page with errors is not rendered, which avoids
    /// follow-on errors.
    pub is_valid: bool,
    /// The values that the folders above the page set for it.
    pub inherited: Option<Arc<Cascade>>,
    /// Whether the page has no file of its own: page 2 and up of a list, or the page of a term.
    pub is_generated: bool,
    /// Whether the page is that of a term or a period, and all pages of its list show the text of another language.
    pub lists_fallbacks: bool,
    /// The row that the page is made from. The page of a content file has none.
    pub row: Option<Arc<DataRow>>,
    /// The first and the last commit of the file, if site.toml has `[git] dates` and the file has commits.
    pub history: Option<Arc<FileHistory>>,
}

/// Reports that a page has no URL, unless another error can be the cause.
fn report_url_problem(
    problem: UrlProblem,
    source: &SitePath,
    text: &Text,
    diagnostics: &mut Vec<Diagnostic>,
) {
    // What a permalink needs can be missing because of another error.
    let is_cause =
        problem.range.is_some() || diagnostics.iter().all(|it| it.severity == Severity::Warning);
    if is_cause {
        let range = problem.range.unwrap_or(0..0);
        let place = Location::new(source.as_str(), Arc::clone(&text.source), range);
        diagnostics.push(problem.error.at(place));
    }
}

impl Hash for Page {
    /// Hashes everything that other pages can see of this page.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.route, &self.file_route, self.language, self.text_language).hash(state);
        (self.lists_fallbacks, self.digest).hash(state);
    }
}

impl Page {
    /// Creates a valid page without a text, whose URL is that of its file.
    pub fn new(source: SitePath, route: Route, front: FrontMatter, digest: Fingerprint) -> Page {
        Page {
            source,
            language: LanguageKey::default(),
            text_language: None,
            file_route: route.clone(),
            route,
            front,
            digest,
            summary: None,
            definitions: None,
            headings: Arc::default(),
            is_valid: true,
            inherited: None,
            is_generated: false,
            lists_fallbacks: false,
            row: None,
            history: None,
        }
    }

    /// Creates a page of a language without a file, which lists other pages. `prefix` is the start of the routes of the language.
    pub fn generated(
        language: LanguageKey,
        prefix: &str,
        file_route: Route,
        title: &str,
        template: &str,
    ) -> Page {
        let front = FrontMatter {
            title: title.into(),
            template: Some(template.into()),
            ..cascade::blank()
        };
        let digest = fingerprint(&(title, template));
        let route = file_route.below(prefix);
        let page = Page::new(SitePath::new(SITE), route, front, digest);
        Page { language, file_route, is_generated: true, ..page }
    }

    /// Creates the page of the file `source` from its text.
    pub fn read(source: &SitePath, text: &Text, options: &ReadOptions) -> (Page, Vec<Diagnostic>) {
        let file = options.languages.split(source);
        let markdown_options = options.markdown_in(file.language);
        let heading = || markdown::title(text.body(), markdown_options);
        let (mut front, mut diagnostics) = front_matter::parse(
            source,
            cascade::folder(&file.path).is_some(),
            &text.source,
            text.front.clone(),
            text.language,
            &heading,
            &options.zone,
        );

        let listed_weight = options.order.weight(source);
        if let Some(weight) = listed_weight {
            front.weight = weight;
            // Otherwise the page would inherit the weight of a `[cascade]` table.
            front.explicit_keys.add("weight");
        }

        let file_route = route_of(&file.path, options.paths);
        let prefix = options.languages.prefix_of(&file, &file_route);

        let shown_text = &text.body()[front.body_start.unwrap_or(0)..];
        let summary = markdown::summary(shown_text, markdown_options);
        let definitions = summary
            .and_then(|summary| markdown::definitions(shown_text, summary, markdown_options));

        let headings = if options.headings {
            markdown::headings(shown_text, markdown_options)
        } else {
            Vec::new()
        };

        // The title can come from the text, like the summary.
        let shown = (&front.title, summary, &definitions, &headings);
        let digest = fingerprint(&(text.front(), shown, front.dates(), listed_weight));
        let mut page = Page {
            language: file.language,
            summary: summary.map(Arc::from),
            definitions: definitions.map(Arc::from),
            headings: headings.into(),
            ..Page::new(source.clone(), file_route.below(prefix), front, digest)
        };
        page.file_route = file_route;

        // The URL of a translation can depend on what it inherits from its original.
        if file.language == options.languages.default_key()
            && let Err(problem) = page.set_route(options)
        {
            report_url_problem(problem, source, text, &mut diagnostics);
        }
        page.is_valid = diagnostics.iter().all(|it| it.severity == Severity::Warning);
        (page, diagnostics)
    }

    /// Sets the route that the front matter and the path of the file result in. If there is an error, the route stays that of the file.
    fn set_route(&mut self, options: &ReadOptions) -> Result<(), UrlProblem> {
        let file = options.languages.split(&self.source);
        let written = written_route(&file, &self.front, options)?;
        self.route = in_case_on(file.host, &written, options.paths);
        if written != self.route {
            self.front.rare.written_route = Some(written);
        }
        // Most pages have the URL of their file, and then one text in memory.
        if self.route == self.file_route {
            self.route = self.file_route.clone();
        }
        Ok(())
    }

    /// Sets the route of a translation, which has inherited from its original. Returns the diagnostic if there is no valid one.
    pub fn set_translated_route(
        &mut self,
        options: &ReadOptions,
        text: impl FnOnce() -> Option<Text>,
    ) -> Option<Diagnostic> {
        let problem = self.set_route(options).err()?;
        self.is_valid = false;
        let range = problem.range.unwrap_or(0..0);
        let text = text().map(|text| text.source).unwrap_or_default();
        Some(problem.error.at(Location::new(self.source.as_str(), text, range)))
    }

    /// Sets the commits of the file. The last one is the date of the last change unless front matter has one.
    pub fn set_history(&mut self, history: Arc<FileHistory>, zone: &SiteZone) {
        if self.front.updated.is_none() {
            self.front.updated = Some(zone.rfc3339(history.updated).into());
            self.front.updated_at = Some(history.updated);
        }
        self.digest = fingerprint(&(self.digest, &history, &self.front.updated));
        self.history = Some(history);
    }

    /// Returns the folder of the page, if it is the page of a folder.
    pub(crate) fn as_folder(&self) -> Folder {
        Folder { language: self.language, route: self.file_route.clone() }
    }

    /// Returns the folder that the page is in. `None` for the home page.
    pub fn folder(&self) -> Option<Folder> {
        self.as_folder().parent()
    }

    /// Returns whether lists can have the page: it has a file of its own, or shows one of another language.
    pub fn is_listed(&self) -> bool {
        !self.is_generated || self.text_language.is_some()
    }

    /// Returns whether the page shows the text of another language.
    pub fn is_fallback(&self) -> bool {
        self.text_language.is_some() && self.pseudo().is_none()
    }

    /// Returns whether the feeds of its sections and terms have the page: it has a date, and does not show another language, whose feeds
    /// have it.
    pub fn is_in_feeds(&self) -> bool {
        self.front.dated_at.is_some() && !self.is_fallback()
    }

    /// Returns whether search engines find another page in its place: it shows the text of another language, or only lists such pages.
    pub fn is_untranslated(&self) -> bool {
        self.is_fallback() || self.lists_fallbacks
    }

    /// Returns the pseudo-language of the page, whose text is made of that of another language.
    pub fn pseudo(&self) -> Option<Pseudo> {
        self.text_language.and_then(|_| Pseudo::of_tag(&self.language))
    }

    /// Returns what translations of the page have in common: `translation_key`, or the route of the file without its language.
    pub fn translation_key(&self) -> Cow<'_, str> {
        match &self.front.rare.translation_key {
            Some(key) => {
                let key = key.strip_suffix(".md").unwrap_or(key).trim_matches('/');
                Cow::Owned(format!("/{key}/").replace("//", "/"))
            }
            None => Cow::Borrowed(&self.file_route),
        }
    }

    /// Returns the page of a language that shows this page, because it is not translated.
    #[must_use]
    pub(crate) fn fallback_page(&self, language: LanguageKey, route: Route) -> Page {
        let mut page = Page {
            language,
            text_language: Some(self.language),
            route,
            is_generated: true,
            ..self.clone()
        };
        if let Some(pseudo) = page.pseudo() {
            page.translate(pseudo);
            return page;
        }
        // Search engines show the original.
        let canonical = &mut page.front.rare.canonical;
        canonical.get_or_insert_with(|| self.route.to_string());
        page
    }

    /// Makes the texts of the front matter those of a pseudo-language.
    fn translate(&mut self, pseudo: Pseudo) {
        let front = &mut self.front;
        front.translate(&|text| pseudo.text(text));
        front.extra = Arc::new(overlay::with_texts(&front.extra, None, &|text| pseudo.text(text)));

        self.headings = self
            .headings
            .iter()
            .map(|it| Heading { text: pseudo.text(&it.text), ..it.clone() })
            .collect();
    }

    /// Returns whether another version of the same file has the same visibility, URLs and lists,
    /// so that it can replace this page in a [`Site`](crate::site::Site).
    pub fn has_same_position(&self, other: &Page) -> bool {
        self.route == other.route
            && self.file_route == other.file_route
            && self.language == other.language
            && self.is_valid == other.is_valid
            && self.front.has_same_position(&other.front)
    }

    /// Returns the paginated page at `route` of the list on this page. It shows the same text.
    #[must_use]
    pub(crate) fn pager_page(&self, route: Route) -> Page {
        let below = &route[self.route.len()..];
        let file_route = Route::new(format!("{}{below}", self.file_route));
        Page { route, file_route, is_generated: true, ..self.clone() }
    }

    /// Fills in missing values from the folders above the page. Returns the digest of the inherited
    /// values, or 0 if there are none.
    pub fn inherit(&mut self, above: Arc<Cascade>) -> Fingerprint {
        let explicit_keys = self.front.explicit_keys;
        let mut digest = cascade::digest_of(&cascade::fill(&mut self.front, &above.front));
        self.front.explicit_keys = explicit_keys;
        self.front.default_date_to_publish_at();
        if !above.is_complete {
            // The page would inherit unknown values.
            self.is_valid = false;
            digest = fingerprint(&(digest, "and more"));
        }
        if digest != 0 {
            self.digest = fingerprint(&(self.digest, digest));
        }
        self.inherited = Some(above);
        digest
    }

    /// Links a page from the cache, which has its inherited values, with the tables that they come
    /// from.
    pub fn link_inherited(&mut self, above: Arc<Cascade>) {
        cascade::link_origins(&mut self.front, &above.front);
        self.inherited = Some(above);
    }

    /// Returns whether both pages inherit from the same text. If so, diagnostics about inherited
    /// values have the same locations.
    pub fn has_same_cascade_source(&self, other: &Page) -> bool {
        let source_digest = |page: &Page| page.inherited.as_ref().map(|it| it.source_digest);
        source_digest(self) == source_digest(other)
    }

    /// Returns the index.md that sets the value of `key`, if the page inherits it.
    pub fn inherited_from(&self, key: &str) -> Option<&SitePath> {
        let inherited = self.inherited.as_ref().filter(|_| !self.front.explicit_keys.has(key))?;
        inherited.files.get(key)
    }

    /// Returns the file with the front matter of the page: its content file or a data file.
    pub fn file(&self) -> &SitePath {
        self.row.as_ref().map_or(&self.source, |row| &row.file)
    }

    /// Returns the path of that file for links to it, as the system and Git store it. A page without a file has none.
    pub fn source_path(&self) -> Option<&SitePath> {
        let path = self.front.rare.stored_path.as_ref().unwrap_or_else(|| self.file());
        Some(path).filter(|file| file.starts_with("content/"))
    }

    /// Sets the path of the file as the system stores it. `None` means that it is the site path.
    pub fn set_stored_path(&mut self, path: Option<SitePath>) {
        if path.is_some() {
            self.digest = fingerprint(&(self.digest, &path));
            self.front.rare.stored_path = path;
        }
    }

    /// Locates a diagnostic in the file of the page, or at its row.
    pub fn locate(&self, diagnostic: Diagnostic) -> Diagnostic {
        match &self.row {
            Some(row) => diagnostic.at(row.place()),
            None => diagnostic.in_file(&self.source),
        }
    }

    /// Returns the site path of the page's template.
    pub fn template(&self) -> SitePath {
        self.front.template_path()
    }

    /// Returns the name of the page's template in site.toml: `post` for `pages/post.html`.
    pub fn template_name(&self) -> String {
        let path = self.template();
        let name = path.strip_prefix("pages/").unwrap_or(&path);
        name.strip_suffix(".html").unwrap_or(name).to_owned()
    }

    /// Returns the name of the page's layout.
    pub fn layout(&self) -> &str {
        self.front.rare.layout.as_deref().unwrap_or("full")
    }

    /// Returns the URL of the original: of this page, or of the page that it is a copy of.
    pub fn canonical_url(&self, base_url: &str) -> String {
        match self.front.rare.canonical.as_deref() {
            Some(url) if !url.starts_with('/') => url.to_owned(),
            Some(path) => format!("{base_url}{path}"),
            None => self.route.url(base_url),
        }
    }

    /// Returns the name of the page in menus and breadcrumbs.
    pub fn short_name(&self) -> &str {
        self.front.rare.menu_label.as_deref().unwrap_or_else(|| self.heading())
    }

    /// Returns the text of the page's `h1`.
    pub fn heading(&self) -> &str {
        self.front.rare.heading.as_deref().unwrap_or(&self.front.title)
    }
}
