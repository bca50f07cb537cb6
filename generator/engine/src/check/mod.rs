//! Checks of rendered pages, and the final form of diagnostics.

pub(crate) mod finalize;
mod future_dates;
pub(crate) mod links;
mod missing_texts;
pub(crate) mod placeholder_content;
mod suppressed;
mod template_links;

pub(crate) use future_dates::future_dates;
pub(crate) use missing_texts::missing_texts;

use croupier_base::diagnostic::code::Code;

/// Codes of diagnostics about links. As warnings they are reported by every build, so that all links are checked again.
pub(crate) const LINK_CODES: [Code; 10] = [
    Code::BrokenLink,
    Code::BrokenAnchor,
    Code::MalformedAddress,
    Code::LinkEnds,
    Code::LinkMoved,
    Code::PolicyBlocks,
    Code::ImageWithoutText,
    Code::Footnote,
    Code::DuplicateId,
    Code::ForeignSyntax,
];
