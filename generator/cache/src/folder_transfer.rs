//! Sends folders through a store, so that machines without a common disk can exchange the parts of a build.
//!
//! A folder is stored as compressed archives, whose names are the digests of their bytes, and as `archives.json`. This file lists the archives
//! and is written last, so that a receiver never sees an incomplete folder.

#![expect(
    clippy::disallowed_methods,
    reason = "reads and writes the folders of parts, which are neither sources nor output"
)]

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use croupier_deploy::{Headers, Store, StoreError};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use tar::{Archive, Builder, HeaderMode};
use walkdir::WalkDir;

use crate::parallel::in_parallel;

/// Bytes of the files of an archive before compression, above which the next files begin another one.
const ARCHIVE_SIZE: u64 = 16 << 20;
/// The name of the list of archives of a folder.
const INDEX: &str = "archives.json";

/// The archives of a folder.
#[derive(Serialize, Deserialize)]
struct Index {
    /// The names of the archives: BLAKE3 digests of their bytes, in hexadecimal.
    archives: Vec<String>,
}

/// A folder that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// The number of archives.
    pub archives: usize,
    /// Their bytes.
    pub bytes: u64,
}

/// The reason why a folder was not sent or not received.
#[derive(Debug)]
pub enum TransferError {
    /// The store failed.
    Store(StoreError),
    /// A file of this machine cannot be read or written.
    File(PathBuf, io::Error),
    /// An archive is missing, or has other bytes than its digest says. Holds its key.
    Damaged(String),
}

impl fmt::Display for TransferError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferError::Store(StoreError::Failed(failure)) => failure.fmt(formatter),
            TransferError::Store(error) => error.fmt(formatter),
            TransferError::File(path, error) => write!(formatter, "{}: {error}", path.display()),
            TransferError::Damaged(key) => {
                write!(formatter, "`{key}` is damaged or missing; build the part again")
            }
        }
    }
}

impl From<StoreError> for TransferError {
    fn from(error: StoreError) -> TransferError {
        TransferError::Store(error)
    }
}

/// Stores the files of a folder below `name`, which is one path segment, and replaces an earlier folder of this name.
pub fn send_folder(store: &dyn Store, name: &str, folder: &Path) -> Result<Sent, TransferError> {
    let groups = groups(folder)?;
    let results = in_parallel(&groups, |paths| {
        let bytes = archive(folder, paths)
            .map_err(|error| TransferError::File(folder.to_owned(), error))?;
        let digest = blake3::hash(&bytes).to_hex().to_string();
        let size = bytes.len() as u64;
        store.write(&archive_key(name, &digest), bytes, &Headers::new())?;
        Ok((digest, size))
    });
    let written = results.into_iter().collect::<Result<Vec<_>, TransferError>>()?;
    let bytes = written.iter().map(|(_, size)| size).sum();
    let index = Index { archives: written.into_iter().map(|(digest, _)| digest).collect() };
    let encoded = serde_json::to_vec(&index).expect("it is plain data");
    store.write(&format!("{name}/{INDEX}"), encoded, &Headers::new())?;
    Ok(Sent { archives: index.archives.len(), bytes })
}

/// Copies all complete folders of a store to folders with their names below `to`, and returns the paths of these. Replaces earlier ones.
pub fn receive_folders(store: &dyn Store, to: &Path) -> Result<Vec<PathBuf>, TransferError> {
    let mut names = Vec::new();
    store.list("", &mut |key, _| {
        let name = key.strip_suffix(INDEX).and_then(|it| it.strip_suffix('/'));
        names.extend(name.filter(|it| is_segment(it)).map(str::to_owned));
    })?;
    names.sort_unstable();
    let receive = |name: String| {
        let folder = to.join(&name);
        receive_folder(store, &name, &folder)?;
        Ok(folder)
    };
    names.into_iter().map(receive).collect()
}

fn receive_folder(store: &dyn Store, name: &str, folder: &Path) -> Result<(), TransferError> {
    let key = format!("{name}/{INDEX}");
    let index = store.read(&key)?.and_then(|it| serde_json::from_slice::<Index>(&it.bytes).ok());
    let Index { archives } = index.ok_or(TransferError::Damaged(key))?;

    let failed = |error| TransferError::File(folder.to_owned(), error);
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => fs::create_dir_all(folder).map_err(failed)?,
    }

    let results = in_parallel(&archives, |digest| {
        let key = archive_key(name, digest);
        let bytes = store.read(&key)?.map(|stored| stored.bytes).unwrap_or_default();
        if blake3::hash(&bytes).to_hex().as_str() != digest {
            return Err(TransferError::Damaged(key));
        }
        let mut archive = Archive::new(GzDecoder::new(bytes.as_slice()));
        archive.set_preserve_mtime(false);
        archive.unpack(folder).map_err(failed)
    });

    results.into_iter().collect()
}

fn archive_key(name: &str, digest: &str) -> String {
    format!("{name}/{digest}.tar.gz")
}

/// Whether a text can name a folder.
fn is_segment(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Returns the paths of all files in a folder, relative to it, in groups for archives.
fn groups(folder: &Path) -> Result<Vec<Vec<PathBuf>>, TransferError> {
    let mut groups = vec![Vec::new()];
    let mut size = 0;
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry
            .map_err(|error| TransferError::File(folder.to_owned(), io::Error::from(error)))?;
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry.path().strip_prefix(folder).expect("the entry is in the folder");
        if size >= ARCHIVE_SIZE {
            groups.push(Vec::new());
            size = 0;
        }
        size += entry.metadata().map_or(0, |metadata| metadata.len());
        groups.last_mut().expect("there is a group").push(path.to_owned());
    }
    Ok(groups)
}

/// Returns a compressed archive of files. It depends only on their paths and content.
fn archive(folder: &Path, paths: &[PathBuf]) -> io::Result<Vec<u8>> {
    let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    builder.mode(HeaderMode::Deterministic);
    for path in paths {
        builder.append_path_with_name(folder.join(path), path)?;
    }
    builder.into_inner()?.finish()
}

#[cfg(test)]
mod tests {
    use croupier_deploy::FolderStore;
    use tempfile::TempDir;

    use super::*;

    fn write(folder: &Path, files: &[(&str, Vec<u8>)]) {
        for (path, bytes) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    #[test]
    fn a_received_folder_equals_the_sent_one_and_replaces_an_earlier_one() {
        let [from, remote, to] = [(); 3].map(|()| TempDir::new().unwrap());
        let store = FolderStore::new(remote.path().to_owned());
        let large = vec![7; usize::try_from(ARCHIVE_SIZE).unwrap()];
        let files = [("a/b.html", b"b".to_vec()), ("a/large", large), ("z", Vec::new())];
        write(from.path(), &files);
        write(to.path(), &[("1-of-2/old", b"old".to_vec())]);
        let sent = send_folder(&store, "1-of-2", from.path()).unwrap();
        assert_eq!(sent.archives, 2);

        let folder = to.path().join("1-of-2");
        assert_eq!(receive_folders(&store, to.path()).unwrap(), std::slice::from_ref(&folder));
        let paths: Vec<PathBuf> = groups(&folder).unwrap().concat();
        assert_eq!(paths, files.each_ref().map(|(path, _)| PathBuf::from(path)));

        for (path, bytes) in files {
            assert!(fs::read(folder.join(path)).unwrap() == bytes, "{path}");
        }

        // The same files have the same names in the store.
        let count = || fs::read_dir(remote.path().join("1-of-2")).unwrap().count();
        let before = count();
        send_folder(&store, "1-of-2", from.path()).unwrap();
        assert_eq!(count(), before);
    }

    #[test]
    fn an_incomplete_folder_is_left_out_and_a_damaged_one_is_an_error() {
        let [from, remote, to] = [(); 3].map(|()| TempDir::new().unwrap());
        let store = FolderStore::new(remote.path().to_owned());
        write(from.path(), &[("a", b"a".to_vec())]);
        send_folder(&store, "1-of-2", from.path()).unwrap();
        let index = remote.path().join("1-of-2").join(INDEX);
        let text = fs::read(&index).unwrap();
        fs::remove_file(&index).unwrap();
        assert_eq!(receive_folders(&store, to.path()).unwrap(), Vec::<PathBuf>::new());
        fs::write(&index, text).unwrap();
        for entry in fs::read_dir(remote.path().join("1-of-2")).unwrap().flatten() {
            if entry.path() != index {
                fs::write(entry.path(), b"other").unwrap();
            }
        }
        let error = receive_folders(&store, to.path()).unwrap_err();
        assert!(matches!(error, TransferError::Damaged(_)), "{error}");
    }
}
