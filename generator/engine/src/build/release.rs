//! From pages that are out of date to a release: rendered, compared with what the output holds, staged, put into place.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::build::engine::Engine;
use crate::build::records::Records;
use crate::build::rendered::{RenderedPage, StagedFile, share};
use crate::output::changes::{self, FileChange};
use crate::output::manifest::OutputFile;
use crate::output::releases::Releases;
use crate::output::staging::{PublishStats, Staging};
use crate::query::invalidation::Invalidation;
use crate::render::site_files::{app_data, service_worker};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::digest::{Digest, digest};
use croupier_base::hashed_path;
use croupier_base::path::{OutputPath, RELEASES, Route};

impl Engine {
    pub(super) fn put(
        &self,
        staging: &Staging,
        path: OutputPath,
        bytes: &[u8],
    ) -> Result<StagedFile, Diagnostic> {
        let known = self.outputs.get(&path).copied();
        if let Some(known) = known.filter(|it| it.digest == digest(bytes)) {
            return Ok(StagedFile { path, written: known, staged: false });
        }
        if let Some(written) = known.is_none().then(|| staging.holds(&path, bytes)).flatten() {
            return Ok(StagedFile { path, written, staged: false });
        }
        if known.is_none() && staging.is_foreign(&path) {
            return Err(Diagnostic::error(
                Code::FileForeign,
                format!("{path} is in the output folder and was not made by Croupier"),
            )
            .hint("move it away, or put it into static/ if it belongs to the site"));
        }
        let written = staging.put(&path, bytes)?;
        Ok(StagedFile { path, written, staged: true })
    }

    /// Makes what is no page, puts everything into its place, and remembers what was made.
    pub(super) fn publish(
        &mut self,
        staging: Staging,
        finished: Vec<RenderedPage>,
        pictures: Vec<StagedFile>,
        changed_queries: &[(usize, Digest)],
    ) -> Result<(usize, PublishStats, Vec<FileChange>), Vec<Diagnostic>> {
        let rendered = finished.len();
        let is_wide = self.pending.affects_everything();
        let told = self.context().told();
        let pages_before = self.pages;
        let mut removed = Vec::new();
        let queries_moved = finished.iter().any(|it| {
            self.records
                .get(&it.page.route)
                .is_none_or(|record| record.queries != it.record.queries)
        });
        let (mut staged_files, outputs) = self.keep_all(finished);
        if is_wide {
            (self.taken_over, self.askers) = (None, None);
            removed.extend(self.drop_pages());
        }
        let fallback =
            staged_files.iter().any(|it| service_worker::FALLBACKS.contains(&it.path.as_str()));
        let copies = self.static_copies();
        let is_copy = |path: &&OutputPath| {
            hashed_path::is_copy(path) && !self.sources.statics.contains_key(*path)
        };
        let named: BTreeSet<&OutputPath> =
            copies.keys().chain(pictures.iter().map(|it| &it.path)).collect();
        let copies_moved = !named.into_iter().eq(self.site_files.iter().filter(is_copy));
        let files_moved =
            self.context().has_new_file(&|path| self.outputs.get(path).map(|it| it.digest));
        let beside = is_wide
            || self.pending.statics
            || self.pending.sitemap
            || self.told != told
            || copies_moved
            || files_moved
            || queries_moved
            || fallback
            || self.site_files.iter().any(|path| !self.outputs.contains_key(path));
        if beside {
            match self.site_files(&staging, &staged_files, &copies, pictures) {
                Ok((more, gone)) => {
                    staged_files.extend(more);
                    removed.extend(gone);
                }
                Err(error) => return Err(self.give_up(&staging, error)),
            }
        } else if self.pages != pages_before {
            let context = self.context();
            let (path, bytes) =
                app_data::file(&context.inputs, &context.slices, self.pages, &self.documents());
            match self.put(&staging, path, &bytes) {
                Ok(staged_file) => staged_files.push(staged_file),
                Err(error) => return Err(self.give_up(&staging, error)),
            }
        }
        let is_new = staged_files.iter().any(|it| !staging.manifest.files.contains(&it.path))
            || !removed.is_empty();
        // What an unreadable manifest no longer lists is still ours when its bytes are those that were written last.
        removed.retain(|path| self.outputs.remove(path).is_some());
        if let Some(before) = self.taken_over.as_mut().filter(|_| !removed.is_empty()) {
            before.drop_outputs();
        }
        self.note_outputs(&staged_files, outputs);
        let is_listed = staging.is_whole && self.outputs.contains_key(RELEASES);
        let list = OutputPath::new(RELEASES);
        let next = (is_new || is_wide || !is_listed)
            .then(|| {
                let files = self.outputs.keys().chain([&list]).cloned().collect();
                staging.manifest.after(files, self.settings().config.output.keep_releases)
            })
            .filter(|next| *next != staging.manifest || !is_listed);
        if let Some(next) = &next {
            match self.put(&staging, list, &Releases::of(next).bytes()) {
                Ok(file) => {
                    self.note_outputs(std::slice::from_ref(&file), BTreeMap::new());
                    staged_files.push(file);
                }
                Err(error) => return Err(self.give_up(&staging, error)),
            }
        }
        let staged: Vec<&OutputPath> =
            staged_files.iter().filter(|it| it.staged).map(|it| &it.path).collect();
        let removed: Vec<OutputPath> = match &next {
            Some(next) => {
                let gone: BTreeSet<OutputPath> = staging
                    .manifest
                    .files
                    .difference(&next.files)
                    .cloned()
                    .chain(removed)
                    .collect();
                gone.into_iter().filter(|path| !next.files.contains(path)).collect()
            }
            None => Vec::new(),
        };
        if let Err(error) = staging.commit(&staged, &removed, next.as_ref()) {
            self.forget();
            return Err(vec![error]);
        }
        let listed = if self.args.lists_changes {
            changes::in_order(&staged, &removed, &staging.manifest.files, &self.settings().base_url)
        } else {
            Vec::new()
        };
        self.manifest = self.folder().mark().map(|mark| (mark, next.unwrap_or(staging.manifest)));
        let stats = PublishStats {
            written: staged.len(),
            unchanged: self.outputs.len() - staged.len(),
            removed: removed.len(),
        };
        let mut dependencies = self.dependencies();
        for (index, result) in changed_queries {
            dependencies.answers[*index] = *result;
        }
        drop(dependencies);
        self.told = told;
        self.pending = Invalidation::default();
        self.unverified = false;
        self.built_at = self.clock.now;
        self.sources.texts = HashMap::default();
        // Whoever waits for the build need not wait for memory that is freed.
        rayon::spawn(move || drop(staged_files));
        Ok((rendered, stats, listed))
    }

    /// Notes what the files of the output hold now; of the first of them there is a map already, or none.
    fn note_outputs(&mut self, files: &[StagedFile], first: BTreeMap<OutputPath, OutputFile>) {
        let known = if self.outputs.is_empty() { first.len() } else { 0 };
        if known > 0 {
            self.outputs = first;
        }
        let before = self.outputs.len();
        self.outputs.extend(files[known..].iter().map(|it| (it.path.clone(), it.written)));
        if let Some(taken_over) = &mut self.taken_over {
            taken_over.written.extend(files.iter().map(|it| it.path.clone()));
            if self.outputs.len() > before {
                taken_over.drop_outputs();
            }
        }
    }

    /// Takes back what was put, after an error of the machine.
    fn give_up(&mut self, staging: &Staging, error: Diagnostic) -> Vec<Diagnostic> {
        staging.abandon();
        self.forget();
        vec![error]
    }

    /// What is remembered may no longer be what the output holds; the next build makes everything.
    fn forget(&mut self) {
        self.records = Records::default();
        self.pages = 0;
        self.askers = None;
    }

    /// Forgets pages that are no longer part of the site, and returns their files.
    fn drop_pages(&mut self) -> Vec<OutputPath> {
        let site = Arc::clone(&self.context().inputs.site);
        let routes = self.records.iter().map(|(route, _)| route);
        let gone: Vec<Route> =
            routes.filter(|route| !site.pages.contains_key(*route)).cloned().collect();
        for route in &gone {
            if let Some(record) = self.records.remove(route) {
                self.pages = self.pages.wrapping_sub(share(route, &record));
            }
        }
        gone.iter().flat_map(|route| [route.html(), route.data()]).collect()
    }
}
