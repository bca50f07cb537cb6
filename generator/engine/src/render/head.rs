//! What stands in the head of a document: its title and description, and what brings the runtime into it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use crate::island::bundle::Bundle;
use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::render::json::for_script;
use crate::template::emitted::Emitted;
use crate::template::escape::escape;
use croupier_base::address::encoded;
use croupier_content::config::feeds::Feed;
use croupier_content::config::settings::Settings;
use croupier_content::page::Page;

/// Modules and style sheets of what templates placed, as addresses.
pub(crate) fn files_of(
    recorder: &Recorder,
    emitted: &Emitted,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let base = recorder.head().base;
    let mut chunks = BTreeSet::new();
    let mut styles = emitted.styles.clone();
    for files in emitted.islands.iter().filter_map(|name| Some(recorder.island(name)?.ok()?.files))
    {
        chunks.extend(
            std::iter::once(&files.js).chain(&files.imports).map(|path| format!("{base}/{path}")),
        );
        styles.extend(files.css.iter().map(|path| format!("{base}/{path}")));
    }
    (chunks, styles)
}

/// The title of a page's document. The further pages of a list, which no file names, have its title with their number, so that tabs
/// and search engines can tell them apart.
pub(crate) fn title<'a>(recorder: &Recorder, page: &'a Page) -> Cow<'a, str> {
    let title = &page.front.title;
    match page.is_generated.then(|| recorder.list_page(&page.route)).flatten() {
        Some(number @ 2..) => Cow::Owned(format!("{title} ({number})")),
        _ => Cow::Borrowed(title),
    }
}

/// Title, description, canonical address and Open Graph of a page.
pub(crate) fn head(page: &Page, title: &str, site: &Head<'_>) -> String {
    let description =
        if page.front.description.is_empty() { site.description } else { &page.front.description };
    let url = encoded(&format!("{}{}", site.base_url, page.route));
    let mut head = String::with_capacity(1024);
    let mut put = |parts: &[&str]| parts.iter().for_each(|part| head.push_str(part));
    put(&["<title>", &escape(title), "</title>\n"]);
    let mut meta = |kind: &str, key: &str, value: &str| {
        if !value.is_empty() {
            put(&["<meta ", kind, "=\"", key, "\" content=\"", &escape(value), "\">\n"]);
        }
    };
    meta("name", "description", description);
    // A preview is for nobody to find.
    meta(
        "name",
        "robots",
        if site.is_preview { "noindex" } else { page.front.robots.as_deref().unwrap_or_default() },
    );
    meta("property", "og:title", page.heading());
    meta("property", "og:description", description);
    meta("property", "og:type", "website");
    meta("property", "og:site_name", site.name);
    meta("property", "og:url", &url);
    if let Some(image) = site.image {
        meta("property", "og:image", &format!("{}{image}", site.base_url));
    }
    put(&["<link rel=\"canonical\" href=\"", &escape(&url), "\">"]);
    head
}

/// The feeds that tell of a page, for browsers and readers that look for them. They stand in the document alone, and not in
/// page-data: nobody looks for feeds after a document was loaded.
pub(crate) fn alternates(page: &Page, recorder: &Recorder) -> String {
    let site = recorder.head();
    let of_page = recorder.feeds().iter().filter(|feed| feed.belongs_to(&page.route));
    let element = |feed: &Feed| {
        format!(
            "\n<link rel=\"alternate\" type=\"{}\" title=\"{}\" href=\"{}\">",
            feed.format.media_type(),
            escape(feed.title.as_deref().unwrap_or(site.name)),
            escape(&encoded(&format!("{}{}", site.base_url, feed.path)))
        )
    };
    of_page.map(element).collect()
}

/// Stands in the head where style sheets go: which slices the shell shows is known when it is rendered. No text has this
/// character.
pub(crate) const STYLES: &str = "\0styles\0";

/// The style sheets of a page, those of its slices and of the shell included. The site's own and those that templates name
/// stand in the page, so that its first paint waits for no second answer; those of islands are linked.
pub(crate) fn sheets(recorder: &Recorder, main: &Emitted, shell: &Emitted) -> String {
    let Some(scripts) = recorder.scripts() else {
        return String::new();
    };
    let base = recorder.head().base;
    let slices = main.slices.union(&shell.slices).filter_map(|name| recorder.slice(name).ok());
    let mut all: BTreeSet<String> = slices.flat_map(|slice| slice.styles()).cloned().collect();
    all.extend([main, shell].into_iter().flat_map(|emitted| files_of(recorder, emitted).1));
    let first = format!("{base}/{}", scripts.styles);
    all.remove(&first);
    let element = |href: String| match recorder.sheet(href[base.len()..].trim_start_matches('/')) {
        Some(text) => format!("\n<style data-href=\"{href}\">{text}</style>"),
        None => format!("\n<link rel=\"stylesheet\" href=\"{href}\">"),
    };
    std::iter::once(first).chain(all).map(element).collect()
}

/// What brings the runtime into a page.
pub(crate) fn scripts(recorder: &Recorder) -> String {
    let Some(scripts) = recorder.scripts() else {
        return String::new();
    };
    let Head { base, secrets, .. } = recorder.head();
    let secrets = secrets.join(" ");
    format!(
        "<script data-base=\"{base}\" data-secrets=\"{secrets}\">{}</script>{STYLES}\n\
         <script type=\"module\" src=\"{base}/{}\"></script>",
        scripts.head, scripts.boot
    )
}

/// What the runtime must know before it loads anything: where the site lies, whether it has a worker, which parameters are
/// secrets, and what the runtime declares of site.toml.
pub(crate) fn config(settings: &Settings, bundle: Option<&Bundle>) -> String {
    let declared = bundle.and_then(|bundle| bundle.config.as_ref());
    let mut config = declared.map(|it| it.for_browser(&settings.site)).unwrap_or_default();
    config.insert("base".into(), json!(settings.base));
    config.insert("worker".into(), json!(settings.service_worker));
    config.insert("secrets".into(), json!(settings.secrets));
    for_script(&Json::Object(config))
}
