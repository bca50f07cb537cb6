//! Folders without files: content/, and those of languages and of `[[checks.in]]`. Folders whose pages have the URLs of another language.

use std::collections::BTreeSet;

use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::is_one_character_off;
use croupier_base::path::SitePath;
use croupier_content::config::settings::Settings;
use croupier_content::languages::FileLanguage;

/// Returns a problem for each folder that has no files. It is an error if another folder has a similar name, and a warning otherwise,
/// because a new language has no files yet.
pub(super) fn problems(sources: &Sources, settings: &Settings) -> Vec<Diagnostic> {
    let files = &settings.languages.files.0;
    let mut problems: Vec<Diagnostic> = no_pages(sources).into_iter().collect();

    for language in files {
        let Some(folder) = language.folder.as_deref().map(|it| it.trim_end_matches('/')) else {
            problems.extend(pages_below(language, sources, settings));
            continue;
        };
        // A folder outside of content/ is an error already.
        if has_files(sources, folder) || !folder.starts_with("content/") {
            continue;
        }

        // The folder of another language is not the intended one.
        let is_free = |path: &str| {
            let mut others = files.iter().filter_map(|it| it.folder.as_deref());
            !others.any(|it| it.trim_end_matches('/') == path)
        };
        let locale = settings.languages.find(language.key).map(|it| it.locale.as_str());
        let names: Vec<&str> =
            [Some(language.key.as_str()), locale].into_iter().flatten().collect();
        let similar = similar_folder(sources, folder, &names).filter(|it| is_free(it));
        let steps = ["languages".into(), language.key.as_str().into(), "content_dir".into()];
        let problem = problem("content_dir", folder, similar.as_deref(), "its content files");
        problems.push(problem.at(settings.layers.place(settings.spanned.range_at(&steps))));
    }

    for (index, path) in settings.config.checks.paths() {
        if sources.stamps.contains_key(&SitePath::new(path)) || has_files(sources, path) {
            continue;
        }
        let similar = similar_folder(sources, path, &[]);
        let steps = ["checks".into(), "in".into(), index.to_string().into(), "path".into()];
        let problem = problem("[[checks.in]]", path, similar.as_deref(), "the files");
        problems.push(problem.at(settings.layers.place(settings.spanned.range_at(&steps))));
    }

    problems
}

/// Returns the error for a site with templates of pages but without pages. A folder that is not mounted or not checked out is the likely
/// cause, and to publish the site would remove all that visitors read.
fn no_pages(sources: &Sources) -> Option<Diagnostic> {
    let is_of_page = |path: &SitePath| !path.starts_with("pages/files/");
    let is_page = |path: &SitePath| path.starts_with("content/") && path.extension() == "md";
    let has_pages = !sources.contents.is_empty() || sources.stamps.keys().any(is_page);
    if has_pages || !sources.templates.keys().any(is_of_page) {
        return None;
    }

    Some(
        Diagnostic::error(Code::Unreadable, "the site has no pages: content/ is missing or empty")
            .hint("bring the folder back, or add the home page content/index.md"),
    )
}

/// Returns the error for a folder whose pages have URLs of a language, although they are in the default one.
fn pages_below(
    language: &FileLanguage,
    sources: &Sources,
    settings: &Settings,
) -> Option<Diagnostic> {
    let files = &settings.languages.files;
    let folder = format!("content{}/", language.prefix);
    if language.prefix.is_empty() || !language.host.is_empty() {
        return None;
    }

    let is_below = |file: &SitePath| {
        let start = file.get(..folder.len());
        start.is_some_and(|it| it.eq_ignore_ascii_case(&folder)) && file.extension() == "md"
    };
    let mut pages = sources.stamps.keys().filter(|file| is_below(file));
    let page = pages.find(|file| files.split(file).prefix.is_empty())?;
    let folder = &page[..folder.len() - 1];
    let key = language.key;
    let message =
        format!("{folder} has pages of the default language, with URLs of the language `{key}`");
    let steps = ["languages".into(), key.as_str().into()];
    Some(
        Diagnostic::error(Code::SiteTable, message)
            .at(settings.layers.place(settings.spanned.range_at(&steps)))
            .hint(format!("write `content_dir = \"{folder}\"` in `[languages.{key}]`")),
    )
}

fn problem(key: &str, folder: &str, similar: Option<&str>, files: &str) -> Diagnostic {
    let message = format!("`{key}` names {folder}, which does not exist");
    match similar {
        Some(similar) => {
            Diagnostic::error(Code::SiteTable, message).hint(format!("did you mean `{similar}`?"))
        }
        None => Diagnostic::warning(Code::NoPages, message)
            .hint(format!("add {files}, or remove the key; this does not prevent publishing")),
    }
}

/// Returns whether a folder has files.
fn has_files(sources: &Sources, folder: &str) -> bool {
    let start = format!("{folder}/");
    let mut files = sources.stamps.range(SitePath::new(start.as_str())..);
    files.next().is_some_and(|(path, _)| path.starts_with(&start))
}

/// Returns a folder or file next to `path` that is probably the intended one: its name differs in one character, or in hyphens and case, or
/// is one of `names`.
fn similar_folder(sources: &Sources, path: &str, names: &[&str]) -> Option<String> {
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    let start = if parent.is_empty() { String::new() } else { format!("{parent}/") };
    let siblings: BTreeSet<&str> = sources
        .stamps
        .range(SitePath::new(start.as_str())..)
        .map_while(|(path, _)| path.strip_prefix(&start))
        .filter_map(|rest| rest.split('/').next())
        .collect();

    let is_similar = |sibling: &&&str| {
        let plain_sibling = plain(sibling);
        is_one_character_off(name, sibling)
            || names.iter().chain([&name]).any(|it| plain(it) == plain_sibling)
    };
    siblings.iter().find(is_similar).map(|sibling| format!("{start}{sibling}"))
}

/// Returns a name in lower case without hyphens and the like.
fn plain(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
