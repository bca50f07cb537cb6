//! The output as a list for a bucket of S3, which keeps type and cache-control with each file and knows no rules.

use crate::serve::host_config::Wanted;
use croupier_engine::headers;
use croupier_engine::publish_order;

/// When a file is uploaded, by its [`publish_order`]: what others speak of goes before these.
const STEPS: [&str; 4] = ["code", "data", "pages", "last"];

impl Wanted<'_> {
    /// A line for each file that visitors may have, in the order of an upload.
    pub(super) fn s3(&self) -> String {
        let mut lines: Vec<_> = self
            .files
            .iter()
            .filter(|path| is_for_visitors(path))
            .map(|path| self.line(path))
            .collect();
        lines.sort_unstable();
        lines
            .iter()
            .map(|(order, kind, cache, path)| {
                format!("{}\t{kind}\t{cache}\t{path}\n", STEPS[*order])
            })
            .collect()
    }

    fn line<'a>(&'a self, path: &'a str) -> (usize, &'a str, &'a str, &'a str) {
        let found = headers::headers_for(self.headers, &format!("{}/{path}", self.base));
        let said = |name: &str| {
            found.iter().rev().find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1)
        };
        let kind = said("content-type").unwrap_or_else(|| headers::content_type(path));
        let cache = said("cache-control").unwrap_or_else(|| headers::cache_control(path));
        (publish_order(path), kind, cache, path)
    }
}

/// Neither what hosts are told nor what begins with a dot.
fn is_for_visitors(path: &str) -> bool {
    let shown = path.strip_prefix(".well-known/").unwrap_or(path);
    !matches!(path, "_headers" | "_redirects")
        && !shown.split('/').any(|part| part.starts_with('.'))
}
