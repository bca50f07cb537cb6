//! A slice, rendered.

use std::sync::Arc;

use minijinja::context;

use crate::query::Snapshot;
use crate::query::recorder::record;
use crate::query::slice::Slice;
use crate::render::head::files_of;
use crate::template::environment::Templates;
use croupier_base::diagnostic::{ChainStep, Diagnostic};
use croupier_base::path::SitePath;

/// Renders the slice `name`, a part that persists across navigations and knows no page; the error is everything that is wrong with it.
pub(crate) fn slice(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    name: &str,
) -> Result<Slice, Vec<Diagnostic>> {
    let path = SitePath::new(format!("pages/slices/{name}.html"));
    let (made, asked) = record(snapshot, |recorder| {
        let (html, emitted) = templates.render(recorder, &path, &context! {})?;
        let files = files_of(recorder, &emitted);
        Ok((html, emitted, files))
    });
    let step = |found: Vec<Diagnostic>| {
        found.into_iter().map(|it| it.through(ChainStep::Slice(name.to_owned()))).collect()
    };
    let (html, emitted, (chunks, styles)) = made.map_err(step)?;
    if !emitted.found.is_empty() {
        return Err(step(emitted.found));
    }
    let (queries, islands) = (emitted.queries, emitted.islands);
    Ok(Slice { html: html.trim().to_owned(), reads: asked, queries, islands, chunks, styles })
}
