//! Checks whether links point to an existing page, file or anchor.

use std::borrow::Cow;

use memchr::memmem;

use crate::config::tables::PathCase;
use crate::page::Page;
use crate::page_route;
use crate::unpublished::{UnpublishedPage, UnpublishedReason};
use croupier_base::date;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Href, Route, SitePath};
use croupier_base::unicode::into_nfc;
use croupier_base::url;

/// A link that is broken, will break, or points to a redirect. It has no location yet.
#[derive(Debug, Clone)]
pub struct BrokenLink {
    message: String,
    hint: String,
    /// The code of the diagnostic.
    pub code: Code,
    is_error: bool,
    /// The path of this site that does not exist.
    missing: Option<String>,
}

impl BrokenLink {
    fn error(code: Code, message: String, hint: impl Into<String>) -> BrokenLink {
        BrokenLink { message, hint: hint.into(), code, is_error: true, missing: None }
    }

    fn warning(code: Code, message: String, hint: impl Into<String>) -> BrokenLink {
        BrokenLink { message, hint: hint.into(), code, is_error: false, missing: None }
    }

    /// Returns the diagnostic without a location.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let new = if self.is_error { Diagnostic::error } else { Diagnostic::warning };
        new(self.code, self.message.as_str()).hint(self.hint.as_str())
    }

    /// Returns the diagnostic for a link whose target is `written`. A missing relative target is named like this, because rendering has
    /// resolved it to a path of the site.
    pub fn to_diagnostic_of(&self, written: &str) -> Diagnostic {
        let diagnostic = self.to_diagnostic();
        let is_relative = !written.is_empty()
            && !written.starts_with(['/', '#', '?', '<'])
            && !written.contains([':', '{']);
        match &self.missing {
            Some(path) if is_relative => {
                let message = format!("broken link: {written} does not exist ({path})");
                Diagnostic { message, ..diagnostic }
            }
            _ => diagnostic,
        }
    }
}

/// The content file of a page of the last build, and the file that has its text now.
pub type MovedPage = (SitePath, Option<SitePath>);

/// The link targets of a site. Functions take a part of a URL without copying it, since a site has
/// many links.
pub struct Targets<'a> {
    /// Returns the anchors of the page at a route, one per line. Returns `None` if there is no
    /// page, and `Some(None)` if the page has errors, so that its anchors are unknown.
    pub anchors: &'a (dyn Fn(&str) -> Option<Option<&'a str>> + Sync),
    /// Returns the id of the heading of the page at a route whose text has a slug, if it has another id.
    pub id_of_heading: &'a (dyn Fn(&str, &str) -> Option<String> + Sync),
    /// Returns whether the page at a route is a translation without the heading of its original with an id.
    pub is_untranslated: &'a (dyn Fn(&str, &str) -> bool + Sync),
    /// Returns whether the site has a file or a redirect at a path.
    pub is_file: &'a (dyn Fn(&str) -> bool + Sync),
    /// Returns the target of a path that is redirected permanently within the site.
    pub redirect_target: &'a (dyn Fn(&str) -> Option<Href> + Sync),
    /// Returns the unpublished page that a path belongs to.
    pub unpublished: &'a (dyn Fn(&str) -> Option<&'a UnpublishedPage> + Sync),
    /// Returns when the page or the file at a path expires, in epoch seconds.
    pub expires_at: &'a (dyn Fn(&str) -> Option<i64> + Sync),
    /// Returns the page that had a path in the last build.
    pub moved_page: &'a (dyn Fn(&str) -> Option<MovedPage> + Sync),
    /// Returns the page of the file whose own route is a path.
    pub page_of_file: &'a (dyn Fn(&str) -> Option<&'a Page> + Sync),
    /// Returns the content file of the page at a route.
    pub source_of: &'a (dyn Fn(&str) -> Option<&'a SitePath> + Sync),
    /// Returns all content files, or none if searching them would take too long.
    pub files: &'a (dyn Fn() -> Vec<&'a str> + Sync),
    /// Returns the output paths of all static files and page assets, or none if searching them would take too long.
    pub assets: &'a (dyn Fn() -> Vec<&'a str> + Sync),
    /// Returns all routes, or none if searching them would take too long.
    pub routes: &'a (dyn Fn() -> Vec<&'a str> + Sync),
    /// Absolute URL of the site.
    pub base_url: &'a str,
}

impl Targets<'_> {
    /// Returns whether a link target is on this site.
    pub fn is_own(&self, href: &Href) -> bool {
        below_base_url(self.base_url, href).is_some()
            || !(href.starts_with("//") || href.contains(':'))
    }
}

/// Returns what follows the URL of the site in an absolute URL of one of its pages: `/about/#team`, or nothing for the URL itself. As in
/// browsers, the case of the host and a default port do not matter. `http:` and `https:` are the same site.
pub fn below_base_url<'a>(base_url: &str, href: &'a str) -> Option<&'a str> {
    let base = without_scheme(base_url)?;
    let rest = without_scheme(href)?;
    let (host, base_path) = base.split_at(base.find('/').unwrap_or(base.len()));
    let is_host = rest.get(..host.len())?.eq_ignore_ascii_case(host);
    let after_host = Some(&rest[host.len()..]).filter(|_| is_host)?;
    let without_port =
        [":443", ":80"].iter().find_map(|port| after_host.strip_prefix(port)).unwrap_or(after_host);
    without_port
        .strip_prefix(base_path)
        .filter(|rest| rest.is_empty() || rest.starts_with(['/', '#', '?']))
}

/// Returns the part of a URL after `http://`, `https://` or `//`.
fn without_scheme(url: &str) -> Option<&str> {
    ["https://", "http://", "//"].iter().find_map(|scheme| {
        let start = url.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| &url[scheme.len()..])
    })
}

/// Returns the error for an image with an empty URL.
pub fn empty_image() -> Diagnostic {
    Diagnostic::error(Code::BrokenLink, "this image has no URL")
        .hint("write the path of its file: `![text](/images/dice.png)`")
}

/// Returns the error for a link with an empty target.
pub fn empty() -> Diagnostic {
    Diagnostic::error(Code::BrokenLink, "this link has no target")
        .hint("write the target: `[text](/info/)`")
}

/// Checks a link on the page at `route`. Returns `None` if there is nothing to report.
pub fn broken(targets: &Targets<'_>, route: &Route, href: &Href) -> Option<BrokenLink> {
    // Browsers ignore spaces around a URL.
    let trimmed = Some(href.trim()).filter(|it| it.len() < href.len()).map(Href::new);
    let href = trimmed.as_ref().unwrap_or(href);

    if let Some(hint) = href.problem() {
        return Some(BrokenLink::error(
            Code::MalformedAddress,
            format!("`{href}` is not a valid URL"),
            hint,
        ));
    }

    let url = match below_base_url(targets.base_url, href) {
        Some(rest) if rest.starts_with('/') => rest,
        Some(_) => "/",
        None => href.as_str(),
    };

    let (path, fragment) = url.split_once('#').unwrap_or((url, ""));
    let path = path.split('?').next().unwrap_or("");

    let Some(decoded_path) = url::decode_path(path) else {
        // Servers decode the path, so that they find no file.
        let message = format!("broken link: {path} has an escape that is not UTF-8");
        return Some(BrokenLink::error(Code::BrokenLink, message, NOT_UTF8_HINT));
    };
    let path = &*decoded_path;

    // A text fragment, `#id:~:text=word`, is no part of the id.
    let id_end = memmem::find(fragment.as_bytes(), b":~:").unwrap_or(fragment.len());
    let fragment = &fragment[..id_end];

    let target = if path.is_empty() && url.starts_with(['#', '?']) {
        Cow::Borrowed(route.as_str())
    } else if path.starts_with('/') && !path.starts_with("//") {
        Cow::Borrowed(path)
    } else {
        Cow::Owned(url::resolve_relative(route, path)?)
    };
    let target = &*target;

    if let Some(anchors) = (targets.anchors)(target) {
        return to_page(targets, route, target, anchors?, fragment);
    }

    // Hosts redirect a path without its last slash to the path with it.
    let with_slash = format!("{target}/");
    let folder = target.strip_suffix("index.html").filter(|it| it.ends_with('/'));
    for page in [Some(with_slash.as_str()), folder].into_iter().flatten() {
        if let Some(anchors) = (targets.anchors)(page) {
            return to_page(targets, route, page, anchors?, fragment);
        }
    }

    without_page(targets, route, url, target, &with_slash)
}

/// The hint for a path that is not UTF-8 after decoding.
const NOT_UTF8_HINT: &str =
    "write `%25` for a percent sign, and escape other characters in UTF-8: `%C3%A9` for `é`";

/// Checks a link to the page at `target`, which has `anchors`.
fn to_page(
    targets: &Targets<'_>,
    route: &Route,
    target: &str,
    anchors: &str,
    fragment: &str,
) -> Option<BrokenLink> {
    // Browsers look for the fragment as it is written, and then for the decoded one.
    let decoded = &*url::decoded(fragment);
    let is_top = decoded.is_empty() || decoded.eq_ignore_ascii_case("top");
    if !is_top && !has_line(anchors, fragment) && !has_line(anchors, decoded) {
        let fragment = decoded;
        if (targets.is_untranslated)(target, fragment) {
            return Some(BrokenLink::warning(
                Code::BrokenAnchor,
                format!(
                    "{target} has no heading for `#{fragment}` of its original (C0121), so that this link opens the top of the page"
                ),
                format!(
                    "translate the heading, or write its id in the translation: `{{#{fragment}}}`; this does not prevent publishing"
                ),
            ));
        }
        let id = (targets.id_of_heading)(target, fragment);
        let hint = id
            .map(|id| format!("did you mean `#{id}`? That is the id of this heading"))
            .or_else(|| did_you_mean(fragment, anchors.lines().take(MAX_COMPARED_ANCHORS)))
            .unwrap_or_else(|| "link to one of its headings".to_owned());
        return Some(BrokenLink::error(
            Code::BrokenAnchor,
            format!("broken link: {target} has no anchor `#{fragment}`"),
            hint,
        ));
    }

    expiring(targets, route, target)
}

/// The most anchors of a page that are compared with a missing one for a hint.
const MAX_COMPARED_ANCHORS: usize = 1000;

/// Returns whether one of the lines of a text is `line`. Pages can have many thousand anchors, and links to each.
fn has_line(text: &str, line: &str) -> bool {
    let is_end = |index: Option<&u8>| index.is_none_or(|byte| *byte == b'\n');
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, line).any(|start| {
        start.checked_sub(1).is_none_or(|before| bytes[before] == b'\n')
            && is_end(bytes.get(start + line.len()))
    })
}

/// Returns the warning for a link on the page at `route` to a page or a file that will expire.
fn expiring(targets: &Targets<'_>, route: &Route, target: &str) -> Option<BrokenLink> {
    // If the page expires before the target, the link is never broken.
    let expires_at = (targets.expires_at)(target)
        .filter(|end| (targets.expires_at)(route).is_none_or(|own| own > *end))?;
    let message =
        format!("this link will break at {}: {target} expires then", date::rfc3339(expires_at));
    Some(BrokenLink::warning(
        Code::LinkEnds,
        message,
        "remove the link before then; this does not prevent publishing",
    ))
}

/// Returns the warning for a link to a path that redirects within this site.
fn redirected(
    targets: &Targets<'_>,
    url: &str,
    target: &str,
    with_slash: &str,
) -> Option<BrokenLink> {
    let to = (targets.redirect_target)(target).or_else(|| (targets.redirect_target)(with_slash))?;
    // The query and fragment carry over unless the new target has its own.
    let rest =
        url.find(['?', '#']).filter(|_| !to.contains(['?', '#'])).map_or("", |index| &url[index..]);
    Some(BrokenLink::warning(
        Code::LinkMoved,
        format!("this link points to a redirect to {to}"),
        format!("link to `{to}{rest}` instead"),
    ))
}

/// Checks a link to `target`, which is not a page. `url` is the link as written, without the base
/// URL of the site.
fn without_page(
    targets: &Targets<'_>,
    route: &Route,
    url: &str,
    target: &str,
    with_slash: &str,
) -> Option<BrokenLink> {
    if (targets.is_file)(target) || (targets.is_file)(with_slash) {
        return expiring(targets, route, target)
            .or_else(|| redirected(targets, url, target, with_slash));
    }

    let unpublished = (targets.unpublished)(target).or_else(|| (targets.unpublished)(with_slash));
    if let Some(page) = unpublished {
        // A draft is only rendered as a preview, and is published together with the drafts that it links to.
        let is_preview = page.reason == UnpublishedReason::Draft
            && (targets.unpublished)(route).is_some_and(|it| it.reason == UnpublishedReason::Draft);
        if is_preview {
            return None;
        }
        if let UnpublishedReason::Expired(_) = page.reason {
            let message = format!("broken link: {target} has expired");
            return Some(BrokenLink::warning(Code::LinkEnds, message, page.hint()));
        }
        return Some(BrokenLink::error(
            Code::BrokenLink,
            format!("broken link: {target} is not published{}", page.reason.yet()),
            page.hint(),
        ));
    }

    let href = Href::new(url);
    let source = (targets.source_of)(route);
    if let Some((file, _)) = source.and_then(|source| content_file(source, &href)) {
        return Some(missing_file(targets, &file, source));
    }

    let hint = page_of_file_hint(targets, target, with_slash)
        .or_else(|| moved_page_hint(targets, target, with_slash))
        .or_else(|| missing_scheme_hint(url))
        .or_else(|| other_case_hint(targets, target))
        .or_else(|| {
            if looks_like_page(target) {
                did_you_mean(target, (targets.routes)())
            } else {
                similar_file(target, (targets.assets)())
            }
        })
        .unwrap_or_else(|| "no page, page asset or file in static/ has this path".to_owned());

    let message = format!("broken link: {target} does not exist");
    let broken = BrokenLink::error(Code::BrokenLink, message, hint);
    Some(BrokenLink { missing: Some(target.to_owned()), ..broken })
}

/// Returns the hint for the path of a file whose name is similar to that of another file, in the same folder or in another one.
fn similar_file(target: &str, assets: Vec<&str>) -> Option<String> {
    let split = |path: &'_ str| {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        (folder.trim_matches('/').to_owned(), name.to_lowercase())
    };
    let (folder, name) = split(target);
    let distance = |path: &str| {
        let (its_folder, its_name) = split(path);
        let distance = strsim::osa_distance(&name, &its_name);
        // Most names are too long or too short, and need no comparison of their folders.
        (distance <= 1.max(name.len() / 6))
            .then(|| (distance, strsim::osa_distance(&folder, &its_folder)))
    };
    let similar = assets.into_iter().filter_map(|path| Some((distance(path)?, path)));
    similar.min().map(|(_, path)| format!("did you mean `/{path}`?"))
}

/// Returns the hint for the path of a content file whose page has another URL.
fn page_of_file_hint(targets: &Targets<'_>, target: &str, with_slash: &str) -> Option<String> {
    let page = (targets.page_of_file)(target).or_else(|| (targets.page_of_file)(with_slash))?;
    Some(format!("link to `{}`, which is the URL of {}", page.route, page.source))
}

/// Returns the hint for the path of a page that has moved since the last build.
fn moved_page_hint(targets: &Targets<'_>, target: &str, with_slash: &str) -> Option<String> {
    let (before, now) =
        (targets.moved_page)(target).or_else(|| (targets.moved_page)(with_slash))?;
    Some(match now {
        Some(now) => format!(
            "{before} was renamed to {now}: link to that file, and add `aliases = [\"{target}\"]` to it"
        ),
        None => format!(
            "it was the page of {before} in the last build; a moved page needs `aliases = [\"{target}\"]`"
        ),
    })
}

/// Returns the hint for a link to another site without a scheme or with a damaged one.
fn missing_scheme_hint(url: &str) -> Option<String> {
    if let Some((user, host)) = url.split_once('@')
        && !user.is_empty()
        && !user.contains('/')
        && host.contains('.')
        && !host.contains('/')
    {
        return Some(format!("write an e-mail address as a URL: `mailto:{url}`"));
    }
    let is_host = |it: &str| {
        it.starts_with("www.")
            || [".com", ".org", ".net", ".io"].iter().any(|end| it.ends_with(end))
    };
    if url.split('/').next().is_some_and(is_host) {
        return Some(format!("write the full URL of another site: `https://{url}`"));
    }
    let rest = ["https//", "http//"].iter().find_map(|start| url.strip_prefix(start))?;
    Some(format!("did you mean `https://{}`?", rest.trim_start_matches('/')))
}

/// Returns the hint for the path of a file whose name has other upper and lower case letters.
fn other_case_hint(targets: &Targets<'_>, target: &str) -> Option<String> {
    let (stem, extension) = target.rsplit_once('.')?;
    let (folder, name) = stem.rsplit_once('/')?;
    let stems = [stem.to_owned(), format!("{folder}/{}", name.to_uppercase()), stem.to_lowercase()];
    let extensions = [extension.to_owned(), extension.to_uppercase(), extension.to_lowercase()];
    let mut names = stems
        .iter()
        .flat_map(|stem| extensions.iter().map(move |extension| format!("{stem}.{extension}")));
    let file = names.find(|path| path != target && (targets.is_file)(path))?;
    Some(format!("did you mean `{file}`? Upper and lower case letters differ in URLs"))
}

/// Returns whether a path has no file extension.
fn looks_like_page(path: &str) -> bool {
    path.ends_with('/') || !path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

/// Returns the error for a link to a content file that does not exist.
fn missing_file(targets: &Targets<'_>, file: &SitePath, source: Option<&SitePath>) -> BrokenLink {
    let path = page_route::route_of(file, PathCase::Lower);

    let name = |it: &str| it.rsplit('/').next().unwrap_or_default().to_owned();
    let hint = match (targets.moved_page)(&path) {
        Some((before, Some(now))) if before == *file => {
            format!(
                "it was renamed to {now}: link to that file, and add `aliases = [\"{path}\"]` to it"
            )
        }
        _ => {
            let mut files = (targets.files)();
            if files.contains(&file.as_str()) {
                let message = format!("broken link: the URL {file} does not exist");
                let hint = format!(
                    "links in HTML are not converted: write the URL of the page, such as `{path}`, or a link in Markdown"
                );
                return BrokenLink::error(Code::BrokenLink, message, hint);
            }
            files.retain(|it| source.is_none_or(|source| source.as_str() != *it));
            // A file of the same name in another folder is more likely than a similar name.
            let namesake = files
                .iter()
                .find(|it| name(it) == name(file))
                .map(|it| format!("did you mean `{it}`?"));
            namesake.or_else(|| did_you_mean(file, files)).unwrap_or_else(|| {
                "write the path of a file in content/, relative to the folder of this file"
                    .to_owned()
            })
        }
    };

    BrokenLink::error(Code::BrokenLink, format!("broken link: {file} does not exist"), hint)
}

/// Resolves a link in the file `source` that names a content file. Returns the file and the rest of
/// the link: `content/info/faq.md` and `#fees` for `../info/faq.md#fees`.
pub fn content_file<'a>(source: &SitePath, href: &'a Href) -> Option<(SitePath, &'a str)> {
    let (path, rest) = href.split_path();
    if !path.ends_with(".md") || path.contains(':') || path.starts_with("//") {
        return None;
    }
    let path = url::decode_path(path)?;
    let below = url::resolve_relative(source.strip_prefix("content")?, &path)
        .unwrap_or_else(|| path.into_owned());
    Some((SitePath::new(format!("content{below}")), rest))
}

/// Resolves a relative link in the content file `source` that may name a co-located asset. Returns
/// the file and the rest of the link: `content/tea/pot.jpg` for `pot.jpg` in
/// `content/tea/index.md`.
pub fn asset_file<'a>(source: &SitePath, href: &'a Href) -> Option<(SitePath, &'a str)> {
    let (path, rest) = href.split_path();
    if path.ends_with(['/', '.']) || path.ends_with(".md") {
        return None;
    }
    let path = url::decode_path(path)?;
    let below = url::resolve_relative(source.strip_prefix("content")?, &path)?;
    Some((SitePath::new(into_nfc(format!("content{below}"))), rest))
}

#[cfg(test)]
mod tests {
    use super::{Href, SitePath, asset_file, below_base_url, content_file, has_line};

    #[test]
    fn a_line_is_found_only_as_a_whole() {
        for line in ["a-1", "a", "b-a-1", "c"] {
            assert!(has_line("a-1\na\nb-a-1\nc", line), "{line}");
        }
        for line in ["a-", "-1", "b", "c\n"] {
            assert!(!has_line("a-1\na\nb-a-1\nc", line), "{line}");
        }
    }

    #[test]
    fn absolute_urls_of_the_site_are_recognized_in_every_form() {
        for (href, rest) in [
            ("https://e.com", Some("")),
            ("HTTPS://E.com/a/#b", Some("/a/#b")),
            ("http://e.com:80/a/", Some("/a/")),
            ("//e.com?q", Some("?q")),
            ("https://e.com.evil/", None),
            ("https://e.com:4430/", None),
            ("https://www.e.com/", None),
            ("/a/", None),
            ("mailto:a@e.com", None),
        ] {
            assert_eq!(below_base_url("https://e.com", href), rest, "{href}");
        }
        assert_eq!(below_base_url("https://e.com/docs", "https://e.com/docs/a/"), Some("/a/"));
        assert_eq!(below_base_url("https://e.com/docs", "https://e.com/docsa/"), None);
        assert_eq!(below_base_url("https://e.com/docs", "https://e.com/"), None);
    }

    #[test]
    fn a_relative_link_can_name_a_colocated_asset() {
        let source = SitePath::new("content/tea/index.md");
        let file = |href| {
            asset_file(&source, &Href::new(href)).map(|(file, rest)| (file.into(), rest.to_owned()))
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
