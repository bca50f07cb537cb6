//! A persistent connection of a player to an origin, which records the time of each response.

use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An error message.
pub(crate) type Failure = String;

/// The calls of a player: name and response time.
pub(crate) type Times = Vec<(&'static str, Duration)>;

/// A connection that is open for several requests.
pub(crate) struct Connection {
    host: String,
    stream: TcpStream,
    /// Bytes of the next response that were read with the previous one.
    rest: Vec<u8>,
}

/// A request. `name` is the row of the result table, `kind` the content type.
pub(crate) struct Request<'a> {
    pub(crate) name: &'static str,
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) token: &'a str,
    pub(crate) kind: &'static str,
    pub(crate) body: String,
}

impl Connection {
    /// Connects to an origin such as `http://127.0.0.1:8001`.
    pub(crate) async fn open(origin: &str) -> Result<Connection, Failure> {
        let host = origin.trim_start_matches("http://").to_owned();
        let stream = TcpStream::connect(&host)
            .await
            .map_err(|error| format!("cannot connect to {host}: {error}"))?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        Ok(Connection { host, stream, rest: Vec::new() })
    }

    /// Sends a request, records its time and returns the body. Any status except 200 is an error.
    pub(crate) async fn send(
        &mut self,
        request: Request<'_>,
        times: &mut Times,
    ) -> Result<String, Failure> {
        let (status, body) = self.exchange(&request, times).await?;
        if status == 200 {
            Ok(body)
        } else {
            Err(format!("{} {}: {status} {body}", request.method, request.path))
        }
    }

    /// Like [`Connection::send`], but parses the body as JSON.
    pub(crate) async fn json(
        &mut self,
        request: Request<'_>,
        times: &mut Times,
    ) -> Result<Value, Failure> {
        let text = self.send(request, times).await?;
        serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))
    }

    async fn exchange(
        &mut self,
        request: &Request<'_>,
        times: &mut Times,
    ) -> Result<(u16, String), Failure> {
        let Request { name, method, path, token, kind, body } = request;
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: {kind}\r\nx-session-token: {token}\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        let start = Instant::now();
        let failure = |error: std::io::Error| format!("{method} {path}: {error}");
        self.stream.write_all(text.as_bytes()).await.map_err(failure)?;
        let mut bytes = std::mem::take(&mut self.rest);
        loop {
            if let Some((head, length)) = parse_head(&bytes)
                && bytes.len() >= head + length
            {
                times.push((name, start.elapsed()));
                let status = std::str::from_utf8(&bytes[9..12])
                    .ok()
                    .and_then(|text| text.parse().ok())
                    .unwrap_or(0);
                let body = String::from_utf8_lossy(&bytes[head..head + length]).into_owned();
                self.rest = bytes.split_off(head + length);
                return Ok((status, body));
            }
            if self.stream.read_buf(&mut bytes).await.map_err(failure)? == 0 {
                return Err(format!("{method} {path}: the connection was closed"));
            }
        }
    }
}

/// Returns offset and length of the body if the head is complete.
fn parse_head(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&bytes[..end]).ok()?.to_ascii_lowercase();
    let length = text.split("content-length:").nth(1)?.lines().next()?.trim().parse().ok()?;
    Some((end, length))
}
