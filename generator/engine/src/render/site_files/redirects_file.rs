//! Renders redirects as a `_redirects` file and as HTML files, and parses `_redirects` files.
//!
//! `croupier serve` reads the `_redirects` file too. The HTML files are for hosts that do not.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::template::escape::escape;
use croupier_base::path::Route;
use croupier_base::url::{percent_decode, percent_encode};
use croupier_content::config::settings::Settings;
use croupier_content::redirects::pattern::Pattern;
use croupier_content::redirects::{self, Redirect, Redirects, old_path};

/// Renders the redirects in the format of Netlify and Cloudflare Pages.
///
/// A URL path with a trailing slash gets a second line without the slash.
pub fn render(redirects: &Redirects, base: &str) -> String {
    let mut text = String::new();
    for (from, Redirect { to, status }) in &redirects.by_path {
        let target = percent_encode(&if to.starts_with('/') {
            format!("{base}{to}")
        } else {
            to.to_string()
        });
        let without_slash = from.strip_suffix('/').filter(|path| !path.is_empty());
        for from in std::iter::once(from.as_str()).chain(without_slash) {
            let _ = writeln!(text, "{base}{} {target} {status}", old_path::encode(from));
        }
    }
    for rule in &redirects.rules {
        let _ = writeln!(text, "{rule}");
    }
    text
}

/// Renders the HTML file of a redirect, for browsers.
pub(crate) fn render_html(Redirect { to, status }: &Redirect, settings: &Settings) -> String {
    let is_internal = to.starts_with('/') && !to.starts_with("//");
    let target_from = |base: &str| {
        let target = if is_internal { format!("{base}{to}") } else { to.to_string() };
        escape(&percent_encode(&target)).into_owned()
    };
    let url = target_from(&settings.base_path);

    // A temporary redirect keeps the old URL as the canonical one.
    let canonical = if matches!(status, 301 | 308) {
        format!("<link rel=\"canonical\" href=\"{}\">\n", target_from(&settings.base_url))
    } else {
        String::new()
    };

    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{url}</title>\n\
         <meta name=\"robots\" content=\"noindex\">\n{canonical}<meta http-equiv=\"refresh\" content=\"0; url={url}\">\n</head>\n\
         <body>\n<p><a href=\"{url}\">{url}</a></p>\n</body>\n</html>\n",
        escape(settings.text("language").unwrap_or("en")),
    )
}

/// Parses the redirects of single URL paths in a `_redirects` file, in file order. The paths are decoded.
///
/// Skips patterns and lines with other syntax.
pub fn parse_redirects(text: &str) -> impl Iterator<Item = (Route, Redirect)> {
    text.lines()
        .filter_map(redirects::parse_redirect)
        .map(|(from, to, status)| (from, Redirect { to, status }))
}

/// Parses the redirects with patterns in a `_redirects` file, in file order.
pub fn parse_patterns(text: &str) -> impl Iterator<Item = Pattern> {
    text.lines().filter_map(redirects::parse_pattern)
}

/// Returns the lines of a `_redirects` file that are neither redirects nor comments.
pub fn other_lines(text: &str) -> impl Iterator<Item = &str> {
    let is_redirect = |line: &str| {
        redirects::parse_redirect(line).is_some() || redirects::parse_pattern(line).is_some()
    };
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    text.lines()
        .filter(move |line| !line.trim().is_empty() && !is_comment(line) && !is_redirect(line))
}

/// The redirects of a `_redirects` file, for a server.
#[derive(Debug, Default)]
pub struct RedirectRules {
    /// By decoded URL path.
    redirects: HashMap<Route, Redirect>,
    /// In file order.
    patterns: Vec<Pattern>,
}

impl RedirectRules {
    /// Parses a `_redirects` file.
    pub fn parse(text: &str) -> RedirectRules {
        let mut redirects = HashMap::new();
        for (from, redirect) in parse_redirects(text) {
            // The first line for a path counts.
            redirects.entry(from).or_insert(redirect);
        }
        RedirectRules { redirects, patterns: parse_patterns(text).collect() }
    }

    /// Returns the redirect for the path of a request. Single URL paths precede patterns.
    pub fn find(&self, path: &str) -> Option<Redirect> {
        let redirect = self.redirects.get(&*percent_decode(path)?).cloned();
        redirect.or_else(|| self.patterns.iter().find_map(|pattern| pattern.find_encoded(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_not_rules_even_if_they_are_indented() {
        let text = "# a\n  # /b /c\n\t#d\n\n/e /f\n/g/* /h 200!\n";
        assert_eq!(other_lines(text).collect::<Vec<_>>(), ["/g/* /h 200!"]);
    }
}
