//! Standalone files: which files the templates in pages/files/ and the feeds make.

use std::collections::BTreeMap;

use crate::query::inputs::{Inputs, TemplateTexts};
use crate::site::conflicts::generated_file_conflict;
use crate::sources::{Sources, conflict};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{self, OutputPath, SitePath};
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::feed::Feed;
use croupier_content::config::tables::languages::Languages;
use croupier_content::entries_without_pages;
use croupier_content::languages::LanguageKey;
use croupier_content::site::Site;

/// The folder of the templates of files.
const FOLDER: &str = "pages/files/";

/// The source of feeds and of the search index, for diagnostics.
const SETTINGS: &str = "site.toml";

/// Standalone files, by output path.
pub(crate) type StandaloneFiles = BTreeMap<OutputPath, FileSource>;

/// The source of a standalone file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileSource {
    /// A template in pages/files/, and the language in which it is rendered.
    Template(SitePath, LanguageKey),
    /// An entry of `[[feeds]]`, by its index, in a language.
    Feed(LanguageKey, usize),
    /// The index of `[search]` in a language.
    SearchIndex(LanguageKey),
    /// What the dialog of `[search]` shows in a language, for a search over texts.
    SearchDialog(LanguageKey),
}

impl FileSource {
    /// Returns the source file.
    pub(crate) fn file(&self) -> SitePath {
        match self {
            FileSource::Template(template, _) => template.clone(),
            FileSource::Feed(..) | FileSource::SearchIndex(_) | FileSource::SearchDialog(_) => {
                SitePath::new(SETTINGS)
            }
        }
    }

    /// Locates an error of a feed at its path in site.toml.
    fn locate(&self, error: Diagnostic, settings: &Settings) -> Diagnostic {
        match self {
            FileSource::Feed(_, entry) => error.at(feed_place(settings, *entry, "path")),
            _ => error,
        }
    }
}

/// Returns the place of a key of an entry of `[[feeds]]`.
fn feed_place(settings: &Settings, entry: usize, key: &'static str) -> Location {
    let steps = ["feeds".into(), entry.to_string().into(), key.into()];
    settings.layers.place(settings.spanned.range_at(&steps))
}

/// Returns the standalone files of the site. Reports feeds without entries, and feeds at the path of another file.
pub(super) fn standalone_files(
    templates: &TemplateTexts,
    site: &Site,
    settings: &Settings,
) -> (StandaloneFiles, Vec<Diagnostic>) {
    let mut files = StandaloneFiles::new();
    let mut diagnostics = Vec::new();
    for template in templates.keys() {
        let Some((path, language)) = file_of_template(template, &settings.languages) else {
            continue;
        };
        if let Some(other) = files.get(&path) {
            diagnostics.push(conflict(&path, template, &other.file()));
        } else {
            files.insert(path, FileSource::Template(template.clone(), language));
        }
    }

    let feeds = &settings.config.feeds;
    let default = settings.languages.default_language().key;
    // Other languages have the same feeds, also before they have pages.
    for feed in feeds.iter().take_while(|feed| feed.language == default) {
        let key = if feed.taxonomy.is_some() { "taxonomy" } else { "section" };
        let location = || feed_place(settings, feed.entry, key);
        diagnostics
            .extend(entries_without_pages::feed_problem(feed, site).map(|it| it.at(location())));
    }

    for (folder, key) in settings.config.permalinks.folders() {
        let steps = ["permalinks".into(), key.into()];
        let location = || settings.layers.place(settings.spanned.range_at(&steps));
        diagnostics.extend(
            entries_without_pages::permalink_problem(folder, site).map(|it| it.at(location())),
        );
    }

    for (index, problem) in
        entries_without_pages::order_problems(&settings.config.content.order, site)
    {
        let steps = ["content".into(), "order".into(), index.to_string().into()];
        diagnostics.push(problem.at(settings.layers.place(settings.spanned.range_at(&steps))));
    }

    for feed in feeds {
        let source = FileSource::Feed(feed.language, feed.entry);
        for path in feed_paths(feed, site) {
            if let Some(other) = files.get(&path) {
                let other = match other {
                    FileSource::Feed(..) => "another feed".to_owned(),
                    other => other.file().to_string(),
                };
                let error = conflict(&path, &source.file(), &other);
                diagnostics.push(source.locate(error, settings));
            } else {
                files.insert(path, source.clone());
            }
        }
    }

    let search = settings.config.search;
    for language in settings.languages.published() {
        if search.is_enabled() {
            let path = path::in_language(path::SEARCH_INDEX, &language.prefix);
            files.insert(path, FileSource::SearchIndex(language.key));
        }
        if search.text {
            let path = path::in_language(path::SEARCH_DIALOG, &language.prefix);
            files.insert(path, FileSource::SearchDialog(language.key));
        }
    }

    (files, diagnostics)
}

/// Returns the output path of a template in pages/files/, and its language: the one that its name ends with, as in `games.fr.json`, or the
/// default one.
fn file_of_template(
    template: &SitePath,
    languages: &Languages,
) -> Option<(OutputPath, LanguageKey)> {
    let name = template.strip_prefix(FOLDER)?;
    let localized = languages.files.split(template);
    if !localized.has_suffix {
        return Some((OutputPath::new(name), languages.main_language().key));
    }

    // A language that is left out has no files.
    let language = languages.published().find(|it| it.key == localized.language)?;
    let path = language.localized(&format!("/{}", localized.path.strip_prefix(FOLDER)?));
    Some((OutputPath::new(path.trim_start_matches('/')), language.key))
}

/// Returns the output paths of an entry of `[[feeds]]`.
fn feed_paths(feed: &Feed, site: &Site) -> Vec<OutputPath> {
    let Some(taxonomy) = &feed.taxonomy else { return vec![feed.output_path()] };
    let slugs = site.terms(feed.language).get(taxonomy).into_iter().flat_map(BTreeMap::keys);
    slugs.map(|slug| feed.of_term(taxonomy, slug).output_path()).collect()
}

/// Returns the errors for standalone files at the path of a page, a static file or a generated file.
pub(super) fn file_conflicts(
    files: &StandaloneFiles,
    inputs: &Inputs,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let other_source = |path: &OutputPath| {
        let page = inputs.site.pages.get(&path::route_of_output(path));
        let page = page.map(|page| page.source.to_string());
        let of_static =
            || sources.statics.contains_key(path).then(|| sources.source_of(path).into());
        let is_generated = path::is_generated_path(path) && path.as_str() != path::ROBOTS;
        let generator = || is_generated.then(|| "the generator".to_owned());
        page.or_else(of_static).or_else(generator)
    };

    // The files of the search are generated files themselves.
    let conflicts = files
        .iter()
        .filter(|(_, source)| {
            !matches!(source, FileSource::SearchIndex(_) | FileSource::SearchDialog(_))
        })
        .filter_map(|(path, source)| {
            let error = conflict(path, &source.file(), &other_source(path)?);
            Some(source.locate(error, &inputs.settings))
        });

    let below_generated = files.iter().filter_map(|(path, source)| {
        let error = generated_file_conflict(&source.file(), path)?;
        Some(source.locate(error, &inputs.settings))
    });

    let folders = files.iter().filter_map(|(path, source)| {
        let file = source.file();
        let other = source_below(path, inputs, sources)?;
        let message = format!("{file} and {other} need a file and a folder with the same name");
        let error = Diagnostic::error(Code::FileTaken, message).in_file(&file);
        let error = error.hint("give one of them another path");
        Some(source.locate(error, &inputs.settings))
    });

    conflicts.chain(below_generated).chain(folders).collect()
}

/// Returns the source of a file in a folder of the output.
fn source_below(folder: &OutputPath, inputs: &Inputs, sources: &Sources) -> Option<SitePath> {
    let folder = format!("{folder}/");
    let statics = path::entries_with_prefix(&*sources.statics, &folder).next();
    statics.map(|(path, _)| sources.source_of(path)).or_else(|| {
        let route = format!("/{folder}");
        let (_, page) = path::entries_with_prefix(&inputs.site.pages, &route).next()?;
        Some(page.source.clone())
    })
}
