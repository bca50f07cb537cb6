//! Hosts that pages may use, by what for: `[hosts]` of site.toml, and what addresses in it bring along.

use serde::Deserialize;

/// Hosts besides the site's own, for the content security policy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hosts {
    /// Scripts may come from them.
    pub script: Vec<String>,
    /// Style sheets may come from them.
    pub style: Vec<String>,
    /// Pictures may come from them.
    pub img: Vec<String>,
    /// Fonts may come from them.
    pub font: Vec<String>,
    /// Sounds and films may come from them.
    pub media: Vec<String>,
    /// Requests may go to them.
    pub connect: Vec<String>,
    /// Frames may show them.
    pub frame: Vec<String>,
    /// Forms may be sent to them.
    pub form: Vec<String>,
}

/// A directive that hosts can be listed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Directive {
    /// `script-src`
    Script,
    /// `style-src`
    Style,
    /// `img-src`
    Img,
    /// `font-src`
    Font,
    /// `media-src`
    Media,
    /// `connect-src`
    Connect,
    /// `frame-src`
    Frame,
    /// `form-action`
    Form,
}

impl Directive {
    /// Its key in `[hosts]`.
    pub fn key(self) -> &'static str {
        match self {
            Directive::Script => "script",
            Directive::Style => "style",
            Directive::Img => "img",
            Directive::Font => "font",
            Directive::Media => "media",
            Directive::Connect => "connect",
            Directive::Frame => "frame",
            Directive::Form => "form",
        }
    }

    /// Whether this lets in what is loaded from anywhere, and may: pictures, sounds and films can do nothing to a page.
    pub fn takes_any(self, source: &str) -> bool {
        source == ANY && matches!(self, Directive::Img | Directive::Media)
    }

    /// Its name in the policy.
    pub fn name(self) -> &'static str {
        match self {
            Directive::Script => "script-src",
            Directive::Style => "style-src",
            Directive::Img => "img-src",
            Directive::Font => "font-src",
            Directive::Media => "media-src",
            Directive::Connect => "connect-src",
            Directive::Frame => "frame-src",
            Directive::Form => "form-action",
        }
    }

    /// Every directive.
    pub const ALL: [Directive; 8] = [
        Directive::Script,
        Directive::Style,
        Directive::Img,
        Directive::Font,
        Directive::Media,
        Directive::Connect,
        Directive::Frame,
        Directive::Form,
    ];
}

impl Hosts {
    /// The hosts that are listed for a directive.
    pub fn of(&self, directive: Directive) -> &[String] {
        match directive {
            Directive::Script => &self.script,
            Directive::Style => &self.style,
            Directive::Img => &self.img,
            Directive::Font => &self.font,
            Directive::Media => &self.media,
            Directive::Connect => &self.connect,
            Directive::Frame => &self.frame,
            Directive::Form => &self.form,
        }
    }

    /// Lists a host that is not listed yet.
    pub fn add(&mut self, directive: Directive, host: String) {
        let listed = match directive {
            Directive::Script => &mut self.script,
            Directive::Style => &mut self.style,
            Directive::Img => &mut self.img,
            Directive::Font => &mut self.font,
            Directive::Media => &mut self.media,
            Directive::Connect => &mut self.connect,
            Directive::Frame => &mut self.frame,
            Directive::Form => &mut self.form,
        };
        if !listed.contains(&host) {
            listed.push(host);
        }
    }
}

/// Stands for every host that is asked with encryption.
pub const ANY: &str = "https:";

/// Whether a text names a host as a content security policy does: with a scheme and a port if need be, and with a star for
/// its first part. Anything else could say something of its own there.
pub fn is_source(text: &str) -> bool {
    let (scheme, host) = text.split_once("://").unwrap_or(("https", text));
    let (host, port) =
        host.rsplit_once(':').filter(|_| !host.ends_with(']')).unwrap_or((host, "1"));
    let name = host.strip_prefix("*.").unwrap_or(host);
    let address = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_name = address.is_some_and(|it| it.parse::<std::net::Ipv6Addr>().is_ok())
        || !name.is_empty()
            && name.split('.').all(|part| {
                !part.is_empty() && part.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-')
            });
    matches!(scheme, "https" | "http" | "wss" | "ws")
        && is_name
        && (port == "*" || port.parse::<u16>().is_ok())
}
