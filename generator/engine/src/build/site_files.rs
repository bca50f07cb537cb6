//! The files of a release that are no page: made anew, copied from static/, compared with what the output holds.

use std::collections::{BTreeMap, BTreeSet};

use crate::build::engine::Engine;
use crate::build::rendered::StagedFile;
use crate::output::staging::Staging;
use crate::query::key::QueryKey;
use crate::render::site_files;
use crate::render::site_files::{app_data, headers, redirects_file, service_worker};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::hashed_path;
use croupier_base::path::{self, OutputPath};
use croupier_content::config::tables::RedirectForm;

/// What static/ may bring lines to, which stand after the generator's.
const REDIRECTS: &str = "_redirects";
const HEADERS: &str = "_headers";

impl Engine {
    /// Addresses of this site whose documents are no pages of it.
    pub(super) fn documents(&self) -> BTreeSet<String> {
        let context = self.context();
        let files = self.sources.statics.keys().chain(context.files.files.keys());
        app_data::documents(files, &context.redirects().moved, &context.inputs.settings.base)
    }

    /// Copies of files of static/ that pages, slices and files ask for, whose names have the digest of their content in them, with
    /// what they are copies of.
    pub(super) fn static_copies(&self) -> BTreeMap<OutputPath, OutputPath> {
        let context = self.context();
        let dependencies = self.dependencies();
        let asked = |it: &'_ QueryKey| it.static_copy().cloned();
        let ids = dependencies.list.iter().zip(0..).filter_map(|(it, id)| Some((id, asked(it)?)));
        let of_pages = ids.filter(|(id, _)| self.records.ask(*id));
        let shared = context
            .slices
            .values()
            .flat_map(|slice| slice.reads.keys())
            .chain(context.files.reads.keys());
        let originals: BTreeSet<OutputPath> =
            of_pages.map(|(_, path)| path).chain(shared.filter_map(asked)).collect();
        let statics = &self.sources.statics;
        let copy = |path: OutputPath| {
            Some((hashed_path::fingerprinted(&path, statics.get(&path)?.fingerprint), path))
        };
        originals.into_iter().filter_map(copy).collect()
    }

    /// Files of the release that are no page, and paths of those that are no longer made.
    pub(super) fn site_files(
        &mut self,
        staging: &Staging,
        pages: &[StagedFile],
        copies: &BTreeMap<OutputPath, OutputPath>,
        pictures: Vec<StagedFile>,
    ) -> Result<(Vec<StagedFile>, Vec<OutputPath>), Diagnostic> {
        let context = self.context();
        let mut queries: BTreeMap<String, String> =
            context.slices.values().flat_map(|it| it.queries.clone()).collect();
        queries.extend(context.files.queries.clone());
        queries.extend(self.records.iter().flat_map(|(_, record)| record.queries.clone()));
        let mut files = site_files::files(
            &context.inputs,
            &context.slices,
            &queries,
            self.pages,
            &self.documents(),
        );
        let revision = |path: &str| {
            // A page that left the site may still stand in the output.
            context.inputs.site.pages.get(&path::route_at(path))?;
            let page = pages.iter().find(|it| it.path.as_str() == path).map(|it| it.written.digest);
            page.or_else(|| self.outputs.get(path).map(|it| it.digest))
                .map(|digest| format!("{digest:032x}"))
        };
        let settings = &context.inputs.settings;
        let forms = &settings.config.output.redirects;
        if let Some(text) = files.get_mut(HEADERS) {
            if let Some(more) = self.sources.static_text(HEADERS) {
                text.extend_from_slice(format!("{}\n", more.trim_end()).as_bytes());
            }
            let named: BTreeSet<&OutputPath> =
                copies.keys().chain(pictures.iter().map(|it| &it.path)).collect();
            text.extend_from_slice(
                headers::rules_of_copies(settings, named.into_iter()).as_bytes(),
            );
        }
        let text = redirects_file::file(context.redirects(), &settings.base);
        if forms.contains(&RedirectForm::File) && !text.is_empty() {
            files.insert(OutputPath::new(REDIRECTS), text.into_bytes());
        }
        if forms.contains(&RedirectForm::Html) {
            files.extend(redirects_file::html_files(
                &context.redirects().moved,
                &context.inputs.site,
                settings,
            ));
        }
        files.extend(
            context.files.files.iter().map(|(path, (_, text))| (path.clone(), text.clone())),
        );
        if let Some(worker) = service_worker::worker(&context.inputs, &context.slices, &revision) {
            files.insert(OutputPath::new("sw.js"), worker);
        }
        let mut staged_files = pictures;
        let is_shared = |path: &str| [REDIRECTS, HEADERS].contains(&path);
        for (path, bytes) in files
            .into_iter()
            .filter(|(path, _)| is_shared(path) || !self.sources.statics.contains_key(path))
        {
            staged_files.push(self.put(staging, path, &bytes)?);
        }
        let statics = &self.sources.statics;
        let beside = copies
            .iter()
            .filter_map(|(copy, original)| Some((copy, original, statics.get(original)?)));
        let plain = statics
            .iter()
            .filter(|(path, _)| !is_shared(path))
            .map(|(path, file)| (path, path, file));
        for (path, original, file) in
            plain.chain(beside.filter(|(copy, ..)| !statics.contains_key(*copy)))
        {
            let staged_file = match self.outputs.get(path).filter(|it| it.digest == file.digest) {
                Some(known) => StagedFile { path: path.clone(), written: *known, staged: false },
                None => {
                    let source = self.sources.source_of(original);
                    let bytes = self.sources.world.read(&source).map_err(|error| {
                        Diagnostic::error(
                            Code::Unreadable,
                            format!("cannot read {source}: {error}"),
                        )
                    })?;
                    self.put(staging, path.clone(), &self.sources.published(&source, &bytes).0)?
                }
            };
            staged_files.push(staged_file);
        }
        let now: BTreeSet<OutputPath> = staged_files.iter().map(|it| it.path.clone()).collect();
        let gone = self
            .site_files
            .difference(&now)
            .filter(|path| !pages.iter().any(|it| it.path == **path))
            .cloned()
            .collect();
        self.site_files = now;
        Ok((staged_files, gone))
    }
}
