//! Previews: sites in folders of a target, each with a name and an expiry. The target lists them, so that expired ones can be removed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::deployment::{DeployError, DeployOptions, Target};
use crate::files::{Files, is_immutable, retained_key};
use crate::layout::{CONTENTS, PREVIEWS, RELEASES, RETIRED, STATE};
use crate::manifest::Manifest;
use crate::plan::{Change, Step};
use crate::purge::ChangedUrls;
use crate::retired::RetiredFiles;
use crate::state::all_manifests;
use crate::store::{self, Headers, Store};
use crate::transfer::Transfer;
use croupier_base::fingerprint::hex;
use croupier_base::path::{OutputPath, is_inside, publish_order};

/// Maximum length of a slug. It is the label of a host name, which has at most 63 characters.
const MAX_SLUG: usize = 40;
/// Number of characters of the digest in a slug.
const DIGEST: usize = 8;
/// Number of files that are removed before the lock is renewed.
const BATCH: usize = 500;

/// A preview of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// The name, usually of a branch.
    pub name: String,
    /// The name in URLs, and the folder of the target.
    pub slug: String,
    /// Absolute URL with a trailing slash.
    pub url: String,
    /// Start of the last deployment in epoch seconds.
    pub created_at: i64,
    /// When it expires, in epoch seconds.
    pub expires_at: i64,
    /// The user who deployed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The Git commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// Where a target has its list of previews: a file for each.
pub trait PreviewIndex {
    /// Returns the names of the files, sorted.
    fn names(&self) -> Result<Vec<String>, DeployError>;

    /// Reads a file. Returns `None` if it does not exist.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, DeployError>;

    /// Writes a file.
    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), DeployError>;

    /// Removes a file. A missing file is not an error.
    fn remove(&self, name: &str) -> Result<(), DeployError>;
}

impl PreviewIndex for &dyn Store {
    fn names(&self) -> Result<Vec<String>, DeployError> {
        let mut names = BTreeSet::new();
        self.list(PREVIEWS, &mut |key, _| {
            names.extend(key.strip_prefix(PREVIEWS).map(str::to_owned));
        })?;
        Ok(names.into_iter().collect())
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, DeployError> {
        Ok(Store::read(*self, &format!("{PREVIEWS}{name}"))?.map(|stored| stored.bytes))
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), DeployError> {
        Ok(Store::write(*self, &format!("{PREVIEWS}{name}"), bytes, &Headers::new())?)
    }

    fn remove(&self, name: &str) -> Result<(), DeployError> {
        Ok(Store::remove(*self, &format!("{PREVIEWS}{name}"))?)
    }
}

impl Preview {
    /// Returns the previews of a target, sorted by slug.
    pub fn list(index: &dyn PreviewIndex) -> Result<Vec<Preview>, DeployError> {
        let mut previews = Vec::new();
        for name in index.names()? {
            if let Some(slug) = name.strip_suffix(".json") {
                previews.extend(Preview::read(index, slug)?);
            }
        }
        Ok(previews)
    }

    /// Reads the entry of a preview. Returns `None` if it is missing or damaged.
    pub fn read(index: &dyn PreviewIndex, slug: &str) -> Result<Option<Preview>, DeployError> {
        let bytes = index.read(&file_name(slug))?;
        let preview = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        // The slug decides which folder is removed.
        Ok(preview
            .filter(|preview: &Preview| preview.slug == slug && self::slug(&preview.name) == slug))
    }

    /// Writes the entry.
    pub fn write(&self, index: &dyn PreviewIndex) -> Result<(), DeployError> {
        let bytes = serde_json::to_vec(self).expect("a preview is plain data");
        index.write(&file_name(&self.slug), bytes)
    }

    /// Removes the entry.
    pub fn forget(&self, index: &dyn PreviewIndex) -> Result<(), DeployError> {
        index.remove(&file_name(&self.slug))
    }
}

fn file_name(slug: &str) -> String {
    format!("{slug}.json")
}

/// Returns the form of a name for URLs: lower-case letters, digits and single hyphens. Two names have the same slug only if they have the
/// same digest.
pub fn slug(name: &str) -> String {
    let characters = name
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '-' });
    let text: String = characters.collect();
    let parts: Vec<&str> = text.split('-').filter(|part| !part.is_empty()).collect();
    let text = parts.join("-");
    let last = parts.last().copied().unwrap_or_default();
    let has_digest = last.len() == DIGEST && last.chars().all(|it| it.is_ascii_hexdigit());
    if text == name && text.len() <= MAX_SLUG && !has_digest && !text.is_empty() {
        return text;
    }
    let start: String = text.chars().take(MAX_SLUG - DIGEST - 1).collect();
    let digest = &hex(name.as_bytes())[..DIGEST];
    match start.trim_end_matches('-') {
        "" => format!("preview-{digest}"),
        start => format!("{start}-{digest}"),
    }
}

impl Target<'_> {
    /// Removes all files of the releases of this target, and no file that no manifest lists. `is_due` is asked after the target is
    /// locked, and `finish` is called before it is unlocked. Returns the number of removed files, or `None` if the removal is not due.
    ///
    /// A removal that was stopped is completed by the next one.
    pub fn remove_site(
        &self,
        is_due: &dyn Fn() -> Result<bool, DeployError>,
        finish: &dyn Fn() -> Result<(), DeployError>,
    ) -> Result<Option<usize>, DeployError> {
        let lock = self.lock()?;
        if !is_due()? {
            return Ok(None);
        }

        let manifests = all_manifests(self.store, &Files::default())?;
        let mut keys = BTreeSet::new();
        for manifest in &manifests {
            keys.extend(manifest.files.paths().map(ToString::to_string));
            keys.extend(manifest.files.iter().map(|(path, entry)| retained_key(path, entry)));
        }

        let retired = self.store.read(RETIRED)?;
        let retired = retired.and_then(|stored| serde_json::from_slice(&stored.bytes).ok());
        let is_own =
            |key: &String| is_inside(key) && (key.starts_with(CONTENTS) || is_immutable(key));
        let retired: Option<RetiredFiles> = retired;
        keys.extend(retired.into_iter().flat_map(|mut it| it.take_expired(&[])).filter(is_own));

        // No page is left without its files. The manifests are last, because a removal that is stopped needs them again.
        let mut keys: Vec<String> = keys.into_iter().collect();
        keys.sort_by_key(|key| Reverse(publish_order(key)));
        let count = keys.len();
        keys.extend([STATE.to_owned(), RETIRED.to_owned()]);
        keys.extend(store::keys(self.store, RELEASES)?);

        let transfer = Transfer { target: self, lock: &lock };
        for batch in keys.chunks(BATCH) {
            transfer.remove(Step::Removal, batch)?;
            lock.renew();
        }

        purge_removed(&manifests, &self.options)?;
        finish()?;
        Ok(Some(count))
    }
}

/// Purges the URLs of releases whose site was removed.
pub(crate) fn purge_removed(
    manifests: &[Manifest],
    options: &DeployOptions<'_>,
) -> Result<(), DeployError> {
    let mut pages = BTreeMap::<&str, BTreeSet<&OutputPath>>::new();
    for manifest in manifests {
        pages.entry(&manifest.info.base_url).or_default().extend(manifest.files.paths());
    }
    for (base_url, paths) in pages {
        let removed = paths.into_iter().map(|path| (Change::Removed, path.clone())).collect();
        let urls = ChangedUrls::new(removed, &Files::default(), base_url);
        if !urls.is_empty() {
            (options.purge)(&urls).map_err(DeployError::Failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_store::MemoryStore;

    #[test]
    fn slugs_are_labels_of_hosts_and_different_names_have_different_ones() {
        let plain = ["main", "pr-42", "2026"];
        for name in plain {
            assert_eq!(slug(name), name);
        }

        let long = "a".repeat(200);
        let names = [
            "feature/login",
            "feature-login",
            "Feature-login",
            "feature--login",
            "-feature-login",
            "été",
            "é",
            "",
            "/",
            "..",
            &long,
            &long[1..],
            "feature-login-0123abcd",
            ".croupier",
            "xn--a",
        ];

        let mut slugs: BTreeSet<String> = plain.map(str::to_owned).into();
        for name in names {
            let slug = slug(name);
            assert!(!slug.is_empty() && slug.len() <= MAX_SLUG, "{slug}");
            assert!(
                slug.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-'),
                "{slug}"
            );

            assert!(
                !slug.starts_with('-') && !slug.ends_with('-') && !slug.contains("--"),
                "{slug}"
            );
            assert!(slugs.insert(slug), "{name}");
        }

        // A name that looks like the slug of another name gets a digest of its own.
        let login = slug("feature/login");
        assert!(login.starts_with("feature-login-"), "{login}");
        assert_ne!(slug(&login), login);
    }

    #[test]
    fn an_entry_whose_slug_belongs_to_another_name_is_ignored() {
        let store = MemoryStore::default();
        let preview = Preview {
            name: "main".to_owned(),
            slug: "main".to_owned(),
            url: "https://e.com/main/".to_owned(),
            created_at: 0,
            expires_at: 1,
            by: None,
            commit: None,
        };
        let index: &dyn Store = &store;
        preview.write(&index).unwrap();
        assert_eq!(Preview::list(&index), Ok(vec![preview.clone()]));
        let foreign = Preview { slug: "..".to_owned(), ..preview };
        store.insert(&format!("{PREVIEWS}main.json"), serde_json::to_vec(&foreign).unwrap());
        store.insert(&format!("{PREVIEWS}other.json"), b"{".to_vec());
        assert_eq!(Preview::list(&index), Ok(Vec::new()));
    }
}
