//! Derives the route of a page from the path of its content file, and validates routes.

use std::borrow::Cow;
use std::ops::Range;

use crate::config::tables::PathCase;
use crate::config::tables::permalinks::Permalink;
use crate::front_matter::FrontMatter;
use crate::languages::{FileLanguages, LocalizedPath};
use crate::permalink;
use crate::read_options::ReadOptions;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Subject};
use croupier_base::path::{self, Route, SitePath};
use croupier_base::unicode::{is_invisible, nfc};

/// Returns a route in the case of `[content] paths`.
pub(super) fn in_case(route: &Route, case: PathCase) -> Route {
    match case {
        PathCase::Lower if !is_lower(route) => Route::new(route.to_lowercase()),
        PathCase::Lower | PathCase::Keep => route.clone(),
    }
}

/// Returns a route in the case of `[content] paths`. The URL of the host with which it begins stays as it is.
pub(super) fn in_case_on(host: &str, route: &Route, case: PathCase) -> Route {
    if host.is_empty() {
        return in_case(route, case);
    }
    in_case(&Route::new(&route[host.len()..]), case).below(host)
}

/// Returns whether a text in lower case is the same.
fn is_lower(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii() && !it.is_ascii_uppercase()) || text.to_lowercase() == text
}

/// Returns the route that a content file has if its page sets no other one.
pub fn default_route(source: &SitePath, languages: &FileLanguages, case: PathCase) -> Route {
    let file = languages.split(source);
    let route = route_of(&file.path, case);
    route.below(languages.prefix_of(&file, &route))
}

/// Returns the route for the path of a content file without its language.
pub fn route_of(source: &SitePath, case: PathCase) -> Route {
    let name = source.strip_prefix("content/").unwrap_or(source);
    // Hosts show this file for paths that do not exist.
    if name == "404.md" {
        return Route::new("/404.html");
    }
    in_case(&Route::new(url_path(name)), case)
}

fn url_path(name: &str) -> String {
    // Some file systems decompose accented letters. Links are usually written in Unicode NFC.
    let name = nfc(name.strip_suffix(".md").unwrap_or(name));
    let is_index = name.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case("index"));
    let name =
        if is_index { name[..name.len() - "index".len()].trim_end_matches('/') } else { &*name };
    if name.is_empty() { "/".to_owned() } else { format!("/{name}/") }
}

/// Why a page has no valid URL.
pub(super) struct UrlProblem {
    /// The error, without a location.
    pub error: Diagnostic,
    /// The byte range of the key that causes it in the file. `None` if a key is missing, or the path of the file is invalid.
    pub range: Option<Range<usize>>,
}

/// Returns the route of a page as it is written, with capital letters: `path`, the pattern of its folder, or the path of its file with
/// `slug`. It is below the path of the language.
pub(super) fn written_route(
    file: &LocalizedPath<'_>,
    front: &FrontMatter,
    options: &ReadOptions,
) -> Result<Route, UrlProblem> {
    let rare = &*front.rare;
    let source = &*file.path;
    let of_file = route_of(source, PathCase::Keep);
    let (route, range) = if let Some(path) = &rare.path {
        (Route::from_url_path(path), &rare.path_range)
    } else {
        if let Some(problem) = rare.slug.as_deref().and_then(|slug| slug_problem(slug, &of_file)) {
            return Err(UrlProblem { error: problem, range: rare.slug_range.clone() });
        }
        let permalink = options.permalinks.find(source, front.dated_at.is_some());
        let route = match (permalink.filter(|_| !of_file.is_error_page()), &rare.slug) {
            (Some(permalink), _) => permalink::route(permalink, source, front, &options.zone)
                .ok_or_else(|| UrlProblem { error: without_date(permalink), range: None })?,
            (None, Some(slug)) => Route::new(format!("{}{slug}/", of_file.parent().unwrap_or("/"))),
            (None, None) => of_file,
        };
        (route, &rare.slug_range)
    };

    // The path of the language can be part of `path`.
    let in_language = route.strip_prefix(&file.prefix[file.host.len()..]);
    let is_complete = in_language.is_some_and(|rest| rest.starts_with('/'));
    let prefix = options.languages.prefix_of(file, &route);
    let route = route.below(if is_complete { file.host } else { prefix });

    let cased = in_case(&Route::new(&route[file.host.len()..]), options.paths);
    let Some(problem) = route_problem(&cased, options.paths) else { return Ok(route) };
    let error =
        Diagnostic::error(Code::BadRoute, format!("`{cased}` cannot be a route: {problem}"))
            .about(Subject::RefusedRoute(cased.to_string()));
    Err(UrlProblem { error: error.hint(route_hint(&cased)), range: range.clone() })
}

/// Returns the error for a page without the date that its pattern needs.
fn without_date(permalink: &Permalink) -> Diagnostic {
    let pattern = permalink.pattern();
    let message = format!("this page has no `date`, but its URL has one: `{pattern}`");
    Diagnostic::error(Code::BadRoute, message)
        .hint("add `date` to the front matter, or set the URL with `path`")
}

/// Returns the error for a text that cannot be the slug of the page with this file.
fn slug_problem(slug: &str, of_file: &Route) -> Option<Diagnostic> {
    let problem = if slug.trim().is_empty() {
        "it is empty"
    } else if slug.contains('/') {
        "it has a slash"
    } else if of_file.parent().is_none() || of_file.is_error_page() {
        "this page has the URL of its file"
    } else {
        return None;
    };
    let message = format!("`{slug}` cannot be a slug: {problem}");
    let hint =
        "a slug is the last part of the URL, such as `tea-in-the-north`; `path` sets the whole URL";
    Some(Diagnostic::error(Code::BadRoute, message).hint(hint))
}

/// Returns a hint for an invalid route.
fn route_hint(route: &Route) -> String {
    if route.length_problem().is_some() {
        return "rename the file, or give the page a shorter `path`".to_owned();
    }
    let lower = Route::new(route.to_lowercase());
    if *route != lower && route_problem(&lower, PathCase::Lower).is_none() {
        return format!(
            "write `path = \"{lower}\"`, and `aliases = [\"{route}\"]` for links with capital letters"
        );
    }
    "rename the file, or give the page a `path`: routes are lower case, begin and end with a slash and have no empty or dotted parts, \
     such as `/info/faq/`"
        .to_owned()
}

/// Returns why a route is invalid, or `None` if it is valid.
pub(super) fn route_problem(route: &Route, case: PathCase) -> Option<Cow<'static, str>> {
    if !route.is_ascii()
        && let Some(invisible) = route.chars().find(|it| is_unseen(*it))
    {
        let code = u32::from(invisible);
        return Some(format!("it has the invisible character U+{code:04X}").into());
    }
    let of_characters = character_problem(route, case).map(Cow::Borrowed);
    of_characters.or_else(|| route.length_problem().map(Cow::Owned))
}

/// Returns whether readers do not see a character, or take it for a space.
fn is_unseen(character: char) -> bool {
    let is_visible_space = matches!(character, ' ' | '\u{3000}');
    is_invisible(character)
        || character == '\u{200b}'
        || character.is_whitespace() && !is_visible_space
}

/// Returns the problem with the characters and parts of a route.
fn character_problem(route: &Route, case: PathCase) -> Option<&'static str> {
    if !route.starts_with('/') {
        return Some("it does not begin with a slash");
    }

    if route.as_str() == "/index/" {
        return Some("`/index/` and `/` would share their page data");
    }
    if !route.ends_with('/') && !route.ends_with(".html") {
        return Some("it does not end with a slash");
    }

    if case == PathCase::Lower && route.chars().any(char::is_uppercase) {
        return Some("it has capital letters");
    }
    if route.contains(['%', '?', '#', '\\', '"', '<', '>']) || route.chars().any(char::is_control) {
        return Some("it has a character with a special meaning in URLs");
    }

    if path::is_reserved(&route[1..]) {
        return Some("it is reserved for files of the generator");
    }
    let parts = route.trim_matches('/');
    if !parts.is_empty() && parts.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return Some("it has an empty or dotted part");
    }

    if parts.split('/').any(|part| part.trim() != part) {
        return Some("it has a part that begins or ends with a space");
    }

    if route.split('/').any(|part| matches!(part, "index.html" | "page-data.json")) {
        return Some("`index.html` and `page-data.json` are files of the folders of pages");
    }

    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_route_follows_the_file_path() {
        let route_of = |file: &str| route_of(&SitePath::new(file), PathCase::Lower);
        assert_eq!(route_of("content/index.md").as_str(), "/");
        assert_eq!(route_of("content/404.md").as_str(), "/404.html");
        assert_eq!(route_of("content/a/404.md").as_str(), "/a/404/");
        assert_eq!(route_of("content/info/faq.md").as_str(), "/info/faq/");
        assert_eq!(route_of("content/lobby/account/index.md").as_str(), "/lobby/account/");
    }

    #[test]
    fn invalid_routes_are_rejected() {
        let long = format!("/{}/", "x".repeat(256));

        for route in [
            "info/",
            "/Info/",
            "/a//b/",
            "/a/../b/",
            "/index/",
            "/100%/",
            "/a?b/",
            "/a/index.html/",
            "/a\u{feff}/",
            "/soft\u{ad}hyphen/",
            &long,
        ] {
            assert!(route_problem(&Route::new(route), PathCase::Lower).is_some(), "{route}");
        }

        for route in ["/", "/info/faq/", "/404.html", "/été/", "/می\u{200c}خواهم/"] {
            assert!(route_problem(&Route::new(route), PathCase::Lower).is_none(), "{route}");
        }
    }
}
