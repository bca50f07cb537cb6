//! The URLs to request: which links of a site share a request, and which are never requested.

use url::{Host, Url};

use croupier_base::url::decoded;

/// A link to a page of another site.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The URL to request, without a fragment and without a password.
    pub url: Url,
    /// The fragment, if an element of the page must have it as its id.
    pub fragment: Option<String>,
}

impl Link {
    /// Returns the URL with its fragment.
    pub(super) fn with_fragment(&self) -> String {
        match &self.fragment {
            Some(fragment) => format!("{}#{fragment}", self.url),
            None => self.url.to_string(),
        }
    }
}

/// Returns the URL to write in place of `written`, whose page has moved to `target`. As in browsers, the fragment remains unless the target
/// has its own.
pub(super) fn moved_url(written: &str, target: &str) -> String {
    match written.split_once('#') {
        Some((_, fragment)) if !target.contains('#') => format!("{target}#{fragment}"),
        _ => target.to_owned(),
    }
}

/// Reads a link as it is written. `scheme` is that of the site, for links that start with `//`. The error says what is wrong.
pub(super) fn parse(written: &str, scheme: &str) -> Result<Link, String> {
    let absolute =
        if written.starts_with("//") { format!("{scheme}:{written}") } else { written.to_owned() };
    let mut url = Url::parse(&absolute).map_err(|error| error.to_string())?;
    // A password belongs in no request of a check, and both setters only fail for URLs without a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let fragment = url.fragment().and_then(id_of);
    url.set_fragment(None);
    Ok(Link { url, fragment })
}

/// Returns the id that a fragment names. Other fragments are instructions for scripts, such as `#/route`, `#page=2` and `#L10-L20`, or
/// text to highlight, such as `#:~:text=word`.
fn id_of(fragment: &str) -> Option<String> {
    let before_text = fragment.split(":~:").next().unwrap_or_default();
    let id = decoded(before_text).into_owned();
    let is_instruction = id.starts_with(['/', '!']) || id.contains('=') || is_line_range(&id);
    let is_top = id.is_empty() || id.eq_ignore_ascii_case("top");
    (!is_top && !is_instruction).then_some(id)
}

/// Whether a fragment names lines of a file, as on code hosts: `L10`, `L10C2-L20C4`, `10-20` or `lines-10:20`.
fn is_line_range(id: &str) -> bool {
    let numbers = id.strip_prefix("lines-").or_else(|| id.strip_prefix('L')).unwrap_or(id);
    let has_prefix = numbers.len() < id.len();
    let is_list = numbers.starts_with(|it: char| it.is_ascii_digit())
        && numbers.bytes().all(|it| it.is_ascii_digit() || b"-:,LC".contains(&it));
    is_list && (has_prefix || numbers.contains('-'))
}

/// Whether a URL is one of the reader's own machine. A program that runs there need not run on the machine that checks links.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback() || address.is_unspecified(),
        Some(Host::Ipv6(address)) => address.is_loopback() || address.is_unspecified(),
        Some(Host::Domain(_)) | None => false,
    }
}

/// Whether a host is reserved for examples and for the reader's own machine (RFC 2606 and RFC 6761), so that no server answers.
pub(super) fn is_reserved(url: &Url) -> bool {
    let Some(Host::Domain(domain)) = url.host() else { return false };
    let domain = domain.trim_end_matches('.');
    let is_below = |name: &str| {
        domain.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    RESERVED.iter().any(|name| is_below(name))
}

/// Reserved names. Those below them are reserved, too.
const RESERVED: [&str; 7] =
    ["localhost", "test", "invalid", "example", "example.com", "example.net", "example.org"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_with_the_same_page_have_one_url() {
        for (written, url) in [
            ("HTTPS://A.com", "https://a.com/"),
            ("https://a.com:443/", "https://a.com/"),
            ("https://a.com/x#y", "https://a.com/x"),
            ("//a.com/x?b=c&d", "http://a.com/x?b=c&d"),
            ("https://münchen.de/ä b", "https://xn--mnchen-3ya.de/%C3%A4%20b"),
            ("https://user:secret@a.com/", "https://a.com/"),
            ("http://[::1]:80/", "http://[::1]/"),
        ] {
            assert_eq!(parse(written, "http").unwrap().url.as_str(), url, "{written}");
        }
        assert!(parse("https://a b/", "https").is_err());
    }

    #[test]
    fn only_fragments_that_name_ids_are_checked() {
        for (fragment, id) in [
            ("a", Some("a")),
            ("%C3%A9", Some("é")),
            ("a:~:text=b", Some("a")),
            ("Lorem", Some("Lorem")),
            ("L-shape", Some("L-shape")),
            ("2024", Some("2024")),
            ("", None),
            ("Top", None),
            (":~:text=b", None),
            ("/route", None),
            ("!/route", None),
            ("page=2", None),
            ("L10", None),
            ("L10-L20", None),
            ("L10C2-L20C4", None),
            ("120-133", None),
            ("lines-10:20", None),
        ] {
            let link = parse(&format!("https://a.com/#{fragment}"), "https").unwrap();
            assert_eq!(link.fragment.as_deref(), id, "{fragment}");
        }
    }

    #[test]
    fn reserved_hosts_are_not_requested() {
        let is_reserved =
            |host: &str| is_reserved(&Url::parse(&format!("http://{host}/")).unwrap());
        for host in ["localhost", "localhost:8000", "www.example.com", "EXAMPLE.org.", "a.test"] {
            assert!(is_reserved(host), "{host}");
        }
        for host in ["127.0.0.1", "myexample.com", "example.de", "contest", "latest"] {
            assert!(!is_reserved(host), "{host}");
        }
    }
}
