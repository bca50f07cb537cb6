//! Renders slices and standalone files. Slices are not files: pages show them, and files of the whole site list them.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::output::staging::Staging;
use crate::pipeline::plan;
use crate::pipeline::staged_file::stage;
use crate::render::search;
use crate::render::slice::{Slice, SliceKey, Slices, render_slice};
use crate::render::standalone::{FileOutput, render_feed, render_file, render_search_file};
use crate::session::rendered::{RenderedFile, RenderedFiles, StagedFile};
use crate::session::trace::FileTrace;
use crate::site::AssembledSite;
use crate::site::files::FileSource;
use crate::sources::published::with_prefixes;
use crate::stage::{BuildState, Plan, Scope};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::{Href, OutputPath, SitePath};
use croupier_content::languages::LanguageKey;

/// Returns the slices of the site: those of the last release, and rendered ones where these are outdated. A slice that fails is empty,
/// so that pages are checked, too.
pub(super) fn render_slices(state: BuildState<'_>, scope: Scope) -> (Slices, Vec<Diagnostic>) {
    let planned: BTreeSet<String> = plan::plan_slices(state, scope).into_iter().collect();
    let mut diagnostics = Vec::new();

    let mut slice = |slice: &SliceKey| {
        let id = slice.id.as_str();
        let released = state.session.slices().get(id).filter(|_| !planned.contains(id));
        if let Some(released) = released {
            return released.clone();
        }

        let rendered = render_slice(&state.site.snapshot, &state.site.templates, slice);
        // A build with errors is repeated at the times of its queries.
        if let Ok(slice) = &rendered {
            state.session.queries().intern(&slice.reads);
        }

        rendered.unwrap_or_else(|errors| {
            diagnostics.extend(errors);
            Slice::default()
        })
    };

    let slices = state.site.slice_keys().iter().map(|key| (key.id.clone(), slice(key))).collect();
    (slices, diagnostics)
}

/// Returns the standalone files of the site, rendered where they are in the plan. One that fails is left out, and does not stop the
/// others. Without `staging` nothing is written.
pub(super) fn render_files(
    state: BuildState<'_>,
    plan: &Plan,
    staging: Option<&Staging>,
) -> (RenderedFiles, Vec<Diagnostic>) {
    let planned: BTreeSet<&OutputPath> = plan.files.iter().collect();
    let files: Vec<_> = state.site.files.iter().collect();

    let results: Vec<_> = files
        .into_par_iter()
        .map(|(path, source)| {
            let result = match released_file(state, path).filter(|_| !planned.contains(path)) {
                Some(released) => Ok(released),
                None => render_planned(state, path, source, staging),
            };
            (path, result)
        })
        .collect();

    let mut rendered = RenderedFiles::new();
    let mut diagnostics = Vec::new();
    for (path, result) in results {
        match result {
            Ok(file) => drop(rendered.insert(path.clone(), file)),
            Err(errors) => diagnostics.extend(errors),
        }
    }

    (rendered, diagnostics)
}

/// Returns a file as the last release has it.
fn released_file(state: BuildState<'_>, path: &OutputPath) -> Option<RenderedFile> {
    let trace = Arc::clone(state.session.files().get(path)?);
    let outputs = state.session.outputs();
    let paths = trace.parts.iter().chain([path]);
    let released = |path: &OutputPath| {
        let written = *outputs.get(path)?;
        Some(StagedFile { path: path.clone(), written, is_staged: false })
    };
    let files = paths.map(released).collect::<Option<_>>()?;
    Some(RenderedFile { trace, files })
}

/// Renders a template in `pages/files/`, with the base path in its URLs.
pub(super) fn template_file(
    site: &AssembledSite,
    template: &SitePath,
    language: LanguageKey,
    path: &OutputPath,
) -> Result<FileOutput, Vec<Diagnostic>> {
    let mut output = render_file(&site.snapshot, &site.templates, language, template)?;
    // `file_data` reads the file without the prefixes, because the page that shows its URLs gets them.
    let base = &site.inputs.settings.base_path;
    output.bytes = with_prefixes(base, &SitePath::of_static(path), &output.bytes).into_owned();
    Ok(output)
}

/// Renders a file and stages it.
fn render_planned(
    state: BuildState<'_>,
    path: &OutputPath,
    source: &FileSource,
    staging: Option<&Staging>,
) -> Result<RenderedFile, Vec<Diagnostic>> {
    let BuildState { sources, site, session, .. } = state;

    let mut files = Vec::new();
    let mut stage_file = |path: OutputPath, bytes: Vec<u8>| {
        if let Some(staging) = staging {
            files.push(stage(session, staging, path, &bytes)?);
        }
        Ok(())
    };

    let output = match source {
        FileSource::Template(template, language) => template_file(site, template, *language, path)?,
        FileSource::Feed(language, _) => {
            render_feed(&site.snapshot, &site.templates, *language, path, &|page| {
                sources.text_of(page).ok().filter(|_| page.is_valid)
            })
        }
        FileSource::SearchIndex(language) => {
            render_search_file(&site.snapshot, *language, |recorder| {
                search::render_index(recorder, &mut stage_file)
            })?
        }
        FileSource::SearchDialog(language) => {
            render_search_file(&site.snapshot, *language, search::render_dialog)?
        }
    };

    let FileOutput { bytes, reads, pages, queries, links } = output;
    // A build with errors is repeated at the times of its queries.
    session.queries().intern(&reads);
    stage_file(path.clone(), bytes).map_err(|error| vec![error])?;

    let bodies = pages.iter().map(|page| (page.source.clone(), sources.digests(page)));
    let trace = FileTrace {
        source: source.file(),
        reads,
        bodies: bodies.collect(),
        static_queries: queries,
        links: links.into_iter().map(|(usage, url)| (usage, Href::new(url))).collect(),
        parts: files.iter().map(|it| it.path.clone()).filter(|part| part != path).collect(),
    };

    Ok(RenderedFile { trace: Arc::new(trace), files: files.into() })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "writes a test site")]

    use std::fs;
    use std::path::Path;

    use croupier_content::config::options::{BuildOptions, Clock};

    use super::*;
    use crate::pipeline::{Engine, Resumed};

    const FILES: [(&str, &str); 12] = [
        (
            "site.toml",
            "name = \"Test\"\nbase_url = \"https://example.org\"\n[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\n\
             format = \"atom\"\ncontent = \"full\"\n",
        ),
        (
            "pages/shell.html",
            "<title>x</title>{{ slice(\"menu\") }}{{ slice(\"footer\") }}{{ main }}",
        ),
        ("pages/page.html", "{{ page.body }}"),
        ("pages/shortcodes.html", "{% macro price() %}{{ data.prices.low }}{% endmacro %}"),
        ("pages/slices/menu.html", "{{ data.menu.label }}"),
        ("pages/slices/footer.html", "{{ site.name }}"),
        ("pages/files/menu.json", "{\"label\": {{ data.menu.label }}}"),
        ("pages/files/prices.json", "{\"low\": {{ data.prices.low }}}"),
        ("content/data/menu.toml", "label = \"Menu\"\n"),
        ("content/data/prices.toml", "low = 1\n"),
        ("content/dated.md", "+++\ntitle = \"Dated\"\ndate = 2025-01-01\n+++\n{{ price() }}\n"),
        ("content/other.md", "+++\ntitle = \"Other\"\n+++\nText.\n"),
    ];

    fn engine(root: &Path) -> Engine {
        let options =
            BuildOptions { root: root.to_owned(), verify: true, ..BuildOptions::default() };
        Engine::new(&options, Clock { build_year: 2026, now: 1_767_225_600 })
    }

    /// The slices and standalone files that a new process plans, which builds after that.
    fn planned(root: &Path) -> Vec<String> {
        let mut engine = engine(root);
        let resumed = engine.resume(&|_| {}).unwrap();
        assert!(matches!(resumed, Some(Resumed::Prepared(Ok(_)))), "the cache is used");
        let scope = Scope::of(&engine.changes, engine.is_unverified);
        let mut planned = plan::plan_slices(engine.state(), scope);
        engine.render_slices(scope);
        let plan = plan::plan(engine.state(), scope);
        planned.extend(plan.files.iter().map(ToString::to_string));
        build(root);
        planned
    }

    fn build(root: &Path) {
        let mut engine = engine(root);
        engine.build(None, &|_| {}).unwrap();
        engine.save().unwrap();
    }

    #[test]
    fn a_build_renders_only_slices_and_files_whose_dependencies_changed() {
        let folder = tempfile::TempDir::new().unwrap();
        let root = folder.path();
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };

        for (path, text) in FILES {
            write(path, text);
        }
        build(root);

        write("content/data/menu.toml", "label = \"Other\"\n");
        assert_eq!(planned(root), ["menu", "menu.json"]);
        write("content/data/prices.toml", "low = 2\n");
        assert_eq!(planned(root), ["feed.xml", "prices.json"]);

        write(
            "content/dated.md",
            "+++\ntitle = \"Dated\"\ndate = 2025-01-01\n+++\n{{ price() }} more\n",
        );
        assert_eq!(planned(root), ["feed.xml"]);
        write(
            "content/dated.md",
            "+++\ntitle = \"New\"\ndate = 2025-01-01\n+++\n{{ price() }} more\n",
        );
        assert_eq!(planned(root), ["feed.xml"]);

        write("content/other.md", "+++\ntitle = \"Other\"\n+++\nOther text.\n");
        assert_eq!(planned(root), [""; 0]);
        write("pages/slices/footer.html", "{{ site.name }}!");
        assert_eq!(planned(root), ["footer"]);

        fs::remove_file(root.join("public/prices.json")).unwrap();
        assert_eq!(planned(root), ["prices.json"]);
    }
}
