//! Violations of the content security policy that pages report during development: which key of
//! site.toml allows what was blocked.

use axum::http::Uri;
use serde::Deserialize;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_content::config::tables::hosts::Directive;

const EVAL_HINT: &str =
    "the policy does not allow `eval` and `new Function`; use a package that does not need them";
const INLINE_SCRIPT_HINT: &str = "move the code to a file in static/, or to an island";
const INLINE_STYLE_HINT: &str = "move the styles to a style sheet; scripts can set `element.style`";
const TRUSTED_TYPES_HINT: &str = "build elements instead of HTML text, or convert it with \
     `createPolicy` of `@croupier/loader/browser`. `trusted_types` in `[output]` is for npm packages";

/// What a browser blocked, as the event `securitypolicyviolation` describes it (CSP Level 3).
#[derive(Debug, Default, Deserialize)]
pub(super) struct PolicyViolation {
    /// The directive that blocked it, such as `connect-src` or `script-src-elem`.
    directive: String,
    /// A URL, a scheme such as `data`, or a keyword such as `inline` and `eval`.
    blocked: String,
}

impl PolicyViolation {
    /// Returns the error, which says how to allow what was blocked.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let printable = |text: &str| -> String {
            text.chars().filter(|it| !it.is_control()).take(200).collect()
        };
        let (directive, blocked) = (printable(&self.directive), printable(&self.blocked));

        let subject = match &*blocked {
            "inline" | "eval" => format!("{blocked} code"),
            "trusted-types-sink" => "text that becomes HTML or code".to_owned(),
            _ => format!("`{blocked}`"),
        };
        let message = format!("the content security policy blocks {subject} (`{directive}`)");
        let diagnostic = Diagnostic::error(Code::BlockedByPolicy, message);
        match self.hint() {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    }

    /// Returns whether the policy blocked code or styles that are in HTML or that a script adds.
    pub(super) fn is_inline(&self) -> bool {
        self.blocked == "inline"
    }

    fn hint(&self) -> Option<String> {
        let is_style = self.directive.starts_with("style-src");
        match &*self.blocked {
            "eval" => return Some(EVAL_HINT.to_owned()),
            "inline" if is_style => return Some(INLINE_STYLE_HINT.to_owned()),
            "inline" => return Some(INLINE_SCRIPT_HINT.to_owned()),
            "trusted-types-sink" | "trusted-types-policy" => {
                return Some(TRUSTED_TYPES_HINT.to_owned());
            }
            _ => {}
        }

        let key = self.directive_of_hosts()?.key();
        // Schemes such as `data` have no host that site.toml could name.
        let url: Uri = self.blocked.parse().ok()?;
        let (scheme, host) = (url.scheme_str()?, url.authority()?);
        Some(format!("add the host to `[hosts]` in site.toml: `{key} = [\"{scheme}://{host}\"]`"))
    }

    /// Returns the directive whose hosts site.toml can list. Browsers name narrower directives, such
    /// as `script-src-elem` for `script-src`.
    fn directive_of_hosts(&self) -> Option<Directive> {
        let is_narrower = |name: &str| {
            self.directive
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        Directive::ALL.into_iter().find(|directive| is_narrower(directive.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(directive: &str, blocked: &str) -> Option<String> {
        PolicyViolation { directive: directive.to_owned(), blocked: blocked.to_owned() }.hint()
    }

    #[test]
    fn the_hint_names_the_key_and_the_origin() {
        for (directive, blocked, expected) in [
            ("connect-src", "https://wttr.in/x?format=j1", "`connect = [\"https://wttr.in\"]`"),
            (
                "connect-src",
                "wss://live.example:8443/socket",
                "`connect = [\"wss://live.example:8443\"]`",
            ),
            ("script-src-elem", "https://cdn.example/a.js", "`script = [\"https://cdn.example\"]`"),
            ("style-src-elem", "https://cdn.example/a.css", "`style = [\"https://cdn.example\"]`"),
            ("form-action", "https://forms.example/post", "`form = [\"https://forms.example\"]`"),
            ("script-src", "eval", EVAL_HINT),
            ("script-src-attr", "inline", INLINE_SCRIPT_HINT),
            ("style-src-attr", "inline", INLINE_STYLE_HINT),
            ("require-trusted-types-for", "trusted-types-sink", TRUSTED_TYPES_HINT),
        ] {
            let hint = hint(directive, blocked).unwrap_or_default();
            assert!(hint.contains(expected), "{directive} {blocked}: {hint}");
        }
    }

    #[test]
    fn what_no_host_allows_has_no_hint() {
        assert_eq!(hint("font-src", "data"), None);
        assert_eq!(hint("object-src", "https://a.example/x"), None);
    }
}
