//! Standalone files: the outputs of the templates in pages/files/, and feeds.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::query::Snapshot;
use crate::query::inputs::Inputs;
use crate::query::recorder::{Reads, record};
use crate::render::site_files::feed;
use crate::render::{body, standalone};
use crate::sources::Sources;
use crate::sources::conflicts::conflict;
use crate::template::environment::Templates;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::page::Page;

/// The source of feeds, for diagnostics.
pub(super) const FEED_SOURCE: &str = "site.toml";

/// Files that are rendered from content but are not pages.
#[derive(Debug, Default)]
pub(crate) struct StandaloneFiles {
    /// The source of a file and its text, by output path.
    pub files: BTreeMap<OutputPath, (SitePath, Vec<u8>)>,
    /// The hashes of the static queries that they use, by data file.
    pub queries: BTreeMap<String, String>,
    /// The queries of their templates.
    pub reads: Reads,
}

impl StandaloneFiles {
    /// Adds feeds. A feed at the path of a template's file is an error.
    pub(super) fn add_feeds(&mut self, feeds: Vec<(OutputPath, Vec<u8>)>) -> Vec<Diagnostic> {
        let source = SitePath::new(FEED_SOURCE);
        let mut diagnostics = Vec::new();
        for (path, text) in feeds {
            if let Some((other, _)) = self.files.get(&path) {
                diagnostics.push(conflict(&path, &source, other));
            } else {
                self.files.insert(path, (source.clone(), text));
            }
        }
        diagnostics
    }
}

/// Renders the templates in pages/files/, each of which makes the file of its name. A feed without pages is an error.
pub(super) fn files(
    inputs: &Inputs,
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
) -> (StandaloneFiles, Vec<Diagnostic>) {
    let mut files = StandaloneFiles::default();
    let mut diagnostics = Vec::new();
    for template in inputs.templates.keys() {
        let Some(path) = template.strip_prefix("pages/files/") else {
            continue;
        };
        match standalone::render_file(snapshot, templates, template) {
            Ok(file) => {
                files.files.insert(OutputPath::new(path), (template.clone(), file.bytes));
                files.queries.extend(file.queries);
                files.reads.extend(file.reads);
                diagnostics.extend(file.diagnostics);
            }
            Err(errors) => {
                // The empty file prevents further errors for links to it.
                files.files.insert(OutputPath::new(path), (template.clone(), Vec::new()));
                diagnostics.extend(errors);
            }
        }
    }
    let site = &inputs.site;
    for feed in inputs.settings.config.feeds.iter().filter(|it| !site.is_section(&it.section)) {
        let hint = did_you_mean(&feed.section, site.sections())
            .unwrap_or_else(|| "name a folder of content/".to_owned());
        let message =
            format!("a feed lists the pages below `{}`, but there are none", feed.section);
        let error = Diagnostic::error(Code::SiteTable, message).in_file(FEED_SOURCE).hint(hint);
        diagnostics.push(error);
    }
    (files, diagnostics)
}

/// Renders the feeds with the current texts of their pages. A page with an error is left out.
pub(super) fn feeds(
    sources: &Sources,
    inputs: &Inputs,
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
) -> Vec<(OutputPath, Vec<u8>)> {
    let document = |page: &Arc<Page>| {
        let text = sources.text_of(page).ok().filter(|_| page.is_valid)?;
        // The reads are not needed: the page has the same ones, and is rendered again when a result changes.
        let mut errors = Vec::new();
        let ((document, _), _) = record(snapshot, |recorder| {
            body::render_body(recorder, templates, page, &text, &mut errors)
        });
        errors.is_empty().then_some(document)
    };
    inputs.settings.config.feeds.iter().map(|feed| feed::render(feed, inputs, &document)).collect()
}
