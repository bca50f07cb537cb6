//! Finds the summary of a text: the Markdown before the marker `<!-- more -->`.

use memchr::memmem;
use pulldown_cmark::{Event, Tag};

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::extensions::parser;
use crate::markdown::footnotes::folded;
use crate::markdown::verbatim::VerbatimText;

/// The spellings of the marker.
const MARKERS: [&str; 2] = ["<!-- more -->", "<!--more-->"];

/// Returns the Markdown before the first marker, which is on a line of its own or inside of a paragraph. A marker in a code sample, in raw
/// HTML such as `<pre>`, in a heading, in emphasized text or in the text of a shortcode is ignored.
pub fn summary(text: &str, options: MarkdownOptions) -> Option<&str> {
    // Most texts have no comment and are not parsed.
    let mut comments = memmem::find_iter(text.as_bytes(), "<!--").map(|start| &text[start..]);
    comments.find(|comment| MARKERS.iter().any(|marker| comment.starts_with(marker)))?;

    // Whether each open element has text of which a summary can have a part.
    let mut open = Vec::new();
    let mut events = parser(text, options).into_offset_iter();
    events.find_map(|(event, range)| {
        let is_candidate = match event {
            Event::Start(tag) => {
                open.push(matches!(tag, Tag::Paragraph | Tag::Item));
                let line = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
                tag == Tag::HtmlBlock && text[line..range.start].trim().is_empty()
            }
            Event::End(_) => {
                open.pop();
                false
            }
            Event::InlineHtml(_) => open.last() == Some(&true),
            _ => false,
        };

        let is_marker = is_candidate
            && MARKERS.iter().any(|marker| text[range.start..].trim_start().starts_with(marker))
            && !is_in_shortcode(text, range.start, options);
        is_marker.then(|| without_blank_lines(&text[..range.start]))
    })
}

/// Returns whether a shortcode with a text, `{% name() %}`, is open at the byte `end`.
fn is_in_shortcode(text: &str, end: usize, options: MarkdownOptions) -> bool {
    if !text[..end].contains("{%") {
        return false;
    }

    let mut verbatim = VerbatimText::new(text, options);
    let mut depth = 0_usize;
    for (start, _) in text[..end].match_indices("{%") {
        if verbatim.contains(start, 0) || text[..start].ends_with('\\') {
            continue;
        }
        let tag = text[start + 2..end].split("%}").next().unwrap_or_default().trim();
        match tag {
            "end" => depth = depth.saturating_sub(1),
            _ if tag.ends_with(')') => depth += 1,
            _ => {}
        }
    }
    depth > 0
}

/// Returns the definitions of links and footnotes that `summary` uses and that come after it in
/// `text`, or `None` if there are none.
pub fn definitions(text: &str, summary: &str, options: MarkdownOptions) -> Option<String> {
    if !summary.contains('[') {
        return None;
    }

    let end = summary.as_ptr() as usize - text.as_ptr() as usize + summary.len();
    let used = folded(summary);
    let is_used = |label: &str| used.contains(&folded(&format!("[{label}]")));

    let parser = parser(text, options);
    let links = parser.reference_definitions().iter();
    let mut ranges: Vec<_> = links
        .filter(|(label, definition)| definition.span.start >= end && is_used(label))
        .map(|(_, definition)| definition.span.clone())
        .collect();

    let notes = parser.into_offset_iter().filter_map(|(event, range)| match event {
        Event::Start(Tag::FootnoteDefinition(label)) => {
            (range.start >= end && is_used(&format!("^{label}"))).then_some(range)
        }
        _ => None,
    });

    ranges.extend(notes);
    ranges.sort_by_key(|range| range.start);
    let definitions: Vec<&str> = ranges.into_iter().map(|range| text[range].trim_end()).collect();
    (!definitions.is_empty()).then(|| definitions.join("\n\n"))
}

/// Removes blank lines at both ends. Keeps the indentation of the first line, since it can make the
/// line a code sample.
fn without_blank_lines(text: &str) -> &str {
    let text = text.trim_end();
    let blank = &text[..text.len() - text.trim_start().len()];
    &text[blank.rfind('\n').map_or(0, |newline| newline + 1)..]
}

#[cfg(test)]
mod tests {
    use crate::config::tables::markdown::MarkdownOptions;

    fn summary(text: &str) -> Option<&str> {
        super::summary(text, MarkdownOptions::default())
    }

    #[test]
    fn a_marker_ends_the_summary() {
        for (text, expected) in [
            ("\nOne\n\n<!-- more -->\nTwo\n", "One"),
            ("One\n<!--more-->", "One"),
            ("One\r\n\r\n<!-- more -->\r\nTwo\r\n", "One"),
            ("One\n   <!-- more -->   \nTwo", "One"),
            ("<!-- more -->\nTwo", ""),
            ("\n    code\n\n<!-- more -->", "    code"),
            ("- One\n\n  <!-- more -->\n- Two", "- One"),
            ("<!-- other -->\n<!-- more -->\n<div>\n</div>", "<!-- other -->"),
            ("One **two**. <!-- more --> three", "One **two**."),
            ("One\ntwo.<!--more-->\nthree", "One\ntwo."),
            ("- One <!-- more --> two", "- One"),
            ("One\n\n<!-- more --> two", "One"),
            // Half of these would be another text.
            ("**One <!-- more --> two**\n\n<!-- more -->", "**One <!-- more --> two**"),
            ("# One <!-- more --> two\n\n<!-- more -->", "# One <!-- more --> two"),
            ("`<!-- more -->` \\<!-- more -->\n\n<!-- more -->", "`<!-- more -->` \\<!-- more -->"),
            (
                "{% a() %}A <!-- more --> b{% end %}\n\n<!-- more -->",
                "{% a() %}A <!-- more --> b{% end %}",
            ),
            ("<pre>\n<!-- more -->\n</pre>\n\n<!-- more -->", "<pre>\n<!-- more -->\n</pre>"),
            // A code sample that contains the fence of another kind.
            ("```text\n~~~\n```\n\n<!-- more -->", "```text\n~~~\n```"),
            ("~~~\n```\n~~~\n<!-- more -->", "~~~\n```\n~~~"),
            ("````\n```\n````\n<!-- more -->", "````\n```\n````"),
            ("```\n``` rust\n```\n<!-- more -->", "```\n``` rust\n```"),
            // These do not begin a code sample.
            ("``` a`b\n\n<!-- more -->", "``` a`b"),
            ("``\n\n<!-- more -->", "``"),
            ("One\n    ```\n\n<!-- more -->", "One\n    ```"),
            // A code sample ends with the list or block quote around it.
            ("- ```\n  code\n\n<!-- more -->", "- ```\n  code"),
            ("> ```\n> code\n\n<!-- more -->", "> ```\n> code"),
            ("{% a() %}\nA\n{% end %}\n\n<!-- more -->", "{% a() %}\nA\n{% end %}"),
            ("`{% a() %}` \\{% b() %}\n\n<!-- more -->", "`{% a() %}` \\{% b() %}"),
            (
                "{% a() %}\n\n<!-- more -->\n{% end %}\n\n<!-- more -->\n",
                "{% a() %}\n\n<!-- more -->\n{% end %}",
            ),
        ] {
            assert_eq!(summary(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_marker_in_a_sample_is_ignored() {
        for text in [
            "",
            "<!-- MORE -->",
            "```html\n<!-- more -->\n```\n",
            "````md\n```\n<!-- more -->\n````\n",
            "```\n~~~\n<!-- more -->\n~~~\n```\n",
            "~~~ a`b\n<!-- more -->\n~~~\n",
            "   ```\n<!-- more -->\n    ```\n",
            "``` \n``\n<!-- more -->\n",
            "- ```\n  <!-- more -->\n  ```\n",
            "1. One\n\n   ~~~\n   <!-- more -->\n   ~~~\n",
            "> ```\n> <!-- more -->\n> ```\n",
            "> <!-- more -->\n",
            "- <!-- more -->\n",
            "One\n\n    <!-- more -->\n",
            "One\n\n\t<!-- more -->\n",
            "- One\n\n      <!-- more -->\n",
            "<pre>\n\n<!-- more -->\n\n</pre>\n",
            "<script>\n<!-- more -->\n</script>\n",
            "<div>\n<!-- more -->\n</div>\n",
            "<!--\n<!-- more -->\n",
            "{% note() %}\nOne\n\n<!-- more -->\n\nTwo\n{% end %}\n",
            "{% tabs() %}\n{% tab(\"a\") %}\nA\n{% end %}\n\n<!-- more -->\n{% end %}\n",
        ] {
            assert_eq!(summary(text), None, "{text}");
        }
    }
}
