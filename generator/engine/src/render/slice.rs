//! Renders slices, and what a release knows about each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minijinja::context;
use serde::{Deserialize, Serialize};

use crate::query::Snapshot;
use crate::query::recorder::{Reads, record, with_includes};
use crate::query::results::ShownSlice;
use crate::render::head::chunks_and_styles;
use crate::render::html::with_nfc_urls;
use crate::render::standalone::read_build_year;
use crate::template::environment::Templates;
use croupier_base::diagnostic::{ChainStep, Diagnostic};
use croupier_base::path::SitePath;
use croupier_content::languages::LanguageKey;
use croupier_content::markdown::ProblemKind;

/// The rendered slices, by id.
pub(crate) type Slices = BTreeMap<String, Slice>;

/// A rendered slice: a persistent region, whose HTML is the same on every page and stays in the document across navigations.
#[derive(Debug, Clone, Default, Hash, Serialize, Deserialize)]
pub(crate) struct Slice {
    /// Its HTML.
    pub html: String,
    /// The queries of its rendering.
    pub reads: Reads,
    /// The hashes of the static queries that it uses, by data file.
    pub queries: BTreeMap<String, String>,
    /// The names of its islands.
    pub islands: BTreeSet<String>,
    /// URLs of the modules of these islands.
    pub chunks: BTreeSet<String>,
    /// URLs of the style sheets of these islands, and of the style sheets that its template names.
    pub styles: Vec<String>,
    /// URLs in the summaries of pages that it shows.
    pub excerpt_links: BTreeSet<String>,
    /// Problems of Markdown in data and front matter that it shows, each with the text that has it.
    pub text_problems: BTreeSet<(ProblemKind, String)>,
}

impl Slice {
    /// Returns what pages show of it.
    pub(crate) fn shown(&self) -> ShownSlice {
        ShownSlice {
            html: self.html.clone(),
            styles: self.styles.clone(),
            excerpt_links: self.excerpt_links.clone(),
            text_problems: self.text_problems.clone(),
        }
    }
}

/// A slice in a language.
#[derive(Debug, Clone)]
pub(crate) struct SliceKey {
    /// The id of the slice, which starts with the path of the language.
    pub id: String,
    /// The name of its template.
    pub name: String,
    /// The language in which it is rendered.
    pub language: LanguageKey,
}

/// Renders a slice: a persistent region, which stays in the document across navigations.
///
/// A slice is independent of the page that shows it. Returns all errors in the slice.
pub(crate) fn render_slice(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    SliceKey { id, name, language }: &SliceKey,
) -> Result<Slice, Vec<Diagnostic>> {
    let path = SitePath::new(format!("pages/slices/{name}.html"));

    let (result, reads) = record(snapshot, *language, |recorder| {
        read_build_year(recorder);
        with_includes(|includes| includes.region = format!("slice {id}").into());
        let (html, emitted) = templates.render(recorder, &path, &context! {})?;
        let site = recorder.head();
        let (chunks, styles) = chunks_and_styles(recorder, site.base, &emitted);
        let html = with_nfc_urls(html.trim().to_owned(), site.base_url);
        Ok((html, emitted, chunks, styles))
    });

    let add_step = |diagnostics: Vec<Diagnostic>| -> Vec<Diagnostic> {
        let step = ChainStep::Slice(name.to_owned());
        diagnostics.into_iter().map(|diagnostic| diagnostic.through(step.clone())).collect()
    };

    let (html, emitted, chunks, styles) = result.map_err(add_step)?;
    if !emitted.diagnostics.is_empty() {
        return Err(add_step(emitted.diagnostics));
    }

    Ok(Slice {
        html,
        reads,
        queries: emitted.queries,
        islands: emitted.islands,
        chunks,
        styles,
        excerpt_links: emitted.excerpt_links,
        text_problems: emitted.text_problems,
    })
}
