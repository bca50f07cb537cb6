//! Feeds of a section's newest pages, as Atom, RSS or JSON. `[[feeds]]` of site.toml declares them.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::json;

use crate::declared::{Feed, FeedFormat};
use crate::front_matter::SortBy;
use crate::moment;
use crate::page::Page;
use crate::reads::List;
use crate::settings::Settings;
use crate::site::Site;
use crate::template::escape;

/// Output path and text of a feed. Pages without a date are left out.
pub fn file(feed: &Feed, site: &Site, settings: &Settings) -> (String, Vec<u8>) {
    let listed = site.list(&List::Section(feed.section.clone()), SortBy::Date);
    let dated = listed.pages.iter().filter_map(|page| Some((page, page.front.dated_at?)));
    let told = Told {
        title: feed.title.as_deref().or_else(|| settings.text("name")).unwrap_or_default(),
        description: feed.description.as_deref().or_else(|| settings.text("description")).unwrap_or_default(),
        language: settings.text("language").unwrap_or("en"),
        home: format!("{}{}", settings.base_url, feed.section),
        own: format!("{}{}", settings.base_url, feed.path),
        base_url: &settings.base_url,
        entries: dated.take(feed.limit.get()).collect(),
    };
    let text = match feed.format {
        FeedFormat::Atom => atom(&told),
        FeedFormat::Rss => rss(&told),
        FeedFormat::Json => json_feed(&told),
    };
    (feed.path.trim_start_matches('/').to_owned(), text.into_bytes())
}

/// What a feed tells, in whatever form.
struct Told<'a> {
    title: &'a str,
    description: &'a str,
    language: &'a str,
    home: String,
    own: String,
    base_url: &'a str,
    /// Pages with the moment of their publication, newest first.
    entries: Vec<(&'a Arc<Page>, i64)>,
}

impl Told<'_> {
    fn url(&self, page: &Page) -> String {
        format!("{}{}", self.base_url, page.route)
    }

    /// When the feed changed last; the beginning of time where it has no entry, so that two builds say the same.
    fn updated(&self) -> i64 {
        self.entries.first().map_or(0, |(_, moment)| *moment)
    }
}

fn atom(told: &Told<'_>) -> String {
    let (title, home, own) = (xml(told.title), xml(&told.home), xml(&told.own));
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <title>{title}</title>\n<subtitle>{}</subtitle>\n<id>{home}</id>\n<link href=\"{home}\"/>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{own}\"/>\n<updated>{}</updated>\n<author><name>{title}</name></author>\n",
        xml(told.language),
        xml(told.description),
        moment::rfc3339(told.updated()),
    );
    for (page, at) in &told.entries {
        let (url, at) = (xml(&told.url(page)), moment::rfc3339(*at));
        let (title, summary) = (xml(page.heading()), xml(&page.front.description));
        let _ = writeln!(
            text,
            "<entry>\n<title>{title}</title>\n<id>{url}</id>\n<link href=\"{url}\"/>\n<published>{at}</published>\n\
             <updated>{at}</updated>\n<summary>{summary}</summary>\n</entry>"
        );
    }
    text + "</feed>\n"
}

fn rss(told: &Told<'_>) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n\
         <title>{}</title>\n<link>{}</link>\n<description>{}</description>\n<language>{}</language>\n\
         <atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{}\"/>\n<lastBuildDate>{}</lastBuildDate>\n",
        xml(told.title),
        xml(&told.home),
        xml(told.description),
        xml(told.language),
        xml(&told.own),
        moment::rfc2822(told.updated()),
    );
    for (page, at) in &told.entries {
        let _ = writeln!(
            text,
            "<item>\n<title>{}</title>\n<link>{url}</link>\n<guid>{url}</guid>\n<pubDate>{}</pubDate>\n<description>{}</description>\n</item>",
            xml(page.heading()),
            moment::rfc2822(*at),
            xml(&page.front.description),
            url = xml(&told.url(page)),
        );
    }
    text + "</channel>\n</rss>\n"
}

fn json_feed(told: &Told<'_>) -> String {
    let item = |(page, at): &(&Arc<Page>, i64)| {
        let url = told.url(page);
        json!({
            "id": url,
            "url": url,
            "title": page.heading(),
            "summary": page.front.description,
            "content_text": page.front.description,
            "date_published": moment::rfc3339(*at),
        })
    };
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": told.title,
        "description": told.description,
        "language": told.language,
        "home_page_url": told.home,
        "feed_url": told.own,
        "items": told.entries.iter().map(item).collect::<Vec<_>>(),
    });
    format!("{feed}\n")
}

/// Text for XML, which knows no control characters.
fn xml(text: &str) -> String {
    let sound: String = text.chars().filter(|it| !it.is_control() || matches!(it, '\t' | '\n' | '\r')).collect();
    escape(&sound)
}
