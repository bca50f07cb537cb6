//! What an engine tells without publishing: what is wrong, what there is, and what a page is made from.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::build::cache::{CacheRecords, DAMAGED, Damaged};
use crate::build::engine::{Engine, Start};
use crate::build::page_record::RebuildReason;
use crate::build::plan::Plan;
use crate::build::scope::Scope;
use crate::build::warnings::warnings;
use crate::query::key::QueryKey;
use crate::render::site_files;
use croupier_base::diagnostic::dedup::dedup;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::path::{OutputPath, Route, SitePath};

impl Engine {
    /// Finds all that is wrong without writing anything.
    pub fn check(
        &mut self,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        self.start = Start::Done;
        let changes = self.sources.refresh(None, note)?;
        self.pending.merge(changes);
        let mut found = self.prepare();
        found.extend(self.samples());
        let Plan { pages: dirty, unchanged, .. } = self.plan(Scope::Everything);
        let rendered: Vec<_> = dirty.par_iter().map(|page| (page, self.rendered(page))).collect();
        let mut pages = Vec::new();
        for (page, result) in rendered {
            match result {
                Ok((rendered, asked)) => {
                    pages.push(self.finished(page, rendered, &asked, 0, &unchanged))
                }
                Err(errors) => found.extend(errors),
            }
        }
        found.extend(pages.iter_mut().flat_map(|it| std::mem::take(&mut it.found)));
        found = dedup(found);
        let texts = self.texts_alone(&pages, &dirty, &mut found);
        let copies = self.pictures(&pages, &dirty);
        found.extend(self.broken_links(&pages, &dirty, &texts, &copies, &[]));
        found.extend(self.broken_pictures(&copies));
        found.extend(warnings(&self.sources.world, pages.iter().map(|it| &it.record)));
        for finished in pages {
            self.keep(finished);
        }
        found = self.settings().config.checks.weighed(found);
        if found.iter().any(|it| it.severity == Severity::Error) {
            Err(self.in_order(found))
        } else {
            Ok(self.in_order(found))
        }
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

    /// Explains what is published at `path`, for an engine that has checked its site. Missing slashes are added. The error is a
    /// suggestion, if a route is similar to `path`.
    pub fn explain(
        &self,
        path: &Route,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<Explanation, Option<String>> {
        let with_slashes = Route::new(format!("/{}/", path.trim_matches('/')).replace("//", "/"));
        let route =
            [path, &with_slashes].into_iter().find(|route| self.records.get(route).is_some());
        let Some(route) = route else {
            let other = self.other(path).map(Explanation::File);
            return other.ok_or_else(|| {
                did_you_mean(path, self.records.iter().map(|(route, _)| route.as_str()))
            });
        };
        Ok(Explanation::Page(self.explain_page(route, self.last_build(note).as_ref())))
    }

    fn explain_page(&self, route: &Route, last: Option<&CacheRecords>) -> PageExplanation {
        let now = self.records.get(route).expect("the caller has found it");
        let before = last.and_then(|last| Some((last, last.records.get(route)?)));
        let dependencies = self.dependencies();
        let asked = now.dependencies.iter().filter_map(|id| dependencies.question(*id));
        let query = |dependency: &QueryKey| {
            let then = before.and_then(|(last, record)| {
                let id = record
                    .dependencies
                    .iter()
                    .find(|id| last.dependencies.question(**id) == Some(dependency))?;
                last.dependencies.answers.get(*id as usize)
            });
            let is_changed =
                then.is_some_and(|then| *then != dependency.fingerprint(&self.context().snapshot));
            ExplainedQuery { description: dependency.to_string(), is_changed }
        };
        PageExplanation {
            route: route.clone(),
            source: now.source.clone(),
            is_source_changed: before
                .is_some_and(|(_, it)| it.digest != now.digest || it.source != now.source),
            cascaded: self.taken(&now.source),
            is_cascade_changed: before.is_some_and(|(_, it)| it.taken != now.taken),
            queries: asked.map(query).collect(),
            outputs: [route.html(), route.data()],
            last_reason: before.map(|(last, record)| reason(&record.reason, last)),
        }
    }

    /// A description of what is at a path that is no page's.
    fn other(&self, address: &str) -> Option<String> {
        let context = self.context();
        let file = address.trim_start_matches('/');
        let path = OutputPath::new(file);
        let moved = &context.redirects().moved;
        let leads = moved
            .get(address)
            .or_else(|| moved.get(format!("/{}/", file.trim_end_matches('/')).as_str()));
        let feed = self
            .settings()
            .config
            .feeds
            .iter()
            .find(|it| it.path.trim_start_matches('/') == file)
            .map(|it| it.section.clone());
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
    fn last_build(&self, note: &(dyn Fn(&str) + Sync)) -> Option<CacheRecords> {
        self.cache().load_records(None).unwrap_or_else(|Damaged| {
            note(DAMAGED);
            None
        })
    }
}

/// What is published at a path, and why.
#[derive(Debug)]
pub enum Explanation {
    /// A page.
    Page(PageExplanation),
    /// Another file, as lines of text.
    File(String),
}

/// What a page is made from, and what changed since the last build.
#[derive(Debug)]
pub struct PageExplanation {
    /// Where the page is.
    pub route: Route,
    /// Its content file.
    pub source: SitePath,
    /// Whether that file changed.
    pub is_source_changed: bool,
    /// The front matter keys that it inherits from `[cascade]` tables, with the file that sets each.
    pub cascaded: BTreeMap<String, SitePath>,
    /// Whether what it inherits changed.
    pub is_cascade_changed: bool,
    /// Everything that it asked for while it was rendered.
    pub queries: Vec<ExplainedQuery>,
    /// The files that it becomes.
    pub outputs: [OutputPath; 2],
    /// Why the last build that rendered it did so; none if it was not part of the last build.
    pub last_reason: Option<String>,
}

/// A query of a page.
#[derive(Debug)]
pub struct ExplainedQuery {
    /// What was asked for.
    pub description: String,
    /// Whether the result is another one than in the last build.
    pub is_changed: bool,
}

impl PageExplanation {
    /// Whether the next build does not render the page.
    pub fn is_up_to_date(&self) -> bool {
        !self.is_source_changed
            && !self.is_cascade_changed
            && self.queries.iter().all(|query| !query.is_changed)
    }
}

fn reason(reason: &RebuildReason, last: &CacheRecords) -> String {
    match reason {
        RebuildReason::New => "it was not built before".to_owned(),
        RebuildReason::Text => "its own file changed".to_owned(),
        RebuildReason::Cascade => "folders above it say something else for it".to_owned(),
        RebuildReason::Output => {
            "its files in the output were not as they had been written".to_owned()
        }
        RebuildReason::Answers(ids) => {
            let dependencies = ids
                .iter()
                .filter_map(|id| last.dependencies.question(*id))
                .map(ToString::to_string);
            format!("this changed: {}", dependencies.collect::<Vec<_>>().join(", "))
        }
    }
}
