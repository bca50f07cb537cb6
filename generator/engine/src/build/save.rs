//! What is kept for a later process, and where.

use std::borrow::Cow;

use crate::build::cache::{Cache, CacheState};
use crate::build::engine::Engine;
use crate::build::kept_pages::KeptPages;
use crate::build::sources::Sources;
use croupier_base::digest::fingerprint;
use croupier_base::disk::world;
use croupier_content::config::args::BuildArgs;

impl Engine {
    /// Keeps what was made for a later process.
    pub fn save(&self) {
        let Some(settings) = &self.sources.settings else {
            return;
        };
        let cache = self.cache();
        let Sources { contents, stamps, errors, .. } = &self.sources;
        // After a build that failed, the sources as they are now were not what the output was made from.
        let scanned_at = if self.failed { 0 } else { self.sources.scanned_at };
        let token = fingerprint(&(std::process::id(), world::now(), self.built_at));
        let state = CacheState {
            token,
            runtime: settings.runtime.clone(),
            stamps: Cow::Borrowed(stamps),
            variables: self.args.variables_digest(),
            scanned_at,
            shared: self.sources.shared(),
            warnings: self.warnings.clone(),
            warned_of_links: self.warned_of_links,
            told: self.told,
            manifest: self
                .manifest
                .as_ref()
                .map(|(mark, manifest)| (*mark, manifest.without(&self.outputs))),
            outputs: Cow::Borrowed(&self.outputs),
            site_files: Cow::Borrowed(&self.site_files),
            pages_digest: self.pages,
            pages: self.records.len(),
            built_at: self.built_at,
            next_change_at: self.next_change_at(),
        };
        let (dependencies, addresses) = (self.dependencies(), self.addresses());
        let (dependencies, addresses) = (&*dependencies, &*addresses);
        // Both are in order.
        let mut seen = stamps.iter().peekable();
        let files = contents.iter().filter_map(move |(file, content)| {
            while seen.next_if(|(it, _)| *it < file).is_some() {}
            let (_, stamp) = seen.next_if(|(it, _)| *it == file)?;
            (!errors.contains_key(file)).then_some((stamp, content))
        });
        let before = self.taken_over.as_ref();
        let tables = before.map(|it| &it.tables);
        let before = before.and_then(|it| Some((it, self.sources.touched.as_ref()?)));
        let pages = before.map(|(it, touched)| (&it.pages, touched));
        let before = before.map(|(it, touched)| (&it.state, touched, &it.written));
        rayon::join(
            || cache.save_records(token, dependencies, addresses, &self.records, tables),
            || {
                rayon::join(
                    || cache.save(&state, before),
                    || KeptPages::save(files, (token, self.sources.scanned_at), &cache, pages),
                )
            },
        );
    }

    /// Where what was made is kept for a later process.
    pub(super) fn cache(&self) -> Cache {
        // Where the site and its output lie is not among it: both may be brought to another machine together.
        let BuildArgs {
            root: _,
            out: _,
            base_url,
            drafts,
            profile,
            allow_samples,
            variables: _,
            lists_changes: _,
            verify: _,
        } = &self.args;
        let options = (base_url, drafts, profile.name(), allow_samples, self.clock.build_year);
        Cache::new(self.args.kept("cache"), fingerprint(&options))
    }
}
