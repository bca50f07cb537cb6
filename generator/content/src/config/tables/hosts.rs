//! `[hosts]` of site.toml: the external hosts that the content security policy allows, by directive.

use serde::Deserialize;

/// External hosts for the content security policy. The site's own host is always allowed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Hosts {
    /// Sources of scripts.
    pub script: Vec<String>,
    /// Sources of style sheets.
    pub style: Vec<String>,
    /// Sources of images.
    pub img: Vec<String>,
    /// Sources of fonts.
    pub font: Vec<String>,
    /// Sources of audio and video.
    pub media: Vec<String>,
    /// Targets of requests by scripts.
    pub connect: Vec<String>,
    /// Sources of frames.
    pub frame: Vec<String>,
    /// Targets of form submissions.
    pub form: Vec<String>,
}

/// A directive of the content security policy that takes hosts.
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
    /// Returns the key in `[hosts]`.
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

    /// Returns whether `source` is [`ANY_HTTPS`] and this directive permits it. Only images, audio and video are harmless from any host.
    pub(crate) fn allows_any(self, source: &str) -> bool {
        source == ANY_HTTPS && matches!(self, Directive::Img | Directive::Media)
    }

    /// Returns the name in the policy.
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

    /// All directives.
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
    /// Returns the hosts of a directive.
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

    /// Adds a host to a directive if it is not in the list yet.
    pub fn add(&mut self, directive: Directive, host: String) {
        let hosts = match directive {
            Directive::Script => &mut self.script,
            Directive::Style => &mut self.style,
            Directive::Img => &mut self.img,
            Directive::Font => &mut self.font,
            Directive::Media => &mut self.media,
            Directive::Connect => &mut self.connect,
            Directive::Frame => &mut self.frame,
            Directive::Form => &mut self.form,
        };
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
}

/// The source that matches every HTTPS host.
pub(crate) const ANY_HTTPS: &str = "https:";

/// Returns whether `text` is a host source of a content security policy: a host with an optional scheme, port and `*.` prefix. Other
/// texts are rejected because they could inject directives or keywords into the policy.
pub fn is_source(text: &str) -> bool {
    let (scheme, host) = text.split_once("://").unwrap_or(("https", text));
    let (host, port) =
        host.rsplit_once(':').filter(|_| !host.ends_with(']')).unwrap_or((host, "1"));
    let name = host.strip_prefix("*.").unwrap_or(host);
    let ipv6 = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_name = ipv6.is_some_and(|it| it.parse::<std::net::Ipv6Addr>().is_ok())
        || !name.is_empty()
            && name.split('.').all(|label| {
                !label.is_empty()
                    && label.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-')
            });
    matches!(scheme, "https" | "http" | "wss" | "ws")
        && is_name
        && (port == "*" || port.parse::<u16>().is_ok())
}
