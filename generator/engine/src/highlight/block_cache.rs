//! The highlighted code blocks of a site, in `.croupier/highlight/`. All outputs of the site share them.
//!
//! A block is found by the fingerprint of its language and text. New blocks become a segment, a file that never changes, so that builds of
//! several processes do not disturb each other. A build of all pages removes blocks that it does not use.

#![expect(
    clippy::disallowed_methods,
    reason = "its files are in .croupier, which is neither source nor output"
)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use foldhash::fast::RandomState;

use crate::cache::generator_fingerprint;
use crate::highlight::segment::{BlockPlace, Segment};
use croupier_base::disk::content_cache;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_content::config::options::BuildOptions;
use croupier_extensions::Highlight;

/// Bytes of new blocks that stay in memory. More become a segment before the end of the build.
const MAX_IN_MEMORY: usize = 8 << 20;
/// With more segments than this, they are merged.
const MAX_SEGMENTS: usize = 8;
/// Unused bytes that a build of all pages leaves in the cache.
const MAX_UNUSED: u64 = 1 << 20;

/// Highlights code blocks, or finds the HTML that an earlier build has made.
#[derive(Debug)]
pub(crate) struct Highlighter {
    /// Without a library, no language is known.
    library: Option<Highlight>,
    /// The fingerprint of the generator and its libraries.
    generator: Fingerprint,
    folder: PathBuf,
    /// Whether cached HTML is compared with new HTML.
    verify: bool,
    /// Read when the first block is needed.
    stored: RwLock<Option<Stored>>,
    recent: Mutex<Recent>,
}

/// The blocks in segments.
#[derive(Debug, Default)]
struct Stored {
    segments: Vec<Segment>,
    blocks: HashMap<Fingerprint, StoredBlock, RandomState>,
}

/// A block in a segment.
#[derive(Debug)]
struct StoredBlock {
    segment: usize,
    place: BlockPlace,
    is_used: AtomicBool,
}

/// New blocks that are in no segment yet.
#[derive(Debug, Default)]
struct Recent {
    blocks: HashMap<Fingerprint, String, RandomState>,
    bytes: usize,
}

impl Highlighter {
    /// Returns the highlighter of a site.
    pub(crate) fn new(options: &BuildOptions) -> Highlighter {
        Highlighter {
            library: options.extensions.highlight,
            generator: generator_fingerprint(&options.extensions),
            folder: options.root.join(".croupier").join("highlight"),
            verify: options.verify,
            stored: RwLock::default(),
            recent: Mutex::default(),
        }
    }

    /// Returns code as HTML; none if the language is not known.
    ///
    /// # Panics
    /// In verification mode, if the cached HTML is not that of the code.
    pub(crate) fn html(&self, language: &str, code: &str) -> Option<String> {
        let library = self.library?;
        let key = fingerprint(&(self.generator, language, code));
        if let Some(html) = self.find(key) {
            if self.verify {
                let now = (library.html)(language, code);
                assert_eq!(Some(&html), now.as_ref(), "cached HTML of {language}");
            }
            return Some(html);
        }
        let html = (library.html)(language, code)?;
        let mut recent = self.recent();
        recent.bytes += html.len();
        recent.blocks.insert(key, html.clone());
        if recent.bytes > MAX_IN_MEMORY {
            self.store(&mut recent);
        }
        Some(html)
    }

    /// Writes new blocks. `is_complete` says that this process has rendered all pages, so that other blocks are not used any more.
    pub(crate) fn save(&self, is_complete: bool) {
        self.store(&mut self.recent());
        let mut stored = self.stored.write().unwrap_or_else(PoisonError::into_inner);
        let Some(stored) = stored.as_mut() else { return };
        let unused = stored.blocks.values().filter(|it| !it.is_used.load(Ordering::Relaxed));
        let unused: u64 = unused.map(|it| u64::from(it.place.len)).sum();
        if stored.segments.len() > MAX_SEGMENTS || is_complete && unused > MAX_UNUSED {
            stored.merge(&self.folder, is_complete);
        }
    }

    /// Returns the HTML of a block that is in memory or in a segment.
    fn find(&self, key: Fingerprint) -> Option<String> {
        if let Some(html) = self.recent().blocks.get(&key) {
            return Some(html.clone());
        }
        let find = |stored: &Option<Stored>| stored.as_ref().map(|stored| stored.find(key));
        let found = find(&self.stored.read().unwrap_or_else(PoisonError::into_inner));
        found.unwrap_or_else(|| {
            let mut stored = self.stored.write().unwrap_or_else(PoisonError::into_inner);
            stored.get_or_insert_with(|| Stored::load(&self.folder)).find(key)
        })
    }

    /// Writes new blocks to a segment. Losing them costs time only, so that a failure is no error.
    fn store(&self, recent: &mut Recent) {
        if recent.blocks.is_empty() {
            return;
        }
        let Recent { blocks, .. } = std::mem::take(recent);
        let blocks: Vec<(Fingerprint, String)> = blocks.into_iter().collect();
        let Ok((segment, places)) = Segment::write(&self.folder, &blocks) else { return };
        let mut stored = self.stored.write().unwrap_or_else(PoisonError::into_inner);
        stored.get_or_insert_with(|| Stored::load(&self.folder)).add(segment, places, true);
    }

    fn recent(&self) -> MutexGuard<'_, Recent> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stored {
    /// Reads the places of all blocks. A damaged segment is removed.
    fn load(folder: &Path) -> Stored {
        let mut stored = Stored::default();
        let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path());
        // A file with an extension is one that another process writes.
        for path in files.filter(|path| path.extension().is_none()) {
            match Segment::open(&path) {
                Some((segment, places)) => {
                    content_cache::touch(&path);
                    stored.add(segment, places, false);
                }
                None => {
                    let _ = fs::remove_file(path);
                }
            }
        }
        stored
    }

    fn add(&mut self, segment: Segment, places: Vec<(Fingerprint, BlockPlace)>, is_used: bool) {
        // Loading after a write finds the segment in the folder, too.
        if self.segments.iter().any(|it| it.path == segment.path) {
            return;
        }
        let index = self.segments.len();
        self.segments.push(segment);
        self.blocks.extend(places.into_iter().map(|(key, place)| {
            (key, StoredBlock { segment: index, place, is_used: AtomicBool::new(is_used) })
        }));
    }

    fn find(&self, key: Fingerprint) -> Option<String> {
        let block = self.blocks.get(&key)?;
        let html = self.segments[block.segment].read(block.place)?;
        block.is_used.store(true, Ordering::Relaxed);
        Some(html)
    }

    /// Replaces all segments by one. It has the used blocks only, if the others are not needed.
    fn merge(&mut self, folder: &Path, only_used: bool) {
        let kept =
            self.blocks.iter().filter(|(_, it)| !only_used || it.is_used.load(Ordering::Relaxed));
        let blocks: Vec<(Fingerprint, String)> = kept
            .filter_map(|(key, it)| Some((*key, self.segments[it.segment].read(it.place)?)))
            .collect();
        let Ok((segment, places)) = Segment::write(folder, &blocks) else { return };
        let before = std::mem::take(self).segments;
        for other in before.iter().filter(|other| other.path != segment.path) {
            let _ = fs::remove_file(&other.path);
        }
        self.add(segment, places, true);
    }
}

#[cfg(test)]
mod tests {
    use croupier_extensions::Extensions;
    use tempfile::TempDir;

    use super::*;

    /// A library that knows one language, whose tokens are lines.
    const LINES: Highlight = Highlight {
        languages: &["toml"],
        html: |language, code| (language == "toml").then(|| format!("<span>{code}</span>")),
    };

    fn highlighter(root: &Path) -> Highlighter {
        Highlighter::new(&BuildOptions {
            root: root.to_owned(),
            verify: true,
            extensions: Extensions { highlight: Some(LINES), ..Extensions::default() },
            ..BuildOptions::default()
        })
    }

    fn segments(root: &Path) -> Vec<PathBuf> {
        let files = fs::read_dir(root.join(".croupier/highlight")).into_iter().flatten();
        files.map(|it| it.unwrap().path()).collect()
    }

    #[test]
    fn another_process_finds_blocks_and_writes_only_new_ones() {
        let folder = TempDir::new().unwrap();
        let first = highlighter(folder.path());
        let html = first.html("toml", "a = 1\n").unwrap();
        assert_eq!(first.html("klingon", "a"), None);
        first.save(true);
        let written = segments(folder.path());
        assert_eq!(written.len(), 1);
        let second = highlighter(folder.path());
        assert_eq!(second.html("toml", "a = 1\n"), Some(html));
        second.save(true);
        assert_eq!(segments(folder.path()), written);
        second.html("toml", "b = 2\n").unwrap();
        second.save(false);
        assert_eq!(segments(folder.path()).len(), 2);
    }

    #[test]
    fn many_segments_are_merged_and_a_build_of_all_pages_removes_unused_blocks() {
        let folder = TempDir::new().unwrap();
        let texts: Vec<String> = (0..=MAX_SEGMENTS)
            .map(|number| format!("# {}\n", "x".repeat(200_000 + number)))
            .collect();

        for text in &texts {
            let process = highlighter(folder.path());
            process.html("toml", text).unwrap();
            process.save(false);
        }

        assert_eq!(segments(folder.path()).len(), 1);
        let size = || fs::metadata(&segments(folder.path())[0]).unwrap().len();
        assert!(size() > 200_000 * 9, "{}", size());

        let process = highlighter(folder.path());
        process.html("toml", &texts[0]).unwrap();
        process.save(true);
        assert_eq!(segments(folder.path()).len(), 1);
        assert!(size() < 300_000, "{}", size());
        assert!(process.html("toml", &texts[0]).is_some());
    }
}
