//! The text of a page becomes HTML: its shortcodes are called and its Markdown is rendered. Its page shows it, and so do feeds.

use std::sync::Arc;

use crate::content::markdown::{self, Document, Lookup};
use crate::content::page::{Page, Text};
use crate::diagnostic::code::Code;
use crate::diagnostic::{Diagnostic, Place};
use crate::snapshot::recorder::Recorder;
use crate::template::emitted::Emitted;
use crate::template::environment::Templates;
use crate::template::shortcodes;

/// What the text of a page becomes, with what its shortcodes placed. Ranges count from the beginning of the file.
pub(crate) fn rendered(
    recorder: &Recorder,
    templates: &Templates,
    page: &Page,
    text: &Text,
) -> Result<(Document, Emitted), Diagnostic> {
    let text = &Text { body: text.body + page.front.text_begins.unwrap_or(0), ..text.clone() };
    let mut emitted = Emitted::default();
    let inserts = shortcodes::render(recorder, templates, page, text, &mut emitted)?;
    let mut document = markdown::render(
        text.body(),
        &inserts,
        &Lookup { dimensions: &|path| recorder.image(path).ok(), address: &|href| recorder.address(&page.source, href) },
    );
    let in_file = |range: &std::ops::Range<usize>| range.start + text.body..range.end + text.body;
    if let Some(range) = document.misplaced.first() {
        return Err(Diagnostic::error(Code::BadShortcode, "a shortcode cannot stand here")
            .at(Place::new(page.source.as_str(), Arc::clone(&text.source), in_file(range)))
            .hint("put it outside of addresses, titles, image texts and ids"));
    }
    for link in &mut document.links {
        link.range = in_file(&link.range);
    }
    for range in &mut document.unnamed {
        *range = in_file(range);
    }
    Ok((document, emitted))
}
