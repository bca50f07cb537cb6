//! The rules of `_headers` and `_redirects` of an output folder. They are parsed once, and again after a change of one of the files.

#![expect(clippy::disallowed_methods, reason = "reads the output, which is not a source")]

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::header::STRICT_TRANSPORT_SECURITY;
use axum::http::{HeaderMap, HeaderName, HeaderValue};

use croupier_base::disk::stamp::Stamp;
use croupier_content::header_rules::{self, HeaderRule};
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
    headers: Vec<HeaderRule>,
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
            headers: header_rules::parse(&headers),
            redirects: RedirectRules::parse(&redirects),
        });
        *self.parsed.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&rules);
        rules
    }
}

impl Rules {
    /// Sets the headers of the file at a URL path, without those that HTTP does not allow. A later value overrides an earlier one of the same name.
    pub(super) fn apply(&self, path: &str, response_headers: &mut HeaderMap) {
        for (name, value) in header_rules::matching(&self.headers, path) {
            let Ok(name) = HeaderName::try_from(name) else { continue };
            let Ok(value) = HeaderValue::try_from(value) else { continue };
            // HTTP does not allow HSTS without TLS (RFC 6797, section 7.2).
            if name != STRICT_TRANSPORT_SECURITY {
                response_headers.insert(name, value);
            }
        }
    }
}
