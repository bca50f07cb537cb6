//! Renders the body of a page to HTML: expands its shortcodes and renders its Markdown.

use std::ops::Range;
use std::sync::Arc;

use crate::query::recorder::Recorder;
use crate::template::environment::Templates;
use crate::template::shortcodes;
use crate::template::used_assets::UsedAssets;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_content::markdown::PLACEHOLDER;
use croupier_content::markdown::{self, Document, Lookup};
use croupier_content::page::{Page, Text};

/// Renders the body of a page, for the page itself and for feeds.
///
/// Returns the document, and what its shortcodes emitted. Appends errors to `diagnostics`. Ranges
/// are byte ranges in the file.
pub(crate) fn render_body(
    recorder: &Recorder,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Document, UsedAssets) {
    let mut emitted = UsedAssets::default();
    let mut literal_braces = Vec::new();
    let inserts = shortcodes::render(
        recorder,
        templates,
        page,
        text,
        &mut emitted,
        &mut literal_braces,
        diagnostics,
    );
    let mut document = markdown::render(
        text.body(),
        &inserts,
        &Lookup {
            dimensions: &|path| recorder.image(path).ok(),
            resolve_link: &|href| recorder.address(&page.source, href),
        },
    );
    let in_file = |range: &Range<usize>| range.start + text.body..range.end + text.body;
    for range in &document.misplaced {
        let location =
            Location::new(page.source.as_str(), Arc::clone(&text.source), in_file(range));
        diagnostics.push(
            Diagnostic::error(Code::BadShortcode, "a shortcode is not allowed here")
                .at(location)
                .hint("move it out of the URL, title, image description or id"),
        );
    }
    // A URL that contains a shortcode is an error already, so its target is not checked.
    document.links.retain(|link| !link.href.contains(PLACEHOLDER));
    for link in &mut document.links {
        link.range = in_file(&link.range);
    }
    document.unnamed.append(&mut literal_braces);
    for range in &mut document.unnamed {
        *range = in_file(range);
    }
    (document, emitted)
}
