//! Decides whether a piece of HTML can be part of a line of text.

/// Elements whose start tag ends an open paragraph, or which only a block contains.
const BLOCKS: [&str; 46] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
    "xmp",
];

/// Returns whether an element ends an open paragraph, whatever the case of its name.
pub(super) fn is_block(name: &str) -> bool {
    BLOCKS.iter().any(|block| block.eq_ignore_ascii_case(name))
}

/// The start tags of the elements that Croupier writes around an island and around its content.
const WRAPPERS: [&str; 2] = ["<div data-island=", "<div data-children"];

/// How a piece of HTML fits into a line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InLine {
    /// It is part of the line as it is.
    Same,
    /// It is part of the line in this form: with `span` elements around its islands.
    Spans(String),
    /// It contains a block, which is no part of a line.
    Block,
}

/// Returns how a piece of HTML fits into a line of text.
///
/// Attribute values must have no `<`, as in the output of React.
pub fn in_line(html: &str) -> InLine {
    let mut has_wrapper = false;
    for (index, _) in html.match_indices('<') {
        let tag = &html[index..];
        if WRAPPERS.iter().any(|wrapper| tag.starts_with(wrapper)) {
            has_wrapper = true;
            continue;
        }

        let length = tag[1..].find(|it: char| !it.is_ascii_alphanumeric()).unwrap_or(0);
        let name = &tag[1..=length];
        if is_block(name) {
            return InLine::Block;
        }
    }

    if !has_wrapper {
        return InLine::Same;
    }

    // All `div` elements are wrappers, so that each end tag belongs to one.
    InLine::Spans(html.replace("<div ", "<span ").replace("</div>", "</span>"))
}

#[cfg(test)]
mod tests {
    use super::{InLine, in_line};

    #[test]
    fn islands_without_blocks_fit_into_a_line() {
        for html in
            ["a", "<b>New</b> <kbd>x</kbd>", "a < b", "<img>", "</div>", "<template></template>"]
        {
            assert_eq!(in_line(html), InLine::Same, "{html}");
        }

        for html in [
            "<div>a</div>",
            "a<p>",
            "<H2 id=a>",
            "<ul><li>a",
            "a<hr>",
            "<div data-island=\"a\"><div>",
        ] {
            assert_eq!(in_line(html), InLine::Block, "{html}");
        }

        assert_eq!(
            in_line("<div data-island=\"a\"><b><div data-children=\"\">c</div></b></div>"),
            InLine::Spans(
                "<span data-island=\"a\"><b><span data-children=\"\">c</span></b></span>"
                    .to_owned()
            )
        );
    }
}
