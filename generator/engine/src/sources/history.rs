//! `[git] dates`: the Git history of content files. It is read again when the current commit changes.

use std::path::Path;

use serde::{Deserialize, Serialize};

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::git::{GitError, Histories, Repository};
use croupier_content::config::options::Profile;
use croupier_content::config::settings::Settings;

/// The folder whose files have histories.
const FOLDER: &str = "content";

/// The histories of content files at one commit.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SiteHistory {
    /// The current commit, or why there is none.
    pub(super) state: Fingerprint,
    pub(super) files: Histories,
    /// The repository, once this process has opened it.
    #[serde(skip)]
    repository: Option<Repository>,
    /// Whether all commits could be read, or why not.
    #[serde(skip)]
    problem: Option<GitError>,
}

impl SiteHistory {
    /// Opens the repository of the site in `root`. The commits are not read yet.
    pub(super) fn open(root: &Path) -> SiteHistory {
        match Repository::open(root) {
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

    /// Returns the history as it is now: the one that is known, if the current commit is the same.
    pub(super) fn refreshed(before: Option<SiteHistory>, root: &Path) -> SiteHistory {
        let opened = |it: &SiteHistory| it.repository.as_ref().is_some_and(Repository::is_current);

        match before {
            Some(history) if opened(&history) => history,
            before => {
                let mut now = SiteHistory::open(root);
                match before.filter(|it| it.state == now.state && it.problem.is_none()) {
                    Some(before) => now.files = before.files,
                    None => now.read_files(),
                }
                now
            }
        }
    }

    fn read_files(&mut self) {
        let Some(repository) = &self.repository else { return };
        match repository.histories(FOLDER) {
            Ok(files) => self.files = files,
            Err(error) => self.problem = Some(error),
        }
    }

    /// Whether all commits could be read.
    pub(super) fn is_complete(&self) -> bool {
        self.problem.is_none()
    }

    /// Warns of dates that are missing or too old.
    pub(super) fn warnings(&self, settings: &Settings) -> Vec<Diagnostic> {
        let range =
            settings.spanned.range_at(&["git".to_owned().into(), "dates".to_owned().into()]);
        let warning = |message: String, hint: String| {
            let place = settings.layers.place(range.clone());
            Diagnostic::warning(Code::GitHistory, message).at(place).hint(hint)
        };

        let Some(repository) = self.repository.as_ref().filter(|_| self.problem.is_none()) else {
            let (message, hint) = match &self.problem {
                Some(GitError::NotInstalled) => (
                    "pages have no dates of Git, because the program `git` is not installed".into(),
                    "install Git, or remove `dates`".into(),
                ),
                Some(GitError::Failed(error)) if error.contains("dubious ownership") => (
                    format!("pages have no dates of Git: {error}"),
                    "the folder belongs to another user; allow it with `git config --global --add safe.directory` and its path"
                        .into(),
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
