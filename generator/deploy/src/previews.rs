//! Previews: sites in folders of a target, each with a name and an expiry. The target lists them, so that expired ones can be removed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::files::{Files, is_immutable, retained_key};
use crate::layout::{CONTENTS, PREVIEWS, RELEASES, RETIRED, STATE};
use crate::plan::{Change, Step};
use crate::purge::ChangedUrls;
use crate::retired::RetiredFiles;
use crate::state::all_manifests;
use crate::store::{self, Headers, Store};
use crate::target::{DeployError, Target};
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

impl Preview {
    /// Returns the previews of a target, sorted by slug.
    pub fn list(store: &dyn Store) -> Result<Vec<Preview>, DeployError> {
        let mut previews = Vec::new();
        for key in store::keys(store, PREVIEWS)? {
            let slug = key.strip_prefix(PREVIEWS).and_then(|name| name.strip_suffix(".json"));
            if let Some(slug) = slug {
                previews.extend(Preview::read(store, slug)?);
            }
        }
        Ok(previews)
    }

    /// Reads the entry of a preview. Returns `None` if it is missing or damaged.
    pub fn read(store: &dyn Store, slug: &str) -> Result<Option<Preview>, DeployError> {
        let stored = store.read(&key(slug))?;
        let preview = stored.and_then(|stored| serde_json::from_slice(&stored.bytes).ok());
        // The slug decides which folder is removed.
        Ok(preview
            .filter(|preview: &Preview| preview.slug == slug && self::slug(&preview.name) == slug))
    }

    /// Writes the entry.
    pub fn write(&self, store: &dyn Store) -> Result<(), DeployError> {
        let bytes = serde_json::to_vec(self).expect("a preview is plain data");
        Ok(store.write(&key(&self.slug), bytes, &Headers::new())?)
    }

    /// Removes the entry.
    pub fn forget(&self, store: &dyn Store) -> Result<(), DeployError> {
        Ok(store.remove(&key(&self.slug))?)
    }
}

fn key(slug: &str) -> String {
    format!("{PREVIEWS}{slug}.json")
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
        let mut pages = BTreeMap::<&str, BTreeSet<&OutputPath>>::new();
        for manifest in &manifests {
            keys.extend(manifest.files.paths().map(ToString::to_string));
            keys.extend(manifest.files.iter().map(|(path, entry)| retained_key(path, entry)));
            pages.entry(&manifest.info.base_url).or_default().extend(manifest.files.paths());
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
        for (base_url, paths) in pages {
            let removed = paths.into_iter().map(|path| (Change::Removed, path.clone())).collect();
            let urls = ChangedUrls::new(removed, base_url);
            if !urls.is_empty() {
                (self.options.purge)(&urls).map_err(DeployError::Failed)?;
            }
        }
        finish()?;
        Ok(Some(count))
    }
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
        preview.write(&store).unwrap();
        assert_eq!(Preview::list(&store), Ok(vec![preview.clone()]));
        let foreign = Preview { slug: "..".to_owned(), ..preview };
        store.insert(&key("main"), serde_json::to_vec(&foreign).unwrap());
        store.insert(&key("other"), b"{".to_vec());
        assert_eq!(Preview::list(&store), Ok(Vec::new()));
    }
}
