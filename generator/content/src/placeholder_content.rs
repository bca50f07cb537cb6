//! Finds placeholder content in published text: `sample_words` anywhere, and reserved hosts such as
//! `example.com` in files that the operator fills in. Ignores comments and code samples.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use crate::config::production::{Hosts, find_samples};
use crate::config::tables::markdown::MarkdownOptions;
use crate::front_matter::Language;
use crate::markdown::parser;
use crate::page_text::Text;
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::{self, SpannedValue, Value};

/// Returns the first of the words in a content file, outside of code. Hosts are ignored: a text may
/// explain how to write one.
pub fn find_in_page(
    text: &Text,
    words: &[String],
    options: MarkdownOptions,
) -> Option<Range<usize>> {
    let matches = find_samples(&text.source, words, Hosts::Any);
    if matches.is_empty() {
        return None;
    }

    let front = match text.language {
        Language::Toml => spanned::toml(text.front()).0,
        Language::Yaml => spanned::yaml(text.front()).ok()?,
    };
    let front_texts = text_ranges(&front, text.front.start);

    let code: Vec<Range<usize>> = parser(text.body(), options)
        .into_offset_iter()
        .filter(|(event, _)| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_))))
        .map(|(_, range)| text.body + range.start..text.body + range.end)
        .collect();

    matches.into_iter().find(|it| {
        if it.start < text.body { is_in_any(it, &front_texts) } else { !is_in_any(it, &code) }
    })
}

/// Returns the first placeholder in a data file. `hosts` says which hosts it may have.
pub fn find_in_data(
    file: &SitePath,
    text: &str,
    words: &[String],
    hosts: Hosts,
) -> Option<Range<usize>> {
    let matches = find_samples(text, words, hosts);
    if matches.is_empty() {
        return None;
    }
    let texts = match file.extension() {
        "toml" => text_ranges(&spanned::toml(text).0, 0),
        "yaml" | "yml" => text_ranges(&spanned::yaml(text).ok()?, 0),
        // Other formats have no comments.
        _ => return matches.into_iter().next(),
    };
    matches.into_iter().find(|it| is_in_any(it, &texts))
}

/// Returns the first placeholder in a template.
pub fn find_in_template(text: &str, words: &[String]) -> Option<Range<usize>> {
    let is_in_comment = |it: &Range<usize>| {
        let before = &text[..it.start];
        before.rfind("{#").is_some_and(|start| !before[start..].contains("#}"))
    };
    find_samples(text, words, Hosts::OnlyReal).into_iter().find(|it| !is_in_comment(it))
}

/// Returns the ranges of all texts in a value. `offset` is the start of its source in the file.
fn text_ranges(value: &SpannedValue, offset: usize) -> Vec<Range<usize>> {
    let mut pending = vec![value];
    let mut ranges = Vec::new();
    while let Some(SpannedValue { range, value }) = pending.pop() {
        match value {
            Value::Text(_) => ranges.push(offset + range.start..offset + range.end),
            Value::List(items) => pending.extend(items),
            Value::Table(entries) => pending.extend(entries.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    ranges
}

fn is_in_any(range: &Range<usize>, outer: &[Range<usize>]) -> bool {
    outer.iter().any(|it| it.start <= range.start && range.end <= it.end)
}

#[cfg(test)]
mod tests {
    use super::{Hosts, find_in_data, find_in_page, find_in_template};
    use crate::config::tables::markdown::MarkdownOptions;
    use crate::page_text::Text;
    use croupier_base::path::SitePath;

    #[test]
    fn comments_and_code_are_ignored() {
        let words = ["Lorem".to_owned()];
        let page = |text: &str| {
            let text =
                Text::read(&SitePath::new("content/a.md"), text.as_bytes().to_vec()).unwrap();
            find_in_page(&text, &words, MarkdownOptions::default()).map(|range| range.start)
        };

        assert_eq!(page("+++\n# lorem\ntitle = \"A\"\n+++\n`lorem`\n\n```\nlorem\n```\n"), None);
        assert_eq!(page("+++\ntitle = \"At lorem\"\n+++\n"), Some(16));
        assert_eq!(page("---\ntitle: A\n---\n`x` [b](lorem)\n"), Some(25));
        assert_eq!(page("+++\ntitle = \"A\"\n+++\nWrite to https://example.com.\n"), None);

        let data = |name: &str, text: &str, hosts: Hosts| {
            find_in_data(&SitePath::new(name), text, &words, hosts).map(|range| range.start)
        };
        let toml = "content/data/a.toml";
        assert_eq!(data(toml, "a = \"b\" # example.com\n", Hosts::OnlyReal), None);
        assert_eq!(data(toml, "# example.com\na = [\"example.com\"]\n", Hosts::OnlyReal), Some(20));
        assert_eq!(data(toml, "a = [\"example.com\"]\n", Hosts::Any), None);
        assert_eq!(data("content/data/a.csv", "a\nexample.com\n", Hosts::OnlyReal), Some(2));
        assert_eq!(
            find_in_template("{# example.com #}<a href=\"https://shop.example/\">", &[])
                .map(|it| it.start),
            Some(34)
        );

        assert_eq!(find_in_template("{{ words.example }}{# example.com #}", &[]), None);
    }
}
