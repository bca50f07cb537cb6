//! Lists the output for an upload to S3, which stores the content type and cache control with each
//! file.

use crate::host_config::HostRules;
use croupier_base::path::{is_public, publish_order};
use croupier_content::header_rules;
use croupier_engine::{escaped_name, headers};

/// Names of the upload steps by [`publish_order`]. A file is uploaded before the files that refer
/// to it.
const STEPS: [&str; 4] = ["code", "data", "pages", "last"];

impl HostRules<'_> {
    /// Returns one line for each public file, in upload order.
    pub(super) fn s3(&self) -> String {
        let rules = header_rules::parse(self.headers);
        let files = self.files.iter().filter(|path| is_public(path));
        let mut lines: Vec<_> = files
            .map(|path| {
                let headers = headers::file_headers(&rules, self.base, path);
                (publish_order(path), headers["content-type"], headers["cache-control"], path)
            })
            .collect();
        lines.sort_unstable();
        lines
            .iter()
            .map(|(order, content_type, cache_control, path)| {
                format!(
                    "{}\t{content_type}\t{cache_control}\t{}\n",
                    STEPS[*order],
                    escaped_name(path)
                )
            })
            .collect()
    }
}
