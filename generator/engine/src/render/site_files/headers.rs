//! The response headers of the site, for `croupier serve` and for the `_headers` file of a host.

use std::collections::{BTreeMap, BTreeSet};

use crate::island::bundle::{Bundle, policy_hash};
use crate::render::site_scripts;
use crate::template::escape::escape;
use croupier_base::hashed_path::is_copy;
use croupier_base::path::OutputPath;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::hosts::{Directive, Hosts};
use croupier_content::config::tables::languages::Language;
use croupier_content::config::tables::{PolicyForm, PolicyName, TrustedTypes};
use croupier_content::header_rules::{self, HeaderRule};

/// Security headers of every response.
pub(crate) const SECURITY: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin-allow-popups"),
];

/// `cache-control` of files with a content hash in their name.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// `cache-control` of all other files: clients cache them, but revalidate each time.
const REVALIDATE: &str = "public, max-age=0, must-revalidate";
/// `cache-control` of the service worker, which browsers must always revalidate.
const NO_CACHE: &str = "no-cache";

/// Returns the `cache-control` header of an output path.
pub fn cache_control(path: &str) -> &'static str {
    let path = path.trim_start_matches('/');
    if path.starts_with("assets/") || path.starts_with("page-data/sq/d/") || is_copy(path) {
        IMMUTABLE
    } else if path == "sw.js" {
        NO_CACHE
    } else {
        REVALIDATE
    }
}

/// Returns the `content-type` header of an output path.
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

/// Renders the `_headers` file in the format of Netlify and Cloudflare Pages.
pub(crate) fn render(
    settings: &Settings,
    bundle: Option<&Bundle>,
    sheets: &BTreeMap<String, String>,
) -> String {
    let base = &settings.base_path;
    let mut text = format!("{base}/*\n");

    for (name, value) in SECURITY {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    for (name, value) in site_headers(settings) {
        text.push_str(&format!("  {name}: {value}\n"));
    }

    if settings.flags.preview.is_some() {
        text.push_str("  x-robots-tag: noindex\n");
    }

    if settings.config.output.policy.contains(&PolicyForm::Headers) {
        let policy = content_security_policy(settings, bundle, sheets);
        text.push_str(&format!("  content-security-policy: {policy}\n"));
    }

    text.push_str(&format!("  cache-control: {}\n", cache_control("")));
    for (pattern, example) in
        [("assets/*", "assets/x"), ("page-data/sq/d/*", "page-data/sq/d/x"), ("sw.js", "sw.js")]
    {
        text.push_str(&cache_rule(base, pattern, example));
    }

    text.push_str(&language_rules(settings));
    if settings.config.search.text && settings.config.output.policy.contains(&PolicyForm::Headers) {
        text.push_str(&rule(
            base,
            &site_scripts::search_worker(),
            "content-security-policy",
            WORKER_POLICY,
        ));
    }

    text
}

/// Renders a rule with the language of the pages below each path of a language.
///
/// A language at the root of the site has none: some hosts join the values of several rules, so that the others would have two languages.
fn language_rules(settings: &Settings) -> String {
    let languages = || settings.languages.published().filter(|it| !it.prefix.is_empty());
    let rule_of = |language: &Language| {
        let (base, Language { prefix, locale, .. }) = (&settings.base_path, language);
        // The path of a language can be below that of another one.
        let outer = languages().any(|it| prefix.starts_with(&format!("{}/", it.prefix)));
        let removal = if outer { "  ! content-language\n" } else { "" };
        format!("{base}{prefix}/*\n{removal}  content-language: {locale}\n")
    };
    languages().map(rule_of).collect()
}

/// Returns the headers of `[security]` in site.toml.
///
/// A preview has another host than the live site, or none with HTTPS. Browsers would not open it, and hosts below it, for a year.
fn site_headers(settings: &Settings) -> impl Iterator<Item = (&'static str, String)> {
    let security = &settings.config.security;
    let is_live = !settings.is_preview() && settings.base_url.starts_with("https://");
    let hsts = security.hsts.value().filter(|_| is_live);
    let headers = [
        (PERMISSIONS_POLICY, security.permissions_policy.value()),
        (STRICT_TRANSPORT_SECURITY, hsts),
    ];
    headers.into_iter().filter_map(|(name, value)| Some((name, value?)))
}

const PERMISSIONS_POLICY: &str = "permissions-policy";

/// The header after which browsers open a host only with HTTPS.
const STRICT_TRANSPORT_SECURITY: &str = "strict-transport-security";

/// Appends the lines of the site to the generated `_headers`.
///
/// Some hosts join the values of several rules, so that a header which the site sets for all its URLs takes the place of the generated
/// one.
pub(crate) fn with_own_rules(generated: &str, own: &str, base: &str) -> String {
    let is_for_all = |pattern: &str| pattern == format!("{base}/*");
    let own = header_rules::with_base_path(own, base);
    let own_rules = header_rules::parse(&own);
    let rules = own_rules.iter().filter(|rule| is_for_all(&rule.pattern));
    let own_names: BTreeSet<&str> =
        rules.flat_map(|rule| &rule.headers).map(|(name, _)| name.as_str()).collect();

    let mut text = String::new();
    let mut lines = generated.lines();
    text.extend(lines.next().map(|pattern| format!("{pattern}\n")));
    let mut is_first_rule = true;
    for line in lines {
        is_first_rule &= line.starts_with(' ');
        let name = line.trim().split(':').next().unwrap_or_default();
        if !(is_first_rule && own_names.contains(name)) {
            text.push_str(&format!("{line}\n"));
        }
    }
    text + own.trim_end() + "\n"
}

/// The content security policy of the worker that searches texts: the only code that may compile WebAssembly. A worker has the policy of
/// its own response, and not that of the page (CSP Level 3, section 4.2).
const WORKER_POLICY: &str =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/// Renders `_headers` rules for hashed copies of files in static/.
///
/// They belong at the end of the file. Hosts limit the number of rules, and without these rules
/// clients only revalidate the copies.
pub(crate) fn copy_rules<'a>(
    settings: &Settings,
    copies: impl Iterator<Item = &'a OutputPath>,
) -> String {
    copies.map(|copy| cache_rule(&settings.base_path, copy, copy)).collect()
}

/// Renders a rule that gives the paths matching `pattern` the `cache-control` header of `example`.
fn cache_rule(base: &str, pattern: &str, example: &str) -> String {
    rule(base, pattern, "cache-control", cache_control(example))
}

/// Renders a rule that replaces a header of the paths matching `pattern`.
///
/// Some hosts join the values of several rules. The line with the exclamation mark removes the
/// earlier value there. Other hosts ignore that line.
fn rule(base: &str, pattern: &str, header: &str, value: &str) -> String {
    format!("{base}/{pattern}\n  ! {header}\n  {header}: {value}\n")
}

/// The Trusted Types policies of the runtime, for HTML and for script URLs.
const TRUSTED_TYPES: &str = "croupier croupier-sanitize croupier-script";

/// Returns the hosts in `[hosts]` and `[embeds]` of site.toml, and the hosts of URLs elsewhere in
/// site.toml (A3).
pub(crate) fn allowed_hosts(settings: &Settings, bundle: Option<&Bundle>) -> Hosts {
    let mut hosts = settings.config.hosts.clone();
    if let Some(config) = bundle.and_then(|bundle| bundle.config.as_ref()) {
        for language in settings.languages.iter() {
            config.add_hosts(&language.site, &mut hosts);
        }
    }
    for origin in settings.config.embeds.origins() {
        hosts.add(Directive::Frame, origin.to_owned());
    }
    hosts
}

/// Renders the content security policy as a `<meta>` element. Returns an empty string unless
/// site.toml enables it.
///
/// Leaves out `frame-ancestors`, which browsers only accept in headers.
pub(crate) fn policy_element(
    settings: &Settings,
    bundle: Option<&Bundle>,
    sheets: &BTreeMap<String, String>,
) -> String {
    if !settings.config.output.policy.contains(&PolicyForm::Meta) {
        return String::new();
    }
    let policy = content_security_policy(settings, bundle, sheets);
    let directives: Vec<&str> =
        policy.split("; ").filter(|directive| !directive.starts_with("frame-ancestors ")).collect();
    format!("{POLICY_ELEMENT}{}\">\n", escape(&directives.join("; ")))
}

/// The start of the `<meta>` element with the content security policy.
pub const POLICY_ELEMENT: &str = "<meta http-equiv=\"content-security-policy\" content=\"";

/// Returns the content security policy of the site.
///
/// It allows the site itself, inline scripts and style sheets by hash, and [`allowed_hosts`]. It
/// requires Trusted Types unless site.toml disables them, or scripts of other hosts are allowed,
/// because those have no policies.
fn content_security_policy(
    settings: &Settings,
    bundle: Option<&Bundle>,
    sheets: &BTreeMap<String, String>,
) -> String {
    let hosts = allowed_hosts(settings, bundle);
    let join = |sources: &[String]| {
        sources.iter().fold(String::new(), |all, source| format!("{all} {source}"))
    };

    let script_hashes =
        bundle.map(|bundle| join(&bundle.script_hashes(&settings.base_path))).unwrap_or_default();
    let of_bundle =
        bundle.map(|bundle| bundle.sheet_hashes(&settings.base_path)).unwrap_or_default();
    let of_sheets = sheets.values().map(|text| policy_hash(text));
    let sheet_hashes = join(&of_bundle.into_iter().chain(of_sheets).collect::<Vec<_>>());

    let has_policies = bundle.is_some() && hosts.script.is_empty();
    let own_policies: Option<&[PolicyName]> = match &settings.config.output.trusted_types {
        TrustedTypes::AreRequired(are_required) => are_required.then_some(&[]),
        TrustedTypes::Policies(names) => Some(names),
    };

    let trusted_types = match own_policies {
        Some(names) if has_policies => {
            let names: String = names.iter().map(|name| format!(" {}", name.as_str())).collect();
            format!(
                "; require-trusted-types-for 'script'; trusted-types {TRUSTED_TYPES}{names} 'allow-duplicates'"
            )
        }
        _ => String::new(),
    };

    format!(
        "default-src 'self'; script-src 'self'{script_hashes}{}; style-src 'self'{sheet_hashes}{}; img-src 'self' data:{}; \
         font-src 'self'{}; media-src 'self'{}; connect-src 'self'{}; frame-src 'self'{}; form-action 'self'{}; \
         object-src 'none'; base-uri 'none'; frame-ancestors 'none'{trusted_types}",
        join(&hosts.script),
        join(&hosts.style),
        join(&hosts.img),
        join(&hosts.font),
        join(&hosts.media),
        join(&hosts.connect),
        join(&hosts.frame),
        join(&hosts.form),
    )
}

/// Returns all headers of the file at an output path, by lower-case name. `base` is the URL path that the site is served under.
pub fn file_headers<'r>(
    rules: &'r [HeaderRule],
    base: &str,
    path: &str,
) -> BTreeMap<String, &'r str> {
    let url = format!("{base}/{path}");
    let defaults = [("content-type", content_type(path)), ("cache-control", cache_control(path))];
    // The last rule that sets a header counts.
    let set = header_rules::matching(rules, &url);
    defaults.into_iter().chain(set).map(|(name, value)| (name.to_owned(), value)).collect()
}
