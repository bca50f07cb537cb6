//! Explains why a request to an object store failed: no connection, or a response that refuses it.

use std::error::Error;
use std::fmt;

use crate::store::failure::{FailureKind, StoreFailure};

/// A request that failed, as an error in the chain of errors of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RequestFailure {
    /// No connection to this server could be made, for this reason.
    Connection { server: String, reason: String },
    /// The server responded with an error.
    Response(ErrorResponse),
}

/// An error of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ErrorResponse {
    /// Scheme, host and port.
    pub server: String,
    /// HTTP status.
    pub status: u16,
    /// Code in the body, such as `AccessDenied`.
    pub code: String,
    /// Explanation in the body.
    pub message: String,
    /// Region of the bucket, if a header contains it.
    pub region: Option<String>,
}

impl fmt::Display for RequestFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.explain().message)
    }
}

impl Error for RequestFailure {}

/// Codes of a bucket or container that does not exist.
const NO_BUCKET: [&str; 3] = ["NoSuchBucket", "ContainerNotFound", "InvalidBucketName"];

impl ErrorResponse {
    /// Reads the body of a response: XML, or JSON of Google's services. Other elements can contain signatures, so they are not read.
    pub(crate) fn parse(server: String, status: u16, body: &str) -> ErrorResponse {
        let json: Option<serde_json::Value> = serde_json::from_str(body).ok();
        let (code, message) = match &json {
            Some(json) => {
                let error = &json["error"];
                let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
                let code = text(error).or_else(|| text(&error["status"])).unwrap_or_default();
                let message = text(&error["message"]).or_else(|| text(&json["error_description"]));
                (code, message.unwrap_or_default())
            }
            None => (element(body, "Code"), element(body, "Message")),
        };
        let message = message.lines().next().unwrap_or_default().trim().to_owned();
        ErrorResponse { server, status, code, message, region: None }
    }

    /// Returns whether the response says that the bucket does not exist.
    pub(crate) fn is_missing_bucket(&self) -> bool {
        NO_BUCKET.contains(&&*self.code)
    }

    /// Describes the response: `403 AccessDenied: Access Denied.`
    fn text(&self) -> String {
        let mut text = self.status.to_string();
        if !self.code.is_empty() {
            text.push_str(&format!(" {}", self.code));
        }
        let message = self.message.trim_end_matches('.');
        if !message.is_empty() {
            text.push_str(&format!(": {message}"));
        }
        text
    }
}

impl RequestFailure {
    /// Describes the failure for users.
    pub(crate) fn explain(&self) -> StoreFailure {
        let response = match self {
            RequestFailure::Connection { server, reason } => {
                let message = format!("cannot connect to {server}: {reason}");
                return StoreFailure::new(FailureKind::Unreachable, message)
                    .hint("check the endpoint and the network, and run the command again");
            }
            RequestFailure::Response(response) => response,
        };

        let (server, text) = (&response.server, response.text());
        if response.is_missing_bucket() {
            return StoreFailure::new(
                FailureKind::NoBucket,
                format!("the bucket does not exist at {server} ({text})"),
            )
            .hint("create it, or correct the name or the endpoint in `url`");
        }

        if let Some(region) = &response.region
            && (300..500).contains(&response.status)
        {
            return StoreFailure::other(format!("the bucket is in the region {region} ({text})"))
                .hint(format!("write `region={region}` in the query of `url`"));
        }

        let hint = match &*response.code {
            "InvalidAccessKeyId" => "check AWS_ACCESS_KEY_ID, or the profile of `~/.aws`",
            "SignatureDoesNotMatch" => "check AWS_SECRET_ACCESS_KEY, or the profile of `~/.aws`",
            "ExpiredToken"
            | "ExpiredTokenException"
            | "InvalidToken"
            | "TokenRefreshRequired"
            | "invalid_grant" => "the credentials are temporary and have expired; create new ones",
            "RequestTimeTooSkewed" => "set the clock of this machine",
            "AuthorizationHeaderMalformed" => "check `region` in the query of `url`, or AWS_REGION",
            "AuthenticationFailed" => "check the key or token of the storage account",
            _ if matches!(response.status, 401 | 403) => {
                "allow the owner of the credentials to list, read, write and delete objects"
            }
            _ => {
                return StoreFailure::other(format!("{server} responded with {text}"))
                    .hint("run the command again; the deployment continues where it stopped");
            }
        };

        StoreFailure::new(
            FailureKind::Refused,
            format!("{server} refused the credentials or the request ({text})"),
        )
        .hint(hint)
    }
}

/// Returns the text of the first XML element with a name.
fn element(body: &str, name: &str) -> String {
    let text = body
        .split_once(&format!("<{name}>"))
        .and_then(|(_, rest)| rest.split_once(&format!("</{name}>")))
        .map_or("", |(text, _)| text);
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    entities.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}

/// Finds a failed request in the chain of an error.
pub(crate) fn find<'a>(mut error: &'a (dyn Error + 'static)) -> Option<&'a RequestFailure> {
    loop {
        if let Some(failure) = error.downcast_ref() {
            return Some(failure);
        }
        error = error.source()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(status: u16, body: &str) -> StoreFailure {
        RequestFailure::Response(ErrorResponse::parse("https://e.com".to_owned(), status, body))
            .explain()
    }

    #[test]
    fn responses_of_each_store_are_explained_without_signatures() {
        let xml = "<?xml version=\"1.0\"?><Error><Code>SignatureDoesNotMatch</Code><Message>It &amp; that.\n\
                   RequestId:1</Message><StringToSign>secret</StringToSign></Error>";
        let failure = explain(403, xml);
        assert_eq!(
            failure.message,
            "https://e.com refused the credentials or the request (403 SignatureDoesNotMatch: It & that)"
        );
        assert_eq!(failure.kind, FailureKind::Refused);
        assert!(failure.hint.unwrap().contains("AWS_SECRET_ACCESS_KEY"));

        let json =
            r#"{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "No access."}}"#;
        assert!(explain(403, json).message.ends_with("(403 PERMISSION_DENIED: No access)"));

        let oauth = r#"{"error": "invalid_grant", "error_description": "Token expired"}"#;
        let failure = explain(400, oauth);
        assert_eq!(failure.kind, FailureKind::Refused);
        assert!(failure.hint.unwrap().contains("have expired"));

        let missing = "<Error><Code>ContainerNotFound</Code></Error>";
        assert_eq!(explain(404, missing).kind, FailureKind::NoBucket);
        assert_eq!(explain(500, "").message, "https://e.com responded with 500");
    }

    #[test]
    fn a_bucket_in_another_region_is_explained() {
        let mut response = ErrorResponse::parse("https://e.com".to_owned(), 301, "");
        response.region = Some("eu-north-1".to_owned());
        let failure = RequestFailure::Response(response).explain();
        assert!(failure.hint.unwrap().contains("`region=eu-north-1`"));
    }
}
