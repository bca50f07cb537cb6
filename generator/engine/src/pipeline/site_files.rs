//! The files of a release that belong to no page: generated, or copied from static/.

use std::collections::{BTreeMap, BTreeSet};

use crate::output::staging::Staging;
use crate::pipeline::staged_file::{stage, stage_copy};
use crate::query::key::QueryKey;
use crate::render::site_files;
use crate::render::site_files::{app_data, headers, redirects_file, service_worker, sitemap};
use crate::session::rendered::{RenderedFiles, StagedFile};
use crate::sources::published::Published;
use crate::sources::unreadable;
use crate::stage::{BuildState, shared_queries, shared_static_queries};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::hashed_path;
use croupier_base::path::{self, OutputPath};
use croupier_content::config::tables::RedirectForm;

/// Generated files to which static/ may add lines.
const REDIRECTS: &str = "_redirects";
const HEADERS: &str = "_headers";

/// Returns the URL paths of this site whose documents are no pages.
pub(super) fn documents(state: BuildState<'_>) -> BTreeSet<String> {
    let BuildState { sources, site, .. } = state;
    let files = sources.statics.keys().chain(site.files.keys());
    app_data::documents(files, &site.redirects().by_path, &site.inputs.settings.base_path)
}

/// Returns the hashed copies of static files that pages, slices and standalone files use, with the paths of the originals.
pub(super) fn static_copies(
    state: BuildState<'_>,
    standalone: &RenderedFiles,
) -> BTreeMap<OutputPath, OutputPath> {
    let BuildState { sources, site, session, .. } = state;
    let queries = session.queries();
    let of_pages = queries.list.iter().zip(0..).filter(|(_, id)| session.traces().is_used(*id));
    let used = of_pages.map(|(query, _)| query).chain(shared_queries(site, standalone));
    let originals: BTreeSet<&OutputPath> = used.filter_map(QueryKey::static_copy).collect();
    let copy = |path: &OutputPath| {
        let file = sources.statics.get(path)?;
        Some((hashed_path::fingerprinted(path, file.content_hash), path.clone()))
    };
    originals.into_iter().filter_map(copy).collect()
}

/// Stages all files that belong to no page. `pages` are the files of pages that were rendered now, and `copies` those of static files.
/// `standalone` and `pictures` are staged already.
pub(super) fn stage_site_files(
    state: BuildState<'_>,
    staging: &Staging,
    pages: &[StagedFile],
    standalone: &RenderedFiles,
    copies: &BTreeMap<OutputPath, OutputPath>,
    pictures: Vec<StagedFile>,
) -> Result<Vec<StagedFile>, Diagnostic> {
    let statics = &state.sources.statics;
    // Rules of the site for search engines would open a preview to them.
    let is_preview = state.settings().is_preview();
    let is_generated =
        |file: &str| [REDIRECTS, HEADERS].contains(&file) || is_preview && file == path::ROBOTS;
    let generated = generated_files(state, pages, standalone, copies, &pictures);

    let mut staged = pictures;
    let of_templates = standalone.iter().filter(|(path, _)| !is_generated(path));
    staged.extend(of_templates.flat_map(|(_, it)| it.files.iter().cloned()));

    let mut stage_generated = |path: OutputPath, bytes: Vec<u8>| {
        let is_replaced = statics.contains_key(&path) || standalone.contains_key(&path);
        if is_generated(&path) || !is_replaced {
            staged.push(stage(state.session, staging, path, &bytes)?);
        }
        Ok(())
    };
    generated.into_iter().try_for_each(|(path, bytes)| stage_generated(path, bytes))?;
    sitemap::render_sitemap(&state.site.inputs, stage_generated)?;

    let plain = statics.iter().filter(|(path, _)| !is_generated(path));
    let plain = plain.map(|(path, file)| (path, path, file));
    let copied = copies.iter().filter(|(copy, _)| !statics.contains_key(*copy));
    let copied =
        copied.filter_map(|(copy, original)| Some((copy, original, statics.get(original)?)));

    for (path, original, file) in plain.chain(copied) {
        staged.push(stage_static(state, staging, path, original, file)?);
    }

    Ok(staged)
}

/// The contents of all generated files.
fn generated_files(
    state: BuildState<'_>,
    pages: &[StagedFile],
    standalone: &RenderedFiles,
    copies: &BTreeMap<OutputPath, OutputPath>,
    pictures: &[StagedFile],
) -> BTreeMap<OutputPath, Vec<u8>> {
    let BuildState { sources, site, session, .. } = state;
    let settings = state.settings();
    let of_pages =
        session.traces().iter().flat_map(|(_, trace)| trace.static_queries.values().cloned());
    let queries = shared_static_queries(site, standalone).into_iter().chain(of_pages).collect();

    let documents = documents(state);
    let mut files =
        site_files::render(&site.inputs, site.slices(), &queries, session.page_data(), &documents);

    if let Some(text) = files.get_mut(HEADERS) {
        if let Some(own) = sources.static_text(HEADERS) {
            let generated = String::from_utf8_lossy(text);
            *text = headers::with_own_rules(&generated, &own, &settings.base_path).into_bytes();
        }

        let hashed: BTreeSet<&OutputPath> = copies
            .keys()
            .chain(pictures.iter().map(|it| &it.path))
            .chain(sources.style_copies())
            .collect();
        let rules = headers::copy_rules(settings, hashed.into_iter());
        text.extend_from_slice(rules.as_bytes());
    }

    let forms = &settings.config.output.redirects;
    let text = redirects_file::render(site.redirects(), &settings.base_path);
    if forms.contains(&RedirectForm::File) && !text.is_empty() {
        files.insert(OutputPath::new(REDIRECTS), text.into_bytes());
    }

    for (path, redirect) in &site.redirects().html_files {
        let html = redirects_file::render_html(redirect, settings);
        files.insert(path.clone(), html.into_bytes());
    }

    let revision = |path: &str| {
        // A page that left the site can still be in the output.
        site.inputs.site.pages.get(&path::route_of_output(path))?;
        let rendered = pages.iter().find(|it| it.path.as_str() == path).map(|it| it.written);
        let written = rendered.or_else(|| session.outputs().get(path).copied())?;
        Some(format!("{:032x}", written.digest))
    };

    if let Some(worker) = service_worker::render(&site.inputs, site.slices(), &revision) {
        files.insert(OutputPath::new("sw.js"), worker);
    }

    files
}

/// Stages a static file, or a copy of one at `path`.
fn stage_static(
    state: BuildState<'_>,
    staging: &Staging,
    path: &OutputPath,
    original: &OutputPath,
    file: &StaticFile,
) -> Result<StagedFile, Diagnostic> {
    let BuildState { sources, session, .. } = state;
    if let Some(known) = session.outputs().get(path).filter(|it| it.digest == file.digest) {
        return Ok(StagedFile { path: path.clone(), written: *known, is_staged: false });
    }
    match sources.published(original, file)? {
        Published::Bytes(bytes) => stage(session, staging, path.clone(), &bytes),
        Published::Copy(source) => {
            let open = || sources.world.open(&source).map_err(|error| unreadable(&source, &error));
            stage_copy(session, staging, path.clone(), file, &open)
        }
    }
}
