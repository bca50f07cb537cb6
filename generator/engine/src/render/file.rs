//! Files that templates make and that are no pages.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::context;
use serde::de::IgnoredAny;

use crate::query::Snapshot;
use crate::query::recorder::{Reads, record};
use crate::template::environment::{Templates, is_json};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::SitePath;

/// A file that is no page.
#[derive(Debug)]
pub(crate) struct File {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Everything that its template asked for.
    pub reads: Reads,
    /// Static queries that it names.
    pub queries: BTreeMap<String, String>,
    /// What is wrong with the data that it shows.
    pub found: Vec<Diagnostic>,
}

/// Renders the template of a file that is no page, such as `pages/files/games.json`.
pub(crate) fn file(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    template: &SitePath,
) -> Result<File, Vec<Diagnostic>> {
    let (made, asked) =
        record(snapshot, |recorder| templates.render(recorder, template, &context! {}));
    let (text, emitted) = made?;
    let mut text = text.trim().to_owned();
    if let Err(error) =
        is_json(template).then(|| serde_json::from_str::<IgnoredAny>(&text)).transpose()
    {
        let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
        let cut: String = line.chars().skip(error.column().saturating_sub(40)).take(60).collect();
        let message = format!("this template makes no valid JSON: {error}, near `{}`", cut.trim());
        let hint = "write values as `{{ value }}` without quotes around them: in a JSON file they bring their own";
        return Err(vec![
            Diagnostic::error(Code::FileNotJson, message).in_file(template).hint(hint),
        ]);
    }
    text.push('\n');
    Ok(File {
        bytes: text.into_bytes(),
        reads: asked,
        queries: emitted.queries,
        found: emitted.found,
    })
}
