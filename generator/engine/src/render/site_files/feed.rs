//! Feeds of a section's newest pages, as Atom, RSS or JSON. `[[feeds]]` of site.toml declares them.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::json;

use crate::query::inputs::Inputs;
use crate::render::html::absolute;
use crate::template::escape::escape;
use croupier_base::address::encoded;
use croupier_base::date;
use croupier_base::path::OutputPath;
use croupier_content::config::feeds::{Feed, FeedContent, FeedFormat};
use croupier_content::config::sort_by::SortBy;
use croupier_content::markdown::Document;
use croupier_content::page::Page;
use croupier_content::query::PageQuery;
use croupier_content::site::Site;

/// The pages that a feed tells of, newest first, with the moment of their publication. Pages without a date are left out.
pub(crate) fn pages(feed: &Feed, site: &Site) -> Vec<(Arc<Page>, i64)> {
    let listed = site.list(&PageQuery::Section(feed.section.clone()), SortBy::Date);
    let dated =
        listed.pages.iter().filter_map(|page| Some((Arc::clone(page), page.front.dated_at?)));
    dated.take(feed.limit.get()).collect()
}

/// Output path and text of a feed. `text` gives what the text of a page becomes; none where it is wrong, which the page tells.
pub(crate) fn file(
    feed: &Feed,
    inputs: &Inputs,
    text: &dyn Fn(&Arc<Page>) -> Option<Document>,
) -> (OutputPath, Vec<u8>) {
    let settings = &inputs.settings;
    let entry = |(page, at): (Arc<Page>, i64)| {
        let url = encoded(&format!("{}{}", settings.base_url, page.route));
        let is_full = feed.content == FeedContent::Full;
        let document =
            if is_full || page.front.description.is_empty() { text(&page) } else { None };
        let document = document.unwrap_or_default();
        let content =
            is_full.then(|| absolute(&document.html, &url, &settings.base_url, &settings.base));
        let summary = if page.front.description.is_empty() {
            document.summary
        } else {
            page.front.description.clone()
        };
        Entry { page, url, at, summary, content }
    };
    let data = FeedData {
        title: feed.title.as_deref().or_else(|| settings.text("name")).unwrap_or_default(),
        description: feed
            .description
            .as_deref()
            .or_else(|| settings.text("description"))
            .unwrap_or_default(),
        language: settings.text("language").unwrap_or("en"),
        home: encoded(&format!("{}{}", settings.base_url, feed.section)),
        own: encoded(&format!("{}{}", settings.base_url, feed.path)),
        entries: pages(feed, &inputs.site).into_iter().map(entry).collect(),
    };
    let text = match feed.format {
        FeedFormat::Atom => atom(&data),
        FeedFormat::Rss => rss(&data),
        FeedFormat::Json => json_feed(&data),
    };
    (OutputPath::new(feed.path.trim_start_matches('/')), text.into_bytes())
}

/// What a feed tells of one page.
struct Entry {
    page: Arc<Page>,
    url: String,
    /// When it was published, in epoch seconds.
    at: i64,
    /// Plain words.
    summary: String,
    /// Its text as HTML with whole addresses, where the feed tells it.
    content: Option<String>,
}

impl Entry {
    /// When the page was changed last: the first second of the day that its front matter says.
    fn updated(&self) -> i64 {
        let day = self.page.front.updated.as_deref().and_then(|day| day.parse().ok());
        day.and_then(|day| date::seconds(&day)).map_or(self.at, |updated| updated.max(self.at))
    }
}

/// What a feed tells, in whatever form.
struct FeedData<'a> {
    title: &'a str,
    description: &'a str,
    language: &'a str,
    home: String,
    own: String,
    /// Newest first.
    entries: Vec<Entry>,
}

impl FeedData<'_> {
    /// When the feed changed last; the beginning of time where it has no entry, so that two builds say the same.
    fn updated(&self) -> i64 {
        self.entries.iter().map(Entry::updated).max().unwrap_or(0)
    }
}

/// An XML element with this text; nothing where there is none.
fn element(name: &str, text: &str) -> String {
    let tag = name.split(' ').next().unwrap_or(name);
    if text.is_empty() { String::new() } else { format!("<{name}>{}</{tag}>\n", xml(text)) }
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
    for entry in &data.entries {
        let (title, url) = (xml(entry.page.heading()), xml(&entry.url));
        let (at, updated) = (date::rfc3339(entry.at), date::rfc3339(entry.updated()));
        let summary = element("summary", &entry.summary);
        let content =
            element("content type=\"html\"", entry.content.as_deref().unwrap_or_default());
        let _ = writeln!(
            text,
            "<entry>\n<title>{title}</title>\n<id>{url}</id>\n<link href=\"{url}\"/>\n<published>{at}</published>\n\
             <updated>{updated}</updated>\n{summary}{content}</entry>"
        );
    }
    text + "</feed>\n"
}

fn rss(data: &FeedData<'_>) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\">\n<channel>\n\
         <title>{}</title>\n<link>{}</link>\n<description>{}</description>\n<language>{}</language>\n\
         <atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{}\"/>\n<lastBuildDate>{}</lastBuildDate>\n",
        xml(data.title),
        xml(&data.home),
        xml(data.description),
        xml(data.language),
        xml(&data.own),
        date::rfc2822(data.updated()),
    );
    for entry in &data.entries {
        let _ = writeln!(
            text,
            "<item>\n<title>{}</title>\n<link>{url}</link>\n<guid>{url}</guid>\n<pubDate>{}</pubDate>\n{}{}</item>",
            xml(entry.page.heading()),
            date::rfc2822(entry.at),
            element("description", &entry.summary),
            element("content:encoded", entry.content.as_deref().unwrap_or_default()),
            url = xml(&entry.url),
        );
    }
    text + "</channel>\n</rss>\n"
}

fn json_feed(data: &FeedData<'_>) -> String {
    let item = |entry: &Entry| {
        let mut item = json!({
            "id": entry.url,
            "url": entry.url,
            "title": entry.page.heading(),
            "summary": entry.summary,
            "date_published": date::rfc3339(entry.at),
            "date_modified": date::rfc3339(entry.updated()),
        });
        match &entry.content {
            Some(html) => item["content_html"] = json!(html),
            None => item["content_text"] = json!(entry.summary),
        }
        item
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
    let sound: String =
        text.chars().filter(|it| !it.is_control() || matches!(it, '\t' | '\n' | '\r')).collect();
    escape(&sound).into_owned()
}
