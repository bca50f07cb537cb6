//! The text of a page becomes HTML: its shortcodes are called and its Markdown is rendered. Its page shows it, and so do feeds.

use std::sync::Arc;

use crate::query::recorder::Recorder;
use crate::template::emitted::Emitted;
use crate::template::environment::Templates;
use crate::template::shortcodes;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_content::insert::MARK;
use croupier_content::markdown::{self, Document, Lookup};
use croupier_content::page::{Page, Text};

/// What the text of a page becomes, with what its shortcodes placed; what is wrong with it goes to `wrong`. Ranges count from the
/// beginning of the file.
pub(crate) fn rendered(
    recorder: &Recorder,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
    wrong: &mut Vec<Diagnostic>,
) -> (Document, Emitted) {
    let mut emitted = Emitted::default();
    let mut plain = Vec::new();
    let inserts =
        shortcodes::render(recorder, templates, page, text, &mut emitted, &mut plain, wrong);
    let mut document = markdown::render(
        text.body(),
        &inserts,
        &Lookup {
            dimensions: &|path| recorder.image(path).ok(),
            address: &|href| recorder.address(&page.source, href),
        },
    );
    let in_file = |range: &std::ops::Range<usize>| range.start + text.body..range.end + text.body;
    for range in &document.misplaced {
        let place = Place::new(page.source.as_str(), Arc::clone(&text.source), in_file(range));
        let error =
            Diagnostic::error(Code::BadShortcode, "a shortcode cannot stand here").at(place);
        wrong.push(error.hint("put it outside of addresses, titles, image texts and ids"));
    }
    // An address with a shortcode in it is told as that, and leads nowhere that could be looked for.
    document.links.retain(|link| !link.href.contains(MARK));
    for link in &mut document.links {
        link.range = in_file(&link.range);
    }
    document.unnamed.append(&mut plain);
    for range in &mut document.unnamed {
        *range = in_file(range);
    }
    (document, emitted)
}
