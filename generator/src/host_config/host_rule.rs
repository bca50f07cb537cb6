//! The rules of `_headers` for servers that apply a single rule to each request.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::host_config::HostRules;
use croupier_base::hashed_path::{COPY_NAME, is_copy};
use croupier_content::header_rules::{self, HeaderRule};
use croupier_content::redirects::pattern::regex_of_start;
use croupier_engine::headers;

/// Headers by lower-case name.
pub(super) type Headers = BTreeMap<String, String>;

/// A URL pattern with all headers that apply to it.
pub(super) struct HostRule {
    /// The URL path of a file, or the start of URL paths and `*`.
    pub pattern: String,
    pub headers: Headers,
    /// The headers of the hashed copies of static files below the pattern. They have one rule, because a picture can have a dozen
    /// of copies.
    pub copies: Option<Headers>,
}

impl HostRule {
    fn new(rules: &[HeaderRule], pattern: String) -> HostRule {
        let headers = match pattern.strip_suffix('*') {
            Some(start) => headers_below(rules, start),
            None => headers_of_file(rules, &pattern),
        };
        HostRule { pattern, headers, copies: None }
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
    pub(super) fn contains(&self, other: &HostRule) -> bool {
        self.pattern != other.pattern
            && self.start().is_some_and(|start| other.pattern.starts_with(start))
    }
}

impl HostRules<'_> {
    /// Returns the rules, of which the one with the longest pattern applies to a URL. The first one matches every URL.
    pub(super) fn rules(&self) -> Vec<HostRule> {
        let parsed = header_rules::parse(self.headers);
        let files: HashSet<String> =
            self.files.iter().map(|file| format!("{}/{file}", self.base)).collect();
        let mut known = BTreeSet::new();
        let patterns = parsed.iter().flat_map(|rule| host_patterns(rule, &files));
        let patterns = patterns.filter(|it| known.insert(it.clone()));
        let (of_copies, others): (Vec<String>, Vec<String>) =
            patterns.partition(|it| self.copy_path(it).is_some());
        let mut rules: Vec<HostRule> =
            others.into_iter().map(|it| HostRule::new(&parsed, it)).collect();

        let mut single = Vec::new();
        for pattern in of_copies {
            let own = HostRule::new(&parsed, pattern);
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
            let own = HostRule::new(&parsed, path);
            let parent = rules.iter().filter(|it| it.contains(&own));
            let parent = parent.max_by_key(|it| it.pattern.len());
            let caching = own.headers.get(CACHE_CONTROL).map(String::as_str);
            let is_set = caching != Some(headers::cache_control(""));
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

/// Returns the patterns of a rule that every host understands. A path is that of a file, because nginx looks up the rules for a page by its
/// `index.html`. Patterns that only `_headers` has become the paths of the files that match.
fn host_patterns(rule: &HeaderRule, files: &HashSet<String>) -> Vec<String> {
    let pattern = &rule.pattern;
    if rule.is_for_host() {
        return Vec::new();
    }
    if rule.is_general() {
        let mut matching: Vec<String> =
            files.iter().filter(|file| rule.applies_to(file)).cloned().collect();
        matching.sort_unstable();
        return matching;
    }

    let page = format!("{}/index.html", pattern.trim_end_matches('/'));
    let is_page = !pattern.ends_with('*') && !files.contains(pattern) && files.contains(&page);
    vec![if is_page { page } else { pattern.clone() }]
}

/// Returns the headers of hashed copies in a folder whose other files have these headers.
fn headers_of_copies(others: &Headers) -> Headers {
    let mut headers = others.clone();
    headers.insert(CACHE_CONTROL.to_owned(), headers::IMMUTABLE.to_owned());
    headers
}

/// Returns the headers of the file at a URL path.
pub(super) fn headers_of_file(rules: &[HeaderRule], path: &str) -> Headers {
    all_headers(rules.iter().filter(|rule| rule.applies_to(path)))
}

/// Returns the headers that all URLs have whose paths start with a text.
pub(super) fn headers_below(rules: &[HeaderRule], start: &str) -> Headers {
    let is_for_all = |rule: &&HeaderRule| {
        rule.pattern.strip_suffix('*').is_some_and(|outer| start.starts_with(outer))
    };
    all_headers(rules.iter().filter(is_for_all))
}

/// Joins the headers of rules. The last rule that sets a header counts.
fn all_headers<'r>(rules: impl Iterator<Item = &'r HeaderRule>) -> Headers {
    let default = (CACHE_CONTROL.to_owned(), headers::cache_control("").to_owned());
    let set = rules.flat_map(|rule| rule.headers.iter().cloned());
    std::iter::once(default).chain(set).collect()
}
