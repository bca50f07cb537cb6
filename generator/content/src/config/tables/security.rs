//! `[security]` of site.toml: headers that protect visitors, in addition to the content security policy.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::config::tables::hosts::is_source;
use croupier_base::diagnostic::wording::did_you_mean;

/// The `[security]` table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Security {
    /// Whether browsers use only HTTPS for the next visits to the live site, with `Strict-Transport-Security`. Default: `false`.
    pub hsts: Hsts,
    /// Who may use a feature of browsers, such as `camera = ["self"]`; an empty list denies it. Camera, geolocation and microphone are denied
    /// by default. `false` sends no `Permissions-Policy`.
    pub permissions_policy: PermissionsPolicy,
}

/// `hsts` of `[security]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "`hsts` is neither `true`, `false` nor a table with `max_age`, `include_subdomains` and `preload`"
)]
pub enum Hsts {
    /// Whether the header is sent, for the host of the site only.
    IsEnabled(bool),
    /// The directives of the header.
    Directives(HstsDirectives),
}

impl Default for Hsts {
    fn default() -> Hsts {
        Hsts::IsEnabled(false)
    }
}

/// The directives of HTTP Strict Transport Security.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HstsDirectives {
    /// How many seconds browsers use only HTTPS. Default: 31536000, a year.
    pub max_age: u32,
    /// Whether this includes all hosts below that of the site. Default: `false`.
    pub include_subdomains: bool,
    /// Whether browsers may add the site to the list that they are shipped with. Default: `false`.
    pub preload: bool,
}

/// A year, in seconds. The list of browsers requires it.
const YEAR: u32 = 31_536_000;

impl Default for HstsDirectives {
    fn default() -> HstsDirectives {
        HstsDirectives { max_age: YEAR, include_subdomains: false, preload: false }
    }
}

impl Hsts {
    /// Returns the value of the header, or `None` if it is not sent.
    pub fn value(&self) -> Option<String> {
        let HstsDirectives { max_age, include_subdomains, preload } = match self {
            Hsts::IsEnabled(false) => return None,
            Hsts::IsEnabled(true) => HstsDirectives::default(),
            Hsts::Directives(directives) => directives.clone(),
        };
        let subdomains = if include_subdomains { "; includeSubDomains" } else { "" };
        let preload = if preload { "; preload" } else { "" };
        Some(format!("max-age={max_age}{subdomains}{preload}"))
    }
}

/// `permissions_policy` of `[security]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "`permissions_policy` is neither `false` nor a table with a list for each feature, such as `{ camera = [\"self\"] }`"
)]
pub enum PermissionsPolicy {
    /// Whether the header is sent, with the features that are denied by default.
    IsEnabled(bool),
    /// Who may use a feature, in addition to the features that are denied by default. An empty list denies it to all.
    Features(BTreeMap<String, Vec<String>>),
}

impl Default for PermissionsPolicy {
    fn default() -> PermissionsPolicy {
        PermissionsPolicy::IsEnabled(true)
    }
}

/// Features that no page may use unless site.toml allows it: those with which a script can observe visitors.
const DENIED: [&str; 3] = ["camera", "geolocation", "microphone"];

impl PermissionsPolicy {
    /// Returns the value of the header, or `None` if it is not sent.
    pub fn value(&self) -> Option<String> {
        let own = match self {
            PermissionsPolicy::IsEnabled(false) => return None,
            PermissionsPolicy::IsEnabled(true) => &BTreeMap::new(),
            PermissionsPolicy::Features(features) => features,
        };
        let mut all: BTreeMap<&str, &[String]> = DENIED.map(|it| (it, &[][..])).into();
        all.extend(own.iter().map(|(feature, allowed)| (feature.as_str(), allowed.as_slice())));
        let directive = |(feature, allowed): (&str, &[String])| match allowed {
            [any] if any == "*" => format!("{feature}=*"),
            list => {
                let list: Vec<String> = list.iter().map(|it| member(it)).collect();
                format!("{feature}=({})", list.join(" "))
            }
        };
        Some(all.into_iter().map(directive).collect::<Vec<_>>().join(", "))
    }
}

/// Returns who may use a feature as a member of a list of structured fields (RFC 9651).
fn member(allowed: &str) -> String {
    if allowed == SELF { SELF.to_owned() } else { format!("\"{allowed}\"") }
}

/// The pages of the site itself.
const SELF: &str = "self";

impl Security {
    /// Returns all invalid values of the table: the key, a message and a hint. `is_https` is whether the site has a URL with HTTPS.
    pub fn problems(&self, is_https: bool) -> Vec<(&'static str, String, String)> {
        let mut problems = Vec::new();
        if self.hsts.value().is_some() && !is_https {
            let message = "`hsts` requires a site with HTTPS".to_owned();
            problems.push(("hsts", message, "begin `base_url` with `https://`".to_owned()));
        }
        if let Hsts::Directives(it) = &self.hsts
            && it.preload
            && !(it.include_subdomains && it.max_age >= YEAR)
        {
            let message = "browsers do not accept this site for their list".to_owned();
            let hint = format!(
                "`preload` requires `include_subdomains = true` and a `max_age` of at least {YEAR}"
            );
            problems.push(("hsts", message, hint));
        }

        let PermissionsPolicy::Features(features) = &self.permissions_policy else {
            return problems;
        };
        for (feature, allowed) in features {
            let is_name = feature.starts_with(|it: char| it.is_ascii_lowercase())
                && feature
                    .bytes()
                    .all(|it| it.is_ascii_lowercase() || b"-0123456789".contains(&it));
            let similar = did_you_mean(feature, FEATURES);
            if !FEATURES.contains(&feature.as_str()) && (!is_name || similar.is_some()) {
                let hint = similar.unwrap_or_else(|| {
                    "write its name in lower case with hyphens, such as `display-capture`"
                        .to_owned()
                });
                let message = format!("`{feature}` is not a feature of a permissions policy");
                problems.push((POLICY_KEY, message, hint));
            }
            for origin in allowed.iter().filter(|it| !is_allowed(it, allowed.len())) {
                let message = format!("`{feature}` cannot be allowed for `{origin}`");
                let hint = "write `[]` to deny it, `[\"self\"]` for the pages of the site, `[\"self\", \"https://maps.example.com\"]` for these and a frame, or `[\"*\"]`";
                problems.push((POLICY_KEY, message, hint.to_owned()));
            }
        }
        problems
    }
}

const POLICY_KEY: &str = "permissions_policy";

/// Returns whether a feature can be allowed for a member of a list with `count` members.
fn is_allowed(member: &str, count: usize) -> bool {
    let is_origin =
        (member.starts_with("https://") || member.starts_with("http://")) && is_source(member);
    member == SELF || member == "*" && count == 1 || is_origin
}

/// Features that browsers know. Others are accepted unless they look like one of these.
const FEATURES: [&str; 33] = [
    "accelerometer",
    "ambient-light-sensor",
    "attribution-reporting",
    "autoplay",
    "bluetooth",
    "browsing-topics",
    "camera",
    "clipboard-read",
    "clipboard-write",
    "cross-origin-isolated",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
    "idle-detection",
    "interest-cohort",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "otp-credentials",
    "payment",
    "picture-in-picture",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "web-share",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Security {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn headers_follow_the_table() {
        for (text, hsts, policy) in [
            ("", None, Some("camera=(), geolocation=(), microphone=()")),
            ("hsts = true\npermissions_policy = false", Some("max-age=31536000"), None),
            (
                "hsts = { max_age = 300 }\npermissions_policy = { fullscreen = [\"*\"], camera = [\"self\", \"https://id.example\"] }",
                Some("max-age=300"),
                Some(
                    "camera=(self \"https://id.example\"), fullscreen=*, geolocation=(), microphone=()",
                ),
            ),
            (
                "hsts = { include_subdomains = true, preload = true }",
                Some("max-age=31536000; includeSubDomains; preload"),
                Some("camera=(), geolocation=(), microphone=()"),
            ),
        ] {
            let security = read(text);
            assert_eq!(security.hsts.value().as_deref(), hsts, "{text}");
            assert_eq!(security.permissions_policy.value().as_deref(), policy, "{text}");
            assert_eq!(security.problems(true), [], "{text}");
        }
    }
}
