//! Renders the contents of a document's `<head>`: title, metadata, feeds, style sheets and scripts.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use crate::island::bundle::Bundle;
use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::render::json::for_script;
use crate::template::environment::escape;
use crate::template::used_assets::UsedAssets;
use croupier_base::url::percent_encode;
use croupier_content::config::settings::Settings;
use croupier_content::page::Page;

/// Returns the URLs of the JavaScript modules and of the style sheets that templates emitted.
pub(crate) fn chunks_and_styles(
    recorder: &Recorder,
    emitted: &UsedAssets,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let base = recorder.head().base;
    let mut chunks = BTreeSet::new();
    let mut styles = emitted.styles.clone();
    for name in &emitted.islands {
        let Some(Ok(island)) = recorder.island(name) else {
            continue;
        };
        let modules = std::iter::once(&island.files.js).chain(&island.files.imports);
        chunks.extend(modules.map(|path| format!("{base}/{path}")));
        styles.extend(island.files.css.iter().map(|path| format!("{base}/{path}")));
    }
    (chunks, styles)
}

/// Returns the document title of a page.
///
/// Pages 2 and up of a paginated list get their number appended, so that users and search engines
/// can distinguish them.
pub(crate) fn document_title<'a>(recorder: &Recorder, page: &'a Page) -> Cow<'a, str> {
    let title = &page.front.title;
    match page.is_generated.then(|| recorder.list_page(&page.route)).flatten() {
        Some(number @ 2..) => Cow::Owned(format!("{title} ({number})")),
        _ => Cow::Borrowed(title),
    }
}

/// Renders title, description, robots rule, Open Graph metadata and canonical URL of a page.
pub(crate) fn head_elements(page: &Page, title: &str, site: &Head<'_>) -> String {
    let description =
        if page.front.description.is_empty() { site.description } else { &page.front.description };
    let url = percent_encode(&format!("{}{}", site.base_url, page.route));
    let mut head = String::with_capacity(1024);
    let mut push_all = |parts: &[&str]| parts.iter().for_each(|part| head.push_str(part));
    push_all(&["<title>", &escape(title), "</title>\n"]);
    let mut push_meta = |attribute: &str, key: &str, value: &str| {
        if !value.is_empty() {
            push_all(&["<meta ", attribute, "=\"", key, "\" content=\"", &escape(value), "\">\n"]);
        }
    };
    push_meta("name", "description", description);
    // Search engines must not index a preview.
    let robots =
        if site.is_preview { "noindex" } else { page.front.robots.as_deref().unwrap_or_default() };
    push_meta("name", "robots", robots);
    push_meta("property", "og:title", page.heading());
    push_meta("property", "og:description", description);
    push_meta("property", "og:type", "website");
    push_meta("property", "og:site_name", site.name);
    push_meta("property", "og:url", &url);
    if let Some(image) = site.image {
        push_meta("property", "og:image", &format!("{}{image}", site.base_url));
    }
    push_all(&["<link rel=\"canonical\" href=\"", &escape(&url), "\">"]);
    head
}

/// Renders links to the feeds that contain a page.
///
/// They are only in the document and not in page-data, because feed readers only read documents.
pub(crate) fn feed_links(page: &Page, recorder: &Recorder) -> String {
    let site = recorder.head();
    let mut links = String::new();
    for feed in recorder.feeds().iter().filter(|feed| feed.belongs_to(&page.route)) {
        links.push_str(&format!(
            "\n<link rel=\"alternate\" type=\"{}\" title=\"{}\" href=\"{}\">",
            feed.format.media_type(),
            escape(feed.title.as_deref().unwrap_or(site.name)),
            escape(&percent_encode(&format!("{}{}", site.base_url, feed.path)))
        ));
    }
    links
}

/// Marks the position of the style sheets in the head until the document is rendered.
///
/// The style sheets depend on the slices that the base layout shows. NUL cannot occur in other
/// text.
pub(crate) const STYLES_PLACEHOLDER: &str = "\0styles\0";

/// Renders the style sheets of a page, including those of its slices and of its base layout.
///
/// Style sheets of the site and of templates are inlined, so that the first paint needs no second
/// request. Style sheets of islands are linked.
pub(crate) fn style_sheets(recorder: &Recorder, main: &UsedAssets, layout: &UsedAssets) -> String {
    let Some(scripts) = recorder.scripts() else {
        return String::new();
    };
    let base = recorder.head().base;
    let mut urls = BTreeSet::new();
    for name in main.slices.union(&layout.slices) {
        if let Ok(slice) = recorder.slice(name) {
            urls.extend(slice.styles().iter().cloned());
        }
    }
    for emitted in [main, layout] {
        urls.extend(chunks_and_styles(recorder, emitted).1);
    }
    let site_sheet = format!("{base}/{}", scripts.styles);
    urls.remove(&site_sheet);
    let element = |url: String| match recorder.sheet(url[base.len()..].trim_start_matches('/')) {
        Some(text) => format!("\n<style data-href=\"{url}\">{text}</style>"),
        None => format!("\n<link rel=\"stylesheet\" href=\"{url}\">"),
    };
    std::iter::once(site_sheet).chain(urls).map(element).collect()
}

/// Renders the script elements that start the runtime, with the placeholder for the style sheets.
pub(crate) fn runtime_scripts(recorder: &Recorder) -> String {
    let Some(scripts) = recorder.scripts() else {
        return String::new();
    };
    let Head { base, secrets, .. } = recorder.head();
    let secrets = secrets.join(" ");
    format!(
        "<script data-base=\"{base}\" data-secrets=\"{secrets}\">{}</script>{STYLES_PLACEHOLDER}\n\
         <script type=\"module\" src=\"{base}/{}\"></script>",
        scripts.head, scripts.boot
    )
}

/// Returns the configuration that the runtime needs at start, as JSON for a script element.
///
/// It contains the base path, whether the site has a service worker, the query parameters that are
/// secret, and the site.toml values that the runtime declares.
pub(crate) fn runtime_config(settings: &Settings, bundle: Option<&Bundle>) -> String {
    let declared = bundle.and_then(|bundle| bundle.config.as_ref());
    let mut config =
        declared.map(|declared| declared.for_browser(&settings.site)).unwrap_or_default();
    config.insert("base".into(), json!(settings.base_path));
    config.insert("worker".into(), json!(settings.service_worker));
    config.insert("secrets".into(), json!(settings.secret_parameters));
    for_script(&Json::Object(config))
}
