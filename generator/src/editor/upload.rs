//! A file that is uploaded: it is written to a temporary file in its folder while it arrives, and gets its name after it was checked.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::PathBuf;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{Response, StatusCode};
use tempfile::NamedTempFile;
use tokio_stream::StreamExt;

use crate::editor::media::{decode, type_of};
use crate::editor::reply::{error, failed};
use crate::editor::source::{digest_of, is_picture};
use crate::editor::svg;
use crate::editor::transaction::{new_temporary, persist_new, remove_empty_folders};
use croupier_base::disk::static_file::HEAD;
use croupier_base::media::image::{self, Dimensions};
use croupier_base::path::SitePath;

/// The largest upload, in bytes.
const MAX_UPLOAD: u64 = 32 << 20;

/// A file that has arrived, but has no name yet. Dropping it removes the file, and the folders that were created for it.
pub(super) struct Upload {
    path: SitePath,
    full_path: PathBuf,
    file: Option<NamedTempFile>,
}

/// What is known about a file after its check.
pub(super) struct Inspected {
    pub digest: String,
    /// None for other files than pictures.
    pub dimensions: Option<Dimensions>,
}

impl Upload {
    /// Writes the body of a request to a temporary file. Fails as soon as the body is longer than an upload can be.
    pub(super) async fn receive(
        path: &SitePath,
        full_path: PathBuf,
        request: Request,
    ) -> Result<Upload, Response<Body>> {
        let stated = request.headers().get(CONTENT_LENGTH).and_then(|it| it.to_str().ok());
        if stated.and_then(|it| it.parse().ok()).is_some_and(|length: u64| length > MAX_UPLOAD) {
            return Err(too_large());
        }

        let mut upload = Upload { path: path.clone(), full_path, file: None };
        let file = new_temporary(&upload.full_path).map_err(|it| unwritable(path, &it))?;
        let file = upload.file.insert(file);
        let mut body = request.into_body().into_data_stream();
        let mut length = 0;
        while let Some(bytes) = body.next().await {
            let bytes = bytes.map_err(|_| {
                error(StatusCode::BAD_REQUEST, "The upload ended before the file was complete.")
            })?;
            length += bytes.len() as u64;
            if length > MAX_UPLOAD {
                return Err(too_large());
            }
            file.write_all(&bytes).map_err(|it| unwritable(path, &it))?;
        }
        Ok(upload)
    }

    fn file(&self) -> &File {
        self.file.as_ref().expect("the file has no name yet").as_file()
    }

    /// Checks that the content is of the type that the name says. The inner error is a response for the user.
    pub(super) fn inspect(&self) -> io::Result<Result<Inspected, Response<Body>>> {
        let mut file = self.file();
        let is_svg = self.path.to_lowercase().ends_with(".svg");
        // An SVG can have a script anywhere.
        let limit = if is_svg { MAX_UPLOAD } else { HEAD };
        let mut head = Vec::new();
        file.rewind()?;
        file.take(limit).read_to_end(&mut head)?;

        let refused = |message: &str| Ok(Err(error(StatusCode::UNPROCESSABLE_ENTITY, message)));
        let is_of_type = type_of(&self.path).is_some_and(|(_, offset, start)| {
            head.get(offset..).is_some_and(|rest| rest.starts_with(start))
        });
        if !is_of_type || head.is_empty() || is_svg && !svg::is_harmless(&head) {
            return refused(if is_svg {
                "This SVG has scripts or references to other files, or it is no SVG."
            } else {
                "The content of the file is not of the type that its name says."
            });
        }
        let dimensions = image::dimensions(&self.path, &head);
        if is_picture(&self.path) && !is_svg && dimensions.is_none() {
            return refused("The picture cannot be read. Save it again, or use another format.");
        }

        // A picture of which no copies can be made stops each build of a page that shows it.
        let mut bytes = Vec::new();
        file.rewind()?;
        if dimensions.is_some() {
            file.read_to_end(&mut bytes)?;
        }
        if let Err(reason) = decode(&self.path, &bytes) {
            return refused(&format!(
                "The picture cannot be used: {reason}. Save it again, or use another format."
            ));
        }

        file.rewind()?;
        Ok(Ok(Inspected { digest: digest_of(BufReader::new(file))?, dimensions }))
    }

    /// Gives the file its name, unless there is a file with this name.
    pub(super) fn persist(mut self) -> Result<(), Response<Body>> {
        let file = self.file.take().expect("the file has no name yet");
        persist_new(file, &self.full_path).map_err(|problem| match problem.kind() {
            io::ErrorKind::AlreadyExists => exists(&self.path),
            _ => unwritable(&self.path, &problem),
        })
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        drop(self.file.take());
        remove_empty_folders(&self.full_path);
    }
}

/// Returns the response for a name that another file has.
pub(super) fn exists(path: &str) -> Response<Body> {
    let message = format!("{path} exists already. Give the file another name.");
    error(StatusCode::CONFLICT, message)
}

/// Returns the response for a file that the operating system does not write.
pub(super) fn unwritable(path: &str, problem: &io::Error) -> Response<Body> {
    failed(format!("{path} cannot be written: {problem}. Nothing was saved."))
}

fn too_large() -> Response<Body> {
    let message = format!("The file is larger than {} MB.", MAX_UPLOAD >> 20);
    error(StatusCode::PAYLOAD_TOO_LARGE, message)
}
