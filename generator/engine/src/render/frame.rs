//! The frame of a document: what surrounds the page and that the loader cannot replace when a user follows a link.
//!
//! The loader replaces `<main>`, the slices, the regions and the metadata. Browsers run no scripts in HTML that is inserted so, and the base layout may
//! give each page other scripts, style sheets or attributes. The loader then loads a document instead.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use memchr::memmem;

use crate::query::recorder::Recorder;
use crate::query::site_queries::RuntimeScripts;
use croupier_base::fingerprint::hex;
use croupier_base::path::ASSETS;
use croupier_base::syntax::html::{self, HtmlUrl, REGION, Regions, Use, regions};

/// The value of `frame` in the page-data of a page that always needs a document.
pub(super) const OWN_SCRIPTS: &str = "document";

/// The length of a frame in hexadecimal digits.
const DIGEST_LENGTH: usize = 8;

/// The frame of one document.
pub(super) struct Frame {
    /// A digest of the attributes, scripts and style sheets outside of the page. Empty if the base layout has none of its own.
    pub digest: String,
    /// Whether the page needs a document: it contains scripts, or the loader cannot replace it because the document has no `<main>`.
    pub needs_document: bool,
    /// The content of `<main>`, if the base layout adds something to that of the page.
    pub main: Option<String>,
    /// The content of the elements that the loader replaces as well, by the names of their regions.
    pub regions: BTreeMap<String, String>,
    /// The name that two regions of the document have.
    pub duplicate_region: Option<String>,
}

impl Frame {
    /// Returns the frame of the document `html`, which contains the page `main`. It must not contain the style sheets of the runtime
    /// yet. With `depends_on_page`, the base layout makes pages differ in what the loader does not replace.
    pub(super) fn new(recorder: &Recorder, html: &str, main: &str, depends_on_page: bool) -> Frame {
        let head_script = recorder.read(RuntimeScripts).map_or("", |scripts| scripts.head);
        let main_start = memmem::find(html.as_bytes(), main.as_bytes()).unwrap_or(html.len());
        let main_end = (main_start + main.len()).min(html.len());
        let parts = [&html[..main_start], &html[main_end..]].map(html::read);
        let is_own = |it: &&HtmlUrl<'_>| match it.usage {
            Use::Script | Use::Style => !is_asset(&it.text),
            Use::InlineScript => it.text != head_script,
            Use::InlineStyleSheet => true,
            _ => false,
        };
        // The order of scripts matters, but the same one twice does not.
        let mut elements: Vec<&str> = parts
            .iter()
            .flat_map(|part| &part.addresses)
            .filter(is_own)
            .map(|it| &*it.text)
            .collect();
        let mut seen = BTreeSet::new();
        elements.retain(|text| seen.insert(*text));
        let head = recorder.head();
        let attributes = [attributes(html, "<html"), attributes(html, "<body")];
        let replaced = Replaced::of(html, main_start..main_end, depends_on_page);
        // A page in another language is shown in another document.
        let is_default = head.is_of_main_language()
            && elements.is_empty()
            && replaced.regions.is_empty()
            && replaced.rest.is_empty()
            && attributes[1].is_empty()
            && (attributes[0].is_empty() || attributes[0] == [("lang", head.language)]);

        let digest = if is_default {
            String::new()
        } else {
            let mut text = format!("{attributes:?}{elements:?}");
            for name in replaced.regions.keys() {
                text.push_str(name);
                text.push('\n');
            }
            text.push_str(&replaced.rest);
            let mut digest = hex(text.as_bytes());
            digest.truncate(DIGEST_LENGTH);
            digest
        };
        let Replaced { has_main, main: content, regions, duplicate_region, .. } = replaced;
        let needs_document = !has_main || has_scripts(main);
        Frame { digest, needs_document, main: content, regions, duplicate_region }
    }

    /// Returns the element by which the loader knows the frame of its document.
    pub(super) fn element(&self) -> String {
        if self.digest.is_empty() {
            return String::new();
        }
        format!("\n<meta name=\"croupier-frame\" content=\"{}\">", self.digest)
    }

    /// Returns the frame for the page-data.
    pub(super) fn for_page_data(&self) -> Option<&str> {
        if self.needs_document {
            return Some(OWN_SCRIPTS);
        }
        Some(&*self.digest).filter(|digest| !digest.is_empty())
    }
}

/// What the loader replaces in a document.
#[derive(Default)]
struct Replaced {
    has_main: bool,
    /// The content of `<main>`, if it is more than the page.
    main: Option<String>,
    /// The regions, by name.
    regions: BTreeMap<String, String>,
    duplicate_region: Option<String>,
    /// The rest of the body, if it depends on the page.
    rest: String,
}

impl Replaced {
    /// Finds the replaced parts of the document `html`, which contains the page at the range `page`.
    fn of(html: &str, page: Range<usize>, depends_on_page: bool) -> Replaced {
        let is_simple = !depends_on_page && !contains(html, REGION) && is_alone(html, &page);
        if is_simple {
            return Replaced { has_main: true, ..Replaced::default() };
        }

        let found = regions(html);
        let mut replaced = Replaced { has_main: found.main.is_some(), ..Replaced::default() };
        if let Some(main) = &found.main {
            let content = html[main.clone()].trim();
            replaced.main = (content != &html[page]).then(|| content.to_owned());
        }
        for (name, range) in &found.regions {
            if replaced.regions.insert(name.clone(), html[range.clone()].to_owned()).is_some() {
                replaced.duplicate_region = Some(name.clone());
            }
        }
        if depends_on_page {
            replaced.rest = rest_of_body(html, &found);
        }
        replaced
    }
}

/// Returns whether the page at a range is all that a `<main>` element contains, and no other element can be meant.
fn is_alone(html: &str, page: &Range<usize>) -> bool {
    let (before, after) = (html[..page.start].trim_end(), html[page.end..].trim_start());
    let Some(tag) = before.rfind('<').filter(|start| before[*start..].starts_with("<main")) else {
        return false;
    };
    let before_tag = &before[..tag];
    before.ends_with('>')
        && !before[tag..before.len() - 1].contains('>')
        && after.starts_with("</main>")
        && !["<main", "id=\"main\"", "id='main'", "id=main"]
            .iter()
            .any(|it| contains(before_tag, it))
}

/// Searches a document, in which `str::contains` is several times slower.
fn contains(html: &str, text: &str) -> bool {
    memmem::find(html.as_bytes(), text.as_bytes()).is_some()
}

/// Returns the tag and the content of `<body>` without the replaced parts.
fn rest_of_body(html: &str, found: &Regions) -> String {
    let mut replaced: Vec<Range<usize>> = found.regions.iter().map(|(_, it)| it.clone()).collect();
    replaced.extend(found.slices.iter().chain(&found.main).cloned());
    replaced.sort_by_key(|range| range.start);

    let mut rest = String::new();
    let mut position = html[..found.body.start].rfind("<body").unwrap_or(found.body.start);
    for range in replaced.into_iter().filter(|range| range.end <= found.body.end) {
        rest.push_str(html.get(position..range.start).unwrap_or_default());
        position = range.end;
    }
    rest.push_str(html.get(position..found.body.end).unwrap_or_default());
    rest
}

/// Returns whether a page contains scripts that browsers run, or shadow roots, which exist only in documents.
fn has_scripts(main: &str) -> bool {
    let is_script = |it: &HtmlUrl<'_>| match it.usage {
        Use::Script => !is_asset(&it.text),
        usage => usage == Use::InlineScript,
    };
    let may_have = ["<script", "<SCRIPT", "<Script", "shadowrootmode"]
        .iter()
        .any(|text| memmem::find(main.as_bytes(), text.as_bytes()).is_some());
    may_have
        && (main.contains(" shadowrootmode=") || html::read(main).addresses.iter().any(is_script))
}

/// Returns whether a URL is a file of the runtime, which the loader handles.
fn is_asset(url: &str) -> bool {
    url.strip_prefix('/').is_some_and(|path| path.starts_with(ASSETS))
}

/// Returns the attributes of the first element with this start that concern the whole document. The loader itself replaces
/// `data-layout`.
fn attributes<'h>(html: &'h str, start: &str) -> Vec<(&'h str, &'h str)> {
    let Some(position) = memmem::find(html.as_bytes(), start.as_bytes()) else { return Vec::new() };
    let rest = &html[position + start.len()..];
    let tag = &rest[..memchr::memchr(b'>', rest.as_bytes()).unwrap_or(rest.len())];
    let value_of = |name: &'static str| {
        let after = tag.split_once(&*format!(" {name}=")).map(|(_, after)| after)?;
        let value = match after.as_bytes().first() {
            Some(quote @ (b'"' | b'\'')) => after[1..].split(char::from(*quote)).next(),
            _ => after.split(|c: char| c.is_ascii_whitespace()).next(),
        };
        Some((name, value.unwrap_or_default())).filter(|(_, value)| !value.is_empty())
    };
    ["lang", "dir", "class"].into_iter().filter_map(value_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_browsers_run_need_a_document() {
        for html in [
            "<p>x</p><script src=\"/w.js\"></script>",
            "<script>a()</script>",
            "<SCRIPT type=module>a()</SCRIPT>",
            "<script type=\"text/javascript\">a()</script>",
            "<div><template shadowrootmode=\"open\">x</template></div>",
        ] {
            assert!(has_scripts(html), "{html}");
        }

        for html in [
            "<p>x</p>",
            "<pre><code>&lt;script src=x></code></pre>",
            "<!-- <script>a()</script> -->",
            "<script type=\"application/ld+json\">{}</script>",
            "<script type=\"module\" src=\"/assets/island-0123456789.js\"></script>",
            "<textarea><script>a()</script></textarea>",
        ] {
            assert!(!has_scripts(html), "{html}");
        }
    }

    #[test]
    fn attributes_of_the_document_are_read_in_all_notations() {
        let html =
            "<!doctype html>\n<html lang=\"de\" data-layout=\"full\" class='a b'><body class=wide>";
        assert_eq!(attributes(html, "<html"), [("lang", "de"), ("class", "a b")]);
        assert_eq!(attributes(html, "<body"), [("class", "wide")]);
        assert_eq!(attributes("<body>", "<body"), []);
    }
}
