//! What `[dev]` of site.toml adds to a site as it is served: paths that other servers answer, and what pages may use and know.

use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue};
use serde_json::{Map, Value};

use crate::serve::upstream::Upstreams;
use croupier_content::config::hosts::{Directive, Hosts};

/// The additions, with the numbers of ports filled in.
#[derive(Debug)]
pub(crate) struct Additions {
    /// Who answers which paths.
    pub upstreams: Upstreams,
    /// Hosts that pages may use.
    pub hosts: Hosts,
    /// What the configuration of pages holds besides.
    pub config: Map<String, Value>,
}

/// Where a page's configuration begins.
const CONFIG: &str = "id=\"croupier-config\">";

impl Additions {
    /// Lets the content security policy of an answer know the hosts.
    pub(crate) fn allow(&self, headers: &mut HeaderMap) {
        let policy = headers.get(CONTENT_SECURITY_POLICY).and_then(|value| value.to_str().ok());
        if let Some(policy) =
            policy.and_then(|policy| HeaderValue::try_from(widened(policy, &self.hosts)).ok())
        {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
    }

    /// A page whose configuration holds what is added; none where the page has no configuration.
    pub(crate) fn configured(&self, html: &str) -> Option<String> {
        let start = html.find(CONFIG)? + CONFIG.len();
        let end = start + html[start..].find("</script>")?;
        let mut config: Value = serde_json::from_str(&html[start..end]).ok()?;
        merge(&mut config, &Value::Object(self.config.clone()));
        Some(format!(
            "{}{}{}",
            &html[..start],
            config.to_string().replace('<', "\\u003c"),
            &html[end..]
        ))
    }
}

/// A policy that allows the hosts, too.
fn widened(policy: &str, hosts: &Hosts) -> String {
    let widen = |directive: &str| {
        let name = directive.split_whitespace().next().unwrap_or_default();
        let more = Directive::ALL
            .into_iter()
            .find(|it| it.name() == name)
            .map(|it| hosts.of(it))
            .unwrap_or_default();
        more.iter().fold(directive.to_owned(), |directive, host| format!("{directive} {host}"))
    };
    policy.split(';').map(str::trim).map(widen).collect::<Vec<_>>().join("; ")
}

/// Lays `more` over a value: tables into tables, anything else in the place of what was there.
fn merge(value: &mut Value, more: &Value) {
    match (value, more) {
        (Value::Object(table), Value::Object(more)) => {
            for (key, more) in more {
                merge(table.entry(key).or_insert(Value::Null), more);
            }
        }
        (value, more) => *value = more.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Additions, widened};
    use crate::serve::forward;
    use crate::serve::upstream::Upstreams;
    use croupier_content::config::hosts::Hosts;

    #[test]
    fn a_policy_knows_a_host_where_it_is_listed_and_nowhere_else() {
        let policy =
            "default-src 'self'; script-src 'self' 'sha256-x'; frame-src 'self'; object-src 'none'";
        let host = || vec!["http://h:1".to_owned()];
        let hosts = Hosts { script: host(), frame: host(), ..Hosts::default() };
        let expected = "default-src 'self'; script-src 'self' 'sha256-x' http://h:1; frame-src 'self' http://h:1; object-src 'none'";
        assert_eq!(widened(policy, &hosts), expected);
    }

    #[tokio::test]
    async fn a_pages_configuration_holds_what_is_added_and_keeps_the_rest() {
        let config = json!({ "outside": "http://127.0.0.1:8002", "chat": { "url": "/c" } });
        let upstreams = Upstreams::new(forward::asking().unwrap(), Vec::new());
        let additions = Additions {
            upstreams,
            hosts: Hosts::default(),
            config: config.as_object().unwrap().clone(),
        };
        let page = |config: &str| {
            format!("<p><script type=\"application/json\" id=\"croupier-config\">{config}</script>")
        };
        let told = additions
            .configured(&page(r#"{"api":"\u003c/a","chat":{"adapter":"x","url":""}}"#))
            .unwrap();
        assert_eq!(
            told,
            page(
                r#"{"api":"\u003c/a","chat":{"adapter":"x","url":"/c"},"outside":"http://127.0.0.1:8002"}"#
            )
        );
        assert_eq!(additions.configured("<p>"), None);
    }
}
