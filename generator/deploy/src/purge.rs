//! The URLs that a CDN must forget after a deployment.

use serde::{Serialize, Serializer};

use crate::files::Files;
use crate::plan::Change;
use croupier_base::path::{OutputPath, without_encoding};
use croupier_base::url::file_url;

/// The absolute URLs of changed files, without duplicates. They are made when they are needed, because there can be millions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedUrls {
    /// The changed files in the order of their paths.
    changes: Vec<(Change, OutputPath)>,
    base_url: String,
}

impl ChangedUrls {
    /// Returns the URLs of changed files. No one requests compressed variants of them, or of other files in `files`.
    pub(crate) fn new(
        mut changes: Vec<(Change, OutputPath)>,
        files: &Files,
        base_url: &str,
    ) -> ChangedUrls {
        changes.sort_by(|(_, a), (_, b)| a.cmp(b));
        let is_changed = |path: &str| {
            changes.binary_search_by(|(_, changed)| changed.as_str().cmp(path)).is_ok()
        };
        let is_variant = |path: &OutputPath| {
            without_encoding(path).is_some_and(|it| files.contains(it) || is_changed(it))
        };
        let is_url: Vec<bool> = changes.iter().map(|(_, path)| !is_variant(path)).collect();
        let mut is_url = is_url.into_iter();
        changes.retain(|_| is_url.next().unwrap_or_default());
        ChangedUrls { changes, base_url: base_url.to_owned() }
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
        let urls = ChangedUrls::new(moved.into(), &Files::default(), "https://e.com");
        assert_eq!(
            urls.iter().collect::<Vec<_>>(),
            ["https://e.com/a", "https://e.com/a/", "https://e.com/a/index.html"]
        );
    }

    #[test]
    fn compressed_variants_are_no_urls() {
        let files = manifest("a", &[("a.html", "1"), ("b.css", "1"), ("c.tar.gz", "1")]).files;
        let paths = ["a.html", "a.html.br", "a.html.gz", "b.css.br", "c.tar.gz", "d", "d.gz"];
        let changes = paths.map(|path| (Change::Changed, OutputPath::new(path)));
        let urls = ChangedUrls::new(changes.into(), &files, "https://e.com");
        assert_eq!(
            urls.iter().collect::<Vec<_>>(),
            ["https://e.com/a.html", "https://e.com/c.tar.gz", "https://e.com/d"]
        );
    }
}
