//! Parses `static/_redirects` in the format of Netlify and Cloudflare Pages.

use std::sync::Arc;

use crate::config::settings::base_path;
use crate::links::below_base_url;
use crate::redirects::collected::{Origin, UncheckedRedirect};
use crate::redirects::old_path;
use crate::redirects::pattern::Pattern;
use crate::redirects::redirect::is_status;
use croupier_base::diagnostic::Location;
use croupier_base::path::{Href, Route};
use croupier_base::url::{self, lacks_base_path};

/// Site path of the host's redirects file.
const FILE: &str = "static/_redirects";

/// Parses a line of a `_redirects` file that redirects a single path. Returns the decoded old path,
/// the target and the status.
pub fn parse_redirect(line: &str) -> Option<(Route, Href, u16)> {
    let (from, to, status) = redirect(line).filter(|(from, ..)| !Pattern::is_pattern(from))?;
    Some((old_path::decode(from).ok()?, to, status))
}

/// Parses a line of a `_redirects` file that redirects all paths of a pattern.
pub fn parse_pattern(line: &str) -> Option<Pattern> {
    let (from, to, status) = redirect(line).filter(|(from, ..)| Pattern::is_pattern(from))?;
    Pattern::read(from, &to, status).ok()
}

/// Splits a line into its fields, without a comment at its end.
fn fields(line: &str) -> Vec<&str> {
    line.split_whitespace().take_while(|field| !field.starts_with('#')).collect()
}

/// Returns the old path, the target and the status of a redirect, which is 301 by default.
fn redirect(line: &str) -> Option<(&str, Href, u16)> {
    let (from, to, status) = match fields(line)[..] {
        [from, to] => (from, to, 301),
        // A redirect that is forced hides no file either.
        [from, to, status] => (from, to, status.trim_end_matches('!').parse().ok()?),
        _ => return None,
    };
    (from.starts_with('/') && is_status(status)).then(|| (from, Href::new(to), status))
}

/// Returns whether the third field of a line is neither a status nor a condition or parameter.
fn has_bad_status(fields: &[&str]) -> bool {
    let [_, _, third] = fields else { return false };
    let is_other = third.contains('=') || third.starts_with('/') || third.contains("://");
    let status = third.trim_end_matches('!').parse().unwrap_or(0);
    !is_other && !(100..600).contains(&status)
}

/// Returns whether a line looks like any kind of rule.
pub(super) fn is_rule(line: &str) -> bool {
    let fields = fields(line);
    fields.len() > 1
        && ["/", "https://", "http://"].iter().any(|it| fields[0].starts_with(it))
        && !has_bad_status(&fields)
}

/// A line that is not a redirect of a single path of this site.
pub(super) struct OtherRule {
    /// The line for the host, without a comment.
    pub line: String,
    /// The parsed line, if it redirects a pattern of paths of this site.
    pub pattern: Option<Pattern>,
    /// Location of the line.
    pub place: Location,
}

/// Returns the error pages of rules such as `/* /404/ 404`, as decoded paths below the base path `base`, with the locations of the rules.
pub(super) fn error_pages(rules: &[OtherRule], base: &str) -> Vec<(String, Location)> {
    let error_page = |rule: &OtherRule| {
        let fields = fields(&rule.line);
        let [from, to, status, ..] = fields[..] else { return None };
        let status: u16 = status.trim_end_matches('!').parse().ok()?;
        let path = Href::new(to).path_only();
        let path = path.strip_prefix(base)?;
        let is_own = from.starts_with('/') && path.starts_with('/') && !path.starts_with("//");
        // The rest of the path can be that of any page.
        let is_any = path.contains("/:splat") || path.contains('*');
        ((400..600).contains(&status) && is_own && !is_any)
            .then(|| (url::decoded(path).into_owned(), rule.place.clone()))
    };
    rules.iter().filter_map(error_page).collect()
}

/// Returns a line whose paths have the base path, without a comment. A line with a path that has it is written for the host, and does not
/// change.
fn with_base_path(line: &str, base_url: &str) -> String {
    let base = base_path(base_url);
    let fields = fields(line);
    let is_path = |field: &str| field.starts_with('/') && !field.starts_with("//");
    let is_of_host = |field: &str| {
        is_path(field) && !lacks_base_path(field, &base)
            || below_base_url(base_url, field).is_some()
    };
    if fields.iter().any(|field| is_of_host(field)) {
        return fields.join(" ");
    }

    let with_base =
        |field: &str| if is_path(field) { format!("{base}{field}") } else { field.to_owned() };
    fields.into_iter().map(with_base).collect::<Vec<_>>().join(" ")
}

/// Parses static/_redirects of a site at `base_url`. Returns the redirects of single paths of the site, and all other lines.
pub(super) fn parse_file<'a>(
    text: &Arc<str>,
    base_url: &str,
) -> (Vec<UncheckedRedirect<'a>>, Vec<OtherRule>) {
    let base = &base_path(base_url);
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
        let line = with_base_path(line, base_url);
        let below_base = |path: &str| {
            path.strip_prefix(base).filter(|rest| rest.starts_with('/')).map(str::to_owned)
        };
        let without_base =
            |to: Href| below_base(&to).map_or(to, |path| Href::new(&*url::decode_non_ascii(&path)));

        let own_fields = redirect(&line)
            .and_then(|(from, to, status)| Some((below_base(from)?, without_base(to), status)));
        match own_fields {
            Some((from, to, status)) if !Pattern::is_pattern(&from) => {
                redirects.push(UncheckedRedirect { from, to, status, origin: Origin::Line(place) });
            }
            own_fields => {
                let pattern = own_fields
                    .and_then(|(from, to, status)| Pattern::read(&from, &to, status).ok());
                others.push(OtherRule { line, pattern, place });
            }
        }
    }

    (redirects, others)
}
