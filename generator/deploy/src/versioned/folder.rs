//! Releases in a folder, on this machine or at a host. Each shares unchanged files with the one before by hard links, and
//! `.croupier/incoming/` is the next release during the upload.

use std::collections::{BTreeSet, HashMap};

use crate::deployment::{DeployError, DeployOptions, Event, Progress};
use crate::files::is_immutable;
use crate::layout::{VERSIONED_STATE, release_key};
use crate::manifest::Manifest;
use crate::plan::Step;
use crate::verification::ReleaseFile;
use crate::versioned::connection::{Connection, RemoteError, Upload};
use crate::versioned::{NewRelease, Output, Releases};
use croupier_base::fingerprint::ContentHash;
use croupier_base::path::OutputPath;

/// Folder of the next release.
pub(super) const INCOMING: &str = ".croupier/incoming";

/// Reads the link and the state. Exit code 76: the link is a file or a folder.
const READ: &str = r#"cd "$1" 2>/dev/null || exit 0
if [ -e current ] && [ ! -L current ]; then exit 76; fi
readlink current || echo
cat .croupier/state.json 2>/dev/null || :"#;

/// Continues the upload of a release that was not live, and removes its manifest.
const REOPEN: &str = r#"cd "$1" && rm -f "$3"
if [ -d "releases/$2" ] && [ ! -e .croupier/incoming ]; then mv "releases/$2" .croupier/incoming; fi"#;

/// Makes a release live. Renaming a link over another one is atomic.
const PUBLISH: &str = r#"cd "$1" || exit 1
if [ -d .croupier/incoming ] && [ ! -e "releases/$2" ]; then mv .croupier/incoming "releases/$2" || exit 1; fi
[ -d "releases/$2" ] || { echo "releases/$2 is missing" >&2; exit 1; }
ln -sfn "releases/$2" .croupier/current && mv -fT .croupier/current current"#;

/// Adds the listed files of a release to a folder by hard links, unless it has them.
const CARRY: &str = r#"cd "$1" && [ -d "releases/$2" ] && rsync -r --from0 --files-from=- --ignore-existing --ignore-missing-args --link-dest="$PWD/releases/$2" "releases/$2/" "$3/""#;

/// Prints the sizes of those of the listed files that a release has.
const SIZES: &str = r#"cd "$1/releases/$2" 2>/dev/null || exit 0
xargs -0 -r stat -c '%s %n' -- 2>/dev/null || :"#;

/// Prints the contents of the listed files of a release.
const CONTENTS: &str = r#"cd "$1/releases/$2" && xargs -0 -r cat --"#;

/// The most bytes of contents that are in memory, unless a file is larger.
const MAX_READ: u64 = 64 << 20;

/// Prints the files in the folder of a release.
const LIST: &str = r#"cd "$1/releases/$2" 2>/dev/null || exit 0
find . -type f -print0"#;

/// Removes the listed files of a release, then empty folders, and then its manifest.
const REMOVE: &str = r#"cd "$1" || exit 1
if [ -d "releases/$2" ]; then
(cd "releases/$2" && xargs -0 rm -f --) && find "releases/$2" -depth -type d -empty -delete || exit 1
fi
rm -f "$3""#;

/// Removes the link and the state, so that visitors find no page whose files are gone.
const HIDE: &str = r#"cd "$1" && rm -f current .croupier/current .croupier/state.json && rm -rf .croupier/incoming"#;

/// Removes the folder of a site without releases, unless it has files of other programs.
const REMOVE_FOLDER: &str = r#"cd "$1" || exit 1
rm -f .croupier/new .croupier/upload .croupier/lock
rmdir .croupier/releases .croupier releases 2>/dev/null
cd / && rmdir "$1" 2>/dev/null
:"#;

impl Connection<'_> {
    /// Removes the pointer to the live release.
    pub(super) fn hide(&self) -> Result<(), DeployError> {
        self.run(HIDE, &[], &[])?;
        Ok(())
    }

    /// Removes the folder if it is empty.
    pub(super) fn remove_folder(&self) -> Result<(), DeployError> {
        self.run(REMOVE_FOLDER, &[], &[])?;
        Ok(())
    }
}

impl Connection<'_> {
    /// Returns those of the files whose content differs. They have the sizes of the release.
    fn different(
        &self,
        id: &str,
        files: &[ReleaseFile<'_>],
    ) -> Result<BTreeSet<OutputPath>, DeployError> {
        let mut different = BTreeSet::new();
        let mut rest = files;
        while !rest.is_empty() {
            // Several files are read at once, because each connection takes time.
            let mut size = 0;
            let fits = |(_, entry): &&ReleaseFile<'_>| {
                size += entry.size;
                size <= MAX_READ
            };
            let count = rest.iter().take_while(fits).count().max(1);
            let (batch, others) = rest.split_at(count);
            rest = others;

            let paths = zero_terminated(batch.iter().map(|(path, _)| *path));
            let bytes = self.run(CONTENTS, &[id], &paths)?;
            let mut bytes = bytes.as_slice();
            for (path, entry) in batch {
                let length = usize::try_from(entry.size).unwrap_or(usize::MAX).min(bytes.len());
                let (content, others) = bytes.split_at(length);
                bytes = others;
                if ContentHash::of(content) != entry.digest {
                    different.insert((*path).clone());
                }
            }
        }
        Ok(different)
    }
}

fn zero_terminated<'a>(paths: impl Iterator<Item = &'a OutputPath>) -> Vec<u8> {
    paths.flat_map(|path| path.as_bytes().iter().copied().chain([0])).collect()
}

impl Releases for Connection<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, DeployError> {
        Connection::read(self, path)
    }

    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), DeployError> {
        Connection::put(self, path, bytes)
    }

    fn pointer(&self) -> Result<(String, Vec<u8>), DeployError> {
        let mut output = self.run(READ, &[], &[]).map_err(|error| match error {
            RemoteError::Exit(76, _) => DeployError::Failed(
                "`current` of the target is not a symbolic link; move it away".to_owned(),
            ),
            error => error.into(),
        })?;
        let end = output.iter().position(|byte| *byte == b'\n').unwrap_or(output.len());
        let state = output.split_off((end + 1).min(output.len()));
        Ok((String::from_utf8_lossy(&output[..end]).into_owned(), state))
    }

    fn put_state(&self, bytes: &[u8]) -> Result<(), DeployError> {
        Connection::put(self, VERSIONED_STATE, bytes)
    }

    fn is_store(&self) -> bool {
        false
    }

    fn reopen(&self, id: &str) -> Result<(), DeployError> {
        self.run(REOPEN, &[id, &release_key(id)], &[])?;
        Ok(())
    }

    fn upload(&self, new: &NewRelease<'_, '_>) -> Result<(), DeployError> {
        let (total, total_bytes) = (new.plan.uploads.len(), new.plan.upload_bytes());
        let report = |done: usize, bytes: u64| {
            let progress = Progress { step: Step::Upload, done, total, bytes, total_bytes };
            (new.report)(Event::Progress(progress));
        };
        let live = new.sources.first().map(|live| live.info.id.as_str());
        let paths = new.release.files.paths();
        let upload = Upload { folder: INCOMING, live, removes_others: true };
        self.send(paths, new.output.locate, &upload, &mut |done, bytes| {
            if done < total {
                report(done, bytes.min(total_bytes));
            }
        })?;
        report(total, total_bytes);
        Ok(())
    }

    fn carry(
        &self,
        release: &Manifest,
        others: &[Manifest],
        is_new: bool,
    ) -> Result<(), DeployError> {
        let own = format!("releases/{}", release.info.id);
        let folder = if is_new { INCOMING } else { &own };

        let mut carried = BTreeSet::new();
        for other in others.iter().filter(|other| other.info.id != release.info.id) {
            let paths = other.files.paths().filter(|path| {
                is_immutable(path)
                    && !release.files.contains(path)
                    && carried.insert((*path).clone())
            });

            let list = zero_terminated(paths);
            if !list.is_empty() {
                self.run(CARRY, &[&other.info.id, folder], &list)?;
            }
        }

        Ok(())
    }

    fn damaged(
        &self,
        release: &Manifest,
        options: &DeployOptions<'_>,
    ) -> Result<BTreeSet<OutputPath>, DeployError> {
        let id = &release.info.id;
        let paths = zero_terminated(release.files.paths());
        let listed = self.run(SIZES, &[id], &paths)?;
        let mut sizes = HashMap::new();
        for line in listed.split(|byte| *byte == b'\n') {
            let line = String::from_utf8_lossy(line);
            if let Some((size, path)) = line.split_once(' ') {
                sizes.insert(path.to_owned(), size.parse::<u64>().ok());
            }
        }
        let is_present =
            |(path, entry): &ReleaseFile<'_>| sizes.get(path.as_str()) == Some(&Some(entry.size));
        let (present, missing): (Vec<_>, Vec<_>) = release.files.iter().partition(is_present);

        let compare = |files: &[ReleaseFile<'_>]| self.different(id, files);
        let mut damaged = options.verification.run(&present, options.clock.now(), &compare)?;
        damaged.extend(missing.into_iter().map(|(path, _)| path.clone()));
        Ok(damaged)
    }

    fn repair(
        &self,
        release: &Manifest,
        _: &BTreeSet<OutputPath>,
        output: &Output<'_>,
    ) -> Result<(), DeployError> {
        let folder = format!("releases/{}", release.info.id);
        // The upload compares all files. The folder also has hashed files of other releases.
        let upload = Upload { folder: &folder, live: None, removes_others: false };
        self.send(release.files.paths(), output.locate, &upload, &mut |_, _| {})
    }

    fn publish(&self, id: &str) -> Result<(), DeployError> {
        self.run(PUBLISH, &[id], &[])?;
        Ok(())
    }

    fn remove(
        &self,
        id: &str,
        manifests: &[Manifest],
        _: &BTreeSet<&str>,
    ) -> Result<(), DeployError> {
        let own = manifests.iter().find(|manifest| manifest.info.id == id);
        let own = own.into_iter().flat_map(|manifest| manifest.files.paths());
        // Those of other releases are linked, also of releases that expired before.
        let listed = self.run(LIST, &[id], &[])?;
        let names = listed.split(|byte| *byte == 0).filter_map(|name| str::from_utf8(name).ok());
        let linked: Vec<OutputPath> = names
            .filter_map(|name| name.strip_prefix("./"))
            .filter(|name| is_immutable(name))
            .map(OutputPath::new)
            .collect();
        let files = zero_terminated(own.chain(&linked));
        self.run(REMOVE, &[id, &release_key(id)], &files)?;
        Ok(())
    }
}
