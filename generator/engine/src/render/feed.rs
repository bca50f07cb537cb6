//! Renders feeds of the newest pages of a section, as Atom, RSS or JSON Feed.
//!
//! `[[feeds]]` in site.toml declares them.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::slice;
use std::sync::Arc;

use minijinja::value::Value;
use serde_json::{Value as Json, json};

use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::render::head::absolute;
use crate::render::html::{with_absolute_urls, with_nfc_urls};
use crate::template::escape::escape;
use croupier_base::date::SiteZone;
use croupier_base::syntax::xml;
use croupier_base::url::percent_encode;
use croupier_content::config::tables::feed::{Feed, FeedContent, FeedFormat};
use croupier_content::markdown::Document;
use croupier_content::model::SortBy;
use croupier_content::model::authors::Author;
use croupier_content::page::Page;

/// Returns the pages in a feed, newest first, with their publication time in epoch seconds.
///
/// Pages without a date are left out.
fn pages(feed: &Feed, recorder: &Recorder) -> Vec<(Arc<Page>, i64)> {
    // A feed of a section without pages has an error of its own.
    let section = recorder.section(&feed.section, SortBy::Date).ok();
    section
        .iter()
        .flat_map(|(_, list)| &list.pages)
        .filter(|page| page.is_in_feeds())
        .filter_map(|page| Some((Arc::clone(page), page.front.dated_at?)))
        .take(feed.limit.get())
        .collect()
}

/// Returns the title of a feed.
pub(crate) fn title<'a>(feed: &'a Feed, recorder: &'a Recorder) -> Cow<'a, str> {
    let site_name = recorder.head().name;
    if feed.taxonomy.is_none() {
        return Cow::Borrowed(feed.title.as_deref().unwrap_or(site_name));
    }
    let route = feed.section_route();
    let page = recorder.page(&route).ok().flatten();
    let term = page.map_or(feed.section.as_str(), |page| page.heading());
    Cow::Owned(match &feed.title {
        Some(title) => title.replace("{term}", term),
        None => format!("{site_name}: {term}"),
    })
}

/// Renders a feed. Returns its content.
///
/// `render_body` renders the body of a page. It returns `None` if the body has errors, which are
/// reported for the page.
pub(crate) fn render(
    feed: &Feed,
    recorder: &Recorder,
    render_body: &mut dyn FnMut(&Arc<Page>) -> Option<Document>,
) -> Vec<u8> {
    let head = recorder.head();

    let new_entry = |(page, published): (Arc<Page>, i64)| {
        let url = percent_encode(&format!("{}{}", head.base_url, page.route));
        let has_content = feed.content == FeedContent::Full;
        let needs_body = has_content || page.front.description.is_empty();
        let document = if needs_body { render_body(&page) } else { None }.unwrap_or_default();

        let content = has_content.then(|| {
            let html = with_nfc_urls(document.html.clone(), head.base_url);
            with_absolute_urls(&html, &url, head.base_url, head.base)
        });

        let summary = if page.front.description.is_empty() {
            document.summary
        } else {
            page.front.description.to_string()
        };
        let authors = with_absolute_url(&page.front.rare.authors, &head);
        Entry { page, url, published, summary, content, authors }
    };

    let language = recorder.setting("language").and_then(Value::as_str);
    let data = FeedData {
        site_name: head.name,
        title: &title(feed, recorder),
        description: feed.description.as_deref().unwrap_or(head.description),
        language: language.unwrap_or("en"),
        section_url: percent_encode(&format!("{}{}", head.base_url, feed.section_route())),
        feed_url: percent_encode(&format!("{}{}", head.base_url, feed.path)),
        zone: SiteZone::new(recorder.setting("time_zone").and_then(Value::as_str)),
        authors: with_absolute_url(head.authors, &head),
        entries: pages(feed, recorder).into_iter().map(new_entry).collect(),
    };

    // A feed with one character that XML forbids cannot be read at all.
    let text = match feed.format {
        FeedFormat::Atom => xml::allowed(&render_atom(&data)).into_owned(),
        FeedFormat::Rss => xml::allowed(&render_rss(&data)).into_owned(),
        FeedFormat::Json => render_json_feed(&data),
    };
    text.into_bytes()
}

/// Returns the authors with absolute URLs.
fn with_absolute_url(authors: &[Author], head: &Head<'_>) -> Vec<Author> {
    let with_absolute_url = |author: &Author| Author {
        name: author.name.clone(),
        url: author.url.as_deref().map(|url| absolute(url, head)),
    };
    authors.iter().map(with_absolute_url).collect()
}

/// A page in a feed.
struct Entry {
    page: Arc<Page>,
    url: String,
    /// Publication time in epoch seconds.
    published: i64,
    /// Plain text.
    summary: String,
    /// The body as HTML with absolute URLs. `None` if the feed contains only summaries.
    content: Option<String>,
    /// The authors of this page. If empty, those of the site.
    authors: Vec<Author>,
}

impl Entry {
    /// Returns the time of the last change in epoch seconds, which is not before the publication.
    fn updated(&self) -> i64 {
        let updated = self.page.front.updated_at;
        updated.map_or(self.published, |updated| updated.max(self.published))
    }
}

/// The data of a feed, independent of its format.
struct FeedData<'a> {
    /// The author of a site without authors.
    site_name: &'a str,
    /// The authors of pages without authors.
    authors: Vec<Author>,
    title: &'a str,
    description: &'a str,
    language: &'a str,
    section_url: String,
    feed_url: String,
    /// The time zone in which times are written.
    zone: SiteZone,
    /// Newest first.
    entries: Vec<Entry>,
}

impl FeedData<'_> {
    /// Returns the time of the last change in epoch seconds.
    ///
    /// It is 0 for a feed without entries, so that the output does not depend on the build time.
    fn updated(&self) -> i64 {
        self.entries.iter().map(Entry::updated).max().unwrap_or(0)
    }
}

/// Renders an XML element with a text. `name` can include attributes. Returns nothing if it is
/// empty.
fn element(name: &str, text: &str) -> String {
    let tag = name.split(' ').next().unwrap_or(name);
    if text.is_empty() { String::new() } else { format!("<{name}>{}</{tag}>\n", escape(text)) }
}

/// Renders authors as elements of Atom.
fn atom_authors(authors: &[Author]) -> String {
    let person = |author: &Author| {
        let uri = element("uri", author.url.as_deref().unwrap_or_default());
        format!("<author>{}{}</author>\n", element("name", &author.name).trim_end(), uri.trim_end())
    };
    authors.iter().map(person).collect()
}

fn render_atom(data: &FeedData<'_>) -> String {
    let name = Author { name: data.site_name.to_owned(), url: None };
    let authors = if data.authors.is_empty() { slice::from_ref(&name) } else { &data.authors };

    let title = escape(data.title);
    let section_url = escape(&data.section_url);
    let feed_url = escape(&data.feed_url);

    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">\n\
         <title>{title}</title>\n<subtitle>{}</subtitle>\n<id>{section_url}</id>\n<link href=\"{section_url}\"/>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{feed_url}\"/>\n<updated>{}</updated>\n{}",
        escape(data.language),
        escape(data.description),
        data.zone.rfc3339(data.updated()),
        atom_authors(authors),
    );

    for entry in &data.entries {
        let title = escape(entry.page.heading());
        let url = escape(&entry.url);
        let published = data.zone.rfc3339(entry.published);
        let updated = data.zone.rfc3339(entry.updated());
        let authors = atom_authors(&entry.authors);
        let summary = element("summary", &entry.summary);
        let content =
            element("content type=\"html\"", entry.content.as_deref().unwrap_or_default());
        let _ = writeln!(
            text,
            "<entry>\n<title>{title}</title>\n<id>{url}</id>\n<link href=\"{url}\"/>\n<published>{published}</published>\n\
             <updated>{updated}</updated>\n{authors}{summary}{content}</entry>"
        );
    }

    text + "</feed>\n"
}

fn render_rss(data: &FeedData<'_>) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<channel>\n\
         <title>{}</title>\n<link>{}</link>\n<description>{}</description>\n<language>{}</language>\n\
         <atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{}\"/>\n<lastBuildDate>{}</lastBuildDate>\n",
        escape(data.title),
        escape(&data.section_url),
        escape(data.description),
        escape(data.language),
        escape(&data.feed_url),
        data.zone.rfc2822(data.updated()),
    );

    for entry in &data.entries {
        let authors = if entry.authors.is_empty() { &data.authors } else { &entry.authors };
        let creators: String = authors.iter().map(|it| element("dc:creator", &it.name)).collect();
        let _ = writeln!(
            text,
            "<item>\n<title>{}</title>\n<link>{url}</link>\n<guid>{url}</guid>\n<pubDate>{}</pubDate>\n{creators}{}{}</item>",
            escape(entry.page.heading()),
            data.zone.rfc2822(entry.published),
            element("description", &entry.summary),
            element("content:encoded", entry.content.as_deref().unwrap_or_default()),
            url = escape(&entry.url),
        );
    }

    text + "</channel>\n</rss>\n"
}

fn render_json_feed(data: &FeedData<'_>) -> String {
    let item = |entry: &Entry| {
        let mut item = json!({
            "id": entry.url,
            "url": entry.url,
            "title": entry.page.heading(),
            "summary": entry.summary,
            "date_published": data.zone.rfc3339(entry.published),
            "date_modified": data.zone.rfc3339(entry.updated()),
        });

        match &entry.content {
            Some(html) => item["content_html"] = json!(html),
            None => item["content_text"] = json!(entry.summary),
        }
        if !entry.authors.is_empty() {
            item["authors"] = json_authors(&entry.authors);
        }
        item
    };

    let mut feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": data.title,
        "description": data.description,
        "language": data.language,
        "home_page_url": data.section_url,
        "feed_url": data.feed_url,
        "items": data.entries.iter().map(item).collect::<Vec<_>>(),
    });

    if !data.authors.is_empty() {
        feed["authors"] = json_authors(&data.authors);
    }
    format!("{feed}\n")
}

/// Returns authors as a value of JSON Feed.
fn json_authors(authors: &[Author]) -> Json {
    let author = |it: &Author| match &it.url {
        Some(url) => json!({ "name": it.name, "url": url }),
        None => json!({ "name": it.name }),
    };
    authors.iter().map(author).collect()
}
