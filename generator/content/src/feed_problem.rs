//! Reports feeds that cannot have entries.

use std::sync::Arc;

use crate::config::tables::{Feed, SortBy};
use crate::lists::PageQuery;
use crate::page::Page;
use crate::site::Site;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::entries_with_prefix;

/// Returns the error for a feed that can never have an entry, or the warning for a feed whose
/// section has pages but no page with a date. The diagnostic has no location yet.
pub fn problem(feed: &Feed, site: &Site) -> Option<Diagnostic> {
    let section = &feed.section;
    let query = site.query_of(section);
    let list = site.list(&query, SortBy::Date);
    // Unpublished pages can become entries. For a term, its route is the entry.
    let has_unpublished = entries_with_prefix(&site.unpublished, section)
        .any(|(route, page)| if page.is_itself { route != section } else { route == section });
    if has_unpublished || site.may_have_unread_below(section) {
        return None;
    }
    if list.pages.is_empty() {
        // A new site has only its home page. Its next page becomes an entry.
        if section.as_str() == "/" {
            return None;
        }
        let message = match &query {
            PageQuery::Term(..) => format!("no page has the term of `{section}`"),
            _ => format!("a feed lists the pages below `{section}`, but there are none"),
        };
        let taxonomy = site.terms.iter().find(|(name, _)| section[1..] == format!("{name}/"));
        let hint = match taxonomy {
            Some((name, terms)) => {
                let term = terms.keys().next().map_or("news", String::as_str);
                format!("name a term of the taxonomy: `section = \"/{name}/{term}/\"`")
            }
            None => did_you_mean(section, site.sections())
                .unwrap_or_else(|| "name a folder of content/, or a term".to_owned()),
        };
        return Some(Diagnostic::error(Code::SiteTable, message).hint(hint));
    }
    // The date of a page with errors is unknown.
    let may_have_date = |page: &Arc<Page>| page.front.dated_at.is_some() || !page.is_valid;
    if list.pages.iter().any(may_have_date) {
        return None;
    }
    let message = format!(
        "the feed {} has no entries: none of the {} pages of `{section}` has a `date`",
        feed.path,
        list.pages.len()
    );
    Some(
        Diagnostic::warning(Code::FeedWithoutEntries, message)
            .hint("add `date` to the front matter of the pages that the feed should contain"),
    )
}
