//! What is worth saying of pages though nothing is wrong: told by every build that still finds it, whether or not it renders the page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::build::page_record::PageRecord;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// The warnings of these pages, each once, however many pages a file makes.
pub(super) fn warnings<'a>(
    world: &World,
    records: impl Iterator<Item = &'a PageRecord>,
) -> Vec<Diagnostic> {
    let mut images = BTreeMap::<&SitePath, BTreeSet<(u32, u32)>>::new();
    for record in records.filter(|record| !record.unnamed.is_empty()) {
        images.entry(&record.source).or_default().extend(&record.unnamed);
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
                unnamed(Place::new(file.as_str(), Arc::clone(&text), start as usize..end as usize))
            })
            .collect::<Vec<_>>()
    };
    images.into_iter().flat_map(of_file).collect()
}

/// The warning of an image without a text, or of braces.
fn unnamed(image: Place) -> Diagnostic {
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

/// What is told of the finished HTML where it stops nothing.
pub(super) const OF_LINKS: [Code; 7] = [
    Code::BrokenLink,
    Code::BrokenAnchor,
    Code::MalformedAddress,
    Code::LinkEnds,
    Code::LinkMoved,
    Code::PolicyBlocks,
    Code::ImageWithoutText,
];
