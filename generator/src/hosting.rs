//! How the output is to be served: one table of response headers, used by `croupier serve` and written to `_headers` for a host.

use crate::bundle::Bundle;
use crate::settings::Settings;

/// Headers of every answer.
pub const SECURITY: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin-allow-popups"),
];

/// For files whose name changes with their content.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// For everything else: kept, but asked about each time.
const REVALIDATE: &str = "public, max-age=0, must-revalidate";
/// For the service worker, which browsers must always ask for.
const NEVER: &str = "no-cache";

/// The cache-control of an output path.
pub fn cache_control(path: &str) -> &'static str {
    let path = path.trim_start_matches('/');
    if path.starts_with("assets/") || path.starts_with("page-data/sq/d/") {
        FOREVER
    } else if path == "sw.js" {
        NEVER
    } else {
        REVALIDATE
    }
}

/// The content type of an output path.
pub fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "xml" => "application/xml",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "pdf" => "application/pdf",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The table in the form that Netlify and Cloudflare Pages read.
pub fn headers_file(settings: &Settings, bundle: Option<&Bundle>) -> String {
    let prefix = &settings.prefix;
    let mut text = format!("{prefix}/*\n");
    for (name, value) in SECURITY {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    text.push_str(&format!("  content-security-policy: {}\n", content_security_policy(settings, bundle)));
    for (pattern, example) in [("/assets/*", "assets/x"), ("/page-data/sq/d/*", "page-data/sq/d/x"), ("/sw.js", "sw.js")] {
        text.push_str(&format!("{prefix}{pattern}\n  cache-control: {}\n", cache_control(example)));
    }
    text
}

/// What pages may load: themselves, inline scripts by their hashes, and the hosts that `[hosts]` of site.toml lists (A3).
fn content_security_policy(settings: &Settings, bundle: Option<&Bundle>) -> String {
    let hosts = &settings.declared.hosts;
    let listed = |hosts: &[String]| hosts.iter().fold(String::new(), |all, host| format!("{all} {host}"));
    let inline = bundle.map(|it| listed(&it.inline_hashes())).unwrap_or_default();
    format!(
        "default-src 'self'; script-src 'self'{inline}{}; style-src 'self'{}; img-src 'self' data:{}; connect-src 'self'{}; \
         frame-src 'self'{}; form-action 'self'{}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        listed(&hosts.script),
        listed(&hosts.style),
        listed(&hosts.img),
        listed(&hosts.connect),
        listed(&hosts.frame),
        listed(&hosts.form),
    )
}

/// The headers that a `_headers` file orders for `path`; a later rule wins over an earlier one.
pub fn headers_for<'a>(rules: &'a str, path: &str) -> Vec<(&'a str, &'a str)> {
    let mut applies = false;
    let mut headers = Vec::new();
    for line in rules.lines() {
        if line.starts_with([' ', '\t']) {
            headers.extend(line.trim().split_once(':').filter(|_| applies).map(|(name, value)| (name, value.trim())));
        } else {
            let pattern = line.trim();
            applies = pattern.strip_suffix('*').map_or(pattern == path, |start| path.starts_with(start));
        }
    }
    headers
}

#[cfg(test)]
mod tests {
    use super::headers_for;

    #[test]
    fn rules_apply_to_what_they_match() {
        let rules = "/*\n  a: 1\n/assets/*\n  b: x:y\n/sw.js\n  a: 2\n";
        assert_eq!(headers_for(rules, "/index.html"), [("a", "1")]);
        assert_eq!(headers_for(rules, "/assets/q.js"), [("a", "1"), ("b", "x:y")]);
        assert_eq!(headers_for(rules, "/sw.js"), [("a", "1"), ("a", "2")]);
    }
}
