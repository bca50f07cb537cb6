//! Checks of rendered pages, and the final form of diagnostics.

pub(crate) mod external_links;
pub(crate) mod finalize;
mod future_dates;
pub(crate) mod links;
pub(crate) mod messages;
pub(crate) mod page_checks;
pub(crate) mod placeholder_content;
mod suppressed;
mod template_links;
mod text_problems;
pub(crate) mod translations;

pub(crate) use future_dates::FutureDates;

use croupier_base::diagnostic::code::Code;

/// Codes of diagnostics that the checks of pages find. As warnings they are reported by every build, so that the first build of a
/// process checks all pages again.
pub(crate) const PAGE_CODES: [Code; 15] = [
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
];
