//! Purges URLs at the API of a CDN.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use tokio::task::JoinSet;

use crate::command::deploy::aws_signature::SignedRequest;
use crate::command::deploy::cloudfront;
use crate::http_client::{HttpClient, new_client, root_cause};
use croupier_base::fingerprint::hex;
use croupier_content::config::tables::deploy::{Cdn, Purge};
use croupier_deploy::AwsCredentials;

/// Maximum number of concurrent requests.
const MAX_CONCURRENT: usize = 8;
/// Maximum number of URLs in one request.
const BATCH: usize = 30;
/// Number of URLs above which all URLs of a site are purged instead, if the CDN can do this.
const MAX_URLS: usize = 1500;
/// Number of attempts for one request.
const ATTEMPTS: u32 = 5;
/// Time before the second attempt. It doubles with each further one.
const BACKOFF: Duration = Duration::from_millis(500);
/// Time limit of a request.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Maximum size of a response in bytes.
const MAX_RESPONSE: usize = 1 << 20;

/// The content type of most APIs.
const JSON: &str = "application/json";

/// A request to the API of a CDN.
#[derive(Debug, PartialEq, Eq)]
struct ApiCall {
    url: String,
    /// The headers that authorize the request.
    headers: Vec<(&'static str, String)>,
    content_type: &'static str,
    body: String,
}

/// Purges URLs. The error says why they are not purged.
pub(super) fn purge(provider: Cdn, settings: &Purge, urls: &[String]) -> Result<(), String> {
    let calls = match provider {
        Cdn::Bunny => bunny(settings, urls, &token("BUNNY_API_KEY")?),
        Cdn::Cloudflare => cloudflare(settings, urls, &token("CLOUDFLARE_API_TOKEN")?),
        Cdn::CloudFront => {
            vec![invalidation(settings, urls, &AwsCredentials::read()?, Timestamp::now())?]
        }
        Cdn::Fastly => fastly(settings, urls, &token("FASTLY_API_TOKEN")?),
    };

    let client = new_client()?;
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let mut pending = calls.into_iter();
        let mut tasks = JoinSet::new();

        loop {
            while tasks.len() < MAX_CONCURRENT
                && let Some(call) = pending.next()
            {
                let client = client.clone();
                tasks.spawn(async move { send(&client, &call).await });
            }
            match tasks.join_next().await {
                None => return Ok(()),
                Some(result) => result.map_err(|error| error.to_string())??,
            }
        }
    })
}

/// Reads the token of a CDN from an environment variable.
fn token(variable: &str) -> Result<String, String> {
    let token = std::env::var(variable).ok().filter(|token| !token.is_empty());
    token.ok_or_else(|| format!("{variable} is not set to the token of the CDN"))
}

/// Returns the URL of an API without a trailing slash.
fn endpoint<'a>(settings: &'a Purge, default: &'a str) -> &'a str {
    settings.endpoint.as_deref().unwrap_or(default).trim_end_matches('/')
}

fn bunny(settings: &Purge, urls: &[String], token: &str) -> Vec<ApiCall> {
    let endpoint = endpoint(settings, "https://api.bunny.net");
    let call = |url: &String| ApiCall {
        url: format!(
            "{endpoint}/purge?async=true&url={}",
            utf8_percent_encode(url, NON_ALPHANUMERIC)
        ),
        headers: vec![("accesskey", token.to_owned())],
        content_type: JSON,
        body: String::new(),
    };
    urls.iter().map(call).collect()
}

fn cloudflare(settings: &Purge, urls: &[String], token: &str) -> Vec<ApiCall> {
    let zone = settings.zone.as_deref().unwrap_or_default();
    let endpoint = endpoint(settings, "https://api.cloudflare.com/client/v4");
    let call = |body: serde_json::Value| ApiCall {
        url: format!("{endpoint}/zones/{zone}/purge_cache"),
        headers: vec![("authorization", format!("Bearer {token}"))],
        content_type: JSON,
        body: body.to_string(),
    };
    if urls.len() > MAX_URLS {
        return vec![call(json!({ "purge_everything": true }))];
    }
    urls.chunks(BATCH).map(|urls| call(json!({ "files": urls }))).collect()
}

fn fastly(settings: &Purge, urls: &[String], token: &str) -> Vec<ApiCall> {
    let endpoint = endpoint(settings, "https://api.fastly.com");
    let call = |url: &String| ApiCall {
        url: format!("{endpoint}/purge/{}", url.split_once("://").map_or(&**url, |it| it.1)),
        headers: vec![("fastly-key", token.to_owned())],
        content_type: JSON,
        body: String::new(),
    };
    urls.iter().map(call).collect()
}

/// Returns the request that invalidates URLs of a `CloudFront` distribution.
fn invalidation(
    settings: &Purge,
    urls: &[String],
    credentials: &AwsCredentials,
    time: Timestamp,
) -> Result<ApiCall, String> {
    let endpoint = endpoint(settings, "https://cloudfront.amazonaws.com");
    let (_, host) = endpoint
        .split_once("://")
        .ok_or_else(|| format!("`{endpoint}` is not the URL of an API"))?;

    let distribution = settings.distribution.as_deref().unwrap_or_default();
    let path = format!(
        "/2020-05-31/distribution/{}/invalidation",
        utf8_percent_encode(distribution, NON_ALPHANUMERIC)
    );

    let paths = cloudfront::paths(urls);
    let reference = hex(format!("{} {}", time.as_nanosecond(), paths.join("\n")).as_bytes());
    let body = cloudfront::body(&paths, &reference);

    let request = SignedRequest {
        method: "POST",
        host,
        path: &path,
        body: body.as_bytes(),
        region: "us-east-1",
        service: "cloudfront",
    };

    let headers = request.headers(credentials, time);
    Ok(ApiCall { url: format!("{endpoint}{path}"), headers, content_type: "application/xml", body })
}

/// Sends a request, and repeats it if the API is overloaded.
async fn send(client: &HttpClient, call: &ApiCall) -> Result<(), String> {
    let mut wait = BACKOFF;
    for attempt in 1.. {
        let request = Request::post(&call.url).header("content-type", call.content_type);
        let request = call
            .headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, value))
            .body(Body::from(call.body.clone()))
            .map_err(|error| error.to_string())?;

        let response = tokio::time::timeout(TIMEOUT, client.request(request)).await;
        let message = match response {
            Err(_) => "the request timed out".to_owned(),
            Ok(Err(error)) => root_cause(&error),
            Ok(Ok(response)) => {
                let status = response.status();
                if status.is_success() {
                    return Ok(());
                }
                let body = to_bytes(Body::new(response.into_body()), MAX_RESPONSE).await;
                let body = String::from_utf8_lossy(&body.unwrap_or_default()).into_owned();
                let message = format!("the CDN responded with {status} {}", body.trim());
                if !status.is_server_error() && status != StatusCode::TOO_MANY_REQUESTS {
                    return Err(message);
                }
                message
            }
        };

        if attempt == ATTEMPTS {
            return Err(message);
        }
        tokio::time::sleep(wait).await;
        wait *= 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Purge {
        Purge {
            command: None,
            provider: None,
            zone: Some("z".to_owned()),
            distribution: None,
            endpoint: None,
        }
    }

    #[test]
    fn urls_are_sent_in_the_form_of_each_api() {
        let urls = ["https://e.com/a%20b/".to_owned()];
        assert_eq!(
            bunny(&settings(), &urls, "t")[0].url,
            "https://api.bunny.net/purge?async=true&url=https%3A%2F%2Fe%2Ecom%2Fa%2520b%2F"
        );
        assert_eq!(
            fastly(&settings(), &urls, "t")[0].url,
            "https://api.fastly.com/purge/e.com/a%20b/"
        );
        let call = &cloudflare(&settings(), &urls, "t")[0];
        assert_eq!(call.url, "https://api.cloudflare.com/client/v4/zones/z/purge_cache");
        assert_eq!(call.body, r#"{"files":["https://e.com/a%20b/"]}"#);
    }

    #[test]
    fn many_urls_are_sent_in_batches_and_very_many_purge_the_zone() {
        let urls = vec!["https://e.com/".to_owned(); MAX_URLS];
        assert_eq!(cloudflare(&settings(), &urls, "t").len(), MAX_URLS / BATCH);
        let more = vec!["https://e.com/".to_owned(); MAX_URLS + 1];
        let all = cloudflare(&settings(), &more, "t");
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].body, r#"{"purge_everything":true}"#);
    }
}
