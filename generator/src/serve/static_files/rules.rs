//! The rules of `_headers` and `_redirects` of an output folder. They are parsed once, and again after a change of one of the files.

#![expect(clippy::disallowed_methods, reason = "reads the output, which is not a source")]

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::header::STRICT_TRANSPORT_SECURITY;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use croupier_base::disk::stamp::Stamp;
use croupier_engine::headers;
use croupier_engine::redirects_file::RedirectRules;

/// The files with the rules.
const FILES: [&str; 2] = ["_headers", "_redirects"];

/// The current rules of a folder.
#[derive(Debug, Default)]
pub(super) struct FolderRules {
    parsed: RwLock<Arc<Rules>>,
}

/// The rules of both files.
#[derive(Debug, Default)]
pub(super) struct Rules {
    /// The stamps of the files that they were parsed from. None for a file that does not exist.
    stamps: [Option<Stamp>; 2],
    /// URL path patterns with their headers, in file order.
    headers: Vec<(String, Vec<(HeaderName, HeaderValue)>)>,
    pub redirects: RedirectRules,
}

impl FolderRules {
    /// Returns the rules. `locate` returns the path of a file of the folder.
    pub(super) fn current(&self, locate: &dyn Fn(&str) -> Option<PathBuf>) -> Arc<Rules> {
        let files = FILES.map(locate);
        let stamp = |file: &Option<PathBuf>| {
            fs::metadata(file.as_ref()?).ok().map(|metadata| Stamp::of(&metadata))
        };
        let stamps = files.each_ref().map(stamp);
        let known = Arc::clone(&self.parsed.read().unwrap_or_else(PoisonError::into_inner));
        if known.stamps == stamps {
            return known;
        }

        let text = |file: &Option<PathBuf>| {
            let bytes = file.as_ref().and_then(|file| fs::read(file).ok()).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let [headers, redirects] = files.each_ref().map(text);
        let rules = Arc::new(Rules {
            stamps,
            headers: parse_headers(&headers),
            redirects: RedirectRules::parse(&redirects),
        });
        *self.parsed.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&rules);
        rules
    }
}

impl Rules {
    /// Sets the headers of the file at a URL path. A later value overrides an earlier one of the same name.
    pub(super) fn apply(&self, path: &str, response_headers: &mut HeaderMap) {
        let matching =
            self.headers.iter().filter(|(pattern, _)| headers::applies_to(pattern, path));
        for (name, value) in matching.flat_map(|(_, headers)| headers) {
            response_headers.insert(name, value.clone());
        }
    }
}

/// Parses a `_headers` file. Leaves out headers that HTTP does not allow. Without TLS, these include that of HSTS (RFC 6797, section 7.2).
fn parse_headers(text: &str) -> Vec<(String, Vec<(HeaderName, HeaderValue)>)> {
    let header = |(name, value): (&str, &str)| {
        Some((HeaderName::try_from(name).ok()?, HeaderValue::try_from(value).ok()?))
    };
    let rules = headers::parse_rules(text).into_iter();
    rules
        .map(|(pattern, headers)| {
            let sent = headers.into_iter().filter_map(header);
            (
                pattern.into_owned(),
                sent.filter(|(name, _)| *name != STRICT_TRANSPORT_SECURITY).collect(),
            )
        })
        .collect()
}
