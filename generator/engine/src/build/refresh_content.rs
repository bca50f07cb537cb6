//! Content files, read again when they changed, and their texts, which are kept for a moment only.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::build::content_file::{Content, FileRead};
use crate::build::kept_pages::KeptPages;
use crate::build::sources::{Sources, unreadable};
use crate::query::invalidation::Invalidation;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::digest::{Digest, digest};
use croupier_base::disk::ignored;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::{Route, SitePath};
use croupier_content::page::{Page, Text};
use croupier_content::page_route;

/// Texts that were just read are kept for rendering up to so many bytes; beyond that they are read again.
const TEXTS: usize = 20 << 20;

impl Sources {
    pub(super) fn refresh_pages(&mut self, changed: Vec<SitePath>, seen: &mut Invalidation) {
        for path in &changed {
            self.note_ignored(path);
        }
        let read = self.read_with_those_below(changed);
        self.kept = KeptPages::default();
        let (mut contents, mut texts) = (Vec::new(), Vec::new());
        for (path, read) in read {
            if !ignored::is_told(&path) {
                self.errors.remove(&path);
            }
            match read {
                Ok(None) => seen.pages |= self.contents.remove(&path).is_some(),
                Err(error) => {
                    seen.pages |= self.contents.remove(&path).is_some();
                    self.errors.insert(path, vec![error]);
                }
                Ok(Some((text, mut content, found))) => {
                    if let Some(above) = self.cascades.above(&path) {
                        content.taken = Arc::make_mut(&mut content.page).take(above);
                    }
                    if !found.is_empty() {
                        self.errors.insert(path.clone(), found);
                    }
                    let before = self.contents.get(&path);
                    match before.map(|it| &it.page) {
                        Some(page)
                            if page.digest == content.page.digest
                                && page.takes_from_where(&content.page) => {}
                        Some(page) if page.stands_like(&content.page) => {
                            seen.sitemap |= !page.front.is_found_like(&content.page.front);
                            seen.metadata.insert(path.clone());
                            if let Some(earlier) = &mut self.earlier {
                                earlier
                                    .pages
                                    .entry(path.clone())
                                    .or_insert_with(|| Arc::clone(page));
                            }
                        }
                        _ => seen.pages = true,
                    }
                    if before.is_none_or(|it| it.digest != content.digest) {
                        texts.push(path.clone());
                    }
                    self.texts.extend(text.map(|text| (path.clone(), text)));
                    contents.push((path, content));
                }
            }
        }
        seen.bodies.append(&mut texts.into_iter().collect());
        if self.contents.is_empty() {
            self.contents = contents.into_iter().collect();
        } else {
            self.contents.extend(contents);
        }
    }

    /// Reads content files; a large site's texts together would fill the memory, so that most are let go at once.
    pub(super) fn read_pages(
        &self,
        paths: Vec<SitePath>,
        kept: &AtomicUsize,
    ) -> Vec<(SitePath, FileRead)> {
        let read = |path: &SitePath| {
            let Some(now) = self.stamps.get(path) else {
                return Ok(None);
            };
            if let Some(content) = self.kept.get(path, now) {
                return Ok(Some((None, content, Vec::new())));
            }
            let Some((text, content, found)) = self.read_page(path, now)? else {
                return Ok(None);
            };
            let is_kept = kept.fetch_add(text.source.len(), Ordering::Relaxed) < TEXTS;
            Ok(Some((is_kept.then_some(text), content, found)))
        };
        let pages = paths.into_par_iter().filter(|path| path.ends_with(".md"));
        pages
            .map(|path| {
                let read = read(&path);
                (path, read)
            })
            .collect()
    }

    /// Reads a content file; none where it went since it was listed.
    fn read_page(
        &self,
        path: &SitePath,
        stamp: &Stamp,
    ) -> Result<Option<(Text, Content, Vec<Diagnostic>)>, Diagnostic> {
        let Some(bytes) = self
            .world
            .read_seen_if_there(path, stamp.size())
            .map_err(|error| unreadable(path, &error))?
        else {
            return Ok(None);
        };
        let digest = digest(&bytes);
        let text = Text::read(path, bytes)?;
        let (page, found) = Page::read(path, &text);
        Ok(Some((
            text,
            Content { page: Arc::new(page), digest, size: stamp.size(), taken: 0 },
            found,
        )))
    }

    /// Routes of content files that could not be read, as far as their places tell: a link there is no mistake of its own.
    pub(crate) fn unread_routes(&self) -> BTreeSet<Route> {
        let pages =
            self.errors.keys().filter(|path| path.starts_with("content/") && path.ends_with(".md"));
        pages.filter(|path| !self.contents.contains_key(*path)).map(page_route::route_of).collect()
    }

    /// Digests of the file that a page is made from, and of what it takes from the folders above it; 0 for a page that no file asked
    /// for, and for one that takes nothing.
    pub(crate) fn digests(&self, page: &Page) -> (Digest, Digest) {
        self.contents.get(&page.source).map_or((0, 0), |it| (it.digest, it.taken))
    }

    /// The text of a page, from after the heading that gave it its title; an empty one for a page that no file asked for.
    pub(crate) fn text_of(&self, page: &Page) -> Result<Text, Diagnostic> {
        let Some(content) = self.contents.get(&page.source) else {
            return Ok(Text::empty());
        };
        let mut text = self.text_of_size(&page.source, Some(content.size))?;
        // Of the page that was read with this text: the one that is asked for may be older, with its heading written otherwise.
        let begins = text.body + content.page.front.text_begins.unwrap_or(0);
        // The file may have become shorter since.
        if text.source.is_char_boundary(begins) {
            text.body = begins;
        }
        Ok(text)
    }

    /// The text of a content file: the one just read, or read again.
    pub(crate) fn text(&self, path: &SitePath) -> Result<Text, Diagnostic> {
        self.text_of_size(path, self.contents.get(path).map(|it| it.size))
    }

    /// The same of a file that was so many bytes long, where that is known.
    fn text_of_size(&self, path: &SitePath, size: Option<u64>) -> Result<Text, Diagnostic> {
        if let Some(text) = self.texts.get(path) {
            return Ok(text.clone());
        }
        let read = match size {
            Some(size) => self.world.read_seen(path, size),
            None => self.world.read(path),
        };
        Text::read(path, read.map_err(|error| unreadable(path, &error))?)
    }
}
