//! Renders sitemap.xml and robots.txt for search engines.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::query::inputs::Inputs;
use crate::template::environment::escape;
use croupier_base::path::{OutputPath, SITEMAP_PART};
use croupier_base::url::percent_encode;
use croupier_content::page::Page;

/// The maximum number of URLs in one sitemap file (sitemaps.org).
const MAX_ENTRIES: usize = 50_000;
/// The maximum number of bytes of the entries in one sitemap file, with a reserve for the elements around them (sitemaps.org).
const MAX_BYTES: usize = 50_000_000 - 1_000;

/// Renders sitemap.xml with all pages that search engines may index.
///
/// If they exceed the limit of one file, sitemap.xml is an index of several sitemap files.
pub(crate) fn render_sitemap(inputs: &Inputs) -> Vec<(OutputPath, Vec<u8>)> {
    split_entries(&entries(inputs), &inputs.settings.base_url, MAX_ENTRIES, MAX_BYTES)
}

/// Renders the entries to files with at most `max_entries` of at most `max_bytes` each, and an index if there are several.
fn split_entries(
    entries: &[String],
    base_url: &str,
    max_entries: usize,
    max_bytes: usize,
) -> Vec<(OutputPath, Vec<u8>)> {
    let file = |name: &str, text: String| (OutputPath::new(name), text.into_bytes());
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut bytes = 0;
    for (index, entry) in entries.iter().enumerate() {
        bytes += entry.len();
        match parts.last_mut() {
            Some(part) if part.len() < max_entries && bytes <= max_bytes => part.end = index + 1,
            _ => {
                parts.push(index..index + 1);
                bytes = entry.len();
            }
        }
    }
    if parts.len() <= 1 {
        return vec![file("sitemap.xml", xml_document("urlset", entries))];
    }
    let mut index_entries = Vec::new();
    let mut files = Vec::new();
    for (part, number) in parts.into_iter().zip(1..) {
        let name = format!("{SITEMAP_PART}{number}.xml");
        let url = escape(&percent_encode(&format!("{base_url}/{name}"))).into_owned();
        index_entries.push(format!("<sitemap><loc>{url}</loc></sitemap>\n"));
        files.push(file(&name, xml_document("urlset", &entries[part])));
    }
    files.push(file("sitemap.xml", xml_document("sitemapindex", &index_entries)));
    files
}

fn xml_document(element: &str, entries: &[String]) -> String {
    let entries = entries.concat();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{element} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
         {entries}</{element}>\n"
    )
}

/// Returns a `<url>` element for each page that search engines may index.
fn entries(inputs: &Inputs) -> Vec<String> {
    let base_url = &inputs.settings.base_url;
    let entry = |page: &&Arc<Page>| {
        let url = format!("{base_url}{}", page.route);
        let is_copy = page.canonical_url(base_url) != url;
        if !page.front.in_sitemap
            || page.front.forbids_indexing()
            || is_copy
            || !page.route.ends_with('/')
        {
            return None;
        }
        let last_modified = match &page.front.updated {
            Some(day) => format!("<lastmod>{day}</lastmod>"),
            None => String::new(),
        };
        Some(format!("<url><loc>{}</loc>{last_modified}</url>\n", escape(&percent_encode(&url))))
    };
    inputs.site.pages.values().collect::<Vec<_>>().par_iter().filter_map(entry).collect()
}

/// Renders robots.txt with the URL of the sitemap. The robots.txt of a preview forbids all
/// indexing.
pub(crate) fn render_robots(inputs: &Inputs) -> Vec<u8> {
    let rule = if inputs.settings.is_preview() {
        "# A preview. `croupier build --profile production` lets search engines in.\nUser-agent: *\nDisallow: /"
    } else {
        "User-agent: *\nAllow: /"
    };
    format!("{rule}\n\nSitemap: {}/sitemap.xml\n", inputs.settings.base_url).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::split_entries;

    #[test]
    fn entries_above_the_limit_are_split_into_several_files() {
        let entries = ["<url>1</url>\n", "<url>2</url>\n", "<url>3</url>\n"].map(str::to_owned);
        let render = |max_entries: usize, max_bytes: usize| {
            let base_url = "https://example.com/docs";
            let files = split_entries(&entries, base_url, max_entries, max_bytes);
            files
                .into_iter()
                .map(|(path, bytes)| (path.to_string(), String::from_utf8(bytes).unwrap()))
                .collect::<Vec<_>>()
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
