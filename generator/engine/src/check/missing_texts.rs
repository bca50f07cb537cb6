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
    let mut ranges = BTreeMap::<&SitePath, BTreeSet<(u32, u32)>>::new();
    for trace in traces.filter(|trace| !trace.unnamed.is_empty()) {
        ranges.entry(&trace.source).or_default().extend(&trace.unnamed);
    }
    let warnings_of_file = |(file, ranges): (&SitePath, BTreeSet<(u32, u32)>)| {
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
    ranges.into_iter().flat_map(warnings_of_file).collect()
}

/// Returns the warning about an image without alternative text, or about braces that call no shortcode.
fn warning(location: Location) -> Diagnostic {
    let text = &location.source[location.range.clone()];
    if text.starts_with("{{") {
        let hint = "call a macro of pages/shortcodes.html, `{{ name(\"...\") }}`, or write `\\{{` to show the braces";
        return Diagnostic::warning(
            Code::BadShortcode,
            "these braces call no shortcode and are shown as text",
        )
        .at(location)
        .hint(hint);
    }
    let hint = if text.starts_with('<') {
        "describe it in `alt`, as in `alt=\"two dice\"`, or write `alt=\"\"` if it is only decoration"
    } else {
        "describe it between the brackets: `![two dice](/images/dice.png)`"
    };
    Diagnostic::warning(Code::ImageWithoutText, "this image has no alternative text")
        .at(location)
        .hint(hint)
}
