//! Percent encoding, resolution of relative paths and validation of URLs, with the rules that
//! browsers apply.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::net::{Ipv4Addr, Ipv6Addr};

use crate::path::Href;
use crate::unicode::{into_nfc, nfc};

/// Decodes the percent escapes of a URL. Returns `None` if an escape is malformed or the result is
/// not UTF-8.
pub fn percent_decode(url: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first == b'%' {
            let (&[high, low], after) = after.split_first_chunk()?;
            bytes.push(hex_digit(high)? << 4 | hex_digit(low)?);
            rest = after;
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

/// Returns the value of a hexadecimal digit.
fn hex_digit(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// Decodes the percent escapes of a path as browsers and servers do, and converts it to NFC. A `%`
/// that starts no escape is the sign itself. Returns `None` if the result is not UTF-8.
pub fn decode_path(path: &str) -> Option<Cow<'_, str>> {
    if !path.contains('%') {
        return Some(nfc(path));
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = escaped_byte(rest);
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok().map(|text| Cow::Owned(into_nfc(text)))
}

/// Decodes a path like [`decode_path`]. A path that is not UTF-8 then stays as written.
pub fn decoded(path: &str) -> Cow<'_, str> {
    decode_path(path).unwrap_or_else(|| nfc(path))
}

/// Returns the byte of the escape that a text starts with.
fn escaped_byte(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => Some(hex_digit(*high)? << 4 | hex_digit(*low)?),
        _ => None,
    }
}

/// Percent-encodes every character of a URL that is not visible ASCII, and a few that URLs must not
/// contain. Existing escapes are not changed; a `%` that starts none is encoded.
pub fn percent_encode(url: &str) -> String {
    let is_plain = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'A'..=b'Z' | b'/' | b'-' | b'.' | b':' | b'_');
    if url.bytes().all(is_plain) {
        return url.to_owned();
    }

    let mut text = String::with_capacity(url.len());
    for (index, byte) in url.bytes().enumerate() {
        match byte {
            b'%' if escaped_byte(&url.as_bytes()[index..]).is_none() => text.push_str("%25"),
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => {
                text.push_str(&format!("%{byte:02X}"));
            }
            b'!'..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

/// Decodes the percent escapes of all characters that are not ASCII, and converts the text to NFC.
/// Escapes of ASCII characters stay, because decoding `%2F` or `%3F` would change the URL.
pub fn decode_non_ascii(part: &str) -> Cow<'_, str> {
    if !has_non_ascii_escape(part) {
        return nfc(part);
    }

    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        match escaped_byte(rest).filter(|byte| !byte.is_ascii()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }

    // Escapes that are not UTF-8 stay as they are.
    String::from_utf8(bytes).map_or(Cow::Borrowed(part), |text| Cow::Owned(into_nfc(text)))
}

/// Returns whether a text has a percent escape of a byte that is not ASCII, such as `%C3`.
pub fn has_non_ascii_escape(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'%', bytes).any(|index| {
        let digit = |offset: usize| bytes.get(index + offset).copied().and_then(hex_digit);
        digit(1).is_some_and(|high| high >= 8) && digit(2).is_some()
    })
}

/// Returns whether a URL is root-relative and does not begin with the base path of the site. Spaces before it do not matter.
pub fn lacks_base_path(url: &str, base: &str) -> bool {
    let url = url.trim_start();
    let rest = url.strip_prefix(base);
    let has_base = rest.is_some_and(|it| it.is_empty() || it.starts_with(['/', '?', '#']));
    url.starts_with('/') && !url.starts_with("//") && !has_base
}

/// Returns whether a text has a `%` that starts no percent escape.
pub fn has_lone_percent(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'%', bytes).any(|index| escaped_byte(&bytes[index..]).is_none())
}

/// Returns the URL with its path and its fragment in NFC, percent-encoded. Returns `None` if they
/// are so already. The query stays as written, because only the server knows its encoding.
pub fn with_nfc(url: &str) -> Option<String> {
    let (before_fragment, fragment) =
        url.split_once('#').map_or((url, None), |(start, fragment)| (start, Some(fragment)));
    let (path, query) =
        before_fragment.split_once('?').map_or((before_fragment, None), |(a, b)| (a, Some(b)));

    let changed = |part: &str| {
        let encoded = percent_encode(&decode_non_ascii(part));
        // Escapes with small letters are the same.
        let is_same = encoded.eq_ignore_ascii_case(&percent_encode(part));
        (!is_same || has_lone_percent(part)).then_some(encoded)
    };

    let new_path = changed(path);
    let new_fragment = fragment.and_then(changed);
    if new_path.is_none() && new_fragment.is_none() {
        return None;
    }

    let mut result = new_path.unwrap_or_else(|| path.to_owned());
    if let Some(query) = query {
        result.push('?');
        result.push_str(query);
    }
    if let Some(fragment) = new_fragment.as_deref().or(fragment) {
        result.push('#');
        result.push_str(fragment);
    }

    Some(result)
}

/// Returns the URL of a file in the output folder. Escapes `%`, `?` and `#`, which would start an
/// escape, the query or the fragment.
pub fn file_url(path: &str) -> String {
    percent_encode(&format!("/{path}").replace('%', "%25").replace('?', "%3F").replace('#', "%23"))
}

/// Returns a path as the target of a link. It has no character with a meaning in Markdown, HTML or URLs, so that it can be written with and
/// without quotes and angle brackets.
pub fn link_target(path: &str) -> String {
    let is_plain = |it: char| {
        it.is_ascii_alphanumeric()
            || "/-._~*!+,=@".contains(it)
            || !it.is_ascii() && !it.is_whitespace() && !it.is_control()
    };

    let mut target = String::with_capacity(path.len());
    for character in path.chars() {
        if is_plain(character) {
            target.push(character);
            continue;
        }
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            target.push_str(&format!("%{byte:02X}"));
        }
    }
    target
}

/// Returns the ways in which texts write a path: as it is, and with escapes.
pub fn spellings(path: &str) -> BTreeSet<String> {
    BTreeSet::from([path.to_owned(), link_target(path), file_url(path.trim_start_matches('/'))])
}

/// Resolves a relative path against `base`, the route of a page or the path of a file. Returns
/// `None` if `path` is not a relative path.
pub fn resolve_relative(base: &str, path: &str) -> Option<String> {
    let has_scheme = path.split('/').next().is_some_and(|segment| segment.contains(':'));
    if path.is_empty() || path.starts_with('/') || has_scheme {
        return None;
    }

    let folder = &base[..=base.rfind('/')?];
    let mut segments: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();

    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            name => segments.push(name),
        }
    }

    if segments.is_empty() {
        return Some("/".to_owned());
    }

    let is_folder = path.ends_with('/') || path.ends_with("..") || path == ".";
    let end = if is_folder { "/" } else { "" };
    Some(format!("/{}{end}", segments.join("/")))
}

/// Returns the URL path of a link target on the page at `route` that is relative to the page or
/// names one of its anchors: `/a/#b` for `#b`. `None` for other link targets.
pub fn resolve_on_page(route: &str, href: &str) -> Option<String> {
    if href.starts_with(['#', '?']) {
        return Some(format!("{route}{href}"));
    }
    let (path, rest) = href.split_at(href.find(['?', '#']).unwrap_or(href.len()));
    Some(format!("{}{rest}", resolve_relative(route, path)?))
}

/// Common schemes of links, against which misspelled schemes are compared.
const SCHEMES: [&str; 9] =
    ["https", "http", "mailto", "tel", "sms", "ftp", "data", "blob", "javascript"];

impl Href {
    /// Splits the URL into its path and the rest, which is the query and the fragment.
    pub fn split_path(&self) -> (&str, &str) {
        self.split_at(self.find(['?', '#']).unwrap_or(self.len()))
    }

    /// Returns the path, without the query and the fragment.
    #[must_use]
    pub fn path_only(&self) -> Href {
        Href::new(self.split_path().0)
    }

    /// Returns whether this is a valid URL with the scheme `http` or `https`.
    pub fn is_absolute(&self) -> bool {
        let has_scheme = |scheme: &str| {
            self.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        };
        (has_scheme("http://") || has_scheme("https://")) && is_valid(self)
    }

    /// Returns a hint if browsers cannot parse the URL, or if its scheme looks like a misspelled
    /// common one.
    pub fn problem(&self) -> Option<String> {
        if !is_valid(self) {
            return Some("write the complete URL: `https://www.example.com/page`".to_owned());
        }
        let (scheme, rest) = self.trim().split_once(':')?;
        let is_scheme = scheme.len() > 2
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        let scheme = scheme.to_ascii_lowercase();
        if scheme == "mailto" && !has_recipient(rest) {
            return Some("write the whole address: `mailto:name@your-site.com`".to_owned());
        }
        if !is_scheme || SCHEMES.contains(&scheme.as_str()) {
            return None;
        }
        let similar = SCHEMES.iter().find(|common| {
            strsim::osa_distance(&scheme, common) <= 1 + usize::from(common.len() > 5)
        });
        similar.map(|common| format!("did you mean `{common}:{rest}`?"))
    }
}

/// Returns whether the rest of a `mailto:` URL has an address for each recipient. A URL with fields such as `?subject=` needs none.
fn has_recipient(rest: &str) -> bool {
    let (recipients, fields) = rest.split_once('?').unwrap_or((rest, ""));
    let is_address = |it: &str| {
        it.replace("%40", "@")
            .split_once('@')
            .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
    };
    if recipients.is_empty() { !fields.is_empty() } else { recipients.split(',').all(is_address) }
}

/// Schemes whose URLs must contain a host.
const SCHEMES_WITH_HOST: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// Whether browsers can parse a URL. A URL with a web scheme or two leading slashes needs a valid
/// host and, if it has one, a valid port. Every other text is a valid URL.
fn is_valid(url: &str) -> bool {
    let url = url.trim();

    let rest = match url.split_once(':') {
        Some((scheme, rest))
            if SCHEMES_WITH_HOST.contains(&scheme.to_ascii_lowercase().as_str()) =>
        {
            rest
        }
        _ if url.starts_with("//") => url,
        _ => return true,
    };

    let Some(rest) = rest.strip_prefix("//") else {
        return false;
    };

    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host_and_port = authority.rsplit('@').next().unwrap_or_default();

    let (is_host, port) =
        match host_and_port.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, port)) => (
                host.parse::<Ipv6Addr>().is_ok(),
                port.strip_prefix(':').or(port.is_empty().then_some("")),
            ),
            None => {
                let (host, port) = host_and_port.split_once(':').unwrap_or((host_and_port, ""));
                (is_host(host), Some(port))
            }
        };

    is_host && port.is_some_and(|port| port.is_empty() || port.parse::<u16>().is_ok())
}

/// Whether a text is a valid host name or IPv4 address.
fn is_host(host: &str) -> bool {
    let Some(host) = percent_decode(host).filter(|host| !host.is_empty()) else {
        return false;
    };
    // Browsers parse a host as an IPv4 address if its last label is a number.
    let last_label = host.trim_end_matches('.').rsplit('.').next();
    let is_number = last_label.is_some_and(|label| label.bytes().all(|byte| byte.is_ascii_digit()));
    let is_forbidden = |c: char| c.is_ascii_control() || " #%/:<>?@[\\]^|".contains(c);
    !host.contains(is_forbidden) && (!is_number || host.parse::<Ipv4Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_need_neither_quotes_nor_brackets() {
        for (path, target) in [
            ("new name.md", "new%20name.md"),
            ("a(b)[c].md", "a%28b%29%5Bc%5D.md"),
            ("/50%/a#b?c/", "/50%25/a%23b%3Fc/"),
            ("a&b'c\"d.md", "a%26b%27c%22d.md"),
            ("`a$b|c{d}^\\.md", "%60a%24b%7Cc%7Bd%7D%5E%5C.md"),
            ("/\u{e9}t\u{e9}\u{a0}/_a-b*~/", "/\u{e9}t\u{e9}%C2%A0/_a-b*~/"),
        ] {
            assert_eq!(link_target(path), target);
            assert_eq!(decoded(target), path);
        }
    }

    #[test]
    fn urls_without_a_valid_host_are_invalid() {
        for url in [
            "http://",
            "https:///",
            "http:",
            "https://?x",
            "//",
            "http://a b/",
            "http://a:b/",
            "http://a:65536/",
            "http://[::1/",
            "https://<host>/",
            "http://1.2.3.256/",
            "https://ex%ample/",
            "http:example.com",
        ] {
            assert!(!is_valid(url), "{url}");
        }

        for url in [
            "",
            "/",
            "/a b/",
            "#x",
            "?x",
            "mailto:",
            "tel:1",
            "https://example.com",
            "//cdn.example/x",
            "http://a:80/",
            "http://[::1]:8/",
            "https://münchen.example/",
            "http://127.0.0.1",
            "https://u:p@host/",
            "x:y",
            "HTTPS://EXAMPLE.COM",
            "a:b//c",
        ] {
            assert!(is_valid(url), "{url}");
        }
    }

    #[test]
    fn misspelled_schemes_are_reported_and_unknown_ones_are_accepted() {
        let problem = |url: &str| Href::new(url).problem();
        assert_eq!(problem("htps://e.com/").as_deref(), Some("did you mean `https://e.com/`?"));
        assert_eq!(problem("mail:x@y.z").as_deref(), Some("did you mean `mailto:x@y.z`?"));
        for url in ["mailto:", "mailto:help", "mailto:@host.se", "MAILTO:a@b.se,help"] {
            assert!(problem(url).is_some(), "{url}");
        }
        for url in ["mailto:a@b.se", "mailto:a%40b.se,c@d.se?subject=Hi", "mailto:?subject=Hi"] {
            assert_eq!(problem(url), None, "{url}");
        }
        for url in
            ["https://e.com", "tel:1", "x:y", "bitcoin:abc", "a:b//c", "geo:1,2", "/a:b", "ws://h/"]
        {
            assert_eq!(problem(url), None, "{url}");
        }
    }

    #[test]
    fn relative_paths_are_resolved_against_their_page() {
        let resolve = |path: &str| resolve_relative("/info/faq/", path).unwrap_or_default();
        assert_eq!(
            ["other/", "../terms/", "./", "a.png", "../..", "../../../x/"].map(resolve),
            ["/info/faq/other/", "/info/terms/", "/info/faq/", "/info/faq/a.png", "/", "/x/"]
        );
        assert_eq!(["mailto:a@b", "https://x/", "/x/", ""].map(resolve), ["", "", "", ""]);
        assert_eq!(resolve_relative("/404.html", "x/"), Some("/x/".to_owned()));
    }

    #[test]
    fn a_url_in_nfc_has_the_same_query_and_ascii_escapes() {
        let encoded = |url: &str| with_nfc(url).unwrap_or_default();
        assert_eq!(encoded("/cafe\u{301}/"), "/caf%C3%A9/");
        assert_eq!(encoded("cafe%CC%81/?q=e\u{301}#e\u{301}"), "caf%C3%A9/?q=e\u{301}#%C3%A9");
        assert_eq!(encoded("/a%2Fe\u{301}%20/"), "/a%2F%C3%A9%20/");
        assert_eq!(encoded("/50%%20off.svg?5%#5%"), "/50%25%20off.svg?5%#5%25");
        for unchanged in
            ["/caf\u{e9}/", "/caf%c3%a9/", "/a%20b", "/%ff/", "#x", "/50%25/", "?e\u{301}%"]
        {
            assert_eq!(with_nfc(unchanged), None, "{unchanged}");
        }
    }

    #[test]
    fn encoding_produces_ascii() {
        assert_eq!(
            percent_encode("https://e.com/été/with space/?a=b&c#d"),
            "https://e.com/%C3%A9t%C3%A9/with%20space/?a=b&c#d"
        );
        assert_eq!(percent_encode("/%C3%A9/<\">/"), "/%C3%A9/%3C%22%3E/");
        assert_eq!(percent_encode("/50% off/100%/%zz/%25"), "/50%25%20off/100%25/%25zz/%25");
    }

    #[test]
    fn paths_are_decoded_as_browsers_do() {
        for (path, expected) in [
            ("/a b/", Some("/a b/")),
            ("/a%20b/%c3%A9/", Some("/a b/\u{e9}/")),
            ("/e%CC%81/", Some("/\u{e9}/")),
            ("/50%%20off/%zz%", Some("/50% off/%zz%")),
            ("/a+b%2Fc%25/", Some("/a+b/c%/")),
            ("/caf%E9/", None),
        ] {
            assert_eq!(decode_path(path).as_deref(), expected, "{path}");
        }
        assert_eq!(decoded("/caf%E9/"), "/caf%E9/");
    }

    #[test]
    fn escapes_are_decoded_and_malformed_ones_refused() {
        assert_eq!(percent_decode("/%C3%A9t%C3%A9/").as_deref(), Some("/été/"));
        assert_eq!(percent_decode("/%2e%2e/").as_deref(), Some("/../"));
        assert_eq!(percent_decode("/%zz"), None);
        assert_eq!(percent_decode("/%ff"), None);
        for malformed in ["/%+1", "/%+f/", "/%-1", "/%+", "/% 1", "/%1"] {
            assert_eq!(percent_decode(malformed), None, "{malformed}");
        }
    }
}
