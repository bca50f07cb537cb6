//! sitemap.xml and robots.txt: what search engines are told.

use std::sync::Arc;

use rayon::prelude::*;

use crate::query::inputs::Inputs;
use crate::template::escape::escape;
use croupier_base::address::encoded;
use croupier_base::path::{OutputPath, SITEMAP_PART as PART};
use croupier_content::config::args::Profile;
use croupier_content::page::Page;

/// So many addresses fit into one file (sitemaps.org).
const MOST: usize = 50_000;

/// sitemap.xml with every page that may be found; where they are too many for one file, with the files that they stand in.
pub(crate) fn files(inputs: &Inputs) -> Vec<(OutputPath, Vec<u8>)> {
    split(&entries(inputs), &inputs.settings.base_url, MOST)
}

/// The files of these entries, of which each holds `most`.
fn split(entries: &[String], base_url: &str, most: usize) -> Vec<(OutputPath, Vec<u8>)> {
    let named = |name: &str, text: String| (OutputPath::new(name), text.into_bytes());
    if entries.len() <= most {
        return vec![named("sitemap.xml", list("urlset", entries))];
    }
    let mut parts = Vec::new();
    let mut files: Vec<_> = entries
        .chunks(most)
        .zip(1..)
        .map(|(entries, number)| {
            let name = format!("{PART}{number}.xml");
            parts.push(format!(
                "<sitemap><loc>{}</loc></sitemap>\n",
                escape(&encoded(&format!("{base_url}/{name}")))
            ));
            named(&name, list("urlset", entries))
        })
        .collect();
    files.push(named("sitemap.xml", list("sitemapindex", &parts)));
    files
}

fn list(element: &str, entries: &[String]) -> String {
    let entries = entries.concat();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{element} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
         {entries}</{element}>\n"
    )
}

/// An entry for each page that may be found.
fn entries(inputs: &Inputs) -> Vec<String> {
    let base = &inputs.settings.base_url;
    let entry = |page: &&Arc<Page>| {
        let hidden = page.front.robots.as_deref().is_some_and(|robots| {
            let mut rules = robots.split(',').map(str::trim);
            rules.any(|rule| {
                rule.eq_ignore_ascii_case("noindex") || rule.eq_ignore_ascii_case("none")
            })
        });
        if !page.front.in_sitemap || hidden || !page.route.ends_with('/') {
            return None;
        }
        let day = page
            .front
            .updated
            .as_ref()
            .map(|day| format!("<lastmod>{day}</lastmod>"))
            .unwrap_or_default();
        let address = escape(&encoded(&format!("{base}{}", page.route))).into_owned();
        Some(format!("<url><loc>{address}</loc>{day}</url>\n"))
    };
    inputs.site.pages.values().collect::<Vec<_>>().par_iter().filter_map(entry).collect()
}

/// robots.txt, which names the sitemap; a preview is for nobody to find.
pub(crate) fn robots(inputs: &Inputs) -> Vec<u8> {
    let rule = match inputs.settings.profile {
        Profile::Preview => {
            "# A preview. `croupier build --profile production` lets search engines in.\nUser-agent: *\nDisallow: /"
        }
        Profile::Production => "User-agent: *\nAllow: /",
    };
    format!("{rule}\n\nSitemap: {}/sitemap.xml\n", inputs.settings.base_url).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn more_addresses_than_one_file_may_hold_stand_in_several() {
        let entries = ["<url>1</url>\n", "<url>2</url>\n", "<url>3</url>\n"].map(str::to_owned);
        let of = |most: usize| {
            let files = split(&entries, "https://example.com/docs", most);
            files
                .into_iter()
                .map(|(path, bytes)| (path.to_string(), String::from_utf8(bytes).unwrap()))
                .collect::<Vec<_>>()
        };
        assert!(
            matches!(&of(3)[..], [(path, text)] if path == "sitemap.xml" && text.contains("<url>3</url>\n</urlset>"))
        );
        let files = of(2);
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
