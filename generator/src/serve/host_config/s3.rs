//! Lists the output for an upload to S3, which stores the content type and cache control with each
//! file.

use crate::serve::host_config::HostRules;
use croupier_base::path::publish_order;
use croupier_engine::headers;

/// Names of the upload steps by [`publish_order`]. A file is uploaded before the files that refer
/// to it.
const STEPS: [&str; 4] = ["code", "data", "pages", "last"];

impl HostRules<'_> {
    /// Returns one line for each public file, in upload order.
    pub(super) fn s3(&self) -> String {
        let mut lines: Vec<_> =
            self.files.iter().filter(|path| is_public(path)).map(|path| self.line(path)).collect();
        lines.sort_unstable();
        lines
            .iter()
            .map(|(order, content_type, cache_control, path)| {
                format!("{}\t{content_type}\t{cache_control}\t{path}\n", STEPS[*order])
            })
            .collect()
    }

    /// Returns the upload order, content type, cache control and path of a file.
    fn line<'a>(&'a self, path: &'a str) -> (usize, &'a str, &'a str, &'a str) {
        let rule_headers = headers::headers_for(self.headers, &format!("{}/{path}", self.base));
        // The last rule that sets a header counts.
        let header = |name: &str| {
            rule_headers
                .iter()
                .rev()
                .find(|header| header.0.eq_ignore_ascii_case(name))
                .map(|header| header.1)
        };
        let content_type = header("content-type").unwrap_or_else(|| headers::content_type(path));
        let cache_control = header("cache-control").unwrap_or_else(|| headers::cache_control(path));
        (publish_order(path), content_type, cache_control, path)
    }
}

/// Returns whether visitors may request a file: not `_headers`, `_redirects` or a hidden file.
fn is_public(path: &str) -> bool {
    let visible_part = path.strip_prefix(".well-known/").unwrap_or(path);
    !matches!(path, "_headers" | "_redirects")
        && !visible_part.split('/').any(|component| component.starts_with('.'))
}
