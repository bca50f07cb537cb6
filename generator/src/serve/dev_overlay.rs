//! The additions of `[dev]` in site.toml to the served site: proxy routes, allowed hosts, and page
//! configuration.

use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderMap, HeaderValue};
use serde_json::{Map, Value};

use crate::serve::proxy::routes::ProxyRoutes;
use croupier_content::config::tables::hosts::{Directive, Hosts};

/// Additions to the served site, with all port names replaced by numbers.
#[derive(Debug)]
pub(crate) struct DevOverlay {
    /// Paths that are forwarded to other servers.
    pub routes: ProxyRoutes,
    /// Additional hosts for the content security policy.
    pub hosts: Hosts,
    /// Additional entries of the configuration of pages.
    pub config: Map<String, Value>,
}

/// End of the start tag of the element that contains the configuration of a page.
const CONFIG_START: &str = "id=\"croupier-config\">";

impl DevOverlay {
    /// Adds the hosts to the content security policy of a response.
    pub(crate) fn extend_policy(&self, headers: &mut HeaderMap) {
        let policy = headers.get(CONTENT_SECURITY_POLICY).and_then(|value| value.to_str().ok());
        let extended = policy
            .and_then(|policy| HeaderValue::try_from(extended_policy(policy, &self.hosts)).ok());
        if let Some(policy) = extended {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
    }

    /// Returns a page with the additional configuration merged in, or `None` if the page has no
    /// configuration.
    pub(crate) fn with_config(&self, html: &str) -> Option<String> {
        let start = html.find(CONFIG_START)? + CONFIG_START.len();
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

/// Returns a content security policy with the hosts added to their directives.
fn extended_policy(policy: &str, hosts: &Hosts) -> String {
    let extend = |directive: &str| {
        let name = directive.split_whitespace().next().unwrap_or_default();
        let additional_hosts = Directive::ALL
            .into_iter()
            .find(|it| it.name() == name)
            .map(|it| hosts.of(it))
            .unwrap_or_default();
        let mut extended = directive.to_owned();
        for host in additional_hosts {
            extended.push(' ');
            extended.push_str(host);
        }
        extended
    };
    policy.split(';').map(str::trim).map(extend).collect::<Vec<_>>().join("; ")
}

/// Merges `overlay` into a value. Objects are merged by key; any other value is replaced.
fn merge(value: &mut Value, overlay: &Value) {
    match (value, overlay) {
        (Value::Object(fields), Value::Object(overlay)) => {
            for (key, overlay) in overlay {
                merge(fields.entry(key).or_insert(Value::Null), overlay);
            }
        }
        (value, overlay) => *value = overlay.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{DevOverlay, extended_policy};
    use crate::http_client::new_client;
    use crate::serve::proxy::routes::ProxyRoutes;
    use croupier_content::config::tables::hosts::Hosts;

    #[test]
    fn hosts_are_added_only_to_their_directives() {
        let policy =
            "default-src 'self'; script-src 'self' 'sha256-x'; frame-src 'self'; object-src 'none'";
        let host = || vec!["http://h:1".to_owned()];
        let hosts = Hosts { script: host(), frame: host(), ..Hosts::default() };
        let expected = "default-src 'self'; script-src 'self' 'sha256-x' http://h:1; frame-src 'self' http://h:1; object-src 'none'";
        assert_eq!(extended_policy(policy, &hosts), expected);
    }

    #[tokio::test]
    async fn configuration_is_merged_into_that_of_the_page() {
        let config = json!({ "outside": "http://127.0.0.1:8002", "chat": { "url": "/c" } });
        let overlay = DevOverlay {
            routes: ProxyRoutes::new(new_client().unwrap(), Vec::new()),
            hosts: Hosts::default(),
            config: config.as_object().unwrap().clone(),
        };
        let page = |config: &str| {
            format!("<p><script type=\"application/json\" id=\"croupier-config\">{config}</script>")
        };

        let html = overlay
            .with_config(&page(r#"{"api":"\u003c/a","chat":{"adapter":"x","url":""}}"#))
            .unwrap();
        assert_eq!(
            html,
            page(
                r#"{"api":"\u003c/a","chat":{"adapter":"x","url":"/c"},"outside":"http://127.0.0.1:8002"}"#
            )
        );
        assert_eq!(overlay.with_config("<p>"), None);
    }
}
