//! All pages together: routes are unique, links lead somewhere, sections can be asked for.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::front_matter::{self, Status};
use crate::page::Page;
use crate::settings::{Profile, Settings};

/// The pages of a build, by route.
#[derive(Debug)]
pub struct Site {
    /// In byte order of their routes.
    pub pages: BTreeMap<String, Page>,
    /// content/data/*.toml by file name.
    pub data: Map<String, Value>,
}

impl Site {
    /// Brings pages together; two of one route, broken links and refused samples become diagnostics.
    pub fn gather(
        pages: Vec<Page>,
        data: Map<String, Value>,
        statics: &[String],
        settings: &Settings,
    ) -> (Site, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut by_route = BTreeMap::<String, Page>::new();
        for page in pages {
            if page.front.draft && !settings.drafts {
                continue;
            }
            if settings.profile == Profile::Production && !settings.allow_samples && page.front.status == Status::Sample {
                let range = page.text.find("status").map_or(0..0, |at| at..at + "status".len());
                found.push(
                    Diagnostic::error("C0201", format!("{} is a sample text", page.source))
                        .at(page.place(range))
                        .hint("have it reviewed and set `status = \"approved\"`, or build with --allow-samples"),
                );
            }
            if let Some(first) = by_route.get(&page.route) {
                let range = page.front.path_range.clone().unwrap_or(0..0);
                found.push(
                    Diagnostic::error("C0202", format!("two files make the route {}", page.route))
                        .at(page.place(range))
                        .hint(format!("the other one is {}; give one of them another `path`", first.source)),
                );
                continue;
            }
            by_route.insert(page.route.clone(), page);
        }
        for page in by_route.values() {
            let path = page.html_path();
            if statics.contains(&format!("static/{path}")) {
                found.push(
                    Diagnostic::error("C0203", format!("static/{path} and {} make the same file", page.source))
                        .at(page.place(0..0))
                        .hint("remove or rename one of them"),
                );
            }
        }
        let site = Site { pages: by_route, data };
        for page in site.pages.values() {
            found.extend(site.broken_links(page, statics));
        }
        (site, found)
    }

    /// Pages whose route starts with `prefix`, itself left out, by weight and then title.
    pub fn section(&self, prefix: &str) -> Vec<&Page> {
        let mut pages: Vec<&Page> =
            self.pages.values().filter(|page| page.route.starts_with(prefix) && page.route != prefix).collect();
        pages.sort_by(|a, b| (a.front.weight, &a.front.title, &a.route).cmp(&(b.front.weight, &b.front.title, &b.route)));
        pages
    }

    fn broken_links(&self, page: &Page, statics: &[String]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for link in &page.document.links {
            let range = page.body_offset + link.range.start..page.body_offset + link.range.end;
            let (path, fragment) = link.href.split_once('#').unwrap_or((&link.href, ""));
            let path = path.split('?').next().unwrap_or("");
            let target = if path.is_empty() && link.href.starts_with('#') {
                Some(page)
            } else if path.starts_with('/') && !path.starts_with("//") {
                let target = self.pages.get(path);
                if target.is_none() && !statics.contains(&format!("static{path}")) {
                    let hint = did_you_mean(path, self.pages.keys().map(String::as_str))
                        .unwrap_or_else(|| "no page and no file in static/ has this address".to_owned());
                    found.push(
                        Diagnostic::error("C0204", format!("broken link: there is no {path}"))
                            .at(page.place(range.clone()))
                            .hint(hint),
                    );
                }
                target
            } else {
                None
            };
            if let Some(target) = target
                && !fragment.is_empty()
                && target.document.headings.iter().all(|heading| heading.id != fragment)
                && !target.document.html.contains(&format!("id=\"{fragment}\""))
            {
                let anchors = target.document.headings.iter().map(|heading| heading.id.as_str());
                found.push(
                    Diagnostic::error("C0205", format!("broken link: {} has no place `#{fragment}`", target.route))
                        .at(page.place(range))
                        .hint(did_you_mean(fragment, anchors).unwrap_or_else(|| "link to one of its headings".to_owned())),
                );
            }
        }
        found
    }
}

/// Reads one file of content/data.
pub fn data(source: &str, bytes: Vec<u8>) -> Result<Value, Vec<Diagnostic>> {
    let text = String::from_utf8(bytes).map_err(|_| {
        vec![Diagnostic::error("C0101", "this file is not UTF-8 text").at(Place::new(source, "", 0..0)).hint("save it as UTF-8")]
    })?;
    let (table, errors) = toml::de::DeTable::parse_recoverable(&text);
    if errors.is_empty() {
        return Ok(front_matter::json(&toml::de::DeValue::Table(table.get_ref().clone())));
    }
    let report = |error: &toml::de::Error| {
        Diagnostic::error("C0110", format!("this data file is not valid TOML: {}", error.message())).at(Place::new(
            source,
            text.as_str(),
            error.span().unwrap_or(0..0),
        ))
    };
    Err(errors.iter().map(report).collect())
}
