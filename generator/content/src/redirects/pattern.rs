//! Old addresses that stand for many: `/old/*` and `/:year/:name/`, and the new ones, in which `:splat` and the names stand again.

use regex_lite::{Match, Regex};

use crate::redirects::{Redirect, is_status};
use croupier_base::address::encoded;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::Href;

/// A redirect of every address that looks alike.
#[derive(Debug, Clone)]
pub struct Pattern {
    from: Vec<Part>,
    to: Vec<Part>,
    /// What addresses without their escapes match.
    regex: Regex,
    /// 301, 302, 307 or 308.
    pub status: u16,
}

/// What an address consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    /// One part between slashes, or, as `splat`, everything from there on.
    Named(String),
}

/// The name of what `*` stands for.
const SPLAT: &str = "splat";

impl Pattern {
    /// Whether an old address stands for many.
    pub fn is_one(from: &str) -> bool {
        from.contains('*') || from.contains("/:")
    }

    /// Reads an old address, the new one and the status; the error says what to do.
    pub fn read(from: &str, to: &Href, status: u16) -> Result<Pattern, String> {
        if !from.starts_with('/') || !is_status(status) {
            return Err(
                "begin with a slash, and lead on with status 301, 302, 307 or 308".to_owned()
            );
        }
        if from.contains(['?', '#']) {
            return Err(
                "write the path alone: a query is kept, and what follows `#` stays in the browser"
                    .to_owned(),
            );
        }
        if from.strip_suffix("/*").unwrap_or(from).contains('*') {
            return Err("let `*` be all that stands after the last slash: `/old/*`".to_owned());
        }
        if from.contains(char::is_whitespace) || to.contains(char::is_whitespace) {
            return Err("write `%20` for a space, which ends an address".to_owned());
        }
        let from = match from.strip_suffix('*') {
            Some(start) => {
                parts(start).into_iter().chain([Part::Named(SPLAT.to_owned())]).collect()
            }
            None => parts(from.trim_end_matches('/')),
        };
        let to = parts(&encoded(to));
        for name in names(&to) {
            if !names(&from).any(|it| it == name) {
                return Err(did_you_mean(name, names(&from)).unwrap_or_else(|| {
                    format!("`:{name}` stands for nothing in the old address")
                }));
            }
        }
        let regex = Regex::new(&regex(&from, &str::to_owned, END))
            .map_err(|error| format!("make it simpler: {error}"))?;
        Ok(Pattern { from, to, regex, status })
    }

    /// Where `path`, an address path without its escapes, leads; none where it does not look like this.
    pub fn find(&self, path: &str) -> Option<Redirect> {
        let found = self.regex.captures(path)?;
        let group = |at| {
            found
                .get(at)
                .map_or(String::new(), |it: Match<'_>| encoded(&it.as_str().replace('%', "%25")))
        };
        Some(Redirect { to: Href::new(self.target(&group)), status: self.status })
    }

    /// An address that it leads to, with a word in the place of each name.
    pub fn sample(&self) -> Href {
        Href::new(self.target(&|_| "a".to_owned()))
    }

    /// Whether it leads to one and the same address, whatever it stands for.
    pub fn is_fixed(&self) -> bool {
        names(&self.to).next().is_none()
    }

    /// A regular expression for addresses with their escapes, and before their query.
    pub fn encoded_regex(&self) -> String {
        regex(&self.from, &encoded, "/?(?:\\?|$)")
    }

    /// A regular expression for addresses without their escapes.
    pub fn decoded_regex(&self) -> String {
        regex(&self.from, &str::to_owned, END)
    }

    /// The new address, where `group` gives what is put in for a group of the regular expression, counted from 1.
    pub fn target(&self, group: &dyn Fn(usize) -> String) -> String {
        let place = |name: &str| names(&self.from).position(|it| it == name).map_or(0, |at| at + 1);
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Named(name) => group(place(name)),
        };
        self.to.iter().map(part).collect()
    }
}

/// How a regular expression for addresses without a query ends.
const END: &str = "/?$";

/// A regular expression for an old address, with its text as `text` writes it.
fn regex(from: &[Part], text: &dyn Fn(&str) -> String, end: &str) -> String {
    let part = |part: &Part| match part {
        Part::Text(it) => regex_lite::escape(&text(it)),
        Part::Named(name) if name == SPLAT => "([^?]*)".to_owned(),
        Part::Named(_) => "([^/?]+)".to_owned(),
    };
    let has_splat = names(from).any(|it| it == SPLAT);
    format!("^{}{}", from.iter().map(part).collect::<String>(), if has_splat { "" } else { end })
}

fn names(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts
        .iter()
        .filter_map(|part| if let Part::Named(name) = part { Some(name.as_str()) } else { None })
}

/// An address in its parts: a name begins with a colon after a slash or an equals sign, and has letters, digits and underlines.
fn parts(address: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = address;
    let mut text = String::new();
    while let Some(colon) = rest.find(':') {
        let (before, after) = (&rest[..colon], &rest[colon + 1..]);
        let end =
            after.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(after.len());
        text.push_str(before);
        if text.ends_with(['/', '=', '-']) && after.starts_with(|it: char| it.is_ascii_alphabetic())
        {
            parts.push(Part::Text(std::mem::take(&mut text)));
            parts.push(Part::Named(after[..end].to_owned()));
            rest = &after[end..];
        } else {
            text.push(':');
            rest = after;
        }
    }
    text.push_str(rest);
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(from: &str, to: &str, path: &str) -> Option<String> {
        Pattern::read(from, &Href::new(to), 301).unwrap().find(path).map(|it| it.to.into())
    }

    #[test]
    fn what_a_pattern_stands_for_is_put_into_the_new_address() {
        assert_eq!(leads("/old/*", "/new/:splat", "/old/a/b/").as_deref(), Some("/new/a/b/"));
        assert_eq!(leads("/old/*", "/new/:splat", "/old/").as_deref(), Some("/new/"));
        assert_eq!(leads("/old/*", "/new/:splat", "/old"), None);
        assert_eq!(leads("/old/*", "/new/", "/older/a"), None);
        assert_eq!(
            leads("/:year/:name/", "/blog/:name/?of=:year", "/2024/tea").as_deref(),
            Some("/blog/tea/?of=2024")
        );
        assert_eq!(leads("/:year/:name/", "/blog/:name/", "/2024/tea/more/"), None);
        assert_eq!(
            leads("/a.b/*", "https://e.org:8080/:splat", "/a.b/été x").as_deref(),
            Some("https://e.org:8080/%C3%A9t%C3%A9%20x")
        );
        assert_eq!(leads("/a.b/*", "/:splat", "/aXb/c"), None);
        assert_eq!(leads("/alt/*", "/grün/:splat", "/alt/a").as_deref(), Some("/gr%C3%BCn/a"));
    }

    #[test]
    fn a_pattern_that_cannot_be_followed_says_what_to_do() {
        let hint = |from: &str, to: &str| Pattern::read(from, &Href::new(to), 301).unwrap_err();
        assert_eq!(hint("/:name/", "/x/:nane/"), "did you mean `name`?");
        assert_eq!(hint("/old/*", "/x/:year/"), "`:year` stands for nothing in the old address");
        assert_eq!(
            hint("/*/old/", "/x/"),
            "let `*` be all that stands after the last slash: `/old/*`"
        );
        assert_eq!(
            hint("/old*", "/x/"),
            "let `*` be all that stands after the last slash: `/old/*`"
        );
        assert!(hint("old/*", "/x/").contains("slash"));
        assert!(hint("/old/*?a=1", "/x/").contains("path alone"));
        assert!(hint("/old a/*", "/x/").contains("%20"));
    }
}
