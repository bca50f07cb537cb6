//! `croupier translations`: which translations are missing or out of date, and what was translated.

#![expect(
    clippy::disallowed_methods,
    reason = "writes content files and lock files, which users edit, too"
)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use crate::command::console::Console;
use crate::command::failure::Failure;
use crate::command::hosts;
use crate::command::print::print;
use crate::command::site_args::SiteArgs;
use crate::content_source::split;
use crate::translations;
use croupier_base::diagnostic::wording::{counted, did_you_mean};
use croupier_base::path::SitePath;
use croupier_content::config::options::BuildOptions;
use croupier_content::messages::catalog::MessageFiles;
use croupier_content::messages::originals::without_messages;
use croupier_content::search::TEXTS;
use croupier_content::translation_lock::TranslationLock;
use croupier_edits::{Edit, Format, apply};
use croupier_engine::{
    Engine, LanguageTranslations, MessageTranslation, PageTranslation, TranslationState,
};

/// Arguments of `croupier translations`.
#[derive(Debug, Args)]
pub struct TranslationsCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the translations that are missing, out of date or not reviewed.
    Status {
        #[command(flatten)]
        site: SiteArgs,
        /// List only this language, by its key.
        #[arg(long, value_name = "KEY")]
        language: Option<String>,
        /// Show the changes of each original since it was translated, from the Git history.
        #[arg(long)]
        diff: bool,
        /// Print JSON events to standard output: one for each page or message and language.
        #[arg(long)]
        json: bool,
        /// End with exit code 1 if a translation is missing, out of date or not reviewed.
        #[arg(long)]
        exit_code: bool,
    },
    /// Create the translation of a content file with the text of the original.
    New {
        /// The content file of the original, such as content/info/faq.md.
        file: PathBuf,
        /// The key of the language, such as fr.
        language: String,
        #[command(flatten)]
        site: SiteArgs,
    },
    /// Record that translations match the current text of their originals.
    Accept {
        /// Translations or originals, pages and files of messages. Without any, all translations.
        files: Vec<PathBuf>,
        /// Accept only translations to this language, by its key.
        #[arg(long, value_name = "KEY")]
        language: Option<String>,
        /// Mark the translations as made by a machine and not reviewed by a person.
        #[arg(long)]
        sample: bool,
        #[command(flatten)]
        site: SiteArgs,
    },
    /// Remove what is recorded about pages and messages that no longer exist.
    Prune {
        #[command(flatten)]
        site: SiteArgs,
        /// Also remove the messages that no template shows (C0416) from the files of all languages.
        #[arg(long)]
        messages: bool,
    },
}

impl TranslationsCommand {
    /// Returns whether the command prints JSON.
    pub(crate) fn is_json(&self) -> bool {
        matches!(self.action, Action::Status { json: true, .. })
    }

    /// Runs the command.
    pub(crate) fn run(self, console: &Console) -> Result<(), Failure> {
        match self.action {
            Action::Status { site, language, diff, json, exit_code } => {
                let site = TranslatedSite::read(&site, console)?;
                let languages = site.selected(language.as_deref())?;
                let is_complete = if json {
                    print_json(&languages, console)
                } else {
                    let mut text = String::new();
                    let is_complete = site.write_status(&languages, diff, &mut text);
                    print(text)?;
                    is_complete
                };
                if exit_code && !is_complete { Err(Failure::Reported(1)) } else { Ok(()) }
            }
            Action::New { file, language, site } => {
                TranslatedSite::read(&site, console)?.create(&file, &language, console)
            }
            Action::Accept { files, language, sample, site } => {
                let site = TranslatedSite::read(&site, console)?;
                site.accept(&files, language.as_deref(), sample, console)
            }
            Action::Prune { site, messages } => {
                if messages {
                    prune_messages(&site, console)?;
                }
                TranslatedSite::read(&site, console)?.prune(console)
            }
        }
    }
}

/// A site and its translations.
struct TranslatedSite {
    options: BuildOptions,
    languages: Vec<LanguageTranslations>,
}

impl TranslatedSite {
    fn read(site: &SiteArgs, console: &Console) -> Result<TranslatedSite, Failure> {
        // The translations of a language are finished before it is published.
        let options = BuildOptions { with_disabled_languages: true, ..site.build_args() };
        let mut engine = Engine::new(&options, options.clock());
        let receive = |note: croupier_base::progress::Note<'_>| console.receive(note);
        let languages = engine.translations(&receive).map_err(Failure::Site)?;
        if languages.is_empty() {
            return Err(Failure::Usage(
                "this site has one language; declare others in site.toml: `[languages.fr]`"
                    .to_owned(),
            ));
        }
        Ok(TranslatedSite { options, languages })
    }

    /// Returns the languages with a key, or all of them.
    fn selected(&self, key: Option<&str>) -> Result<Vec<&LanguageTranslations>, Failure> {
        let Some(key) = key else { return Ok(self.languages.iter().collect()) };
        let found: Vec<_> = self.languages.iter().filter(|it| *it.language == *key).collect();
        if found.is_empty() {
            let keys: Vec<&str> = self.languages.iter().map(|it| it.language.as_str()).collect();
            let hint = did_you_mean(key, keys.iter().copied())
                .unwrap_or_else(|| format!("translations are to {}", keys.join(", ")));
            return Err(Failure::Usage(format!("there are no translations to `{key}`; {hint}")));
        }
        Ok(found)
    }

    /// Writes the state of translations. Returns whether all are up to date and reviewed.
    fn write_status(
        &self,
        languages: &[&LanguageTranslations],
        diff: bool,
        text: &mut String,
    ) -> bool {
        let mut is_complete = true;
        for language in languages {
            let count = |is_meant: &dyn Fn(&PageTranslation) -> bool| {
                language.pages.iter().filter(|page| is_meant(page)).count()
            };
            let translated = count(&|page| page.translation.is_some());
            let stale = count(&is_outdated);
            let unreviewed = count(&is_unreviewed);
            let missing = language.pages.len() - translated;
            is_complete &= stale + unreviewed + missing == 0;

            let _ = writeln!(
                text,
                "{} ({}): {translated} of {} translated, {stale} out of date, {unreviewed} not reviewed",
                language.label,
                language.language,
                counted(language.pages.len(), "page"),
            );

            for page in &language.pages {
                if let Some(line) = status_line(page) {
                    let _ = writeln!(text, "  {line}");
                }
                if diff && matches!(page.state, TranslationState::Stale(_)) {
                    let root = &self.options.root;
                    let changes = translations::original_changes(root, language, page);
                    write_changes(changes.as_deref(), text);
                }
            }

            is_complete &= self.write_messages(language, diff, text);
            for key in language.unused() {
                let _ = writeln!(
                    text,
                    "  content/{key}: no longer exists, `croupier translations prune` removes its entry"
                );
            }
        }

        is_complete
    }

    /// Writes the state of the messages of a language. Returns whether all are up to date and reviewed.
    fn write_messages(
        &self,
        language: &LanguageTranslations,
        diff: bool,
        text: &mut String,
    ) -> bool {
        let messages = &language.messages;
        let count = |is_meant: &dyn Fn(&MessageTranslation) -> bool| {
            messages.iter().filter(|it| is_meant(it)).count()
        };
        let is_stale = |it: &MessageTranslation| matches!(it.state, TranslationState::Stale(_));
        let missing = count(&|it| it.state == TranslationState::Missing);
        let unknown = count(&|it| it.state == TranslationState::Unknown);
        let stale = count(&is_stale);
        let samples = count(&|it| it.state == TranslationState::Current && !it.is_reviewed);
        if !messages.is_empty() {
            let _ = writeln!(
                text,
                "  {} of {} translated, {stale} out of date, {} not reviewed",
                messages.len() - missing,
                counted(messages.len(), "message"),
                unknown + samples
            );
        }

        let mut shown = BTreeSet::new();
        for message in messages {
            let MessageTranslation { id, original, .. } = message;
            if message.state == TranslationState::Missing {
                let _ = writeln!(text, "  {original}: the message `{id}` is not translated");
            } else if is_stale(message) {
                let _ = writeln!(text, "  {original}: the message `{id}` has changed");
                if diff && shown.insert(original) {
                    let root = &self.options.root;
                    let changes = translations::message_changes(root, language, message);
                    write_changes(changes.as_deref(), text);
                }
            }
        }
        // A new lock file would list all of them.
        if unknown > 0 {
            let _ = writeln!(
                text,
                "  {}: not accepted yet, so that changes of the originals are not found",
                counted(unknown, "message")
            );
        }
        if samples > 0 {
            let _ = writeln!(text, "  {}: not reviewed by a person", counted(samples, "message"));
        }
        let copies = count(&|it| it.is_copy && !it.is_reviewed);
        if copies > 0 {
            let _ =
                writeln!(text, "  {}: the same text as the original", counted(copies, "message"));
        }
        if let Some(file) = &language.untranslated_search {
            let _ = writeln!(
                text,
                "  {file}: the texts of the search are not translated; the guide \"Add a search\" lists them"
            );
        }
        for id in language.unused_messages() {
            let _ = writeln!(
                text,
                "  the message `{id}` no longer exists, `croupier translations prune` removes its entry"
            );
        }
        missing + unknown + stale + samples == 0 && language.untranslated_search.is_none()
    }

    /// Creates the translation of an original with its text.
    fn create(&self, file: &Path, key: &str, console: &Console) -> Result<(), Failure> {
        let language = self.selected(Some(key))?[0];
        let original = self.site_path(file)?;
        let page = language.pages.iter().find(|page| page.original == original);
        let Some(page) = page else {
            let names = language.pages.iter().map(|page| page.original.as_str());
            let hint =
                did_you_mean(&original, names).map(|it| format!("; {it}")).unwrap_or_default();
            return Err(Failure::Usage(format!(
                "{original} is no page of the default language{hint}"
            )));
        };
        if let Some(translation) = &page.translation {
            return Err(Failure::Usage(format!("{translation} exists")));
        }

        let target = language.file_of(&original);
        let (from, to) = (self.options.root.join(&original), self.options.root.join(&target));
        let copied = fs::read_to_string(&from).and_then(|text| {
            fs::create_dir_all(to.parent().unwrap_or(&to))?;
            let mut new = fs::OpenOptions::new().write(true).create_new(true).open(&to)?;
            io::Write::write_all(&mut new, without_redirects(&original, text).as_bytes())
        });
        copied.map_err(|error| Failure::System(format!("cannot create {target}: {error}")))?;
        console.line(&format!(
            "created {target}: translate its texts, remove the keys that stay the same, then run `croupier translations accept {target}`"
        ));
        Ok(())
    }

    /// Records the current texts of originals for their translations.
    fn accept(
        &self,
        files: &[PathBuf],
        key: Option<&str>,
        sample: bool,
        console: &Console,
    ) -> Result<(), Failure> {
        let files = files.iter().map(|file| self.site_path(file)).collect::<Result<Vec<_>, _>>()?;
        let (mut pages, mut messages) = (0, 0);
        let mut found = BTreeSet::new();
        for language in self.selected(key)? {
            let is_selected = |file: &SitePath| files.is_empty() || files.contains(file);
            let accepted = translations::accept(language, is_selected, sample);
            self.write_lock(language, &accepted.lock)?;
            pages += accepted.pages;
            messages += accepted.messages;
            found.extend(accepted.files);
        }

        if let Some(file) = files.iter().find(|file| !found.contains(*file)) {
            return Err(Failure::Usage(format!("{file} is no translation, and has none")));
        }
        let mut counts = counted(pages, "translation");
        if messages > 0 {
            let _ = write!(counts, " and {}", counted(messages, "message"));
        }
        console.line(&format!("accepted {counts}"));
        Ok(())
    }

    /// Removes entries without a page or a message.
    fn prune(&self, console: &Console) -> Result<(), Failure> {
        let mut removed = 0;
        for language in &self.languages {
            let mut lock = language.lock.clone();
            for key in language.unused() {
                lock.pages.remove(&key);
                removed += 1;
            }

            for id in language.unused_messages() {
                lock.messages.remove(&id);
                lock.sample_messages.remove(&id);
                removed += 1;
            }
            self.write_lock(language, &lock)?;
        }

        console.line(&format!(
            "removed {}",
            if removed == 1 { "1 entry".to_owned() } else { format!("{removed} entries") }
        ));
        Ok(())
    }

    /// Replaces the lock file of a language, if it changes.
    fn write_lock(
        &self,
        language: &LanguageTranslations,
        lock: &TranslationLock,
    ) -> Result<(), Failure> {
        if *lock == language.lock {
            return Ok(());
        }
        replace(&self.options.root, &TranslationLock::path(language.language), &lock.to_text())
    }

    /// Returns the path of a file in the site, which is written from the current folder or from that of the site.
    fn site_path(&self, written: &Path) -> Result<SitePath, Failure> {
        let root = self.options.root.canonicalize().unwrap_or_else(|_| self.options.root.clone());
        let candidates =
            [written.to_path_buf(), root.join(written), root.join("content").join(written)];
        let found =
            candidates.into_iter().filter_map(|path| path.canonicalize().ok()).find_map(|path| {
                let inside = path.strip_prefix(&root).ok()?;
                let names: Option<Vec<&str>> = inside.iter().map(|name| name.to_str()).collect();
                Some(SitePath::new(names?.join("/")))
            });
        found.ok_or_else(|| {
            Failure::Usage(format!("there is no file {} in the site", written.display()))
        })
    }
}

/// Writes a file of the site under a temporary name and renames it.
fn replace(root: &Path, path: &SitePath, text: &str) -> Result<(), Failure> {
    let target = root.join(path);
    let folder = target.parent().unwrap_or(&target);
    let written = fs::create_dir_all(folder).and_then(|()| {
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        io::Write::write_all(&mut file, text.as_bytes())?;
        file.persist(&target).map_err(|error| error.error).map(drop)
    });
    written.map_err(|error| Failure::System(format!("cannot write {path}: {error}")))
}

/// Removes the messages that no build of the site shows from the files of all languages.
fn prune_messages(site: &SiteArgs, console: &Console) -> Result<(), Failure> {
    let mut unused: Option<BTreeSet<String>> = None;
    let mut files = MessageFiles::new();
    for options in hosts::builds(site.build_args(), None)? {
        let options = BuildOptions { drafts: true, ..options };
        let mut engine = Engine::new(&options, options.clock());
        // A page with an error can show any message.
        let warnings = engine.check(&|note| console.receive(note)).map_err(Failure::Site)?;
        let of_host = engine.unused_messages(&warnings);
        unused = Some(match unused {
            Some(others) => others.intersection(&of_host).cloned().collect(),
            None => of_host,
        });
        files.clone_from(engine.message_files());
    }

    let unused = unused.unwrap_or_default();
    let root = site.build_args().root;
    for (path, text) in &files {
        if let Some(rest) = without_messages(text, &unused) {
            replace(&root, path, &rest)?;
            console.line(&format!("removed unused messages from {path}"));
        }
    }
    for id in &unused {
        console.line(&format!("  `{id}`"));
    }
    Ok(())
}

/// Returns the text of an original without `aliases`, because only one page can redirect from an old path.
fn without_redirects(original: &SitePath, text: String) -> String {
    let remove = Edit::Remove { pointer: "/aliases".to_owned() };
    let edited = apply(&text, &|text| split(original, text), Format::Toml, &[remove]);
    // Without the key, there is nothing to remove.
    edited.unwrap_or(text)
}

/// Writes the changes of an original, if they are in the Git history.
fn write_changes(changes: Option<&str>, text: &mut String) {
    for line in changes.into_iter().flat_map(str::lines) {
        let _ = writeln!(text, "    {line}");
    }
}

fn is_outdated(page: &PageTranslation) -> bool {
    matches!(page.state, TranslationState::Stale(_))
}

/// Whether no person has reviewed a translation. One that was never accepted has no review either.
fn is_unreviewed(page: &PageTranslation) -> bool {
    match page.state {
        TranslationState::Unknown => true,
        TranslationState::Current => !page.is_reviewed,
        TranslationState::Missing | TranslationState::Stale(_) => false,
    }
}

/// Returns what to do for a translation, or `None` if it is up to date and reviewed.
fn status_line(page: &PageTranslation) -> Option<String> {
    let PageTranslation { original, translation, state, .. } = page;
    let mut line = match (translation, state) {
        (None, _) => format!("{original}: not translated"),
        (Some(file), TranslationState::Unknown) => {
            format!("{file}: not accepted yet, so that changes of {original} are not found")
        }
        (Some(file), TranslationState::Stale(parts)) => {
            format!("{file}: {original} has changed in {}", parts.join(", "))
        }
        (Some(file), _) if !page.is_reviewed => format!("{file}: not reviewed by a person"),
        _ => return None,
    };
    if page.must_match {
        let _ = write!(line, " (must match)");
    }
    Some(line)
}

/// A translation in the JSON output.
#[derive(Serialize)]
struct JsonStatus<'a> {
    event: &'static str,
    language: &'a str,
    /// The id of a message, whose original is its file. The texts of the search, which are a data file, have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    original: &'a SitePath,
    translation: Option<&'a SitePath>,
    /// `missing`, `unknown`, `stale` or `current`.
    state: &'static str,
    /// The changed parts of the original.
    changed: &'a [String],
    reviewed: bool,
    must_match: bool,
}

/// Prints one event for each page or message and language. Returns whether all translations are up to date and reviewed.
fn print_json(languages: &[&LanguageTranslations], console: &Console) -> bool {
    let search = SitePath::new(format!("content/data/{TEXTS}.toml"));
    let mut statuses = Vec::new();
    for language in languages {
        for page in &language.pages {
            let (state, changed) = names_of(&page.state);
            statuses.push(JsonStatus {
                event: "translation",
                language: language.language.as_str(),
                message: None,
                original: &page.original,
                translation: page.translation.as_ref(),
                state,
                changed,
                reviewed: page.is_reviewed,
                must_match: page.must_match,
            });
        }
        for message in &language.messages {
            let (state, changed) = names_of(&message.state);
            statuses.push(JsonStatus {
                event: "translation",
                language: language.language.as_str(),
                message: Some(&message.id),
                original: &message.original,
                translation: message.translation.as_ref(),
                state,
                changed,
                reviewed: message.is_reviewed,
                must_match: false,
            });
        }
        if language.untranslated_search.is_some() {
            statuses.push(JsonStatus {
                event: "translation",
                language: language.language.as_str(),
                message: None,
                original: &search,
                translation: None,
                state: "missing",
                changed: &[],
                reviewed: false,
                must_match: false,
            });
        }
    }

    for status in &statuses {
        console.json(status);
    }
    statuses.iter().all(|it| it.state == "current" && it.reviewed)
}

/// Returns the name of a state in the JSON output, and the changed parts.
fn names_of(state: &TranslationState) -> (&'static str, &[String]) {
    match state {
        TranslationState::Missing => ("missing", &[]),
        TranslationState::Unknown => ("unknown", &[]),
        TranslationState::Stale(parts) => ("stale", parts),
        TranslationState::Current => ("current", &[]),
    }
}
