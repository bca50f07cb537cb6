//! The content of a file in a response: all of it, a range, or nothing if the client has it. Large files are read in parts, while the
//! client receives them.

#![expect(clippy::disallowed_methods, reason = "serves the output, which is not a source")]

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_RANGES, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH,
    IF_RANGE, RANGE,
};
use axum::http::{HeaderMap, Response, StatusCode};
use http_range_header::parse_range_header;
use tokio::task::JoinHandle;
use tokio_stream::Stream;

use crate::serve::compression::is_compressed;
use croupier_base::fingerprint::hex;

/// Files of more bytes are read in parts of this size.
const PART: u64 = 256 << 10;

/// Returns a response with a file, with the status 200, 206, 304 or 416.
pub(super) fn file_response(
    file: &Path,
    content_type: &'static str,
    headers: &HeaderMap,
) -> io::Result<Response<Body>> {
    let content = Content::open(file, is_compressed(content_type))?;
    let length = content.length();
    let mut response = if is_known(headers, &content.etag) {
        with_status(StatusCode::NOT_MODIFIED, Body::empty())
    } else {
        match requested_range(headers, &content.etag, length) {
            Requested::All => content.response(StatusCode::OK, 0, length)?,
            Requested::Part(start, end) => {
                let mut response =
                    content.response(StatusCode::PARTIAL_CONTENT, start, end + 1 - start)?;
                set(&mut response, CONTENT_RANGE, &format!("bytes {start}-{end}/{length}"));
                response
            }
            Requested::Outside => {
                let mut response = with_status(StatusCode::RANGE_NOT_SATISFIABLE, Body::empty());
                set(&mut response, CONTENT_RANGE, &format!("bytes */{length}"));
                response
            }
        }
    };

    set(&mut response, ETAG, &content.etag);
    set(&mut response, ACCEPT_RANGES, "bytes");
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    Ok(response)
}

/// Returns a response with a whole file and another status than 200, which clients do not cache.
pub(super) fn error_page(
    file: &Path,
    content_type: &'static str,
    status: StatusCode,
) -> io::Result<Response<Body>> {
    let content = Content::open(file, true)?;
    let mut response = content.response(status, 0, content.length())?;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    Ok(response)
}

/// An opened file.
struct Content {
    file: File,
    metadata: Metadata,
    /// The bytes of a small file.
    bytes: Option<Bytes>,
    etag: String,
}

impl Content {
    /// Opens a file. The tag of one that is compressed is weak, because compressed responses have other bytes with the same content.
    fn open(path: &Path, is_compressed: bool) -> io::Result<Content> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        let mut bytes = None;
        let tag = if metadata.len() <= PART {
            let mut read = Vec::new();
            file.read_to_end(&mut read)?;
            let tag = hex(&read);
            bytes = Some(Bytes::from(read));
            tag
        } else {
            // A large file is not read for its tag. A build replaces a file only if its content changed.
            let stamp = (metadata.len(), metadata.ino(), metadata.mtime(), metadata.mtime_nsec());
            hex(format!("{stamp:?}").as_bytes())
        };
        let prefix = if is_compressed { "W/" } else { "" };
        Ok(Content { file, metadata, bytes, etag: format!("{prefix}\"{tag}\"") })
    }

    fn length(&self) -> u64 {
        self.bytes.as_ref().map_or(self.metadata.len(), |bytes| bytes.len() as u64)
    }

    /// Returns a response with `length` bytes from `start`.
    fn response(&self, status: StatusCode, start: u64, length: u64) -> io::Result<Response<Body>> {
        if let Some(bytes) = &self.bytes {
            let index = |position: u64| usize::try_from(position).unwrap_or(usize::MAX);
            let part = bytes.slice(index(start)..index(start + length));
            return Ok(with_status(status, Body::from(part)));
        }

        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        let parts = Parts { remaining: length, state: State::Idle(file) };
        let mut response = with_status(status, Body::from_stream(parts));
        response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(length));
        Ok(response)
    }
}

/// Reads a file in parts, each on a thread for blocking operations when the client is ready for it.
struct Parts {
    remaining: u64,
    state: State,
}

enum State {
    Idle(File),
    Reading(JoinHandle<io::Result<(File, Vec<u8>)>>),
    Done,
}

impl Stream for Parts {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.remaining == 0 {
            return Poll::Ready(None);
        }

        let mut reading = match std::mem::replace(&mut self.state, State::Done) {
            State::Idle(file) => {
                let limit = self.remaining.min(PART);
                tokio::task::spawn_blocking(move || read_part(file, limit))
            }
            State::Reading(reading) => reading,
            State::Done => return Poll::Ready(None),
        };

        let Poll::Ready(read) = Pin::new(&mut reading).poll(context) else {
            self.state = State::Reading(reading);
            return Poll::Pending;
        };

        let (file, bytes) = read.map_err(io::Error::other)??;
        self.remaining -= bytes.len() as u64;
        self.state = State::Idle(file);
        Poll::Ready(Some(Ok(bytes.into())))
    }
}

/// Reads the next part of a file. Fails if the file has become shorter, because the response has its length.
fn read_part(mut file: File, limit: u64) -> io::Result<(File, Vec<u8>)> {
    let mut bytes = Vec::with_capacity(usize::try_from(limit).unwrap_or_default());
    file.by_ref().take(limit).read_to_end(&mut bytes)?;
    if bytes.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok((file, bytes)) }
}

/// The bytes that a request asks for.
enum Requested {
    All,
    /// From the first position to the second one, which is included.
    Part(u64, u64),
    /// None of the file has.
    Outside,
}

/// Returns the range that a request selects in a file of `length` bytes. A request for several ranges gets the whole file, which RFC
/// 9110 allows.
fn requested_range(headers: &HeaderMap, etag: &str, length: u64) -> Requested {
    // Only a strong tag proves that the client has the first part of the same bytes.
    let is_same = |it: &HeaderValue| it.as_bytes() == etag.as_bytes() && !etag.starts_with("W/");

    let header = headers
        .get(RANGE)
        .filter(|_| headers.get(IF_RANGE).is_none_or(is_same))
        .and_then(|header| header.to_str().ok());
    let Some(parsed) = header.and_then(|header| parse_range_header(header).ok()) else {
        return Requested::All;
    };

    if parsed.ranges.len() != 1 {
        return Requested::All;
    }

    match parsed.validate(length) {
        Ok(ranges) => {
            ranges.first().map_or(Requested::All, |it| Requested::Part(*it.start(), *it.end()))
        }
        Err(_) => Requested::Outside,
    }
}

/// Returns whether the client has the content with this tag.
fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let values = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|it| {
        // The comparison is weak: a server in between can have weakened the tag.
        it.trim() == "*" || opaque(it) == opaque(etag)
    })
}

fn with_status(status: StatusCode, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response
}

fn set(response: &mut Response<Body>, name: axum::http::HeaderName, value: &str) {
    let value = HeaderValue::from_str(value).expect("digests and numbers are valid header text");
    response.headers_mut().insert(name, value);
}
