//! `[link_checker]` of site.toml: how `croupier check --external` checks links to other sites.

use std::num::{NonZeroU64, NonZeroUsize};

use serde::{Deserialize, Deserializer, de};

use crate::config::tables::cache::Days;

/// The `[link_checker]` table.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LinkChecker {
    /// URLs that are not checked, such as `https://intranet.your-host.com/*`. An asterisk matches any characters.
    pub exclude: Vec<UrlPattern>,
    /// Status codes that count as success, in addition to 200 to 299.
    pub accept: Vec<Status>,
    /// Whether an HTML page must have an element for the fragment of a link. Default: `false`.
    pub fragments: bool,
    /// Seconds after which a request fails. Default: 20.
    pub timeout: NonZeroU64,
    /// How often a request is repeated after a temporary failure. Default: 2.
    pub retries: u32,
    /// How long a link that works is not requested again. Default: `1d`.
    pub max_age: Days,
    /// Maximum number of concurrent requests. Default: 32.
    pub max_concurrency: NonZeroUsize,
    /// Maximum number of concurrent requests to one host. Default: 2.
    pub host_concurrency: NonZeroUsize,
    /// The value of the header `User-Agent`. Default: the name and version of this program, and the URL of the site.
    #[serde(deserialize_with = "user_agent")]
    #[cfg_attr(test, schemars(regex(pattern = "^[ -~]+$")))]
    pub user_agent: Option<String>,
    /// Other rules for some URLs.
    pub exceptions: Vec<Exception>,
}

/// An entry of `[[link_checker.exceptions]]`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The URLs that the entry applies to, as in `exclude`.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub urls: Vec<UrlPattern>,
    /// More status codes that count as success.
    #[serde(default)]
    pub accept: Vec<Status>,
    /// Whether fragments are checked.
    #[serde(default)]
    pub fragments: Option<bool>,
}

impl Default for LinkChecker {
    fn default() -> LinkChecker {
        LinkChecker {
            exclude: Vec::new(),
            accept: Vec::new(),
            fragments: false,
            timeout: NonZeroU64::new(20).expect("20 is not zero"),
            retries: 2,
            max_age: Days(1),
            max_concurrency: NonZeroUsize::new(32).expect("32 is not zero"),
            host_concurrency: NonZeroUsize::new(2).expect("2 is not zero"),
            user_agent: None,
            exceptions: Vec::new(),
        }
    }
}

impl LinkChecker {
    /// Whether a URL is not checked.
    pub fn excludes(&self, url: &str) -> bool {
        self.exclude.iter().any(|pattern| pattern.matches(url))
    }

    /// Whether a status code other than 200 to 299 counts as success at a URL.
    pub fn accepts(&self, url: &str, status: u16) -> bool {
        let of_exceptions = self.exceptions_of(url).flat_map(|it| &it.accept);
        self.accept.iter().chain(of_exceptions).any(|it| it.0 == status)
    }

    /// Whether the fragment of a URL is checked. The last exception that says so decides.
    pub fn checks_fragment(&self, url: &str) -> bool {
        self.exceptions_of(url).filter_map(|it| it.fragments).last().unwrap_or(self.fragments)
    }

    fn exceptions_of(&self, url: &str) -> impl Iterator<Item = &Exception> {
        self.exceptions.iter().filter(move |it| it.urls.iter().any(|it| it.matches(url)))
    }
}

/// A pattern of URLs. `*` matches any characters, also slashes. A pattern that ends with a slash matches all URLs below it, and one
/// without a scheme matches `http:` and `https:`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct UrlPattern(String);

impl UrlPattern {
    /// Reads a pattern. Returns what is wrong with it.
    pub fn parse(written: &str) -> Result<UrlPattern, &'static str> {
        let (scheme, rest) = written.trim().split_once("://").unwrap_or(("*", written.trim()));
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if host.is_empty() {
            return Err("it has no host");
        }
        if rest.contains(char::is_whitespace) {
            return Err("it has a space");
        }

        let mut pattern = format!("{}://{}", scheme.to_ascii_lowercase(), host.to_lowercase())
            + &rest[host.len()..];
        if host.len() == rest.len() && !host.ends_with('*') {
            // A host alone matches all of its URLs.
            pattern.push('/');
        }
        if pattern.ends_with('/') {
            pattern.push('*');
        }

        Ok(UrlPattern(pattern))
    }

    /// Whether it matches a URL whose scheme and host are in lower case.
    pub fn matches(&self, url: &str) -> bool {
        matches_wildcards(self.0.as_bytes(), url.as_bytes())
    }
}

impl<'de> Deserialize<'de> for UrlPattern {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<UrlPattern, D::Error> {
        let written = String::deserialize(from)?;
        UrlPattern::parse(&written).map_err(|problem| {
            de::Error::custom(format!("`{written}` is not a pattern of URLs, because {problem}"))
        })
    }
}

/// Compares a text with a pattern. After a mismatch, the last `*` takes one more byte.
fn matches_wildcards(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut position) = (0, 0);
    let mut last_star = None;
    while position < text.len() {
        if pattern.get(at) == Some(&b'*') {
            last_star = Some((at, position));
            at += 1;
        } else if pattern.get(at) == Some(&text[position]) {
            at += 1;
            position += 1;
        } else if let Some((star, start)) = last_star {
            (at, position) = (star + 1, start + 1);
            last_star = Some((star, start + 1));
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

/// A status code of HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "u16", extend("minimum" = 100, "maximum" = 999)))]
pub struct Status(pub u16);

impl<'de> Deserialize<'de> for Status {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Status, D::Error> {
        let number = u64::deserialize(from)?;
        let status = u16::try_from(number).ok().filter(|it| (100..=999).contains(it));
        status.map(Status).ok_or_else(|| {
            de::Error::custom(format!("`{number}` is not a status code, such as 403"))
        })
    }
}

fn user_agent<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(from)?;
    let is_valid = !text.trim().is_empty() && text.bytes().all(|it| (b' '..=b'~').contains(&it));
    if is_valid {
        return Ok(Some(text));
    }
    Err(de::Error::custom("`user_agent` is empty, or has characters other than visible ASCII"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_urls() {
        let matches = |pattern: &str, url: &str| UrlPattern::parse(pattern).unwrap().matches(url);

        for (pattern, url) in [
            ("https://a.com/x", "https://a.com/x"),
            ("https://a.com/", "https://a.com/x/y?z"),
            ("https://a.com", "https://a.com/x"),
            ("HTTPS://A.com/X/*", "https://a.com/X/y/z#w"),
            ("a.com", "http://a.com/x"),
            ("*.a.com", "https://b.a.com/x"),
            ("*.a.com/x/", "https://b.a.com/x/y"),
            ("https://*/login*", "https://a.com/login?next=x"),
            ("https://a.com/*/b/*.pdf", "https://a.com/1/b/2/b/c.pdf"),
            ("münchen.de", "https://münchen.de/"),
        ] {
            assert!(matches(pattern, url), "{pattern} {url}");
        }

        for (pattern, url) in [
            ("https://a.com/x", "https://a.com/xy"),
            ("https://a.com", "https://a.com.evil/"),
            ("http://a.com/", "https://a.com/"),
            ("*.a.com", "https://a.com/"),
            ("https://a.com/x/", "https://a.com/x"),
            ("https://a.com/*.pdf", "https://a.com/a.pdf?x"),
        ] {
            assert!(!matches(pattern, url), "{pattern} {url}");
        }

        for pattern in ["", "https://", "/about/", "https://a.com/a b"] {
            assert!(UrlPattern::parse(pattern).is_err(), "{pattern}");
        }
    }

    #[test]
    fn exceptions_add_to_the_table() {
        let checker: LinkChecker = toml::from_str(
            "accept = [429]\nfragments = true\n[[exceptions]]\nurls = [\"a.com\"]\naccept = [403]\nfragments = false\n",
        )
        .unwrap();
        assert!(checker.accepts("https://a.com/", 403) && checker.accepts("https://a.com/", 429));
        assert!(!checker.accepts("https://b.com/", 403) && checker.accepts("https://b.com/", 429));
        assert!(!checker.checks_fragment("https://a.com/x"));
        assert!(checker.checks_fragment("https://b.com/x"));
    }
}
