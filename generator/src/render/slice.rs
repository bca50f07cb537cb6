//! A slice, rendered.

use std::sync::Arc;

use minijinja::context;

use crate::diagnostic::Diagnostic;
use crate::render::head::files_of;
use crate::snapshot::Snapshot;
use crate::snapshot::recorder::record;
use crate::snapshot::slice::Slice;
use crate::template::environment::Templates;

/// Renders the slice `name`, a part that persists across navigations and knows no page.
pub(crate) fn slice(snapshot: &Arc<Snapshot>, templates: &Templates, name: &str) -> Result<Slice, Diagnostic> {
    let path = format!("pages/slices/{name}.html");
    let (made, asked) = record(snapshot, |recorder| {
        let (html, emitted) = templates.render(recorder, &path, context! {})?;
        let files = files_of(recorder, &emitted);
        Ok((html, emitted, files))
    });
    let step = |diagnostic: Diagnostic| diagnostic.through(format!("slice {name}"));
    let (html, emitted, (chunks, styles)) = made.map_err(step)?;
    if let Some(wrong) = emitted.found.first() {
        return Err(step(wrong.clone()));
    }
    let (dependencies, queries, islands) = (asked.questions, emitted.queries, emitted.islands);
    Ok(Slice { html: html.trim().to_owned(), dependencies, queries, islands, chunks, styles })
}
