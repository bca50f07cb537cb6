//! `[content] order` of site.toml: the order of pages in one list, which takes the place of their `weight`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::site::Site;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::SitePath;

/// Content files and folders in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct ContentOrder {
    /// As written: `guides/` or `guides/install.md`.
    entries: Vec<String>,
    weights: BTreeMap<SitePath, i64>,
}

impl ContentOrder {
    /// Returns the weight of a content file, if the list names it. It is negative, so that pages which are not listed come after the listed
    /// ones, in the order of their own weights.
    pub fn weight(&self, file: &SitePath) -> Option<i64> {
        self.weights.get(file).copied()
    }

    /// Returns the entries that name no content file of the site, and those that occur twice, by index. The diagnostics have no locations
    /// yet.
    pub fn problems(&self, site: &Site) -> Vec<(usize, Diagnostic)> {
        if self.entries.is_empty() {
            return Vec::new();
        }

        let published = site.pages.values().map(|page| &page.source);
        let unpublished = site.unpublished.values().map(|page| &page.source);
        let known: BTreeSet<&SitePath> = published.chain(unpublished).collect();

        let mut seen = BTreeSet::new();

        let problem = |(index, entry): (usize, &String)| {
            let file = file_of(entry);
            let error = |message: String, hint: String| {
                Some((index, Diagnostic::error(Code::SiteTable, message).hint(hint)))
            };

            if !seen.insert(file.clone()) {
                return error(
                    format!("`{entry}` is in the list twice"),
                    "remove one of them".to_owned(),
                );
            }

            if known.contains(&file) {
                return None;
            }

            if entry.ends_with('/') {
                let hint = "create it: its title is that of the folder in menus".to_owned();
                return error(
                    format!("there is no {file}, which has the position of the folder"),
                    hint,
                );
            }

            let names = known.iter().filter_map(|file| file.strip_prefix("content/"));
            let hint = did_you_mean(entry, names)
                .unwrap_or_else(|| "name a content file, such as `guides/install.md`, or a folder, such as `guides/`".to_owned());
            error(format!("there is no content file {file}"), hint)
        };

        self.entries.iter().enumerate().filter_map(problem).collect()
    }
}

/// Returns the content file of an entry: for a folder, its index.md.
fn file_of(entry: &str) -> SitePath {
    let path = entry.trim_start_matches("./").trim_start_matches('/');
    let path = path.strip_prefix("content/").unwrap_or(path);
    let name = if path.is_empty() || path.ends_with('/') { "index.md" } else { "" };
    SitePath::new(format!("content/{path}{name}"))
}

impl From<Vec<String>> for ContentOrder {
    fn from(entries: Vec<String>) -> ContentOrder {
        let first = -i64::try_from(entries.len()).unwrap_or(i64::MAX);
        let weights = entries.iter().map(|entry| file_of(entry)).zip(first..).collect();
        ContentOrder { entries, weights }
    }
}

impl From<ContentOrder> for Vec<String> {
    fn from(order: ContentOrder) -> Vec<String> {
        order.entries
    }
}
