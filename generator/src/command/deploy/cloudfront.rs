//! Invalidations of a `CloudFront` distribution.
//!
//! The first 1,000 paths of a month are free, and a wildcard counts as one path. Therefore many paths of a folder become a wildcard.

use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of paths in an invalidation. `CloudFront` allows 3,000 at the same time, but thirty invalidations of 30 paths a month are
/// free.
const MAX_PATHS: usize = 30;
/// Maximum number of wildcards. `CloudFront` allows 15 at the same time.
const MAX_WILDCARDS: usize = 10;

/// Returns the paths to invalidate for URLs of a site. A path can end in a wildcard.
pub(super) fn paths(urls: &[String]) -> Vec<String> {
    let path = |url: &String| {
        let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
        rest.find('/').map_or_else(|| "/".to_owned(), |start| rest[start..].to_owned())
    };
    collapse(urls.iter().map(path).collect())
}

/// Replaces paths of the same folder with a wildcard, the deepest folders first, until there are few enough.
fn collapse(mut paths: BTreeSet<String>) -> Vec<String> {
    let depth = |path: &str| path.matches('/').count();
    let mut level = paths.iter().map(|path| depth(path)).max().unwrap_or(1);
    let is_small = |paths: &BTreeSet<String>| {
        let wildcards = paths.iter().filter(|path| path.ends_with('*')).count();
        paths.len() <= MAX_PATHS && wildcards <= MAX_WILDCARDS
    };

    while !is_small(&paths) && level > 0 {
        let mut folders = BTreeMap::<String, Vec<String>>::new();
        for path in paths.iter().filter(|path| depth(path) == level) {
            let folder = &path[..=path.rfind('/').unwrap_or(0)];
            folders.entry(folder.to_owned()).or_default().push(path.clone());
        }
        let mut folders: Vec<_> =
            folders.into_iter().filter(|(_, paths)| paths.len() > 1).collect();
        folders.sort_by_key(|(_, paths)| std::cmp::Reverse(paths.len()));

        for (folder, files) in folders {
            if is_small(&paths) {
                break;
            }
            for file in files {
                paths.remove(&file);
            }
            paths.insert(format!("{folder}*"));
        }

        level -= 1;
        if level > 0 && !is_small(&paths) {
            // What is left in deeper folders counts as a part of its parent.
            let parents: Vec<(String, String)> = paths
                .iter()
                .filter(|path| depth(path) > level)
                .map(|path| {
                    let end = path.match_indices('/').nth(level - 1).map_or(0, |(index, _)| index);
                    (path.clone(), format!("{}/*", &path[..end]))
                })
                .collect();
            for (path, _) in &parents {
                paths.remove(path);
            }
            paths.extend(parents.into_iter().map(|(_, parent)| parent));
        }
    }

    let wildcards: Vec<String> =
        paths.iter().filter_map(|path| path.strip_suffix('*')).map(str::to_owned).collect();

    let is_covered = |path: &String| {
        wildcards.iter().any(|folder| {
            path.starts_with(folder.as_str()) && path.len() > folder.len() + 1 || path == folder
        })
    };

    paths.into_iter().filter(|path| !is_covered(path)).collect()
}

/// Returns the body of a request that invalidates paths. Requests with the same reference and paths are one invalidation.
pub(super) fn body(paths: &[String], reference: &str) -> String {
    let items: String = paths
        .iter()
        .map(|path| path.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
        .map(|path| format!("<Path>{path}</Path>"))
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<InvalidationBatch xmlns=\"http://cloudfront.amazonaws.com/doc/2020-05-31/\">\
         <Paths><Quantity>{}</Quantity><Items>{items}</Items></Paths>\
         <CallerReference>{reference}</CallerReference></InvalidationBatch>",
        paths.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(paths: impl IntoIterator<Item = String>) -> Vec<String> {
        paths.into_iter().map(|path| format!("https://e.com{path}")).collect()
    }

    #[test]
    fn few_urls_are_invalidated_one_by_one() {
        let few = urls(["/".to_owned(), "/a/".to_owned(), "/a/index.html".to_owned()]);
        assert_eq!(paths(&few), ["/", "/a/", "/a/index.html"]);
    }

    #[test]
    fn many_urls_of_a_folder_become_a_wildcard() {
        let posts =
            (0..40).flat_map(|post| [format!("/news/{post}/"), format!("/news/{post}/index.html")]);
        let all = urls(posts.chain(["/".to_owned(), "/about/".to_owned()]));
        assert_eq!(paths(&all), ["/", "/about/", "/news/*"]);
    }

    #[test]
    fn urls_everywhere_become_one_wildcard_and_each_url_is_covered() {
        let everywhere = urls((0..3000).map(|page| format!("/{}/{}/{page}/", page % 50, page % 7)));
        let invalidated = paths(&everywhere);
        assert!(invalidated.len() <= MAX_PATHS, "{invalidated:?}");
        for url in &everywhere {
            let path = url.strip_prefix("https://e.com").unwrap();
            let matches = |pattern: &String| match pattern.strip_suffix('*') {
                Some(start) => path.starts_with(start),
                None => path == pattern,
            };
            assert!(invalidated.iter().any(matches), "{path} is not in {invalidated:?}");
        }
    }

    #[test]
    fn the_body_is_xml() {
        let body = body(&["/a&b".to_owned()], "r1");
        assert!(
            body.contains("<Quantity>1</Quantity><Items><Path>/a&amp;b</Path></Items>"),
            "{body}"
        );
        assert!(body.contains("<CallerReference>r1</CallerReference>"), "{body}");
    }
}
