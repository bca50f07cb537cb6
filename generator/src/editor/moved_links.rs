//! Links and URLs that follow a page to its new path.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use serde_json::json;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::edits::edited;
use croupier_base::path::{Href, Route, SitePath};
use croupier_base::syntax::spanned::{SpannedValue, Value as Spanned};
use croupier_base::url::{self, link_target};
use croupier_content::links::{asset_file, content_file};
use croupier_edits::{Edit, escaped};
use croupier_engine::{PageEntry, PreviewSession, TextLink};

/// The routes of renamed pages, before and after.
pub(super) type Routes = BTreeMap<Route, Route>;

/// Returns the ways in which texts write the old URLs, and the new link targets.
fn spellings_of(routes: &Routes, urls: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let of_route = |(old, new): (&Route, &Route)| {
        let new = link_target(new);
        url::spellings(old).into_iter().map(move |spelling| (spelling, new.clone()))
    };
    let of_url = |(old, new): (&String, &String)| {
        let spellings = BTreeSet::from([old.clone(), url_target(old)]);
        let new = url_target(new);
        spellings.into_iter().map(move |spelling| (spelling, new.clone()))
    };
    routes.iter().flat_map(of_route).chain(urls.iter().flat_map(of_url)).collect()
}

/// Returns a URL with its path as the target of a link.
fn url_target(url: &str) -> String {
    let start = url.find("://").map_or(0, |at| at + 3);
    let path = url[start..].find('/').map_or(url.len(), |at| start + at);
    format!("{}{}", &url[..path], link_target(&url[path..]))
}

/// Returns the links of texts to a page. Fails if the site cannot be read.
pub(super) fn links_to(
    session: &mut PreviewSession,
    page: &PageEntry,
) -> Result<Vec<TextLink>, Vec<Diagnostic>> {
    session.prepare_base()?;
    let files: BTreeMap<SitePath, Route> =
        session.pages().into_iter().map(|page| (page.source, page.route)).collect();
    let base_url = session.settings().base_url.clone();
    let on_host = session.url_on_host(&page.route, page.language);

    let links_to_page = |link: &TextLink| match content_file(&link.source, &link.href) {
        Some((file, _)) => files.get(&file) == Some(&page.route),
        None if on_host.as_ref().is_some_and(|it| is_url(&link.href, it)) => true,
        None => {
            let path = target(&base_url, &link.href).map(|(path, _)| path.to_owned());
            let resolved = files
                .get(&link.source)
                .and_then(|own| url::resolve_relative(own, &url::decoded(&link.href.path_only())));
            path.or(resolved).is_some_and(|path| routes_of(&path).contains(&page.route))
        }
    };
    Ok(session.text_links().into_iter().filter(links_to_page).collect())
}

/// Whether a link names a page by its whole URL, with or without the last slash.
fn is_url(href: &Href, url: &str) -> bool {
    let (written, _) = href.split_path();
    url::decoded(written).trim_end_matches('/') == url.trim_end_matches('/')
}

/// Returns the routes of the page that a URL path can mean: servers add the last slash, and the file of a folder is its page.
fn routes_of(path: &str) -> [Route; 2] {
    let path = Route::from_url_path(&Href::new(&*url::decoded(path)));
    let folder = Route::new(format!("{path}/"));
    [path, folder]
}

/// Returns the path of a link below the root of the site, and the rest of it. None for other links.
fn target<'a>(base_url: &str, href: &'a Href) -> Option<(&'a str, &'a str)> {
    let (path, rest) = href.split_path();
    let path = path.strip_prefix(base_url).unwrap_or(path);
    (path.starts_with('/') && !path.starts_with("//")).then_some((path, rest))
}

/// The files that move, and what the site had before.
#[derive(Default)]
pub(super) struct Moves {
    /// The moved files, before and after.
    pub files: BTreeMap<SitePath, SitePath>,
    /// The URL paths of pages and of other files that change, before and after.
    pub routes: Routes,
    /// The pages before, by file.
    pub pages: BTreeMap<SitePath, Route>,
    /// The URL paths of the pages before.
    pub page_routes: HashSet<Route>,
    /// The URLs on other hosts that change, before and after.
    pub urls: BTreeMap<String, String>,
    /// The ways in which texts write the URLs that change, and the new link targets.
    pub spellings: Vec<(String, String)>,
    /// The page assets before.
    pub assets: BTreeSet<SitePath>,
    pub base_url: String,
}

impl Moves {
    /// Prepares the searches in texts, after the routes and pages are known.
    pub(super) fn index(&mut self) {
        self.page_routes = self.pages.values().cloned().collect();
        self.spellings = spellings_of(&self.routes, &self.urls);
    }

    /// Returns the path of a file afterwards.
    pub(super) fn new_path<'a>(&'a self, file: &'a SitePath) -> &'a SitePath {
        self.files.get(file).unwrap_or(file)
    }

    /// Whether a text can have a path or a URL that changes.
    pub(super) fn concerns(&self, source: &SitePath, text: &str) -> bool {
        let name = |file: &SitePath| file.rsplit('/').next().is_some_and(|it| text.contains(it));
        let mut spellings = self.spellings.iter().map(|(it, _)| it.trim_end_matches('/'));
        self.files.contains_key(source)
            || self.files.keys().any(name)
            || spellings.any(|it| text.contains(it))
    }

    /// Returns a link after the move. None if it stays as it is.
    pub(super) fn new_href(&self, link: &TextLink) -> Option<String> {
        if let Some((file, rest)) = content_file(&link.source, &link.href) {
            return self.new_path_of(link, &file, rest);
        }
        if let Some((file, rest)) = self.asset_of(link) {
            return self.new_path_of(link, &file, rest);
        }
        self.new_url(&link.href).or_else(|| self.new_relative_route(link))
    }

    /// Returns a URL or a path below the root of the site after the move. None if it stays as it is.
    fn new_url(&self, href: &Href) -> Option<String> {
        if let Some((_, new)) = self.urls.iter().find(|(old, _)| is_url(href, old)) {
            return Some(format!("{}{}", url_target(new), href.split_path().1));
        }
        let (path, rest) = target(&self.base_url, href)?;
        let new = self.new_route(path)?;
        let start = &href[..href.len() - path.len() - rest.len()];
        Some(format!("{start}{}{rest}", link_target(new)))
    }

    /// Returns the route of a URL path after the move. None if it stays as it is.
    fn new_route(&self, path: &str) -> Option<&Route> {
        routes_of(path).iter().find_map(|route| self.routes.get(route))
    }

    /// Returns a link to a file after the move.
    fn new_path_of(&self, link: &TextLink, file: &SitePath, rest: &str) -> Option<String> {
        let (source, target) = (self.new_path(&link.source), self.new_path(file));
        if target == file && source == &link.source {
            return None;
        }
        let path = match target.strip_prefix("static") {
            // Files of static/ have no path relative to a page.
            Some(url) => url.to_owned(),
            None if link.href.starts_with('/') => target.strip_prefix("content")?.to_owned(),
            None => relative(source, target),
        };
        let (written, _) = link.href.split_path();
        let is_same = url::decoded(written) == path;
        (!is_same).then(|| format!("{}{rest}", link_target(&path)))
    }

    /// Returns the page asset that a link names by its path, and the rest of the link. None for other links.
    fn asset_of<'a>(&self, link: &'a TextLink) -> Option<(SitePath, &'a str)> {
        asset_file(&link.source, &link.href).filter(|(file, _)| self.assets.contains(file))
    }

    /// Returns a link that is relative to the URL of its page, such as `../about/`, after the move.
    fn new_relative_route(&self, link: &TextLink) -> Option<String> {
        if target(&self.base_url, &link.href).is_some() {
            return None;
        }
        let own = self.pages.get(&link.source)?;
        let (path, rest) = link.href.split_path();
        let path = url::decoded(path);
        let resolved = routes_of(&url::resolve_relative(own, &path)?);
        let old = resolved.into_iter().find(|it| self.page_routes.contains(it))?;
        let new = self.routes.get(&old).unwrap_or(&old);
        let new_own = self.routes.get(own).unwrap_or(own);

        let is_same =
            url::resolve_relative(new_own, &path).is_some_and(|it| routes_of(&it).contains(new));
        (!is_same).then(|| format!("{}{rest}", link_target(new)))
    }

    /// Collects edits of texts that contain an old URL, perhaps with a fragment, or the path of a page asset. `source` is the file of the value.
    pub(super) fn find_urls(
        &self,
        source: &SitePath,
        value: &SpannedValue,
        pointer: &str,
        edits: &mut Vec<Edit>,
    ) {
        match &value.value {
            Spanned::Text(text) => {
                let link = TextLink {
                    source: source.clone(),
                    href: Href::new(text.as_str()),
                    range: 0..0,
                };

                let new = match self.asset_of(&link) {
                    Some((file, rest)) => self.new_path_of(&link, &file, rest),
                    None => self
                        .new_url(&link.href)
                        .or_else(|| with_new_urls(text, &self.spellings, &self.base_url)),
                };

                let edit = new.map(|new| json!({ "set": pointer, "value": new }));
                edits.extend(edit.and_then(|it| serde_json::from_value::<Edit>(it).ok()));
            }
            Spanned::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.find_urls(source, item, &format!("{pointer}/{index}"), edits);
                }
            }
            Spanned::Table(entries) => {
                for (key, item) in entries {
                    let pointer = format!("{pointer}/{}", escaped(&key.name));
                    self.find_urls(source, item, &pointer, edits);
                }
            }
            _ => {}
        }
    }
}

/// Returns the URL path of a file of static/ or of a page asset. None for other files.
pub(super) fn file_route(path: &SitePath, assets: &BTreeMap<SitePath, String>) -> Option<Route> {
    let asset = || assets.get(path).map(|it| Route::new(it.as_str()));
    path.strip_prefix("static").map(Route::new).or_else(asset)
}

/// Returns the path of a file relative to the folder of another one.
pub(super) fn relative(from: &SitePath, to: &SitePath) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let folders = from.len() - 1;
    let common = from[..folders].iter().zip(&to).take_while(|(a, b)| a == b).count();
    let common = common.min(to.len() - 1);
    let up = vec![".."; folders - common];
    up.into_iter().chain(to[common..].iter().copied()).collect::<Vec<_>>().join("/")
}

/// Returns a text with the new URLs of pages: as a whole text, in a link of Markdown and in an attribute of HTML. None if it has no old one.
pub(super) fn with_new_urls(
    text: &str,
    spellings: &[(String, String)],
    base_url: &str,
) -> Option<String> {
    let mut edits = Vec::new();
    for (old, new) in spellings {
        edits.extend(ranges_of(text, old, base_url).map(|range| (range, new.clone())));
    }
    (!edits.is_empty()).then(|| edited(text, edits))
}

/// Returns the ranges of a URL path in a text: of the whole text, of a link target in Markdown and of an attribute in HTML.
pub(super) fn ranges_of<'a>(
    text: &'a str,
    path: &'a str,
    base_url: &'a str,
) -> impl Iterator<Item = Range<usize>> + 'a {
    text.match_indices(path).filter_map(move |(start, _)| {
        let (before, after) = (&text[..start], &text[start + path.len()..]);
        let before = before.strip_suffix(base_url).unwrap_or(before);
        let is_start = before.is_empty() || before.ends_with(['(', '"', '\'', '<']);
        let is_end = after.is_empty()
            || after.starts_with(['#', '?', ')', '"', '\'', '>'])
            || after.starts_with(char::is_whitespace);
        (is_start && is_end).then(|| start..start + path.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_in_texts_are_escaped_before_and_after() {
        let routes = Routes::from([(Route::new("/a b/"), Route::new("/c (d)/"))]);
        let new = |text: &str| {
            with_new_urls(text, &spellings_of(&routes, &BTreeMap::new()), "https://site.example")
        };
        for (old, expected) in [
            ("/a b/", "/c%20%28d%29/"),
            ("/a%20b/#part", "/c%20%28d%29/#part"),
            ("[A](</a b/>) [A](/a%20b/)", "[A](</c%20%28d%29/>) [A](/c%20%28d%29/)"),
            ("<a href=\"/a b/\">A</a>", "<a href=\"/c%20%28d%29/\">A</a>"),
        ] {
            assert_eq!(new(old).as_deref(), Some(expected));
        }
    }

    #[test]
    fn urls_in_texts_are_those_of_pages() {
        let routes = Routes::from([(Route::new("/a/"), Route::new("/b/"))]);
        let new = |text: &str| {
            with_new_urls(text, &spellings_of(&routes, &BTreeMap::new()), "https://site.example")
        };
        for (old, expected) in [
            ("/a/", "/b/"),
            ("/a/#part", "/b/#part"),
            ("https://site.example/a/?x=1", "https://site.example/b/?x=1"),
            ("[A](/a/) and [more](/a/#x \"Title\")", "[A](/b/) and [more](/b/#x \"Title\")"),
            ("<a href=\"/a/\">A</a>", "<a href=\"/b/\">A</a>"),
        ] {
            assert_eq!(new(old).as_deref(), Some(expected));
        }
        for text in ["/a/more/", "/x/a/", "https://other.example/a/", "1 /a/ 2", "a"] {
            assert_eq!(new(text), None, "{text}");
        }
    }

    #[test]
    fn a_relative_path_leads_from_folder_to_folder() {
        let path = |from: &str, to: &str| relative(&SitePath::new(from), &SitePath::new(to));
        assert_eq!(path("content/a.md", "content/b.md"), "b.md");
        assert_eq!(path("content/x/a.md", "content/b.md"), "../b.md");
        assert_eq!(path("content/a.md", "content/x/b.md"), "x/b.md");
        assert_eq!(path("content/x/y/a.md", "content/x/z/b.md"), "../z/b.md");
    }
}
