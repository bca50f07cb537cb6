//! The route that a content file's place gives its page, and what can be none.

use unicode_normalization::UnicodeNormalization;

use croupier_base::path::{self, Route, SitePath};

/// The route that a file's place gives it.
pub fn route_of(source: &SitePath) -> Route {
    let name = source.strip_prefix("content/").unwrap_or(source);
    Route::new(place(&name.to_lowercase()))
}

/// The same with the capital letters of the file and its folders.
pub fn place_of(source: &SitePath) -> Route {
    Route::new(place(source.strip_prefix("content/").unwrap_or(source)))
}

fn place(name: &str) -> String {
    // Some systems take letters with accents apart, and people write them in one piece.
    let name: String = name.strip_suffix(".md").unwrap_or(name).nfc().collect();
    let is_index = name.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case("index"));
    let name =
        if is_index { name[..name.len() - "index".len()].trim_end_matches('/') } else { &name };
    if name.is_empty() { "/".to_owned() } else { format!("/{name}/") }
}

/// What to write for a route that cannot be one.
pub(super) fn route_hint(route: &Route) -> String {
    let lower = Route::new(route.to_lowercase());
    if *route != lower && route_problem(&lower).is_none() {
        return format!(
            "write `path = \"{lower}\"`, and `aliases = [\"{route}\"]` for links that have the capital letters"
        );
    }
    "rename the file, or give the page a `path`: routes are lower case, begin and end with a slash and have no empty or dotted parts, \
     such as `/info/faq/`"
        .to_owned()
}

/// Why a route cannot be one; none where it can.
pub(super) fn route_problem(route: &Route) -> Option<&'static str> {
    if !route.starts_with('/') {
        return Some("it does not begin with a slash");
    }
    if route.as_str() == "/index/" {
        return Some("`/index/` and `/` would share their data");
    }
    if !route.ends_with('/') && !route.ends_with(".html") {
        return Some("it does not end with a slash");
    }
    if route.chars().any(char::is_uppercase) {
        return Some("it has capital letters");
    }
    if route.contains(['%', '?', '#', '\\', '"', '<', '>']) || route.chars().any(char::is_control) {
        return Some("it has a character that addresses treat specially");
    }
    if path::is_reserved(&route[1..]) {
        return Some("the generator's own files lie there");
    }
    let parts = route.trim_matches('/');
    if !parts.is_empty() && parts.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return Some("it has an empty or dotted part");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_files_place_is_its_route() {
        let route_of = |file: &str| route_of(&SitePath::new(file));
        assert_eq!(route_of("content/index.md").as_str(), "/");
        assert_eq!(route_of("content/info/faq.md").as_str(), "/info/faq/");
        assert_eq!(route_of("content/lobby/account/index.md").as_str(), "/lobby/account/");
    }

    #[test]
    fn routes_that_would_clash_or_mislead_are_refused() {
        for route in ["info/", "/Info/", "/a//b/", "/a/../b/", "/index/", "/100%/", "/a?b/"] {
            assert!(route_problem(&Route::new(route)).is_some(), "{route}");
        }
        for route in ["/", "/info/faq/", "/404.html", "/été/"] {
            assert!(route_problem(&Route::new(route)).is_none(), "{route}");
        }
    }
}
