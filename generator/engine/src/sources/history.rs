//! `[git] dates`: the Git history of content files. It is read again when the current commit changes, and pages with another history
//! are parsed again as if their files had changed.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::git::{FileHistory, GitError, Histories, Repository};
use croupier_base::path::SitePath;
use croupier_content::config::options::Profile;
use croupier_content::page::Page;

/// The folder whose files have histories.
const FOLDER: &str = "content";
/// The key of the diagnostics among those of files.
const DIAGNOSTICS: &str = "site.toml#git";

/// The histories of content files at one commit.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SiteHistory {
    /// See [`Sources::history_state`].
    state: Fingerprint,
    pub(super) files: Histories,
    /// The repository, once this process has opened it.
    #[serde(skip)]
    repository: Option<Repository>,
    /// Whether all commits could be read, or why not.
    #[serde(skip)]
    problem: Option<GitError>,
}

impl SiteHistory {
    fn new(repository: Result<Repository, GitError>) -> SiteHistory {
        match repository {
            Ok(repository) => SiteHistory {
                state: repository.fingerprint(),
                repository: Some(repository),
                ..SiteHistory::default()
            },
            Err(error) => {
                let state = fingerprint(&format!("{error:?}"));
                SiteHistory { state, problem: Some(error), ..SiteHistory::default() }
            }
        }
    }
}

impl Sources {
    /// Returns the state of the Git history of the site: its current commit, or why there is none.
    pub(crate) fn history_state(&self) -> Fingerprint {
        SiteHistory::new(Repository::open(self.world.root())).state
    }

    /// The state of the history that pages have. None without `[git] dates`.
    pub(crate) fn shown_history_state(&self) -> Option<Fingerprint> {
        self.history.as_ref().map(|history| history.state)
    }

    /// The histories to cache.
    pub(super) fn cacheable_history(&self) -> Option<&SiteHistory> {
        self.history.as_ref().filter(|history| history.problem.is_none())
    }

    /// The history of a content file.
    pub(super) fn history_of(&self, path: &SitePath) -> Option<&FileHistory> {
        self.history.as_ref()?.files.get(path)
    }

    /// Adds the history of its file to a page. Returns the fingerprint of the history, or 0 if there is none.
    pub(super) fn add_history(&self, page: &mut Page) -> Fingerprint {
        let Some(history) = self.history_of(&page.source) else { return 0 };
        page.set_history(Arc::new(history.clone()), &self.read_options.zone);
        fingerprint(history)
    }

    /// Reads the history again if the current commit changed, and adds the files to `changed` whose history did.
    pub(super) fn refresh_history(&mut self, changed: &mut BTreeSet<SitePath>) {
        self.errors.remove(DIAGNOSTICS);
        if !self.read_options.git_dates {
            self.history = None;
            return;
        }

        let before = self.history.take();
        let opened = |it: &SiteHistory| it.repository.as_ref().is_some_and(Repository::is_current);

        let history = match before {
            Some(history) if opened(&history) => history,
            before => {
                let mut now = SiteHistory::new(Repository::open(self.world.root()));
                match before.filter(|it| it.state == now.state && it.problem.is_none()) {
                    Some(before) => now.files = before.files,
                    None => now.read_files(),
                }
                now
            }
        };
        self.history = Some(history);

        let pages = self.contents.iter().filter(|(_, content)| content.page.row.is_none());
        let moved = pages
            .filter(|(path, content)| content.page.history.as_deref() != self.history_of(path));
        changed.extend(moved.map(|(path, _)| path.clone()));

        let warnings = self.history_warnings();
        if !warnings.is_empty() {
            self.errors.insert(SitePath::new(DIAGNOSTICS), warnings);
        }
    }

    /// Warns of dates that are missing or too old.
    fn history_warnings(&self) -> Vec<Diagnostic> {
        let (Some(history), Some(settings)) = (&self.history, &self.settings) else {
            return Vec::new();
        };

        let range =
            settings.spanned.range_at(&["git".to_owned().into(), "dates".to_owned().into()]);
        let warning = |message: String, hint: String| {
            let place = settings.layers.place(range.clone());
            Diagnostic::warning(Code::GitHistory, message).at(place).hint(hint)
        };

        let Some(repository) = history.repository.as_ref().filter(|_| history.problem.is_none())
        else {
            let (message, hint) = match &history.problem {
                Some(GitError::NotInstalled) => (
                    "pages have no dates of Git, because the program `git` is not installed".into(),
                    "install Git, or remove `dates`".into(),
                ),
                Some(GitError::Failed(error)) => (
                    format!("pages have no dates of Git: {error}"),
                    "build in a clone of the repository, with its folder `.git`, or remove `dates`"
                        .into(),
                ),
                None => return Vec::new(),
            };
            return vec![warning(message, hint)];
        };

        let mut warnings = Vec::new();
        if repository.is_shallow() {
            warnings.push(warning(
                "this is a shallow clone, so that some dates of Git are missing".to_owned(),
                "fetch the whole history: `fetch-depth: 0` of actions/checkout, `GIT_DEPTH: 0` of GitLab, or `git fetch --unshallow`".to_owned(),
            ));
        }

        if settings.profile == Profile::Production
            && let Ok(files) = repository.uncommitted(FOLDER)
            && let Some(first) = files.first()
        {
            let (files, verb) = match files.len() {
                1 => (first.to_string(), "has"),
                count => (format!("{count} content files, such as {first},"), "have"),
            };
            warnings.push(warning(
                format!(
                    "{files} {verb} changes without a commit, so that the dates of Git are too old"
                ),
                "commit the changes before you publish them".to_owned(),
            ));
        }

        warnings
    }
}

impl SiteHistory {
    fn read_files(&mut self) {
        let Some(repository) = &self.repository else { return };
        match repository.histories(FOLDER) {
            Ok(files) => self.files = files,
            Err(error) => self.problem = Some(error),
        }
    }
}
