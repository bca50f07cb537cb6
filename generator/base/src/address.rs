//! Addresses as browsers read them: escapes, and what counts from the page that it stands on.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::path::Href;

/// An address with its percent escapes resolved, if they are sound and it is UTF-8 then.
pub fn decoded(address: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
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

/// An address as machines read it: what is no visible ASCII is escaped, and escapes that are there stay.
pub fn encoded(address: &str) -> String {
    let mut text = String::with_capacity(address.len());
    for byte in address.bytes() {
        match byte {
            b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => {
                text.push_str(&format!("%{byte:02X}"))
            }
            b'!'..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

/// The address of a file in the output: what would end its path, or begin an escape in it, is escaped.
pub fn of_file(path: &str) -> String {
    encoded(&format!("/{path}").replace('%', "%25").replace('?', "%3F").replace('#', "%23"))
}

/// The path that a relative one means where it counts from `base`, the route of a page or the place of a file; none for what is no
/// relative path.
pub fn relative(base: &str, path: &str) -> Option<String> {
    let is_relative = !path.is_empty()
        && !path.starts_with('/')
        && !path.split('/').next().is_some_and(|it| it.contains(':'));
    if !is_relative {
        return None;
    }
    let mut parts: Vec<&str> =
        base[..=base.rfind('/')?].split('/').filter(|it| !it.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    let end = if path.ends_with('/') || path.ends_with("..") || path == "." { "/" } else { "" };
    Some(if parts.is_empty() { "/".to_owned() } else { format!("/{}{end}", parts.join("/")) })
}

/// Schemes that links are written with.
const SCHEMES: [&str; 9] =
    ["https", "http", "mailto", "tel", "sms", "ftp", "data", "blob", "javascript"];

impl Href {
    /// Its path, and what follows that: the query, and the place in a page.
    pub fn in_two(&self) -> (&str, &str) {
        self.split_at(self.find(['?', '#']).unwrap_or(self.len()))
    }

    /// Its path alone.
    #[must_use]
    pub fn without_query(&self) -> Href {
        Href::new(self.in_two().0)
    }

    /// What to do where browsers cannot read it, or where its scheme is one that nobody knows and nearly a known one.
    pub fn problem(&self) -> Option<String> {
        if !is_valid(self) {
            return Some("write it whole: `https://www.example.com/page`".to_owned());
        }
        let (scheme, rest) = self.trim().split_once(':')?;
        let is_scheme = scheme.len() > 2
            && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
        let scheme = scheme.to_ascii_lowercase();
        if !is_scheme || SCHEMES.contains(&scheme.as_str()) {
            return None;
        }
        let meant = SCHEMES
            .iter()
            .find(|known| strsim::osa_distance(&scheme, known) <= 1 + usize::from(known.len() > 5));
        meant.map(|known| format!("did you mean `{known}:{rest}`?"))
    }
}

/// Schemes whose addresses name a host.
const WITH_HOST: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// Whether browsers can read an address: where it begins with a scheme of the web or with two slashes, a host follows, and a
/// port that is one. Everything else can be read somehow.
fn is_valid(address: &str) -> bool {
    let address = address.trim();
    let rest = match address.split_once(':') {
        Some((scheme, rest)) if WITH_HOST.contains(&scheme.to_ascii_lowercase().as_str()) => rest,
        _ if address.starts_with("//") => address,
        _ => return true,
    };
    let Some(rest) = rest.strip_prefix("//") else {
        return false;
    };
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let place = authority.rsplit('@').next().unwrap_or_default();
    let (is_host, port) = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, port)) => (
            host.parse::<Ipv6Addr>().is_ok(),
            port.strip_prefix(':').or(port.is_empty().then_some("")),
        ),
        None => {
            let (host, port) = place.split_once(':').unwrap_or((place, ""));
            (is_host(host), Some(port))
        }
    };
    is_host && port.is_some_and(|port| port.is_empty() || port.parse::<u16>().is_ok())
}

fn is_host(host: &str) -> bool {
    let Some(host) = decoded(host).filter(|host| !host.is_empty()) else {
        return false;
    };
    let is_number = host
        .trim_end_matches('.')
        .rsplit('.')
        .next()
        .is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
    let is_forbidden = |it: char| it.is_ascii_control() || " #%/:<>?@[\\]^|".contains(it);
    !host.contains(is_forbidden) && (!is_number || host.parse::<Ipv4Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_without_a_host_or_with_one_that_is_none_are_not_sound() {
        for address in [
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
            assert!(!is_valid(address), "{address}");
        }
        for address in [
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
            assert!(is_valid(address), "{address}");
        }
    }

    #[test]
    fn a_slip_in_a_scheme_is_found_and_other_schemes_are_left_alone() {
        let problem = |address: &str| Href::new(address).problem();
        assert_eq!(problem("htps://e.com/").as_deref(), Some("did you mean `https://e.com/`?"));
        assert_eq!(problem("mail:x@y.z").as_deref(), Some("did you mean `mailto:x@y.z`?"));
        for address in
            ["https://e.com", "tel:1", "x:y", "bitcoin:abc", "a:b//c", "geo:1,2", "/a:b", "ws://h/"]
        {
            assert_eq!(problem(address), None, "{address}");
        }
    }

    #[test]
    fn relative_addresses_count_from_their_page() {
        let at = |path: &str| relative("/info/faq/", path).unwrap_or_default();
        assert_eq!(
            ["other/", "../terms/", "./", "a.png", "../..", "../../../x/"].map(at),
            ["/info/faq/other/", "/info/terms/", "/info/faq/", "/info/faq/a.png", "/", "/x/"]
        );
        assert_eq!(["mailto:a@b", "https://x/", "/x/", ""].map(at), ["", "", "", ""]);
        assert_eq!(relative("/404.html", "x/"), Some("/x/".to_owned()));
    }

    #[test]
    fn machines_read_ascii_alone() {
        assert_eq!(
            encoded("https://e.com/été/with space/?a=b&c#d"),
            "https://e.com/%C3%A9t%C3%A9/with%20space/?a=b&c#d"
        );
        assert_eq!(encoded("/%C3%A9/<\">/"), "/%C3%A9/%3C%22%3E/");
    }

    #[test]
    fn escapes_are_resolved_and_broken_ones_refused() {
        assert_eq!(decoded("/%C3%A9t%C3%A9/").as_deref(), Some("/été/"));
        assert_eq!(decoded("/%2e%2e/").as_deref(), Some("/../"));
        assert_eq!(decoded("/%zz"), None);
        assert_eq!(decoded("/%ff"), None);
        for sign in ["/%+1", "/%+f/", "/%-1", "/%+", "/% 1", "/%1"] {
            assert_eq!(decoded(sign), None, "{sign}");
        }
    }
}
