//! Parses `static/_redirects` in the format of Netlify and Cloudflare Pages.

use std::sync::Arc;

use crate::redirects::pattern::Pattern;
use crate::redirects::{UncheckedRedirect, is_status};
use croupier_base::diagnostic::Location;
use croupier_base::path::Href;
use croupier_base::url;

/// Site path of the host's redirects file.
const FILE: &str = "static/_redirects";

/// Parses a line of a `_redirects` file that redirects a single path. Returns the old path, the
/// target and the status.
pub fn parse_redirect(line: &str) -> Option<(&str, Href, u16)> {
    fields(line).filter(|(from, ..)| !Pattern::is_pattern(from))
}

/// Parses a line of a `_redirects` file that redirects all paths of a pattern.
pub fn parse_pattern(line: &str) -> Option<Pattern> {
    let (from, to, status) = fields(line).filter(|(from, ..)| Pattern::is_pattern(from))?;
    Pattern::read(from, &to, status).ok()
}

/// Splits a line into the old path, the target and the status, which is 301 by default.
fn fields(line: &str) -> Option<(&str, Href, u16)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (from, to, status) = match fields[..] {
        [from, to] => (from, to, 301),
        [from, to, status] => (from, to, status.parse().ok()?),
        _ => return None,
    };
    (from.starts_with('/') && is_status(status)).then(|| (from, Href::new(to), status))
}

/// Returns whether a line looks like any kind of rule.
pub(super) fn is_rule(line: &str) -> bool {
    let from = line.split_whitespace().next().unwrap_or_default();
    line.contains(char::is_whitespace)
        && ["/", "https://", "http://"].iter().any(|it| from.starts_with(it))
}

/// A line that is not a redirect of a single path of this site.
pub(super) struct OtherRule {
    /// The line without the whitespace at both ends.
    pub line: String,
    /// The parsed line, if it redirects a pattern of paths of this site.
    pub pattern: Option<Pattern>,
    /// Location of the line.
    pub place: Location,
}

/// Parses static/_redirects. Returns the redirects of single paths below the base path `base`, and
/// all other lines.
pub(super) fn parse_file(text: &Arc<str>, base: &str) -> (Vec<UncheckedRedirect>, Vec<OtherRule>) {
    let mut redirects = Vec::new();
    let mut others = Vec::new();
    let mut start = 0;
    for full_line in text.split_inclusive('\n') {
        let line = full_line.trim();
        let place =
            Location::new(FILE, Arc::clone(text), start..start + full_line.trim_end().len());
        start += full_line.len();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let below_base = |path: &str| {
            path.strip_prefix(base).filter(|rest| rest.starts_with('/')).map(str::to_owned)
        };
        let own = |path: String| url::decode_non_ascii(&path).into_owned();
        let without_base = |to: Href| below_base(&to).map_or(to, |path| Href::new(own(path)));
        let own_fields = fields(line).and_then(|(from, to, status)| {
            Some((own(below_base(from)?), without_base(to), status))
        });
        match own_fields {
            Some((from, to, status)) if !Pattern::is_pattern(&from) => {
                redirects.push((from, to, status, (FILE.to_owned(), Some(place))));
            }
            own_fields => {
                let pattern = own_fields
                    .and_then(|(from, to, status)| Pattern::read(&from, &to, status).ok());
                others.push(OtherRule { line: line.to_owned(), pattern, place });
            }
        }
    }
    (redirects, others)
}
