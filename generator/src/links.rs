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
    /// Every route.
    pub routes: &'a dyn Fn() -> Vec<&'a str>,
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
    let (path, fragment) = href.split_once('#').unwrap_or((href, ""));
    let path = path.split('?').next().unwrap_or("");
    let wrong = |code, message, hint| Some(Broken { start: range.start, end: range.end, message, hint, code });
    let target = if path.is_empty() && href.starts_with('#') {
        route
    } else if path.starts_with('/') && !path.starts_with("//") {
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
    if fragment.is_empty() || anchors.lines().any(|anchor| anchor == fragment) {
        return None;
    }
    let hint = did_you_mean(fragment, anchors.lines()).unwrap_or_else(|| "link to one of its headings".to_owned());
    wrong(Code::Anchor, format!("broken link: {target} has no place `#{fragment}`"), hint)
}
