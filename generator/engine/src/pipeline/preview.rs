//! Previews of unsaved files: a second engine, which reads drafts in place of the files on disk and publishes nothing.
//!
//! The engine of the development server and its output stay untouched. The session here has the traces of the site as it is on disk, so that a
//! check of a draft renders only what the draft changes.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::check::finalize::finalize;
use crate::check::front_matter::check_front_matter;
use crate::check::links::check_pages;
use crate::check::page_checks::PageChecks;
use crate::check::translations::{LanguageTranslations, translations};
use crate::island::dev_bundler::DevBundler;
use crate::output::manifest::OutputFile;
use crate::pipeline::link_targets::{self, LinkTarget};
use crate::pipeline::pictures::{broken_pictures, read_copy};
use crate::pipeline::standalone::template_file;
use crate::pipeline::{Engine, plan, render};
use crate::query::invalidation::Invalidation;
use crate::query::key::QueryKey;
use crate::render::page::{MissingTemplates, render_page};
use crate::render::site_files::query_file;
use crate::site::files::FileSource;
use crate::stage::{Plan, Rendered, Scope, shared_outputs};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::disk::overlay::{Overlay, UnsavedFiles};
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::World;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{Href, OutputPath, Route, SitePath};
use croupier_base::syntax::data;
use croupier_content::config::options::{BuildOptions, Clock};
use croupier_content::config::settings::Settings;
use croupier_content::front_matter::SHELLS;
use croupier_content::languages::LanguageKey;
use croupier_content::markdown::{self, Heading};
use croupier_content::page::Page;
use croupier_content::page_text::Text;
use croupier_content::unpublished::{self, UnpublishedReason};

/// The base layout of cards: `pages/shells/card.html`.
const CARD_SHELL: &str = "card";
/// The route of the page of a card. No content file has it.
const CARD_ROUTE: &str = "/.card/";

/// The site with unsaved files, in memory.
pub struct PreviewSession {
    engine: Engine,
    overlay: Overlay,
    /// The time of the site, or another one that a preview asks for.
    clock: Clock,
    /// Whether the sources have been read.
    is_open: bool,
    /// Whether the session has the traces of the site as it is on disk.
    has_base: bool,
    /// What is wrong with the site as it is on disk.
    base_problems: HashSet<Identity>,
    /// Whether the last change of the files assembled the whole site again.
    is_rebuilt: bool,
    /// What is wrong with the sources and the site, apart from its pages.
    problems: Vec<Diagnostic>,
}

/// A page that was rendered with unsaved files.
#[derive(Debug)]
pub struct PreviewPage {
    /// The route of the page.
    pub route: Route,
    /// The HTML document.
    pub html: Vec<u8>,
    /// What is wrong with the page.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file. None if it changed.
pub(crate) type ReadFile = Box<dyn FnOnce() -> Option<Vec<u8>> + Send>;

/// A link in the text of a content file.
#[derive(Debug, Clone)]
pub struct TextLink {
    /// The content file.
    pub source: SitePath,
    /// Its target. Escapes of Markdown and character references of its path are resolved; query and fragment are as written.
    pub href: Href,
    /// The byte range of the target in the file.
    pub range: Range<usize>,
}

/// A content file, as a list of files shows it.
#[derive(Debug, Clone)]
pub struct PageEntry {
    /// The content file.
    pub source: SitePath,
    /// Its title.
    pub title: String,
    /// The route of its page.
    pub route: Route,
    /// The key of its language. Empty if the site has one language.
    pub language: &'static str,
    /// Why the page is not published. None if it is.
    pub unpublished: Option<UnpublishedReason>,
    /// The date of the page.
    pub date: Option<String>,
    /// When a published page expires, in epoch seconds.
    pub expires_at: Option<i64>,
}

/// A former path of a page, in its front matter.
#[derive(Debug, Clone)]
pub struct PageAlias {
    /// The content file.
    pub source: SitePath,
    /// The position in its list of aliases.
    pub index: usize,
    /// The former path, in this build.
    pub from: Href,
    /// The route of the page.
    pub to: Route,
}

impl PreviewSession {
    /// Creates a session that has read nothing yet. With `bundler`, islands are those that the development server bundled last.
    pub fn new(
        options: &BuildOptions,
        clock: Clock,
        bundler: Option<Arc<DevBundler>>,
    ) -> PreviewSession {
        let overlay = Overlay::default();

        // The comparison with a full plan would cost more than the preview.
        let options = BuildOptions { verify: false, ..options.clone() };
        let mut engine = Engine::new(&options, clock).warm();
        engine.sources.world = engine.sources.world.with_overlay(overlay.clone());
        (engine.sources.dev_bundler, engine.sources.uses_other_bundle) = (bundler, true);

        PreviewSession {
            engine,
            overlay,
            clock,
            is_open: false,
            has_base: false,
            base_problems: HashSet::new(),
            is_rebuilt: false,
            problems: Vec::new(),
        }
    }

    /// Reads the site, unless that is done. Fails if site.toml cannot be read.
    pub fn open(&mut self) -> Result<(), Vec<Diagnostic>> {
        if self.is_open {
            return Ok(());
        }
        self.overlay.set(UnsavedFiles::new());
        self.read(None)
    }

    /// Reads files again that changed on disk; without `paths` all of them. Unsaved files are dropped.
    pub fn refresh(&mut self, paths: Option<&BTreeSet<SitePath>>) -> Result<(), Vec<Diagnostic>> {
        let dropped = self.overlay.set(UnsavedFiles::new());
        if !self.is_open {
            return Ok(());
        }
        self.has_base = false;
        // The site may be as of another time, which a preview asked for.
        let is_other_time = self.engine.clock.now != self.clock.now;
        // The server builds again when a page is due, and then no file has changed.
        self.clock = self.engine.options.clock();
        let is_due = self.engine.next_change_at().is_some_and(|at| at <= self.clock.now);
        self.engine.set_clock(self.clock);
        self.engine.changes.pages = is_due || is_other_time;
        let sources = |path: &&SitePath| self.engine.sources.is_source(path);
        let paths = paths.map(|paths| paths.iter().filter(sources).chain(&dropped).cloned());
        let paths: Option<BTreeSet<SitePath>> = paths.map(Iterator::collect);
        self.read(paths.as_ref())
    }

    /// Reads `files` in place of those on disk, and no other unsaved ones. `now` is the time of the site, in epoch seconds.
    pub fn set_unsaved(
        &mut self,
        files: UnsavedFiles,
        now: Option<i64>,
    ) -> Result<(), Vec<Diagnostic>> {
        self.open()?;
        let clock = now.map_or(self.clock, |now| Clock { now, ..self.clock });
        let is_other_time = clock.now != self.engine.clock.now;
        let changed = self.overlay.set(files);
        if changed.is_empty() && !is_other_time {
            return Ok(());
        }
        self.engine.set_clock(clock);
        self.engine.changes.pages = is_other_time;
        self.read(Some(&changed))
    }

    /// Reads files and assembles the site with them.
    fn read(&mut self, paths: Option<&BTreeSet<SitePath>>) -> Result<(), Vec<Diagnostic>> {
        let Engine { sources, changes, .. } = &mut self.engine;
        let mut next = Invalidation { pages: changes.pages, ..Invalidation::default() };
        match sources.refresh(paths, &|_| {}) {
            Ok(found) => next.merge(found),
            Err(errors) => {
                // Without settings nothing is known. The next call begins again.
                (self.is_open, self.has_base) = (false, false);
                self.engine.site = None;
                return Err(errors);
            }
        }

        self.engine.changes = next;
        self.problems = self.engine.assemble();
        self.is_rebuilt = self.engine.changes.affects_everything();
        self.problems.extend(self.engine.render_slices(Scope::Everything));
        self.engine.changes = Invalidation::default();
        self.is_open = true;
        Ok(())
    }

    /// Whether the last change of the files assembled the whole site again, which takes long on a large site.
    pub fn is_rebuilt(&self) -> bool {
        self.is_rebuilt
    }

    /// The settings of the site. For a session that is open.
    pub fn settings(&self) -> Arc<Settings> {
        self.engine.settings()
    }

    /// File access with the unsaved files.
    pub fn world(&self) -> &World {
        &self.engine.sources.world
    }

    /// Returns all content files, by path.
    pub fn pages(&self) -> Vec<PageEntry> {
        let contents = self.engine.sources.contents.iter();
        let files = contents.filter(|(_, content)| content.page.row.is_none());
        files.map(|(source, content)| self.entry(source, &content.page)).collect()
    }

    /// Returns the former paths of all pages, by content file.
    pub fn aliases(&self) -> Vec<PageAlias> {
        let contents = self.engine.sources.contents.iter();
        let pages = contents.filter(|(_, content)| content.page.row.is_none());
        let settings = self.settings();
        let aliases = pages.flat_map(|(source, content)| {
            let language = settings.languages.get(content.page.language);
            let aliases = content.page.front.rare.aliases.iter().enumerate();
            aliases.map(|(index, alias)| PageAlias {
                source: source.clone(),
                index,
                from: Href::new(language.route_of_alias(&alias.path)),
                to: content.page.route.clone(),
            })
        });
        aliases.collect()
    }

    /// Returns a route of a page in the language `of`, as an alias of a page in the language `to`. None if the languages have different hosts,
    /// because an alias is a path on the host of its page.
    pub fn alias_of(&self, route: &Route, of: &str, to: &str) -> Option<Route> {
        let languages = &self.settings().languages;
        let (of, to) = (LanguageKey::new(of), LanguageKey::new(to));
        let host = |key| languages.hosts.iter().position(|host| host.languages.contains(&key));
        (host(of) == host(to)).then(|| Route::new(languages.get(of).path_on_host(route)))
    }

    /// Returns the URL of a page on the host of its language. None if it is the URL of the site with the route.
    pub fn url_on_host(&self, route: &Route, language: &str) -> Option<String> {
        let settings = self.settings();
        let key = LanguageKey::new(language);
        let host = settings.languages.hosts.iter().find(|host| host.languages.contains(&key))?;
        let url = format!("{}{}", host.base_url, settings.languages.get(key).path_on_host(route));
        (url != format!("{}{route}", settings.base_url)).then_some(url)
    }

    /// Returns the URLs of the other hosts of the site, which all have the files of static/.
    pub fn other_hosts(&self) -> Vec<String> {
        let settings = self.settings();
        let hosts = settings.languages.hosts.iter().map(|host| host.base_url.clone());
        hosts.filter(|url| *url != settings.base_url).collect()
    }

    /// Returns a content file. None if there is no such file, or if it could not be read.
    pub fn page(&self, source: &str) -> Option<PageEntry> {
        let (source, content) = self.engine.sources.contents.get_key_value(source)?;
        Some(self.entry(source, &content.page))
    }

    fn entry(&self, source: &SitePath, page: &Page) -> PageEntry {
        PageEntry {
            source: source.clone(),
            title: page.front.title.to_string(),
            route: page.route.clone(),
            language: page.language.as_str(),
            unpublished: unpublished::reason(page, self.engine.clock.now),
            date: page.front.date.as_deref().map(str::to_owned),
            expires_at: page.front.rare.expire_at,
        }
    }

    /// Returns all other sources in `content/data/`, `i18n/`, `static/` and page assets, by path.
    pub fn other_files(&self) -> Vec<SitePath> {
        let stamps = self.engine.sources.stamps.keys();
        let is_listed = |path: &&SitePath| {
            ["content/", "i18n/", "static/"].iter().any(|folder| path.starts_with(folder))
                && !self.engine.sources.contents.contains_key(*path)
        };
        stamps.filter(is_listed).cloned().collect()
    }

    /// Returns the URL paths of all published page assets, decoded.
    pub fn asset_paths(&self) -> BTreeMap<SitePath, String> {
        let published = self.engine.sources.asset_paths.published.iter();
        published.map(|(output, file)| (file.clone(), format!("/{output}"))).collect()
    }

    /// Returns the routes of pages that show a file: of its own page, or of at most `limit` pages that read it. These are not known before
    /// the site as it is on disk was rendered.
    pub fn routes_of(&self, source: &SitePath, limit: usize) -> Vec<Route> {
        if let Some(content) = self.engine.sources.contents.get(source) {
            return vec![content.page.route.clone()];
        }

        let languages = &self.engine.sources.read_options.languages;
        let split = languages.split(source);
        let name = data::name(&split.path);
        let queries = self.engine.session.queries();
        let ids: BTreeSet<u32> = (0..)
            .zip(queries.list.iter())
            .filter(|(_, query)| name.is_some() && query.data_file() == name)
            .map(|(id, _)| id)
            .collect();
        let traces = self.engine.session.traces().iter();
        let readers = traces.filter(|(_, trace)| trace.queries.iter().any(|id| ids.contains(id)));
        let own_rows = self.engine.sources.contents.values().filter(|content| {
            content.page.row.is_some() && content.page.file().as_str() == source.as_str()
        });
        let rows = own_rows.map(|content| &content.page.route);
        let mut routes: Vec<&Route> = rows.chain(readers.map(|(route, _)| route)).collect();

        // Only pages of its language show the texts of a translation.
        if split.is_of_other_language(languages) {
            let language = |route: &Route| self.page_at(route).map(|page| page.language);
            routes.sort_by_key(|route| language(route) != Some(split.language));
        }
        routes.into_iter().take(limit).cloned().collect()
    }

    /// Returns the pages of the rows of a data file: the byte offsets of the rows in it, and the routes.
    pub fn row_pages(&self, file: &SitePath) -> Vec<(usize, Route)> {
        let contents = self.engine.sources.contents.values();
        let pages = contents.filter_map(|content| {
            let row = content.page.row.as_ref().filter(|row| row.file == *file)?;
            Some((row.range.start, content.page.route.clone()))
        });
        pages.collect()
    }

    /// Renders the page at a route, even if it is not published.
    pub fn render(&self, route: &str) -> Result<PreviewPage, Vec<Diagnostic>> {
        let Some(page) = self.page_at(route) else {
            let message = format!("there is no page at {route}");
            return Err(vec![Diagnostic::error(Code::BrokenLink, message)]);
        };
        if !page.is_valid {
            let errors = self.engine.sources.errors.get(page.file().as_str());
            return Err(errors.cloned().unwrap_or_default());
        }

        let state = self.engine.state();
        let (html, rendered, mut diagnostics) = render::render_preview(state, &page)?;
        let plan = Plan {
            files: Vec::new(),
            pages: vec![Arc::clone(&page)],
            changed: Vec::new(),
            unchanged: Vec::new(),
        };
        let rendered = Rendered {
            pages: vec![rendered],
            files: BTreeMap::new(),
            failed_texts: Vec::new(),
            copies: BTreeMap::new(),
            cards: BTreeSet::new(),
            diagnostics: Vec::new(),
        };
        let mut checks = PageChecks::default();
        let cache = self.engine.cache();
        diagnostics.extend(check_pages(state, &plan, &rendered, &[], &cache, &mut checks));
        diagnostics.extend(checks.diagnostics());
        let diagnostics = finalize(&self.engine.sources, diagnostics);
        Ok(PreviewPage { route: page.route.clone(), html, diagnostics })
    }

    /// Renders the template `card`, such as `cards/offer`, alone: in a page that no site has, whose `extra.row` is a row of data. Its base
    /// layout is `pages/shells/card.html`, if there is one.
    pub fn render_card(&self, card: &str, row: &Json) -> Result<PreviewPage, Vec<Diagnostic>> {
        let state = self.engine.state();
        let inputs = &state.site.inputs;
        let language = inputs.settings.languages.default_language();
        let mut page =
            Page::generated(language.key, &language.prefix, Route::new(CARD_ROUTE), card, card);
        page.front.extra = Arc::new(json!({ "row": row }));
        if inputs.templates.contains_key(format!("{SHELLS}{CARD_SHELL}.html").as_str()) {
            page.front.rare.shell = Some(CARD_SHELL.to_owned());
        }

        if !inputs.templates.contains_key(page.template().as_str()) {
            let message = format!("there is no template `{card}`, which the schema names");
            let hint = format!("create {}, or name another one in the schema", page.template());
            return Err(vec![Diagnostic::error(Code::NoTemplate, message).hint(hint)]);
        }
        let (snapshot, templates) = (&state.site.snapshot, &state.site.templates);
        let missing = MissingTemplates::default();
        let (output, _) =
            render_page(snapshot, templates, &Arc::new(page), &Text::empty(), missing)?;

        let diagnostics = finalize(&self.engine.sources, output.diagnostics);
        Ok(PreviewPage { route: Route::new(CARD_ROUTE), html: output.html, diagnostics })
    }

    /// Returns the result of the static query with this hash as the browser loads it. None if no data file has it.
    pub fn query_result(&self, hash: &str) -> Option<Json> {
        let data = self.engine.site.as_ref()?.inputs.all_data().find(|it| it.hash == hash)?;
        Some(query_file(data))
    }

    /// Whether a template in `pages/files/` makes the file at a path of the output.
    pub fn has_rendered_file(&self, path: &str) -> bool {
        let files = self.engine.site.as_ref().map(|site| &site.files);
        let source = files.and_then(|files| files.get(&OutputPath::new(path)));
        matches!(source, Some(FileSource::Template(..)))
    }

    /// Renders the file that a template in `pages/files/` makes at a path of the output. None if it makes no such file, or fails.
    pub fn rendered_file(&self, path: &str) -> Option<Vec<u8>> {
        let site = self.engine.site.as_ref()?;
        let path = OutputPath::new(path);
        let FileSource::Template(template, language) = site.files.get(&path)? else { return None };
        template_file(site, template, *language, &path).ok().map(|output| output.bytes)
    }

    /// Returns the static file, page asset or copy of a picture at a path of the output, if a page of this session can show it. The release
    /// may not have it: the picture is new, or only drafts show it. Reading encodes a copy, which takes long.
    pub fn file(&self, path: &str) -> Option<ReadFile> {
        let Engine { site, sources, session, .. } = &self.engine;
        let snapshot = Arc::clone(&site.as_ref()?.snapshot);
        let path = OutputPath::new(path);

        let original = sources.original_of_copy(&path);
        let original =
            original.or_else(|| sources.statics.contains_key(&path).then(|| path.clone()));
        if let Some(original) = original {
            return Some(Box::new(move || snapshot.read_published(&original)));
        }

        let queries = session.queries();
        let pictures = queries.list.iter().filter_map(QueryKey::picture);
        let mut copies =
            pictures.filter_map(|query| snapshot.picture(query)).flat_map(|it| it.copies);
        let copy = copies.find(|copy| copy.path == path)?;
        Some(Box::new(move || read_copy(&snapshot, &copy)))
    }

    /// Returns a route in the language of a file, or else as it is. None if the site has no such page.
    pub fn route_for(&self, source: &SitePath, route: &str) -> Option<String> {
        let prefix = self.engine.sources.read_options.languages.split(source).prefix;
        let routes = [format!("{prefix}{route}"), route.to_owned()];
        routes.into_iter().find(|route| self.page_at(route).is_some())
    }

    /// Returns the page at a route, or the one that would be there if it were published.
    fn page_at(&self, route: &str) -> Option<Arc<Page>> {
        let published = &self.engine.site.as_ref()?.inputs.site.pages;
        published.get(route).cloned().or_else(|| {
            let mut contents = self.engine.sources.contents.values();
            contents.find(|content| *content.page.route == *route).map(|it| Arc::clone(&it.page))
        })
    }

    /// Returns what is wrong with a source file and with the site as a whole, without rendering anything.
    pub fn problems(&self) -> Vec<Diagnostic> {
        finalize(&self.engine.sources, self.problems.clone())
    }

    /// Returns the errors that the unsaved files add to the site as it is on disk. Renders all pages that depend on them. A draft may have
    /// errors that a build without drafts does not report, because it reads the draft, but does not render it.
    pub fn added_errors(
        &mut self,
        files: UnsavedFiles,
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        self.prepare_base()?;
        self.set_unsaved(files, None)?;
        let after = self.check(false);

        let of_sources: HashSet<Identity> = self.problems().iter().map(identity).collect();
        let is_draft = |it: &Diagnostic| {
            let file = it.place.as_ref().map(|place| &*place.file);
            let content = file.and_then(|file| self.engine.sources.contents.get(file));
            content.is_some_and(|content| content.page.front.draft)
        };
        let is_added = |it: &Diagnostic| {
            let added = identity(it);
            it.severity == Severity::Error
                && !self.base_problems.contains(&added)
                && (of_sources.contains(&added) || !is_draft(it))
        };

        Ok(after.into_iter().filter(is_added).collect())
    }

    /// Renders the site as it is on disk, as far as it changed, so that later checks and previews know its links and what depends on what.
    pub fn prepare_base(&mut self) -> Result<(), Vec<Diagnostic>> {
        self.set_unsaved(UnsavedFiles::new(), None)?;
        if !self.has_base {
            self.base_problems = self.check(true).iter().map(identity).collect();
            self.has_base = true;
        }
        Ok(())
    }

    /// Whether the traces of the site as it is on disk are up to date.
    pub fn has_base(&self) -> bool {
        self.has_base
    }

    /// Renders and checks what differs from the session, and records it there if `is_base`.
    fn check(&mut self, is_base: bool) -> Vec<Diagnostic> {
        // Links of all pages are checked, because the files can remove their targets.
        self.engine.changes.pages = true;
        let state = self.engine.state();
        let plan = plan::plan(state, Scope::Everything);
        let front_matter = check_front_matter(state, |_| true);
        let mut rendered =
            render::render(state, &plan, &front_matter, None, render::Rendering::All);
        let mut diagnostics = self.problems.clone();
        diagnostics.extend(front_matter.diagnostics);
        diagnostics.append(&mut rendered.diagnostics);
        diagnostics.extend(broken_pictures(&self.engine.sources, &rendered.copies));

        let mut checks = PageChecks::default();
        let cache = self.engine.cache();
        diagnostics.extend(check_pages(state, &plan, &rendered, &[], &cache, &mut checks));
        diagnostics.extend(checks.diagnostics());
        let shared = shared_outputs(state.site, &rendered.files);
        self.engine.changes = Invalidation::default();

        if is_base {
            self.record(&plan.changed, rendered, shared);
        }
        finalize(&self.engine.sources, diagnostics)
    }

    fn record(
        &mut self,
        changed: &[(usize, Fingerprint)],
        rendered: Rendered,
        shared: Fingerprint,
    ) {
        let engine = &mut self.engine;
        let site = engine.site.as_ref().expect("the site was assembled");
        engine.session.remove_pages(&site.inputs.site);

        // Nothing is written, but a plan takes a page without its files for outdated.
        let file = OutputFile { digest: 0, stamp: Stamp::of_bytes(b"") };
        let has_page_data = site.inputs.settings.has_page_data();
        let routes = site.inputs.site.pages.keys();
        let data = routes.clone().filter(|_| has_page_data).map(Route::data);
        let pages = routes.map(Route::html).chain(data);
        let others = site.files.keys().cloned().chain(rendered.cards.iter().cloned());
        let outputs = pages.chain(others).map(|path| (path, file)).collect();

        engine.session.set_outputs(outputs);
        engine.session.record_pages(rendered.pages);
        let (slices, now) = (site.slices(), engine.clock.now);
        engine.session.finish_release(changed, slices, rendered.files, shared, now);
    }

    /// Returns the links in the texts of all published pages whose target is written in the file. For a session with a base.
    pub fn text_links(&self) -> Vec<TextLink> {
        let traces = self.engine.session.traces().iter();
        let mut links = Vec::new();

        for (_, trace) in traces.filter(|(_, trace)| !trace.links.is_empty()) {
            let Ok(text) = self.engine.sources.text(&trace.source) else { continue };
            let mut add = |start: usize, LinkTarget { range, href }: LinkTarget| {
                let range = start + range.start..start + range.end;
                links.push(TextLink { source: trace.source.clone(), href, range });
            };

            for (_, href, start, end) in &trace.links {
                let (start, end) = (*start as usize, *end as usize);
                let Some(written) = text.source.get(start..end) else { continue };
                if let Some(target) = link_targets::of_link(written, href) {
                    add(start, target);
                }
            }
            for target in link_targets::of_definitions(&text.source, text.body) {
                add(0, target);
            }
        }

        links.sort_by(|a, b| (&a.source, a.range.start).cmp(&(&b.source, b.range.start)));
        links.dedup_by(|a, b| (&a.source, &a.range) == (&b.source, &b.range));
        links
    }

    /// Returns the headings of a content file that links can target, in order.
    pub fn headings_of(&self, source: &SitePath) -> Vec<Heading> {
        let state = self.engine.state();
        let Some(content) = self.engine.sources.contents.get(source) else { return Vec::new() };
        let page = &content.page;
        let text_of = |page: &Page| state.sources.text_of(page).ok();
        let Some(text) = text_of(page) else { return Vec::new() };

        let original = state.site.inputs.site.translations.original_of(page);
        let original = original.and_then(|page| text_of(page));
        let options = state.settings().config.markdown;
        let mut headings =
            markdown::headings_on_page(text.body(), original.as_ref().map(Text::body), options);

        // The template of the page may show no text.
        if let Some(trace) = self.engine.session.traces().get(&page.route) {
            let shown: HashSet<&str> = trace.anchors.lines().collect();
            headings.retain(|it| shown.contains(&*it.id));
        }
        headings
    }

    /// Returns the files of the translations of a page or a data file with their paths after it has the new path `to`.
    pub fn translations_of(&self, page: &SitePath, to: &SitePath) -> Vec<(SitePath, SitePath)> {
        let languages = &self.engine.sources.read_options.languages;
        let original = languages.split(page).path.into_owned();
        if original != *page {
            return Vec::new();
        }
        let others =
            languages.0.iter().map(|it| it.key).filter(|key| *key != languages.default_key());
        let files = others
            .map(|key| (languages.translation_of(page, key), languages.translation_of(to, key)));
        files.filter(|(file, _)| self.engine.sources.stamps.contains_key(file)).collect()
    }

    /// Returns the file of a page in another language. None if there is none.
    pub fn translation_of(&self, page: &SitePath, language: LanguageKey) -> Option<SitePath> {
        let contents = &self.engine.sources.contents;
        let key = contents.get(page)?.page.translation_key();
        let mut others = contents.iter().filter(|(_, it)| it.page.row.is_none());
        let found =
            others.find(|(_, it)| it.page.language == language && it.page.translation_key() == key);
        found.map(|(file, _)| file.clone())
    }

    /// Compares a page and its translations, one entry for each language but the default one. A language has no page if the original is not
    /// published. Fails if a lock file cannot be read.
    pub fn compared_translations(
        &self,
        source: &SitePath,
    ) -> Result<Vec<LanguageTranslations>, Vec<Diagnostic>> {
        let state = self.engine.state();
        let page = self.engine.sources.contents.get(source).map(|content| &content.page);
        let route = page.map(|page| {
            let original = state.site.inputs.site.translations.original_of(page);
            original.map_or(&page.route, |original| &original.route)
        });
        translations(state, |original| Some(&original.route) == route)
    }

    /// Returns the paths of all sources that are texts: content, data, templates, messages and style sheets.
    pub fn text_files(&self) -> Vec<SitePath> {
        let is_text = |path: &&SitePath| {
            [
                "md", "html", "toml", "yaml", "yml", "json", "csv", "ftl", "css", "scss", "js",
                "ts", "tsx", "txt", "xml",
            ]
            .contains(&path.extension())
        };
        self.engine.sources.stamps.keys().filter(is_text).cloned().collect()
    }

    /// Returns the islands of the site with the JSON Schemas of their props.
    pub fn islands(&self) -> Vec<(String, Option<Json>)> {
        let bundle = self.engine.sources.bundle.iter();
        let islands = bundle.flat_map(|bundle| &bundle.islands);
        islands
            .map(|(name, it)| (name.clone(), it.props.as_ref().map(|it| it.json().clone())))
            .collect()
    }
}

/// What makes two diagnostics of different states of a site the same one: code, message, file and marked text, but not the line, which an
/// edit above moves.
type Identity = (&'static str, String, Option<String>, Option<String>);

fn identity(diagnostic: &Diagnostic) -> Identity {
    let place = diagnostic.place.as_ref();
    let text = place.and_then(|it| it.source.get(it.range.clone())).map(str::to_owned);
    (diagnostic.code.number(), diagnostic.message.clone(), place.map(|it| it.file.clone()), text)
}
