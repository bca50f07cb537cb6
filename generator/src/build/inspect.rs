//! What an engine tells without publishing: what is wrong, what there is, and what a page is made from.

use rayon::prelude::*;

use crate::build::cache::{CacheRecords, DAMAGED, Damaged};
use crate::build::engine::{Engine, Start};
use crate::build::page_record::PageRecord;
use crate::build::warnings::warnings;
use crate::diagnostic::dedup::dedup;
use crate::diagnostic::{Diagnostic, Severity};
use crate::render::site_files;
use crate::snapshot::dependency::Dependency;
use crate::source::digest::Digest;
use crate::source::path::{OutputPath, Route};

impl Engine {
    /// Finds all that is wrong without writing anything.
    pub fn check(&mut self, note: &(dyn Fn(&str) + Sync)) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        self.start = Start::Done;
        let changes = self.sources.refresh(None, note)?;
        self.pending.merge(changes);
        let mut found = self.prepare();
        found.extend(self.samples());
        let (dirty, same) = self.dirty(true);
        let rendered: Vec<_> = dirty.par_iter().map(|page| (page, self.rendered(page))).collect();
        let mut pages = Vec::new();
        for (page, result) in rendered {
            match result {
                Ok((rendered, asked)) => pages.push(self.finished(page, rendered, &asked, 0, &same)),
                Err(errors) => found.extend(errors),
            }
        }
        found.extend(pages.iter_mut().flat_map(|it| std::mem::take(&mut it.found)));
        found = dedup(found);
        let texts = self.texts_alone(&pages, &dirty, &mut found);
        let copies = self.pictures(&pages, &dirty);
        found.extend(self.broken_links(&pages, &dirty, &texts, &copies));
        found.extend(self.broken_pictures(&copies));
        found.extend(warnings(&self.sources.world, pages.iter().map(|it| &it.record)));
        for finished in pages {
            self.keep(finished);
        }
        found = self.settings().config.checks.weighed(found);
        if found.iter().any(|it| it.severity == Severity::Error) { Err(self.in_order(found)) } else { Ok(self.in_order(found)) }
    }

    /// The files and variables that settings were read from, in the order in which each is laid over those before it.
    pub fn settings_from(&self) -> Vec<String> {
        let settings = self.sources.settings.iter();
        settings.flat_map(|it| it.layers.texts()).map(|(name, _)| name.to_owned()).collect()
    }

    /// How many pages the site has.
    pub fn pages(&self) -> usize {
        self.records.len()
    }

    /// What the page at `route` is made from, with every question that it asks and the answer as things stand.
    pub fn explanation(&self, route: &Route) -> Option<(&PageRecord, Vec<(Dependency, Digest)>)> {
        let record = self.records.get(route)?;
        let dependencies = self.dependencies();
        let asked = record.dependencies.iter().filter_map(|id| dependencies.question(*id));
        Some((record, asked.map(|dependency| (dependency.clone(), self.context().snapshot.answer(dependency))).collect()))
    }

    /// What stands at an address that is no page's, as lines of text.
    pub fn other(&self, address: &str) -> Option<String> {
        let context = self.context();
        let file = address.trim_start_matches('/');
        let path = OutputPath::new(file);
        let moved = &context.redirects().moved;
        let leads = moved.get(address).or_else(|| moved.get(format!("/{}/", file.trim_end_matches('/')).as_str()));
        let feed =
            self.settings().config.feeds.iter().find(|it| it.path.trim_start_matches('/') == file).map(|it| it.section.clone());
        let what = if let Some(redirect) = leads {
            format!("leads on to {} with status {}", redirect.to, redirect.status)
        } else if let Some(section) = feed {
            format!("is a feed of the dated pages below {section}")
        } else if context.files.files.contains_key(&path) {
            format!("is made from pages/files/{file}")
        } else if self.sources.statics.contains_key(&path) {
            format!("is {}, as it is", self.sources.source_of(&path))
        } else if site_files::is_made(&context.inputs, &context.slices, file) {
            "is made anew where something that it shows has changed".to_owned()
        } else {
            return None;
        };
        Some(format!("/{file}\n  {what}\n"))
    }

    /// What the last build left, where it can still be used.
    pub(crate) fn last_build(&self, note: &(dyn Fn(&str) + Sync)) -> Option<CacheRecords> {
        self.cache().load_records(None).unwrap_or_else(|Damaged| {
            note(DAMAGED);
            None
        })
    }

    /// Every route.
    pub fn routes(&self) -> impl Iterator<Item = &str> {
        self.records.iter().map(|(route, _)| route.as_str())
    }
}
