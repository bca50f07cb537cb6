//! Reports entries of site.toml that name no pages: feeds, folders of `[permalinks]`, and files of `[content] order`.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::config::tables::feed::Feed;
use crate::lists::PageQuery;
use crate::model::SortBy;
use crate::model::content_order::ContentOrder;
use crate::page::Page;
use crate::site::Site;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Route, SitePath};

/// Returns the warning for a feed without entries. It is an error if the section is probably misspelled. The diagnostic has
/// no location yet.
pub fn feed_problem(feed: &Feed, site: &Site) -> Option<Diagnostic> {
    if let Some(taxonomy) = &feed.taxonomy {
        return without_taxonomy(feed, taxonomy, site);
    }
    let section = &feed.section;
    let query = site.query_of(feed.language, section);
    let list = site.list(&query, SortBy::Date);
    // Unpublished pages can become entries. For a term, its route is the entry.
    let has_unpublished = site.unpublished.iter().any(|(route, page)| match &page.file_route {
        Some(file_route) => file_route != section && file_route.starts_with(section.as_str()),
        None => route == section,
    });
    if has_unpublished || site.may_have_unread_below(section) {
        return None;
    }
    if list.pages.is_empty() {
        return without_pages(feed, &query, site);
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
        Diagnostic::warning(Code::NoPages, message)
            .hint("add `date` to the front matter of the pages that the feed should contain"),
    )
}

/// Returns the error for the feeds of the terms of a taxonomy that site.toml does not declare.
fn without_taxonomy(feed: &Feed, taxonomy: &str, site: &Site) -> Option<Diagnostic> {
    let terms = site.terms(feed.language);
    if terms.contains_key(taxonomy) {
        return None;
    }
    let message = format!("there is no taxonomy `{taxonomy}`, whose terms could have feeds");
    let hint = did_you_mean(taxonomy, terms.keys().map(String::as_str))
        .unwrap_or_else(|| format!("declare it: `[[taxonomies]]` with `name = \"{taxonomy}\"`"));
    Some(Diagnostic::error(Code::SiteTable, message).hint(hint))
}

/// Returns the diagnostic for a feed whose section has no pages.
fn without_pages(feed: &Feed, query: &PageQuery, site: &Site) -> Option<Diagnostic> {
    let section = &feed.section;
    // A new site has only its home page. Its next page becomes an entry.
    if section.as_str() == "/" {
        return None;
    }
    let mut terms = site.terms(feed.language).iter();
    let taxonomy = terms.find(|(name, _)| section[1..] == format!("{name}/"));
    if let Some((name, terms)) = taxonomy {
        let term = terms.keys().next().map_or("news", String::as_str);
        let message = format!("a feed lists the pages of one term, and `{section}` has no term");
        let hint = format!("name a term of the taxonomy: `section = \"/{name}/{term}/\"`");
        return Some(Diagnostic::error(Code::SiteTable, message).hint(hint));
    }

    let message = match query {
        PageQuery::Term(..) => format!("no page has the term of `{section}`"),
        _ => format!("there are no pages below `{section}`"),
    };
    // A folder whose pages were removed, such as the samples of a new site, is no mistake.
    let folder = site.folder_hint(section);
    let similar = folder.or_else(|| did_you_mean(section, site.sections()));
    if let Some(hint) = similar.filter(|_| !site.pages.contains_key(&feed.section_route())) {
        let message = format!("a feed has no entries: {message}");
        return Some(Diagnostic::error(Code::SiteTable, message).hint(hint));
    }
    Some(
        Diagnostic::warning(
            Code::NoPages,
            format!("the feed {} has no entries: {message}", feed.path),
        )
        .hint("add a page, or remove the feed"),
    )
}

/// Returns the warning for a folder of `[permalinks]` without pages. It is an error if the folder is probably misspelled.
pub fn permalink_problem(folder: &str, site: &Site) -> Option<Diagnostic> {
    let name = folder.strip_prefix("content")?;
    let route = Route::new(name.to_lowercase());
    let has_pages = |route: &str| site.has_files_in(route) || site.has_unpublished_in(route);
    if has_pages(&route) || has_pages(name) || site.may_have_unread_below(&route) {
        return None;
    }
    let message = format!("`[permalinks]` names the folder {folder}, which has no pages");
    let folders = site.sections();
    let names = folders.iter().map(|it| it.trim_matches('/'));
    Some(match did_you_mean(name.trim_matches('/'), names) {
        Some(hint) => Diagnostic::error(Code::SiteTable, message).hint(hint),
        None => {
            Diagnostic::warning(Code::NoPages, message).hint("add a page, or remove the pattern")
        }
    })
}

/// Returns the entries that name no content file of the site, and those that occur twice, by index. The diagnostics have no locations
/// yet.
pub fn order_problems(order: &ContentOrder, site: &Site) -> Vec<(usize, Diagnostic)> {
    if order.entries().next().is_none() {
        return Vec::new();
    }

    let published = site.pages.values().map(|page| &page.source);
    let unpublished = site.unpublished.values().map(|page| &page.source);
    let known: BTreeSet<&SitePath> = published.chain(unpublished).collect();

    let mut seen = BTreeSet::new();

    let problem = |(index, (entry, file)): (usize, (&str, SitePath))| {
        let error = |message: String, hint: String| {
            Some((index, Diagnostic::error(Code::SiteTable, message).hint(hint)))
        };

        if !seen.insert(file.clone()) {
            return error(
                format!("`{entry}` is in the list twice"),
                "remove one of them".to_owned(),
            );
        }

        if known.contains(&file) {
            return None;
        }

        if entry.ends_with('/') {
            let hint = "create it: its title is that of the folder in menus".to_owned();
            return error(
                format!("there is no {file}, which has the position of the folder"),
                hint,
            );
        }

        let names = known.iter().filter_map(|file| file.strip_prefix("content/"));
        let hint = did_you_mean(entry, names).unwrap_or_else(|| {
            "name a content file, such as `guides/install.md`, or a folder, such as `guides/`"
                .to_owned()
        });
        error(format!("there is no content file {file}"), hint)
    };

    order.entries().enumerate().filter_map(problem).collect()
}
