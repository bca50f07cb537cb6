//! The rules of `_headers` for servers that apply a single rule to each request.

use std::collections::{BTreeMap, BTreeSet};

use crate::host_config::HostRules;
use croupier_base::hashed_path::{COPY_NAME, is_copy};
use croupier_content::redirects::pattern::regex_of_start;
use croupier_engine::headers;

/// Headers by lower-case name.
pub(super) type Headers<'a> = BTreeMap<String, &'a str>;

/// A URL pattern with all headers that apply to it.
pub(super) struct HeaderRule<'a> {
    /// A URL path, or the start of URL paths and `*`.
    pub pattern: String,
    pub headers: Headers<'a>,
    /// The headers of the hashed copies of static files below the pattern. They have one rule, because a picture can have a dozen
    /// of copies.
    pub copies: Option<Headers<'a>>,
}

impl<'a> HeaderRule<'a> {
    fn new(rules: &headers::Rules<'a>, pattern: String) -> HeaderRule<'a> {
        let headers = all_headers(rules, pattern.trim_end_matches('*'));
        HeaderRule { pattern, headers, copies: None }
    }

    /// Returns the start of the URL paths, unless the rule is for one path.
    pub(super) fn start(&self) -> Option<&str> {
        self.pattern.strip_suffix('*')
    }

    /// Returns a regular expression for the hashed copies below the pattern.
    pub(super) fn copies_regex(&self) -> String {
        format!("{}(.*/)?{COPY_NAME}", regex_of_start(self.start().unwrap_or(&self.pattern)))
    }

    /// Returns whether the pattern of another rule is for some of the paths of this one.
    pub(super) fn contains(&self, other: &HeaderRule<'_>) -> bool {
        self.pattern != other.pattern
            && self.start().is_some_and(|start| other.pattern.starts_with(start))
    }
}

impl HostRules<'_> {
    /// Returns the rules, of which the one with the longest pattern applies to a URL. The first one matches every URL.
    pub(super) fn rules(&self) -> Vec<HeaderRule<'_>> {
        let parsed = headers::parse_rules(self.headers);
        let mut known = BTreeSet::new();
        let patterns = parsed.iter().map(|(it, _)| &**it).filter(|it| known.insert(*it));
        let (of_copies, others): (Vec<&str>, Vec<&str>) =
            patterns.partition(|it| self.copy_path(it).is_some());
        let mut rules: Vec<HeaderRule<'_>> =
            others.into_iter().map(|it| HeaderRule::new(&parsed, it.to_owned())).collect();

        let mut single = Vec::new();
        for pattern in of_copies {
            let own = HeaderRule::new(&parsed, pattern.to_owned());
            let parent =
                rules.iter_mut().filter(|it| it.contains(&own)).max_by_key(|it| it.pattern.len());
            match parent {
                Some(parent) if own.headers == headers_of_copies(&parent.headers) => {
                    parent.copies = Some(own.headers);
                }
                _ => single.push(own),
            }
        }

        // A file of static/ can have the name of a copy. It keeps the caching that a rule of the site sets.
        for file in self.files.iter().filter(|it| is_copy(it)) {
            let path = format!("{}/{file}", self.base);
            if known.contains(path.as_str()) {
                continue;
            }
            let own = HeaderRule::new(&parsed, path);
            let parent = rules.iter().filter(|it| it.contains(&own));
            let parent = parent.max_by_key(|it| it.pattern.len());
            let is_set = own.headers.get(CACHE_CONTROL) != Some(&headers::cache_control(""));
            if is_set && parent.is_some_and(|it| it.copies.is_some()) {
                single.push(own);
            }
        }
        rules.extend(single);
        rules
    }

    /// Returns the path below the base path, if the pattern is the path of a hashed copy.
    fn copy_path<'a>(&self, pattern: &'a str) -> Option<&'a str> {
        let path = pattern.strip_prefix(self.base)?.strip_prefix('/')?;
        (is_copy(path) && !path.ends_with('*')).then_some(path)
    }
}

const CACHE_CONTROL: &str = "cache-control";

/// Returns the headers of hashed copies in a folder whose other files have these headers.
fn headers_of_copies<'a>(others: &Headers<'a>) -> Headers<'a> {
    let mut headers = others.clone();
    headers.insert(CACHE_CONTROL.to_owned(), headers::IMMUTABLE);
    headers
}

/// Returns the headers of a URL path. The last rule that sets a header counts.
pub(super) fn all_headers<'a>(rules: &headers::Rules<'a>, path: &str) -> Headers<'a> {
    let default = (CACHE_CONTROL, headers::cache_control(""));
    let all = [default].into_iter().chain(headers::matching_headers(rules, path));
    all.map(|(name, value)| (name.to_ascii_lowercase(), value)).collect()
}
