//! An output folder, and its manifest file, which is stored outside of it.

#![expect(clippy::disallowed_methods, reason = "writes the output folder and its manifest")]

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::output::manifest::{Manifest, OutputTarget};
use croupier_base::disk::replace::replace_file;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::{RELEASES, is_inside};
use croupier_content::config::options::BuildOptions;

/// The paths of an output folder and of its manifest file.
///
/// The manifest is stored outside of the output folder, so that it is not uploaded with the site.
#[derive(Debug, Clone)]
pub struct OutputFolder {
    /// The output folder.
    pub path: PathBuf,
    /// The manifest file.
    pub manifest: PathBuf,
}

/// File metadata of the manifest and the list of releases, used to detect writes by other
/// processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FolderStamp {
    manifest: Stamp,
    releases: Stamp,
}

impl FolderStamp {
    /// Returns whether both files have the same content, even if they were copied to another
    /// machine.
    pub(crate) fn same_content(&self, other: &FolderStamp) -> bool {
        self.manifest.same_content(&other.manifest) && self.releases.same_content(&other.releases)
    }
}

impl OutputFolder {
    /// Returns the output folder of builds with these arguments.
    pub fn from_args(args: &BuildOptions) -> OutputFolder {
        OutputFolder { path: args.out(), manifest: args.state_file("outputs") }
    }

    /// Returns the folders directly below a path that are the output of hosts: they are named as a host, and a build wrote them.
    pub fn of_hosts(path: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let is_host = |folder: &PathBuf| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            name.contains('.') && folder.join(RELEASES).is_file()
        };
        let mut folders: Vec<PathBuf> = entries.map(|it| it.path()).filter(is_host).collect();
        folders.sort();
        folders
    }

    /// Returns when a build wrote this folder last. `None` if none did.
    pub fn built_at(&self) -> Option<SystemTime> {
        fs::metadata(&self.manifest).ok()?.modified().ok()
    }

    /// Reads the current stamp. Returns `None` if the manifest or the list of releases is missing.
    pub(crate) fn current_stamp(&self) -> Option<FolderStamp> {
        let stamp = |path: &Path| fs::metadata(path).ok().map(|metadata| Stamp::of(&metadata));
        Some(FolderStamp {
            manifest: stamp(&self.manifest)?,
            releases: stamp(&self.path.join(RELEASES))?,
        })
    }

    /// Reads the manifest. Returns `None` if it is missing or invalid.
    pub fn manifest(&self) -> Option<Manifest> {
        let mut manifest: Manifest =
            serde_json::from_slice(&fs::read(&self.manifest).ok()?).ok()?;
        manifest.files.retain(|path| is_inside(path));
        Some(manifest)
    }

    /// Reads from the manifest what the output was built for, without the list of files. Returns `None` if it is missing or invalid.
    pub fn target(&self) -> Option<OutputTarget> {
        #[derive(Deserialize)]
        struct WithoutFiles {
            target: Option<OutputTarget>,
        }
        let file = BufReader::new(File::open(&self.manifest).ok()?);
        serde_json::from_reader::<_, WithoutFiles>(file).ok()?.target
    }

    /// Writes the manifest if it changed.
    ///
    /// Ignores errors: without a manifest, the next build compares all files, and is only slower.
    pub(super) fn save_manifest(&self, manifest: &Manifest) {
        let bytes = serde_json::to_vec(manifest).expect("a manifest is plain data");
        if fs::read(&self.manifest).is_ok_and(|saved| saved == bytes) {
            return;
        }
        let _ = replace_file(&self.manifest, bytes);
    }

    /// Updates the modification time of the manifest, so that other processes detect the change.
    pub(super) fn touch_manifest(&self) {
        let file = File::options().write(true).open(&self.manifest);
        let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
    }

    /// Removes the manifest file. Ignores errors.
    pub fn remove_manifest(&self) {
        let _ = fs::remove_file(&self.manifest);
    }
}
