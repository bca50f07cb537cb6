//! The files of content/ that are no pages, joined to those of static/: from here on a build knows them by their address alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::query::invalidation::Invalidation;
use crate::sources::conflicts::conflict;
use crate::sources::{Sources, unreadable};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::ignored;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::media::image;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::colocated_assets::{ColocatedAsset, ColocatedAssets, Owner};
use croupier_content::front_matter::cascade;
use croupier_content::page_route;
use croupier_content::unpublished;

impl Sources {
    /// Reads files again that changed.
    pub(super) fn refresh_assets(&mut self, changed: Vec<SitePath>, changes: &mut Invalidation) {
        let read = |path: SitePath| {
            let is_there = self.stamps.contains_key(&path);
            let bytes = if is_there { self.world.read_if_exists(&path) } else { Ok(None) };
            let file = bytes.map(|bytes| {
                bytes.map(|bytes| ColocatedAsset {
                    file: StaticFile::new(&bytes),
                    dimensions: image::dimensions(&path, &bytes),
                    is_no_image: image::is_broken_image(&path, &bytes),
                })
            });
            (path, file)
        };
        let read: Vec<_> = changed.into_par_iter().map(read).collect();
        for (path, file) in read {
            match file {
                // What was said of a file that is the same stays, since it gets its place anew with those that are not.
                Ok(Some(file)) if self.beside.get(&path) == Some(&file) => continue,
                Ok(Some(file)) => {
                    self.errors.remove(&path);
                    changes.assets = true;
                    self.beside.insert(path, file);
                    continue;
                }
                Ok(None) => drop(self.errors.remove(&path)),
                Err(error) => drop(
                    self.errors
                        .insert(path.clone(), vec![unreadable(&path, &error).in_file(&path)]),
                ),
            }
            changes.assets |= self.beside.remove(&path).is_some();
        }
    }

    /// Gives these files their places among those of static/, by the pages that the site has at the moment `now` (epoch seconds).
    pub(crate) fn place_assets(&mut self, now: i64) -> Invalidation {
        let mut files = ColocatedAssets::default();
        if self.beside.is_empty() && self.files_beside.output_paths.is_empty() {
            self.statics = Arc::clone(&self.own_statics);
            self.images = Arc::clone(&self.own_images);
            return Invalidation::default();
        }
        let owners = self.owners(now);
        let (mut statics, mut images) = ((*self.own_statics).clone(), (*self.own_images).clone());
        for (path, file) in &self.beside {
            self.errors.remove(path);
            let Some((place, owner)) = ColocatedAssets::locate(path, &owners) else {
                let hint = "it belongs to no page: make an index.md in its folder or in one around it, or put it into static/";
                self.errors.insert(path.clone(), vec![ignored::warning(path).hint(hint)]);
                continue;
            };
            if owner.unpublished.is_none() {
                if statics.contains_key(&place) {
                    let other = files
                        .published
                        .get(&place)
                        .cloned()
                        .unwrap_or_else(|| SitePath::of_static(&place));
                    self.errors.insert(path.clone(), vec![conflict(&place, path, &other)]);
                    continue;
                }
                if file.is_no_image {
                    let found = Diagnostic::warning(
                        Code::NotAnImage,
                        format!("{path} is no image that can be read"),
                    );
                    let hint = "save it again as what its name says, or replace it";
                    self.errors.insert(path.clone(), vec![found.in_file(path).hint(hint)]);
                }
                statics.insert(place.clone(), file.file);
                images.extend(file.dimensions.map(|it| (place.clone(), it)));
            }
            files.add(path, &place, owner);
        }
        let is_other = files != *self.files_beside;
        self.statics = Arc::new(statics);
        self.images = Arc::new(images);
        self.files_beside = Arc::new(files);
        Invalidation { assets: is_other, ..Invalidation::default() }
    }

    /// The pages of folders, by folder.
    fn owners(&self, now: i64) -> BTreeMap<SitePath, Owner> {
        let has_all = self.settings.as_ref().is_some_and(|it| it.drafts);
        let mut owners = BTreeMap::new();
        for (file, content) in &self.contents {
            if let Some(folder) = cascade::folder(file) {
                let page = &content.page;
                let why = unpublished::reason(page, now).filter(|_| !has_all && page.is_valid);
                let unpublished = why.map(|why| unpublished::entry(page, why, false));
                let expires_at = page.front.expire_at.filter(|_| !has_all);
                owners.entry(SitePath::new(folder)).or_insert_with(|| Owner {
                    route: page.route.clone(),
                    unpublished,
                    expires_at,
                });
            }
        }
        // Of a page that cannot be read nobody knows more than where it would be.
        for file in self.errors.keys().filter(|file| !self.contents.contains_key(*file)) {
            if let Some(folder) = cascade::folder(file) {
                owners.entry(SitePath::new(folder)).or_insert_with(|| Owner {
                    route: page_route::route_of(file),
                    unpublished: None,
                    expires_at: None,
                });
            }
        }
        owners
    }

    /// Site path of the source of a file that is published as it is.
    pub(crate) fn source_of(&self, place: &OutputPath) -> SitePath {
        self.files_beside
            .published
            .get(place)
            .cloned()
            .unwrap_or_else(|| SitePath::of_static(place))
    }
}
