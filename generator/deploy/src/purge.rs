//! The URLs that a CDN must forget after a deployment.

use std::collections::BTreeSet;

use crate::plan::Change;
use croupier_base::path::OutputPath;
use croupier_base::url::file_url;

/// Returns the absolute URLs of changed files, without duplicates. A page of a folder has two URLs, and a third that redirects to it:
/// `/a/`, `/a/index.html` and `/a`.
pub(crate) fn changed_urls(changes: &[(Change, OutputPath)], base_url: &str) -> Vec<String> {
    let mut urls = BTreeSet::new();
    for (change, path) in changes {
        let file = file_url(path);
        if let Some(folder) = file.strip_suffix("index.html").filter(|it| it.ends_with('/')) {
            urls.insert(format!("{base_url}{folder}"));
            // The redirect changes if the page is new or removed.
            if *change != Change::Changed && folder != "/" {
                urls.insert(format!("{base_url}{}", folder.trim_end_matches('/')));
            }
        }
        urls.insert(format!("{base_url}{file}"));
    }
    urls.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_encoded_and_pages_have_the_url_of_their_folder_too() {
        let change = |change, path: &str| (change, OutputPath::new(path));
        let changes = [
            change(Change::Changed, "index.html"),
            change(Change::Changed, "a/index.html"),
            change(Change::Added, "b/index.html"),
            change(Change::Removed, "été 1.pdf"),
            change(Change::Changed, "myindex.html"),
        ];
        assert_eq!(
            changed_urls(&changes, "https://e.com/docs"),
            [
                "https://e.com/docs/",
                "https://e.com/docs/%C3%A9t%C3%A9%201.pdf",
                "https://e.com/docs/a/",
                "https://e.com/docs/a/index.html",
                "https://e.com/docs/b",
                "https://e.com/docs/b/",
                "https://e.com/docs/b/index.html",
                "https://e.com/docs/index.html",
                "https://e.com/docs/myindex.html",
            ]
        );
    }
}
