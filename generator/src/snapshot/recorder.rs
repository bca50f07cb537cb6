//! The only way to read a snapshot: what a rendering asks for is its dependency list. Nothing is guessed and nothing is declared.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use minijinja::value::Value;
use serde_json::Value as Json;

use crate::config::feeds::Feed;
use crate::config::sort_by::SortBy;
use crate::config::tables::Taxonomy;
use crate::content::absent::AbsentPage;
use crate::content::links;
use crate::content::listing::Listing;
use crate::content::page::Page;
use crate::content::query::{Neighbours, PageList, PageQuery};
use crate::snapshot::Snapshot;
use crate::snapshot::answers::{Absent, Head, Island, Scripts, ShownSlice};
use crate::snapshot::data::DataFile;
use crate::snapshot::dependency::Dependency;
use crate::snapshot::inputs::Inputs;
use crate::source::address;
use crate::source::digest::Digest;
use crate::source::image::Dimensions;
use crate::source::path::{OutputPath, Route, fingerprinted};
use crate::source::picture::{Picture, PictureQuery};
use crate::source::static_file::StaticFile;

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
pub(crate) fn record<T>(snapshot: &Arc<Snapshot>, rendering: impl FnOnce(&Recorder) -> T) -> (T, Record) {
    let outer = ASKED.replace(Some(BTreeSet::new()));
    let made = rendering(&Recorder::of(snapshot));
    let questions = ASKED.replace(outer).unwrap_or_default();
    (made, Record { questions, snapshot: Arc::clone(snapshot) })
}

/// Notes a question of the rendering that runs on this thread.
fn note(question: Dependency) {
    ASKED.with_borrow_mut(|asked| asked.as_mut().expect("a rendering is recorded").insert(question));
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
    pub(crate) fn template(&self, name: &str) -> Result<&Arc<str>, Absent<'_>> {
        note(Dependency::Template(name.to_owned()));
        let templates = &self.inputs().templates;
        templates.get(name).ok_or_else(|| Absent::new(name, || templates.keys().collect()))
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
        let files = data.range(start.clone()..).map_while(|(name, file)| Some((name, name.strip_prefix(&start)?, file)));
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

    /// The pages below a route, where that is no slip of the finger.
    pub(crate) fn section(&self, prefix: &str, sort_by: SortBy) -> Result<Arc<PageList>, Absent<'_>> {
        note(Dependency::Section(prefix.to_owned()));
        let site = &self.inputs().site;
        if !site.is_section(prefix) {
            return Err(Absent::new(prefix, || site.sections().into_iter().collect()));
        }
        let query = PageQuery::Section(prefix.to_owned());
        let listed = site.list(&query, sort_by);
        note(Dependency::Pages(query, sort_by));
        Ok(listed)
    }

    /// The pages directly below a route, where that is no slip of the finger: in an order, or in that which the page there asks for.
    pub(crate) fn children(&self, route: &str, sort_by: Option<SortBy>) -> Result<Arc<PageList>, Absent<'_>> {
        note(Dependency::Section(route.to_owned()));
        let site = &self.inputs().site;
        if !site.is_section(route) {
            return Err(Absent::new(route, || site.pages.keys().collect()));
        }
        note(Dependency::Children(route.to_owned(), sort_by));
        Ok(site.children(route, sort_by))
    }

    /// The pages before and after the one at a route in its section.
    pub(crate) fn neighbours(&self, route: &Route) -> Neighbours {
        note(Dependency::Neighbours(route.clone()));
        self.inputs().site.neighbours(route)
    }

    /// The page at a route, if the site has it now; an error where it never will and never had.
    pub(crate) fn page(&self, route: &Route) -> Result<Option<&Arc<Page>>, Absent<'_>> {
        note(Dependency::Page(route.clone()));
        let site = &self.inputs().site;
        match site.pages.get(route) {
            None if !site.absent.contains_key(route) => Err(Absent::new(route, || site.pages.keys().collect())),
            page => Ok(page),
        }
    }

    /// What the page at a route lists by itself.
    pub(crate) fn listing(&self, route: &str) -> Option<Listing> {
        note(Dependency::Paginator(route.to_owned()));
        self.inputs().site.listing(route)
    }

    /// The terms of a taxonomy: see [`crate::content::taxonomy::Term::summary`].
    pub(crate) fn terms(&self, taxonomy: &str) -> Result<Vec<Json>, Absent<'_>> {
        note(Dependency::Terms(taxonomy.to_owned()));
        let site = &self.inputs().site;
        site.terms_of(taxonomy).ok_or_else(|| Absent::new(taxonomy, || site.terms.keys().collect()))
    }

    /// The dimensions of an image of this site, by its address path.
    pub(crate) fn image(&self, address: &str) -> Result<Dimensions, Absent<'_>> {
        let images = &self.inputs().images;
        let path = address.strip_prefix('/').filter(|rest| !rest.starts_with('/')).and_then(|it| it.split(['?', '#']).next());
        let found = path.and_then(|path| {
            let path = address::decoded(path).unwrap_or_else(|| path.to_owned());
            let found = images.get(path.as_str()).copied();
            note(Dependency::Image(path));
            found
        });
        let names = || images.keys().map(|path| format!("/{path}")).collect();
        found.ok_or_else(|| Absent::new(address, names).because(self.reason(address)))
    }

    /// The address of the page, or of the file beside one, that a link of the content file `source` means which names it by its file.
    pub(crate) fn address(&self, source: &str, href: &str) -> Option<String> {
        if let Some((file, rest)) = links::file_beside(source, href) {
            let place = self.inputs().beside.places.get(&file).map(|place| format!("{}{rest}", address::of_file(place)));
            note(Dependency::Beside(file));
            return place;
        }
        let (file, rest) = links::content_file(source, href)?;
        let route = self.inputs().site.route_of(&file).map(|route| format!("{route}{rest}"));
        note(Dependency::RouteOf(file));
        route
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
        Some(self.snapshot.island(name).ok_or_else(|| Absent::new(name, || islands.keys().collect())))
    }

    /// The output path of an asset of the runtime.
    pub(crate) fn asset(&self, name: &str) -> Result<&str, Absent<'_>> {
        note(Dependency::Asset(name.to_owned()));
        let assets = self.inputs().bundle.as_ref().map(|bundle| &bundle.assets);
        let path = assets.and_then(|assets| assets.get(name)).map(String::as_str);
        path.ok_or_else(|| Absent::new(name, move || assets.into_iter().flat_map(|it| it.keys()).collect()))
    }

    /// A file of static/ by its address path, with where its copy lies under a name that changes with its content.
    pub(crate) fn static_file(&self, address: &str) -> Result<(OutputPath, StaticFile), Absent<'_>> {
        let path = OutputPath::new(address.trim_start_matches('/'));
        let statics = &self.inputs().statics;
        let found = statics.get(&path).copied();
        note(Dependency::Static(path.clone()));
        let names = || statics.keys().map(|path| format!("/{path}")).collect();
        found
            .map(|file| (fingerprinted(&path, file.digest), file))
            .ok_or_else(|| Absent::new(address, names).because(self.reason(address)))
    }

    /// A picture of static/ with its copies; none where its file holds no picture.
    pub(crate) fn picture(&self, query: &PictureQuery) -> Result<Option<Picture>, Absent<'_>> {
        note(Dependency::Picture(query.clone()));
        let Inputs { statics, images, .. } = self.inputs();
        if statics.contains_key(&query.path) {
            return Ok(self.snapshot.picture(query));
        }
        let (address, names) = (format!("/{}", query.path), || images.keys().map(|path| format!("/{path}")).collect());
        Err(Absent::new(&address, names).because(self.reason(&address)))
    }

    /// Why a file that lies beside a page is not published now.
    fn reason(&self, address: &str) -> Option<String> {
        self.inputs().beside.absent.get(address).map(AbsentPage::reason)
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
