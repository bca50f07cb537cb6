//! Warnings about images without alternative text and braces that call no shortcode. Every build reports them, whether or not it
//! renders the page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::session::trace::Trace;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// Returns the warnings of these traces. A file that makes several pages is reported once.
pub(crate) fn missing_texts<'a>(
    world: &World,
    traces: impl Iterator<Item = &'a Trace>,
) -> Vec<Diagnostic> {
    let mut images = BTreeMap::<&SitePath, BTreeSet<(u32, u32)>>::new();
    for trace in traces.filter(|trace| !trace.unnamed.is_empty()) {
        images.entry(&trace.source).or_default().extend(&trace.unnamed);
    }
    let of_file = |(file, ranges): (&SitePath, BTreeSet<(u32, u32)>)| {
        let text = world
            .read(file)
            .ok()
            .and_then(|bytes| String::from_utf8(text::read(file, bytes)).ok())
            .unwrap_or_default();
        let text: Arc<str> = text.into();
        ranges
            .into_iter()
            .map(|(start, end)| {
                warning(Location::new(
                    file.as_str(),
                    Arc::clone(&text),
                    start as usize..end as usize,
                ))
            })
            .collect::<Vec<_>>()
    };
    images.into_iter().flat_map(of_file).collect()
}

/// The warning about an image without alternative text, or about braces.
fn warning(image: Location) -> Diagnostic {
    let words = &image.source[image.range.clone()];
    if words.starts_with("{{") {
        let hint = "call a macro of pages/shortcodes.html, `{{ name(\"...\") }}`, or write `\\{{` if the braces are meant for readers";
        return Diagnostic::warning(
            Code::BadShortcode,
            "these braces call nothing, and readers see them",
        )
        .at(image)
        .hint(hint);
    }
    let hint = if words.starts_with('<') {
        "say in `alt` what it shows, `alt=\"two dice\"`, or write `alt=\"\"` where it shows nothing that is not said beside it"
    } else {
        "say between the brackets what it shows: `![two dice](/images/dice.png)`"
    };
    Diagnostic::warning(
        Code::ImageWithoutText,
        "this image has no text for those who cannot see it",
    )
    .at(image)
    .hint(hint)
}
