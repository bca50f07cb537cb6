//! The only way to read a snapshot: what a rendering asks for is its dependency list. Nothing is guessed and nothing is declared.

mod files;
mod pages;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use minijinja::value::Value;

use crate::snapshot::Snapshot;
use crate::snapshot::answers::{Absent, Head, Island, Scripts, ShownSlice};
use crate::snapshot::data::DataFile;
use crate::snapshot::dependency::Dependency;
use crate::snapshot::inputs::Inputs;
use croupier_base::digest::Digest;
use croupier_base::path::SitePath;
use croupier_content::config::feeds::Feed;
use croupier_content::config::tables::Taxonomy;

thread_local! {
    // minijinja gives neither the callback that resolves template names nor an object's own lookup a state to keep
    // this in. A rendering stays on its thread from beginning to end.
    static ASKED: RefCell<Option<BTreeSet<Dependency>>> = const { RefCell::new(None) };
}

/// What one rendering asked, and of which snapshot.
pub(crate) struct Record {
    /// Its questions.
    pub questions: BTreeSet<Dependency>,
    snapshot: Arc<Snapshot>,
}

impl Record {
    /// The digest of the answer that a question got.
    pub(crate) fn answer(&self, question: &Dependency) -> Digest {
        self.snapshot.answer(question)
    }
}

/// Reads a snapshot for the rendering that runs on this thread. Each method returns the answer to one [`Dependency`], and notes it.
///
/// That nothing is read beside it is a matter of visibility: the fields of [`Snapshot`], and the function that notes, are private to
/// this room, so that `template` and `render` do not compile with a read that is not noted. A doctest cannot show that, since the
/// room is private to the crate; `tests/layers.rs` holds that pages are rendered without the build's [`Inputs`].
#[derive(Clone)]
pub(crate) struct Recorder {
    snapshot: Arc<Snapshot>,
}

/// Runs a rendering and returns what it asked for. One that runs inside another has a record of its own.
pub(crate) fn record<T>(
    snapshot: &Arc<Snapshot>,
    rendering: impl FnOnce(&Recorder) -> T,
) -> (T, Record) {
    let outer = ASKED.replace(Some(BTreeSet::new()));
    let made = rendering(&Recorder::of(snapshot));
    let questions = ASKED.replace(outer).unwrap_or_default();
    (made, Record { questions, snapshot: Arc::clone(snapshot) })
}

/// Notes a question of the rendering that runs on this thread.
fn note(question: Dependency) {
    ASKED
        .with_borrow_mut(|asked| asked.as_mut().expect("a rendering is recorded").insert(question));
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recorder")
    }
}

impl Recorder {
    /// The recorder of compiled templates, which are rendered again and again, on several threads. Outside of [`record`] it
    /// answers nothing.
    pub(crate) fn of(snapshot: &Arc<Snapshot>) -> Recorder {
        Recorder { snapshot: Arc::clone(snapshot) }
    }

    fn inputs(&self) -> &Inputs {
        &self.snapshot.inputs
    }

    /// The text of a template.
    pub(crate) fn template(&self, path: &SitePath) -> Result<&Arc<str>, Absent<'_>> {
        note(Dependency::Template(path.clone()));
        let templates = &self.inputs().templates;
        templates.get(path).ok_or_else(|| Absent::new(path, || templates.keys().collect()))
    }

    /// A data file.
    pub(crate) fn data(&self, name: &str) -> Result<&DataFile, Absent<'_>> {
        note(Dependency::DataFile(name.to_owned()));
        let data = &self.inputs().data;
        data.get(name).ok_or_else(|| Absent::new(name, || data.keys().collect()))
    }

    /// The names of all data files.
    pub(crate) fn data_names(&self) -> impl Iterator<Item = &String> {
        note(Dependency::DataNames);
        self.inputs().data.keys()
    }

    /// The data files of a folder by their names in it.
    pub(crate) fn collection(&self, folder: &str) -> Result<Vec<(&str, &DataFile)>, Absent<'_>> {
        note(Dependency::DataNames);
        let data = &self.inputs().data;
        let start = format!("{folder}/");
        let files = data
            .range(start.clone()..)
            .map_while(|(name, file)| Some((name, name.strip_prefix(&start)?, file)));
        let noted = files.map(|(name, in_folder, file)| {
            note(Dependency::DataFile(name.clone()));
            (in_folder, file)
        });
        let found: Vec<_> = noted.collect();
        let folders = || data.keys().filter_map(|name| Some(name.rsplit_once('/')?.0)).collect();
        if found.is_empty() { Err(Absent::new(folder, folders)) } else { Ok(found) }
    }

    /// A value at the top of site.toml as templates see it.
    pub(crate) fn setting(&self, name: &str) -> Option<&Value> {
        note(Dependency::Setting(name.to_owned()));
        self.snapshot.settings.get(name)
    }

    /// The layouts that site.toml declares; none where pages may say anything.
    pub(crate) fn layouts(&self) -> &[String] {
        note(Dependency::Setting("layouts".to_owned()));
        &self.inputs().settings.config.layouts
    }

    /// The taxonomies that site.toml declares.
    pub(crate) fn taxonomies(&self) -> &[Taxonomy] {
        note(Dependency::Setting("taxonomies".to_owned()));
        &self.inputs().settings.config.taxonomies
    }

    /// The feeds that site.toml declares.
    pub(crate) fn feeds(&self) -> &[Feed] {
        note(Dependency::Setting("feeds".to_owned()));
        &self.inputs().settings.config.feeds
    }

    /// What the settings bring into every page.
    pub(crate) fn head(&self) -> Head<'_> {
        note(Dependency::Head);
        self.snapshot.head()
    }

    /// The scripts and style sheets of every page; none without a runtime.
    pub(crate) fn scripts(&self) -> Option<Scripts<'_>> {
        note(Dependency::Scripts);
        self.snapshot.scripts()
    }

    /// The text of a style sheet as it stands in pages; none for one that they link. Its name changes with its text, so that the
    /// question is the one that brought the name.
    pub(crate) fn sheet(&self, path: &str) -> Option<String> {
        self.inputs().bundle.as_ref()?.sheet(path, self.head().base)
    }

    /// A slice; there is none while slices themselves are rendered.
    pub(crate) fn slice(&self, name: &str) -> Result<ShownSlice<'_>, Absent<'_>> {
        note(Dependency::Slice(name.to_owned()));
        let names = || self.snapshot.slices.get().into_iter().flat_map(|it| it.keys()).collect();
        self.snapshot.slice(name).ok_or_else(|| Absent::new(name, names))
    }

    /// An island; nothing at all on a site without a runtime.
    pub(crate) fn island(&self, name: &str) -> Option<Result<Island<'_>, Absent<'_>>> {
        note(Dependency::Island(name.to_owned()));
        let islands = &self.inputs().bundle.as_ref()?.islands;
        Some(
            self.snapshot
                .island(name)
                .ok_or_else(|| Absent::new(name, || islands.keys().collect())),
        )
    }

    /// Whether a moment (in epoch seconds) has come.
    pub(crate) fn has_come(&self, moment: i64) -> bool {
        note(Dependency::Moment(moment));
        moment <= self.inputs().now
    }

    /// Whether drafts are built. No question: no build uses what one that was told otherwise left.
    pub(crate) fn has_drafts(&self) -> bool {
        self.inputs().settings.drafts
    }

    /// The year of the copyright line. No question, for the same reason; and it is a part of [`Head`].
    pub(crate) fn build_year(&self) -> i64 {
        self.snapshot.head().build_year
    }
}
