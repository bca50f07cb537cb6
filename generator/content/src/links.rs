//! Whether links lead somewhere: to a page, to a file of the site, to a place in a page.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::absent::{Absence, AbsentPage};
use crate::broken_link::BrokenLink;
use crate::page_route;
use croupier_base::address;
use croupier_base::date;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Href, Route, SitePath};

/// The content file of a page of the last build, and the file that has its text now.
pub type MovedPage = (SitePath, Option<SitePath>);

/// What links can be checked against. What is asked for is a part of an address, and no copy of it, since a site has many links.
pub struct Targets<'a> {
    /// The anchors of the page at a route, one on a line; `None` where there is no such page, and an inner `None` where it is broken
    /// itself, so that nothing can be said.
    pub anchors: &'a (dyn Fn(&str) -> Option<Option<&'a str>> + Sync),
    /// Whether the site has a file, or a redirect, at this address.
    pub is_file: &'a (dyn Fn(&str) -> bool + Sync),
    /// Where an address of this site leads on for good, if that is another one of it.
    pub leads_on: &'a (dyn Fn(&str) -> Option<Href> + Sync),
    /// What would stand at this address if it were part of the site now.
    pub absent: &'a (dyn Fn(&str) -> Option<&'a AbsentPage> + Sync),
    /// The moment from which on the page at a route, or the file at an address, is over, in epoch seconds.
    pub ends_at: &'a (dyn Fn(&str) -> Option<i64> + Sync),
    /// The content file whose page stood at this address in the last build, and where its text is now.
    pub moved: &'a (dyn Fn(&str) -> Option<MovedPage> + Sync),
    /// The content file of the page at a route.
    pub file_of: &'a (dyn Fn(&str) -> Option<&'a SitePath> + Sync),
    /// Every content file, or none where it would take too long to look through them.
    pub files: &'a (dyn Fn() -> Vec<&'a str> + Sync),
    /// Every route, or none where it would take too long to look through them.
    pub routes: &'a (dyn Fn() -> Vec<&'a str> + Sync),
    /// Absolute address of the site.
    pub base_url: &'a str,
}

impl Targets<'_> {
    /// Whether an address is one of this site.
    pub fn is_own(&self, href: &Href) -> bool {
        href.starts_with(self.base_url) || !(href.starts_with("//") || href.contains(':'))
    }
}

/// The error of an image without an address.
pub fn empty_image() -> Diagnostic {
    Diagnostic::error(Code::BrokenLink, "this image has no address")
        .hint("name its file: `![words](/images/dice.png)`")
}

/// The error of a link without an address.
pub fn empty() -> Diagnostic {
    Diagnostic::error(Code::BrokenLink, "this link leads nowhere: it has no address")
        .hint("write where it leads: `[words](/info/)`")
}

/// What is wrong with a link on the page at `route`.
pub fn broken(targets: &Targets<'_>, route: &Route, href: &Href) -> Option<BrokenLink> {
    if let Some(hint) = href.problem() {
        return Some(BrokenLink::error(
            Code::MalformedAddress,
            format!("`{href}` is no address that a browser can read"),
            hint,
        ));
    }
    let ours = href
        .strip_prefix(targets.base_url)
        .filter(|rest| rest.is_empty() || rest.starts_with(['/', '#', '?']));
    let written = ours.map_or(href.as_str(), |rest| if rest.starts_with('/') { rest } else { "/" });
    let (path, fragment) = written.split_once('#').unwrap_or((written, ""));
    let (path, fragment) = (&*plain(path.split('?').next().unwrap_or("")), &*plain(fragment));
    let relative = address::relative(route, path);
    let target = if path.is_empty() && written.starts_with(['#', '?']) {
        route
    } else if path.starts_with('/') && !path.starts_with("//") {
        path
    } else if let Some(path) = &relative {
        path
    } else {
        return None;
    };
    // Hosts lead from an address without its last slash to the one with it.
    let whole = format!("{target}/");
    let there = (targets.anchors)(target)
        .map(|it| (target, it))
        .or_else(|| Some((whole.as_str(), (targets.anchors)(&whole)?)));
    let Some((target, anchors)) = there else {
        return nowhere(targets, route, written, target, &whole);
    };
    let anchors = anchors?;
    if !(fragment.is_empty()
        || fragment == "top"
        || anchors.lines().any(|anchor| anchor == fragment))
    {
        let hint = did_you_mean(fragment, anchors.lines())
            .unwrap_or_else(|| "link to one of its headings".to_owned());
        return Some(BrokenLink::error(
            Code::BrokenAnchor,
            format!("broken link: {target} has no place `#{fragment}`"),
            hint,
        ));
    }
    ending(targets, route, target)
}

/// The warning of a link on the page at `route` to a page or a file that will be over.
fn ending(targets: &Targets<'_>, route: &Route, target: &str) -> Option<BrokenLink> {
    // Where the page itself is over before its target, nobody follows the link then.
    let end = (targets.ends_at)(target)
        .filter(|end| (targets.ends_at)(route).is_none_or(|own| own > *end))?;
    let message =
        format!("this link leads nowhere from {} on: {target} is over then", date::rfc3339(end));
    Some(BrokenLink::warning(
        Code::LinkEnds,
        message,
        "take the link out by then; the site is published all the same",
    ))
}

/// The warning of a link to an address that leads on to another of this site.
fn moved(targets: &Targets<'_>, written: &str, target: &str, whole: &str) -> Option<BrokenLink> {
    let to = (targets.leads_on)(target).or_else(|| (targets.leads_on)(whole))?;
    // A query and a place go along where the new address has none of its own.
    let rest = written
        .find(['?', '#'])
        .filter(|_| !to.contains(['?', '#']))
        .map_or("", |at| &written[at..]);
    let message = format!("this address leads on to {to}");
    Some(BrokenLink::warning(Code::LinkMoved, message, format!("link to that: `{to}{rest}`")))
}

/// A part of an address without its escapes, and its accents in one piece. Broken escapes are no escapes.
fn plain(part: &str) -> Cow<'_, str> {
    if part.is_ascii() && !part.contains('%') {
        return Cow::Borrowed(part);
    }
    Cow::Owned(address::decoded(part).unwrap_or_else(|| part.to_owned()).nfc().collect())
}

/// What is wrong with a link to `target`, at which there is no page, where it is `written` without the site's own host.
fn nowhere(
    targets: &Targets<'_>,
    route: &Route,
    written: &str,
    target: &str,
    whole: &str,
) -> Option<BrokenLink> {
    if (targets.is_file)(target) || (targets.is_file)(whole) {
        return ending(targets, route, target).or_else(|| moved(targets, written, target, whole));
    }
    let absent = (targets.absent)(target).or_else(|| (targets.absent)(whole));
    if let Some(page) = absent {
        if let Absence::Over(_) = page.why {
            let message = format!("this link leads nowhere: {target} is over");
            return Some(BrokenLink::warning(Code::LinkEnds, message, page.reason()));
        }
        return Some(BrokenLink::error(
            Code::BrokenLink,
            format!("broken link: there is no {target} yet"),
            page.reason(),
        ));
    }
    let href = Href::new(written);
    if let Some((file, _)) = (targets.file_of)(route).and_then(|source| content_file(source, &href))
    {
        return Some(no_file(targets, &file));
    }
    let moved = (targets.moved)(target).or_else(|| (targets.moved)(whole)).map(|(before, now)| match now {
        Some(now) => format!("it was {before}, which is {now} now: link to that, and give it `aliases = [\"{target}\"]`"),
        None => format!("it was made from {before} in the last build; a page that moved needs `aliases = [\"{target}\"]`"),
    });
    let is_host = |it: &str| {
        it.starts_with("www.")
            || [".com", ".org", ".net", ".io"].iter().any(|end| it.ends_with(end))
    };
    let scheme = written
        .split('/')
        .next()
        .filter(|it| is_host(it))
        .map(|_| format!("for another site write it whole: `https://{written}`"));
    let slashed = ["https//", "http//"].iter().find_map(|start| written.strip_prefix(start));
    let scheme = scheme.or_else(|| {
        slashed.map(|rest| format!("did you mean `https://{}`?", rest.trim_start_matches('/')))
    });
    let is_page = |it: &str| {
        it.ends_with('/') || !it.rsplit('/').next().is_some_and(|name| name.contains('.'))
    };
    // A file is no page with a similar address.
    let near = || is_page(target).then(|| did_you_mean(target, (targets.routes)())).flatten();
    let hint = moved.or(scheme).or_else(near);
    let hint = hint.unwrap_or_else(|| {
        "no page, no file beside one and no file in static/ has this address".to_owned()
    });
    Some(BrokenLink::error(Code::BrokenLink, format!("broken link: there is no {target}"), hint))
}

/// The error of a link that names a content file which is not there.
fn no_file(targets: &Targets<'_>, file: &SitePath) -> BrokenLink {
    let place = page_route::place_of(file).to_lowercase();
    let name = |it: &str| it.rsplit('/').next().unwrap_or_default().to_owned();
    let hint = match (targets.moved)(&place) {
        Some((before, Some(now))) if before == *file => {
            format!("it is {now} now: link to that, and give it `aliases = [\"{place}\"]`")
        }
        _ => {
            let files = (targets.files)();
            // A page of this name in another folder is more like it than one of another name here.
            let namesake = files
                .iter()
                .find(|it| name(it) == name(file))
                .map(|it| format!("did you mean `{it}`?"));
            let near = namesake.or_else(|| did_you_mean(file, files));
            near.unwrap_or_else(|| {
                "name a file of content/, counted from the folder of this one".to_owned()
            })
        }
    };
    BrokenLink::error(Code::BrokenLink, format!("broken link: there is no {file}"), hint)
}

/// The content file that a link of the file `source` names, and what follows its name: `content/info/faq.md` and `#fees` for
/// `../info/faq.md#fees`.
pub fn content_file<'a>(source: &SitePath, href: &'a Href) -> Option<(SitePath, &'a str)> {
    let (path, rest) = href.in_two();
    if !path.ends_with(".md") || path.contains(':') || path.starts_with("//") {
        return None;
    }
    let path = address::decoded(path)?;
    let below = address::relative(source.strip_prefix("content")?, &path).unwrap_or(path);
    Some((SitePath::new(format!("content{below}")), rest))
}

/// The file beside it that a relative link of the content file `source` would name, if it is there, and what follows its name:
/// `content/tea/pot.jpg` for `pot.jpg` in `content/tea/index.md`.
pub fn file_beside<'a>(source: &SitePath, href: &'a Href) -> Option<(SitePath, &'a str)> {
    let (path, rest) = href.in_two();
    if path.ends_with(['/', '.']) || path.ends_with(".md") {
        return None;
    }
    let path = address::decoded(path)?;
    let below = address::relative(source.strip_prefix("content")?, &path)?;
    Some((SitePath::new(format!("content{below}").nfc().collect::<String>()), rest))
}

#[cfg(test)]
mod tests {
    use super::{Href, SitePath, content_file, file_beside};

    #[test]
    fn a_relative_link_can_name_a_file_beside_it() {
        let source = SitePath::new("content/tea/index.md");
        let file = |href| {
            file_beside(&source, &Href::new(href))
                .map(|(file, rest)| (file.into(), rest.to_owned()))
        };
        assert_eq!(file("pot.jpg"), Some(("content/tea/pot.jpg".to_owned(), String::new())));
        assert_eq!(
            file("../a%20b.pdf#page=2"),
            Some(("content/a b.pdf".to_owned(), "#page=2".to_owned()))
        );
        for href in [
            "",
            "/tea/pot.jpg",
            "cups/",
            "..",
            "https://e.com/a.jpg",
            "//e.com/a.jpg",
            "a.md",
            "#x",
            "mailto:a@b.c",
        ] {
            assert_eq!(file(href), None, "{href}");
        }
    }

    #[test]
    fn a_link_can_name_a_content_file() {
        let source = SitePath::new("content/info/faq.md");
        let file = |href| {
            content_file(&source, &Href::new(href))
                .map(|(file, rest)| (file.into(), rest.to_owned()))
        };
        assert_eq!(file("terms.md"), Some(("content/info/terms.md".to_owned(), String::new())));
        assert_eq!(file("../a%20b.md#x"), Some(("content/a b.md".to_owned(), "#x".to_owned())));
        assert_eq!(file("/c/d.md?e"), Some(("content/c/d.md".to_owned(), "?e".to_owned())));
        for href in ["", "terms/", "https://e.com/a.md", "//e.com/a.md"] {
            assert_eq!(file(href), None, "{href}");
        }
    }
}
