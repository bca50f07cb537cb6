//! Renders sitemap.xml and robots.txt for search engines.

use std::sync::Arc;

use rayon::prelude::*;

use crate::query::inputs::Inputs;
use crate::render::head::for_other_languages;
use crate::template::escape::escape;
use croupier_base::path::{OutputPath, Route, SITEMAP_PART};
use croupier_base::url::percent_encode;
use croupier_content::config::tables::i18n::SearchEngineLanguages;
use croupier_content::page::Page;

/// The maximum number of URLs in one sitemap file (sitemaps.org).
const MAX_ENTRIES: usize = 50_000;
/// The maximum number of bytes of the entries in one sitemap file, with a reserve for the elements around them (sitemaps.org).
const MAX_BYTES: usize = 50_000_000 - 1_000;

/// The number of pages whose entries are made at once.
const CHUNK: usize = 10_000;

/// Renders sitemap.xml with all pages that search engines may index, and calls `emit` with each file.
///
/// If they exceed the limit of one file, sitemap.xml is an index of several sitemap files. Only one file is in memory at a time.
pub(crate) fn render_sitemap<E>(
    inputs: &Inputs,
    emit: impl FnMut(OutputPath, Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    let pages: Vec<&Page> = inputs.site.pages.values().map(|page| &**page).collect();
    let base_url = &inputs.settings.base_url;
    let limits = Limits { entries: MAX_ENTRIES, bytes: MAX_BYTES };
    let has_alternates = inputs.settings.languages.search_engines.sitemap_alternates;
    let mut files = SitemapFiles::new(base_url, limits, has_alternates, emit);
    for chunk in pages.chunks(CHUNK) {
        let entries: Vec<String> =
            chunk.par_iter().filter_map(|page| entry(inputs, page)).collect();
        entries.iter().try_for_each(|entry| files.add(entry))?;
    }
    files.finish()
}

/// The limits of one sitemap file.
struct Limits {
    entries: usize,
    bytes: usize,
}

/// Divides entries into files.
struct SitemapFiles<'a, F> {
    base_url: &'a str,
    limits: Limits,
    /// Whether the entries name translations.
    has_alternates: bool,
    emit: F,
    /// The entries of the current file.
    text: String,
    entries: usize,
    /// The number of files before the current one.
    files: usize,
}

impl<'a, E, F: FnMut(OutputPath, Vec<u8>) -> Result<(), E>> SitemapFiles<'a, F> {
    fn new(base_url: &'a str, limits: Limits, has_alternates: bool, emit: F) -> Self {
        let text = String::new();
        SitemapFiles { base_url, limits, has_alternates, emit, text, entries: 0, files: 0 }
    }

    fn url_set(&self, entries: &str) -> Vec<u8> {
        let namespace = if self.has_alternates { XHTML } else { "" };
        xml_document("urlset", namespace, entries)
    }

    fn add(&mut self, entry: &str) -> Result<(), E> {
        let is_full = self.entries == self.limits.entries
            || self.text.len() + entry.len() > self.limits.bytes;
        if is_full && self.entries > 0 {
            self.end_file()?;
        }
        self.text.push_str(entry);
        self.entries += 1;
        Ok(())
    }

    fn end_file(&mut self) -> Result<(), E> {
        self.files += 1;
        self.entries = 0;
        let text = std::mem::take(&mut self.text);
        let document = self.url_set(&text);
        (self.emit)(OutputPath::new(part_name(self.files)), document)
    }

    fn finish(mut self) -> Result<(), E> {
        let path = OutputPath::new("sitemap.xml");
        if self.files == 0 {
            let document = self.url_set(&self.text);
            return (self.emit)(path, document);
        }
        self.end_file()?;
        let url = |number| format!("{}/{}", self.base_url, part_name(number));
        let entry = |number| {
            let url = percent_encode(&url(number));
            format!("<sitemap><loc>{}</loc></sitemap>\n", escape(&url))
        };
        let entries: String = (1..=self.files).map(entry).collect();
        (self.emit)(path, xml_document("sitemapindex", "", &entries))
    }
}

fn part_name(number: usize) -> String {
    format!("{SITEMAP_PART}{number}.xml")
}

/// The namespace of links to translations.
const XHTML: &str = " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"";

fn xml_document(element: &str, namespace: &str, entries: &str) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{element} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"{namespace}>\n\
         {entries}</{element}>\n"
    );
    document.into_bytes()
}

/// Returns the `<url>` element of a page. `None` if search engines may not index it.
fn entry(inputs: &Inputs, page: &Page) -> Option<String> {
    let base_url = &inputs.settings.base_url;
    let url = page.route.url(base_url);
    let is_copy = page.canonical_url(base_url) != url;
    if !page.front.in_sitemap
        || page.front.forbids_indexing()
        || is_copy
        || page.is_untranslated()
        || page.route.is_error_page()
    {
        return None;
    }
    let last_modified = match &page.front.updated {
        Some(day) => format!("<lastmod>{day}</lastmod>"),
        None => String::new(),
    };
    let url = escape(&percent_encode(&url)).into_owned();
    let alternates = alternates(inputs, page);
    Some(format!("<url><loc>{url}</loc>{last_modified}{alternates}</url>\n"))
}

/// Returns links to all translations of a page. Empty unless site.toml enables them.
fn alternates(inputs: &Inputs, page: &Page) -> String {
    let (site, languages) = (&inputs.site, &inputs.settings.languages);
    let SearchEngineLanguages { x_default, sitemap_alternates } = languages.search_engines;
    if !sitemap_alternates {
        return String::new();
    }

    let pages = site.translations.of(page).into_iter().flat_map(|versions| versions.values());
    let translations: Vec<&Arc<Page>> = pages.filter(|it| !it.is_untranslated()).collect();
    if translations.len() < 2 {
        return String::new();
    }

    let mut links = String::new();
    let mut add = |language: &str, route: &Route| {
        let url = percent_encode(&route.url(&inputs.settings.base_url));
        let (language, url) = (escape(language), escape(&url));
        let parts =
            ["<xhtml:link rel=\"alternate\" hreflang=\"", &language, "\" href=\"", &url, "\"/>"];
        links.extend(parts);
    };
    for page in &translations {
        add(&languages.get(page.language).locale, &page.route);
    }
    if let Some(page) = for_other_languages(&translations, x_default, languages) {
        add("x-default", &page.route);
    }
    links
}

/// Renders robots.txt with the URL of the sitemap. The robots.txt of a preview forbids all
/// indexing.
pub(crate) fn render_robots(inputs: &Inputs) -> Vec<u8> {
    let rule = if inputs.settings.is_preview() {
        "# A preview. `croupier build` without `--preview` lets search engines in.\nUser-agent: *\nDisallow: /"
    } else {
        "User-agent: *\nAllow: /"
    };
    let base_url = percent_encode(&inputs.settings.base_url);
    format!("{rule}\n\nSitemap: {base_url}/sitemap.xml\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn entries_above_the_limit_are_split_into_several_files() {
        let entries = ["<url>1</url>\n", "<url>2</url>\n", "<url>3</url>\n"].map(str::to_owned);
        let render = |max_entries: usize, max_bytes: usize| {
            let mut files = Vec::new();
            let emit = |path: OutputPath, bytes| {
                files.push((path.to_string(), String::from_utf8(bytes).unwrap()));
                Ok::<(), Infallible>(())
            };
            let limits = Limits { entries: max_entries, bytes: max_bytes };
            let mut sitemap = SitemapFiles::new("https://example.com/docs", limits, false, emit);
            entries.iter().try_for_each(|entry| sitemap.add(entry)).unwrap();
            sitemap.finish().unwrap();
            files
        };

        assert!(
            matches!(&render(3, 100)[..], [(path, text)] if path == "sitemap.xml" && text.contains("<url>3</url>\n</urlset>"))
        );

        let files = render(2, 100);
        // Each entry has 13 bytes.
        assert_eq!(render(3, 26), files);

        let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(names, ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml"]);
        assert!(
            files[0].1.contains("<url>2</url>")
                && !files[0].1.contains("<url>3</url>")
                && files[1].1.contains("<url>3</url>")
        );
        assert!(files[2].1.contains(
            "<sitemap><loc>https://example.com/docs/sitemap-2.xml</loc></sitemap>\n</sitemapindex>"
        ));
    }
}
