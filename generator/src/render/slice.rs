//! A slice, rendered.

use minijinja::{Environment, context};

use crate::diagnostic::Diagnostic;
use crate::render::head::files_of;
use crate::snapshot::Snapshot;
use crate::snapshot::dependency::Dependency;
use crate::snapshot::recorder::{depends_on, recording};
use crate::snapshot::slice::Slice;
use crate::template::environment;

/// Renders the slice `name`, a part that persists across navigations and knows no page.
pub(crate) fn slice(snapshot: &Snapshot, env: &Environment<'_>, name: &str) -> Result<Slice, Diagnostic> {
    let path = format!("pages/slices/{name}.html");
    let (made, dependencies) = recording(|| {
        depends_on(Dependency::Head);
        environment::render(env, &snapshot.templates, &path, context! {})
    });
    let step = |diagnostic: Diagnostic| diagnostic.through(format!("slice {name}"));
    let (html, emitted) = made.map_err(step)?;
    if let Some(wrong) = emitted.found.first() {
        return Err(step(wrong.clone()));
    }
    let (chunks, styles) = files_of(snapshot, &emitted);
    Ok(Slice { html: html.trim().to_owned(), dependencies, queries: emitted.queries, islands: emitted.islands, chunks, styles })
}
