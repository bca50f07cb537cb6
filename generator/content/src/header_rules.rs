//! The rules of a `_headers` file, in the format of Netlify and Cloudflare Pages: patterns of URL paths with headers.

use regex_lite::Regex;

use croupier_base::url;

/// A pattern with the headers of its URL paths.
#[derive(Debug, Clone)]
pub struct HeaderRule {
    /// A decoded URL path. `*` matches any text, and `:name` a part between slashes.
    pub pattern: String,
    matcher: Matcher,
    /// Lower-case names, and values. Lines with the same name are one value with commas, but for cookies (RFC 9110, section 5.3).
    pub headers: Vec<(String, String)>,
}

/// How a pattern is compared with URL paths.
#[derive(Debug, Clone)]
enum Matcher {
    Path,
    /// The pattern without the `*` at its end is the start of the paths.
    Start,
    Expression(Regex),
    /// The pattern begins with a host, or is no pattern.
    Nothing,
}

impl HeaderRule {
    fn new(pattern: &str) -> HeaderRule {
        let pattern = url::decoded(pattern).into_owned();
        let start = pattern.strip_suffix('*').unwrap_or(&pattern);
        let matcher = if !pattern.starts_with('/') {
            Matcher::Nothing
        } else if start.contains('*') || has_names(start) {
            Regex::new(&expression(&pattern)).map_or(Matcher::Nothing, Matcher::Expression)
        } else if start.len() < pattern.len() {
            Matcher::Start
        } else {
            Matcher::Path
        };
        HeaderRule { pattern, matcher, headers: Vec::new() }
    }

    /// Returns whether the rule applies to the file at a decoded URL path. An `index.html` has the URL of its folder, which a pattern can
    /// have with and without the slash at its end.
    pub fn applies_to(&self, path: &str) -> bool {
        let folder = path.strip_suffix("index.html").filter(|it| it.ends_with('/'));
        let pattern = self.pattern.as_str();
        match &self.matcher {
            Matcher::Path => {
                let is_folder =
                    |folder: &str| pattern == folder || Some(pattern) == folder.strip_suffix('/');
                pattern == path || folder.is_some_and(is_folder)
            }
            Matcher::Start => path.starts_with(&pattern[..pattern.len() - 1]),
            Matcher::Expression(regex) => regex.is_match(folder.unwrap_or(path)),
            Matcher::Nothing => false,
        }
    }

    /// Whether the pattern is for the URLs of a host, such as `https://example.com/*`, and not for those of every host.
    pub fn is_for_host(&self) -> bool {
        !self.pattern.starts_with('/')
    }

    /// Whether the pattern has names, or a `*` before its end.
    pub fn is_general(&self) -> bool {
        matches!(self.matcher, Matcher::Expression(_))
    }

    /// Adds a header, or a value to the header with this name.
    fn add(&mut self, name: &str, value: &str) {
        let name = name.to_ascii_lowercase();
        match self.headers.iter_mut().find(|(known, _)| *known == name) {
            Some((_, values)) if name != "set-cookie" => *values = format!("{values}, {value}"),
            _ => self.headers.push((name, value.to_owned())),
        }
    }
}

/// Parses a `_headers` file. The rules are in its order, and a later rule replaces the headers of an earlier one.
pub fn parse(text: &str) -> Vec<HeaderRule> {
    let mut rules: Vec<HeaderRule> = Vec::new();
    for line in text.lines() {
        let is_comment = line.trim_start().starts_with('#');
        if is_comment || line.trim().is_empty() {
            continue;
        }
        match (rules.last_mut(), line.trim().split_once(':')) {
            (Some(rule), Some((name, value))) if line.starts_with([' ', '\t']) => {
                rule.add(name.trim_end(), value.trim());
            }
            _ if line.starts_with([' ', '\t']) => {}
            _ => rules.push(HeaderRule::new(line.trim())),
        }
    }
    rules
}

/// Returns a `_headers` file whose patterns have the base path of the site.
pub fn with_base_path(text: &str, base: &str) -> String {
    let lines = text.split_inclusive('\n');
    let with_base = |line: &str| {
        // Lines with spaces at their start are headers, and those of other patterns are for a host.
        let is_indented = line.starts_with([' ', '\t']);
        if !is_indented && url::lacks_base_path(line.trim_end(), base) {
            format!("{base}{line}")
        } else {
            line.to_owned()
        }
    };
    lines.map(with_base).collect()
}

/// Returns the headers of the file at a URL path, in file order. A later value replaces an earlier one of the same name.
pub fn matching<'r>(
    rules: &'r [HeaderRule],
    path: &str,
) -> impl Iterator<Item = (&'r str, &'r str)> {
    let matching = rules.iter().filter(move |rule| rule.applies_to(path));
    let headers = matching.flat_map(|rule| &rule.headers);
    headers.map(|(name, value)| (name.as_str(), value.as_str()))
}

/// Whether a pattern has names such as `:slug`, which begin after a slash.
fn has_names(pattern: &str) -> bool {
    let mut ends = pattern.split("/:").skip(1);
    ends.any(|after| after.starts_with(|it: char| it.is_ascii_alphabetic()))
}

/// Returns the regular expression of a pattern.
fn expression(pattern: &str) -> String {
    let mut expression = String::from("^");
    let mut rest = pattern;
    while let Some(next) = rest.chars().next() {
        let after = &rest[next.len_utf8()..];
        let is_letter = |it: char| it.is_ascii_alphabetic();
        if next == ':' && expression.ends_with('/') && after.starts_with(is_letter) {
            expression.push_str("[^/]+");
            rest = after.trim_start_matches(|it: char| it.is_ascii_alphanumeric() || it == '_');
            continue;
        }

        if next == '*' {
            expression.push_str(".*");
        } else {
            expression.push_str(&regex_lite::escape(next.encode_utf8(&mut [0; 4])));
        }
        rest = after;
    }
    expression + "$"
}

#[cfg(test)]
mod tests {
    use super::{matching, parse};

    #[test]
    fn rules_apply_to_matching_paths() {
        let rules = parse(
            "# All: files.\n/*\n  a: 1\n\n  # c: 1\r\n/assets/*\r\n\tb : x:y\r\n \n/s%77.js\n  a: 2\n",
        );
        let of = |path| matching(&rules, path).collect::<Vec<_>>();
        assert_eq!(rules.len(), 3);
        assert_eq!(of("/index.html"), [("a", "1")]);
        assert_eq!(of("/assets/q.js"), [("a", "1"), ("b", "x:y")]);
        assert_eq!(of("/sw.js"), [("a", "1"), ("a", "2")]);
    }

    #[test]
    fn patterns_match_the_urls_of_pages_and_parts_of_paths() {
        for (pattern, matching_paths, others) in [
            (
                "/about/",
                &["/about/index.html"][..],
                &["/about/x.html", "/about", "/x/about/index.html"][..],
            ),
            ("/about", &["/about/index.html", "/about"], &["/about.html"]),
            ("/", &["/index.html"], &["/a/index.html"]),
            (
                "/dl/*.pdf",
                &["/dl/a.pdf", "/dl/b/c.pdf"],
                &["/dl/a.pdf.txt", "/dl/apdf", "/x/dl/a.pdf"],
            ),
            (
                "/games/:slug/",
                &["/games/a/index.html"],
                &["/games/index.html", "/games/a/b/index.html"],
            ),
            ("/:year/*", &["/2026/a/index.html", "/2026/index.html"], &["/index.html"]),
            ("/a:b", &["/a:b"], &["/axb"]),
            ("https://example.com/*", &[], &["/a"]),
        ] {
            let text = format!("{pattern}\n  a: 1\n");
            let rules = parse(&text);
            for path in matching_paths {
                assert!(rules[0].applies_to(path), "{pattern} {path}");
            }
            for path in others {
                assert!(!rules[0].applies_to(path), "{pattern} {path}");
            }
        }
    }

    #[test]
    fn lines_with_the_same_name_are_one_value() {
        let rules = parse("/*\n  Link: <a>\n  link: <b>\n/x\n  link: <c>\n");
        assert_eq!(
            matching(&rules, "/x").collect::<Vec<_>>(),
            [("link", "<a>, <b>"), ("link", "<c>")]
        );
        let rules = parse("/*\n  set-cookie: a=1\n  set-cookie: b=2\n");
        let cookies = [("set-cookie", "a=1"), ("set-cookie", "b=2")];
        assert_eq!(matching(&rules, "/x").collect::<Vec<_>>(), cookies);
    }
}
