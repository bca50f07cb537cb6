//! Copies of pictures that were encoded once, so that an output that is made anew needs no encoding.

#![expect(
    clippy::disallowed_methods,
    reason = "keeps its files in .croupier, which is neither source nor output"
)]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use croupier_base::digest::Fingerprint;

/// A copy that no release asked for in so long is dropped. Builds of a site that are told different things share the folder, so
/// that what one of them does without may be what the next one wants.
const KEPT: Duration = Duration::from_hours(30 * 24);
/// That a release asks for a copy is noted this often.
const NOTED: Duration = Duration::from_hours(24);
/// Bytes of the seal, which stands behind the picture, where no viewer looks.
const SEAL: usize = 16;

/// The folder `.croupier/pictures/` of a site.
pub(super) struct KeptPictures {
    folder: PathBuf,
}

impl KeptPictures {
    /// That of the site at `root`.
    pub(super) fn of(root: &Path) -> KeptPictures {
        KeptPictures { folder: root.join(".croupier").join("pictures") }
    }

    /// Whether a copy of this name is kept.
    pub(super) fn has(&self, name: &str) -> bool {
        self.folder.join(name).is_file()
    }

    /// A copy by its name; none for one that is damaged.
    pub(super) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.folder.join(name)).ok()?;
        let (picture, seal) = bytes.split_last_chunk::<SEAL>()?;
        if Fingerprint::of(picture).digest().to_be_bytes() != *seal {
            return None;
        }
        bytes.truncate(bytes.len() - SEAL);
        Some(bytes)
    }

    /// Keeps a copy. Losing it costs an encoding, so a failure is no error.
    pub(super) fn keep(&self, name: &str, picture: &[u8]) {
        let temporary = self.folder.join(format!("{name}.{}", std::process::id()));
        let sealed = [picture, &Fingerprint::of(picture).digest().to_be_bytes()].concat();
        let kept = fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(&temporary, sealed))
            .and_then(|()| fs::rename(&temporary, self.folder.join(name)));
        if kept.is_err() {
            let _ = fs::remove_file(&temporary);
        }
    }

    /// Notes that a release asks for the copies of these names, and drops those that none asked for in a long time.
    pub(super) fn tidy(&self, asked: &BTreeSet<String>) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let now = SystemTime::now();
        for entry in entries.flatten() {
            let noted = entry.metadata().and_then(|it| it.modified()).ok();
            let age = noted.and_then(|it| now.duration_since(it).ok()).unwrap_or_default();
            let is_asked = entry.file_name().to_str().is_some_and(|name| asked.contains(name));
            if is_asked && age > NOTED {
                let _ = File::options()
                    .write(true)
                    .open(entry.path())
                    .and_then(|file| file.set_modified(now));
            } else if !is_asked && age > KEPT {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
