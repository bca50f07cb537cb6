//! `build --previous`: adds the hashed files of earlier releases to the output, from the live site
//! or from a folder.

#![expect(clippy::disallowed_methods, reason = "reads the output folder of an earlier release")]

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
use crate::http_client::{HttpClient, check_scheme, new_client, root_cause};
use croupier_base::diagnostic::wording::counted;
use croupier_base::path::{OutputPath, RELEASES};
use croupier_base::url;
use croupier_content::config::options::{BuildOptions, absolute};
use croupier_engine::OutputFolder;
use croupier_engine::Releases;
use croupier_engine::previous_releases;

/// Maximum number of concurrent requests.
const MAX_CONCURRENT: usize = 8;
/// Time limit for one file, with its redirects.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Maximum number of requests for one file, with its redirects.
const MAX_REQUESTS: usize = 5;
/// Maximum size of one file in bytes.
const MAX_FILE_SIZE: usize = 256 << 20;

/// Adds the hashed files of earlier releases that are missing in the output of `args`.
///
/// `source` is the URL of the live site or an output folder. A source without any release is not an
/// error, because the first build has none.
pub(crate) async fn add_earlier_releases(
    source: &str,
    args: &BuildOptions,
    console: &Console,
) -> Result<(), Failure> {
    let is_url = source.contains("://");
    if is_url && !source.starts_with("https://") && !source.starts_with("http://") {
        let message = "--previous reads a folder, or a URL with `https:` or `http:`";
        return Err(Failure::Usage(message.to_owned()));
    }

    let source = source.strip_suffix(RELEASES).unwrap_or(source).trim_end_matches('/');
    let release = Arc::new(if is_url {
        let client = new_client().map_err(Failure::System)?;
        Release::Live { url: source.to_owned(), client }
    } else {
        let folder = absolute(Path::new(source));
        if !folder.is_dir() {
            console.warn(&format!(
                "there is no folder {source}, so that no code of earlier releases is added; a URL begins with `https://`"
            ));
            return Ok(());
        }
        Release::Folder(folder)
    });

    console.note(&format!("looking for earlier releases at {source}"));
    let failure = |reason: String| {
        Failure::System(format!("{reason}; omit --previous to build without earlier releases"))
    };

    let list = OutputPath::new(RELEASES);
    let Some(text) = release.file(&list).await.map_err(failure)? else {
        console.line(&format!("no earlier release at {source}; no files added"));
        return Ok(());
    };

    let published = Releases::parse(&text)
        .ok_or_else(|| failure(format!("{source}/{RELEASES} is not a list of releases")))?;
    let folder = OutputFolder::from_args(args);
    let missing = previous_releases::missing_files(&folder, &published);

    // Memory only holds the files that are being fetched.
    let temporary = tempfile::tempdir()
        .map_err(|error| failure(format!("no folder for temporary files can be made: {error}")))?;
    let files = fetch_all(&release, missing, temporary.path()).await.map_err(failure)?;

    let on_wait = || console.note("another build is writing this folder; waiting for it");
    previous_releases::restore_files(&folder, published, &files, &on_wait)
        .map_err(|error| Failure::Site(vec![error]))?;

    let count = counted(files.len(), "file");
    console.line(&format!("added {count} of earlier releases from {source}"));
    Ok(())
}

/// Writes those of the files that exist in a release to a folder, and returns their paths there. The error says why a file cannot be read.
async fn fetch_all(
    release: &Arc<Release>,
    paths: BTreeSet<OutputPath>,
    folder: &Path,
) -> Result<Vec<(OutputPath, PathBuf)>, String> {
    let mut files = Vec::new();
    let mut tasks = JoinSet::new();
    let mut paths = paths.into_iter().enumerate();
    loop {
        while tasks.len() < MAX_CONCURRENT
            && let Some((number, path)) = paths.next()
        {
            let (release, target) = (Arc::clone(release), folder.join(number.to_string()));
            tasks.spawn(async move {
                let Some(bytes) = release.file(&path).await? else { return Ok(None) };
                fs::write(&target, bytes)
                    .map_err(|error| format!("cannot write {}: {error}", target.display()))?;
                Ok(Some((path, target)))
            });
        }

        let Some(result) = tasks.join_next().await else { return Ok(files) };
        let fetched: Result<_, String> = result.map_err(|error| error.to_string())?;
        files.extend(fetched?);
    }
}

/// The location of an earlier release.
enum Release {
    /// An output folder.
    Folder(PathBuf),
    /// A live site, by the URL of its root without the final slash.
    Live { url: String, client: HttpClient },
}

impl Release {
    /// Returns the bytes of a file, or `None` if it does not exist.
    async fn file(&self, path: &OutputPath) -> Result<Option<Vec<u8>>, String> {
        match self {
            Release::Folder(folder) => match fs::read(folder.join(path)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                read => read.map(Some).map_err(|error| {
                    format!("cannot read {}: {error}", folder.join(path).display())
                }),
            },
            Release::Live { url, client } => {
                let url = format!("{url}{}", url::file_url(path));
                let response = tokio::time::timeout(TIMEOUT, get(client, &url)).await;
                response
                    .unwrap_or_else(|_| Err("the request timed out".to_owned()))
                    .map_err(|reason| format!("cannot fetch {url}: {reason}"))
            }
        }
    }
}

/// Returns the body at a URL and follows redirects.
///
/// Returns `None` if there is no file. HTML counts as no file, because many hosts send a page for
/// missing URLs.
async fn get(client: &HttpClient, url: &str) -> Result<Option<Vec<u8>>, String> {
    let mut uri: Uri = url.parse().map_err(|error| format!("invalid URL: {error}"))?;
    for _ in 0..MAX_REQUESTS {
        check_scheme(&uri)?;

        let request =
            Request::get(uri.clone()).body(Body::empty()).map_err(|error| error.to_string())?;
        let response = client.request(request).await.map_err(|error| root_cause(&error))?;

        let header = |name| {
            let value = response.headers().get(name).and_then(|value| value.to_str().ok());
            value.unwrap_or_default().to_owned()
        };

        match response.status() {
            status if status.is_redirection() => uri = redirect_target(&uri, &header(LOCATION))?,
            StatusCode::NOT_FOUND | StatusCode::GONE | StatusCode::FORBIDDEN => return Ok(None),
            StatusCode::OK if header(CONTENT_TYPE).starts_with("text/html") => return Ok(None),
            StatusCode::OK => {
                let bytes = to_bytes(Body::new(response.into_body()), MAX_FILE_SIZE)
                    .await
                    .map_err(|error| error.to_string())?;
                return Ok(Some(bytes.into()));
            }
            status => return Err(format!("the server responded with {status}")),
        }
    }

    Err("too many redirects".to_owned())
}

/// Resolves the `Location` header of a response to a request for `from`. Supports absolute URLs and
/// absolute paths.
fn redirect_target(from: &Uri, location: &str) -> Result<Uri, String> {
    let target = if location.starts_with('/') && !location.starts_with("//") {
        format!(
            "{}://{}{location}",
            from.scheme_str().unwrap_or("https"),
            from.authority().map_or("", |authority| authority.as_str())
        )
    } else {
        location.to_owned()
    };
    target.parse().map_err(|_| format!("it redirects to `{location}`, which is not a URL"))
}
