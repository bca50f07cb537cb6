//! Hosts of site.toml for the content security policy: `[hosts]` lists some, and the runtime's schema says with `policy` which
//! of its values bring their own (A3). What is nobody's address is told, and never written into a header.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::config::hosts::{Directive, Hosts};

/// What a key of the schema brings into the policy.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Brings {
    /// The host of its value, or of each value of its list, into these directives.
    Own(Vec<Directive>),
    /// Sources for directives, by its value. `{url}` stands for the host of that key of the table.
    ByValue(BTreeMap<String, BTreeMap<Directive, Vec<String>>>),
}

impl Brings {
    /// The keys whose values are addresses, where `key` is the one that brings.
    pub fn addresses<'a>(&'a self, key: &'a str) -> Vec<&'a str> {
        match self {
            Brings::Own(_) => vec![key],
            Brings::ByValue(values) => {
                let sources = values.values().flat_map(BTreeMap::values).flatten();
                let mut keys: Vec<&str> =
                    sources.filter_map(|source| placeholder(source)).collect();
                keys.sort_unstable();
                keys.dedup();
                keys
            }
        }
    }

    /// Adds to `hosts` what `key` of the written `table` brings.
    pub fn add(&self, key: &str, table: &Value, hosts: &mut Hosts) {
        match self {
            Brings::Own(directives) => {
                for directive in directives {
                    sources(table.get(key)).for_each(|source| hosts.add(*directive, source));
                }
            }
            Brings::ByValue(values) => {
                let chosen =
                    table.get(key).and_then(Value::as_str).and_then(|value| values.get(value));
                for (directive, listed) in chosen.into_iter().flatten() {
                    for source in listed {
                        match placeholder(source) {
                            Some(key) => sources(table.get(key))
                                .for_each(|source| hosts.add(*directive, source)),
                            None => hosts.add(*directive, source.clone()),
                        }
                    }
                }
            }
        }
    }
}

fn placeholder(source: &str) -> Option<&str> {
    source.strip_prefix('{')?.strip_suffix('}')
}

fn sources(value: Option<&Value>) -> impl Iterator<Item = String> {
    let single = value.and_then(Value::as_str).map(|text| source(text, false));
    let list = value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|text| source(text, true));
    single.into_iter().chain(list).filter_map(Result::ok).flatten().collect::<Vec<_>>().into_iter()
}

/// What is no address of an other host can be no source.
#[derive(Debug, PartialEq, Eq)]
pub struct NoAddress;

/// The host of an address as the policy names it: `https://chat.example`; none for an address of this site, or an empty one.
/// In a list a host can stand without its scheme.
pub fn source(address: &str, is_listed: bool) -> Result<Option<String>, NoAddress> {
    if address.is_empty() || address.starts_with('/') && !address.starts_with("//") {
        return Ok(None);
    }
    let (scheme, rest) = match address.split_once("://") {
        Some(parts) => parts,
        None if is_listed => ("https", address),
        None => return Err(NoAddress),
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let is_host = !host.is_empty()
        && host.chars().all(|it| it.is_ascii_alphanumeric() || ".-:[]".contains(it));
    if !is_host
        || !matches!(scheme, "https" | "http" | "wss" | "ws")
        || (!address.contains("://") && host != address)
    {
        return Err(NoAddress);
    }
    Ok(Some(format!("{scheme}://{host}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Brings, NoAddress, source};
    use crate::config::hosts::Hosts;

    #[test]
    fn an_address_names_its_host_and_one_of_this_site_none() {
        for (address, host) in [
            ("https://chat.example/widget/abc?x=1", "https://chat.example"),
            ("https://key@o1.errors.example/42", "https://o1.errors.example"),
            ("wss://rewards.example:8443?x", "wss://rewards.example:8443"),
            ("https://games.example/launch?game={game_id}", "https://games.example"),
        ] {
            assert_eq!(source(address, false), Ok(Some(host.to_owned())));
        }
        assert_eq!(source("", false), Ok(None));
        assert_eq!(source("/external/chat.js", false), Ok(None));
        assert_eq!(source("cashier.example", true), Ok(Some("https://cashier.example".to_owned())));
    }

    #[test]
    fn what_would_say_something_else_in_the_policy_is_no_address() {
        for address in [
            "chat.js",
            "//chat.example/x",
            "javascript://x",
            "https://",
            "https://a b",
            "https://a;script-src *",
            "https://{host}/x",
        ] {
            assert_eq!(source(address, false), Err(NoAddress), "{address}");
        }
        assert_eq!(source("cashier.example/deposit", true), Err(NoAddress));
        assert_eq!(source("'unsafe-inline'", true), Err(NoAddress));
    }

    #[test]
    fn only_the_chosen_value_brings_hosts_and_each_of_them_once() {
        let brings: Brings = serde_json::from_value(json!({
            "near": { "script": ["{url}"] },
            "far": { "script": ["{url}", "https://cdn.example"], "connect": ["wss://*.example"] },
        }))
        .unwrap();
        assert_eq!(brings.addresses("adapter"), ["url"]);
        let of = |adapter: &str| {
            let mut hosts =
                Hosts { script: vec!["https://cdn.example".to_owned()], ..Hosts::default() };
            brings.add(
                "adapter",
                &json!({ "adapter": adapter, "url": "https://chat.example/x.js" }),
                &mut hosts,
            );
            hosts
        };
        assert_eq!(of("none").script, ["https://cdn.example"]);
        assert_eq!(of("far").script, ["https://cdn.example", "https://chat.example"]);
        assert_eq!(of("far").connect, ["wss://*.example"]);
    }
}
