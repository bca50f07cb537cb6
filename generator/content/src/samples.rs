//! Samples in sources that are published: in what a file says to readers, not in its comments, and not in code that a page shows.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag};

use crate::config::sample_words::places;
use crate::front_matter::Language;
use crate::markdown::OPTIONS;
use crate::page::Text;
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::{self, SpannedValue, Value};

/// The first sample in a content file; one in code is an example.
pub fn of_page(text: &Text, words: &[String]) -> Option<Range<usize>> {
    let found = places(&text.source, words);
    if found.is_empty() {
        return None;
    }
    let front = match text.language {
        Language::Toml => spanned::toml(text.front()).0,
        Language::Yaml => spanned::yaml(text.front()).ok()?,
    };
    let said = texts(&front, text.front.start);
    let code: Vec<Range<usize>> = Parser::new_ext(text.body(), OPTIONS)
        .into_offset_iter()
        .filter(|(event, _)| matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_))))
        .map(|(_, range)| text.body + range.start..text.body + range.end)
        .collect();
    found
        .into_iter()
        .find(|it| if it.start < text.body { is_in(it, &said) } else { !is_in(it, &code) })
}

/// The first sample in a data file.
pub fn of_data(file: &SitePath, text: &str, words: &[String]) -> Option<Range<usize>> {
    let found = places(text, words);
    if found.is_empty() {
        return None;
    }
    let said = match file.extension() {
        "toml" => texts(&spanned::toml(text).0, 0),
        "yaml" | "yml" => texts(&spanned::yaml(text).ok()?, 0),
        // All that stands there is said.
        _ => return found.into_iter().next(),
    };
    found.into_iter().find(|it| is_in(it, &said))
}

/// The first sample in a template.
pub fn of_template(text: &str, words: &[String]) -> Option<Range<usize>> {
    let is_comment = |it: &Range<usize>| {
        let before = &text[..it.start];
        before.rfind("{#").is_some_and(|start| !before[start..].contains("#}"))
    };
    places(text, words).into_iter().find(|it| !is_comment(it))
}

/// Where the texts of a value stand, of which the text begins at a byte of its file.
fn texts(value: &SpannedValue, start: usize) -> Vec<Range<usize>> {
    let mut open = vec![value];
    let mut found = Vec::new();
    while let Some(SpannedValue { range, value }) = open.pop() {
        match value {
            Value::Text(_) => found.push(start + range.start..start + range.end),
            Value::List(items) => open.extend(items),
            Value::Table(entries) => open.extend(entries.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    found
}

fn is_in(range: &Range<usize>, places: &[Range<usize>]) -> bool {
    places.iter().any(|place| place.start <= range.start && range.end <= place.end)
}

#[cfg(test)]
mod tests {
    use super::{of_data, of_page, of_template};
    use crate::page::Text;
    use croupier_base::path::SitePath;

    #[test]
    fn what_nobody_reads_and_what_is_code_is_no_sample() {
        let page = |text: &str| {
            let read =
                Text::read(&SitePath::new("content/a.md"), text.as_bytes().to_vec()).unwrap();
            of_page(&read, &[]).map(|range| range.start)
        };
        assert_eq!(
            page(
                "+++\n# example.com\ntitle = \"A\"\n+++\n`example.com`\n\n```\nexample.com\n```\n"
            ),
            None
        );
        assert_eq!(page("+++\ntitle = \"At example.com\"\n+++\n"), Some(16));
        assert_eq!(page("---\ntitle: A\n---\n`x` [b](https://example.com)\n"), Some(33));
        let data = |name: &str, text: &str| {
            of_data(&SitePath::new(name), text, &[]).map(|range| range.start)
        };
        assert_eq!(data("content/data/a.toml", "a = \"b\" # example.com\n"), None);
        assert_eq!(data("content/data/a.toml", "# example.com\na = [\"example.com\"]\n"), Some(20));
        assert_eq!(data("content/data/a.csv", "a\nexample.com\n"), Some(2));
        assert_eq!(
            of_template("{# example.com #}<a href=\"https://shop.example/\">", &[])
                .map(|it| it.start),
            Some(34)
        );
        assert_eq!(of_template("{{ words.example }}{# example.com #}", &[]), None);
    }
}
