//! `build --previous`: what an earlier release published is fetched from where it is live, or taken from a folder that holds it.

#![expect(
    clippy::disallowed_methods,
    reason = "reads an output folder that is not the one which is built"
)]

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{Request, StatusCode, Uri};
use tokio::task::JoinSet;

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::serve::forward::{Asking, asking, causes};
use croupier_base::address;
use croupier_base::diagnostic::wording::counted;
use croupier_base::path::{OutputPath, RELEASES};
use croupier_content::config::args::{BuildArgs, absolute};
use croupier_engine::OutputFolder;
use croupier_engine::Releases;
use croupier_engine::previous;

/// So many files are fetched at once.
const AT_ONCE: usize = 8;
/// A file that takes longer does not come.
const PATIENCE: Duration = Duration::from_mins(1);
/// An answer may send on so often.
const STEPS: usize = 5;
/// No hashed file is larger, in bytes.
const LARGEST: usize = 256 << 20;

/// Brings hashed files into the output of `args` that a release at `from`, an address or a folder, has and that are missing there.
pub(crate) async fn bring(from: &str, args: &BuildArgs, console: &Console) -> Result<(), Failure> {
    let from = from.strip_suffix(RELEASES).unwrap_or(from).trim_end_matches('/');
    let release = Arc::new(if from.starts_with("https://") || from.starts_with("http://") {
        Release::Live { address: from.to_owned(), asking: asking().map_err(Failure::Machine)? }
    } else {
        Release::Folder(absolute(Path::new(from)))
    });
    console.note(&format!("looking for earlier releases at {from}"));
    let failed = |why: String| {
        Failure::Machine(format!(
            "{why}; without --previous the site is built without earlier releases"
        ))
    };
    let list = OutputPath::new(RELEASES);
    let Some(text) = release.file(&list).await.map_err(failed)? else {
        console
            .line(&format!("nothing was released at {from} yet, so that there is nothing to keep"));
        return Ok(());
    };
    let published = Releases::parse(&text)
        .ok_or_else(|| failed(format!("{from}/{RELEASES} is no list of releases")))?;
    let folder = OutputFolder::of(args);
    let files = fetched(&release, previous::missing(&folder, &published)).await.map_err(failed)?;
    let waiting = || console.note("another build is writing this folder; waiting for it");
    previous::put(&folder, published, &files, &waiting)
        .map_err(|error| Failure::Site(vec![error]))?;
    console
        .line(&format!("brought {} of earlier releases from {from}", counted(files.len(), "file")));
    Ok(())
}

/// Those of the files that are there. The error says why one could not be read.
async fn fetched(
    release: &Arc<Release>,
    paths: BTreeSet<OutputPath>,
) -> Result<Vec<(OutputPath, Vec<u8>)>, String> {
    let mut found = Vec::new();
    let mut tasks = JoinSet::new();
    let mut paths = paths.into_iter();
    loop {
        while tasks.len() < AT_ONCE
            && let Some(path) = paths.next()
        {
            let release = Arc::clone(release);
            tasks.spawn(async move { release.file(&path).await.map(|bytes| Some((path, bytes?))) });
        }
        let Some(done) = tasks.join_next().await else { return Ok(found) };
        found.extend(done.map_err(|error| error.to_string())??);
    }
}

/// Where an earlier release lies.
enum Release {
    /// In an output folder.
    Folder(PathBuf),
    /// On a host.
    Live { address: String, asking: Asking },
}

impl Release {
    /// A file of it; none where it is not there.
    async fn file(&self, path: &OutputPath) -> Result<Option<Vec<u8>>, String> {
        match self {
            Release::Folder(folder) => match fs::read(folder.join(path)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                read => read.map(Some).map_err(|error| {
                    format!("cannot read {}: {error}", folder.join(path).display())
                }),
            },
            Release::Live { address, asking } => {
                let address = format!("{address}{}", address::of_file(path));
                let answer = tokio::time::timeout(PATIENCE, get(asking, &address)).await;
                answer
                    .unwrap_or_else(|_| Err("no answer came in time".to_owned()))
                    .map_err(|why| format!("cannot fetch {address}: {why}"))
            }
        }
    }
}

/// What is at an address; none where nothing is, or a page that a host sends for whatever it does not have.
async fn get(asking: &Asking, address: &str) -> Result<Option<Vec<u8>>, String> {
    let mut uri: Uri = address.parse().map_err(|error| format!("it is no address: {error}"))?;
    for _ in 0..STEPS {
        let request =
            Request::get(uri.clone()).body(Body::empty()).map_err(|error| error.to_string())?;
        let answer = asking.request(request).await.map_err(|error| causes(&error))?;
        let header = |name| {
            answer
                .headers()
                .get(name)
                .and_then(|it| it.to_str().ok())
                .unwrap_or_default()
                .to_owned()
        };
        match answer.status() {
            status if status.is_redirection() => uri = sent_on(&uri, &header(LOCATION))?,
            StatusCode::NOT_FOUND | StatusCode::GONE | StatusCode::FORBIDDEN => return Ok(None),
            StatusCode::OK if header(CONTENT_TYPE).starts_with("text/html") => return Ok(None),
            StatusCode::OK => {
                let bytes = to_bytes(Body::new(answer.into_body()), LARGEST)
                    .await
                    .map_err(|error| error.to_string())?;
                return Ok(Some(bytes.into()));
            }
            status => return Err(format!("the answer is {status}")),
        }
    }
    Err("it is sent on again and again".to_owned())
}

/// Where an answer sends whoever asked for `from`.
fn sent_on(from: &Uri, location: &str) -> Result<Uri, String> {
    let to = if location.starts_with('/') && !location.starts_with("//") {
        format!(
            "{}://{}{location}",
            from.scheme_str().unwrap_or("https"),
            from.authority().map_or("", |it| it.as_str())
        )
    } else {
        location.to_owned()
    };
    to.parse().map_err(|_| format!("it is sent on to `{location}`, which is no address"))
}
