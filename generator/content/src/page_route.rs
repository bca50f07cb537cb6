//! Derives the route of a page from the path of its content file, and validates routes.

use std::borrow::Cow;

use crate::config::tables::PathCase;
use croupier_base::path::{self, Route, SitePath};
use croupier_base::unicode::{is_invisible, nfc};

/// Returns a route in the case of `[content] paths`.
pub(super) fn in_case(route: &Route, case: PathCase) -> Route {
    match case {
        PathCase::Lower => Route::new(route.to_lowercase()),
        PathCase::Keep => route.clone(),
    }
}

/// Returns the route for the path of a content file.
pub fn route_of(source: &SitePath, case: PathCase) -> Route {
    let name = source.strip_prefix("content/").unwrap_or(source);
    // Hosts show this file for paths that do not exist.
    if name == "404.md" {
        return Route::new("/404.html");
    }
    in_case(&Route::new(url_path(name)), case)
}

/// Returns the same with the capital letters of the file and its folders.
pub fn path_with_capitals(source: &SitePath) -> Route {
    Route::new(url_path(source.strip_prefix("content/").unwrap_or(source)))
}

fn url_path(name: &str) -> String {
    // Some file systems decompose accented letters. Links are usually written in Unicode NFC.
    let name = nfc(name.strip_suffix(".md").unwrap_or(name));
    let is_index = name.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case("index"));
    let name =
        if is_index { name[..name.len() - "index".len()].trim_end_matches('/') } else { &*name };
    if name.is_empty() { "/".to_owned() } else { format!("/{name}/") }
}

/// Returns a hint for an invalid route.
pub(super) fn route_hint(route: &Route) -> String {
    if path::length_problem(&route.html()).is_some() {
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
    if let Some(invisible) = route.chars().find(|it| is_invisible(*it)) {
        let code = u32::from(invisible);
        return Some(format!("it has the invisible character U+{code:04X}").into());
    }
    let of_characters = character_problem(route, case).map(Cow::Borrowed);
    let of_length =
        || path::length_problem(&route.html()).or_else(|| path::length_problem(&route.data()));
    of_characters.or_else(|| of_length().map(Cow::Owned))
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
