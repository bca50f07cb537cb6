//! Commands that publish nothing: `check`, and `explain`, which shows the dependencies of a page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::check::FutureDates;
use crate::check::external_links::ExternalLinks;
use crate::check::finalize::finalize;
use crate::check::front_matter::check_front_matter;
use crate::check::links::check_pages;
use crate::check::messages::message_warnings;
use crate::check::messages::unused_ids;
use crate::check::page_checks::PageChecks;
use crate::check::placeholder_content::placeholder_content;
use crate::check::translation_keys::lone_translation_keys;
use crate::check::translations::{LanguageTranslations, translation_problems, translations};
use crate::pipeline::mode::ResumeMode;
use crate::pipeline::{Engine, pictures, plan, render};
use crate::query::key::QueryKey;
use crate::render::site_files;
use crate::session::store::CachedTraces;
use crate::session::trace::RenderReason;
use crate::site::files::FileSource;
use crate::stage::Scope;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{OutputPath, Route, SitePath};
use croupier_base::progress::Notes;
use croupier_content::config::settings::Settings;
use croupier_content::front_matter::{FrontMatter, Term, cascade};
use croupier_content::messages::catalog::MessageFiles;
use croupier_content::page::Page;
use croupier_content::unpublished::UnpublishedReason;

impl Engine {
    /// Returns all diagnostics of the site without writing anything, as an error if one of them is an error.
    pub fn check(&mut self, notes: &Notes<'_>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        self.resume_mode = ResumeMode::Done;
        self.run_commands(None, notes)?;
        let changes = self.sources.refresh(None, notes)?;
        self.changes.merge(changes);

        let mut diagnostics = self.assemble();
        diagnostics.extend(self.render_slices(Scope::Everything));

        let state = self.state();
        diagnostics.extend(placeholder_content(state));
        diagnostics.extend(translation_problems(state));
        diagnostics.extend(lone_translation_keys(state));
        let plan = plan::plan(state, Scope::Everything);
        let front_matter = check_front_matter(state, |_| true);
        let mut rendered =
            render::render(state, &plan, &front_matter, None, render::Rendering::All);
        diagnostics.extend(front_matter.diagnostics);
        diagnostics.append(&mut rendered.diagnostics);

        let mut checks = PageChecks::default();
        diagnostics.extend(check_pages(state, &plan, &rendered, &[], &self.cache(), &mut checks));
        let warnings = message_warnings(state, &rendered, &diagnostics);
        diagnostics.extend(warnings);
        diagnostics.extend(checks.diagnostics());
        diagnostics.extend(pictures::broken_pictures(&self.sources, &rendered.copies));

        let site = &self.site().inputs.site;
        let mut future_dates = FutureDates::default();
        future_dates.update(&self.sources, site, &self.changes, self.clock.now);
        diagnostics.extend(future_dates.warnings());

        for page in rendered.pages {
            self.session.record_page(page);
        }
        self.session.set_files(rendered.files);

        let diagnostics = self.settings().config.checks.apply_levels(diagnostics);
        let has_error = diagnostics.iter().any(|it| it.severity == Severity::Error);
        let diagnostics = finalize(&self.sources, diagnostics);
        if has_error { Err(diagnostics) } else { Ok(diagnostics) }
    }

    /// Reads the site without rendering it, and compares its translations with their originals.
    pub fn translations(
        &mut self,
        notes: &Notes<'_>,
    ) -> Result<Vec<LanguageTranslations>, Vec<Diagnostic>> {
        self.resume_mode = ResumeMode::Done;
        let changes = self.sources.refresh(None, notes)?;
        self.changes.merge(changes);
        // Other commands report what is wrong with pages.
        drop(self.assemble());
        translations(self.state(), |_| true)
    }

    /// Returns the ids of the messages that nothing shows. For an engine whose check of the site has `found` these warnings, and no errors.
    pub fn unused_messages(&self, found: &[Diagnostic]) -> BTreeSet<String> {
        unused_ids(self.state(), found)
    }

    /// Returns the message files of all languages, with their texts.
    pub fn message_files(&self) -> &MessageFiles {
        &self.sources.message_files
    }

    /// Returns the URLs of other sites that the rendered pages and redirects link to, as they are written. For an engine that has
    /// checked its site.
    pub fn external_urls(&self) -> BTreeSet<String> {
        self.external_links().map(|links| links.urls()).unwrap_or_default()
    }

    /// Returns how many pages could not be rendered, so that their links are not known. For an engine that has checked its site.
    pub fn failed_pages(&self) -> usize {
        let pages = self.site.as_ref().map_or(0, |site| site.inputs.site.pages.len());
        pages.saturating_sub(self.pages())
    }

    /// Returns the problems of links to other sites, each at every location of the link, with the levels of `[checks]`. `problem` returns
    /// the problem of a URL without a location.
    pub fn external_diagnostics(
        &self,
        problem: &dyn Fn(&str) -> Option<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let links = self.external_links();
        let diagnostics = links.map(|links| links.diagnostics(problem)).unwrap_or_default();
        finalize(&self.sources, diagnostics)
    }

    /// Returns the links to other sites, or none if the sources could not be read.
    fn external_links(&self) -> Option<ExternalLinks<'_>> {
        let site = self.site.as_ref().filter(|site| site.has_slices());
        site.map(|_| ExternalLinks::collect(self.state()))
    }

    /// Returns the folder of the site.
    pub fn root(&self) -> &Path {
        &self.options.root
    }

    /// Returns the settings of the site, or none if they could not be read.
    pub fn read_settings(&self) -> Option<&Settings> {
        self.sources.settings.as_deref()
    }

    /// Returns the files and variables that the settings come from. Later ones override earlier ones.
    pub fn settings_from(&self) -> Vec<String> {
        let settings = self.sources.settings.iter();
        settings.flat_map(|it| it.layers.texts()).map(|(name, _)| name.to_owned()).collect()
    }

    /// Explains what is published at `path`, for an engine that has checked its site. Missing slashes are added, and `path` can also
    /// be the path of a source file. The error says why nothing is published there.
    pub fn explain(&self, path: &Route, notes: &Notes<'_>) -> Result<Explanation, String> {
        let with_slashes = Route::new(format!("/{}/", path.trim_matches('/')).replace("//", "/"));
        let traces = self.session.traces();
        let route = [path, &with_slashes].into_iter().find(|route| traces.get(route).is_some());
        let last = CachedTraces::load(&self.cache(), None).unwrap_or_else(|_| {
            notes(crate::cache::DAMAGED.into());
            None
        });
        if let Some(route) = route.or_else(|| self.route_of_file(path)) {
            return Ok(Explanation::Page(self.explain_page(route, last.as_ref())));
        }

        // A file of these folders is published at its path in the folder.
        let folders = ["static/", "pages/files/", "content/"];
        let published_at = folders.into_iter().filter_map(|folder| path.strip_prefix(folder));
        let file = std::iter::once(path.as_str())
            .chain(published_at)
            .find_map(|it| self.explain_file(it, last.as_ref()));
        file.map(Explanation::File).ok_or_else(|| self.not_published(path, &with_slashes))
    }

    /// Returns the route of the page that is made from the source file `path`. Pages 2 and up of its list have longer routes.
    fn route_of_file(&self, path: &str) -> Option<&Route> {
        let traces = self.session.traces().iter().filter(|(_, trace)| *trace.source == *path);
        traces.map(|(route, _)| route).min_by_key(|route| route.len())
    }

    /// Returns why nothing is published at `path`, and what to do.
    fn not_published(&self, path: &Route, with_slashes: &Route) -> String {
        let unpublished = &self.site().inputs.site.unpublished;
        let by_route = [path, with_slashes].into_iter().find_map(|it| unpublished.get(it));
        let page = by_route.or_else(|| {
            let mut pages = unpublished.values().filter(|page| page.is_itself());
            pages.find(|page| *page.source == **path)
        });

        match page {
            Some(page) if page.reason == UnpublishedReason::Headless => {
                format!("{}: it has no page of its own", page.statement())
            }
            Some(page) => format!("{}; explain it with `--drafts`", page.statement()),
            None => {
                let routes = self.session.traces().iter().map(|(route, _)| route.as_str());
                let hint = did_you_mean(path, routes);
                let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
                format!("no page has the route {path}{hint}")
            }
        }
    }

    fn explain_page(&self, route: &Route, last: Option<&CachedTraces>) -> PageExplanation {
        let now = self.session.traces().get(route).expect("the caller has found it");
        let before = last.and_then(|last| Some((last, last.traces.get(route)?)));
        let snapshot = &self.site().snapshot;
        let queries = self.session.queries();

        let explain = |query: &QueryKey| {
            let result_before = before.and_then(|(last, trace)| {
                let mut ids = trace.queries.iter();
                let id = ids.find(|id| last.queries.get(**id) == Some(query))?;
                last.queries.results.get(*id as usize)
            });
            let is_changed = result_before.is_some_and(|it| *it != query.fingerprint(snapshot));
            ExplainedQuery { description: query.to_string(), is_changed }
        };

        PageExplanation {
            route: route.clone(),
            source: now.source.clone(),
            is_source_changed: before
                .is_some_and(|(_, it)| it.digest != now.digest || it.source != now.source),
            cascaded: self.cascaded(&now.source),
            is_cascade_changed: before.is_some_and(|(_, it)| it.cascade != now.cascade),
            queries: now.queries.iter().filter_map(|id| queries.get(*id)).map(explain).collect(),
            outputs: std::iter::once(route.html())
                .chain(self.settings().has_page_data().then(|| route.data()))
                .collect(),
            last_reason: before.map(|(last, trace)| reason(&trace.reason, last)),
        }
    }

    /// The front matter keys that a page inherits from `[cascade]` tables, with the file that sets each.
    fn cascaded(&self, source: &SitePath) -> BTreeMap<String, SitePath> {
        let content = self.sources.contents.get(source);
        let above = content.and_then(|content| content.page.inherited.as_ref());
        let (Some(above), Ok(text)) = (above, self.sources.text(source)) else {
            return BTreeMap::new();
        };
        let row_page = content.map(|content| &content.page).filter(|page| page.row.is_some());
        let mut own = row_page.map_or_else(
            || Page::read(source, &text, &self.sources.read_options).0.front,
            |page| own_values(&page.front),
        );
        let inherited = cascade::fill(&mut own, &above.front);
        let with_file = inherited.into_iter().filter_map(|it| {
            let file = above.files.get(&it.key)?.clone();
            Some((it.key, file))
        });
        with_file.collect()
    }

    /// Explains the file or the redirect at a path that is not a page.
    fn explain_file(&self, url_path: &str, last: Option<&CachedTraces>) -> Option<FileExplanation> {
        let site = self.site();
        let file = url_path.trim_start_matches('/');

        let path = OutputPath::new(file);
        let redirect = site.redirects().exact(&format!("/{file}"));
        let feed = self
            .settings()
            .config
            .feeds
            .iter()
            .find_map(|it| it.at(&path))
            .map(|it| it.section.clone());

        let origin = if let Some(redirect) = redirect {
            format!("redirects to {} with status {}", redirect.to, redirect.status)
        } else if let Some(section) = feed {
            format!("is a feed of the dated pages of {section}")
        } else if let Some(FileSource::SearchIndex(_)) = site.files.get(&path) {
            "is the index of the search".to_owned()
        } else if let Some(FileSource::SearchDialog(_)) = site.files.get(&path) {
            "has the texts and sections of the search".to_owned()
        } else if let Some(source) = site.files.get(&path) {
            format!("is made from {}", source.file())
        } else if self.sources.statics.contains_key(&path) {
            format!("is published from {}", self.sources.source_of(&path))
        } else if let Some(page) = self.page_of_card(&path) {
            format!("is the social card of {page}")
        } else if site_files::is_generated_file(&site.inputs, site.slices(), file) {
            "is generated from the pages and settings of the site".to_owned()
        } else {
            return None;
        };

        let queries = self.file_queries(&path, last);
        Some(FileExplanation { path, origin, queries })
    }

    /// Returns the first page with a social card at this path.
    fn page_of_card(&self, path: &OutputPath) -> Option<Route> {
        let queries = self.session.queries();
        let id = queries.list.iter().position(|query| query.social_card() == Some(path))?;
        let id = u32::try_from(id).ok()?;
        let mut traces = self.session.traces().iter();
        traces.find(|(_, trace)| trace.queries.contains(&id)).map(|(route, _)| route.clone())
    }

    /// The queries of a standalone file. Other files have none.
    fn file_queries(&self, path: &OutputPath, last: Option<&CachedTraces>) -> Vec<ExplainedQuery> {
        let Some(now) = self.session.files().get(path) else { return Vec::new() };
        let before = last.and_then(|last| last.files.get(path));
        let explain = |(query, result): (&QueryKey, &Fingerprint)| ExplainedQuery {
            description: query.to_string(),
            is_changed: before.and_then(|it| it.reads.get(query)).is_some_and(|it| it != result),
        };
        now.reads.iter().map(explain).collect()
    }
}

/// The explanation of what is published at a path.
#[derive(Debug)]
pub enum Explanation {
    /// A page.
    Page(PageExplanation),
    /// Another file or a redirect.
    File(FileExplanation),
}

/// What a file or a redirect is made from.
#[derive(Debug)]
pub struct FileExplanation {
    /// The path of the file in the output, or of the redirect.
    pub path: OutputPath,
    /// What it is made from, as a phrase without its subject: `is a feed of ...`.
    pub origin: String,
    /// Its queries, for files of `pages/files/` and feeds.
    pub queries: Vec<ExplainedQuery>,
}

/// The dependencies of a page, and which of them changed since the last build.
#[derive(Debug)]
pub struct PageExplanation {
    /// The route of the page.
    pub route: Route,
    /// Its content file.
    pub source: SitePath,
    /// Whether that file changed.
    pub is_source_changed: bool,
    /// The front matter keys that it inherits from `[cascade]` tables, with the file that sets each.
    pub cascaded: BTreeMap<String, SitePath>,
    /// Whether what it inherits changed.
    pub is_cascade_changed: bool,
    /// The queries of its last rendering.
    pub queries: Vec<ExplainedQuery>,
    /// Its output files.
    pub outputs: Vec<OutputPath>,
    /// Why it was rendered last. None if it was not part of the last build.
    pub last_reason: Option<String>,
}

/// A query of a page or of a standalone file.
#[derive(Debug)]
pub struct ExplainedQuery {
    /// A description of the query.
    pub description: String,
    /// Whether the result changed since the last build.
    pub is_changed: bool,
}

impl PageExplanation {
    /// Whether the next build does not render the page.
    pub fn is_up_to_date(&self) -> bool {
        !self.is_source_changed
            && !self.is_cascade_changed
            && self.queries.iter().all(|query| !query.is_changed)
    }
}

fn reason(reason: &RenderReason, last: &CachedTraces) -> String {
    match reason {
        RenderReason::New => "it was not built before".to_owned(),
        RenderReason::Text => "its own file changed".to_owned(),
        RenderReason::Cascade => "the front matter that it inherits changed".to_owned(),
        RenderReason::Output => "its output files were missing or modified".to_owned(),
        RenderReason::Queries(ids) => {
            let queries = ids.iter().filter_map(|id| last.queries.get(*id));
            let queries: Vec<String> = queries.map(ToString::to_string).collect();
            format!("this changed: {}", queries.join(", "))
        }
    }
}

/// Returns the front matter of the page of a row without inherited values, except that `extra`, in which both are merged, is left out.
fn own_values(front: &FrontMatter) -> FrontMatter {
    let mut own = FrontMatter { extra: Arc::new(Json::Null), ..front.clone() };
    let is_own = |terms: &[Term]| terms.iter().all(|it| it.origin.cascade_file.is_none());
    let taxonomies = front.taxonomies.iter().filter(|(_, terms)| is_own(terms));
    own.taxonomies = taxonomies.cloned().collect();
    own
}
