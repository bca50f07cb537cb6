//! How the output is to be served: one table of response headers, used by `croupier serve` and written to `_headers` for a host.

use crate::island::bundle::Bundle;
use crate::template::escape::escape;
use croupier_base::hashed_path::is_copy;
use croupier_base::path::OutputPath;
use croupier_content::config::hosts::Hosts;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::PolicyForm;

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
    if path.starts_with("assets/") || path.starts_with("page-data/sq/d/") || is_copy(path) {
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
        extension => {
            mime_guess::from_ext(extension).first_raw().unwrap_or("application/octet-stream")
        }
    }
}

/// The table in the form that Netlify and Cloudflare Pages read.
pub(crate) fn headers_file(settings: &Settings, bundle: Option<&Bundle>) -> String {
    let base = &settings.base;
    let mut text = format!("{base}/*\n");
    for (name, value) in SECURITY {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    if settings.config.output.policy.contains(&PolicyForm::Headers) {
        text.push_str(&format!(
            "  content-security-policy: {}\n",
            content_security_policy(settings, bundle)
        ));
    }
    text.push_str(&format!("  cache-control: {}\n", cache_control("")));
    for (pattern, example) in
        [("assets/*", "assets/x"), ("page-data/sq/d/*", "page-data/sq/d/x"), ("sw.js", "sw.js")]
    {
        text.push_str(&cache_rule(base, pattern, example));
    }
    text
}

/// Its lines for copies of files of static/, whole or in one width. Hosts read so many rules and no more, and these can best be done
/// without: who asks for such a copy asks about it again.
pub(crate) fn rules_of_copies<'a>(
    settings: &Settings,
    copies: impl Iterator<Item = &'a OutputPath>,
) -> String {
    copies.map(|copy| cache_rule(&settings.base, copy, copy)).collect()
}

/// The rule of what matches a pattern, as which `example` is kept. Some hosts join what several rules say, and take back what stands after
/// an exclamation mark; others pass that line over.
fn cache_rule(base: &str, pattern: &str, example: &str) -> String {
    format!("{base}/{pattern}\n  ! cache-control\n  cache-control: {}\n", cache_control(example))
}

/// The policies through which the runtime hands text to the document as HTML, and addresses as scripts.
const TRUSTED_TYPES: &str = "croupier croupier-sanitize croupier-script";

/// The hosts that `[hosts]` of site.toml lists, and those of addresses in it (A3).
pub(crate) fn hosts(settings: &Settings, bundle: Option<&Bundle>) -> Hosts {
    let mut hosts = settings.config.hosts.clone();
    if let Some(config) = bundle.and_then(|it| it.config.as_ref()) {
        config.add_hosts(&settings.site, &mut hosts);
    }
    hosts
}

/// The policy as an element for the heads of pages, where site.toml asks for it: without what browsers read in headers alone. Empty
/// where it does not.
pub(crate) fn policy_element(settings: &Settings, bundle: Option<&Bundle>) -> String {
    if !settings.config.output.policy.contains(&PolicyForm::Meta) {
        return String::new();
    }
    let policy = content_security_policy(settings, bundle);
    let read: Vec<&str> =
        policy.split("; ").filter(|it| !it.starts_with("frame-ancestors ")).collect();
    format!("{POLICY_ELEMENT}{}\">\n", escape(&read.join("; ")))
}

/// How the element begins.
pub const POLICY_ELEMENT: &str = "<meta http-equiv=\"content-security-policy\" content=\"";

/// What pages may load: themselves, inline scripts and style sheets by their hashes, the hosts that `[hosts]` of site.toml lists,
/// and those of addresses in it (A3). Text becomes HTML or a script by way of the runtime's policies alone, unless scripts of other
/// hosts are let in, which bring no policy of their own.
fn content_security_policy(settings: &Settings, bundle: Option<&Bundle>) -> String {
    let hosts = hosts(settings, bundle);
    let listed =
        |hosts: &[String]| hosts.iter().fold(String::new(), |all, host| format!("{all} {host}"));
    let scripts = bundle.map(|it| listed(&it.script_hashes(&settings.base))).unwrap_or_default();
    let sheets = bundle.map(|it| listed(&it.sheet_hashes(&settings.base))).unwrap_or_default();
    let is_alone = bundle.is_some() && hosts.script.is_empty();
    let trusted = format!(
        "; require-trusted-types-for 'script'; trusted-types {TRUSTED_TYPES} 'allow-duplicates'"
    );
    let trusted = if is_alone { trusted.as_str() } else { "" };
    format!(
        "default-src 'self'; script-src 'self'{scripts}{}; style-src 'self'{sheets}{}; img-src 'self' data:{}; font-src 'self'{}; \
         media-src 'self'{}; connect-src 'self'{}; frame-src 'self'{}; form-action 'self'{}; object-src 'none'; base-uri 'none'; \
         frame-ancestors 'none'{trusted}",
        listed(&hosts.script),
        listed(&hosts.style),
        listed(&hosts.img),
        listed(&hosts.font),
        listed(&hosts.media),
        listed(&hosts.connect),
        listed(&hosts.frame),
        listed(&hosts.form),
    )
}

/// The rules of a `_headers` file in their order: a pattern, and the headers of the paths that it matches.
pub fn rules(text: &str) -> Vec<(&str, Vec<(&str, &str)>)> {
    let mut rules = Vec::<(&str, Vec<(&str, &str)>)>::new();
    for line in text.lines() {
        match (rules.last_mut(), line.trim().split_once(':')) {
            (Some((_, headers)), Some((name, value))) if line.starts_with([' ', '\t']) => {
                headers.push((name, value.trim()))
            }
            _ if line.starts_with([' ', '\t']) => {}
            _ => rules.push((line.trim(), Vec::new())),
        }
    }
    rules
}

/// The headers that a `_headers` file orders for `path`; a later rule wins over an earlier one.
pub fn headers_for<'a>(text: &'a str, path: &str) -> Vec<(&'a str, &'a str)> {
    let applies = |pattern: &str| {
        pattern.strip_suffix('*').map_or(pattern == path, |start| path.starts_with(start))
    };
    rules(text)
        .into_iter()
        .filter(|(pattern, _)| applies(pattern))
        .flat_map(|(_, headers)| headers)
        .collect()
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
