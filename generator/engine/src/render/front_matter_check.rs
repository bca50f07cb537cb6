//! Checks front matter against the site: layout, base layout, taxonomies and template must exist.

use std::sync::Arc;

use crate::query::recorder::Recorder;
use crate::query::results::NotFound;
use crate::query::site_queries::{LayoutSettings, TaxonomySettings};
use crate::render::base_layout;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location, Subject};
use croupier_base::path::Route;
use croupier_content::front_matter::{FrontMatter, ValueOrigin};
use croupier_content::page::Page;
use croupier_content::page_text::Text;

/// Checks the front matter of one content file: its own, or the `cascade` table in it.
pub(super) struct FrontMatterCheck<'a> {
    pub(super) recorder: &'a Recorder,
    pub(super) page: &'a Page,
    pub(super) front: &'a FrontMatter,
    /// The text of the content file.
    pub(super) text: &'a Text,
}

impl FrontMatterCheck<'_> {
    /// Returns all errors in a `cascade` table, even if no page inherits from it.
    pub(super) fn cascade_errors(&self) -> Vec<Diagnostic> {
        let mut diagnostics = self.unknown_taxonomies();
        diagnostics.extend(self.unknown_layout());
        diagnostics.extend(self.missing_base_layout());
        if self.front.template.is_some() {
            diagnostics.extend(self.missing_template());
        }
        diagnostics
    }

    /// Returns an error for each taxonomy that site.toml does not declare.
    pub(super) fn unknown_taxonomies(&self) -> Vec<Diagnostic> {
        let declared = self.recorder.read(TaxonomySettings);
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
    pub(super) fn unknown_layout(&self) -> Option<Diagnostic> {
        let layout = self.front.rare.layout.as_ref()?;
        let declared = self.recorder.read(LayoutSettings);
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
    pub(super) fn missing_base_layout(&self) -> Option<Diagnostic> {
        let diagnostic = base_layout::missing_base_layout(self.recorder, self.front)?;
        Some(diagnostic.at(self.location(self.front.rare.shell_origin.as_ref())))
    }

    /// Returns the error if the template of the page does not exist.
    pub(super) fn missing_template(&self) -> Option<Diagnostic> {
        let path = self.front.template_path();
        let not_found = self.recorder.template(&path).err()?;
        Some(self.missing_template_error(&not_found))
    }

    /// Returns the error if the page is a copy of a page of this site that does not exist.
    pub(super) fn missing_canonical(&self) -> Option<Diagnostic> {
        let path = self.front.rare.canonical.as_deref().filter(|url| url.starts_with('/'))?;
        let not_found = self.recorder.page(&Route::new(path)).err()?;
        let hint = not_found.did_you_mean().unwrap_or_else(|| {
            "write the URL path of the page that this one is a copy of".to_owned()
        });
        let error =
            Diagnostic::error(Code::FrontMatterValue, format!("there is no page at `{path}`"));
        Some(error.at(self.location(self.front.rare.canonical_origin.as_ref())).hint(hint))
    }

    fn missing_template_error(&self, not_found: &NotFound<'_>) -> Diagnostic {
        let name = self.front.template.as_deref().unwrap_or("page");

        let templates = not_found.names();
        let names =
            templates.iter().filter_map(|path| path.strip_prefix("pages/")?.strip_suffix(".html"));

        let hint = did_you_mean(name, names).unwrap_or_else(|| {
            let path = self.front.template_path();
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
        if self.text.source.is_empty() {
            return diagnostic.in_file(self.page.file());
        }
        diagnostic.at(self.location(self.front.template_origin.as_ref()))
    }

    /// Returns the location of a value: in the content file, or in the file that it inherits from.
    pub(super) fn location(&self, value: Option<&ValueOrigin>) -> Location {
        let source = &self.text.source;
        match value {
            Some(value) => value.place(self.page.file(), source),
            None => Location::new(self.page.file().as_str(), Arc::clone(source), 0..0),
        }
    }
}
