//! What the content security policy would block in the pages that it comes with.

use crate::island::bundle::policy_hash;
use crate::query::inputs::Inputs;
use crate::render::site_files::headers;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::syntax::html::Use;
use croupier_content::config::hosts::{Directive, Hosts};

/// The hosts that pages may load from.
pub(crate) struct Policy {
    hosts: Hosts,
    /// Scheme and host of the site itself.
    origin: String,
    /// Hashes of the scripts that may stand in pages, as the policy writes them.
    scripts: Vec<String>,
}

impl Policy {
    /// The policy of a site.
    pub(crate) fn new(inputs: &Inputs) -> Policy {
        let settings = &inputs.settings;
        let origin = settings.base_url[..settings.base_url.len() - settings.base.len()].to_owned();
        let scripts =
            inputs.bundle.as_ref().map(|it| it.script_hashes(&settings.base)).unwrap_or_default();
        Policy { hosts: headers::hosts(settings, inputs.bundle.as_deref()), origin, scripts }
    }

    /// The warning of an address, or a style, that browsers will not use.
    pub(crate) fn blocks(&self, usage: Use, address: &str) -> Option<Diagnostic> {
        let blocked = |message: String| Diagnostic::warning(Code::PolicyBlocks, message);
        let directive = match usage {
            Use::Inline => {
                let message = format!(
                    "browsers ignore this style: the policy of the site forbids `style=\"{address}\"`"
                );
                return Some(
                    blocked(message)
                        .hint("give the element a class, and write the style into a style sheet"),
                );
            }
            Use::Handler => {
                let message = format!(
                    "browsers ignore this handler: the policy of the site forbids `{}` in an attribute",
                    short(address)
                );
                return Some(
                    blocked(message)
                        .hint("listen to the event in a script of static/, or in an island"),
                );
            }
            Use::Code if self.scripts.contains(&policy_hash(address)) => return None,
            Use::Code => {
                let message = format!(
                    "browsers do not run this script: the policy of the site forbids `{}` within a page",
                    short(address)
                );
                let hint = "put it into a file of static/ and load that: `<script src=\"/my.js\" defer></script>`";
                return Some(blocked(message).hint(hint));
            }
            Use::Sheet => {
                let message = format!(
                    "browsers ignore this style sheet: the policy of the site forbids `{}` within a page",
                    short(address)
                );
                let hint = "put it into a file of static/ and link that: `<link rel=\"stylesheet\" href=\"/my.css\">`";
                return Some(blocked(message).hint(hint));
            }
            Use::Link if is_script(address) => {
                let message =
                    "this link does nothing: the policy of the site forbids `javascript:`"
                        .to_owned();
                return Some(blocked(message).hint("link to an address"));
            }
            Use::Link | Use::Other | Use::Unnamed => return None,
            Use::Image => Directive::Img,
            Use::Script => Directive::Script,
            Use::Style => Directive::Style,
            Use::Media => Directive::Media,
            Use::Frame => Directive::Frame,
            Use::Form => Directive::Form,
        };
        let (scheme, rest) = match address.split_once("://") {
            Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
            None => ("https".to_owned(), address.strip_prefix("//")?),
        };
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let source = format!("{scheme}://{host}");
        if !matches!(scheme.as_str(), "http" | "https")
            || source == self.origin.to_ascii_lowercase()
        {
            return None;
        }
        let listed = self.hosts.of(directive);
        if listed.iter().any(|it| allows(it, &scheme, &host)) {
            return None;
        }
        let key = directive.key();
        let found = blocked(format!(
            "browsers will not load `{address}`: the policy of the site does not name its host"
        ));
        Some(found.hint(format!("add it to site.toml: `[hosts]` with `{key} = [\"{source}\"]`, or keep the file in static/")))
    }
}

/// Whether a link runs a script.
fn is_script(address: &str) -> bool {
    let scheme = "javascript:";
    address.trim_start().get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme))
}

/// The first line of a text, and not too much of it.
fn short(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    if line.chars().count() <= 60 {
        line.to_owned()
    } else {
        line.chars().take(60).chain(['…']).collect()
    }
}

/// Whether a source of the policy lets a host in.
fn allows(listed: &str, scheme: &str, host: &str) -> bool {
    let (wanted, listed) =
        listed.split_once("://").map_or((None, listed), |(scheme, host)| (Some(scheme), host));
    if listed.strip_suffix(':') == Some(scheme) || listed == "*" {
        return true;
    }
    // A source without encryption lets the encrypted one in too.
    let is_scheme = wanted.is_none_or(|it| it == scheme || it == "http" && scheme == "https");
    let listed = listed.split('/').next().unwrap_or_default().to_ascii_lowercase();
    is_scheme
        && (listed == host
            || listed
                .strip_prefix('*')
                .is_some_and(|end| end.starts_with('.') && host.ends_with(end)))
}

#[cfg(test)]
mod tests {
    use super::allows;

    #[test]
    fn a_source_lets_in_what_browsers_let_in() {
        for (listed, scheme, host, good) in [
            ("https://a.example", "https", "a.example", true),
            ("a.example", "https", "a.example", true),
            ("http://a.example", "https", "a.example", true),
            ("https://a.example", "http", "a.example", false),
            ("https://*.example", "https", "a.example", true),
            ("*.example", "https", "example", false),
            ("https:", "https", "any.example", true),
            ("https://a.example:8443", "https", "a.example", false),
        ] {
            assert_eq!(allows(listed, scheme, host), good, "{listed} {scheme}://{host}");
        }
    }
}
