//! Checks of front matter and of rendered pages, and the final form of diagnostics.

pub(crate) mod external_links;
mod file_links;
pub(crate) mod finalize;
pub(crate) mod front_matter;
mod future_dates;
pub(crate) mod links;
pub(crate) mod messages;
pub(crate) mod page_checks;
pub(crate) mod placeholder_content;
mod suppressed;
mod template_links;
mod text_problems;
pub(crate) mod translation_keys;
pub(crate) mod translations;

pub(crate) use future_dates::FutureDates;

use crate::sources::Sources;
use croupier_base::diagnostic::Location;
use croupier_base::diagnostic::code::Code;
use croupier_content::page::Page;

/// Codes of diagnostics that the checks of pages find. As warnings they are reported by every build, so that the first build of a
/// process checks all pages again.
pub(crate) const PAGE_CODES: [Code; 16] = [
    Code::BadShortcode,
    Code::BrokenLink,
    Code::BrokenAnchor,
    Code::MalformedAddress,
    Code::LinkEnds,
    Code::LinkMoved,
    Code::PolicyBlocks,
    Code::ImageWithoutText,
    Code::HeadingWithoutText,
    Code::Footnote,
    Code::DuplicateId,
    Code::ForeignSyntax,
    Code::ExternalImage,
    Code::SocialCardText,
    Code::TranslationOutline,
    Code::Typography,
];

/// Returns the line with a key in the front matter of a page. `None` if the file does not have it, or is a data file.
fn line_of_key(sources: &Sources, page: &Page, key: &str) -> Option<Location> {
    let text = sources.text(&page.source).ok().filter(|_| page.row.is_none())?;
    let mut start = text.front.start;
    for line in text.front().split_inclusive('\n') {
        let value = line.strip_prefix(key).map(str::trim_start);
        if value.is_some_and(|value| value.starts_with(['=', ':'])) {
            let range = start..start + line.trim_end().len();
            return Some(Location::new(page.source.as_str(), text.source, range));
        }
        start += line.len();
    }
    None
}
