//! Reports pages and static files that make the same output file, or a file and a folder with the same name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::{self, OutputPath, SitePath};
use croupier_content::config::tables::PathCase;
use croupier_content::page::Page;
use croupier_content::site::Site;

/// Returns the errors for static files and pages that need the same output file, or a file and a folder with the same name.
pub(super) fn static_conflicts(sources: &Sources, site: &Site) -> Vec<Diagnostic> {
    // Some hosts and file systems ignore case.
    let statics: BTreeMap<String, &OutputPath> =
        sources.statics.keys().map(|path| (path.to_lowercase(), path)).collect();

    let mut diagnostics = page_conflicts(sources, site, &statics);
    for path in sources.statics.keys() {
        diagnostics.extend(generated_file_conflict(&sources.source_of(path), path));
        diagnostics.extend(blocked_by_file(path, sources, site));
        diagnostics.extend(blocked_by_generated_file(path, sources, site));

        let other = statics[&path.to_lowercase()];
        if other != path {
            let (file, other) = (sources.source_of(path), sources.source_of(other));
            let message = format!("{file} and {other} differ only in upper and lower case");
            diagnostics.push(
                Diagnostic::error(Code::FileTaken, message)
                    .in_file(&file)
                    .hint("some hosts and file systems treat them as one file; rename one of them"),
            );
        }
    }

    diagnostics
}

/// Returns the error if the output of a source needs a folder at the path of a file that the generator writes.
pub(super) fn generated_file_conflict(source: &SitePath, path: &str) -> Option<Diagnostic> {
    let generated = path::generated_file_above(path)?;
    let message = format!("{source} needs a folder at the path of the generated file {generated}");
    let error = Diagnostic::error(Code::FileTaken, message).in_file(source);
    Some(error.hint("rename it, or give it another path"))
}

/// Returns the errors for pages that need the same output file as another page or a static file, or a folder with the same name.
/// `statics` are the static files by their path in lower case.
fn page_conflicts(
    sources: &Sources,
    site: &Site,
    statics: &BTreeMap<String, &OutputPath>,
) -> Vec<Diagnostic> {
    let keeps_case = sources.read_options.paths == PathCase::Keep;
    let lower_pages: BTreeMap<String, &Arc<Page>> = if keeps_case {
        site.pages.iter().map(|(route, page)| (route.to_lowercase(), page)).collect()
    } else {
        BTreeMap::new()
    };

    let mut diagnostics = Vec::new();
    for (lower, path) in statics {
        let route = path::route_of_output(lower);
        let page = if keeps_case {
            lower_pages.get(route.as_str()).copied()
        } else {
            site.pages.get(&route)
        };
        diagnostics.extend(page.map(|page| {
            let file = sources.source_of(path);
            let message = format!("{file} and {} make the same file", page.source);
            Diagnostic::error(Code::FileTaken, message)
                .in_file(page.file())
                .hint("remove or rename one of them")
        }));
    }

    if keeps_case {
        for (route, page) in &site.pages {
            let other = lower_pages[&route.to_lowercase()];
            if other.route != *route {
                diagnostics.push(case_conflict(page, other));
            }
        }
    }

    for (route, page) in &site.pages {
        diagnostics.extend(generated_file_conflict(page.file(), route.trim_start_matches('/')));
    }

    for (route, page) in site.pages.iter().filter(|(route, _)| !route.ends_with('/')) {
        let below = format!("{route}/");
        if let Some((_, other)) = path::entries_with_prefix(&site.pages, &below).next() {
            let message = format!(
                "{} and {} need a file and a folder with the same name",
                page.source, other.source
            );
            diagnostics.push(
                Diagnostic::error(Code::FileTaken, message)
                    .in_file(page.file())
                    .hint("give one of them another `path`"),
            );
        }
    }

    diagnostics
}

/// Returns the error for two pages whose routes are equal in lower case.
fn case_conflict(page: &Page, other: &Page) -> Diagnostic {
    let message = format!(
        "the paths of {} and {} differ only in upper and lower case",
        page.source, other.source
    );
    let hint =
        "some hosts and file systems treat them as one file; give one of them another `path`";
    Diagnostic::error(Code::FileTaken, message).in_file(page.file()).hint(hint)
}

/// Returns the error for a static file at the path of a generated file, or of a folder that a page needs.
fn blocked_by_generated_file(
    path: &OutputPath,
    sources: &Sources,
    site: &Site,
) -> Option<Diagnostic> {
    // A file and a folder cannot have the same name.
    let below = format!("/{}/", path.to_lowercase());
    let page = path::entries_with_prefix(&site.pages, &below).next();
    if !path::is_reserved(path) && page.is_none() {
        return None;
    }

    let hint = page.map_or(
        "the generator writes files of its own at this path; rename it".to_owned(),
        |(_, page)| format!("{} needs a folder with this name; rename one of them", page.source),
    );
    let file = sources.source_of(path);
    let message = format!("{file} conflicts with generated files");
    Some(Diagnostic::error(Code::FileTaken, message).in_file(&file).hint(hint))
}

/// Returns the error for a static file or an asset in a folder whose name is that of a file.
fn blocked_by_file(path: &OutputPath, sources: &Sources, site: &Site) -> Option<Diagnostic> {
    let folders = path.match_indices('/').map(|(index, _)| OutputPath::new(&path[..index]));
    let file_at = |folder: OutputPath| {
        let page = site.pages.get(&path::route_of_output(&folder));
        let page = page.filter(|page| page.route.html() == folder);
        let of_static =
            || sources.statics.contains_key(&folder).then(|| sources.source_of(&folder));
        page.map(|page| page.source.clone()).or_else(of_static)
    };
    let other = folders.map(file_at).find_map(|it| it)?;
    let file = sources.source_of(path);
    let message = format!("{file} and {other} need a file and a folder with the same name");
    Some(Diagnostic::error(Code::FileTaken, message).in_file(&file).hint("rename one of them"))
}
