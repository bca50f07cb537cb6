//! The lines of a `_redirects` file, as Netlify and Cloudflare Pages read it.

use std::sync::Arc;

use crate::redirects::pattern::Pattern;
use crate::redirects::{Origin, is_status};
use croupier_base::diagnostic::Place;
use croupier_base::path::Href;

/// Redirects as the host reads them.
const FILE: &str = "static/_redirects";

/// What one line of a `_redirects` file says, where it is that one address moved: the old address, the new one and the status.
pub fn plain(line: &str) -> Option<(&str, Href, u16)> {
    words_of(line).filter(|(from, ..)| !Pattern::is_one(from))
}

/// The pattern that one line of a `_redirects` file says.
pub fn pattern_of(line: &str) -> Option<Pattern> {
    let (from, to, status) = words_of(line).filter(|(from, ..)| Pattern::is_one(from))?;
    Pattern::read(from, &to, status).ok()
}

fn words_of(line: &str) -> Option<(&str, Href, u16)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (from, to, status) = match words[..] {
        [from, to] => (from, to, 301),
        [from, to, status] => (from, to, status.parse().ok()?),
        _ => return None,
    };
    (from.starts_with('/') && is_status(status)).then(|| (from, Href::new(to), status))
}

/// Whether a line can be a rule of some kind.
pub(super) fn is_rule(line: &str) -> bool {
    let from = line.split_whitespace().next().unwrap_or_default();
    line.contains(char::is_whitespace)
        && ["/", "https://", "http://"].iter().any(|it| from.starts_with(it))
}

/// A redirect before it is looked at: the old address, the new one, the status, and where it was written.
type Written = (String, Href, u16, Origin);

/// A line that says something else than that one address of the site moved.
pub(super) struct Other {
    /// What it says.
    pub line: String,
    /// The same, where it is that many addresses of the site moved.
    pub pattern: Option<Pattern>,
    /// Where it stands.
    pub place: Place,
}

/// The lines of static/_redirects: those that say that one address of the site, which lies under the path `base`, moved; and the
/// others.
pub(super) fn lines(text: &Arc<str>, base: &str) -> (Vec<Written>, Vec<Other>) {
    let (mut moved, mut others) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let place = Place::new(FILE, Arc::clone(text), start..start + line.trim_end().len());
        start += line.len();
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        let inside = |address: &str| {
            address.strip_prefix(base).filter(|rest| rest.starts_with('/')).map(str::to_owned)
        };
        let own = |to: Href| inside(&to).map_or(to, Href::new);
        match words_of(words).and_then(|(from, to, status)| Some((inside(from)?, own(to), status)))
        {
            Some((from, to, status)) if !Pattern::is_one(&from) => {
                moved.push((from, to, status, (FILE.to_owned(), Some(place))));
            }
            told => {
                let pattern =
                    told.and_then(|(from, to, status)| Pattern::read(&from, &to, status).ok());
                others.push(Other { line: words.to_owned(), pattern, place });
            }
        }
    }
    (moved, others)
}
