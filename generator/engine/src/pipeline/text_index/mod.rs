//! The index over the text of pages: the documents that Pagefind reads, and whether it has to run again.

#![expect(
    clippy::disallowed_methods,
    reason = "stores its files in .croupier, which is neither source nor output"
)]

mod pagefind;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use walkdir::WalkDir;

use crate::output::staging::Staging;
use crate::pipeline::staged_file::stage;
use crate::pipeline::text_index::pagefind::Pagefind;
use crate::session::rendered::{RenderedPage, StagedFile};
use crate::stage::BuildState;
use crate::template::escape::escape;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::fingerprint::{ContentHash, fingerprint, hex};
use croupier_base::path::{OutputPath, TEXT_INDEX};
use croupier_base::progress::Notes;
use croupier_base::syntax::html;
use croupier_content::config::options::BuildOptions;
use croupier_content::search::{SearchPage, SearchPages};

/// The folder in `.croupier` with the last index of each output folder.
const FOLDER: &str = "text-index";
/// The file with the key of an index, next to the folder of its files.
const KEY: &str = "key";
const FILES: &str = "files";

/// Stages the index, which is made again if the text of a page changed. Returns no files for a site without a search over texts.
pub(super) fn stage_index(
    state: BuildState<'_>,
    staging: &Staging,
    rendered: &[RenderedPage],
    notes: &Notes<'_>,
) -> Result<Vec<StagedFile>, Diagnostic> {
    let settings = state.settings();
    if !settings.config.search.text {
        return Ok(Vec::new());
    }

    let pagefind = Pagefind::find(&state.options.root, settings.runtime.as_deref())?;
    let languages = settings.languages.published().map(|language| {
        let pages = SearchPages::new(&state.site.inputs.site, language.key, settings.config.search);
        (language.locale.as_str(), pages)
    });
    let languages: Vec<_> = languages.collect();
    let has_pages = languages.iter().any(|(_, found)| !found.pages.is_empty());

    let staged = rendered.iter().flat_map(|it| &it.files).filter(|file| file.is_staged);
    let staged: HashSet<&OutputPath> = staged.map(|file| &file.path).collect();
    let documents = Documents { staging, staged, languages: &languages };

    let digests: Result<Vec<_>, Diagnostic> = documents
        .all()
        .into_par_iter()
        .map(|entry| Ok((entry.2.page.route.html(), fingerprint(&documents.read(entry)?))))
        .collect();
    let locales: Vec<&str> = languages.iter().map(|(locale, _)| *locale).collect();
    let key = format!("{:032x}", fingerprint(&(&pagefind.version, locales, digests?)));

    let cached = CachedIndex { folder: folder(state.options) };
    let files = match cached.load(&key) {
        Some(files) => files,
        None if !has_pages => Vec::new(),
        None => {
            notes("indexing the text of pages with Pagefind".into());
            cached.make(&key, &pagefind, &documents)?
        }
    };

    let files = files.into_iter().map(|(path, bytes)| (OutputPath::new(path), bytes));
    let own = files.filter(|(path, _)| !state.sources.statics.contains_key(path));
    own.map(|(path, bytes)| stage(state.session, staging, path, &bytes)).collect()
}

/// Returns the folder of the last index for an output folder.
pub(super) fn folder(options: &BuildOptions) -> PathBuf {
    options.state_file(FOLDER)
}

/// Whether the files of the index differ from those of the last release.
pub(super) fn has_changed(state: BuildState<'_>, index: &[StagedFile]) -> bool {
    let released = state.session.site_files().iter().filter(|path| {
        path.starts_with(TEXT_INDEX) && !state.sources.statics.contains_key(path.as_str())
    });
    let now: BTreeSet<&OutputPath> = index.iter().map(|file| &file.path).collect();
    index.iter().any(|file| file.is_staged) || !now.into_iter().eq(released)
}

/// The documents that Pagefind reads: the text of each page that the search finds.
struct Documents<'a> {
    staging: &'a Staging,
    /// The pages that are in the staging folder.
    staged: HashSet<&'a OutputPath>,
    /// The pages of each language, by its tag.
    languages: &'a [(&'a str, SearchPages<'a>)],
}

/// A page that the search finds, with the tag of its language and all pages of that language.
type Entry<'a> = (&'a str, &'a SearchPages<'a>, &'a SearchPage<'a>);

impl<'a> Documents<'a> {
    /// Returns the pages of all languages.
    fn all(&self) -> Vec<Entry<'a>> {
        let of_language = |(locale, found): &'a (&'a str, SearchPages<'a>)| {
            found.pages.iter().map(move |page| (*locale, found, page))
        };
        self.languages.iter().flat_map(of_language).collect()
    }

    /// Returns the language of the index, if there is only one. Otherwise Pagefind makes an index of each language.
    fn only_language(&self) -> Option<&'a str> {
        if let [(locale, _)] = self.languages { Some(locale) } else { None }
    }

    /// Returns the document of a page. It has only the text of the page, so that it changes only with that.
    fn read(&self, (locale, found, page): Entry<'_>) -> Result<String, Diagnostic> {
        let path = page.page.route.html();
        let html = self.staging.read(&path, self.staged.contains(&path))?;
        let title = escape(page.page.heading());
        let section = found.section(page.page).map_or("", |section| section.start.as_str());
        Ok(format!(
            "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><title>{title}</title>\
             <body data-pagefind-body data-pagefind-filter=\"section:{}\">\
             <h1 data-pagefind-ignore data-pagefind-meta=\"title\">{title}</h1>{}</body></html>\n",
            escape(locale),
            escape(section),
            html::searchable(&html),
        ))
    }

    /// Writes the documents into a folder.
    fn write(&self, folder: &Path) -> Result<(), Diagnostic> {
        self.all().into_par_iter().try_for_each(|entry| {
            let path = folder.join(entry.2.page.route.html());
            let document = self.read(entry)?;
            let parent = path.parent().unwrap_or(folder);
            let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, document));
            written.map_err(|error| cannot_write(&path, &error))
        })
    }
}

/// The last index for an output folder, with the key of the texts that it is about.
struct CachedIndex {
    folder: PathBuf,
}

impl CachedIndex {
    /// Returns the files of the index by output path. None if it has another key or is damaged.
    fn load(&self, key: &str) -> Option<Vec<(String, Vec<u8>)>> {
        let stored = fs::read_to_string(self.folder.join(KEY)).ok()?;
        let files = read_files(&self.folder.join(FILES)).ok()?;
        (stored == full_key(key, &files)).then_some(files)
    }

    /// Runs Pagefind, and replaces the index.
    fn make(
        &self,
        key: &str,
        pagefind: &Pagefind,
        documents: &Documents<'_>,
    ) -> Result<Vec<(String, Vec<u8>)>, Diagnostic> {
        let broken = |error: &io::Error| cannot_write(&self.folder, error);
        let _ = fs::remove_dir_all(&self.folder);
        let pages = self.folder.join("pages");
        documents.write(&pages)?;
        let files = self.folder.join(FILES);
        pagefind.run(&pages, &files, documents.only_language())?;
        let files = read_files(&files).map_err(|error| broken(&error))?;
        fs::remove_dir_all(&pages)
            .and_then(|()| fs::write(self.folder.join(KEY), full_key(key, &files)))
            .map_err(|error| broken(&error))?;
        Ok(files)
    }
}

/// Returns a key of the texts together with the digest of the index, so that a damaged index is made again.
fn full_key(key: &str, files: &[(String, Vec<u8>)]) -> String {
    let digests: Vec<_> = files.par_iter().map(|(_, bytes)| ContentHash::of(bytes)).collect();
    let digests: Vec<_> = digests.iter().map(|it| it.to_fingerprint()).collect();
    let names: Vec<&String> = files.iter().map(|(name, _)| name).collect();
    format!("{key} {}", hex(format!("{:032x}", fingerprint(&(names, digests))).as_bytes()))
}

/// Reads the files of an index that the search uses, by output path. The user interfaces of Pagefind are not among them.
fn read_files(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        let name = entry.path().strip_prefix(folder).map_err(io::Error::other)?;
        let name = name.to_string_lossy().replace('\\', "/");
        let is_interface = ["css", "js"].iter().any(|it| name.ends_with(&format!(".{it}")))
            && name != "pagefind.js";
        if entry.file_type().is_file() && !is_interface {
            files.push((format!("{TEXT_INDEX}{name}"), fs::read(entry.path())?));
        }
    }
    Ok(files)
}

fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::CannotWrite, format!("cannot write {}: {error}", path.display()))
}
