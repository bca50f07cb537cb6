//! An output folder, and what is kept of it outside of what is uploaded: its manifest, and how it stood when a build was done.

#![expect(clippy::disallowed_methods, reason = "a part of the door out")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::output::manifest::Manifest;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::{RELEASES, is_inside};
use croupier_content::config::args::BuildArgs;

/// An output folder, and the file that keeps which of its files are ours: outside of it, so that it is not uploaded with it.
#[derive(Debug, Clone)]
pub struct OutputFolder {
    /// The folder.
    pub path: PathBuf,
    /// The file.
    pub manifest: PathBuf,
}

/// How an output folder and its manifest stood when a build was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    manifest: Stamp,
    releases: Stamp,
}

impl Mark {
    /// Whether both say what they said, on whatever machine.
    pub fn same_content(&self, other: &Mark) -> bool {
        self.manifest.same_content(&other.manifest) && self.releases.same_content(&other.releases)
    }
}

impl OutputFolder {
    /// That of builds which are told this.
    pub fn of(args: &BuildArgs) -> OutputFolder {
        OutputFolder { path: args.out(), manifest: args.kept("outputs") }
    }

    /// How it stands now.
    pub fn mark(&self) -> Option<Mark> {
        let stamp = |path: &Path| fs::metadata(path).ok().map(|it| Stamp::of(&it));
        Some(Mark { manifest: stamp(&self.manifest)?, releases: stamp(&self.path.join(RELEASES))? })
    }

    /// Its manifest, where one is kept that can be read.
    pub fn manifest(&self) -> Option<Manifest> {
        let mut manifest: Manifest =
            serde_json::from_slice(&fs::read(&self.manifest).ok()?).ok()?;
        manifest.files.retain(|path| is_inside(path));
        Some(manifest)
    }

    /// Keeps a manifest, unless it is kept already. Losing it costs a build that looks at everything, so a failure is no error.
    pub fn keep(&self, manifest: &Manifest) {
        let bytes = serde_json::to_vec(manifest).expect("a manifest is plain data");
        if fs::read(&self.manifest).is_ok_and(|found| found == bytes) {
            return;
        }
        let waiting = self.manifest.with_extension(std::process::id().to_string());
        let folder = self.manifest.parent().unwrap_or(&self.path);
        let kept = fs::create_dir_all(folder).and_then(|()| fs::write(&waiting, bytes));
        if kept.and_then(|()| fs::rename(&waiting, &self.manifest)).is_err() {
            let _ = fs::remove_file(&waiting);
        }
    }

    /// Another process that knows this folder sees by the manifest's time that it must look again.
    pub fn touch(&self) {
        let touched = File::options().write(true).open(&self.manifest);
        let _ = touched.and_then(|file| file.set_modified(SystemTime::now()));
    }

    /// Forgets what is kept of it.
    pub fn forget(&self) {
        let _ = fs::remove_file(&self.manifest);
    }
}
