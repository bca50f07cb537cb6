//! Hosts that values of site.toml add to the content security policy, as the `policy` keyword of the runtime's schema declares (A3).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::config::tables::hosts::{Directive, Hosts};

/// The `policy` keyword of a key in the schema: the policy sources that its value adds.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum PolicySources {
    /// Adds the host of the value, or of each value in its list, to these directives.
    OwnHost(Vec<Directive>),
    /// Adds the sources of the current value to directives. The source `{url}` is the host of the key `url` in the same table.
    ByValue(BTreeMap<String, BTreeMap<Directive, Vec<String>>>),
}

impl PolicySources {
    /// Returns the keys whose values must be URLs, for the keyword of `key`.
    pub(crate) fn url_keys<'a>(&'a self, key: &'a str) -> Vec<&'a str> {
        match self {
            PolicySources::OwnHost(_) => vec![key],
            PolicySources::ByValue(values) => {
                let sources = values.values().flat_map(BTreeMap::values).flatten();
                let mut keys: Vec<&str> =
                    sources.filter_map(|source| placeholder(source)).collect();
                keys.sort_unstable();
                keys.dedup();
                keys
            }
        }
    }

    /// Adds the sources for the value of `key` in `table` to `hosts`.
    pub fn add(&self, key: &str, table: &Value, hosts: &mut Hosts) {
        match self {
            PolicySources::OwnHost(directives) => {
                for directive in directives {
                    for source in sources(table.get(key)) {
                        hosts.add(*directive, source);
                    }
                }
            }
            PolicySources::ByValue(values) => {
                let value = table.get(key).and_then(Value::as_str);
                let directives = value.and_then(|value| values.get(value));
                for (directive, templates) in directives.into_iter().flatten() {
                    for template in templates {
                        let Some(key) = placeholder(template) else {
                            hosts.add(*directive, template.clone());
                            continue;
                        };
                        for source in sources(table.get(key)) {
                            hosts.add(*directive, source);
                        }
                    }
                }
            }
        }
    }
}

/// Returns the key in a source such as `{url}`.
fn placeholder(source: &str) -> Option<&str> {
    source.strip_prefix('{')?.strip_suffix('}')
}

/// Returns the hosts of a URL or a list of URLs. Invalid URLs are skipped; the schema check reports them.
fn sources(value: Option<&Value>) -> Vec<String> {
    let results: Vec<_> = match value {
        Some(Value::String(text)) => vec![source(text, false)],
        Some(Value::Array(items)) => {
            items.iter().filter_map(Value::as_str).map(|text| source(text, true)).collect()
        }
        _ => Vec::new(),
    };
    results.into_iter().filter_map(Result::ok).flatten().collect()
}

/// The error for a value that is not a URL, and so cannot be a source.
#[derive(Debug, PartialEq, Eq)]
pub struct InvalidUrl;

/// Returns the host of a URL as a policy source: `https://chat.example`. Returns `None` for a path of this site and for an empty value.
/// In a list (`is_listed`) the scheme is optional.
pub fn source(url: &str, is_listed: bool) -> Result<Option<String>, InvalidUrl> {
    if url.is_empty() || url.starts_with('/') && !url.starts_with("//") {
        return Ok(None);
    }

    let (scheme, rest) = match url.split_once("://") {
        Some(parts) => parts,
        None if is_listed => ("https", url),
        None => return Err(InvalidUrl),
    };

    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let is_host = !host.is_empty()
        && host.chars().all(|it| it.is_ascii_alphanumeric() || ".-:[]".contains(it));
    let is_known_scheme = matches!(scheme, "https" | "http" | "wss" | "ws");
    let is_only_host = host == url;

    if !is_host || !is_known_scheme || !url.contains("://") && !is_only_host {
        return Err(InvalidUrl);
    }

    Ok(Some(format!("{scheme}://{host}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{InvalidUrl, PolicySources, source};
    use crate::config::tables::hosts::Hosts;

    #[test]
    fn a_url_has_a_host_and_a_path_of_this_site_has_none() {
        for (url, host) in [
            ("https://chat.example/widget/abc?x=1", "https://chat.example"),
            ("https://key@o1.errors.example/42", "https://o1.errors.example"),
            ("wss://rewards.example:8443?x", "wss://rewards.example:8443"),
            ("https://games.example/launch?game={game_id}", "https://games.example"),
        ] {
            assert_eq!(source(url, false), Ok(Some(host.to_owned())));
        }
        assert_eq!(source("", false), Ok(None));
        assert_eq!(source("/external/chat.js", false), Ok(None));
        assert_eq!(source("cashier.example", true), Ok(Some("https://cashier.example".to_owned())));
    }

    #[test]
    fn values_that_could_inject_into_the_policy_are_invalid() {
        for url in [
            "chat.js",
            "//chat.example/x",
            "javascript://x",
            "https://",
            "https://a b",
            "https://a;script-src *",
            "https://{host}/x",
        ] {
            assert_eq!(source(url, false), Err(InvalidUrl), "{url}");
        }
        assert_eq!(source("cashier.example/deposit", true), Err(InvalidUrl));
        assert_eq!(source("'unsafe-inline'", true), Err(InvalidUrl));
    }

    #[test]
    fn only_the_current_value_adds_hosts_and_each_host_once() {
        let policy: PolicySources = serde_json::from_value(json!({
            "near": { "script": ["{url}"] },
            "far": { "script": ["{url}", "https://cdn.example"], "connect": ["wss://*.example"] },
        }))
        .unwrap();
        assert_eq!(policy.url_keys("adapter"), ["url"]);

        let hosts_for = |adapter: &str| {
            let mut hosts =
                Hosts { script: vec!["https://cdn.example".to_owned()], ..Hosts::default() };
            policy.add(
                "adapter",
                &json!({ "adapter": adapter, "url": "https://chat.example/x.js" }),
                &mut hosts,
            );
            hosts
        };

        assert_eq!(hosts_for("none").script, ["https://cdn.example"]);
        assert_eq!(hosts_for("far").script, ["https://cdn.example", "https://chat.example"]);
        assert_eq!(hosts_for("far").connect, ["wss://*.example"]);
    }
}
