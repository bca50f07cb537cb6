//! Whether links lead somewhere: to a page, to a file of static/, to a place in a page.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Place, did_you_mean};

/// What links can be checked against.
pub struct Targets<'a> {
    /// The anchors of the page at a route, one on a line; `None` where there is no such page, and an inner `None` where it is broken
    /// itself, so that nothing can be said.
    pub anchors: &'a dyn Fn(&str) -> Option<Option<&'a str>>,
    /// Whether static/ has a file at this address.
    pub is_static: &'a dyn Fn(&str) -> bool,
    /// Every route, or none where it would take too long to look through them.
    pub routes: &'a dyn Fn() -> Vec<&'a str>,
    /// Absolute address of the site.
    pub base_url: &'a str,
}

/// A link that leads nowhere.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Broken {
    start: usize,
    end: usize,
    message: String,
    hint: String,
    code: Code,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum Code {
    Page,
    Anchor,
}

impl Broken {
    /// The diagnostic, placed in the text of the file `source`.
    pub fn diagnostic(&self, source: &str, text: Arc<str>) -> Diagnostic {
        let code = match self.code {
            Code::Page => "C0204",
            Code::Anchor => "C0205",
        };
        Diagnostic::error(code, self.message.as_str()).at(Place::new(source, text, self.start..self.end)).hint(self.hint.as_str())
    }
}

/// What is wrong with a link that stands at `range` of the page at `route`.
pub fn broken(targets: &Targets<'_>, route: &str, href: &str, range: std::ops::Range<usize>) -> Option<Broken> {
    let ours = href.strip_prefix(targets.base_url).filter(|rest| rest.is_empty() || rest.starts_with(['/', '#', '?']));
    let href = &decoded(ours.map_or(href, |rest| if rest.starts_with('/') { rest } else { "/" }));
    let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
    let path = path.split('?').next().unwrap_or("");
    let relative = relative(route, path);
    let wrong = |code, message, hint| Some(Broken { start: range.start, end: range.end, message, hint, code });
    let target = if path.is_empty() && href.starts_with('#') {
        route
    } else if path.starts_with('/') && !path.starts_with("//") {
        path
    } else if let Some(path) = &relative {
        path
    } else {
        return None;
    };
    let Some(anchors) = (targets.anchors)(target) else {
        if (targets.is_static)(target) {
            return None;
        }
        let hint = did_you_mean(target, (targets.routes)())
            .unwrap_or_else(|| "no page and no file in static/ has this address".to_owned());
        return wrong(Code::Page, format!("broken link: there is no {target}"), hint);
    };
    let anchors = anchors?;
    if fragment.is_empty() || fragment == "top" || anchors.lines().any(|anchor| anchor == fragment) {
        return None;
    }
    let hint = did_you_mean(fragment, anchors.lines()).unwrap_or_else(|| "link to one of its headings".to_owned());
    wrong(Code::Anchor, format!("broken link: {target} has no place `#{fragment}`"), hint)
}

/// An address as routes and files are named; one with broken escapes stays as it is.
fn decoded(href: &str) -> String {
    let mut bytes = Vec::with_capacity(href.len());
    let mut rest = href.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped =
            (*first == b'%').then(|| std::str::from_utf8(after.get(..2)?).ok().and_then(|it| u8::from_str_radix(it, 16).ok()));
        match escaped.flatten() {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| href.to_owned())
}

/// The address that a relative one means on the page at `route`; none for what is no relative address.
fn relative(route: &str, path: &str) -> Option<String> {
    let is_relative = !path.is_empty() && !path.starts_with('/') && !path.split('/').next().is_some_and(|it| it.contains(':'));
    if !is_relative {
        return None;
    }
    let mut parts: Vec<&str> = route[..=route.rfind('/')?].split('/').filter(|it| !it.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    let end = if path.ends_with('/') || path.ends_with("..") || path == "." { "/" } else { "" };
    Some(if parts.is_empty() { "/".to_owned() } else { format!("/{}{end}", parts.join("/")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_addresses_count_from_their_page() {
        let at = |path: &str| relative("/info/faq/", path).unwrap_or_default();
        assert_eq!(
            ["other/", "../terms/", "./", "a.png", "../..", "../../../x/"].map(at),
            ["/info/faq/other/", "/info/terms/", "/info/faq/", "/info/faq/a.png", "/", "/x/"]
        );
        assert_eq!(["mailto:a@b", "https://x/", "/x/", ""].map(at), ["", "", "", ""]);
        assert_eq!(relative("/404.html", "x/"), Some("/x/".to_owned()));
    }

    #[test]
    fn escapes_are_read_and_broken_ones_left() {
        assert_eq!(
            ["/caf%C3%A9/", "/a%20b/", "/100%/", "/%zz/", "/%ff/"].map(decoded),
            ["/café/", "/a b/", "/100%/", "/%zz/", "/%ff/"]
        );
    }
}
