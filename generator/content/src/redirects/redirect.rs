//! A redirect of one path, and what can be wrong with it.

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::Href;

/// The target of a redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// A path on this site, or an absolute URL.
    pub to: Href,
    /// 301, 302, 307 or 308.
    pub status: u16,
}

/// Returns whether a status is one of those for redirects.
pub(crate) fn is_status(status: u16) -> bool {
    matches!(status, 301 | 302 | 307 | 308)
}

/// Returns a hint for a target that is neither a path nor a URL.
pub(super) fn target_problem(to: &Href) -> Option<String> {
    let has_scheme = to.split(['/', '?', '#']).next().is_some_and(|it| it.contains(':'));
    if !to.starts_with('/') && !has_scheme {
        return Some("begin the target with a slash, or write a complete URL".to_owned());
    }
    to.problem()
}

/// Returns the error for a redirect that only the host can do.
pub(super) fn needs_host_error(rule: &str) -> Diagnostic {
    Diagnostic::error(Code::BadRedirect, format!("an HTML file cannot do the redirect `{rule}`"))
        .hint("add \"_redirects\" to `[output] redirects` in site.toml if the host reads that file, or remove the redirect; end the path of a page with a slash")
}
