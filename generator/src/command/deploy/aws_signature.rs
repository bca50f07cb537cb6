//! Signatures of requests to AWS: Signature Version 4.

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use ring::{digest, hmac};

use croupier_deploy::AwsCredentials;

/// What a signature covers apart from the credentials.
pub(super) struct SignedRequest<'a> {
    /// The method.
    pub method: &'a str,
    /// Host and port, if it is not the usual one.
    pub host: &'a str,
    /// The path, without a query.
    pub path: &'a str,
    /// The body.
    pub body: &'a [u8],
    /// The region of the service.
    pub region: &'a str,
    /// The service.
    pub service: &'a str,
}

impl SignedRequest<'_> {
    /// Returns the headers with the signature, the time and the token.
    pub(super) fn headers(
        &self,
        credentials: &AwsCredentials,
        time: Timestamp,
    ) -> Vec<(&'static str, String)> {
        let time = time.strftime("%Y%m%dT%H%M%SZ").to_string();
        let day = &time[..8];

        let mut headers = vec![("host", self.host.to_owned()), ("x-amz-date", time.clone())];
        if let Some(token) = &credentials.session_token {
            headers.push(("x-amz-security-token", token.clone()));
        }

        let names: Vec<&str> = headers.iter().map(|(name, _)| *name).collect();
        let names = names.join(";");
        let lines: String =
            headers.iter().map(|(name, value)| format!("{name}:{}\n", value.trim())).collect();

        let request = format!(
            // The canonical request of AWS Signature Version 4.
            "{}\n{}\n\n{lines}\n{names}\n{}",
            self.method,
            self.path,
            HEXLOWER.encode(digest::digest(&digest::SHA256, self.body).as_ref())
        );
        let scope = format!("{day}/{}/{}/aws4_request", self.region, self.service);
        let text = format!(
            "AWS4-HMAC-SHA256\n{time}\n{scope}\n{}",
            HEXLOWER.encode(digest::digest(&digest::SHA256, request.as_bytes()).as_ref())
        );

        let first = format!("AWS4{}", credentials.secret_access_key).into_bytes();
        let parts = [day, self.region, self.service, "aws4_request", &text];
        let signature = parts.into_iter().fold(first, |key, part| {
            hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key), part.as_bytes()).as_ref().to_vec()
        });

        let authorization = format!(
            "AWS4-HMAC-SHA256 Credential={}/{scope}, SignedHeaders={names}, Signature={}",
            credentials.access_key_id,
            HEXLOWER.encode(&signature)
        );

        headers.push(("authorization", authorization));
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The request `get-vanilla` of the published test suite.
    #[test]
    fn a_signature_equals_that_of_the_test_suite() {
        let credentials = AwsCredentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY".to_owned(),
            session_token: None,
        };
        let request = SignedRequest {
            method: "GET",
            host: "example.amazonaws.com",
            path: "/",
            body: b"",
            region: "us-east-1",
            service: "service",
        };

        let headers = request.headers(&credentials, "2015-08-30T12:36:00Z".parse().unwrap());
        assert_eq!(
            headers.last().unwrap().1,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, \
             Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
        );
    }
}
