//! Checks whether the content security policy of the site blocks a resource in a page.

use crate::island::bundle::policy_hash;
use crate::query::inputs::Inputs;
use crate::render::site_files::headers;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::syntax::html::Use;
use croupier_content::config::tables::hosts::{Directive, Hosts};

/// The sources that the content security policy allows.
pub(crate) struct Policy {
    /// Whether the site has a policy at all.
    is_published: bool,
    hosts: Hosts,
    /// Scheme and host of the site.
    origin: String,
    /// Hashes of the inline scripts that are allowed, in the syntax of the policy.
    script_hashes: Vec<String>,
    /// Hashes of the style sheets of `[styles]` that templates may inline.
    sheet_hashes: Vec<String>,
    /// Whether site.toml enables the check of images of other hosts.
    reports_external_images: bool,
}

impl Policy {
    /// Returns the policy of a site.
    pub(crate) fn new(inputs: &Inputs) -> Policy {
        let settings = &inputs.settings;
        let bundle = inputs.bundle.as_deref();
        let origin =
            settings.base_url[..settings.base_url.len() - settings.base_path.len()].to_owned();
        let script_hashes =
            bundle.map(|bundle| bundle.script_hashes(&settings.base_path)).unwrap_or_default();
        let is_published = !settings.config.output.policy.is_empty();
        Policy {
            is_published,
            hosts: headers::allowed_hosts(settings, bundle),
            origin,
            script_hashes,
            sheet_hashes: inputs.inlined_sheets.values().map(|text| policy_hash(text)).collect(),
            reports_external_images: settings.config.checks.is_set(Code::ExternalImage),
        }
    }

    /// Returns the warning if browsers block a resource.
    ///
    /// `text` is its URL, or the inline style, script or handler itself, depending on `usage`.
    pub(crate) fn blocks(&self, usage: Use, text: &str) -> Option<Diagnostic> {
        if !self.is_published {
            return None;
        }

        let directive = match usage {
            Use::StyleAttribute | Use::EventHandler | Use::InlineScript | Use::InlineStyleSheet => {
                return self.blocks_inline(usage, text);
            }
            Use::Link if is_script_url(text) => {
                return Some(blocked(
                    "this link does nothing: the policy of the site forbids `javascript:`"
                        .to_owned(),
                    "link to a page or a file instead",
                ));
            }
            Use::Link | Use::Other | Use::MissingAlt | Use::DuplicateId | Use::QuoteInName => {
                return None;
            }
            Use::Image => Directive::Img,
            Use::Script => Directive::Script,
            Use::Style => Directive::Style,
            Use::Media => Directive::Media,
            Use::Frame => Directive::Frame,
            Use::Form => Directive::Form,
        };

        self.blocks_host(directive, text)
    }

    /// Returns the warning if browsers ignore a style, a script or a handler within a page.
    fn blocks_inline(&self, usage: Use, text: &str) -> Option<Diagnostic> {
        match usage {
            Use::StyleAttribute => Some(blocked_because(
                "style attribute",
                format!(
                    "browsers ignore this style: the policy of the site forbids `style=\"{text}\"`"
                ),
                "give the element a class, and write the style into a style sheet",
            )),
            Use::EventHandler => Some(blocked(
                format!(
                    "browsers ignore this handler: the policy of the site forbids `{}` in an attribute",
                    first_line(text)
                ),
                "listen to the event in a script of static/, or in an island",
            )),
            Use::InlineScript if self.script_hashes.contains(&policy_hash(text)) => None,
            Use::InlineScript => Some(blocked(
                format!(
                    "browsers do not run this script: the policy of the site forbids `{}` within a page",
                    first_line(text)
                ),
                "put it into a file of static/ and load that: `<script src=\"/my.js\" defer></script>`",
            )),
            Use::InlineStyleSheet if self.sheet_hashes.contains(&policy_hash(text)) => None,
            Use::InlineStyleSheet => Some(blocked(
                format!(
                    "browsers ignore this style sheet: the policy of the site forbids `{}` within a page",
                    first_line(text)
                ),
                "put it into a file of static/ and link that: `<link rel=\"stylesheet\" href=\"/my.css\">`",
            )),
            _ => None,
        }
    }

    /// Returns the warning about an image of another host, if site.toml enables it.
    pub(crate) fn external_image(&self, usage: Use, url: &str) -> Option<Diagnostic> {
        let is_external = url.starts_with("//") || url.contains("://");
        let is_reported =
            self.reports_external_images && usage == Use::Image && is_external && !self.is_own(url);
        is_reported.then(|| {
            let message = format!("the image `{url}` is on another host");
            let hint = "keep it in static/ or next to the page: then it has dimensions and copies, and visitors do not contact the other host";
            Diagnostic::warning(Code::ExternalImage, message).hint(hint)
        })
    }

    /// Whether a URL with a scheme is one of this site.
    fn is_own(&self, url: &str) -> bool {
        let rest = url.get(..self.origin.len()).filter(|it| it.eq_ignore_ascii_case(&self.origin));
        rest.is_some() && !self.origin.is_empty()
    }

    /// Returns the warning if the policy does not allow the host of `url` for the directive.
    fn blocks_host(&self, directive: Directive, url: &str) -> Option<Diagnostic> {
        let (scheme, rest) = match url.split_once("://") {
            Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
            None => ("https".to_owned(), url.strip_prefix("//")?),
        };

        let host = rest.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let origin = format!("{scheme}://{host}");
        if !matches!(scheme.as_str(), "http" | "https")
            || origin == self.origin.to_ascii_lowercase()
        {
            return None;
        }

        let sources = self.hosts.of(directive);
        if sources.iter().any(|source| allows(source, &scheme, &host)) {
            return None;
        }

        let key = directive.key();
        Some(blocked_because(
            &format!("{key} {origin}"),
            format!(
                "browsers will not load `{url}`: the policy of the site does not name its host"
            ),
            format!(
                "add it to site.toml: `[hosts]` with `{key} = [\"{origin}\"]`, or keep the file in static/"
            ),
        ))
    }
}

/// Returns a warning whose cause is its message: the same script on several pages is reported once.
fn blocked(message: String, hint: impl Into<String>) -> Diagnostic {
    blocked_because(&message.clone(), message, hint)
}

/// Returns a warning. Warnings with the same cause are reported as one.
fn blocked_because(cause: &str, message: String, hint: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(Code::PolicyBlocks, message).hint(hint).caused_by(cause)
}

/// Returns whether a URL has the scheme `javascript:`.
fn is_script_url(url: &str) -> bool {
    let scheme = "javascript:";
    url.trim_start().get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// Returns the first line of a text, limited to 60 characters.
fn first_line(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    if line.chars().count() <= 60 {
        line.to_owned()
    } else {
        line.chars().take(60).chain(['…']).collect()
    }
}

/// Returns whether a source expression of the policy matches a scheme and a host.
fn allows(source: &str, scheme: &str, host: &str) -> bool {
    let (source_scheme, source_host) =
        source.split_once("://").map_or((None, source), |(scheme, host)| (Some(scheme), host));
    if source_host.strip_suffix(':') == Some(scheme) || source_host == "*" {
        return true;
    }
    // A source with `http` allows `https` too.
    let is_scheme_allowed =
        source_scheme.is_none_or(|it| it == scheme || (it == "http" && scheme == "https"));
    let source_host = source_host.split('/').next().unwrap_or_default().to_ascii_lowercase();
    let is_wildcard_match = || {
        source_host
            .strip_prefix('*')
            .is_some_and(|domain| domain.starts_with('.') && host.ends_with(domain))
    };
    is_scheme_allowed && (source_host == host || is_wildcard_match())
}

#[cfg(test)]
mod tests {
    use super::allows;

    #[test]
    fn sources_match_as_in_browsers() {
        for (source, scheme, host, expected) in [
            ("https://a.example", "https", "a.example", true),
            ("a.example", "https", "a.example", true),
            ("http://a.example", "https", "a.example", true),
            ("https://a.example", "http", "a.example", false),
            ("https://*.example", "https", "a.example", true),
            ("*.example", "https", "example", false),
            ("https:", "https", "any.example", true),
            ("https://a.example:8443", "https", "a.example", false),
        ] {
            assert_eq!(allows(source, scheme, host), expected, "{source} {scheme}://{host}");
        }
    }
}
