//! The URLs that a CDN must forget after a deployment.

use serde::{Serialize, Serializer};

use crate::files::{Entry, Files};
use crate::plan::Change;
use croupier_base::path::OutputPath;
use croupier_base::url::{file_url, percent_encode};

/// The absolute URLs of changed files, without duplicates. They are made when they are needed, because there can be millions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedUrls {
    /// The changed files in the order of their paths.
    changes: Vec<(Change, OutputPath)>,
    /// Percent-encoded.
    base_url: String,
}

impl ChangedUrls {
    /// Returns the URLs of changed files. Browsers never request the compressed variants in `files`, which are those of the release.
    pub(crate) fn new(
        mut changes: Vec<(Change, OutputPath)>,
        files: &Files,
        base_url: &str,
    ) -> ChangedUrls {
        changes.sort_by(|(_, a), (_, b)| a.cmp(b));
        changes.retain(|(_, path)| !files.get(path).is_some_and(Entry::is_variant));
        ChangedUrls { changes, base_url: percent_encode(base_url) }
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns the URLs. A page of a folder has two, and a third that redirects to it: `/a/`, `/a/index.html` and `/a`.
    pub fn iter(&self) -> impl Iterator<Item = String> {
        self.changes.iter().flat_map(|(change, path)| {
            let file = file_url(path);
            let folder = file.strip_suffix("index.html").filter(|it| it.ends_with('/'));
            // The redirect changes if the page is new or removed.
            let redirect = folder.filter(|it| *change != Change::Changed && *it != "/");
            let redirect = redirect.map(|it| it.trim_end_matches('/')).filter(|_| {
                // A file can have replaced the folder, or the other way round.
                let parent = path.trim_end_matches("/index.html");
                self.changes.binary_search_by(|(_, it)| it.as_str().cmp(parent)).is_err()
            });
            let urls = [redirect, folder, Some(&*file)].into_iter().flatten();
            urls.map(|url| format!("{}{url}", self.base_url)).collect::<Vec<_>>()
        })
    }
}

impl Serialize for ChangedUrls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::test_store::manifest;

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

        let urls = ChangedUrls::new(changes.into(), &Files::default(), "https://e.com/docs");
        assert_eq!(
            urls.iter().collect::<Vec<_>>(),
            [
                "https://e.com/docs/a/",
                "https://e.com/docs/a/index.html",
                "https://e.com/docs/b",
                "https://e.com/docs/b/",
                "https://e.com/docs/b/index.html",
                "https://e.com/docs/",
                "https://e.com/docs/index.html",
                "https://e.com/docs/myindex.html",
                "https://e.com/docs/%C3%A9t%C3%A9%201.pdf",
            ]
        );

        let moved = [change(Change::Added, "a"), change(Change::Removed, "a/index.html")];
        let urls = ChangedUrls::new(moved.into(), &Files::default(), "https://e.com/é");
        assert_eq!(
            urls.iter().collect::<Vec<_>>(),
            [
                "https://e.com/%C3%A9/a",
                "https://e.com/%C3%A9/a/",
                "https://e.com/%C3%A9/a/index.html"
            ]
        );
    }

    #[test]
    fn compressed_variants_are_no_urls() {
        let own = manifest("a", &[("a.csv", "1"), ("a.csv.gz", "1"), ("b.html", "1")]).files;
        let (_, entry) = own.iter().next().unwrap();
        let headers = Arc::new([("content-encoding".to_owned(), "br".to_owned())].into());
        let variant = (OutputPath::new("b.html.br"), Entry { headers, ..entry.clone() });
        let own = own.iter().map(|(path, entry)| (path.clone(), entry.clone()));
        let files: Files = own.chain([variant]).collect();
        let changes = files.paths().map(|path| (Change::Changed, path.clone())).collect();
        let urls = ChangedUrls::new(changes, &files, "https://e.com");
        // The site itself can have a compressed copy of a file.
        assert_eq!(
            urls.iter().collect::<Vec<_>>(),
            ["https://e.com/a.csv", "https://e.com/a.csv.gz", "https://e.com/b.html"]
        );
    }
}
