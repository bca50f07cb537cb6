//! A page's text and its template become HTML and page-data. Rendering is pure: what it asks for is recorded.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use minijinja::{Environment, context, value::Serde, value::Value};
use serde::de::IgnoredAny;
use serde_json::{Value as Json, json};

use crate::bundle::Bundle;
use crate::console::counted;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::extras;
use crate::markdown::{self, Document, Link};
use crate::page::{Page, Text};
use crate::reads::{Key, asked, recorded};
use crate::settings::Settings;
use crate::shortcodes;
use crate::taxonomy;
use crate::template::{self, Pieces, Placed, TermsView, escape};

/// What one page became.
#[derive(Debug)]
pub struct Rendered {
    /// The document.
    pub html: Vec<u8>,
    /// Its page-data.
    pub data: Vec<u8>,
    /// Everything that it asked for.
    pub keys: BTreeSet<Key>,
    /// Every place in it that a link can lead to.
    pub anchors: Vec<String>,
    /// The links of its Markdown; ranges count from the beginning of the file.
    pub links: Vec<Link>,
    /// Static queries that it names: the data's name by hash.
    pub queries: BTreeMap<String, String>,
    /// What is worth saying though nothing is wrong.
    pub warnings: Vec<Diagnostic>,
}

/// Renders one page.
pub fn page(pieces: &Pieces, env: &Environment<'_>, page: &Page, text: &Text) -> Result<Rendered, Diagnostic> {
    let (made, keys) = recorded(|| made(pieces, env, page, text));
    made.map(|made| Rendered { keys, ..made })
}

fn made(pieces: &Pieces, env: &Environment<'_>, page: &Page, text: &Text) -> Result<Rendered, Diagnostic> {
    let settings = &*pieces.settings;
    asked(Key::Head);
    asked(Key::Scripts);
    let name = page.template();
    asked(Key::Template(name.clone()));
    if !pieces.templates.contains_key(&name) {
        return Err(no_template(pieces, page, text));
    }
    let mut inserted = Placed::default();
    let inserts = shortcodes::render(pieces, env, page, text, &mut inserted)?;
    let mut document = markdown::render(text.body(), &inserts, &|path| pieces.measures(path));
    if let Some(range) = document.misplaced.first() {
        let range = range.start + text.body..range.end + text.body;
        return Err(Diagnostic::error("C0406", "a shortcode cannot stand here")
            .at(Place::new(page.source.as_str(), Arc::clone(&text.source), range))
            .hint("put it outside of addresses, titles, image texts and ids"));
    }
    for link in &mut document.links {
        link.range = link.range.start + text.body..link.range.end + text.body;
    }
    let about = about(page, &document, settings);
    let step = |diagnostic: Diagnostic| diagnostic.through(format!("page {}", page.source));
    let known = context! { page => about.clone(), ..listed(pieces, page, text)? };
    let (main, mut placed) = template::render(env, &pieces.templates, &name, known).map_err(step)?;
    placed.merge(inserted);
    let head = head(page, settings);
    let context = context! {
        page => about,
        main => Value::from_safe_string(main.trim().to_owned()),
        head => Value::from_safe_string(head.clone()),
        scripts => Value::from_safe_string(scripts(pieces)),
        config => Value::from_safe_string(config(settings)),
    };
    let (html, shell) = template::render(env, &pieces.templates, "pages/shell.html", context).map_err(step)?;
    let (main, html) = (placed_below(main.trim(), &settings.prefix), placed_below(html.trim(), &settings.prefix));
    let (chunks, styles) = island_files(pieces.bundle.as_deref(), &placed.islands, &settings.prefix);
    let slices: BTreeMap<&String, &String> = shell.slices.union(&placed.slices).map(|name| (name, name)).collect();
    let data = json!({
        "componentChunkName": format!("component---{}", name.trim_end_matches(".html").replace('/', "-")),
        "path": page.route,
        "result": {
            "data": { "page": template::summary(page, &settings.base_url) },
            "pageContext": { "title": page.front.title, "layout": page.front.layout },
        },
        "staticQueryHashes": placed.queries.keys().collect::<Vec<_>>(),
        "slicesMap": slices,
        "croupier": {
            "version": 1,
            "title": page.front.title,
            "head": head,
            "layout": page.front.layout,
            "main": main,
            "chunks": chunks,
            "styles": styles,
        },
    });
    let anchors = anchors(&html);
    let mut queries = placed.queries;
    queries.extend(shell.queries);
    let mut html = html.into_owned().into_bytes();
    html.push(b'\n');
    let data = extras::line(&data);
    let warnings = document.unnamed.iter().map(|range| unnamed(page, text, range)).collect();
    Ok(Rendered { html, data, keys: BTreeSet::new(), anchors, links: document.links, queries, warnings })
}

fn unnamed(page: &Page, text: &Text, range: &Range<usize>) -> Diagnostic {
    let range = range.start + text.body..range.end + text.body;
    Diagnostic::warning("C0210", "this image has no text for those who cannot see it")
        .at(Place::new(page.source.as_str(), Arc::clone(&text.source), range))
        .hint("say between the brackets what it shows: `![two dice](/images/dice.png)`")
}

/// What a page lists by itself. Filing it under a taxonomy that is not declared is an error.
fn listed(pieces: &Pieces, page: &Page, text: &Text) -> Result<Value, Diagnostic> {
    asked(Key::Setting("taxonomies".to_owned()));
    let taxonomies = &pieces.settings.declared.taxonomies;
    for (name, terms) in &page.front.taxonomies {
        if !taxonomies.iter().any(|taxonomy| taxonomy.name == *name) {
            let hint = did_you_mean(name, taxonomies.iter().map(|it| it.name.as_str()));
            let hint = hint.unwrap_or_else(|| format!("declare it in site.toml: `[[taxonomies]]` with `name = \"{name}\"`"));
            let range = terms.first().map_or(0..0, |term| term.range.clone());
            return Err(Diagnostic::error("C0209", format!("there is no taxonomy `{name}`"))
                .at(Place::new(page.source.as_str(), Arc::clone(&text.source), range))
                .hint(hint));
        }
    }
    let may_list = page.is_generated
        || page.front.paginate_by.is_some()
        || taxonomies.iter().any(|taxonomy| page.route.starts_with(&taxonomy.route()));
    if !may_list {
        return Ok(Value::UNDEFINED);
    }
    asked(Key::Listing(page.route.clone()));
    Ok(pieces.site.listings.get(&page.route).map_or(Value::UNDEFINED, |listing| listing.context(&pieces.site)))
}

/// What templates know of the page that they render.
fn about(page: &Page, document: &Document, settings: &Settings) -> Value {
    let summary = template::summary(page, &settings.base_url);
    let known = summary.as_object().expect("a summary is an object").iter();
    let mut fields: BTreeMap<String, Value> = known.map(|(key, value)| (key.clone(), Value::from(Serde(value)))).collect();
    fields.insert("taxonomies".into(), Value::from_object(TermsView(taxonomy::of_page(&page.front))));
    fields.insert("headings".into(), Value::from(Serde(&document.headings)));
    fields.insert("body".into(), Value::from_safe_string(document.html.clone()));
    Value::from(fields)
}

fn no_template(pieces: &Pieces, page: &Page, text: &Text) -> Diagnostic {
    let wanted = page.front.template.as_deref().unwrap_or("page");
    let names = pieces.templates.keys().filter_map(|path| path.strip_prefix("pages/")?.strip_suffix(".html"));
    let hint = did_you_mean(wanted, names)
        .unwrap_or_else(|| format!("make {}, or name another template in the front matter", page.template()));
    let range = page.front.template_range.clone().unwrap_or(0..0);
    let found = Diagnostic::error("C0401", format!("there is no template `{wanted}`")).hint(hint);
    if text.source.is_empty() {
        return found.in_file(&page.source);
    }
    found.at(Place::new(page.source.as_str(), Arc::clone(&text.source), range))
}

/// Renders the template of a file that is no page, such as `pages/files/games.json`, and returns it with the static queries
/// that it names.
pub fn file(pieces: &Pieces, env: &Environment<'_>, template: &str) -> Result<(Vec<u8>, BTreeMap<String, String>), Diagnostic> {
    let (text, placed) = template::render(env, &pieces.templates, template, context! {})?;
    let mut text = text.trim().to_owned();
    let is_json = template.ends_with(".json") || template.ends_with(".webmanifest");
    if let Err(error) = is_json.then(|| serde_json::from_str::<IgnoredAny>(&text)).transpose() {
        let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
        let cut: String = line.chars().skip(error.column().saturating_sub(40)).take(60).collect();
        return Err(Diagnostic::error("C0407", format!("this template makes no valid JSON: {error}, near `{}`", cut.trim()))
            .in_file(template)
            .hint("write values as `{{ value }}` without quotes around them: in a JSON file they bring their own"));
    }
    text.push('\n');
    Ok((text.into_bytes(), placed.queries))
}

/// Attributes that hold an address.
const ADDRESSES: [&str; 5] = [" href=\"/", " src=\"/", " action=\"/", " formaction=\"/", " poster=\"/"];

/// HTML whose addresses count from the beginning of the site, for a site that lies below `prefix` on its host.
pub fn placed_below<'a>(html: &'a str, prefix: &str) -> Cow<'a, str> {
    if prefix.is_empty() {
        return html.into();
    }
    let own = format!("{}/assets/", &prefix[1..]);
    let mut placed = html.to_owned();
    for attribute in ADDRESSES {
        let mut parts = placed.split(attribute);
        let mut next = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            next.push_str(&attribute[..attribute.len() - 1]);
            // Two slashes begin another host, and the runtime's files are named with the prefix already.
            if !part.starts_with('/') && !part.starts_with(&own) {
                next.push_str(prefix);
            }
            next.push('/');
            next.push_str(part);
        }
        placed = next;
    }
    placed.into()
}

/// The ids in a piece of HTML, in order.
fn anchors(html: &str) -> Vec<String> {
    let quoted = |quote: char| {
        let start = format!(" id={quote}");
        let ids: Vec<String> =
            html.split(&start).skip(1).filter_map(|rest| rest.split(quote).next()).map(str::to_owned).collect();
        ids
    };
    [quoted('"'), quoted('\'')].concat()
}

/// A slice that was rendered.
#[derive(Debug, Clone)]
pub struct Slice {
    /// Its HTML.
    pub html: String,
    /// Everything that it asked for.
    pub keys: BTreeSet<Key>,
    /// Static queries that it names.
    pub queries: BTreeMap<String, String>,
}

/// Renders the slice `name`, a part that persists across navigations and knows no page.
pub fn slice(pieces: &Pieces, env: &Environment<'_>, name: &str) -> Result<Slice, Diagnostic> {
    let path = format!("pages/slices/{name}.html");
    let (made, keys) = recorded(|| {
        asked(Key::Head);
        template::render(env, &pieces.templates, &path, context! {})
    });
    let (html, placed) = made.map_err(|diagnostic| diagnostic.through(format!("slice {name}")))?;
    Ok(Slice { html: html.trim().to_owned(), keys, queries: placed.queries })
}

/// One mistake in a template strikes every page that it renders; it is told once, with the first of them.
pub fn told_once(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = BTreeMap::<_, (Diagnostic, usize)>::new();
    for diagnostic in found {
        let place = diagnostic.place.as_ref().map(|it| (it.file.clone(), it.range.start, it.range.end));
        seen.entry((diagnostic.code, diagnostic.message.clone(), place))
            .and_modify(|(_, others)| *others += 1)
            .or_insert((diagnostic, 0));
    }
    let told = |(mut diagnostic, others): (Diagnostic, usize)| {
        if others > 0 {
            diagnostic.chain.push(counted(others, "other page"));
        }
        diagnostic
    };
    seen.into_values().map(told).collect()
}

fn island_files(bundle: Option<&Bundle>, islands: &BTreeSet<String>, prefix: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut chunks = BTreeSet::new();
    let mut styles = BTreeSet::new();
    for files in islands.iter().filter_map(|name| bundle?.islands.get(name)) {
        chunks.extend(std::iter::once(&files.js).chain(&files.imports).map(|path| format!("{prefix}/{path}")));
        styles.extend(files.css.iter().map(|path| format!("{prefix}/{path}")));
    }
    (chunks, styles)
}

/// Title, description, canonical address and Open Graph of a page.
fn head(page: &Page, settings: &Settings) -> String {
    let name = settings.site.get("name").and_then(Json::as_str).unwrap_or_default();
    let title = escape(&page.front.title);
    let site_description = settings.site.get("description").and_then(Json::as_str).unwrap_or_default();
    let description = if page.front.description.is_empty() { site_description } else { &page.front.description };
    let url = escape(&format!("{}{}", settings.base_url, page.route));
    let mut head = format!("<title>{title}</title>\n");
    let mut meta = |kind: &str, key: &str, value: &str| {
        if !value.is_empty() {
            head.push_str(&format!("<meta {kind}=\"{key}\" content=\"{}\">\n", escape(value)));
        }
    };
    meta("name", "description", description);
    if let Some(robots) = &page.front.robots {
        meta("name", "robots", robots);
    }
    meta("property", "og:title", page.heading());
    meta("property", "og:description", description);
    meta("property", "og:type", "website");
    meta("property", "og:site_name", name);
    meta("property", "og:url", &format!("{}{}", settings.base_url, page.route));
    if let Some(image) = settings.site.get("image").and_then(Json::as_str) {
        meta("property", "og:image", &format!("{}{image}", settings.base_url));
    }
    head.push_str(&format!("<link rel=\"canonical\" href=\"{url}\">"));
    head
}

/// What brings the runtime into a page.
fn scripts(pieces: &Pieces) -> String {
    let Some(bundle) = &pieces.bundle else {
        return String::new();
    };
    let prefix = &pieces.settings.prefix;
    format!(
        "<script data-prefix=\"{prefix}\">{}</script>\n<link rel=\"stylesheet\" href=\"{prefix}/{}\">\n<script type=\"module\" src=\"{prefix}/{}\"></script>",
        bundle.head, bundle.styles, bundle.boot
    )
}

/// What the runtime must know before it loads anything: `[client]` of site.toml, where the site lies, whether it has a worker.
fn config(settings: &Settings) -> String {
    let mut config = settings.client.clone();
    config["prefix"] = json!(settings.prefix);
    config["worker"] = json!(settings.service_worker);
    if let Some(reporting) = settings.site.get("reporting") {
        config["reporting"] = reporting.clone();
    }
    for_script(&config)
}

/// JSON that may stand inside a script element.
fn for_script(value: &Json) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::placed_below;

    #[test]
    fn addresses_of_a_site_below_a_path_get_that_path() {
        let html = "<a href=\"/\">a</a><a href=\"/x/?y#z\"><img src=\"/i.png\" alt=\"/\"><a href=\"//host/\"><a href=\"https://h/\"><a href=\"#z\">\
                    <script src=\"/docs/assets/boot.js\"></script><p> href=&quot;/</p>";
        assert_eq!(placed_below(html, ""), html);
        assert_eq!(
            placed_below(html, "/docs"),
            "<a href=\"/docs/\">a</a><a href=\"/docs/x/?y#z\"><img src=\"/docs/i.png\" alt=\"/\"><a href=\"//host/\"><a href=\"https://h/\"><a href=\"#z\">\
             <script src=\"/docs/assets/boot.js\"></script><p> href=&quot;/</p>"
        );
    }
}
