//! A small HTTP client over real sockets. Each request has its own connection, so that requests
//! share no state.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Sends requests.
pub(crate) struct Client;

/// A response.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) text: String,
    head: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    /// Returns a header by its lower-case name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let has_name = |line: &str| {
            line.split_once(':').is_some_and(|(key, _)| key.eq_ignore_ascii_case(name))
        };
        self.head
            .lines()
            .find(|line| has_name(line))
            .map(|line| line.split_once(':').unwrap().1.trim())
    }
}

impl Client {
    pub(crate) async fn send(
        &self,
        method: &str,
        url: &str,
        headers: &[(&str, &str)],
        body: impl Into<String>,
    ) -> Response {
        let body: String = body.into();
        let tail = url.strip_prefix("http://").unwrap();
        let (host, path) = tail.split_once('/').unwrap();
        let mut request = format!(
            "{method} /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {}\r\n",
            body.len()
        );
        if !headers.iter().any(|(name, _)| *name == "content-type") {
            request.push_str("content-type: application/json\r\n");
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut stream = tokio::net::TcpStream::connect(host).await.unwrap();
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).await.unwrap();
        let mut response = Vec::new();
        stream.read_to_end(&mut response).await.unwrap();
        let response = String::from_utf8(response).unwrap();
        let (head, text) = response.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Response { status, text: text.to_owned(), head: head.to_owned() }
    }
}
