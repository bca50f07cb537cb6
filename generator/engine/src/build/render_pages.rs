//! Pages that are out of date, rendered: their files wait beside their places, and what each was made from is remembered.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::build::engine::Engine;
use crate::build::page_record::PageRecord;
use crate::build::rendered::{RenderedPage, share};
use crate::output::staging::Staging;
use crate::query::recorder::Reads;
use crate::render::page::{self, PageOutput};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::dedup::dedup;
use croupier_base::digest::Digest;
use croupier_base::path::Route;
use croupier_content::markdown::Link;
use croupier_content::page::Page;

impl Engine {
    pub(super) fn rendered(
        &self,
        page: &Arc<Page>,
    ) -> Result<(PageOutput, Reads), Vec<Diagnostic>> {
        let context = self.context();
        let text = self.sources.text_of(page).map_err(|error| vec![error])?;
        page::page(&context.snapshot, &context.templates, page, &text)
    }

    /// The links of pages that could not be rendered, so that a second look finds nothing more. What is wrong with the texts of those
    /// whose front matter is broken goes to `found`.
    pub(super) fn texts_alone(
        &self,
        finished: &[RenderedPage],
        dirty: &[Arc<Page>],
        found: &mut Vec<Diagnostic>,
    ) -> Vec<(Arc<Page>, Vec<Link>)> {
        let context = self.context();
        // A page that cannot be read has said so.
        let pages =
            context.inputs.site.pages.values().take_while(|_| !self.sources.errors.is_empty());
        let unread = pages.filter(|page| !page.is_valid && !page.is_generated && !page.front.draft);
        let done: BTreeSet<&Route> = finished.iter().map(|it| &it.page.route).collect();
        let failed = dirty.iter().filter(|page| !page.is_generated && !done.contains(&page.route));
        let looked_at = unread.chain(failed).filter_map(|page| {
            let text = self.sources.text_of(page).ok()?;
            let (links, wrong) =
                page::text_alone(&context.snapshot, &context.templates, page, &text);
            found.extend(wrong.into_iter().filter(|_| !page.is_valid));
            Some((Arc::clone(page), links))
        });
        looked_at.collect()
    }

    /// Renders pages and writes what changed beside its place; what is wrong with others does not stop it.
    pub(super) fn render(
        &self,
        staging: &Staging,
        dirty: &[Arc<Page>],
        same: &[bool],
    ) -> (Vec<RenderedPage>, Vec<Diagnostic>) {
        let finished: Vec<Result<RenderedPage, Vec<Diagnostic>>> = dirty
            .par_iter()
            .map(|page| {
                let (rendered, asked) = self.rendered(page)?;
                let html = self
                    .put(staging, page.route.html(), &rendered.html)
                    .map_err(|error| vec![error])?;
                let data = self.put(staging, page.route.data(), &rendered.data);
                // Nobody would know of a file that is staged by a page that failed.
                let data = data
                    .inspect_err(|_| staging.unstage(&html.path))
                    .map_err(|error| vec![error])?;
                let written = data.written.digest;
                Ok(RenderedPage {
                    files: vec![html, data],
                    ..self.finished(page, rendered, &asked, written, same)
                })
            })
            .collect();
        let mut errors = Vec::new();
        // They stay where they lie in memory, which is not there twice.
        let files = finished
            .into_iter()
            .filter_map(|result| result.map_err(|found| errors.extend(found)).ok())
            .collect();
        (files, dedup(errors))
    }

    /// What is remembered of a rendered page: its bytes are written, or were never wanted.
    pub(super) fn finished(
        &self,
        page: &Arc<Page>,
        rendered: PageOutput,
        asked: &Reads,
        data: Digest,
        same: &[bool],
    ) -> RenderedPage {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.addresses().meet(rendered.links.iter().map(|link| &link.href));
        let (digest, taken) = self.sources.digests(page);
        let record = PageRecord {
            source: page.source.clone(),
            digest,
            taken,
            data,
            dependencies: self.dependencies().ids(asked),
            anchors: rendered.anchors.into(),
            links: rendered
                .links
                .into_iter()
                .map(|link| (link.usage, link.href, place(link.range.start), place(link.range.end)))
                .collect(),
            made: self.addresses().ids(rendered.made.iter()),
            unnamed: if page.is_generated {
                Box::default()
            } else {
                rendered
                    .unnamed
                    .iter()
                    .map(|range| (place(range.start), place(range.end)))
                    .collect()
            },
            queries: rendered.queries,
            reason: self.reason(page, same),
        };
        let found = if page.is_generated { Vec::new() } else { rendered.found };
        RenderedPage {
            page: Arc::clone(page),
            share: share(&page.route, &record),
            record,
            files: Vec::new(),
            found,
        }
    }
}
