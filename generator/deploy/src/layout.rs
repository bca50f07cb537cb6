//! The keys of the deployment's own files at a target. They are in `.croupier/`, next to the files of the site.

/// Folder of all own files.
pub(crate) const OWN: &str = ".croupier/";
/// The state of the target: which release is live.
pub(crate) const STATE: &str = ".croupier/current.json";
/// The state of a target with a folder or a prefix for each release.
pub(crate) const VERSIONED_STATE: &str = ".croupier/state.json";
/// The lock of the running deployment.
pub(crate) const LOCK: &str = ".croupier/lock.json";
/// The files that only earlier releases use.
pub(crate) const RETIRED: &str = ".croupier/retired.json";
/// Folder of the manifests of releases.
pub(crate) const RELEASES: &str = ".croupier/releases/";
/// End of the name of a manifest.
const MANIFEST: &str = ".jsonl.gz";
/// Folder of copies of files, named by content and headers.
pub(crate) const CONTENTS: &str = ".croupier/files/";

/// Folder of the list of previews. Each preview is in a folder of the target.
pub(crate) const PREVIEWS: &str = ".croupier/previews/";

/// Returns the key of the manifest of a release.
pub(crate) fn release_key(id: &str) -> String {
    format!("{RELEASES}{id}{MANIFEST}")
}

/// Returns the release whose manifest has this key.
pub(crate) fn release_of_key(key: &str) -> Option<&str> {
    key.strip_prefix(RELEASES)?.strip_suffix(MANIFEST).filter(|id| !id.contains('/'))
}
