//! Markdown to HTML: `CommonMark` with tables, footnotes, strikethrough and task lists, and an id on every heading.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

/// A heading of the page, for tables of contents and anchors.
#[derive(Debug, Clone, Serialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// Its words, without markup.
    pub text: String,
}

/// A link as it stands in the source.
#[derive(Debug, Clone)]
pub struct Link {
    /// Where it leads, as written.
    pub href: String,
    /// Byte range in the Markdown.
    pub range: Range<usize>,
}

/// What a Markdown text becomes.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The HTML.
    pub html: String,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Links and images in order.
    pub links: Vec<Link>,
}

/// Renders `text`.
pub fn render(text: &str) -> Document {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut document = Document::default();
    let mut anchors = BTreeMap::<String, usize>::new();
    let mut events = Vec::new();
    let mut heading: Option<(HeadingLevel, Option<String>, usize, String)> = None;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match &event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                document.links.push(Link { href: dest_url.to_string(), range });
            }
            Event::Start(Tag::Heading { level, id, .. }) => {
                heading = Some((*level, id.as_ref().map(ToString::to_string), events.len(), String::new()));
            }
            Event::Text(words) | Event::Code(words) => {
                if let Some((.., text)) = &mut heading {
                    text.push_str(words);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((level, id, at, text)) = heading.take() {
                    let id = id.unwrap_or_else(|| unique(&mut anchors, slug(&text)));
                    if let Some(Event::Start(Tag::Heading { id: slot, .. })) = events.get_mut(at) {
                        *slot = Some(CowStr::from(id.clone()));
                    }
                    document.headings.push(Heading { level: level as u8, id, text });
                }
            }
            Event::Start(Tag::Table(_)) => {
                events.push(Event::Html("<div class=\"table-scroll\" tabindex=\"0\" role=\"group\">".into()));
            }
            _ => {}
        }
        let closes_table = matches!(event, Event::End(TagEnd::Table));
        events.push(event);
        if closes_table {
            events.push(Event::Html("</div>\n".into()));
        }
    }
    html::push_html(&mut document.html, events.into_iter());
    document
}

/// A heading's words as an anchor: lower case, words joined by hyphens, letters of every script kept.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() {
            slug.extend(character.to_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() && !matches!(character, '\'' | '\u{2019}') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { "section".to_owned() } else { slug }
}

fn unique(taken: &mut BTreeMap<String, usize>, wanted: String) -> String {
    let count = taken.entry(wanted.clone()).or_insert(0);
    *count += 1;
    if *count == 1 { wanted } else { format!("{wanted}-{count}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_get_distinct_anchors_in_every_script() {
        let document = render("## Été à *Québec*\n\n## 21+\n\n## 21+\n\n## !!\n");
        let ids: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
        assert_eq!(ids, ["été-à-québec", "21", "21-2", "section"]);
        assert!(document.html.contains("<h2 id=\"été-à-québec\">"));
    }

    #[test]
    fn a_table_can_be_scrolled_with_the_keyboard() {
        let document = render("| a | b |\n|---|---|\n| 1 | 2 |\n");
        assert!(document.html.contains("<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"><table>"));
    }
}
