//! Files that are made of content and are no pages: those of templates in pages/files/, and feeds.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::build::clashes::clash;
use crate::build::sources::Sources;
use crate::query::Snapshot;
use crate::query::inputs::Inputs;
use crate::query::recorder::{Reads, record};
use crate::render::site_files::feed;
use crate::render::{file, text};
use crate::template::environment::Templates;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::page::Page;

/// Files that are made of content and are no pages.
#[derive(Debug, Default)]
pub(crate) struct ContentFiles {
    /// What asked for it, and its text, by output path.
    pub files: BTreeMap<OutputPath, (SitePath, Vec<u8>)>,
    /// Static queries that they name: the hash of the data by its name.
    pub queries: BTreeMap<String, String>,
    /// Everything that their templates asked for.
    pub reads: Reads,
}

impl ContentFiles {
    /// Adds feeds, unless a template makes the same file.
    pub(super) fn add_feeds(&mut self, feeds: &[(OutputPath, Vec<u8>)]) -> Vec<Diagnostic> {
        let (settings, mut found) = (SitePath::new(SETTINGS), Vec::new());
        for (path, text) in feeds {
            match self.files.get(path) {
                Some((other, _)) => found.push(clash(path, &settings, other)),
                None => drop(self.files.insert(path.clone(), (settings.clone(), text.clone()))),
            }
        }
        found
    }
}

/// Renders the templates in pages/files/, each of which makes the file of its name. A feed of nothing is an error.
pub(super) fn files(
    inputs: &Inputs,
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
) -> (ContentFiles, Vec<Diagnostic>) {
    let mut files = ContentFiles::default();
    let mut found = Vec::new();
    for template in inputs.templates.keys() {
        let Some(path) = template.strip_prefix("pages/files/") else {
            continue;
        };
        match file::file(snapshot, templates, template) {
            Ok(file) => {
                files.files.insert(OutputPath::new(path), (template.clone(), file.bytes));
                files.queries.extend(file.queries);
                files.reads.extend(file.reads);
                found.extend(file.found);
            }
            Err(errors) => {
                // A link to it is no mistake.
                files.files.insert(OutputPath::new(path), (template.clone(), Vec::new()));
                found.extend(errors);
            }
        }
    }
    for feed in
        inputs.settings.config.feeds.iter().filter(|feed| !inputs.site.is_section(&feed.section))
    {
        let hint = did_you_mean(&feed.section, inputs.site.sections())
            .unwrap_or_else(|| "name a folder of content/".to_owned());
        let error = Diagnostic::error(
            Code::SiteTable,
            format!("a feed is of `{}`, below which there are no pages", feed.section),
        );
        found.push(error.in_file(SETTINGS).hint(hint));
    }
    (files, found)
}

/// What a feed is made for is said here.
pub(super) const SETTINGS: &str = "site.toml";

/// The feeds, with the texts of their pages as they are now.
pub(super) fn feeds(
    sources: &Sources,
    inputs: &Inputs,
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
) -> Vec<(OutputPath, Vec<u8>)> {
    let document = |page: &Arc<Page>| {
        let text = sources.text_of(page).ok().filter(|_| page.is_valid)?;
        // What it asks for its page asks too, which is looked at again when an answer changes.
        let mut wrong = Vec::new();
        let (made, _) = record(snapshot, |recorder| {
            text::rendered(recorder, templates, page, &text, &mut wrong)
        });
        wrong.is_empty().then_some(made.0)
    };
    inputs.settings.config.feeds.iter().map(|feed| feed::file(feed, inputs, &document)).collect()
}
