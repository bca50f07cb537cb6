//! Feeds of a section's newest pages, as Atom, RSS or JSON. `[[feeds]]` of site.toml declares them.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::json;

use crate::config::settings::Settings;
use crate::config::sort_by::SortBy;
use crate::config::tables::{Feed, FeedFormat};
use crate::content::page::Page;
use crate::content::query::PageQuery;
use crate::content::site::Site;
use crate::source::address::encoded;
use crate::source::date;
use crate::source::path::OutputPath;
use crate::template::escape::escape;

/// Output path and text of a feed. Pages without a date are left out.
pub(crate) fn file(feed: &Feed, site: &Site, settings: &Settings) -> (OutputPath, Vec<u8>) {
    let listed = site.list(&PageQuery::Section(feed.section.clone()), SortBy::Date);
    let dated = listed.pages.iter().filter_map(|page| Some((page, page.front.dated_at?)));
    let data = FeedData {
        title: feed.title.as_deref().or_else(|| settings.text("name")).unwrap_or_default(),
        description: feed.description.as_deref().or_else(|| settings.text("description")).unwrap_or_default(),
        language: settings.text("language").unwrap_or("en"),
        home: encoded(&format!("{}{}", settings.base_url, feed.section)),
        own: encoded(&format!("{}{}", settings.base_url, feed.path)),
        base_url: &settings.base_url,
        entries: dated.take(feed.limit.get()).collect(),
    };
    let text = match feed.format {
        FeedFormat::Atom => atom(&data),
        FeedFormat::Rss => rss(&data),
        FeedFormat::Json => json_feed(&data),
    };
    (OutputPath::new(feed.path.trim_start_matches('/')), text.into_bytes())
}

/// What a feed tells, in whatever form.
struct FeedData<'a> {
    title: &'a str,
    description: &'a str,
    language: &'a str,
    home: String,
    own: String,
    base_url: &'a str,
    /// Pages with the moment of their publication, newest first.
    entries: Vec<(&'a Arc<Page>, i64)>,
}

impl FeedData<'_> {
    fn url(&self, page: &Page) -> String {
        encoded(&format!("{}{}", self.base_url, page.route))
    }

    /// When the feed changed last; the beginning of time where it has no entry, so that two builds say the same.
    fn updated(&self) -> i64 {
        self.entries.iter().map(|(page, at)| updated(page, *at)).max().unwrap_or(0)
    }
}

/// When a page that was published at a moment was changed last: the first second of the day that its front matter says.
fn updated(page: &Page, at: i64) -> i64 {
    let day = page.front.updated.as_deref().and_then(|day| day.parse().ok());
    day.and_then(|day| date::seconds(&day)).map_or(at, |updated| updated.max(at))
}

fn atom(data: &FeedData<'_>) -> String {
    let (title, home, own) = (xml(data.title), xml(&data.home), xml(&data.own));
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <title>{title}</title>\n<subtitle>{}</subtitle>\n<id>{home}</id>\n<link href=\"{home}\"/>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{own}\"/>\n<updated>{}</updated>\n<author><name>{title}</name></author>\n",
        xml(data.language),
        xml(data.description),
        date::rfc3339(data.updated()),
    );
    for (page, at) in &data.entries {
        let (url, updated) = (xml(&data.url(page)), date::rfc3339(updated(page, *at)));
        let at = date::rfc3339(*at);
        let (title, summary) = (xml(page.heading()), xml(&page.front.description));
        let _ = writeln!(
            text,
            "<entry>\n<title>{title}</title>\n<id>{url}</id>\n<link href=\"{url}\"/>\n<published>{at}</published>\n\
             <updated>{updated}</updated>\n<summary>{summary}</summary>\n</entry>"
        );
    }
    text + "</feed>\n"
}

fn rss(data: &FeedData<'_>) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n\
         <title>{}</title>\n<link>{}</link>\n<description>{}</description>\n<language>{}</language>\n\
         <atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{}\"/>\n<lastBuildDate>{}</lastBuildDate>\n",
        xml(data.title),
        xml(&data.home),
        xml(data.description),
        xml(data.language),
        xml(&data.own),
        date::rfc2822(data.updated()),
    );
    for (page, at) in &data.entries {
        let _ = writeln!(
            text,
            "<item>\n<title>{}</title>\n<link>{url}</link>\n<guid>{url}</guid>\n<pubDate>{}</pubDate>\n<description>{}</description>\n</item>",
            xml(page.heading()),
            date::rfc2822(*at),
            xml(&page.front.description),
            url = xml(&data.url(page)),
        );
    }
    text + "</channel>\n</rss>\n"
}

fn json_feed(data: &FeedData<'_>) -> String {
    let item = |(page, at): &(&Arc<Page>, i64)| {
        let url = data.url(page);
        json!({
            "id": url,
            "url": url,
            "title": page.heading(),
            "summary": page.front.description,
            "content_text": page.front.description,
            "date_published": date::rfc3339(*at),
            "date_modified": date::rfc3339(updated(page, *at)),
        })
    };
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": data.title,
        "description": data.description,
        "language": data.language,
        "home_page_url": data.home,
        "feed_url": data.own,
        "items": data.entries.iter().map(item).collect::<Vec<_>>(),
    });
    format!("{feed}\n")
}

/// Text for XML, which knows no control characters.
fn xml(text: &str) -> String {
    let sound: String = text.chars().filter(|it| !it.is_control() || matches!(it, '\t' | '\n' | '\r')).collect();
    escape(&sound)
}
