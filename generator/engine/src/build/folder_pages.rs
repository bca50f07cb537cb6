//! Pages below folders that say something else now. A page is kept together with what it takes from the folders above it, so that
//! it is read again when they change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::build::content_file::FileRead;
use crate::build::engine::Engine;
use crate::build::sources::Sources;
use croupier_base::path::{self, SitePath};
use croupier_content::front_matter::{Cascade, cascade};
use croupier_content::page::Page;

impl Sources {
    /// Reads content files, and with them the pages below folders that say something else now.
    pub(super) fn read_with_those_below(
        &mut self,
        changed: Vec<SitePath>,
    ) -> Vec<(SitePath, FileRead)> {
        let kept = AtomicUsize::new(0);
        let mut wanted = changed;
        let mut all = Vec::new();
        while !wanted.is_empty() {
            let read = self.read_pages(wanted, &kept);
            let mut folders = BTreeSet::new();
            for (file, read) in &read {
                let now = match read {
                    Ok(read) => {
                        read.as_ref().and_then(|(_, content, _)| content.page.front.cascade.clone())
                    }
                    Err(_) => {
                        self.may_say_something(file).then(|| Arc::new(Cascade::unknown(file)))
                    }
                };
                if self.cascades.take_up(file, now) {
                    folders.extend(cascade::folder(file).map(|folder| format!("{folder}/")));
                }
            }
            all.extend(read);
            let below = folders
                .iter()
                .flat_map(|folder| path::below(&self.contents, folder))
                .map(|(file, _)| file);
            let below: BTreeSet<&SitePath> = below.collect();
            if below.is_empty() {
                break;
            }
            let seen: BTreeSet<&SitePath> = all.iter().map(|(file, _)| file).collect();
            wanted = below.difference(&seen).map(|file| (*file).clone()).collect();
        }
        all
    }

    /// Whether a file that cannot be read as a page may say something for those below it.
    fn may_say_something(&self, file: &SitePath) -> bool {
        let word = b"cascade";
        cascade::folder(file).is_some()
            && self
                .world
                .read(file)
                .map_or(true, |text| text.windows(word.len()).any(|it| it == word))
    }
}

impl Engine {
    /// What the page of a content file takes from the folders above it: the file that says it, by key.
    pub fn taken(&self, file: &SitePath) -> BTreeMap<String, SitePath> {
        let above = self.sources.contents.get(file).and_then(|it| it.page.above.as_ref());
        let (Some(above), Ok(text)) = (above, self.sources.text(file)) else {
            return BTreeMap::new();
        };
        let taken = cascade::fill(&mut Page::read(file, &text).0.front, &above.front);
        taken
            .into_iter()
            .filter_map(|it| Some((it.key.clone(), above.files.get(&it.key)?.clone())))
            .collect()
    }
}
