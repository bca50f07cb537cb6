//! Checks front matter against the site: layout, base layout, taxonomies, template, canonical page and image must exist.
//!
//! A release has no such errors. Therefore a build checks only pages whose content files changed, unless something changed that the front
//! matter of any page can name. Pages are rendered afterwards.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::query::recorder::{Recorder, record};
use crate::render::head::{IMAGE_HINT, missing_image_hint};
use crate::render::page::MissingTemplates;
use crate::stage::BuildState;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location, Subject};
use croupier_base::path::{Route, SitePath};
use croupier_base::unicode::nfc;
use croupier_content::front_matter::{DEFAULT_SHELL, FrontMatter, SHELLS, ValueOrigin};
use croupier_content::page::Page;

/// The errors in the front matter of pages.
#[derive(Debug, Default)]
pub(crate) struct FrontMatterErrors {
    /// The errors of all pages.
    pub diagnostics: Vec<Diagnostic>,
    /// The pages with errors, and which of their templates do not exist.
    pages: BTreeMap<Route, MissingTemplates>,
}

impl FrontMatterErrors {
    /// Returns which templates of a page do not exist, if its front matter has an error.
    pub(crate) fn of(&self, page: &Page) -> Option<MissingTemplates> {
        self.pages.get(&page.route).copied()
    }
}

/// Checks the front matter of pages that may have other errors than in the last release. `is_in_build` returns whether the build is for
/// the page at a route.
pub(crate) fn check_front_matter(
    state: BuildState<'_>,
    is_in_build: impl Fn(&Route) -> bool + Sync,
) -> FrontMatterErrors {
    let BuildState { changes, .. } = state;
    // Each of these can remove what the front matter of an unchanged file names.
    if changes.affects_everything() || changes.templates || changes.statics {
        return check_all(state, is_in_build);
    }

    let files = changes.bodies.union(&changes.metadata);
    let contents = files.filter_map(|file| state.sources.contents.get(file));
    let site = &state.site.inputs.site;
    let pages: BTreeMap<&Route, &Arc<Page>> = contents
        .flat_map(|content| site.pages_with_text_of(&content.page))
        .filter(|page| page.is_valid && is_in_build(&page.route))
        .map(|page| (&page.route, page))
        .collect();
    let errors: FrontMatterErrors =
        pages.into_values().filter_map(|page| check_page(state, page)).collect();

    if state.options.verify {
        let all = check_all(state, is_in_build);
        assert_eq!(errors.pages, all.pages, "pages with errors in their front matter");
    }
    errors
}

/// Checks the front matter of all pages.
fn check_all(
    state: BuildState<'_>,
    is_in_build: impl Fn(&Route) -> bool + Sync,
) -> FrontMatterErrors {
    let pages: Vec<&Arc<Page>> = state.site.inputs.site.pages.values().collect();
    let pages = pages.into_par_iter().filter(|page| page.is_valid && is_in_build(&page.route));
    let found: Vec<PageErrors> = pages.filter_map(|page| check_page(state, page)).collect();
    found.into_iter().collect()
}

/// The errors in the front matter of a page.
#[derive(Debug)]
pub(crate) struct PageErrors {
    route: Route,
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
    /// The templates that do not exist.
    pub missing: MissingTemplates,
}

impl FromIterator<PageErrors> for FrontMatterErrors {
    fn from_iter<I: IntoIterator<Item = PageErrors>>(pages: I) -> FrontMatterErrors {
        let mut errors = FrontMatterErrors::default();
        for PageErrors { route, diagnostics, missing } in pages {
            errors.diagnostics.extend(diagnostics);
            errors.pages.insert(route, missing);
        }
        errors
    }
}

/// Checks the front matter of a page, and the `cascade` table in it. Returns `None` if it has no error.
pub(crate) fn check_page(state: BuildState<'_>, page: &Arc<Page>) -> Option<PageErrors> {
    // Most pages have no error, so that their texts are not read.
    let source =
        LazyCell::new(|| state.sources.text_of(page).map(|text| text.source).unwrap_or_default());
    let text = || Arc::clone(&*source);
    let check = |front| FrontMatterCheck { state, page, front, text: &text };

    let own = check(&page.front);
    let (missing_template, missing_base_layout) =
        (own.missing_template(), own.missing_base_layout());
    let missing = MissingTemplates {
        template: missing_template.is_some(),
        base_layout: missing_base_layout.is_some(),
    };

    let mut diagnostics = own.unknown_taxonomies();
    diagnostics.extend(own.unknown_layout());
    diagnostics.extend(missing_base_layout);
    diagnostics.extend(missing_template);
    diagnostics.extend(own.missing_targets());

    // Generated pages share the file of another page, which reports its cascade.
    if let Some(cascade) = page.front.rare.cascade.as_ref().filter(|_| !page.is_generated) {
        diagnostics.extend(check(&cascade.front).cascade_errors());
    }

    let route = page.route.clone();
    (!diagnostics.is_empty()).then_some(PageErrors { route, diagnostics, missing })
}

/// The check of the front matter of one content file: its own, or the `cascade` table in it.
struct FrontMatterCheck<'a> {
    state: BuildState<'a>,
    page: &'a Arc<Page>,
    front: &'a FrontMatter,
    /// Returns the text of the content file.
    text: &'a dyn Fn() -> Arc<str>,
}

impl FrontMatterCheck<'_> {
    /// Returns all errors in a `cascade` table, even if no page inherits from it.
    fn cascade_errors(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.unknown_taxonomies();
        diagnostics.extend(self.unknown_layout());
        diagnostics.extend(self.missing_base_layout());
        if self.front.template.is_some() {
            diagnostics.extend(self.missing_template());
        }
        diagnostics
    }

    /// Returns an error for each taxonomy that site.toml does not declare.
    fn unknown_taxonomies(&self) -> Vec<Diagnostic> {
        let declared = &self.state.settings().config.taxonomies;
        let mut diagnostics = Vec::new();

        for (name, terms) in &self.front.taxonomies {
            // Other generators write an empty list into every page.
            if terms.is_empty() || declared.iter().any(|taxonomy| *taxonomy.name == **name) {
                continue;
            }

            let names = declared.iter().map(|taxonomy| taxonomy.name.as_str());
            let hint = did_you_mean(name, names).unwrap_or_else(|| {
                format!("declare it in site.toml: `[[taxonomies]]` with `name = \"{name}\"`")
            });

            diagnostics.push(
                Diagnostic::error(Code::TaxonomyUnknown, format!("there is no taxonomy `{name}`"))
                    .at(self.location(terms.first().map(|term| &term.origin)))
                    .hint(hint),
            );
        }

        diagnostics
    }

    /// Returns the error if site.toml declares layouts, but not the layout of the page.
    fn unknown_layout(&self) -> Option<Diagnostic> {
        let layout = self.front.rare.layout.as_ref()?;
        let declared = &self.state.settings().config.layouts;
        if declared.is_empty() || declared.contains(layout) {
            return None;
        }
        let hint = did_you_mean(layout, declared.iter().map(String::as_str)).unwrap_or_else(|| {
            format!("write one of {}, or add it to `layouts` in site.toml", declared.join(", "))
        });
        Some(
            Diagnostic::error(Code::FrontMatterValue, format!("there is no layout `{layout}`"))
                .at(self.location(self.front.rare.layout_origin.as_ref()))
                .hint(hint),
        )
    }

    /// Returns the error if the base layout of the page does not exist.
    ///
    /// Does not check the default base layout: rendering the document reports it if it is missing.
    fn missing_base_layout(&self) -> Option<Diagnostic> {
        let name = self.front.custom_shell()?;
        if self.has_template(&self.front.shell_path()) {
            return None;
        }

        let hint = did_you_mean(name, self.templates_in(SHELLS).chain([DEFAULT_SHELL]));
        let hint = hint.unwrap_or_else(|| {
            format!("create {SHELLS}{name}.html, or set `shell` to another base layout")
        });
        Some(
            Diagnostic::error(Code::NoTemplate, format!("there is no base layout `{name}`"))
                .at(self.location(self.front.rare.shell_origin.as_ref()))
                .hint(hint),
        )
    }

    /// Returns the error if the template of the page does not exist.
    fn missing_template(&self) -> Option<Diagnostic> {
        let path = self.front.template_path();
        if self.has_template(&path) {
            return None;
        }

        let name = self.front.template.as_deref().unwrap_or("page");
        let hint = did_you_mean(name, self.templates_in("pages/")).unwrap_or_else(|| {
            if self.page.is_generated {
                format!(
                    "create {path}, or name another template in site.toml: `template` of `[[taxonomies]]` or \
                     `[[archives]]`, or `list_template` for the list of terms"
                )
            } else if self.page.row.is_some() {
                format!("create {path}, or name another template in `[[collections]]` of site.toml")
            } else {
                format!("create {path}, or name another template in the front matter")
            }
        });

        let diagnostic =
            Diagnostic::error(Code::NoTemplate, format!("there is no template `{name}`"))
                .about(Subject::MissingTemplate(name.to_owned()))
                .hint(hint);

        // A generated page has no content file to point at.
        Some(if (self.text)().is_empty() {
            diagnostic.in_file(self.page.file())
        } else {
            diagnostic.at(self.location(self.front.template_origin.as_ref()))
        })
    }

    /// Returns the errors if the page names a canonical page or an image that does not exist.
    fn missing_targets(&self) -> Vec<Diagnostic> {
        let rare = &self.front.rare;
        if rare.canonical.is_none() && rare.image.is_none() {
            return Vec::new();
        }

        // Targets depend on the language of the page. The queries are dropped, because the output does not depend on what exists.
        let (errors, _) = record(&self.state.site.snapshot, self.page.language, |recorder| {
            let canonical = self.missing_canonical(recorder);
            canonical.into_iter().chain(self.missing_image(recorder)).collect()
        });
        errors
    }

    /// Returns the error if the page is a copy of a page of this site that does not exist.
    fn missing_canonical(&self, recorder: &Recorder) -> Option<Diagnostic> {
        let path = self.front.rare.canonical.as_deref().filter(|url| url.starts_with('/'))?;
        let not_found = recorder.page(&Route::new(path)).err()?;
        let hint = not_found.did_you_mean().unwrap_or_else(|| {
            "write the URL path of the page that this one is a copy of".to_owned()
        });
        let error =
            Diagnostic::error(Code::FrontMatterValue, format!("there is no page at `{path}`"));
        Some(error.at(self.location(self.front.rare.canonical_origin.as_ref())).hint(hint))
    }

    /// Returns the error if the image of the page does not exist.
    fn missing_image(&self, recorder: &Recorder) -> Option<Diagnostic> {
        let written = self.front.rare.image.as_deref().filter(|image| !image.is_empty())?;
        let hint = match recorder.image_of(self.page) {
            Some(url) => missing_image_hint(recorder, &url)?,
            None => IMAGE_HINT.to_owned(),
        };

        let error =
            Diagnostic::error(Code::FrontMatterValue, format!("there is no image `{written}`"));
        Some(error.at(self.location(self.front.rare.image_origin.as_ref())).hint(hint))
    }

    fn has_template(&self, path: &SitePath) -> bool {
        self.state.site.inputs.templates.contains_key(&*nfc(path))
    }

    /// Returns the names of the templates in a folder, whose path ends with a slash.
    fn templates_in(&self, folder: &str) -> impl Iterator<Item = &str> {
        let paths = self.state.site.inputs.templates.keys();
        paths.filter_map(move |path| path.strip_prefix(folder)?.strip_suffix(".html"))
    }

    /// Returns the location of a value: in the content file, or in the file that it inherits from.
    fn location(&self, value: Option<&ValueOrigin>) -> Location {
        let (file, text) = (self.page.file(), (self.text)());
        match value {
            Some(value) => value.place(file, &text),
            None => Location::new(file.as_str(), text, 0..0),
        }
    }
}
