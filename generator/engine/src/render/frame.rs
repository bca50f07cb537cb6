//! The frame of a document: what surrounds the page and that the loader cannot replace when a user follows a link.
//!
//! The loader replaces `<main>`, the slices and the metadata. Browsers run no scripts in HTML that is inserted so, and the base layout may
//! give each page other scripts, style sheets or attributes. The loader then loads a document instead.

use std::collections::BTreeSet;

use memchr::memmem;

use crate::query::recorder::Recorder;
use crate::query::results::Head;
use croupier_base::fingerprint::hex;
use croupier_base::path::ASSETS;
use croupier_base::syntax::html::{self, HtmlUrl, Use};

/// The value of `frame` in the page-data of a page that always needs a document.
pub(super) const OWN_SCRIPTS: &str = "document";

/// The length of a frame in hexadecimal digits.
const DIGEST_LENGTH: usize = 8;

/// The frame of one document.
pub(super) struct Frame {
    /// A digest of the attributes, scripts and style sheets outside of the page. Empty if the base layout has none of its own.
    pub digest: String,
    /// Whether the page itself contains scripts.
    pub has_own_scripts: bool,
}

impl Frame {
    /// Returns the frame of the document `html`, which contains the page `main`. It must not contain the style sheets of the runtime
    /// yet.
    pub(super) fn new(recorder: &Recorder, html: &str, main: &str) -> Frame {
        let head_script = recorder.scripts().map_or("", |scripts| scripts.head);
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
        let Head { language, .. } = recorder.head();
        let attributes = [attributes(html, "<html"), attributes(html, "<body")];
        let is_default = elements.is_empty()
            && attributes[1].is_empty()
            && (attributes[0].is_empty() || attributes[0] == [("lang", language)]);

        let digest = if is_default {
            String::new()
        } else {
            let mut digest = hex(format!("{attributes:?}{elements:?}").as_bytes());
            digest.truncate(DIGEST_LENGTH);
            digest
        };
        Frame { digest, has_own_scripts: has_scripts(main) }
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
        if self.has_own_scripts {
            return Some(OWN_SCRIPTS);
        }
        Some(&*self.digest).filter(|digest| !digest.is_empty())
    }
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
