//! Reads co-located assets and adds them to the static files, so that later stages treat both alike.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::query::invalidation::Invalidation;
use crate::sources::refresh::broken_image;
use crate::sources::{Sources, conflict, unreadable};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::ignored;
use croupier_base::disk::static_file::{HEAD, StaticFile};
use croupier_base::hashed_path::{fingerprinted, without_fingerprint};
use croupier_base::media::image;
use croupier_base::path::{OutputPath, Route, SitePath};
use croupier_content::colocated_assets::{ColocatedAsset, ColocatedAssets, Owner};
use croupier_content::front_matter::{self, cascade};
use croupier_content::page_route;
use croupier_content::read_options::ReadOptions;
use croupier_content::unpublished;

impl Sources {
    /// Reads the changed assets again.
    pub(super) fn refresh_assets(&mut self, changed: Vec<SitePath>, changes: &mut Invalidation) {
        let read = |path: SitePath| {
            let exists = self.stamps.contains_key(&path);
            let file = if exists { self.world.read_static_file(&path, HEAD) } else { Ok(None) };
            let asset = file.map(|file| {
                file.map(|(file, head)| ColocatedAsset {
                    file,
                    dimensions: image::dimensions(&path, &head),
                    is_no_image: image::is_broken_image(&path, &head),
                    has_front_matter: has_front_matter(&head),
                })
            });
            (path, asset)
        };

        let read: Vec<_> = changed.into_par_iter().map(read).collect();
        for (path, asset) in read {
            match asset {
                // The diagnostics of an unchanged asset stay: `locate_assets` may not run again.
                Ok(Some(asset)) if self.assets.get(&path) == Some(&asset) => continue,
                Ok(Some(asset)) => {
                    self.errors.remove(&path);
                    changes.assets = true;
                    self.assets.insert(path, asset);
                    continue;
                }
                Ok(None) => {
                    self.errors.remove(&path);
                }
                Err(error) => {
                    let error = unreadable(&path, &error).in_file(&path);
                    self.errors.insert(path.clone(), vec![error]);
                }
            }

            changes.assets |= self.assets.remove(&path).is_some();
        }
    }

    /// Adds the co-located assets to the static files, for the pages that the site has at the time `now` (epoch seconds).
    pub(crate) fn locate_assets(&mut self, now: i64) -> Invalidation {
        if self.assets.is_empty() && self.asset_paths.output_paths.is_empty() {
            self.statics = if self.styles.files.is_empty() && self.icons.is_empty() {
                Arc::clone(&self.static_files)
            } else {
                let mut statics = self.files_without_assets();
                self.icons.add_to(&mut statics);
                Arc::new(statics)
            };
            self.images = Arc::clone(&self.static_images);
            return Invalidation::default();
        }

        let owners = self.owners(now);
        let mut asset_paths = ColocatedAssets::default();
        let mut statics = self.files_without_assets();
        let mut images = (*self.static_images).clone();

        // A translation has the place of the original that another host has.
        let languages = &self.read_options.languages;
        let is_of_other_host = |path: &SitePath| !languages.split(path).host.is_empty();
        let (of_others, own): (Vec<_>, Vec<_>) =
            self.assets.iter().partition(|(path, _)| is_of_other_host(path));
        for (path, asset) in own.into_iter().chain(of_others) {
            self.errors.remove(path);
            if languages.split(path).is_disabled {
                continue;
            }
            let Some((output, owner)) = ColocatedAssets::locate(path, &owners) else {
                let hint = "it belongs to no page: add an index.md to its folder or to a parent folder, or move it to static/";
                self.errors.insert(path.clone(), vec![ignored::warning(path).hint(hint)]);
                continue;
            };

            if owner.unpublished.is_none() {
                if statics.contains_key(&output) {
                    if is_of_other_host(path) {
                        continue;
                    }
                    let other = asset_paths.published.get(&output).cloned();
                    let other = other.unwrap_or_else(|| SitePath::of_static(&output));
                    self.errors.insert(path.clone(), vec![conflict(&output, path, &other)]);
                    continue;
                }
                if asset.is_no_image {
                    self.errors.insert(path.clone(), vec![broken_image(path)]);
                }
                if asset.has_front_matter {
                    self.errors.insert(path.clone(), vec![no_page(path)]);
                }
                statics.insert(output.clone(), asset.file);
                images.extend(asset.dimensions.map(|it| (output.clone(), it)));
            }

            asset_paths.add(path, &output, owner);
        }

        self.icons.add_to(&mut statics);
        let is_changed = asset_paths != *self.asset_paths;
        self.statics = Arc::new(statics);
        self.images = Arc::new(images);
        self.asset_paths = Arc::new(asset_paths);
        Invalidation { assets: is_changed, ..Invalidation::default() }
    }

    /// Returns the files of static/ and the bundled style sheets.
    fn files_without_assets(&self) -> BTreeMap<OutputPath, StaticFile> {
        let mut statics = (*self.static_files).clone();
        statics.extend(self.styles.files.iter().map(|(output, file)| (output.clone(), *file)));
        statics
    }

    /// Returns the page of each folder that has one.
    fn owners(&self, now: i64) -> BTreeMap<SitePath, Owner> {
        let has_drafts = self.settings.as_ref().is_some_and(|it| it.flags.drafts);
        let mut owners = BTreeMap::new();
        // Each host has the assets of all languages, because pages show those of their originals.
        let ReadOptions { languages, paths, .. } = &self.read_options;
        let on_this_host =
            |file, route: &Route| Route::new(&route[languages.split(file).host.len()..]);

        for (file, content) in &self.contents {
            if let Some(folder) = cascade::folder(file) {
                let page = &content.page;
                let reason =
                    unpublished::reason(page, now).filter(|_| !has_drafts && page.is_valid);
                let unpublished = reason.map(|reason| unpublished::entry(page, reason, false));
                let expires_at = page.front.rare.expire_at.filter(|_| !has_drafts);
                owners.entry(SitePath::new(folder)).or_insert_with(|| Owner {
                    route: on_this_host(file, &page.route),
                    unpublished,
                    expires_at,
                });
            }
        }

        // A page that cannot be read still has a route, but its front matter is unknown.
        for file in self.errors.keys().filter(|file| !self.contents.contains_key(*file)) {
            if let Some(folder) = cascade::folder(file) {
                owners.entry(SitePath::new(folder)).or_insert_with(|| Owner {
                    route: on_this_host(file, &page_route::default_route(file, languages, *paths)),
                    unpublished: None,
                    expires_at: None,
                });
            }
        }

        owners
    }

    /// Returns the site path of a static file or a published asset.
    pub(crate) fn source_of(&self, output: &OutputPath) -> SitePath {
        self.asset_paths
            .published
            .get(output)
            .cloned()
            .or_else(|| self.generated_source(output))
            .unwrap_or_else(|| SitePath::of_static(output))
    }

    /// Returns the static file whose copy with a hash in its name is at a path of the output.
    pub(crate) fn original_of_copy(&self, path: &str) -> Option<OutputPath> {
        let original = without_fingerprint(path)?;
        let file = self.statics.get(&original)?;
        (*fingerprinted(&original, file.content_hash) == *path).then_some(original)
    }
}

/// Whether a file begins with front matter between fences. Empty front matter marks a template of Jekyll.
fn has_front_matter(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let has_fence = start.starts_with(b"---") || start.starts_with(b"+++");
    has_fence
        && str::from_utf8(bytes).is_ok_and(|text| {
            front_matter::split(text).is_ok_and(|parts| {
                let is_template = || text.contains("{{") || text.contains("{%");
                parts
                    .front
                    .is_some_and(|(range, _)| !text[range].trim().is_empty() || is_template())
            })
        })
}

/// Returns the error for a file with front matter that is no page. It would be published with its
/// keys as text, although it may be a draft.
fn no_page(path: &SitePath) -> Diagnostic {
    Diagnostic::error(Code::FrontMatterUnread, format!("{path} has front matter, but is no page"))
        .in_file(path)
        .hint("a page is a file whose name ends with `.md`; rename it, or remove the front matter")
}
